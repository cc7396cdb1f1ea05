"""The options that say by which rules a room plays."""

from __future__ import annotations

from typing import Any

import pytest

from p2pscrabble.cli.options import PRESET_NAMES, fields_text, listening, rules_from
from p2pscrabble.errors import UsageError
from p2pscrabble.game.rules import FIELDS, PRESETS, ChallengeRule, Rules


def test_presets() -> None:
    assert set(PRESET_NAMES) == set(PRESETS)
    for name in PRESET_NAMES:
        assert rules_from(name, (), None) == PRESETS[name]


def test_every_field_can_be_changed() -> None:
    changes = ["first=host", "bingo=35", "challenge=5-point", "exchange-minimum=1", "end_passes=3",
               "end_passes_empty_bag=yes", "end_scoreless=3", "leftovers=twice-to-winner", "tie=shared",
               "clock=60", "increment=5", "overtime=0"]  # fmt: skip
    assert len(changes) == len(FIELDS)
    values = rules_from("classic", changes, None).values()
    assert all(values[field.name] != Rules().values()[field.name] for field in FIELDS if field.name != "overtime")
    assert rules_from("tournament", ["challenge = SINGLE "], None).challenge is ChallengeRule.SINGLE
    assert rules_from("scratch", ["end_passes_empty_bag=no"], None).end_passes_empty_bag is False


@pytest.mark.parametrize(
    ("clock", "seconds", "increment"), [("25+0", 1500, 0), ("25", 1500, 0), (" 3+12 ", 180, 12), ("0", 0, 0)]
)
def test_clock(clock: str, seconds: int, increment: int) -> None:
    rules = rules_from("classic", (), clock)
    assert (rules.clock, rules.increment, rules.overtime) == (seconds, increment, 10 if seconds else 0)
    assert rules_from("classic", ["overtime=5"], clock).overtime == 5


@pytest.mark.parametrize("clock", ["", "soon", "25:00", "-1", "25+", "99999"])
def test_a_clock_that_is_none(clock: str) -> None:
    with pytest.raises(UsageError, match=r"25\+0"):
        rules_from("classic", (), clock)


@pytest.mark.parametrize("change", ["bingo", "bingo=many", "bingo=-1", "bingo=1000", "nothing=1", "tie=yes", "=", ""])
def test_a_rule_that_is_none_is_explained(change: str) -> None:
    with pytest.raises(UsageError) as error:
        rules_from("classic", [change], None)
    assert str(error.value)


def test_the_fields_are_listed(run: Any) -> None:
    text = fields_text()
    for field in FIELDS:
        assert f"  {field.name}=" in text
    assert "  bingo=50  (0 to 200)" in text
    assert "  end_passes_empty_bag=no  (no, yes)" in text
    answer = run("host", "--rule", "help")
    assert answer.code == 0
    assert answer.stdout.strip() == text


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("0.0.0.0", ("0.0.0.0", 0)),
        ("127.0.0.1:8765", ("127.0.0.1", 8765)),
        ("example.org", ("example.org", 0)),
        ("::1", ("::1", 0)),
        ("[::1]", ("::1", 0)),
        ("[::1]:80", ("::1", 80)),
        (":80", ("0.0.0.0", 80)),
    ],
)
def test_where_a_relay_listens(text: str, where: tuple[str, int]) -> None:
    assert listening(text) == where


@pytest.mark.parametrize("text", ["host:", "host:x", "host:65536", "[::1]:x"])
def test_where_no_relay_can_listen(text: str) -> None:
    with pytest.raises(UsageError, match="HOST:PORT"):
        listening(text)
