"""The doors under hostile inputs: ``python -m tests.fuzz.run --inputs 10000000`` tries so many and prints the rate."""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.fuzz.doors import DOORS, Door
from tests.fuzz.mutation import hostile
from tests.fuzz.rooms import ROOMS

ALL: Final = (*DOORS, *ROOMS)
CORPUS: Final = Path(__file__).parent / "corpus"
SECONDS: Final = 2.0
"""Of processor, for one input at the most."""
MEMORY: Final = 3 * 2**30
"""Bytes that the process may have in the long form."""
PEAK: Final = 64 * 2**20
"""Bytes that one input may have taken at one time."""


class EscapeError(AssertionError):
    """An input led out of what its door may do."""

    def __init__(self, door: Door, data: bytes, why: str) -> None:
        super().__init__(f"{door.name}: {why}; the input was {data.hex()}")
        self.door, self.data = door, data


@dataclass
class Tally:
    """What one door has been through."""

    inputs: int = 0
    refused: int = 0
    longest: float = 0.0


@dataclass
class Run:
    """Calls doors and sees to it that they keep to their bounds."""

    seed: int
    tallies: dict[str, Tally] = field(default_factory=dict)

    def enter(self, door: Door, data: bytes) -> None:
        """One input at one door; raises ``EscapeError``."""
        tally = self.tallies.setdefault(door.name, Tally())
        tally.inputs += 1
        before = time.thread_time()
        try:
            door.enter(data)
        except door.raises:
            tally.refused += 1
        except Exception as error:
            raise EscapeError(door, data, f"{type(error).__name__}: {error}") from error
        taken = time.thread_time() - before
        tally.longest = max(tally.longest, taken)
        if taken > SECONDS:
            raise EscapeError(door, data, f"it took {taken:.1f} s")

    def peak(self, door: Door, data: bytes) -> int:
        """The most bytes that one input took at one time."""
        self.enter(door, data)  # what is kept for good is there now
        tracemalloc.start()
        try:
            self.enter(door, data)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    def all(self, inputs: int, doors: Sequence[Door] = ALL) -> None:
        """So many hostile inputs over all doors, each as often as its share says, and once at least."""
        rng = random.Random(self.seed)
        known = {door.name: [*door.valid(), *corpus(door)] for door in doors}
        for door in doors:
            for data in known[door.name]:
                self.enter(door, data)
        shares = [door.share for door in doors]
        for door in (
            rng.choices(doors, shares, k=max(0, inputs - self.inputs))
            if inputs < 10**6
            else _picked(rng, doors, shares, inputs - self.inputs)
        ):
            self.enter(door, hostile(rng, known[door.name]))

    @property
    def inputs(self) -> int:
        """How many there were."""
        return sum(tally.inputs for tally in self.tallies.values())


def _picked(rng: random.Random, doors: Sequence[Door], shares: Sequence[float], count: int) -> Iterator[Door]:
    for start in range(0, count, 100_000):
        yield from rng.choices(doors, shares, k=min(100_000, count - start))


def corpus(door: Door) -> list[bytes]:
    """Inputs that were of interest once."""
    return [path.read_bytes() for path in sorted(CORPUS.glob(f"{slug(door)}.*"))]


def slug(door: Door) -> str:
    """The beginning of the names of its files in the corpus."""
    return "".join(sign if sign.isalnum() else "-" for sign in door.name)


def keep(door: Door, data: bytes) -> Path:
    """Puts an input into the corpus."""
    path = CORPUS / f"{slug(door)}.{hashlib.sha256(data).hexdigest()[:8]}"
    path.write_bytes(data)
    return path


def unsynced(fd: object) -> None:
    """In place of ``os.fsync``: nothing here is worth a disk's time."""


def main() -> None:
    """The long form."""
    import resource  # there is none on Windows

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--door", help="this one alone")
    given = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.fsync = unsynced
    doors = [door for door in ALL if given.door in (None, door.name)]
    run, began = Run(given.seed), time.monotonic()
    try:
        run.all(given.inputs, doors)
    except EscapeError as escape:
        _say(f"{escape}\n{keep(escape.door, escape.data)}")
        raise SystemExit(1) from escape
    except KeyboardInterrupt:
        _say("interrupted:")
    taken, worked = time.monotonic() - began, time.process_time()
    for name, tally in run.tallies.items():
        _say(
            f"{name:32} {tally.inputs:>10,} inputs {tally.refused:>10,} refused {tally.longest * 1000:8.1f} ms at most"
        )
    rate = f"{run.inputs / taken:,.0f} a second, {run.inputs / worked:,.0f} a second of processor"
    _say(f"{run.inputs:,} inputs in {taken:,.0f} s, {rate}: no escape (seed {run.seed})")


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
