"""A bridge as a running program: one room on several relays, whose players sit at one table.

It knows the room code, as whoever lets it in must trust it with: it reads the chat and sees the board, as all who watch
do, and no rack. It keeps what it holds on this disk, so that it goes on where it was when it is started again.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Final

from p2pscrabble import __version__
from p2pscrabble.errors import DecodeError, StoreError, UsageError
from p2pscrabble.numerals import Invitation, RoomCode, RoomSecrets
from p2pscrabble.peer.bench import Bench
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.session import DEFAULT_LIST, Where, create_store
from p2pscrabble.peer.store import RoomFile, RoomStore, rooms
from p2pscrabble.peer.view import Notice, NoticeKind
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.peer.work import Job
from p2pscrabble.sync import Bridge
from p2pscrabble.sync import Room as Registers
from p2pscrabble.table import Hello, Role, clean_name
from p2pscrabble.transport import OWN, Changed, Place, RelayAddress, parse_relay
from p2pscrabble.transport.relays import Relays

FEWEST: Final = 2
MOST: Final = 6
"""Relays that one bridge joins."""
AFTERWARDS: Final = 10.0
"""Seconds for which a bridge stays when its room has been closed: the last that was said has to reach everyone."""
_LONGEST_SLEEP: Final = 0.5
_PASSED_ON: Final = {NoticeKind.JOINED, NoticeKind.LEFT, NoticeKind.WARNING, NoticeKind.CALLED, NoticeKind.OVER}


@dataclass(frozen=True, slots=True)
class Told:
    """Something that happened, as a sentence; ``kind`` names it for programs."""

    kind: str
    text: str


class Crossing:
    """The loop of a bridge: ``member`` keeps the logs, ``lines`` are its places."""

    def __init__(
        self, member: Member, lines: Sequence[Relays], room: RoomSecrets, tell: Callable[[Told], object]
    ) -> None:
        self._member = member
        self._lines = tuple(lines)
        self._tell = tell
        self._bench = Bench()
        self._nudge = asyncio.Event()
        self._links = [""] * len(self._lines)
        places = [_registers(room, line.place) for line in self._lines]
        self._bridge = Bridge(member.sync, places, member.watches, member.key)

    async def run(self) -> None:
        """Passes everything on until the room is closed. Raises what stands in the way for good."""
        ears = [asyncio.create_task(self._listen(side, line)) for side, line in enumerate(self._lines)]
        until: float | None = None
        try:
            while until is None or time.monotonic() < until:
                for ear in ears:
                    if ear.done():
                        ear.result()
                        raise RuntimeError("a line has ended before the bridge")
                if self._bench.failure is not None:
                    raise self._bench.failure
                pause = self._work()
                if self._member.failure is not None:
                    raise self._member.failure
                if until is None and self._member.finished(time.monotonic()):
                    self._tell(Told("closed", "The room is closed; what was said last is still being passed on."))
                    until = time.monotonic() + AFTERWARDS
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await self._nudge.wait()
                self._nudge.clear()
        finally:
            self._bench.close()
            for ear in ears:
                ear.cancel()
            await asyncio.gather(*ears, return_exceptions=True)

    def _work(self) -> float:
        """Does all that is to be done now; the seconds until there is more."""
        now = time.monotonic()
        member, bridge = self._member, self._bridge
        for id, stream, mark, data in bridge.gather():  # noqa: A001
            member.learn(id, stream, mark, data, now)
        member.work(now)  # its own values are for no place: it has a voice in each
        for job in member.jobs():
            self._bench.begin(job, self._finish)
        bridge.spread(now)
        for side, name, digits in bridge.due(now):
            with contextlib.suppress(ValueError):  # a place that has no variable left, after very many came and went
                self._lines[side].set(name, digits)
        wake = min(member.wake(now), bridge.wake(now), now + _LONGEST_SLEEP)
        return max(0.001, wake - time.monotonic())

    def _finish(self, job: Job, result: bytes) -> None:
        self._member.done(job, result)
        self._nudge.set()

    async def _listen(self, side: int, line: Relays) -> None:
        async for event in line.events():
            if isinstance(event, Changed):
                self._bridge.hear(side, event.name, event.digits, time.monotonic())
                self._nudge.set()
            elif event.detail != self._links[side]:
                self._links[side] = event.detail
                self._tell(Told("link", event.detail))


def _registers(room: RoomSecrets, place: Place) -> Registers:
    return Registers(room.room_id, room.key, place.max_digits, place.min_interval, place.names)


@asynccontextmanager
async def bridge(invitation: Invitation, where: Where, tell: Callable[[Told], object]) -> AsyncIterator[Crossing]:
    """A bridge between the relay of the link, if it names one, and those of ``where``.

    Raises ``UsageError`` where these are not two or more.
    """
    named = () if invitation.relay is None else (parse_relay(invitation.relay),)
    relays = tuple(dict.fromkeys((*named, *where.relays)))
    if not FEWEST <= len(relays) <= MOST:
        raise UsageError(
            f"A bridge joins {FEWEST} to {MOST} relays, and {len(relays) or 'none'} is named: give --relay for each, "
            "or the link that the host shows and --relay for the others."
        )
    lists = WordLists(where.data)
    async with AsyncExitStack() as stack:
        stack.callback(lists.close)
        store = stack.enter_context(_store(invitation.code, where, relays))
        room = await asyncio.to_thread(invitation.code.secrets)
        await asyncio.to_thread(lists.named, DEFAULT_LIST)

        def notify(notice: Notice) -> None:
            if notice.kind in _PASSED_ON:
                tell(Told(notice.kind.value, notice.text))

        member = Member(
            store,
            OWN.place,
            room,
            lists.with_hash,
            hello=Hello(Role.WATCHER, store.room.name, f"p2pscrabble {__version__}"),
            now=time.monotonic(),
            wall=time.time,
            notify=notify,
        )
        lines = [Relays([relay], room.room_id, key=room.key, listen=where.interface) for relay in relays]
        for line in lines:
            stack.push_async_callback(line.close)
        yield Crossing(member, lines, room, tell)


def _store(code: RoomCode, where: Where, relays: Sequence[RelayAddress]) -> RoomStore:
    """What the bridge of this room keeps on this disk: apart from the rooms in which its owner plays."""
    folder = where.data / "bridges"
    for store in rooms(folder):
        with contextlib.suppress(StoreError, DecodeError):
            if RoomCode.parse(store.room.code) == code:
                return store
    file = RoomFile(
        str(code), str(relays[0]), Role.WATCHER.name.lower(), clean_name(where.name) or "Bridge", int(time.time())
    )
    return create_store(folder, file)
