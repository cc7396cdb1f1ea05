"""``export`` and ``audit``: what they answer, on a data folder made by hand. Whole games are in ``tests/interop``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary
from p2pscrabble.sync import Range, Stream, Unsaved
from p2pscrabble.table import Deal
from tests.peer.test_evidence import file_of, stories
from tests.peer.test_transcript import opened, played
from tests.table import conftest as table
from tests.table.conftest import WORDS

CODE = RoomCode.random(bytes(16))


@pytest.fixture
def words(run: Any, tmp_path: Path) -> None:
    """The word list of the games is on this computer."""
    (tmp_path / "small.txt").write_text("\n".join(WORDS))
    assert run("wordlist", "add", str(tmp_path / "small.txt")).code == 0


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RoomStore:
    """A room in which two open games have ended."""
    monkeypatch.setattr(table, "ROOM_ID", CODE.secrets().room_id)
    room = played.__wrapped__(Deal.OPEN, games=2)
    file = RoomFile(str(CODE), "ws://127.0.0.1:1/", "host", "Ana", 0)
    with RoomStore.create(tmp_path / "data" / "rooms", "1111-aaaaaa", file, bytes(64)) as store:
        ranges = [
            Range(key, Stream.GAME, 0, log.data(0, log.length)) for key, log in zip(room.keys, room.logs, strict=True)
        ]
        store.save(Unsaved(256, tuple(ranges)))
        store.write_host(room.keys[0])
        store.write_summary(Summary(("Ana", "Ben"), (1, 2), "over", replay="1", changed=1))
    return store


def exported(run: Callable[..., Any], *options: str) -> dict[str, Any]:
    answer = run("export", *options)
    assert answer.code == 0, answer.stderr
    told: dict[str, Any] = json.loads(answer.stdout)
    return told


@pytest.mark.usefixtures("words", "kept")
def test_the_last_game_or_another(run: Any, tmp_path: Path) -> None:
    assert exported(run)["game"] == 1
    assert exported(run, "1111")["game"] == 1
    assert exported(run, "--number", "1")["game"] == 0
    answer = run("export", "--number", "3")
    assert (answer.code, "2 games have ended" in answer.stderr) == (2, True)
    answer = run("--json", "export", "--output", str(tmp_path / "game.json"))
    assert answer.events[0]["game"] == 2
    assert run("audit", str(tmp_path / "game.json")).code == 0
    assert run("audit", "-", stdin=(tmp_path / "game.json").read_bytes()).code == 0
    answer = run("export", "--output", str(tmp_path / "nowhere" / "game.json"))
    assert (answer.code, "cannot be written" in answer.stderr) == (2, True)


@pytest.mark.usefixtures("kept")
def test_without_the_word_list(run: Any, tmp_path: Path) -> None:
    answer = run("export")
    assert (answer.code, "word list" in answer.stderr) == (2, True)
    (tmp_path / "game.json").write_bytes(opened())
    answer = run("audit", str(tmp_path / "game.json"))
    assert (answer.code, "wordlist add" in answer.stderr) == (2, True)


@pytest.mark.usefixtures("words")
def test_what_was_found_is_told_line_by_line(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(opened())
    answer = run("audit", str(file))
    assert answer.code == 0
    assert {line[:6].strip() for line in answer.stdout.splitlines()} == {"holds"}
    assert "can be checked holds" in answer.stderr
    assert run("--json", "audit", str(file)).events[-1]["sound"]
    file.write_bytes(opened().replace(b'"game": 0', b'"game": 1'))
    answer = run("audit", str(file))
    assert answer.code == 1
    assert answer.stdout.splitlines()[-1].startswith("WRONG")
    assert "does not hold" in answer.stderr


def test_nothing_to_export(run: Any, tmp_path: Path) -> None:
    assert run("export").code == 1
    assert run("export", "99").code == 2
    file = RoomFile(str(CODE), "", "host", "Ana", 0)
    RoomStore.create(tmp_path / "data" / "rooms", "2222-bbbbbb", file, bytes(64))
    answer = run("export", "2222")
    assert (answer.code, "never been met" in answer.stderr) == (2, True)
    assert run("audit", "not-there.json").code == 2


def test_evidence_that_holds_ends_with_4(run: Any, tmp_path: Path) -> None:
    (tmp_path / "evidence.json").write_bytes(file_of(stories()))
    answer = run("audit", str(tmp_path / "evidence.json"))
    assert answer.code == 4
    assert answer.stdout.count("holds  ") == 4
    assert "has signed two different stories, which breaks the protocol" in answer.stderr
    answer = run("--json", "audit", str(tmp_path / "evidence.json"))
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    assert (answer.code, events[-2]["event"], events[-2]["proven"]) == (4, "evidence", True)


def test_evidence_that_does_not_hold_ends_with_1(run: Any, tmp_path: Path) -> None:
    (tmp_path / "evidence.json").write_bytes(file_of(stories()).replace(b'"kind": 5', b'"kind": 6'))
    answer = run("audit", str(tmp_path / "evidence.json"))
    assert (answer.code, "This proves nothing against anyone." in answer.stderr) == (1, True)
    assert "WRONG  Not both of what stands here as entry 2 of the log of the game" in answer.stdout
