"""What the next value of this peer's register says, as far as it fits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import filterfalse
from math import inf
from typing import Final, Protocol

from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.evidence import Evidence, head
from p2pscrabble.sync.flight import Flight
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.needs import Need, Needs
from p2pscrabble.sync.peers import Copy, Peer
from p2pscrabble.sync.register import Ack, Draft, Seating, Segment

MAX_REPEAT: Final = 2000
"""How many bytes that are under way already are repeated where there is room."""
LEAST: Final = 16
"""With fewer bytes than these no segment is begun in a register that holds another."""


class Holder(Protocol):
    """Whoever can say how much it holds of a log."""

    def holds(self, id: bytes, stream: Stream) -> Mark:  # noqa: A002
        """How much it holds of a log of the peer with this id."""
        ...


class Outbox:
    """Decides what is published; ``own`` is this peer, ``peers`` are the others by their ids."""

    def __init__(self, own: Peer, peers: Mapping[bytes, Peer], evidence: Evidence) -> None:
        self._own = own
        self._peers = peers
        self._evidence = evidence
        self.principal: Holder | None = None
        """The one that this speaks for, as it is known where it is: what it does not hold is not acknowledged."""
        self.hops = 0
        """How many bridges lie between that one and this place."""
        self._stated: dict[tuple[bytes, Stream], tuple[Mark, int]] = {}
        self._published = 0
        self._fresh_last = False
        self._talk_late = False
        self.unsaid = False
        """Whether the last register left out some of what has changed in what this peer holds."""

    def readers(self, now: float) -> list[Peer]:
        """The peers that are to be served."""
        return [peer for peer in self._peers.values() if peer.here(now)]

    def restate(self) -> None:
        """A reader has come that has heard nothing yet."""
        self._stated.clear()

    def deadline(self, now: float) -> float:
        """When something that is under way must be sent again."""
        flights = (flight for peer in self.readers(now) for flight in peer.flights.values())
        return min((flight.deadline for flight in flights), default=inf)

    def long(self, wanted: Needs, number: int, room: int, now: float, seating: bytes, *, behind: bool) -> bytes:
        """The next register in the long form; ``behind`` states too how much of its own logs this peer holds."""
        draft = Draft(self._own.id, number, room, seating, self.hops)
        peers = [*self._peers.values()] + [self._own] * behind
        peers.sort(key=lambda peer: (not self._changed(peer), self._last_stated(peer)))
        reserve = room // 2 if wanted.open else 0
        late = [peer for peer in peers if not self._changed(peer) or not self._state(draft, peer, number, reserve)]
        for peer in self._peers.values():
            if peer.forgetful(now):
                draft.hint(peer.id, peer.counter)
        self._fill(draft, wanted, number, now)
        stated = [peer for peer in peers if peer not in late]
        stated += [peer for peer in late if self._state(draft, peer, number, 0)]
        draft.heads([self._head(peer) for peer in stated])
        self.unsaid = any(self._changed(peer) for peer in peers)
        known = {peer.id for peer in peers}
        self._stated = {log: said for log, said in self._stated.items() if log[0] in known}
        self._repeat(draft, wanted, now)
        return draft.done()

    def short(self, wanted: Needs, number: int, room: int, now: float, seating: Seating) -> bytes:
        """The next register in the short form, for readers that know the seating."""
        others = [self._peers[id] for id in seating.ids if id != self._own.id]  # noqa: A001
        marks = [self._mark(peer, Stream.GAME, peer.game) for peer in others]
        draft = Draft.short(seating.ids.index(self._own.id), number, room, marks, self.hops)
        for peer, mark in zip(others, marks, strict=True):
            self._stated[peer.id, Stream.GAME] = (mark, number)
        talked = self._talk_late and self._state_talk(draft, others, number)
        self._fill(draft, wanted, number, now)
        if not talked:
            self._state_talk(draft, others, number)
        draft.heads([self._head(peer) for peer in others])
        self._talk_late = self.unsaid = any(self._changed(peer) for peer in others)
        self._repeat(draft, wanted, now)
        return draft.done()

    def _mark(self, peer: Peer, stream: Stream, copy: Copy | None) -> Mark:
        """How much of a log is acknowledged.

        Of an entry that its principal does not hold yet, a deputy acknowledges all that it has but the last byte: so
        the rest is not sent again, and the entry counts as held by nobody but who holds it.
        """
        mark = Mark(0) if copy is None else copy.mark
        if self.principal is None or copy is None:
            return mark
        held = self.principal.holds(peer.id, stream).entries
        if held >= mark.entries:
            return mark
        return Mark(held, copy.log.start(held + 1) - copy.log.start(held) - 1)

    def _head(self, peer: Peer) -> bytes:
        return head(peer, self._mark(peer, Stream.GAME, peer.game).entries)

    def _changed(self, peer: Peer) -> bool:
        return any(
            self._mark(peer, stream, copy) != self._stated.get((peer.id, stream), (Mark(0), -1))[0]
            for stream, copy in peer.copies
        )

    def _last_stated(self, peer: Peer) -> int:
        return self._stated.get((peer.id, Stream.GAME), (Mark(0), -1))[1]

    def _state(self, draft: Draft, peer: Peer, number: int, reserve: int) -> bool:
        """Say how much of a peer's logs is held; whether that left the reserve."""
        game, talk = self._mark(peer, Stream.GAME, peer.game), self._mark(peer, Stream.TALK, peer.talk)
        if not draft.ack(Ack(peer.id, game, talk), reserve):
            return False
        self._stated[peer.id, Stream.GAME] = (game, number)
        self._stated[peer.id, Stream.TALK] = (talk, number)
        return True

    def _state_talk(self, draft: Draft, others: Sequence[Peer], number: int) -> bool:
        marks = [self._mark(peer, Stream.TALK, peer.talk) for peer in others]
        if not draft.talk(marks):
            return False
        for peer, mark in zip(others, marks, strict=True):
            self._stated[peer.id, Stream.TALK] = (mark, number)
        return True

    def _fill(self, draft: Draft, wanted: Needs, number: int, now: float) -> None:
        """Put under way what readers lack.

        What is new in the game goes first, but no two times running where others wait: each gets its turn.
        """
        fresh = list(filter(self._new, wanted.open))
        others = sorted(filterfalse(self._new, wanted.open), key=lambda need: need.served)
        first, second = (others, fresh) if self._fresh_last and others else (fresh, others)
        self._fresh_last = bool(first) and first is fresh
        for at, need in enumerate(first + second):
            added = self._add(draft, need, need.end, LEAST if at else 1)
            if not added:
                continue
            end = need.start + added
            if need.copy is self._own.game:
                self._published = max(end, self._published)
            for flight in self._under_way(need, now):
                if need.start <= flight.cursor < end and flight.free:
                    flight.sent(end, number, now)

    def _new(self, need: Need) -> bool:
        return need.copy is self._own.game and need.start >= self._published

    def _repeat(self, draft: Draft, wanted: Needs, now: float) -> None:
        """Use the room that is left for what may have been lost, and for players who are away.

        A relay keeps the last value. So who comes back while this peer is away finds what was said last.
        """
        for exhibit in self._evidence.exhibits(now):
            shown = Need(exhibit.owner, Stream.GAME, exhibit.owner.game, exhibit.start, exhibit.end)
            self._evidence.shown(exhibit, self._add(draft, shown, exhibit.end, LEAST))
        for need in wanted.waiting:
            self._add(draft, need, min(need.end, need.start + MAX_REPEAT), LEAST)
        away = [peer for peer in self._peers.values() if not peer.here(now) and peer.heard > -inf]
        starts = {self._own.game.acked(peer.holds(self._own.id, Stream.GAME)) for peer in away}
        if not self.readers(now):
            starts = starts or {0}
        for start in sorted(starts):
            self._add(draft, Need(self._own, Stream.GAME, self._own.game, start, self._own.game.end), inf, LEAST)

    def _add(self, draft: Draft, need: Need, end: float, least: int) -> int:
        stop = int(min(end, need.copy.end, need.start + draft.left))
        data = need.copy.log.data(need.start, stop)
        if not data:
            return 0
        mark = need.copy.log.mark(need.start)
        return draft.segment(self._own.id, Segment(need.peer.id, need.stream, mark, data), least)

    def _under_way(self, need: Need, now: float) -> list[Flight]:
        return [flight for peer in self.readers(now) if (flight := peer.flights.get(need.log)) is not None]
