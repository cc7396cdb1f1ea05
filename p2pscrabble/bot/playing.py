"""A seat that plays by itself: it moves when it is its turn, and asks for another game when one is over."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Protocol

from p2pscrabble.bot.choice import choose, stalemate
from p2pscrabble.errors import IllegalMove, UsageError
from p2pscrabble.game.moves import Move
from p2pscrabble.peer.view import View
from p2pscrabble.table import Phase

_log = logging.getLogger(__name__)


class Playable(Protocol):
    """What the computer player needs of a running peer."""

    def view(self) -> View:
        """All that the player may see."""
        ...

    async def changed(self, version: int) -> View:
        """The next view; the same again once the peer has ended."""
        ...

    def move(self, move: Move) -> None:
        """Makes a move."""
        ...

    def again(self) -> None:
        """Asks for another game."""
        ...

    def without(self, seat: int, *, wanted: bool = True) -> None:
        """Asks to go on without a silent player."""
        ...

    def leave(self) -> None:
        """Gives up the seat."""
        ...


async def play_itself(room: Playable, games: int | None = None) -> None:
    """Plays a seat until the room is closed; with ``games``, leaves once so many have ended and are judged here.

    It leaves, too, a game in which nobody can score any more and which its rules do not end; and it would go on without
    whoever is silent, as soon as it may, and without whoever has no time left, if another player asks for that. It does
    not stay where it could only watch.
    """
    moved: object = None
    asked = -1
    view = room.view()
    while view.phase is not Phase.STOPPED and not (view.phase is Phase.CLOSED and _settled(view)):
        if view.watching:
            return
        position, state = view.position, (len(view.outcomes), len(view.steps))
        if view.your_turn and position is not None and state != moved:
            moved = state
            if stalemate(position):
                room.leave()
                return
            move = await asyncio.to_thread(choose, position)
            try:
                room.move(move)
            except (IllegalMove, UsageError) as error:
                _log.warning("%s was refused: %s", move, error)
        elif view.phase is Phase.OVER and _judged(view) and asked < len(view.outcomes):
            asked = len(view.outcomes)
            if games is not None and asked >= games:
                room.leave()
                return
            room.again()
        for absence in view.absences:
            if absence.offered and (absence.asked or not absence.late):  # for want of time a person has to ask first
                with contextlib.suppress(UsageError):  # heard of again meanwhile
                    room.without(absence.seat)
        seen = view.version
        view = await room.changed(seen)
        if view.version == seen:
            return


def _settled(view: View) -> bool:
    """Whether no game has ended here that this seat's program has not judged yet."""
    return not view.outcomes or _judged(view)


def _judged(view: View) -> bool:
    """Whether a game has ended, and this seat's program has found out whether all was as it must be."""
    if not view.outcomes:
        return False
    verdicts = view.outcomes[-1].verdicts
    return view.seat is None or view.seat >= len(verdicts) or verdicts[view.seat] is not None
