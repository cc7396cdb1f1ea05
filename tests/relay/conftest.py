"""A relay on a free port of loopback, and clients that speak its protocol as any other program would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import aiohttp
import pytest

from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.server import Relay, Running

DEADLINE = 10.0

Change = tuple[str, object]


class Client:
    """One client: `changes` and `frames` as they came, `values` the newest of each name."""

    def __init__(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        self.ws = ws
        self.frames: list[str] = []
        self.changes: list[Change] = []
        self.values: dict[str, object] = {}
        self.reason = ""

    async def say(self, *objects: object) -> None:
        """Send each object as a frame of its own, as JSON."""
        for thing in objects:
            await self.ws.send_str(json.dumps(thing))

    async def handshake(self, room: object = "room", user: object = "player1") -> None:
        await self.say({"method": "handshake", "project_id": room, "user": user})

    async def set(self, name: object, value: object, method: str = "set") -> None:
        await self.say({"method": method, "name": name, "value": value})

    async def frame(self) -> str:
        """The next text frame; fails when the relay closes instead."""
        message = await self.ws.receive(timeout=DEADLINE)
        if message.type is not aiohttp.WSMsgType.TEXT:
            self.reason = str(message.extra)
            raise ConnectionError(f"closed with {self.ws.close_code} {self.reason}")
        self.frames.append(message.data)
        for line in message.data.split("\n"):
            change = json.loads(line)
            assert list(change) == ["method", "name", "value"]
            assert change["method"] == "set"
            self.changes.append((change["name"], change["value"]))
            self.values[change["name"]] = change["value"]
        return str(message.data)

    async def until(self, name: str, value: object) -> None:
        """Read until this variable has this value."""
        while self.values.get(name) != value:
            await self.frame()

    async def closed(self) -> tuple[int | None, str]:
        """Read until the relay closes; the code and the reason."""
        while True:
            try:
                await self.frame()
            except ConnectionError:
                return self.ws.close_code, self.reason


class Place:
    """A running relay, and a way to connect to it."""

    def __init__(self, running: Running, session: aiohttp.ClientSession) -> None:
        self.running = running
        self.session = session

    async def connect(self, **options: str) -> Client:
        """A connection that has said nothing yet; options are headers, with _ for -."""
        headers = {name.replace("_", "-"): value for name, value in options.items()}
        ws = await self.session.ws_connect(self.running.url, headers=headers, max_msg_size=0, autoping=True)
        return Client(ws)

    async def join(self, room: object = "room", user: object = "player1", **options: str) -> Client:
        """A client that has joined: what others set from now on reaches it."""
        client = await self.connect(**options)
        await client.handshake(room, user)
        await self.settled(client)
        return client

    async def settled(self, client: Client) -> None:
        """Wait until the relay has acted on all that this client has sent; it counts the renames that it ignores."""
        relay = self.running.relay
        ignored = relay.counters.ignored["rename"]
        await client.say({"method": "rename", "name": "a", "new_name": "b"})
        await wait_until(lambda: relay.counters.ignored["rename"] > ignored)

    async def get(self, path: str) -> tuple[int, str]:
        url = self.running.url.replace("ws", "http", 1).rstrip("/") + path
        async with self.session.get(url, ssl=False) as response:
            return response.status, await response.text()


async def wait_until(condition: Callable[[], bool], deadline: float = DEADLINE) -> None:
    """Wait until the condition holds; fails after the deadline."""
    async with asyncio.timeout(deadline):
        while not condition():  # noqa: ASYNC110  # what is waited for tells nobody when it happens
            await asyncio.sleep(0.002)


Open = Callable[..., Awaitable[Place]]
Reached = Callable[..., Awaitable[None]]


@pytest.fixture
async def open_relay() -> AsyncIterator[Open]:
    """Start a relay with these limits; it stops with the test."""
    async with AsyncExitStack() as stack:
        connector = aiohttp.TCPConnector(limit=0)
        session = await stack.enter_async_context(aiohttp.ClientSession(connector=connector))

        async def open_place(*, trust_proxy: bool = False, **limits: float) -> Place:
            relay = Relay(Limits().changed(**limits), trust_proxy=trust_proxy)
            running = await stack.enter_async_context(relay.serve())
            stack.push_async_callback(connector.close)
            return Place(running, session)

        yield open_place


@pytest.fixture
async def place(open_relay: Open) -> Place:
    """A relay with its own default limits."""
    return await open_relay()


@pytest.fixture(name="reached")
def _reached() -> Reached:
    """Wait until a condition holds."""
    return wait_until
