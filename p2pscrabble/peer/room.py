"""The running peer: a ``Member`` of a room, its transport, and the loop between them."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Final, Protocol

from p2pscrabble.errors import RelayRefused, RelayUnreachable
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Move
from p2pscrabble.numerals import RoomSecrets
from p2pscrabble.peer.absence import PATIENCE
from p2pscrabble.peer.bench import Bench
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.view import Notice, NoticeKind, View
from p2pscrabble.peer.work import Job
from p2pscrabble.table import Hello, Room
from p2pscrabble.transport import Changed, Link, LinkState, Place, Transport

_LONGEST_SLEEP: Final = 0.5


class Roaming(Protocol):
    """Whoever sees to it that the room is on relays where its players are."""

    def missing(self, missing: bool) -> None:
        """Whether somebody is not heard who should be."""
        ...

    def told(self, addresses: Sequence[str]) -> None:
        """The host says on which relays the room meets, in their order; said again only where it has changed."""
        ...


class Peer:
    """One room in this process. ``run`` it as a task; ``view`` it, and call its commands, from the same loop.

    With ``patience``, a relay that has not answered once within so many seconds is given up. After ``silence`` seconds
    in which nothing is heard of a player, the others can go on. ``relays`` is what a host says of where its room meets,
    and ``roaming`` is told what becomes of that.
    """

    def __init__(
        self,
        store: RoomStore,
        transport: Transport,
        secrets: RoomSecrets,
        lexicon_of: Callable[[bytes], Lexicon | None],
        *,
        hello: Hello,
        room: Room | None = None,
        gathering: Gathering | None = None,
        patience: float | None = None,
        silence: float = PATIENCE,
        relays: tuple[str, ...] = (),
        roaming: Roaming | None = None,
        steady: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._transport = transport
        self._roaming = roaming
        self._told: tuple[str, ...] = relays
        self._steady = steady
        self._started = steady()
        self._give_up = None if patience is None else self._started + patience
        self._running = False
        self._done = asyncio.Event()
        self._nudge = asyncio.Event()
        self._changed = asyncio.Event()
        self._listeners: list[asyncio.Queue[Notice | None]] = []
        self._bench = Bench()
        self._member = Member(
            store,
            transport.place,
            secrets,
            lexicon_of,
            hello=hello,
            now=self._started,
            wall=wall,
            notify=self._notify,
            room=room,
            gathering=gathering,
            patience=silence,
            relays=relays,
        )

    @property
    def key(self) -> bytes:
        """The public key by which the others know this peer."""
        return self._member.key

    @property
    def ended(self) -> bool:
        """Whether ``run`` has returned."""
        return self._done.is_set()

    def view(self) -> View:
        """All that this peer's player may see now."""
        return self._member.view

    async def changed(self, version: int) -> View:
        """Waits for a view that is newer than this version; the last one where the peer has ended."""
        while self._member.view.version <= version and not self._done.is_set():
            await self._changed.wait()
        return self._member.view

    def notices(self) -> AsyncIterator[Notice]:
        """What happens from now on; ends with the peer."""
        queue: asyncio.Queue[Notice | None] = asyncio.Queue()
        if self._done.is_set():
            queue.put_nowait(None)
        self._listeners.append(queue)

        async def stream() -> AsyncIterator[Notice]:
            while (notice := await queue.get()) is not None:
                yield notice

        return stream()

    # Commands: see Member

    def move(self, move: Move) -> None:
        """Make a move. ``IllegalMove`` tells every fault; ``UsageError`` where it is not your turn."""
        self._member.move(move, self._steady())
        self._done_something()

    def chat(self, text: str) -> None:
        """Say something to everyone in the room."""
        self._member.chat(text)
        self._done_something()

    def again(self) -> None:
        """Ask for another game; it starts when all who are here have asked."""
        self._member.again()
        self._done_something()

    def start(self) -> None:
        """Start with those who are here; for the host of a room that gathers."""
        self._member.start()
        self._done_something()

    def without(self, seat: int, *, wanted: bool = True) -> None:
        """Ask to go on without a seat whose program is silent, or take that back; done when all the others ask, too."""
        self._member.without(seat, wanted=wanted)
        self._done_something()

    def leave(self) -> None:
        """Give up the seat for good: the tiles go back into the bag and the game goes on without you."""
        self._member.leave(self._steady())
        self._done_something()

    def move_to(self, place: Place) -> None:
        """From now on the room's variables are where this is allowed; nothing that was set before is there."""
        self._member.move_to(place, self._steady())
        self._nudge.set()

    async def close(self) -> None:
        """Stop, and keep the seat: what was said is brought to the others first, if that takes no more than seconds."""
        if self._running:
            self._member.begin_closing(self._steady())
            self._nudge.set()
            await self._done.wait()
        else:
            await self._end()

    # The loop

    async def run(self) -> None:
        """Plays until the room is closed or left, or ``close`` is called.

        Raises what stands in the way for good: ``RoomUnavailable`` where there is no place for this peer,
        ``UsageError`` for another version or word list, ``RelayError`` where the relay never answered.
        """
        if self._done.is_set():
            return
        self._running = True
        reader = asyncio.create_task(self._receive())
        try:
            while not self._member.finished(self._steady()):
                if self._bench.failure is not None:
                    raise self._bench.failure
                if reader.done():
                    break  # it never ends before this loop but by an error, which is raised below
                self._work()
                now = self._steady()
                pause = min(self._member.wake(now) - now, _LONGEST_SLEEP)
                # Not ``wait_for``: before Python 3.12 it loses a cancellation that comes together with a nudge.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(max(pause, 0.001)):
                        await self._nudge.wait()
                self._nudge.clear()
            self._work()
        finally:
            self._running = False
            reader.cancel()
            try:
                with contextlib.suppress(asyncio.CancelledError):
                    await reader
            finally:
                await self._end()
        if self._member.failure is not None:
            raise self._member.failure

    async def _end(self) -> None:
        self._bench.close()
        await self._transport.close()
        self._done.set()
        self._changed.set()
        for queue in self._listeners:
            queue.put_nowait(None)

    def _done_something(self) -> None:
        """What was said shows and is published at once."""
        if self._running:
            self._work()
        self._nudge.set()

    def _work(self) -> None:
        now = self._steady()
        version = self._member.view.version
        for name, digits in self._member.work(now):
            self._transport.set(name, digits)
        if self._roaming is not None:
            self._roaming.missing(self._member.missing)
            if (relays := self._member.relays) and relays != self._told:
                self._told = relays
                self._roaming.told(relays)
        for job in self._member.jobs():
            self._bench.begin(job, self._finish_job)
        if self._give_up is not None and now > self._give_up and self._member.failure is None:
            link = self._member.link
            refused = link.state is LinkState.REFUSED
            self._member.failure = (RelayRefused if refused else RelayUnreachable)(link.detail)
        if self._member.view.version != version:
            self._changed.set()
            self._changed = asyncio.Event()

    def _finish_job(self, job: Job, result: bytes) -> None:
        self._member.done(job, result)
        self._nudge.set()

    async def _receive(self) -> None:
        async for event in self._transport.events():
            if isinstance(event, Changed):
                self._member.hear(event.name, event.digits, self._steady())
            elif event != self._member.link:
                self._link(event)
            self._nudge.set()
        raise RuntimeError("the transport has ended before the peer")

    def _link(self, link: Link) -> None:
        self._member.link = link
        if link.state is LinkState.UP:
            self._give_up = None
        data = {"state": link.state.value, "retry_in": link.retry_in}
        self._notify(Notice(NoticeKind.RELAY if link.relays else NoticeKind.LINK, link.detail, data))

    def _notify(self, notice: Notice) -> None:
        for queue in self._listeners:
            queue.put_nowait(notice)
