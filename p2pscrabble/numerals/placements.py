"""Where a play can lie: all that the board allows, each place with a weight for how likely players lay there.

A placement is a first square, a direction and a number of tiles; the tiles take the first empty squares on the line.
It is allowed if it touches a tile that lies there, or, on the empty board, is of two tiles or more and covers the
centre. A single tile counts once, as across.

Its weight is two to the power of five numbers together, by what is plain to see on the board: how many tiles are laid;
how many tiles that lie there are part of the word along the line; how many of the laid tiles have a neighbour on the
other side; and the premium squares. The numbers were fitted to recorded games and rounded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from p2pscrabble.game.board import CENTRE, EMPTY, LETTER_MULTIPLIER, SIZE, WORD_MULTIPLIER, Board, Direction
from p2pscrabble.game.moves import Play

BY_TILES: Final = (3, 2, 3, 2, 1, 0, 1)
"""By the number of tiles laid, 1 to 7."""

BY_JOINED: Final = (9, 7, 5, 3, 0)
"""By the number of tiles on the board that the word along the line takes in; the last stands for four or more."""

BY_CROSSED: Final = (4, 1, 2, 1, 0)
"""By the number of laid tiles that form or lengthen a run across the line; the last stands for four or more."""

BY_WORD_PREMIUM: Final = (0, 3, 4, 5)
"""By the product of the word premiums covered: 1, 2, 3, more."""

BY_LETTER_PREMIUM: Final = (0, 2, 2, 3)
"""By the sum of the letter premiums covered, a double counting 1 and a triple 2: 0, 1, 2, more."""


class Placement(NamedTuple):
    """Where the tiles of one play lie."""

    square: int
    direction: Direction
    tiles: int


@dataclass(frozen=True, slots=True)
class Placements:
    """Every placement of up to some number of tiles on one board, in a fixed order, with its weight.

    Across first, then down; then by the line, the first square, and the number of tiles.
    """

    places: list[Placement] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)


def _reaching(table: tuple[int, ...], length: int) -> tuple[int, ...]:
    """The table with its last number standing for all greater ones, so that the inner loop need not look."""
    return table + table[-1:] * (length - len(table))


_LINES: Final = {
    direction: tuple(
        tuple(start + place * direction.value for place in range(SIZE))
        for start in range(0, SIZE * direction.other.value, direction.other.value)
    )
    for direction in Direction
}
_FREE: Final = [False] * SIZE
_JOINED: Final = _reaching(BY_JOINED, SIZE + 1)
_CROSSED: Final = _reaching(BY_CROSSED, SIZE + 1)
_WORD_PREMIUM: Final = (0, *_reaching(BY_WORD_PREMIUM, 3**3))
_LETTER_PREMIUM: Final = _reaching(BY_LETTER_PREMIUM, 2 * SIZE + 1)


def placement_of(play: Play) -> Placement:
    """Where the tiles of a play begin, which way they go, and how many they are."""
    if not play.tiles:
        raise ValueError("a play of no tiles lies nowhere")
    return Placement(play.tiles[0].square, play.direction, len(play.tiles))


def placements(board: Board, most: int) -> Placements:
    """Every allowed placement of one to ``most`` tiles."""
    found = Placements()
    opening = board.empty
    for direction in Direction:
        lines = _LINES[direction]
        taken = [[board[square] != EMPTY for square in line] for line in lines]
        beside = [_FREE, *taken, _FREE]
        least = 2 if opening or direction is Direction.DOWN else 1
        for number, line in enumerate(lines):
            crossed = [before or after for before, after in zip(beside[number], beside[number + 2], strict=True)]
            anchors = [square == CENTRE for square in line] if opening else crossed
            if True in taken[number] or True in anchors:
                _along(found, direction, line, taken[number], crossed, anchors, range(least, most + 1))
    return found


def _along(
    found: Placements,
    direction: Direction,
    squares: tuple[int, ...],
    taken: list[bool],
    crossed: list[bool],
    anchors: list[bool],
    counts: range,
) -> None:
    """Adds the placements on one line: those that take in a tile on the line or lie on one of the anchors."""
    before = 0
    for first, square in enumerate(squares):
        if taken[first]:
            before += 1
            continue
        joined, before = before, 0
        count = crossing = letters = 0
        words, allowed, at = 1, False, first
        while at < SIZE and count < counts.stop - 1:
            count += 1
            crossing += crossed[at]
            allowed = allowed or anchors[at]
            words *= WORD_MULTIPLIER[squares[at]]
            letters += LETTER_MULTIPLIER[squares[at]] - 1
            at += 1
            while at < SIZE and taken[at]:
                joined += 1
                at += 1
            if (allowed or joined) and count in counts:
                found.places.append(Placement(square, direction, count))
                found.weights.append(
                    1
                    << BY_TILES[count - 1]
                    + _JOINED[joined]
                    + _CROSSED[crossing]
                    + _WORD_PREMIUM[words]
                    + _LETTER_PREMIUM[letters]
                )
