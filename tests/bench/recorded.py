"""Recorded games of other programs, numbered as if they had been played here: with a bag that deals what was drawn.

A recorded game has no seeds. Here it is given two, and a dealer that, whatever the seeds say, deals the very tiles
that the players drew. So its number holds what the number of a game played here holds, digit for digit. Where a file
does not tell a whole rack, it is filled from what the same player held next; so a rack never has a tile that the player
did not come to play or to be left with.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from p2pscrabble.game.moves import Exchange, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import remove_tiles, sort_tiles
from p2pscrabble.game.turns import Outcome
from p2pscrabble.gcg import GcgGame, import_gcg
from p2pscrabble.numerals.dealing import Dealer, dealt
from p2pscrabble.numerals.replay import SEED_BYTES, Replay, replay_of
from tests.bench.games import PROJECT

FOLDER: Final = PROJECT.parent / "shared" / "gcg"
REFUSED: Final = {"macondo-22", "quackle-07"}
"""One in Polish, and one in which both players have the same name."""


class Contradiction(ValueError):
    """A file tells of racks that cannot all have been."""


@dataclass
class Recorded:
    """The dealer of one recorded game: each draw as it was."""

    draws: list[str]

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str:  # noqa: ARG002 - it knows them all
        return self.draws.pop(0)

    def leave(self, seat: int, returned: str) -> None:
        """What goes back is drawn again as recorded."""


def recorded_games() -> list[tuple[Replay, Callable[[Sequence[bytes]], Dealer]]]:
    """Every complete game of two beside this project, as a replay with seeds, and what deals it.

    Games in which a player used tiles that were not on the rack, as the file itself tells it, are left out.
    """
    found = []
    for path in sorted(FOLDER.glob("*.gcg")):
        if path.stem in REFUSED:
            continue
        game = import_gcg(path.read_bytes())
        if len(game.players) == 2 and game.position.ended is not None:
            with contextlib.suppress(Contradiction):
                found.append(_numbered(game, Random(path.stem)))
    return found


def _numbered(game: GcgGame, random: Random) -> tuple[Replay, Callable[[Sequence[bytes]], Dealer]]:
    racks = _racks(game)
    targets = {seat: [rack for at, rack in racks if at == seat] for seat in range(2)}
    filling = _Filling(targets)
    positions = [dealt(Position.start(game.rules, game.words, 2, game.first), filling)]
    for step in game.steps:
        if step.move is None:
            raise ValueError("a player left a complete game")
        filling.step(step.seat)
        positions.append(dealt(positions[-1].apply(step.move, step.seconds), filling))
    seeds = (random.randbytes(SEED_BYTES), random.randbytes(SEED_BYTES))
    return replay_of(positions, seeds), lambda _: Recorded(list(filling.dealt))


class _Filling:
    """Deals so that each seat has the rack that it is to have at its next step, and notes what it dealt."""

    def __init__(self, targets: dict[int, list[str]]) -> None:
        self._targets = targets
        self.dealt: list[str] = []

    def step(self, seat: int) -> None:
        del self._targets[seat][0]

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str:
        drawn = remove_tiles(self._targets[seat][0], rack)
        if drawn is None or len(drawn) != count:
            raise Contradiction(f"seat {seat} holds {rack}{back} and has {self._targets[seat][0]} next")
        self.dealt.append(drawn)
        return drawn

    def leave(self, seat: int, returned: str) -> None:
        """What goes back is in no rack, and so is drawn by nobody in particular."""


def _racks(game: GcgGame) -> list[tuple[int, str]]:
    """The whole rack of each seat at each of its steps and at the end, in the order of the game, found backwards."""
    positions = game.positions()
    uses = [_uses(after, later) for after, later in pairwise((*positions[1:], positions[-1]))]
    sure = _surely_held(game, uses)
    following = [rack or "" for rack in game.racks]
    racks = list(enumerate(following))
    for number in reversed(range(len(game.steps))):
        seat, rack = game.steps[number].seat, game.steps[number].rack
        if rack is None:
            size = positions[number].players[seat].rack.size
            spent = uses[number].spent
            kept = remove_tiles(sure[number], spent)
            rest = None if kept is None else remove_tiles(following[seat], kept)
            if rest is None or len(sure[number]) > size:
                raise Contradiction(f"step {number}: the racks do not follow from each other")
            rack = sort_tiles(sure[number] + rest[: size - len(sure[number])])
        following[seat] = rack
        racks.insert(0, (seat, rack))
    return racks


@dataclass(frozen=True)
class _Use:
    """The tiles that a step shows to be on the rack, and those of them that leave it for good."""

    shown: str = ""
    spent: str = ""


def _uses(after: Position, later: Position) -> _Use:
    """What the step before ``after`` used; the step before ``later`` may have been a challenge that undid it."""
    move = None if after.last is None else after.last.move
    if isinstance(move, Play):
        came_off = later.last is not None and later.last.outcome is Outcome.WITHDRAWN
        return _Use(move.rack_tiles, "" if came_off else move.rack_tiles)
    return _Use(move.tiles, move.tiles) if isinstance(move, Exchange) else _Use()


def _surely_held(game: GcgGame, uses: Sequence[_Use]) -> list[str]:
    """What the player of each step is known to hold: by the file, by the step itself, and from earlier steps."""
    kept = ["", ""]
    sure = []
    for step, use in zip(game.steps, uses, strict=True):
        held = Counter(kept[step.seat]) | Counter(use.shown) if step.rack is None else Counter(step.rack)
        sure.append(sort_tiles("".join(held.elements())))
        held.subtract(use.spent)
        kept[step.seat] = "".join(held.elements())
    return sure
