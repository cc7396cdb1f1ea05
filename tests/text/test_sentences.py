"""What is said of a game."""

from dataclasses import replace

import pytest

from p2pscrabble.game.ending import End, EndReason, Leftover
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Rules
from p2pscrabble.peer.news import joined
from p2pscrabble.text.sentences import (
    clock_text,
    counted,
    ending_text,
    rack_text,
    rules_text,
    score_text,
    scores_text,
    unseen_text,
)

NAMES = ("Ana", "Ben")


def dealt(rules: Rules, *racks: str) -> Position:
    position = Position.start(rules, Lexicon.from_words(["RETINAS", "CAT"]), len(racks))
    for rack in racks:
        position = position.deal(rack)
    return position


def test_small_words() -> None:
    assert counted(1, "tile") == "1 tile"
    assert counted(0, "tile") == "0 tiles"
    assert [joined(["A", "B", "C"][:n]) for n in range(4)] == ["", "A", "A and B", "A, B and C"]
    assert rack_text("") == "empty"
    assert rack_text("AB?") == "A B ?"
    assert [clock_text(seconds) for seconds in (0, 65, 1500, -61)] == ["0:00", "1:05", "25:00", "-1:01"]


def test_scores_with_clocks_and_one_who_left() -> None:
    position = dealt(Rules(clock=1500, overtime=10), "ACTEEIS", "AEISTT?", "EEEEEEE")
    position = position.leave(1)
    text = scores_text(position, ("Ana", "Ben", "Cleo"), 2)
    assert text == "Ana 0 (to play, 25:00)   Ben 0 (has left, 25:00)   Cleo 0 (you, 25:00)   86 tiles in the bag"
    assert "Ana 0 (to play, 24:50)   Ben 0 (has left, 25:00)" in scores_text(position, ("Ana", "Ben", "Cleo"), 2, 10)


def test_what_a_play_is_worth() -> None:
    position = dealt(Rules(), "RETINAS", "AEISTT?")
    play = parse_move("8D RETINAS", position.board)
    assert score_text(position.score(play)) == "66 points: RETINAS 16, and 50 for all seven tiles"  # type: ignore[arg-type]


def test_unseen_by_someone_who_watches() -> None:
    text = unseen_text(dealt(Rules(), "RETINAS", "AEISTT?"), None)
    assert "100 tiles (42 vowels, 56 consonants, 2 blanks)" in text


def test_endings() -> None:
    leftovers = (Leftover(gained=11), Leftover("IQ", lost=11, overtime=20))
    assert ending_text(End(EndReason.OUT, 0, leftovers, (311, 249), (0,)), NAMES) == [
        "The bag is empty and Ana has no tile left.",
        "Ana gains the others’ tiles: +11.",
        "Ben is left with I Q: -11.",
        "Ben is over time: -20.",
    ]
    assert ending_text(End(EndReason.LEFT), NAMES) == ["Only one player is left."]
    assert ending_text(End(EndReason.SCORELESS), NAMES) == ["Too many turns running have scored nothing."]
    twice = (Leftover(gained=22), Leftover("IQ"))
    assert "Ben is left with I Q." in ending_text(End(EndReason.OUT, 0, twice, (322, 280), (0,)), NAMES)


@pytest.mark.parametrize("name", PRESETS)
def test_rules_are_said(name: str) -> None:
    text = rules_text(PRESETS[name])
    assert text.startswith(f"Rules: {name}.")
    assert ("challenge it" in text) == (name == "tournament")


def test_rules_of_ones_own_name_what_differs() -> None:
    rules = Rules(end_passes_empty_bag=True, clock=60, increment=5, overtime=10)
    text = rules_text(rules)
    assert text.startswith("Rules: classic, with end_passes_empty_bag=yes, clock=60, increment=5, overtime=10.")
    assert "Clock: 1:00 a player, 5 s more a turn; 10 points off for each minute over." in text
    assert "once the bag is empty" in text
    club = replace(PRESETS["tournament"], clock=300)
    assert rules_text(club).startswith("Rules: tournament, with clock=300.")
    assert "No bonus" in rules_text(replace(rules, bingo=0))


@pytest.mark.parametrize("challenge", ChallengeRule)
def test_every_challenge_rule_has_its_sentence(challenge: ChallengeRule) -> None:
    text = rules_text(Rules(challenge=challenge))
    assert ("mistaken challenge" in text) == (challenge is not ChallengeRule.VOID)
