"""A game as a replay tells it: the rules, where the tiles came from, and every step.

With the seeds of all seats the bag is known and so is every rack at every turn. Without them, because a player left and
opened none or because the game was recorded elsewhere, the moves are told by themselves, and the racks as far as
somebody wrote them down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from typing import Final

from p2pscrabble.game.ending import SECONDS_A_MINUTE
from p2pscrabble.game.moves import Move
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import Rules
from p2pscrabble.game.turns import Outcome

LEXICON_BYTES: Final = 3
SEED_BYTES: Final = 16


class Deal(Enum):
    """What a replay knows of the tiles."""

    OPEN = 0
    """The seeds of all seats, and so everything."""
    RECORDED = 1
    """The racks of some turns, as they were written down."""
    HIDDEN = 2
    """Nothing but the tiles that were played or exchanged openly, and the racks at the end where they were shown."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a game: the seat, and its move, or ``None`` where the player left.

    ``rack`` is the mover's rack before the move where it was recorded, sorted; ``withdrawn`` tells of a challenge that
    the play came off.
    """

    seat: int
    move: Move | None
    rack: str | None = None
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """All that a number tells of a game.

    ``lexicon`` is the first three bytes of its hash; ``seeds`` are sixteen bytes for each seat, or none at all. Without
    seeds ``racks`` are those at the end, of each seat, ``None`` where not known; with seeds there are none.
    ``overtime`` is how many minutes each seat went over its clock, a minute begun counting as a whole one.
    Raises ``ValueError`` unless there is one of each for each seat.
    """

    rules: Rules
    lexicon: bytes
    seats: int
    first: int
    seeds: tuple[bytes, ...] = field(default=(), repr=False)
    steps: tuple[Step, ...] = ()
    racks: tuple[str | None, ...] = field(kw_only=True)
    overtime: tuple[int, ...] = field(kw_only=True)

    def __post_init__(self) -> None:
        told = (len(self.seeds), len(self.racks), len(self.overtime))
        if told not in ((self.seats, 0, self.seats), (0, self.seats, self.seats)):
            raise ValueError("a replay has seeds or racks, and minutes over, one for each seat")

    @property
    def deal(self) -> Deal:
        """What the replay knows of the tiles."""
        if self.seeds:
            return Deal.OPEN
        return Deal.RECORDED if any(step.rack is not None for step in self.steps) else Deal.HIDDEN


def replay_of(positions: Sequence[Position], seeds: Sequence[bytes] = ()) -> Replay:
    """The replay of a game from its positions: the first before any step, then the one after each, draws made.

    Without the seeds, racks are told as far as the positions show them: that of the mover before each step, and all
    those of the last position.
    """
    start, final = positions[0], positions[-1]
    steps = []
    for before, after in pairwise(positions):
        if after.last is None:
            raise ValueError("no step leads to a position")
        turn = after.last
        rack = None if seeds or turn.move is None else before.players[turn.seat].rack.tiles or None
        steps.append(Step(turn.seat, turn.move, rack, turn.outcome is Outcome.WITHDRAWN))
    return Replay(
        start.rules,
        start.lexicon.hash[:LEXICON_BYTES],
        len(start.players),
        start.turn,
        tuple(seeds),
        tuple(steps),
        racks=() if seeds else tuple(player.rack.tiles or None for player in final.players),
        overtime=tuple(-(min(player.clock, 0) // SECONDS_A_MINUTE) for player in final.players),
    )
