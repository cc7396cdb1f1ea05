"""The soak tells what failed, in a way that it can be played again, and how many there were of what."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

import pytest

from tests import soak
from tests.faults.playing import Played
from tests.faults.room import FaultyRoom
from tests.faults.script import Incident, Script, What
from tests.faults.watching import BrokenError
from tests.soak import Report, main, play


def test_a_few_rooms_by_two_processes(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--games", "4", "--first", "100"])
    shown = capsys.readouterr().out
    assert code == 0, shown
    assert "4 rooms, all well" in shown
    rows = {line[:20].strip(): line[20:].split() for line in shown.splitlines() if len(line) > 60}
    assert rows["all"][:2] == ["4", "0"]
    assert sum(int(row[0]) for name, row in rows.items() if name.startswith("place ")) == 4
    assert sum(int(row[0]) for name, row in rows.items() if name.startswith("seats ")) == 4


def test_a_failure_is_told_by_a_short_script_that_fails_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    run = FaultyRoom.run

    def runs(room: FaultyRoom) -> None:
        if room.script.has(What.SLEEP):
            raise BrokenError("somebody slept")
        run(room)

    monkeypatch.setattr(FaultyRoom, "run", runs)
    first = next(seed for seed in range(1000) if Script.random(seed + 1).has(What.SLEEP))
    sync = os.fsync
    assert main(["--games", "3", "--first", str(first), "--jobs", "1"]) == 1
    assert os.fsync is sync
    shown = capsys.readouterr().out
    assert "FAILED BrokenError: somebody slept\nroom seed=" in shown
    assert "rooms failed" in shown
    assert "Traceback" not in shown
    lines = shown[shown.index("room seed=") :].splitlines()
    script = "\n".join(lines[: next(at for at, line in enumerate(lines) if line.startswith("To play it again"))])
    assert [one.what for one in Script.parse(script).incidents] == [What.SLEEP]
    (tmp_path / "script").write_text(script)
    assert main(["--script", str(tmp_path / "script")]) == 1
    assert "Traceback" in capsys.readouterr().out
    (tmp_path / "script").write_text(str(Script(turns=0)))
    assert main(["--script", str(tmp_path / "script")]) == 0


def test_any_exception_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FaultyRoom, "__init__", lambda *_: 1 / 0)
    assert play(Script(3)).failure == "ZeroDivisionError: division by zero"


@pytest.mark.skipif(not hasattr(signal, "SIGPROF"), reason="only with timers can a stuck room be left")
def test_a_room_in_which_time_stands_still_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "LONGEST", 1)

    def run(_: FaultyRoom) -> None:
        end = time.process_time() + 30
        while time.process_time() < end:
            pass

    monkeypatch.setattr(FaultyRoom, "run", run)
    assert play(Script(3)).failure == "StuckError: not over after 1 s of computing"


def test_progress_is_plain_lines_or_one_line_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "EVERY", 0.0)
    for live, begin, end in ((False, "", "\n"), (True, "\r\x1b[K", "")):
        written: list[str] = []
        report = Report(4, written.append, live)
        report.add(Played(Script(1, incidents=(Incident(What.LOST, 0, 1),)), 30.0, 0.1, 20, 0))
        line = "1 of 4 rooms, 0 failed, 0 steps a minute, 0:00:00 passed, about 0:00:00 left"
        assert "".join(written) == f"{begin}{line}{end}"


@pytest.mark.parametrize("arguments", [["--games", "0"], ["--jobs", "0"]])
def test_nothing_to_do_is_refused(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)
