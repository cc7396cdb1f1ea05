"""The tiles: letters, their values, how many there are of each, and their numbers in the bag.

A tile is written as a capital letter, ``A`` to ``Z``, or ``?`` for a blank. A tile that lies on the board is
written as the letter it stands for: a capital for a letter tile, a small letter for a blank.
"""

from __future__ import annotations

from typing import Final

BLANK: Final = "?"
UNKNOWN: Final = "_"
"""Stands for a tile that this peer has not seen, where tiles of another's rack are listed."""

ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TILES: Final = ALPHABET + BLANK
"""All 27 kinds of tile, in the order in which they are sorted and numbered."""

RACK_SIZE: Final = 7

_VALUES: Final = (1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10, 0)
_COUNTS: Final = (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2)

VALUE: Final[dict[str, int]] = {
    **dict(zip(TILES, _VALUES, strict=True)),
    **dict.fromkeys(ALPHABET.lower(), 0),
}
"""Points of a tile, in any of its forms: ``A``, ``?``, or ``a`` for a blank played as A."""

COUNT: Final[dict[str, int]] = dict(zip(TILES, _COUNTS, strict=True))
"""How many tiles of each kind the full bag holds; 100 in all."""

LETTER_OF: Final = "".join(tile * COUNT[tile] for tile in TILES)
"""The letter of each tile number, 0 to 99: nine A, two B, … one Z, then the blanks 98 and 99."""

BAG_SIZE: Final = len(LETTER_OF)


def tile_of(letter: str) -> str:
    """The tile behind a letter on the board: itself, or ``?`` for a small letter."""
    return BLANK if letter.islower() else letter


def sort_tiles(tiles: str) -> str:
    """The same tiles from A to Z, blanks last."""
    ordered = "".join(sorted(tiles))
    blanks = ordered.count(BLANK)
    return ordered.replace(BLANK, "") + BLANK * blanks if blanks else ordered


def remove_tiles(rack: str, tiles: str) -> str | None:
    """What is left of ``rack`` without ``tiles``, sorted; ``None`` where the rack does not hold them all."""
    for tile in tiles:
        if tile not in rack:
            return None
        rack = rack.replace(tile, "", 1)
    return sort_tiles(rack)


def value_of(tiles: str) -> int:
    """The points of all these tiles together."""
    return sum(VALUE[tile] for tile in tiles)
