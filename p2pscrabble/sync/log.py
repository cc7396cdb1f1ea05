"""A copy of one peer's log: the entries that its key has signed, and the beginning of the next one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from p2pscrabble.errors import DecodeError, UsageError
from p2pscrabble.sync.entry import HELLO, Entry, Stream, genesis, read_entry
from p2pscrabble.sync.identity import KEY_BYTES, Identity, peer_id

MAX_LOG: Final = 4 * 1024 * 1024

UNREADABLE: Final = "bytes that are no entry came in this name"
UNSIGNED: Final = "an entry that this peer did not sign came in its name"
CONTRADICTED: Final = "bytes that contradict what this peer signed came in its name"
FULL: Final = "this peer's record is full"


class Mark(NamedTuple):
    """A place in a log: so many whole entries, and so many bytes of the next; marks sort as places do."""

    entries: int
    extra: int = 0


@dataclass(frozen=True, slots=True)
class Taken:
    """What some bytes did to a copy: more of it is held, entries were completed, something was wrong with them."""

    more: bool = False
    entries: int = 0
    fault: str = ""
    fork: tuple[Entry, Entry] | None = None


class Log:
    """One stream of one peer, as far as it is here.

    ``key`` is ``None`` for a game log whose first entry, which holds the key, has not arrived; the id then says which
    keys will do. Nothing is an entry before its signature has been checked.
    """

    __slots__ = ("_data", "_entries", "_head", "_partial", "_rival", "_room_id", "_starts", "id", "key", "stream")

    def __init__(self, room_id: str, stream: Stream, *, key: bytes | None = None, id: bytes = b"") -> None:  # noqa: A002
        self._room_id = room_id
        self.stream = stream
        self.key = key
        self.id = id if key is None else peer_id(key)
        self._data = bytearray()
        self._partial = bytearray()
        self._entries: list[Entry] = []
        self._starts = [0]
        self._rival = (0, b"")
        self._head = b"" if key is None else genesis(room_id, stream, key)

    @property
    def entries(self) -> Sequence[Entry]:
        """All entries, each signed by ``key``; not to be changed."""
        return self._entries

    @property
    def length(self) -> int:
        """How many bytes the entries have."""
        return len(self._data)

    @property
    def held(self) -> int:
        """How many bytes are here, with those of the entry that is still incomplete."""
        return len(self._data) + len(self._partial)

    @property
    def head(self) -> bytes:
        """The last entry's hash; before the first one, what binds the log to its room, stream and key."""
        return self._head

    def start(self, index: int) -> int:
        """Where the entry with this index begins; for the number of entries, the length."""
        return self._starts[index]

    def data(self, start: int, end: int) -> bytes:
        """Bytes of whole entries."""
        return bytes(self._data[start:end])

    def mark(self, offset: int) -> Mark:
        """Which place among the entries this offset is."""
        index = bisect_right(self._starts, offset) - 1
        return Mark(index, offset - self._starts[index])

    def place(self, mark: Mark) -> int | None:
        """The offset at which bytes from this mark on belong; ``None`` while there is a gap before it."""
        if mark.entries > len(self._entries):
            return None
        offset = self._starts[mark.entries] + mark.extra
        return offset if offset <= self.held else None

    def add(self, identity: Identity, kind: int, body: bytes) -> Entry:
        """Say something in one's own log; ``UsageError`` where it is full."""
        entry = Entry.sign(identity, self._head, len(self._entries), kind, body)
        data = entry.encode()
        if self.length + len(data) > MAX_LOG:
            raise UsageError("Nothing more can be said in this room: its record is full.")
        self.settle()
        self._append(entry, data)
        return entry

    def take(self, offset: int, data: bytes) -> Taken:
        """Bytes that somebody says belong at ``offset`` (at most ``held``): keep what is new and signed.

        Of bytes that stand against entries held already nothing is used; if they too are signed, the signer told two
        stories, and ``fork`` has both. Bytes not yet covered by a signature are only believed until others come.
        """
        known = min(len(data), max(0, self.length - offset))
        if data[:known] != self._data[offset : offset + known]:
            return self._contradicted(offset, data)
        at = max(0, offset - self.length)
        tail = data[known:]
        if not tail or self._partial[at : at + len(tail)] == tail:
            return Taken()
        if not tail.startswith(self._partial[at:]):
            del self._partial[at:]
        self._partial[at:] = tail
        return self._complete()

    def settle(self) -> None:
        """Forget the bytes of an entry that is incomplete."""
        self._partial.clear()

    def _complete(self) -> Taken:
        """Turn the bytes at the end into entries, as far as they are whole and signed."""
        before = len(self._entries)
        fault = ""
        used = 0
        while not fault:
            try:
                found = read_entry(self._partial, used, self._head, len(self._entries))
            except DecodeError:
                fault = UNREADABLE
                break
            if found is None:
                break
            entry, end = found
            if self.length + end - used > MAX_LOG:
                fault = FULL
            elif self._genuine(entry):
                self._append(entry, bytes(self._partial[used:end]))
                used = end
            else:
                fault = UNSIGNED
        del self._partial[: len(self._partial) if fault else used]
        grown = len(self._entries) - before
        return Taken(more=bool(grown) or not fault, entries=grown, fault=fault)

    def _genuine(self, entry: Entry) -> bool:
        if self.key is not None:
            opening = self.stream is Stream.GAME and entry.index == 0
            if opening and not (entry.kind == HELLO and entry.body.startswith(self.key)):
                return False
            return entry.signed_by(self.key)
        key = entry.body[:KEY_BYTES]
        if entry.kind != HELLO or len(key) < KEY_BYTES or peer_id(key) != self.id:
            return False
        hello = Entry.of(genesis(self._room_id, self.stream, key), 0, HELLO, entry.body, entry.signature)
        return hello.signed_by(key)

    def _append(self, entry: Entry, data: bytes) -> None:
        if self.key is None:
            self.key = entry.body[:KEY_BYTES]
            entry = Entry.of(genesis(self._room_id, self.stream, self.key), 0, HELLO, entry.body, entry.signature)
        self._data += data
        self._entries.append(entry)
        self._starts.append(len(self._data))
        self._head = entry.hash

    def _contradicted(self, offset: int, data: bytes) -> Taken:
        """Bytes that differ from entries held: evidence against the signer if they are signed, else nothing."""
        known = min(len(data), self.length - offset)
        ours = self._data[offset : offset + known]
        differs = next(at for at in range(known) if data[at] != ours[at])
        index = bisect_right(self._starts, offset + differs) - 1
        start = self._starts[index]
        mine = self._entries[index]
        befores = [bytes(self._data[start:offset])]
        if self._rival[0] == index and len(self._rival[1]) >= offset - start > 0:
            befores.append(self._rival[1][: offset - start])
        for before in befores:
            theirs = before + data[max(0, start - offset) :]
            try:
                found = read_entry(theirs, 0, mine.previous, index)
            except DecodeError:
                continue
            if found is None:
                self._rival = (index, theirs)
            elif self._genuine(found[0]):
                return Taken(fork=(mine, found[0]))
        return Taken(fault=CONTRADICTED)
