"""Rooms with a cheat in them."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from p2pscrabble.bag.sealed import Kind, Rekeying, Sealed, SealedSeat
from p2pscrabble.bag.sealed.record import applied
from p2pscrabble.peer import member
from p2pscrabble.table import sealed
from tests.attacks.den import Den, Recalling

_MEMORY = Path("/dev/shm")
_applied = lru_cache(maxsize=2048)(applied)
"""What one program makes of a message, all make of it: only the first works it out, in all the rooms of these tests."""
_made: dict[tuple[object, ...], bytes] = {}
_answer = SealedSeat.answer


def _remembered(seat: SealedSeat, state: Sealed | Rekeying, kind: Kind, *_: object) -> bytes:
    """What a seat sends follows from its seed and from what everyone knows."""
    name = (seat.seed, seat.game_id, seat.seat, state, kind)
    if name not in _made:
        _made[name] = _answer(seat, state, kind)
    return _made[name]


@pytest.fixture
def den(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Den]]:
    """Makes a room: how many seats, which of them cheat, by which rules."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    monkeypatch.setattr(member, "Workshop", Recalling)
    monkeypatch.setattr(sealed, "applied", _applied)
    monkeypatch.setattr(SealedSeat, "answer", _remembered)
    made: list[Den] = []
    with tempfile.TemporaryDirectory(dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None) as folder:

        def make(**how: object) -> Den:
            made.append(Den(Path(folder), **how))  # type: ignore[arg-type]
            return made[-1]

        yield make
        for room in made:
            room.close()
