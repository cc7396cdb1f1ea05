"""Bytes and numbers as strings of decimal digits, in linear time and within 1 % of what is possible.

Bytes go block by block: 191 bytes are 460 digits, and a last block of k bytes takes as many digits as 256**k - 1
has. Each block is one number with the most significant byte first, filled up with zeros on the left. Every string
of digits comes from one string of bytes at most, so that a text that decodes is the encoding of what it decodes to.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

from p2pscrabble.errors import DecodeError

BLOCK_BYTES: Final = 191
BLOCK_DIGITS: Final = 460

_DIGITS_FOR: Final = tuple(0 if k == 0 else len(str(256**k - 1)) for k in range(BLOCK_BYTES + 1))
_BYTES_FOR: Final = {digits: k for k, digits in enumerate(_DIGITS_FOR)}

_CHUNK: Final = 400  # an interpreter may be set to refuse int() and str() from 640 digits on


def is_digits(text: str) -> bool:
    """Whether the text is made of the digits 0 to 9 alone; other scripts' digits are none, the empty text is."""
    return text.isascii() and (text.isdigit() or not text)


def digits_for(n_bytes: int) -> int:
    """How many digits ``to_digits`` makes of this many bytes."""
    blocks, rest = divmod(n_bytes, BLOCK_BYTES)
    return blocks * BLOCK_DIGITS + _DIGITS_FOR[rest]


def bytes_for(n_digits: int) -> int:
    """The most bytes whose digits are at most this many."""
    blocks, rest = divmod(n_digits, BLOCK_DIGITS)
    return blocks * BLOCK_BYTES + bisect_right(_DIGITS_FOR, rest) - 1


def to_digits(data: bytes) -> str:
    """The bytes as digits, ``digits_for(len(data))`` of them; the first may be 0."""
    return "".join(
        str(int.from_bytes(block)).zfill(_DIGITS_FOR[len(block)])
        for block in (data[at : at + BLOCK_BYTES] for at in range(0, len(data), BLOCK_BYTES))
    )


def from_digits(text: str) -> bytes:
    """The bytes that ``to_digits`` made this text of; raises ``DecodeError`` where it made it of none."""
    if not is_digits(text):
        raise DecodeError("this is not made of digits alone")
    out = bytearray()
    for at in range(0, len(text), BLOCK_DIGITS):
        block = text[at : at + BLOCK_DIGITS]
        count = _BYTES_FOR.get(len(block))
        if count is None:
            raise DecodeError(f"no bytes have {len(text)} digits")
        number = int(block)
        if number >> 8 * count:
            raise DecodeError("a block of digits is too great for its bytes")
        out += number.to_bytes(count)
    return bytes(out)


def number_to_digits(number: int) -> str:
    """A number from 0 on in decimal, without leading zeros; 0 is the empty text."""
    parts: list[str] = []
    while number:
        number, part = divmod(number, 10**_CHUNK)
        parts.append(str(part).zfill(_CHUNK))
    return "".join(reversed(parts)).lstrip("0")


def number_from_digits(text: str, limit: int) -> int:
    """The number that ``number_to_digits`` wrote; ``DecodeError`` for more than ``limit`` digits or a leading zero."""
    if len(text) > limit:
        raise DecodeError(f"a number of more than {limit} digits")
    if not is_digits(text):
        raise DecodeError("this is not made of digits alone")
    if text.startswith("0"):
        raise DecodeError("a number begins with 0")
    number = 0
    for at in range(0, len(text), _CHUNK):
        part = text[at : at + _CHUNK]
        number = number * 10 ** len(part) + int(part)
    return number
