"""Flow control: what of one log is under way to one reader, and when it must be sent again.

A register shows only its newest value, so values may be lost by being replaced. Several may be under way at once, as
many as have been getting through: each acknowledged one allows another, each silence halves them, and a single one
waits until it is acknowledged. So the worst place still makes progress, value by value.
"""

from __future__ import annotations

from collections import deque
from hashlib import sha512
from math import inf
from typing import Final

FIRST_WINDOW: Final = 4
MAX_WINDOW: Final = 16
MIN_TIMEOUT: Final = 0.5
MAX_TIMEOUT: Final = 5.0


class Flight:
    """Bytes of one log on their way to one reader; offsets in bytes, times in seconds."""

    __slots__ = (
        "_missed",
        "_pending",
        "_repeated",
        "_round_trip",
        "_timeout",
        "acked",
        "cursor",
        "deadline",
        "served",
        "since",
        "window",
    )

    def __init__(self, now: float) -> None:
        self.acked = 0
        self.cursor = 0
        self.window = FIRST_WINDOW
        self.deadline = inf
        self.served = -1
        """The number of the publication that last sent something."""
        self.since = now
        """When ``acked`` last moved."""
        self._pending: deque[tuple[int, float]] = deque()
        self._repeated = 0
        self._missed = False
        self._round_trip: float | None = None
        self._timeout = MIN_TIMEOUT

    @property
    def free(self) -> bool:
        """Whether another value may be put under way."""
        return len(self._pending) < self.window

    @property
    def waiting(self) -> bool:
        """Whether something is under way."""
        return bool(self._pending)

    def heard(self, acked: int, now: float) -> None:
        """The reader holds this much."""
        if acked == self.acked:
            return
        self.since = now
        if acked < self.acked:
            self.acked = self.cursor = acked
            self._pending.clear()
        else:
            self.acked = acked
            self.cursor = max(self.cursor, acked)
            self._arrived(acked, now)
        self.deadline = now + self._timeout if self._pending else inf

    def _arrived(self, acked: int, now: float) -> None:
        while self._pending and self._pending[0][0] <= acked:
            end, at = self._pending.popleft()
            self._missed = False
            self.window = min(MAX_WINDOW, self.window + 1)
            if end > self._repeated:
                sample = now - at
                self._round_trip = sample if self._round_trip is None else 0.75 * self._round_trip + 0.25 * sample
                self._timeout = self._estimate()
            elif self._round_trip is not None:
                self._timeout = max(self._estimate(), self._timeout / 2)

    def _estimate(self) -> float:
        """How long an answer may take, by those that came; an answer to a repeated value tells nothing."""
        return min(MAX_TIMEOUT, max(MIN_TIMEOUT, 2 * (self._round_trip or 0.0) + 0.1))

    def sent(self, end: int, number: int, now: float) -> None:
        """Bytes up to ``end`` were put under way by the publication with this number."""
        self.cursor = end
        self.served = number
        self._pending.append((end, now))
        wait = self._timeout * (_spread(end, number) if self._missed else 1)
        self.deadline = min(self.deadline, now + wait)

    def rewind(self) -> None:
        """What is under way has been lost: begin again after what is acknowledged."""
        self._repeated = max(self._repeated, self.cursor)
        self.cursor = self.acked
        self._pending.clear()
        self.deadline = inf

    def expire(self, now: float) -> None:
        """Where an answer is overdue, send again, less at once, and wait longer for the next."""
        if now >= self.deadline:
            self.rewind()
            self.window = max(1, self.window // 2)
            self._timeout = min(MAX_TIMEOUT, 2 * self._timeout)
            self._missed = True


def _spread(end: int, number: int) -> float:
    """A factor from 1 to 1.5, as good as random.

    Of two things that are sent again and again at one pace, one could else for ever replace the other on its way.
    """
    return 1 + sha512(b"%d %d" % (end, number)).digest()[0] / 512
