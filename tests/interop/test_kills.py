"""Programs that are killed at any instant of a sealed game, the deal included, and started again from their disks."""

from __future__ import annotations

import json
import queue
import random
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.interop.conftest import PATIENCE, Program, Start, relay

NAMES = ("Ana", "Ben", "Cid", "Dora")


class Seat:
    """One player's computer: whichever of its programs runs now, and what all of them have told."""

    def __init__(
        self, name: str, player: Start, address: str, news: queue.Queue[tuple[str, dict[str, object]]]
    ) -> None:
        self.name = name
        self._player = player
        self._address = address
        self._news = news
        self._running: Program | None = None

    def start(self, *command: str, **environment: str) -> None:
        self._running = program = self._player(self.name, self._address, *command, **environment)
        threading.Thread(target=self._listen, args=(program,), daemon=True).start()

    def _listen(self, program: Program) -> None:
        for line in program.lines:
            if line.endswith("\n"):  # the last one of a program that was killed may be half a line
                self._news.put((self.name, json.loads(line)))

    def kill(self) -> None:
        if self._running is not None:
            self._running.process.kill()
            self._running.process.wait()


def one_room(start: Start, player: Start, names: Sequence[str], kills: int, dice: random.Random) -> int:
    """A game in which so many programs are killed, or fewer if it ends before: how many were, and all end alike."""
    news: queue.Queue[tuple[str, dict[str, object]]] = queue.Queue()
    address = relay(start, "own")
    chairs = [Seat(name, player, address, news) for name in names]
    chairs[0].start("host", "--seats", str(len(names)), "--auto", "--games", "1", "--countdown", "0")
    code, killed = "", 0
    ends: dict[str, tuple[object, object]] = {}
    due = float("inf")
    while len(ends) < len(names):
        try:
            name, said = news.get(timeout=max(0.0, min(due - time.monotonic(), PATIENCE)))
        except queue.Empty:
            assert due <= time.monotonic(), f"nothing happens any more; over for {sorted(ends)}"
            chair = dice.choice(chairs)
            chair.kill()
            killed += 1
            chair.start(*(("resume", "--auto") if chair is chairs[0] else ("bot",)), P2PSCRABBLE_CODE=code)
            due = time.monotonic() + dice.random() * 3 if killed < kills else float("inf")
            continue
        if said["event"] == "room" and not code:
            code = str(said["code"])
            for chair in chairs[1:]:
                chair.start("bot", P2PSCRABBLE_CODE=code)
        elif said["event"] == "called" and not killed:
            due = time.monotonic() + dice.random()
        elif said["event"] == "over" and said["game"] == 0:
            ends[name] = (said["hash"], said["scores"])
            due = float("inf")
    for chair in chairs:
        chair.kill()
    assert len(set(map(str, ends.values()))) == 1, ends
    return killed


def told_once(folder: Path, names: Sequence[str]) -> None:
    """On all disks every log is the same as far as it goes: no place in one was ever signed twice."""
    logs: dict[str, list[bytes]] = defaultdict(list)
    for path in (path for name in names for path in folder.glob(f"{name}/rooms/*/logs/*")):
        logs[path.name].append(path.read_bytes())
    assert sum(name.endswith(".0") for name in logs) == len(names)
    for name, copies in logs.items():
        longest = max(copies, key=len)
        assert all(longest.startswith(copy) for copy in copies), name


@pytest.mark.timeout(PATIENCE + 100)
def test_programs_that_are_killed_at_any_instant_end_with_one_game(start: Start, player: Start, tmp_path: Path) -> None:
    names = NAMES[:3]
    assert one_room(start, player, names, 5, random.Random(1)) >= 3
    told_once(tmp_path, names)


@pytest.mark.soak
@pytest.mark.timeout(7_200)
def test_two_hundred_kills_in_sealed_games_for_four(start: Start, player: Start, tmp_path: Path) -> None:
    killed, rooms = 0, 0
    while killed < 200:
        rooms += 1
        names = [f"{name}{rooms}" for name in NAMES]
        killed += one_room(start, player, names, 200 - killed, random.Random(rooms))
        told_once(tmp_path, names)
