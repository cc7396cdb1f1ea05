"""What happened in a game: the turns in order, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pscrabble.bag.sealed.record import Record as BagRecord
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import Rules
from p2pscrabble.game.turns import Turn
from p2pscrabble.table.entries import Seat


@dataclass(frozen=True, slots=True)
class Step:
    """One move, or the leaving of a player: the positions before it, and after it with all draws made."""

    before: Position = field(repr=False)
    after: Position = field(repr=False)

    @property
    def turn(self) -> Turn:
        """Who did what, and what came of it."""
        if self.after.last is None:
            raise ValueError("no step led here")
        return self.after.last


@dataclass(frozen=True, slots=True)
class Record:
    """A game as far as it has come: all that a replay needs, and the names.

    ``seeds`` has one for each seat, or none while they are closed or where they alone do not tell the order of the bag.
    """

    game: int
    seats: tuple[Seat, ...]
    rules: Rules
    lexicon: bytes
    first: int
    seeds: tuple[bytes, ...] = field(repr=False)
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class SealedRecord:
    """What an audit of a sealed game needs: all that happened to the bag, and the seeds, ``None`` where not opened."""

    bag: BagRecord
    seeds: tuple[bytes | None, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Outcome:
    """A game that has ended: its record, the last position, and the hash of all that was said in it."""

    record: Record
    position: Position
    hash: bytes
    sealed: SealedRecord | None = field(default=None, repr=False)
    """What an audit of a sealed game needs; ``None`` for an open one."""
