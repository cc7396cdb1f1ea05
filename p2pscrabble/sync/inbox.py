"""What the value of a register means: who is here, what it holds, and bytes for the copies of logs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.events import Event, Fault, Fork, Grew, Met
from p2pscrabble.sync.evidence import Evidence
from p2pscrabble.sync.peers import Peer
from p2pscrabble.sync.register import FIRST_COUNTERS, Register, Segment

MAX_PEERS: Final = 16
"""How many peers a room has, this one among them; seats always have a place, and who comes that of one who has gone."""
BEHIND: Final = "others hold more of this player's record than this disk"


@dataclass(slots=True)
class Reading:
    """What a register brought.

    ``grown``: bytes were new; ``more`` are to come; ``known``: some were known; ``newcomer``: its writer has not been
    here; ``fresh``: it is its writer's newest; ``old``: its variable held a newer one; ``full``: it was ignored.
    ``counter`` is one that this peer has used before, as the writer says.
    """

    events: list[Event] = field(default_factory=list)
    grown: bool = False
    more: bool = False
    known: bool = False
    newcomer: bool = False
    fresh: bool = False
    old: bool = False
    full: bool = False
    counter: int = -1


class Inbox:
    """Reads registers into ``own``, this peer, and ``peers``, the others by their ids, of whom it makes new ones."""

    def __init__(self, room_id: str, own: Peer, peers: dict[bytes, Peer]) -> None:
        self._room_id = room_id
        self._own = own
        self._peers = peers
        self.evidence = Evidence(own, peers)
        self.seated: frozenset[bytes] = frozenset()
        """The ids of those who have a seat, which are never forgotten."""
        self.behind = False
        """Whether others hold more of this peer's own logs than it does itself, or did so once."""

    def read(self, name: str, register: Register, now: float) -> Reading:
        """Take in a register of this room that stood in the variable ``name``."""
        reading = Reading()
        unheard = register.who not in self._peers and register.counter >= FIRST_COUNTERS
        if register.who != self._own.id and not unheard:
            if register.who not in self._peers:
                self.tidy(now, MAX_PEERS - 2)
            writer = self._peer(register.who)
            if writer is None:
                reading.full = True
                return reading
            absent = not writer.here(now)
            reading.fresh = writer.hear(register, now)
            reading.old = writer.replayed(name, register.counter)
            reading.newcomer = absent and reading.fresh
            if reading.fresh:
                reading.counter = dict(register.hints).get(self._own.id, -1)
                self._compare(writer, reading)
                self.evidence.compare(register)
        for segment in register.segments:
            self._take(segment, reading)
        return reading

    def learn(self, segment: Segment) -> Reading:
        """Take in bytes of a log that came by another way."""
        reading = Reading()
        self._take(segment, reading)
        return reading

    def tidy(self, now: float, most: int = MAX_PEERS - 1) -> None:
        """Forget peers that have no seat and are gone, the longest unheard of first, until there are but so many.

        Those whose key has never come go before the others, and of equals those that have said least: at a restart
        nobody has been heard of, and whoever leads a room has said most.
        """
        excess = len(self._peers) - most
        if excess > 0:
            gone = [peer for peer in self._peers.values() if peer.id not in self.seated and not peer.here(now)]
            gone.sort(key=lambda peer: (peer.key is not None, peer.heard, len(peer.game.log.entries)))
            for peer in gone[:excess]:
                self.forget(peer)

    def forget(self, peer: Peer) -> None:
        """Drop the copies of a peer's logs; should it come again, it is served, and saved, from the start."""
        del self._peers[peer.id]
        self.evidence.forget(peer.id)
        for reader in self._peers.values():
            for stream in Stream:
                reader.flights.pop((peer.id, stream), None)

    def _peer(self, id: bytes) -> Peer | None:  # noqa: A002
        """The peer with this id, or room for one, from which a peer whose key has never come may have to go.

        No other has to go for bytes that somebody passes on: two peers that have forgotten different ones would go
        on for ever, each telling the other what that one has just forgotten.
        """
        if id == self._own.id:
            return self._own
        peer = self._peers.get(id)
        if peer is None:
            if len(self._peers) >= MAX_PEERS - 1:
                idle = min((p for p in self._peers.values() if p.key is None), key=lambda p: p.heard, default=None)
                if idle is None:
                    return None
                self.forget(idle)
            peer = self._peers[id] = Peer(self._room_id, id)
        return peer

    def _compare(self, writer: Peer, reading: Reading) -> None:
        """See whether a peer says that it holds more of our logs than we do."""
        for stream, copy in self._own.copies:
            if writer.holds(self._own.id, stream).entries > len(copy.log.entries):
                self.behind = True
                self._fault(self._own, BEHIND, reading)

    def _take(self, segment: Segment, reading: Reading) -> None:
        peer = self._peer(segment.id)
        if peer is None:
            return
        copy = peer.game if segment.stream is Stream.GAME else peer.talk
        if copy is None:
            return
        met = peer.key is not None
        results = copy.take(segment.mark, segment.data)
        if any(result.entries for result in results):
            if not met and peer.key is not None:
                reading.events.append(Met(peer.key))
            reading.events.append(Grew(peer.key or peer.id, segment.stream))
        for result in results:
            reading.grown |= result.more
            if result.fault:
                self._fault(peer, result.fault, reading)
            if result.fork is not None and segment.stream is Stream.GAME:
                self.evidence.two(peer)
            if result.fork is not None and "fork" not in peer.reported:
                peer.reported.add("fork")
                reading.events.append(Fork(peer.key or peer.id, segment.stream, *result.fork))
        reading.more |= copy.log.held > copy.log.length
        reading.known |= bool(results) and not any(result.more for result in results)

    def _fault(self, peer: Peer, why: str, reading: Reading) -> None:
        if why not in peer.reported:
            peer.reported.add(why)
            reading.events.append(Fault(peer.key or peer.id, why))
