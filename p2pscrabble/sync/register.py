"""What one value of a register says: whose it is, what its writer holds, and bytes of logs.

Two forms, told apart by the value's first digit. The long one names every peer by its id::

    flags | who (3) | counter | hops (if HOPS) | seating (4, if SEATED) | acks | heads | hints | others | main

The short one, for readers that all know the same seating, names seats by their order::

    flags with the seat | counter | hops (if HOPS) | game mark of every other seat | talk marks (if TALK) | heads |
    others | main

``hops`` is there where a bridge wrote the value for a peer that is in another place: how many bridges it has crossed.

``acks`` are a count and so many ``id (3) | game mark | talk mark``. Then, where the flags say so, ``heads`` are four
bytes for each ack, ``hints`` a count and so many ``id (3) | counter`` for peers that count from too low, ``others`` a
count and so many ``header | id (3, unless own) | mark | blob``, and ``main``, the writer's own game log, is a mark and
all bytes that are left. A mark is twice the number of entries, plus one where a number of extra bytes follows. An ack
that is not there is as it last was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha512
from typing import Final

from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.numerals.packing import Packer, Unpacker
from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.identity import ID_BYTES, KEY_BYTES, peer_id
from p2pscrabble.sync.log import MAX_LOG, Mark

MAX_COUNTER: Final = 2**48 - 1
LEAP: Final = 2**24
"""Counters of one peer differ by less: at a value every five seconds it takes two years to count so far."""
FIRST_COUNTERS: Final = 2**40
"""Below this are the counters of a peer of which none is known."""
MAX_SEATS: Final = 4
MAX_ACKS: Final = 64
MAX_SEGMENTS: Final = 32
DIGEST_BYTES: Final = 4
HEAD_BYTES: Final = 4
MAX_HOPS: Final = 3
"""How many bridges a register crosses: with an end to it, no echo of a peer can go round in a ring of them."""

_MAIN, _OTHERS, _SEATED, _HEADS, _HINTS, _HOPS = 1, 2, 4, 8, 16, 32
_SEAT, _SHORT_MAIN, _SHORT_OTHERS, _TALK, _SHORT_HEADS, _SHORT_HOPS = 3, 4, 8, 16, 32, 64
_STREAM, _OWN = 1, 2


@dataclass(frozen=True, slots=True)
class Seating:
    """The public keys of a table in seat order, their ``ids``, and a ``digest`` that another seating hardly shares.

    ``Breach`` where there are more than four or two of them have one id: no host can have met such players.
    """

    keys: tuple[bytes, ...]
    ids: tuple[bytes, ...] = field(init=False, repr=False)
    digest: bytes = field(init=False, repr=False)

    def __post_init__(self) -> None:
        if len(self.keys) > MAX_SEATS or any(len(key) != KEY_BYTES for key in self.keys):
            raise Breach("The seats are not those of a table.")
        object.__setattr__(self, "ids", tuple(peer_id(key) for key in self.keys))
        if len(set(self.ids)) < len(self.keys):
            raise Breach("Two seats cannot be told apart.")
        digest = sha512(b"p2pscrabble seating" + b"".join(self.keys)).digest()[:DIGEST_BYTES]
        object.__setattr__(self, "digest", digest)


@dataclass(frozen=True, slots=True)
class Ack:
    """How much of a peer's two logs the writer holds; ``talk`` is ``None`` where that is as it was.

    ``head`` is the beginning of the hash of the last of its entries in the game's log, or empty.
    """

    id: bytes
    game: Mark
    talk: Mark | None
    head: bytes = b""


@dataclass(frozen=True, slots=True)
class Segment:
    """Bytes of a log, from a mark on."""

    id: bytes
    stream: Stream
    mark: Mark
    data: bytes


@dataclass(frozen=True, slots=True)
class Register:
    """One value, understood.

    ``seating`` is the digest of the seating that the writer knows, or empty; ``hints`` are the highest counters that it
    has seen of peers which now use lower ones; ``hops`` is 0 but where a bridge wrote it for ``who``.
    """

    who: bytes
    counter: int
    seating: bytes
    acks: tuple[Ack, ...]
    segments: tuple[Segment, ...]
    hints: tuple[tuple[bytes, int], ...] = ()
    hops: int = 0


class Draft:
    """A register being written into at most ``room`` bytes; all parts are small enough or are left out.

    With a seating it is written in the short form, and each seat's game mark must be given at once.
    """

    def __init__(self, who: bytes, counter: int, room: int, seating: bytes = b"", hops: int = 0) -> None:
        self._who = who
        self._seating = seating
        self._seat: int | None = None
        self._marks: tuple[Mark, ...] = ()
        self._talk: tuple[Mark, ...] = ()
        self._hops = bool(hops)
        self._counter = Packer().uint(counter).done() + bytes([hops] * self._hops)
        self._acks: list[bytes] = []
        self._heads = b""
        self._hints: list[bytes] = []
        self._others: list[bytes] = []
        self._main: bytes | None = None
        self.left = room - 1 - len(self._counter) - ID_BYTES - len(seating) - 1

    @classmethod
    def short(cls, seat: int, counter: int, room: int, marks: Sequence[Mark], hops: int = 0) -> Draft:
        """A register in the short form, with the game marks of the other seats in order."""
        draft = cls(b"", counter, room, hops=hops)
        draft._seat = seat
        draft._marks = tuple(marks)
        draft.left = room - 1 - len(draft._counter) - _size(marks)
        return draft

    def talk(self, marks: Sequence[Mark]) -> bool:
        """State the talk marks of the other seats (short form); whether they fit."""
        size = _size(marks)
        if size > self.left:
            return False
        self._talk = tuple(marks)
        self.left -= size
        return True

    def ack(self, ack: Ack, reserve: int = 0) -> bool:
        """State what is held of one peer (long form) if that leaves ``reserve`` bytes; whether it did."""
        talk = Mark(0) if ack.talk is None else ack.talk
        data = _pack_mark(_pack_mark(Packer().raw(ack.id), ack.game), talk).done()
        if len(data) + reserve > self.left or len(self._acks) == MAX_ACKS:
            return False
        self._acks.append(data)
        self.left -= len(data)
        return True

    def heads(self, heads: Sequence[bytes]) -> bool:
        """Add the heads of all acks, in their order; whether they fit."""
        data = b"".join(heads)
        if len(data) > self.left:
            return False
        self._heads = data
        self.left -= len(data)
        return True

    def hint(self, id: bytes, counter: int) -> bool:  # noqa: A002
        """Tell a peer that it has published with this counter before (long form); whether that fits."""
        data = Packer().raw(id).uint(counter).done()
        size = len(data) + (not self._hints)
        if size > self.left or len(self._hints) == MAX_ACKS:
            return False
        self._hints.append(data)
        self.left -= size
        return True

    def segment(self, who: bytes, segment: Segment, least: int = 1) -> int:
        """Add as much of the segment's data as fits, if that is ``least`` bytes or all; how much was added."""
        own = segment.id == who
        data = segment.data
        if own and segment.stream is Stream.GAME and self._main is None:
            head = _pack_mark(Packer(), segment.mark).done()
            fits = min(len(data), self.left - len(head))
            if fits < min(least, len(data)):
                return 0
            self._main = head + data[:fits]
            self.left -= len(self._main)
            return fits
        packer = Packer().raw(bytes([segment.stream * _STREAM | own * _OWN]))
        head = _pack_mark(packer if own else packer.raw(segment.id), segment.mark).done()
        left = self.left - len(head) - (not self._others)
        fits = min(len(data), left - 1)
        while fits > 0 and fits + _uint_size(fits) > left:
            fits -= 1
        if fits < min(least, len(data)) or len(self._others) == MAX_SEGMENTS - 1:
            return 0
        self.left -= not self._others
        self._others.append(head + Packer().blob(data[:fits]).done())
        self.left -= len(self._others[-1])
        return fits

    def done(self) -> bytes:
        """The register's bytes."""
        main, others = self._main is not None, bool(self._others)
        out = Packer()
        if self._seat is None:
            flags = main * _MAIN | others * _OTHERS | bool(self._seating) * _SEATED | bool(self._heads) * _HEADS
            flags |= bool(self._hints) * _HINTS | self._hops * _HOPS
            out.raw(bytes([flags])).raw(self._who).raw(self._counter).raw(self._seating)
            out.uint(len(self._acks)).raw(b"".join(self._acks))
        else:
            flags = self._seat | main * _SHORT_MAIN | others * _SHORT_OTHERS | bool(self._talk) * _TALK
            flags |= bool(self._heads) * _SHORT_HEADS | self._hops * _SHORT_HOPS
            out.raw(bytes([flags])).raw(self._counter)
            for mark in self._marks + self._talk:
                _pack_mark(out, mark)
        out.raw(self._heads)
        if self._hints:
            out.uint(len(self._hints)).raw(b"".join(self._hints))
        if others:
            out.uint(len(self._others)).raw(b"".join(self._others))
        return out.raw(self._main or b"").done()


def read_long(data: bytes) -> Register:
    """The register in the long form; ``DecodeError`` where it is none."""
    unpacker = Unpacker(data)
    flags = unpacker.raw(1)[0]
    who = unpacker.raw(ID_BYTES)
    counter = unpacker.uint(MAX_COUNTER)
    if flags & ~(_MAIN | _OTHERS | _SEATED | _HEADS | _HINTS | _HOPS):
        raise DecodeError("a register of another kind")
    hops = _read_hops(unpacker) if flags & _HOPS else 0
    seating = unpacker.raw(DIGEST_BYTES) if flags & _SEATED else b""
    acks = [
        Ack(unpacker.raw(ID_BYTES), _read_mark(unpacker), _read_mark(unpacker)) for _ in range(unpacker.uint(MAX_ACKS))
    ]
    if flags & _HEADS:
        acks = _read_heads(unpacker, acks)
    hints = tuple(
        (unpacker.raw(ID_BYTES), unpacker.uint(MAX_COUNTER))
        for _ in range(unpacker.uint(MAX_ACKS) if flags & _HINTS else 0)
    )
    segments = _read_segments(unpacker, who, others=bool(flags & _OTHERS), main=bool(flags & _MAIN))
    return Register(who, counter, seating, tuple(acks), segments, hints, hops)


def read_short(data: bytes, seating: Seating) -> Register:
    """The register in the short form, for a reader that knows the seating; ``DecodeError`` where it is none."""
    unpacker = Unpacker(data)
    flags = unpacker.raw(1)[0]
    counter = unpacker.uint(MAX_COUNTER)
    seat = flags & _SEAT
    known = _SEAT | _SHORT_MAIN | _SHORT_OTHERS | _TALK | _SHORT_HEADS | _SHORT_HOPS
    if flags & ~known or seat >= len(seating.keys):
        raise DecodeError("a register of another kind")
    hops = _read_hops(unpacker) if flags & _SHORT_HOPS else 0
    ids = seating.ids
    others = [id for at, id in enumerate(ids) if at != seat]  # noqa: A001
    game = [_read_mark(unpacker) for _ in others]
    talk: list[Mark | None] = [_read_mark(unpacker) if flags & _TALK else None for _ in others]
    acks = [Ack(*ack) for ack in zip(others, game, talk, strict=True)]
    if flags & _SHORT_HEADS:
        acks = _read_heads(unpacker, acks)
    segments = _read_segments(unpacker, ids[seat], others=bool(flags & _SHORT_OTHERS), main=bool(flags & _SHORT_MAIN))
    return Register(ids[seat], counter, seating.digest, tuple(acks), segments, hops=hops)


def _read_hops(unpacker: Unpacker) -> int:
    hops = unpacker.uint(MAX_HOPS)
    if not hops:
        raise DecodeError("a number of bridges that need not be said")
    return hops


def _read_heads(unpacker: Unpacker, acks: Sequence[Ack]) -> list[Ack]:
    return [replace(ack, head=unpacker.raw(HEAD_BYTES)) for ack in acks]


def _read_segments(unpacker: Unpacker, who: bytes, *, others: bool, main: bool) -> tuple[Segment, ...]:
    found = []
    if others:
        for _ in range(unpacker.uint(MAX_SEGMENTS - 1)):
            header = unpacker.raw(1)[0]
            if header & ~(_STREAM | _OWN):
                raise DecodeError("a segment of another kind")
            whose = who if header & _OWN else unpacker.raw(ID_BYTES)
            mark = _read_mark(unpacker)
            found.append(Segment(whose, Stream(header & _STREAM), mark, unpacker.blob(MAX_LOG)))
    if main:
        found.append(Segment(who, Stream.GAME, _read_mark(unpacker), unpacker.rest()))
    unpacker.end()
    return tuple(found)


def _pack_mark(packer: Packer, mark: Mark) -> Packer:
    packer.uint(mark.entries * 2 + bool(mark.extra))
    return packer.uint(mark.extra) if mark.extra else packer


def _read_mark(unpacker: Unpacker) -> Mark:
    entries, more = divmod(unpacker.uint(2 * MAX_LOG), 2)
    extra = unpacker.uint(MAX_LOG) if more else 0
    if more and not extra:
        raise DecodeError("a mark that could be shorter")
    return Mark(entries, extra)


def _uint_size(value: int) -> int:
    return len(Packer().uint(value).done())


def _size(marks: Iterable[Mark]) -> int:
    return sum(len(_pack_mark(Packer(), mark).done()) for mark in marks)
