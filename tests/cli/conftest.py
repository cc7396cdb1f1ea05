"""Running the program: in this process for what only answers, as a process of its own for what plays."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from p2pscrabble.cli import cli


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
