"""Where the tiles come from when a game is played from a number: someone who knows the bag, or nobody."""

from __future__ import annotations

from typing import Protocol

from p2pscrabble.game.position import Position
from p2pscrabble.game.turns import Outcome


class Dealer(Protocol):
    """Whoever serves the draws of one game, from its first, in their order."""

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str | None:
        """The letters of the next ``count`` tiles for a seat that holds ``rack``; ``None`` where they are not seen.

        In an exchange ``back``, not counted in ``rack``, goes into the bag after the draw.
        """
        ...

    def leave(self, seat: int, returned: str) -> None:
        """The seat has left, and these tiles of it go back."""
        ...


class Unseen:
    """The dealer of a game whose bag nobody knows."""

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str | None:  # noqa: ARG002
        """Tiles that nobody sees."""
        return None

    def leave(self, seat: int, returned: str) -> None:
        """Nobody sees what goes back either."""


def dealt(position: Position, dealer: Dealer) -> Position:
    """The position after a step with everything put back and drawn that is due."""
    last = position.last
    if last is not None and (last.outcome is Outcome.LEFT or last.returned) and position.ended is None:
        dealer.leave(last.seat if last.challenged is None else last.challenged, last.returned)
    while position.owed:
        draw = position.owed[0]
        rack = position.players[draw.seat].rack.shown
        position = position.deal(dealer.draw(draw.seat, draw.count, rack, draw.back))
    return position
