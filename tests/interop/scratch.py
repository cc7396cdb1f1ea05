"""A stand-in for Scratch's own server: a login at the door, a project with ten variables, and little patience.

Whoever shows no session of an account is not let in. A value of more than 256 characters, or of a variable that the
project does not have, does not sync. A client may set fifteen a second for 25 seconds, then ten; what is more is lost.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from aiohttp import WSMsgType, web

from p2pscrabble.transport.address import SCRATCH
from p2pscrabble.transport.wire import CLOUD
from tests.interop.proxy import Call, in_a_thread

NAMES: Final = tuple(CLOUD + name for name in SCRATCH.place.names or ())
LENGTH: Final = 256
RATE, BURST = 10.0, (15 - 10) * 25.0
ORIGIN: Final = "https://scratch.mit.edu"


@dataclass(eq=False)
class Guest:
    """One connection: whose it is, and every set that came over it: when, and of which variable."""

    ws: web.WebSocketResponse
    account: str
    project: str = ""
    sets: list[tuple[float, str]] = field(default_factory=list)
    permits: float = BURST


class Scratch:
    """The server, on loopback; ``accounts``: the account of each session."""

    def __init__(self, accounts: dict[str, str]) -> None:
        self.port = 0
        self.guests: list[Guest] = []
        self.lost = 0
        self.too_long = 0
        self.turned_away = 0
        self._accounts = accounts
        self._projects: dict[str, dict[str, str]] = {}
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/", self._connect)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self.cut(*self._accounts.values())
        if self._runner is not None:
            await self._runner.cleanup()

    async def cut(self, *accounts: str) -> None:
        """Break off the connections of these without a word, as it does every now and then."""
        for guest in self.guests:
            if guest.account in accounts and guest.ws._req and guest.ws._req.transport:
                guest.ws._req.transport.abort()

    async def _connect(self, request: web.Request) -> web.StreamResponse:
        cookies = dict(part.strip().partition("=")[::2] for part in request.headers.get("Cookie", "").split(";"))
        account = self._accounts.get(cookies.get("scratchsessionsid", ""))
        if account is None or request.headers.get("Origin") != ORIGIN:
            self.turned_away += 1
            return web.Response(status=403)
        ws = web.WebSocketResponse(compress=False, timeout=0.5)
        await ws.prepare(request)
        guest = Guest(ws, account)
        self.guests.append(guest)
        async for message in ws:
            if message.type is WSMsgType.TEXT:
                for line in filter(None, str(message.data).split("\n")):
                    await self._act(guest, json.loads(line))
        return ws

    async def _act(self, guest: Guest, message: dict[str, str]) -> None:
        if message["method"] == "handshake":
            if message["user"] != guest.account:
                await guest.ws.close(code=4002)
                return
            guest.project = message["project_id"]
            variables = self._projects.setdefault(guest.project, dict.fromkeys(NAMES, "0"))
            await guest.ws.send_str("\n".join(_setting(*variable) for variable in variables.items()))
        elif message["method"] == "set" and guest.project:
            await self._set(guest, message["name"], message["value"])

    async def _set(self, guest: Guest, name: str, value: str) -> None:
        now = asyncio.get_running_loop().time()
        before = guest.sets[-1][0] if guest.sets else now
        guest.permits = min(BURST, guest.permits + (now - before) * RATE) - 1
        guest.sets.append((now, name))
        if guest.permits < 0:
            guest.permits = 0
            self.lost += 1
            return
        variables = self._projects[guest.project]
        if len(value) > LENGTH or name not in variables:
            self.too_long += 1
            return
        variables[name] = value
        for other in self.guests:
            if other is not guest and other.project == guest.project and not other.ws.closed:
                with suppress(ConnectionError):
                    await other.ws.send_str(_setting(name, value))


def _setting(name: str, value: str) -> str:
    return json.dumps({"method": "set", "name": name, "value": value}, ensure_ascii=False)


@contextmanager
def scratch(accounts: dict[str, str]) -> Iterator[tuple[Scratch, Call]]:
    """The server, in a thread, and a way to have something done there."""
    server = Scratch(accounts)
    with in_a_thread(server.start, server.stop) as call:
        yield server, call
