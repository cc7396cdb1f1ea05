"""The lobby: games on this computer, and open rooms on the relay."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.lobby import PLACES, Announcement
from p2pscrabble.peer.opponents import note_opponents
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary
from p2pscrabble.transport import parse_relay
from p2pscrabble.web import listing
from p2pscrabble.web.listing import Lobby, Shelf, kept_game
from p2pscrabble_relay.server import Relay
from tests.web.serving import becomes, served

CODE = RoomCode.random(bytes(range(16)))


def kept(folder: Path, name: str, summary: Summary | None, role: str = "host", **settings: object) -> RoomStore:
    """A game on this disk."""
    room = RoomFile(str(CODE), "", role, "Ana", 1_700_000_000, settings)
    with RoomStore.create(folder, name, room, bytes(range(64))) as store:
        if summary is not None:
            store.write_summary(summary)
        return store


class TestTheShelf:
    """Games on this computer."""

    def test_the_order(self, tmp_path: Path) -> None:
        kept(tmp_path, "1-over", Summary(state="over", changed=9, your_turn=True))
        kept(tmp_path, "2-old", Summary(state="playing", changed=1))
        kept(tmp_path, "3-new", Summary(state="playing", changed=5))
        kept(tmp_path, "4-turn", Summary(state="playing", changed=2, your_turn=True))
        kept(tmp_path, "5-left", Summary(state="leaving", changed=8))
        kept(tmp_path, "6-bot", Summary(state="playing", changed=7, your_turn=True), role="bot")
        kept(tmp_path, "7-new", None)
        rows = Shelf(tmp_path).look({"3-new"})
        assert [row["id"] for row in rows] == ["4-turn", "7-new", "3-new", "2-old", "1-over", "5-left"]
        assert [row["id"] for row in rows if row["open"]] == ["3-new"]
        assert rows[1]["changed"] == 1_700_000_000_000
        assert rows[-1]["state"] == "left"

    def test_only_what_has_changed_is_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        store = kept(tmp_path, "1-a", Summary(state="playing", scores=(1, 2), changed=1))
        kept(tmp_path, "2-b", Summary(state="playing", changed=2))
        shelf = Shelf(tmp_path)
        assert len(shelf.look(())) == 2
        read: list[Path] = []

        def reading(store: RoomStore) -> dict[str, object] | None:
            read.append(store.folder)
            return kept_game(store)

        monkeypatch.setattr(listing, "kept_game", reading)
        assert len(shelf.look(())) == 2
        assert read == []
        store.write_summary(Summary(state="playing", scores=(10, 2), changed=3))
        assert [row["scores"] for row in shelf.look(())] == [[10, 2], []]
        assert read == [store.folder]

    def test_broken_folders_are_left_out(self, tmp_path: Path) -> None:
        store = kept(tmp_path, "1-a", None)
        kept(tmp_path, "2-b", None)
        (store.folder / "room.json").write_text("{")
        assert [row["id"] for row in Shelf(tmp_path).look(())] == ["2-b"]
        assert Shelf(tmp_path / "none").look(()) == []

    def test_a_game_against_the_computer(self, tmp_path: Path) -> None:
        store = kept(tmp_path, "1-a", None, seats=3)
        for count, demo in ((0, False), (1, False), (2, True)):
            note_opponents(store, count)
            assert Shelf(tmp_path).look(())[0]["demo"] is demo


class TestOpenRooms:
    """What the relay says."""

    def test_a_start_stays_put_while_it_counts_down(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 1_000.0
        monkeypatch.setattr(time, "time", lambda: 1_800_000_000 + now)
        monkeypatch.setattr(time, "monotonic", lambda: now)
        lobby = Lobby(tmp_path, parse_relay("ws://127.0.0.1:8765"), lambda: "", lambda: ())
        said = Announcement(CODE, "Ben", 2, 1, "classic", "modern", 20, int(time.time()))
        lobby._announcements.hear(PLACES[0], said.encode(), now)
        starts = set()
        for _ in range(18):
            now += 0.7
            state = lobby.state()
            starts.add(str(state["open"]))
            assert lobby.state() is state
        assert len(starts) == 1

    async def test_a_relay_that_comes_and_goes(self, tmp_path: Path, words: Path) -> None:
        async with Relay().serve() as relay:
            port = relay.port
        relays = (parse_relay(f"ws://127.0.0.1:{port}"),)
        async with served(tmp_path / "data", words, relays=relays) as page, page.tab() as tab:
            await tab.until(lambda state: state["relay"]["state"] == "down")
            assert str(port) in tab.state["relay"]["address"]
            assert tab.state["relay"]["detail"]
            async with Relay().serve(port=port):
                await tab.until(lambda state: state["relay"]["state"] == "up")
            await tab.until(lambda state: state["relay"]["state"] != "up")
            assert tab.state["open"] == []

    async def test_it_is_listened_to_only_while_somebody_looks(self, tmp_path: Path, words: Path) -> None:
        async with Relay().serve() as relay:
            relays = (parse_relay(relay.url),)
            async with served(tmp_path / "data", words, relays=relays) as page:
                for _ in range(2):
                    assert page.program.lobby._tasks == []
                    async with page.tab() as tab:
                        await tab.until(lambda state: state["relay"]["state"] == "up")
                        await becomes(lambda: relay.relay.connections == 1)
                    async with page.tab("1234-none"):
                        pass
                assert page.program.lobby._tasks == []

    async def test_a_relay_without_a_list(self, tmp_path: Path, words: Path) -> None:
        relays = (parse_relay("scratch:123@ws://127.0.0.1:9"),)
        async with served(tmp_path / "data", words, relays=relays) as page, page.tab() as tab:
            assert tab.state["relay"]["state"] == "none"
            assert "Scratch" in tab.state["relay"]["detail"]
