"""When a host calls whom to the table. Knows no clock but what it is handed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pscrabble.peer.company import Company
from p2pscrabble.peer.view import Presence
from p2pscrabble.table import PROTOCOL, Phase, Role, Seat, Table


@dataclass(slots=True)
class Gathering:
    """The waiting room as its host runs it.

    ``seats`` is how many the room has; once they are taken the game starts after ``countdown`` seconds. With ``wait``
    it starts at the latest so many seconds after ``opened``, with those who are there, two at least.
    """

    seats: int
    countdown: float
    opened: float
    wait: float | None = None
    _full_since: float | None = None
    _asked: bool = False

    def ask(self) -> None:
        """The host wants to start with those who are there."""
        self._asked = True

    def starts_at(self, now: float, waiting: Sequence[Seat]) -> float | None:
        """When the game starts if nobody comes or goes; ``None`` while that depends on who comes."""
        if len(waiting) + 1 >= self.seats:
            self._full_since = now if self._full_since is None else self._full_since
        else:
            self._full_since = None
        times = []
        if self._full_since is not None:
            times.append(self._full_since + self.countdown)
        if self.wait is not None and waiting:
            times.append(self.opened + self.wait)
        if self._asked and waiting:
            times.append(now)
        return min(times, default=None)

    def call(self, now: float, waiting: Sequence[Seat]) -> tuple[Seat, ...] | None:
        """Whom to call now, in order of joining; ``None`` while it is not time."""
        start = self.starts_at(now, waiting)
        if start is None or now < start:
            return None
        self._asked = False
        self._full_since = None
        return tuple(waiting[: self.seats - 1])


def waiting(company: Company, table: Table | None) -> list[Seat]:
    """Those whom a host could call, in the order in which they came."""
    return [
        Seat(key, hello.name)
        for key, hello in company.hellos.items()
        if key != company.me
        and hello.role in (Role.PLAYER, Role.BOT)
        and hello.protocol == PROTOCOL
        and company.presence(key) is Presence.HERE
        and not (table is not None and table.has_left(key))
    ]


def whom_to_call(gathering: Gathering, table: Table, company: Company, now: float) -> tuple[Seat, ...] | None:
    """Whom the host calls to the table now, itself first; ``None`` while there is no reason to.

    Before the deal those are called anew who are there, where a called player has left or fallen silent; after a game,
    when all of its players who are there want another. A host that has just come (back) hears of everyone first.
    """
    there = waiting(company, table)
    if table.phase is Phase.GATHERING and table.room is not None:
        called = gathering.call(now, there)
        return (table.host, *called) if called else None
    silent = any(company.silent(seat.key) > 0 and not table.has_left(seat.key) for seat in table.seats[1:])
    if silent and not company.listened:
        return None
    if table.phase in (Phase.COMMITTING, Phase.REVEALING):
        missing = silent or any(table.has_left(seat.key) for seat in table.seats[1:])
        return (table.host, *there[: gathering.seats - 1]) if missing and there else None
    if table.phase is Phase.OVER and there:
        again = company.again(table.game)
        players = [seat for seat in table.seats[1:] if seat in there]
        newcomers = [seat for seat in there if seat not in players]
        if table.host.key in again and all(seat.key in again for seat in players):
            return (table.host, *(players + newcomers)[: gathering.seats - 1])
    return None
