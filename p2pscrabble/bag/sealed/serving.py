"""Serving a draw: all other seats give their shares for the tiles drawn, and then their holder alone can read them.

One serving at a time: nothing else is drawn or put back before it is complete. Its tiles are on no rack until then,
and what goes back in an exchange is on the rack until then; so a serving that a leaver breaks off leaves no trace.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pscrabble.bag.group import Point, point_sum
from p2pscrabble.bag.sealed.deck import Cipher, Deck
from p2pscrabble.bag.sealed.duties import Checking, Kind
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.shares import Shares, make_shares
from p2pscrabble.bag.sealed.slots import Slot
from p2pscrabble.bag.sealed.transcript import Context, Purpose, Spread, in_turn


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile that was drawn and can't be read yet."""

    holder: int
    number: int
    cipher: Cipher


@dataclass(frozen=True, slots=True)
class Serving:
    """A draw that is being served.

    ``shares`` has for each seat what it gave, ``None`` where nothing has come. When all is there, the slots ``back`` of
    the holder go into the bag, which ``seats`` then shuffle, and the slots ``replaced`` are no more: those of a rack
    that its holder has shuffled.
    """

    game_id: bytes
    epoch: int
    number: int
    seats: tuple[int, ...]
    drawn: tuple[DrawnTile, ...]
    shares: tuple[tuple[Point, ...] | None, ...]
    back: tuple[int, ...] = ()
    replaced: tuple[int, ...] = ()

    def bases(self, seat: int) -> tuple[Point, ...]:
        """What this seat has to give shares for: everything that others drew."""
        return tuple(drawn.cipher.a for drawn in self.drawn if drawn.holder != seat)

    def owed(self, seat: int) -> tuple[Kind, ...]:
        """Whether this seat's shares are still to come."""
        return (Kind.SHARES,) if self.shares[seat] is None and self.bases(seat) else ()

    def context(self, seat: int) -> Context:
        """What the shares of this seat are bound to."""
        return Context(self.game_id, Purpose.SERVE, self.epoch, self.number, seat)

    @property
    def holders(self) -> frozenset[int]:
        """Who drew."""
        return frozenset(drawn.holder for drawn in self.drawn)

    @property
    def ciphers(self) -> Deck:
        """What was drawn."""
        return tuple(drawn.cipher for drawn in self.drawn)

    def take(self, kind: Kind, seat: int, key: Point, body: bytes, checking: Checking) -> Serving:  # noqa: ARG002
        """What a seat sent that it owes: its shares."""
        bases = self.bases(seat)
        shares = Shares.decode(body, len(bases))
        shares.check(self.context(seat), key, bases, checking.spread)
        return self._given(seat, shares.points)

    def answer(self, kind: Kind, seat: int, seed: bytes, spread: Spread = in_turn) -> bytes:  # noqa: ARG002
        """What the seat with this seed sends for something that it owes."""
        key = secret_key(seed, self.game_id)
        return make_shares(seed, self.context(seat), key, self.bases(seat)).encode()

    def opened(self, seat: int, seed: bytes) -> Serving:
        """The same with the shares of a seat whose seed everyone has."""
        key = secret_key(seed, self.game_id)
        return self._given(seat, tuple(key * base for base in self.bases(seat)))

    def _given(self, seat: int, points: tuple[Point, ...]) -> Serving:
        return replace(self, shares=(*self.shares[:seat], points, *self.shares[seat + 1 :]))

    def slots(self, seats: Sequence[int]) -> tuple[tuple[int, Slot], ...]:
        """Each tile as a slot, with its holder, once all these seats have given."""
        removed: list[list[Point]] = [[] for _ in self.drawn]
        for seat in seats:
            others = [found for found, drawn in zip(removed, self.drawn, strict=True) if drawn.holder != seat]
            for found, point in zip(others, self.shares[seat] or (), strict=True):
                found.append(point)
        return tuple(
            (drawn.holder, Slot(drawn.number, drawn.cipher, _stripped(drawn.cipher, points)))
            for drawn, points in zip(self.drawn, removed, strict=True)
        )


def _stripped(cipher: Cipher, points: Sequence[Point]) -> Cipher:
    return Cipher(cipher.a, cipher.b - point_sum(points))
