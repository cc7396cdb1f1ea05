"""The real server, in this process, and tabs that talk to it as the page does."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from aiohttp import ClientResponse, ClientSession, ClientWebSocketResponse, CookieJar, WSMsgType

from p2pscrabble.game.rules import FirstSeat, Rules
from p2pscrabble.numerals import parse_invitation
from p2pscrabble.peer.session import HostSettings, Session, Where, join
from p2pscrabble.peer.view import Notice
from p2pscrabble.transport import RelayAddress
from p2pscrabble.web.guard import Guard
from p2pscrabble.web.opening import KEY_FILE
from p2pscrabble.web.program import Program
from p2pscrabble.web.rooms import OpenRoom
from p2pscrabble.web.server import Server, serve

DEADLINE: Final = 60.0
"""Seconds in which anything at all has happened, on a machine that has much else to do."""
SETTINGS: Final = HostSettings(rules=Rules(first=FirstSeat.HOST), countdown=0, listen="127.0.0.1")


@dataclass
class Told:
    """What a program says to whoever started it."""

    opened_rooms: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def opened(self, room: OpenRoom) -> None:
        self.opened_rooms.append(room.id)

    def notice(self, _: OpenRoom, notice: Notice) -> None:
        self.notices.append(notice)

    def failed(self, _: OpenRoom, why: str) -> None:
        self.failures.append(why)


class Page:
    """A tab: holds the state as the page does, and asks for things."""

    def __init__(self, socket: ClientWebSocketResponse, name: str) -> None:
        self.socket = socket
        self.name = name
        self.hello: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.version: int | None = None
        self.messages: list[dict[str, Any]] = []
        self.notices: list[dict[str, Any]] = []
        self.answers: dict[int, dict[str, Any]] = {}
        self.closed: int | None = None
        self._next = 0

    async def hear(self) -> None:
        """Takes in the next message."""
        message = await self.socket.receive(timeout=DEADLINE)
        if message.type is not WSMsgType.TEXT:
            self.closed = self.socket.close_code or 0
            raise ConnectionResetError(f"closed: {message.type!r} {message.extra}")
        said = json.loads(message.data)
        self.messages.append(said)
        match said["t"]:
            case "hello":
                self.hello = said
            case "state":
                assert said["base"] in (None, self.version), "a gap"
                self.state = said["set"] if said["base"] is None else {**self.state, **said["set"]}
                self.version = said["v"]
            case "notice":
                self.notices.append(said)
            case "answer":
                self.answers[said["re"]] = said

    async def until(self, condition: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Waits until the state is so."""
        async with asyncio.timeout(DEADLINE):
            while not (self.state and condition(self.state)):
                await self.hear()
        return self.state

    async def ask(self, do: str, /, *, as_number: int | None = None, **more: Any) -> dict[str, Any]:
        """The answer to a command."""
        if as_number is None:
            self._next += 1
        number = self._next if as_number is None else as_number
        self.answers.pop(number, None)
        await self.socket.send_str(json.dumps({"do": do, "id": number, "tab": self.name, **more}))
        async with asyncio.timeout(DEADLINE):
            while number not in self.answers:
                await self.hear()
        return self.answers[number]

    async def done(self, do: str, /, **more: Any) -> dict[str, Any]:
        """The answer, which is to be good."""
        answer = await self.ask(do, **more)
        assert answer["ok"], answer
        return answer

    async def refused(self, do: str, /, **more: Any) -> str:
        """The sentence that says why not."""
        answer = await self.ask(do, **more)
        assert not answer["ok"], answer
        error: str = answer["error"]
        assert error[0].isupper() or error[0] in "“‘/", error
        assert error.endswith((".", "`")), error
        return error


class Served:
    """A program with its server, and a browser that has its cookie."""

    def __init__(self, program: Program, server: Server, told: Told, browser: ClientSession) -> None:
        self.program = program
        self.server = server
        self.told = told
        self.browser = browser
        self.origin = f"http://127.0.0.1:{server.port}"
        self.token = (program.data / KEY_FILE).read_text().strip()
        self.cookie = {Guard(server.port, self.token).cookie: self.token}
        self._tabs = 0

    async def get(self, path: str, *, cookie: bool = True, **headers: Any) -> ClientResponse:
        """A request as a browser makes it."""
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        given = dict(names)
        if cookie:
            given["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookie.items())
        response = await self.browser.get(self.origin + path, headers=given, allow_redirects=False)
        await response.read()
        return response

    @asynccontextmanager
    async def tab(self, room: str | None = None) -> AsyncIterator[Page]:
        """A tab that shows the lobby or a room, from its first state on."""
        async with self.line(room) as page:
            await page.until(lambda _: True)
            yield page

    @asynccontextmanager
    async def line(self, room: str | None = None) -> AsyncIterator[Page]:
        """A tab from the moment at which it is connected."""
        self._tabs += 1
        path = "/socket" if room is None else f"/socket?room={room}"
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookie.items())
        connecting = self.browser.ws_connect(
            self.origin.replace("http", "ws") + path, origin=self.origin, headers={"Cookie": cookie}
        )
        async with connecting as socket:
            yield Page(socket, f"tab{self._tabs}")

    async def host(self, settings: HostSettings = SETTINGS, bots: int = 0) -> OpenRoom:
        """A room that nobody else is in."""
        return await self.program.host(settings, self.program.where(relays=()), bots)


@asynccontextmanager
async def served(
    data: Path, words: Path, *, relays: tuple[RelayAddress, ...] = (), name: str = "Ana", port: int = 0
) -> AsyncIterator[Served]:
    """A running program; ``words`` are the compiled word lists."""
    if not (data / "wordlists").exists():
        shutil.copytree(words, data / "wordlists")
    told = Told()
    program = Program(data, relays, told, name=name)
    async with serve(program, port) as server:
        try:
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
                yield Served(program, server, told, browser)
        finally:
            await program.close()


@asynccontextmanager
async def guest(room: OpenRoom, data: Path, words: Path, name: str = "Ben") -> AsyncIterator[Session]:
    """Somebody else in the room, with a program of their own, in this process."""
    if not (data / "wordlists").exists():
        shutil.copytree(words, data / "wordlists")
    async with join(parse_invitation(room.about.link), Where(data, name)) as session:
        running = asyncio.create_task(session.peer.run())
        try:
            yield session
        finally:
            await session.peer.close()
            await running


async def becomes(condition: Callable[[], bool]) -> None:
    """Waits until something is so that nobody tells of."""
    async with asyncio.timeout(DEADLINE):
        while not condition():  # noqa: ASYNC110 - nobody tells of it
            await asyncio.sleep(0.01)
