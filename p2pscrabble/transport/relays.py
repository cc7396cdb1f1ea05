"""Several relays as one transport: a room that outlives the relay it was made on."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final

from p2pscrabble.errors import UsageError
from p2pscrabble.transport.address import DIRECT, EVERYWHERE, RelayAddress
from p2pscrabble.transport.course import Back, Course, Further, Why
from p2pscrabble.transport.link import Changed, Link, LinkState, Place, Transport
from p2pscrabble.transport.websocket import Timing, WebSocketTransport

if TYPE_CHECKING:
    from p2pscrabble.transport.direct import DirectTransport

_TICK: Final = 0.5
_UNREAD: Final = 64


class Relays:
    """A room on the first of these relays that answers, and on further ones while something is amiss; see ``course``.

    ``missing`` and ``know`` are told by the peer. ``moved`` is called, in the event loop, when values are to be made
    for another kind of place: what was set before is forgotten then. Of the link it tells what the player has to know
    of all relays together; with one relay, all that is told of that one. Arguments as for ``WebSocketTransport``.

    Where one of the addresses is a direct room, ``key`` is the room's and ``listen`` the address on which others may
    come in, as for ``DirectTransport``. ``ready`` is a direct room that listens already; it is closed with the rest.
    """

    def __init__(
        self,
        addresses: Iterable[RelayAddress],
        room: str,
        *,
        key: bytes = b"",
        listen: str = EVERYWHERE,
        ready: DirectTransport | None = None,
        timing: Timing | None = None,
        rng: random.Random | None = None,
        environ: Mapping[str, str] = os.environ,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._room = room
        self._key = key
        self._listen = listen
        self._home = self._ready = ready
        self._timing = timing
        self._rng = rng or random.Random()
        self._environ = environ
        self._steady = steady
        self._course = Course(addresses, steady(), self._rng.random())
        self._lines = {self._course.relays[0]: self._line(self._course.relays[0])}
        self._values: dict[str, str] = {}
        self._queue: asyncio.Queue[Changed | Link | None] = asyncio.Queue(_UNREAD)
        self._tasks: dict[RelayAddress | None, asyncio.Task[None]] = {}
        self._parting: set[asyncio.Task[None]] = set()
        self._closing: asyncio.Task[None] | None = None
        self.answered = False
        """Whether any relay has ever answered."""
        self.moved: Callable[[Place], None] = _nothing

    @property
    def place(self) -> Place:
        """What the relays that are written to allow."""
        return self._course.place

    @property
    def on(self) -> tuple[RelayAddress, ...]:
        """The relays that the room is on now."""
        return self._course.on

    def missing(self, missing: bool) -> None:
        """Whether players who should be there are not heard."""
        self._course.miss(missing)

    def know(self, addresses: Iterable[RelayAddress]) -> None:
        """These are the relays of the room, in their order."""
        self._course.know(addresses)

    def set(self, name: str, digits: str) -> None:
        """See ``Transport.set``."""
        self._values[name] = digits
        for line in self._written():
            line.set(name, digits)

    async def events(self) -> AsyncIterator[Changed | Link]:
        """See ``Transport.events``."""
        self._start()
        while (event := await self._queue.get()) is not None:
            yield event

    async def close(self) -> None:
        """See ``Transport.close``."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._end())
        await asyncio.shield(self._closing)

    def _start(self) -> None:
        if not self._tasks and self._closing is None:
            for relay in self._lines:
                self._tasks[relay] = asyncio.create_task(self._follow(relay))
            self._tasks[None] = asyncio.create_task(self._watch())

    async def _end(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        lines = [*self._lines.values(), *filter(None, [self._ready])]
        await asyncio.gather(*(line.close() for line in lines), *self._parting)
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        while self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    def _line(self, relay: RelayAddress) -> Transport:
        if relay.profile == DIRECT:
            from p2pscrabble.transport.direct import DirectTransport

            home = self._home if self._home is not None and self._home.address == relay else None
            if self._ready is not None and home is not None:
                ready, self._ready = self._ready, None
                return ready
            if home is not None:
                return home.again()
            return DirectTransport(relay, self._room, self._key, listen=self._listen)
        return WebSocketTransport(relay, self._room, timing=self._timing, rng=self._rng, environ=self._environ)

    def _written(self) -> list[Transport]:
        return [line for relay, line in self._lines.items() if relay.profile.place == self.place]

    async def _watch(self) -> None:
        while True:
            await self._look()
            await asyncio.sleep(_TICK)

    async def _look(self) -> None:
        """Does what is to be done about which relays the room is on."""
        now = self._steady()
        match self._course.step(now):
            case Further(relay, why):
                await self._go_further(relay, why)
            case Back(relay):
                if (line := self._lines.pop(relay, None)) is not None:
                    self._tasks.pop(relay).cancel()
                    parting = asyncio.create_task(line.close())
                    self._parting.add(parting)
                    parting.add_done_callback(self._parting.discard)
                where = joined(self._course.up)
                await self._tell(LinkState.UP, f"All are on {where} again; {relay} is not needed any more.")
            case None:
                pass
        if self._course.moved(now):
            self._values.clear()
            self.moved(self.place)

    async def _go_further(self, relay: RelayAddress, why: Why) -> None:
        before = [other for other in self._course.on if other != relay]
        try:
            line = self._lines[relay] = self._line(relay)
        except UsageError as error:  # a login that is not there; it stands in the list, and is not tried
            self._course.answers(relay, self._steady(), up=False)
            await self._tell(self._state, f"The relay at {relay} cannot be used. {error}")
            return
        if relay.profile.place == self.place:
            for name, digits in self._values.items():
                line.set(name, digits)
        self._tasks[relay] = asyncio.create_task(self._follow(relay))
        if why is Why.DEAD:
            verb = "does" if len(before) == 1 else "do"
            relays = "relay" if len(before) == 1 else "relays"
            text = f"The {relays} at {joined(before)} {verb} not answer; trying {relay}."
        else:
            text = f"Not everyone is heard on {joined(self._course.up)}; looking on {relay} too."
        await self._tell(self._state, text)

    async def _follow(self, relay: RelayAddress) -> None:
        async for event in self._lines[relay].events():
            if isinstance(event, Link):
                await self._news(relay, event)
            else:
                self._course.heard(relay, event.name, self._steady())
                if relay.profile.place == self.place:
                    await self._queue.put(event)

    async def _news(self, relay: RelayAddress, link: Link) -> None:
        was_up = relay in self._course.up
        self._course.answers(relay, self._steady(), up=link.state is LinkState.UP)
        self.answered |= link.state is LinkState.UP
        up = self._course.up
        if len(self._course.on) == 1:
            await self._queue.put(link)
        elif link.state is LinkState.UP:
            down = [other for other in self._course.on if other not in up]
            rest = f" No answer from {joined(down)} so far." if down else ""
            await self._tell(LinkState.UP, f"Connected to {joined(up)}.{rest}")
        elif up and was_up:
            await self._tell(LinkState.UP, f"{link.detail} The room goes on by {joined(up)}.")
        elif not up and link.state is not LinkState.CONNECTING:
            await self._queue.put(link)

    @property
    def _state(self) -> LinkState:
        return LinkState.UP if self._course.up else LinkState.CONNECTING

    async def _tell(self, state: LinkState, text: str) -> None:
        await self._queue.put(Link(state, text, relays=True))


def joined(relays: Iterable[RelayAddress]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    *first, last = map(str, relays)
    return f"{', '.join(first)} and {last}" if first else last


def _nothing(_: Place) -> None:
    """Whoever has no use for it is not told."""
