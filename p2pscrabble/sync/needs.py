"""Who lacks what: the bytes that this peer should publish, and those that can wait."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.flight import Flight
from p2pscrabble.sync.peers import Copy, Peer

STAGGER: Final = 10.0
"""How long a log's next holder waits, in seconds, for those before it to serve a reader that makes no progress."""


@dataclass(slots=True, eq=False)
class Need:
    """Bytes of one log that some readers lack, from ``start`` on; ``served`` says when that was last done."""

    peer: Peer
    stream: Stream
    copy: Copy
    start: int
    end: int
    served: int = -1
    flights: list[Flight] = field(default_factory=list)

    @property
    def log(self) -> tuple[bytes, Stream]:
        """Which log it is."""
        return self.peer.id, self.stream


@dataclass(frozen=True, slots=True)
class Needs:
    """``open`` may be put under way now; ``waiting`` is under way and not yet acknowledged."""

    open: tuple[Need, ...]
    waiting: tuple[Need, ...]


def needs(own: Peer, peers: Mapping[bytes, Peer], now: float) -> Needs:
    """What the readers that are here lack of the logs that this peer has to serve, by what they acknowledged.

    A peer serves its own logs. Another's log is served by whoever holds more of it than the reader: at once where its
    writer is away and nobody with a lower id could, else later, if the reader makes no progress.
    """
    found: dict[tuple[bytes, Stream, int], Need] = {}
    waiting: dict[tuple[bytes, Stream, int], Need] = {}
    here = [peer for peer in peers.values() if peer.here(now)]
    for reader in here:
        for owner, stream, copy in _logs(own, peers, reader):
            if not copy.end:
                reader.flights.pop((owner.id, stream), None)
                continue
            acked = copy.acked(reader.holds(owner.id, stream))
            flight = reader.flights.get((owner.id, stream))
            if flight is None:
                flight = reader.flights[owner.id, stream] = Flight(now)
            flight.heard(acked, now)
            if acked >= copy.end:
                flight.since = now
            elif owner is own or now >= flight.since + STAGGER * _ahead(own, here, reader, owner, stream, now):
                flight.expire(now)
                free = flight.free and flight.cursor < copy.end
                start, end = (flight.cursor, copy.end) if free else (acked, flight.cursor)
                need = (found if free else waiting).setdefault(
                    (owner.id, stream, start), Need(owner, stream, copy, start, end, flight.served)
                )
                need.served = min(need.served, flight.served)
                need.end = max(need.end, end)
                need.flights.append(flight)
            else:
                flight.rewind()
    return Needs(tuple(found.values()), tuple(waiting.values()))


def _logs(own: Peer, peers: Mapping[bytes, Peer], reader: Peer) -> Iterator[tuple[Peer, Stream, Copy]]:
    """The logs that a reader may lack; its own is one of them only where it says how much of it it holds."""
    for owner in (own, *peers.values()):
        for stream, copy in owner.copies:
            if owner is not reader or (owner.id, stream) in reader.acks:
                yield owner, stream, copy


def _ahead(own: Peer, here: list[Peer], reader: Peer, owner: Peer, stream: Stream, now: float) -> int:
    """How many peers should serve another's log to this reader before this one does."""
    held = reader.holds(owner.id, stream)
    others = sum(
        peer.id < own.id and peer.holds(owner.id, stream) > held
        for peer in here
        if peer is not reader and peer is not owner
    )
    return others + (owner is not reader and owner.here(now))
