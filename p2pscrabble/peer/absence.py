"""Players whose programs are silent or whose time is out: who would go on without whom, what is said, what is voted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.errors import UsageError
from p2pscrabble.peer.company import Company
from p2pscrabble.peer.news import joined
from p2pscrabble.peer.telling import counted
from p2pscrabble.peer.view import AbsenceView, Notice, NoticeKind, Presence
from p2pscrabble.table import Kind, Table, Without
from p2pscrabble.table.without import could_go, present, vote, voted_against, wish

PATIENCE: Final = 120.0
"""Seconds of silence after which the others are asked whether they would go on."""
TOLERANCE: Final = 60.0
"""Seconds over the time on a clock, and on each turn, that are nobody's reason to ask: for delays on the way, too."""
HEARSAY: Final = 30.0
"""Seconds for which a peer that may have been left out waits for the votes that would make it so."""
OUT: Final = (
    "The others have gone on without you, because nothing was heard of your program, or your time was out. You can "
    "watch and talk, and play in the next game."
)
_ALONE: Final = "Two programs cannot tell which of them is cut off, so neither goes on alone."
_FEW: Final = "Too few are left to go on."
_OF_TWO: Final = "Of two players neither goes on alone: the game waits, unless one of you leaves it."
_YOURS: Final = "Your time is out, and the others may agree to go on without you until you have moved."
_KEPT: Final = "The game is kept, and goes on whenever {} is back, on any later day too."
_UNITS: Final = ((86_400, "day"), (3_600, "hour"), (60, "minute"))


@dataclass(slots=True)
class Absence:
    """The absences of one room as one peer sees them; ``patience`` is in seconds."""

    me: bytes
    patience: float = PATIENCE
    turn_since: float = 0.0
    """When the present turn began, as far as this peer knows, by the steady clock."""
    _told: set[tuple[int, str]] = field(default_factory=set)
    """What was said already, by call."""
    _doubted: tuple[bytes, float] | None = None
    """The state of the game in which this peer waits for votes, and since when."""

    # What is asked for

    def ask(self, table: Table | None, company: Company, seat: int, *, wanted: bool) -> Without | None:
        """The wish to go on without this seat, or not to; ``None`` where that is wished already."""
        if table is None or not 0 <= seat < len(table.seats) or table.seats[seat].key == self.me:
            raise UsageError("There is no such player in this game.")
        if not present(table, self.me):
            raise UsageError("There is no game that could go on.")
        name = table.seats[seat].name
        wished = self._wished(table, company)
        if wanted and not self._offered(table, company, seat):
            raise UsageError(self._refusal(table, seat, name))
        if wanted == (seat in wished):
            return None
        return wish(table, wished | {seat} if wanted else wished - {seat})

    def _refusal(self, table: Table, seat: int, name: str) -> str:
        if seat not in present(table, self.me):
            return f"{name} has no part in this game any more."
        if could_go(table, self.me, seat):
            waited = counted(round(self.patience), "second")
            over = counted(round(TOLERANCE), "second")
            clock = f", or {over} after their time is out" if table.room is not None and table.room.rules.clock else ""
            return f"Something was heard of {name} a moment ago: the others can go on after {waited} of silence{clock}."
        return f"{self._why_not(table)} {_KEPT.format(name)}"

    def correct(self, table: Table, company: Company) -> Without | None:
        """The wish without those who have been heard of again, or have moved; ``None`` where it is right as it is."""
        if self._at_rest(table, company):
            return None
        wished = self._wished(table, company)
        here = (seat for seat in wished if company.presence(table.seats[seat].key) is Presence.HERE)
        heard = {seat for seat in here if not self._late(table, company, seat)}
        stale = heard - voted_against(table, self.me)
        return wish(table, wished - stale) if stale else None

    def doubts(self, table: Table, now: float) -> bool:
        """Whether this peer, of whom another says that it has left, may have been left out, and waits to hear of it.

        That other one is bound by a vote: the votes with which it stands may be on their way. To say at once “I am
        here” would be to charge somebody who is right.
        """
        seat = None if table.position is None else table.position.turn
        return seat is not None and self._hearsay(table, table.seats[seat].key, now)

    def blames(self, table: Table, now: float) -> bool:
        """Whether the table blames somebody who may be right, for the same reason; then nothing is said of it yet."""
        charge = table.stopped or (table.charges[-1] if table.charges else None)
        return charge is not None and self._hearsay(table, charge.seat.key, now)

    def _hearsay(self, table: Table, key: bytes, now: float) -> bool:
        own, seat, said = table.seat_of(self.me), table.seat_of(key), table.ballot.said
        if own is None or seat is None or seat >= len(said) or table.ballot.out:
            return False
        last = said[seat].last
        if last is None or own not in last.gone:
            return False
        if self._doubted is None or self._doubted[0] != table.hash:
            self._doubted = table.hash, now
        return now < self._doubted[1] + HEARSAY

    def vote(self, table: Table, company: Company) -> Without | None:
        """The vote that this peer casts now, if any."""
        if self._at_rest(table, company):
            return None
        wishes = {seat: self._wish_of(table, company, player.key) for seat, player in enumerate(table.seats)}
        return vote(table, self.me, wishes, company.wished_once(table.attempt))

    def _at_rest(self, table: Table, company: Company) -> bool:
        """Whether there is nothing to think about: no wish, no vote, nobody silent, and nobody's time out."""
        return not table.ballot.open or not any(
            table.ballot.has_voted(player.key)
            or self._wish_of(table, company, player.key)
            or company.unheard(player.key) >= self.patience
            or self._late(table, company, seat)
            for seat, player in enumerate(table.seats)
        )

    def _late(self, table: Table, company: Company, seat: int) -> float:
        """Seconds for which the seat to move has had no time left, if these are more than is let pass; else 0."""
        position = table.position
        if position is None or not position.rules.clock or position.turn != seat:
            return 0.0
        if table.wants(table.seats[seat].key) is not Kind.MOVE:
            return 0.0
        over = company.now - self.turn_since - max(0, position.players[seat].clock)
        return over if over > TOLERANCE else 0.0

    def _wished(self, table: Table, company: Company) -> frozenset[int]:
        return self._wish_of(table, company, self.me) & present(table, self.me)

    def _wish_of(self, table: Table, company: Company, key: bytes) -> frozenset[int]:
        said = company.wish(key)
        fits = said is not None and said.attempt == table.attempt and len(said.held) == len(table.seats)
        return said.gone if said is not None and fits else frozenset()

    def _offered(self, table: Table, company: Company, seat: int) -> bool:
        if seat in voted_against(table, self.me):
            return True
        asked = any(seat in self._wish_of(table, company, player.key) for player in table.seats)
        missed = company.missed(table.seats[seat].key)
        late = self._late(table, company, seat) > 0
        return could_go(table, self.me, seat) and (missed >= self.patience or late or (asked and missed > 0))

    # What is shown

    def look(self, table: Table | None, company: Company) -> tuple[AbsenceView, ...]:
        """Who is absent, and what can be done."""
        if table is None or self._at_rest(table, company):
            return ()
        if table.ballot.out:
            own = table.seat_of(self.me)
            return () if own is None else (AbsenceView(own, table.seats[own].name, OUT),)
        return tuple(self._views(table, company))

    def _views(self, table: Table, company: Company) -> Iterator[AbsenceView]:
        there, own = present(table, self.me), table.seat_of(self.me)
        if own is None or not there:
            return
        last = table.ballot.said[own].last
        bound = frozenset() if last is None else last.gone
        for seat, player in enumerate(table.seats):
            if seat in bound and table.ballot.cut(player.key) is None and player.key not in table.departed:
                waiting = self._names(
                    table, (other for other in sorted(there - {own}) if not _agrees(table, other, last))
                )
                verb = "do" if " and " in waiting or not waiting else "does"
                text = f"You go on without {player.name} as soon as {waiting or 'the others'} {verb}."
                yield AbsenceView(seat, player.name, text)
            elif seat == own and self._late(table, company, seat) and len(there) > 2:
                yield AbsenceView(seat, player.name, _YOURS)
            elif seat in there and seat != own and (text := self._text(table, company, seat)):
                offered = self._offered(table, company, seat)
                wished = seat in self._wished(table, company)
                yield AbsenceView(
                    seat,
                    player.name,
                    text,
                    offered=offered and not wished,
                    wished=wished,
                    asked=any(seat in self._wish_of(table, company, table.seats[o].key) for o in there - {own}),
                    late=company.presence(player.key) is Presence.HERE and self._late(table, company, seat) > 0,
                )

    def _text(self, table: Table, company: Company, seat: int) -> str:
        """What is the matter with a seat that is still there; empty where nothing is."""
        there = present(table, self.me)
        player = table.seats[seat]
        wishing = [other for other in sorted(there) if seat in self._wish_of(table, company, table.seats[other].key)]
        keys = [table.seats[other].key for other in wishing]
        missed = company.unheard(player.key) if len(there) == 2 else company.missed(player.key)
        if self.me in keys:
            others = [name for name, key in zip(self._each(table, wishing), keys, strict=True) if key != self.me]
            waiting = self._names(table, (other for other in sorted(there - {seat}) if other not in wishing))
            after = f"; waiting for {waiting}" if waiting else ""
            return f"{joined(['You', *others])} would like to go on without {player.name}{after}."
        if seat in voted_against(table, self.me):
            voters = (o for o in sorted(there) if (last := table.ballot.said[o].last) is not None and seat in last.gone)
            return f"{self._names(table, voters)} would go on without {player.name}, and cannot turn back."
        late = self._late(table, company, seat)
        if wishing and (missed or late):
            would = self._names(table, wishing)
            why = f"who was last heard of {silence(missed)} ago" if missed else "whose time is out"
            return f"{would} would like to go on without {player.name}, {why}."
        if missed < self.patience and late:
            over = f"{player.name}’s time has been out for {silence(late)}."
            return over if could_go(table, self.me, seat) else f"{over} {_OF_TWO if len(there) == 2 else _FEW}"
        if missed < self.patience:
            return ""
        heard = f"Nothing has been heard of {player.name} for {silence(missed)}."
        return (
            heard if could_go(table, self.me, seat) else f"{heard} {self._why_not(table)} {_KEPT.format(player.name)}"
        )

    def _why_not(self, table: Table) -> str:
        return _ALONE if len(present(table, self.me)) == 2 else _FEW

    @staticmethod
    def _each(table: Table, seats: list[int]) -> list[str]:
        return [table.seats[seat].name for seat in seats]

    def _names(self, table: Table, seats: Iterator[int] | list[int]) -> str:
        return joined(self._each(table, list(seats)))

    # What is told

    def news(self, table: Table, company: Company, *, quiet: bool) -> Iterator[Notice]:
        """What is new: each once, and none of it while ``quiet``, except that this peer is out of the game."""
        for view in self.look(table, company):
            about = self._about(table, company, view)
            if about is None or (table.attempt, about) in self._told:
                continue
            self._told.add((table.attempt, about))
            if not quiet or about == "out":
                data = {"name": view.name, "seat": view.seat, "offered": view.offered, "you": about == "out"}
                yield Notice(NoticeKind.WITHOUT, view.text, data)

    def _about(self, table: Table, company: Company, view: AbsenceView) -> str | None:
        """What a view tells that is news when it is told for the first time; minutes are none."""
        if table.ballot.out:
            return "out"
        if not (view.offered or view.wished):
            return f"{view.seat} waiting"
        keys: Mapping[int, bytes] = dict(enumerate(seat.key for seat in table.seats))
        wishing = [seat for seat, key in keys.items() if view.seat in self._wish_of(table, company, key)]
        return f"{view.seat} {view.offered} {wishing}"


def _agrees(table: Table, seat: int, vote: Without | None) -> bool:
    last = table.ballot.said[seat].last
    return vote is not None and last is not None and last.staying == vote.staying


def silence(seconds: float) -> str:
    """How long somebody has been silent, in the greatest unit that fits: ``3 minutes``."""
    for length, unit in _UNITS:
        if seconds >= length:
            return counted(int(min(seconds, 1e9) // length), unit)
    return "less than a minute"
