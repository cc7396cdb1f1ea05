"""A room run from the command line: the peer, whoever plays its seat, and what is reported of it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Coroutine
from typing import TYPE_CHECKING, Any, Final, TypeVar

from p2pscrabble.bot import play_itself
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import is_terminal
from p2pscrabble.errors import PeerError, RoomUnavailable
from p2pscrabble.peer.member import no_place
from p2pscrabble.peer.view import Notice, NoticeKind, View
from p2pscrabble.table import Phase
from p2pscrabble.text.play import Parting, play
from p2pscrabble.text.terminal import Terminal

if TYPE_CHECKING:
    from p2pscrabble.peer.session import Session

T = TypeVar("T")

_LAST_WORDS: Final = 5.0
"""Seconds that a room which is closing may take at the very end."""

COMES_BACK: Final = "Ctrl-C leaves; `p2pscrabble resume` comes back.\n"
KEPT: Final = "Your seat is kept: `p2pscrabble resume` comes back."


def run(main: Coroutine[Any, Any, T]) -> T:
    """Runs to the end; Ctrl-C, and the signals that end a program politely, close everything and interrupt.

    A signal that whoever started the program has it ignore, as ``nohup`` does, stays ignored.
    """

    async def guarded() -> T:
        task = asyncio.current_task()
        if task is not None and sys.platform != "win32":
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGHUP):
                if signal.getsignal(number) is not signal.SIG_IGN:
                    loop.add_signal_handler(number, task.cancel)
        return await main

    try:
        return asyncio.run(guarded())
    except asyncio.CancelledError as error:
        raise KeyboardInterrupt from error


async def play_room(session: Session, out: Output, *, auto: bool = False, games: int | None = None) -> Parting:
    """Plays one room until it is over or the player goes; raises what ended it, if that was an error."""
    peer = session.peer
    news, report = peer.notices(), _Report(session, out)
    running = asyncio.create_task(peer.run())
    reporting = asyncio.create_task(report.tell(peer.notices(), aloud=auto))
    try:
        if auto:
            await play_itself(peer, games)
            if (seen := peer.view()).watching:
                raise RoomUnavailable(no_place(seen.room, len(seen.players)))
            parting = Parting.LEFT
        else:
            with Terminal(coloured=out.settings.coloured) as terminal:
                parting = await play(peer, news, terminal)
        if peer.view().phase is Phase.STOPPED:
            await peer.close()
            await _end(reporting)
            raise PeerError(peer.view().warning)
        await (running if parting is Parting.CLOSED else peer.close())
        await running
        return parting
    except asyncio.CancelledError:
        out.say(f"\n{KEPT}")
        raise
    finally:
        await peer.close()
        await _end(running)
        await _end(reporting)


async def _end(task: asyncio.Task[None]) -> None:
    """Waits for a task that is about to end of itself; whatever it raises has been raised elsewhere."""
    with contextlib.suppress(Exception):
        await asyncio.wait_for(task, _LAST_WORDS)


class _Report:
    """Tells what happens in a room to whoever started the program."""

    def __init__(self, session: Session, out: Output) -> None:
        self._session = session
        self._out = out

    async def tell(self, notices: AsyncIterator[Notice], *, aloud: bool) -> None:
        """Every notice as an object where that is asked for, else a finished game's number; ``aloud``: as text too."""
        async for notice in notices:
            data = dict(notice.data)
            if notice.kind is NoticeKind.OVER:
                data["replay"] = number_of(self._session.peer.view(), data.get("game"))
                if aloud or not is_terminal(sys.stdout):
                    self._out.result(str(data["replay"]))
            if aloud:
                self._out.say(notice.text)
            self._out.event(notice.kind.value, text=notice.text, **data)


def number_of(view: View, game: object) -> str:
    """The replay number of a finished game of this room."""
    return next((seen.replay for seen in reversed(view.outcomes) if seen.outcome.record.game == game), "")


async def standard_input_ends() -> None:
    """Returns when standard input does: how a program that was started by another notices that it is alone."""
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def read() -> None:
        with contextlib.suppress(OSError, RuntimeError):
            while os.read(0, 4096):
                pass
        with contextlib.suppress(RuntimeError):  # the loop may have ended before
            loop.call_soon_threadsafe(ended.set)

    threading.Thread(target=read, daemon=True, name="standard input").start()
    await ended.wait()
