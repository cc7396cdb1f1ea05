"""The last moves of a game, when the bag is empty: what a play is worth with the other racks in sight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from p2pscrabble.game.board import EMPTY
from p2pscrabble.game.lines import ScoredPlay
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import BLANK, COUNT, RACK_SIZE, remove_tiles, tile_of, value_of

_WIDTH: Final = (12, 6, 2)
"""How many plays are followed by the other player's best reply, by the blanks that the other holds.

A reply without a blank is found in some milliseconds, with one in ten times that, with two in a fifth of a second.
"""

_HALF: Final = 0.5
"""Which part of their tiles a player who moves next is taken to be left with in the end."""


def unseen(position: Position, rack: str) -> str:
    """The tiles that lie neither on the board nor on this rack, sorted."""
    left = Counter(COUNT)
    left.subtract(rack)
    left.subtract(map(tile_of, position.board.tiles))
    return "".join(left.elements())


def kept(rack: str, play: ScoredPlay) -> str:
    """What the play leaves on the rack, sorted."""
    used = "".join(map(tile_of, play[3].replace(EMPTY, "")))
    return remove_tiles(rack, used) or ""


def best_last_plays(position: Position, rack: str, found: Iterable[ScoredPlay]) -> list[tuple[float, ScoredPlay]]:
    """The plays worth a second look once the bag is empty, with what each brings in points over the others.

    With two players left the other's rack is known, being all that is unseen, and the best reply is reckoned in.
    """
    others = unseen(position, rack)
    worth = sorted(((play[0] + _leftover(kept(rack, play), others), play) for play in found), reverse=True)
    if len(position.present) > 2 or len(others) > RACK_SIZE:
        return worth
    return [(_after_reply(position, rack, others, play), play) for _, play in worth[: _WIDTH[others.count(BLANK)]]]


def _leftover(left: str, others: str) -> float:
    """What the tiles left over bring after a play: all the others' twice for going out, else minus one's own."""
    return -value_of(left) if left else 2 * value_of(others)


def _after_reply(position: Position, rack: str, others: str, play: ScoredPlay) -> float:
    left = kept(rack, play)
    if not left:
        return play[0] + 2 * value_of(others)
    board = position.board.with_tiles(to_play(play).tiles)
    mine = value_of(left)
    reply = -value_of(others) + _HALF * mine  # a pass
    for other in scored_plays(board, others, position.lexicon, position.rules.bingo):
        theirs = kept(others, other)
        reply = max(reply, other[0] + (_HALF * mine - value_of(theirs) if theirs else 2 * mine))
    return play[0] - reply
