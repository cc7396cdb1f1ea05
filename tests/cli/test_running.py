"""A room run from the command line, with a peer that is none."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace
from typing import Any

import pytest

from p2pscrabble.cli.output import Output
from p2pscrabble.cli.running import play_room
from p2pscrabble.cli.settings import Settings
from p2pscrabble.errors import PeerError, RoomUnavailable
from p2pscrabble.peer.view import Notice, NoticeKind
from p2pscrabble.table import Phase
from p2pscrabble.text.play import Parting


class FakePeer:
    """Says what it was told to say, shows one phase, and ends as it was told to."""

    def __init__(self, phase: Phase, *said: Notice, failure: Exception | None = None) -> None:
        self._seen = SimpleNamespace(
            watching=False,
            phase=phase,
            version=1,
            outcomes=(),
            steps=(),
            your_turn=False,
            position=None,
            absences=(),
            warning=said[-1].text if said else "",
        )
        self._said = said
        self._failure = failure
        self._done = asyncio.Event()
        self.left = False
        if failure is not None:
            self._done.set()

    def view(self) -> Any:
        return self._seen

    async def changed(self, version: int) -> Any:
        assert version == 1
        await self._done.wait()
        return self._seen

    async def notices(self) -> AsyncIterator[Notice]:
        for notice in self._said:
            yield notice
        await self._done.wait()

    async def run(self) -> None:
        await self._done.wait()
        if self._failure is not None:
            raise self._failure

    async def close(self) -> None:
        self._done.set()


def session(peer: FakePeer) -> Any:
    return SimpleNamespace(peer=peer)


async def test_a_game_that_a_peer_has_stopped_is_that_peers_error(capsys: pytest.CaptureFixture[str]) -> None:
    lie = Notice(NoticeKind.WARNING, "The game has stopped: Ben’s program lied.", {"name": "Ben"})
    with pytest.raises(PeerError, match="Ben’s program lied"):
        await play_room(session(FakePeer(Phase.STOPPED, lie)), Output(Settings(json=True)), auto=True)
    told = capsys.readouterr()
    assert '"event": "warning"' in told.out
    assert "Ben’s program lied" in told.err


async def test_what_ends_a_room_is_raised() -> None:
    peer = FakePeer(Phase.GATHERING, failure=RoomUnavailable("The room is full."))
    with pytest.raises(RoomUnavailable):
        await play_room(session(peer), Output(Settings(quiet=True)), auto=True)


async def test_a_room_that_closes_ends_well() -> None:
    parting = await play_room(session(FakePeer(Phase.CLOSED)), Output(Settings(quiet=True)), auto=True)
    assert parting is Parting.LEFT


async def test_being_cancelled_keeps_the_seat_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    peer = FakePeer(Phase.GATHERING)
    playing = asyncio.create_task(play_room(session(peer), Output(Settings()), auto=True))
    await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    assert "Your seat is kept" in capsys.readouterr().err
