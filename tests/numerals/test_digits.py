"""Bytes and numbers as digits: exact lengths, both directions, and nothing but ASCII digits."""

from __future__ import annotations

import math
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.digits import (
    BLOCK_BYTES,
    BLOCK_DIGITS,
    bytes_for,
    digits_for,
    from_digits,
    is_digits,
    number_from_digits,
    number_to_digits,
    to_digits,
)

digit_texts = st.text("0123456789", max_size=1000)


def test_known_values() -> None:
    assert to_digits(b"") == ""
    assert to_digits(b"\0") == "000"
    assert to_digits(b"\xff") == "255"
    assert to_digits(b"\1\0") == "00256"
    assert to_digits(b"\xff" * 191) == str(256**191 - 1)
    assert to_digits(b"\xff" * 192) == str(256**191 - 1) + "255"


def test_a_whole_block_is_within_a_thousandth_of_the_ideal() -> None:
    assert digits_for(BLOCK_BYTES) == BLOCK_DIGITS
    assert BLOCK_BYTES * 8 * math.log10(2) * 1.001 > BLOCK_DIGITS


@pytest.mark.parametrize("count", range(BLOCK_BYTES + 1))
def test_the_last_block_takes_as_many_digits_as_its_greatest_number(count: int) -> None:
    assert len(to_digits(b"\xff" * count)) == digits_for(count)
    assert digits_for(count) == math.ceil(8 * count * math.log10(2))


@given(st.binary(max_size=1000))
def test_bytes_come_back(data: bytes) -> None:
    digits = to_digits(data)
    assert len(digits) == digits_for(len(data))
    assert is_digits(digits)
    assert from_digits(digits) == data


@given(digit_texts)
@example("256")
@example("9" * 460)
@example("9" * 461)
def test_every_text_decodes_to_what_encodes_to_it_or_is_refused(text: str) -> None:
    try:
        data = from_digits(text)
    except DecodeError:
        return
    assert to_digits(data) == text


@given(st.integers(0, 10_000))
def test_capacity_is_exact(n_digits: int) -> None:
    count = bytes_for(n_digits)
    assert digits_for(count) <= n_digits < digits_for(count + 1)


def test_capacities_of_real_places() -> None:
    assert bytes_for(0) == bytes_for(2) == 0
    assert bytes_for(3) == 1
    assert bytes_for(256) == 106
    assert bytes_for(100_000) == 41_521


@pytest.mark.parametrize("text", ["١٢٣", "1２3", "²²²", "12 ", "-12", "+12", "1_2", "0x1", "\n12"])
def test_other_scripts_and_signs_are_no_digits(text: str) -> None:
    assert not is_digits(text)
    with pytest.raises(DecodeError):
        from_digits(text)
    with pytest.raises(DecodeError):
        number_from_digits(text, 100)


@pytest.mark.parametrize(("text", "why"), [("256", "too great"), ("9" * 460, "too great"), ("1", "no bytes have 1 ")])
def test_refusals_say_why(text: str, why: str) -> None:
    with pytest.raises(DecodeError, match=why):
        from_digits(text)


def test_a_million_digits_take_linear_time() -> None:
    text = "0" * 460 * 2174
    start = time.perf_counter()
    assert len(from_digits(text)) == 191 * 2174
    assert time.perf_counter() - start < 2


@given(st.integers(0, 10**1000))
@example(0)
@example(10**400)
@example(10**4400)
def test_numbers_come_back(number: int) -> None:
    text = number_to_digits(number)
    assert not text.startswith("0")
    assert number_from_digits(text, 5000) == number


@given(digit_texts)
def test_every_text_of_a_number_is_canonical_or_refused(text: str) -> None:
    try:
        number = number_from_digits(text, 1000)
    except DecodeError:
        assert text.startswith("0")
        return
    assert number_to_digits(number) == text
    assert number == int(text or "0")


def test_numbers_are_bounded() -> None:
    assert number_from_digits("12", 2) == 12
    with pytest.raises(DecodeError, match="more than 2"):
        number_from_digits("123", 2)
