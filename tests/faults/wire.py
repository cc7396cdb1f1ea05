"""A relay in virtual time to which single things happen, each by the number of a delivery to one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from p2pscrabble.transport import Place
from tests.faults.script import WIRE, Incident, What

LINK: Final = 0.02
"""Seconds that a delivery takes where nothing goes wrong."""
SLOW_LINK: Final = 0.7
REMEMBERED: Final = 8


class Wire:
    """The newest values of one room, and who is connected; ``later`` has something done after so many seconds."""

    def __init__(
        self,
        place: Place,
        incidents: Iterable[Incident],
        slow: frozenset[int],
        later: Callable[[float, Callable[[], None]], None],
        hear: Callable[[int, str, str], None],
    ) -> None:
        self.place = place
        self._later = later
        self._hear = hear
        self._links: dict[int, int] = {}
        """Who is connected, and the number of the connection: what was under way on an earlier one is lost."""
        self._joined = 0
        self._values: dict[str, list[str]] = {}
        self._count: dict[int, int] = {}
        self._slow = slow
        self.split: frozenset[int] = frozenset()
        """Seats that are cut off from all others."""
        self._wrong = {(one.seat, int(one.at)): one for one in incidents if one.what in WIRE}

    @property
    def values(self) -> dict[str, list[str]]:
        """The newest values of every variable, the last one last."""
        return self._values

    def linked(self, seat: int) -> bool:
        """Whether this seat is connected."""
        return seat in self._links

    def join(self, seat: int) -> None:
        """Connects a seat: every variable's newest value is on its way to it."""
        self._joined += 1
        self._links[seat] = self._joined
        for name, values in self._values.items():
            self._send(seat, name, values[-1])

    def leave(self, seat: int) -> None:
        """The connection is lost, with all that is on its way."""
        self._links.pop(seat, None)

    def restart(self) -> None:
        """Every connection is lost, and every value."""
        self._links.clear()
        self._values.clear()

    def set(self, seat: int, name: str, digits: str) -> None:
        """Gives a variable a value; all others are told."""
        full = name not in self._values and len(self._values) >= self.place.max_variables
        if seat not in self._links or full or not (self.place.takes_name(name) and self.place.takes_value(digits)):
            return
        values = self._values.setdefault(name, [])
        values.append(digits)
        del values[:-REMEMBERED]
        for other in self._links:
            if other != seat and (other in self.split) == (seat in self.split):
                self._send(other, name, digits)

    def whisper(self, seat: int, name: str, digits: str, heard: Callable[[], None] = lambda: None) -> None:
        """Tells one seat alone that a variable has this value; ``heard`` is called when it knows."""
        self._arrive(LINK, seat, name, digits, heard)

    def _send(self, seat: int, name: str, digits: str) -> None:
        number = self._count[seat] = self._count.get(seat, 0) + 1
        after = SLOW_LINK if seat in self._slow else LINK
        wrong = self._wrong.get((seat, number))
        if wrong is None:
            self._arrive(after, seat, name, digits)
            return
        match wrong.what:
            case What.LATE:
                self._arrive(after + wrong.amount, seat, name, digits)
            case What.REPEATED:
                self._arrive(after, seat, name, digits)
                self._arrive(after + wrong.amount, seat, name, digits)
            case What.MERGED:
                self._arrive(after + wrong.amount, seat, name, None)
            case What.OLD:
                values = self._values.get(name, [digits])
                self._arrive(after, seat, name, values[int(wrong.amount * 100) % len(values)])
                self._arrive(after + wrong.amount, seat, name, digits)
            case _:  # lost; whatever is newer gets through in a few seconds
                pass

    def _arrive(
        self, after: float, seat: int, name: str, digits: str | None, heard: Callable[[], None] = lambda: None
    ) -> None:
        link = self._links.get(seat)

        def deliver() -> None:
            if self._links.get(seat) == link and link is not None:
                newest = self._values.get(name)
                if digits is not None:
                    self._hear(seat, name, digits)
                    heard()
                elif newest:
                    self._hear(seat, name, newest[-1])

        self._later(after, deliver)
