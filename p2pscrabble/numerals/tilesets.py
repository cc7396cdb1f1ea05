"""Some tiles out of many, in no order: each set costs what its chance is worth if they were drawn blindly."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb

from p2pscrabble.game.board import Board
from p2pscrabble.game.tiles import COUNT, TILES, tile_of
from p2pscrabble.numerals.choices import Chooser


def count_tiles(tiles: str) -> dict[str, int]:
    """How many of each kind these are, every kind of tile named."""
    return {tile: tiles.count(tile) for tile in TILES}


def unseen(board: Board, held: str = "") -> dict[str, int]:
    """How many of each kind of tile lie neither on the board nor among those held."""
    used = count_tiles("".join(map(tile_of, board.tiles)) + held)
    return {tile: COUNT[tile] - used[tile] for tile in TILES}


def choose_tiles(chooser: Chooser, pool: Mapping[str, int], count: int, tiles: str | None) -> str:
    """``count`` tiles out of the pool, sorted: for each kind in turn, how many.

    Raises ``ValueError`` when writing, where the pool does not hold them or they are another number.
    """
    chosen, total = "", sum(pool.values())
    for tile in TILES:
        have, left = pool[tile], count - len(chosen)
        total -= have
        weights = [comb(have, number) * comb(total, left - number) for number in range(left + 1)]
        chosen += tile * chooser.choose(weights, None if tiles is None else tiles.count(tile))
    return chosen
