"""The way to one Redis server: two connections, one for commands and one that listens, made again when they break.

What waits to be written is kept by variable, so a newer value takes the place of one that still waits; and while the
server is away, a room that is forgotten takes what waits of it along. So a server that is slow or away costs no more
memory than the rooms themselves and one batch, of which one is under way at a time.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain, islice
from typing import Final, Protocol

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import MovedError, RedisError, ResponseError

from p2pscrabble_relay.records import Keys, field, record, scripts
from p2pscrabble_relay.redis_servers import SILENCE
from p2pscrabble_relay.rooms import Room, Variable

log = logging.getLogger("p2pscrabble_relay")

BATCH_BYTES: Final = 1_048_576
BATCH_COMMANDS: Final = 512
BATCH_ROOMS: Final = 32
"""Rooms that are read at once, since an answer may be long."""

GATHER_SECONDS: Final = 0.001
"""The least time from one batch to the next: where much is set, much is written at once."""

FOREVER: Final = float("inf")

PING_SECONDS: Final = 1.0
"""Seconds between two questions whether the server is there."""

RETRY_SECONDS: Final = (0.05, 1.0)
"""The first and the longest pause before a server is tried again."""

STEADY_SECONDS: Final = 5.0
"""A server that was there for so long is tried again after the first pause; one that refuses what we say never is."""


class Lost(Exception):  # what happened to a connection, and no error of ours
    """The server does not answer, or not as it should."""


class Seat:
    """A room as it stands with Redis: what it is called there, who has it, whether what is here is what is there."""

    __slots__ = ("asked", "astray", "current", "keys", "link", "room", "settled", "wanted")

    def __init__(self, room: Room, keys: Keys) -> None:
        self.room = room
        self.keys = keys
        self.link: Link | None = None
        self.wanted = False
        """Whether somebody is in the room here, so that its changes matter."""
        self.asked = 0
        """Subscriptions that the server has not confirmed yet."""
        self.astray = False
        """Whether the server has said that the room is not there any more."""
        self.current = False
        self.settled = asyncio.Event()
        """Set when the room is current, or when that cannot be waited for."""


class Owner(Protocol):
    """Whom a link tells what the server says."""

    def loaded(self, seat: Seat, fields: list[object]) -> None:
        """All values of the room, names and records by turns."""

    def clients(self, seat: Seat, others: list[object]) -> None:
        """Clients in the room at other processes: process and count by turns."""

    def told(self, channel: bytes, payload: object) -> None:
        """Something was told to everyone who has the room."""

    def newer(self, seat: Seat, variable: Variable, kept: bytes) -> None:
        """The server has a newer value than the one that was to be written."""

    def no_place(self, seat: Seat, variable: Variable) -> None:
        """The room has all its variables."""

    def subscribed(self, channel: bytes) -> None:
        """From now on all changes of the room are told."""

    def connected(self, link: Link) -> None:
        """The server is there, for the first time or again."""

    def lost(self, link: Link, reason: str) -> None:
        """The server is away."""

    def moved(self, seat: Seat) -> None:
        """The room is at another server of the cluster; what was to be done about it is still to be done."""

    def unsubscribed(self, channel: bytes) -> None:
        """Changes of the room are not told any more."""

    def count_arguments(self, seat: Seat) -> tuple[bytes, int, int, int]:
        """Our process, its clients in the room, seconds for which that is believed, milliseconds to expiry."""


class Do(Enum):
    """What a command does."""

    LOAD = auto()
    COUNT = auto()
    SET = auto()
    PING = auto()


@dataclass(frozen=True, slots=True)
class Command:
    """A command under way, and what it is about."""

    do: Do
    seat: Seat | None
    variable: Variable | None
    words: tuple[bytes | int, ...]

    @property
    def size(self) -> int:
        """About how many bytes it has."""
        return 100 + sum(len(word) for word in self.words if isinstance(word, bytes))


class Link:
    """The way to one server; `run` keeps it up until it is cancelled."""

    def __init__(
        self, owner: Owner, connect: Callable[[], AbstractConnection], *, sharded: bool, variables: int, expiry: int
    ) -> None:
        self._owner = owner
        self._connect = connect
        self._sharded = sharded
        self._scripts = scripts(sharded=sharded)
        self._shas: tuple[bytes, bytes] = (b"", b"")
        self._variables = variables
        self._expiry = expiry
        self._work = asyncio.Event()
        self._listen = asyncio.Event()
        self._heard = 0.0
        self.values: dict[Variable, Seat] = {}
        self.counts: dict[Seat, None] = {}
        self.loads: dict[Seat, None] = {}
        self.idle: dict[Seat, None] = {}
        """Rooms that nobody is in, to be read as those of `loads` are, but after them."""
        self.subscriptions: dict[Seat, None] = {}
        self._ping = False
        self._unanswered: deque[Command] = deque()
        self._answered = 0.0
        self.up = False
        self.tried = False

    @property
    def waiting(self) -> int:
        """How many values wait to be written."""
        return len(self.values) + sum(command.do is Do.SET for command in self._unanswered)

    def wake(self) -> None:
        """There is something to write."""
        self._work.set()

    def subscribe(self, seat: Seat) -> None:
        """Listen to the room's channel, or stop it, as the seat wants."""
        self.subscriptions[seat] = None
        self._listen.set()

    def forget(self, seat: Seat) -> None:
        """Nothing is to be done about the room any more."""
        for waiting in (self.counts, self.loads, self.idle, self.subscriptions):
            waiting.pop(seat, None)
        for variable in seat.room.variables.values():
            self.values.pop(variable, None)

    async def run(self) -> None:
        """Connect, and again whenever the connection breaks."""
        loop = asyncio.get_running_loop()
        pause, longest = RETRY_SECONDS
        while True:
            reason = ""
            began = loop.time()
            try:
                await self._session()
            except (RedisError, OSError, Lost) as error:
                reason = _reason(error)
            except Exception as error:
                reason = type(error).__name__
                log.exception("the way to Redis met an error of this relay")
            steady = self.up and loop.time() - began >= STEADY_SECONDS
            pause = RETRY_SECONDS[0] if steady else min(2 * pause, longest)
            self.up, self.tried = False, True
            self._put_back()
            self._owner.lost(self, reason)
            await asyncio.sleep(pause * random.uniform(0.75, 1.25))

    async def _session(self) -> None:
        commands, listener = self._connect(), self._connect()
        try:
            await commands.connect()  # type: ignore[no-untyped-call]
            await listener.connect()  # type: ignore[no-untyped-call]
            shas = []
            for script in self._scripts:
                await commands.send_command("SCRIPT", "LOAD", script)
                shas.append(await commands.read_response())
            self._shas = (shas[0], shas[1])
            for connection in (commands, listener):
                connection.socket_timeout = None  # `_watch` looks after them from here on
            self._heard = asyncio.get_running_loop().time()
            self.up = True
            for waiting in (self.loads, self.idle, self.subscriptions):
                waiting.clear()
            self._owner.connected(self)
            await _until_one_fails(
                self._write(commands), self._subscribe(listener), self._hear(listener), self._watch(listener)
            )
        finally:
            for connection in (commands, listener):
                with suppress(RedisError, OSError):
                    await connection.disconnect(nowait=True)

    async def _write(self, connection: AbstractConnection) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._work.wait()
            if (rest := self._answered + GATHER_SECONDS - loop.time()) > 0:
                await asyncio.sleep(rest)
            self._work.clear()
            while batch := self._batch():
                self._unanswered = batch
                self._answered = loop.time()
                await connection.send_packed_command(
                    connection.pack_commands([command.words for command in batch]), check_health=False
                )
                while self._unanswered:
                    try:
                        answer = await connection.read_response(timeout=FOREVER, disconnect_on_error=False)
                    except ResponseError as error:
                        answer = error
                    self._answered = loop.time()
                    self._answer(self._unanswered.popleft(), answer)

    def _batch(self) -> deque[Command]:
        """What is to be written next, in the order in which it matters."""
        batch: deque[Command] = deque()
        size = 0
        for command in self._commands():
            batch.append(command)
            size += command.size
            if size >= BATCH_BYTES or len(batch) >= BATCH_COMMANDS:
                break
        for command in batch:
            match command:
                case Command(Do.LOAD, Seat() as seat):
                    self.loads.pop(seat, None)
                    self.idle.pop(seat, None)
                case Command(Do.COUNT, Seat() as seat):
                    del self.counts[seat]
                case Command(Do.SET, _, Variable() as variable):
                    del self.values[variable]
                case _:
                    self._ping = False
        return batch

    def _commands(self) -> Iterator[Command]:
        if self._ping:
            yield Command(Do.PING, None, None, (b"PING",))
        for seat in self.counts:
            names = seat.keys
            counted = self._owner.count_arguments(seat)
            to = (names.clients, names.values)
            yield Command(Do.COUNT, seat, None, (b"EVALSHA", self._shas[1], 2, *to, *counted, names.channel))
        # Only then the values: whoever enters waits for these, and the clients of the room are known by then.
        for seat in islice(chain(self.loads, self.idle), BATCH_ROOMS):
            yield Command(Do.LOAD, seat, None, (b"HGETALL", seat.keys.values))
        for variable, seat in self.values.items():
            kept = record(variable.stamp, variable.value)
            names = seat.keys
            about = (field(variable.name), kept, self._expiry, self._variables, names.channel)
            yield Command(Do.SET, seat, variable, (b"EVALSHA", self._shas[0], 1, names.values, *about))

    def _answer(self, command: Command, answer: object) -> None:
        if isinstance(answer, Exception):
            if command.seat is not None and isinstance(answer, MovedError):
                return self._owner.moved(command.seat)
            self._again(command)
            raise Lost(_reason(answer))
        match command, answer:
            case Command(Do.LOAD, Seat() as seat), list():
                self._owner.loaded(seat, answer)
            case Command(Do.COUNT, Seat() as seat), list():
                self._owner.clients(seat, answer)
            case Command(Do.SET, Seat() as seat, Variable() as variable), bytes():
                self._owner.newer(seat, variable, answer)
            case Command(Do.SET, Seat() as seat, Variable() as variable), 0:
                self._owner.no_place(seat, variable)

    def _again(self, command: Command) -> None:
        """What this command was to do is still to be done; a newer value than its own may wait already."""
        match command:
            case Command(Do.SET, Seat() as seat, Variable() as variable):
                self.values.setdefault(variable, seat)
            case Command(Do.COUNT, Seat() as seat):
                self.counts[seat] = None

    def _put_back(self) -> None:
        for command in self._unanswered:
            self._again(command)
        self._unanswered.clear()

    async def _subscribe(self, connection: AbstractConnection) -> None:
        prefix = "S" if self._sharded else ""
        while True:
            await self._listen.wait()
            self._listen.clear()
            seats, self.subscriptions = self.subscriptions, {}
            commands: list[tuple[str | bytes, ...]] = []
            for wanted in (False, True):
                channels = [seat.keys.channel for seat in seats if seat.wanted is wanted]
                name = f"{prefix}SUBSCRIBE" if wanted else f"{prefix}UNSUBSCRIBE"
                # A cluster takes the channels of one slot at a time.
                step = 1 if self._sharded else BATCH_COMMANDS
                commands += ((name, *channels[at : at + step]) for at in range(0, len(channels), step))
            for seat in seats:
                seat.asked += seat.wanted
            if commands:
                await connection.send_packed_command(connection.pack_commands(commands), check_health=False)

    async def _hear(self, connection: AbstractConnection) -> None:
        loop = asyncio.get_running_loop()
        while True:
            said = await connection.read_response(timeout=FOREVER, disconnect_on_error=False, push_request=True)
            self._heard = loop.time()
            match said:
                case [b"message" | b"smessage", bytes(channel), payload]:
                    self._owner.told(channel, payload)
                case [b"subscribe" | b"ssubscribe", bytes(channel), _]:
                    self._owner.subscribed(channel)
                case [b"sunsubscribe", bytes(channel), _]:
                    self._owner.unsubscribed(channel)

    async def _watch(self, listener: AbstractConnection) -> None:
        """Ask on both connections whether the server is there."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(PING_SECONDS)
            now = loop.time()
            if now - self._heard > SILENCE or (self._unanswered and now - self._answered > SILENCE):
                raise Lost("it is silent")
            self._ping = True
            self.wake()
            await listener.send_command("PING", check_health=False)


async def _until_one_fails(*work: Awaitable[None]) -> None:
    tasks = [asyncio.ensure_future(one) for one in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        await end(tasks)


async def end(tasks: Iterable[asyncio.Future[None]]) -> None:
    """Cancel these tasks and wait until they have ended; what they raise is of no interest any more."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        # Again where it was not heard: before Python 3.12, `asyncio.wait_for` may swallow it.
        _, running = await asyncio.wait(running, timeout=0.1)


def _reason(error: BaseException) -> str:
    """What happened, in a word or two: the texts of errors may repeat what was sent."""
    if isinstance(error, Lost):
        return str(error)
    if type(error) is ResponseError:  # one of no class of its own, with its code before its text
        code = str(error).partition(" ")[0]
        return f"it says {code}" if code.isupper() else "it refuses"
    return type(error).__name__
