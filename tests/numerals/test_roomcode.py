"""Room codes: entropy, the check digit, what people paste, and what is stretched from the code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DamagedNumber, DecodeError
from p2pscrabble.numerals.digits import is_digits
from p2pscrabble.numerals.roomcode import Invitation, RoomCode, parse_invitation

codes = st.binary(min_size=16, max_size=32).map(RoomCode.random)


def test_damms_own_example() -> None:
    assert RoomCode("0000000000005724").digits == "0000000000005724"
    assert str(RoomCode("0000000000005724")) == "0000 0000 0000 5724"


@given(codes)
def test_a_code_is_sixteen_digits_and_reads_back(code: RoomCode) -> None:
    assert is_digits(code.digits)
    assert len(code.digits) == 16
    assert [len(group) for group in str(code).split(" ")] == [4, 4, 4, 4]
    for text in (code.digits, str(code), f"  {code}\n", str(code).replace(" ", "-"), str(code).replace(" ", "–")):
        assert RoomCode.parse(text) == code
        assert parse_invitation(text) == Invitation(None, code)


def test_a_code_holds_49_bits() -> None:
    assert RoomCode.random((10**15).to_bytes(16)) == RoomCode.random(bytes(16))
    assert RoomCode.random((10**15 - 1).to_bytes(16)).digits.startswith("9" * 15)
    with pytest.raises(ValueError, match="random bytes"):
        RoomCode.random(bytes(15))


@given(codes, st.integers(0, 15), st.integers(1, 9))
def test_a_wrong_digit_is_noticed(code: RoomCode, at: int, by: int) -> None:
    wrong = str((int(code.digits[at]) + by) % 10)
    with pytest.raises(DamagedNumber):
        RoomCode.parse(code.digits[:at] + wrong + code.digits[at + 1 :])


@given(codes, st.integers(0, 14))
def test_swapped_neighbours_are_noticed(code: RoomCode, at: int) -> None:
    a, b = code.digits[at], code.digits[at + 1]
    swapped = code.digits[:at] + b + a + code.digits[at + 2 :]
    if a != b:
        with pytest.raises(DamagedNumber):
            RoomCode.parse(swapped)


@given(codes, st.integers(0, 15), st.sampled_from("0123456789"))
def test_a_digit_missing_or_too_many_is_noticed(code: RoomCode, at: int, digit: str) -> None:
    with pytest.raises(DamagedNumber, match="this has 15"):
        RoomCode.parse(code.digits[:at] + code.digits[at + 1 :])
    with pytest.raises(DamagedNumber, match="this has 17"):
        RoomCode.parse(code.digits[:at] + digit + code.digits[at:])


@given(st.text("0123456789 -", max_size=24))
def test_every_text_is_one_code_or_refused(text: str) -> None:
    try:
        code = RoomCode.parse(text)
    except DecodeError:
        return
    assert code.digits == text.replace(" ", "").replace("-", "")


@pytest.mark.parametrize("text", ["", "hello", "4821 7730 9152 084x", "٤" * 16, "1" * 100_000, "+" + "0" * 15])
def test_what_is_no_code_is_refused(text: str) -> None:
    with pytest.raises(DecodeError):
        RoomCode.parse(text)
    with pytest.raises(DecodeError):
        parse_invitation(text)


CODE = RoomCode("0000000000005724")


@pytest.mark.parametrize(
    "relay",
    [
        "ws://192.168.1.20:8765/",
        "wss://relay.example",
        "ws://[::1]:8765/",
        "wss://relay.example:443/scrabble",
        "direct:///",
        "direct://192.0.2.1:41555,[2001:db8::1]:41555/",
        "direct://host.example:1/",
    ],
)
def test_a_link_names_the_relay(relay: str) -> None:
    invitation = parse_invitation(f" {relay}#{CODE.digits} ")
    assert invitation == Invitation(relay, CODE)
    assert parse_invitation(str(invitation)) == invitation
    assert parse_invitation(f"{relay}#{CODE}") == invitation


def test_a_code_alone_prints_as_the_code() -> None:
    assert str(Invitation(None, CODE)) == "0000 0000 0000 5724"


@pytest.mark.parametrize(
    "relay",
    [
        "",
        "http://192.168.1.20:8765/",
        "javascript://x/",
        "ws:///",
        "ws://",
        "ws://host:99999/",
        "ws://host:port/",
        "ws://[::1/",
        "ws://host/#x",
        "direct://host/",
        "direct://host:1,/",
        "direct://host:1/path",
        "direct://h st:1/",
        "ws://ho st/",
        "ws://host/\x7f",
    ],
)
def test_links_that_name_no_relay_are_refused(relay: str) -> None:
    with pytest.raises(DecodeError):
        parse_invitation(f"{relay}#{CODE.digits}")


def test_a_link_with_a_damaged_code_says_so() -> None:
    with pytest.raises(DamagedNumber):
        parse_invitation("ws://host/#0000000000005725")


def test_the_secrets_are_fixed_for_ever() -> None:
    secrets = CODE.secrets()
    assert is_digits(secrets.room_id)
    assert len(secrets.room_id) == 30
    assert len(secrets.key) == 64
    assert secrets == RoomCode.parse(str(CODE)).secrets()
    assert secrets.room_id == "123101729018858360437047358127"
    assert secrets.key.hex()[:16] == "79dfc0b07b4ec651"
    other = RoomCode.random(bytes(16)).secrets()
    assert other.room_id != secrets.room_id
    assert other.key != secrets.key


def test_no_secret_shows_in_a_repr() -> None:
    assert CODE.digits not in repr(Invitation(None, CODE))
    assert CODE.secrets().key.hex()[:8] not in repr(CODE.secrets())
    assert "key" not in repr(CODE.secrets())
