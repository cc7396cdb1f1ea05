"""How long it takes until something shows: ``--help``, imports, a room code stretched; and how fast this machine is."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from statistics import median
from typing import Final

from p2pscrabble.numerals import RoomCode
from tests.bench.games import BUILD, PROJECT
from tests.bench.measure import Figures, medians

ROUNDS: Final = 9
IMPORTS: Final = ("p2pscrabble.game", "p2pscrabble.cli", "p2pscrabble.peer.room", "p2pscrabble_relay.server", "aiohttp")
_IMPORT: Final = "import time; began = time.perf_counter(); import {name}; print(time.perf_counter() - began)"
STEPS: Final = 1_000_000


def measure_machine(short: bool) -> Figures:
    """A yardstick: figures of other runs compare only as far as these do."""
    BUILD.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=BUILD) as file:

        def save() -> None:
            file.write(b"x" * 100)
            file.flush()
            os.fsync(file.fileno())

        counted, synced = medians(3 if short else 51, _count, save)
    return {"machine_loop_ms": counted * 1e3, "machine_fsync_ms": synced * 1e3}


def _count() -> int:
    total = 0
    for step in range(STEPS):
        total += step & 7
    return total


def measure_starting(short: bool) -> Figures:
    """Each start in a process of its own, the bare interpreter beside it."""
    rounds = 1 if short else ROUNDS
    show_help = partial(_run, "-m", "p2pscrabble", "--help")
    if not short:
        show_help()  # the first run writes the bytecode
    bare, helping = (taken * 1e3 for taken in medians(rounds, partial(_run, "-c", "pass"), show_help))
    figures = {"start_python_ms": bare, "start_help_ms": helping, "start_help_times_python": helping / bare}
    for name in IMPORTS:
        taken = [float(_run("-c", _IMPORT.format(name=name))) for _ in range(rounds)]
        figures[f"start_import_{name.replace('.', '_')}_ms"] = median(taken) * 1e3
    (stretching,) = medians(rounds, RoomCode.random(bytes(range(16))).secrets)
    return figures | {"roomcode_stretch_ms": stretching * 1e3}


def _run(*arguments: str) -> str:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(PROJECT), str(PROJECT / "relay")])}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
