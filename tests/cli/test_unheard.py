"""The program where nobody types, nobody listens, or the terminal has gone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from p2pscrabble.web.running import RUNNING_FILE
from tests.cli.test_browser import Browser

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)
else:
    import pty

ROOT: Final = Path(__file__).parents[2]
DEADLINE: Final = 60.0


class Started:
    """A program with all its streams at one end of this; ``deaf`` closes our end."""

    def __init__(self, ours: int, theirs: int, data: Path, *arguments: str, **how: Any) -> None:
        self.data = data
        self._ours = ours
        kept = {name: value for name, value in os.environ.items() if not name.startswith("P2PSCRABBLE")}
        kept |= {"P2PSCRABBLE_DATA_DIR": str(data), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'relay'}"}
        command = [sys.executable, "-m", "p2pscrabble", "--no-browser", "--name", "Ana", *arguments]
        self.process = subprocess.Popen(command, stdout=theirs, stderr=theirs, env=kept, cwd=ROOT, **how)
        os.close(theirs)
        said = b""
        while not (found := re.search(rb"http://\S+/open\S+to=\S+\s", said)):
            said += os.read(ours, 4096)
        self.page = Browser(found[0].decode().strip())

    def deaf(self) -> None:
        """Nobody listens any more."""
        os.close(self._ours)

    def ends(self) -> int:
        """What it ends with."""
        return self.process.wait(DEADLINE)


@pytest.fixture
def run(tmp_path: Path, words: Path) -> Iterator[Callable[..., Started]]:
    """Starts the program."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "wordlists").symlink_to(words)
    running: list[Started] = []

    def begin(ends: tuple[int, int], *arguments: str, **how: Any) -> Started:
        running.append(Started(*ends, data, *arguments, **how))
        return running[-1]

    yield begin
    for started in running:
        started.process.kill()
        started.process.wait()


def test_the_games_go_on_where_nobody_listens(run: Callable[..., Started]) -> None:
    program = run(os.pipe(), "--json", stdin=subprocess.DEVNULL)
    program.deaf()
    lobby = program.page.state(None, lambda state: state["games"], {"do": "demo", "seats": 2})
    room = lobby["games"][0]["id"]
    state = program.page.state(room, lambda state: state["turn"] and state["turn"]["yours"])
    program.page.state(room, lambda now: len(now["steps"]) > len(state["steps"]) + 1, passing(state))
    program.page.state(None, lambda state: state, {"do": "quit"})
    program.ends()
    assert not (program.data / RUNNING_FILE).exists()


def passing(state: dict[str, Any]) -> dict[str, Any]:
    """The command that passes at this step."""
    return {"do": "pass", "step": len(state["steps"])}


def test_a_terminal_that_is_closed_ends_the_program_in_good_order(run: Callable[..., Started]) -> None:
    ours, theirs = pty.openpty()
    program = run((ours, theirs), "demo", stdin=theirs, start_new_session=True)
    room = program.page.leads_to.removeprefix("/room/")
    program.page.state(room, lambda state: state["turn"])
    program.deaf()
    program.process.send_signal(signal.SIGHUP)
    assert program.ends() == 130
    assert not (program.data / RUNNING_FILE).exists()


def test_one_that_shall_outlive_its_terminal_does(run: Callable[..., Started]) -> None:
    ignoring = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        program = run(os.pipe(), stdin=subprocess.DEVNULL)
    finally:
        signal.signal(signal.SIGHUP, ignoring)
    program.process.send_signal(signal.SIGHUP)
    assert program.page.state(None, lambda state: state)["games"] == []
    program.process.send_signal(signal.SIGTERM)
    assert program.ends() == 130


@pytest.mark.parametrize("closed", ["<&-", "<&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "code"), [("join", 2), ("replay -", 2), ("check cat", 0), ("host --rule help", 0), ("doctor", 0)]
)
def test_streams_that_are_closed(tmp_path: Path, words: Path, closed: str, arguments: str, code: int) -> None:
    (tmp_path / "wordlists").symlink_to(words)
    command = f'"{sys.executable}" -m p2pscrabble --data-dir "{tmp_path}" {arguments} {closed}'
    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=ROOT, check=False)
    assert "Traceback" not in ended.stderr + ended.stdout
    assert ended.returncode == code
