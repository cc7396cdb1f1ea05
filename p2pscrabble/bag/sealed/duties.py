"""What a seat may owe in a sealed game, and how the caller wants what it sends to be checked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from p2pscrabble.bag.sealed.proof import verify
from p2pscrabble.bag.sealed.shuffle import Statement
from p2pscrabble.bag.sealed.transcript import Spread, in_turn

Check: TypeAlias = Callable[[Statement, bytes], None]
"""Finds out whether the proof of a shuffle holds, as ``proof.verify`` does, and raises what that raises."""


class Kind(Enum):
    """What is owed: the body of one message."""

    DECK = "deck"
    PROOF = "proof"
    SHARES = "shares"
    RACK = "rack"
    LEFTOVER = "leftover"
    CARRIED = "carried"
    RAISED = "raised"
    TAGS = "tags"


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing that a seat owes now."""

    kind: Kind
    seat: int


@dataclass(frozen=True, slots=True)
class Checking:
    """``check`` may remember proofs that hold, ``spread`` have more than one thread."""

    check: Check = verify
    spread: Spread = in_turn


PLAIN: Final = Checking()
"""In this thread, and everything anew."""
