"""What the computer player does in a position: the play that brings most, counting what it keeps for later."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Final

from p2pscrabble.bot.endgame import best_last_plays, kept
from p2pscrabble.bot.leaves import leave_value
from p2pscrabble.game.lines import ScoredPlay
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import remove_tiles

PATIENCE: Final = 3
"""Scoreless turns a seat running after which it exchanges no more: nothing has come of it."""

_STALEMATE: Final = 12
"""Scoreless turns a seat running after which nothing will ever come of a game that its rules do not end."""

_FULL_WORTH: Final = 10
"""Tiles in the bag from which on what is kept counts in full; with fewer there are fewer turns to use it."""


class Bot:
    """A computer player; the same seed and the same positions make the same moves."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, position: Position) -> Move:
        """The move of the seat whose turn it is, as :func:`choose` has it."""
        return choose(position, self._random)


def choose(position: Position, rng: Random | None = None) -> Move:
    """The move of the seat whose turn it is; always a legal one. Knows its own rack and no other.

    It challenges what it knows to be no word, accepts a last play that is sound, makes the play that brings most, or
    exchanges where that promises more, and passes where there is nothing else. Of plays of one worth ``rng`` picks
    one; without it, always the same.

    Raises ``ValueError`` where its rack is hidden or it is nobody's turn.
    """
    if position.ended is not None or position.owed or position.mover.rack.tiles is None:
        raise ValueError("there is no move to choose here")
    contested = position.contested
    if contested is not None and any(word.text.upper() not in position.lexicon for word in contested.score.words):
        return Challenge()
    if position.answer_pending:
        return Accept()
    rack = position.mover.rack.tiles
    found = scored_plays(position.board, rack, position.lexicon, position.rules.bingo)
    if found and position.available == 0:
        return to_play(_pick(best_last_plays(position, rack, found), rng)[1])
    weight = min(position.available / _FULL_WORTH, 1.0)
    worth, play = _pick(_best_plays(rack, found, weight), rng) if found else (float("-inf"), None)
    exchange = _best_exchange(position, rack)
    if exchange is not None and weight * exchange[0] > worth:
        return Exchange(exchange[1])
    return to_play(play) if play is not None else Pass()


def stalemate(position: Position) -> bool:
    """Whether nobody has scored for long and the rules would let the game go on for ever: all that is left is to go."""
    return position.scoreless >= _STALEMATE * len(position.present) and not _passing_ends_it(position)


def _pick(worth: list[tuple[float, ScoredPlay]], rng: Random | None) -> tuple[float, ScoredPlay]:
    """One of those that are worth most."""
    best = max(value for value, _ in worth)
    equal = sorted(item for item in worth if item[0] == best)
    return equal[0] if rng is None else rng.choice(equal)


def _best_plays(rack: str, found: list[ScoredPlay], weight: float) -> list[tuple[float, ScoredPlay]]:
    """The plays that may be worth most, with their worth: points, and what is kept on the rack."""
    most = weight * max(leave_value(left) for left in _subsets(rack))
    best = float("-inf")
    worth = []
    for play in sorted(found, reverse=True):
        if play[0] + most < best:
            break
        value = play[0] + weight * leave_value(kept(rack, play))
        if value >= best:
            best = value
            worth.append((value, play))
    return worth


def _best_exchange(position: Position, rack: str) -> tuple[float, str] | None:
    """The exchange that keeps the best tiles, with the worth of what it keeps; ``None`` where none makes sense."""
    if position.scoreless >= PATIENCE * len(position.present) and _passing_ends_it(position):
        return None
    choices = [(leave_value(left), left) for left in _subsets(rack)]
    for value, left in sorted(choices, reverse=True):
        given = remove_tiles(rack, left) or ""
        if given and not position.legal(Exchange(given)):
            return value, given
    return None


def _passing_ends_it(position: Position) -> bool:
    """Whether the rules end the game when everybody goes on passing."""
    rules = position.rules
    return rules.end_scoreless > 0 or (
        rules.end_passes > 0 and not (rules.end_passes_empty_bag and position.available > 0)
    )


def _subsets(rack: str) -> set[str]:
    """Every selection of the rack's tiles but all of them, each sorted as the rack is."""
    return {"".join(some) for count in range(len(rack)) for some in combinations(rack, count)}
