"""Mixed radix and weights: exact inverses, last in first out."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.radix import Decoder, Encoder


@st.composite
def choices(draw: st.DrawFn) -> list[tuple[int, int | list[int]]]:
    """Choices to push: each an index and a radix, or an index and weights."""
    out: list[tuple[int, int | list[int]]] = []
    for _ in range(draw(st.integers(0, 30))):
        if draw(st.booleans()):
            radix = draw(st.integers(1, 1000))
            out.append((draw(st.integers(0, radix - 1)), radix))
        else:
            weights = draw(st.lists(st.integers(0, 50), min_size=1, max_size=20).filter(any))
            out.append((draw(st.sampled_from([i for i, weight in enumerate(weights) if weight])), weights))
    return out


def test_the_example_of_the_docstring() -> None:
    assert Encoder().push(3, 10).push(1, 2).number == 7
    decoder = Decoder(7)
    assert (decoder.pop(2), decoder.pop(10)) == (1, 3)
    decoder.end()


@given(choices())
def test_what_is_pushed_is_popped_in_reverse(pushed: list[tuple[int, int | list[int]]]) -> None:
    encoder = Encoder()
    for value, scale in pushed:
        if isinstance(scale, int):
            encoder.push(value, scale)
        else:
            encoder.push_weighted(value, scale)
    decoder = Decoder(encoder.number)
    for value, scale in reversed(pushed):
        assert value == (decoder.pop(scale) if isinstance(scale, int) else decoder.pop_weighted(scale))
    decoder.end()


@given(st.integers(0, 10**40), st.lists(st.integers(0, 50), min_size=1).filter(any))
def test_every_number_is_one_choice_on_another_number(number: int, weights: list[int]) -> None:
    decoder = Decoder(number)
    choice = decoder.pop_weighted(weights)
    assert weights[choice] > 0
    assert decoder.number <= number
    assert Encoder(decoder.number).push_weighted(choice, weights).number == number


@given(st.integers(0, 10**40), st.integers(1, 10**6))
def test_every_number_is_one_digit_on_another_number(number: int, radix: int) -> None:
    decoder = Decoder(number)
    value = decoder.pop(radix)
    assert Encoder(decoder.number).push(value, radix).number == number


def test_a_likely_choice_costs_what_it_should() -> None:
    encoder = Encoder(2**100)
    for _ in range(1000):
        encoder.push_weighted(0, (15, 1))
    assert encoder.number.bit_length() - 101 == pytest.approx(1000 * math.log2(16 / 15), abs=2)


@pytest.mark.parametrize(("value", "radix"), [(2, 2), (-1, 2), (0, 0)])
def test_a_digit_outside_its_radix_is_refused(value: int, radix: int) -> None:
    with pytest.raises(ValueError, match="is not below"):
        Encoder().push(value, radix)


@pytest.mark.parametrize("choice", [-1, 1, 3])
def test_a_choice_without_weight_is_refused(choice: int) -> None:
    with pytest.raises(ValueError, match="no weight"):
        Encoder().push_weighted(choice, (1, 0, 2))


def test_what_is_left_over_is_refused() -> None:
    decoder = Decoder(5)
    decoder.pop(5)
    with pytest.raises(DecodeError):
        decoder.end()
