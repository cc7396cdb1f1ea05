"""How many digits a play takes in its writer's register, as the relay sees it, with two, three and four at the table.

Whole games are played in virtual time: real members, a room in memory that loses nothing, players who think for a few
seconds. What was set is opened again afterwards with the room's key, and the values that carry exactly one new play,
and all of it, are counted.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final

from p2pscrabble.game.moves import Move, Play
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals import RoomCode, RoomSecrets
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.sync import Seating, Stream
from p2pscrabble.sync.log import Log
from p2pscrabble.sync.register import Register
from p2pscrabble.sync.seal import Seal
from p2pscrabble.table import Deal, Hello, Kind, Phase, Role, Room
from p2pscrabble.transport import OWN, SCRATCH, Place
from p2pscrabble.transport.memory import Faults, MemoryRelay
from tests.bench.games import best, lexicon
from tests.bench.measure import Figures

CODE: Final = RoomCode.random(bytes(range(16)))
SECRETS: Final = RoomSecrets("1" + "0" * 29, bytes(range(64)))
PLACES: Final = {"own": OWN.place, "scratch": SCRATCH.place}
THINKING: Final = 4.0
"""Seconds of virtual time from one move to the next."""
DELAY: Final = Faults(delay=0.05)
ONE_VARIABLE: Final = 256
NAMES: Final = ("Ana", "Ben", "Cid", "Dora")


def measure_registers(short: bool) -> Figures:
    """Digits of the values that carry one new play, and how many values a play takes."""
    figures: Figures = {}
    for place in PLACES:
        for seats in (2, 3, 4):
            with tempfile.TemporaryDirectory() as folder:
                figures |= _figures(f"register_{place}_{seats}_seats", _Room(Path(folder), seats, PLACES[place], short))
    return figures


@dataclass
class _Chair:
    client: str
    member: Member
    sets: list[tuple[str, str]] = field(default_factory=list)
    """All that was set: name and digits."""
    moves: list[Move] = field(default_factory=list)
    thinks_until: float | None = None


class _Room:
    """A whole game, or with ``short`` its first rounds; ``play`` it first."""

    def __init__(self, folder: Path, seats: int, place: Place, short: bool) -> None:
        self.place = place
        self.rounds = 2 if short else None
        self.now = 0.0
        self.relay = MemoryRelay(DELAY, seats, place)
        self.stores = []
        self.chairs = []
        for number in range(seats):
            host = number == 0
            hello = Hello(Role.HOST if host else Role.PLAYER, NAMES[number], "bench")
            file = RoomFile(str(CODE), "", hello.role.name.lower(), hello.name, 0)
            secrets = bytes([number]) * 64
            self.stores.append(RoomStore.create(folder, hello.name, file, secrets))
            member = Member(
                self.stores[-1].__enter__(),
                place,
                SECRETS,
                lambda _: lexicon(),
                hello=hello,
                now=0.0,
                wall=lambda: self.now,
                notify=lambda _: None,
                room=Room(seats, PRESETS["classic"], Deal.OPEN, lexicon().hash, lexicon().name) if host else None,
                gathering=Gathering(seats, 0.0, 0.0) if host else None,
            )
            self.chairs.append(_Chair(hello.name, member))
            self.relay.join(hello.name)

    def play(self) -> None:
        """Plays until it is over everywhere."""
        wakes = [0.0] * len(self.chairs)
        while not all(self._done(chair) for chair in self.chairs):
            times = wakes + [chair.thinks_until for chair in self.chairs if chair.thinks_until is not None]
            if (delivery := self.relay.next_time()) is not None:
                times.append(delivery)
            self.now = max(self.now, min(times))
            for client, name, digits in self.relay.step(self.now):
                self._chair(client).member.hear(name, digits, self.now)
            for number, chair in enumerate(self.chairs):
                self._work(chair)
                wakes[number] = max(self.now + 0.001, min(chair.member.wake(self.now), self.now + 0.5))
        for store in self.stores:
            store.__exit__(None, None, None)

    def _chair(self, client: str) -> _Chair:
        return next(chair for chair in self.chairs if chair.client == client)

    def _done(self, chair: _Chair) -> bool:
        view = chair.member.view
        enough = self.rounds is not None and len(view.steps) >= self.rounds * len(self.chairs)
        return enough or view.phase is Phase.OVER

    def _work(self, chair: _Chair) -> None:
        member = chair.member
        if chair.thinks_until is not None and chair.thinks_until <= self.now and member.view.position is not None:
            chair.thinks_until = None
            chair.moves.append(best(member.view.position))
            member.move(chair.moves[-1], self.now)
        for name, digits in member.work(self.now):
            chair.sets.append((name, digits))
            self.relay.set(chair.client, name, digits)
        if member.view.your_turn and chair.thinks_until is None:
            chair.thinks_until = self.now + THINKING


def _figures(name: str, room: _Room) -> Figures:
    room.play()
    chairs = sorted(room.chairs, key=lambda chair: chair.member.view.seat or 0)
    seating = Seating(tuple(chair.member.key for chair in chairs))
    seal = Seal(SECRETS.room_id, SECRETS.key, room.place.max_digits)
    alone: list[int] = []
    values: list[int] = []
    for chair, store in zip(room.chairs, room.stores, strict=True):
        registers = [(seal.open(name, digits, [seating]), len(digits)) for name, digits in chair.sets]
        counted = _count_plays(registers, _own_log(chair, store), chair.moves)
        alone += counted.alone
        values += counted.values
    figures: Figures = {f"{name}_plays": len(values), f"{name}_digits_median": median(alone)}
    figures[f"{name}_digits_max"] = max(alone)
    if room.place.max_digits == ONE_VARIABLE:
        figures[f"{name}_one_variable_percent"] = 100 * len(alone) / len(values)
        figures[f"{name}_variables_a_play_max"] = max(values)
    return figures


def _own_log(chair: _Chair, store: RoomStore) -> Log:
    log = Log(SECRETS.room_id, Stream.GAME, key=chair.member.key)
    for key, stream, data in store.logs():
        if key == chair.member.key and stream == Stream.GAME:
            log.take(0, data)
    return log


@dataclass
class _Counted:
    alone: list[int]
    """The digits of each value that carries one new play, whole, and of no log anything else."""
    values: list[int]
    """In how many values each play was told at first."""


def _count_plays(registers: Sequence[tuple[Register, int]], log: Log, moves: Sequence[Move]) -> _Counted:
    indices = [entry.index for entry in log.entries if entry.kind == Kind.MOVE]
    told = {index: 0 for index, move in zip(indices, moves, strict=True) if isinstance(move, Play)}
    alone = []
    known = 0
    for register, length in registers:
        for segment in register.segments:
            start = log.place(segment.mark)
            if segment.id != register.who or segment.stream is not Stream.GAME or start is None:
                continue
            end = start + len(segment.data)
            for index in told:
                told[index] += max(known, log.start(index)) < min(end, log.start(index + 1))
                whole = (start, end) == (log.start(index), log.start(index + 1))
                if whole and known <= start and len(register.segments) == 1:
                    alone.append(length)
            known = max(known, end)
    return _Counted(alone, list(told.values()))
