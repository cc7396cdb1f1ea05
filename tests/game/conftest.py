"""Word sets, boards and games for the tests of the rules, written as players write them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from p2pscrabble.game.board import Board
from p2pscrabble.game.legality import Words
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Play
from p2pscrabble.game.notation import read_play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.game.tiles import BAG_SIZE

PLAIN: dict[str, Move] = {"pass": Pass(), "challenge": Challenge(), "accept": Accept()}


class WordSet:
    """These words; with none given, whatever letters there are is a word."""

    def __init__(self, words: str = "") -> None:
        self.words = frozenset(words.split())
        self.name = "the test list"
        self.hash = " ".join(sorted(self.words)).encode().ljust(32, b"-")[:32]

    def __contains__(self, word: str) -> bool:
        return not self.words or word in self.words


def _play(text: str, board: Board) -> Play:
    place, word = text.split()
    return read_play(place, word, board)


def _board(plays: str) -> Board:
    board = Board()
    for text in filter(None, map(str.strip, plays.split(","))):
        board = board.with_tiles(_play(text, board).tiles)
    return board


def _move(text: str, board: Board) -> Move:
    if text in PLAIN:
        return PLAIN[text]
    return Exchange(text.split()[1]) if text.startswith("exchange ") else _play(text, board)


@pytest.fixture
def words() -> Callable[[str], Words]:
    """A word list: ``words("CAT CATS")``."""
    return WordSet


@pytest.fixture
def board() -> Callable[[str], Board]:
    """A board on which these plays were made: ``board("8G CAT, 9F TO")``."""
    return _board


@pytest.fixture
def play() -> Callable[[str, Board], Play]:
    """A play in strict notation, small letters for blanks: ``play("8G CaT", board)``."""
    return _play


@pytest.fixture
def game() -> Callable[..., Position]:
    """A game under way: the racks (``None`` or a number of tiles for hidden ones), the words, and what else differs."""

    def make(
        *racks: str | int,
        rules: str | Rules = "classic",
        words: str = "",
        on: str = "",
        bag: int | None = None,
        scores: Sequence[int] | None = None,
        turn: int = 0,
    ) -> Position:
        chosen = PRESETS[rules] if isinstance(rules, str) else rules
        laid = _board(on)
        held = [Rack.of(rack) if isinstance(rack, str) else Rack.hidden(rack) for rack in racks]
        rest = BAG_SIZE - len(laid.tiles) - sum(rack.size for rack in held)
        players = tuple(
            Player(rack, score, clock=chosen.clock) for rack, score in zip(held, scores or [0] * len(held), strict=True)
        )
        start = Position.start(chosen, WordSet(words), len(held), turn)
        return replace(start, board=laid, players=players, bag=rest if bag is None else bag, owed=())

    return make


@pytest.fixture
def do() -> Callable[..., Position]:
    """A game after these steps: moves, ``draw`` with or without the tiles, ``leave`` with the seat."""

    def run(position: Position, *steps: str) -> Position:
        for step in steps:
            first, *rest = step.split()
            if first == "draw":
                position = position.deal(rest[0] if rest else None)
            elif first == "leave":
                position = position.leave(int(rest[0]))
            else:
                position = position.apply(_move(step, position.board))
        return position

    return run
