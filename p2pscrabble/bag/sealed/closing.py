"""The end of a sealed game: every rack and the rest of the bag are opened, and all tiles must be there.

When the last turn is over, each seat opens its rack (a ``Showing`` of all its slots, in their order) and gives its
shares for all that is left in the bag (``Shares``). So everyone knows where each tile was before any seed opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pscrabble.bag.group import Point, point_sum
from p2pscrabble.bag.sealed.deck import Deck, tile_at
from p2pscrabble.bag.sealed.duties import Checking, Kind
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.shares import Shares, make_shares
from p2pscrabble.bag.sealed.slots import Showing, Slot, make_showing
from p2pscrabble.bag.sealed.transcript import Context, Purpose, Spread, in_turn
from p2pscrabble.errors import Breach, PeerError


@dataclass(frozen=True, slots=True)
class Closing:
    """Racks and bag being opened: by seat, what its rack turned out to hold and what it gave for the bag."""

    game_id: bytes
    epoch: int
    deck: Deck
    racks: tuple[tuple[Slot, ...], ...]
    shown: tuple[tuple[int, ...] | None, ...]
    shares: tuple[tuple[Point, ...] | None, ...]

    @classmethod
    def begin(cls, game_id: bytes, epoch: int, deck: Deck, racks: tuple[tuple[Slot, ...], ...]) -> Closing:
        """Nothing opened yet, but for racks that are empty."""
        shown = tuple(None if rack else () for rack in racks)
        return cls(game_id, epoch, deck, racks, shown, (None,) * len(racks))

    def owed(self, seat: int) -> tuple[Kind, ...]:
        """What this seat still has to open."""
        rack = (Kind.RACK,) if self.shown[seat] is None else ()
        return rack + ((Kind.LEFTOVER,) if self.deck and self.shares[seat] is None else ())

    def take(self, kind: Kind, seat: int, key: Point, body: bytes, checking: Checking) -> Closing:
        """What a seat sent that it owes: its rack, or its shares for the bag."""
        if kind is Kind.RACK:
            showing = Showing.decode(body)
            if showing.numbers != tuple(slot.number for slot in self.racks[seat]):
                raise Breach("opened something else than its rack")
            return self._with_rack(seat, showing.tiles(self._context(kind, seat), key, self.racks[seat]))
        shares = Shares.decode(body, len(self.deck))
        shares.check(self._context(kind, seat), key, self._bases, checking.spread)
        return self._with_shares(seat, shares.points)

    def answer(self, kind: Kind, seat: int, seed: bytes, spread: Spread = in_turn) -> bytes:  # noqa: ARG002
        """What the seat with this seed sends for something that it owes."""
        key, context = secret_key(seed, self.game_id), self._context(kind, seat)
        if kind is Kind.RACK:
            return make_showing(seed, context, key, self.racks[seat]).encode()
        return make_shares(seed, context, key, self._bases).encode()

    def opened(self, seat: int, seed: bytes) -> Closing:
        """The same with all that a seat owes whose seed everyone has."""
        key = secret_key(seed, self.game_id)
        shown = self._with_rack(seat, tuple(slot.tile(key) for slot in self.racks[seat]))
        return shown._with_shares(seat, tuple(key * base for base in self._bases))

    @property
    def leftover(self) -> tuple[int, ...]:
        """The numbers of the tiles left in the bag, the front first, once every seat has given its shares."""
        given = [points for points in self.shares if points is not None]
        return tuple(
            tile_at(cipher.b - point_sum(points[place] for points in given)) for place, cipher in enumerate(self.deck)
        )

    def account(self, tiles: Sequence[int], board: Sequence[int]) -> None:
        """Raises ``PeerError`` unless board, racks and bag together are these very tiles, each once."""
        racks = [tile for rack in self.shown for tile in rack or ()]
        if sorted((*board, *racks, *self.leftover)) != sorted(tiles):
            raise PeerError("board, racks and bag do not make up the whole set of tiles")

    @property
    def _bases(self) -> tuple[Point, ...]:
        return tuple(cipher.a for cipher in self.deck)

    def _context(self, kind: Kind, seat: int) -> Context:
        purpose = Purpose.SHOW if kind is Kind.RACK else Purpose.LEFTOVER
        return Context(self.game_id, purpose, self.epoch, 0, seat)

    def _with_rack(self, seat: int, tiles: tuple[int, ...]) -> Closing:
        return replace(self, shown=(*self.shown[:seat], tiles, *self.shown[seat + 1 :]))

    def _with_shares(self, seat: int, points: tuple[Point, ...]) -> Closing:
        return replace(self, shares=(*self.shares[:seat], points, *self.shares[seat + 1 :]))
