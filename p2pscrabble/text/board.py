"""The board as text: 15 rows of letters and premium marks, labelled on all sides, 53 columns wide.

Every sign is a letter or a mark that reads the same without colour: a tile is its letter, small for a blank; a tile
of the last play stands in brackets; ``DL TL DW TW`` are the premium squares, ``**`` the centre, ``.`` a plain square.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from p2pscrabble.game.board import CENTRE, COLUMNS, EMPTY, PREMIUM, SIZE, SQUARES, Board, Direction, square_name

LEGEND: Final = (
    "TW triple word, DW double word, TL triple letter, DL double letter, ** the centre (double word).\n"
    "A small letter is a blank. [X] lies there since the last play."
)

_HEADING: Final = "    " + "  ".join(COLUMNS) + "\n"
_RESET: Final = "\x1b[0m"
_COLOURS: Final = {
    "TW": "\x1b[97;41m",
    "DW": "\x1b[30;101m",
    "TL": "\x1b[97;44m",
    "DL": "\x1b[30;106m",
    "tile": "\x1b[1;30;103m",
    "fresh": "\x1b[1;30;107m",
}


def draw(board: Board, *, last: Collection[int] = (), coloured: bool = False) -> str:
    """The board with its labels; the tiles on the squares ``last`` in brackets. Ends without a line feed."""
    lines = [_HEADING.rstrip()]
    for row in range(SIZE):
        cells = (_cell(board, row * SIZE + column, last, coloured) for column in range(SIZE))
        lines.append(f"{row + 1:>2} {''.join(cells)} {row + 1:<2}".rstrip())
    return "\n".join([*lines, lines[0]])


def _cell(board: Board, square: int, last: Collection[int], coloured: bool) -> str:
    letter = board[square]
    if letter != EMPTY:
        fresh = square in last
        shown, kind = (f"[{letter}]", "fresh") if fresh else (f" {letter} ", "tile")
    else:
        kind = PREMIUM.get(square, "")
        shown = "** " if square == CENTRE else f"{kind or ' .':<3}"
    colour = _COLOURS.get(kind)
    return f"{colour}{shown}{_RESET}" if coloured and colour else shown


def words_on(board: Board) -> list[tuple[str, str]]:
    """Every word on the board, for those who listen to it: where it starts (``8D``, ``D8``) and its letters."""
    found = []
    for direction in Direction:
        for square in range(SQUARES):
            if board[square] == EMPTY:
                continue
            start, length = board.run(square, direction)
            if start == square and length > 1:
                text = board.cells[start : start + (length - 1) * direction.value + 1 : direction.value]
                found.append((square_name(start, direction), text))
    return found
