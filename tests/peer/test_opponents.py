"""Computer players that belong to a room: brought, brought back, and sent away."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.peer import opponents
from p2pscrabble.peer.opponents import Opponents, is_demo, note_opponents, opponents_of
from p2pscrabble.peer.session import HostSettings, Session, Where, host
from p2pscrabble.transport import parse_relay

DEADLINE = 60.0


@pytest.fixture
async def session(tmp_path: Path) -> AsyncIterator[Session]:
    async with host(HostSettings(seats=4, listen="127.0.0.1"), Where(tmp_path, "Ana")) as opened:
        yield opened


class Script:
    """Stands in for the computer player's program; notes each start."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._file = folder / "player"
        self._starts = folder / "starts"
        self._starts.touch()
        monkeypatch.setattr(sys, "executable", str(self._file))
        monkeypatch.setattr(opponents, "_PAUSES", (0.0, 0.0, 0.0))

    def does(self, what: str) -> None:
        self._file.write_text(f'#!/bin/sh\necho "$P2PSCRABBLE_NAME $*" >> "{self._starts}"\n{what}\n')
        self._file.chmod(0o755)

    @property
    def starts(self) -> list[str]:
        return self._starts.read_text().splitlines()


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    if sys.platform == "win32":
        pytest.skip("the stand-in is a shell script")
    return Script(tmp_path, monkeypatch)


class Heard:
    """What was told."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self._news = asyncio.Event()

    def __call__(self, text: str) -> None:
        self.said.append(text)
        self._news.set()

    async def something(self) -> str:
        await asyncio.wait_for(self._news.wait(), DEADLINE)
        return self.said[-1]


async def test_those_that_belong_come_and_go_with_the_room(session: Session, script: Script, tmp_path: Path) -> None:
    script.does("cat > /dev/null")
    note_opponents(session.store, 2)
    told = Heard()
    async with Opponents(session, tmp_path, told) as playing:
        assert playing.count == 2
        assert await playing.add() == "Robot"
        with pytest.raises(UsageError):
            await playing.add()
        assert opponents_of(session.store.room) == 3
        assert is_demo(session.store.room)
    assert told.said == []
    assert sorted(script.starts) == [
        f"{name} -m p2pscrabble bot --while-stdin" for name in ("Computer", "Machine", "Robot")
    ]
    async with Opponents(session, tmp_path, told) as playing:
        assert playing.count == 3


async def test_the_code_goes_by_the_environment(session: Session, script: Script, tmp_path: Path) -> None:
    script.does(f'env > "{tmp_path}/env.new"; mv "{tmp_path}/env.new" "{tmp_path}/env"; cat > /dev/null')
    async with Opponents(session, tmp_path, Heard()) as playing:
        await playing.add()
        async with asyncio.timeout(DEADLINE):
            while not (tmp_path / "env").exists():  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    environment = (tmp_path / "env").read_text()
    assert f"P2PSCRABBLE_CODE=ws://127.0.0.1:{session.relay.url.split(':')[-1].strip('/')}/#" in environment
    assert f"P2PSCRABBLE_DATA_DIR={tmp_path}" in environment
    assert not any(session.code.digits in start for start in script.starts)


async def test_in_a_room_on_several_relays_they_know_all_of_them(script: Script, tmp_path: Path) -> None:
    """A link names but one, and that may be the one that does not answer."""
    script.does(f'env > "{tmp_path}/env.new"; mv "{tmp_path}/env.new" "{tmp_path}/env"; cat > /dev/null')
    addresses = ["ws://127.0.0.1:9/", "ws://127.0.0.1:11/"]
    relays = tuple(parse_relay(address) for address in addresses)
    async with host(HostSettings(), Where(tmp_path, "Ana", relays)) as session:
        async with Opponents(session, tmp_path, Heard()) as playing:
            await playing.add()
            async with asyncio.timeout(DEADLINE):
                while not (tmp_path / "env").exists():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        environment = (tmp_path / "env").read_text().splitlines()
        assert f"P2PSCRABBLE_CODE={session.code}" in environment
        assert f"P2PSCRABBLE_RELAY={' '.join(addresses)}" in environment


async def test_one_that_stops_comes_back_some_times(session: Session, script: Script, tmp_path: Path) -> None:
    script.does("echo Traceback >&2; exit 1")
    told = Heard()
    async with Opponents(session, tmp_path, told) as playing:
        await playing.add()
        assert "has stopped, again and again; why stands in" in await told.something()
        assert len(script.starts) == 4
        assert playing.count == 1


async def test_one_that_cannot_be_started(session: Session, script: Script, tmp_path: Path) -> None:
    told = Heard()
    async with Opponents(session, tmp_path, told) as playing:
        with pytest.raises(UsageError, match="Computer cannot be started: no such file"):
            await playing.add()
        assert playing.count == 0
        script.does('rm "$0"; exit 3')
        await playing.add()
        assert "has stopped, again and again" in await told.something()
        assert len(script.starts) == 1


async def test_one_that_is_brought_while_the_room_ends_goes(session: Session, script: Script, tmp_path: Path) -> None:
    script.does("cat > /dev/null")
    async with Opponents(session, tmp_path, Heard()) as playing:
        adding = asyncio.create_task(playing.add())
        await asyncio.sleep(0)
    with pytest.raises(UsageError, match="closed"):
        await adding
    assert playing.count == 0
    assert opponents_of(session.store.room) == 0


async def test_one_for_which_there_is_no_seat_goes(session: Session, script: Script, tmp_path: Path) -> None:
    script.does("echo The room is full. >&2; exit 1")
    told = Heard()
    async with Opponents(session, tmp_path, told) as playing:
        await playing.add()
        assert await told.something() == "There was no seat left for Computer."
        assert playing.count == 0
        assert opponents_of(session.store.room) == 0
        assert len(script.starts) == 1


async def test_one_that_ends_well_is_done(session: Session, script: Script, tmp_path: Path) -> None:
    script.does("exit 0")
    told = Heard()
    async with Opponents(session, tmp_path, told) as playing:
        await playing.add()
        watching = playing._playing[0].watching
        assert watching is not None
        await asyncio.wait_for(watching, DEADLINE)
    assert told.said == []
    assert len(script.starts) == 1


@pytest.mark.parametrize(("noted", "count"), [(None, 0), (True, 0), ("2", 0), (-1, 0), (2, 2), (99, 3)])
async def test_what_is_noted(session: Session, noted: object, count: int) -> None:
    room = session.store.room
    assert opponents_of(replace(room, settings={**room.settings, "opponents": noted})) == count
