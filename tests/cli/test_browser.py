"""The program as a process: what it prints, where its page is, and what a second start does."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from aiohttp import ClientSession, CookieJar

from p2pscrabble.web.opening import KEY_FILE
from p2pscrabble.web.running import RUNNING_FILE
from tests.cli.conftest import loopback

PAGE: Final = ("--no-browser", "--json")
DEADLINE: Final = 60.0


class Browser:
    """A browser that has come in by an address with a key."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.port = urlsplit(url).port
        self.origin = f"http://127.0.0.1:{self.port}"

    @property
    def leads_to(self) -> str:
        """Where the address leads."""
        return parse_qs(urlsplit(self.url).query)["to"][0]

    def status(self, *, cookie: str | None = None) -> int:
        """What is answered to the lobby's address, with the cookie that the key brings or with this one."""

        async def get() -> int:
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
                if cookie is None:
                    (await session.get(self.url)).raise_for_status()
                headers = {} if cookie is None else {"Cookie": f"p2pscrabble_{self.port}={cookie}"}
                return (await session.get(self.origin + "/", headers=headers)).status

        return asyncio.run(get())

    def state(self, room: str | None, ready: Callable[[dict[str, Any]], object], *commands: dict[str, Any]) -> Any:
        """The state of a room as soon as it is so; the commands are sent one after the other before."""

        async def look() -> dict[str, Any]:
            state: dict[str, Any] = {}
            async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
                (await session.get(self.url)).raise_for_status()
                at = self.origin + "/socket" + (f"?room={room}" if room else "")
                async with session.ws_connect(at, origin=self.origin) as line, asyncio.timeout(DEADLINE):
                    waiting = list(enumerate(commands))
                    while waiting or not (state and ready(state)):
                        if waiting and state:
                            number, command = waiting.pop(0)
                            await line.send_str(json.dumps({"id": number, **command}))
                        said = json.loads((await line.receive()).data)
                        if said["t"] == "state":
                            state |= said["set"]
                        if said["t"] == "answer":
                            assert said["ok"], said
            return state

        return asyncio.run(look())


def at(running: Any) -> Browser:
    """The page of a program."""
    return Browser(running.event("page")["url"])


def test_the_lobby(start: Any, tmp_path: Path) -> None:
    program = start(*PAGE)
    page = at(program)
    assert page.leads_to == "/"
    assert program.event("page")["room"] is None
    program.sees(page.url)
    assert page.status() == 200
    assert page.status(cookie="x") == 403
    assert page.state(None, lambda state: "games" in state)["relay"]["state"] == "none"
    told = json.loads((tmp_path / "a" / RUNNING_FILE).read_text())
    assert told["port"] == page.port
    assert program.interrupt() == 130
    assert not (tmp_path / "a" / RUNNING_FILE).exists()
    assert "seat" not in program.stderr


def test_a_second_start_finds_the_running_program(start: Any) -> None:
    first = start(*PAGE)
    port = at(first).port
    host = start(*PAGE, "host", "--name", "Zoë", *loopback())
    assert host.ends() == 0
    told = host.event("room")
    assert f"Room code: {told['code']}" in host.stderr
    assert told["link"] in host.stderr
    assert (at(host).port, at(host).leads_to) == (port, f"/room/{told['id']}")
    shown = at(host).state(told["id"], lambda state: state["players"])
    assert shown["players"][0]["name"] == "Zoë"
    assert first.event("room")["id"] == told["id"]

    again = start(*PAGE, "resume", told["id"][:4])
    assert again.ends() == 0
    assert again.event("room")["link"] == told["link"]
    joined = start(*PAGE, "join", env={"P2PSCRABBLE_CODE": told["link"]})
    assert joined.ends() == 0
    assert at(joined).leads_to == f"/room/{told['id']}"
    lobby = start(*PAGE)
    assert lobby.ends() == 0
    assert (at(lobby).port, at(lobby).leads_to) == (port, "/")
    demo = start(*PAGE, "demo")
    assert demo.ends() == 0
    room = demo.event("page")["room"]
    assert at(demo).state(room, lambda state: state["turn"])["demo"]

    wrong = start(*PAGE, "host", "--lexicon", "none", *loopback())
    assert wrong.ends() == 2
    other = start(*PAGE, data="b")
    assert at(other).port != port
    assert first.interrupt() == 130
    assert "Your seat is kept" in first.stderr


def test_a_killed_program_is_back_at_its_address_and_the_tab_goes_on(start: Any, tmp_path: Path) -> None:
    first = start(*PAGE, "host", *loopback())
    page, room = at(first), first.event("page")["room"]
    token = (tmp_path / "a" / KEY_FILE).read_text().strip()
    page.state(room, lambda state: state["draft"]["chat"], {"do": "draft", "chat": "half a line"})
    first.process.kill()
    first.ends()
    assert (tmp_path / "a" / RUNNING_FILE).exists()
    second = start(*PAGE)
    assert at(second).port == page.port
    assert page.status(cookie=token) == 200
    assert at(second).state(room, lambda state: state["code"])["draft"]["chat"] == "half a line"
    assert second.interrupt() == 130


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at the processes in /proc")
def test_the_browser_is_opened_by_a_file_and_the_key_stands_in_no_list_of_processes(start: Any, tmp_path: Path) -> None:
    script = tmp_path / "browser"
    new, opened = tmp_path / "opened.new", tmp_path / "opened"
    script.write_text(f'#!/bin/sh\nprintf %s "$1" > "{new}"; mv "{new}" "{opened}"\n')
    script.chmod(0o755)
    program = start("--json", "host", *loopback(), env={"BROWSER": f"{script} %s"})
    program.sees("(opening browser)")
    assert "key=" not in program.stderr
    address = f"http://127.0.0.1:{at(program).port}/"
    assert f"Your board: {address}   (opening browser)" in program.stderr
    program.sees("Ctrl-C leaves; `p2pscrabble resume` comes back.")
    file = Path(urlsplit(appears(opened).read_text()).path)
    assert file.parent == tmp_path / "a"
    assert file.stat().st_mode & 0o777 == 0o600
    url = file.read_text().split('href="')[1].split('"')[0].replace("&amp;", "&")
    token = (tmp_path / "a" / KEY_FILE).read_text().strip()
    keys = [token, parse_qs(urlsplit(url).query)["key"][0], parse_qs(urlsplit(at(program).url).query)["key"][0]]
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = process.read_bytes().decode(errors="replace")
        except OSError:
            continue
        assert not any(key in line for key in keys)
    assert Browser(url).status() == 200
    assert not file.exists()
    # A second start opens its browser itself.
    opened.unlink()
    lobby = start("--json", env={"BROWSER": f"{script} %s"})
    assert lobby.ends() == 0
    assert Path(urlsplit(appears(opened).read_text()).path).exists()
    assert program.interrupt() == 130
    assert not list((tmp_path / "a").glob("open-*"))


def appears(path: Path) -> Path:
    """The file, as soon as it is there."""
    end = time.monotonic() + DEADLINE
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    return path


def test_a_browser_that_does_not_come_is_helped(start: Any) -> None:
    program = start("--json", env={"BROWSER": "true %s"})
    program.sees("If no browser has opened, open this address in one:")
    assert Browser(program.event("page")["url"]).status() == 200


def test_the_end_of_a_game_is_told_with_its_number(start: Any) -> None:
    host = start("--no-browser", "host", "--rule", "first=host", *loopback())
    host.sees("/open?key=")
    url = next(line.strip() for line in host.stderr.splitlines() if "/open?key=" in line)
    page = Browser(url)
    room = page.leads_to.removeprefix("/room/")
    link = page.state(room, lambda state: state["link"])["link"]
    start("bot", "--name", "Ben", data="b", env={"P2PSCRABBLE_CODE": link})
    page.state(room, lambda state: state["turn"])
    host.sees("Ben is here.")
    page.state(room, lambda state: state["phase"] == "closed", {"do": "leave"})
    number = host.until(lambda: next((line for line in host.stdout.splitlines() if line.isdecimal()), None))
    shown = start(*PAGE, "replay", "--browser", number)
    assert shown.ends() == 0
    assert at(shown).leads_to == f"/replay#{number}"
    assert host.interrupt() == 130


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_polite_end_ends_everything(start: Any, number: signal.Signals) -> None:
    program = start(*PAGE, "demo")
    room = program.event("page")["room"]
    at(program).state(room, lambda state: state["turn"])
    children = Path(f"/proc/{program.process.pid}/task/{program.process.pid}/children").read_text().split()
    assert children
    program.process.send_signal(number)
    assert program.ends() == 130
    for child in children:
        with pytest.raises(ProcessLookupError):
            os.kill(int(child), 0)
    assert "Your seat is kept" in program.stderr


def test_the_page_ends_the_program(start: Any, tmp_path: Path) -> None:
    program = start(*PAGE)
    at(program).state(None, lambda state: state, {"do": "quit"})
    assert program.ends() == 0
    assert not (tmp_path / "a" / RUNNING_FILE).exists()


def test_what_cannot_be_done_leaves_nothing_behind(start: Any, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        program = start(*PAGE, "--port", str(taken.getsockname()[1]))
        assert program.ends() == 2
        assert "another program has it" in program.stderr
    no_login = start(*PAGE, "--relay", "scratch:1", "join", env={"P2PSCRABBLE_CODE": "3372 4681 0187 8858"})
    assert no_login.ends() == 2
    assert "P2PSCRABBLE_SCRATCH_SESSION" in no_login.stderr
    assert no_login.events[-1]["event"] == "error"
    assert not (tmp_path / "a" / RUNNING_FILE).exists()
    assert not list((tmp_path / "a" / "rooms").glob("*"))


def test_a_given_port_is_taken(start: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = start(*PAGE, env={"P2PSCRABBLE_PORT": str(port)})
    assert at(program).port == port
