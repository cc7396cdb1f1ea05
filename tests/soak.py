"""``make soak``: thousands of seeded rooms over a network that fails on purpose; every one must end alike everywhere.

Each room is one of ``tests/faults/simulation.py``, its whole plan drawn from its seed, so that any of them can be
played again alone. Exits with 1 where one failed.
"""

from __future__ import annotations

import argparse
import gc
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from functools import lru_cache
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Final

from p2pscrabble.peer import member
from p2pscrabble.table.replay import replay_number, verify_replay
from tests.faults.simulation import Plan, Simulation

GAMES: Final = 10_000
EVERY: Final = 5.0
"""Seconds between two lines of progress."""
LONGEST: Final = 300
"""Seconds of computing after which a room is taken to be stuck; the slowest takes a few."""
_MEMORY: Final = Path("/dev/shm")
FAILED: Final = 1
INTERRUPTED: Final = 130


@dataclass(frozen=True)
class Result:
    """What became of one room."""

    seed: int
    plan: Plan
    virtual: float
    """Seconds that passed in the room."""
    wall: float
    moves: int
    failure: str = ""
    trace: str = ""


@dataclass
class Group:
    """The rooms that have something in common."""

    games: int = 0
    failed: int = 0
    virtual: float = 0.0
    wall: float = 0.0
    moves: int = 0

    def add(self, result: Result) -> None:
        self.games += 1
        self.failed += bool(result.failure)
        self.virtual += result.virtual
        self.wall += result.wall
        self.moves += result.moves


class StuckError(Exception):
    """Time stands still in a room."""


def play(seed: int) -> Result:
    """Plays the room of this seed, and says what was wrong with it rather than raise it."""
    plan = Plan.random(seed)
    began = time.perf_counter()
    room = None
    failure = trace = ""
    _set_alarm(LONGEST)
    try:
        with tempfile.TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as folder:
            room = Simulation(plan, Path(folder))
            try:
                room.run()
            finally:
                room.close()
    except Exception as error:  # whatever it is, it is what this looks for
        failure, trace = f"{type(error).__name__}: {error}", traceback.format_exc()
    finally:
        _set_alarm(0)
    virtual, moves = (room.now, room.moves) if room is not None else (0.0, 0)
    return Result(seed, plan, virtual, time.perf_counter() - began, moves, failure, trace)


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _stuck)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _stuck(_number: int, _frame: FrameType | None) -> None:
    raise StuckError(f"not over after {LONGEST} s of computing")


def _break_off(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _prepare() -> None:
    """What a room's disk keeps is read back by this same machine, which does not lose power in between."""
    vars(os)["fsync"] = lambda _: None
    # Equal games have equal numbers: peers that agree need not all work one out in this one process.
    for check in (replay_number, verify_replay):
        vars(member)[check.__name__] = lru_cache(maxsize=8)(check)
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    if (parent := multiprocessing.parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)


def results(seeds: Sequence[int], jobs: int) -> Generator[Result, None, None]:
    """Each room as it ends; in this process where there is one job."""
    if jobs == 1:
        yield from map(play, seeds)
        return
    # A new interpreter each, on every system alike.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _prepare)
    try:
        for done in as_completed([pool.submit(play, seed) for seed in seeds]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


@dataclass
class Report:
    """What is printed: failures at once, how far it is now and then, a summary in the end."""

    games: int
    write: Callable[[str], object]
    live: bool = False
    """Whether it goes to a terminal, where a line of progress may be written over."""
    total: Group = field(default_factory=Group)
    kinds: dict[str, dict[str, Group]] = field(default_factory=dict)
    failures: list[Result] = field(default_factory=list)
    slowest: Result | None = None
    longest: Result | None = None

    def __post_init__(self) -> None:
        self._began = self._told = time.monotonic()

    def add(self, result: Result) -> None:
        plan = result.plan
        self.total.add(result)
        for kind, value in (("place", plan.place), ("preset", plan.preset), ("seats", str(plan.seats))):
            self.kinds.setdefault(kind, {}).setdefault(value, Group()).add(result)
        self.slowest = max(self.slowest or result, result, key=lambda one: one.wall)
        self.longest = max(self.longest or result, result, key=lambda one: one.virtual)
        if result.failure:
            self.failures.append(result)
            self._clear()
            self.write(f"FAILED seed {result.seed}: {result.failure}\n  {plan}\n  alone: {alone(result.seed)}\n")
            if self.games == 1:
                self.write(result.trace)
        if time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            self.progress()

    def progress(self) -> None:
        passed = time.monotonic() - self._began
        left = (self.games - self.total.games) * passed / max(1, self.total.games)
        line = (
            f"{self.total.games:,} of {self.games:,} games, {self.total.failed} failed, "
            f"{_time(passed)} passed, about {_time(left)} left"
        )
        self._clear()
        self.write(line if self.live else f"{line}\n")

    def summary(self) -> None:
        self._clear()
        total, passed = self.total, time.monotonic() - self._began
        self.write(f"{'':<20} {'games':>7} {'failed':>7} {'moves':>9} {'virtual time':>14} {'real time':>11}\n")
        for kind, groups in sorted(self.kinds.items()):
            for value, group in sorted(groups.items()):
                self.write(_row(f"{kind} {value}", group))
        self.write(_row("all", total))
        if self.slowest is not None and self.longest is not None:
            self.write(
                f"most real time: seed {self.slowest.seed}, {self.slowest.wall:.1f} s; "
                f"longest room: seed {self.longest.seed}, {self.longest.virtual:.0f} s of virtual time\n"
            )
        for result in self.failures:
            self.write(f"FAILED seed {result.seed}; alone: {alone(result.seed)}\n")
        verdict = (
            f"{total.failed} of {total.games:,} games failed" if total.failed else f"{total.games:,} games, all well"
        )
        self.write(f"{verdict}; {_time(passed)}\n")

    def _clear(self) -> None:
        if self.live:
            self.write("\r\x1b[K")


def alone(seed: int) -> str:
    """How to play one room again, with all that Python says of what went wrong."""
    return f"python -m tests.soak --first {seed} --games 1"


def _row(name: str, group: Group) -> str:
    return (
        f"{name:<20} {group.games:>7,} {group.failed:>7} {group.moves:>9,} "
        f"{_time(group.virtual):>14} {_time(group.wall):>11}\n"
    )


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays the rooms and tells what came of them; 1 where one failed, 130 where it was broken off."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="how many (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (default: %(default)s)")
    options = parser.parse_args(arguments)
    if options.games < 1 or options.jobs < 1:
        parser.error("at least one game, by at least one process")
    report = Report(options.games, sys.stdout.write, sys.stdout.isatty())
    code = 0
    disk = os.fsync
    terminate = signal.signal(signal.SIGTERM, _break_off)
    try:
        if options.games == 1 or options.jobs == 1:
            options.jobs = 1
            vars(os)["fsync"] = lambda _: None
        seeds = range(options.first, options.first + options.games)
        with closing(results(seeds, options.jobs)) as found:
            for result in found:
                report.add(result)
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stdout.write(f"broken off after {report.total.games:,} games\n")
        code = INTERRUPTED
    except BrokenProcessPool as error:
        sys.stdout.write(f"FAILED: a process was killed among the games under way: {error}\n")
        code = FAILED
    finally:
        vars(os)["fsync"] = disk
        signal.signal(signal.SIGTERM, terminate)
    report.summary()
    return code or (FAILED if report.failures else 0)


if __name__ == "__main__":
    sys.exit(main())
