"""Programs that have nothing in common but a bridge: one table, one game, one number."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.conftest import Program, Start, relay
from tests.interop.test_sealed import agreed, checked_by_a_stranger
from tests.words import with_words

HERE = {"P2PSCRABBLE_INTERFACE": "127.0.0.1"}
NAMES = ("Ana", "Ben", "Cid", "Dora")


@pytest.fixture
def bridge(start: Start, tmp_path: Path) -> Start:
    """Starts a bridge between places, each named as a player would name it."""

    def begin(code: str, *places: str) -> Program:
        relays = [option for place in dict.fromkeys(places) for option in ("--relay", place)]
        options = ["--data-dir", str(with_words(tmp_path / "bridge")), "--json", *relays]
        return start("p2pscrabble", *options, "bridge", P2PSCRABBLE_CODE=code, **HERE)

    return begin


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_players_on_three_kinds_of_relays_play_one_game(start: Start, player: Start, bridge: Start) -> None:
    places = [relay(start, profile) for profile in ("own", "turbowarp", "scratch")]
    options = ["--seats", "3", "--deal", "open", "--countdown", "1", "--auto", "--games", "1"]
    host = player("Ana", places[0], "host", *options)
    code = str(host.event("room")["code"])
    bridge(code, *places)
    guests = [
        player(name, place, "bot", P2PSCRABBLE_CODE=code) for name, place in zip(NAMES[1:], places[1:], strict=False)
    ]
    assert agreed([host, *guests])


@pytest.mark.timeout(900)
def test_a_sealed_game_on_no_relay_ours_turbowarps_and_scratchs(
    start: Start, player: Start, bridge: Start, tmp_path: Path
) -> None:
    """Four players, each in a place where none of the others is."""
    options = ["--data-dir", str(with_words(tmp_path / "Ana")), "--json", "--name", "Ana"]
    options += ["host", "--direct", "--seats", "4", "--countdown", "1", "--auto", "--games", "1"]
    host = start("p2pscrabble", *options, **HERE)
    room = host.event("room")
    code, at = str(room["code"]), str(room["link"]).partition("#")[0]
    places = [relay(start, profile) for profile in ("own", "turbowarp", "scratch")]
    bridge(code, at, *places)
    guests = [player(name, place, "bot", P2PSCRABBLE_CODE=code) for name, place in zip(NAMES[1:], places, strict=True)]
    checked_by_a_stranger(start, tmp_path, agreed([host, *guests]))
