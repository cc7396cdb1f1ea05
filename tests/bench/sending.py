"""What the seats of a sealed game send from the call to their racks: bytes of logs, and digits of registers.

In virtual time, so that it is the same on every machine: real members, a room in memory that loses nothing, and work
for which a processor takes a tenth of a second.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from p2pscrabble.bag.sealed import in_turn
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.work import Job
from p2pscrabble.sync import Stream
from p2pscrabble.table import Deal, Hello, Phase, Role, Room
from p2pscrabble.transport import OWN
from p2pscrabble.transport.memory import Faults, MemoryRelay
from tests.bench.games import lexicon
from tests.bench.measure import Figures
from tests.bench.registers import CODE, NAMES, SECRETS

WORK: Final = 0.1
"""Virtual seconds that a job takes."""
DELAY: Final = Faults(delay=0.01)


def sent(seats: int) -> Figures:
    """Bytes and digits that all send together, once everyone is there."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        room = _Room([stack.enter_context(_store(folder, number)) for number in range(seats)])
        room.run_until(lambda: any(member.view.phase is not Phase.GATHERING for member in room.members))
        length, room.digits = room.length, 0
        room.run_until(lambda: all(member.view.phase is Phase.PLAYING for member in room.members))
        return {"bytes": float(room.length - length), "digits": float(room.digits)}


def _store(folder: Path, number: int) -> RoomStore:
    role = Role.PLAYER if number else Role.HOST
    file = RoomFile(str(CODE), "", role.name.lower(), NAMES[number], 0)
    return RoomStore.create(folder, NAMES[number], file, bytes([number]) * 64)


class _Room:
    def __init__(self, stores: list[RoomStore]) -> None:
        self.digits = 0
        self._stores = stores
        self._now = 0.0
        self._relay = MemoryRelay(DELAY, len(stores), OWN.place)
        self._jobs: list[tuple[float, Member, Job]] = []
        self._results: dict[bytes, bytes] = {}
        """What came of each job: several members ask for the same checks."""
        self.members: list[Member] = []
        for number, store in enumerate(stores):
            room = Room(len(stores), PRESETS["classic"], Deal.SEALED, lexicon().hash, lexicon().name)
            member = Member(
                store,
                OWN.place,
                SECRETS,
                lambda _: lexicon(),
                hello=Hello(Role.PLAYER if number else Role.HOST, NAMES[number], "bench"),
                now=0.0,
                wall=lambda: self._now,
                notify=lambda _: None,
                room=None if number else room,
                gathering=None if number else Gathering(len(stores), 0.0, 0.0),
            )
            self.members.append(member)
            self._relay.join(NAMES[number])
        self._wakes = [0.0] * len(stores)

    @property
    def length(self) -> int:
        """Of all logs of the game together."""
        return sum(
            len(data)
            for store, member in zip(self._stores, self.members, strict=True)
            for key, stream, data in store.logs()
            if key == member.key and stream == Stream.GAME
        )

    def run_until(self, holds: Callable[[], bool]) -> None:
        """Goes on, from one thing that happens to the next."""
        while not holds():
            times = [*self._wakes, *(due for due, _, _ in self._jobs)]
            if (delivery := self._relay.next_time()) is not None:
                times.append(delivery)
            self._now = max(self._now, min(times))
            for client, name, digits in self._relay.step(self._now):
                self.members[NAMES.index(client)].hear(name, digits, self._now)
            for done in [done for done in self._jobs if done[0] <= self._now]:
                self._jobs.remove(done)
                done[1].done(done[2], self._result(done[2]))
            for number, member in enumerate(self.members):
                self._work(number, member)

    def _work(self, number: int, member: Member) -> None:
        for name, digits in member.work(self._now):
            self.digits += len(digits)
            self._relay.set(NAMES[number], name, digits)
        self._jobs += ((self._now + WORK, member, job) for job in member.jobs())
        self._wakes[number] = max(self._now + 0.001, min(member.wake(self._now), self._now + 0.5))

    def _result(self, job: Job) -> bytes:
        if job.name not in self._results:
            self._results[job.name] = job.run(in_turn)
        return self._results[job.name]
