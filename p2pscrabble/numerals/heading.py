"""The head of a replay: what kind it is, who plays by which rules with which words, and the seeds."""

from __future__ import annotations

from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.position import MIN_SEATS
from p2pscrabble.game.rules import FIELDS, PRESETS, Rules
from p2pscrabble.numerals.choices import Chooser
from p2pscrabble.numerals.replay import LEXICON_BYTES, SEED_BYTES, Deal, Replay

DEALS: Final = (12, 2, 2)
"""Weights of ``Deal``: open, recorded, hidden."""

SEATS: Final = (12, 2, 2)
"""Weights of two, three and four seats."""

RULES: Final = (12, 4, 4, 1, 4, 4, 3)
"""Weights of classic, classic with a clock of its own, then scratch and tournament likewise, and any other rules."""

_PRESETS: Final = ("classic", "scratch", "tournament")
_CLOCK: Final = ("clock", "increment", "overtime")


def choose_head(chooser: Chooser, told: Replay | None) -> tuple[Deal, Replay]:
    """The kind of replay, and a replay with everything but its steps and its end.

    Raises ``DecodeError`` for rules that are told in a longer way than needed.
    """
    deal = Deal(chooser.choose(DEALS, None if told is None else told.deal.value))
    seats = MIN_SEATS + chooser.choose(SEATS, None if told is None else told.seats - MIN_SEATS)
    rules = _choose_rules(chooser, None if told is None else told.rules)
    lexicon = _choose_bytes(chooser, LEXICON_BYTES, None if told is None else told.lexicon)
    first = chooser.number(seats, None if told is None else told.first)
    seeds = [
        _choose_bytes(chooser, SEED_BYTES, None if told is None else told.seeds[seat])
        for seat in range(seats if deal is Deal.OPEN else 0)
    ]
    racks = () if seeds else (None,) * seats
    return deal, Replay(rules, lexicon, seats, first, tuple(seeds), racks=racks, overtime=(0,) * seats)


def _choose_bytes(chooser: Chooser, count: int, told: bytes | None) -> bytes:
    return chooser.number(256**count, None if told is None else int.from_bytes(told)).to_bytes(count)


def _kind(rules: Rules) -> int:
    """Which of the seven ways to tell these rules is the shortest."""
    for number, name in enumerate(_PRESETS):
        preset = PRESETS[name]
        if rules == preset:
            return 2 * number
        if rules.changed(clock=preset.clock, increment=preset.increment, overtime=preset.overtime) == preset:
            return 2 * number + 1
    return 2 * len(_PRESETS)


def _choose_rules(chooser: Chooser, told: Rules | None) -> Rules:
    kind = chooser.choose(RULES, None if told is None else _kind(told))
    custom = kind == 2 * len(_PRESETS)
    base = PRESETS["classic" if custom else _PRESETS[kind // 2]]
    numbers = list(base.numbers())
    for place, field in enumerate(FIELDS):
        if custom or (kind % 2 and field.name in _CLOCK):
            numbers[place] = chooser.number(field.values, None if told is None else told.numbers()[place])
    rules = Rules.from_numbers(numbers)
    if _kind(rules) != kind:
        raise DecodeError("the rules are told in a longer way than needed")
    return rules
