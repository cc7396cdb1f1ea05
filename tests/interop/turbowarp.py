"""TurboWarp's cloud server as it was measured: what a client meets there that it does not meet on a relay of ours.

One object a frame; all values that were set, in order, none left out, sixty times a second; every client pinged in one
beat. Names, rooms and values are checked as there, and what is refused is refused with the codes of there, wordlessly.
"""

from __future__ import annotations

import asyncio
import json
import math
import re
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, NoReturn

from aiohttp import WSMsgType, web

from p2pscrabble_relay.messages import number_text
from tests.interop.proxy import in_a_thread

VALUE_LENGTH: Final = 100_000
VARIABLES: Final = 128
CLIENTS: Final = 128
FRAME: Final = 1024 * 1024
GENERIC, USERNAME, COOKIE = 4000, 4002, 4005
_USER: Final = re.compile(r"[A-Za-z0-9_-]{1,20}")
_VALUE: Final = re.compile(r"-?+[0-9]*+(?:\.[0-9]*+)?+")
_WARNING: Final = "You are showing your Scratch login to a server that has no use for it. Change your password."


class _Refused(Exception):
    """The client is sent away with this code."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(eq=False)
class _Client:
    ws: web.WebSocketResponse
    since: float
    room: _Room | None = None
    answered: bool = True
    waiting: list[str] = field(default_factory=list)


@dataclass(eq=False)
class _Room:
    variables: dict[str, str] = field(default_factory=dict)
    clients: list[_Client] = field(default_factory=list)


class TurboWarp:
    """The server, on loopback; ``flush`` and ``beat``: seconds between two deliveries, and between two pings."""

    def __init__(self, *, flush: float = 1 / 60, beat: float = 30.0) -> None:
        self.port = 0
        self._flush = flush
        self._beat = beat
        self._rooms: dict[str, _Room] = {}
        self._clients: set[_Client] = set()
        self._runner: web.AppRunner | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/{path:.*}", self._connect)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]
        self._spawn(self._deliver())
        self._spawn(self._ping())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for client in list(self._clients):
            _cut(client)
        if self._runner is not None:
            await self._runner.cleanup()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver(self) -> None:
        while True:
            await asyncio.sleep(self._flush)
            for client in [client for client in self._clients if client.waiting]:
                self._send(client, client.waiting)
                client.waiting = []

    def _send(self, client: _Client, messages: list[str]) -> None:
        """A slow reader holds up nobody, and what it has not read takes memory, as much as it may be."""

        async def send() -> None:
            if not client.ws.closed:
                await client.ws.send_str("\n".join(messages))

        self._spawn(_unless_gone(send()))

    async def _ping(self) -> None:
        now = asyncio.get_running_loop().time
        while True:
            await asyncio.sleep(self._beat)
            for client in list(self._clients):
                if not client.answered or (client.room is None and client.since < now() - self._beat):
                    _cut(client)
                else:
                    client.answered = False
                    self._spawn(_unless_gone(client.ws.ping()))

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        ws = web.WebSocketResponse(autoping=False, compress=False, max_msg_size=FRAME + 1, timeout=0.5)
        await ws.prepare(request)
        if request.headers.get("Cookie", "").startswith("scratchsessionsid="):
            await ws.send_str(_WARNING)
            await ws.close(code=COOKIE)
            return ws
        client = _Client(ws, asyncio.get_running_loop().time())
        self._clients.add(client)
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    self._act(client, message.data)
                elif message.type is WSMsgType.PING:
                    await ws.pong(message.data)
                elif message.type is WSMsgType.PONG:
                    client.answered = True
        except _Refused as refused:
            self._leave(client)
            await ws.close(code=refused.code)
        finally:
            self._leave(client)
        return ws

    def _leave(self, client: _Client) -> None:
        self._clients.discard(client)
        if client.room is not None:
            client.room.clients.remove(client)
            client.room = None

    def _act(self, client: _Client, text: str) -> None:
        try:
            message = json.loads(text, parse_int=float, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            raise _Refused(GENERIC) from None  # two objects in one frame, too
        if not isinstance(message, dict):
            raise _Refused(GENERIC)
        match message.get("method"):
            case "handshake":
                self._join(client, message.get("project_id", "undefined"), message.get("user"))
            case "set" | "create":
                self._set(client, message.get("name"), message.get("value"))
            case "rename" | "delete":
                pass
            case _:
                raise _Refused(GENERIC)

    def _join(self, client: _Client, project: object, user: object) -> None:
        name = project if isinstance(project, str) else _text(project)
        if client.room is not None or not 0 < len(name) < 1000:
            raise _Refused(GENERIC)
        if not isinstance(user, str) or not _USER.fullmatch(user):
            raise _Refused(USERNAME)
        room = self._rooms.setdefault(name, _Room())
        if len(room.clients) >= CLIENTS:
            raise _Refused(GENERIC)
        room.clients.append(client)
        client.room = room
        if room.variables:
            self._send(client, [_setting(*variable) for variable in room.variables.items()])

    def _set(self, client: _Client, name: object, value: object) -> None:
        room = client.room
        if room is None:
            raise _Refused(GENERIC)
        if not _valid(value):
            return
        variable, text = str(name), json.dumps(value) if isinstance(value, str) else _text(value)
        if variable not in room.variables and len(room.variables) >= VARIABLES:
            raise _Refused(GENERIC)
        room.variables[variable] = text
        for other in room.clients:
            if other is not client:
                other.waiting.append(_setting(variable, text))


def _valid(value: object) -> bool:
    if isinstance(value, str):
        return len(value) <= VALUE_LENGTH and value not in {"-", "."} and _VALUE.fullmatch(value) is not None
    return isinstance(value, float) and math.isfinite(value)


def _text(value: object) -> str:
    """As JavaScript writes it."""
    return number_text(value) if isinstance(value, float) and math.isfinite(value) else json.dumps(value)


def _setting(name: str, value: str) -> str:
    return f'{{"method":"set","name":{json.dumps(name, ensure_ascii=False)},"value":{value}}}'


def _no_constant(text: str) -> NoReturn:
    raise ValueError(text)


def _cut(client: _Client) -> None:
    transport = client.ws._req.transport if client.ws._req else None
    if transport is not None:
        transport.abort()


async def _unless_gone(work: Coroutine[None, None, None]) -> None:
    with suppress(ConnectionError, RuntimeError):  # who went is taken from the room where it is read from
        await work


@asynccontextmanager
async def turbowarp(*, beat: float = 30.0) -> AsyncIterator[TurboWarp]:
    """The server, in the loop that runs."""
    server = TurboWarp(beat=beat)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@contextmanager
def turbowarp_in_a_thread() -> Iterator[TurboWarp]:
    """The server, for programs of other processes."""
    server = TurboWarp()
    with in_a_thread(server.start, server.stop):
        yield server
