"""Encrypted tiles and decks of them (ElGamal), and the public points that stand for the hundred tiles.

::

    M_i            hash_to_group("p2pscrabble sealed 1", "tile", i), i = 0 … 99
    h_i            hash_to_group("p2pscrabble sealed 1", "h", i), i = 0 … 100
    cipher         (a, b) = (r·G, M + r·K) under the key K; 64 bytes, a ‖ b
    fresh          (G, M_i + K), r = 1: what everyone knows to be tile i
    re-encrypted   (a + r·G, b + r·K)
    opened         b − x·a, where K = x·G

Nobody knows how any two of the M_i and h_i relate, so a tile's number can't be told from its cipher without the key,
nor from M_i times a secret number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from p2pscrabble.bag.group import GENERATOR, POINT_BYTES, Point, Scalar, hash_to_group
from p2pscrabble.errors import DecodeError, PeerError
from p2pscrabble.game.tiles import BAG_SIZE

CIPHER_BYTES: Final = 2 * POINT_BYTES
_DOMAIN: Final = "p2pscrabble sealed 1"


@dataclass(frozen=True, slots=True)
class Cipher:
    """One encrypted tile."""

    a: Point
    b: Point

    def encode(self) -> bytes:
        """64 bytes."""
        return self.a.data + self.b.data

    @classmethod
    def decode(cls, data: bytes) -> Cipher:
        """``DecodeError`` unless these are two points of the group, neither the identity."""
        if len(data) != CIPHER_BYTES:
            raise DecodeError(f"an encrypted tile has {CIPHER_BYTES} bytes, not {len(data)}")
        return cls(Point.decode(data[:POINT_BYTES]), Point.decode(data[POINT_BYTES:]))

    def reencrypted(self, factor: Scalar, key: Point) -> Cipher:
        """The same tile under the same key; nobody without factor or key can tell that it is."""
        return Cipher(self.a + factor * GENERATOR, self.b + factor * key)


Deck: TypeAlias = tuple[Cipher, ...]
"""Encrypted tiles in their order, the front first."""


def encode_deck(deck: Iterable[Cipher]) -> bytes:
    """64 bytes a tile."""
    return b"".join([half.data for cipher in deck for half in (cipher.a, cipher.b)])


def decode_deck(data: bytes, size: int) -> Deck:
    """A deck of ``size`` tiles; ``DecodeError`` where it is another number, or one of them can't be."""
    if len(data) != size * CIPHER_BYTES:
        raise DecodeError(f"a deck of {size} tiles has {size * CIPHER_BYTES} bytes, not {len(data)}")
    return tuple(Cipher.decode(data[at : at + CIPHER_BYTES]) for at in range(0, len(data), CIPHER_BYTES))


@lru_cache(maxsize=1)
def tile_points() -> tuple[Point, ...]:
    """M_0 … M_99."""
    return tuple(hash_to_group(_DOMAIN, "tile", number) for number in range(BAG_SIZE))


@lru_cache(maxsize=1)
def generators() -> tuple[Point, ...]:
    """h_0 … h_100, to which a proof of a shuffle commits its permutation."""
    return tuple(hash_to_group(_DOMAIN, "h", number) for number in range(BAG_SIZE + 1))


@lru_cache(maxsize=1)
def _tile_numbers() -> dict[Point, int]:
    return {point: number for number, point in enumerate(tile_points())}


def tile_at(point: Point) -> int:
    """The number of the tile that this point stands for.

    Raises ``PeerError`` where it stands for none. In a deck whose proofs hold that can't be, so it charges nobody.
    """
    try:
        return _tile_numbers()[point]
    except KeyError:
        raise PeerError("an encrypted tile opened to something that is no tile") from None


def fresh(tile: int, key: Point) -> Cipher:
    """A tile that everyone may know, in the one form that everyone can repeat."""
    return Cipher(GENERATOR, tile_points()[tile] + key)


def fresh_deck(tiles: Sequence[int], key: Point) -> Deck:
    """These tiles, by their numbers, in this order."""
    return tuple(fresh(tile, key) for tile in tiles)
