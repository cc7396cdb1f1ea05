"""The open deal: all seeds are open, so everyone knows the bag and every rack; the table's dealer."""

from __future__ import annotations

from collections.abc import Sequence

from p2pscrabble.bag import Bag, BagEvent, Drawn, Left, pick
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.numerals.live import move_from_bytes
from p2pscrabble.table.entries import Made
from p2pscrabble.table.reading import Steps


class OpenDeal:
    """Deals the tiles of one game from open seeds, and keeps the history that ``bag.order`` audits."""

    def __init__(self, seeds: Sequence[bytes]) -> None:
        self._seeds: list[bytes | None] = list(seeds)
        self._bag = Bag.new(self._seeds)
        self._held: list[tuple[int, ...]] = [() for _ in seeds]
        self.history: list[BagEvent] = []

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str:
        """The letters of the next ``count`` tiles, for a seat that holds ``rack``: what it played is gone from it.

        In an exchange ``back``, not counted in ``rack``, goes into the bag after the draw.
        """
        self._keep(seat, rack + back)
        returned = self._pick(seat, back)
        tiles, self._bag = self._bag.draw(count)
        self.history.append(Drawn(seat, count, returned))
        self._held[seat] = tuple(tile for tile in self._held[seat] if tile not in returned) + tiles
        if returned:
            self._bag = self._bag.put_back(returned, self._seeds)
        return "".join(LETTER_OF[tile] for tile in tiles)

    def leave(self, seat: int, returned: str) -> None:
        """The seat has left, and these tiles of it go back: its rack, or later a play of it that was withdrawn."""
        tiles = self._pick(seat, returned)
        self._held[seat] = tuple(tile for tile in self._held[seat] if tile not in tiles)
        self._seeds[seat] = None
        self._bag = self._bag.put_back(tiles, self._seeds)
        self.history.append(Left(seat, tiles))

    def _keep(self, seat: int, rack: str) -> None:
        self._held[seat] = self._pick(seat, rack)

    def _pick(self, seat: int, letters: str) -> tuple[int, ...]:
        tiles = pick(self._held[seat], letters)
        if tiles is None:
            raise ValueError(f"seat {seat} does not hold {letters}")
        return tiles


class OpenGame:
    """The open deal at the table: nobody owes the bag anything."""

    def __init__(self, seeds: Sequence[bytes]) -> None:
        self._deal = OpenDeal(seeds)

    def begin(self, position: Position) -> Steps[Position]:
        """Everyone draws."""
        yield from ()
        return dealt(position, self._deal)

    def read_move(self, position: Position, body: bytes, turn: bytes) -> Position:  # noqa: ARG002
        """The position after the move of the seat to move; raises what is wrong with it."""
        made = Made.decode(body, timed=position.rules.clock > 0)
        return position.apply(move_from_bytes(made.move, position.board), seconds=made.seconds)

    def leave(self, seat: int, seed: bytes) -> None:
        """A seat has left: its seed is open already."""

    def vanish(self, seat: int) -> None:
        """A seat lost its place by what it signed."""

    def next_departing(self) -> int | None:
        """Nobody goes while tiles are dealt."""
        return None

    def serve(self, position: Position) -> Steps[Position]:
        """The position with everything put back and drawn that is due."""
        yield from ()
        return dealt(position, self._deal)

    def finish(self, position: Position) -> Steps[Position]:
        """All racks are known already."""
        yield from ()
        return position
