"""How a room looks to its player: parts of the view, and the line in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from p2pscrabble.peer.company import Company
from p2pscrabble.peer.store import Summary
from p2pscrabble.peer.view import Dealing, PlayerView, Presence, View
from p2pscrabble.sync import Stream, Sync
from p2pscrabble.table import Phase, Role, Table


class Dates:
    """When things were, by the clock on the wall: each date is made once, and stays while the thing does."""

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        self._made: dict[Hashable, tuple[float, float]] = {}

    def of(self, thing: Hashable, steady: float, now: float) -> float:
        """The date of the point in time ``steady``, while it is ``now`` by the same steady clock."""
        made = self._made.get(thing)
        if made is None or made[0] != steady:
            made = self._made[thing] = (steady, round(self._wall() - (now - steady), 3))
        return made[1]


def players(table: Table | None, company: Company, sync: Sync, dates: Dates, now: float) -> tuple[PlayerView, ...]:
    """Those at the table in seat order, or, before a game, those who are there, the host first."""
    if table is not None and table.seats and table.phase is not Phase.GATHERING:
        keys = [seat.key for seat in table.seats]
    else:
        there = (key for key in company.hellos if company.presence(key) is not Presence.LEFT)
        keys = sorted(there, key=lambda key: company.hellos[key].role is not Role.HOST)
    again = company.again(table.game) if table is not None and table.phase is Phase.OVER else ()
    told = {stream: len(log.entries) for stream, log in sync.logs[company.me].items()}
    return tuple(
        _player(
            company,
            key,
            away_since=_away_since(company, key, dates, now),
            informed=key == company.me or all(sync.held(key, company.me, stream) >= told[stream] for stream in Stream),
            again=key in again,
        )
        for key in keys
    )


def _player(company: Company, key: bytes, *, away_since: float | None, informed: bool, again: bool) -> PlayerView:
    presence = company.presence(key)
    return PlayerView(
        company.name(key),
        you=key == company.me,
        presence=presence,
        silent=0.0 if presence is Presence.HERE else min(company.silent(key), 1e9) // 5 * 5,
        bot=key in company.hellos and company.hellos[key].role is Role.BOT,
        host=key == company.host,
        away_since=away_since,
        informed=informed,
        again=again,
    )


def _away_since(company: Company, key: bytes, dates: Dates, now: float) -> float | None:
    last = company.last_here(key)
    if last is None or company.presence(key) is not Presence.AWAY:
        return None
    return dates.of(("here", key), last, now)


def dealing(table: Table | None, company: Company) -> Dealing | None:
    """How far the seats are with committing and opening; ``None`` while nothing is dealt."""
    if table is None or table.phase not in (Phase.COMMITTING, Phase.REVEALING):
        return None
    keys = [seat.key for seat in table.seats]
    done = len(keys) - len(table.missing) + (len(keys) if table.phase is Phase.REVEALING else 0)
    waited = [key for key in keys if table.wants(key) is not None] or table.missing
    return Dealing(done, 2 * len(keys), tuple(company.name(key) for key in waited))


def game_number(table: Table | None) -> int:
    """The number of the game in the view, from 1; 0 before the first."""
    if table is None:
        return 0
    if table.phase in (Phase.COMMITTING, Phase.REVEALING):
        return table.game + 1
    return table.record.game + 1 if table.record is not None else table.game


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
