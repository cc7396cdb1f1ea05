"""The server on this computer that the page comes from and talks to: files, one socket a tab, and the door.

It listens on the loopback address alone; ``guard`` looks at every request first.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import html
import io
import json
import logging
import re
import secrets
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import hdrs, web

from p2pscrabble.errors import P2PScrabbleError, StoreError, UsageError, sentence
from p2pscrabble.web.commands import Commands
from p2pscrabble.web.guard import OPEN, SOCKET, Guard
from p2pscrabble.web.opening import Doors, is_own_path, keep_port, kept_port, kept_token, remove_stale
from p2pscrabble.web.program import Program
from p2pscrabble.web.served import PAGE, as_served
from p2pscrabble.web.starting import Started, start
from p2pscrabble.web.tabs import HEARTBEAT, MAX_MESSAGE, MAX_TABS, Json, Tab

HOST: Final = "127.0.0.1"
START: Final = "/start"
"""Where a second start of the program says what is wanted."""
_TYPES: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
}
_NAME: Final = re.compile(r"(?:[A-Za-z0-9_-]+/){0,4}[A-Za-z0-9_-]+\.[a-z]+", re.ASCII)
"""A file of the page as it may be named: no dots but the last one, so that no name leads out of the folder."""
_SHUTDOWN: Final = 1.0
"""Seconds that open requests have at the end."""
_garbage = logging.getLogger(f"{__name__}.garbage")
"""What aiohttp says of requests that are none; the guard tells of our own errors."""
_garbage.setLevel(logging.CRITICAL)
_GO_ON: Final = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="refresh" content="0;url={to}"><title>p2pscrabble</title>
<link rel="icon" href="/page/icon.svg" type="image/svg+xml"></head>
<body><p><a href="{to}">To the game</a></p></body></html>
"""


class Server:
    """The page's server, for one program."""

    def __init__(self, program: Program, guard: Guard, doors: Doors) -> None:
        self.doors = doors
        self._program = program
        self._guard = guard
        self._commands = Commands(program)
        self._hello: Json = {"config": program.config, "run": secrets.token_hex(8)}
        self._tabs: set[Tab] = set()

    def application(self) -> web.Application:
        """The routes, behind the guard."""
        app = web.Application(middlewares=[self._guard.middleware()], client_max_size=MAX_MESSAGE)
        app.on_response_prepare.append(self._guard.prepare)
        app.on_shutdown.append(self._goodbye)
        for path in ("/", "/room/{room}", "/replay", "/help"):
            app.router.add_get(path, self._index)
        app.router.add_get("/room/{room}/qr.svg", self._picture)
        app.router.add_get("/page/{path:.+}", self._file)
        app.router.add_get("/favicon.ico", self._icon)  # browsers ask for it, whatever the page names
        app.router.add_get(OPEN, self._open, allow_head=False)  # a key that is good once is not for a glance
        app.router.add_get(SOCKET, self._socket)
        app.router.add_post(START, self._started)
        return app

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._guard.port

    async def start(self, wanted: Json) -> Started:
        """Does what a start of the program wants, this one's own or a second one's; see ``starting``."""
        return await start(self._program, self.doors, wanted)

    async def _open(self, request: web.Request) -> web.StreamResponse:
        to = request.query.get("to", "/")
        if not self.doors.admits(request.query.get("key", "")):
            raise web.HTTPForbidden
        # A page that leads on, not a redirect: only then does the browser take the next request for our own.
        to = to if is_own_path(to) else "/"
        response = web.Response(text=_GO_ON.format(to=html.escape(to)), content_type="text/html")
        self._guard.welcome(response)
        return response

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return _answer(request, PAGE / "index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _answer(request, _file_of(request.match_info["path"]))

    async def _icon(self, request: web.Request) -> web.StreamResponse:
        return _answer(request, PAGE / "icon.svg")

    async def _picture(self, request: web.Request) -> web.StreamResponse:
        import segno

        room = self._program.open_room(request.match_info["room"])
        if room is None or not room.about.link:
            raise web.HTTPNotFound
        picture = io.BytesIO()
        segno.make(room.about.link, error="m", micro=False).save(
            picture, kind="svg", border=3, light="white", dark="black", xmldecl=False, svgclass=None, lineclass=None,
            omitsize=True,
        )  # fmt: skip
        return web.Response(body=picture.getvalue(), content_type="image/svg+xml")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if len(self._tabs) >= MAX_TABS:
            return web.Response(status=503, text="Too many tabs are open.\n")
        ws = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MAX_MESSAGE, compress=False, timeout=_SHUTDOWN)
        tab = Tab(ws, self._commands.do)
        self._tabs.add(tab)
        try:
            await ws.prepare(request)
            await tab.greet(self._hello)
            await tab.run(await self._program.scope(request.query.get("room")))
        except ConnectionError:
            pass  # the tab has gone already
        finally:
            self._tabs.discard(tab)
        return ws

    async def _started(self, request: web.Request) -> web.StreamResponse:
        try:
            wanted = json.loads(await request.read())
            if not isinstance(wanted, dict):
                raise UsageError("This is no start.")
            return web.json_response({"ok": True, **(await self.start(wanted)).to_json()})
        except (ValueError, RecursionError):
            raise web.HTTPBadRequest from None
        except P2PScrabbleError as error:
            return web.json_response({"ok": False, "kind": type(error).__name__, "error": sentence(str(error))})

    async def _goodbye(self, _: web.Application) -> None:
        await asyncio.gather(*(tab.close() for tab in self._tabs), return_exceptions=True)


def _file_of(path: str) -> Path:
    """The file of the page's folder that is meant; raises ``HTTPNotFound`` for whatever else is."""
    file = PAGE / path
    plain = _NAME.fullmatch(path) is not None and file.suffix in _TYPES
    if not plain or any(part.is_symlink() for part in (file, *file.parents[: path.count("/")])):
        raise web.HTTPNotFound
    return file


def _answer(request: web.Request, file: Path) -> web.StreamResponse:
    try:
        body = as_served(file)
    except OSError:
        raise web.HTTPNotFound from None
    tag = hashlib.sha256(body).hexdigest()[:32]
    headers = {hdrs.ETAG: f'"{tag}"', hdrs.CACHE_CONTROL: "no-cache"}
    if any(given.value == tag for given in request.if_none_match or ()):
        return web.Response(status=304, headers=headers)
    return web.Response(body=body, content_type=_TYPES[file.suffix], charset="utf-8", headers=headers)


@asynccontextmanager
async def serve(program: Program, port: int) -> AsyncIterator[Server]:
    """Serves the page on this port; with 0 on the one that it had last, where that is free, else on any.

    Raises ``UsageError`` where the port is taken, and ``StoreError`` where the data folder cannot be used.
    """
    remove_stale(program.data)
    last = kept_port(program.data)
    listener = _listen(port, last)
    bound = int(listener.getsockname()[1])
    try:
        # A tab that was left open says the token to whoever is at the old address now.
        token = kept_token(program.data, anew=last not in (0, bound))
    except StoreError:
        listener.close()
        raise
    keep_port(program.data, bound)
    doors = Doors(program.data, bound)
    server = Server(program, Guard(bound, token), doors)
    runner = web.AppRunner(
        server.application(),
        access_log=None,
        handle_signals=False,
        keepalive_timeout=30.0,
        logger=_garbage,
        shutdown_timeout=_SHUTDOWN,
    )
    try:
        await runner.setup()
        await web.SockSite(runner, listener).start()
        yield server
    finally:
        doors.close()
        await runner.cleanup()
        listener.close()


def _listen(port: int, last: int) -> socket.socket:
    for attempt in (port,) if port else (last, 0):
        with contextlib.suppress(OSError):
            return socket.create_server((HOST, attempt), backlog=64)
    raise UsageError(f"The page cannot be on port {port}: another program has it. --port takes another one.")
