"""On which relays of its list a peer is: on the first, and on further ones while something is amiss.

A peer never leaves a relay for another one, or two peers could go past each other for ever. Where no relay answers it,
or where players are missing, it is on one more, the next of the list, and stays on those before; so any two peers that
look for each other have a relay in common as soon as there is one that both can reach. When nobody is missing, and all
that is heard on the last one is heard on one before it, the last one is let go: that takes a minute, and twice as long
each time it turns out to have been too early.

No socket and no clock: times are in seconds of any clock that never goes back.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from math import inf
from typing import Final

from p2pscrabble.transport.address import RelayAddress
from p2pscrabble.transport.link import Place

DEAD: Final = 6.0
"""Seconds without any relay that answers after which one more is tried."""
APART: Final = 6.0
"""Seconds that each relay has for showing whether it helps, before one more is tried."""
SETTLED: Final = 60.0
"""Seconds that all must be well on earlier relays before the last one is let go; at first."""
LONGEST: Final = 3_600.0
TURN: Final = 30.0
"""Seconds, up to half of it more, that a peer writes in one kind of place while players are missing there."""
MOST: Final = 6
"""How many relays a list has."""


class Why(Enum):
    """Why one more relay is tried."""

    DEAD = "dead"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Further:
    """Be on this relay too."""

    relay: RelayAddress
    why: Why


@dataclass(frozen=True, slots=True)
class Back:
    """Let this relay go: all is well without it."""

    relay: RelayAddress


@dataclass(slots=True)
class _Stop:
    """A relay that this peer is on; since when it answers, and when each variable last changed there."""

    since: float
    up: float = inf
    failed: bool = False
    heard: dict[str, float] = field(default_factory=dict)

    def names(self, after: float) -> set[str]:
        return {name for name, at in self.heard.items() if at >= after}


class Course:
    """The relays of one room in order, and on which of them to be; ``chance`` is from 0 to 1, and need not be secret.

    A relay is taken at most once, and of the list no more than ``MOST``.
    """

    def __init__(self, relays: Iterable[RelayAddress], now: float, chance: float = 0.0) -> None:
        self.relays = list(dict.fromkeys(relays))[:MOST]
        self._on = {self.relays[0]: _Stop(now)}
        self._missing = False
        self._ever_up = False
        self._dark = now
        self._added = now
        self._settle = SETTLED
        self._dropped: set[RelayAddress] = set()
        self._turn = TURN * (1 + chance / 2)
        self._placed = now
        self.place = self.relays[0].profile.place
        """Where values are written: on all relays with such a place that this peer is on."""

    @property
    def on(self) -> tuple[RelayAddress, ...]:
        """The relays to be on, in order."""
        return tuple(relay for relay in self.relays if relay in self._on)

    @property
    def up(self) -> tuple[RelayAddress, ...]:
        """Those that answer."""
        return tuple(relay for relay in self.on if self._on[relay].up < inf)

    def know(self, relays: Iterable[RelayAddress]) -> None:
        """The list in its right order; what is on an older one comes behind, and none is let go by this."""
        self.relays = list(dict.fromkeys([*relays, *self.relays]))
        kept = set(self.on) | set(self.relays[:MOST])
        self.relays = [relay for relay in self.relays if relay in kept]

    def answers(self, relay: RelayAddress, now: float, *, up: bool) -> None:
        """A relay answers, or no longer does, or a try has failed."""
        stop = self._on.get(relay)
        if stop is None:
            return
        was_up = bool(self.up)
        if up:
            stop.up, stop.failed, self._ever_up = min(stop.up, now), False, True
        else:
            stop.up, stop.failed = inf, True
        if was_up and not self.up:
            self._dark = now

    def heard(self, relay: RelayAddress, name: str, now: float) -> None:
        """A variable has changed there."""
        stop = self._on.get(relay)
        if stop is not None:
            stop.heard[name] = now

    def miss(self, missing: bool) -> None:
        """Whether players who should be there are not heard."""
        self._missing = missing

    def step(self, now: float) -> Further | Back | None:
        """What to do now, if anything: it counts as done."""
        why = self._why(now)
        following = next((relay for relay in self.relays if relay not in self._on), None)
        if why is not None and following is not None:
            if following in self._dropped:
                self._settle = min(LONGEST, 2 * self._settle)
            self._on[following] = _Stop(now)
            self._added = now
            return Further(following, why)
        if (last := self._needless(now)) is not None:
            del self._on[last]
            self._dropped.add(last)
            return Back(last)
        return None

    def _why(self, now: float) -> Why | None:
        if not self.up:
            never = not self._ever_up and all(stop.failed for stop in self._on.values())
            waited = now - max(self._dark, self._added)
            return Why.DEAD if never or waited >= DEAD else None
        return Why.MISSING if self._missing and now - self._added >= APART else None

    def _needless(self, now: float) -> RelayAddress | None:
        *earlier, last = self.on
        if self._missing or now - self._on[last].since < self._settle:
            return None
        good = [self._on[relay] for relay in earlier if now - self._on[relay].up >= self._settle]
        if not good:
            return None
        there = set().union(*(stop.names(now - self._settle) for stop in good))
        return last if self._on[last].names(now - self._settle) <= there else None

    def moved(self, now: float) -> bool:
        """Whether values are written in another kind of place from now on, which ``place`` then is."""
        places = list(dict.fromkeys(relay.profile.place for relay in self.up))
        wanted = self.place
        if places and wanted not in places:
            wanted = places[0]
        elif len(places) > 1 and self._missing and now - self._placed >= self._turn:
            wanted = places[(places.index(wanted) + 1) % len(places)]
        elif len(places) > 1 and not self._missing and now - max(self._placed, self._up_since(places[0])) >= SETTLED:
            wanted = places[0]
        if wanted == self.place:
            return False
        self.place, self._placed = wanted, now
        return True

    def _up_since(self, place: Place) -> float:
        return min(self._on[relay].up for relay in self.up if relay.profile.place == place)
