"""A game as a GCG file tells it, checked: its rules, its moves with the racks where they are known, its end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from p2pscrabble.game.lexicon import words_hash
from p2pscrabble.game.moves import Exchange, Move
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.rules import Rules
from p2pscrabble.gcg.file import GcgPlayer


@dataclass(frozen=True, slots=True)
class RecordedWords:
    """The words that stood in a recorded game: they are good here, and all others are not.

    Recorded games were played with word lists that we do not have, so nothing else can be said of their words.
    """

    name: str
    words: frozenset[str]

    @property
    def hash(self) -> bytes:
        """The hash that a lexicon of these words has."""
        return words_hash(sorted(self.words))

    def __contains__(self, word: str, /) -> bool:
        """Whether the word, in capitals, stood."""
        return word in self.words


@dataclass(frozen=True, slots=True)
class GcgStep:
    """One move and the whole rack it was made from, ``None`` where that is not known; no move: the player left."""

    seat: int
    move: Move | None
    rack: str | None = None
    seconds: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that the file says and the rules do not."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@dataclass(frozen=True, slots=True)
class GcgGame:
    """A recorded game: who, under which rules, who began, every step, and the racks at the end where known."""

    players: tuple[GcgPlayer, ...]
    rules: Rules
    words: RecordedWords
    first: int
    steps: tuple[GcgStep, ...]
    racks: tuple[str | None, ...]
    lexicon: str = ""
    """The word list that the file names."""
    other: tuple[tuple[str, str], ...] = ()
    """What else the file says at its head, as (word, text)."""
    problems: tuple[Problem, ...] = ()
    """What was found wrong and passed over."""
    doubts: tuple[Problem, ...] = ()
    """What the file says of racks and cannot be so; it is left out."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' full names, in the order of their seats."""
        return tuple(player.name for player in self.players)

    @property
    def position(self) -> Position:
        """The last position."""
        return self.positions()[-1]

    def positions(self) -> tuple[Position, ...]:
        """The position before the first step and after each, draws made.

        The rack of the seat that takes the next step is shown where it is known, all others are hidden.
        """
        position = draw_hidden(Position.start(self.rules, self.words, len(self.players), self.first))
        positions = []
        for step in self.steps:
            if step.move is None:
                after = position.leave(step.seat)
            else:
                named = not isinstance(step.move, Exchange) or step.move.known
                position = _with_rack(position, step.seat, step.rack if named else None)
                after = position.apply(step.move, step.seconds)
            positions.append(position)
            position = draw_hidden(after)
        return (*positions, show_racks(position, self.racks))


def draw_hidden(position: Position) -> Position:
    """The same after every draw that is owed, of tiles that nobody saw."""
    while position.owed:
        position = position.deal(None)
    return position


def show_racks(position: Position, racks: Iterable[str | None]) -> Position:
    """The same with these racks shown, where they are known."""
    for seat, rack in enumerate(racks):
        if rack is not None:
            position = _with_rack(position, seat, None).reveal(seat, rack)
    return position


def _with_rack(position: Position, seat: int, tiles: str | None) -> Position:
    """The same with this rack known by these tiles, or hidden, whatever was known of it."""
    player = position.players[seat]
    rack = Rack.hidden(player.rack.size) if tiles is None else Rack.of(tiles)
    players = (*position.players[:seat], replace(player, rack=rack), *position.players[seat + 1 :])
    return replace(position, players=players)
