"""For the tests of what the page is shown: rooms in virtual time, and the protocol as the page has it written down."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.simulation import Plan
from tests.peer.conftest import Parlour
from tests.web.protocol import Protocol


@pytest.fixture
def parlour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Parlour]]:
    """Makes a parlour, by what its plan says."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    made: list[Parlour] = []

    def make(**plan: object) -> Parlour:
        folder = tmp_path / f"room-{len(made)}"
        folder.mkdir()
        made.append(Parlour(Plan(1, **plan), folder))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for room in made:
        room.close()


@pytest.fixture(scope="session")
def protocol() -> Protocol:
    """What the page expects."""
    return Protocol()
