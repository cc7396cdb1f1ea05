"""Our relay serves programs that nobody here wrote: a library for Python, TurboWarp's player of Scratch projects."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import aiohttp
import pytest

from tests.browser.tab import chromium
from tests.interop.conftest import Program, Start
from tests.interop.project import HELLO, sb3
from tests.needs import missing, module
from tests.relay.conftest import Client

HERE = Path(__file__).parent
SCRATCHATTACH = "tests.interop.with_scratchattach"


@pytest.fixture
def relay(start: Start) -> str:
    """The URL of a relay as it comes, in a process of its own."""
    return str(start("p2pscrabble_relay", "--listen", "127.0.0.1:0", "--json").event("listening")["url"])


def scratchattach(start: Start, url: str, room: str) -> Program:
    """The other library's program."""
    if find_spec("scratchattach") is None:
        missing("scratchattach is not there: `pip install --group clients` installs it")
    return start(SCRATCHATTACH, url, room)


@contextmanager
def player(url: str, room: str) -> Iterator[None]:
    """TurboWarp's player with the project, in a browser, its flag clicked."""
    script = module("@turbowarp/packager/dist/scaffolding/scaffolding-min.js", HERE)
    with chromium() as browser:
        page = browser.new_page()
        mistakes: list[str] = []
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.add_script_tag(path=script)
        page.evaluate(
            """async ([url, room, sb3]) => {
              const player = new Scaffolding.Scaffolding();
              player.setup();
              player.setUsername("player123456");
              player.addCloudProvider(new Scaffolding.Cloud.WebSocketProvider(url, room));
              await player.loadProject(Uint8Array.from(atob(sb3), (letter) => letter.charCodeAt(0)));
              player.start();
            }""",
            [url, room, base64.b64encode(sb3()).decode()],
        )
        yield
        assert not mistakes


async def test_scratchattach_sets_and_reads(start: Start, relay: str) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(relay, max_msg_size=0) as ws:
        client = Client(ws)
        await client.handshake("4821")
        program = scratchattach(start, relay, "4821")
        await client.until("☁ one", "0123")
        assert client.values == {"☁ one": "0123", "☁ two": 2, "☁ three": "3.5", "☁ four": "9" * 100_000}
        await client.set("☁ question", "21")
        await client.until("☁ answer", "42")
    assert json.loads(program.lines.readline()) == {"question": "21"}
    assert program.process.wait(60) == 0, program.errors.read_text()


def test_a_scratch_project_in_turbowarps_player_sets_and_reads(relay: str) -> None:
    async def talk() -> None:
        async with aiohttp.ClientSession() as session, session.ws_connect(relay) as ws:
            client = Client(ws)
            await client.handshake("4821")
            await client.until("☁ answer", HELLO)
            await client.set("☁ question", "21")
            await client.until("☁ answer", 42)

    with player(relay, "4821"), ThreadPoolExecutor() as aside:  # Playwright has a loop in this thread
        aside.submit(asyncio.run, talk()).result(60)
