"""Moves: what a player may do on a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from p2pscrabble.game.board import Direction, row_of
from p2pscrabble.game.tiles import UNKNOWN, sort_tiles, tile_of


class Placed(NamedTuple):
    """One tile laid on one square: a capital letter, or a small one where it is a blank."""

    square: int
    letter: str


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles laid on the board, kept in the order of their squares; only the new tiles, not those passed over.

    A play is its tiles: whether a single tile was meant across or down makes no difference.
    """

    tiles: tuple[Placed, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(Placed(*tile) for tile in self.tiles)))

    @property
    def rack_tiles(self) -> str:
        """The tiles that leave the rack, sorted, ``?`` for each blank."""
        return sort_tiles("".join([tile_of(letter) for _, letter in self.tiles]))

    @property
    def direction(self) -> Direction:
        """Which way the tiles lie; across for a single tile."""
        rows = {row_of(tile.square) for tile in self.tiles}
        return Direction.ACROSS if len(rows) <= 1 else Direction.DOWN


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles put back into the bag for new ones; sorted, ``?`` for a blank.

    In a sealed game the other players learn only how many: for them the move is ``Exchange.hidden(count)``.
    """

    tiles: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", sort_tiles(self.tiles))

    @staticmethod
    def hidden(count: int) -> Exchange:
        """An exchange of this many tiles that only its player knows."""
        return Exchange(UNKNOWN * count)

    @property
    def known(self) -> bool:
        """Whether the tiles are named."""
        return UNKNOWN not in self.tiles


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn not used."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """The last play is doubted: its words are looked up."""


@dataclass(frozen=True, slots=True)
class Accept:
    """A play that would end the game is let stand."""


Move: TypeAlias = Play | Exchange | Pass | Challenge | Accept
