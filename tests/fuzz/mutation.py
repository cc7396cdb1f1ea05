"""Hostile bytes: random ones, and valid ones with something changed."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

LONGEST: Final = 4_096
"""Inputs are cut to this many bytes, unless what they were made from is longer already."""
_NUMBERS: Final = (b"0", b"1", b"-1", b"9" * 30, b"1e999", b"\x00", b"\x7f", b"\x80", b"\xff", b"\xff" * 9, b"\x80" * 9)
_TEXTS: Final = (
    b"\n", b"\r\n", b"{", b"}", b"[" * 50, b'"', b"\\u0000", b"\\ud800", b"null", b"true", b"\xe2\x98\x81 ", b"\xc3",
    b"#", b"://", b"ws://", b" ", b"\xe2\x80\xae", b"?", b"A", b"8H", b"exchange ", b"*", b"%00",
)  # fmt: skip


def hostile(rng: random.Random, valid: Sequence[bytes]) -> bytes:
    """One input, at random."""
    if not valid or rng.random() < 0.05:
        return rng.randbytes(rng.choice((0, 1, 2, 5, 16, 33, 64, 200)))
    data = rng.choice(valid)
    limit = max(LONGEST, len(data))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        data = _changed(rng, data, valid)
    return data[:limit]


def _changed(rng: random.Random, data: bytes, valid: Sequence[bytes]) -> bytes:
    at = rng.randrange(len(data) + 1)
    end = min(len(data), at + rng.choice((0, 1, 1, 2, 4, 8, 32)))
    match rng.randrange(10):
        case 0 | 1:  # one bit
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :] if at < len(data) else data
        case 2:
            return data[:at] + bytes([rng.randrange(256)]) + data[at + 1 :]
        case 3:
            return data[:at] + data[end:]
        case 4:
            return data[:at] + rng.randbytes(rng.choice((1, 1, 2, 4, 32))) + data[end:]
        case 5:
            return data[:at] + rng.choice(_NUMBERS) + data[end:]
        case 6:
            return data[:at] + rng.choice(_TEXTS) + data[end:]
        case 7:
            return data[:end] + data[at:end] * rng.choice((1, 2, 50)) + data[end:]
        case 8:
            other = rng.choice(valid)
            return data[:at] + other[rng.randrange(len(other) + 1) :]
        case _:
            return data[: rng.randrange(len(data) + 1)] if rng.random() < 0.3 else _digit(rng, data, at)


def _digit(rng: random.Random, data: bytes, at: int) -> bytes:
    """Another digit where one stands."""
    found = next((place for place in range(at, len(data)) if 48 <= data[place] <= 57), None)
    return data if found is None else data[:found] + b"%d" % rng.randrange(10) + data[found + 1 :]
