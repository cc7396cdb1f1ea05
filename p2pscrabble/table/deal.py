"""The open deal: all seeds are open, so everyone knows the bag and every rack; the table's dealer."""

from __future__ import annotations

from collections.abc import Sequence

from p2pscrabble.bag import Bag, BagEvent, Drawn, Left, pick
from p2pscrabble.game.tiles import LETTER_OF


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
