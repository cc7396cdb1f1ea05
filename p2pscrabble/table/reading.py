"""How a table reads: a coroutine that names whose entry it wants next, and what feeds it from the logs.

The coroutine asks for the next entry of seats that it names, never for "whichever comes first", so it computes the same
whatever order entries arrive in. It may also ask whether a proof holds; who drives it may take its time over that, and
until the answer is there nothing goes on.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain
from typing import Final, TypeAlias, TypeVar

from p2pscrabble.bag import h
from p2pscrabble.bag.sealed import Spread, Statement, in_turn, verify
from p2pscrabble.errors import Breach, DecodeError, P2PScrabbleError
from p2pscrabble.sync.entry import Entry
from p2pscrabble.table.ballot import Ballot
from p2pscrabble.table.entries import SEALED_KINDS, Commit, Kind, Seat

NOBODY: Final = Seat(b"", "")
"""In a charge: the table stopped, and nothing shows who is to blame."""
DISAGREES: Final = "disagrees with this one about the game so far (its hash differs)"
"""The one reason that proves nothing about who is wrong."""
HASH_TAG: Final = 4
"""How many bytes of the game's hash an entry carries."""

_TAGGED: Final = (*SEALED_KINDS, Kind.MOVE, Kind.GONE, Kind.SEED)

T = TypeVar("T")


class Phase(Enum):
    """What a table is doing."""

    GATHERING = "gathering"
    COMMITTING = "committing"
    REVEALING = "revealing"
    DEALING = "dealing"
    """In a sealed game: the bag is shuffled by all seats, and the first tiles are drawn."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    STOPPED = "stopped"
    NO_LEXICON = "no lexicon"


_IN_GAME: Final = (Phase.DEALING, Phase.PLAYING)


@dataclass(frozen=True, slots=True)
class Read:
    """The next entry of each of these keys is wanted, and must be of one of these kinds or ``LEAVE``."""

    kinds: tuple[Kind, ...]
    keys: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """Whether this proof, which this key signed, holds for the statement."""

    key: bytes
    statement: Statement = field(repr=False)
    proof: bytes = field(repr=False)

    @property
    def name(self) -> bytes:
        """Under which the answer can be remembered."""
        return self.statement.digest(self.proof)


@dataclass(frozen=True, slots=True)
class Charge:
    """What a seat's program signed that it must not; or, where the table stopped, what it cannot go on from."""

    seat: Seat
    reason: str


class Void(Exception):
    """The call is void."""


class Charged(Breach):
    """A breach with the key that signed it; ``disagrees`` where it proves only that two programs differ."""

    def __init__(self, key: bytes, reason: str, *, disagrees: bool = False) -> None:
        super().__init__(reason)
        self.key = key
        self.reason = reason
        self.disagrees = disagrees


class Vanished(Charged):
    """What is left where the others have gone on without a seat: nothing more of its log is read in this game."""

    def __init__(self, key: bytes) -> None:
        super().__init__(key, "was not heard of any more")


Request: TypeAlias = Read | Check
Steps: TypeAlias = Generator[Request, tuple[Entry, ...], T]
"""A part of the coroutine: it is sent the entries that it asked for, none where a proof holds."""
Logs: TypeAlias = Mapping[bytes, Sequence[Entry]]
Checker: TypeAlias = Callable[[Check], str | None]
"""Says what is wrong with a proof, the empty text where it holds, and ``None`` while that is being found out."""


def check_at_once(check: Check, spread: Spread = in_turn) -> str:
    """The checker that takes its time, and then knows."""
    try:
        verify(check.statement, check.proof, spread)
    except DecodeError as error:
        return f"sent a proof that cannot be read: {error}"
    except Breach as breach:
        return str(breach)
    return ""


class Reading(ABC):
    """The state of reading one room: where in each log, what is asked of whom, and the hash of all that was read."""

    def __init__(self, room_id: str, host: Seat, checker: Checker, me: bytes | None = None) -> None:
        self.room_id = room_id
        self.host = host
        self.phase = Phase.GATHERING
        self.seats: tuple[Seat, ...] = ()
        self.attempt = 0
        self.stopped: Charge | None = None
        self._out = False
        """Whether it was known, when the table stopped, that the others had gone on without this peer."""
        self.charges: list[Charge] = []
        """Whoever lost a seat by what they signed, and why."""
        self.departed: set[bytes] = set()
        """Who has no seat any more, however they lost it."""
        self.vanished: dict[bytes, int] = {}
        """Whom the others went on without, and how many entries of their log counted: they may be called again."""
        self.barred: set[bytes] = set()
        """Of these the ones who may not be called to the present game, as they could have read a rack of it."""
        self.waiting: Request | None = None
        self.asked: tuple[bytes, ...] = ()
        self.hash = hashlib.sha256(b"p2pscrabble table" + room_id.encode() + host.key).digest()
        self._round: bytes | None = None
        self._checker = checker
        self.ballot = Ballot(me)
        self._read: dict[bytes, int] = {}
        self._logs: Logs = {}
        self._names: dict[bytes, str] = {host.key: host.name}
        self._wanted = Kind.ROOM
        self._owed: dict[bytes, tuple[Kind, ...]] = {}
        self._steps = self._run()
        self._go(None)

    @abstractmethod
    def _run(self) -> Steps[None]:
        """The coroutine."""

    # What drives it

    def advance(self, logs: Logs) -> bool:
        """Reads on as far as the logs go; whether anything was read. Never raises for what is in them."""
        self._logs = logs
        self.ballot.follow(logs)
        moved = False
        while self.waiting is not None:
            if isinstance(self.waiting, Check):
                if not self._checked(self.waiting):
                    break
            elif (gone := self._gone_from(self.waiting)) is not None:
                self._vanish(gone)
            elif (entries := self._next(self.waiting)) is not None:
                self._go(entries)
            else:
                break
            moved = True
        return moved

    def _next(self, read: Read) -> tuple[Entry, ...] | None:
        entries = [unread[0] for key in read.keys if (unread := self.unread(key))]
        return tuple(entries) if len(entries) == len(read.keys) else None

    def _gone_from(self, read: Read) -> bytes | None:
        """One of those asked whose log has been read as far as it counts, once that is decided."""
        return next((key for key in read.keys if self._is_cut(key) and not self.unread(key)), None)

    def _vanish(self, key: bytes) -> None:
        self.vanished[key] = cut = self.ballot.cut(key) or 0
        self.bind(h("vanished", key, cut))
        self._resume((), Vanished(key))

    def _checked(self, check: Check) -> bool:
        """Goes on with what the checker says; false where it does not know yet."""
        wrong = self._checker(check)
        if wrong is not None:
            self._resume((), Charged(check.key, wrong) if wrong else None)
        return wrong is not None

    def _go(self, entries: tuple[Entry, ...] | None) -> None:
        if entries is None or not isinstance(self.waiting, Read):
            self._resume(None, None)
        else:
            self._resume(entries, self._take(self.waiting, entries))

    def _resume(self, entries: tuple[Entry, ...] | None, charged: Charged | None) -> None:
        try:
            if charged is not None:
                self.waiting = self._steps.throw(charged)
            elif entries is None:
                self.waiting = next(self._steps)
            else:
                self.waiting = self._steps.send(entries)
        except StopIteration:
            self.waiting, self.asked = None, ()
        except Charged as stopping:
            self._stop(self._charge(stopping))
        except (P2PScrabbleError, ValueError) as error:  # nothing that is in the logs may end this program
            self._stop(Charge(NOBODY, f"what was sent cannot all be so, and nothing shows who is to blame ({error})"))

    def _stop(self, charge: Charge) -> None:
        self.stopped = charge
        self._out = self.ballot.out
        self.phase, self.waiting, self.asked = Phase.STOPPED, None, ()

    def _take(self, read: Read, entries: tuple[Entry, ...]) -> Charged | None:
        """Counts the entries as read, and binds the hash to them; the charge for one that is out of place."""
        charged, tag = None, self.tag
        for key, entry in zip(read.keys, entries, strict=True):
            self._read[key] = entry.index + 1
            self.hash = hashlib.sha256(self.hash + entry.hash).digest()
            if entry.kind == Kind.LEAVE:
                self.departed.add(key)
            elif entry.kind not in read.kinds and charged is None:
                elsewhere = self.phase in _IN_GAME and entry.kind in _TAGGED and entry.body[:HASH_TAG] != tag
                wrong = Charged(key, f"sent what is out of place here ({_kind_name(entry.kind)})")
                charged = self.differs(key) if elsewhere else wrong
        return charged

    # What is in the logs

    def unread(self, key: bytes) -> Sequence[Entry]:
        """The entries of this key's log that the table has not read yet, as far as they count; no votes."""
        entries, start, limit = self._logs.get(key, ()), self.read(key), self.ballot.limit(key)
        if not self.ballot.has_voted(key):
            return entries[start:limit]
        return self.ballot.others(key, start, len(entries) if limit is None else min(limit, len(entries)))

    def read(self, key: bytes) -> int:
        """How many entries of this key's log have been read, the hello among them."""
        return self._read.get(key, 1)

    def wants(self, key: bytes) -> Kind | None:
        """The kind of entry that this key should write now; ``None`` where nothing is asked of it."""
        if key not in self.asked or self._answered(key) or self.overtaken:
            return None
        waits = self.phase in (Phase.COMMITTING, Phase.REVEALING) and key == self.host.key
        if waits and not all(self._answered(seat.key) for seat in self.seats[1:]):
            return None
        return self._unwritten(key)[0] if self._owed else self._wanted

    @property
    def missing(self) -> tuple[bytes, ...]:
        """Those whose entry is asked for and is not there yet.

        Where entries of a seat that is gone count, and are not here, those who say that they hold them.
        """
        missing = [key for key in self.asked if not self._answered(key)]
        found = (self.ballot.holding(key, len(self._logs.get(key, ()))) or (key,) for key in missing)
        return tuple(dict.fromkeys(chain.from_iterable(found)))

    @property
    def leaver(self) -> int | None:
        """A seat that has left or been left out, which the table has not read yet."""
        present = ((n, seat.key) for n, seat in enumerate(self.seats) if seat.key not in self.departed)
        return next((n for n, key in present if self.has_left(key) or self._is_cut(key)), None)

    def has_left(self, key: bytes) -> bool:
        """Whether this key has left for good: by the end of its log, read or not, or by what it signed."""
        return self.has_gone(key) or any(entry.kind == Kind.LEAVE for entry in self.unread(key))

    def has_gone(self, key: bytes) -> bool:
        """Whether that has been read, or it may not be called again for another reason."""
        return key in self.departed and (key not in self.vanished or key in self.barred)

    def _answered(self, key: bytes) -> bool:
        """Whether the key's log holds what is asked of it, or the end; while seats commit, older answers are none."""
        unread = self.unread(key)
        if self._owed:
            return not self._unwritten(key)
        if self._wanted is not Kind.COMMIT:
            return bool(unread)
        return any(self._commits_now(entry) for entry in unread)

    def _unwritten(self, key: bytes) -> tuple[Kind, ...]:
        """Of several entries that are asked of a key those that its log does not hold yet, in their order."""
        unread = self.unread(key)
        if any(entry.kind == Kind.LEAVE for entry in unread):
            return ()
        written = Counter(entry.kind for entry in unread if entry.body[:HASH_TAG] == self.tag)
        left = []
        for kind in self._owed.get(key, ()):
            if written[kind]:
                written[kind] -= 1
            else:
                left.append(kind)
        return tuple(left)

    def written(self, key: bytes, kind: Kind) -> int:
        """How many entries of this kind the key has written in the present round that are not read yet."""
        tag = self.tag
        return sum(entry.kind == kind and entry.body[:HASH_TAG] == tag for entry in self.unread(key))

    def _commits_now(self, entry: Entry) -> bool:
        if entry.kind != Kind.COMMIT:
            return entry.kind == Kind.LEAVE
        try:
            return Commit.decode(entry.body).attempt >= self.attempt
        except DecodeError:
            return True

    # Votes

    @property
    def overtaken(self) -> bool:
        """Whether more of a log, or less, was read than counts, so that everything is to be read anew.

        That happens to those alone whom the others have gone on without. So does that a table has stopped, because it
        read what the others wrote in their game before it read the votes.
        """
        if self.stopped is not None and self.ballot.out and not self._out:
            return True
        cuts = ((seat.key, self.ballot.cut(seat.key)) for seat in self.seats)
        return any(
            cut is not None and (self.read(key) > cut or self.vanished.get(key, cut) != cut) for key, cut in cuts
        )

    def counting(self, key: bytes) -> int:
        """How many entries of this key's log are here and count in the present game, as far as is decided."""
        return len(self._logs.get(key, ())[: self.ballot.limit(key)])

    def open_votes(self) -> None:
        """From now on the others can go on without a seat."""
        self.ballot.begin(self.attempt, {seat.key: self.read(seat.key) for seat in self.seats})

    def _is_cut(self, key: bytes) -> bool:
        """Whether it is decided how much of this key's log counts, and all of that is here."""
        cut = self.ballot.cut(key)
        return cut is not None and key not in self.departed and len(self._logs.get(key, ())) >= cut

    # What the coroutine says

    def ask(self, kind: Kind, *keys: bytes) -> None:
        """One entry of this kind is asked of each of these keys."""
        self._wanted, self.asked, self._owed, self._round = kind, keys, {}, None

    def ask_all(self, owed: Iterable[tuple[bytes, Kind]]) -> None:
        """These entries are asked of these keys, each key's in their order; they answer the state of the round."""
        asked: dict[bytes, tuple[Kind, ...]] = {}
        for key, kind in owed:
            asked[key] = (*asked.get(key, ()), kind)
        self.asked, self._owed = tuple(asked), asked

    def begin_round(self) -> None:
        """What seats are asked for from now on they write at the same time: all of it answers the state of now."""
        self._round = self.hash

    @property
    def tag(self) -> bytes:
        """What an entry written now must begin with: the first bytes of the hash of the game."""
        return self.round[:HASH_TAG]

    @property
    def round(self) -> bytes:
        """The hash that is answered by what is written now."""
        return self._round or self.hash

    def bind(self, digest: bytes) -> None:
        """Binds the hash of the game to this."""
        self.hash = hashlib.sha256(self.hash + digest).digest()

    def seat_of(self, key: bytes) -> int | None:
        """The number of this key's seat in the present game."""
        return next((number for number, seat in enumerate(self.seats) if seat.key == key), None)

    # Charges

    def untagged(self, key: bytes, entry: Entry, tag: bytes) -> bytes:
        """The body without the bytes that it must begin with."""
        if entry.body[:HASH_TAG] != tag:
            raise self.differs(key)
        return entry.body[HASH_TAG:]

    def differs(self, key: bytes) -> Charged:
        """The charge that proves nothing about who is wrong: this key's program answers another state of the game."""
        return Charged(key, DISAGREES, disagrees=True)

    def expel(self, charged: Charged) -> None:
        """The charged key has no seat any more; re-raised where the table cannot go on without it."""
        if isinstance(charged, Vanished):
            self.departed.add(charged.key)
            return
        if charged.disagrees or (charged.key == self.host.key and self.phase is not Phase.PLAYING):
            raise charged
        self.charges.append(self._charge(charged))
        self.departed.add(charged.key)

    def _charge(self, charged: Charged) -> Charge:
        return Charge(Seat(charged.key, self._names.get(charged.key, "?")), charged.reason)


def _kind_name(kind: int) -> str:
    try:
        return Kind(kind).name.lower()
    except ValueError:
        return f"kind {kind}"
