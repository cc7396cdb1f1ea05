"""What tiles kept on the rack are worth, in points, for the turns to come.

A formula made by hand: each kind of tile has its worth, more of the same kind are a burden, and so are vowels and
consonants out of balance. Its numbers follow what is common knowledge among players: a blank is worth some 25 points,
an S eight, a Q costs seven unless a U is at hand.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

from p2pscrabble.game.tiles import BLANK

_WORTH: Final = {
    "A": -0.5, "B": -2.0, "C": 0.5, "D": 0.5, "E": 1.5, "F": -2.0, "G": -2.5, "H": 0.5, "I": -1.5, "J": -2.0, "K": -1.5,
    "L": 0.0, "M": 0.5, "N": 0.5, "O": -2.0, "P": -0.5, "Q": -7.0, "R": 1.0, "S": 8.0, "T": 0.5, "U": -4.5, "V": -5.5,
    "W": -4.0, "X": 3.5, "Y": -1.0, "Z": 4.5, BLANK: 25.0,
}  # fmt: skip

_SECOND: Final = {
    "A": -3.0, "E": -2.0, "I": -4.0, "O": -3.5, "U": -5.0, "N": -2.5, "R": -3.0, "S": -4.5, "T": -2.5, "L": -3.0,
    "D": -3.0, BLANK: -4.0,
}  # fmt: skip
"""What the second tile of a kind costs, the third twice as much, and so on."""

_SECOND_OF_OTHERS: Final = -4.0
_Q_WITH_U: Final = 8.0
_VOWELS: Final = frozenset("AEIOU")

_BALANCE: Final = 1.5
"""What each vowel or consonant costs that is more than one above the number of the others."""

_TOGETHER: Final = (("ING", 2.5), ("ER", 1.0), ("ES", 0.5), ("ST", 0.5), ("AL", 0.5), ("CH", 1.5), ("CK", 1.0))
"""Tiles that are worth more together."""


@lru_cache(maxsize=1 << 14)
def leave_value(tiles: str) -> float:
    """The worth in points of keeping these tiles (sorted, ``?`` for a blank) while there are more to draw."""
    value = 0.0
    vowels = consonants = 0
    for tile, count in Counter(tiles).items():
        value += _WORTH[tile] * count
        if count > 1:
            value += _SECOND.get(tile, _SECOND_OF_OTHERS) * count * (count - 1) / 2
        if tile in _VOWELS:
            vowels += count
        elif tile != BLANK:
            consonants += count
    value -= _BALANCE * max(abs(vowels - consonants) - 1, 0)
    if "Q" in tiles and "U" in tiles:
        value += _Q_WITH_U
    for group, worth in _TOGETHER:
        if all(tile in tiles for tile in group):
            value += worth
    return value
