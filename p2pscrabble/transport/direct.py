"""A direct room as a transport: its thread of ZeroMQ, the search nearby, and what the player is told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections.abc import AsyncIterator
from typing import Final

from p2pscrabble.transport.address import EVERYWHERE, RelayAddress, Spot, direct_address, spots_of
from p2pscrabble.transport.direct_mesh import Mesh
from p2pscrabble.transport.discovery import Discovery
from p2pscrabble.transport.inbox import Inbox
from p2pscrabble.transport.link import Changed, Link, LinkState, Place
from p2pscrabble.transport.own_addresses import own_spots
from p2pscrabble.transport.zeromq import ZeroMQ

DIRECT_PORT: Final = 8766
"""The port that a host of a direct room takes where it is free."""
_PATIENCE: Final = 6.0
"""Seconds until the player is told what to do where nobody is found."""
_GRACE: Final = 2.0
"""Seconds that given addresses have before the network nearby is searched, too."""
_LOOK: Final = 0.5

_log = logging.getLogger(__name__)


class DirectTransport:
    """A room without a relay; see `Transport` for what it does.

    ``address`` says where the others should be; ``key`` is the room's, 64 bytes. ``listen`` is the address of this
    computer on which others may come, and ``hosting`` that others have been told so: then the link is up from the
    beginning, and alone.
    ``port`` is where to listen if ``bind`` was not called, 0 for anywhere. ``start`` and what reads the events belong
    to one event loop.
    """

    def __init__(
        self,
        address: RelayAddress,
        room: str,
        key: bytes,
        *,
        listen: str = EVERYWHERE,
        hosting: bool = False,
        port: int = 0,
    ) -> None:
        self.address = address
        self._key = key
        self._room = room
        self._listen = listen
        self._hosting = hosting
        known = () if hosting else spots_of(address)
        self._mesh = Mesh(secrets.token_bytes(32), address.profile.place, known)
        self._stream = CrossingStream()
        self._zeromq = ZeroMQ(self._mesh, key, self._heard, self._looked)
        self._discovery: Discovery | None = None
        self._runner: asyncio.Task[None] | None = None
        self._waiting: dict[str, str] = {}
        self._lock = threading.Lock()
        self._wanted = port
        self._port = 0
        self._heard_now = 0
        self._closing: asyncio.Task[None] | None = None

    @property
    def place(self) -> Place:
        """What a room of this kind allows."""
        return self.address.profile.place

    @property
    def refused(self) -> int:
        """How many came in and did not have the room's key."""
        return self._zeromq.refused

    @property
    def mesh(self) -> Mesh:
        """Who is connected to whom; to be looked at, not to be called."""
        return self._mesh

    def bind(self, *ports: int) -> RelayAddress:
        """Listens on the first of these ports that is free, 0 for any; where that is, for others. Raises OSError."""
        for attempt, port in enumerate(ports, 1):
            try:
                self._port = self._zeromq.bind(self._listen, port)
                break
            except OSError:
                if attempt == len(ports):
                    raise
        self._mesh.spots = own_spots(self._listen, self._port)
        if self._hosting:
            self.address = direct_address(self._mesh.spots)
        return direct_address(self._mesh.spots)

    def again(self) -> DirectTransport:
        """Another one like this, for when this one is closed; on the same port."""
        listen, port = self._listen, self._port
        return DirectTransport(self.address, self._room, self._key, listen=listen, hosting=self._hosting, port=port)

    def set(self, name: str, digits: str) -> None:
        """See `Transport.set`."""
        if not self.place.takes_name(name) or not self.place.takes_value(digits):
            raise ValueError(f"{name!r} is no name of a variable here, or {len(digits)} digits are no value")
        if self._closing is None:
            with self._lock:
                self._waiting[name] = digits
            self._zeromq.post(self._put)

    def start(self) -> None:
        """Begin connecting; again, or after closing, it does nothing."""
        if self._runner is None and self._closing is None:
            self._stream.loop = asyncio.get_running_loop()
            self._runner = asyncio.create_task(self._run(), name="direct room")

    def events(self) -> AsyncIterator[Changed | Link]:
        """See `Transport.events`."""
        self.start()
        return self._stream

    async def close(self) -> None:
        """See `Transport.close`."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._end())
        await asyncio.shield(self._closing)

    async def _end(self) -> None:
        if self._runner is not None:
            self._runner.cancel()
            await asyncio.wait([self._runner])
        if self._discovery is not None:
            await asyncio.to_thread(self._discovery.close)
        await asyncio.to_thread(self._zeromq.end)
        self._stream.close()

    # Told by the thread

    def _heard(self, changed: Changed) -> None:
        self._stream.put(changed)

    def _put(self) -> None:
        with self._lock:
            waiting, self._waiting = self._waiting, {}
        for name, digits in waiting.items():
            try:
                self._mesh.put(name, digits)
            except ValueError as error:  # more variables than a room holds
                _log.warning("%r is told to nobody: %s", name, error)

    def _looked(self) -> None:
        if (heard := self._mesh.heard) != self._heard_now:
            self._heard_now = heard
            self._stream.nudge()

    # In the loop

    async def _run(self) -> None:
        if not self._port:
            with contextlib.suppress(OSError):  # then nobody comes in, and it is gone out all the same
                self.bind(self._wanted)
        self._zeromq.start()
        self._discovery = Discovery(self._room, self._listen, self._found)
        began, known, told = time.monotonic(), -1, ""
        searching = announced = ever = False
        while True:
            heard, now = self._heard_now, time.monotonic()
            if not announced and self._port and (self._hosting or heard):
                announced = True
                await asyncio.to_thread(self._discovery.announce, self._mesh.spots)
            wanted = not heard and not self._hosting and now - began >= (_GRACE if spots_of(self.address) else 0)
            if wanted and not searching:
                await asyncio.to_thread(self._discovery.search)
            searching = searching or wanted
            ever = ever or heard > 0
            link = self._link(heard, ever, now - began)
            if link.detail != told:
                told = link.detail
                self._stream.tell(link)
            if known != heard:
                known, began = heard, now
            await self._stream.news(_LOOK)

    def _found(self, spots: tuple[Spot, ...]) -> None:
        self._zeromq.post(lambda: self._mesh.know(spots, time.monotonic()))

    def _link(self, heard: int, lost: bool, waited: float) -> Link:
        """What the player is told."""
        if self._zeromq.failed:
            return Link(LinkState.DOWN, "The program can connect to nobody any more: end it, and resume the game.")
        if heard:
            return Link(LinkState.UP, f"Connected to {_programs(heard)} directly.")
        if self._hosting:
            where = " and ".join(map(str, self._mesh.spots)) if self._port else "nowhere"
            return Link(LinkState.UP, f"Listening on {where}; nobody else is here.")
        given = spots_of(self.address)
        where = ", ".join(map(str, given))
        if lost:
            broke = "The connection to the others broke; looking for them."
            gone = "Nobody else in the room is reached now: they have gone, or the network has; looking for them."
            return Link(LinkState.DOWN, broke if waited < _PATIENCE else gone)
        if waited < _PATIENCE:
            looking = f"Connecting to {where}." if given else "Looking for the room in the local network."
            return Link(LinkState.CONNECTING, looking)
        if strange := [spot for spot in given if spot in self._zeromq.strange]:
            return Link(LinkState.DOWN, f"At {strange[0]} there is something else than this room; asking on.")
        if given:
            detail = (
                f"None of {where} answers, nor is the room found in the local network. Is the host's program running, "
                "and does its firewall let the port in? From elsewhere its router must forward it, or use a relay."
            )
        else:
            detail = (
                f"The room is not found in the local network{self._discovery_failed}. Is the host's program running "
                "with --direct, in the same network? Else ask for the link that it shows, or name the relay: --relay."
            )
        return Link(LinkState.DOWN, detail)

    @property
    def _discovery_failed(self) -> str:
        failure = self._discovery.failure if self._discovery is not None else ""
        return f" ({failure})" if failure else ""


def _programs(count: int) -> str:
    return "one other program" if count == 1 else f"{count} other programs"


class CrossingStream(AsyncIterator[Changed | Link]):
    """An inbox that another thread fills, as the one stream of events that its reader in the loop waits on."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._inbox = Inbox()
        self._lock = threading.Lock()
        self._rung = False
        self._event = asyncio.Event()
        self._nudged = asyncio.Event()
        self._closed = False
        self.turned_away = 0
        """How many values did not fit."""

    def put(self, change: Changed) -> None:
        """A variable has changed; from any thread."""
        with self._lock:
            self.turned_away += not self._inbox.put(change)
        self._ring(self._event.set)

    def nudge(self) -> None:
        """There is something else to look at; from any thread."""
        self._ring(self._nudged.set, always=True)

    def tell(self, link: Link) -> None:
        """News of the link; from the loop."""
        with self._lock:
            self._inbox.tell(link)
        self._event.set()

    async def news(self, seconds: float) -> None:
        """Waits for a nudge, so long at most."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._nudged.wait()
        self._nudged.clear()

    def close(self) -> None:
        """Let the stream end, once what has arrived is read."""
        self._closed = True
        self._event.set()

    def _ring(self, bell: object, *, always: bool = False) -> None:
        if self.loop is None or (self._rung and not always):
            return
        if not always:
            self._rung = True
        with contextlib.suppress(RuntimeError):  # the loop has ended
            self.loop.call_soon_threadsafe(bell)  # type: ignore[arg-type]

    async def __anext__(self) -> Changed | Link:
        while True:
            with self._lock:
                event = self._inbox.take()
            if event is not None:
                return event
            if self._closed:
                raise StopAsyncIteration
            self._event.clear()
            self._rung = False
            with self._lock:
                empty = self._inbox.is_empty
            if empty:
                await self._event.wait()
