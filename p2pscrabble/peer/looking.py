"""How a room looks to its player: parts of the view, and the line in the list of games."""

from __future__ import annotations

from p2pscrabble.peer.company import Company
from p2pscrabble.peer.store import Summary
from p2pscrabble.peer.view import PlayerView, Presence, View
from p2pscrabble.table import Phase, Role, Table


def players(table: Table | None, company: Company) -> tuple[PlayerView, ...]:
    """Those at the table in seat order, or, before a game, those who are there, the host first."""
    if table is not None and table.seats and table.phase is not Phase.GATHERING:
        keys = [seat.key for seat in table.seats]
    else:
        there = (key for key in company.hellos if company.presence(key) is not Presence.LEFT)
        keys = sorted(there, key=lambda key: company.hellos[key].role is not Role.HOST)
    return tuple(_player(company, key) for key in keys)


def _player(company: Company, key: bytes) -> PlayerView:
    presence = company.presence(key)
    silent = 0.0 if presence is Presence.HERE else min(company.silent(key), 1e9) // 5 * 5
    bot = key in company.hellos and company.hellos[key].role is Role.BOT
    return PlayerView(company.name(key), key == company.me, presence, silent, bot)


def starts_in(table: Table | None, starts_at: float | None, now: float) -> float | None:
    """Whole seconds until the game starts, while a countdown runs."""
    if starts_at is None or table is None or table.phase is not Phase.GATHERING:
        return None
    return float(max(0, round(starts_at - now)))


def summary_of(view: View, state: str) -> Summary:
    """The line in the list of games; when it changed is for the caller to say."""
    position = view.position
    ended = view.outcomes[-1] if view.outcomes and view.phase is not Phase.PLAYING else None
    end = ended.outcome.position.ended if ended is not None else None
    scores = tuple(player.score for player in position.players) if position is not None else ()
    return Summary(
        names=tuple(player.name for player in view.players),
        scores=end.final if end is not None and end.final is not None else scores,
        state=state,
        your_turn=view.your_turn,
        replay=ended.replay if ended is not None else "",
    )
