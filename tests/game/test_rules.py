"""The rules as values: the presets, changed fields, and a number for any of them."""

from __future__ import annotations

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import UsageError
from p2pscrabble.game.rules import FIELDS, PRESETS, ChallengeRule, FirstSeat, Leftovers, Rules, Tie

numbers = st.tuples(*(st.integers(0, field.values - 1) for field in FIELDS))


def test_the_presets_are_what_the_table_says() -> None:
    assert PRESETS["classic"] == Rules(
        first=FirstSeat.DRAW,
        bingo=50,
        challenge=ChallengeRule.VOID,
        exchange_minimum=7,
        end_passes=2,
        end_passes_empty_bag=False,
        end_scoreless=0,
        leftovers=Leftovers.EACH_LOSES,
        tie=Tie.BEFORE_LEFTOVERS,
        clock=0,
    )
    assert PRESETS["scratch"] == Rules(
        first=FirstSeat.HOST,
        bingo=0,
        challenge=ChallengeRule.VOID,
        exchange_minimum=7,
        end_passes=2,
        end_passes_empty_bag=True,
        end_scoreless=0,
        leftovers=Leftovers.EACH_LOSES,
        tie=Tie.SHARED,
        clock=0,
    )
    tournament = PRESETS["tournament"]
    assert (tournament.challenge, tournament.first) == (ChallengeRule.DOUBLE, FirstSeat.DRAW)
    assert (tournament.end_passes, tournament.end_scoreless) == (0, 3)
    assert (tournament.leftovers, tournament.tie, tournament.clock) == (Leftovers.TWICE_TO_WINNER, Tie.SHARED, 0)


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_knows_its_name(name: str) -> None:
    assert PRESETS[name].preset == name
    assert PRESETS[name].changed() == PRESETS[name]
    assert PRESETS[name].changed(bingo=35).preset == "custom"


def test_a_clock_brings_the_penalty_of_club_play() -> None:
    timed = PRESETS["classic"].timed(25, 5)
    assert (timed.clock, timed.increment, timed.overtime) == (1500, 5, 10)
    assert Rules(overtime=3).timed(1, 0).overtime == 3
    assert timed.timed(0, 5) == PRESETS["classic"].changed(overtime=10)
    assert PRESETS["classic"].timed(0, 5) == PRESETS["classic"]
    with pytest.raises(UsageError):
        Rules().timed(1441, 0)


def test_fields_are_changed_by_value_or_by_word() -> None:
    rules = PRESETS["tournament"].changed(challenge="10-point", clock=1500, first=FirstSeat.HOST)
    assert (rules.challenge, rules.clock, rules.first) == (ChallengeRule.TEN_POINT, 1500, FirstSeat.HOST)
    assert Rules().changed(**rules.values()) == rules


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"bingo": 1000}, "The rule “bingo” is a whole number from 0 to 200, not 1000."),
        ({"bingo": True}, "The rule “bingo” is a whole number from 0 to 200, not True."),
        ({"bingo": 2.0}, "The rule “bingo” is a whole number from 0 to 200, not 2.0."),
        ({"end_passes": -1}, "The rule “end_passes” is a whole number from 0 to 9, not -1."),
        ({"exchange_minimum": 0}, "The rule “exchange_minimum” is a whole number from 1 to 7, not 0."),
        ({"end_passes_empty_bag": 1}, "The rule “end_passes_empty_bag” is one of false, true, not 1."),
        ({"first": Tie.SHARED}, "The rule “first” is one of draw, host, not Tie.SHARED."),
        (
            {"challenge": "triple"},
            "The rule “challenge” is one of void, double, single, 5-point, 10-point, not triple.",
        ),
        ({"speed": 1, "colour": 2}, "The rules have no field colour or speed."),
    ],
)
def test_what_a_field_cannot_be_is_said(fields: dict[str, object], sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        Rules().changed(**fields)
    assert str(caught.value) == sentence


def test_rules_cannot_be_made_out_of_range() -> None:
    with pytest.raises(UsageError, match="clock"):
        Rules(clock=10**6)


@given(numbers)
def test_any_rules_have_a_number_in_every_field(some: tuple[int, ...]) -> None:
    rules = Rules.from_numbers(some)
    assert rules.numbers() == some
    assert rules == Rules().changed(**rules.values())


@pytest.mark.parametrize("some", [(), (0,) * 13, (0,) * 11 + (101,), (-1,) + (0,) * 11])
def test_other_numbers_are_refused(some: tuple[int, ...]) -> None:
    with pytest.raises(UsageError):
        Rules.from_numbers(some)


def test_all_rules_together_fit_into_eight_bytes() -> None:
    assert prod(field.values for field in FIELDS) < 2**64
