"""Everything random, from a seed: one packing of labels, one hash, one keyed stream.

::

    pack(a, b, …)        each item: a tag ('b' bytes, 'i' integer, 's' text), its length in four bytes, the item
    h(a, b, …)           SHA-512(pack(a, b, …))
    prf(seed, a, b, …)   BLAKE2b-512(key = seed, pack(a, b, …))
    stream(seed, a, …)   prf(seed, "stream", a, …, 0) ‖ prf(seed, "stream", a, …, 1) ‖ …

Packing is injective: two different lists of labels are never the same bytes. Numbers below a bound come from the
stream by rejection, so each is equally likely.
"""

from __future__ import annotations

import hashlib
from typing import Final, TypeAlias

Label: TypeAlias = bytes | int | str

SEED_BYTES: Final = 16
"""The length of a seed and of a nonce; 128 bits, so that seeds fit the replay number."""


def pack(*items: Label) -> bytes:
    """The items as bytes, each with its type and length before it; integers big-endian in the fewest bytes."""
    out = bytearray()
    for item in items:
        if isinstance(item, bytes):
            tag, data = b"b", item
        elif isinstance(item, str):
            tag, data = b"s", item.encode("utf-8", "surrogatepass")
        else:
            tag, data = b"i", item.to_bytes(item.bit_length() // 8 + 1, "big", signed=True)
        out += tag + len(data).to_bytes(4, "big") + data
    return bytes(out)


def h(*items: Label) -> bytes:
    """SHA-512 of the packed items, 64 bytes."""
    return hashlib.sha512(pack(*items)).digest()


def prf(seed: bytes, *labels: Label) -> bytes:
    """64 bytes that nobody can tell from random without the seed (1 to 64 bytes)."""
    if not seed:
        raise ValueError("an empty seed is no secret")
    return hashlib.blake2b(pack(*labels), key=seed).digest()


class Stream:
    """Random bytes and numbers without end, from a seed and labels; the same again for the same again."""

    __slots__ = ("_block", "_labels", "_seed", "_used")

    def __init__(self, seed: bytes, *labels: Label) -> None:
        self._seed = seed
        self._labels = labels
        self._block = 0
        self._used = b""

    def __repr__(self) -> str:
        """The labels, never the seed."""
        return f"<Stream {self._labels!r}>"

    def take(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        while len(self._used) < count:
            self._used += prf(self._seed, "stream", *self._labels, self._block)
            self._block += 1
        taken, self._used = self._used[:count], self._used[count:]
        return taken

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound`` - 1, each equally likely; takes no bytes where only 0 is possible."""
        if bound < 1:
            raise ValueError(f"there is no number below {bound}")
        size = ((bound - 1).bit_length() + 7) // 8
        fair = (1 << 8 * size) // bound * bound  # what lies above would favour the small numbers: drawn again
        while (value := int.from_bytes(self.take(size), "big")) >= fair:
            pass
        return value % bound

    def permutation(self, size: int) -> tuple[int, ...]:
        """The numbers from 0 to ``size`` - 1 in an order of which all are equally likely (Fisher and Yates)."""
        numbers = list(range(size))
        for last in range(size - 1, 0, -1):
            chosen = self.below(last + 1)
            numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
        return tuple(numbers)


def prf_stream(seed: bytes, *labels: Label) -> Stream:
    """The stream of this seed under these labels."""
    return Stream(seed, *labels)
