"""What the program sends has the keys that ``types.js`` says, no more and no fewer; the reader of it reads right."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.lobby import PLACES, Announcement
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary
from p2pscrabble.transport import parse_relay
from p2pscrabble.web.listing import Lobby
from tests.web.protocol import Protocol, read_types

CODE = RoomCode.random(bytes(range(16)))


def kept(folder: Path, state: str) -> None:
    """A game on this disk."""
    room = RoomFile(str(CODE), "", "host", "Ana", 1_700_000_000)
    with RoomStore.create(folder / "rooms", f"1234-{state[:6]}", room, bytes(range(64))) as store:
        store.write_summary(Summary(("Ana", "Ben"), (12, 30), state, your_turn=True, changed=1_700_000_100))


async def test_the_lobby(tmp_path: Path, protocol: Protocol) -> None:
    for name in ("gathering", "playing", "over", "leaving", "no lexicon", "stopped"):
        kept(tmp_path, name)
    lobby = Lobby(tmp_path, parse_relay("ws://127.0.0.1:8765"), lambda: "Ana", lambda: ("1234-playin",))
    announced = Announcement(CODE, "Ben", 4, 2, "classic", "modern", 20, int(time.time()))
    lobby._announcements.hear(PLACES[0], announced.encode(), time.monotonic())
    state: Any = lobby.state()
    assert protocol.wrong(state, "LobbyState") == []
    assert len(state["games"]) == 6
    assert len(state["open"]) == 1
    empty: Any = Lobby(tmp_path / "none", None, lambda: "", lambda: ()).state()
    assert protocol.wrong(empty, "LobbyState") == []
    assert empty["relay"]["state"] == "none"


TYPES = """
/** @typedef {{a: string, b?: number}} Small */
/**
 * @typedef {object} Large something
 * @property {Small | null} one
 * @property {"x" | "y"} two of these
 * @property {number[][]} three
 * @property {Record<string, boolean>} four
 * @property {(Small & {c: true})[]} five
 * @property {Partial<Small>} six
 * @property {any} [seven]
 * @property {(a: string) => void} eight
 */
/**
 * @typedef {Small | Large} Either
 * @typedef {{t: "z"}} Other
 */
"""


@pytest.fixture
def small(protocol: Protocol, monkeypatch: pytest.MonkeyPatch) -> Protocol:
    monkeypatch.setattr(protocol, "types", read_types(TYPES))
    return protocol


GOOD: dict[str, Any] = {
    "one": {"a": "text"},
    "two": "y",
    "three": [[1, 2.5], []],
    "four": {"k": True},
    "five": [{"a": "", "b": 1, "c": True}],
    "six": {},
    "eight": None,
}


def test_a_value_of_the_type(small: Protocol) -> None:
    assert small.keys("Large") == {"one", "two", "three", "four", "five", "six", "seven", "eight"}
    for value in (GOOD, {**GOOD, "one": None}, {**GOOD, "seven": object()}, {**GOOD, "six": {"a": "x"}}):
        assert small.wrong(value, "Large") == []
    assert small.wrong({"a": ""}, "Either") == []
    assert small.wrong({"t": "z"}, "Other") == []


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("one", {}),
        ("one", {"a": None}),
        ("one", {"a": "", "z": 1}),
        ("one", {"a": "", "b": True}),
        ("two", "z"),
        ("three", [1]),
        ("three", [[True]]),
        ("three", ([1],)),
        ("four", {"k": 1}),
        ("four", {1: True}),
        ("four", []),
        ("five", [{"a": ""}]),
        ("five", [{"a": "", "c": False}]),
        ("six", {"z": 1}),
        ("more", 1),
    ],
)
def test_a_value_that_is_not_of_the_type(small: Protocol, key: str, value: object) -> None:
    assert small.wrong({**GOOD, key: value}, "Large") != []


def test_a_key_that_is_missing(small: Protocol) -> None:
    for key in GOOD:
        assert small.wrong({k: v for k, v in GOOD.items() if k != key}, "Large") == [f"Large lacks {key}"]
    assert small.wrong([], "Large") == ["Large is no object: []"]
