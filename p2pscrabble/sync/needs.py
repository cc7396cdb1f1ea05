"""Who lacks what: the bytes that this peer should publish, and those that can wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.flight import Flight
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.peers import Copy, Peer

_NOTHING: Final = Mark(0)
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
    logs = [
        ((owner.id, stream), owner, copy, copy.end)
        for owner in ((own, *peers.values()) if here else ())
        for stream, copy in owner.copies
    ]
    for reader in here:
        flights, acks = reader.flights, reader.acks
        for log, owner, copy, stop in logs:
            if owner is reader and log not in acks:
                continue  # its own is one that it may lack only where it says how much of it it holds
            if not stop:
                flights.pop(log, None)
                continue
            acked = copy.acked(acks.get(log, _NOTHING))
            flight = flights.get(log)
            if flight is None:
                flight = flights[log] = Flight(now)
            if acked != flight.acked:
                flight.heard(acked, now)
            stream = log[1]
            if acked >= stop:
                flight.since = now
            elif owner is own or now >= flight.since + STAGGER * _ahead(own, here, reader, owner, stream, now):
                flight.expire(now)
                free = flight.free and flight.cursor < stop
                start, end = (flight.cursor, stop) if free else (acked, flight.cursor)
                need = (found if free else waiting).setdefault(
                    (owner.id, stream, start), Need(owner, stream, copy, start, end, flight.served)
                )
                need.served = min(need.served, flight.served)
                need.end = max(need.end, end)
                need.flights.append(flight)
            else:
                flight.rewind()
    return Needs(tuple(found.values()), tuple(waiting.values()))


def _ahead(own: Peer, here: list[Peer], reader: Peer, owner: Peer, stream: Stream, now: float) -> int:
    """How many peers should serve another's log to this reader before this one does."""
    held = reader.holds(owner.id, stream)
    others = sum(
        peer.id < own.id and peer.holds(owner.id, stream) > held
        for peer in here
        if peer is not reader and peer is not owner
    )
    return others + (owner is not reader and owner.here(now))
