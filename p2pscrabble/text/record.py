"""A finished game as text: one line a turn with rack, move, points and words, then how it ended and the last board."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from p2pscrabble.game.notation import move_name
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import UNKNOWN
from p2pscrabble.game.turns import Outcome, Turn
from p2pscrabble.peer.news import joined
from p2pscrabble.peer.telling import counted, result_text
from p2pscrabble.text.board import draw
from p2pscrabble.text.sentences import ending_text

_RACK: Final = 7


def record_text(names: Sequence[str], positions: Sequence[Position], *, coloured: bool = False) -> str:
    """The game that these positions tell: the one before the first step and that after each, draws made."""
    width = max(map(len, names))
    lines = []
    for number, (before, after) in enumerate(itertools.pairwise(positions), 1):
        if after.last is not None:
            lines.append(_step_line(number, names, width, before, after, after.last))
    last = positions[-1]
    lines += ["", draw(last.board, coloured=coloured), ""]
    if last.ended is None:
        lines.append("The game has not ended.")
    else:
        lines += ending_text(last.ended, names)
    lines.append(result_text(names, last))
    return "\n".join(lines)


def _step_line(number: int, names: Sequence[str], width: int, before: Position, after: Position, turn: Turn) -> str:
    rack = before.players[turn.seat].rack.shown
    shown = rack if UNKNOWN not in rack else "-" * len(rack)
    move = "leaves" if turn.move is None else move_name(turn.move, before.board)
    total = after.players[turn.seat].score
    points = total - before.players[turn.seat].score
    line = f"{number:>3}. {names[turn.seat]:<{width}}  {shown:<{_RACK}}  {move:<20} {points:>+4} {total:>4}"
    return f"{line}  {step_about(names, turn)}".rstrip()


def step_about(names: Sequence[str], turn: Turn) -> str:
    """What came of a turn, beside its points: the words of a play, the verdict on a challenge."""
    score = turn.score
    match turn.outcome:
        case Outcome.PLAYED if score is not None:
            words = ", ".join(f"{word.text} {word.points}" for word in score.words)
            return f"{words}, all seven tiles {score.bonus}" if score.bonus else words
        case Outcome.WITHDRAWN if turn.challenged is not None and score is not None:
            return f"{joined(turn.phonies)} is no word: {names[turn.challenged]} loses {counted(score.total, 'point')}"
        case Outcome.UPHELD if turn.challenged is not None:
            gain = f", {names[turn.challenged]} gains {turn.bonus}" if turn.bonus else ""
            return f"in vain{gain}{', the turn is lost' if turn.lost_turn else ''}"
        case _:
            return ""
