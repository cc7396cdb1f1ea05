"""When a host calls whom to the table. Knows no clock but what it is handed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pscrabble.table import Seat


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
