"""The evidence of one room on disk: made as soon as it is known, and there again after a restart.

Two files can come about: ``evidence-<key>.json`` for each player who has told two stories, and ``evidence-game.json``,
the transcript of a game that has stopped because two programs disagree. A disk that refuses is tried again.
"""

from __future__ import annotations

import contextlib
from typing import Final

from p2pscrabble.errors import DecodeError, StoreError
from p2pscrabble.peer.evidence import MAX_BYTES, Stories, judge
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.transcript import Logs, stopped_game
from p2pscrabble.sync import Entry, Fork
from p2pscrabble.table import Table

STOPPED: Final = "evidence-game.json"
MAX_FILES: Final = 16
"""How many players who tell two stories are kept; whoever has the code can make up as many as they like."""


class Docket:
    """The evidence of a room: ``files`` says by key where it is, ``stopped`` where the game is that has stopped."""

    def __init__(self, store: RoomStore, room_id: str) -> None:
        self._store = store
        self._room_id = room_id
        self._unsaved: dict[str, bytes] = {}
        self.files: dict[bytes, str] = {}
        self.stopped = ""
        for path in store.evidence():
            if path.name == STOPPED:
                continue  # written anew where the game stops anew
            try:
                data = path.read_bytes() if path.stat().st_size <= MAX_BYTES else b""
                if judge(data).breach and (stories := Stories.decode(data)).room_id == room_id:
                    self.files[stories.key] = str(path)
            except (OSError, DecodeError):
                continue  # damaged: it is saved again where it is seen again

    def fork(self, fork: Fork, hello: Entry) -> None:
        """A peer, whose first entry is this one, has told two stories."""
        if fork.peer in self.files or len(self.files) >= MAX_FILES:
            return
        stories = Stories.of(self._room_id, fork.peer, hello, fork.stream, fork.ours, fork.theirs)
        self.files[fork.peer] = self._put(f"evidence-{fork.peer.hex()[:16]}.json", stories.encode().encode())

    def stop(self, table: Table, logs: Logs) -> None:
        """The game has stopped."""
        if not self.stopped:
            self.stopped = self._put(STOPPED, stopped_game(table, logs).encode().encode())

    def save(self) -> None:
        """Writes what is not on disk yet; raises ``StoreError`` where that still cannot be."""
        for name in list(self._unsaved):
            self._store.write_evidence(name, self._unsaved[name])
            del self._unsaved[name]

    def _put(self, name: str, data: bytes) -> str:
        self._unsaved[name] = data
        with contextlib.suppress(StoreError):  # and tried again whenever the logs are saved
            self.save()
        return str(self._store.folder / name)
