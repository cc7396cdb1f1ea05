"""What a play forms and scores: the words in both directions, letter premiums first, then word premiums."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from p2pscrabble.game import faults
from p2pscrabble.game.board import (
    CENTRE,
    EMPTY,
    LETTER_MULTIPLIER,
    SIZE,
    SQUARES,
    WORD_MULTIPLIER,
    Board,
    Direction,
    square_name,
)
from p2pscrabble.game.faults import Fault
from p2pscrabble.game.moves import Play
from p2pscrabble.game.tiles import ALPHABET, BLANK, TILES, VALUE, tile_of

_LETTERS: Final = frozenset(ALPHABET + ALPHABET.lower())
_TILES: Final = frozenset(TILES)
_NO_TILES: Final = Board()


@dataclass(frozen=True, slots=True)
class WordScore:
    """One word that a play makes or lengthens: its letters (small for blanks), where it starts, and its points."""

    text: str
    square: int
    direction: Direction
    points: int

    @property
    def name(self) -> str:
        """Where the word starts, as players write it: ``8D`` across, ``D8`` down."""
        return square_name(self.square, self.direction)


@dataclass(frozen=True, slots=True)
class Score:
    """What a play scores: its words, the one along the tiles first, the bonus for seven tiles, and the total."""

    words: tuple[WordScore, ...]
    bonus: int
    total: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A play laid on a board, whatever the rack and the word list say.

    ``broken`` holds the faults for which the tiles form no words at all, ``misplaced`` those of where they lie.
    ``tiles`` are those that leave the rack. Unless it is broken, ``after`` is the board with them on it.
    """

    tiles: str
    broken: tuple[Fault, ...] = ()
    misplaced: tuple[Fault, ...] = ()
    after: Board = _NO_TILES
    words: tuple[WordScore, ...] = ()
    points: int = 0


@lru_cache(maxsize=256)
def lay(board: Board, play: Play) -> Layout:
    """Lay the play on the board and find its words; one result serves the check, the score and the next position."""
    broken = _broken(board, play)
    if broken:
        return Layout("".join(tile for _, letter in play.tiles if (tile := tile_of(letter)) in _TILES), broken)
    tiles = play.tiles
    direction = play.direction
    fresh = frozenset(tile.square for tile in tiles)
    after = board.with_tiles(tiles)
    cells = after.cells
    words = []
    start, length = after.run(tiles[0].square, direction)
    touching = length > len(tiles)
    if length > 1:
        words.append(_word(cells, start, length, direction, fresh))
    across = direction.other
    step = across.value
    for square, _ in tiles:
        place = square % SIZE if across is Direction.ACROSS else square // SIZE
        if (place > 0 and cells[square - step] != EMPTY) or (place < SIZE - 1 and cells[square + step] != EMPTY):
            words.append(_word(cells, *after.run(square, across), across, fresh))
            touching = True
    misplaced: list[Fault] = []
    if board.empty:
        if CENTRE not in fresh:
            misplaced.append(faults.OFF_CENTRE)
        if len(tiles) == 1:
            misplaced.append(faults.TOO_SHORT)
    elif not touching:
        misplaced.append(faults.NOT_TOUCHING)
    points = sum(word.points for word in words)
    return Layout(play.rack_tiles, (), tuple(misplaced), after, tuple(words), points)


def _word(cells: str, start: int, length: int, direction: Direction, fresh: frozenset[int]) -> WordScore:
    step = direction.value
    end = start + (length - 1) * step + 1
    text = cells[start:end:step]
    points, multiplier = 0, 1
    for square, letter in zip(range(start, end, step), text, strict=True):
        if square in fresh:
            points += VALUE[letter] * LETTER_MULTIPLIER[square]
            multiplier *= WORD_MULTIPLIER[square]
        else:
            points += VALUE[letter]
    return WordScore(text, start, direction, points * multiplier)


def _broken(board: Board, play: Play) -> tuple[Fault, ...]:
    """Every reason for which these tiles cannot lie on the board in one line."""
    if not play.tiles:
        return (faults.NO_TILES,)
    found: list[Fault] = []
    cells = board.cells
    off = tuple(square for square, _ in play.tiles if not 0 <= square < SQUARES)
    strange = [tile for tile in play.tiles if tile.letter not in _LETTERS]
    squares = [square for square, _ in play.tiles if 0 <= square < SQUARES]
    if off:
        found.append(faults.off_board(off))
    if strange:
        letters = [tile for tile in strange if tile.letter != BLANK]
        blanks = [tile for tile in strange if tile.letter == BLANK and tile.square in squares]
        if letters:
            found.append(faults.not_a_letter([tile.letter for tile in letters], tuple(tile.square for tile in letters)))
        if blanks:
            found.append(faults.blank_without_letter(tuple(tile.square for tile in blanks)))
    distinct = set(squares)
    if len(distinct) < len(squares):
        found.append(faults.square_twice(tuple(square for square, count in Counter(squares).items() if count > 1)))
    taken = tuple(square for square in sorted(distinct) if cells[square] != EMPTY)
    if taken:
        found.append(faults.occupied(taken))
    if not squares:
        return tuple(found)
    first, last = squares[0], squares[-1]
    if first // SIZE == last // SIZE:
        step = 1
    elif all((square - first) % SIZE == 0 for square in squares):
        step = SIZE
    else:
        return (*found, faults.NOT_IN_LINE)
    gap = tuple(s for s in range(first, last, step) if s not in distinct and cells[s] == EMPTY)
    if gap:
        found.append(faults.gap(gap))
    return tuple(found)
