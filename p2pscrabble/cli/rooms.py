"""What ``host``, ``join``, ``bot`` and ``resume`` do once they know what is wanted."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from operator import itemgetter
from typing import Any, Final

from p2pscrabble.cli.invite import show_entered, show_invitation
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.running import COMES_BACK, KEPT, play_room, run, standard_input_ends
from p2pscrabble.errors import DecodeError, StoreError
from p2pscrabble.numerals import Invitation, RoomCode
from p2pscrabble.peer.session import HostSettings, Session, Where, host, join, kept_rooms, resume
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.table import Role
from p2pscrabble.text.play import Parting
from p2pscrabble.web.starting import told

_PATIENCE: Final = 30.0
"""Seconds that a process which is just ending is waited for."""
_PAUSE: Final = 0.1


def conduct(out: Output, room: Coroutine[Any, Any, Parting]) -> None:
    """Runs a room, and says how one comes back to it."""
    if run(room) is Parting.QUIT:
        out.say(KEPT)


async def host_room(asked: HostSettings, where: Where, out: Output, *, auto: bool, games: int | None) -> Parting:
    """A new room of one's own."""
    async with host(asked, where) as session:
        show_invitation(told(session, host=True), out)
        out.say(COMES_BACK)
        return await play_room(session, out, auto=auto, games=games)


async def join_room(
    invitation: Invitation, where: Where, out: Output, *, watch: bool, auto: bool, games: int | None
) -> Parting:
    """A seat in somebody's room, or a place to watch from."""
    async with join(invitation, where, Role.WATCHER if watch else Role.PLAYER) as session:
        show_entered(told(session, host=False), out)
        out.say(COMES_BACK)
        return await play_room(session, out, auto=auto, games=games)


async def resume_room(store: RoomStore, where: Where, out: Output, *, auto: bool) -> Parting:
    """A room that is on this disk; a host shows the way in again."""
    async with resume(store, where) as session:
        if store.room.role == Role.HOST.name.lower():
            show_invitation(told(session, host=True), out)
        else:
            show_entered(told(session, host=False), out)
        out.say(COMES_BACK)
        return await play_room(session, out, auto=auto)


async def bot_room(
    invitation: Invitation, where: Where, out: Output, *, games: int | None, while_stdin: bool
) -> Parting:
    """A computer player's seat: the one that it has there already, or a new one.

    ``while_stdin``: it was started by the program of the room, which has no other one of its name.
    """
    async with _bot_session(invitation, where, sole=while_stdin) as session:
        show_entered(told(session, host=False), out)
        out.say(COMES_BACK)
        playing = asyncio.ensure_future(play_room(session, out, auto=True, games=games))
        if while_stdin:
            ended = asyncio.ensure_future(standard_input_ends())
            await asyncio.wait({playing, ended}, return_when=asyncio.FIRST_COMPLETED)
            ended.cancel()
            if not playing.done():
                playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            return await playing
        return Parting.CLOSED


@asynccontextmanager
async def _bot_session(invitation: Invitation, where: Where, *, sole: bool) -> AsyncIterator[Session]:
    """``sole``: no other computer player of this name may have a seat there.

    Then the process that still holds it, for its program was killed a moment ago, is waited for.
    """
    async with contextlib.AsyncExitStack() as stack:
        patience = _PATIENCE if sole else 0.0
        session: Session | None = None
        for store in _seats(invitation.code, where, where.name if sole else None):
            session = session or await _enter(stack, store, where, patience)
        if session is None:
            session = await stack.enter_async_context(join(invitation, where, Role.BOT))
        yield session


async def _enter(stack: contextlib.AsyncExitStack, store: RoomStore, where: Where, patience: float) -> Session | None:
    """The open seat; ``None`` where another process plays it. With patience it is waited for, and raises at the end."""
    until = time.monotonic() + patience
    while True:
        try:
            return await stack.enter_async_context(resume(store, where))
        except StoreError:
            if not patience:
                return None
            if time.monotonic() >= until:
                raise
        await asyncio.sleep(_PAUSE)


def _seats(code: RoomCode, where: Where, name: str | None) -> list[RoomStore]:
    """The computer players' seats, still held, in the room with this code, the first that was taken before all."""
    found: list[tuple[int, RoomStore]] = []
    for store in kept_rooms(where):
        with contextlib.suppress(StoreError, DecodeError):
            room = store.room
            theirs = room.role == Role.BOT.name.lower() and name in (None, room.name)
            if theirs and RoomCode.parse(room.code) == code and store.summary.state not in ("left", "closed"):
                found.append((room.made, store))
    return [store for _, store in sorted(found, key=itemgetter(0))]
