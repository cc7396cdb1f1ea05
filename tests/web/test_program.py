"""The ways into a room, from several tabs at once and again and again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from p2pscrabble.numerals import parse_invitation
from p2pscrabble.peer.store import RoomStore
from p2pscrabble_relay.server import Relay
from tests.web.serving import SETTINGS, Served, becomes, served


@pytest.fixture
async def page(tmp_path: Path, words: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "data", words) as running:
        yield running


async def test_a_code_that_is_entered_in_two_tabs_at_once_is_one_room(
    page: Served, words: Path, tmp_path: Path
) -> None:
    room = await page.host()
    async with served(tmp_path / "guest", words, name="Ben") as there, there.tab() as one, there.tab() as other:
        joined = await asyncio.gather(*(tab.done("join", text=room.about.link) for tab in (one, other)))
        assert joined[0]["room"] == joined[1]["room"]
        assert len(list((there.program.data / "rooms").iterdir())) == 1


async def test_computer_players_that_are_asked_for_at_once_take_a_seat_each(page: Served) -> None:
    room = await page.host(replace(SETTINGS, seats=3))
    async with page.tab(room.id) as one, page.tab(room.id) as other, page.tab(room.id) as third:
        answers = await asyncio.gather(*(tab.ask("bot") for tab in (one, other, third)))
        assert sorted(str(answer.get("name", answer.get("error"))) for answer in answers) == [
            "All seats are taken.",
            "Computer",
            "Machine",
        ]
        await one.until(lambda state: state["turn"])
        assert sorted(player["name"] for player in one.state["players"]) == ["Ana", "Computer", "Machine"]


async def test_the_seat_of_a_computer_player_is_not_the_players(page: Served) -> None:
    room = await page.host(bots=1)
    async with page.tab(room.id) as tab:
        await tab.until(lambda state: state["turn"])
    for folder in (page.program.data / "rooms").iterdir():
        if RoomStore(folder).room.role == "bot":
            async with page.tab(folder.name) as tab:
                assert tab.state["failure"] == "There is no such game on this computer."


class TestALinkToAnotherAddress:
    """The host's computer, and with it the relay, has another address today."""

    async def test_a_guest_who_finds_nobody_looks_there(self, words: Path, tmp_path: Path) -> None:
        relay = Relay()
        async with served(tmp_path / "ana", words) as here, served(tmp_path / "ben", words, name="Ben") as there:
            room = await here.host()
            code = parse_invitation(room.about.link).code
            async with relay.serve("127.0.0.1", 0) as other:
                elsewhere = f"{other.url}#{code.digits}"
                joined = await self.joined(there, room.about.link)
                async with there.tab(joined) as tab:
                    await tab.until(lambda state: state["relay"]["state"] == "up")
                    assert await self.joined(there, elsewhere) == joined
                    assert tab.state["relay"]["address"] == room.about.relay, "it is there: nothing changes"
                    await room.close()
                    await tab.until(lambda state: state["relay"]["state"] == "down")
                    assert await self.joined(there, elsewhere) == joined
                    await tab.until(
                        lambda state: state["relay"]["state"] == "up" and state["relay"]["address"] == other.url
                    )
                    await tab.done("say", text="Hello?")
                    open_room = there.program.open_room(joined)
                    assert open_room is not None
                    await becomes(lambda: len(open_room.tabs) == 1)

    async def test_the_host_stays_where_it_is(self, page: Served) -> None:
        room = await page.host()
        code = parse_invitation(room.about.link).code
        assert await self.joined(page, f"ws://127.0.0.1:9/#{code.digits}") == room.id
        assert page.program.open_room(room.id) is room

    @staticmethod
    async def joined(page: Served, link: str) -> str:
        """The room that a tab is led to by this link."""
        async with page.tab() as lobby:
            return str((await lobby.done("join", text=link))["room"])
