"""A sealed game over what stands in for Scratch's server, with strangers in the project; the login shows up nowhere."""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import urllib.request
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http.cookiejar import CookieJar
from itertools import count, pairwise
from pathlib import Path
from threading import Event

import aiohttp
import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.transport.address import SERVER_VARIABLE, parse_relay
from p2pscrabble.transport.websocket import SESSION_VARIABLE, USER_VARIABLE
from tests.interop.conftest import PATIENCE, Program, Start
from tests.interop.scratch import NAMES, ORIGIN, Scratch, scratch
from tests.interop.test_sealed import agreed

PROJECT = "123456789"
SESSIONS = {"Ana": "session-of-ana-4821", "Ben": "session-of-ben-7730", "Eve": "session-of-eve-9152"}
TAKEN = NAMES[2:6]
"""The variables that a stranger uses."""


def login(server: Scratch, name: str) -> dict[str, str]:
    """The environment of somebody with an account."""
    return {SERVER_VARIABLE: server.url, SESSION_VARIABLE: SESSIONS[name], USER_VARIABLE: name.lower()}


@contextmanager
def stranger(server: Scratch) -> Iterator[None]:
    """Somebody whose program sets four of the project's variables, each once a second, all the time."""
    here, ended = Event(), Event()

    async def work() -> None:
        headers = {"Cookie": f"scratchsessionsid={SESSIONS['Eve']}", "Origin": ORIGIN}
        async with aiohttp.ClientSession(headers=headers) as session, session.ws_connect(server.url) as ws:
            hello = {"method": "handshake", "project_id": PROJECT, "user": "eve"}
            await ws.send_str(json.dumps(hello))
            for number in count(10**9):
                for name in TAKEN:
                    await ws.send_str(json.dumps({"method": "set", "name": name, "value": str(number)}))
                here.set()
                if await asyncio.to_thread(ended.wait, 1):
                    return

    with ThreadPoolExecutor() as aside:
        done: Future[None] = aside.submit(asyncio.run, work())
        here.wait(60)
        try:
            yield
        finally:
            ended.set()
            done.result(60)


def written(folder: Path, *programs: Program) -> Iterator[tuple[str, bytes]]:
    """All that a test's programs have left, and what they were started with."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()
    for program in programs:
        yield f"the arguments of {program.process.pid}", " ".join(map(str, program.process.args)).encode()  # type: ignore[arg-type]


def page(program: Program) -> bytes:
    """What the page is and what it may ask for, once it is let in."""
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    url = str(program.event("page")["url"])
    with browser.open(url) as answer:
        shown: bytes = answer.read()
    assert b"<title" in shown
    return shown


@pytest.mark.timeout(PATIENCE + 100)
def test_a_sealed_game(player: Start, tmp_path: Path) -> None:
    with scratch({session: name.lower() for name, session in SESSIONS.items()}) as (server, call), stranger(server):
        host = player(
            "Ana", f"scratch:{PROJECT}", "-vv", "host", "--auto", "--games", "1", "--countdown", "0",
            **login(server, "Ana"),
        )  # fmt: skip
        code = str(host.event("room")["code"])
        guest = player("Ben", f"scratch:{PROJECT}", "-vv", "bot", P2PSCRABBLE_CODE=code, **login(server, "Ben"))
        for _ in range(4):
            guest.event("move")
        call(lambda: server.cut("ana", "ben"))
        agreed([host, guest])

        doctor = player("Ana", f"scratch:{PROJECT}", "-vv", "doctor", **login(server, "Ana"))
        finding = doctor.lines.read()
        assert "answers" in finding
        assert doctor.process.wait(60) == 0, doctor.errors.read_text()
        export = player("Ana", f"scratch:{PROJECT}", "export", "--output", str(tmp_path / "game.json"))
        assert export.process.wait(60) == 0, export.errors.read_text()
        lobby = player("Ana", f"scratch:{PROJECT}", "-vv", "--no-browser", **login(server, "Ana"))
        (tmp_path / "page").write_bytes(page(lobby))
        (tmp_path / "said").write_text("".join([*host.heard, *guest.heard, *lobby.heard, finding]))
        found = dict(written(tmp_path, host, guest, doctor, export, lobby))

    assert {"game.json", "page", "said"} < found.keys()
    assert any(re.search("rooms/.*/room.json$", name) for name in found)
    assert [name for name, data in found.items() for session in SESSIONS.values() if session.encode() in data] == []
    told = [guest for guest in server.guests if guest.account in ("ana", "ben")]
    assert len(told) >= 5, "both came again after the cut"
    assert server.lost == server.too_long == server.turned_away == 0
    assert not {name for guest in told for _, name in guest.sets} & set(TAKEN), "what others write is left to them"
    gaps = [later - earlier for guest in told for (earlier, _), (later, _) in pairwise(guest.sets)]
    assert statistics.median(gaps) > 0.09


def test_only_the_environment_says_where_a_login_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    elsewhere = "wss://tunnel.example/"
    assert not parse_relay(f"scratch:{PROJECT}@{elsewhere}").needs_login
    monkeypatch.setenv(SERVER_VARIABLE, elsewhere)
    address = parse_relay(f"scratch:{PROJECT}")
    assert address.url == elsewhere
    assert address.needs_login
    assert parse_relay(str(address)) == address
    assert not parse_relay(f"scratch:{PROJECT}@wss://clouddata.scratch.mit.edu").needs_login
    for wrong in ("ws://tunnel.example/", "nonsense", "ftp://a"):
        monkeypatch.setenv(SERVER_VARIABLE, wrong)
        with pytest.raises(UsageError):
            parse_relay(f"scratch:{PROJECT}")


def test_without_a_login_it_is_said_what_is_missing(player: Start) -> None:
    program = player("Ana", f"scratch:{PROJECT}", "host", "--auto")
    assert program.process.wait(60) == 2
    assert SESSION_VARIABLE in program.errors.read_text()


def test_a_login_that_is_no_longer_good_is_told_without_it(player: Start) -> None:
    with scratch({}) as (server, _):
        program = player("Ana", f"scratch:{PROJECT}", "-vv", "doctor", **login(server, "Ana"))
        said = program.lines.read()
        assert program.process.wait(60) == 1, said
    assert server.turned_away > 0
    assert "403" in said
    assert SESSIONS["Ana"] not in said + program.errors.read_text()
