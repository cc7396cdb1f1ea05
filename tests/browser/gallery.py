"""A program whose rooms and lobby stand still, so that each picture of the page can be had at once and again.

The page, the server and its guards are the real ones; only what the server tells the page is not of a room that lives.
"""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Final, cast

from p2pscrabble.peer.view import Notice
from p2pscrabble.web.program import Program
from p2pscrabble.web.rooms import OpenRoom
from p2pscrabble.web.server import serve
from p2pscrabble.web.tabs import Json, Scope
from tests.words import compiled

_PATIENCE: Final = 60.0
"""Seconds in which a server has begun, or has ended."""


class Still(Scope):
    """What a tab is shown, and nothing happens in it."""

    def __init__(self, state: Json) -> None:
        super().__init__()
        self._state = state

    def state(self) -> Json:
        """See ``Scope.state``."""
        return self._state


class _Silent:
    def opened(self, room: OpenRoom) -> None: ...

    def notice(self, room: OpenRoom, notice: Notice) -> None: ...

    def failed(self, room: OpenRoom, why: str) -> None: ...


class _Exhibition(Program):
    """A program that shows what the gallery has."""

    def __init__(self, data: Path, gallery: Gallery) -> None:
        super().__init__(data, (), _Silent(), name="Ana")
        self._gallery = gallery

    async def scope(self, room_id: str | None) -> Scope:
        if room_id is None:
            return Still(self._gallery.lobby)
        if room_id in self._gallery.rooms:
            return Still(self._gallery.rooms[room_id])
        return await super().scope(room_id)

    def open_room(self, room_id: str) -> OpenRoom | None:
        """Only its link is asked for, to make a picture of it."""
        state = self._gallery.rooms.get(room_id)
        return None if state is None else cast("OpenRoom", SimpleNamespace(about=SimpleNamespace(link=state["link"])))

    def names_of(self, number: str) -> tuple[str, ...]:
        return self._gallery.names.get(number, ())


class Gallery:
    """The server, in a thread of its own; ``stop`` and ``start`` are those of a program that was ended and is back."""

    def __init__(self, data: Path, rooms: Mapping[str, Json], names: Mapping[str, tuple[str, ...]]) -> None:
        self.rooms, self.names = dict(rooms), dict(names)
        self.lobby: Json = {}
        """What the lobby shows to the next tab that comes."""
        self.door = ""
        """An address that lets a browser in."""
        self._data = data
        self._port = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._end: asyncio.Event | None = None
        self._ready = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where the page is, without a slash at the end."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Begins to serve; a second time on the same port."""
        self._ready.clear()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        assert self._ready.wait(_PATIENCE)

    def stop(self) -> None:
        """Closes every tab’s line, and answers no more."""
        if self._loop is None or self._end is None or self._thread is None:
            return
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(_PATIENCE)
        assert not self._thread.is_alive()
        self._loop = None

    async def _serve(self) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        program = _Exhibition(self._data, self)
        async with serve(program, self._port) as server:
            self._port = server.port
            self.door = server.doors.url("/help")
            self._ready.set()
            await self._end.wait()
        await program.close()


@contextmanager
def gallery(rooms: Mapping[str, Json], names: Mapping[str, tuple[str, ...]]) -> Iterator[Gallery]:
    """A gallery that is open; ``names`` are those of the players of finished games, by number."""
    with TemporaryDirectory(prefix="p2pscrabble-", ignore_cleanup_errors=True) as folder:
        shutil.copytree(compiled(), Path(folder) / "wordlists")
        shown = Gallery(Path(folder), rooms, names)
        shown.start()
        try:
            yield shown
        finally:
            shown.stop()
