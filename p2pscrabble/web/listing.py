"""What the lobby shows: who the player is, the open rooms of the relay, and the games on this computer.

The relay is listened to, and the disk looked at, only while somebody looks on.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Final

from p2pscrabble.errors import P2PScrabbleError, StoreError
from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.kept import FINISHED, WATCHING, is_persons
from p2pscrabble.peer.lobby import PROJECT, Announcement
from p2pscrabble.peer.lobby import Lobby as Announcements
from p2pscrabble.peer.opponents import is_demo
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.transport import DIRECT, SCRATCH, Changed, Link, LinkState, RelayAddress
from p2pscrabble.transport.websocket import WebSocketTransport
from p2pscrabble.web.tabs import Json, Scope, Tab

LOOK_AGAIN: Final = 2.0
"""Seconds between two looks at the disk and at which rooms have expired."""
_STATES: Final = {
    "waiting": "gathering",
    "committing": "gathering",
    "revealing": "gathering",
    "leaving": "left",
    "no lexicon": "gathering",
    WATCHING: "playing",
}
_DRIFT: Final = 1500
"""Milliseconds by which a start must have moved to count as another: it is told in whole seconds."""


class Lobby(Scope):
    """The state of the lobby.

    ``name`` says the player's name, ``open_rooms`` which rooms are open in this program, by ID.
    """

    def __init__(
        self, data: Path, relay: RelayAddress | None, name: Callable[[], str], open_rooms: Callable[[], Collection[str]]
    ) -> None:
        super().__init__()
        self._relay = relay
        self._name = name
        self._open_rooms = open_rooms
        self._announcements = Announcements()
        self._starts: dict[RoomCode, int | None] = {}
        self._games: list[dict[str, object]] = []
        self._shelf = Shelf(data / "rooms")
        self._looked = False
        self._link: Json = {"address": "", "state": "none", "detail": "No relay is set."}
        if relay is not None and relay.profile == SCRATCH:
            detail = "Scratch has no place for a list of rooms: ask for the code of a room."
            self._link = {"address": str(relay), "state": "none", "detail": detail}
        elif relay is not None and relay.profile == DIRECT:
            detail = "There is no relay with a list of rooms: ask for the code of a room."
            self._link = {"address": str(relay), "state": "none", "detail": detail}
        elif relay is not None:
            self._link = {"address": str(relay), "state": "connecting", "detail": "Connecting to the relay."}
        self._shown: Json | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._glance = asyncio.Event()

    def state(self) -> Json:
        """See ``Scope.state``."""
        if not self._looked:
            self._look()
        announced = self._announcements.rooms(time.monotonic(), time.time())
        self._starts = {room.code: self._start_of(room) for room in announced}
        state: dict[str, object] = {
            "name": self._name(),
            "relay": self._link,
            "open": [self._open_room(room) for room in announced],
            "games": self._games,
        }
        if state != self._shown:
            self._shown = state
        return self._shown

    def entered(self, tab: Tab) -> None:
        """See ``Scope.entered``."""
        super().entered(tab)
        if not self._tasks:
            self._looked = False
            self._tasks = [asyncio.create_task(self._keep_looking())]
            if self._relay is not None and self._relay.profile not in (SCRATCH, DIRECT):
                self._tasks.append(asyncio.create_task(self._listen(self._relay)))
        self._glance.set()

    def gone(self, tab: Tab) -> None:
        """See ``Scope.gone``."""
        super().gone(tab)
        if not self.tabs:
            for task in self._tasks:
                task.cancel()
            self._tasks = []

    def glance(self) -> None:
        """Something may have changed among the games."""
        self._glance.set()

    async def _keep_looking(self) -> None:
        while True:
            self._glance.clear()
            self._look()
            self.tell()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_AGAIN):
                    await self._glance.wait()
            await asyncio.sleep(0.1)  # what happens in one breath is looked at once

    def _look(self) -> None:
        self._games = self._shelf.look(self._open_rooms())
        self._looked = True

    async def _listen(self, relay: RelayAddress) -> None:
        try:
            transport = WebSocketTransport(relay, PROJECT)
        except P2PScrabbleError as error:
            self._link = {"address": str(relay), "state": "refused", "detail": str(error)}
            self.tell()
            return
        self._announcements = Announcements()
        try:
            async for event in transport.events():
                match event:
                    case Changed():
                        self._announcements.hear(event.name, event.digits, time.monotonic())
                    case Link():
                        self._link = {"address": str(relay), "state": event.state.value, "detail": event.detail}
                        if event.state is not LinkState.UP:
                            self._announcements = Announcements()
                self.tell()
        finally:
            await transport.close()

    def _open_room(self, room: Announcement) -> dict[str, object]:
        return {
            "code": str(room.code),
            "host": room.host,
            "seats": room.seats,
            "taken": room.taken,
            "rules": room.rules,
            "lexicon": room.lexicon,
            "startsAt": self._starts[room.code],
        }

    def _start_of(self, room: Announcement) -> int | None:
        """When the game starts, on this computer's clock; the same until it is really another time."""
        if room.starts_in is None:
            return None
        start = int((time.time() + room.starts_in) * 1000)
        told = self._starts.get(room.code)
        return start if told is None or abs(told - start) > _DRIFT else told


class Shelf:
    """The games on this computer, each read anew only when it has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: dict[Path, tuple[tuple[int, int], dict[str, object] | None]] = {}

    def look(self, open_rooms: Collection[str]) -> list[dict[str, object]]:
        """Unfinished games first, your turn before all, then the last changed; broken folders are left out."""
        seen = {path.parent: self._row(path.parent) for path in self._folder.glob("*/room.json")}
        self._seen = seen
        rows = [{**row, "open": row["id"] in open_rooms} for _, row in seen.values() if row is not None]
        return sorted(rows, key=_order)

    def _row(self, folder: Path) -> tuple[tuple[int, int], dict[str, object] | None]:
        stamp = _changed(folder / "room.json"), _changed(folder / "summary.json")
        known = self._seen.get(folder)
        if known is not None and known[0] == stamp:
            return known
        try:
            return stamp, kept_game(RoomStore(folder))
        except StoreError:
            return stamp, None


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _order(row: Mapping[str, object]) -> tuple[bool, bool, int]:
    return row["state"] in FINISHED, not row["yourTurn"], -int(str(row["changed"]))


def kept_game(store: RoomStore) -> dict[str, object] | None:
    """A game on this computer, as the page lists it; ``None`` for a computer player’s. Raises ``StoreError``."""
    if not is_persons(store):
        return None
    summary, room = store.summary, store.room
    return {
        "id": store.folder.name,
        "code": room.code,
        "state": _STATES.get(summary.state, summary.state),
        "yourTurn": summary.your_turn,
        "open": False,
        "demo": is_demo(room),
        "names": list(summary.names),
        "scores": list(summary.scores),
        "changed": (summary.changed or room.made) * 1000,
        "replay": summary.replay,
    }
