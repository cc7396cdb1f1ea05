import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.register import Ack, Draft, Seating
from p2pscrabble.sync.seal import Seal

KEY = bytes(range(64))
SEATING = Seating(tuple(bytes([seat]) * 32 for seat in range(3)))
OTHER = Seating(SEATING.keys[:2])
SEAL = Seal("room", KEY, 256)


def long(counter: int = 7) -> bytes:
    draft = Draft(b"abc", counter, SEAL.room)
    draft.ack(Ack(b"xyz", Mark(1, 2), Mark(3)))
    return draft.done()


def short() -> bytes:
    return Draft.short(1, 7, SEAL.room, [Mark(1), Mark(2)]).done()


def test_both_forms_come_back() -> None:
    assert SEAL.open("a", SEAL.close("a", long(), None), ()).counter == 7
    value = SEAL.close("a", short(), SEATING)
    assert SEAL.open("a", value, (OTHER, SEATING)).who == SEATING.ids[1]
    with pytest.raises(DecodeError):
        SEAL.open("a", value, (OTHER,))
    with pytest.raises(DecodeError):
        SEAL.open("a", value, ())


def test_a_value_is_bound_to_its_variable_its_room_and_its_form() -> None:
    value = SEAL.close("a", long(), None)
    for seal, name, digits in (
        (SEAL, "b", value),
        (SEAL, "\udcff", value),
        (SEAL, "", value),
        (Seal("moor", KEY, 256), "a", value),
        (Seal("room", KEY[::-1], 256), "a", value),
        (SEAL, "a", "2" + value[1:]),
        (SEAL, "a", "3" + value[1:]),
        (Seal("room", KEY, len(value) - 1), "a", value),
    ):
        with pytest.raises(DecodeError):
            seal.open(name, digits, (SEATING,))


@given(st.text(max_size=300) | st.text("0123456789", max_size=300))
def test_any_text_is_an_error(text: str) -> None:
    with pytest.raises(DecodeError):
        SEAL.open("a", text, (SEATING,))


@given(st.data())
def test_a_changed_digit_is_an_error(choose: st.DataObject) -> None:
    value = SEAL.close("a", long(), None)
    at = choose.draw(st.integers(0, len(value) - 1))
    digit = choose.draw(st.sampled_from([digit for digit in "0123456789" if digit != value[at]]))
    with pytest.raises(DecodeError):
        SEAL.open("a", value[:at] + digit + value[at + 1 :], (SEATING,))
    with pytest.raises(DecodeError):
        SEAL.open("a", value[:at], ())


def test_values_are_as_long_as_the_place_allows() -> None:
    for digits in (192, 256, 1000, 100_000):
        seal = Seal("room", KEY, digits)
        assert digits - 4 <= len(seal.close("x", bytes(seal.room), None)) <= digits
        assert seal.close("x", bytes(seal.room), None)[0] == "1"


def test_a_key_has_64_bytes() -> None:
    with pytest.raises(ValueError, match="64"):
        Seal("room", bytes(32), 256)
