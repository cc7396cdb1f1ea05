"""Playing a replay on: from one position to the next, with the racks and the outcomes that it tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from p2pscrabble.errors import DecodeError, IllegalMove
from p2pscrabble.game.ending import SECONDS_A_MINUTE
from p2pscrabble.game.legality import Words
from p2pscrabble.game.moves import Accept, Challenge
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.turns import Outcome
from p2pscrabble.numerals.dealing import Dealer, Unseen, dealt
from p2pscrabble.numerals.replay import LEXICON_BYTES, Replay, Step

DealFrom: TypeAlias = Callable[[Sequence[bytes]], Dealer]
"""Makes the dealer of a new game from the seeds of all its seats."""


@dataclass(frozen=True, slots=True)
class UnreadWords:
    """A word list of which only the first bytes of the hash are known: all words are in it, or none."""

    lexicon: bytes
    good: bool = True

    @property
    def name(self) -> str:
        """How the list is known: by the first digits of its hash."""
        return self.lexicon.hex()

    @property
    def hash(self) -> bytes:
        """What is known of the hash, filled up to 32 bytes."""
        return self.lexicon.ljust(32, b"\0")

    def __contains__(self, word: str, /) -> bool:
        return self.good


class Walk:
    """A replay being played: ``position`` is where it has come to, with all draws made.

    ``kept`` is what each seat was last known to hold, before the draws since.
    """

    def __init__(self, replay: Replay, deal_from: DealFrom, words: Words | None = None) -> None:
        self._open = bool(replay.seeds)
        self._dealer = deal_from(replay.seeds) if self._open else Unseen()
        words = UnreadWords(replay.lexicon) if words is None else words
        self.kept = [""] * replay.seats
        self.position = dealt(Position.start(replay.rules, words, replay.seats, replay.first), self._dealer)

    def show(self, seat: int, tiles: str | None) -> None:
        """Make this rack known by these tiles, or hidden, whatever was known of it."""
        players = self.position.players
        rack = Rack.hidden(players[seat].rack.size) if tiles is None else Rack.of(tiles)
        players = (*players[:seat], replace(players[seat], rack=rack), *players[seat + 1 :])
        self.position = replace(self.position, players=players)

    def take(self, step: Step, minutes_over: int = 0) -> None:
        """Take one step, after which its player is this many minutes over the clock, if any.

        Raises ``IllegalMove`` where the rules refuse it, and ``DecodeError`` where a challenge does not end as told.
        """
        if step.move is not None and not self._open:
            self.show(step.seat, step.rack)
        position = self.position
        if step.move is None:
            after = position.leave(step.seat)
        else:
            words = position.lexicon
            if isinstance(words, UnreadWords):
                position = replace(position, lexicon=replace(words, good=not step.withdrawn))
            after = position.apply(step.move, _seconds(position, step, minutes_over))
            after = replace(after, lexicon=words)
            if (after.last is not None and after.last.outcome is Outcome.WITHDRAWN) != step.withdrawn:
                raise DecodeError("a challenge ended otherwise: the game was played with other words")
        for seat, player in enumerate(after.players):
            if player.rack.tiles is not None:
                self.kept[seat] = player.rack.tiles
        self.position = dealt(after, self._dealer)


def positions(replay: Replay, deal_from: DealFrom, words: Words | None = None) -> tuple[Position, ...]:
    """The position before the first step and after each, with the rack of the next mover shown where it is known.

    Without the words, all words of plays that stood are taken for good. Raises ``DecodeError`` where these are not the
    words that the game was played with, or the replay tells of a game that cannot be.
    """
    if words is not None and words.hash[:LEXICON_BYTES] != replay.lexicon:
        raise DecodeError("the game was played with another word list")
    walk = Walk(replay, deal_from, words)
    last_step = {step.seat: number for number, step in enumerate(replay.steps) if step.move is not None}
    found = []
    try:
        for number, step in enumerate(replay.steps):
            if step.move is not None and not replay.seeds:
                walk.show(step.seat, step.rack)
            found.append(walk.position)
            last = last_step.get(step.seat) == number
            walk.take(step, replay.overtime[step.seat] if last else 0)
        for seat, rack in enumerate(replay.racks):
            if rack is not None:
                walk.show(seat, None)
                walk.position = walk.position.reveal(seat, rack)
    except IllegalMove as illegal:
        raise DecodeError(f"a move is against the rules: {illegal}") from None
    return (*found, walk.position)


def _seconds(position: Position, step: Step, minutes_over: int) -> int:
    """How long the move took, if its player is this many minutes over the clock after it; 0 if within it."""
    if not minutes_over:
        return 0
    used = position.mover.clock + minutes_over * SECONDS_A_MINUTE
    return used if isinstance(step.move, Accept | Challenge) else used + position.rules.increment
