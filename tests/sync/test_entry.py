import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.sync.entry import MAX_BODY, Entry, Stream, entry_size, genesis, read_entry
from p2pscrabble.sync.identity import Identity

ANA = Identity(b"a" * 32)
BEN = Identity(b"b" * 32)
FIRST = genesis("room", Stream.GAME, ANA.key)


@given(st.integers(0, 255), st.binary(max_size=300), st.integers(0, 2**40))
def test_an_entry_is_read_as_it_was_written(kind: int, body: bytes, index: int) -> None:
    entry = Entry.sign(ANA, FIRST, index, kind, body)
    data = entry.encode()
    assert read_entry(b"xy" + data + b"more", 2, FIRST, index) == (entry, 2 + len(data))
    assert entry.signed_by(ANA.key)
    assert not entry.signed_by(BEN.key)
    for end in range(len(data)):
        assert read_entry(data[:end], 0, FIRST, index) is None


@pytest.mark.parametrize("size", [0, 126, 127, 16_382, 16_383, MAX_BODY])
def test_bodies_of_every_length_class(size: int) -> None:
    entry = Entry.sign(ANA, FIRST, 0, 1, bytes(size))
    assert read_entry(entry.encode(), 0, FIRST, 0) == (entry, len(entry.encode()))


@pytest.mark.parametrize("data", [b"\0", b"\x80\0", b"\x82\x80\x04", b"\xff\xff\x7f", b"\xff\xff\xff\0", b"\x80\x80\0"])
def test_what_no_entry_begins_like(data: bytes) -> None:
    with pytest.raises(DecodeError):
        entry_size(data, 0)


@pytest.mark.parametrize("data", [b"", b"\x80", b"\xff\xff"])
def test_the_length_may_be_cut_off(data: bytes) -> None:
    assert entry_size(data, 0) is None


def test_what_can_be_no_entry() -> None:
    for kind, body in ((-1, b""), (256, b""), (1, bytes(MAX_BODY + 1))):
        with pytest.raises(ValueError, match="no entry"):
            Entry.sign(ANA, FIRST, 0, kind, body)


def test_an_entry_belongs_to_one_place() -> None:
    entry = Entry.sign(ANA, FIRST, 3, 1, b"body")
    for previous, index in ((FIRST, 4), (genesis("other", Stream.GAME, ANA.key), 3)):
        moved = Entry.of(previous, index, 1, b"body", entry.signature)
        assert not moved.signed_by(ANA.key)
        assert moved.hash != entry.hash


def test_logs_begin_apart() -> None:
    begins = {genesis(room, stream, who.key) for room in ("1", "2") for stream in Stream for who in (ANA, BEN)}
    assert len(begins) == 8
