"""Finding the tiles of the racks in a shuffled deck, without seeing any of them.

All seats in turn raise the same list of encrypted tiles to a secret of their own, then open it together. What comes
out are tags: z·M for the tile behind each cipher, z being the product of all their secrets. Equal tiles have equal
tags, and while one seat keeps its secret nobody can tell which tile a tag belongs to. ::

    z_j    secret(seed, "raise", context, H("raised", list))     Z_j = z_j·G
    sent:  Z_j ‖ z_j·a_1 ‖ z_j·b_1 ‖ z_j·a_2 ‖ … ‖ c ‖ z         (64·m + 80 bytes for m ciphers)

The rest is the proof of ``shares``, for the key Z_j and the points a_1, b_1, a_2, …
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pscrabble.bag.group import GENERATOR, POINT_BYTES, Point
from p2pscrabble.bag.prf import h
from p2pscrabble.bag.sealed.deck import Cipher, Deck, encode_deck
from p2pscrabble.bag.sealed.shares import Shares, make_shares, shares_bytes
from p2pscrabble.bag.sealed.transcript import Context, Spread, in_turn, secret
from p2pscrabble.errors import DecodeError, PeerError


def raised_bytes(count: int) -> int:
    """The length of a list of this many ciphers, raised."""
    return POINT_BYTES + shares_bytes(2 * count)


@dataclass(frozen=True, slots=True)
class Raised:
    """Z_j, and the list times z_j with the proof."""

    point: Point
    shares: Shares

    @property
    def deck(self) -> Deck:
        """The list as it goes on."""
        points = self.shares.points
        return tuple(Cipher(a, b) for a, b in zip(points[::2], points[1::2], strict=True))

    def encode(self) -> bytes:
        """64 bytes a cipher, and 80."""
        return self.point.data + self.shares.encode()

    @classmethod
    def decode(cls, data: bytes, count: int) -> Raised:
        """A list of ``count`` ciphers, raised; ``DecodeError`` where these bytes are none."""
        if len(data) != raised_bytes(count):
            raise DecodeError(f"a list of {count} raised has {raised_bytes(count)} bytes, not {len(data)}")
        return cls(Point.decode(data[:POINT_BYTES]), Shares.decode(data[POINT_BYTES:], 2 * count))

    def check(self, context: Context, deck: Deck, spread: Spread = in_turn) -> None:
        """Raises ``Breach`` unless everything in the list was raised to the same secret."""
        self.shares.check(context, self.point, _points(deck), spread)


def raise_deck(seed: bytes, context: Context, deck: Deck) -> Raised:
    """The list as the seat with this seed hands it on."""
    exponent = secret(seed, "raise", context.data, h("raised", encode_deck(deck)))
    return Raised(exponent * GENERATOR, make_shares(seed, context, exponent, _points(deck)))


def found_places(deck: Sequence[Point], racks: Sequence[Point]) -> tuple[int, ...]:
    """Where in the deck each tile of the racks is, by their tags.

    Raises ``PeerError`` where one is not in it, or a tag comes twice. Where the proofs hold that can't be, so it
    charges nobody.
    """
    places = {tag: place for place, tag in enumerate(deck)}
    if len(places) != len(deck) or len(set(racks)) != len(racks) or not places.keys() >= set(racks):
        raise PeerError("the tiles on the racks are not each once in the new deck")
    return tuple(places[tag] for tag in racks)


def _points(deck: Deck) -> tuple[Point, ...]:
    return tuple(point for cipher in deck for point in (cipher.a, cipher.b))
