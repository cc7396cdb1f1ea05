"""A room that is no room: a view that the test changes, and a console that remembers what it showed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest

from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Move
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import Rules
from p2pscrabble.peer.news import step_notice
from p2pscrabble.peer.view import AbsenceView, Notice, PlayerView, Presence, View
from p2pscrabble.table import Deal, Phase, Room, Seat, Step
from p2pscrabble.transport import Link, LinkState

WORDS = ("CAT", "CATS", "AT", "TA", "SAT", "TEA", "EAT", "SEA", "AS")
RACKS = ("ACTEEIS", "AEISTT?")


@dataclass
class FakeConsole:
    """Shows into a list, and is typed at by the test."""

    interactive: bool = True
    coloured: bool = False
    shown: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    typed: asyncio.Queue[str | None] = field(default_factory=asyncio.Queue)

    def show(self, text: str) -> None:
        self.shown.append(text)

    def prompt(self, text: str) -> None:
        self.prompts.append(text)

    async def line(self) -> str | None:
        return await self.typed.get()

    @property
    def text(self) -> str:
        return "\n".join(self.shown)


@dataclass
class FakeRoom:
    """Two players, Ana (you) and Ben; moves are made at once and announced."""

    seen: View
    news: asyncio.Queue[Notice | None] = field(default_factory=asyncio.Queue)
    said: list[str] = field(default_factory=list)
    renewed: asyncio.Event = field(default_factory=asyncio.Event)

    def view(self) -> View:
        return self.seen

    async def changed(self, version: int) -> View:
        while self.seen.version <= version:
            await self.renewed.wait()
            self.renewed.clear()
        return self.seen

    async def stream(self) -> AsyncIterator[Notice]:
        while (notice := await self.news.get()) is not None:
            yield notice

    def move(self, move: Move) -> None:
        assert self.seen.position is not None
        before = self.seen.position
        after = before.apply(move)
        while after.owed:
            draw = after.owed[0]
            after = after.deal("E" * draw.count)
        step = Step(before, after)
        over = after.ended is not None
        self.seen = replace(
            self.seen,
            version=self.seen.version + 1,
            position=after,
            steps=(*self.seen.steps, step),
            phase=Phase.OVER if over else Phase.PLAYING,
            your_turn=after.turn == 0 and not over,
        )
        self.news.put_nowait(step_notice(tuple(Seat(b"", player.name) for player in self.seen.players), step))

    def type_move(self, text: str) -> None:
        """Makes the move of whoever's turn it is."""
        assert self.seen.position is not None
        self.move(parse_move(text, self.seen.position.board))

    def chat(self, text: str) -> None:
        self.said.append(text)

    def again(self) -> None:
        self.said.append("<again>")

    def start(self) -> None:
        self.said.append("<start>")

    def without(self, seat: int, *, wanted: bool = True) -> None:
        self.said.append(f"<{'without' if wanted else 'wait for'} {seat}>")
        text = "You would like to go on without Ben; waiting for nobody."
        absent = AbsenceView(seat, "Ben", text, wished=True)
        self.seen = replace(self.seen, absences=(absent,) if wanted else ())

    def leave(self) -> None:
        self.said.append("<leave>")
        self.news.put_nowait(None)


def a_position(rules: Rules | None = None, first: int = 0, racks: tuple[str, ...] = RACKS) -> Position:
    """A game just dealt with these racks."""
    position = Position.start(rules or Rules(), Lexicon.from_words(WORDS, "few words"), len(racks), first)
    for rack in racks:
        position = position.deal(rack)
    return position


def a_room(position: Position | None) -> FakeRoom:
    """The room of Ana and Ben with this game, or before any."""
    players = (
        PlayerView("Ana", you=True, presence=Presence.HERE, silent=0.0),
        PlayerView("Ben", you=False, presence=Presence.HERE, silent=0.0),
    )
    rules = Rules() if position is None else position.rules
    return FakeRoom(
        View(
            version=1,
            code="4821 7730 9152 0846",
            link=Link(LinkState.UP, "The relay answers."),
            phase=Phase.GATHERING if position is None else Phase.PLAYING,
            room=Room(2, rules, Deal.OPEN, bytes(32), "few words"),
            players=players[:1] if position is None else players,
            seat=None if position is None else 0,
            starts_in=None,
            position=position,
            steps=(),
            chat=(),
            outcomes=(),
            your_turn=position is not None and position.turn == 0,
            delivered=True,
            wants_again=(),
            warning="",
        )
    )


@pytest.fixture
async def console() -> FakeConsole:
    return FakeConsole()


@pytest.fixture
async def room() -> FakeRoom:
    return a_room(a_position())


@pytest.fixture
async def waiting_room() -> FakeRoom:
    return a_room(None)


@pytest.fixture
async def club_room() -> FakeRoom:
    """A room in which plays can be challenged, Ben to move."""
    from p2pscrabble.game.rules import PRESETS

    return a_room(a_position(PRESETS["tournament"], first=1))
