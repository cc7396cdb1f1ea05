"""A room of real programs that deal a sealed bag: each a process of its own, on a relay that is one too."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from tests.bench.games import BUILD, PROJECT, compiled, lexicon
from tests.bench.latency import relay

NAMES: Final = ("Ana", "Ben", "Cid", "Dora")
DEADLINE: Final = 120.0
"""Seconds within which all have their racks, whatever else the machine does."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """How long it was from "everyone is here" to the last rack, and how much of all processors it took; in seconds."""

    wall: float
    cpu: float


class Programs:
    """The programs of one room, and when each of them said what."""

    def __init__(self, stack: ExitStack, folder: Path, url: str, code: str = "") -> None:
        self._stack = stack
        self._folder = folder
        self._url = url
        self._news = threading.Condition()
        self._said: list[tuple[float, str, str]] = []
        self._processes: list[subprocess.Popen[str]] = []
        self._cpu_when_called = 0.0
        self.code = code

    def start(self, name: str, *arguments: str) -> None:
        """Starts a player's program, which finds the word list compiled."""
        kept = self._folder / name / "wordlists" / "shipped" / f"{lexicon().hash.hex()[:16]}.words"
        kept.parent.mkdir(parents=True)
        kept.write_bytes(compiled())
        clean = {key: value for key, value in os.environ.items() if not key.startswith("P2PSCRABBLE_")}
        environment = clean | {"PYTHONPATH": os.pathsep.join([str(PROJECT), str(PROJECT / "relay")])}
        if self.code:
            environment["P2PSCRABBLE_CODE"] = self.code
        options = ["--data-dir", str(self._folder / name), "--json", "--name", name, "--relay", self._url]
        process = self._stack.enter_context(
            subprocess.Popen(
                [sys.executable, "-m", "p2pscrabble", *options, *arguments],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        )
        self._processes.append(process)
        self._stack.callback(process.kill)
        if process.stdout is None:
            raise RuntimeError("a program says nothing")
        threading.Thread(target=self._listen, args=(name, process.stdout), daemon=True).start()

    def _listen(self, name: str, lines: IO[str]) -> None:
        for line in lines:
            now, said = time.perf_counter(), json.loads(line)
            with self._news:
                if said["event"] == "room":
                    self.code = str(said["code"])
                if said["event"] == "called" and not self.times("called"):
                    self._cpu_when_called = self.cpu()
                self._said.append((now, name, str(said["event"])))
                self._news.notify_all()

    def times(self, event: str) -> list[float]:
        """When programs said so."""
        return [at for at, _, said in self._said if said == event]

    def wait(self, event: str, count: int) -> None:
        """Until so many programs have said so."""
        with self._news:
            if not self._news.wait_for(lambda: len(self.times(event)) >= count, DEADLINE):
                raise RuntimeError(f"the programs have not said “{event}” in time")

    def cpu(self) -> float:
        """Seconds of processors that all of them have used so far; 0 where the system does not tell."""
        ticks = 0
        for process in self._processes:
            stat = Path(f"/proc/{process.pid}/stat")
            if stat.exists():
                user, system = stat.read_text().rpartition(")")[2].split()[11:13]
                ticks += int(user) + int(system)
        return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0

    def dealt(self) -> Dealt:
        """From the host’s call, which it makes once everyone is there, to the last one’s seven tiles."""
        used = self.cpu() - self._cpu_when_called
        return Dealt(max(self.times("first")) - min(self.times("called")), used)


def deal(seats: int) -> Dealt:
    """One room from its beginning to the racks."""
    BUILD.mkdir(exist_ok=True)
    with relay("own") as url, ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD, ignore_cleanup_errors=True)))
        programs = Programs(stack, folder, url)
        programs.start(
            NAMES[0], "host", "--seats", str(seats), "--deal", "sealed", "--auto", "--games", "1", "--countdown", "0"
        )
        programs.wait("room", 1)
        for name in NAMES[1:seats]:
            programs.start(name, "bot")
        programs.wait("first", seats)
        return programs.dealt()
