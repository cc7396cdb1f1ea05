"""A program that is started again in a sealed game, and checks anew what it has on disk."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.table import Check, Deal, Phase, check_at_once
from tests.web.serving import SETTINGS, becomes, guest, served


async def test_nothing_is_shown_or_done_before_the_game_is_known_again(
    tmp_path: Path, words: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with served(tmp_path / "ana", words) as page:
        room = await page.host(replace(SETTINGS, deal=Deal.SEALED))
        async with guest(room, tmp_path / "ben", words):
            await becomes(lambda: room.view.phase is Phase.PLAYING)
            async with page.tab(room.id) as tab:
                await tab.done("draft", chat="Half a line")

    checked = threading.Event()

    def slowly(check: Check, *more: Any) -> str:
        checked.wait()
        return check_at_once(check, *more)

    monkeypatch.setattr("p2pscrabble.peer.work.check_at_once", slowly)
    async with served(tmp_path / "ana", words) as page:
        try:
            again = await page.program.resume(room.id)
            async with page.line(room.id) as tab:
                passing = asyncio.create_task(tab.ask("pass", step=0))
                await becomes(lambda: bool(tab.hello))
                assert again.view.catching_up
                await asyncio.sleep(0.1)
                assert not tab.state
                assert not passing.done()
                checked.set()
                assert (await passing)["ok"]
                state = await tab.until(lambda state: state["steps"])
                first = next(message for message in tab.messages if message["t"] == "state")
                assert first["set"]["phase"] == "playing", "the first state that it is shown is that of the game"
                assert state["draft"]["chat"] == "Half a line"
        finally:
            checked.set()
