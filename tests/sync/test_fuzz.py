"""Any text may stand in any variable, and whoever has the room's key may seal anything."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from p2pscrabble.sync import Fork, Identity, Mark, Met, Room, Stream, Sync
from p2pscrabble.sync.register import Ack, Draft, Seating, Segment
from p2pscrabble.sync.seal import Seal
from tests.sync.world import KEY, LARGE, SMALL, Kind, Node, World

ANA, BEN, CID = (Identity(bytes([number]) * 32) for number in (1, 2, 3))
ROOM = Room("1234", KEY, 256, 0.1)
SEAL = Seal("1234", KEY, 256)
SEATING = Seating((ANA.key, BEN.key, CID.key))
IDS = st.sampled_from([ANA.id, BEN.id, CID.id]) | st.binary(min_size=3, max_size=3)
MARKS = st.builds(Mark, st.integers(0, 6) | st.integers(0, 10**6), st.just(0) | st.integers(0, 200))
ACKS = st.builds(Ack, IDS, MARKS, MARKS)
SEGMENTS = st.builds(Segment, IDS, st.sampled_from(Stream), MARKS, st.binary(min_size=1, max_size=60))
HEADS = st.binary(min_size=4, max_size=4)


def sync(who: Identity = ANA) -> Sync:
    """A peer that knows two others and what they said."""
    one = Sync(who, ROOM)
    for other in (BEN, CID):
        theirs = Sync(other, ROOM)
        theirs.append(Stream.GAME, 1, b"move of nine"[:9])
        theirs.append(Stream.TALK, 1, b"hi")
        for now in range(10):
            theirs.take_unsaved()
            for name, digits in theirs.due(float(now)):
                one.receive(name, digits, 0.0)
    one.take_unsaved()
    return one


@cache
def true_values() -> tuple[bytes, ...]:
    """Registers of both forms as real peers write them."""
    drafts = [Draft(BEN.id, 9, SEAL.room, b"seat"), Draft.short(1, 9, SEAL.room, [Mark(1), Mark(2, 3)])]
    drafts[0].ack(Ack(ANA.id, Mark(1), Mark(0)))
    drafts[1].talk([Mark(1), Mark(2)])
    log = sync().logs[ANA.key][Stream.GAME]
    for draft in drafts:
        draft.heads([b"head"] * (1 if draft is drafts[0] else 2))
        draft.segment(BEN.id, Segment(CID.id, Stream.TALK, Mark(0), b"bytes"))
        draft.segment(BEN.id, Segment(BEN.id, Stream.GAME, Mark(0), log.data(0, log.length)))
    return tuple(draft.done() for draft in drafts)


@given(st.text(), st.text() | st.text("0123456789-.", max_size=300), st.floats(0, 100))
def test_any_text_in_any_variable(name: str, digits: str, now: float) -> None:
    peer = sync()
    before = peer.logs
    events = peer.receive(name, digits, now)
    assert len(events) <= 1
    assert {key: [log.head for log in logs.values()] for key, logs in peer.logs.items()} == {
        key: [log.head for log in logs.values()] for key, logs in before.items()
    }


@given(st.integers(0, 1), st.binary(max_size=30), st.integers(0, 100), st.integers(0, 100), st.booleans())
def test_a_damaged_register_that_is_sealed_all_the_same(
    form: int, put: bytes, start: int, count: int, seated: bool
) -> None:
    peer = sync()
    if seated:
        peer.seat(SEATING.keys)
    value = true_values()[form]
    value = (value[:start] + put + value[start + count :])[: SEAL.room]
    digits = SEAL.close("x", value, SEATING if form else None)
    heads = {key: logs[Stream.GAME].head for key, logs in peer.logs.items()}
    for now in (1.0, 2.0):
        assert len(peer.receive("x", digits, now)) <= 8
        peer.take_unsaved()
        peer.due(now)
        peer.wake(now)
    assert heads.items() <= {key: logs[Stream.GAME].head for key, logs in peer.logs.items()}.items()


@settings(max_examples=25)
@given(
    st.sampled_from([LARGE, SMALL]),
    st.lists(
        st.tuples(
            IDS,
            st.integers(0, 20),
            st.lists(ACKS, max_size=3),
            st.lists(SEGMENTS, max_size=3),
            st.lists(HEADS, max_size=3),
        ),
        max_size=12,
    ),
)
def test_whatever_a_member_forges_the_true_bytes_win(
    kind: Kind, forged: list[tuple[bytes, int, list[Ack], list[Segment], list[bytes]]]
) -> None:
    world = World(kind, 1)
    ana, ben, cid = world.started(3)
    world.run(3)
    seal = Seal("1234", KEY, world.kind.max_digits)
    for number, (who, counter, acks, segments, heads) in enumerate(forged):
        draft = Draft(who, counter, seal.room)
        for ack in acks:
            draft.ack(ack)
        if len(heads) == len(acks):
            draft.heads(heads)
        for segment in segments:
            draft.segment(who, segment)
        world.set(None, "forged", seal.close("forged", draft.done(), None))
        (ana, ben, cid)[number % 3].say(b"move of nine"[:9], bytes(number * 10))
        world.run(0.3)
    world.run(600, lambda: agreed(world, ana, ben, cid))
    assert agreed(world, ana, ben, cid)
    for node in (ana, ben, cid):
        assert not [event for event in node.events if isinstance(event, Fork)]
        assert [event for event in node.events if isinstance(event, Met)]


def agreed(world: World, *nodes: Node) -> bool:
    return world.agree() and all({node.key for node in nodes} <= set(node.on.logs) for node in nodes)
