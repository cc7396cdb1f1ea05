"""What the driver plays: always a legal move, with many tiles so that a game is short, a blank as soon as it comes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from p2pscrabble.game.board import Board
from p2pscrabble.game.lines import ScoredPlay
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Placed
from p2pscrabble.game.tiles import BLANK
from tests.browser.programs import lexicon


@dataclass(frozen=True, slots=True)
class Laying:
    """A play as the hands need it: which of one's tiles goes to which square, and what a blank stands for."""

    tiles: tuple[tuple[int, Placed], ...]
    """The number of each tile's slot, and where and as what it is laid; in the order of the squares."""
    points: int

    @property
    def blanks(self) -> int:
        """How many blanks are in it."""
        return sum(placed.letter.islower() for _, placed in self.tiles)

    @property
    def squares(self) -> list[int]:
        """Where it lies."""
        return [placed.square for _, placed in self.tiles]

    @property
    def across(self) -> bool:
        """Whether it runs from left to right; a single tile is laid as if it did."""
        return len(self.tiles) == 1 or self.squares[1] - self.squares[0] < 15


def layings(state: dict[str, Any]) -> list[ScoredPlay]:
    """Everything that the rack of this state could play on its board."""
    rack = "".join(slot["tile"] for slot in state["draft"]["slots"])
    return scored_plays(Board(state["board"]), rack, lexicon())


def longest(state: dict[str, Any]) -> Laying | None:
    """The play that lays most tiles, a blank among them where there is one; ``None`` where there is no play."""
    found = layings(state)
    if not found:
        return None
    return laying(state, max(found, key=lambda play: (any(map(str.islower, play[3])), _count(play), play)))


def shortest(state: dict[str, Any]) -> Laying | None:
    """The play that lays fewest tiles, none of them a blank where that can be."""
    found = layings(state)
    if not found:
        return None
    return laying(state, min(found, key=lambda play: (any(map(str.islower, play[3])), _count(play), play)))


def _count(play: ScoredPlay) -> int:
    return sum(letter != "." for letter in play[3])


def laying(state: dict[str, Any], scored: ScoredPlay) -> Laying:
    """The play with one's own tiles told apart."""
    slots = list(state["draft"]["slots"])
    tiles = []
    for placed in to_play(scored).tiles:
        wanted = BLANK if placed.letter.islower() else placed.letter
        slot = next(slot for slot in slots if slot["tile"] == wanted)
        slots.remove(slot)
        tiles.append((int(slot["id"]), placed))
    return Laying(tuple(sorted(tiles, key=lambda tile: tile[1].square)), scored[0])
