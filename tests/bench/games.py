"""What is measured on: the shipped word list, and games from seeds that are the same on every machine."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from p2pscrabble.game.lexicon import Lexicon, compile_words
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import BLANK
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.table.deal import OpenDeal

PROJECT: Final = Path(__file__).parents[2]
BUILD: Final = PROJECT / "build"
NAME: Final = "modern"


@cache
def words() -> tuple[str, ...]:
    """The words of the shipped list."""
    return tuple(gzip.decompress((PROJECT / "wordlists" / f"{NAME}.txt.gz").read_bytes()).decode("ascii").split())


@cache
def compiled() -> bytes:
    """The shipped list, compiled."""
    return compile_words(words(), NAME)


@cache
def lexicon() -> Lexicon:
    """The shipped list."""
    return Lexicon(compiled())


@dataclass(frozen=True)
class Game:
    """A whole game with its open seeds: the first position, and the one after each move."""

    seeds: tuple[bytes, ...]
    positions: tuple[Position, ...]


@cache
def game(seed: int, seats: int = 2) -> Game:
    """The game of players who always make the best-scoring play, by the classic rules, with this seed's bag."""
    random = Random(seed)
    seeds = tuple(random.randbytes(16) for _ in range(seats))
    dealer = OpenDeal(seeds)
    start = Position.start(PRESETS["classic"], lexicon(), seats, random.randrange(seats))
    positions = [dealt(start, dealer)]
    while positions[-1].ended is None:
        positions.append(dealt(positions[-1].apply(best(positions[-1])), dealer))
    return Game(seeds, tuple(positions))


def best(position: Position) -> Move:
    """The play that scores most, of equal ones the first on the board; without any, an exchange of all, or a pass."""
    rack = position.mover.rack.shown
    found = scored_plays(position.board, rack, position.lexicon, position.rules.bingo)
    if found:
        return to_play(min(found, key=lambda play: (-play[0], play[1:])))
    exchange = Exchange(rack.replace(BLANK, ""))
    stuck = position.scoreless >= 2 * len(position.players) or not exchange.tiles or position.legal(exchange)
    return Pass() if stuck else exchange
