"""A relay on a free port of loopback, and clients that speak its protocol as any other program would."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.server import Relay, Running

DEADLINE = 60.0
COMMAND = (sys.executable, "-m", "p2pscrabble_relay")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "relay")}

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
        self.clients: list[Client] = []  # aiohttp closes a connection that nobody holds on to

    async def connect(self, **options: str) -> Client:
        """A connection that has said nothing yet; options are headers, with _ for -."""
        headers = {name.replace("_", "-"): value for name, value in options.items()}
        ws = await self.session.ws_connect(self.running.url, headers=headers, max_msg_size=0, autoping=True)
        self.clients.append(Client(ws))
        return self.clients[-1]

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

    async def close(self) -> None:
        """Close all clients."""
        for client in self.clients:
            await client.ws.close()

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
            place = Place(running, session)
            stack.push_async_callback(place.close)
            return place

        yield open_place


@pytest.fixture
async def place(open_relay: Open) -> Place:
    """A relay with its own default limits."""
    return await open_relay()


@pytest.fixture(name="reached")
def _reached() -> Reached:
    """Wait until a condition holds."""
    return wait_until


class Process:
    """A relay in a process of its own."""

    def __init__(self, process: asyncio.subprocess.Process, line: str) -> None:
        self.process = process
        self.line = json.loads(line)
        self.url = str(self.line["url"])
        self.port = int(self.line["port"])

    async def stop(self, number: int) -> tuple[int, str, str]:
        """Send a signal; the exit code, and what was printed since the start."""
        self.process.send_signal(number)
        async with asyncio.timeout(DEADLINE):
            out, err = await self.process.communicate()
        return self.process.returncode or 0, out.decode(), err.decode()


@asynccontextmanager
async def relay_process(*arguments: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "--listen", "127.0.0.1:0", "--json", *arguments,
        env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        if process.stdout is None:
            raise RuntimeError("no pipe")
        async with asyncio.timeout(30):
            line = await process.stdout.readline()
        yield Process(process, line.decode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


Start = Callable[..., Awaitable[Process]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Start a relay process that ends with the test."""
    async with AsyncExitStack() as stack:

        async def start_process(*arguments: str) -> Process:
            return await stack.enter_async_context(relay_process(*arguments))

        yield start_process


def masked(text: str) -> bytes:
    """A text frame from a client, masked with zeros."""
    payload = text.encode()
    assert len(payload) < 126
    return bytes([0x81, 0x80 | len(payload), 0, 0, 0, 0]) + payload


async def stalled_client(port: int) -> socket.socket:
    """A client that joins the room and then takes nothing any more, not even into its own buffers."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    sock.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(sock, ("127.0.0.1", port))
    await loop.sock_sendall(
        sock,
        b"GET / HTTP/1.1\r\nHost: relay\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    )
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += await loop.sock_recv(sock, 1)
    assert b"101" in head.partition(b"\r\n")[0]
    await loop.sock_sendall(sock, masked('{"method":"handshake","project_id":"room","user":"stalled"}'))
    return sock


Stall = Callable[[int], Awaitable[socket.socket]]


@pytest.fixture
def stall() -> Stall:
    """Make a client that joins the room "room" and then takes nothing any more."""
    return stalled_client
