"""Peers in places that have nothing in common, and bridges between these, in virtual time."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from p2pscrabble.sync import Bridge, Identity, Mark, Room, Stream, Sync
from p2pscrabble.sync.deputy import LATELY
from p2pscrabble.sync.inbox import MAX_PEERS
from p2pscrabble.sync.peers import PRESENT
from p2pscrabble.sync.register import Draft
from p2pscrabble.sync.seal import Seal
from tests.sync.world import FIXED, KEY, LARGE, SMALL, Kind, Node, World


class Pier(Node):
    """Where a bridge stands in one place."""

    def __init__(self, world: World, number: int, span: Span, side: int) -> None:
        super().__init__(world, number, "1234")
        self.span = span
        self.side = side
        self.wake = float("inf")
        self.sync = span.keeper

    def hear(self, name: str, digits: str) -> None:
        if self.sync is not None:
            self.span.bridge.hear(self.side, name, digits, self.world.now)
            self.span.work()

    def work(self) -> None:
        raise AssertionError("its span works for it")


class Span:
    """A bridge between places, with a disk that keeps everything."""

    def __init__(self, number: int, *worlds: World) -> None:
        self.worlds = worlds
        self.keeper = Sync(Identity(bytes([200 + number]) * 32), Room("1234", KEY, 100_000), b"bridge")
        rooms = [
            Room("1234", KEY, world.kind.max_digits, world.kind.min_interval, world.kind.names) for world in worlds
        ]
        self.bridge = Bridge(self.keeper, rooms, lambda _: False, bytes([number]))
        self.piers = [Pier(world, 100 + 10 * number + side, self, side) for side, world in enumerate(worlds)]
        for pier in self.piers:
            pier.world.nodes.append(pier)
            pier.world.join(pier)
        self.wake = 0.0

    def work(self) -> None:
        now = self.worlds[0].now
        for id, stream, mark, data in self.bridge.gather():  # noqa: A001
            self.keeper.learn(id, stream, mark, data, now)
        self.keeper.take_unsaved()
        self.bridge.spread(now)
        for side, name, digits in self.bridge.due(now):
            world = self.worlds[side]
            assert 0 < len(digits) <= world.kind.max_digits
            assert world.kind.names is None or name in world.kind.names
            world.set(self.piers[side], name, digits)
        self.wake = self.bridge.wake(now)
        assert self.wake > now, "a bridge that would never rest"

    def fall(self) -> None:
        """The bridge's program dies."""
        self.wake = float("inf")
        for pier in self.piers:
            pier.sync = None
            pier.world.nodes.remove(pier)


class Land:
    """Several places with one time."""

    def __init__(self, *kinds: Kind) -> None:
        self.worlds = [World(kind, seed) for seed, kind in enumerate(kinds)]
        self.spans: list[Span] = []
        self._count = 0

    def span(self, *sides: int) -> Span:
        self.spans.append(Span(len(self.spans), *(self.worlds[side] for side in sides)))
        return self.spans[-1]

    def come(self, side: int) -> Node:
        """Another peer starts in a place."""
        world = self.worlds[side]
        node = Node(world, self._count, "1234")
        self._count += 1
        world.nodes.append(node)
        return node.start()

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> float:
        begin = now = self.worlds[0].now
        end = begin + seconds
        while not until():
            nodes = [node for world in self.worlds for node in world.nodes if node.sync is not None]
            queues = [world._queue[0][0] for world in self.worlds if world._queue]
            now = max(now, min([*(node.wake for node in nodes), *(span.wake for span in self.spans), *queues, end]))
            for world in self.worlds:
                world.now = now
            if now >= end:
                break
            for world in self.worlds:
                while world._queue and world._queue[0][0] <= now:
                    heapq.heappop(world._queue)[2]()
            for node in nodes:
                if node.sync is not None and node.wake <= now:
                    node.work()
            for span in self.spans:
                if span.wake <= now:
                    span.work()
        return now - begin


def hold(node: Node, *others: Node) -> bool:
    """Whether a peer holds all that the others have said."""
    logs = node.on.logs
    return all(
        other.key in logs
        and all(len(logs[other.key][s].entries) == len(other.on.logs[other.key][s].entries) for s in Stream)
        for other in others
    )


def all_hold(nodes: list[Node]) -> bool:
    return all(hold(node, *(other for other in nodes if other is not node)) for node in nodes)


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
@pytest.mark.parametrize("seated", [False, True])
def test_two_peers_in_two_places_say_everything_to_each_other(kind: Kind, seated: bool) -> None:
    land = Land(LARGE, kind)
    land.span(0, 1)
    ana, ben = land.come(0), land.come(1)
    assert land.run(60, lambda: all_hold([ana, ben])) < 20
    if seated:
        for sync in (ana.on, ben.on, land.spans[0].keeper):
            sync.seat([ana.key, ben.key])
    for turn in range(12):
        (ana, ben)[turn % 2].say(b"move %d" % turn * 5)
        took = land.run(60, lambda: all_hold([ana, ben]))
        assert took < 1.5 if kind is LARGE else took < 12, turn
    assert not ana.events[-1:] or "Fork" not in str(ana.events)
    assert land.run(30, lambda: ana.on.acked(Stream.GAME) == len(ana.on.logs[ana.key][Stream.GAME].entries)) < 15
    assert ana.on.present(ana.world.now)
    assert ben.on.present(ben.world.now)


def test_a_table_of_four_in_four_places() -> None:
    land = Land(LARGE, replace(LARGE, min_interval=0.1), FIXED, LARGE)
    land.span(0, 1, 2, 3)
    nodes = [land.come(side) for side in range(4)]
    assert land.run(90, lambda: all_hold(nodes)) < 60
    keys = [node.key for node in nodes]
    for sync in (land.spans[0].keeper, *(node.on for node in nodes)):
        sync.seat(keys)
    for turn in range(8):
        nodes[turn % 4].say(b"m" * 40)
        assert land.run(60, lambda: all_hold(nodes)) < 20, turn
    nodes[0].say(b"s" * 5000)
    assert land.run(120, lambda: all_hold(nodes)) < 60, "a proof, through variables of 256 digits"
    land.run(120)
    assert all(len(node.on.present(node.world.now)) == 4 for node in nodes), "three others and the bridge"


def test_bridges_in_a_row_pass_everything_on() -> None:
    land = Land(LARGE, SMALL, LARGE)
    land.span(0, 1)
    land.span(1, 2)
    nodes = [land.come(side) for side in (0, 2)]
    assert land.run(90, lambda: all_hold(nodes)) < 60
    nodes[0].say(b"hello")
    nodes[1].say(b"hello too")
    assert land.run(60, lambda: all_hold(nodes)) < 20


def test_two_bridges_between_the_same_places_do_no_harm() -> None:
    land = Land(LARGE, LARGE)
    nodes = [land.come(0), land.come(1)]
    land.span(0, 1)
    land.span(0, 1)
    assert land.run(60, lambda: all_hold(nodes)) < 20
    land.run(60)
    sides = [side for span in land.spans for side in span.bridge.sides]
    deputies = [node for node in nodes for side in sides if node.on.id in side.voices]
    assert len(deputies) == 2, "each is spoken for by one of them"
    for turn in range(6):
        nodes[turn % 2].say(b"move")
        assert land.run(30, lambda: all_hold(nodes)) < 5
    speaker = next(span for span in land.spans if any(nodes[0].on.id in side.voices for side in span.bridge.sides))
    speaker.fall()
    land.spans.remove(speaker)
    nodes[0].say(b"and on")
    nodes[1].say(b"and on")
    assert land.run(90, lambda: all_hold(nodes)) < 60, "the other one takes over"


def test_who_falls_silent_is_silent_everywhere_and_no_echo_stays() -> None:
    land = Land(LARGE, LARGE, LARGE, LARGE)
    for a, b in pairwise((0, 1, 2, 3, 0)):
        land.span(a, b)
    nodes = [land.come(side) for side in (0, 2)]
    assert land.run(120, lambda: all_hold(nodes)) < 90
    ana, *others = nodes
    ana.stop()
    land.run(PRESENT + 5 * LATELY)
    for _ in range(8):
        land.run(5)
        assert all(ana.key not in node.on.present(node.world.now) for node in others)


def test_nothing_is_acknowledged_that_has_not_arrived() -> None:
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana, ben = land.come(0), land.come(1)
    land.run(30, lambda: all_hold([ana, ben]))
    land.run(5)
    land.worlds[1].mute(span.piers[1], ben)
    ana.say(b"you do not hear me")
    land.run(3)
    assert len(span.keeper.logs[ana.key][Stream.GAME].entries) == 2
    assert ana.on.held(ben.key, ana.key, Stream.GAME) == 1
    land.worlds[1].mute(span.piers[1], ben, muted=False)
    assert land.run(30, lambda: ana.on.held(ben.key, ana.key, Stream.GAME) == 2) < 10


def test_who_goes_to_another_place_is_spoken_for_where_it_was() -> None:
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana, ben, cid = land.come(0), land.come(0), land.come(1)
    land.run(30, lambda: all_hold([ana, ben, cid]))
    land.worlds[0].nodes.remove(ben)
    ben.world = land.worlds[1]
    land.worlds[1].nodes.append(ben)
    ben.say(b"here I am")
    assert land.run(60, lambda: all_hold([ana, ben, cid])) < PRESENT + 15
    land.run(PRESENT + 5)
    assert ben.on.id in span.bridge.sides[0].voices
    assert ben.on.id not in span.bridge.sides[1].voices
    ana.say(b"hello")
    ben.say(b"hello")
    assert land.run(60, lambda: all_hold([ana, ben, cid])) < 10


def test_a_bridge_that_was_started_anew_goes_on() -> None:
    land = Land(LARGE, FIXED)
    land.span(0, 1)
    nodes = [land.come(0), land.come(1)]
    land.run(60, lambda: all_hold(nodes))
    for turn in range(40):
        nodes[turn % 2].say(b"m")
        land.run(20, lambda: all_hold(nodes))
    land.spans.pop().fall()
    land.run(3)
    land.span(0, 1)
    nodes[0].say(b"after")
    nodes[1].say(b"after")
    assert land.run(90, lambda: all_hold(nodes)) < 60


def test_who_is_forgotten_is_not_spoken_for() -> None:
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana, ben = land.come(0), land.come(1)
    land.run(30, lambda: all_hold([ana, ben]))
    land.run(2)
    assert ana.on.id in span.bridge.sides[1].voices
    ana.stop()
    del span.keeper._peers[ana.identity.id]
    land.run(2)
    assert ana.identity.id not in span.bridge.sides[1].voices


def test_a_newcomer_is_heard_when_many_have_come_and_gone() -> None:
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana = land.come(1)
    for _ in range(MAX_PEERS + 2):
        guest = land.come(0)
        land.run(3)
        guest.stop()
        land.worlds[0].nodes.remove(guest)
        land.worlds[0].values.clear()
    land.run(PRESENT + 5)
    ben = land.come(0)
    assert land.run(60, lambda: hold(ana, ben) and hold(ben, ana)) < 30
    assert len(span.keeper.ids) <= MAX_PEERS


def test_a_player_comes_back_whoever_else_is_heard() -> None:
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana, ben = land.come(0), land.come(1)
    land.run(30, lambda: all_hold([ana, ben]))
    for sync in (ana.on, ben.on, span.keeper):
        sync.seat([ana.key, ben.key])
    ear = span.bridge.sides[0].ear
    land.run(5)
    seal = Seal("1234", KEY, 100_000)
    del ear.peers[ana.on.id]
    for number in range(MAX_PEERS):
        who = bytes([9, 9, number])
        digits = seal.close("evil", Draft(who, 1, 1000).done(), None)
        span.bridge.hear(0, "evil", digits, land.worlds[0].now)
    assert len(ear.peers) == MAX_PEERS
    land.run(15)
    assert ana.on.id in ear.peers
    assert len(ear.peers) == MAX_PEERS


def test_two_keys_with_one_id_end_nothing() -> None:
    seen: dict[bytes, Identity] = {}
    number = 0
    while True:
        one = Identity(number.to_bytes(32))
        if (other := seen.setdefault(one.id, one)) is not one:
            break
        number += 1
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana, ben = land.come(0), land.come(1)
    ana.stop()
    ana.identity = one
    ana.start()
    land.run(30, lambda: all_hold([ana, ben]))
    land.run(2)
    assert one.id in span.bridge.sides[1].voices
    span.keeper.seat([ben.key, other.key])
    land.run(5)
    ben.say(b"go on")
    land.run(5)
    assert len(span.keeper.logs[ben.key][Stream.GAME].entries) == 2


def test_the_bridge_itself_acknowledges_what_is_on_its_disk() -> None:
    land = Land(LARGE, LARGE)
    span = land.span(0, 1)
    ana = land.come(0)
    assert land.run(30, lambda: hold(ana, ana) and ana.on.held(span.keeper.key, ana.key, Stream.GAME) == 1) < 10
    assert span.keeper.holds(ana.on.id, Stream.GAME) == Mark(1)
    assert span.keeper.holds(b"???", Stream.GAME) == Mark(0)
    span.keeper.forget(ana.on.id)
    assert span.keeper.holds(ana.on.id, Stream.GAME) == Mark(0)
    land.run(20, lambda: span.keeper.holds(ana.on.id, Stream.GAME) == Mark(1))
