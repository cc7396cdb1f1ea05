"""``make soak``: a hundred thousand seeded rooms in which everything goes wrong; each must end alike everywhere.

Each room is that of a script drawn from its seed (see ``tests/faults``). What fails is made as short as it gets and
printed: a few lines that ``--script`` plays again. Exits with 1 where a room failed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from pathlib import Path
from types import FrameType
from typing import Final

from tests.faults.playing import Played, shrunk, told
from tests.faults.playing import play as play_script
from tests.faults.quick import quick
from tests.faults.script import Script

GAMES: Final = 100_000
CHUNK: Final = 50
"""A process is given so many rooms at once."""
EVERY: Final = 5.0
"""Seconds between two lines of progress."""
LONGEST: Final = 120
"""Seconds of computing after which a room is taken to be stuck; the slowest takes a few."""
SHORTER: Final = 200
"""So many rooms are played to make the script of one that failed shorter."""
FAILED: Final = 1
INTERRUPTED: Final = 130
_lasting: Final = ExitStack()
"""What a process that plays rooms is in until it ends; a context that nothing holds is left at once."""


@dataclass
class Group:
    """The rooms that have something in common."""

    games: int = 0
    failed: int = 0
    virtual: float = 0.0
    cost: float = 0.0
    turns: int = 0
    steps: int = 0

    def add(self, played: Played) -> None:
        self.games += 1
        self.failed += bool(played.failure)
        self.virtual += played.virtual
        self.cost += played.cost
        self.turns += played.turns
        self.steps += played.steps


class StuckError(Exception):
    """Time stands still in a room."""


def play(script: Script) -> Played:
    """Plays a room, and leaves one in which time stands still."""
    _set_alarm(LONGEST)
    try:
        return play_script(script)
    except StuckError as error:  # it came between two lines of the playing itself
        return Played(script, failure=f"StuckError: {error}")
    finally:
        _set_alarm(0)


def play_seeds(seeds: Sequence[int]) -> list[Played]:
    """Plays the rooms of these seeds; what fails is made short."""
    return [shrunk(played, SHORTER, play) if played.failure else played for played in map(_play_seed, seeds)]


def _play_seed(seed: int) -> Played:
    return play(Script.random(seed))


def _set_alarm(seconds: int) -> None:
    if hasattr(signal, "SIGPROF"):
        signal.signal(signal.SIGPROF, _stuck)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _stuck(_number: int, _frame: FrameType | None) -> None:
    raise StuckError(f"not over after {LONGEST} s of computing")


def _break_off(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _prepare() -> None:
    """Makes a process one that plays rooms, until its parent ends."""
    _lasting.enter_context(quick())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    if (parent := multiprocessing.parent_process()) is not None:
        wait([parent.sentinel])
        os._exit(1)


def results(seeds: range, jobs: int) -> Generator[Played, None, None]:
    """Each room as it ends; in this process where there is one job."""
    chunks = [seeds[at : at + CHUNK] for at in range(0, len(seeds), CHUNK)]
    if jobs == 1:
        with quick():
            for seed in seeds:
                yield from play_seeds([seed])
        return
    # A new interpreter each, on every system alike.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _prepare)
    try:
        for done in as_completed([pool.submit(play_seeds, chunk) for chunk in chunks]):
            yield from done.result()
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
    failures: list[Played] = field(default_factory=list)
    slowest: Played | None = None
    longest: Played | None = None

    def __post_init__(self) -> None:
        self._began = self._told = time.monotonic()

    def add(self, played: Played) -> None:
        script = played.script
        self.total.add(played)
        kinds = [
            ("place", script.place),
            ("preset", script.preset),
            ("seats", str(script.seats)),
            ("deal", script.deal.name.lower()),
        ]
        kinds += [("trouble", what.value) for what in sorted({one.what for one in script.incidents}, key=str)]
        for kind, value in kinds:
            self.kinds.setdefault(kind, {}).setdefault(value, Group()).add(played)
        self.slowest = max(self.slowest or played, played, key=lambda one: one.cost)
        self.longest = max(self.longest or played, played, key=lambda one: one.virtual)
        if played.failure:
            self.failures.append(played)
            self._clear()
            self.write(f"FAILED {told(played)}\n")
            if self.games == 1:
                self.write(played.trace)
        if time.monotonic() - self._told >= EVERY:
            self._told = time.monotonic()
            self.progress()

    def progress(self) -> None:
        passed = time.monotonic() - self._began
        left = (self.games - self.total.games) * passed / max(1, self.total.games)
        line = (
            f"{self.total.games:,} of {self.games:,} rooms, {self.total.failed} failed, "
            f"{self.total.steps / max(passed, 1e-9) * 60:,.0f} steps a minute, "
            f"{_time(passed)} passed, about {_time(left)} left"
        )
        self._clear()
        self.write(line if self.live else f"{line}\n")

    def summary(self) -> None:
        self._clear()
        total, passed = self.total, time.monotonic() - self._began
        self.write(f"{'':<20} {'rooms':>7} {'failed':>7} {'turns':>9} {'virtual time':>14} {'computing':>11}\n")
        for kind, groups in sorted(self.kinds.items()):
            for value, group in sorted(groups.items()):
                self.write(_row(f"{kind} {value}", group))
        self.write(_row("all", total))
        if self.slowest is not None and self.longest is not None:
            self.write(
                f"most computing: seed {self.slowest.script.seed}, {self.slowest.cost:.1f} s; "
                f"longest room: seed {self.longest.script.seed}, {self.longest.virtual:.0f} s of virtual time\n"
            )
        verdict = (
            f"{total.failed} of {total.games:,} rooms failed" if total.failed else f"{total.games:,} rooms, all well"
        )
        self.write(f"{verdict}; {_time(passed)}\n")

    def _clear(self) -> None:
        if self.live:
            self.write("\r\x1b[K")


def _row(name: str, group: Group) -> str:
    return (
        f"{name:<20} {group.games:>7,} {group.failed:>7} {group.turns:>9,} "
        f"{_time(group.virtual):>14} {_time(group.cost):>11}\n"
    )


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def _again(path: Path) -> int:
    """Plays the room of one script, with all that Python says of what is wrong in it."""
    with quick():
        played = play(Script.parse(path.read_text()))
    sys.stdout.write(f"FAILED {told(played)}\n{played.trace}" if played.failure else "All is well in this room.\n")
    return FAILED if played.failure else 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays the rooms and tells what came of them; 1 where one failed, 130 where it was broken off."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, metavar="N", help="how many rooms (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="SEED", help="the first seed (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at once (default: %(default)s)")
    parser.add_argument("--script", type=Path, metavar="FILE", help="play the room of this script alone")
    options = parser.parse_args(arguments)
    if options.script is not None:
        return _again(options.script)
    if options.games < 1 or options.jobs < 1:
        parser.error("at least one room, by at least one process")
    report = Report(options.games, sys.stdout.write, sys.stdout.isatty())
    code = 0
    terminate = signal.signal(signal.SIGTERM, _break_off)
    try:
        seeds = range(options.first, options.first + options.games)
        with closing(results(seeds, 1 if options.games == 1 else options.jobs)) as found:
            for result in found:
                report.add(result)
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stdout.write(f"broken off after {report.total.games:,} rooms\n")
        code = INTERRUPTED
    except BrokenProcessPool as error:
        sys.stdout.write(f"FAILED: a process was killed among the rooms under way: {error}\n")
        code = FAILED
    finally:
        signal.signal(signal.SIGTERM, terminate)
    report.summary()
    return code or (FAILED if report.failures else 0)


if __name__ == "__main__":
    sys.exit(main())
