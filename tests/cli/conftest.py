"""Running the program: in this process for what only answers, as a process of its own for what plays."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

import pytest
from click.testing import CliRunner

from p2pscrabble.cli import cli
from tests.words import compiled, with_words

T = TypeVar("T")

ROOT: Final = Path(__file__).parents[2]
DEADLINE: Final = 60.0
"""Seconds in which anything at all has happened, on a machine that has much else to do."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command wrote and ended with."""

    code: int
    stdout: str
    stderr: str

    @property
    def events(self) -> list[dict[str, object]]:
        """The objects of ``--json``."""
        return [json.loads(line) for line in self.stdout.splitlines()]


Run = Callable[..., Answer]


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is set on the machine of whoever runs the tests."""
    for name in os.environ:
        if name.startswith("P2PSCRABBLE") or name == "NO_COLOR":
            monkeypatch.delenv(name)
    monkeypatch.setenv("P2PSCRABBLE_INTERFACE", "127.0.0.1")


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs a command with a data folder of its own."""

    def answer(*arguments: str, env: dict[str, str] | None = None, stdin: str | bytes = "") -> Answer:
        given: Sequence[str] = ("--data-dir", str(tmp_path / "data"), *arguments)
        result = CliRunner().invoke(cli, given, input=stdin, env=env, prog_name="p2pscrabble")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Answer(result.exit_code, result.stdout, result.stderr)

    return answer


def loopback() -> tuple[str, ...]:
    """For a room that begins when it is full, on a relay of its own, at a port that no other test has or is given."""
    while True:
        port = random.randrange(20_000, 32_000)  # below those that a system chooses by itself
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return "--listen", f"127.0.0.1:{port}", "--countdown", "0"


class Running:
    """A command in a process of its own, ended with the test; what it writes is read as it comes."""

    def __init__(self, arguments: Sequence[str], environment: dict[str, str], *, stdin: bool = True) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "p2pscrabble", *arguments],
            stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            cwd=ROOT,
        )
        self._lock = threading.Condition()
        self.stdout = self.stderr = ""
        pipes = ("stdout", "stderr")
        self._readers = [threading.Thread(target=self._read, args=(pipe,), daemon=True) for pipe in pipes]
        for reader in self._readers:
            reader.start()

    def _read(self, name: str) -> None:
        pipe = getattr(self.process, name)
        with contextlib.suppress(OSError, ValueError):  # closed at the end of the test, while a child may still write
            while chunk := os.read(pipe.fileno(), 65536):
                with self._lock:
                    setattr(self, name, getattr(self, name) + chunk.decode(errors="replace"))
                    self._lock.notify_all()
        with self._lock:
            self._lock.notify_all()

    def until(self, ready: Callable[[], T | None], seconds: float = DEADLINE) -> T:
        """What ``ready`` finds in the output, as soon as it finds it."""
        end = time.monotonic() + seconds
        with self._lock:
            while (found := ready()) is None:
                left = end - time.monotonic()
                if left <= 0 or not any(reader.is_alive() for reader in self._readers):
                    raise AssertionError(f"never written.\n--- stdout\n{self.stdout}\n--- stderr\n{self.stderr}")
                self._lock.wait(left)
        return found

    def sees(self, text: str, seconds: float = DEADLINE) -> None:
        """Waits until this stands in what people are told."""
        self.until(lambda: True if text in self.stderr else None, seconds)

    def event(self, kind: str, seconds: float = DEADLINE) -> dict[str, Any]:
        """The first object of this kind."""
        return self.until(lambda: next((e for e in self.events if e["event"] == kind), None), seconds)

    @property
    def events(self) -> list[dict[str, Any]]:
        """All objects so far."""
        return [json.loads(line) for line in self.stdout.splitlines(keepends=True) if line.endswith("\n")]

    def type(self, line: str) -> None:
        """Types a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def ends(self, seconds: float = DEADLINE) -> int:
        """The exit code."""
        code = self.process.wait(seconds)
        for reader in self._readers:
            reader.join(seconds)
        return code

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.ends()


Start = Callable[..., Running]


@pytest.fixture(scope="session")
def words() -> Path:
    """The compiled word list, made once for all."""
    return compiled()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a command; ``data`` names its data folder, ``stdin=False`` leaves it without input."""
    running: list[Running] = []

    def begin(*arguments: str, data: str = "a", env: dict[str, str] | None = None, stdin: bool = True) -> Running:
        folder = with_words(tmp_path / data)
        environment = {name: value for name, value in os.environ.items() if not name.startswith("P2PSCRABBLE")}
        environment |= {"P2PSCRABBLE_DATA_DIR": str(folder), "P2PSCRABBLE_INTERFACE": "127.0.0.1"}
        environment["PYTHONPATH"] = f"{ROOT}{os.pathsep}{ROOT / 'relay'}"
        running.append(Running(arguments, environment | (env or {}), stdin=stdin))
        return running[-1]

    yield begin
    for process in running:
        process.process.kill()
        process.process.wait()
        for pipe in (process.process.stdin, process.process.stdout, process.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
