"""What a player is shown of a room: frozen views, and the notices between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from p2pscrabble.bag import FirstDraw
from p2pscrabble.bag.sealed.record import Record as BagRecord
from p2pscrabble.game.position import Position
from p2pscrabble.table import Charge, Outcome, Phase, Room, Step
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
    silent: float = field(compare=False)
    """Seconds since anything was heard of them; 0 for yourself. It grows without making the view another one."""
    bot: bool = False
    host: bool = False
    away_since: float | None = None
    """When a player who is away was last there; ``None`` for who is here, or was never heard of by this program."""
    informed: bool = True
    """Whether their program holds all that you have said."""
    again: bool = False
    """Whether they have asked for another game since the last one ended."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat; from the one who wrote it, in the order in which this peer read it."""

    name: str
    text: str
    you: bool


@dataclass(frozen=True, slots=True)
class Liar:
    """Somebody who has signed two different stories, and the file on this computer that proves it, if there is one."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class AbsenceView:
    """A seat whose program is silent or whose time is out, your own among them; and what to say of it.

    ``offered``: you may ask to go on without it; ``wished``: you have, and may take that back; ``asked``: somebody else
    has. ``late``: its program is there, and its time is out.
    """

    seat: int
    name: str
    text: str
    offered: bool = False
    wished: bool = False
    asked: bool = False
    late: bool = False


@dataclass(frozen=True, slots=True)
class Dealing:
    """How far the dealing of the bag is: ``done`` of ``of`` entries are there, and these players' are waited for.

    ``doing`` tells what is being done with the bag of a sealed game; later in it ``of`` is 0, as nobody knows.
    """

    done: int
    of: int
    waiting: tuple[str, ...]
    doing: str = ""


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """A finished game: what it was, its replay number, and what each seat's program found when it checked it.

    ``verdicts`` has one of ``True`` (it found the same), ``False`` (it did not) or ``None`` (not heard yet) a seat.
    ``faulty`` are the names of those who sent something for a sealed bag that their seed does not make, as far as this
    program has found.
    """

    outcome: Outcome
    names: tuple[str, ...]
    replay: str
    verdicts: tuple[bool | None, ...]
    faulty: tuple[str, ...] = ()


class NoticeKind(Enum):
    """What a notice is about; the values stand in ``--json`` output."""

    LINK = "link"
    RELAY = "relay"
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
    WITHOUT = "without"
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
    """All that this peer's player may see, at one instant; ``version`` rises with every change.

    Points in time are seconds since 1970 by this computer's clock, and stay as they are while what they date does.
    Of ``position`` the player may see the own rack alone, unless the game has ended: in an open deal all are in it.
    """

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
    starts_in: float | None = field(compare=False)
    """Seconds until the game starts, while a countdown runs. It runs down without making the view another one."""
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
    game: int = 0
    """The number of the game, from 1: the present one, the one that is being dealt, or else the last; 0 before any."""
    starts_at: float | None = None
    """When the game starts, while a countdown runs."""
    link_since: float = 0.0
    """Since when the link is as it is."""
    turn_since: float = 0.0
    """Since when, to this program's knowledge, the position is as it is: when the present turn began."""
    words: int = 0
    """How many words the room's list has; 0 until it is known."""
    dealing: Dealing | None = None
    first: FirstDraw | None = None
    """How it was drawn who begins, in the present game; ``None`` where nothing was drawn for."""
    commitments: tuple[bytes, ...] = ()
    """What each seat bound itself to before the bag of the present game was known."""
    charges: tuple[Charge, ...] = ()
    """Whoever lost a seat by what they signed, and why."""
    stopped: Charge | None = None
    liars: tuple[Liar, ...] = ()
    """Those who have signed two different stories."""
    bag: BagRecord | None = field(default=None, repr=False)
    """All that has happened to the bag of the present game, where it is a sealed one."""
    absences: tuple[AbsenceView, ...] = ()
    watching: bool = False
    """Whether you only look on: you came for that, or when the game had begun."""
    watchers: tuple[str, ...] = ()
    """The names of the others who look on."""
    vanished: tuple[int, ...] = ()
    """The seats that the others have gone on without in the present game."""
    catching_up: bool = False
    """Whether this program, started again, still checks what it had on disk: the game is further on than is shown."""

    @property
    def ended(self) -> OutcomeView | None:
        """The game that is shown, once it is over and all that is ever opened is open; ``None`` before that.

        A sealed game has ended a moment earlier, and then the last outcome is that of the game before.
        """
        last = self.outcomes[-1] if self.outcomes else None
        return last if last is not None and last.outcome.position == self.position else None
