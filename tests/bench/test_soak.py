"""The soak tells what failed, in a way that it can be played again, and how many there were of what."""

from __future__ import annotations

import os
import signal
import time

import pytest

from tests import soak
from tests.faults.simulation import FailedRoomError, Plan, Simulation
from tests.soak import Report, Result, main, play


def test_a_few_rooms_by_two_processes(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--games", "4", "--first", "100"])
    shown = capsys.readouterr().out
    assert code == 0, shown
    assert "4 games, all well" in shown
    rows = {line[:20].strip(): line[20:].split() for line in shown.splitlines() if len(line) > 60}
    assert rows["all"][:2] == ["4", "0"]
    assert sum(int(row[0]) for name, row in rows.items() if name.startswith("place ")) == 4
    assert sum(int(row[0]) for name, row in rows.items() if name.startswith("seats ")) == 4


def test_a_failure_is_told_with_its_plan_and_how_to_repeat_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(room: Simulation) -> None:
        if room.plan.seed == 7:
            raise FailedRoomError("peers differ")

    monkeypatch.setattr(Simulation, "run", run)
    sync = os.fsync
    assert main(["--games", "3", "--first", "6", "--jobs", "1"]) == 1
    assert os.fsync is sync
    shown = capsys.readouterr().out
    assert "FAILED seed 7: FailedRoomError: peers differ\n  Plan(seed=7," in shown
    assert "alone: python -m tests.soak --first 7 --games 1\n" in shown
    assert "1 of 3 games failed" in shown
    assert "Traceback" not in shown
    assert main(["--games", "1", "--first", "7"]) == 1
    assert "Traceback" in capsys.readouterr().out
    assert main(["--games", "1", "--first", "8"]) == 0


def test_any_exception_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simulation, "__init__", lambda *_: 1 / 0)
    assert play(3).failure == "ZeroDivisionError: division by zero"


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="only with timers can a stuck room be left")
def test_a_room_in_which_time_stands_still_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "LONGEST", 1)

    def run(_: Simulation) -> None:
        end = time.process_time() + 30
        while time.process_time() < end:
            pass

    monkeypatch.setattr(Simulation, "run", run)
    assert play(3).failure == "StuckError: not over after 1 s of computing"


def test_progress_is_plain_lines_or_one_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "EVERY", 0.0)
    for live, begin, end in ((False, "", "\n"), (True, "\r\x1b[K", "")):
        written: list[str] = []
        report = Report(4, written.append, live)
        report.add(Result(1, Plan(1), 30.0, 0.1, 20))
        assert "".join(written) == f"{begin}1 of 4 games, 0 failed, 0:00:00 passed, about 0:00:00 left{end}"


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--jobs", "0"]])
def test_nothing_to_do_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
