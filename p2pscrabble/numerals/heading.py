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

BASES: Final = ("classic", "scratch", "tournament")
"""The presets that rules are told by: as one of them, or by what differs from the one with the fewest differences."""

RULES: Final = (12, 4, 4, 4, 1, 4)
"""Weights of each preset as it stands, and with differences: classic, classic changed, scratch, …"""

CHANGED: Final = (3, 1)
"""Weights of one field of changed rules: as in the preset, or of another value."""


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


def _differences(rules: Rules, base: str) -> int:
    return sum(a != b for a, b in zip(rules.numbers(), PRESETS[base].numbers(), strict=True))


def _kind(rules: Rules) -> int:
    """The nearest preset, the first of equally near ones: twice its place, and one more where something differs."""
    differences = [_differences(rules, base) for base in BASES]
    least = min(differences)
    return 2 * differences.index(least) + (least > 0)


def _choose_rules(chooser: Chooser, told: Rules | None) -> Rules:
    kind = chooser.choose(RULES, None if told is None else _kind(told))
    numbers = list(PRESETS[BASES[kind // 2]].numbers())
    for place, field in enumerate(FIELDS if kind % 2 else ()):
        new, old = None if told is None else told.numbers()[place], numbers[place]
        if chooser.choose(CHANGED, None if new is None else int(new != old)):
            other = chooser.number(field.values - 1, None if new is None else new - (new > old))
            numbers[place] = other + (other >= old)
    rules = Rules.from_numbers(numbers)
    if _kind(rules) != kind:
        raise DecodeError("the rules are told in a longer way than needed")
    return rules
