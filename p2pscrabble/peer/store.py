"""A room on disk: who this peer is in it, and every log as far as it holds it.

::

    rooms/<id>/room.json     what the room is, and under which name and relay this peer is in it
              /secrets       the key that signs and the root of all seeds, 32 bytes each; readable by the owner alone
              /host          the key of the room's host, since it was first met
              /evidence-*    what proves that somebody has broken the protocol: ``docket``
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
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from filelock import FileLock, Timeout

from p2pscrabble.errors import DecodeError, StoreError, UsageError
from p2pscrabble.numerals import RoomCode
from p2pscrabble.sync import Identity, Unsaved
from p2pscrabble.table import Role, clean_name

STREAMS: Final = 2
LOW_SPACE: Final = 32 * 2**20
"""With fewer bytes free than these it is time to say so: a game takes one to ten million."""
_KEY_DIGITS: Final = 64
_END_OF_COUNTERS: Final = 2**48
"""No register can say a counter as great as this."""
_END_OF_TIME: Final = 2**40
_ROLES: Final = tuple(role.name.lower() for role in Role)


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
        self._unwanted = False

    @classmethod
    def create(cls, rooms: Path, name: str, room: RoomFile, secrets: bytes) -> RoomStore:
        """A new folder ``name`` below ``rooms``; ``secrets`` are 64 bytes."""
        folder = rooms / name
        try:
            rooms.mkdir(parents=True, exist_ok=True)
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise StoreError(f"The game cannot be kept in {folder}: {_why(error)}.") from error
        try:
            (folder / "logs").mkdir()
            store = cls(folder)
            with open(folder / "secrets", "xb", opener=_private) as file:
                file.write(secrets)
                file.flush()
                os.fsync(file.fileno())
            store.write_room(room)
            _sync_folder(folder)
            _sync_folder(rooms)
        except (OSError, StoreError) as error:
            shutil.rmtree(folder, ignore_errors=True)  # half a room is none
            if isinstance(error, StoreError):
                raise
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
        try:
            for file in self._files.values():
                with contextlib.suppress(OSError):  # a full disk: ``save`` has told it
                    file.close()
            self._files.clear()
            if self._unwanted:
                # First what makes it a room, while nobody else can open it.
                with contextlib.suppress(OSError):
                    (self.folder / "room.json").unlink()
        finally:
            self._lock.release()
        if self._unwanted:
            shutil.rmtree(self.folder, ignore_errors=True)

    def discard(self) -> None:
        """Removes the folder when this is closed; does nothing where it holds a log of anybody else."""
        with contextlib.suppress(OSError, StoreError):
            own = f"{Identity(self.secrets[:32]).key.hex()}."
            self._unwanted = all(path.name.startswith(own) for path in (self.folder / "logs").iterdir())

    # What the room is

    @property
    def room(self) -> RoomFile:
        """What was noted on entering; raises ``StoreError`` where it cannot be read."""
        path = self.folder / "room.json"
        data = _read_json(path)
        code, relay, name, made = (data.get(key) for key in ("code", "relay", "name", "made"))
        role, settings = data.get("role"), data.get("settings", {})
        try:
            if not isinstance(code, str) or not isinstance(relay, str) or not isinstance(name, str):
                raise UsageError("its code, relay and name are no texts")
            if not isinstance(role, str) or role not in _ROLES:
                raise UsageError("nobody has that role")
            if type(made) is not int or not 0 <= made < _END_OF_TIME:
                raise UsageError("it was made at no time")
            if not isinstance(settings, dict):
                raise UsageError("its settings are none")
            return RoomFile(str(RoomCode.parse(code)), relay, role, clean_name(name), made, settings)
        except (DecodeError, UsageError) as error:
            raise StoreError(f"{path} is damaged ({error}).") from error

    def write_room(self, room: RoomFile) -> None:
        """Replaces what was noted."""
        _write(self.folder / "room.json", _json(room, indent=1))

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
        """Replaces it; it is a convenience, so a full disk is no reason to stop here, and nobody waits for the disk."""
        with contextlib.suppress(StoreError):
            _write(self.folder / "summary.json", _json(summary), durable=False)

    # Logs

    def logs(self) -> Iterator[tuple[bytes, int, bytes]]:
        """Every log that is kept: key, stream and bytes."""
        folder = self.folder / "logs"
        try:
            paths = sorted(folder.iterdir())
        except OSError as error:  # to begin anew without one's own log would be to tell a second story
            raise StoreError(f"{folder} cannot be read: {_why(error)}.") from error
        for path in paths:
            key, _, stream = path.name.partition(".")
            if len(key) != _KEY_DIGITS or stream not in map(str, range(STREAMS)):
                continue
            try:
                yield bytes.fromhex(key), int(stream), path.read_bytes()
            except (OSError, ValueError) as error:
                raise StoreError(f"{path} cannot be read: {error}.") from error

    def save(self, unsaved: Unsaved) -> None:
        """Writes new pieces of logs, one log after the other, and the counter's reserve; then they are on disk.

        Raises ``StoreError``, and then everything must be given again.
        """
        try:
            for piece in unsaved.ranges:
                file = self._file(piece.key, piece.stream)
                file.seek(piece.offset)
                file.write(piece.data)
                file.flush()
                os.fsync(file.fileno())
            if unsaved.counter_limit != self._counter:
                limit = min(unsaved.counter_limit, _END_OF_COUNTERS - 1)
                _write(self.folder / "counter", str(limit).encode())
                self._counter = unsaved.counter_limit
        except OSError as error:
            raise StoreError(f"The game cannot be saved: {_why(error)}. It waits until it can.") from error

    def cut(self, key: bytes, stream: int, length: int) -> None:
        """Cuts a log to this many bytes: what a crash left behind them is no log. Raises ``StoreError``."""
        try:
            file = self._file(key, stream)
            file.truncate(length)
            os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"The game cannot be mended: {_why(error)}.") from error

    @property
    def runs_short(self) -> bool:
        """Whether little space is left on the disk; no, where that cannot be told."""
        try:
            return shutil.disk_usage(self.folder).free < LOW_SPACE
        except OSError:
            return False

    @property
    def counter(self) -> int:
        """Where publication counters may begin; 0 where that is lost: then the others tell how far they were.

        Raises ``StoreError`` where it cannot be read.
        """
        path = self.folder / "counter"
        try:
            text = path.read_bytes()[: len(str(_END_OF_COUNTERS)) + 1]
        except FileNotFoundError:
            return 0
        except OSError as error:
            raise StoreError(f"{path} cannot be read: {_why(error)}.") from error
        counter = int(text) if text.isdigit() else 0
        return counter if counter < _END_OF_COUNTERS else 0

    @property
    def host(self) -> bytes | None:
        """The public key of the room's host, once it was met."""
        try:
            key = (self.folder / "host").read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreError(f"The key of the host cannot be read: {_why(error)}.") from error
        if len(key) != _KEY_DIGITS // 2:
            raise StoreError(f"{self.folder / 'host'} is damaged.")
        return key

    def write_host(self, key: bytes) -> None:
        """Keeps who the host is, for good."""
        _write(self.folder / "host", key)

    def evidence(self) -> list[Path]:
        """The files of evidence that are kept."""
        return sorted(self.folder.glob("evidence-*.json"))

    def write_evidence(self, name: str, data: bytes) -> None:
        """Keeps evidence under this name; raises ``StoreError``."""
        _write(self.folder / name, data)

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


def _json(record: RoomFile | Summary, indent: int | None = None) -> bytes:
    """Half a character, which only a damaged file can have brought, becomes a question mark."""
    return json.dumps(asdict(record), ensure_ascii=False, indent=indent).encode(errors="replace")


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _write(path: Path, data: bytes, *, durable: bool = True) -> None:
    """The whole file or the old one, whenever the power fails; of one that is not ``durable``, whatever is left."""
    draft = path.with_suffix(".new")
    try:
        with draft.open("wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        draft.replace(path)
        if durable:
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
