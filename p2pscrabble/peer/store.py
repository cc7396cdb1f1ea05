"""A room on disk: who this peer is in it, and every log as far as it holds it.

::

    rooms/<id>/room.json     what the room is, and under which name and relay this peer is in it
              /secrets       the key that signs and the root of all seeds, 32 bytes each; readable by the owner alone
              /counter       how far publication counters may have been used
              /summary.json  how the game stands, for the list of games
              /logs/<key>.<stream>
              /lock          held by the process that plays

What ``save`` returns from is on disk (fsync): only then may anything that depends on it be published. A file that a
crash cut short is mended on loading: bytes that no longer verify are cut off, and were never promised to anyone.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from filelock import FileLock, Timeout

from p2pscrabble.errors import StoreError
from p2pscrabble.sync import Unsaved

STREAMS: Final = 2
_KEY_DIGITS: Final = 64


@dataclass(frozen=True, slots=True)
class RoomFile:
    """What a peer notes about a room when it enters it."""

    code: str
    relay: str
    role: str
    name: str
    made: int
    """When the room was entered, seconds since 1970."""
    settings: Mapping[str, object] = field(default_factory=dict)
    """What the host decided: seats, lexicon, rules, and the like."""
    v: int = 1


@dataclass(frozen=True, slots=True)
class Summary:
    """How a room stands, for the list of games."""

    names: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    state: str = "waiting"
    your_turn: bool = False
    replay: str = ""
    changed: int = 0
    v: int = 1


class RoomStore:
    """The folder of one room, locked while this is open. Use as a context manager."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = FileLock(folder / "lock")
        self._files: dict[tuple[bytes, int], BinaryIO] = {}
        self._counter = -1

    @classmethod
    def create(cls, rooms: Path, name: str, room: RoomFile, secrets: bytes) -> RoomStore:
        """A new folder ``name`` below ``rooms``; ``secrets`` are 64 bytes."""
        folder = rooms / name
        try:
            rooms.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700)
            (folder / "logs").mkdir()
            store = cls(folder)
            with open(folder / "secrets", "xb", opener=_private) as file:
                file.write(secrets)
                file.flush()
                os.fsync(file.fileno())
            store.write_room(room)
            _sync_folder(folder)
            _sync_folder(rooms)
        except OSError as error:
            raise StoreError(f"The game cannot be kept in {folder}: {_why(error)}.") from error
        return store

    def __enter__(self) -> RoomStore:
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise StoreError("This game is open in another window already; play on there, or close it first.") from None
        except OSError as error:
            raise StoreError(f"The game in {self.folder} cannot be opened: {_why(error)}.") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()
        self._lock.release()

    # What the room is

    @property
    def room(self) -> RoomFile:
        """What was noted on entering; raises ``StoreError`` where it cannot be read."""
        data = _read_json(self.folder / "room.json")
        try:
            return RoomFile(
                code=str(data["code"]),
                relay=str(data["relay"]),
                role=str(data["role"]),
                name=str(data["name"]),
                made=int(str(data["made"])),
                settings=dict(found) if isinstance(found := data.get("settings"), dict) else {},
            )
        except (KeyError, ValueError) as error:
            raise StoreError(f"{self.folder / 'room.json'} is damaged ({error}).") from error

    def write_room(self, room: RoomFile) -> None:
        """Replaces what was noted."""
        _write(self.folder / "room.json", json.dumps(asdict(room), ensure_ascii=False, indent=1).encode())

    @property
    def secrets(self) -> bytes:
        """The 64 bytes that the room was made with."""
        try:
            secrets = (self.folder / "secrets").read_bytes()
        except OSError as error:
            raise StoreError(f"The key of this game cannot be read: {_why(error)}.") from error
        if len(secrets) != 64:
            raise StoreError(f"{self.folder / 'secrets'} is damaged; without it the game can be watched, not played.")
        return secrets

    @property
    def summary(self) -> Summary:
        """How the room stood last; an empty one where nothing is known."""
        try:
            data = _read_json(self.folder / "summary.json")
            return Summary(
                names=tuple(map(str, _list(data["names"]))),
                scores=tuple(int(str(score)) for score in _list(data["scores"])),
                state=str(data["state"]),
                your_turn=bool(data["your_turn"]),
                replay=str(data["replay"]),
                changed=int(str(data["changed"])),
            )
        except (StoreError, KeyError, ValueError):
            return Summary()

    def write_summary(self, summary: Summary) -> None:
        """Replaces it; it is a convenience, so a full disk is no reason to stop here."""
        with contextlib.suppress(StoreError):
            _write(self.folder / "summary.json", json.dumps(asdict(summary), ensure_ascii=False).encode())

    # Logs

    def logs(self) -> Iterator[tuple[bytes, int, bytes]]:
        """Every log that is kept: key, stream and bytes."""
        for path in sorted((self.folder / "logs").iterdir()):
            key, _, stream = path.name.partition(".")
            if len(key) != _KEY_DIGITS or stream not in map(str, range(STREAMS)):
                continue
            try:
                yield bytes.fromhex(key), int(stream), path.read_bytes()
            except (OSError, ValueError) as error:
                raise StoreError(f"{path} cannot be read: {error}.") from error

    def save(self, unsaved: Unsaved) -> None:
        """Writes new pieces of logs and the counter's reserve; they are on disk when this returns.

        Raises ``StoreError``, and then everything must be given again.
        """
        try:
            touched = []
            for piece in unsaved.ranges:
                file = self._file(piece.key, piece.stream)
                file.seek(piece.offset)
                file.write(piece.data)
                touched.append(file)
            for file in dict.fromkeys(touched):
                file.flush()
                os.fsync(file.fileno())
            if unsaved.counter_limit != self._counter:
                _write(self.folder / "counter", str(unsaved.counter_limit).encode())
                self._counter = unsaved.counter_limit
        except OSError as error:
            raise StoreError(f"The game cannot be saved: {_why(error)}. It waits until it can.") from error

    def cut(self, key: bytes, stream: int, length: int) -> None:
        """Cuts a log to this many bytes: what a crash left behind them is no log."""
        file = self._file(key, stream)
        file.truncate(length)
        os.fsync(file.fileno())

    @property
    def counter(self) -> int:
        """Where publication counters may begin."""
        try:
            return int((self.folder / "counter").read_text())
        except FileNotFoundError:
            return 0
        except (OSError, ValueError) as error:
            raise StoreError(f"{self.folder / 'counter'} is damaged: {error}.") from error

    def _file(self, key: bytes, stream: int) -> BinaryIO:
        file = self._files.get((key, stream))
        if file is None:
            path = self.folder / "logs" / f"{key.hex()}.{stream}"
            new = not path.exists()
            file = self._files[key, stream] = path.open("x+b" if new else "r+b")
            if new:
                _sync_folder(path.parent)
        return file


def rooms(folder: Path) -> list[RoomStore]:
    """Every room below this folder, the last changed first."""
    found = [RoomStore(path.parent) for path in folder.glob("*/room.json")]
    return sorted(found, key=lambda store: store.summary.changed, reverse=True)


def _read_json(path: Path) -> dict[str, object]:
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise StoreError(f"{path} cannot be read: {error}.") from error
    if not isinstance(data, dict):
        raise StoreError(f"{path} is damaged.")
    return data


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _write(path: Path, data: bytes) -> None:
    """The whole file or the old one, whenever the power fails."""
    draft = path.with_suffix(".new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        _sync_folder(path.parent)
    except OSError as error:
        raise StoreError(f"{path} cannot be written: {_why(error)}.") from error


def _sync_folder(folder: Path) -> None:
    """A new name is safe only when its folder is on disk; Windows knows no such call."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
