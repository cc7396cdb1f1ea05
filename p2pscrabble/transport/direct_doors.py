"""Where a node of a direct room goes out to: addresses that it was given, and some of those that others name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from math import inf
from typing import Final

from p2pscrabble.transport.address import Spot
from p2pscrabble.transport.told import OUTSIDE, believable_spot, depth_of

MOST_DOORS: Final = 48
"""How many addresses one knows."""
TRY: Final = 15.0
"""Seconds that an address which somebody else named has for an answer."""
PAUSE: Final = 120.0
"""Seconds until it is tried again."""


@dataclass(slots=True)
class _Door:
    given: bool
    node: bytes | None = None
    open_since: float | None = None
    answered: bool = False
    not_before: float = -inf
    mine: bool = False
    refused: int = 0
    given_up: bool = False


class Doors:
    """The addresses; ``given`` are those by which the player came of themselves, or which were found nearby."""

    def __init__(self, given: Iterable[Spot] = ()) -> None:
        self._doors = {spot: _Door(given=True) for spot in given}
        self._deepest: int | None = None

    @property
    def open(self) -> list[Spot]:
        """Where it is gone out to now."""
        return [spot for spot, door in self._doors.items() if door.open_since is not None]

    @property
    def given(self) -> list[Spot]:
        """The addresses by which the player came, and not this node's own."""
        return [spot for spot, door in self._doors.items() if door.given and not door.mine]

    def know(self, spots: Iterable[Spot], now: float) -> None:
        """Others listen here, as was found out without them."""
        for spot in spots:
            door = self._doors.get(spot)
            if door is not None:
                door.given = True
            elif self._has_room(now):
                self._doors[spot] = _Door(given=True)

    def told(self, node: bytes, spots: Iterable[Spot], now: float) -> None:
        """Somebody in the room says that a node listens here; believed no deeper inwards than where others answered."""
        for spot in spots:
            deepest = self._deepest
            if spot in self._doors or deepest is None or not believable_spot(spot, deepest) or not self._has_room(now):
                continue
            self._doors[spot] = _Door(given=False, node=node)

    def answered(self, spot: Spot, node: bytes) -> None:
        """A node has answered here, with the room's key."""
        door = self._doors.get(spot)
        if door is not None:
            door.node, door.answered, door.refused = node, True, 0
            if door.given:
                self._deepest = max(depth_of(spot.host), OUTSIDE if self._deepest is None else self._deepest)

    def refused(self, spot: Spot, now: float) -> None:
        """What answers here is not of this room: it is left alone for a while, and longer each time."""
        if (door := self._doors.get(spot)) is not None:
            door.not_before, door.given_up = now + min(PAUSE, 2.0**door.refused), True
            door.refused = min(door.refused + 1, 8)

    def is_mine(self, spot: Spot) -> None:
        """This node itself answers here."""
        if (door := self._doors.get(spot)) is not None:
            door.mine = True

    def step(self, now: float, reached: Collection[bytes], needless: Collection[Spot]) -> Iterator[tuple[Spot, bool]]:
        """Where to go out to (True), and where no longer (False)."""
        for spot, door in self._doors.items():
            if door.open_since is None:
                if not door.mine and door.node not in reached and now >= door.not_before:
                    door.open_since, door.answered, door.given_up = now, False, False
                    yield spot, True
            elif door.given_up:
                door.open_since = None
                yield spot, False
            elif door.mine or spot in needless or (not door.answered and self._in_vain(door, now, reached)):
                door.open_since, door.not_before = None, now + (0.0 if door.given else PAUSE)
                yield spot, False

    def _in_vain(self, door: _Door, now: float, reached: Collection[bytes]) -> bool:
        since = inf if door.open_since is None else door.open_since
        return now - since > TRY and (not door.given or door.node in reached)

    def _has_room(self, now: float) -> bool:
        """Whether one more fits; what others named and nobody answered at makes room."""
        if len(self._doors) >= MOST_DOORS:
            for spot, door in self._doors.items():
                if not door.given and door.open_since is None and now < door.not_before:
                    del self._doors[spot]
                    break
        return len(self._doors) < MOST_DOORS
