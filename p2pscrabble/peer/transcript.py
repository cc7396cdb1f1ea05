"""The transcript of a finished game: everything that its players signed, in a file that needs nothing beside it.

It has the logs that the game depends on, from the first entry to the last that the game's end needed, and by what the
room is known to a relay. It has neither the room's code nor its key, and no secrets but the seeds that were opened. The
file is text, in one form: ``docs/transcript-format.md``. Whether what it tells is true is for ``peer.witness`` to find
out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2pscrabble.errors import DecodeError, P2PScrabbleError, StoreError, UsageError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.sync import Stream
from p2pscrabble.sync.entry import MAX_BODY, Entry, genesis
from p2pscrabble.sync.identity import KEY_BYTES, SIGNATURE_BYTES
from p2pscrabble.sync.log import Log
from p2pscrabble.table import Hello, Kind, Phase, Seat, Table, Without

FORMAT: Final = "p2pscrabble transcript"
VERSION: Final = 1
MAX_BYTES: Final = 32 * 1024 * 1024
"""The longest file; a sealed game of four with much exchanging has some two million."""
MAX_LOGS: Final = 64
MAX_ENTRIES: Final = 200_000
MAX_GAME: Final = 2**31
_ROOM: Final = re.compile(r"[0-9]{1,40}", re.ASCII)
_MOST: Final = {b"[": 2 * MAX_LOGS, b"{": MAX_ENTRIES + 2 * MAX_LOGS, b",": 4 * MAX_ENTRIES}
"""More than is ever needed of what a file is divided by, so that one made to waste memory is not even parsed."""
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)

Logs: TypeAlias = Mapping[bytes, Sequence[Entry]]


@dataclass(frozen=True, slots=True)
class Transcript:
    """One game of a room: ``game`` counts from 0; ``logs`` has the game logs by key, the host's among them.

    Signatures are not checked yet.
    """

    room_id: str
    host: bytes
    game: int
    logs: Logs = field(repr=False)

    @property
    def entries(self) -> int:
        """How many there are, in all logs."""
        return sum(map(len, self.logs.values()))

    def name(self, key: bytes) -> str:
        """What the owner of this key calls itself; raises ``DecodeError`` where that cannot be read."""
        return Hello.decode(self.logs[key][0].body[KEY_BYTES:]).name

    def encode(self) -> str:
        """The text of the file: one line for each entry."""
        head = {"format": FORMAT, "version": VERSION, "room": self.room_id, "host": self.host.hex(), "game": self.game}
        lines = [f'"{name}": {json.dumps(value)},' for name, value in head.items()]
        logs = ",\n".join(_log_text(key, self.logs[key]) for key in sorted(self.logs))
        return "{\n" + "\n".join(lines) + f'\n"logs": [\n{logs}\n]\n}}\n'

    @classmethod
    def decode(cls, data: bytes) -> Transcript:
        """Raises ``DecodeError`` for all that ``encode`` does not write."""
        if len(data) > MAX_BYTES:
            raise DecodeError(f"a transcript has at most {MAX_BYTES:,} bytes")
        if any(data.count(mark) > most for mark, most in _MOST.items()):
            raise DecodeError("this is no transcript of a game: it has more parts than one")
        try:
            told = json.loads(data.decode("ascii"))
        except (ValueError, RecursionError):
            raise DecodeError("this is no transcript of a game: it is not written as one") from None
        if not isinstance(told, dict) or told.get("format") != FORMAT:
            raise DecodeError("this is no transcript of a game")
        if told.get("version") != VERSION or isinstance(told["version"], bool):
            raise DecodeError("this transcript is of another version than this program can read")
        room, host, game, logs = (told.get(name) for name in ("room", "host", "game", "logs"))
        if not isinstance(room, str) or not _ROOM.fullmatch(room):
            raise DecodeError("a room is known to its relay by digits")
        if isinstance(game, bool) or not isinstance(game, int) or not 0 <= game < MAX_GAME:
            raise DecodeError("games of a room are counted from 0")
        if not isinstance(logs, list) or not 0 < len(logs) <= MAX_LOGS:
            raise DecodeError(f"a transcript has 1 to {MAX_LOGS} logs")
        transcript = cls(room, _bytes(host, KEY_BYTES), game, dict(_log(log, room) for log in logs))
        if transcript.host not in transcript.logs:
            raise DecodeError("the log of the host is missing")
        if transcript.entries > MAX_ENTRIES:
            raise DecodeError(f"a transcript has at most {MAX_ENTRIES:,} entries")
        if transcript.encode().encode() != data:
            raise DecodeError("this transcript is not in the one form that there is of it")
        return transcript

    def table(self, lexicon_of: Callable[[bytes], Lexicon | None], checker: Callable[..., str | None]) -> Table:
        """A table at which nobody sits, to read the logs; ``DecodeError`` where the host does not say who it is."""
        return Table(self.room_id, Seat(self.host, self.name(self.host)), lexicon_of, checker=checker)


def _log_text(key: bytes, entries: Sequence[Entry]) -> str:
    lines = [
        json.dumps({"kind": entry.kind, "body": entry.body.hex(), "signature": entry.signature.hex()})
        for entry in entries
    ]
    return f'{{"key": "{key.hex()}", "entries": [\n' + ",\n".join(lines) + "\n]}"


def _log(told: object, room_id: str) -> tuple[bytes, tuple[Entry, ...]]:
    if not isinstance(told, dict) or not isinstance(told.get("entries"), list) or not told["entries"]:
        raise DecodeError("a log has a key, and entries")
    key = _bytes(told.get("key"), KEY_BYTES)
    entries: list[Entry] = []
    previous = genesis(room_id, Stream.GAME, key)
    for index, item in enumerate(told["entries"]):
        kind = item.get("kind") if isinstance(item, dict) else None
        if isinstance(kind, bool) or not isinstance(kind, int) or not 0 <= kind <= 255:
            raise DecodeError("an entry has a kind, a body and a signature")
        body = _bytes(item.get("body"))
        entries.append(Entry.of(previous, index, kind, body, _bytes(item.get("signature"), SIGNATURE_BYTES)))
        previous = entries[-1].hash
    return key, tuple(entries)


def _bytes(text: object, size: int | None = None) -> bytes:
    if not isinstance(text, str) or len(text) > 2 * MAX_BODY or not _HEX.fullmatch(text):
        raise DecodeError("bytes are written as two small hexadecimal digits each")
    if size is not None and len(text) != 2 * size:
        raise DecodeError(f"there should be {size} bytes and not {len(text) // 2}")
    return bytes.fromhex(text)


def cut(
    room_id: str, host: Seat, logs: Logs, lexicon_of: Callable[[bytes], Lexicon | None], game: int | None = None
) -> Transcript:
    """The transcript of a game in these logs, by its number from 0, or of the last; each entry of them is signed.

    No proof is checked again: the game went on only where all of them held. ``UsageError`` where it has not ended.
    """
    table = Table(room_id, host, lexicon_of, checker=lambda _: "")
    ended: list[Transcript] = []
    hosts = logs[host.key]
    calls = [entry.index for entry in hosts if entry.kind == Kind.CALL]
    for end in (*calls, len(hosts)):
        # The host calls the next game: with so much of its log no table reads beyond the end of this one.
        known = {**logs, host.key: hosts[:end]}
        table.advance(known)
        if len(table.outcomes) > len(ended):
            ended.append(_read(table, known))
        if game is not None and len(ended) > game:
            return ended[game]
    if ended and game is None:
        return ended[-1]
    if table.phase is Phase.NO_LEXICON and table.room is not None:
        raise UsageError(f"The word list of this game is not on this computer: “{table.room.lexicon_name}”.")
    if ended:
        raise UsageError(f"In this room {_games(len(ended))}.")
    raise UsageError("No game has ended in this room yet.")


def _read(table: Table, logs: Logs) -> Transcript:
    """What the table has read of these logs, up to the end of its last game."""
    record = table.outcomes[-1].record
    return _kept(table, logs, record.game, [seat.key for seat in record.seats])


def stopped_game(table: Table, logs: Logs) -> Transcript:
    """What a table has read that has stopped: whoever reads the same comes to the same, and stops there, too."""
    return _kept(table, logs, table.game, [table.host.key, *(seat.key for seat in table.seats)])


def _kept(table: Table, logs: Logs, game: int, seats: Sequence[bytes]) -> Transcript:
    read = {key: needed(table, key, entries) for key, entries in logs.items()}
    kept = {key: tuple(logs[key][:size]) for key, size in read.items() if size > 1 or key in seats}
    return Transcript(table.room_id, table.host.key, game, kept)


def needed(table: Table, key: bytes, entries: Sequence[Entry]) -> int:
    """How many entries of a log the games so far depend on: those read, and all votes on who goes on."""
    votes = (entry.index + 1 for entry in entries if entry.kind == Kind.VOTE and _attempt(entry) <= table.attempt)
    return max(table.read(key), *votes, 0)


def _attempt(vote: Entry) -> int:
    """The call that a vote is about; none where it cannot be read, and then nobody heeds it."""
    try:
        return Without.decode(vote.body).attempt
    except DecodeError:
        return MAX_GAME


def _games(count: int) -> str:
    return "one game has ended" if count == 1 else f"{count} games have ended"


def export(store: RoomStore, lexicon_of: Callable[[bytes], Lexicon | None], game: int | None = None) -> Transcript:
    """The transcript of a game in a room on this disk, by its number from 0; without one, the last that has ended.

    Raises ``UsageError`` where there is none.
    """
    host_key = store.host
    try:
        room_id = RoomCode.parse(store.room.code).secrets().room_id
    except DecodeError as error:
        raise StoreError(f"What was noted about this room is damaged: {error}") from error
    if host_key is None:
        raise UsageError("The host of this room has never been met: no game has been played.")
    logs: dict[bytes, Sequence[Entry]] = {}
    for key, stream, data in store.logs():
        if stream == Stream.GAME:
            log = Log(room_id, Stream.GAME, key=key)
            log.take(0, data)
            logs[key] = log.entries
    try:
        host = Seat(host_key, Hello.decode(logs[host_key][0].body[KEY_BYTES:]).name)
    except (KeyError, IndexError, P2PScrabbleError):
        raise UsageError("No game has ended in this room.") from None
    return cut(room_id, host, logs, lexicon_of, game)
