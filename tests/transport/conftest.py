"""A relay as PROTOCOL-FACTS describe them, made to misbehave on demand, and a way to wait for events."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Protocol

import pytest
from aiohttp import WSMsgType, web

from p2pscrabble.transport import Changed, Link, LinkState, Transport, parse_relay
from p2pscrabble.transport.websocket import Timing, WebSocketTransport

DEADLINE = 60.0


class FakeRelay:
    """A small cloud server on loopback; its attributes say how it misbehaves."""

    def __init__(self) -> None:
        self.rooms: dict[str, dict[str, str]] = {}
        self.old: dict[str, str] = {}
        self.members: dict[web.WebSocketResponse, str] = {}
        self.handshakes: list[dict[str, str]] = []
        self.headers: list[dict[str, str]] = []
        self.sets: list[tuple[float, str, str]] = []
        self.pongs = 0
        self.status = 0
        self.refusals: list[tuple[int, bytes]] = []
        self.hangs = False
        self.is_deaf = False
        self.drops_every = 0
        self.port = 0
        self._released = asyncio.Event()
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/", self._connect)
        self._released.clear()
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Break off every connection without a word and listen no more."""
        self._released.set()
        for ws in list(self.members):
            self.cut(ws)
        if self._runner:
            await self._runner.cleanup()

    async def restart(self) -> None:
        """Come back with nothing remembered."""
        await self.stop()
        self.rooms.clear()
        await self.start()

    def cut(self, ws: web.WebSocketResponse, last_words: bytes = b"") -> None:
        transport = ws._req.transport if ws._req else None
        if transport:
            transport.write(last_words)
            transport.close()

    async def say(self, text: str) -> None:
        """Send a frame to everybody."""
        for ws in list(self.members):
            with contextlib.suppress(ConnectionError):
                await ws.send_str(text)

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        self.headers.append(dict(request.headers))
        if self.hangs:
            await self._released.wait()
        if self.status:
            return web.Response(status=self.status)
        ws = web.WebSocketResponse(autoping=False, timeout=0.1, max_msg_size=0)
        await ws.prepare(request)
        if self.is_deaf:
            self.members[ws] = ""
            await self._released.wait()
            return ws
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    await self._take(ws, json.loads(message.data))
                elif message.type is WSMsgType.PING:
                    await ws.pong(message.data)
                elif message.type is WSMsgType.PONG:
                    self.pongs += 1
        finally:
            self.members.pop(ws, None)
        return ws

    async def _take(self, ws: web.WebSocketResponse, message: dict[str, str]) -> None:
        if message["method"] == "handshake":
            self.handshakes.append(message)
            if self.refusals:
                code, reason = self.refusals.pop(0)
                await ws.send_str("You are not welcome.")
                await ws.close(code=code, message=reason)
                return
            room = self.rooms.setdefault(message["project_id"], {})
            self.members[ws] = message["project_id"]
            if room:
                await ws.send_str("\n".join(_set(name, value) for name, value in (room | self.old).items()))
            return
        self.sets.append((asyncio.get_running_loop().time(), message["name"], message["value"]))
        if self.drops_every and len(self.sets) % self.drops_every == 0:
            return
        its_room = self.members[ws]
        self.rooms[its_room][message["name"]] = message["value"]
        for other, room_id in list(self.members.items()):
            if other is not ws and room_id == its_room:
                await other.send_str(_set(message["name"], message["value"]))


def _set(name: str, value: str) -> str:
    return json.dumps({"method": "set", "name": name, "value": value}, ensure_ascii=False)


class Impatient(random.Random):
    """Chance that makes every retry quick, and is chance in all else."""

    def random(self) -> float:
        return 0.01

    def getrandbits(self, k: int, /) -> int:
        return super().getrandbits(k)


class OpenLink(Protocol):
    def __call__(self, relay: str, room: str = "4821", *, timing: Timing = ...) -> WebSocketTransport: ...


class WaitFor(Protocol):
    async def __call__(self, transport: Transport, *wanted: Changed | LinkState) -> list[Changed | Link]: ...


@pytest.fixture
async def relay() -> AsyncIterator[FakeRelay]:
    fake = FakeRelay()
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
async def open_link() -> AsyncIterator[OpenLink]:
    """Transports that retry quickly and are closed at the end of the test."""
    links: list[WebSocketTransport] = []

    def make(relay: str, room: str = "4821", *, timing: Timing | None = None) -> WebSocketTransport:
        links.append(WebSocketTransport(parse_relay(relay), room, timing=timing, rng=Impatient(len(links)), environ={}))
        return links[-1]

    yield make
    for link in links:
        await link.close()


@pytest.fixture
def wait_for() -> WaitFor:
    """Read until each of these has come, in this order, others between them or not; what was read."""

    async def wait(transport: Transport, *wanted: Changed | LinkState) -> list[Changed | Link]:
        read: list[Changed | Link] = []
        missing = list(wanted)
        async with asyncio.timeout(DEADLINE):
            async for event in transport.events():
                read.append(event)
                if missing[0] == (event.state if isinstance(event, Link) else event):
                    del missing[0]
                    if not missing:
                        break
        assert not missing
        return read

    return wait


@pytest.fixture
def until() -> Callable[[Callable[[], bool]], object]:
    """Wait until a condition holds that no event announces."""

    async def wait(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(DEADLINE):
            while not holds():  # noqa: ASYNC110
                await asyncio.sleep(0.005)

    return wait
