"""What docs/page.md says of the page is what the page and its server do.

``python -m tests.docs.test_page`` writes the computed blocks into the page anew.
"""

from __future__ import annotations

import asyncio
import json
import re
import socket
from pathlib import Path

import pytest
from aiohttp import web

from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.web import commands as command_module
from p2pscrabble.web import guard as guard_module
from p2pscrabble.web import opening, program, rooms, tabs
from p2pscrabble.web.commands import Commands
from p2pscrabble.web.guard import Guard
from p2pscrabble.web.opening import Doors, is_own_path
from p2pscrabble.web.program import Program
from p2pscrabble.web.server import Server
from tests.docs import pages
from tests.needs import PAGE as FILES
from tests.needs import ROOT
from tests.web.protocol import Protocol
from tests.web.serving import Told, served

PAGE = pages.ROOT / "docs" / "page.md"
TEXT = pages.read(PAGE)
NAMED = [pages.ROOT / "README.md", PAGE, pages.ROOT / "docs" / "faq.md"]
ELSEWHERE = {"Terminal", "PowerShell"}
"""What is named in italics, and is not on the page."""


def policy() -> str:
    """The policy on every answer, a directive a line."""
    response = web.Response()
    Guard(41873, "").harden(response)
    return response.headers["Content-Security-Policy"].replace("; ", ";\n") + "\n"


def headers() -> str:
    """The other headers on every answer, but what every server has."""
    response = web.Response()
    Guard(41873, "").harden(response)
    own = {**response.headers}
    for name in ("Content-Security-Policy", "Content-Type", "Content-Length"):
        own.pop(name, None)
    return "".join(f"{name}: {value}\n" for name, value in own.items())


def shown() -> dict[str, str]:
    """Every computed block of the page."""
    return {"policy": policy(), "headers": headers()}


def table(heading: str) -> list[list[str]]:
    """The rows of the first table whose head begins so."""
    found = re.search(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", TEXT, flags=re.M)
    assert found, heading
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found[1].splitlines()]


def script(name: str) -> str:
    return (FILES / name).read_text("utf-8")


def test_the_page_shows_what_the_program_makes() -> None:
    assert pages.computed(TEXT) == shown()


def test_the_keys_are_those_of_the_help_and_a_few_more() -> None:
    listed = re.search(r"const KEYS = [\[{](.*?)^[\]}];", script("screens/help.js"), flags=re.M | re.S)
    assert listed
    helped = [tuple(row) for row in re.findall(r'"(.+?)"[:,] "(.+?)"', listed[1])]
    told = [tuple(cells) for cells in table("key")]
    assert told[: len(helped)] == helped
    assert [key for key, _ in told[len(helped) :]] == ["Home, End", "Page Up, Page Down"]


def test_every_key_of_the_board_is_told_and_every_key_told_is_there() -> None:
    text = script("table/keys.js")
    steps = re.search(r"const STEPS = \{(.*?)\};", text, flags=re.S)
    keys = re.search(r"const keys = \{(.*?)^  \};", text, flags=re.M | re.S)
    assert steps
    assert keys
    there = set(re.findall(r"\b(\w+): \[", steps[1]))
    there |= {name or quoted for name, quoted in re.findall(r'^\s*(?:(\w+)|"(.)"):', keys[1], flags=re.M)}
    names = {"Escape": "Esc", " ": "Space", "PageUp": "Page Up", "PageDown": "Page Down"}
    told = {key for cells in table("key") for key in cells[0].split(", ")} - {"A to Z", "Shift and a letter"}
    arrows = {"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"}
    assert arrows < there
    assert {names.get(key, key) for key in there - arrows} == told - {"Arrow keys"}


def test_the_screens_are_those_of_the_server(tmp_path: Path) -> None:
    told = [cells[0].strip("`") for cells in table("address")]
    for address in told:
        assert is_own_path(address.replace("ID", "4821-0762e4").replace("NUMBER", "104394"))
    served_paths = {resource.canonical for resource in application(tmp_path).router.resources()}
    screens = {address.partition("#")[0].replace("ID", "{room}") for address in told}
    others = served_paths - screens
    assert screens < served_paths
    assert others == {"/page/{path}", "/room/{room}/qr.svg", "/favicon.ico", "/open", "/socket", "/start"}
    for path in others:
        assert f"`{path.replace('{path}', '…').replace('{room}', 'ID')}`" in TEXT


def application(data: Path) -> web.Application:
    """The server's, without a running program."""

    async def made() -> web.Application:
        return Server(Program(data, (), Told()), Guard(1, ""), Doors(data, 1)).application()

    return asyncio.run(made())


def test_the_numbers_are_those_of_the_program() -> None:
    words = " ".join(TEXT.split())
    for number in (
        f"{tabs.MAX_MESSAGE:,} bytes at most",
        f"{tabs.MAX_TABS} tabs and {program.MAX_ROOMS} rooms",
        f"good once and for {opening._GOOD_FOR:.0f} seconds",
        f"remembers the last {command_module._REMEMBERED}",
        f"{opening._TOKEN_BYTES} random bytes",
        f"`{opening.KEY_FILE}` in the data folder",
        f"as `{rooms.DRAFT_FILE}` beside the room",
        f"`{guard_module.OPEN}` and `{guard_module.SOCKET}`",
    ):
        assert number in words, number


def test_the_commands_are_those_of_the_program(tmp_path: Path) -> None:
    found = re.search(r"^In a room: (?P<room>.*?)\. Anywhere: (?P<anywhere>.*?)\. ", TEXT, flags=re.M | re.S)
    assert found
    room, anywhere = (set(re.findall(r"`(\w+)`", found[name])) for name in ("room", "anywhere"))

    async def known() -> tuple[set[str], set[str]]:
        there = Commands(Program(tmp_path, (), Told()))
        return set(there._in_room), set(there._everywhere)

    assert (room, anywhere - {"whole"}) == asyncio.run(known())


def test_the_examples_are_messages() -> None:
    protocol = Protocol()
    lines = [line for block in pages.blocks(TEXT) if block.language == "json" for line in block.text.splitlines()]
    assert len(lines) == 5
    for line in lines:
        said = json.loads(line)
        if "do" in said:
            assert protocol.wrong(said, "Command") == []
        elif said["t"] == "state":
            assert protocol.wrong(said["set"], "LobbyState") == [] or said["base"] is not None
            assert set(said) == protocol.keys("State")
        else:
            assert set(said) == {"t", "re", "ok"} | ({"error"} if not said["ok"] else set())


def test_the_sentence_of_the_example_is_the_programs() -> None:
    assert json.dumps(command_module._NOT_ANY_MORE) in TEXT


@pytest.mark.parametrize("page", NAMED, ids=pages.name)
def test_what_is_named_in_italics_stands_on_the_page(page: Path) -> None:
    source = "\n".join(path.read_text("utf-8") for path in FILES.rglob("*.js"))
    named = re.findall(r"(?<![*\w])\*([A-Z][^*\n]+)\*(?![*\w])", pages.prose(pages.read(page)))
    assert len(named) > 3
    for name in set(named) - ELSEWHERE:
        assert any(f"{mark}{name}" in source for mark in "\"'`>“"), name


def test_what_a_square_says_is_said_so() -> None:
    for said in re.findall(r'"([A-O]\d+, [^"]+)"', " ".join(TEXT.split())):
        assert said in (ROOT / "tests" / "page" / "geometry.test.js").read_text("utf-8"), said


async def test_no_other_computer_reaches_the_page(tmp_path: Path) -> None:
    """It listens on one address of the loopback network, which leads nowhere else, and on no other."""
    words = tmp_path / "words"
    WordLists(words).named("modern")
    async with served(tmp_path / "data", words / "wordlists") as page:
        others = {str(found[4][0]) for found in socket.getaddrinfo(socket.gethostname(), None)}
        assert reaches("127.0.0.1", page.server.port)
        for other in {"127.0.0.2", "::1", *others} - {"127.0.0.1"}:
            assert not reaches(other, page.server.port), other


def reaches(address: str, port: int) -> bool:
    """Whether something takes connections there."""
    try:
        socket.create_connection((address, port), 2).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    PAGE.write_text(pages.with_computed(TEXT, shown()), encoding="utf-8")
