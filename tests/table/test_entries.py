"""Every record has one encoding, and every decoder is total."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError, UsageError
from p2pscrabble.game.rules import FIELDS, PRESETS, Rules
from p2pscrabble.table.entries import (
    CHAT_LENGTH,
    NAME_LENGTH,
    PROTOCOL,
    Call,
    Commit,
    Deal,
    Gone,
    Hello,
    Made,
    Reveal,
    Role,
    Room,
    Seat,
    Verdict,
    clean_chat,
    clean_name,
    plain_name,
)


def _cleaned(text: str) -> str | None:
    try:
        return clean_name(text)
    except UsageError:
        return None


names = st.text(min_size=1, max_size=30).map(_cleaned).filter(lambda name: name is not None).map(str)
keys = st.binary(min_size=32, max_size=32)
seeds = st.binary(min_size=16, max_size=16)
attempts = st.integers(1, 2**31)
rules = st.tuples(*(st.integers(0, field.values - 1) for field in FIELDS)).map(Rules.from_numbers)
hellos = st.builds(Hello, st.sampled_from(Role), names, st.text(max_size=7))
rooms = st.builds(Room, st.integers(2, 4), rules, st.sampled_from(Deal), keys, names)
calls = st.builds(
    Call,
    attempts,
    st.lists(st.builds(Seat, keys, names), min_size=2, max_size=4, unique_by=lambda seat: seat.key).map(tuple),
)
commits = st.builds(Commit, st.integers(0, 2**31), keys, keys)
reveals = st.builds(Reveal, seeds, seeds)
verdicts = st.builds(Verdict, st.integers(0, 2**31), keys, st.booleans())
gones = st.builds(Gone, st.integers(0, 3))

DECODERS: list[Callable[[bytes], Hello | Room | Call | Commit | Reveal | Gone | Verdict]] = [
    Hello.decode,
    Room.decode,
    Call.decode,
    Commit.decode,
    Reveal.decode,
    Gone.decode,
    Verdict.decode,
]


@given(st.one_of(hellos, rooms, calls, commits, reveals, gones, verdicts))
def test_what_is_encoded_is_decoded(record: Hello | Room | Call | Commit | Reveal | Gone | Verdict) -> None:
    assert type(record).decode(record.encode()) == record


@given(st.sampled_from(DECODERS), st.binary(max_size=300))
def test_any_bytes_decode_to_what_encodes_to_them_or_to_an_error(
    decode: Callable[[bytes], Hello | Room | Call | Commit | Reveal | Gone | Verdict], data: bytes
) -> None:
    try:
        record = decode(data)
    except DecodeError:
        return
    if not isinstance(record, Hello) or record.protocol == PROTOCOL:
        assert record.encode() == data


@given(st.sampled_from([rooms, calls, commits, verdicts]), st.data())
def test_a_changed_byte_decodes_to_something_else_or_to_an_error(
    strategy: st.SearchStrategy[Room | Call | Commit | Verdict], data: st.DataObject
) -> None:
    record = data.draw(strategy)
    encoded = bytearray(record.encode())
    at = data.draw(st.integers(0, len(encoded) - 1))
    encoded[at] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(DecodeError):
        assert type(record).decode(bytes(encoded)) != record


@given(st.binary(max_size=8), st.integers(0, 10**6), st.booleans())
def test_moves_carry_seconds_only_in_a_timed_game(move: bytes, seconds: int, timed: bool) -> None:
    made = Made(move, seconds if timed else 0)
    assert Made.decode(made.encode(timed), timed) == made
    assert len(made.encode(False)) == len(move)


def test_the_version_of_a_newer_program_can_be_read_whatever_follows_it() -> None:
    hello = Hello.decode(b"\x63\x00 whatever a later version says")
    assert hello.protocol == 99
    assert hello.role is Role.HOST
    assert hello.name == "?"


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_travels(preset: str) -> None:
    room = Room(4, PRESETS[preset], Deal.OPEN, bytes(32), "modern")
    assert Room.decode(room.encode()).rules.preset == preset


def test_a_room_has_two_to_four_seats() -> None:
    room = Room(1, PRESETS["classic"], Deal.OPEN, bytes(32), "modern")
    with pytest.raises(DecodeError, match="two to four"):
        Room.decode(room.encode())


@pytest.mark.parametrize("seats", [(), (Seat(bytes(32), "Ana"),), (Seat(bytes(32), "Ana"), Seat(bytes(32), "Ben"))])
def test_a_call_names_two_to_four_different_seats(seats: tuple[Seat, ...]) -> None:
    with pytest.raises(DecodeError, match="different seats"):
        Call.decode(Call(1, seats).encode())


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ana  ", "Ana"),
        ("Ana\nMaria", "Ana Maria"),
        ("A\u202eB\u0007", "A B"),
        ("x" * 40, "x" * NAME_LENGTH),
        ("e\u0301", "é"),
        ("<b>Ben</b>", "<b>Ben</b>"),
    ],
)
def test_names_are_shown_in_a_plain_form(typed: str, shown: str) -> None:
    assert clean_name(typed) == shown


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u202e", "\ud800"])
def test_a_name_has_something_to_see(typed: str) -> None:
    with pytest.raises(UsageError):
        clean_name(typed)


@given(st.text())
def test_a_plain_name_stays_as_it_is(text: str) -> None:
    name = _cleaned(text)
    if name is not None:
        assert clean_name(name) == name
        assert plain_name(name)


def test_a_name_that_is_not_plain_does_not_decode() -> None:
    for name in (" Ana", "", "A\tB", "A  B", "A\u202eB", "A\u200bB", "x" * 21, "\U000e0041"):
        with pytest.raises(DecodeError, match="plain"):
            Hello.decode(Hello(Role.PLAYER, name, "").encode())


@given(st.text())
def test_chat_is_one_line(text: str) -> None:
    line = clean_chat(text)
    assert clean_chat(line) == line
    assert len(line) <= CHAT_LENGTH
    assert "\n" not in line
    line.encode()


def test_a_name_of_a_newer_unicode_is_plain_everywhere() -> None:
    """Peers with different versions of Python must never differ about what was said."""
    assert plain_name("Ana \U0001fa77")
    assert plain_name("Ana \U0001ffff")
