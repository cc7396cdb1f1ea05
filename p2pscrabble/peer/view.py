"""What a player is shown of a room: frozen views, and the notices between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from p2pscrabble.game.position import Position
from p2pscrabble.table import Outcome, Phase, Room, Step
from p2pscrabble.transport import Link


class Presence(Enum):
    """How a player's program is doing, as far as this one can tell."""

    HERE = "here"
    AWAY = "away"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player in the room, at the table or waiting for it."""

    name: str
    you: bool
    presence: Presence
    silent: float
    """Seconds since anything was heard of them; 0 for yourself."""
    bot: bool = False


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat; from the one who wrote it, in the order in which this peer read it."""

    name: str
    text: str
    you: bool


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """A finished game: what it was, its replay number, and what each seat's program found when it checked it.

    ``verdicts`` has one of ``True`` (it found the same), ``False`` (it did not) or ``None`` (not heard yet) a seat.
    """

    outcome: Outcome
    names: tuple[str, ...]
    replay: str
    verdicts: tuple[bool | None, ...]


class NoticeKind(Enum):
    """What a notice is about; the values stand in ``--json`` output."""

    LINK = "link"
    JOINED = "joined"
    AWAY = "away"
    BACK = "back"
    LEFT = "left"
    ROOM = "room"
    COUNTDOWN = "countdown"
    CALLED = "called"
    FIRST = "first"
    MOVE = "move"
    CHAT = "chat"
    AGAIN = "again"
    OVER = "over"
    VERDICT = "verdict"
    CLOSED = "closed"
    WARNING = "warning"
    NOISE = "noise"


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened, once: a sentence for the player and the same as data."""

    kind: NoticeKind
    text: str
    data: Mapping[str, object] = field(default_factory=dict)
    step: Step | None = None
    """The step of the game that a ``MOVE`` or ``LEFT`` notice is about."""


@dataclass(frozen=True, slots=True)
class View:
    """All that this peer's player may see, at one instant; ``version`` rises with every change."""

    version: int
    code: str
    """The room code in groups of four."""
    link: Link
    phase: Phase
    room: Room | None
    players: tuple[PlayerView, ...]
    """Those at the table in seat order, or, before a game, those who wait, the host first."""
    seat: int | None
    """Your seat in the present game; ``None`` while there is none, or where you have none."""
    starts_in: float | None
    """Seconds until the game starts, while a countdown runs."""
    position: Position | None
    steps: tuple[Step, ...]
    """Every move of the present game, and every leaving, in order."""
    chat: tuple[ChatLine, ...]
    outcomes: tuple[OutcomeView, ...]
    your_turn: bool
    delivered: bool
    """Whether every player who is here holds all that you have said."""
    wants_again: tuple[str, ...]
    """Who has asked for another game since the last one ended."""
    warning: str
    """What stands in the way just now, as a sentence; empty where nothing does."""
