"""The computer player: makes the play that scores most, challenges what is no word, and ends a game that is stuck."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from p2pscrabble.errors import IllegalMove, UsageError
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import BLANK
from p2pscrabble.peer.view import View
from p2pscrabble.table import Phase

PATIENCE: Final = 3
"""Scoreless turns a seat running after which it exchanges no more: nothing has come of it."""

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

    def leave(self) -> None:
        """Gives up the seat."""
        ...


def choose(position: Position) -> Move:
    """The move of the seat whose turn it is; looks at its own rack and at nothing else that is hidden."""
    contested = position.contested
    if contested is not None and any(word.text.upper() not in position.lexicon for word in contested.score.words):
        return Challenge()
    if position.answer_pending:
        return Accept()
    rack = position.mover.rack.tiles or ""
    found = scored_plays(position.board, rack, position.lexicon, position.rules.bingo)
    if found:
        return to_play(min(found, key=lambda play: (-play[0], play[1:])))
    tiles = rack.replace(BLANK, "")
    exchange = Exchange(tiles)
    worthwhile = position.scoreless < PATIENCE * len(position.present)
    return exchange if tiles and worthwhile and not position.legal(exchange) else Pass()


async def play_itself(room: Playable, games: int | None = None) -> None:
    """Plays a seat until the room is closed; with ``games``, leaves once the room has seen so many."""
    moved: object = None
    asked = -1
    view = room.view()
    while view.phase not in (Phase.CLOSED, Phase.STOPPED):
        position, state = view.position, (len(view.outcomes), len(view.steps))
        if view.your_turn and position is not None and state != moved:
            moved = state
            move = await asyncio.to_thread(choose, position)
            try:
                room.move(move)
            except (IllegalMove, UsageError) as error:
                _log.warning("%s was refused: %s", move, error)
        elif view.phase is Phase.OVER and view.outcomes and asked < len(view.outcomes):
            asked = len(view.outcomes)
            if games is not None and asked >= games:
                room.leave()
                return
            room.again()
        seen = view.version
        view = await room.changed(seen)
        if view.version == seen:
            return
