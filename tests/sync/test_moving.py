"""A room that goes on in another place, with other limits and other names, while its logs stay what they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pscrabble.sync import Stream
from tests.sync.world import FIXED, LARGE, SMALL, Kind, World


def move(world: World, kind: Kind) -> None:
    """All peers go to a place where nothing is yet; what is on its way is lost."""
    world.kind = kind
    world.values.clear()
    world._queue.clear()
    for node in world.nodes:
        node.room = replace(node.room, max_digits=kind.max_digits, min_interval=kind.min_interval, names=kind.names)
        node.on.move(node.room, world.now)
        node.work()


@pytest.mark.parametrize("kinds", [(LARGE, FIXED), (FIXED, LARGE), (SMALL, LARGE), (LARGE, SMALL)])
def test_the_logs_stay_and_go_on_in_a_place_of_another_kind(kinds: tuple[Kind, Kind]) -> None:
    world = World(kinds[0], 1)
    nodes = world.started(3)
    world.run(60, lambda: all(len(node.on.logs) == 3 for node in nodes) and world.agree())
    for node in nodes:
        node.on.seat([other.key for other in nodes])
    nodes[0].say(bytes(3_000))
    world.run(0.05)
    move(world, kinds[1])
    nodes[1].say(b"here")
    world.run(300, world.agree)
    for node in nodes:
        logs = node.on.logs
        assert len(logs[nodes[0].key][Stream.GAME].entries[-1].body) == 3_000
        assert logs[nodes[1].key][Stream.GAME].entries[-1].body == b"here"


def test_a_place_too_small_for_a_register_is_none() -> None:
    world = World(LARGE, 1)
    (node,) = world.started(1)
    with pytest.raises(ValueError, match="20 digits"):
        node.on.move(replace(node.room, max_digits=20), world.now)
