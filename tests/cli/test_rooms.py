"""People and computer players in rooms, each in a process of its own, on a real relay."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.cli import rooms
from p2pscrabble.errors import StoreError
from p2pscrabble.numerals import Invitation, RoomCode
from p2pscrabble.peer.session import Where
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary
from tests.cli.conftest import loopback

CODE = RoomCode.random(bytes(range(16)))
MOVED = re.compile(r"Computer (?:plays|exchanges|passes)")


def opened(process: Any) -> dict[str, Any]:
    """The room that a host has opened."""
    room: dict[str, Any] = process.event("room")
    return room


def test_a_game_from_host_to_replay(start: Any, run: Any, tmp_path: Path) -> None:
    host = start("--json", "--name", "Ana", "host", "--auto", "--games", "1", *loopback(), stdin=False)
    room = opened(host)
    assert room["v"] == 1
    assert room["link"].startswith("ws://127.0.0.1:")
    assert room["link"].endswith(room["code"].replace(" ", ""))
    host.sees("On the other computer, run:\n    p2pscrabble join\n")
    host.sees(room["link"])
    guest = start("--name", "Ben", "join", "--auto", "--games", "1", data="b", env={"P2PSCRABBLE_CODE": room["link"]})
    assert host.ends() == 0
    assert guest.ends() == 0

    over = next(event for event in host.events if event["event"] == "over")
    assert over["names"] == ["Ana", "Ben"]
    assert guest.stdout.strip() == over["replay"], "the guest's result is the same number"
    verdicts = [event for event in host.events if event["event"] == "verdict"]
    assert [verdict["sound"] for verdict in verdicts] == [True]
    moves = [event for event in host.events if event["event"] == "move"]
    assert all({"name", "seat", "outcome", "scores", "bag", "move", "text", "v"} <= event.keys() for event in moves)

    folder = str(tmp_path / "a")
    shown = run("--data-dir", folder, "replay", over["replay"])
    assert shown.code == 0
    assert f"Result: Ana {over['scores'][0]}, Ben {over['scores'][1]}." in shown.stdout
    assert f"Result: Ana {over['scores'][0]}, Ben {over['scores'][1]}." in run("--data-dir", folder, "replay").stdout
    audit = run("--data-dir", folder, "replay", "--audit", over["replay"])
    assert audit.code == 0, audit.stdout
    assert "WRONG" not in audit.stdout
    assert "Every tile was dealt as the seeds" in audit.stdout
    assert "word list modern" in audit.stdout


def test_two_people_type(start: Any) -> None:
    host = start("--name", "Ana", "host", "--text", "--rule", "first=host", *loopback())
    link = host.until(lambda: next((line.strip() for line in host.stderr.splitlines() if "ws://" in line), None))
    guest = start("join", "--text", "--name", "Ben", data="b")
    guest.sees("Room code or link: ")
    guest.type(link)
    host.sees("Ben is here.")
    host.sees("It is your turn.")
    guest.sees("It is Ana’s turn.")
    guest.type("8H CAT")
    guest.sees("It is Ana’s turn. To see what a move would be worth, put score in front.")
    host.type("1A QQ")
    host.sees("Not played, and nothing is lost:")
    guest.type("/hello")
    host.sees("Ben: hello")
    host.type("pass")
    guest.sees("Ana passes.")
    guest.sees("It is your turn.")
    guest.type("leave")
    assert guest.ends() == 0
    host.sees("Ben has left the game.")
    host.sees("Ana wins.")
    host.type("quit")
    assert host.ends() == 0
    assert "Your seat is kept" in host.stderr


def test_ctrl_c_keeps_the_seat_and_resume_comes_back(start: Any) -> None:
    host = start("--json", "host", "--text", "--rule", "first=host", *loopback())
    link = opened(host)["link"]
    guest = start("join", "--text", "--name", "Ben", data="b", env={"P2PSCRABBLE_CODE": link})
    guest.sees("Your rack: ")
    assert guest.interrupt() == 130
    assert "Your seat is kept: `p2pscrabble resume` comes back." in guest.stderr
    back = start("resume", "--text", data="b")
    back.sees("Your rack: ")
    host.sees("It is your turn.")
    host.type("pass")
    back.sees("It is your turn.")
    twice = start("resume", "--text", data="b")
    assert twice.ends() == 2
    assert "open in another window" in twice.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_a_polite_end_from_outside_keeps_the_seat_too(start: Any) -> None:
    host = start("--json", "host", "--text", *loopback())
    opened(host)
    host.process.send_signal(signal.SIGTERM)
    assert host.ends() == 130
    assert "Your seat is kept" in host.stderr


def test_the_end_of_a_pipe_keeps_the_seat(start: Any) -> None:
    host = start("--json", "host", "--text", *loopback())
    opened(host)
    host.process.stdin.close()
    assert host.ends() == 0
    assert "Your seat is kept" in host.stderr


def test_to_a_full_room_one_comes_to_watch(start: Any) -> None:
    host = start("--json", "host", "--text", *loopback())
    link = opened(host)["link"]
    guest = start("join", "--text", "--name", "Ben", data="b", env={"P2PSCRABBLE_CODE": link})
    guest.sees("Your rack: ")
    third = start("join", "--text", "--name", "Cleo", data="c", env={"P2PSCRABBLE_CODE": link})
    third.sees("You are watching")
    guest.sees("Cleo is watching.")
    eve = start("join", "--watch", "--text", "--name", "Eve", data="d", env={"P2PSCRABBLE_CODE": link})
    eve.sees("You are watching")
    eve.type("pass")
    eve.sees("To see what a move would be worth")
    for watcher in (eve, third):
        watcher.type("quit")
        assert watcher.ends() == 0
    auto = start("join", "--auto", "--name", "Auto", data="e", env={"P2PSCRABBLE_CODE": link})
    assert auto.ends() == 1
    assert "The room is full" in auto.stderr
    assert start("join", "--auto", "--watch", data="f", env={"P2PSCRABBLE_CODE": link}).ends() == 2


def test_another_word_list_is_said(start: Any, tmp_path: Path) -> None:
    list_file = tmp_path / "mine.txt"
    list_file.write_text("aa\nab\nba\n")
    added = start("wordlist", "add", str(list_file))
    assert added.ends() == 0
    host = start("--json", "host", "--text", "--lexicon", "mine", *loopback())
    guest = start("join", "--text", "--name", "Ben", data="b", env={"P2PSCRABBLE_CODE": opened(host)["link"]})
    assert guest.ends() == 2
    assert "mine" in guest.stderr
    assert "wordlist add" in guest.stderr


def test_a_relay_that_is_not_there(start: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    guest = start("--json", "join", "--text", env={"P2PSCRABBLE_CODE": f"ws://127.0.0.1:{port}/#3372468101878858"})
    assert guest.ends() == 3
    assert "cannot be reached" in guest.stderr
    error = json.loads(guest.stdout.splitlines()[-1])
    assert (error["event"], error["code"]) == ("error", 3)


def test_a_port_that_is_taken(start: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        host = start("host", "--text", "--listen", f"127.0.0.1:{taken.getsockname()[1]}")
        assert host.ends() == 2
        assert "cannot listen on port" in host.stderr
        assert "address already in use" in host.stderr


def test_a_code_without_a_relay(run: Any) -> None:
    answer = run("join", "3372468101878858", "--auto")
    assert answer.code == 3
    assert "local network" in answer.stderr
    assert "--relay" in answer.stderr


def test_an_open_room_is_listed(start: Any) -> None:
    relay = start("relay", "--listen", "127.0.0.1:0", "--json")
    url = relay.event("listening")["url"]
    host = start("--relay", url, "--name", "Ana", "--json", "host", "--text", "--public", *loopback(), data="b")
    code = opened(host)["code"]
    seen = start("--relay", url, "--text", data="c")
    assert seen.ends() == 0
    for _ in range(10):
        if code in seen.stdout:
            break
        seen = start("--relay", url, "--text", data="c")
        assert seen.ends() == 0
    assert "Ana: 1 of 2 seats taken, classic, modern" in seen.stdout
    assert f"and the code {code}" in seen.stdout
    guest = start("--relay", url, "--name", "Ben", "join", "--text", data="c", env={"P2PSCRABBLE_CODE": code})
    guest.sees("Your rack: ")
    assert relay.interrupt() == 130


class TestDemo:
    """The first thing that a newcomer runs."""

    def test_it_plays_by_itself(self, start: Any) -> None:
        demo = start("demo", "--auto", "--json", stdin=False)
        assert demo.ends() == 0
        over = next(event for event in demo.events if event["event"] == "over")
        assert over["replay"].isdecimal()
        assert opened(demo)["link"].startswith("ws://127.0.0.1:")

    def test_it_is_kept_and_comes_back_and_leaves_nobody_behind(self, start: Any) -> None:
        demo = start("demo", "--text", "--rule", "first=host", "--json")
        demo.sees("It is your turn.")
        demo.type("pass")
        demo.until(lambda: MOVED.search(demo.stderr))
        demo.type("quit")
        assert demo.ends() == 0
        back = start("resume", "--text", "--json")
        back.until(lambda: MOVED.search(back.stderr))
        back.sees("It is your turn.")
        back.type("pass")
        back.until(lambda: True if back.stderr.count("Computer ") > 3 else None)
        back.type("leave")
        assert back.ends() == 0
        nothing = start("resume", "--text")
        assert nothing.ends() == 1
        assert "no unfinished game" in nothing.stderr

    @pytest.mark.skipif(not Path("/proc").exists(), reason="looks for the process in /proc")
    def test_killed_it_takes_its_player_along(self, start: Any) -> None:
        demo = start("demo", "--text")
        demo.sees("Your rack: ")
        children = Path(f"/proc/{demo.process.pid}/task/{demo.process.pid}/children").read_text().split()
        assert children
        demo.process.kill()
        demo.ends()
        end = time.monotonic() + 30
        while any(is_alive(int(child)) for child in children):
            assert time.monotonic() < end
            time.sleep(0.05)


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_seat_moves_to_the_address_that_the_host_has_today(start: Any, tmp_path: Path) -> None:
    host = start("--json", "host", "--text", "--rule", "first=host", *loopback())
    link = opened(host)["link"]
    guest = start("join", "--text", "--name", "Ben", data="b", env={"P2PSCRABBLE_CODE": link})
    guest.sees("Your rack: ")
    assert guest.interrupt() == 130
    assert host.interrupt() == 130
    (noted,) = (tmp_path / "a" / "rooms").glob("*/room.json")
    room = json.loads(noted.read_text())
    with socket.create_server(("127.0.0.1", 0)) as free:
        room["settings"]["port"] = free.getsockname()[1]
    noted.write_text(json.dumps(room))
    host = start("--json", "resume", "--text")
    moved = opened(host)["link"]
    assert moved != link
    guest = start("join", "--text", data="b", env={"P2PSCRABBLE_CODE": moved})
    host.sees("It is your turn.")
    host.type("pass")
    guest.sees("It is your turn.")


class TestTheSeatOfAComputerPlayer:
    """Which folder it comes back to."""

    @pytest.fixture
    def where(self, tmp_path: Path) -> Where:
        return Where(tmp_path, "Computer")

    @pytest.fixture
    def opened(self, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """What was entered, in order: a folder by its name, or a new seat."""
        entered: list[str] = []

        @asynccontextmanager
        async def coming_back(store: RoomStore, _: Where) -> AsyncIterator[str]:
            with store:
                entered.append(store.folder.name)
                yield store.folder.name

        @asynccontextmanager
        async def joining(*_: object) -> AsyncIterator[str]:
            entered.append("new")
            yield "new"

        monkeypatch.setattr(rooms, "resume", coming_back)
        monkeypatch.setattr(rooms, "join", joining)
        return entered

    @staticmethod
    def seat(where: Where, folder: str, made: int, **how: Any) -> RoomStore:
        room = RoomFile(**{"code": str(CODE), "relay": "", "role": "bot", "name": "Computer", "made": made, **how})
        return RoomStore.create(where.rooms, folder, room, bytes(64))

    async def test_the_first_of_its_name(self, where: Where, opened: list[str]) -> None:
        self.seat(where, "1-later", 30)
        self.seat(where, "2-first", 20)
        self.seat(where, "3-other", 10, name="Machine")
        self.seat(where, "4-person", 10, role="player")
        self.seat(where, "5-elsewhere", 10, code=str(RoomCode.random(bytes(16))))
        with self.seat(where, "6-left", 10) as left:
            left.write_summary(Summary(state="left"))
        async with rooms._bot_session(Invitation(None, CODE), where, sole=True):
            assert opened == ["2-first"]
            async with rooms._bot_session(Invitation(None, CODE), where, sole=False):
                assert opened == ["2-first", "3-other"]

    async def test_one_that_is_just_ending_is_waited_for(self, where: Where, opened: list[str]) -> None:
        self.seat(where, "1-other", 1, name="Machine")
        with self.seat(where, "2-held", 2):
            session = rooms._bot_session(Invitation(None, CODE), where, sole=True)
            entering = asyncio.create_task(session.__aenter__())
            await asyncio.sleep(0.05)
            assert opened == []
        await asyncio.wait_for(entering, 30)
        assert opened == ["2-held"]
        await session.__aexit__(None, None, None)

    async def test_one_that_stays_is_no_reason_to_take_another_seat(
        self, where: Where, opened: list[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(rooms, "_PATIENCE", 0.2)
        with self.seat(where, "1-held", 1), pytest.raises(StoreError, match="open in another window"):
            async with rooms._bot_session(Invitation(None, CODE), where, sole=True):
                pass
        assert opened == []

    async def test_a_second_one_that_was_started_by_hand_takes_another_seat(
        self, where: Where, opened: list[str]
    ) -> None:
        with self.seat(where, "1-held", 1):
            async with rooms._bot_session(Invitation(None, CODE), where, sole=False):
                assert opened == ["new"]
