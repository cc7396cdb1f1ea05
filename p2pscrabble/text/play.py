"""A room played in a terminal: news goes out, lines come in, until the room is closed or the player goes."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from enum import Enum
from typing import Any, Final, Protocol

from p2pscrabble.errors import IllegalMove, P2PScrabbleError, UsageError
from p2pscrabble.game.moves import Move, Pass
from p2pscrabble.peer.view import Notice, NoticeKind, View
from p2pscrabble.table import Phase
from p2pscrabble.text import table
from p2pscrabble.text.board import LEGEND, words_on
from p2pscrabble.text.commands import Command, GoOn, Make, Say, Simple, Try, help_text, parse_line
from p2pscrabble.text.sentences import bag_text, rack_text, rules_text, unseen_text
from p2pscrabble.text.terminal import Console

_YES: Final = ("y", "yes")
_ALONE: Final = 10.0
"""Seconds after which it is said that nobody is in the room."""
_SOON: Final = 0.02
"""Seconds in which news of what has changed comes, if there is any."""
_NOBODY: Final = (
    "Nobody is in this room yet. Either the host’s program is not running now, or the code or the relay is another."
)


class Playable(Protocol):
    """What a session needs of a running peer; ``peer.Peer`` is one."""

    def view(self) -> View:
        """All that the player may see."""
        ...

    async def changed(self, version: int) -> View:
        """Waits for a view that is newer than this version; the last one where the peer has ended."""
        ...

    def move(self, move: Move) -> None:
        """Makes a move."""
        ...

    def chat(self, text: str) -> None:
        """Says something to the others."""
        ...

    def again(self) -> None:
        """Asks for another game."""
        ...

    def start(self) -> None:
        """Begins with those who are here."""
        ...

    def without(self, seat: int, *, wanted: bool = True) -> None:
        """Asks to go on without a silent player, or takes that back."""
        ...

    def leave(self) -> None:
        """Gives up the seat."""
        ...


class Parting(Enum):
    """How a session ended."""

    CLOSED = "closed"
    """The room is over for everyone, or the peer has stopped."""
    QUIT = "quit"
    """The player went; the seat is kept."""
    LEFT = "left"
    """The player gave up the seat."""
    STOPPED = "stopped"
    """The game cannot go on, because of what somebody's program did."""


async def play(room: Playable, news: AsyncIterator[Notice], console: Console) -> Parting:
    """Plays until the news ends or the player goes; ``news`` is a stream that began before the peer ran."""
    player = _Player(room, console)
    line: asyncio.Task[str | None] = asyncio.ensure_future(console.line())
    notice: asyncio.Task[Notice | None] = asyncio.ensure_future(_next(news))
    alone = asyncio.ensure_future(asyncio.sleep(_ALONE))
    changed = asyncio.ensure_future(_another(room, room.view()))
    try:
        player.settle()
        while True:
            waiting: set[asyncio.Future[Any]] = {line, notice, changed}
            if not alone.done():
                waiting.add(alone)
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            if notice.done():
                if (happened := notice.result()) is None:
                    player.tell()
                    return player.parting or Parting.CLOSED
                player.hear(happened)
                if room.view().phase is Phase.STOPPED:
                    player.tell()
                    return Parting.STOPPED
                notice = asyncio.ensure_future(_next(news))
            elif line.done():
                if (typed := line.result()) is None:
                    return player.parting or Parting.QUIT
                line = asyncio.ensure_future(console.line())
                player.take(typed)
                if player.parting is Parting.QUIT:
                    return player.parting
            elif changed.done():  # with news, which is told first, or without: where a draw is made, say
                changed = asyncio.ensure_future(_another(room, changed.result()))
                await asyncio.wait({notice}, timeout=_SOON)
            elif alone in waiting and room.view().room is None:
                console.show(_NOBODY)
            await asyncio.sleep(0)
            if not notice.done():  # all news is told first, and then the table is shown once
                player.settle()
    finally:
        for task in (line, notice, alone, changed):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _another(room: Playable, seen: View) -> View:
    """The next view; waits for ever where there will be none."""
    view = await room.changed(seen.version)
    if view.version == seen.version:
        await asyncio.Event().wait()
    return view


async def _next(news: AsyncIterator[Notice]) -> Notice | None:
    return await anext(news, None)


class _Player:
    """The person at this terminal: what they have been shown, and what they were asked."""

    def __init__(self, room: Playable, console: Console) -> None:
        self._room = room
        self._console = console
        self._shown: object = None
        self._since = time.monotonic()
        self._waiting = ""
        self._news: list[str] = []
        self._numbers: list[str] = []
        self._hinted = False
        self._link_down = False
        self._question: Callable[[], None] | None = None
        self.parting: Parting | None = None

    # What goes out

    def settle(self) -> None:
        """Tells the news, shows the table where there is something new on it, and asks for a line."""
        view = self._room.view()
        counts = len(view.outcomes), len(view.steps), len(view.players)
        state = (view.phase, counts, view.your_turn, view.room is None and view.link.state, view.starts_in is None)
        if state != self._shown:
            back, self._shown = self._shown is None, state
            self._since = time.monotonic()
            self._show_state(view, back=back)
        self._news += self._numbers
        self._numbers.clear()
        self.tell()
        if self._question is None:
            self._console.prompt("Your move> " if view.your_turn else "> ")

    def _show_state(self, view: View, *, back: bool) -> None:
        """Shows where the room stands; ``back``: to someone who sees it for the first time since they came."""
        match view.phase:
            case Phase.PLAYING if view.position is not None:
                if view.your_turn or view.seat is None or (back and view.steps):
                    self._show_table(view)
                else:
                    self._news.append(f"Your rack: {rack_text(table.own_rack(view))}   {table.whose_turn(view)}")
            case Phase.OVER:
                self._show_table(view)
                self._news += [table.over_text(view), "Type again for another game, quit to go."]
            case _ if (text := table.waiting_text(view)) != self._waiting:
                self._waiting = text
                self._news += [text] if text else []

    def _elapsed(self) -> int:
        """Seconds since the turn was shown here, near enough to those that the clock counts."""
        return int(time.monotonic() - self._since)

    def tell(self) -> None:
        """Tells what was heard and not told yet, all at once."""
        if self._news:
            self._console.show("\n".join(self._news))
            self._news.clear()

    def _show_table(self, view: View) -> None:
        if self._news and view.steps and self._news[-1] == table.step_text(view, view.steps[-1]):
            self._news.pop()  # it stands beneath the board
        self._news += ["", table.table_text(view, coloured=self._console.coloured, elapsed=self._elapsed())]
        if view.your_turn and not self._hinted:
            self._hinted = True
            self._news.append(table.FIRST_HINT)

    def hear(self, notice: Notice) -> None:
        """Takes in a piece of news, unless it is the player's own words or nothing to a player."""
        text = notice.text
        match notice.kind:
            case NoticeKind.LINK:
                state, was_down = notice.data.get("state"), self._link_down
                self._link_down = state in ("down", "refused") or (was_down and state != "up")
                if self._link_down == was_down:
                    return
            case NoticeKind.RELAY:
                self._link_down = notice.data.get("state") != "up"
            case NoticeKind.CHAT:
                me = next((player.name for player in self._room.view().players if player.you), None)
                if notice.data.get("name") == me and self._console.interactive:
                    return
            case NoticeKind.OVER if self._room.view().phase is Phase.OVER:
                return  # the result is told with the last board
            case NoticeKind.WITHOUT if notice.data.get("offered"):
                text += f" If you would go on, type: without {notice.data.get('name')}"
            case NoticeKind.VERDICT:
                self._numbers.append(text)
                return
            case _:
                pass
        self._news.append(text)

    # What comes in

    def take(self, line: str) -> None:
        """Does what a line says; what cannot be done is said, and nothing is lost."""
        self.tell()
        question, self._question = self._question, None
        if question is not None:
            if line.strip().lower() in _YES:
                self._attempt(question)
            else:
                self._console.show("Then not.")
            return
        view = self._room.view()
        try:
            board = None if view.position is None else view.position.board
            command = parse_line(line, board, table.own_rack(view) if view.seat is not None else None)
        except P2PScrabbleError as error:
            self._console.show(str(error))
            return
        if command is not None:
            self._attempt(lambda: self._do(command, view))

    def _attempt(self, what: Callable[[], None]) -> None:
        try:
            what()
        except IllegalMove as error:
            self._console.show(
                "\n".join(["Not played, and nothing is lost:", *(f"  {fault}" for fault in error.faults)])
            )
        except P2PScrabbleError as error:
            self._console.show(str(error))

    def _ask(self, question: str, then: Callable[[], None]) -> None:
        if not self._console.interactive:
            then()
            return
        self._question = then
        self._console.prompt(f"{question} (y/n) ")

    def _do(self, command: Command, view: View) -> None:
        match command:
            case Say(text):
                self._room.chat(text)
            case Try(move):
                if view.position is None or view.seat is None:
                    raise UsageError("There is no game yet.")
                self._console.show(table.tried_text(view.position, view.seat, move))
            case GoOn(name, wanted):
                seat = table.seat_named(view, name)
                self._room.without(seat, wanted=wanted)
                self._console.show(table.absence_text(self._room.view(), seat))
            case Make(Pass()) if view.your_turn:
                self._ask("Pass, and do nothing this turn?", lambda: self._room.move(Pass()))
            case Make(move):
                if view.phase is Phase.PLAYING and not view.your_turn:
                    raise UsageError(f"{table.whose_turn(view)} To see what a move would be worth, put score in front.")
                self._room.move(move)
            case Simple():
                self._look(command, view)

    def _look(self, command: Simple, view: View) -> None:
        rules = view.room.rules if view.room is not None else None
        text = ""
        match command:
            case Simple.BOARD:
                text = table.table_text(view, coloured=self._console.coloured, elapsed=self._elapsed())
            case Simple.WORDS:
                found = [] if view.position is None else words_on(view.position.board)
                text = "\n".join(f"{place} {word}" for place, word in found) or "There is no word on the board yet."
            case Simple.MOVES:
                told = [f"{number}. {table.step_text(view, step)}" for number, step in enumerate(view.steps, 1)]
                text = "\n".join(told) or "Nobody has moved yet."
            case Simple.BAG:
                text = bag_text(view)
            case Simple.UNSEEN:
                text = "There is no game yet." if view.position is None else unseen_text(view.position, view.seat)
            case Simple.RULES:
                text = "The host has not said yet." if rules is None else rules_text(rules)
            case Simple.PLAYERS:
                text = table.players_text(view, elapsed=self._elapsed())
            case Simple.HELP:
                text = f"{help_text(rules)}\nOn the board: {LEGEND}"
            case Simple.START:
                self._room.start()
            case Simple.AGAIN:
                self._room.again()
                text = "You would like another game; it begins when everyone here says so."
            case Simple.LEAVE:
                self._ask("Give up your seat for good? Your tiles go back into the bag.", self._leave)
            case Simple.QUIT:
                self.parting = Parting.QUIT
        if text:
            self._console.show(text)

    def _leave(self) -> None:
        self.parting = Parting.LEFT
        self._room.leave()
