"""The sync of one peer: values of registers in, values and news out; no socket, no clock, no disk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.sync.claims import Claims, Dice
from p2pscrabble.sync.entry import HELLO, Entry, Stream
from p2pscrabble.sync.events import Crowded, Event, Noise, Twin
from p2pscrabble.sync.evidence import PACE
from p2pscrabble.sync.identity import KEY_BYTES, Identity, Name, peer_id
from p2pscrabble.sync.inbox import Inbox
from p2pscrabble.sync.log import Log, Mark
from p2pscrabble.sync.needs import Needs, needs
from p2pscrabble.sync.outbox import Outbox
from p2pscrabble.sync.peers import Copy, Peer
from p2pscrabble.sync.register import FIRST_COUNTERS, LEAP, Register, Seating, Segment
from p2pscrabble.sync.seal import SHORT, Seal

HEARTBEAT: Final = 5.0
MIN_GAP: Final = 0.025
"""The least time between two values, in seconds: a relay that sends sixty times a second passes each of them on."""
ACK_DELAY: Final = 0.03
"""How long an ack waits for an answer that it can travel with, where a place is fast."""
AGAIN: Final = 0.25
"""How long an ack that may have been lost is not repeated."""
CALL_AGAIN: Final = 20.0
"""Seconds after which a peer that misses somebody writes in the form that everybody can read."""
COUNTER_BLOCK: Final = 256
LAST_COUNTER: Final = FIRST_COUNTERS - LEAP
"""No peer counts so far, and who has been led there begins again: newcomers would not believe it."""
MAX_HELLO: Final = 200
MAX_REPORTS: Final = 256
MIN_DIGITS: Final = 192
FOREIGN: Final = "a value that was not sealed for this room and variable"
OLD: Final = "an old value came back"
FULL: Final = "the room is full"


@dataclass(frozen=True, slots=True)
class Room:
    """Where a room's registers live and how they are sealed.

    ``key`` is 64 bytes; ``min_interval`` is in seconds; ``names`` are those of a place where names are fixed, else
    ``None``; a peer then writes ``parts`` variables by turns.
    """

    room_id: str
    key: bytes
    max_digits: int
    min_interval: float = 0.0
    names: tuple[str, ...] | None = None
    parts: int = 1


@dataclass(frozen=True, slots=True)
class Range:
    """Bytes of a log that belong on disk at this offset of the log's file."""

    key: bytes
    stream: Stream
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Unsaved:
    """What must be on disk before the next call of ``due``; a restart begins with ``counter_limit``."""

    counter_limit: int
    ranges: tuple[Range, ...]


class Sync:
    """One peer's copies of all logs of a room, and its register; every method takes the time in seconds.

    ``hello`` is what the first entry says beside the key, at most 200 bytes; ``counter`` is the last
    ``counter_limit`` that was saved, and one that no peer reaches counts as none; ``seed`` need not be secret;
    ``saved`` are the logs on disk as (key, stream, bytes), of which what is not whole and signed is left out:
    ``logs`` then say how long each file is to be. Who is ``modest`` takes none of few variables that a player may need.
    """

    def __init__(
        self,
        identity: Name,
        room: Room,
        hello: bytes = b"",
        *,
        counter: int = 0,
        seed: bytes = b"",
        saved: Iterable[tuple[bytes, Stream, bytes]] = (),
        modest: bool = False,
    ) -> None:
        if len(hello) > MAX_HELLO or room.max_digits < MIN_DIGITS:
            raise ValueError(f"a hello of {len(hello)} bytes, {room.max_digits} digits")
        self._identity = identity
        self._dice = Dice(identity.key + seed)
        self._modest = modest
        self._enter(room)
        self._own = Peer(room.room_id, identity.id)
        self._own.pin(identity.key)
        self._peers: dict[bytes, Peer] = {}
        self._seatings: tuple[Seating, ...] = ()
        self._inbox = Inbox(room.room_id, self._own, self._peers)
        self._outbox = Outbox(self._own, self._peers, self._inbox.evidence)
        self._counter = counter if 0 <= counter <= LAST_COUNTER else 0  # as if lost: the others tell how far it was
        self._limit = self._counter
        self._now = -inf
        self._soon = -inf
        self._gate = -inf
        self._beat = -inf
        self._long = -inf
        """When a register was last in the long form."""
        self._idle = -inf
        """When it was last found that nobody lacks anything, if nothing has happened since."""
        self._reports: set[Event] = set()
        for key, stream, data in saved:
            self._load(key, stream, data)
        if not self._own.game.log.entries and isinstance(identity, Identity):
            self._own.game.log.add(identity, HELLO, identity.key + hello)

    @property
    def key(self) -> bytes:
        """The public key of this peer."""
        return self._identity.key

    @property
    def logs(self) -> Mapping[bytes, Mapping[Stream, Log]]:
        """The logs of all peers whose key is known, this one's among them.

        Where sixteen are known, one without a seat that has gone is forgotten when another comes.
        """
        peers = (self._own, *self._peers.values())
        return {peer.key: {stream: copy.log for stream, copy in peer.copies} for peer in peers if peer.key is not None}

    @property
    def id(self) -> bytes:
        """The id by which registers name this peer."""
        return self._own.id

    @property
    def ids(self) -> Mapping[bytes, bytes]:
        """The public keys of all peers that are known, by their ids."""
        return {peer.id: peer.key for peer in (self._own, *self._peers.values()) if peer.key is not None}

    @property
    def copies(self) -> Mapping[tuple[bytes, Stream], Copy]:
        """The copies of all logs, by the ids of those who write them; of unknown keys too."""
        peers = (self._own, *self._peers.values())
        return {(peer.id, stream): copy for peer in peers for stream, copy in peer.copies}

    def holds(self, id: bytes, stream: Stream) -> Mark:  # noqa: A002
        """How much of a log may be acknowledged: what is on disk."""
        peer = self._own if id == self._own.id else self._peers.get(id)
        copy = None if peer is None else dict(peer.copies).get(stream)
        return Mark(0) if copy is None else copy.mark

    def forget(self, id: bytes) -> None:  # noqa: A002
        """Make room by the logs of a peer that has no seat; should it come again, they are written anew from 0."""
        peer = self._peers.get(id)
        if peer is not None and id not in self._inbox.seated:
            self._inbox.forget(peer)

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The seatings by which registers in the short form are read, the present one first."""
        return self._seatings

    @property
    def seated(self) -> tuple[bytes, ...]:
        """The public keys of the table's players in seat order; empty before anybody has a seat."""
        return self._seatings[0].keys if self._seatings else ()

    def hello(self, key: bytes) -> bytes:
        """What a peer that has been met says of itself."""
        return self.logs[key][Stream.GAME].entries[0].body[KEY_BYTES:]

    def move(self, room: Room, now: float) -> None:
        """Go on in another place: the room is the same and so are its logs, but its registers are other variables.

        Nothing that was under way can be counted upon there.
        """
        if room.max_digits < MIN_DIGITS:
            raise ValueError(f"{room.max_digits} digits")
        self._now = max(self._now, now)
        self._enter(room)
        self._claims.begin(self._now)
        for peer in self._peers.values():
            for flight in peer.flights.values():
                flight.rewind()
        self._outbox.restate()
        self._want(self._now)

    def _enter(self, room: Room) -> None:
        self._room = room
        self._seal = Seal(room.room_id, room.key, room.max_digits)
        number = int.from_bytes(self._identity.id, "big")
        names = tuple(str(number + (part << 24)) for part in range(room.parts))
        self._claims = Claims(names, room.names, self._dice, modest=self._modest)
        self._ack_delay = ACK_DELAY if room.min_interval < ACK_DELAY else 0.0

    def append(self, stream: Stream, kind: int, body: bytes) -> Entry:
        """Say something; it is published when it has been saved. ``UsageError`` where the log is full.

        ``ValueError`` for a kind beyond 0–255, a body beyond 64 KiB, or kind 0 in the game's log.
        """
        if stream is Stream.GAME and kind == HELLO:
            raise ValueError("the first entry alone is a hello")
        if not isinstance(self._identity, Identity):
            raise ValueError("nothing can be said in the name of another")
        return self._copy(self._own, stream).log.add(self._identity, kind, body)

    def seat(self, keys: Sequence[bytes]) -> None:
        """The table's players in seat order, from the host's log; ``Breach`` where they can't be told apart."""
        seating = Seating(tuple(keys))
        if any(peer_id(key) == self._own.id and key != self.key for key in keys):
            raise Breach("Another player's key cannot be told from this one's.")
        for key in keys:
            if key != self.key:
                peer = self._peers.setdefault(peer_id(key), Peer(self._room.room_id, peer_id(key)))
                peer.pin(key)
        self._seatings = (seating, *(old for old in self._seatings[:1] if old != seating))
        self._idle = -inf
        self._inbox.seated = frozenset(id for known in self._seatings for id in known.ids)  # noqa: A001
        self._want(self._now)

    def present(self, now: float) -> tuple[bytes, ...]:
        """The keys of the other peers that are here: heard of in the last twenty seconds."""
        return tuple(p.key for p in self._peers.values() if p.key is not None and p.here(now) and p.renewed > -inf)

    def held(self, reader: bytes, owner: bytes, stream: Stream) -> int:
        """How many entries of a log a peer has said it holds; both are named by their keys."""
        peer = self._peers.get(peer_id(reader))
        return 0 if peer is None else peer.holds(peer_id(owner), stream).entries

    def acked(self, stream: Stream) -> int:
        """How many entries of this peer's log all the other seats hold; without a seating, all that are here."""
        if self._seatings:
            keys = tuple(key for key in self._seatings[0].keys if key != self.key)
        else:
            keys = self.present(self._now)
        least = min((self.held(key, self.key, stream) for key in keys), default=0)
        return min(least, len(self._copy(self._own, stream).log.entries))

    @property
    def counter_limit(self) -> int:
        """The counter with which a restart would begin."""
        return self._limit

    def take_unsaved(self) -> Unsaved | None:
        """What has to be on disk before ``due`` is called next, if anything; then it counts as saved.

        What this peer said comes last: an answer is never on disk without what it answers.
        """
        ranges = []
        self._idle = -inf
        for peer in (*self._peers.values(), self._own):
            for stream, copy in peer.copies:
                start, end = copy.end, copy.log.length
                if start < end and peer.key is not None:
                    ranges.append(Range(peer.key, stream, start, copy.log.data(start, end)))
                    copy.saved = len(copy.log.entries)
                    self._want(self._now if peer is self._own else self._now + self._ack_delay)
        reserve = self._counter >= self._limit
        if reserve:
            self._limit = self._counter + COUNTER_BLOCK
        return Unsaved(self._limit, tuple(ranges)) if ranges or reserve else None

    def due(self, now: float) -> list[tuple[str, str]]:
        """What is to be set now, as (name, digits)."""
        now = self._begin(now)
        if now < self._gate or self._counter >= self._limit:
            return []
        wanted = needs(self._own, self._peers, now)
        if not wanted.open and now < min(self._soon, self._beat):
            self._idle = now
            return []
        lots = any(need.end - need.start > 2 * self._seal.room for need in wanted.open + wanted.waiting)
        name = self._claims.choose(now, spare=lots)
        if name is None:
            return []
        self._counter += 1
        digits = self._compose(name, wanted, now)
        self._claims.written(name, digits, now)
        self._gate = now + max(self._room.min_interval, MIN_GAP)
        self._beat = now + HEARTBEAT
        self._soon = now if self._outbox.unsaid else inf
        if self._inbox.evidence.exhibits(now):
            self._want(now + PACE)
        return [(name, digits)]

    def wake(self, now: float) -> float:
        """When ``due`` is to be called next, if nothing else happens before; ``now`` or later."""
        now = self._begin(now)
        wanted = self._idle != now and bool(needs(self._own, self._peers, now).open)
        at = now if wanted else min(self._soon, self._beat, self._outbox.deadline(now))
        return max(now, at, self._gate, self._claims.wake())

    def receive(self, name: str, digits: str, now: float) -> list[Event]:
        """A variable has this value: what that means. Any text will do."""
        now = self._begin(now)
        self._idle = -inf
        try:
            register = self._seal.open(name, digits, self._seatings)
        except DecodeError:
            register = None
        mine = register is not None and register.who == self._own.id
        events = [] if register is None else self._read(register, name, now)
        if register is None and (self._seatings or not digits.startswith(SHORT)):
            self._report(Noise(name, FOREIGN), events)
        again = self._claims.saw(name, digits, now, mine=mine)
        if again is not None:
            self._want(again)
        if self._claims.crowded(now):
            self._report(Crowded(), events)
        return events

    def learn(self, id: bytes, stream: Stream, mark: Mark, data: bytes, now: float) -> list[Event]:  # noqa: A002
        """Bytes of the log of the peer with this id, from a mark on, that came by another way than a register."""
        now = self._begin(now)
        reading = self._inbox.learn(Segment(id, stream, mark, data))
        if reading.grown:
            self._idle = -inf
            self._want(now)
        return reading.events

    def _read(self, register: Register, name: str, now: float) -> list[Event]:
        reading = self._inbox.read(name, register, now)
        events = reading.events
        if events:
            self._want(now + self._ack_delay)
        if register.who == self._own.id and register.counter > self._counter:
            self._overtake(register.counter)
            if not register.hops and self._report(Twin(), events):
                self._want(now)
        if reading.full:
            self._report(Noise(name, FULL), events)
        if reading.counter > self._counter:
            self._overtake(reading.counter)
            self._want(now)
        if reading.old:
            self._report(Noise(name, OLD), events)
        if reading.newcomer:
            self._outbox.restate()
            self._want(now)
        if reading.grown:
            self._want(now if reading.more else now + self._ack_delay)
        elif reading.known and reading.fresh:
            self._want(max(now, self._gate + AGAIN))
        return events

    def _overtake(self, counter: int) -> None:
        """Count on from a higher counter that was used in this peer's name, by itself once or by a forger.

        Others do not believe one that is far above, so neither does this peer.
        """
        if counter <= self._counter + LEAP:
            self._counter = counter if counter <= LAST_COUNTER else 0

    def _compose(self, name: str, wanted: Needs, now: float) -> str:
        """The next value of the register: short where all readers know the seating that this peer knows.

        Where nobody is here, it is written for the other seats, who may come while this peer is away. While anybody is
        away, one now and then is long all the same: two groups that know different seatings would never meet again.
        """
        seating = self._seatings[0] if self._seatings else None
        room = self._seal.room
        forgetful = any(peer.forgetful(now) for peer in self._peers.values())
        calls = now >= self._long + CALL_AGAIN and any(not peer.here(now) for peer in self._peers.values())
        plain_to_all = self._inbox.behind or forgetful or calls
        if seating is not None and self._own.id in seating.ids and not plain_to_all:
            seats = [self._peers[id] for id in seating.ids if id != self._own.id]  # noqa: A001
            readers = self._outbox.readers(now) or seats
            if all(peer in seats and peer.seating == seating.digest for peer in readers):
                return self._seal.close(name, self._outbox.short(wanted, self._counter, room, now, seating), seating)
        self._long = now
        digest = b"" if seating is None else seating.digest
        plain = self._outbox.long(wanted, self._counter, room, now, digest, behind=self._inbox.behind)
        return self._seal.close(name, plain, None)

    def _load(self, key: bytes, stream: Stream, data: bytes) -> None:
        """Take in what the disk has of a log."""
        peer = self._own
        if key != self.key:
            peer = self._peers.setdefault(peer_id(key), Peer(self._room.room_id, peer_id(key)))
            if peer.key is None:
                peer.pin(key)
            elif peer.key != key:
                return
        copy = self._copy(peer, stream)
        copy.log.take(0, data)
        copy.log.settle()
        copy.saved = len(copy.log.entries)

    @staticmethod
    def _copy(peer: Peer, stream: Stream) -> Copy:
        return dict(peer.copies)[stream]

    def _report(self, event: Noise | Twin | Crowded, events: list[Event]) -> bool:
        """Report trouble once a cause, beyond a bound not at all; whether it was reported."""
        if event in self._reports or len(self._reports) >= MAX_REPORTS:
            return False
        self._reports.add(event)
        events.append(event)
        return True

    def _begin(self, now: float) -> float:
        """Time never goes back."""
        self._now = max(self._now, now)
        self._claims.begin(self._now)
        self._inbox.tidy(self._now)
        return self._now

    def _want(self, at: float) -> None:
        self._soon = min(self._soon, at)
