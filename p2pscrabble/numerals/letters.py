"""Which letters a play is likely to have: every tile weighed by how well it goes with its neighbours.

No word list is asked, so that a replay can be read without one. ``PAIRS`` says how often one letter stands before
another in English words, compared with what chance would make of it: two to the power of (digit - 6), counted in
this project's own list of words, those of two to seven letters, each length weighing the less the longer it is. The
edge of a word counts as a letter of its own.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from operator import add
from typing import Final

from p2pscrabble.game.board import EMPTY, SIZE, Board, Direction, column_of, row_of
from p2pscrabble.game.tiles import ALPHABET, BLANK

PAIRS: Final = (
    "476645765667772667675777776",  # A before A to Z, and at the end of a word
    "763273337536227256537434746",
    "735263286486327256467444655",
    "633573546535327255626444657",
    "556756554556673567764667556",
    "723278327537226256567434646",
    "633263667536457256627444646",
    "733273237433637254547444646",
    "567757632567684666673736376",
    "723373227632228252128434244",
    "733273358545356254625534746",
    "744575437467527552657634746",
    "763274237533637752527434756",
    "646665836573356353666545656",
    "466646665576676757666688666",
    "733374367536227656657444646",
    "523213229432223252329444243",
    "655575547565556455656634656",
    "536263376565545662575454547",
    "635274377534326356656454667",
    "476656765567883767772636465",
    "723283328432227253426634654",
    "733474377456467455634434656",
    "434264237433324552258444747",
    "645363334545556555545546357",
    "823273337535327352124434795",  # Z
    "677757775876766776666776670",  # A to Z at the start of a word
)
"""Row by row the letter before, column by column the letter after, A to Z and the edge of a word."""

TWOS: Final = frozenset(
    "AA AB AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DA DE DO ED EF EH EL EM EN ER ES ET EW EX FA "
    "FE GI GO HA HE HI HM HO ID IF IN IS IT JO KA KI LA LI LO MA ME MI MM MO MU MY NA NE NO NU OD OE OF OH OI OK "
    "OM ON OP OR OS OW OX OY PA PE PI PO QI RE SH SI SO TA TE TI TO UH UM UN UP US UT WE WO XI XU YA YE YO ZA".split()
)
"""The words of two letters: a run of two counts two to the power of ``TWO_WEIGHT`` as one of these, else nothing."""

TWO_WEIGHT: Final = 5

LETTER_WEIGHT: Final = 5
"""A letter tile counts two to this power as much as a blank standing for the same letter."""

LETTERS: Final = ALPHABET + ALPHABET.lower()
"""What can lie on a square, in the order of the weights: letter tiles, then blanks."""

_KINDS: Final = len(ALPHABET)
_EDGE: Final = _KINDS
_NUMBER: Final = {letter: number % _KINDS for number, letter in enumerate(LETTERS)}
_AFTER: Final = tuple(tuple(map(int, row)) for row in PAIRS)
_BEFORE: Final = tuple(zip(*_AFTER, strict=True))
_NO_MATTER: Final = (0,) * _KINDS


def letter_weights(board: Board, square: int, to_come: Container[int], pool: Mapping[str, int]) -> list[int]:
    """How likely each of ``LETTERS`` is to be laid on the square.

    ``board`` holds the tiles of the same play that come before, ``to_come`` has the squares of those after, and
    ``pool`` says how many there are of each tile to choose from. The letter is weighed in both directions, where it is
    not alone there: as one of two letters where the run ends with them, otherwise with its neighbour before and, unless
    that is to come, its neighbour after.
    """
    powers = [0] * _KINDS
    for direction in Direction:
        before, after = _around(board, square, direction)
        goes_on = square + (len(after) + 1) * direction.value in to_come
        if len(before) + len(after) == 1 and not goes_on:
            added = tuple(TWO_WEIGHT if before + letter + after in TWOS else 0 for letter in ALPHABET)
        elif before or after or goes_on:
            row = _AFTER[_NUMBER[before[-1]] if before else _EDGE]
            column = _NO_MATTER if goes_on and not after else _BEFORE[_NUMBER[after[0]] if after else _EDGE]
            added = tuple(map(add, row[:_KINDS], column))
        else:
            continue
        powers = list(map(add, powers, added))
    tiles = [pool.get(letter, 0) << power + LETTER_WEIGHT for letter, power in zip(ALPHABET, powers, strict=True)]
    blanks = pool.get(BLANK, 0)
    return tiles + [blanks << power for power in powers]


def _around(board: Board, square: int, direction: Direction) -> tuple[str, str]:
    """The unbroken letters before the square and after it, in capitals."""
    step = direction.value
    place = column_of(square) if direction is Direction.ACROSS else row_of(square)
    start = square - place * step
    line = board.cells[start : start + (SIZE - 1) * step + 1 : step].upper()
    return line[:place].rpartition(EMPTY)[2], line[place + 1 :].partition(EMPTY)[0]
