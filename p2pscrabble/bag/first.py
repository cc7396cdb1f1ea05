"""The public draw for the first turn: a tile each, nearest to A begins.

The nonces together decide it as the seeds decide the bag: each permutes the hundred tiles in turn, under the label
``("first", round)``, and the seats that draw take one tile each from the front. So it is fair if one nonce is
random, and everyone who has the nonces can repeat it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from p2pscrabble.bag.order import permuted
from p2pscrabble.game.tiles import BAG_SIZE, BLANK, LETTER_OF


class Pick(NamedTuple):
    """The tile that one seat drew: a capital letter, or ``?``."""

    seat: int
    tile: str


@dataclass(frozen=True, slots=True)
class FirstDraw:
    """Every round of the draw, and the seat that begins; there is more than one round only after equal best tiles."""

    rounds: tuple[tuple[Pick, ...], ...]
    first: int


def draw_for_first(nonces: Sequence[bytes], seats: Sequence[int] | None = None) -> FirstDraw:
    """The draw that these nonces, one of each seat in order, decide; ``seats`` are those who draw, all by default.

    The tile nearest to A wins and a blank beats any letter; those with equal best tiles draw again, from the whole
    bag again.
    """
    drawing = tuple(range(len(nonces)) if seats is None else seats)
    rounds: list[tuple[Pick, ...]] = []
    while True:
        tiles = permuted(range(BAG_SIZE), nonces, "first", len(rounds))
        picks = tuple(Pick(seat, LETTER_OF[tile]) for seat, tile in zip(drawing, tiles, strict=False))
        rounds.append(picks)
        best = min(_rank(pick.tile) for pick in picks)
        drawing = tuple(pick.seat for pick in picks if _rank(pick.tile) == best)
        if len(drawing) == 1:
            return FirstDraw(tuple(rounds), drawing[0])


def _rank(tile: str) -> str:
    return "" if tile == BLANK else tile
