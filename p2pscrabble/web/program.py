"""The program while it runs: the rooms that are open in it, the lobby, and the ways to open another room."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Final

from p2pscrabble.errors import P2PScrabbleError, UsageError, sentence
from p2pscrabble.numerals import Invitation
from p2pscrabble.peer.absence import PATIENCE
from p2pscrabble.peer.kept import is_persons, keep_name, kept_name, people
from p2pscrabble.peer.session import EVERYWHERE, HostSettings, Session, Where, host, join, resume
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table import Role, clean_name
from p2pscrabble.transport import RelayAddress, parse_relay
from p2pscrabble.web.config import config
from p2pscrabble.web.listing import Lobby
from p2pscrabble.web.rooms import Nowhere, OpenRoom, Report
from p2pscrabble.web.tabs import Json, Scope

_ID: Final = re.compile(r"[0-9A-Za-z-]{1,64}")
LOOPBACK: Final = "127.0.0.1"
MAX_ROOMS: Final = 32
"""Rooms open at one time."""
NOBODY: Final = "Player"
"""The name of who never said one."""


class Program:
    """All rooms of one data folder, as one player sees them.

    ``name`` is the player's for this run, empty for the one that is remembered; ``login`` stands in for who has none.
    After ``patience`` seconds of silence the player is asked whether to go on without another; direct rooms keep to
    ``interface``.
    """

    def __init__(
        self,
        data: Path,
        relays: Sequence[RelayAddress],
        report: Report,
        *,
        name: str = "",
        login: str = NOBODY,
        patience: float = PATIENCE,
        interface: str = EVERYWHERE,
    ) -> None:
        self.data = data
        self.relays = tuple(relays)
        self.ended = asyncio.Event()
        """Set when the player wants the program to end."""
        self._report = report
        self._name = name
        self._login = login
        self._patience = patience
        self._interface = interface
        self._rooms: dict[str, OpenRoom] = {}
        self._opening = asyncio.Lock()
        self.lists = WordLists(data)
        self.config: Json = config(self.lists)
        self.lobby = Lobby(data, self.relays[0] if self.relays else None, lambda: self.name, lambda: set(self._rooms))

    @property
    def name(self) -> str:
        """The player's name, empty where it was never said."""
        return self._name or kept_name(self.data)

    def rename(self, name: str) -> str:
        """The player has another name from now on; the name in its clean form. Raises ``UsageError``."""
        name = clean_name(name)
        keep_name(self.data, name)
        self._name = name
        self.lobby.tell()
        return name

    def where(self, relays: Sequence[RelayAddress] | None = None, name: str = "") -> Where:
        """Under which name, and by which relays, a room is entered."""
        by = self.relays if relays is None else tuple(relays)
        return Where(self.data, name or self.name or self._login, by, self._patience, self._interface)

    @property
    def is_playing(self) -> bool:
        """Whether a room is open in which the player has a seat."""
        return any(not room.finished for room in self._rooms.values())

    # Ways into a room

    async def host(self, settings: HostSettings, where: Where, bots: int = 0) -> OpenRoom:
        """A new room, with so many computer players. Raises ``UsageError`` where it can't be as asked."""
        return await self._open(where, host(settings, where), bots=bots or None)

    async def join(self, invitation: Invitation, where: Where, role: Role = Role.PLAYER) -> OpenRoom:
        """A seat in somebody's room, or a place to watch from; where it is open already, that one, or tried again.

        Where the link names another relay than the one at which a guest finds nobody, the room is looked for there.
        """

        def known() -> OpenRoom | None:
            return next((room for room in self._rooms.values() if room.has_code(invitation.code)), None)

        lost = known()
        if lost is None or invitation.relay is None or not lost.is_lost(parse_relay(invitation.relay)):
            return await self._open(where, join(invitation, where, role), known)
        await lost.close()
        self._closed(lost)
        try:
            return await self._open(where, join(invitation, where, role), known)
        finally:
            for tab in tuple(lost.tabs):
                tab.show(await self.scope(lost.id))

    async def resume(self, room_id: str, where: Where | None = None) -> OpenRoom:
        """A room of this disk, by the name of its folder: opened where it is not yet, tried again where it failed."""
        if (room := self._rooms.get(room_id)) is not None:
            return _tried_again(room)
        store = RoomStore(self.data / "rooms" / room_id)
        if not _ID.fullmatch(room_id) or not (store.folder / "room.json").is_file() or not is_persons(store):
            raise UsageError("There is no such game on this computer.")
        if store.summary.state in ("closed", "left"):
            raise UsageError("This room is closed." if store.summary.state == "closed" else "You have left this room.")
        where = self.where() if where is None else where
        return await self._open(where, resume(store, where), lambda: self._rooms.get(room_id))

    async def _open(
        self,
        where: Where,
        opening: AbstractAsyncContextManager[Session],
        known: Callable[[], OpenRoom | None] = lambda: None,
        bots: int | None = None,
    ) -> OpenRoom:
        async with self._opening:
            if (room := known()) is not None:
                return _tried_again(room)
            if len(self._rooms) >= MAX_ROOMS:
                raise UsageError(f"{MAX_ROOMS} rooms are open already: leave one first.")
            room = OpenRoom(where, self._report, self._closed)
            await room.begin(opening, bots)
            self._rooms[room.id] = room
            self.lobby.glance()
            return room

    def _closed(self, room: OpenRoom) -> None:
        """A room is over, and nobody looks at it any more."""
        if self._rooms.get(room.id) is room:
            del self._rooms[room.id]
        self.lobby.glance()

    async def scope(self, room_id: str | None) -> Scope:
        """What a tab shows: the lobby, or a room, which is opened where it is not; never raises for a room's sake."""
        if room_id is None:
            return self.lobby
        try:
            return await self.resume(room_id)
        except P2PScrabbleError as error:
            return Nowhere(room_id, sentence(str(error)))

    def names_of(self, number: str) -> tuple[str, ...]:
        """The names of the players of a finished game, where it was played on this computer."""
        summaries = (store.summary for store in people(self.data / "rooms"))
        return next((summary.names for summary in summaries if number and summary.replay == number), ())

    def open_room(self, room_id: str) -> OpenRoom | None:
        """The room with this ID, if it is open."""
        return self._rooms.get(room_id)

    async def close(self) -> None:
        """Ends all rooms, and keeps the seats."""
        async with self._opening:
            rooms = list(self._rooms.values())
        await asyncio.gather(*(room.close() for room in rooms), return_exceptions=True)
        with contextlib.suppress(OSError):
            self.lists.close()


def _tried_again(room: OpenRoom) -> OpenRoom:
    if room.about.failure:
        room.retry()
    return room


def at_home(settings: HostSettings) -> HostSettings:
    """The settings of a room in which all others are computer players: nothing of it leaves this computer."""
    return replace(settings, listen=LOOPBACK, countdown=0, public=False)
