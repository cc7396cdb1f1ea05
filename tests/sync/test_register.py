import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.register import (
    MAX_ACKS,
    MAX_COUNTER,
    Ack,
    Draft,
    Register,
    Seating,
    Segment,
    read_long,
    read_short,
)

KEYS = tuple(bytes([seat]) * 32 for seat in range(4))
IDS = st.binary(min_size=3, max_size=3)
MARKS = st.builds(Mark, st.integers(0, 70_000), st.integers(0, 70_000))
HEADS = st.binary(min_size=4, max_size=4)
SEGMENTS = st.builds(Segment, IDS, st.sampled_from(Stream), MARKS, st.binary(min_size=1, max_size=300))


def add(draft: Draft, who: bytes, segments: list[Segment]) -> list[Segment]:
    """What a reader should find, the writer's own game log last."""
    main: list[Segment] = []
    others: list[Segment] = []
    for segment in segments:
        taken = draft.segment(who, segment)
        if taken:
            own = segment.id == who and segment.stream is Stream.GAME and not main
            (main if own else others).append(Segment(segment.id, segment.stream, segment.mark, segment.data[:taken]))
    return others + main


@given(
    IDS,
    st.integers(0, MAX_COUNTER),
    st.sampled_from([b"", b"seat"]),
    st.lists(st.tuples(IDS, MARKS, MARKS, HEADS), max_size=8),
    st.booleans(),
    st.lists(SEGMENTS, max_size=5),
    st.booleans(),
    st.integers(60, 2000),
    st.lists(st.tuples(IDS, st.integers(0, MAX_COUNTER)), max_size=3),
)
def test_the_long_form_is_read_as_it_was_written(
    who: bytes, counter: int, seating: bytes, acks: list[tuple[bytes, Mark, Mark, bytes]], heads: bool,
    segments: list[Segment], own: bool, room: int, hints: list[tuple[bytes, int]],
) -> None:  # fmt: skip
    draft = Draft(who, counter, room, seating)
    stated = [ack for ack in acks if draft.ack(Ack(*ack[:3]))]
    with_heads = heads and draft.heads([ack[3] for ack in stated])
    told = tuple(hint for hint in hints if draft.hint(*hint))
    if own:
        segments = [Segment(who, segment.stream, segment.mark, segment.data) for segment in segments]
    found = add(draft, who, segments)
    data = draft.done()
    assert len(data) == room - draft.left <= room
    expected = tuple(Ack(*ack) if with_heads and stated else Ack(*ack[:3]) for ack in stated)
    assert read_long(data) == Register(who, counter, seating, expected, tuple(found), told)
    for end in range(len(data) - (len(found[-1].data) if found else 0)):
        with pytest.raises(DecodeError):
            read_long(data[:end])


@given(
    st.integers(2, 4),
    st.data(),
    st.integers(0, MAX_COUNTER),
    st.booleans(),
    st.booleans(),
    st.lists(SEGMENTS, max_size=4),
    st.integers(60, 2000),
)
def test_the_short_form_is_read_as_it_was_written(
    seats: int, choose: st.DataObject, counter: int, talk: bool, heads: bool, segments: list[Segment], room: int
) -> None:
    seating = Seating(KEYS[:seats])
    seat = choose.draw(st.integers(0, seats - 1))
    game, talks = (choose.draw(st.lists(MARKS, min_size=seats - 1, max_size=seats - 1)) for _ in range(2))
    hashes = choose.draw(st.lists(HEADS, min_size=seats - 1, max_size=seats - 1))
    draft = Draft.short(seat, counter, room, game)
    talk = talk and draft.talk(talks)
    heads = heads and draft.heads(hashes)
    found = add(draft, seating.ids[seat], segments)
    data = draft.done()
    assert len(data) == room - draft.left <= room
    others = [id for id in seating.ids if id != seating.ids[seat]]  # noqa: A001
    expected = tuple(
        Ack(others[at], game[at], talks[at] if talk else None, hashes[at] if heads else b"") for at in range(seats - 1)
    )
    assert read_short(data, seating) == Register(seating.ids[seat], counter, seating.digest, expected, tuple(found))


@given(st.binary(max_size=80))
def test_any_bytes_are_a_register_or_an_error(data: bytes) -> None:
    for read in (read_long, lambda data: read_short(data, Seating(KEYS[:3]))):
        try:
            register = read(data)
        except DecodeError:
            continue
        assert len(register.acks) <= MAX_ACKS


@pytest.mark.parametrize(
    "data",
    [
        b"\x10" + bytes(10),  # flags of another kind
        b"\0abc\0\1xyz\1\0\0",  # a mark that could be shorter
        b"\2abc\0\0\1\4\0\1x",  # a segment of another kind
        b"\0abc\0\0more",
        b"",
    ],
)
def test_what_is_no_long_register(data: bytes) -> None:
    with pytest.raises(DecodeError):
        read_long(data)


@pytest.mark.parametrize("data", [b"\x40\0\0", b"\2\0\0", b"\0\0\0\0more"])
def test_what_is_no_short_register(data: bytes) -> None:
    with pytest.raises(DecodeError):
        read_short(data, Seating(KEYS[:2]))


def test_what_does_not_fit_is_left_out() -> None:
    who = b"abc"
    draft = Draft(who, 1, 30)
    assert draft.ack(Ack(b"xyz", Mark(1), None), reserve=19)
    assert not draft.ack(Ack(b"xyz", Mark(1), Mark(1)), reserve=17)
    assert not draft.heads([bytes(4)] * 5)
    assert draft.segment(who, Segment(who, Stream.GAME, Mark(5), bytes(100)), least=19) == 0
    assert draft.segment(who, Segment(b"xyz", Stream.GAME, Mark(5), bytes(100)), least=15) == 0
    assert draft.segment(who, Segment(who, Stream.GAME, Mark(5), bytes(100)), least=18) == 18
    assert draft.left == 0
    assert draft.segment(who, Segment(b"xyz", Stream.GAME, Mark(5), b"x")) == 0
    assert not Draft.short(0, 1, 5, [Mark(0)] * 2).talk([Mark(0)] * 2)


def test_the_length_of_a_blob_takes_room_too() -> None:
    for room in range(133, 150):
        draft = Draft(b"abc", 1, room)
        draft.segment(b"abc", Segment(b"xyz", Stream.TALK, Mark(0), bytes(300)))
        assert 0 <= draft.left <= 1
        assert len(draft.done()) == room - draft.left


def test_acks_and_segments_are_bounded() -> None:
    draft = Draft(b"abc", 1, 10**6)
    assert sum(draft.hint(b"xyz", 1) for _ in range(100)) == MAX_ACKS
    assert sum(draft.ack(Ack(b"xyz", Mark(0), Mark(0))) for _ in range(100)) == MAX_ACKS
    assert sum(draft.segment(b"abc", Segment(b"xyz", Stream.GAME, Mark(0), b"x")) for _ in range(100)) == 31
    assert len(read_long(draft.done()).segments) == 31


def test_a_seating_is_of_players_that_can_be_told_apart() -> None:
    assert Seating(KEYS[:2]).digest != Seating(KEYS[1::-1]).digest
    for keys in ((*KEYS, b"x" * 32), KEYS[:1] * 2, (b"short",)):
        with pytest.raises(Breach):
            Seating(keys)
