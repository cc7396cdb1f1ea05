"""The head of a replay: any rules, told in the shortest way, and the numbers that old replays rely on."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.rules import FIELDS, PRESETS, Rules
from p2pscrabble.numerals.choices import Reader, Writer
from p2pscrabble.numerals.heading import choose_head
from p2pscrabble.numerals.replay import Deal, Replay

any_rules = st.tuples(*(st.integers(0, field.values - 1) for field in FIELDS)).map(Rules.from_numbers)


def head(rules: Rules, seats: int = 2, first: int = 0, *, opened: bool = True) -> Replay:
    """A replay without steps."""
    seeds = tuple(bytes([seat] * 16) for seat in range(seats)) if opened else ()
    racks = () if opened else (None,) * seats
    return Replay(rules, b"\x01\x02\x03", seats, first, seeds, racks=racks, overtime=(0,) * seats)


@given(any_rules, st.integers(2, 4), st.data(), st.booleans())
def test_heads_come_back(rules: Rules, seats: int, data: st.DataObject, opened: bool) -> None:
    told = head(rules, seats, data.draw(st.integers(0, seats - 1)), opened=opened)
    writer = Writer()
    assert choose_head(writer, told) == (told.deal, told)
    reader = Reader(writer.written)
    assert choose_head(reader, None) == (told.deal, told)
    reader.end()


@given(st.integers(0, 10**150))
@example(0)
def test_every_number_begins_with_one_head_or_is_refused(number: int) -> None:
    reader = Reader(number)
    try:
        deal, told = choose_head(reader, None)
    except DecodeError:
        return
    if deal is Deal.RECORDED:
        return
    writer = Writer()
    choose_head(writer, told)
    again = Reader(writer.written)
    assert choose_head(again, None) == (deal, told)


def bits(rules: Rules) -> int:
    """How much room the head of a game without seeds takes."""
    writer = Writer()
    writer_after = Writer()
    choose_head(writer, head(rules, opened=False))
    writer.number(2**400, 2**400 - 1)
    writer_after.number(2**400, 2**400 - 1)
    return writer.written.bit_length() - writer_after.written.bit_length()


def test_presets_are_cheap_and_changes_cost_what_they_say() -> None:
    assert bits(PRESETS["classic"]) < 32
    assert bits(PRESETS["tournament"]) < 35
    assert bits(PRESETS["tournament"].changed(challenge="5-point")) < 44
    assert bits(PRESETS["tournament"].changed(clock=1500)) < 60


def test_rules_near_two_presets_are_told_by_the_first() -> None:
    between = PRESETS["classic"].changed(first="host", bingo=0)
    for rules in (between, between.changed(tie="shared"), between.changed(end_passes=9)):
        told = head(rules)
        writer = Writer()
        assert choose_head(writer, told)[1] == told


def test_rules_told_in_a_longer_way_are_refused() -> None:
    writer = Writer()
    writer.choose((12, 2, 2), 0)
    writer.choose((12, 2, 2), 0)
    writer.choose((12, 4, 4, 4, 1, 4), 1)
    for _ in FIELDS:
        writer.choose((3, 1), 0)
    with pytest.raises(DecodeError, match="longer way"):
        choose_head(Reader(writer.written), None)


def test_what_old_replays_rely_on_has_not_changed() -> None:
    assert [(field.name, field.values) for field in FIELDS] == [
        ("first", 2),
        ("bingo", 201),
        ("challenge", 5),
        ("exchange_minimum", 7),
        ("end_passes", 10),
        ("end_passes_empty_bag", 2),
        ("end_scoreless", 10),
        ("leftovers", 2),
        ("tie", 2),
        ("clock", 86401),
        ("increment", 3601),
        ("overtime", 101),
    ]
    assert PRESETS["classic"].numbers() == (0, 50, 0, 6, 2, 0, 0, 0, 0, 0, 0, 0)
    assert PRESETS["scratch"].numbers() == (1, 0, 0, 6, 2, 1, 0, 0, 1, 0, 0, 0)
    assert PRESETS["tournament"].numbers() == (0, 50, 1, 6, 0, 0, 3, 1, 1, 0, 0, 10)


def test_a_writer_refuses_what_no_number_holds() -> None:
    good = head(PRESETS["classic"])
    for wrong in (replace(good, first=2), replace(good, lexicon=b"1234"), replace(good, seeds=(b"1" * 17,) * 2)):
        with pytest.raises(ValueError, match="is not below"):
            choose_head(Writer(), wrong)
