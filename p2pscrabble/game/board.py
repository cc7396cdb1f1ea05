"""The board: 15 rows of 15 squares, their names and premiums, and the tiles that lie on them.

A square is a number from 0 (A1) to 224 (O15), row by row. In a name the row's number comes first for a word
that runs across (``8D``) and the column's letter first for one that runs down (``D8``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

SIZE: Final = 15
SQUARES: Final = SIZE * SIZE
CENTRE: Final = SQUARES // 2
COLUMNS: Final = "ABCDEFGHIJKLMNO"
EMPTY: Final = "."


class Direction(Enum):
    """Which way a word runs; the value is the step from one square to the next."""

    ACROSS = 1
    DOWN = SIZE

    @property
    def other(self) -> Direction:
        """The direction at right angles to this one."""
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


def row_of(square: int) -> int:
    """The row, 0 at the top to 14."""
    return square // SIZE


def column_of(square: int) -> int:
    """The column, 0 at the left to 14."""
    return square % SIZE


def square_name(square: int, direction: Direction = Direction.ACROSS) -> str:
    """How players name the square as the start of a word: ``8D`` across, ``D8`` down."""
    row, column = str(row_of(square) + 1), COLUMNS[column_of(square)]
    return row + column if direction is Direction.ACROSS else column + row


def _premiums(table: str) -> dict[int, str]:
    """The quarter of the board that ``table`` gives, mirrored about row 8 and column H."""
    squares: dict[int, str] = {}
    for line in table.split("\n"):
        row, kind, *columns = line.split()
        for column in columns:
            for r in (int(row) - 1, SIZE - int(row)):
                for c in (COLUMNS.index(column), SIZE - 1 - COLUMNS.index(column)):
                    squares[r * SIZE + c] = kind
    return squares


PREMIUM: Final = _premiums(
    "1 TW A H\n1 DL D\n2 DW B\n2 TL F\n3 DW C\n3 DL G\n4 DW D\n4 DL A H\n5 DW E\n"
    "6 TL B F\n7 DL C G\n8 TW A\n8 DL D\n8 DW H"
)
"""The premium squares: ``DL``, ``TL``, ``DW`` or ``TW`` by square; 61 of them."""

LETTER_MULTIPLIER: Final = tuple({"DL": 2, "TL": 3}.get(PREMIUM.get(s, ""), 1) for s in range(SQUARES))
WORD_MULTIPLIER: Final = tuple({"DW": 2, "TW": 3}.get(PREMIUM.get(s, ""), 1) for s in range(SQUARES))


def neighbours(square: int) -> tuple[int, ...]:
    """The two to four squares that share an edge with this one."""
    row, column = divmod(square, SIZE)
    return tuple(
        r * SIZE + c
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        if 0 <= r < SIZE and 0 <= c < SIZE
    )


NEIGHBOURS: Final = tuple(neighbours(square) for square in range(SQUARES))


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles on the board: ``cells`` is 225 characters, ``.`` for an empty square, small letters for blanks."""

    cells: str = EMPTY * SQUARES

    def __getitem__(self, square: int) -> str:
        """The letter on the square, or ``.``."""
        return self.cells[square]

    @property
    def empty(self) -> bool:
        """Whether no tile lies on the board."""
        return self.cells == EMPTY * SQUARES

    @property
    def tiles(self) -> str:
        """Every letter on the board, blanks small, in the order of the squares."""
        return self.cells.replace(EMPTY, "")

    def with_tiles(self, tiles: Iterable[tuple[int, str]]) -> Board:
        """The board with these letters laid on these squares."""
        cells = list(self.cells)
        for square, letter in tiles:
            cells[square] = letter
        return Board("".join(cells))

    def run(self, square: int, direction: Direction) -> tuple[int, int]:
        """The first square and the length of the unbroken run of tiles through an occupied square."""
        step = direction.value
        place = column_of(square) if direction is Direction.ACROSS else row_of(square)
        line = self.cells[square - place * step : square + (SIZE - place - 1) * step + 1 : step]
        start = line.rfind(EMPTY, 0, place) + 1
        end = line.find(EMPTY, place)
        return square - (place - start) * step, (SIZE if end < 0 else end) - start

    def rows(self) -> tuple[str, ...]:
        """The fifteen rows, from the top."""
        return tuple(self.cells[start : start + SIZE] for start in range(0, SQUARES, SIZE))
