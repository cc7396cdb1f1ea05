"""Plays rooms by their scripts, and makes of one that fails the shortest script that still does."""

from __future__ import annotations

import os
import re
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from p2pscrabble.table import Deal
from tests.faults.quick import forget
from tests.faults.room import FaultyRoom
from tests.faults.script import Incident, Script

MOST: Final = 300
"""So many rooms are played to make a script shorter."""
_MEMORY: Final = Path("/dev/shm")


@dataclass(frozen=True)
class Played:
    """What became of a room: seconds of virtual time, ``cost`` in seconds of the processor, and how many ``steps``
    honest programs made.
    """

    script: Script
    virtual: float = 0.0
    cost: float = 0.0
    turns: int = 0
    steps: int = 0
    failure: str = ""
    trace: str = ""

    @property
    def kind(self) -> str:
        """The failure without its numbers: by that two of them are the same."""
        return re.sub(r"\d+", "", self.failure.split("\n")[0])[:40]


def play(script: Script) -> Played:
    """Plays a room, and says what was wrong rather than raise it; its disks are in memory where there is such a place.

    To be called within ``quick``.
    """
    began = time.process_time()
    failure = trace = ""
    room = None
    try:
        with tempfile.TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as folder:
            room = FaultyRoom(script, Path(folder))
            with room:
                room.run()
    except Exception as error:  # whatever it is, it is what this looks for
        failure, trace = f"{type(error).__name__}: {error}", traceback.format_exc()
    forget()
    cost = time.process_time() - began
    if room is None:
        return Played(script, cost=cost, failure=failure, trace=trace)
    return Played(script, room.now, cost, room.turns, room.watch.steps, failure, trace)


class Shrinking:
    """Looks for a shorter script that fails in the same way; ``run`` plays one."""

    def __init__(self, found: Played, run: Callable[[Script], Played] = play, most: int = MOST) -> None:
        self.best = found
        self._run = run
        self._left = most

    def shrink(self) -> Played:
        """The shortest that is found."""
        before = None
        while before is not self.best and self._left > 0:
            before = self.best
            self._parts()
            for simpler in self._simpler:
                for script in simpler(self.best.script):
                    if self._fails(script):
                        break
        return self.best

    def _fails(self, script: Script) -> bool:
        if self._left <= 0 or script == self.best.script:
            return False
        self._left -= 1
        played = self._run(script)
        if played.failure and played.kind == self.best.kind:
            self.best = played
            return True
        return False

    def _parts(self) -> None:
        """Takes out the incidents, many at once first."""
        size = max(1, len(self.best.script.incidents))
        while size:
            at = 0
            while at < len(self.best.script.incidents) and self._left > 0:
                incidents = self.best.script.incidents
                if not self._fails(replace(self.best.script, incidents=incidents[:at] + incidents[at + size :])):
                    at += size
            size //= 2

    @property
    def _simpler(self) -> tuple[Callable[[Script], Iterator[Script]], ...]:
        return _heads, _seats, _turns, _amounts


def _heads(script: Script) -> Iterator[Script]:
    yield replace(script, full=False, slow=frozenset(), place="own", preset="classic", deal=Deal.OPEN)
    yield replace(script, full=False)
    yield replace(script, slow=frozenset())
    yield replace(script, place="own")
    yield replace(script, preset="classic")
    yield replace(script, deal=Deal.OPEN)


def _seats(script: Script) -> Iterator[Script]:
    for seats in range(2, script.seats):
        incidents = tuple(one for one in script.incidents if one.seat < seats)
        slow = frozenset(seat for seat in script.slow if seat < seats)
        yield replace(script, seats=seats, incidents=incidents, slow=slow)


def _turns(script: Script) -> Iterator[Script]:
    yield from (replace(script, turns=turns) for turns in (0, 1, 2, 4, 8, 16) if turns < script.turns)


def _amounts(script: Script) -> Iterator[Script]:
    for at, one in enumerate(script.incidents):
        for time_, amount in ((round(one.at), round(one.amount)), (one.at, round(one.amount)), (one.at, 0)):
            if (time_, amount) != (one.at, one.amount):
                other = Incident(one.what, one.seat, time_, amount)
                yield replace(script, incidents=(*script.incidents[:at], other, *script.incidents[at + 1 :]))


def shrunk(found: Played, most: int = MOST, run: Callable[[Script], Played] = play) -> Played:
    """The same failure, by as short a script as is found."""
    return Shrinking(found, run, most).shrink()


def told(found: Played) -> str:
    """A failure with its script, to be kept and played again."""
    return f"{found.failure}\n{found.script}\nTo play it again: python -m tests.soak --script FILE"
