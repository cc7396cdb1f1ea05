"""When to send, and when to try again; time is handed in, in seconds of any one clock that never goes back."""

from __future__ import annotations

from collections.abc import Callable

from p2pscrabble.transport.link import Place

_STEEPEST = 5
_STABLE = 10.0
_REFUSED_LEAST = 5.0
_REFUSED_STEEPEST = 6


class Outbox:
    """The values of our own variables, and which of them wait to be sent.

    The newest value of a name takes the place in the line of the one that it replaces, and a name goes to the end of
    the line once it is sent, so that no variable can starve another. Two sends are at least ``place.min_interval``
    apart, whichever variables they are of: Scratch's clients lose all but the first and the last of what comes sooner.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._values: dict[str, str] = {}
        self._line: dict[str, None] = {}
        self._earliest = float("-inf")

    def put(self, name: str, digits: str) -> None:
        """Let this value wait; raises ValueError for a name or value that the place does not take."""
        if not self._place.takes_name(name):
            raise ValueError(f"not a name of a variable here: {name!r}")
        if not self._place.takes_value(digits):
            raise ValueError(f"a value is 1 to {self._place.max_digits} digits, {name!r} was given {len(digits)}")
        if name not in self._values and len(self._values) >= self._place.max_variables:
            raise ValueError(f"a room holds {self._place.max_variables} variables, no more")
        self._values[name] = digits
        self._line.setdefault(name)

    def again(self) -> None:
        """Let every variable's newest value wait once more, behind those that wait already."""
        for name in self._values:
            self._line.setdefault(name)

    def wait(self, now: float) -> float | None:
        """Seconds until ``take`` gives something: 0 at once, None if nothing waits."""
        return max(0.0, self._earliest - now) if self._line else None

    def take(self, now: float) -> tuple[str, str] | None:
        """Name and value of what has waited longest, to be sent now; None if nothing may be sent yet."""
        if self.wait(now) != 0.0:
            return None
        name = next(iter(self._line))
        del self._line[name]
        self._earliest = now + self._place.min_interval
        return name, self._values[name]


class Backoff:
    """How long to wait before connecting again: random × (2^min(n, 5) − 1) seconds at the n-th failure in a row.

    That is what the clients of these servers do. A refusal waits 5 seconds more and grows further, since the relay did
    answer and is unlikely to change its mind. A link that held for ``stable`` seconds ends the row; one that is taken
    and dropped at once does not, or a relay in trouble would be stormed.
    """

    def __init__(self, random: Callable[[], float], stable: float = _STABLE) -> None:
        self._random = random
        self._stable = stable
        self._failures = 0
        self._up_since: float | None = None

    def up(self, now: float) -> None:
        """The link works."""
        self._up_since = now

    def down(self, now: float, *, refused: bool = False) -> float:
        """The link failed, or was refused: the seconds to wait before the next try."""
        if self._up_since is not None and now - self._up_since >= self._stable:
            self._failures = 0
        self._up_since = None
        self._failures += 1
        if refused:
            return _REFUSED_LEAST + self._random() * ((1 << min(self._failures + 1, _REFUSED_STEEPEST)) - 1)
        return self._random() * ((1 << min(self._failures, _STEEPEST)) - 1)
