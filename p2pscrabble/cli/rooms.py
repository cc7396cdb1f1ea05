"""What ``host``, ``join``, ``bot`` and ``resume`` do once they know what is wanted."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

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


async def join_room(invitation: Invitation, where: Where, out: Output, *, auto: bool, games: int | None) -> Parting:
    """A seat in somebody's room."""
    async with join(invitation, where) as session:
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
    """A computer player's seat: the one that it has there already, or a new one."""
    async with _bot_session(invitation, where) as session:
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
async def _bot_session(invitation: Invitation, where: Where) -> AsyncIterator[Session]:
    async with contextlib.AsyncExitStack() as stack:
        session: Session | None = None
        for store in kept_rooms(where):
            if session is None and _is_seat(store, invitation.code):
                with contextlib.suppress(StoreError):  # another process plays that seat
                    session = await stack.enter_async_context(resume(store, where))
        if session is None:
            session = await stack.enter_async_context(join(invitation, where, Role.BOT))
        yield session


def _is_seat(store: RoomStore, code: RoomCode) -> bool:
    """Whether this folder is a computer player's seat, still held, in the room with this code."""
    try:
        room = store.room
        mine = room.role == Role.BOT.name.lower() and RoomCode.parse(room.code) == code
    except (StoreError, DecodeError):
        return False
    return mine and store.summary.state not in ("left", "closed")
