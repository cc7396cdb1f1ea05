"""The number of a game: made when it ends, checked by every peer, and read by anyone.

Here the seeds that a number holds meet the bag: with them every draw of the game is computed anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from p2pscrabble.errors import DecodeError, UsageError
from p2pscrabble.game.legality import Words
from p2pscrabble.game.position import Position
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Replay, replay_of
from p2pscrabble.numerals.replay_number import decode_replay, encode_replay
from p2pscrabble.numerals.walk import positions
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.record import Outcome


def write_replay(replay: Replay) -> str:
    """The number of this game; raises ``ValueError`` and ``UsageError`` as ``encode_replay`` does."""
    return encode_replay(replay, _deal)


def read_replay(text: str) -> Replay:
    """The game that a number tells, spaces and line breaks in it passed over.

    Raises ``DamagedNumber`` where a digit is wrong, missing or too many, otherwise ``DecodeError``.
    """
    return decode_replay(text, _deal)


def replay_positions(replay: Replay, words: Words | None = None) -> tuple[Position, ...]:
    """The position before the first step and after each; without the words, all that stood are taken for good.

    Raises ``DecodeError`` where the game cannot have been played so, or not with these words.
    """
    return positions(replay, _deal, words)


def replay_number(outcome: Outcome) -> str:
    """The number of a game that has ended; the empty text for one that has none, as it is too long."""
    try:
        return write_replay(replay_of(_positions(outcome), outcome.record.seeds))
    except (UsageError, ValueError):
        return ""


def verify_replay(number: str, outcome: Outcome) -> bool:
    """Whether the number alone gives this very game: each word and score as it was.

    With seeds each tile is dealt from them; without them racks are compared as far as the number tells them.
    """
    played = _positions(outcome)
    try:
        replay = read_replay(number)
        replayed = replay_positions(replay, outcome.position.lexicon)
    except (DecodeError, ValueError):
        return False
    there, here = list(map(_untimed, replayed)), list(map(_untimed, played))
    if outcome.record.seeds:
        same = there == here
    else:
        same = [position.digest() for position in there] == [position.digest() for position in here]
        same = same and there[-1].ended == here[-1].ended
    return same and replay == replay_of(played, outcome.record.seeds)


def _deal(seeds: Sequence[bytes]) -> Dealer:
    return OpenDeal(seeds)


def _positions(outcome: Outcome) -> list[Position]:
    """The positions of the game from the first: there is only the last where nothing was played."""
    steps = outcome.record.steps
    return [steps[0].before, *(step.after for step in steps)] if steps else [outcome.position]


def _untimed(position: Position) -> Position:
    """The position but for the clocks, of which a number holds only what they cost in the end."""
    players = tuple(replace(player, clock=0) for player in position.players)
    return replace(position, players=players)
