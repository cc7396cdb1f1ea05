"""What a simulated room is made of before anything happens in it: its code, its players' secrets, and its rules."""

from __future__ import annotations

import random
from functools import cache

from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals import RoomCode
from p2pscrabble.table import Room
from tests.faults.script import WHOLE, Script
from tests.faults.simulation import lexicon


@cache
def secrets_of(seed: int, number: int) -> bytes:
    """The key and the root of one player."""
    return random.Random(f"{seed} {number}").randbytes(64)


@cache
def code() -> str:
    """The room code; every simulated room has the same one."""
    return str(RoomCode.random(bytes(range(16))))


@cache
def _rules(preset: str, *, whole: bool) -> Rules:
    # With so few words the bag is never empty, and then the rules of Scratch have no end.
    rules = PRESETS[preset].changed(end_passes_empty_bag=False)
    if not whole:
        rules = rules.changed(end_passes=min(rules.end_passes, 1), end_scoreless=min(rules.end_scoreless, 1))
    return rules


def terms(script: Script) -> Room:
    """What is played: in a short game one round of passing ends it."""
    return Room(script.seats, _rules(script.preset, whole=script.turns >= WHOLE), script.deal, lexicon().hash, "small")
