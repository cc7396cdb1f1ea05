"""Whatever is lost, late, repeated, old or replaced: where newest values get through now and then, all logs agree."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2pscrabble.sync import Fault, Fork, Stream, Twin
from tests.sync.world import FIXED, LARGE, SMALL, Kind, World

PLACES = st.builds(
    lambda kind, loss, repeat, delay, conflate: replace(kind, loss=loss, repeat=repeat, delay=delay, conflate=conflate),
    st.sampled_from([LARGE, SMALL, FIXED]),
    st.sampled_from([0.0, 0.1, 0.5]),
    st.sampled_from([0.0, 0.3]),
    st.sampled_from([0.02, 0.3, 2.0]),
    st.booleans(),
)
WHO = st.integers(0, 5)
ACTIONS = st.one_of(
    st.tuples(st.just("wait"), st.just(0), st.sampled_from([0, 1, 10, 30])),
    st.tuples(st.just("say"), WHO, st.sampled_from([0, 9, 9, 200, 700])),
    st.tuples(st.just("chat"), WHO, st.sampled_from([1, 60])),
    st.tuples(st.sampled_from(["stop", "crash", "start", "seat", "noise", "old", "mute"]), WHO, WHO),
)


class Story:
    """Up to three peers in each of two rooms that share a place, and what befalls them."""

    def __init__(self, kind: Kind, seed: int) -> None:
        self.world = World(kind, seed)
        for number in range(6):
            self.world.node(("1234", "9999")[number // 3])
        self.world.nodes[0].start()

    def tell(self, action: str, who: int, what: int) -> None:
        node = self.world.nodes[who]
        other = self.world.nodes[what % 6]
        if action == "wait":
            self.world.run(what)
        elif action == "start" and node.sync is None:
            node.start()
        elif action == "noise" and self.world.values:
            name = list(self.world.values)[who % len(self.world.values)]
            self.world.set(None, name, str(self.world.rng.randrange(10**what)))
        elif action == "old" and self.world.values:
            name = list(self.world.values)[who % len(self.world.values)]
            self.world.set(None, name, self.world.rng.choice(self.world.old[name]))
        elif action == "mute" and node is not other:
            self.world.mute(node, other)
        elif node.sync is not None:
            if action == "say":
                node.say(bytes(what))
            elif action == "chat":
                node.say(bytes(what), stream=Stream.TALK)
            elif action == "stop":
                node.stop()
            elif action == "crash":
                node.on.append(Stream.GAME, 1, b"never saved, so never said")
                node.stop()
            elif action == "seat":
                node.on.seat([peer.key for peer in self.world.nodes if peer.room == node.room])
                node.work()

    def end(self) -> None:
        """Nobody is started any more; what is lost now is not everything; all who run must come to agree."""
        world = self.world
        for node in world.nodes:
            for other in world.nodes:
                world.mute(node, other, muted=False)
        world.run(1800, world.agree)
        assert world.agree()
        for node in world.nodes:
            assert not [event for event in node.events if isinstance(event, Fork | Fault | Twin)]
            for other in world.nodes:
                if node.sync is not None and other.sync is not None and node.room == other.room:
                    mine, theirs = node.on.logs[other.key], other.on.logs[other.key]
                    assert all(mine[stream].head == theirs[stream].head for stream in Stream)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(PLACES, st.lists(ACTIONS, max_size=20), st.integers(0, 1000))
def test_all_copies_become_equal(kind: Kind, actions: list[tuple[str, int, int]], seed: int) -> None:
    story = Story(kind, seed)
    for action in actions:
        story.tell(*action)
    story.end()


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
@pytest.mark.parametrize("seed", range(3))
def test_busy_rooms_agree(kind: Kind, seed: int) -> None:
    """Many things happen, drawn from a seed."""
    story = Story(replace(kind, loss=0.2, delay=0.2, repeat=0.2, conflate=bool(seed % 2)), seed)
    rng = story.world.rng
    for node in story.world.nodes:
        if node.sync is None:
            node.start()
    for _ in range(60):
        action = rng.choice(["wait", "say", "say", "chat", "stop", "start", "start", "seat", "noise", "old"])
        story.tell(action, rng.randrange(6), rng.choice([1, 2, 3, 9, 200]))
    for node in story.world.nodes[1:]:
        if node.sync is None:
            node.start()
    story.end()


@pytest.mark.parametrize("seed", range(5))
def test_two_things_under_way_do_not_replace_each_other_for_ever(seed: int) -> None:
    """Each value is lost if the next one follows before it has arrived, seconds later."""
    world = World(replace(SMALL, delay=2.0, conflate=True), seed)
    ana, ben = world.started(2)
    ana.say(b"one")
    ana.say(b"hi", stream=Stream.TALK)
    world.run(5)
    ben.say(b"two")
    assert world.run(200, world.agree) < 200
    assert len(ben.on.logs[ana.key][Stream.GAME].entries) == 2


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
def test_a_place_that_loses_nine_values_of_ten(kind: Kind) -> None:
    story = Story(replace(kind, loss=0.9), 7)
    for number in (1, 2):
        story.tell("start", number, 0)
    for number in (0, 1, 2):
        story.tell("say", number, 200)
    story.end()


@pytest.mark.parametrize("kind", [LARGE, SMALL])
def test_two_groups_that_know_different_seatings_meet_again(kind: Kind) -> None:
    """While they could not hear each other, a game was called anew, twice, among some of them."""
    world = World(kind, 3)
    ana, ben, cid, dora = nodes = world.started(4)
    world.run(20, world.agree)
    for node in nodes:
        node.on.seat([ana.key, ben.key, cid.key, dora.key])
    world.run(20)
    for one in (ana, dora):
        for other in (ben, cid):
            world.mute(one, other)
            world.mute(other, one)
    for table in ([ana, ben, dora], [ana, dora]):
        for node in (ana, dora):
            node.on.seat([seat.key for seat in table])
            node.say(b"to those who are here")
        world.run(40)
    for one in (ana, dora):
        for other in (ben, cid):
            world.mute(one, other, muted=False)
            world.mute(other, one, muted=False)
    assert world.run(120, world.agree) < 120
