"""The racks and the players: what one peer knows of them, and which draws from the bag are due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pscrabble.game.tiles import TILES, UNKNOWN, remove_tiles, sort_tiles

_TILES: Final = frozenset(TILES)


@dataclass(frozen=True, slots=True)
class Rack:
    """A rack: its tiles, sorted, or ``None`` where this peer has not seen them, and how many they are."""

    tiles: str | None
    size: int

    @staticmethod
    def of(tiles: str) -> Rack:
        """A rack whose tiles are known; raises ``ValueError`` for anything that is no tile."""
        if not _TILES.issuperset(tiles):
            raise ValueError(f"{tiles!r} are not tiles")
        return Rack(sort_tiles(tiles), len(tiles))

    @staticmethod
    def hidden(size: int) -> Rack:
        """A rack of which only the number of tiles is known; an empty one hides nothing."""
        return Rack(None if size else "", size)

    @property
    def shown(self) -> str:
        """The tiles, ``_`` for each that is not known."""
        return UNKNOWN * self.size if self.tiles is None else self.tiles

    def with_tiles(self, tiles: str | None, count: int) -> Rack:
        """The rack with ``count`` more tiles; it stays known only while all of them are."""
        if tiles is not None and len(tiles) != count:
            raise ValueError(f"{count} tiles are due, not {tiles!r}")
        if count == 0:
            return self
        if tiles is None or self.tiles is None:
            return Rack(None, self.size + count)
        return Rack.of(self.tiles + tiles)

    def without_tiles(self, tiles: str) -> Rack:
        """The rack without these tiles; raises ``ValueError`` where it does not hold them."""
        if self.tiles is None and len(tiles) <= self.size:
            return Rack.hidden(self.size - len(tiles))
        left = None if self.tiles is None else remove_tiles(self.tiles, tiles)
        if left is None:
            raise ValueError(f"{tiles!r} are not on the rack")
        return Rack(left, len(left))


EMPTY_RACK: Final = Rack("", 0)


@dataclass(frozen=True, slots=True)
class Player:
    """One seat: its rack, its score, whether it left, and the seconds left on its clock, negative once it is over."""

    rack: Rack = EMPTY_RACK
    score: int = 0
    left: bool = False
    clock: int = 0


@dataclass(frozen=True, slots=True)
class Draw:
    """Tiles that a seat is owed: it draws ``count`` of them, and only then puts ``back`` those that it exchanged."""

    seat: int
    count: int
    back: str = ""
