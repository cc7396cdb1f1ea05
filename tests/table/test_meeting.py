"""Where a room meets, as its host says it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals import Packer
from p2pscrabble.table import MAX_RELAYS, Meeting
from p2pscrabble.table.entries import ADDRESS_LENGTH

ADDRESSES = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=ADDRESS_LENGTH)


@given(st.lists(ADDRESSES, max_size=MAX_RELAYS, unique=True))
def test_what_is_written_is_read(relays: list[str]) -> None:
    meeting = Meeting(tuple(relays))
    assert Meeting.decode(meeting.encode()) == meeting


@given(st.binary(max_size=300))
def test_any_bytes_are_one_meeting_or_none(data: bytes) -> None:
    try:
        meeting = Meeting.decode(data)
    except DecodeError:
        return
    assert meeting.encode() == data


@pytest.mark.parametrize("relays", [("a",) * 2, ("ä",), ("a\nb",), tuple("abcde"), ("a" * (ADDRESS_LENGTH + 1),)])
def test_what_is_refused(relays: tuple[str, ...]) -> None:
    with pytest.raises(DecodeError):
        Meeting.decode(Meeting(relays).encode())


def test_nothing_may_follow() -> None:
    with pytest.raises(DecodeError):
        Meeting.decode(Packer().uint(0).uint(0).done())
