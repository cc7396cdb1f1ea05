"""The rules of a room: every decision on which Scrabble programs differ is one field, and the presets are values.

Each field has a stated, finite range (``FIELDS``), so that any rules at all have a number and travel in a replay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias

from p2pscrabble.errors import UsageError
from p2pscrabble.game.tiles import RACK_SIZE

CLUB_OVERTIME: Final = 10
"""Points a minute over the clock, as in club play."""
Value: TypeAlias = int | Enum
"""What a field can hold: a whole number, yes or no, or one of a few choices."""


class FirstSeat(Enum):
    """Who plays first."""

    DRAW = "draw"
    """Each draws a tile: nearest to A, a blank beats any letter, equal best tiles draw again."""
    HOST = "host"
    """Whoever made the room, then in the order of joining."""


class ChallengeRule(Enum):
    """What becomes of words that are not in the word list."""

    VOID = "void"
    """An invalid play is refused outright and costs nothing; there are no challenges."""
    DOUBLE = "double"
    """A play stands until challenged; who challenges a good play loses a turn."""
    SINGLE = "single"
    """A play stands until challenged; a mistaken challenge costs nothing."""
    FIVE_POINT = "5-point"
    """A mistaken challenge gives the player challenged five points."""
    TEN_POINT = "10-point"
    """A mistaken challenge gives the player challenged ten points for each word of the play."""


class Leftovers(Enum):
    """How the tiles that are left on the racks count once a player went out."""

    EACH_LOSES = "each-loses"
    """Everyone loses the value of their tiles, and who went out gains the sum of it."""
    TWICE_TO_WINNER = "twice-to-winner"
    """Two seats: who went out gains twice the other's tiles, and the other loses nothing.

    With more seats it is as in ``EACH_LOSES``.
    """


class Tie(Enum):
    """Who wins where two or more end with the same highest score."""

    BEFORE_LEFTOVERS = "before-leftovers"
    """Whoever had more before the leftover tiles were counted; still equal, they share the win."""
    SHARED = "shared"
    """They share the win."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game, immutable; as they stand here they are ``classic``.

    Raises ``UsageError`` where a value is outside the range that ``FIELDS`` states.
    """

    first: FirstSeat = FirstSeat.DRAW
    bingo: int = 50
    """Points for laying all seven tiles in one play."""
    challenge: ChallengeRule = ChallengeRule.VOID
    exchange_minimum: int = RACK_SIZE
    """How many tiles the bag must hold for an exchange."""
    end_passes: int = 2
    """The game ends when all have passed this many times running; 0: never."""
    end_passes_empty_bag: bool = False
    """Whether passing ends the game only once the bag is empty."""
    end_scoreless: int = 0
    """The game ends after this many turns a seat running without a point; 0: never."""
    leftovers: Leftovers = Leftovers.EACH_LOSES
    tie: Tie = Tie.BEFORE_LEFTOVERS
    clock: int = 0
    """Seconds that each player has for the whole game; 0: no clock."""
    increment: int = 0
    """Seconds added to a player's clock with each turn taken."""
    overtime: int = 0
    """Points lost for each minute over the clock, a minute begun counting as a whole one."""

    def __post_init__(self) -> None:
        for field in FIELDS:
            object.__setattr__(self, field.name, field.accept(getattr(self, field.name)))

    @property
    def preset(self) -> str:
        """The name of the preset that these rules are, or ``custom``."""
        return next((name for name, rules in PRESETS.items() if rules == self), "custom")

    def changed(self, **fields: object) -> Rules:
        """These rules with some fields changed; a choice may be given by its word, as in ``challenge="single"``.

        Raises ``UsageError`` for a field that does not exist or a value that it cannot have.
        """
        unknown = sorted(fields.keys() - {field.name for field in FIELDS})
        if unknown:
            raise UsageError(f"The rules have no field {' or '.join(unknown)}.")
        return Rules.from_numbers(
            [field.to_int(field.accept(fields.get(field.name, getattr(self, field.name)))) for field in FIELDS]
        )

    def timed(self, minutes: int, seconds: int) -> Rules:
        """These rules with so many minutes a player and so many seconds more a turn; 0 minutes: no clock.

        Who goes over it loses points: as in club play, where these rules name none. Raises ``UsageError``.
        """
        if not minutes:
            return self.changed(clock=0, increment=0)
        return self.changed(clock=minutes * 60, increment=seconds, overtime=self.overtime or CLUB_OVERTIME)

    def values(self) -> dict[str, int | str]:
        """The fields as plain values, choices by their words, in the order of ``FIELDS``; ``changed`` takes them."""
        return {field.name: _plain(getattr(self, field.name)) for field in FIELDS}

    def numbers(self) -> tuple[int, ...]:
        """The fields as numbers, each from 0 to below its field's ``values``, in the order of ``FIELDS``."""
        return tuple(field.to_int(getattr(self, field.name)) for field in FIELDS)

    @staticmethod
    def from_numbers(numbers: Sequence[int]) -> Rules:
        """The rules whose fields have these numbers; raises ``UsageError`` where there are none."""
        if len(numbers) != len(FIELDS):
            raise UsageError(f"The rules have {len(FIELDS)} fields, not {len(numbers)}.")
        rules = object.__new__(Rules)
        for field, number in zip(FIELDS, numbers, strict=True):
            object.__setattr__(rules, field.name, field.from_int(number))
        return rules


@dataclass(frozen=True, slots=True)
class Field:
    """One field of the rules: its name, and every value that it can have, in the order in which they are numbered."""

    name: str
    choices: Sequence[Value]

    @property
    def values(self) -> int:
        """How many values the field can have."""
        return len(self.choices)

    def to_int(self, value: Value) -> int:
        """The number of a value, from 0."""
        return self.choices.index(value)

    def from_int(self, number: int) -> Value:
        """The value with this number; raises ``UsageError`` where there is none."""
        if not 0 <= number < self.values:
            raise UsageError(f"The {self._label} has no value numbered {number}.")
        return self.choices[number]

    def accept(self, value: object) -> Value:
        """The value of the field that is meant, a choice also by its word; raises ``UsageError`` where it is none."""
        for choice in self.choices if isinstance(self.choices[0], Enum) else ():
            if value is choice or value == _plain(choice):
                return choice
        if isinstance(value, int) and type(value) is type(self.choices[0]) and value in self.choices:
            return value
        raise UsageError(f"The {self._label} is {self._range}, not {value}.")

    @property
    def _range(self) -> str:
        if isinstance(self.choices, range):
            return f"a whole number from {self.choices[0]} to {self.choices[-1]}"
        return "one of " + ", ".join(str(_plain(choice)).lower() for choice in self.choices)

    @property
    def _label(self) -> str:
        return f"rule “{self.name}”"


def _plain(value: Value) -> int | str:
    return str(value.value) if isinstance(value, Enum) else value


FIELDS: Final = (
    Field("first", tuple(FirstSeat)),
    Field("bingo", range(201)),
    Field("challenge", tuple(ChallengeRule)),
    Field("exchange_minimum", range(1, RACK_SIZE + 1)),
    Field("end_passes", range(10)),
    Field("end_passes_empty_bag", (False, True)),
    Field("end_scoreless", range(10)),
    Field("leftovers", tuple(Leftovers)),
    Field("tie", tuple(Tie)),
    Field("clock", range(24 * 60 * 60 + 1)),
    Field("increment", range(60 * 60 + 1)),
    Field("overtime", range(101)),
)
"""Every field of ``Rules``, in its order, with the values that it can have."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        "classic": Rules(),
        "scratch": Rules(first=FirstSeat.HOST, bingo=0, end_passes_empty_bag=True, tie=Tie.SHARED),
        "tournament": Rules(
            challenge=ChallengeRule.DOUBLE,
            end_passes=0,
            end_scoreless=3,
            leftovers=Leftovers.TWICE_TO_WINNER,
            tie=Tie.SHARED,
            overtime=CLUB_OVERTIME,
        ),
    }
)
"""``classic`` after the rule sheet, ``scratch`` after the Scratch original, ``tournament`` after club play."""
