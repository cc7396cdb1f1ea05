"""The moves of a game as the page is shown them: ``Step`` of types.js, and the squares of the last play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from p2pscrabble.game.moves import Play
from p2pscrabble.game.notation import move_name
from p2pscrabble.game.turns import Outcome
from p2pscrabble.peer.news import public_move, step_notice
from p2pscrabble.table import Seat, Step
from p2pscrabble.web.judging import word_state


@dataclass(frozen=True, slots=True, eq=False)
class _Same:
    """A step by its identity: nothing in it is compared, however long the game."""

    step: Step

    def __hash__(self) -> int:
        return id(self.step)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.step is self.step


def steps_shown(names: tuple[str, ...], steps: Sequence[Step], vanished: Sequence[int] = ()) -> list[dict[str, object]]:
    """Every step so far; what was made once is not made again, and is not to be changed.

    ``vanished`` are the seats that the others went on without.
    """
    return [
        _shown(names, number, _Same(step), vanished=step.turn.seat in vanished) for number, step in enumerate(steps)
    ]


@lru_cache(maxsize=4096)
def _shown(names: tuple[str, ...], number: int, same: _Same, *, vanished: bool) -> dict[str, object]:
    return step_shown(names, number, same.step, vanished=vanished)


def step_shown(
    names: Sequence[str], number: int, step: Step, *, disclosed: bool = False, vanished: bool = False
) -> dict[str, object]:
    """One step, with the sentence of its notice; ``disclosed``: with the tiles that were exchanged, where known."""
    turn = step.turn
    played = turn.score if turn.outcome is Outcome.PLAYED else None
    total = step.after.players[turn.seat].score
    return {
        "number": number,
        "seat": turn.seat,
        "name": names[turn.seat],
        "kind": turn.outcome.value,
        "move": _written(step, disclosed=disclosed),
        "squares": _laid(step),
        "words": [word_state(word) for word in played.words] if played is not None else [],
        "points": total - step.before.players[turn.seat].score,
        "total": total,
        "bonus": played.bonus if played is not None else 0,
        "text": step_notice(tuple(Seat(b"", name) for name in names), step, vanished=vanished).text,
    }


def _written(step: Step, *, disclosed: bool) -> str:
    move = step.turn.move
    if move is None:
        return "leaves"
    return move_name(move, step.before.board) if disclosed else public_move(move, step.before)


def last_squares(steps: Sequence[Step]) -> list[int]:
    """The squares of the tiles that the last play laid, as long as they lie there."""
    for step in reversed(steps):
        if step.turn.outcome is Outcome.PLAYED:
            return _laid(step)
        if step.turn.outcome is Outcome.WITHDRAWN:
            break
    return []


def _laid(step: Step) -> list[int]:
    move = step.turn.move
    return [tile.square for tile in move.tiles] if isinstance(move, Play) else []
