"""Many clients of a relay in one process, as cheap as they can be: what is to be measured is at the other end.

They write WebSocket frames masked with zeros, and look in what comes for the values alone: ten digits that count, and
nineteen of the clock.
"""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections.abc import Callable
from typing import Final

VALUE: Final = re.compile(rb'x([0-9]+)","value":"([0-9]{10})([0-9]{19})"')
LONGEST: Final = 120
"""Bytes that belong to one value at the most, from its name to its end."""
PING: Final = b"\x89\x00"
PONG: Final = b"\x8a\x80\x00\x00\x00\x00"
MASK: Final = b"\x00\x00\x00\x00"
WINDOW: Final = 32
"""How far a writer of a flood may be ahead of its slowest reader."""


def frame(text: bytes) -> bytes:
    """A client's text frame."""
    length = len(text)
    if length < 126:
        return b"\x81%c%b%b" % (0x80 | length, MASK, text)
    if length < 65_536:
        return b"\x81\xfe%b%b%b" % (length.to_bytes(2), MASK, text)
    return b"\x81\xff%b%b%b" % (length.to_bytes(8), MASK, text)


class Client(asyncio.Protocol):
    """One client; `seen` has the newest count of each variable, `waits` the nanoseconds that each value took."""

    def __init__(self, room: str, seat: int, seats: int) -> None:
        self.room = room
        self.seat = seat
        self.sent = 0
        self.seen = [0] * seats
        self.values = 0
        self.waits: list[int] = []
        self.heard: Callable[[], None] = lambda: None
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport | None = None
        self._rest = b""
        self._open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        if not isinstance(transport, asyncio.Transport):
            raise TypeError("not a stream")
        self.transport = transport
        transport.write(
            b"GET / HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nUser-Agent: bench\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    def connection_lost(self, _: Exception | None) -> None:
        if not self.joined.done():
            self.joined.set_exception(ConnectionError("the relay takes no more"))

    def data_received(self, data: bytes) -> None:
        if not self._open:
            self._rest += data
            head, end, data = self._rest.partition(b"\r\n\r\n")
            if not end:
                return
            self._rest, self._open = b"", True
            if b" 101 " not in head:
                self.joined.set_exception(ConnectionError("that is no relay"))
                return
            self.write(frame(b'{"method":"handshake","project_id":"%b","user":"player12"}' % self.room.encode()))
            self.joined.set_result(None)
        if data.startswith(PING):
            self.write(PONG)
        data = self._rest + data
        now = time.monotonic_ns()
        end_of_last = 0
        for found in VALUE.finditer(data):
            self.values += 1
            self.seen[int(found[1])] = int(found[2])
            self.waits.append(now - int(found[3]))
            end_of_last = found.end()
        self._rest = data[max(end_of_last, len(data) - LONGEST) :]
        if end_of_last:
            self.heard()

    def write(self, data: bytes) -> None:
        """Send this as it is."""
        if self.transport is not None:
            self.transport.write(data)

    def set(self, more: int = 1) -> None:
        """Set the own variable so many times."""
        frames = []
        for _ in range(more):
            self.sent += 1
            value = b"%010d%019d" % (self.sent, time.monotonic_ns())
            text = b'{"method":"set","name":"\xe2\x98\x81 x%d","value":"%b"}' % (self.seat, value)
            frames.append(frame(text))
        self.write(b"".join(frames))

    def close(self) -> None:
        """Go, without a word."""
        if self.transport is not None:
            self.transport.abort()


def place(url: str) -> tuple[str, int]:
    """Host and port of ``ws://HOST:PORT/``."""
    host, _, port = url.partition("://")[2].rstrip("/").rpartition(":")
    return host, int(port)


async def connect(rooms: int, seats: int, *urls: str) -> list[list[Client]]:
    """Rooms full of clients, those of a room at these relays by turns; the rooms' names are new each time."""
    loop = asyncio.get_running_loop()
    tag = random.randrange(10**9)
    groups = []
    for room in range(rooms):
        group = [Client(f"{tag}-{room}", seat, seats) for seat in range(seats)]
        for client in group:
            host, port = place(urls[client.seat % len(urls)])
            await loop.create_connection(lambda client=client: client, host, port)  # type: ignore[misc]
            await client.joined
        groups.append(group)
    await asyncio.sleep(0.2)  # the last of them has joined, which nobody tells
    return groups


async def paced(groups: list[list[Client]], rate: float, seconds: float) -> None:
    """Everyone sets so many values a second, at irregular times."""
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds

    def step(client: Client, due: float) -> None:
        if due >= end:
            return
        client.set()
        due += random.uniform(0.5, 1.5) / rate
        loop.call_at(due, step, client, due)

    for client in (client for group in groups for client in group):
        due = loop.time() + random.random() / rate
        loop.call_at(due, step, client, due)
    await asyncio.sleep(seconds)


async def flood(groups: list[list[Client]], seconds: float) -> None:
    """Everyone sets as much as the others in the room take."""
    over = False

    def fill(group: list[Client]) -> None:
        for client in group:
            slowest = min(other.seen[client.seat] for other in group if other is not client)
            room = WINDOW - (client.sent - slowest)
            if room > 0 and not over:
                client.set(room)

    for group in groups:
        for client in group:
            client.heard = lambda group=group: fill(group)  # type: ignore[misc]
        fill(group)
    await asyncio.sleep(seconds)
    over = True


async def arrived(groups: list[list[Client]], patience: float = 20.0) -> None:
    """Wait until everybody has the last value of everybody else."""
    deadline = asyncio.get_running_loop().time() + patience
    while not all(
        other.seen[client.seat] == client.sent
        for group in groups
        for client in group
        for other in group
        if other is not client
    ):
        if asyncio.get_running_loop().time() > deadline:
            raise RuntimeError("the last values do not arrive")
        await asyncio.sleep(0.05)
