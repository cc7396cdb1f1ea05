"""What the program says of a play that is being tried: its words, its score, and everything that speaks against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from p2pscrabble.errors import IllegalMove, UsageError
from p2pscrabble.game import faults
from p2pscrabble.game.board import Direction
from p2pscrabble.game.faults import Fault
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Play
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import ChallengeRule
from p2pscrabble.game.scoring import Score, WordScore
from p2pscrabble.game.tiles import BLANK
from p2pscrabble.peer.news import joined
from p2pscrabble.peer.telling import counted
from p2pscrabble.peer.view import View

_KINDS: Final[dict[type[Move], str]] = {
    Play: "play",
    Exchange: "exchange",
    Pass: "pass",
    Challenge: "challenge",
    Accept: "accept",
}


def judgement(position: Position, seat: int, play: Play) -> dict[str, object]:
    """``Judgement`` of types.js: what the play would be, were it this seat's turn."""
    mine = _turn_of(position, seat)
    found = mine.legal(play)
    score = _score(mine, play)
    refused = position.rules.challenge is ChallengeRule.VOID
    words = score.words if score is not None else ()
    good = [word.text.upper() in position.lexicon if refused else None for word in words]
    squares = {square for fault in found for square in fault.squares}
    squares |= {square for word, is_good in zip(words, good, strict=True) if is_good is False for square in _run(word)}
    return {
        "legal": not found,
        "total": None if score is None else score.total,
        "bonus": 0 if score is None else score.bonus,
        "words": [{**word_state(word), "good": is_good} for word, is_good in zip(words, good, strict=True)],
        "faults": [str(fault) for fault in found],
        "squares": sorted(squares),
        "text": _sentence(found, score),
    }


def tried(view: View, text: str) -> dict[str, object]:
    """``Tried`` of types.js: what a typed move would be, were it your turn.

    Raises ``NotationError`` where the text names no move, and ``UsageError`` where you play no game.
    """
    position, seat = view.position, view.seat
    if position is None or seat is None:
        raise UsageError("The game has not begun yet.")
    move = parse_move(text, position.board, position.players[seat].rack.tiles)
    mine = _turn_of(position, seat)
    found = mine.legal(move)
    squares: list[int] = []
    if isinstance(move, Play):
        said = _sentence(found, _score(mine, move))
        squares = [tile.square for tile in move.tiles]
    else:
        said = _faults(found) or _done(move)
    return {"kind": _KINDS[type(move)], "legal": not found, "text": said, "squares": squares}


def no_exchange(position: Position, seat: int) -> str:
    """Why this seat cannot exchange anything now, or the empty text where it can."""
    if position.ended is not None:
        return str(faults.GAME_OVER)
    if position.turn == seat and position.answer_pending:
        return str(faults.MUST_ANSWER)
    minimum = position.rules.exchange_minimum
    if position.available >= minimum:
        return ""
    held = max(position.available, 0)
    tiles = "tile" if held == 1 else "tiles"
    return f"The bag holds {faults.count_name(held)} {tiles}; an exchange needs {faults.count_name(minimum)} there."


def word_state(word: WordScore) -> dict[str, object]:
    """``Word`` of types.js."""
    return {
        "text": word.text,
        "points": word.points,
        "square": word.square,
        "down": word.direction is Direction.DOWN,
    }


def _turn_of(position: Position, seat: int) -> Position:
    """The position as it is on this seat's turn; on others' turns, as if it were and nothing were pending."""
    return position if position.turn == seat else position.if_turn(seat)


def _score(position: Position, play: Play) -> Score | None:
    try:
        return position.score(play)
    except IllegalMove:
        return None


def _run(word: WordScore) -> range:
    step = word.direction.value
    return range(word.square, word.square + len(word.text) * step, step)


def _sentence(found: Sequence[Fault], score: Score | None) -> str:
    if found or score is None:
        return _faults(found)
    parts = [f"{word.text} {word.points}" for word in score.words]
    if score.bonus:
        parts.append(f"{score.bonus} for all seven tiles")
    return f"{joined(parts)}: {counted(score.total, 'point')}."


def _faults(found: Sequence[Fault]) -> str:
    return " ".join(str(fault) for fault in found)


def _done(move: Move) -> str:
    match move:
        case Exchange(tiles):
            return f"Puts back {joined(['a blank' if tile == BLANK else tile for tile in tiles])} for new tiles."
        case Challenge():
            return "Challenges the last play."
        case Accept():
            return "Lets the last play stand."
        case _:
            return "Passes: the turn goes on without a tile laid."
