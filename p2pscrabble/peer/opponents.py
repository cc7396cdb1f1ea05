"""Computer players that belong to a room on this computer, each in a process of its own.

They come with the room and go with it. How many there are stands in the room's settings, so that they come back when
the room is opened again.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Final

from p2pscrabble.errors import StoreError, UsageError
from p2pscrabble.numerals import Invitation
from p2pscrabble.peer.roaming import kept_relays
from p2pscrabble.peer.session import Session
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.transport import DIRECT, OWN

COUNT: Final = "opponents"
"""Where a room notes how many computer players belong to it."""
_GRACE: Final = 4.0
"""Seconds that a computer player has to say goodbye."""
_NEW_GROUP: Final = 0x200  # subprocess.CREATE_NEW_PROCESS_GROUP, which only Windows has
_PAUSES: Final = (1.0, 5.0, 25.0)
"""Seconds after which one that has stopped comes back, for the first time and the next ones."""
_NO_SEAT: Final = 1
"""What its process ends with where the room is full, or its game has begun."""
_OWN: Final = "P2PSCRABBLE_"
"""What the settings of this program begin with in the environment: they are not the computer player's."""
_LOGIN: Final = "P2PSCRABBLE_SCRATCH_"
_NAMES: Final = ("Computer", "Machine", "Robot")


def opponents_of(room: RoomFile) -> int:
    """How many computer players belong to the room."""
    count = room.settings.get(COUNT)
    return min(count, len(_NAMES)) if isinstance(count, int) and not isinstance(count, bool) and count > 0 else 0


def note_opponents(store: RoomStore, count: int) -> None:
    """So many computer players belong to the room from now on; raises ``StoreError``."""
    room = store.room
    store.write_room(replace(room, settings={**room.settings, COUNT: count}))


def is_demo(room: RoomFile) -> bool:
    """Whether all the others in the room are computer players on this computer."""
    seats = room.settings.get("seats")
    return opponents_of(room) > 0 and isinstance(seats, int) and opponents_of(room) >= seats - 1


class Opponents:
    """The computer players of an open room. Use as a context manager: it brings those that belong to the room.

    ``tell`` is told, as a sentence, where one of them has stopped.
    """

    def __init__(self, session: Session, data: Path, tell: Callable[[str], None]) -> None:
        self._session = session
        self._data = data
        self._tell = tell
        self._playing: list[_Opponent] = []
        self._ended = False

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self._playing)

    async def __aenter__(self) -> Opponents:
        try:
            for _ in range(opponents_of(self._session.store.room)):
                await self._bring()
        except BaseException:
            await self._end()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def add(self) -> str:
        """One more, for good; its name. Raises ``UsageError`` where there is no more, or none can be started."""
        if self.count >= len(_NAMES):
            raise UsageError("There are no more computer players.")
        name = await self._bring()
        note_opponents(self._session.store, self.count)
        return name

    async def _bring(self) -> str:
        taken = [opponent.name for opponent in self._playing]
        opponent = _Opponent(self._session, self._data, next(name for name in _NAMES if name not in taken))
        await opponent.begin()
        if self._ended:  # meanwhile
            opponent.dismiss()
            await opponent.end()
            raise UsageError("This room is closed.")
        opponent.watching = asyncio.create_task(self._watch(opponent))
        self._playing.append(opponent)
        return opponent.name

    async def _watch(self, opponent: _Opponent) -> None:
        """Brings back one that has stopped, some times; lets one go for which there is no seat."""
        for pause in (*_PAUSES, None):
            code = await opponent.ended()
            if code == 0:
                return
            if code == _NO_SEAT and not opponent.crashed:
                self._playing.remove(opponent)
                with contextlib.suppress(StoreError):
                    note_opponents(self._session.store, self.count)
                self._tell(f"There was no seat left for {opponent.name}.")
                return
            if pause is not None:
                await asyncio.sleep(pause)
                with contextlib.suppress(UsageError):  # then after the next pause
                    await opponent.begin()
        self._tell(f"{opponent.name} has stopped, again and again; why stands in {opponent.log}.")

    async def _end(self) -> None:
        self._ended = True
        playing, self._playing = self._playing, []
        for opponent in playing:
            opponent.dismiss()
        for opponent in playing:
            await opponent.end()


class _Opponent:
    """One computer player."""

    def __init__(self, session: Session, data: Path, name: str) -> None:
        # The code goes by the environment, which no list of processes shows; the pipe tells the player that we are
        # gone, even where we were killed. Ctrl-C is for us: we end the players ourselves.
        relays = (session.relay,) if session.embedded else kept_relays(session.store.room)
        alone = session.relay.profile in (OWN, DIRECT) and len(relays) == 1  # then a link names it
        kept = {key: value for key, value in os.environ.items() if not key.startswith(_OWN) or key.startswith(_LOGIN)}
        self._environment = kept | {
            "P2PSCRABBLE_CODE": str(Invitation(session.relay.url, session.code)) if alone else str(session.code),
            "P2PSCRABBLE_DATA_DIR": str(data),
            "P2PSCRABBLE_INTERFACE": session.interface,
            "P2PSCRABBLE_NAME": name,
            "P2PSCRABBLE_RELAY": "" if alone else " ".join(map(str, relays)),
            "PYTHONUNBUFFERED": "1",
        }
        self.name = name
        self.log = session.store.folder / f"{name.lower()}.log"
        self.watching: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Starts the process; raises ``UsageError`` where this computer has no room for it."""
        try:
            with self.log.open("wb") as kept:
                self._process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "p2pscrabble", "bot", "--while-stdin"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.DEVNULL,
                    stderr=kept,
                    env=self._environment,
                    start_new_session=sys.platform != "win32",
                    creationflags=_NEW_GROUP if sys.platform == "win32" else 0,
                )
        except OSError as error:
            raise UsageError(f"{self.name} cannot be started: {(error.strerror or '').lower()}.") from error

    async def ended(self) -> int:
        """Waits until it ends; what it ended with."""
        return await self._process.wait()

    @property
    def crashed(self) -> bool:
        """Whether it has met an error of its own: Python ends with the same code then as a room that is full."""
        try:
            return b"Traceback" in self.log.read_bytes()
        except OSError:
            return True

    def dismiss(self) -> None:
        """Asks it to go."""
        if self.watching is not None:
            self.watching.cancel()
        if self._process.stdin is not None:
            self._process.stdin.close()

    async def end(self) -> None:
        """Waits until it has gone, and ends it where that takes long."""
        if self.watching is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await self.watching
        with contextlib.suppress(ProcessLookupError):
            try:
                await asyncio.wait_for(self._process.wait(), _GRACE)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()
