"""How a room looks to its player: parts of the view, and the line in the list of games."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Final

from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.peer.company import Company
from p2pscrabble.peer.news import stopped_sentence
from p2pscrabble.peer.store import Summary
from p2pscrabble.peer.view import AbsenceView, Dealing, OutcomeView, PlayerView, Presence, View
from p2pscrabble.sync import Stream, Sync
from p2pscrabble.table import Kind, Phase, Role, Table
from p2pscrabble.table.sealed import Doing, SealedGame
from p2pscrabble.transport import Link

_DOING: Final = {
    Doing.SHUFFLING: "{} program shuffles the bag, and locks every tile so that nobody can see which it is.",
    Doing.PROVING: "Each program proves that the bag still holds the same tiles.",
    Doing.SERVING: "Each program unlocks the tiles that the others draw, so that only who draws one can see it.",
    Doing.REKEYING: "A player is gone: the others lock the bag anew. Nobody’s rack changes, and nobody sees it.",
    Doing.CLOSING: "All open their racks, and what is left in the bag.",
}


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


class Window:
    """Through which a player sees a room: makes the views of it."""

    def __init__(self, code: str, wall: Callable[[], float], lexicon_of: Callable[[bytes], Lexicon | None]) -> None:
        self._code = code
        self._wall = wall
        self._lexicon_of = lexicon_of
        self._dates = Dates(wall)
        self._words: dict[bytes, int] = {}
        self._link_since = 0.0
        self.link_changed()

    def link_changed(self) -> None:
        """The link is another one from now on."""
        self._link_since = round(self._wall(), 3)

    def look(
        self,
        table: Table | None,
        company: Company,
        sync: Sync,
        now: float,
        *,
        version: int,
        link: Link,
        outcomes: tuple[OutcomeView, ...],
        turn_since: float,
        starts_at: float | None,
        delivered: bool,
        warning: str,
        absences: tuple[AbsenceView, ...] = (),
        catching_up: bool = False,
    ) -> View:
        """The view at this instant; ``turn_since`` and ``starts_at`` by the same steady clock as ``now``."""
        starting = starts_in(table, starts_at, now)
        view = View(
            version=version,
            code=self._code,
            link=link,
            phase=Phase.GATHERING,
            room=None,
            players=players(table, company, sync, self._dates, now),
            seat=None,
            starts_in=starting,
            position=None,
            steps=(),
            chat=tuple(company.chat),
            outcomes=outcomes,
            your_turn=False,
            delivered=delivered,
            wants_again=(),
            warning=warning,
            starts_at=None if starts_at is None or starting is None else self._dates.of("start", starts_at, now),
            link_since=self._link_since,
            turn_since=self._dates.of("turn", turn_since, now),
            liars=tuple(company.liars),
            absences=absences,
            catching_up=catching_up,
            watching=company.watches(company.me),
            watchers=tuple(company.watchers),
        )
        return view if table is None else self._at_table(view, table, company)

    def _at_table(self, view: View, table: Table, company: Company) -> View:
        return replace(
            view,
            phase=table.phase,
            room=table.room,
            seat=table.seat_of(company.me) if table.record is not None else None,
            position=table.position,
            steps=table.record.steps if table.record is not None else (),
            your_turn=table.wants(company.me) is Kind.MOVE,
            wants_again=tuple(company.name(key) for key in company.again(table.game)),
            warning=view.warning or (stopped_sentence(table.stopped, company) if table.stopped is not None else ""),
            game=game_number(table),
            words=0 if table.room is None else self._count_words(table.room.lexicon),
            dealing=dealing(table, company),
            first=table.first,
            commitments=table.commitments,
            bag=None if table.sealed is None else table.sealed.record,
            charges=tuple(table.charges),
            vanished=tuple(seat for seat, player in enumerate(table.seats) if player.key in table.vanished),
            stopped=table.stopped,
        )

    def _count_words(self, words_hash: bytes) -> int:
        if words_hash not in self._words:
            lexicon = self._lexicon_of(words_hash)
            self._words[words_hash] = 0 if lexicon is None else len(lexicon)
        return self._words[words_hash]


def players(table: Table | None, company: Company, sync: Sync, dates: Dates, now: float) -> tuple[PlayerView, ...]:
    """Those at the table in seat order, or, before a game, those who are there, the host first."""
    if table is not None and table.seats and table.phase is not Phase.GATHERING:
        keys = [seat.key for seat in table.seats]
    else:
        there = (
            key
            for key, hello in company.hellos.items()
            if hello.role is not Role.WATCHER and company.presence(key) is not Presence.LEFT
        )
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
            gone=table is not None and key in table.vanished,
        )
        for key in keys
    )


def _player(
    company: Company, key: bytes, *, away_since: float | None, informed: bool, again: bool, gone: bool
) -> PlayerView:
    presence = company.presence(key)
    if gone and presence is Presence.AWAY:
        presence = Presence.LEFT
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


def dealing(table: Table, company: Company) -> Dealing | None:
    """How far the seats are with committing, opening and shuffling; ``None`` while nothing is dealt."""
    if table.phase in (Phase.DEALING, Phase.PLAYING):
        return None if table.sealed is None else _sealed_dealing(table, table.sealed, company)
    if table.phase not in (Phase.COMMITTING, Phase.REVEALING):
        return None
    keys = [seat.key for seat in table.seats]
    done = len(keys) - len(table.missing) + (len(keys) if table.phase is Phase.REVEALING else 0)
    waited = [key for key in keys if table.wants(key) is not None] or table.missing
    return Dealing(done, 2 * len(keys), tuple(company.name(key) for key in waited))


def _sealed_dealing(table: Table, game: SealedGame, company: Company) -> Dealing | None:
    """What is being done with a sealed bag. Draws in the middle of the game are so quick that they are not told."""
    doing = game.doing
    if doing is None or (table.phase is Phase.PLAYING and doing is Doing.SERVING):
        return None
    text = _DOING[doing]
    if doing is Doing.SHUFFLING:
        key = table.seats[game.chain.context.seat].key
        text = text.format("Your" if key == company.me else f"{company.name(key)}’s")
    of = 3 * len(table.seats) if table.phase is Phase.DEALING else 0
    return Dealing(game.answers if of else 0, of, tuple(company.name(key) for key in table.missing), text)


def game_number(table: Table) -> int:
    """The number of the game in the view, from 1; 0 before the first."""
    if table.phase in (Phase.COMMITTING, Phase.REVEALING, Phase.DEALING):
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
