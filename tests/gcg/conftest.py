"""Small GCG files for the tests, and where the large ones lie."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

GAMES = Path(__file__).parent / "games"


@pytest.fixture
def gcg() -> Callable[..., str]:
    """A file of two players, Ana and Ben, with these lines after the head; the first of them is line 3."""
    return lambda *lines: "\n".join(["#player1 ana Ana Lovelace", "#player2 ben Ben", *lines, ""])
