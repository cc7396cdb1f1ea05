"""The rooms that several relay processes serve together, through Redis: one server, or a cluster of them.

What a client sets here goes to the clients here at once, and to Redis, which keeps it and tells the other processes
that have clients in the room. Such a process listens to the room's channel first, then reads all its values, and takes
of both what is newer than what it has: so nobody is left with an older value than was published. Where Redis does not
answer, this process goes on with what it has; when it is back, all that is newer here is written there.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from bisect import bisect_right
from contextlib import suppress
from functools import partial
from typing import Final

from redis.crc import key_slot
from redis.exceptions import RedisError

from p2pscrabble_relay.counters import Counters
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.records import PROCESSES, Counted, Told, is_from, keys, next_stamp, read_change, read_record
from p2pscrabble_relay.redis_link import RETRY_SECONDS, Link, Seat, end
from p2pscrabble_relay.redis_servers import Place, Servers
from p2pscrabble_relay.refusal import Refusal
from p2pscrabble_relay.rooms import Room, Rooms, Variable

log = logging.getLogger("p2pscrabble_relay")

ENTER_SECONDS: Final = 2.0
"""The longest that somebody who enters a room is kept waiting for what Redis has of it."""

TOUCH_SECONDS: Final = 20.0
"""Seconds between two signs to Redis that a room is in use; three of them missed, and our clients are not counted."""

FLUSH_SECONDS: Final = 1.0
"""Seconds within which all must be written when the relay ends."""


class Store:
    """The way from these rooms to those of the other processes; raises `ValueError` for a URL that is none."""

    def __init__(self, url: str, rooms: Rooms, counters: Counters, limits: Limits) -> None:
        self._servers = Servers(url)
        self._rooms = rooms
        self._counters = counters
        self._limits = limits
        self._process = secrets.token_hex(8).encode()
        self._number = secrets.randbelow(PROCESSES)
        self._seats: dict[Room, Seat] = {}
        self._channels: dict[bytes, Seat] = {}
        self._links: dict[Place, Link] = {}
        self._runs: dict[Place, asyncio.Task[None]] = {}
        self._starts: list[int] = []
        self._places: list[Place] = []
        """Where a cluster has the slots from each of ``_starts`` on."""
        self._unmapped = asyncio.Event()
        self._unmapped.set()
        self._failed = False
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many values wait to be written to Redis."""
        return sum(link.waiting for link in self._links.values())

    @property
    def degraded(self) -> bool:
        """Whether a server of Redis is away, and rooms are not shared because of it."""
        return not self._links or not all(link.up for link in self._links.values())

    def start(self) -> None:
        """Begin, in the running loop."""
        self._rooms.sharing = self
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Write what is still to be written, within a second, and end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_SECONDS):
                while any(link.up and (link.waiting or link.counts) for link in self._links.values()):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        await end(task for task in (self._task, *self._runs.values()) if task is not None)
        self._rooms.sharing = None
        self._links.clear()
        self._runs.clear()
        for seat in self._seats.values():
            seat.link = None
        self._unmapped.set()

    async def current(self, room: Room) -> None:
        """Wait until the room here is what it is in Redis, or until that cannot be waited for."""
        seat = self._seats[room]
        if not seat.current:
            with suppress(TimeoutError):
                async with asyncio.timeout(ENTER_SECONDS):
                    await seat.settled.wait()

    # What `Rooms` tells of every room.

    def opened(self, room: Room) -> None:
        """Somebody is about to enter a room that nobody was in."""
        seat = self._seat(room)
        seat.wanted = True
        self._listen(seat)

    def counted(self, room: Room) -> None:
        """The number of clients in the room is another one."""
        self._count(self._seat(room))

    def changed(self, room: Room, variable: Variable) -> None:
        """A client here has set a variable."""
        variable.stamp = next_stamp(variable.stamp, time.time_ns() // 1_000, self._number)
        link = (self._seats.get(room) or self._seat(room)).link
        if link is not None:
            link.values[variable] = self._seats[room]
            link.wake()

    def closed(self, room: Room) -> None:
        """Nobody is in the room any more."""
        seat = self._seat(room)
        seat.wanted = seat.current = False
        seat.settled.clear()
        room.elsewhere.clear()
        if seat.link is not None:
            seat.link.subscribe(seat)

    def removed(self, room: Room) -> None:
        """The room is forgotten; what still waits to be written is, if the server is there, and is forgotten if not."""
        seat = self._seats.pop(room, None)
        if seat is not None:
            del self._channels[seat.keys.channel]
            if seat.link is not None:
                seat.link.idle.pop(seat, None)
                if not seat.link.up:
                    seat.link.forget(seat)

    def _seat(self, room: Room) -> Seat:
        seat = self._seats.get(room)
        if seat is None:
            seat = self._seats[room] = Seat(room, keys(room.id))
            self._channels[seat.keys.channel] = seat
            seat.link = self._links.get(self._place(seat))
        return seat

    def _count(self, seat: Seat) -> None:
        if seat.link is not None:
            seat.link.counts[seat] = None
            seat.link.wake()

    def _listen(self, seat: Seat) -> None:
        seat.current = False
        link = seat.link
        if link is not None and link.up:
            seat.settled.clear()
            link.subscribe(seat)
        elif self._failed:
            seat.settled.set()

    # What a `Link` tells of what Redis has.

    def subscribed(self, channel: bytes) -> None:
        """From now on all changes of the room are told, so what it has now may be read."""
        seat = self._channels.get(channel)
        if seat is None or seat.link is None:
            return
        seat.asked = max(0, seat.asked - 1)
        if seat.wanted and not seat.asked:
            seat.link.loads[seat] = None
            seat.link.counts[seat] = None
            seat.link.wake()

    def loaded(self, seat: Seat, fields: list[object]) -> None:
        """All values of the room: what is newer there is taken, what is newer here is written."""
        there: dict[str, int] = {}
        for name, kept in zip(fields[::2], fields[1::2], strict=False):
            told = read_record(name, kept, self._limits.value_length)
            if told is not None:
                there[told.name] = told.stamp
            self._learn(seat, told)
        if seat.link is not None:
            for name, variable in seat.room.variables.items():
                if not variable.stamp:  # set before anything was shared
                    variable.stamp = next_stamp(0, time.time_ns() // 1_000, self._number)
                if variable.stamp > there.get(name, 0):
                    seat.link.values[variable] = seat
                    seat.link.wake()
        if seat.link is None or not (seat.asked or seat in seat.link.subscriptions):
            seat.current = seat.wanted
            seat.settled.set()

    def told(self, channel: bytes, payload: object) -> None:
        """A value that was set at another process, or how many clients that has now."""
        seat = self._channels.get(channel)
        if seat is None or not seat.wanted or is_from(payload, self._number):
            return
        change = read_change(payload, self._limits.value_length)
        if isinstance(change, Counted):
            self._count_elsewhere(seat, change)
        else:
            self._learn(seat, change)

    def clients(self, seat: Seat, others: list[object]) -> None:
        """Clients in the room at other processes."""
        seat.room.elsewhere.clear()
        if seat.wanted:
            for process, count in zip(others[::2], others[1::2], strict=False):
                if isinstance(process, bytes) and isinstance(count, bytes) and count.isdigit():
                    self._count_elsewhere(seat, Counted(process, int(count)))

    def newer(self, seat: Seat, variable: Variable, kept: bytes) -> None:
        """Redis has a newer value than the one that was to be written."""
        self._learn(seat, read_record(variable.name.encode("utf-8", "surrogatepass"), kept, self._limits.value_length))

    def no_place(self, seat: Seat, variable: Variable) -> None:
        """The room has all its variables, some of them from other processes."""
        self._counters.ignored["variables_per_room"] += 1
        if self._seats.get(seat.room) is seat:
            self._rooms.unlearn(seat.room, variable)
            if seat.link is not None:
                seat.link.loads[seat] = None  # those that have the places: there was none for them here
                seat.link.wake()

    def count_arguments(self, seat: Seat) -> tuple[bytes, int, int, int]:
        """Our process, its clients in the room, seconds for which that is believed, milliseconds to expiry."""
        return self._process, len(seat.room.members), int(3 * TOUCH_SECONDS), self._expiry

    @property
    def _expiry(self) -> int:
        """Milliseconds that Redis keeps a room after it was last touched."""
        return round(1_000 * (self._limits.room_expiry + 2 * TOUCH_SECONDS))

    def _learn(self, seat: Seat, told: Told | None) -> None:
        if told is None or len(told.name) > self._limits.name_length:
            self._counters.ignored["shared"] += 1
            return
        if self._seats.get(seat.room) is not seat:
            return  # the room is forgotten by now
        try:
            if self._rooms.learn(seat.room, *told):
                self._counters.shared_in += 1
        except Refusal:
            self._counters.ignored["shared"] += 1

    def _count_elsewhere(self, seat: Seat, change: Counted) -> None:
        if change.process != self._process:
            seat.room.elsewhere[change.process] = change.clients
            if not change.clients:
                del seat.room.elsewhere[change.process]

    # The servers.

    def connected(self, link: Link) -> None:
        """A server is there: everybody listens again, and what it has of the rooms is read again."""
        if self._failed and not self.degraded:
            self._failed = False
            log.info("Redis is there again; all that is newer here is written to it")
        for seat in self._seats.values():
            if seat.link is not link:
                continue
            seat.asked = 0
            if seat.wanted:
                self._listen(seat)
            else:
                link.idle[seat] = None
        link.wake()

    def lost(self, link: Link, reason: str) -> None:
        """A server is away; nobody waits for it."""
        for seat in self._seats.values():
            if seat.link is link:
                seat.current = False
                seat.settled.set()
        self._say_lost(reason)
        self._unmapped.set()

    def moved(self, seat: Seat) -> None:
        """The room is at another server of the cluster."""
        seat.astray = True
        self._unmapped.set()

    def unsubscribed(self, channel: bytes) -> None:
        """Changes of a room are not told any more: we wanted that, or it is at another server now."""
        seat = self._channels.get(channel)
        if seat is not None and seat.wanted and not seat.asked:
            self.moved(seat)

    def _say_lost(self, reason: str) -> None:
        if not self._failed:
            self._failed = True
            self._counters.redis_lost += 1
            log.warning("Redis is lost (%s); rooms go on here with what is known here", reason)

    async def _run(self) -> None:
        """Find out where the rooms are, again whenever that may have changed; say now and then that they are used."""
        loop = asyncio.get_running_loop()
        touch_at = loop.time() + TOUCH_SECONDS
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, touch_at - loop.time())):
                    await self._unmapped.wait()
            if self._unmapped.is_set():
                self._unmapped.clear()
                try:
                    await self._map()
                except Exception as error:
                    if not isinstance(error, (RedisError, OSError)):
                        log.exception("the way to Redis met an error of this relay")
                    self._say_lost(type(error).__name__)
                    for seat in self._seats.values():
                        seat.settled.set()
                    self._unmapped.set()
                    await asyncio.sleep(RETRY_SECONDS[1])
                else:
                    await asyncio.sleep(RETRY_SECONDS[0])
            if loop.time() >= touch_at:
                touch_at = loop.time() + TOUCH_SECONDS
                for seat in self._seats.values():
                    if seat.wanted:
                        self._count(seat)

    async def _map(self) -> None:
        """Ask where a cluster has which rooms, and have a link to each of its servers."""
        slots = await self._servers.slots(self._links)
        self._starts = [start for start, _ in slots]
        self._places = [place for _, place in slots]
        wanted: set[Place] = set(self._places) if slots else {None}
        for place in wanted - self._links.keys():
            link = Link(
                self,
                partial(self._servers.connect, place),
                sharded=bool(slots),
                variables=self._limits.variables_per_room,
                expiry=self._expiry,
            )
            self._links[place] = link
            self._runs[place] = asyncio.create_task(link.run())
        gone = {place: self._links.pop(place) for place in self._links.keys() - wanted}
        for seat in self._seats.values():
            self._seat_at(seat, self._links.get(self._place(seat)))
        await end(self._runs.pop(place) for place in gone)

    def _seat_at(self, seat: Seat, link: Link | None) -> None:
        """The room is with this server from now on."""
        before = seat.link
        if before is link and not seat.astray:
            return
        seat.link = link
        seat.asked = 0
        seat.astray = False
        if before is not None:
            before.forget(seat)
        if link is not None:
            link.values.update(dict.fromkeys(seat.room.variables.values(), seat))
            link.wake()
            if link.up and seat.wanted:
                self._listen(seat)

    def _place(self, seat: Seat) -> Place:
        if not self._starts:
            return None
        return self._places[max(0, bisect_right(self._starts, key_slot(seat.keys.channel)) - 1)]
