"""Every command of the page, sent down a real socket to the real server."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from p2pscrabble.bot import choose
from p2pscrabble.errors import UsageError
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Pass, Play
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.peer.room import Peer
from p2pscrabble.peer.session import HostSettings, Session
from p2pscrabble.transport import parse_relay
from p2pscrabble.web.commands import new_room
from p2pscrabble.web.rooms import OpenRoom
from p2pscrabble_relay.server import Relay
from tests.web.protocol import Protocol
from tests.web.serving import SETTINGS, Page, Served, guest, served

NEW: Final = {
    "seats": 2,
    "rules": "classic",
    "clock": 0,
    "increment": 0,
    "lexicon": "modern",
    "public": False,
    "bots": 0,
}


@pytest.fixture
async def page(tmp_path: Path, words: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "data", words) as running:
        yield running


@asynccontextmanager
async def playing(page: Served, words: Path, settings: HostSettings = SETTINGS) -> AsyncIterator[tuple[Page, Session]]:
    """A game that has begun: a tab at the host's, whose turn it is, and the guest's session."""
    room = await page.host(settings)
    async with page.tab(room.id) as tab, guest(room, page.program.data.parent / "ben", words) as other:
        await tab.until(lambda state: state["turn"] is not None)
        yield tab, other


async def their_turn(session: Session) -> None:
    """Waits until the guest is to move."""
    view = session.peer.view()
    while not view.your_turn:
        view = await session.peer.changed(view.version)


def best(room: OpenRoom) -> Play:
    """A play that is legal."""
    position = room.view.position
    assert position is not None
    return to_play(max(scored_plays(position.board, position.mover.rack.shown, position.lexicon)))


def on_board(state: dict[str, Any], play: Play) -> list[dict[str, object]]:
    """The slots of a draft with this play laid out on the board."""
    slots = [
        {"id": slot["id"], "tile": slot["tile"], "square": None, "letter": None} for slot in state["draft"]["slots"]
    ]
    for square, letter in play.tiles:
        tile = "?" if letter.islower() else letter
        slot = next(slot for slot in slots if slot["tile"] == tile and slot["square"] is None)
        slot |= {"square": square, "letter": letter if tile == "?" else None}
    return [{key: slot[key] for key in ("id", "square", "letter")} for slot in slots]


class TestAtTheTable:
    """What is done in a game."""

    async def test_a_play_is_tried_and_made_once(self, page: Served, words: Path, protocol: Protocol) -> None:
        async with playing(page, words) as (tab, _):
            assert protocol.wrong(tab.hello, "Hello") == []
            assert protocol.wrong(tab.state, "RoomState") == []
            assert tab.state["turn"]["yours"]
            room = page.program.open_room(tab.state["id"])
            assert room is not None
            play = best(room)
            await tab.done("draft", slots=on_board(tab.state, play))
            assert tab.state["draft"]["by"] == tab.name
            judged = tab.state["draft"]["play"]
            assert judged["legal"]
            tiles = [[square, letter] for square, letter in play.tiles]
            assert (await tab.ask("play", as_number=77, step=0, tiles=tiles))["ok"]
            assert tab.state["steps"][0]["points"] == judged["total"]
            assert tab.state["draft"]["play"] is None
            assert all(slot["square"] is None for slot in tab.state["draft"]["slots"])
            # The line broke, and the page asks again: it is answered as before, and nothing happens.
            assert (await tab.ask("play", as_number=77, step=0, tiles=tiles))["ok"]
            async with page.tab(tab.state["id"]) as other:
                other.name = tab.name
                assert (await other.ask("play", as_number=77, step=0, tiles=tiles))["ok"]
            assert "has gone on" in await tab.refused("play", step=0, tiles=tiles)
            assert len(tab.state["steps"]) == 1
            assert protocol.wrong(tab.state, "RoomState") == []
            for message in tab.messages:
                kind = {"hello": "Hello", "state": "State", "notice": "Notice", "answer": "Answer"}[message["t"]]
                assert protocol.wrong(message, kind) == []

    async def test_what_is_refused_loses_nothing(self, page: Served, words: Path) -> None:
        async with playing(page, words) as (tab, _):
            slots = tab.state["draft"]["slots"]
            tile = slots[0]["tile"].replace("?", "e")
            assert "centre" in await tab.refused("play", step=0, tiles=[[0, tile]])
            for tiles in (None, [], "AB", [[1]], [[1, 2]], [["1", "A"]], [[1, "?"]], [[1, "AB"]], [[225, "A"]]):
                await tab.refused("play", step=0, tiles=tiles)
            for tiles in ([[1, "A"], [1, "B"]], [[-1, "A"]], [[True, "A"]], [[1.0, "A"]], [[1, "Ä"]], [[0, "A"]] * 8):
                await tab.refused("play", step=0, tiles=tiles)
            for step in (None, "0", -1, 1, 0.0, True, 2**60):
                await tab.refused("play", step=step, tiles=[[112, tile]])
            assert "turn" in await tab.refused("challenge", step=0) or tab.state["steps"] == []
            await tab.refused("accept", step=0)
            assert tab.state["steps"] == []
            assert tab.state["draft"]["slots"] == slots

    async def test_exchange_and_pass(self, page: Served, words: Path) -> None:
        async with playing(page, words) as (tab, other):
            before = [slot["tile"] for slot in tab.state["draft"]["slots"]]
            for tiles in ("", "8", "abc", "ABCDEFGH", None, 3):
                await tab.refused("exchange", step=0, tiles=tiles)
            await tab.done("exchange", step=0, tiles="".join(before[:3]))
            assert tab.state["steps"][0]["kind"] == "exchanged"
            await tab.until(lambda state: len(state["draft"]["slots"]) == 7)
            assert [slot["tile"] for slot in tab.state["draft"]["slots"]][:4] == before[3:]
            assert "not your turn" in await tab.refused("pass", step=1)
            await their_turn(other)
            other.peer.move(Pass())
            await tab.until(lambda state: state["turn"]["yours"] and len(state["steps"]) == 2)
            await tab.done("pass", step=2)
            assert [step["kind"] for step in tab.state["steps"]] == ["exchanged", "passed", "passed"]

    async def test_typing_and_trying(self, page: Served, words: Path, protocol: Protocol) -> None:
        async with playing(page, words) as (tab, _):
            room = page.program.open_room(tab.state["id"])
            assert room is not None
            letters = "".join(tile.letter for tile in best(room).tiles)
            square = best(room).tiles[0].square
            across = best(room).tiles[1].square == square + 1
            column, row = "ABCDEFGHIJKLMNO"[square % 15], square // 15 + 1
            text = f"{row}{column} {letters}" if across else f"{column}{row} {letters}"
            tried = await tab.done("try", text=text)
            assert tried["kind"] == "play"
            assert tried["legal"]
            shown = {key: value for key, value in tried.items() if key not in ("t", "re", "ok")}
            assert protocol.wrong(shown, "Tried") == []
            assert not (await tab.done("try", text="8H QQ"))["legal"]
            await tab.refused("try", text="what")
            await tab.refused("try")
            await tab.refused("type", step=0, text="what")
            await tab.refused("type", step=1, text=text)
            await tab.done("type", step=0, text=text)
            assert tab.state["steps"][0]["kind"] == "played"

    async def test_challenge_and_accept(self, page: Served, words: Path) -> None:
        rules = PRESETS["tournament"].changed(first=FirstSeat.HOST)
        async with playing(page, words, replace(SETTINGS, rules=rules)) as (tab, other):
            room = page.program.open_room(tab.state["id"])
            assert room is not None
            tiles = [[square, letter] for square, letter in best(room).tiles]
            await tab.done("play", step=0, tiles=tiles)
            await their_turn(other)
            position = other.peer.view().position
            assert position is not None
            answer = choose(position)
            other.peer.move(answer)
            await tab.until(lambda state: len(state["steps"]) == 2 and state["turn"]["yours"])
            assert tab.state["turn"]["canChallenge"] == isinstance(answer, Play)
            await tab.refused("accept", step=2)
            await tab.done("challenge", step=2)
            assert tab.state["steps"][2]["kind"] == "upheld"

    async def test_talk(self, page: Served, words: Path) -> None:
        async with playing(page, words) as (tab, other):
            await tab.done("draft", chat="<b>he")
            assert tab.state["draft"]["chat"] == "<b>he"
            assert (await tab.ask("say", as_number=9, text="<b>hello</b>"))["ok"]
            assert (await tab.ask("say", as_number=9, text="<b>hello</b>"))["ok"]
            await tab.refused("say", text=7)
            await tab.refused("say", text="x" * 5_000)
            view = other.peer.view()
            while not view.chat:
                view = await other.peer.changed(view.version)
            other.peer.chat("you too")
            await tab.until(lambda state: len(state["chat"]) == 2)
            lines = [(line["name"], line["text"], line["you"]) for line in tab.state["chat"]]
            assert lines == [("Ana", "<b>hello</b>", True), ("Ben", "you too", False)]

    async def test_the_end_and_another_game(self, page: Served, words: Path, protocol: Protocol) -> None:
        async with playing(page, words) as (tab, other):
            await tab.refused("again")
            for _ in range(2):
                await tab.until(lambda state: state["turn"]["yours"])
                await tab.done("pass", step=len(tab.state["steps"]))
                await their_turn(other)
                other.peer.move(Pass())
            await tab.until(lambda state: state["over"] and state["over"]["number"])
            assert protocol.wrong(tab.state, "RoomState") == []
            number = tab.state["over"]["number"]
            async with page.tab() as lobby:
                await lobby.until(lambda state: state["games"][0]["replay"] == number)
                replay = (await lobby.done("replay", number=number))["replay"]
                assert protocol.wrong(replay, "Replay") == []
                assert replay["names"] == ["Ana", "Ben"]
                assert replay["named"]
                spaced = await lobby.done("replay", number=" ".join(number))
                assert spaced["replay"] == replay
                gcg = await lobby.done("gcg", number=number)
                assert "#player1" in gcg["text"]
                assert gcg["file"].endswith(".gcg")
                for wrong in ("", "12", "x", number[:-1] + str((int(number[-1]) + 1) % 10), "9" * 39_000, 7):
                    await lobby.refused("replay", number=wrong)
                    await lobby.refused("gcg", number=wrong)
            await tab.done("again")
            assert tab.state["players"][0]["again"]
            other.peer.again()
            await tab.until(lambda state: state["game"] == 2 and state["turn"])
            assert tab.state["steps"] == []
            assert len(tab.state["draft"]["slots"]) == 7

    async def test_going_on_without_a_player(self, page: Served, words: Path) -> None:
        async with playing(page, words) as (tab, _):
            other = next(seat for seat, player in enumerate(tab.state["players"]) if not player["you"])
            assert "neither goes on alone" in await tab.refused("without", seat=other, on=True)
            assert "no such player" in await tab.refused("without", seat=1 - other, on=True)
            for wrong in (None, -1, 4, "0"):
                await tab.refused("without", seat=wrong, on=True)
            await tab.done("without", seat=other, on=False)

    async def test_leaving(self, page: Served, words: Path) -> None:
        async with playing(page, words) as (tab, _):
            room = tab.state["id"]
            await tab.done("leave")
            await tab.until(lambda state: state["phase"] == "closed")
            assert "closed" in await tab.refused("pass", step=0)
            assert "closed" in await tab.refused("say", text="?")
            async with page.tab(room) as late:
                assert late.state["phase"] == "closed"
        async with page.tab() as lobby:
            game = next(game for game in lobby.state["games"] if game["id"] == room)
            assert game["state"] in ("left", "closed")
            assert not game["open"]
            assert "left" in await lobby.refused("resume", room=room)
        assert page.program.open_room(room) is None


class TestInAWaitingRoom:
    """Before a game."""

    async def test_the_host_starts_with_those_who_are_there(self, page: Served, words: Path, tmp_path: Path) -> None:
        room = await page.host(replace(SETTINGS, seats=4))
        async with page.tab(room.id) as tab:
            assert tab.state["phase"] == "gathering"
            assert "Nobody else" in await tab.refused("start")
            for command in ("play", "exchange", "pass", "challenge", "accept", "type"):
                await tab.refused(command, step=0, tiles="A" if command == "exchange" else [[112, "A"]], text="pass")
            async with guest(room, tmp_path / "ben", words):
                await tab.until(lambda state: [player["presence"] for player in state["players"]] == ["here", "here"])
                await tab.done("start")
                await tab.until(lambda state: state["turn"])
                assert "started" in await tab.refused("start")
                assert "begun" in await tab.refused("bot")

    async def test_a_computer_player_takes_a_seat_and_comes_back(self, tmp_path: Path, words: Path) -> None:
        data = tmp_path / "data"
        async with served(data, words) as page:
            room = await page.host()
            async with page.tab(room.id) as tab:
                assert not tab.state["demo"]
                assert (await tab.done("bot"))["name"] == "Computer"
                assert "seats are taken" in await tab.refused("bot")
                await tab.until(lambda state: state["turn"])
                assert tab.state["demo"]
                assert [player["bot"] for player in tab.state["players"]] == [False, True]
                await tab.done("pass", step=0)
                await tab.until(lambda state: len(state["steps"]) == 2)
        async with served(data, words) as page, page.tab(room.id) as tab:
            await tab.until(lambda state: len(state["steps"]) == 2 and state["turn"] and state["turn"]["yours"])
            await tab.done("pass", step=2)
            await tab.until(lambda state: len(state["steps"]) == 4)

    async def test_only_the_host_decides(self, page: Served, words: Path, tmp_path: Path) -> None:
        room = await page.host()
        async with served(tmp_path / "guest", words, name="Ben") as there, there.tab() as lobby:
            joined = (await lobby.done("join", text=room.about.link))["room"]
            async with there.tab(joined) as tab:
                assert not tab.state["host"]
                assert "host" in await tab.refused("bot")
                assert "host" in await tab.refused("start")


class TestAnywhere:
    """What needs no room."""

    async def test_a_room_of_ones_own(self, page: Served, protocol: Protocol) -> None:
        async with page.tab() as lobby:
            assert protocol.wrong(lobby.state, "LobbyState") == []
            assert lobby.state["name"] == "Ana"
            room = (await lobby.done("host", settings={**NEW, "seats": 3, "rules": "scratch"}))["room"]
            await lobby.until(lambda state: state["games"])
            assert [(game["id"], game["open"]) for game in lobby.state["games"]] == [(room, True)]
            async with page.tab(room) as tab:
                await tab.until(lambda state: state["room"])
                assert tab.state["room"]["seats"] == 3
                assert tab.state["room"]["rules"] == "scratch"
                assert tab.state["code"]
                assert "#" in tab.state["link"]
                picture = await page.get(tab.state["qr"])
                assert picture.content_type == "image/svg+xml"
                assert (await picture.text()).startswith("<svg")
                # The same room again, by its code and by its link: the seat is there already.
                assert (await lobby.done("join", text=tab.state["link"]))["room"] == room
                assert (await lobby.done("resume", room=room))["room"] == room

    @pytest.mark.parametrize(
        "wrong",
        [
            *({"seats": 1}, {"seats": 5}, {"seats": "2"}, {"seats": None}, {"bots": 2}, {"bots": -1}, {"bots": True}),
            *({"rules": "chess"}, {"rules": 1}, {"lexicon": "none"}, {"lexicon": "x" * 100}, {"clock": -1}),
            *({"clock": 10**9}, {"increment": 1.5}),
        ],
        ids=str,
    )
    async def test_a_room_that_cannot_be(self, page: Served, wrong: dict[str, object]) -> None:
        async with page.tab() as lobby:
            await lobby.refused("host", settings={**NEW, **wrong})
            assert not list((page.program.data / "rooms").glob("*"))

    async def test_settings_that_are_none(self, page: Served) -> None:
        async with page.tab() as lobby:
            wrong: tuple[object, ...] = (None, [], "x", {}, 3)
            for settings in wrong:
                await lobby.refused("host", settings=settings)

    async def test_against_the_computer(self, page: Served) -> None:
        async with page.tab() as lobby:
            for seats in (1, 5, None, "2"):
                await lobby.refused("demo", seats=seats)
            answer = await lobby.ask("demo", as_number=5, seats=2)
            again = await lobby.ask("demo", as_number=5, seats=2)
            assert answer == again
            await lobby.until(lambda state: len(state["games"]) == 1 and state["games"][0]["demo"])
            async with page.tab(answer["room"]) as tab:
                await tab.until(lambda state: state["turn"])
                assert tab.state["link"].startswith("ws://127.0.0.1:")

    async def test_what_is_no_code_is_refused(self, page: Served) -> None:
        async with page.tab() as lobby:
            for text in ("", "12", "3372 4681 0187 8859", "ws://x/#1", "x" * 3_000, "x" * 5_000, None, 4):
                await lobby.refused("join", text=text)

    async def test_the_set_relay_is_used_for_a_code(self, tmp_path: Path, words: Path) -> None:
        async with Relay().serve() as relay:
            relays = (parse_relay(relay.url),)
            async with (
                served(tmp_path / "ana", words, relays=relays) as ana,
                served(tmp_path / "ben", words, relays=relays, name="Ben") as ben,
                ana.tab() as here,
                ben.tab() as there,
            ):
                await there.until(lambda state: state["relay"]["state"] == "up")
                room = (await here.done("host", settings={**NEW, "public": True}))["room"]
                await there.until(lambda state: state["open"])
                listed = there.state["open"][0]
                assert (listed["host"], listed["taken"], listed["seats"]) == ("Ana", 1, 2)
                joined = (await there.done("join", text=listed["code"]))["room"]
                async with ben.tab(joined) as tab, ana.tab(room) as host:
                    await tab.until(lambda state: state["turn"])
                    await host.until(lambda state: state["turn"])
                    assert [player["name"] for player in tab.state["players"]] == ["Ana", "Ben"]

    async def test_a_name(self, tmp_path: Path, words: Path) -> None:
        async with served(tmp_path / "data", words, name="") as page, page.tab() as lobby, page.tab() as other:
            assert lobby.state["name"] == ""
            for name in ("", "   ", None, 3, "x" * 500):
                await lobby.refused("name", name=name)
            await lobby.done("name", name="  Zoë  the\nfirst ")
            assert lobby.state["name"] == "Zoë the first"
            await other.until(lambda state: state["name"] == "Zoë the first")
            assert (page.program.data / "name").read_text("utf-8") == "Zoë the first\n"
            room = (await lobby.done("host", settings=NEW))["room"]
            async with page.tab(room) as tab:
                await tab.until(lambda state: state["players"])
                assert tab.state["players"][0]["name"] == "Zoë the first"

    async def test_the_end_of_the_program(self, page: Served) -> None:
        async with page.tab() as lobby:
            await lobby.done("quit")
            await asyncio.wait_for(page.program.ended.wait(), 60)

    async def test_what_there_is_not(self, page: Served) -> None:
        async with page.tab() as lobby:
            for command in ("draft", "play", "say", "without", "leave", "start", "again", "bot", "retry"):
                assert "in a room" in await lobby.refused(command, step=0)
            wrong: tuple[object, ...] = ("", "fly", "__init__", None, 7, [], {"do": 1}, "x" * 100)
            for no_command in wrong:
                await lobby.refused("x", do=no_command)
            assert "no such game" in await lobby.refused("resume", room="1234-abcdef")
            for room in ("", "../rooms", "..", "/", "x" * 100, None, 3, "a\0b"):
                await lobby.refused("resume", room=room)

    async def test_the_whole_state(self, page: Served) -> None:
        async with page.tab() as lobby:
            lobby.state = {}
            await lobby.done("whole")
            await lobby.until(lambda state: "games" in state)
            assert lobby.messages[-2]["base"] is None


class TestWhereItFails:
    """A room that cannot go on says why, and may be tried again."""

    async def test_a_room_that_is_not_there(self, page: Served, protocol: Protocol) -> None:
        async with page.tab("1234-abcdef") as tab:
            assert protocol.wrong(tab.state, "RoomState") == []
            assert "no such game" in tab.state["failure"]
            assert "no such game" in await tab.refused("say", text="?")
            await tab.done("retry")
            await tab.until(lambda state: "no such game" in state["failure"])

    async def test_a_room_that_another_program_has_open(self, tmp_path: Path, words: Path) -> None:
        data = tmp_path / "data"
        async with served(data, words) as page:
            room = await page.host()
            async with served(data, words) as second, second.tab(room.id) as tab:
                assert "another window" in tab.state["failure"]
                await page.program.close()
                await tab.done("retry")
                await tab.until(lambda state: state["failure"] == "" and state["relay"]["state"] == "up")

    async def test_a_room_whose_host_is_of_another_mind(self, tmp_path: Path, words: Path) -> None:
        """It plays with a list that is not here; and tried again, that is not here still."""
        few = tmp_path / "few.txt"
        few.write_text("AA\nAB\n", "utf-8")
        async with served(tmp_path / "ana", words) as ana, ana.tab() as here:
            ana.program.lists.add(few)
            room = await ana.host(replace(SETTINGS, lexicon="few"))
            async with served(tmp_path / "cid", words, name="Cid") as cid:
                async with cid.tab() as lobby:
                    joined = (await lobby.done("join", text=room.about.link))["room"]
                async with cid.tab(joined) as tab:
                    await tab.until(lambda state: "few" in state["failure"])
                    assert "few" in await tab.refused("say", text="?")
                    assert cid.told.failures == [tab.state["failure"]]
                    await tab.done("retry")
                    await tab.until(lambda _: len(cid.told.failures) == 2)
            assert here.state["name"] == "Ana"

    async def test_a_relay_that_never_answers_and_then_does(
        self, tmp_path: Path, words: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("p2pscrabble.peer.session.PATIENCE", 0.3)
        async with Relay().serve() as relay:
            port = relay.port
        relays = (parse_relay(f"ws://127.0.0.1:{port}"),)
        async with served(tmp_path / "data", words, relays=relays) as page, page.tab() as lobby:
            room = (await lobby.done("host", settings=NEW))["room"]
            async with page.tab(room) as tab:
                await tab.until(lambda state: state["failure"])
                assert str(port) in tab.state["failure"]
                async with Relay().serve(port=port):
                    await tab.done("retry")
                    await tab.until(lambda state: not state["failure"] and state["relay"]["state"] == "up")
                    assert "nothing to try again" in await tab.refused("retry")

    async def test_an_error_of_our_own_in_a_room(
        self, page: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        async def broken(_: Peer) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patched:
            patched.setattr(Peer, "run", broken)
            room = await page.host()
            async with page.tab(room.id) as tab:
                await tab.until(lambda state: "error of its own" in state["failure"])
        assert "ZeroDivisionError" in caplog.text
        async with page.tab(room.id) as tab:  # a tab that is opened anew tries it again
            await tab.until(lambda state: state["failure"] == "" and state["relay"]["state"] == "up")

    async def test_what_fails_again_may_be_tried_again(
        self, tmp_path: Path, words: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("p2pscrabble.peer.session.PATIENCE", 0.3)
        async with Relay().serve() as relay:
            port = relay.port
        relays = (parse_relay(f"ws://127.0.0.1:{port}"),)
        async with served(tmp_path / "data", words, relays=relays) as page:
            room = await page.program.host(SETTINGS, page.program.where())
            file = page.program.data / "rooms" / room.id / "room.json"
            async with page.tab(room.id) as tab:
                await tab.until(lambda state: str(port) in state["failure"])
                file.rename(file.with_suffix(".away"))
                await tab.done("retry")
                await tab.until(lambda state: "room.json" in state["failure"])
                assert "room.json" in await tab.refused("say", text="?")
                file.with_suffix(".away").rename(file)
                await tab.done("retry")
                await tab.until(lambda state: state["failure"] == "")
            assert len(page.told.failures) == 2

    async def test_a_room_of_no_use_is_not_kept(
        self, tmp_path: Path, words: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("p2pscrabble.peer.session.PATIENCE", 0.3)
        async with served(tmp_path / "data", words, relays=(parse_relay("ws://127.0.0.1:9"),)) as page:
            room = await page.program.host(SETTINGS, page.program.where())
            async with page.tab(room.id) as tab:
                await tab.until(lambda state: state["failure"])
                assert len(list((tmp_path / "data" / "rooms").iterdir())) == 1
        assert list((tmp_path / "data" / "rooms").iterdir()) == []

    async def test_an_error_of_our_own_is_answered(
        self, page: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(page.program, "rename", lambda _: 1 / 0)
        async with page.tab() as lobby:
            assert "error of its own" in await lobby.refused("name", name="Ana")
            assert "ZeroDivisionError" in caplog.text
            await lobby.done("whole")


def test_a_clock_brings_a_penalty() -> None:
    settings, bots = new_room({**NEW, "clock": 25, "increment": 5, "bots": 1})
    assert (settings.rules.clock, settings.rules.increment, settings.rules.overtime) == (1500, 5, 10)
    assert bots == 1
    tournament, _ = new_room({**NEW, "rules": "tournament"})
    assert tournament.rules.clock == 0
    with pytest.raises(UsageError):
        new_room({})


async def test_every_command_of_the_page_is_known(page: Served) -> None:
    """Those that ``types.js`` names."""
    types = (Path(__file__).parents[2] / "p2pscrabble" / "web" / "page" / "types.js").read_text("utf-8")
    text = types.split("@typedef {object} Command")[1].split("@property")[0]
    for name in ("whole", "draft", "play", "exchange", "pass", "challenge", "accept", "try", "type", "say", "start"):
        assert name in text
    async with page.tab() as lobby:
        for name in ("again", "bot", "leave", "retry", "host", "join", "resume", "demo", "name", "replay", "gcg"):
            assert name in text
            answer = json.dumps(await lobby.ask(name, seats=9))
            assert "does not know" not in answer
