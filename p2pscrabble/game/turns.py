"""What happened on a turn, and the play that can still be challenged."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from p2pscrabble.game.moves import Move, Play
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.scoring import Score


class Outcome(Enum):
    """What became of a move."""

    PLAYED = "played"
    EXCHANGED = "exchanged"
    PASSED = "passed"
    ACCEPTED = "accepted"
    """The play that ends the game was let stand."""
    WITHDRAWN = "withdrawn"
    """The challenge was right: the play came off the board."""
    UPHELD = "upheld"
    """The challenge was wrong: the play stands."""
    LEFT = "left"
    """The player left the game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One step of a game, as it is shown and written down: who did what, and what came of it.

    ``score`` is that of the play made, withdrawn or upheld; ``challenged`` is the seat whose play was challenged;
    ``phonies`` are the words found wanting; ``bonus`` is what a mistaken challenge gave the seat challenged;
    ``returned`` are tiles that went back into the bag (``_`` for each that this peer has not seen) because their
    player left; ``seconds`` is the time used.
    """

    seat: int
    move: Move | None
    outcome: Outcome
    score: Score | None = None
    challenged: int | None = None
    phonies: tuple[str, ...] = ()
    bonus: int = 0
    lost_turn: bool = False
    returned: str = ""
    seconds: int = 0


@dataclass(frozen=True, slots=True)
class Contested:
    """The last play while the next seat may still challenge it, with what it takes to undo it.

    ``rack`` is the rack before the play, ``scoreless`` the run of scoreless turns before it; ``out`` says that the
    player went out with it.
    """

    seat: int
    play: Play
    score: Score
    rack: Rack
    scoreless: int
    out: bool
