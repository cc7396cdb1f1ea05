import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import UsageError
from p2pscrabble.sync import log as module
from p2pscrabble.sync.entry import HELLO, Entry, Stream, genesis
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.log import CONTRADICTED, FULL, UNREADABLE, UNSIGNED, Log, Mark

ANA = Identity(b"a" * 32)
BEN = Identity(b"b" * 32)


def written(*bodies: bytes, who: Identity = ANA, room: str = "room") -> Log:
    log = Log(room, Stream.GAME, key=who.key)
    log.add(who, HELLO, who.key + b"name")
    for body in bodies:
        log.add(who, 1, body)
    return log


def data(log: Log) -> bytes:
    return log.data(0, log.length)


LONG = written(*[bytes([at]) * at * 7 for at in range(12)])


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(1, 1000), st.booleans()), max_size=20))
def test_any_pieces_that_join_make_the_log(pieces: list[tuple[float, int, bool]]) -> None:
    copy = Log("room", Stream.GAME, id=ANA.id)
    whole = data(LONG)
    for where, size, forgotten in [*pieces, (1.0, len(whole), False)]:
        start = int(where * copy.held)
        copy.take(start, whole[start : start + size])
        if forgotten:
            copy.settle()
    assert data(copy) == whole
    assert list(copy.entries) == list(LONG.entries)
    assert (copy.head, copy.key) == (LONG.head, ANA.key)
    assert copy.head == copy.entries[-1].hash


def test_a_copy_whose_key_is_known_begins_with_that_key() -> None:
    other = Log("room", Stream.GAME, key=ANA.key)
    assert other.head == genesis("room", Stream.GAME, ANA.key)
    entry = Entry.sign(ANA, other.head, 0, HELLO, BEN.key)
    assert other.take(0, entry.encode()).fault == UNSIGNED
    entry = Entry.sign(ANA, other.head, 0, 1, ANA.key)
    assert other.take(0, entry.encode()).fault == UNSIGNED
    assert other.take(0, data(LONG)).entries == len(LONG.entries)


def test_a_copy_whose_id_is_known_begins_with_a_key_of_that_id() -> None:
    for wrong in (written(who=BEN), written(room="elsewhere")):
        copy = Log("room", Stream.GAME, id=ANA.id)
        assert copy.take(0, data(wrong)).fault == UNSIGNED
        assert (copy.held, copy.key, copy.head) == (0, None, b"")
    for kind, body in ((1, ANA.key), (HELLO, ANA.key[:31])):
        copy = Log("room", Stream.GAME, id=ANA.id)
        entry = Entry.sign(ANA, genesis("room", Stream.GAME, ANA.key), 0, kind, body)
        assert copy.take(0, entry.encode()).fault == UNSIGNED


def test_a_talk_log_needs_no_hello() -> None:
    log = Log("room", Stream.TALK, key=ANA.key)
    log.add(ANA, 0, b"hi")
    copy = Log("room", Stream.TALK, key=ANA.key)
    assert copy.take(0, data(log)).entries == 1


def test_a_bad_tail_is_dropped_and_the_right_bytes_are_taken_afterwards() -> None:
    copy = Log("room", Stream.GAME, id=ANA.id)
    whole = data(LONG)
    at = LONG.start(4)
    taken = copy.take(0, whole[:at] + b"\0rubbish")
    assert (taken.entries, taken.fault, taken.more) == (4, UNREADABLE, True)
    assert copy.held == copy.length == at
    forged = bytearray(whole[at : LONG.start(5)])
    forged[-1] ^= 1
    taken = copy.take(at, bytes(forged))
    assert (taken.entries, taken.fault, taken.more) == (0, UNSIGNED, False)
    assert copy.take(at, whole[at:]).fault == ""
    assert data(copy) == whole


def test_what_is_known_is_nothing_new() -> None:
    copy = Log("room", Stream.GAME, id=ANA.id)
    whole = data(LONG)
    copy.take(0, whole[:-10])
    for start, end in ((0, 50), (100, len(whole) - 10), (copy.length, copy.length + 5), (copy.held, copy.held)):
        assert not copy.take(start, whole[start:end]).more
    assert copy.take(100, whole[100:]).entries == 1


def test_the_newest_of_unsigned_bytes_is_believed() -> None:
    copy = Log("room", Stream.GAME, id=ANA.id)
    whole = data(LONG)
    copy.take(0, b"\x7fforged")
    assert copy.take(3, whole[3:20]).more
    assert copy.take(0, whole[:10]).more
    assert copy.held == 10
    assert copy.take(10, whole[10:]).fault == ""
    assert data(copy) == whole


def test_bytes_that_nobody_signed_cannot_contradict() -> None:
    copy = written(b"one", b"two")
    for offset, wrong in ((5, b"???"), (copy.start(1), b"\0"), (copy.start(1), bytes([4]) + b"\1ONE" + bytes(64))):
        taken = copy.take(offset, wrong)
        assert (taken.fault, taken.fork, taken.more) == (CONTRADICTED, None, False)
    assert len(copy.entries) == 3


@pytest.mark.parametrize("before", [0, 1, 30])
def test_two_stories_are_both_kept(before: int) -> None:
    copy, other = written(b"one", b"two"), written(b"one", b"TWO", b"three")
    start = copy.start(2)
    taken = copy.take(start - before, data(other)[start - before :])
    assert taken.fork == (copy.entries[2], other.entries[2])
    assert not taken.more
    assert copy.entries[2].body == b"two"
    inside = start + 2
    assert copy.take(inside, data(other)[inside:]).fork == (copy.entries[2], other.entries[2])


def test_the_other_story_may_come_in_pieces() -> None:
    copy, other = written(b"one", b"two"), written(b"one", b"TWO")
    start = copy.start(2)
    theirs = data(other)
    for at in range(start, len(theirs) - 20, 20):
        assert copy.take(at, theirs[at : at + 20]).fault == CONTRADICTED
    end = at + 20
    assert copy.take(end, theirs[end:]).fork == (copy.entries[2], other.entries[2])


def test_a_story_after_another_is_not_evidence_by_itself() -> None:
    copy, other = written(b"one", b"two"), written(b"ONE", b"TWO")
    start = copy.start(2)
    assert copy.take(start, data(other)[start:]).fault == CONTRADICTED


def test_places() -> None:
    copy = Log("room", Stream.GAME, id=ANA.id)
    copy.take(0, data(LONG)[: LONG.start(3) + 5])
    assert [copy.place(Mark(*mark)) for mark in ((0, 0), (3, 0), (3, 5), (3, 6), (4, 0), (2, 10**6))] == [
        0, LONG.start(3), LONG.start(3) + 5, None, None, None,
    ]  # fmt: skip
    for offset in (0, 1, LONG.start(2) - 1, LONG.start(2), LONG.start(3)):
        assert copy.place(copy.mark(offset)) == offset
    assert copy.mark(copy.length) == (3, 0)
    copy.settle()
    assert copy.held == copy.length == LONG.start(3)


def test_one_says_nothing_after_half_an_entry() -> None:
    log = written(b"one")
    log.take(log.length, b"\x7fhalf of something")
    log.add(ANA, 1, b"two")
    copy = Log("room", Stream.GAME, id=ANA.id)
    assert copy.take(0, data(log)).entries == 3


def test_a_log_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_LOG", LONG.start(5) + 20)
    copy = Log("room", Stream.GAME, id=ANA.id)
    taken = copy.take(0, data(LONG))
    assert (taken.entries, taken.fault) == (5, FULL)
    log = written(b"one")
    with pytest.raises(UsageError, match="full"):
        log.add(ANA, 1, bytes(60_000))
    log.add(ANA, 1, b"two")
