"""What a member has others do for it, because it takes a while: proofs to make and to check, games to audit.

Nothing here runs anything. Who runs the member takes the jobs, does each in whatever thread, and hands the result back;
until then the member goes on with everything that does not wait for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2pscrabble.bag import h
from p2pscrabble.bag.sealed import Spread, Statement, in_turn
from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.deck import generators, tile_points
from p2pscrabble.bag.sealed.duties import Checking
from p2pscrabble.errors import DecodeError, PeerError
from p2pscrabble.table import Answer, Check, Kind, SealedRecord, check_at_once

Run: TypeAlias = Callable[[Spread], bytes]


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work; ``name`` stands for exactly one result. ``run`` needs nothing but who spreads it."""

    name: bytes
    run: Run = field(repr=False, compare=False)


def _fixed_points(_spread: Spread) -> bytes:
    """Works out the points that are the same in every sealed game; whoever asks for them later finds them made."""
    generators()
    tile_points()
    return b""


AHEAD: Final = Job(b"fixed points", _fixed_points)
"""What can be done before anybody has asked for it, while people gather."""


_MARK: Final = 255
"""No seat has this number."""
_SHORT: Final = (Kind.SHARES, Kind.RACK)
"""Answers about a few tiles: handing them to a thread and back, and the disk twice, would take longer than they do."""


class Workshop:
    """The jobs of one member, and what has come of them."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._wanted: dict[bytes, Job] = {AHEAD.name: AHEAD}
        self._results: dict[bytes, bytes | None] = {}
        self._names: dict[bytes, tuple[Statement, bytes]] = {}
        """By proof, what it was last asked for and the name of that: naming reads both decks."""

    def jobs(self) -> list[Job]:
        """What is to be done and has not been handed out yet."""
        found = list(self._wanted.values())
        self._wanted.clear()
        self._results.update((job.name, None) for job in found)
        return found

    def done(self, job: Job, result: bytes) -> None:
        """A job that was handed out is done."""
        self._results[job.name] = result

    def result(self, name: bytes, run: Run) -> bytes | None:
        """The result of this work; ``None`` while it is not there, and then it is wanted."""
        if name not in self._results:
            self._wanted[name] = Job(name, run)
            return None
        return self._results[name]

    def make(self, answer: Answer) -> bytes | None:
        """The body of what this peer's seat owes a sealed bag, if it is there."""
        if answer.kind in _SHORT:
            return answer.make(in_turn)
        return self.result(answer.name, answer.make)

    def check(self, check: Check) -> str | None:
        """What is wrong with a proof, if that is known; this program's own are taken for good."""
        if check.key == self._key:
            return ""
        found = self.result(self._name(check), lambda spread: check_at_once(check, spread).encode())
        return None if found is None else found.decode()

    def _name(self, check: Check) -> bytes:
        statement, name = self._names.get(check.proof, (None, b""))
        if statement is not check.statement:
            name = check.name
            self._names[check.proof] = check.statement, name
        return name

    def audited(self, sealed: SealedRecord) -> Audited | None:
        """Whether everything in a sealed game came from its seeds, as far as these are open; ``None`` until known."""
        name = h("audit", sealed.bag.game_id, *(b"" if seed is None else seed for seed in sealed.seeds))
        found = self.result(name, lambda _: audited(sealed).encode())
        return None if found is None else Audited.decode(found)


@dataclass(frozen=True, slots=True)
class Audited:
    """What the audit of a game has found.

    ``faulty`` are the seats that sent something else than their seed makes, ``unaudited`` those whose seed is not open.
    """

    sound: bool = True
    faulty: tuple[int, ...] = ()
    unaudited: tuple[int, ...] = ()

    def encode(self) -> bytes:
        """As the result of a job: whether it is sound, the seats of the one kind, and behind a mark of the other."""
        return bytes((self.sound, *self.faulty, _MARK, *self.unaudited))

    @classmethod
    def decode(cls, data: bytes) -> Audited:
        """What was encoded."""
        at = data.index(_MARK, 1)
        return cls(bool(data[0]), tuple(data[1:at]), tuple(data[at + 1 :]))


def audited(sealed: SealedRecord) -> Audited:
    """Makes everything in a sealed game again from the seeds that are open."""
    trusting = Checking(lambda _statement, _proof: None)  # every proof was checked before the game went on
    try:
        found = audit(sealed.bag, sealed.seeds, trusting)
    except (PeerError, DecodeError, ValueError):
        return Audited(sound=False)
    faulty = sorted({seat for seat, _ in found.faults})
    unaudited = tuple(seat for seat, seed in enumerate(sealed.seeds) if seed is None)
    return Audited(not faulty, tuple(faulty), unaudited)
