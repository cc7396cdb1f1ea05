"""A finished game as the page shows it, from its number alone: ``Replay`` of types.js, and the game as a GCG file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.position import Position
from p2pscrabble.gcg import export_gcg, nicknames
from p2pscrabble.peer.auditing import audit, list_of, players
from p2pscrabble.peer.telling import rules_name
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table import Step
from p2pscrabble.table.replay import read_replay, replay_positions
from p2pscrabble.web.over import over_shown
from p2pscrabble.web.turns import last_squares, step_shown

LONGEST: Final = 100_000
"""Characters of a number that are looked at at all, spaces among them."""


def replay_json(number: str, names: Sequence[str], lists: WordLists) -> dict[str, object]:
    """The whole game, position by position; ``names`` are the players' where they are known, or none.

    Raises ``DecodeError`` where the number tells no game. It takes a good part of a second for a long game.
    """
    number = _plain(number)
    found = audit(number, lists)
    replay = found.replay
    if replay is None:
        raise DecodeError(next(finding.text for finding in found.findings if finding.holds is False))
    called = players(replay, tuple(names))
    steps = [Step(before, after) for before, after in pairwise(found.positions)]
    frames = [_frame(found.positions[0], [], None)]
    for count, step in enumerate(steps, 1):
        shown = step_shown(called, count - 1, step, disclosed=True)
        frames.append(_frame(step.after, last_squares(steps[:count]), shown))
    return {
        "number": number,
        "names": list(called),
        "named": called == tuple(names),
        "rules": rules_name(replay.rules),
        "lexicon": found.words.name if found.words is not None else f"{replay.lexicon.hex()}…",
        "open": bool(replay.seeds),
        "first": replay.first,
        "frames": frames,
        "over": over_shown(found.positions[-1], called, number=number),
        "audit": [{"holds": finding.holds, "text": finding.text} for finding in found.findings],
    }


def gcg_json(number: str, names: Sequence[str], lists: WordLists | None = None) -> dict[str, object]:
    """The game as a GCG file, and a name for it; raises ``DecodeError`` where the number tells no game."""
    replay = read_replay(_plain(number))
    words = None if lists is None else list_of(replay, lists)
    called = nicknames(players(replay, tuple(names)))
    text = export_gcg(called, replay_positions(replay, words), lexicon=words.name if words is not None else "")
    file = re.sub(r"[^A-Za-z0-9_-]+", "", "-".join(player.nick for player in called)).strip("_-")
    return {"text": text, "file": f"{file or 'game'}.gcg"}


def _plain(number: str) -> str:
    if len(number) > LONGEST:
        raise DecodeError("This is too long for the number of a game.")
    return "".join(number.split())


def _frame(position: Position, last: list[int], step: dict[str, object] | None) -> dict[str, object]:
    return {
        "board": position.board.cells,
        "last": last,
        "racks": [player.rack.tiles for player in position.players],
        "scores": [player.score for player in position.players],
        "bag": position.bag,
        "turn": None if position.ended is not None else position.turn,
        "step": step,
    }
