"""The move generator: every play that a rack can make, with its score.

After Appel and Jacobson, "The World's Fastest Scrabble Program" (CACM 31, 1988), with one change: what the rack can
spell by itself, up to and including the square at which a play meets the board, is found once for the whole board and
sorted by its last letter, the one that a cross-check may refuse.

An *anchor* is an empty square beside a tile, or the centre of an empty board. A play is found at the first anchor
that it covers, in the direction of its word; a play of one tile that makes two words is found across.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from p2pscrabble.game.board import (
    CENTRE,
    EMPTY,
    LETTER_MULTIPLIER,
    NEIGHBOURS,
    SIZE,
    SQUARES,
    WORD_MULTIPLIER,
    Board,
)
from p2pscrabble.game.legality import Words
from p2pscrabble.game.lexicon import LETTER_BIT, Lexicon, Node
from p2pscrabble.game.lines import Hand, ScoredPlay, Square
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import RACK_SIZE, TILES, VALUE, sort_tiles

BINGO: Final = 50

_TILES: Final = frozenset(TILES)
_DIRECTIONS: Final = ((1, SIZE), (SIZE, 1))
"""Across and down: the step from square to square, and that from line to line."""


def scored_plays(board: Board, rack: str, lexicon: Words, bingo: int = BINGO) -> list[ScoredPlay]:
    """Every legal play of the rack (``?`` for a blank) in short, each once, in no order that means anything.

    Only words that a play makes or lengthens are looked up; what lies on the board is taken as it is. Raises
    ``ValueError`` where something on the rack is no tile or it is too long, ``TypeError`` for words that are no
    ``Lexicon``.
    """
    found: list[ScoredPlay] = []
    for _ in _search(board, rack, lexicon, bingo, found):
        pass
    return found


def can_play(board: Board, rack: str, lexicon: Words) -> bool:
    """Whether the rack can make any play at all; stops at the first. Raises as :func:`scored_plays` does."""
    found: list[ScoredPlay] = []
    return any(found for _ in _search(board, rack, lexicon, 0, found))


def plays(board: Board, rack: str, lexicon: Words) -> Iterator[Play]:
    """Every legal play of the rack, each once. Raises as :func:`scored_plays` does."""
    return map(to_play, scored_plays(board, rack, lexicon))


def position_plays(position: Position) -> list[tuple[Play, int]]:
    """Every legal play of the seat whose turn it is, with its points; ``ValueError`` where its rack is hidden."""
    rack = position.mover.rack.shown
    found = scored_plays(position.board, rack, position.lexicon, position.rules.bingo)
    return [(to_play(play), play[0]) for play in found]


def to_play(scored: ScoredPlay) -> Play:
    """The play that a short one stands for."""
    _, start, step, letters = scored
    return Play(tuple(Placed(start + i * step, letter) for i, letter in enumerate(letters) if letter != EMPTY))


class _Spelt:
    """What a hand spells by itself, by length and last letter; each length is worked out when it is first asked for.

    An item is the node that the letters lead to, what is left in hand, the letters as they lie, and their value.
    """

    def __init__(self, root: Node, hand: Hand) -> None:
        self._lengths: list[dict[str, list[tuple[Node, Hand, str, int]]]] = [{"": [(root, hand, "", 0)]}]

    def of_length(self, length: int) -> dict[str, list[tuple[Node, Hand, str, int]]]:
        """All beginnings of words with this many letters, by their last letter."""
        while len(self._lengths) <= length:
            longer: dict[str, list[tuple[Node, Hand, str, int]]] = {letter: [] for letter in LETTER_BIT}
            for items in self._lengths[-1].values():
                for node, hand, laid, value in items:
                    options = node.mask & hand.mask
                    if options:
                        for letter, shown, rest in hand[options]:
                            longer[letter].append((node[letter], rest, laid + shown, value + VALUE[shown]))
            self._lengths.append({letter: items for letter, items in longer.items() if items})
        return self._lengths[length]


def _search(board: Board, rack: str, lexicon: Words, bingo: int, found: list[ScoredPlay]) -> Iterator[None]:
    """Add each play to ``found``; stops after each anchor and length to let the caller look."""
    if not isinstance(lexicon, Lexicon):
        raise TypeError("Plays are found with a compiled lexicon alone.")
    if len(rack) > RACK_SIZE or not _TILES.issuperset(rack):
        raise ValueError(f"{rack!r} is no rack of up to {RACK_SIZE} tiles.")
    hand = Hand.of(sort_tiles(rack), bingo)
    root = lexicon.root
    spelt = _Spelt(root, hand)
    cells = board.cells
    anchors = _anchors(cells)
    for step, across in _DIRECTIONS:
        for first in range(0, SIZE * across, across):
            indices = range(first, first + SIZE * step, step)
            here = [place for place in range(SIZE) if anchors[indices[place]]]
            if not here:
                continue
            squares = _line(cells, indices, across, anchors, lexicon, found)
            letters = cells[first : first + SIZE * step : step]
            taken = -1  # the last place that no left part may cover
            for place in here:
                square = squares[place]
                tiles = letters[letters.rfind(EMPTY, 0, place) + 1 : place]
                if tiles:
                    node = root.after(tiles.upper())
                    if node is not None:
                        value = sum([VALUE[tile] for tile in tiles])
                        square.lay(node, hand, EMPTY * len(tiles), value, 1, 0, indices[place - len(tiles)])
                    yield
                else:
                    yield from _from_left(spelt, square, indices, place, min(place - taken, len(rack)))
                taken = place


def _from_left(spelt: _Spelt, anchor: Square, indices: range, place: int, longest: int) -> Iterator[None]:
    """Find the plays that begin with one to ``longest`` letters from the rack, the last of them on the anchor."""
    mask, gains, word_factor, first_bit = anchor.mask, anchor.gains, anchor.factor, LETTER_BIT.get(anchor.run[:1], 0)
    factor = 1
    premiums: list[tuple[int, int]] = []
    for length in range(1, longest + 1):
        start = indices[place - length + 1]
        factor *= WORD_MULTIPLIER[start]
        if LETTER_MULTIPLIER[start] > 1:
            premiums.append((-length, LETTER_MULTIPLIER[start] - 1))
        for letter, items in spelt.of_length(length).items():
            if not mask & LETTER_BIT[letter]:
                continue
            for node, hand, laid, value in items:
                if first_bit and not node.mask & first_bit:
                    continue
                points = value
                for index, times in premiums:
                    points += VALUE[laid[index]] * times
                others = (anchor.beside_points + gains[laid[-1]]) * word_factor if anchor.beside else 0
                anchor.laid(node, hand, laid, points, factor, others, start)
        yield


def _anchors(cells: str) -> Sequence[bool]:
    """Which squares are anchors."""
    if cells == EMPTY * SQUARES:
        return [square == CENTRE for square in range(SQUARES)]
    anchors = [False] * SQUARES
    for square, letter in enumerate(cells):
        if letter != EMPTY:
            for neighbour in NEIGHBOURS[square]:
                anchors[neighbour] = cells[neighbour] == EMPTY
    return anchors


def _line(
    cells: str, indices: range, across: int, anchors: Sequence[bool], lexicon: Lexicon, found: list[ScoredPlay]
) -> dict[int, Square]:
    """The empty squares of a line, by their place in it; ``across`` is the step at right angles."""
    squares: dict[int, Square] = {}
    after: Square | None = None
    run = ""
    for place in reversed(range(SIZE)):
        index = indices[place]
        if cells[index] != EMPTY:
            run = cells[index] + run
            continue
        after = squares[place] = Square(index, indices.step, run, after, found)
        run = ""
        if anchors[index]:
            _check_across(after, cells, index, across, lexicon)
    return squares


def _check_across(square: Square, cells: str, index: int, step: int, lexicon: Lexicon) -> None:
    """Tell the square what the tiles next to it at right angles to the line ask for."""
    place = index // SIZE if step == SIZE else index % SIZE
    line = cells[index - place * step : index + (SIZE - place - 1) * step + 1 : step]
    before = line[line.rfind(EMPTY, 0, place) + 1 : place]
    end = line.find(EMPTY, place + 1)
    after = line[place + 1 : SIZE if end < 0 else end]
    if before or after:
        square.beside = True
        square.beside_points = sum([VALUE[tile] for tile in before + after])
        square.mask = lexicon.between(before, after)
