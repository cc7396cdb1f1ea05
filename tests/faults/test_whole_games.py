"""A few whole games over the relay in memory that loses, repeats and delays by chance, with all that players see."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.faults.simulation import Plan, Simulation


@pytest.mark.parametrize("seed", [0, 2, 5, 6])
def test_a_whole_game_ends_alike_everywhere(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)
    room = Simulation(Plan.random(seed), tmp_path)
    try:
        room.run()
    finally:
        room.close()
