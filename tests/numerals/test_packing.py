"""Records: shortest forms only, everything else refused."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.packing import MAX_UINT, Packer, Unpacker


@given(st.integers(0, MAX_UINT), st.binary(max_size=200), st.text(max_size=50), st.binary(max_size=20))
@example(0, b"", "", b"")
@example(127, b"", "", b"")
@example(128, b"", "", b"")
@example(MAX_UINT, b"", "", b"")
def test_a_record_comes_back(number: int, blob: bytes, text: str, rest: bytes) -> None:
    record = Packer().uint(number).blob(blob).text(text).raw(b"abc").raw(rest).done()
    reader = Unpacker(record)
    assert (reader.uint(), reader.blob(200), reader.text(200), reader.raw(3)) == (number, blob, text, b"abc")
    assert reader.left == len(rest)
    assert reader.rest() == rest
    reader.end()


@given(st.binary(max_size=40))
@example(b"\x80\x00")
@example(b"\x80" * 10)
@example(b"\xff" * 8 + b"\x7f")
@example(b"\xff" * 9 + b"\x00")
def test_every_record_is_canonical_or_refused(data: bytes) -> None:
    reader = Unpacker(data)
    try:
        number, text, blob = reader.uint(), reader.text(20), reader.blob(20)
        reader.end()
    except DecodeError:
        return
    assert Packer().uint(number).text(text).blob(blob).done() == data


@pytest.mark.parametrize("value", [-1, MAX_UINT + 1])
def test_a_number_that_does_not_fit_is_not_written(value: int) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Packer().uint(value)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "cut off"),
        (b"\x80", "cut off"),
        (b"\x80" * 9 + b"\x01", "cut off"),
        (b"\x81\x00", "shortest form"),
        (b"\x0b", "more than 10"),
    ],
)
def test_numbers_that_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(DecodeError, match=why):
        Unpacker(data).uint(10)


def test_texts_and_lengths_that_are_refused() -> None:
    with pytest.raises(DecodeError, match="UTF-8"):
        Unpacker(b"\x01\xff").text(10)
    with pytest.raises(DecodeError, match="cut off"):
        Unpacker(b"\x02a").text(10)
    with pytest.raises(DecodeError, match="more than 1"):
        Unpacker(b"\x02ab").blob(1)
    with pytest.raises(DecodeError, match="2 bytes too many"):
        Unpacker(b"ab").end()
