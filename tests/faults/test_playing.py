"""What fails is made short, and says what it takes to see it again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from p2pscrabble.sync.log import CONTRADICTED, Log, Taken
from tests.faults.playing import Played, Shrinking, play, shrunk, told
from tests.faults.quick import quick
from tests.faults.script import Incident, Script, What
from tests.faults.test_mutations import rooms


def test_a_script_is_cut_down_to_what_it_takes() -> None:
    """It fails where Ben dies after Ana has lost a delivery, whatever else happens."""

    def run(script: Script) -> Played:
        whats = [(one.what, one.seat) for one in script.incidents]
        fails = (What.CRASH, 1) in whats and (What.LOST, 0) in whats and script.turns >= 2
        return Played(script, failure="BrokenError: 17 tiles" if fails else "")

    script = Script.random(1)
    noise = tuple(Incident(what, seat, 1.27, 2.31) for what in (What.DROP, What.LATE, What.SLEEP) for seat in (0, 1, 2))
    needed = (Incident(What.LOST, 0, 3), Incident(What.CRASH, 1, 4.44, 1.73))
    script = replace(script, seats=4, turns=9, incidents=(*noise, needed[0], *noise, needed[1], *noise))
    best = Shrinking(run(script), run).shrink().script
    assert best.incidents == (Incident(What.LOST, 0, 3), Incident(What.CRASH, 1, 4, 0))
    assert (best.seats, best.turns, best.place, best.preset, best.full) == (2, 2, "own", "classic", False)


def test_another_failure_is_not_the_same() -> None:
    """What is shrunk stays the mistake that was found; numbers in it may differ."""

    def run(script: Script) -> Played:
        count = len(script.incidents)
        return Played(script, failure=f"BrokenError: {count} tiles" if count > 2 else "UnendingError: not over")

    script = Script(incidents=tuple(Incident(What.LOST, 0, number) for number in range(20)))
    assert len(Shrinking(run(script), run).shrink().script.incidents) == 3


def test_no_more_rooms_are_played_than_are_allowed() -> None:
    count = 0

    def run(script: Script) -> Played:
        nonlocal count
        count += 1
        return Played(script)

    script = Script(turns=50, incidents=tuple(Incident(What.LOST, 0, number + 0.5, 0.7) for number in range(64)))
    Shrinking(Played(script, failure="BrokenError: once"), run, most=5).shrink()
    assert count == 5


def test_a_true_failure_becomes_a_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    with quick():
        monkeypatch.setattr(Log, "_contradicted", lambda *_: Taken(fault=CONTRADICTED))
        found = next(played for played in map(play, rooms((What.FORK,))) if played.failure)
        best = shrunk(found, most=25)
        assert play(Script.parse(str(best.script))).failure == best.failure
    assert len(best.script.incidents) <= 6
    lines = told(best).splitlines()
    assert lines[0] == "UnendingError: not over after 600 s"
    assert any(line.startswith("fork ") for line in lines)
    assert lines[-1] == "To play it again: python -m tests.soak --script FILE"
