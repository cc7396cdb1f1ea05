"""Tabs: several in step, slow ones, and what is no command."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSMsgType

from p2pscrabble.web.tabs import MAX_MESSAGE, MAX_TABS, Json, Scope, Tab
from tests.web.serving import DEADLINE, Page, Served, becomes, guest, served


@pytest.fixture
async def page(tmp_path: Path, words: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "data", words) as running:
        yield running


class TestInStep:
    """Several tabs of one player."""

    async def test_what_one_does_all_show(self, page: Served, words: Path, tmp_path: Path) -> None:
        room = await page.host()
        async with (
            guest(room, tmp_path / "ben", words),
            page.tab(room.id) as one,
            page.tab(room.id) as two,
            page.tab(room.id) as three,
        ):
            for tab in (one, two, three):
                await tab.until(lambda state: state["turn"])
            slots = one.state["draft"]["slots"]
            assert slots == two.state["draft"]["slots"]
            wanted = [{"id": slot["id"], "square": None, "letter": None} for slot in reversed(slots)]
            letter = "e" if slots[-1]["tile"] == "?" else None
            wanted[0] |= {"square": 112, "letter": letter}
            await one.done("draft", slots=wanted, chat="I think")
            for tab in (two, three):
                await tab.until(lambda state: state["draft"]["chat"] == "I think")
                assert tab.state["draft"] == one.state["draft"]
                assert tab.state["draft"]["by"] == one.name
                assert tab.state["draft"]["play"] is not None
            # Both write from the same rack: the last one stands, everywhere.
            await two.done("draft", slots=[{**slot, "square": None, "letter": None} for slot in wanted])
            await one.until(lambda state: state["draft"]["play"] is None)
            await three.done("exchange", step=0, tiles=slots[0]["tile"])
            for tab in (one, two):
                await tab.until(lambda state: state["steps"] and len(state["draft"]["slots"]) == 7)
            assert one.state == two.state
            assert "has gone on" in await one.refused("pass", step=0)
            assert "rack has changed" in await two.refused("draft", slots=wanted)

    async def test_a_draft_outlives_the_program(self, tmp_path: Path, words: Path) -> None:
        data = tmp_path / "data"
        async with served(data, words) as page:
            room = await page.host()
            async with guest(room, tmp_path / "ben", words), page.tab(room.id) as tab:
                await tab.until(lambda state: state["turn"])
                wanted = [
                    {"id": slot["id"], "square": None, "letter": None} for slot in reversed(tab.state["draft"]["slots"])
                ]
                await tab.done("draft", slots=wanted, chat="half a th")
                before = tab.state["draft"]
        async with served(data, words) as page, page.tab(room.id) as tab:
            await tab.until(lambda state: state["turn"])
            assert tab.state["draft"]["slots"] == before["slots"]
            assert tab.state["draft"]["chat"] == "half a th"

    async def test_a_damaged_draft_is_none(self, tmp_path: Path, words: Path) -> None:
        data = tmp_path / "data"
        async with served(data, words) as page:
            room = await page.host()
        for damage in (b"", b"\xff\xfe", b"[" * 100_000, b'{"slots": 3}', b"null"):
            (data / "rooms" / room.id / "draft.json").write_bytes(damage)
            async with served(data, words) as page, page.tab(room.id) as tab:
                assert tab.state["draft"]["chat"] == ""

    async def test_notices_go_to_all(self, page: Served, words: Path, tmp_path: Path) -> None:
        room = await page.host()
        async with page.tab(room.id) as one, page.tab(room.id) as two, guest(room, tmp_path / "ben", words) as other:
            other.peer.chat("hello")
            for tab in (one, two):
                async with asyncio.timeout(DEADLINE):
                    while "chat" not in [notice["kind"] for notice in tab.notices]:
                        await tab.hear()
                kinds = {notice["kind"] for notice in tab.notices}
                assert "joined" in kinds
                assert kinds.isdisjoint({"noise", "room", "countdown"})

    async def test_a_tab_that_closes_takes_nothing_along(self, page: Served) -> None:
        room = await page.host()
        for _ in range(3):
            async with page.tab(room.id) as tab:
                assert tab.state["id"] == room.id
        await becomes(lambda: not room.tabs)
        assert page.program.open_room(room.id) is room

    async def test_there_is_an_end_to_tabs(self, page: Served) -> None:
        page.server._tabs |= {object() for _ in range(MAX_TABS)}  # type: ignore[misc]
        headers: dict[str, Any] = {"Origin": page.origin, "Connection": "Upgrade", "Upgrade": "websocket"}
        response = await page.get("/socket", **headers)
        assert response.status == 503
        page.server._tabs.clear()


class TestHostile:
    """Whatever comes down the socket, the program goes on and answers."""

    @pytest.mark.parametrize(
        "text",
        [
            *("", "null", "[]", '"x"', "{", "}", "{}", '{"do": ', "NaN", '{"do": NaN}', "\x00", '{"id": 1}'),
            *('{"do": "play", "id": 1, "step": 1e400}', '{"do": "name", "id": 2, "name": "\\ud800"}', "[" * 50_000),
            *('{"do": "x", "id": %s}' % ("9" * 5_000), '{"do": "x", "id": -1}', '{"do": "x", "id": true}'),
            *('{"do": "x", "id": "1"}', '{"do": "say", "id": 1.5}', '{"a":' * 10_000, '{"do": {"do": {}}}'),
            '{"do": "draft", "slots": [{"id": {}}], "chat": [], "id": 3, "tab": {}}',
        ],
    )
    async def test_what_is_no_command(self, page: Served, text: str) -> None:
        room = await page.host()
        for where in (None, room.id):
            async with page.tab(where) as tab:
                await tab.socket.send_str(text)
                async with asyncio.timeout(DEADLINE):
                    while not tab.answers:
                        await tab.hear()
                (answer,) = tab.answers.values()
                assert answer["ok"] is False
                assert answer["error"]
                await tab.done("whole")

    async def test_bytes_are_not_understood(self, page: Served) -> None:
        async with page.tab() as tab:
            await tab.socket.send_bytes(b"\x00\x01")
            await closed(tab)
            assert tab.closed == 1003
        async with page.tab() as tab:
            await tab.done("whole")

    async def test_too_much_at_once(self, page: Served) -> None:
        async with page.tab() as tab, page.tab() as other:
            await tab.socket.send_str("x" * (MAX_MESSAGE + 1))
            await closed(tab)
            assert tab.closed == 1009
            await other.done("whole")

    async def test_very_many_commands(self, page: Served) -> None:
        async with page.tab() as tab:
            for number in range(2_000):
                await tab.socket.send_str(json.dumps({"do": "whole", "id": number}))
            async with asyncio.timeout(DEADLINE):
                while len(tab.answers) < 2_000:
                    await tab.hear()


async def closed(tab: Page) -> None:
    """Waits until the server has closed the socket."""
    async with asyncio.timeout(DEADLINE):
        with contextlib.suppress(ConnectionResetError):
            while True:
                await tab.hear()


class Counter(Scope):
    """A scope that counts, with much beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self._state: Json = {}

    def state(self) -> Json:
        if self._state.get("count") != self.count:
            self._state = {"count": self.count, "ballast": "x" * 50_000 + str(self.count), "same": [1, 2]}
        return self._state

    def step(self) -> None:
        self.count += 1
        self.tell()


class FakeSocket:
    """Takes a message only when it is let."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.open = asyncio.Event()
        self.reading = asyncio.Event()
        self._news = asyncio.Condition()

    async def send_str(self, text: str) -> None:
        await self.open.wait()
        self.sent.append(json.loads(text))
        async with self._news:
            self._news.notify_all()

    async def told(self, text: str) -> None:
        """Waits until this has been said."""
        async with self._news:
            await self._news.wait_for(lambda: any(message.get("text") == text for message in self.sent))

    def __aiter__(self) -> FakeSocket:
        return self

    async def __anext__(self) -> object:
        await self.reading.wait()
        raise StopAsyncIteration


async def no_command(_: Tab, __: Json) -> Json:
    raise AssertionError


class TestSlow:
    """A tab that does not keep up is told the newest state; what lies between is skipped."""

    async def test_it_is_told_the_newest_and_nothing_piles_up(self) -> None:
        scope, connection = Counter(), FakeSocket()
        tab = Tab(connection, no_command)  # type: ignore[arg-type]
        running = asyncio.create_task(tab.run(scope))
        await asyncio.sleep(0)
        for number in range(1_000):
            scope.step()
            scope.notify("chat", f"line {number}")
            await asyncio.sleep(0)
        assert connection.sent == []
        connection.open.set()
        async with asyncio.timeout(DEADLINE):
            await connection.told("line 999")
        states = [message for message in connection.sent if message["t"] == "state"]
        notices = [message for message in connection.sent if message["t"] == "notice"]
        assert len(states) <= 2
        assert states[-1]["set"]["count"] == 1_000
        assert "same" not in states[-1]["set"]
        assert len(notices) <= 51
        connection.reading.set()
        await running
        assert scope.tabs == set()

    async def test_a_real_one(self, page: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        scope = Counter()

        async def show(_: str | None) -> Scope:
            return scope

        monkeypatch.setattr(page.program, "scope", show)
        (cookie,) = (f"{name}={value}" for name, value in page.cookie.items())
        small = socket.socket()
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        small.setblocking(False)
        await asyncio.get_running_loop().sock_connect(small, ("127.0.0.1", page.server.port))
        reader, writer = await asyncio.open_connection(sock=small, limit=4_096)
        head = (
            f"GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{page.server.port}\r\nOrigin: {page.origin}\r\n"
            f"Cookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        writer.write(head.encode())
        await reader.readuntil(b"\r\n\r\n")
        await becomes(lambda: bool(scope.tabs))
        # It reads nothing now: 150 MB of states are made meanwhile, and some few are sent.
        for _ in range(3_000):
            scope.step()
            await asyncio.sleep(0)
        async with page.browser.ws_connect(
            page.origin + "/socket", origin=page.origin, headers={"Cookie": cookie}, max_msg_size=0
        ) as quick:
            tab = Page(quick, "quick")
            await tab.until(lambda state: state["count"] == 3_000)
        received = b""
        async with asyncio.timeout(DEADLINE):
            while b'"count":3000' not in received:
                received += await reader.read(65_536)
        assert received.count(b'"t":"state"') < 300
        writer.transport.abort()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()


async def test_the_end_of_the_program_is_told(tmp_path: Path, words: Path) -> None:
    async with served(tmp_path / "data", words) as page:
        async with page.tab() as tab:
            ending = asyncio.create_task(page.server._goodbye(None))  # type: ignore[arg-type]
            message = await tab.socket.receive(timeout=DEADLINE)
            assert message.type is WSMsgType.CLOSE
            assert message.data == 1001
        await ending
