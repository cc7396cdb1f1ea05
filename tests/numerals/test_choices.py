"""Choosers: what a writer notes, a reader finds, in the same order."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.choices import Reader, Writer

weights = st.lists(st.integers(0, 50), min_size=1, max_size=9).filter(any)


@given(st.lists(weights | st.integers(1, 500), max_size=20), st.data())
def test_choices_are_read_as_they_were_written(scales: list[Sequence[int] | int], data: st.DataObject) -> None:
    writer, written = Writer(), []
    for scale in scales:
        if isinstance(scale, int):
            written.append(writer.number(scale, data.draw(st.integers(0, scale - 1))))
        else:
            likely = [choice for choice, weight in enumerate(scale) if weight]
            written.append(writer.choose(scale, data.draw(st.sampled_from(likely))))
    reader = Reader(writer.written)
    read = [reader.number(scale, None) if isinstance(scale, int) else reader.choose(scale, None) for scale in scales]
    assert read == written
    reader.end()


@pytest.mark.parametrize("choice", [None, -1, 1, 2])
def test_a_writer_refuses_what_cannot_be_chosen(choice: int | None) -> None:
    with pytest.raises(ValueError, match="can be made here"):
        Writer().choose((1, 0), choice)


@pytest.mark.parametrize("value", [None, -1, 2])
def test_a_writer_refuses_what_is_not_below_the_radix(value: int | None) -> None:
    with pytest.raises(ValueError, match="is not below 2"):
        Writer().number(2, value)


def test_a_reader_notices_what_is_left() -> None:
    reader = Reader(6)
    assert reader.number(4, None) == 2
    with pytest.raises(DecodeError, match="more than it should"):
        reader.end()
