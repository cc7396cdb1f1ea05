"""``paths``, ``doctor``, ``completion`` and ``relay``."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.cli import doctor
from p2pscrabble.cli.settings import Settings


def test_paths(run: Any, tmp_path: Path) -> None:
    text = run("paths").stdout
    assert f"rooms:      {tmp_path / 'data' / 'rooms'}\n" in text
    assert run("--json", "paths").events[0]["wordlists"] == str(tmp_path / "data" / "wordlists")


def test_the_data_folder_is_the_usual_one_where_none_is_given() -> None:
    assert Settings().data.name == "p2pscrabble"
    assert Settings(data_dir=Path("~/x")).data == Path.home() / "x"


def test_doctor_finds_nothing_wrong(run: Any) -> None:
    answer = run("doctor")
    assert answer.code == 0, answer.stdout
    assert "BAD" not in answer.stdout
    for about in ("program", "parts", "data folder", "word list", "network", "relay", "clock", "terminal"):
        assert f" {about}: " in answer.stdout
    assert {event["good"] for event in run("--json", "doctor").events} == {True, None}


def test_doctor_looks_for_every_part_that_is_needed() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(doctor._PARTS) == {needed.partition(">=")[0] for needed in project["dependencies"]}


def test_doctor_finds_what_is_wrong(run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "RELAY_PATIENCE", 0.5)
    monkeypatch.setattr("p2pscrabble.cli.doctor.time.time", lambda: 1.0)
    (tmp_path / "file").write_text("")
    answer = run(
        "doctor", "--data-dir", str(tmp_path / "file" / "data"), "--relay", "127.0.0.1:9", "--relay", "nonsense"
    )
    assert answer.code == 1
    for about in ("data folder", "relay", "clock"):
        assert f"BAD   {about}: " in answer.stdout
    assert "Something stands in the way" in answer.stderr


def test_doctor_reaches_a_relay(start: Any) -> None:
    relay = start("relay", "--listen", "127.0.0.1:0", "--json")
    url = relay.event("listening")["url"]
    found = start("--relay", url, "doctor", "--json")
    assert found.ends() == 0
    assert [event["good"] for event in found.events if event["about"] == "relay"] == [True]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(run: Any, shell: str) -> None:
    answer = run("completion", shell)
    assert answer.code == 0
    assert "_P2PSCRABBLE_COMPLETE" in answer.stdout
    assert run("completion", "csh").code == 2


def test_completion_knows_the_commands(start: Any) -> None:
    asked = {"_P2PSCRABBLE_COMPLETE": "bash_complete", "COMP_WORDS": "p2pscrabble re", "COMP_CWORD": "1"}
    process = start(env=asked)
    assert process.ends() == 0
    assert process.stdout.split() == ["plain,resume", "plain,replay", "plain,relay"]


def test_relay_explains_itself(run: Any, capfd: pytest.CaptureFixture[str]) -> None:
    answer = run("relay", "--help")
    assert answer.code == 0
    assert "--listen" in answer.stdout + capfd.readouterr().out
    assert run("relay", "--listen", "nowhere").code == 2


def test_python_m_is_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "p2pscrabble", "--version"], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.startswith("p2pscrabble ")
