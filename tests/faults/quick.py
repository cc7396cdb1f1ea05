"""What lets thousands of rooms be played in a minute: nothing is worked out twice in one process.

Four peers in one process check the same signatures, open the same seals, shuffle the same bag and check the same
proofs. Each of these is a function of its arguments alone, so its result is remembered for the others.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from importlib import import_module
from itertools import count
from typing import Any, Final

from p2pscrabble.bag.sealed import in_turn
from p2pscrabble.errors import DecodeError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.peer import member
from p2pscrabble.peer.work import Job
from p2pscrabble.sync import entry, identity, seal
from p2pscrabble.sync.register import Register, Seating, read_long, read_short
from p2pscrabble.table.replay import replay_number, verify_replay
from tests.faults.simulation import lexicon

MOST: Final = 20_000
"""So many values, signatures and shuffles are remembered."""
SWEPT: Final = 200
"""What a room leaves behind in circles (some 80 KB) is looked for after so many rooms: a quarter of the time else."""


class _Numbers:
    """Whether games get numbers in the room that is played: making and reading one takes as long as many turns."""

    wanted = True


numbers = _Numbers()
_rooms = count(1)
_results: dict[bytes, bytes] = {}
"""Of jobs, by their names."""
plain: dict[str, bytes] = {}
"""By value, what was sealed into it."""
_sealed: dict[tuple[str, str], tuple[bytes, Seating | None]] = {}
_read: dict[str, Register] = {}


def result(job: Job) -> bytes:
    """What comes of a job."""
    if job.name not in _results:
        _results[job.name] = job.run(in_turn)
    return _results[job.name]


def known(hash_: bytes) -> Lexicon | None:
    """The one word list that everybody has."""
    return lexicon() if hash_ == _hash() else None


@cache
def _hash() -> bytes:
    return lexicon().hash


def _closing(close: Callable[..., str]) -> Callable[..., str]:
    def remembered(self: seal.Seal, name: str, data: bytes, seating: Seating | None) -> str:
        digits = close(self, name, data, seating)
        plain[digits] = data
        _sealed[name, digits] = data, seating
        return digits

    return remembered


def _opening(opened: Callable[..., Register]) -> Callable[..., Register]:
    def remembered(self: seal.Seal, name: str, digits: str, seatings: Sequence[Seating]) -> Register:
        if (name, digits) not in _sealed:
            return opened(self, name, digits, seatings)
        register = _read.get(digits)
        data, seating = _sealed[name, digits]
        if seating is not None and seating not in seatings:
            raise DecodeError("no value of this room")
        if register is None:
            register = _read[digits] = read_long(data) if seating is None else read_short(data, seating)
        return register

    return remembered


def _permuting(permuted: Callable[..., tuple[int, ...]]) -> Callable[..., tuple[int, ...]]:
    kept = lru_cache(maxsize=512)(permuted)

    def remembered(deck: Sequence[int], seeds: Iterable[bytes | None], *labels: Any) -> tuple[int, ...]:
        return kept(tuple(deck), tuple(seeds), *labels)

    return remembered


def forget() -> None:
    """Between two rooms: all that no other room can ask for."""
    plain.clear()
    _sealed.clear()
    _read.clear()
    if next(_rooms) % SWEPT == 0:
        gc.collect()


@contextmanager
def quick() -> Iterator[None]:
    """While this lasts, nothing is worked out twice, and rooms can be played."""
    changed: list[tuple[dict[str, Any], str, Any]] = []

    def change(where: Any, name: str, new: Any) -> None:
        changed.append((where, name, getattr(where, name)))
        setattr(where, name, new)

    change(os, "fsync", os.fsync)  # each room has disks of its own
    change(entry, "verify", lru_cache(maxsize=MOST)(identity.verify))
    change(seal.Seal, "close", _closing(seal.Seal.close))
    change(seal.Seal, "open", _opening(seal.Seal.open))
    order = import_module("p2pscrabble.bag.order")  # the package has a function of that name, too
    change(order, "permuted", _permuting(order.permuted))
    number = lru_cache(maxsize=8)(replay_number)
    change(member, "replay_number", lambda outcome: number(outcome) if numbers.wanted else "")
    change(member, "verify_replay", lru_cache(maxsize=8)(verify_replay))
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()
        for where, name, old in reversed(changed):
            setattr(where, name, old)
        forget()
