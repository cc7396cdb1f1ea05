"""A run that is guided by what each input reaches: ``python -m tests.fuzz.guided --minutes 30``.

It needs Google's atheris (``pip install atheris``), which is on no list of what the project depends on. The first byte
of an input names the door. What is found is kept in the corpus: an input that escaped, or with ``--keep`` some of those
that reached something new.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

INSIDE: Final = "P2PSCRABBLE_FUZZ_INSIDE"
FOUND: Final = ("crash-", "timeout-", "oom-", "leak-")
"""How libFuzzer begins the names of what went wrong."""
LARGEST: Final = 1_000
"""Bytes of an input that is kept, and no more."""
KEPT: Final = 6
"""Inputs that are kept of each door at one time, from the smallest to the largest."""


def main() -> None:
    """Starts itself once more, as libFuzzer ends the process that it runs in."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--least", default="0", help="leave out doors with a smaller share: 0.5 tries the quick ones")
    parser.add_argument("--keep", action="store_true", help="put what was found into the corpus of the tests")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "found"
        found.mkdir()
        os.environ[INSIDE] = given.least
        _seed(found)
        limits = ["-timeout=20", "-rss_limit_mb=3000", "-max_len=4096", f"-artifact_prefix={folder}/"]
        seconds = f"-max_total_time={int(given.minutes * 60)}"
        command = [sys.executable, "-m", "tests.fuzz.guided", seconds, *limits, str(found)]
        ended = subprocess.run(command, check=False)
        escaped = [path for path in Path(folder).iterdir() if path.name.startswith(FOUND)]
        for path in escaped:
            _keep(path.read_bytes())
        if given.keep and not escaped:
            keep_some(found)
    raise SystemExit(ended.returncode or bool(escaped))


def _doors() -> Any:
    return importlib.import_module("tests.fuzz.run")


def _slots() -> list[Any]:
    """The door that each first byte names: more bytes lead to one that takes no time."""
    doors = [door for door in _doors().ALL if door.share >= float(os.environ[INSIDE])]
    whole = sum(door.share for door in doors)
    found = [door for door in doors for _ in range(max(1, round((256 - len(doors)) * door.share / whole)))][:256]
    return found + [doors[0]] * (256 - len(found))


def _seed(folder: Path) -> None:
    run, doors = _doors(), _slots()
    for number, door in enumerate(dict.fromkeys(doors)):
        for count, data in enumerate([*door.valid(), *run.corpus(door)]):
            (folder / f"{number}-{count}").write_bytes(bytes([doors.index(door)]) + data)


def _keep(data: bytes) -> None:
    _doors().keep(_slots()[data[0]], data[1:])


def keep_some(folder: Path) -> None:
    """Puts some of what libFuzzer kept, each for something that no other input had reached, into the corpus."""
    doors, by_door = _slots(), dict[str, list[bytes]]()
    for path in folder.iterdir():
        data = path.read_bytes()
        if "-" not in path.name and 1 < len(data) <= LARGEST:  # the others are those that it began with
            by_door.setdefault(doors[data[0]].name, []).append(data)
    for found in by_door.values():
        found.sort(key=lambda data: (len(data), data))
        for data in found[:: max(1, len(found) // KEPT)][:KEPT]:
            _keep(data)


def inside() -> None:
    """The run itself, in a process of its own."""
    atheris = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["p2pscrabble", "p2pscrabble_relay"]):
        run = _doors()
    os.fsync = run.unsynced
    entered, doors = run.Run(0), _slots()

    def enter(data: bytes) -> None:
        if data:
            entered.enter(doors[data[0]], data[1:])

    atheris.Setup(sys.argv, enter)
    atheris.Fuzz()


if __name__ == "__main__":
    inside() if INSIDE in os.environ else main()
