"""The end of a game: why it ended, what the tiles left on the racks and the clocks cost, and who won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from p2pscrabble.game.racks import Player
from p2pscrabble.game.rules import Leftovers, Rules, Tie
from p2pscrabble.game.tiles import value_of

SECONDS_A_MINUTE = 60


class EndReason(Enum):
    """Why a game is over."""

    OUT = "out"
    """A player laid the last tile of the rack with the bag empty."""
    PASSED = "passed"
    """All passed, as often running as the rules say."""
    SCORELESS = "scoreless"
    """Too many turns running scored nothing."""
    LEFT = "left"
    """All but one have left; nothing is taken for tiles or time, and the one who stayed wins."""


@dataclass(frozen=True, slots=True)
class Leftover:
    """What the end does to one seat's score: the tiles on its rack, points lost and gained for tiles, lost for time."""

    tiles: str = ""
    lost: int = 0
    gained: int = 0
    overtime: int = 0

    @property
    def points(self) -> int:
        """All of it together, to be added to the score."""
        return self.gained - self.lost - self.overtime


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game; ``out`` is the seat that went out.

    ``leftovers``, the ``final`` scores (one of each a seat) and the ``winners`` (seats) are ``None`` until the last
    draws are made and every rack is known.
    """

    reason: EndReason
    out: int | None = None
    leftovers: tuple[Leftover, ...] | None = None
    final: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None


def settle(rules: Rules, players: Sequence[Player], reason: EndReason, out: int | None, *, drawing: bool) -> End:
    """The end of the game with these players, as far as it can be told; ``drawing`` while draws are still due.

    A seat that left keeps its score as it was, has no part in the leftovers and cannot win.
    """
    if reason is EndReason.LEFT:
        leftovers = tuple(Leftover() for _ in players)
    elif drawing or any(player.rack.tiles is None for player in players):
        return End(reason, out)
    else:
        leftovers = _leftovers(rules, players, out)
    final = tuple(player.score + leftover.points for player, leftover in zip(players, leftovers, strict=True))
    return End(reason, out, leftovers, final, _winners(rules, players, leftovers, final))


def overtime_points(rules: Rules, clock: int) -> int:
    """The points lost with this many seconds left on the clock (negative: over), a minute begun counting whole."""
    return rules.overtime * -(min(clock, 0) // SECONDS_A_MINUTE) if rules.clock else 0


def _leftovers(rules: Rules, players: Sequence[Player], out: int | None) -> tuple[Leftover, ...]:
    tiles = [player.rack.shown for player in players]
    values = [value_of(rack) for rack in tiles]
    lost, gained = values, [0] * len(players)
    if out is not None and not players[out].left:
        gained[out] = sum(values)
        if rules.leftovers is Leftovers.TWICE_TO_WINNER and len(players) == 2:
            gained[out] *= 2
            lost = [0] * len(players)
    return tuple(
        Leftover(tiles[seat], lost[seat], gained[seat], 0 if player.left else overtime_points(rules, player.clock))
        for seat, player in enumerate(players)
    )


def _winners(
    rules: Rules, players: Sequence[Player], leftovers: Sequence[Leftover], final: Sequence[int]
) -> tuple[int, ...]:
    present = [seat for seat, player in enumerate(players) if not player.left]
    best = max((final[seat] for seat in present), default=0)
    winners = [seat for seat in present if final[seat] == best]
    if rules.tie is Tie.BEFORE_LEFTOVERS:
        before = {seat: players[seat].score - leftovers[seat].overtime for seat in winners}
        winners = [seat for seat in winners if before[seat] == max(before.values())]
    return tuple(winners)
