"""What tiles are worth keeping."""

from __future__ import annotations

import pytest

from p2pscrabble.bot.leaves import leave_value
from p2pscrabble.game.tiles import TILES


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("?", "S"),
        ("S", "Z"),
        ("E", "A"),
        ("A", "U"),
        ("AENRT", "AAEIU"),
        ("AENRT", "DLNRT"),
        ("ER", "EE"),
        ("S", "SSS"),
        ("QU", "Q"),
        ("GIN", "GNT"),
        ("AEINRS?", "AEINRST"),
        ("", "Q"),
        ("", "VV"),
        ("V", "VV"),
        ("VV", "VVV"),
    ],
)
def test_players_keep_the_one_rather_than_the_other(better: str, worse: str) -> None:
    assert leave_value(better) > leave_value(worse)


def test_nothing_is_worth_nothing_and_every_tile_something() -> None:
    assert leave_value("") == 0
    assert leave_value("?") == 25
    assert all(-10 < leave_value(tile) <= 25 for tile in TILES)
