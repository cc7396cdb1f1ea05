"""What is known of one peer: copies of its two logs, and how much it holds of everybody's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf
from typing import Final

from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.flight import Flight
from p2pscrabble.sync.log import Log, Mark, Taken
from p2pscrabble.sync.register import FIRST_COUNTERS, LEAP, Register

PRESENT: Final = 20.0
"""A peer is here while it was last heard of at most so many seconds ago; it publishes at least every five."""
QUIET: Final = 6.0
"""A peer publishes at least so often; lower counters within that time are values that came late."""
MAX_EARLY: Final = 32
MAX_EARLY_BYTES: Final = 256 * 1024
MAX_MARKS: Final = 256
MAX_NAMES: Final = 32


class Copy:
    """One log as far as it is here; ``saved`` entries of it are on disk, and only these are promised and passed on."""

    __slots__ = ("_early", "log", "saved")

    def __init__(self, log: Log) -> None:
        self.log = log
        self.saved = 0
        self._early: list[tuple[Mark, bytes]] = []

    @property
    def mark(self) -> Mark:
        """How much may be acknowledged."""
        entries = len(self.log.entries)
        return Mark(self.saved, self.log.held - self.log.length if self.saved == entries else 0)

    @property
    def end(self) -> int:
        """The offset up to which this peer can serve others."""
        return self.log.start(self.saved)

    def acked(self, mark: Mark) -> int:
        """The offset from which a reader that says it holds ``mark`` must be served.

        Bytes beyond whole entries count only where there can be so many: else somebody gave the reader false ones.
        """
        if mark.entries >= self.saved:
            return self.end
        start = self.log.start(mark.entries)
        return start + mark.extra if start + mark.extra < self.log.start(mark.entries + 1) else start

    def take(self, mark: Mark, data: bytes) -> list[Taken]:
        """Keep bytes that came for this log, now or, where some before them are missing, when those have come."""
        if (mark, data) not in self._early:
            self._early.append((mark, data))
        while len(self._early) > MAX_EARLY or sum(len(data) for _, data in self._early) > MAX_EARLY_BYTES:
            del self._early[0]
        results = []
        while joined := next(self._joining(), None):
            self._early.remove(joined[0])
            results.append(self.log.take(joined[1], joined[0][1]))
        return results

    def _joining(self) -> Iterator[tuple[tuple[Mark, bytes], int]]:
        for early in self._early:
            if (offset := self.log.place(early[0])) is not None:
                yield early, offset


class Peer:
    """A member of the room, another one or this one; ``key`` is unknown until its first entry has arrived."""

    __slots__ = (
        "_room_id",
        "_talk",
        "acks",
        "counter",
        "flights",
        "game",
        "heard",
        "id",
        "names",
        "renewed",
        "reported",
        "seating",
        "stale",
    )

    def __init__(self, room_id: str, id: bytes) -> None:  # noqa: A002
        self._room_id = room_id
        self.id = id
        self.game = Copy(Log(room_id, Stream.GAME, id=id))
        self._talk: Copy | None = None
        self.counter = -1
        """The highest publication counter believed."""
        self.heard = -inf
        """When that was."""
        self.renewed = -inf
        """When a counter was last seen to rise: one old value that was waiting here is no sign of life."""
        self.stale = -inf
        """When a counter lower than that was last seen."""
        self.names: dict[str, int] = {}
        """The last counter in each of the variables that it was seen to write."""
        self.seating = b""
        """The digest of the seating that it knows."""
        self.acks: dict[tuple[bytes, Stream], Mark] = {}
        """How much it last said that it holds."""
        self.flights: dict[tuple[bytes, Stream], Flight] = {}
        """What is under way to it."""
        self.reported: set[str] = set()

    @property
    def key(self) -> bytes | None:
        """The public key, once it is known."""
        return self.game.log.key

    def pin(self, key: bytes) -> None:
        """Take this key for the peer's, whatever came in its name before."""
        if self.key != key:
            self.game = Copy(Log(self._room_id, Stream.GAME, key=key))
            self._talk = None

    @property
    def talk(self) -> Copy | None:
        """The copy of its other log, once its key is known."""
        if self._talk is None and self.key is not None:
            self._talk = Copy(Log(self._room_id, Stream.TALK, key=self.key))
        return self._talk

    @property
    def copies(self) -> Sequence[tuple[Stream, Copy]]:
        """The copies of its logs."""
        game, talk = self.game, self._talk or self.talk
        return ((Stream.GAME, game),) if talk is None else ((Stream.GAME, game), (Stream.TALK, talk))

    def here(self, now: float) -> bool:
        """Whether it is to be reckoned with."""
        return now - self.heard <= PRESENT

    def forgetful(self, now: float) -> bool:
        """Whether it seems to count from too low, as from an old copy of its disk, so that nobody believes it."""
        return self.stale - self.heard > QUIET and now - self.stale <= PRESENT

    def holds(self, id: bytes, stream: Stream) -> Mark:  # noqa: A002
        """How much of a log it said it holds."""
        return self.acks.get((id, stream), Mark(0))

    def replayed(self, name: str, counter: int) -> bool:
        """Whether a register is older than one that was in its variable before; one from far off is neither."""
        if abs(counter - self.counter) > LEAP:
            return False
        last = self.names.pop(name, -1)
        self.names[name] = max(counter, last)
        if len(self.names) > MAX_NAMES:
            del self.names[next(iter(self.names))]
        return counter < last

    def hear(self, register: Register, now: float) -> bool:
        """Believe what a register says of its writer, if it is newer than all before; whether it is.

        Anyone with the room's key can write any counter in its name. One that is far off, above or below, is ignored
        while the peer is here; where it is not, it might have begun to count anew, or the forger might be gone.
        """
        if abs(register.counter - self.counter) > LEAP:
            if self.here(now) or register.counter >= FIRST_COUNTERS:
                return False
            self.counter = -1
            self.renewed = -inf
            self.names.clear()
        if register.counter <= self.counter:
            self.stale = now if register.counter < self.counter else self.stale
            return False
        if self.counter >= 0:
            self.renewed = now
        self.counter = register.counter
        self.heard = now
        self.seating = register.seating
        for ack in register.acks:
            self.acks[ack.id, Stream.GAME] = ack.game
            if ack.talk is not None:
                self.acks[ack.id, Stream.TALK] = ack.talk
        if len(self.acks) > MAX_MARKS:
            self.acks = dict(list(self.acks.items())[-MAX_MARKS:])
        return True
