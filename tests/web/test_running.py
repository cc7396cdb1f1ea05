"""One program for each data folder, and what a second start says to it."""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.errors import RoomUnavailable, StoreError, UsageError, WordListError
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.web import running
from p2pscrabble.web.opening import kept_port, kept_token
from p2pscrabble.web.running import RUNNING_FILE, Alone, hand_over, only_one, run_or_hand_over
from p2pscrabble.web.server import HOST
from p2pscrabble.web.starting import Started, Told, host_json, wish
from tests.web.serving import SETTINGS, Served, served


def announce(page: Served) -> None:
    Alone(page.program.data).announce(page.server.port)


class TestTheLock:
    """Who holds it, runs."""

    def test_one_at_a_time(self, tmp_path: Path) -> None:
        with only_one(tmp_path / "data") as first:
            assert first is not None
            with only_one(tmp_path / "data") as second:
                assert second is None
            with only_one(tmp_path / "other") as other:
                assert other is not None
        with only_one(tmp_path / "data") as again:
            assert again is not None

    def test_what_a_killed_program_left_is_forgotten(self, tmp_path: Path) -> None:
        (tmp_path / RUNNING_FILE).write_text('{"port": 1}')
        with only_one(tmp_path) as alone:
            assert alone is not None
            assert not (tmp_path / RUNNING_FILE).exists()
            alone.announce(41873)
            assert json.loads((tmp_path / RUNNING_FILE).read_text())["port"] == 41873
            assert (tmp_path / RUNNING_FILE).stat().st_mode & 0o077 == 0
        assert not (tmp_path / RUNNING_FILE).exists()

    def test_a_folder_that_cannot_be_used(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("a file")
        with pytest.raises(StoreError), only_one(tmp_path / "data"):
            pass
        with pytest.raises(StoreError):
            Alone(tmp_path / "none").announce(1)

    def test_the_first_runs(self, tmp_path: Path) -> None:
        ran: list[Alone] = []
        assert run_or_hand_over(tmp_path, wish("lobby"), ran.append) is None
        assert len(ran) == 1

    def test_one_that_does_not_answer_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "PATIENCE", 0.2)
        with only_one(tmp_path), pytest.raises(UsageError, match="does not answer"):
            run_or_hand_over(tmp_path, wish("lobby"), lambda _: None)


class TestHandingOver:
    """A second start is told where the page is."""

    @pytest.mark.parametrize(
        "left",
        [
            None,
            b"",
            b"x",
            b"[]",
            b'{"port": "x"}',
            b'{"port": 1}',
            b"\xff",
            b'{"p": 1}',
            b'{"port": 70000}',
            b'{"port": 1e999}',
        ],
    )
    def test_a_stale_file_is_nobody(self, tmp_path: Path, left: bytes | None) -> None:
        if left is not None:
            (tmp_path / RUNNING_FILE).write_bytes(left)
        assert hand_over(tmp_path, wish("lobby")) is None

    def test_a_port_of_somebody_else_is_nobody(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(running, "ANSWER", 0.2)
        with socket.create_server((HOST, 0)) as other:
            Alone(tmp_path).announce(other.getsockname()[1])
            assert hand_over(tmp_path, wish("lobby")) is None

    async def test_it_opens_a_room_there(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "data", words) as page:
            announce(page)
            settings = replace(SETTINGS, rules=PRESETS["scratch"], seats=3)
            wanted = {**wish("host", name="Zoë", settings=host_json(settings)), "browser": True}
            answer = await asyncio.to_thread(hand_over, page.program.data, wanted)
            assert answer is not None
            started = Started.from_json(answer)
            room = page.program.open_room(started.told.room)
            assert room is not None
            assert started.told.code == str(room.session.code)
            assert started.told.link == room.about.link
            assert started.told.host
            assert started.told.embedded
            assert started.address == f"{page.origin}/"
            assert started.file in map(str, page.program.data.iterdir())
            assert f"to=%2Froom%2F{room.id}" in started.url
            assert room.view.players[0].name == "Zoë"
            async with page.tab(room.id) as tab:
                await tab.until(lambda state: state["room"])
                assert (tab.state["room"]["rules"], tab.state["room"]["seats"]) == ("scratch", 3)
            again = await asyncio.to_thread(hand_over, page.program.data, wish("resume", room=room.id))
            assert again is not None
            assert Started.from_json(again).told == started.told
            assert Started.from_json(again).file == ""
            joined = await asyncio.to_thread(hand_over, page.program.data, wish("join", text=room.about.link))
            assert joined is not None
            assert Started.from_json(joined).told == started.told

    async def test_a_place_to_watch_from(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "one", words) as host, served(tmp_path / "other", words) as page:
            room = await host.host()
            announce(page)
            wanted = wish("join", text=room.about.link, name="Eve", watch=True)
            answer = await asyncio.to_thread(hand_over, page.program.data, wanted)
            assert answer is not None
            watched = page.program.open_room(Started.from_json(answer).told.room)
            assert watched is not None
            assert watched.session.store.room.role == "watcher"
            async with host.tab(room.id) as tab:
                await tab.until(lambda state: state["watching"] == "Eve is watching.")

    async def test_the_lobby_and_a_replay(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "data", words) as page:
            announce(page)
            for wanted, to in ((wish("lobby"), "to=%2F"), (wish("replay", number="123"), "to=%2Freplay%23123")):
                answer = await asyncio.to_thread(hand_over, page.program.data, wanted)
                assert answer is not None
                assert Started.from_json(answer).url.endswith(to)
                assert Started.from_json(answer).told == Told()

    async def test_a_room_that_failed_is_shown(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "data", words) as page:
            room = await page.host()
            room._about = replace(room.about, failure="It broke.")
            announce(page)
            answer = await asyncio.to_thread(hand_over, page.program.data, wish("resume", room=room.id))
            assert answer is not None
            assert Started.from_json(answer).told == Told(room=room.id)

    async def test_an_error_comes_back_as_itself(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "data", words) as page:
            announce(page)
            settings = host_json(replace(SETTINGS, lexicon="none"))
            with pytest.raises(WordListError, match="no word list"):
                await asyncio.to_thread(hand_over, page.program.data, wish("host", settings=settings))
            wrong: tuple[dict[str, Any], ...] = (
                wish("host", settings=3),
                wish("host", settings={**host_json(SETTINGS), "more": 1}),
                wish("host", settings={**host_json(SETTINGS), "rules": "x"}),
                wish("host", settings={**host_json(SETTINGS), "rules": [10**9]}),
                wish("host", settings={**host_json(SETTINGS), "deal": "x"}),
                wish("host", settings={**host_json(SETTINGS), "seats": "x"}),
                wish("host", settings={**host_json(SETTINGS), "lexicon": None}),
                wish("host", settings={**host_json(SETTINGS), "lexicon": []}),
                wish("host", settings={**host_json(SETTINGS), "public": 1}),
                *(wish("host", settings=host_json(SETTINGS), bots=odd) for odd in ("x", True, -1, 4, 1e9)),
                wish("resume", room="../x"),
                wish("replay", number="x"),
                wish("fly"),
                {**wish("lobby"), "relays": 3},
                {**wish("lobby"), "relays": ["nonsense"]},
                {**wish("lobby"), "name": 3},
            )
            for wanted in wrong:
                with pytest.raises(UsageError):
                    await asyncio.to_thread(hand_over, page.program.data, wanted)

    async def test_only_who_can_read_the_key_is_listened_to(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "data", words) as page:
            other = tmp_path / "other"
            kept_token(other)
            Alone(other).announce(page.server.port)
            assert await asyncio.to_thread(hand_over, other, wish("lobby")) is None

    def test_the_kinds_of_errors(self) -> None:
        assert isinstance(running._error("RoomUnavailable", "Full."), RoomUnavailable)
        for odd in ("IllegalMove", "annotations", "nothing", "sentence", "__doc__"):
            assert type(running._error(odd, "Full.")) is UsageError

    @pytest.mark.parametrize("answer", [{}, {"told": {}}, {"address": 1, "url": "", "file": "", "told": {}}])
    def test_an_answer_of_another_version(self, answer: dict[str, object]) -> None:
        with pytest.raises(UsageError, match="another version"):
            Started.from_json(answer)


async def test_the_page_is_at_the_same_address_again(tmp_path: Path, words: Path) -> None:
    data = tmp_path / "data"
    async with served(data, words) as page:
        port, token = page.server.port, page.token
    assert kept_port(data) == port
    async with served(data, words) as page:
        assert page.server.port == port
        assert page.token == token
        async with served(data, words) as second:
            assert second.server.port != port
    with socket.create_server((HOST, port)):
        async with served(data, words) as page:
            assert page.server.port != port
            assert page.token != token, "whoever has the port now may have been told it"
            assert (await page.get("/")).status == 200
    with socket.create_server((HOST, 0)) as taken, pytest.raises(UsageError, match="another program has it"):
        async with served(data, words, port=taken.getsockname()[1]):
            pass
