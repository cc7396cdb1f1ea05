"""Which variables this peer writes.

Where names are free, a peer's names are made of its id. Where a place has a few fixed names that several rooms and
strangers share, a peer listens, then takes a name that has been still; no owner stands in it in clear text. Two peers
that took one name at once each see the other's value arrive after their own: the one whose value is the greater
number stays and writes again, the other takes another name.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha512
from math import inf
from typing import Final

LISTEN: Final = 2.0
"""How long to listen before a name that nobody has ever written is taken."""
STILL: Final = 20.0
"""A name is free when it has not changed for so long; a peer writes at least every five seconds."""
UNCHANGED: Final = 8.0
"""A name of which only one value is known, of unknown age, is free when no other has come for so long."""
SPARE: Final = 4
"""How many names must be free before a peer takes a second one."""
STUBBORN: Final = 4
"""How often a name is defended against smaller numbers within ``STILL`` before it is left."""
REPAIR: Final = 0.5
"""The least time between two defences of a name."""


class Dice:
    """Choices made from a seed that need be no secret and no exact dice."""

    __slots__ = ("_count", "_seed")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._count = 0

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1."""
        self._count += 1
        return int.from_bytes(sha512(self._seed + self._count.to_bytes(8)).digest()[:8], "big") % limit


@dataclass(slots=True)
class Sight:
    """What is known of a name of the place: its value, since when, and how many values it has had."""

    digits: str
    at: float
    values: int = 1

    @property
    def free(self) -> float:
        """The time from which the name may be taken."""
        return self.at + (UNCHANGED if self.values == 1 else STILL)


class Claims:
    """The names that this peer writes, in turn; times in seconds.

    ``own`` are the peer's names where they may be chosen freely; ``names`` are those of a place where they are fixed.
    Of those a peer that is ``modest`` takes one only while there are others for all who play.
    """

    __slots__ = (
        "_begun", "_defences", "_defended", "_dice", "_held", "_modest", "_names", "_sights", "_turn", "_written"
    )  # fmt: skip

    def __init__(
        self, own: tuple[str, ...], names: tuple[str, ...] | None, dice: Dice, *, modest: bool = False
    ) -> None:
        self._held = list(own) if names is None else []
        self._names = names or ()
        self._dice = dice
        self._modest = modest
        self._begun = inf
        self._sights: dict[str, Sight] = {}
        self._written: dict[str, Sight] = {}
        self._defended = -inf
        self._defences = 0
        self._turn = 0

    @property
    def held(self) -> tuple[str, ...]:
        """The names that this peer writes now."""
        return tuple(self._held)

    def begin(self, now: float) -> None:
        """Listening begins at the first time that is told here."""
        self._begun = min(self._begun, now)

    def choose(self, now: float, *, spare: bool = False) -> str | None:
        """The name to write next; ``None`` while there is none. ``spare``: a second name would be of use."""
        if self._names:
            if not self._held:
                self._claim(self._free(now) if not self._modest or self.wake() <= now else [])
            elif len(self._held) == 1 and spare and not self._modest:
                free = self._free(now)
                self._claim(free if len(free) >= SPARE else [])
            elif len(self._held) == 2 and not spare:
                self._leave(self._held[1], now)
        if not self._held:
            return None
        self._turn += 1
        return self._held[self._turn % len(self._held)]

    def written(self, name: str, digits: str, now: float) -> None:
        """Remember the value that is being set."""
        self._written[name] = Sight(digits, now)

    def wake(self) -> float:
        """The time from which a name can be chosen."""
        if self._held:
            return -inf
        times = sorted(max(self._begun + LISTEN, self._free_at(name)) for name in self._names)
        needed = SPARE if self._modest else 1
        return times[needed - 1] if len(times) >= needed else inf

    def crowded(self, now: float) -> bool:
        """Whether all names of the place are being written by others."""
        return self.wake() > now + UNCHANGED

    def saw(self, name: str, digits: str, now: float, *, mine: bool) -> float | None:
        """A value arrived, and ``mine`` says whether its seal names this peer, which then wrote it earlier.

        Where it stands in a name that this peer writes, the time at which to write again, here or elsewhere.
        """
        last = self._written.get(name)
        if last is not None and last.digits == digits:
            return None
        if name in self._names:
            sight = self._sights.get(name)
            if sight is None:
                self._sights[name] = Sight(digits, now)
            elif sight.digits != digits:
                self._sights[name] = Sight(digits, now, sight.values + 1)
            if mine and not self._held:
                self._held.append(name)
                self.written(name, digits, now)
                return now
        if name not in self._held or mine:
            return None
        if self._names:
            self._contest(name, digits, now)
        if name not in self._held:
            return now
        self._defended = max(now, self._defended + REPAIR)
        return self._defended

    def _contest(self, name: str, digits: str, now: float) -> None:
        """Leave the name if it is lost, and if there is another one to go to."""
        if name != self._held[0]:
            self._leave(name, now)
            return
        last = self._written.get(name)
        self._defences = self._defences + 1 if now - self._defended < STILL else 1
        lost = last is None or now - last.at > STILL or _order(digits) > _order(last.digits)
        if (lost or self._defences > STUBBORN) and self._free(now):
            self._leave(name, now)
            self._defences = 0

    def _claim(self, free: list[str]) -> None:
        if free:
            self._held.append(free[self._dice.below(len(free))])

    def _leave(self, name: str, now: float) -> None:
        self._held.remove(name)
        self._written.pop(name, None)
        sight = self._sights.get(name)
        self._sights[name] = Sight("" if sight is None else sight.digits, now, 2)

    def _free(self, now: float) -> list[str]:
        """The names that may be taken now: those that nobody ever wrote, if there are any."""
        if now < self._begun + LISTEN:
            return []
        names = [name for name in self._names if name not in self._held and self._free_at(name) <= now]
        return [name for name in names if name not in self._sights] or names

    def _free_at(self, name: str) -> float:
        sight = self._sights.get(name)
        return -inf if sight is None else sight.free


def _order(digits: str) -> tuple[int, str]:
    """Digit strings in the order of their numbers, and any other text somewhere among them."""
    return len(digits), digits
