"""Programs that have nothing in common but a bridge: one table, one game, one number."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.interop.conftest import Program, Start, relay
from tests.interop.test_sealed import agreed, checked_by_a_stranger
from tests.words import with_words


@pytest.fixture
def bridge(start: Start, tmp_path: Path) -> Start:
    """Starts a bridge between relays, each named as a player would name it."""

    def begin(name: str, *relays: str, **environment: str) -> Program:
        options = [option for each in relays for option in ("--relay", each)]
        return start(
            "p2pscrabble", "--data-dir", str(with_words(tmp_path / name)), "--json", *options, "bridge", **environment
        )

    return begin


def table(start: Start, player: Start, bridge: Start, places: list[str], deal: str) -> list[Program]:
    """A game of one player on each of these relays."""
    names = ("Ana", "Ben", "Cid", "Dora")
    seats = str(len(places))
    host = player(
        "Ana", places[0], "host", "--seats", seats, "--deal", deal, "--auto", "--games", "1", "--countdown", "1"
    )
    code = str(host.event("room")["code"])
    bridge("bridge", *dict.fromkeys(places), P2PSCRABBLE_CODE=code)
    others = [
        player(name, place, "bot", P2PSCRABBLE_CODE=code) for name, place in zip(names[1:], places[1:], strict=False)
    ]
    return [host, *others]


@pytest.mark.timeout(900)
def test_players_on_three_kinds_of_relays_play_one_game(
    start: Start, player: Start, bridge: Start, tmp_path: Path
) -> None:
    places = [relay(start, profile) for profile in ("own", "turbowarp", "scratch")]
    number = agreed(table(start, player, bridge, places, "open"))
    assert number


@pytest.mark.timeout(900)
def test_a_sealed_game_of_four_players_on_four_relays(
    start: Start, player: Start, bridge: Start, tmp_path: Path
) -> None:
    places = [relay(start, profile) for profile in ("own", "turbowarp", "scratch", "own")]
    number = agreed(table(start, player, bridge, places, "sealed"))
    checked_by_a_stranger(start, tmp_path, number)
