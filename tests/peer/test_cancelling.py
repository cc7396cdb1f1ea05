"""A running peer ends when its task is cancelled, at whatever moment."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest

from p2pscrabble.numerals import RoomCode, RoomSecrets
from p2pscrabble.peer.room import Peer
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.table import Hello, Role
from p2pscrabble.transport.memory import MemoryRelay, MemoryTransport

CODE = RoomCode.random(bytes(range(16)))


@pytest.mark.parametrize("instants", range(6))
async def test_a_cancellation_that_comes_with_news_is_not_lost(instants: int, tmp_path: Path) -> None:
    """``asyncio.wait_for`` lost one that came just after a command, before Python 3.12."""
    store = RoomStore.create(tmp_path, "room", RoomFile(str(CODE), "", "player", "Ana", 0), bytes(64))
    with store:
        peer = Peer(
            store,
            MemoryTransport(MemoryRelay(), "ana"),
            RoomSecrets("1234567890", bytes(64)),
            lambda _: None,
            hello=Hello(Role.PLAYER, "Ana", "test"),
        )
        task = asyncio.create_task(peer.run())
        for _ in range(50):
            await asyncio.sleep(0.001)
        peer.chat("Hello.")
        for _ in range(instants):
            await asyncio.sleep(0)
        task.cancel()
        with contextlib.suppress(TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(asyncio.shield(task), 60)
        assert task.done()
        assert peer.ended
