"""Who sits in a simulated room: the real program, with or without the eyes of its player, and how a player plays."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from p2pscrabble.game.movegen import _search, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import ChallengeRule
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.view import Notice, View
from p2pscrabble.table import Hello, Table
from tests.faults.disk import Disk
from tests.faults.simulation import lexicon

ENOUGH: Final = 6
"""Among so many plays a player chooses."""


AGAIN: Final = 0.5
"""Seconds after which a blind program reads what has not changed."""


class Blind(Member):
    """The program without what its player sees, and without reading again what has not changed: a third of the work."""

    _nothing: View | None = None
    _seen = -1
    _seen_at = 0.0
    _again = True

    @property
    def fresh(self) -> bool:
        """Whether there is anything that it has not read."""
        return self._count() != self._seen

    def _count(self) -> int:
        sync = self._sync
        count = len(self._workshop._results)
        for peer in (sync._own, *sync._peers.values()):
            count += 1 + len(peer.game.log._entries) + (0 if peer._talk is None else len(peer._talk.log._entries))
        return count

    def _read(self, now: float, *, quiet: bool = False) -> None:
        seen = self._count()
        self._again = quiet or seen != self._seen or now >= self._seen_at + AGAIN or bool(self._unjudged)
        if self._again:
            self._seen, self._seen_at = seen, now
            super()._read(now, quiet=quiet)

    def _write(self, now: float) -> None:
        if self._again:
            super()._write(now)

    def _look(self, now: float, version: int) -> View:
        if self._nothing is None:
            self._nothing = super()._look(now, version)
        return self._nothing


@dataclass
class Player:
    """One player's computer: alive, asleep, or dead with its disk."""

    number: int
    name: str
    hello: Hello
    folder: Path
    disk: Disk
    store: RoomStore | None = None
    member: Member | None = None
    values: dict[str, str] = field(default_factory=dict)
    """What its transport sets again after a reconnect."""
    asleep: bool = False
    gone: bool = False
    """For good."""
    wake: float = 0.0
    thinks_until: float | None = None
    looks_about: float = 0.0
    """When it next sees to those who are silent."""
    starts: int = 0
    muted: bool = False
    """Whether it is killed before its next value goes out."""
    parting: int | None = None
    """Who alone hears of its next move, after which it is killed for good."""
    moved: bool = False
    astray: bool = False
    """Whether its next move is signed for another game."""
    illegal: float | None = None
    """Whether it signs a move that is none next, and which one."""
    notices: list[Notice] = field(default_factory=list)

    @property
    def table(self) -> Table | None:
        """The table as its program sees it."""
        return None if self.member is None else self.member._table


def choose(position: Position, rng: random.Random, turns: int) -> Move:
    """A move of a player who passes once so many turns are over."""
    if position.answer_pending:
        answers: list[Move] = [Accept(), Challenge()]
        return rng.choice(answers)
    if turns <= 0:
        return Pass()
    if position.challenge_pending and rng.random() < 0.15:
        return Challenge()
    rack = position.mover.rack.shown
    if rng.random() < 0.15 and position.available >= position.rules.exchange_minimum:
        return Exchange("".join(rng.sample(rack, rng.randint(1, len(rack)))))
    play = _play(position, rack)
    if play is None:
        return Pass()
    if position.rules.challenge is not ChallengeRule.VOID and rng.random() < 0.2:
        letters = [tile.letter for tile in reversed(play.tiles)]
        turned = Play(tuple(Placed(tile.square, letter) for tile, letter in zip(play.tiles, letters, strict=True)))
        return play if position.legal(turned) else turned
    return play


def _play(position: Position, rack: str) -> Play | None:
    """The best of the first plays that are found."""
    found: list[tuple[int, int, int, str]] = []
    for _ in _search(position.board, rack, lexicon(), position.rules.bingo, found):
        if len(found) >= ENOUGH:
            break
    return to_play(max(found)) if found else None


def illegal(position: Position, rack: str, variant: float) -> Move:
    """A move that the rules refuse: tiles that are not on the rack, or a play that joins nothing."""
    missing = next(letter for letter in "QZXJKVWYFHBMPGUDLSNTRIOAEC" if letter not in rack)
    squares: Sequence[int] = [square for square in range(225) if position.board[square] == "."]
    at = squares[int(variant * 100) % len(squares)]
    return Play((Placed(at, missing),))
