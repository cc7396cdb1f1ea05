"""A room in memory that behaves as badly as relays do, for tests: every fault comes from a seed, in virtual time.

What it promises is what the sync layer may rely on, and no more: the newest value of every name gets through to
everyone in the room, now and then. Values in between may be lost, late, repeated, out of order, or old.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import random
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import NamedTuple

from p2pscrabble.errors import RelayUnreachable
from p2pscrabble.transport.address import OWN
from p2pscrabble.transport.inbox import EventStream, Inbox
from p2pscrabble.transport.link import Changed, Link, LinkState, Place
from p2pscrabble.transport.pace import Outbox

_REMEMBERED = 8
_LOSSES_IN_A_ROW = 5
_LATER = 5.0
_LEAST_DELAY = 0.1
_FLUSH = 1.0


@dataclass(frozen=True, slots=True)
class Faults:
    """How badly a room behaves.

    ``loss``: chance that a delivery is lost, 0 to 1, the newest value being tried again later; ``delay``: the longest
    that one takes, in seconds; ``duplicate``: chance that it comes again later; ``reorder``: chance that it may
    overtake and be overtaken; ``stale``: chance, for each variable, that who joins is first told an old value.
    """

    loss: float = 0.0
    delay: float = 0.0
    duplicate: float = 0.0
    reorder: float = 0.0
    stale: float = 0.0

    def __post_init__(self) -> None:
        chances = (self.loss, self.duplicate, self.reorder, self.stale)
        if not all(0 <= chance <= 1 for chance in chances) or not 0 <= self.delay < float("inf"):
            raise ValueError(f"chances are 0 to 1, and a delay is a finite number of seconds: {self}")


FAULTLESS = Faults()
HOSTILE = Faults(loss=0.4, delay=2.0, duplicate=0.3, reorder=0.3, stale=0.5)


class Delivery(NamedTuple):
    """A client is told that a variable has this value."""

    client: str
    name: str
    digits: str


class _Due(NamedTuple):
    """A delivery on its way; ``digits`` None stands for whatever is newest when it arrives."""

    time: float
    number: int
    name: str
    digits: str | None
    losses: int
    is_copy: bool


class MemoryRelay:
    """A room whose faults are drawn from ``seed``; the same calls give the same deliveries.

    Time is a number of seconds that only the caller moves, by `step` or `deliver`.
    """

    def __init__(self, faults: Faults = FAULTLESS, seed: int = 0, place: Place = OWN.place) -> None:
        self.place = place
        self.now = 0.0
        self._faults = faults
        self._rng = random.Random(seed)
        self._history: dict[str, list[str]] = {}
        self._due: dict[str, list[_Due]] = {}
        self._last: dict[str, float] = {}
        self._watchers: dict[str, Callable[[], None]] = {}
        self._number = 0
        self._is_stopped = False

    @property
    def clients(self) -> tuple[str, ...]:
        """Who is in the room, in the order of joining."""
        return tuple(self._due)

    @property
    def values(self) -> dict[str, str]:
        """The newest value of every variable."""
        return {name: values[-1] for name, values in self._history.items()}

    def join(self, client: str) -> None:
        """Enter, or lose the connection and enter again: every variable's value is on its way to the client.

        Raises RelayUnreachable while the relay is stopped.
        """
        self.leave(client)
        if self._is_stopped:
            raise RelayUnreachable("The room in memory is stopped.")
        self._due[client] = []
        self._last[client] = self.now
        for name, values in self._history.items():
            if self._rng.random() < self._faults.stale:
                self._send(client, name, self._rng.choice(values))
                self._send(client, name, None, later=True)
            else:
                self._send(client, name, None)

    def leave(self, client: str) -> None:
        """Lose the connection: what was on its way to the client is lost."""
        self._due.pop(client, None)
        self._last.pop(client, None)
        self._notify(client)

    def stop(self) -> None:
        """Lose every connection, and let nobody in."""
        self._is_stopped = True
        for client in self.clients:
            self.leave(client)

    def restart(self, *, empty: bool = True) -> None:
        """Lose every connection and let clients in again; ``empty``, as a relay does that keeps nothing on disk."""
        self.stop()
        self._is_stopped = False
        if empty:
            self._history.clear()

    def set(self, client: str, name: str, digits: str) -> bool:
        """Give a variable a value; False where it is dropped: no connection, or not what the place takes.

        The client itself is not told, whatever others do to the same variable.
        """
        is_full = name not in self._history and len(self._history) >= self.place.max_variables
        if client not in self._due or is_full or not (self.place.takes_name(name) and self.place.takes_value(digits)):
            return False
        values = self._history.setdefault(name, [])
        values.append(digits)
        del values[:-_REMEMBERED]
        for other in self.clients:
            if other != client:
                self._send(other, name, digits)
        return True

    def next_time(self, client: str | None = None) -> float | None:
        """When the next delivery is due, to one client or to any; None if nothing is on its way."""
        lines = self._due.values() if client is None else [self._due.get(client, [])]
        return min((line[0].time for line in lines if line), default=None)

    def step(self, now: float) -> list[Delivery]:
        """All deliveries due until now, in the order in which they arrive."""
        arrived: list[tuple[float, int, Delivery]] = []
        self.now = max(self.now, now)
        for client in self.clients:
            arrived += self._arrivals(client)
        return [delivery for _, _, delivery in sorted(arrived)]

    def deliver(self) -> list[Delivery]:
        """Go on to the moment of the next deliveries, if any are on their way, and give these."""
        next_time = self.next_time()
        return [] if next_time is None else self.step(next_time)

    def receive(self, client: str, now: float) -> list[Delivery]:
        """As `step`, for one client; the others' deliveries stay on their way."""
        self.now = max(self.now, now)
        return [delivery for _, _, delivery in sorted(self._arrivals(client))]

    def watch(self, client: str, notice: Callable[[], None] | None) -> None:
        """Call ``notice`` whenever something sets out for the client, or its connection is lost; None ends that."""
        if notice:
            self._watchers[client] = notice
        else:
            self._watchers.pop(client, None)

    def _notify(self, client: str) -> None:
        if notice := self._watchers.get(client):
            notice()

    def _arrivals(self, client: str) -> list[tuple[float, int, Delivery]]:
        arrived = []
        line = self._due.get(client, [])
        while line and line[0].time <= self.now:
            due = heapq.heappop(line)
            if due.losses < _LOSSES_IN_A_ROW and self._rng.random() < self._faults.loss:
                if not due.is_copy:
                    self._send(client, due.name, None, later=True, losses=due.losses + 1)
                continue
            newest = self._history[due.name][-1]
            arrived.append((due.time, due.number, Delivery(client, due.name, due.digits or newest)))
            if not due.is_copy and self._rng.random() < self._faults.duplicate:
                self._send(client, due.name, due.digits, later=True, is_copy=True)
        return arrived

    def _send(
        self, client: str, name: str, digits: str | None, *, later: bool = False, losses: int = 0, is_copy: bool = False
    ) -> None:
        """Set a delivery on its way; one that comes later, or may be reordered, keeps out of the line."""
        time = self.now + self._rng.random() * self._faults.delay
        if later:
            time += self._rng.random() * max(self._faults.delay, _LEAST_DELAY) * _LATER
        elif self._rng.random() >= self._faults.reorder:
            time = self._last[client] = max(time, self._last[client])
        self._number += 1
        heapq.heappush(self._due[client], _Due(time, self._number, name, digits, losses, is_copy))
        self._notify(client)


class MemoryTransport:
    """A client of a room in memory, as a `Transport`: the room's time is the event loop's.

    When its connection is lost (``relay.leave``, ``stop``, ``restart``) it comes back after ``retry`` seconds.
    """

    def __init__(self, relay: MemoryRelay, client: str, *, retry: float = 0.05) -> None:
        self._relay = relay
        self._client = client
        self._retry = retry
        self._outbox = Outbox(relay.place)
        self._inbox = EventStream(Inbox())
        self._news = asyncio.Event()
        self._flushed = asyncio.Event()
        self._flushed.set()
        self._runner: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def place(self) -> Place:
        """What the room allows."""
        return self._relay.place

    def set(self, name: str, digits: str) -> None:
        """See `Transport.set`."""
        if not self._is_closed:
            self._outbox.put(name, digits)
            self._flushed.clear()
            self._news.set()

    def events(self) -> AsyncIterator[Changed | Link]:
        """See `Transport.events`."""
        if self._runner is None and not self._is_closed:
            self._relay.watch(self._client, self._news.set)
            self._runner = asyncio.get_running_loop().create_task(self._run(), name=f"link of {self._client}")
        return self._inbox

    async def close(self) -> None:
        """See `Transport.close`."""
        self._is_closed = True
        if self._runner is not None:
            if self._client in self._relay.clients:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(_FLUSH):
                        await self._flushed.wait()
            self._runner.cancel()
            await asyncio.wait([self._runner])
            self._relay.watch(self._client, None)
            self._relay.leave(self._client)
        self._inbox.close()

    async def _run(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            self._inbox.tell(Link(LinkState.CONNECTING, "Connecting to a room in memory."))
            detail = "The connection to the room in memory broke."
            try:
                self._relay.receive(self._client, now())
                self._relay.join(self._client)
            except RelayUnreachable as error:
                detail = str(error)
            else:
                self._inbox.tell(Link(LinkState.UP, "Connected to a room in memory."))
                await self._talk(now)
            self._inbox.tell(Link(LinkState.DOWN, detail, self._retry))
            await asyncio.sleep(self._retry)

    async def _talk(self, now: Callable[[], float]) -> None:
        """Hand on what arrives and send what waits, until the connection is lost."""
        self._outbox.again()
        while self._client in self._relay.clients:
            self._news.clear()
            for delivery in self._relay.receive(self._client, now()):
                self._inbox.put(Changed(delivery.name, delivery.digits))
            while change := self._outbox.take(now()):
                self._relay.set(self._client, *change)
            due, wait = self._relay.next_time(self._client), self._outbox.wait(now())
            if wait is None:
                self._flushed.set()
            waits = [time for time in (wait, None if due is None else due - now()) if time is not None]
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(waits, default=None)):
                    await self._news.wait()
