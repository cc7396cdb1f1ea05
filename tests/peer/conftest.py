"""A parlour: members of one room in virtual time, who do nothing that a test does not make them do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from p2pscrabble.errors import P2PScrabbleError
from p2pscrabble.game.moves import Move, Pass
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.view import NoticeKind, View
from p2pscrabble.table import Hello, Phase, Role
from tests.faults.simulation import Chair, Plan, Simulation


class Parlour(Simulation):
    """Players by number; 0 is the host."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        super().__init__(plan, folder)
        self.failures: dict[str, P2PScrabbleError] = {}

    def _act(self, member: Member) -> None:
        """Nobody plays by themselves."""

    def failed(self, chair: Chair, failure: P2PScrabbleError) -> None:
        self.failures[chair.name] = failure
        self.crash(chair)
        self._trouble.clear()

    def member(self, number: int) -> Member:
        member = self.chairs[number].member
        if member is None:
            pytest.fail(f"player {number} is not there")
        return member

    def view(self, number: int = 0) -> View:
        return self.member(number).view

    def come(self, name: str, role: Role = Role.PLAYER, protocol: int | None = None) -> Chair:
        """Somebody else comes, now."""
        hello = Hello(role, name, "test") if protocol is None else Hello(role, name, "test", protocol)
        chair = self.add(hello)
        self.start(chair)
        return chair

    def until(self, condition: Callable[[], bool], limit: float = 120.0) -> None:
        """Lets time pass until something is so."""
        end = self.now + limit
        while not condition():
            if self.now > end:
                pytest.fail(f"not so after {limit} s\n{self._state()}")
            self.step()

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.step()

    def begin(self) -> None:
        """Everyone is there and the game is on."""
        self.until(lambda: all(chair.member and chair.member.view.phase is Phase.PLAYING for chair in self.chairs))

    def turn(self) -> int:
        """Whose turn it is, once that player knows it."""
        self.until(lambda: any(chair.member and chair.member.view.your_turn for chair in self.chairs))
        return next(n for n, chair in enumerate(self.chairs) if chair.member and chair.member.view.your_turn)

    def move(self, move: Move) -> int:
        mover = self.turn()
        self.member(mover).move(move, self.now)
        self._work(self.chairs[mover], self.member(mover))
        return mover

    def pass_out(self) -> None:
        while not all(chair.member is None or chair.member.view.phase is Phase.OVER for chair in self.chairs):
            if any(chair.member and chair.member.view.your_turn for chair in self.chairs):
                self.move(Pass())
            self.step()

    def heard(self, number: int, kind: NoticeKind) -> list[str]:
        return [notice.text for notice in self.chairs[number].notices if notice.kind is kind]


@pytest.fixture
def parlour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Parlour]]:
    """Makes a parlour, by what its plan says."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    made: list[Parlour] = []

    def make(**plan: object) -> Parlour:
        folder = tmp_path / str(len(made))
        folder.mkdir()
        made.append(Parlour(Plan(1, **plan), folder))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for room in made:
        room.close()
