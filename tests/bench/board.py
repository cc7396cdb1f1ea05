"""What the board costs: finding all plays of a rack, and making sure of one that a peer has sent."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from statistics import median
from typing import Final

from p2pscrabble.game.board import Board
from p2pscrabble.game.movegen import can_play, scored_plays
from p2pscrabble.game.moves import Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.scoring import lay
from p2pscrabble.game.tiles import BLANK
from tests.bench.games import game, lexicon
from tests.bench.measure import Figures, medians

POSITIONS: Final = 30
GAMES: Final = 10


def measure_board(short: bool) -> Figures:
    """Plays generated a second with 0, 1 and 2 blanks on the rack, and plays validated a second."""
    figures: Figures = {}
    positions = [_position(seed) for seed in range(3 if short else POSITIONS)]
    for blanks in range(3):
        figures |= _generating(positions, blanks, 1 if short else 5 - blanks)
    return figures | _validating(1 if short else GAMES, 1 if short else 9)


def _position(seed: int) -> tuple[Board, str]:
    """The board of a seeded game somewhere before its end, and the rack to move, without blanks."""
    played = [position for position in game(seed).positions if len(position.mover.rack.shown) == 7]
    chosen = Random(seed).choice(played)
    return chosen.board, chosen.mover.rack.shown.replace(BLANK, "E")


def _generating(positions: list[tuple[Board, str]], blanks: int, rounds: int) -> Figures:
    counts, times, firsts = [], [], []
    for board, rack in positions:
        search = partial(scored_plays, board, BLANK * blanks + rack[blanks:], lexicon())
        first = partial(can_play, board, BLANK * blanks + rack[blanks:], lexicon())
        counts.append(len(search()))
        taken, taken_first = medians(rounds, search, first)
        times.append(taken)
        firsts.append(taken_first)
    name = f"{blanks}_blank{'' if blanks == 1 else 's'}"
    return {
        f"generate_{name}_plays_per_s": sum(counts) / sum(times),
        f"generate_{name}_ms_median": median(times) * 1e3,
        f"generate_{name}_plays_median": median(counts),
        f"can_play_{name}_ms_median": median(firsts) * 1e3,
    }


def _validating(games: int, rounds: int) -> Figures:
    made: list[tuple[Position, Play]] = []
    for seed in range(games):
        for before, after in pairwise(game(seed).positions):
            if after.last is not None and isinstance(after.last.move, Play):
                made.append((before, after.last.move))
    validate, apply, score = medians(rounds, *(partial(_all, made, do) for do in (_validate, _apply, _score)))
    return {
        "validate_plays_per_s": len(made) / validate,
        "apply_plays_per_s": len(made) / apply,
        "score_plays_per_s": len(made) / score,
    }


def _all(made: list[tuple[Position, Play]], do: Callable[[Position, Play], object]) -> None:
    lay.cache_clear()  # or else every round but the first would find each play laid already
    for position, play in made:
        do(position, play)


def _validate(position: Position, play: Play) -> None:
    if position.legal(play):
        raise ValueError("a play of the bot is not legal")
    position.score(play)
    position.apply(play)


def _apply(position: Position, play: Play) -> None:
    position.apply(play)


def _score(position: Position, play: Play) -> None:
    position.score(play)
