"""``games``, ``resume`` and the program alone, on a data folder made by hand."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.peer.kept import find, listed, people, unfinished
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary

CODE = "3372 4681 0187 8858"


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """Four rooms of a person, one of a computer player, one that is broken."""
    folder = tmp_path / "data" / "rooms"
    now = int(time.time())

    def add(name: str, summary: Summary | None, role: str = "player", code: str = "1234 5678 9012 3450") -> RoomStore:
        room = RoomFile(code, "ws://127.0.0.1:1/", role, "Ana", now - 7200)
        store = RoomStore.create(folder, name, room, bytes(64))
        if summary is not None:
            store.write_summary(summary)
        return store

    names = ("Ana", "Ben")
    add("1111-aaaaaa", Summary(names, (10, 20), "over", replay="123", changed=now - 3 * 86400))
    add("2222-bbbbbb", Summary(names, (1, 2), "playing", changed=now - 60))
    add("2233-cccccc", Summary(names, (3, 4), "playing", your_turn=True, changed=now - 3700), code=CODE)
    add("4444-dddddd", None)
    add("5555-eeeeee", Summary(names, (5, 6), "playing", changed=now), role="bot")
    add("6666-ffffff", Summary(names, (5, 6), "closed", changed=now - 90000, replay="77"))
    (add("7777-000000", None).folder / "room.json").write_text("{")
    return folder


def test_unfinished_games_come_first_and_your_turn_before_them(rooms: Path) -> None:
    stores = people(rooms)
    assert [store.folder.name for store in unfinished(stores)] == ["2233-cccccc", "2222-bbbbbb", "4444-dddddd"]
    names = [store.folder.name for store in listed(stores)]
    assert names[3:] == ["6666-ffffff", "1111-aaaaaa"]


def test_games_are_listed(run: Any, rooms: Path) -> None:
    assert rooms.exists()
    lines = run("games").stdout.splitlines()
    assert lines[0] == "2233-cccccc  your turn   Ana 3, Ben 4  (1 hour ago)"
    assert lines[1] == "2222-bbbbbb  their turn  Ana 1, Ben 2  (1 minute ago)"
    assert lines[2] == "4444-dddddd  waiting     nobody yet  (2 hours ago)"
    assert lines[4] == "1111-aaaaaa  over        Ana 10, Ben 20  (3 days ago)"
    events = run("--json", "games").events
    assert events[0]["id"] == "2233-cccccc"
    assert events[4]["replay"] == "123"


def test_no_games_yet(run: Any) -> None:
    answer = run("games")
    assert (answer.code, answer.stdout) == (0, "")
    assert "p2pscrabble demo" in answer.stderr


def test_the_program_alone_says_what_can_be_done_now(run: Any, rooms: Path) -> None:
    assert rooms.exists()
    answer = run("--text")
    assert answer.code == 0
    assert answer.stdout.startswith("Your unfinished games:\n  2233-cccccc  your turn")
    for command in ("demo", "host", "join", "resume"):
        assert f"p2pscrabble {command}" in answer.stdout
    assert run("--text", "--json").events[0]["id"] == "2233-cccccc"


def test_a_game_is_found_by_the_beginning_of_its_id_or_by_its_code(rooms: Path) -> None:
    stores = people(rooms)
    assert find(stores, "1111-aaaaaa").folder.name == "1111-aaaaaa"
    assert find(stores, "44").folder.name == "4444-dddddd"
    assert find(stores, CODE).folder.name == "2233-cccccc"
    assert find(stores, CODE.replace(" ", "")).folder.name == "2233-cccccc"
    with pytest.raises(UsageError, match=r"More than one game begins with 22: "):
        find(stores, "22")
    with pytest.raises(UsageError, match="no game 99"):
        find(stores, "99")


def test_resume_says_why_not(run: Any, rooms: Path) -> None:
    answer = run("resume", "6666")
    assert answer.code == 1
    assert "`p2pscrabble replay 6666-ffffff` shows it." in answer.stderr
    assert run("resume", "99").code == 2
    assert run("replay", "2222").code == 2
    for store in people(rooms):
        store.write_summary(Summary(state="closed"))
    assert run("resume").code == 1
