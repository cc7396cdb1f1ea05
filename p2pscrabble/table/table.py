"""The table: one room from the first call to the last goodbye, as a coroutine that reads one seat at a time.

``Table`` is handed the logs as they grow and computes the same room from them at every peer, whatever order they
came in: it never asks "whichever comes first". Where it cannot go on it says whose entry it waits for (``waiting``)
and who is asked to write now (``asked``). It writes nothing itself; ``author`` does, for the seat of this peer.

A room is a row of games. Before each the host calls the seats; those bind themselves to seeds and nonces, then all
reveal them; the host does both last, and may still call anew instead, so that a player who does not answer can't hold
up a room. A call is also void where a called player leaves before the deal.

What breaks the rules or cannot be read is charged to the key that signed it, by name, and costs that key its seat as
if it had left, before the state of the game has changed. Only a hash that differs, which proves nothing about who is
wrong, and a charge against the host outside of a game stop the table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeAlias

from p2pscrabble.bag import FirstDraw, draw_for_first, opens_commitment, opens_nonce
from p2pscrabble.errors import Breach, DecodeError, IllegalMove
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import FirstSeat
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.numerals.live import move_from_bytes
from p2pscrabble.sync.entry import Entry
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.entries import Call, Commit, Gone, Kind, Made, Reveal, Room, Seat
from p2pscrabble.table.record import Outcome, Record, Step

HASH_TAG: Final = 4
"""How many bytes of the game's hash an entry carries."""


class Phase(Enum):
    """What a table is doing."""

    GATHERING = "gathering"
    COMMITTING = "committing"
    REVEALING = "revealing"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    STOPPED = "stopped"
    NO_LEXICON = "no lexicon"


@dataclass(frozen=True, slots=True)
class Read:
    """The next entry of each of these keys is wanted, and must be of one of these kinds or ``LEAVE``."""

    kinds: tuple[Kind, ...]
    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Charge:
    """What a seat's program signed that it must not; or, where the table stopped, what it cannot go on from."""

    seat: Seat
    reason: str


Steps: TypeAlias = Generator[Read, tuple[Entry, ...], None]
LexiconOf: TypeAlias = Callable[[bytes], Lexicon | None]
Logs: TypeAlias = Mapping[bytes, Sequence[Entry]]


class _Void(Exception):
    """The call is void."""


class Table:
    """The deterministic reader of all logs of one room: the games."""

    def __init__(self, room_id: str, host: Seat, lexicon_of: LexiconOf) -> None:
        self.room_id = room_id
        self.host = host
        self.room: Room | None = None
        self.phase = Phase.GATHERING
        self.seats: tuple[Seat, ...] = ()
        self.game = 0
        """Number of the present game (or, before a deal, of the next): 0 for the room's first."""
        self.attempt = 0
        self.position: Position | None = None
        self.first: FirstDraw | None = None
        self.commitments: tuple[bytes, ...] = ()
        """What each seat bound its seed to, once all have, for the present game or the next."""
        self.record: Record | None = None
        self.outcomes: list[Outcome] = []
        self.stopped: Charge | None = None
        self.charges: list[Charge] = []
        """Whoever lost a seat by what they signed, and why."""
        self.departed: set[bytes] = set()
        self.waiting: Read | None = None
        self.asked: tuple[bytes, ...] = ()
        self.hash = hashlib.sha256(b"p2pscrabble table" + room_id.encode() + host.key).digest()
        self._lexicon_of = lexicon_of
        self._read: dict[bytes, int] = {}
        self._logs: Logs = {}
        self._names: dict[bytes, str] = {host.key: host.name}
        self._wanted = Kind.ROOM
        self._steps = self._run()
        self._go(None)

    # What drives it

    def advance(self, logs: Logs) -> bool:
        """Reads on as far as the logs go; whether anything was read. Never raises for what is in them."""
        self._logs = logs
        moved = False
        while self.waiting is not None and (entries := self._next(self.waiting)) is not None:
            self._go(entries)
            moved = True
        return moved

    def unread(self, key: bytes) -> Sequence[Entry]:
        """The entries of this key's log that the table has not read yet."""
        return self._logs.get(key, ())[self._read.get(key, 1) :]

    def wants(self, key: bytes) -> Kind | None:
        """The kind of entry that this key should write now; ``None`` where nothing is asked of it."""
        if key not in self.asked or self._answered(key):
            return None
        waits = self.phase in (Phase.COMMITTING, Phase.REVEALING) and key == self.host.key
        if waits and not all(self._answered(seat.key) for seat in self.seats[1:]):
            return None
        return self._wanted

    @property
    def missing(self) -> tuple[bytes, ...]:
        """Those whose entry is asked for and is not there yet."""
        return tuple(key for key in self.asked if not self._answered(key))

    @property
    def leaver(self) -> int | None:
        """A seat whose log ends with ``LEAVE`` which the table has not read yet."""
        unread = (n for n, seat in enumerate(self.seats) if seat.key not in self.departed and self.has_left(seat.key))
        return next(unread, None)

    def has_left(self, key: bytes) -> bool:
        """Whether this key's log ends with ``LEAVE``, read or not."""
        return key in self.departed or any(entry.kind == Kind.LEAVE for entry in self.unread(key))

    def _answered(self, key: bytes) -> bool:
        """Whether the key's log holds what is asked of it, or the end; while seats commit, older answers are none."""
        unread = self.unread(key)
        if self._wanted is not Kind.COMMIT:
            return bool(unread)
        return any(self._commits_now(entry) for entry in unread)

    def _commits_now(self, entry: Entry) -> bool:
        if entry.kind != Kind.COMMIT:
            return entry.kind == Kind.LEAVE
        try:
            return Commit.decode(entry.body).attempt >= self.attempt
        except DecodeError:
            return True

    def _ask(self, kind: Kind, *keys: bytes) -> None:
        self._wanted, self.asked = kind, keys

    @property
    def tag(self) -> bytes:
        """What an entry written now must begin with: the first bytes of the hash of the game."""
        return self.hash[:HASH_TAG]

    def seat_of(self, key: bytes) -> int | None:
        """The number of this key's seat in the present game."""
        return next((number for number, seat in enumerate(self.seats) if seat.key == key), None)

    def _next(self, read: Read) -> tuple[Entry, ...] | None:
        entries = [unread[0] for key in read.keys if (unread := self.unread(key))]
        return tuple(entries) if len(entries) == len(read.keys) else None

    def _go(self, entries: tuple[Entry, ...] | None) -> None:
        try:
            if entries is None or self.waiting is None:
                self.waiting = next(self._steps)
            elif (charged := self._take(self.waiting, entries)) is not None:
                self.waiting = self._steps.throw(charged)
            else:
                self.waiting = self._steps.send(entries)
        except StopIteration:
            self.waiting, self.asked = None, ()
        except _Charged as charged:
            self.stopped = self._charge(charged)
            self.phase, self.waiting, self.asked = Phase.STOPPED, None, ()

    def _take(self, read: Read, entries: tuple[Entry, ...]) -> _Charged | None:
        """Counts the entries as read, and binds the hash to them; the charge for one that is out of place."""
        charged = None
        for key, entry in zip(read.keys, entries, strict=True):
            self._read[key] = self._read.get(key, 1) + 1
            self.hash = hashlib.sha256(self.hash + entry.hash).digest()
            if entry.kind == Kind.LEAVE:
                self.departed.add(key)
            elif entry.kind not in read.kinds and charged is None:
                charged = _Charged(key, f"sent what is out of place here ({_kind_name(entry.kind)})")
        return charged

    def _charge(self, charged: _Charged) -> Charge:
        return Charge(Seat(charged.key, self._names.get(charged.key, "?")), charged.reason)

    def _expel(self, charged: _Charged) -> None:
        """The charged key has no seat any more; re-raised where the table cannot go on without it."""
        if charged.disagrees or (charged.key == self.host.key and self.phase is not Phase.PLAYING):
            raise charged
        self.charges.append(self._charge(charged))
        self.departed.add(charged.key)

    # The room

    def _run(self) -> Steps:
        room = yield from self._opening()
        while room is not None:
            if self._lexicon_of(room.lexicon) is None:
                self.phase = Phase.NO_LEXICON
                return
            self._ask(Kind.CALL)
            if not (yield from self._called(room)):
                break
            try:
                yield from self._game(room)
            except _Void:
                self.phase = Phase.GATHERING
            except _Charged as charged:
                self._expel(charged)
                self.phase = Phase.GATHERING
        self.phase = Phase.CLOSED

    def _opening(self) -> Generator[Read, tuple[Entry, ...], Room | None]:
        self._ask(Kind.ROOM, self.host.key)
        (entry,) = yield Read((Kind.ROOM,), (self.host.key,))
        if entry.kind == Kind.LEAVE:
            return None
        try:
            self.room = Room.decode(entry.body)
        except DecodeError as error:
            raise _Charged(self.host.key, f"opened the room in a form that cannot be read: {error}") from None
        return self.room

    def _called(self, room: Room) -> Generator[Read, tuple[Entry, ...], bool]:
        """Reads the next call of the host; false where the host has left."""
        if self.host.key in self.departed:
            return False
        (entry,) = yield Read((Kind.CALL,), (self.host.key,))
        if entry.kind == Kind.LEAVE:
            return False
        self._take_call(room, entry)
        return True

    def _take_call(self, room: Room, entry: Entry) -> None:
        host = self.host.key
        try:
            call = Call.decode(entry.body)
        except DecodeError as error:
            raise _Charged(host, f"called players in a form that cannot be read: {error}") from None
        if call.attempt != self.attempt + 1:
            raise _Charged(host, f"made call {call.attempt} after call {self.attempt}")
        if call.seats[0].key != host or len(call.seats) > room.seats:
            raise _Charged(host, "called players to other seats than the room has")
        if any(seat.key in self.departed for seat in call.seats):
            raise _Charged(host, "called a player who has left")
        self.attempt, self.seats = call.attempt, call.seats
        self._names.update((seat.key, seat.name) for seat in call.seats)

    # A game

    def _game(self, room: Room) -> Steps:
        self.position = self.record = self.first = None
        self.commitments = ()
        reveals: tuple[Reveal, ...] | None = None
        while reveals is None:
            commits = yield from self._commitments(room)
            reveals = yield from self._openings(room, commits)
        yield from self._play(room, reveals)

    def _commitments(self, room: Room) -> Generator[Read, tuple[Entry, ...], tuple[Commit, ...]]:
        """All seats' commitments to the newest call; the host's comes last, or calls anew."""
        self.phase = Phase.COMMITTING
        host, *others = (seat.key for seat in self.seats)
        while True:
            self._ask(Kind.COMMIT, host, *others)
            (entry,) = yield Read((Kind.COMMIT, Kind.CALL), (host,))
            if entry.kind == Kind.LEAVE:
                raise _Void
            if entry.kind == Kind.COMMIT:
                break
            self._take_call(room, entry)
            host, *others = (seat.key for seat in self.seats)
        commits = [self._commit(host, entry)]
        if commits[0].attempt != self.attempt:
            raise _Charged(host, "answered another call than its own")
        for number, key in enumerate(others):
            self._ask(Kind.COMMIT, *others[number:])
            commit = yield from self._current_commit(key)
            commits.append(commit)
        self.commitments = tuple(commit.seed for commit in commits)
        return tuple(commits)

    def _current_commit(self, key: bytes) -> Generator[Read, tuple[Entry, ...], Commit]:
        while True:
            (entry,) = yield Read((Kind.COMMIT, Kind.REVEAL), (key,))
            if entry.kind == Kind.LEAVE:
                raise _Void
            if entry.kind == Kind.REVEAL:
                continue  # the answer to a call that came to nothing
            commit = self._commit(key, entry)
            if commit.attempt == self.attempt:
                return commit
            if commit.attempt > self.attempt:
                raise _Charged(key, "answered a call that was not made")

    def _commit(self, key: bytes, entry: Entry) -> Commit:
        try:
            return Commit.decode(entry.body)
        except DecodeError as error:
            raise _Charged(key, f"sent a commitment that cannot be read: {error}") from None

    def _openings(
        self, room: Room, commits: tuple[Commit, ...]
    ) -> Generator[Read, tuple[Entry, ...], tuple[Reveal, ...] | None]:
        """What all seats had bound themselves to; ``None`` where the host calls anew."""
        self.phase = Phase.REVEALING
        host, *others = (seat.key for seat in self.seats)
        self._ask(Kind.REVEAL, host, *others)
        tag = self.tag
        (entry,) = yield Read((Kind.REVEAL, Kind.CALL), (host,))
        if entry.kind == Kind.CALL:
            self._take_call(room, entry)
            return None
        self._ask(Kind.REVEAL, *others)
        entries = (entry, *(yield Read((Kind.REVEAL,), tuple(others))))
        if any(entry.kind == Kind.LEAVE for entry in entries):
            raise _Void
        return tuple(
            self._reveal(number, entry, commit, tag)
            for number, (entry, commit) in enumerate(zip(entries, commits, strict=True))
        )

    def _reveal(self, number: int, entry: Entry, commit: Commit, tag: bytes) -> Reveal:
        seat = self.seats[number]
        body = self._untagged(seat.key, entry, tag)
        try:
            reveal = Reveal.decode(body)
        except DecodeError as error:
            raise _Charged(seat.key, f"opened its seed in a form that cannot be read: {error}") from None
        bound = (self.room_id, self.game, number, seat.name, seat.key)
        if not opens_commitment(commit.seed, reveal.seed, *bound):
            raise _Charged(seat.key, "opened another seed than the one it had committed to")
        if not opens_nonce(commit.nonce, reveal.nonce, *bound):
            raise _Charged(seat.key, "opened another nonce than the one it had committed to")
        return reveal

    def _play(self, room: Room, reveals: tuple[Reveal, ...]) -> Steps:
        lexicon = self._lexicon_of(room.lexicon)
        if lexicon is None:
            raise _Void  # taken away since the room opened: the next call is not even read
        self.phase = Phase.PLAYING
        seeds = tuple(reveal.seed for reveal in reveals)
        first = 0
        if room.rules.first is FirstSeat.DRAW:
            self.first = draw_for_first([reveal.nonce for reveal in reveals])
            first = self.first.first
        deal = OpenDeal(seeds)
        record = Record(self.game, self.seats, room.rules, lexicon.hash, first, seeds)
        position = dealt(Position.start(room.rules, lexicon, len(self.seats), first), deal)
        self._show(record, position)
        while position.ended is None:
            before = position
            try:
                position = yield from self._turn(before)
            except _Charged as charged:
                self._expel(charged)
                position = before.leave(self._seat_number(charged.key))
            position = dealt(position, deal)
            record = replace(record, steps=(*record.steps, Step(before, position)))
            self._show(record, position)
        self.outcomes.append(Outcome(record, position, self.hash))
        self.phase = Phase.OVER
        self.game += 1

    def _seat_number(self, key: bytes) -> int:
        return next(number for number, seat in enumerate(self.seats) if seat.key == key)

    def _show(self, record: Record, position: Position) -> None:
        """Lets the state be seen, and binds the hash to it."""
        self.record, self.position = record, position
        self.hash = hashlib.sha256(self.hash + position.digest()).digest()

    def _turn(self, position: Position) -> Generator[Read, tuple[Entry, ...], Position]:
        """The position after the next move or leaving; what is owed after it has not been dealt."""
        key = self.seats[position.turn].key
        self._ask(Kind.MOVE, key)
        tag = self.tag
        (entry,) = yield Read((Kind.MOVE, Kind.GONE), (key,))
        if entry.kind == Kind.LEAVE:
            return position.leave(position.turn)
        body = self._untagged(key, entry, tag)
        if entry.kind == Kind.GONE:
            return (yield from self._gone(position, key, body))
        try:
            made = Made.decode(body, timed=position.rules.clock > 0)
            return position.apply(move_from_bytes(made.move, position.board), seconds=made.seconds)
        except DecodeError as error:
            raise _Charged(key, f"sent a move that cannot be read: {error}") from None
        except IllegalMove as illegal:
            raise _Charged(key, f"tried a move that is against the rules: {illegal}") from None

    def _gone(self, position: Position, key: bytes, body: bytes) -> Generator[Read, tuple[Entry, ...], Position]:
        try:
            seat = Gone.decode(body).seat
        except DecodeError as error:
            raise _Charged(key, f"sent a notice that cannot be read: {error}") from None
        if seat >= len(self.seats) or seat == position.turn or position.players[seat].left:
            raise _Charged(key, "said that a seat had left which had not")
        accused = self.seats[seat].key
        self._ask(Kind.HERE, accused)
        (entry,) = yield Read((Kind.HERE,), (accused,))
        if entry.kind == Kind.HERE:
            raise _Charged(key, "said that a seat had left which had not")
        return position.leave(seat)

    # Charges

    def _untagged(self, key: bytes, entry: Entry, tag: bytes) -> bytes:
        if entry.body[:HASH_TAG] != tag:
            raise _Charged(key, "disagrees with this one about the game so far (its hash differs)", disagrees=True)
        return entry.body[HASH_TAG:]


class _Charged(Breach):
    """A breach with the key that signed it; ``disagrees`` where it proves only that two programs differ."""

    def __init__(self, key: bytes, reason: str, *, disagrees: bool = False) -> None:
        super().__init__(reason)
        self.key = key
        self.reason = reason
        self.disagrees = disagrees


def _kind_name(kind: int) -> str:
    try:
        return Kind(kind).name.lower()
    except ValueError:
        return f"kind {kind}"
