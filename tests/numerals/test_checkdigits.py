"""Check digits: every slip in copying is noticed, and every text is one number or refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2pscrabble.errors import DamagedNumber, DecodeError, UsageError
from p2pscrabble.numerals.checkdigits import MAX_DIGITS, add_check_digits, grouped, strip_check_digits

numbers = st.integers(0, 10**300)


def test_known_texts() -> None:
    assert add_check_digits(0) == "1068"
    assert add_check_digits(1) == "104761"
    assert add_check_digits(3) == "114170"


@given(numbers)
@example(0)
@example(10**1900)
def test_a_number_comes_back(number: int) -> None:
    text = add_check_digits(number)
    assert len(text) % 2 == 0
    assert text.startswith("1")
    assert int(text) % 97 == 1, "that is ISO 7064, MOD 97-10"
    assert strip_check_digits(text) == number
    assert strip_check_digits(f"  {grouped(text)}\n") == number
    assert strip_check_digits("\r\n".join(text)) == number
    assert grouped(text).replace(" ", "") == text


@given(st.text("0123456789", max_size=40) | numbers.map(add_check_digits))
@example("")
@example("1")
@example("00")
@example("1068")
def test_every_text_is_one_number_or_refused(text: str) -> None:
    try:
        number = strip_check_digits(text)
    except DecodeError:
        return
    assert add_check_digits(number) == text


def check(body: str) -> str:
    """The check digits that make any text right."""
    return body + str(98 - int(body) * 100 % 97).zfill(2)


def test_wrong_forms_with_right_check_digits() -> None:
    with pytest.raises(DamagedNumber, match="later version"):
        strip_check_digits(check("20"))
    with pytest.raises(DamagedNumber, match="swapped"):
        strip_check_digits(check("11"))
    with pytest.raises(DamagedNumber, match="swapped"):
        strip_check_digits(check("1" + "0" * 3))
    with pytest.raises(DamagedNumber, match="missing"):
        strip_check_digits(check("10") + "0")
    with pytest.raises(DamagedNumber, match="missing"):
        strip_check_digits("01")


def test_check_digits_have_one_form() -> None:
    number = next(number for number in range(1000) if add_check_digits(number).endswith("98"))
    text = add_check_digits(number)
    other = text[:-2] + "01"
    assert int(other) % 97 == 1
    with pytest.raises(DamagedNumber):
        strip_check_digits(other)


@pytest.mark.parametrize("text", ["", " ", "1O68", "-1068", "1068.", "١٠٦٨", "0x10", "1_068"])
def test_what_is_no_digits_is_refused(text: str) -> None:
    with pytest.raises(DecodeError, match="digits alone"):
        strip_check_digits(text)


def test_lengths_are_bounded() -> None:
    longest = 10 ** (MAX_DIGITS - 6)
    assert len(add_check_digits(longest)) <= MAX_DIGITS
    with pytest.raises(UsageError, match="too long"):
        add_check_digits(10**MAX_DIGITS)
    for text in ("1" * (MAX_DIGITS + 1), "1" * 100_000, " " * 100_000 + "1068"):
        with pytest.raises(DecodeError, match="more than"):
            strip_check_digits(text)


@given(st.integers(10**200, 10**1900), st.data())
def test_any_two_digits_swapped_are_noticed(number: int, data: st.DataObject) -> None:
    text = add_check_digits(number)
    a = data.draw(st.integers(0, len(text) - 1))
    b = data.draw(st.integers(0, len(text) - 1) | st.sampled_from(range(a % 96, len(text), 96)))
    a, b = min(a, b), max(a, b)
    if text[a] != text[b]:
        with pytest.raises(DamagedNumber):
            strip_check_digits(text[:a] + text[b] + text[a + 1 : b] + text[a] + text[b + 1 :])


@pytest.mark.parametrize("number", [0, 1, 12345678901234567890, 7**250])
def test_every_single_slip_is_noticed(number: int) -> None:
    text = add_check_digits(number)
    for at in range(len(text)):
        with pytest.raises(DecodeError):
            strip_check_digits(text[:at] + text[at + 1 :])
        for digit in "0123456789":
            with pytest.raises(DamagedNumber):
                strip_check_digits(text[:at] + digit + text[at:])
            if digit != text[at]:
                with pytest.raises(DamagedNumber):
                    strip_check_digits(text[:at] + digit + text[at + 1 :])
    for digit in "0123456789":
        with pytest.raises(DamagedNumber):
            strip_check_digits(text + digit)
