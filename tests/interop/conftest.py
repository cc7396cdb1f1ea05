"""Programs, each in a process of its own: a relay, and players."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from tests.words import with_words

ROOT = Path(__file__).parents[2]
PATIENCE = 200.0
"""Seconds that a game may take on a machine that does other things besides."""


@dataclass
class Program:
    """A process, and where what it says goes; errors to a file, so that nothing waits for a reader."""

    process: subprocess.Popen[str]
    errors: Path
    heard: list[str] = field(default_factory=list)
    """What was read on the way to the events that were asked for."""

    @property
    def lines(self) -> IO[str]:
        if self.process.stdout is None:
            pytest.fail("the process has no output")
        return self.process.stdout

    def event(self, name: str) -> dict[str, object]:
        """The next event of this name."""
        for line in self.lines:
            self.heard.append(line)
            said: dict[str, object] = json.loads(line)
            if said["event"] == name:
                return said
        pytest.fail(f"ended with {self.process.wait()} before “{name}”:\n{self.errors.read_text()[-2000:]}")


Start = Callable[..., Program]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts ``python -m MODULE …``; whatever still runs at the end is ended, by its handle."""
    programs: list[Program] = []

    def begin(module: str, *arguments: str, before: tuple[str, ...] = (), **environment: str) -> Program:
        errors = tmp_path / f"errors-{len(programs)}"
        clean = {key: value for key, value in os.environ.items() if not key.startswith("P2PSCRABBLE_")}
        path = os.pathsep.join([str(ROOT), str(ROOT / "relay")])
        with errors.open("w") as file:
            process = subprocess.Popen(
                [*before, sys.executable, "-m", module, *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
                env={**clean, "PYTHONPATH": path, **environment},
                cwd=tmp_path,
            )
        programs.append(Program(process, errors))
        return programs[-1]

    yield begin
    for program in reversed(programs):  # players before the relay over which they take their leave
        if program.process.poll() is None:
            program.process.terminate()
        try:
            program.process.wait(10)
        except subprocess.TimeoutExpired:
            program.process.kill()
            program.process.wait()
        program.lines.close()
        if program.process.stdin is not None:
            program.process.stdin.close()


@pytest.fixture
def player(start: Start, tmp_path: Path) -> Start:
    """Starts a player's program with a data folder of its own."""

    def begin(name: str, relay: str, *arguments: str, **environment: str) -> Program:
        options = ["--data-dir", str(with_words(tmp_path / name)), "--json", "--name", name, "--relay", relay]
        return start("p2pscrabble", *options, *arguments, **environment)

    return begin


def relay(start: Start, profile: str) -> str:
    """A relay that allows what the profile allows; how a player names it."""
    url = str(
        start("p2pscrabble_relay", "--listen", "127.0.0.1:0", "--profile", profile, "--json").event("listening")["url"]
    )
    return {"own": url, "turbowarp": f"turbowarp@{url}", "scratch": f"scratch:123@{url}"}[profile]
