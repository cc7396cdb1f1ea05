"""The lines of a board as the move generator walks them: what may be laid on each empty square, and what it scores."""

from __future__ import annotations

from typing import Final, TypeAlias

from p2pscrabble.game.board import EMPTY, LETTER_MULTIPLIER, SIZE, WORD_MULTIPLIER
from p2pscrabble.game.lexicon import ANY_LETTER, LETTER_BIT, Node
from p2pscrabble.game.tiles import ALPHABET, BLANK, RACK_SIZE, VALUE

ScoredPlay: TypeAlias = tuple[int, int, int, str]
"""A play in short: its points, the square where its word starts, the step to the next square (1 across, 15 down),
and the word's letters, ``.`` for each tile that was there before."""

_GAINS: Final = tuple({letter: value * times for letter, value in VALUE.items()} for times in range(4))
"""The points of a letter on a square that counts it once, twice or three times."""


class Hand(dict[int, list[tuple[str, str, "Hand"]]]):
    """Tiles in hand: ``hand[mask]`` is each way to lay one of the letters of the mask.

    A way is the letter that it stands for, the letter as it lies on the board (small for a blank), and the hand
    without it. Hands of the same tiles are one object, and a hand's ways are worked out when first asked for.
    """

    __slots__ = ("bonus", "mask", "single", "ways")

    def __init__(self, tiles: str, laid: int, bingo: int, known: dict[str, Hand]) -> None:
        super().__init__()
        known[tiles] = self
        self.bonus = bingo if laid == RACK_SIZE else 0
        """The points for having laid seven tiles."""
        self.single = laid == 1
        """Whether one tile has been laid."""
        self.mask = 0
        """The letters that can be laid."""
        self.ways: list[tuple[int, tuple[str, str, Hand]]] = []
        for tile in dict.fromkeys(tiles):
            left = tiles.replace(tile, "", 1)
            rest = known[left] if left in known else Hand(left, laid + 1, bingo, known)
            for letter in ALPHABET if tile == BLANK else tile:
                bit = LETTER_BIT[letter]
                self.mask |= bit
                self.ways.append((bit, (letter, letter.lower() if tile == BLANK else letter, rest)))

    def __missing__(self, mask: int) -> list[tuple[str, str, Hand]]:
        ways = self[mask] = [way for bit, way in self.ways if bit & mask]
        return ways

    @staticmethod
    def of(rack: str, bingo: int) -> Hand:
        """The whole rack in hand; ``bingo`` points for seven tiles laid."""
        return Hand(rack, 0, bingo, {})


class Square:
    """An empty square in a line, with the tiles that lie between it and the next empty square."""

    __slots__ = (
        "beside",
        "beside_points",
        "dots",
        "factor",
        "found",
        "gains",
        "mask",
        "next",
        "run",
        "run_points",
        "step",
    )

    def __init__(self, index: int, step: int, run: str, after: Square | None, found: list[ScoredPlay]) -> None:
        self.step = step
        self.found = found
        self.next = after
        self.gains = _GAINS[LETTER_MULTIPLIER[index]]
        """The points of each letter here."""
        self.factor = WORD_MULTIPLIER[index]
        self.mask = ANY_LETTER
        """The letters that the word at right angles allows."""
        self.beside = False
        """Whether there is such a word; ``beside_points`` is the value of its tiles."""
        self.beside_points = 0
        self.run = self.dots = ""
        self.run_points = 0
        if run:
            self.run = run.upper()
            self.dots = EMPTY * len(run)
            self.run_points = sum([VALUE[letter] for letter in run])

    def lay(self, node: Node, hand: Hand, word: str, points: int, factor: int, others: int, start: int) -> None:
        """Lay each tile that may lie here next, and go on from it.

        ``word`` are the letters of the word so far, which starts at the square ``start``, ``points`` theirs, yet to be
        multiplied by ``factor``; ``others`` are the points of the words at right angles.
        """
        options = node.mask & hand.mask & self.mask
        if not options:
            return
        gains = self.gains
        factor *= self.factor
        for letter, shown, rest in hand[options]:
            gain = gains[shown]
            more = others + (self.beside_points + gain) * self.factor if self.beside else others
            self.laid(node[letter], rest, word + shown, points + gain, factor, more, start)

    def laid(self, node: Node, hand: Hand, word: str, points: int, factor: int, others: int, start: int) -> None:
        """Go on from a tile just laid here, all as for :meth:`lay`."""
        if self.run:
            for letter in self.run:
                if not node.mask & LETTER_BIT[letter]:
                    return
                node = node[letter]
            points += self.run_points
            word += self.dots
        if node.word and not (hand.single and self.beside and self.step == SIZE):
            self.found.append((points * factor + others + hand.bonus, start, self.step, word))
        if self.next is not None and hand.mask:
            self.next.lay(node, hand, word, points, factor, others, start)
