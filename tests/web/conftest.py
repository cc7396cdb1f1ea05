"""For the tests of what the page is shown: rooms in virtual time, and the protocol as the page has it written down."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.simulation import Plan
from tests.peer.conftest import Parlour
from tests.web.onlooker import Onlooker
from tests.web.protocol import Protocol
from tests.words import compiled


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


@pytest.fixture(scope="session")
def words() -> Path:
    """The compiled word lists, made once for all; see ``serving.served``."""
    return compiled()


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is set on the machine of whoever runs the tests, and no port that another test could want too."""
    monkeypatch.setattr("p2pscrabble.peer.session.RELAY_PORT", 0)
    for name in os.environ:
        if name.startswith("P2PSCRABBLE"):
            monkeypatch.delenv(name)


@pytest.fixture
def watched(parlour: Callable[..., Parlour], protocol: Protocol) -> Callable[..., tuple[Parlour, Onlooker]]:
    """A parlour whose every state is looked at."""

    def make(**plan: object) -> tuple[Parlour, Onlooker]:
        room = parlour(**plan)
        return room, Onlooker(room, protocol)

    return make
