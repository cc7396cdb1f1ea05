from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TypeAlias

import pytest

from p2pscrabble.bag.prf import pack
from p2pscrabble.bag.seeds import commitment, nonce_commitment, opens_commitment, opens_nonce

Context: TypeAlias = tuple[str, int, int, str, bytes]
SECRET = bytes(range(16))
CONTEXT: Context = ("0123", 0, 1, "Ana", b"K" * 32)
CHANGED: list[Context] = [
    ("0124", 0, 1, "Ana", b"K" * 32),
    ("0123", 1, 1, "Ana", b"K" * 32),
    ("0123", 0, 0, "Ana", b"K" * 32),
    ("0123", 0, 1, "Anna", b"K" * 32),
    ("0123", 0, 1, "Ana", b"L" * 32),
]


def test_known_answers() -> None:
    expected = hashlib.sha512(pack("commit", "0123", 0, 1, "Ana", b"K" * 32, SECRET)).digest()[:32]
    assert commitment(SECRET, *CONTEXT) == expected
    assert commitment(SECRET, *CONTEXT).hex() == "21e14ab18ae4fdbc7aa94fd3ae35b7facfe3fa98bf1e2ffcbb79e4d9520508f4"
    assert (
        nonce_commitment(SECRET, *CONTEXT).hex() == "12f84811a98e50928c12cd79bd1f1f7dd3216f4b04cf7522c7ba2c089b6ac639"
    )


@pytest.mark.parametrize(("make", "opens"), [(commitment, opens_commitment), (nonce_commitment, opens_nonce)])
def test_only_the_secret_of_this_seat_opens_it(make: Callable[..., bytes], opens: Callable[..., bool]) -> None:
    committed = make(SECRET, *CONTEXT)
    assert len(committed) == 32
    assert opens(committed, SECRET, *CONTEXT)
    assert not opens(committed, b"\x01" + SECRET[1:], *CONTEXT)
    assert not opens(committed, SECRET + b"\x00", *CONTEXT)
    assert not opens(committed, b"", *CONTEXT)
    assert not opens(committed[:31], SECRET, *CONTEXT)
    assert not any(opens(committed, SECRET, *context) for context in CHANGED)


def test_a_seed_is_no_nonce() -> None:
    assert not opens_nonce(commitment(SECRET, *CONTEXT), SECRET, *CONTEXT)
    assert not opens_commitment(nonce_commitment(SECRET, *CONTEXT), SECRET, *CONTEXT)


@pytest.mark.parametrize("make", [commitment, nonce_commitment])
@pytest.mark.parametrize("length", [0, 15, 17, 32])
def test_a_secret_has_sixteen_bytes(make: Callable[..., bytes], length: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        make(bytes(length), *CONTEXT)
