"""The lobby of a relay: a well-known project whose variables are announcements of public rooms.

The relay knows nothing of it. There is a fixed number of places (variables), so that the lobby cannot fill up for
good: a host takes one that has fallen silent, and repeats its announcement there while its room is open. What is not
repeated has expired. Announcements are readable by anyone; so is the room code in them: that is what public means.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals import Packer, RoomCode, Unpacker, from_digits, to_digits
from p2pscrabble.table import MAX_SEATS, plain_name
from p2pscrabble.transport import Changed, Transport

PROJECT: Final = "p2pscrabble-lobby-1"
PLACES: Final = tuple(f"lobby {number}" for number in range(100))
REPEAT: Final = 10.0
"""Seconds between two repetitions."""
EXPIRE: Final = 40.0
"""Seconds after which an announcement that is not repeated has expired."""
EMPTY: Final = "1"
"""What a host leaves behind in its place."""

_VERSION: Final = 1
_CHECK: Final = 4
_KINDS: Final = (*PRESETS, "custom")
_NO_COUNTDOWN: Final = 2**16 - 1


@dataclass(frozen=True, slots=True)
class Announcement:
    """One public room, as its host describes it."""

    code: RoomCode
    host: str
    seats: int
    taken: int
    rules: str
    """The name of the preset, or ``custom``."""
    lexicon: str
    starts_in: int | None
    """Seconds until the game starts with those who are there; ``None``: when the seats are taken."""
    stamp: int = 0
    """The host's clock when it said so, seconds since 1970."""

    def encode(self) -> str:
        """Digits, beginning with 1; the same announcement is the same digits."""
        countdown = _NO_COUNTDOWN if self.starts_in is None else min(max(self.starts_in, 0), _NO_COUNTDOWN - 1)
        packed = Packer().uint(_VERSION).uint(int(self.code.digits)).uint(self.seats).uint(self.taken)
        packed.uint(_KINDS.index(self.rules)).uint(countdown).uint(self.stamp).text(self.host).text(self.lexicon)
        data = packed.done()
        return "1" + to_digits(data + hashlib.sha256(data).digest()[:_CHECK])

    @classmethod
    def decode(cls, digits: str) -> Announcement:
        """Raises ``DecodeError`` for whatever is no announcement of this version."""
        if not digits.startswith("1") or len(digits) > 600:
            raise DecodeError("this is no announcement")
        data = from_digits(digits[1:])
        data, check = data[:-_CHECK], data[-_CHECK:]
        if hashlib.sha256(data).digest()[:_CHECK] != check:
            raise DecodeError("this is no announcement")
        packed = Unpacker(data)
        if packed.uint() != _VERSION:
            raise DecodeError("this announcement is of another version")
        code = RoomCode(str(packed.uint()).zfill(16))
        seats, taken = packed.uint(MAX_SEATS), packed.uint(MAX_SEATS)
        rules, countdown, stamp = _KINDS[packed.uint(len(_KINDS) - 1)], packed.uint(_NO_COUNTDOWN), packed.uint(2**40)
        host, lexicon = packed.text(80), packed.text(80)
        packed.end()
        if not plain_name(host) or not plain_name(lexicon):
            raise DecodeError("a name is not in its plain form")
        return cls(code, host, seats, taken, rules, lexicon, None if countdown == _NO_COUNTDOWN else countdown, stamp)


@dataclass(slots=True)
class _Heard:
    digits: str
    since: float
    changed: bool
    announcement: Announcement | None


class Lobby:
    """What the lobby's variables said, and which rooms are open now. Knows no clock but what it is handed."""

    def __init__(self) -> None:
        self._heard: dict[str, _Heard] = {}

    def hear(self, name: str, digits: str, now: float) -> None:
        """A variable has this value; ``now`` in seconds of any steady clock."""
        before = self._heard.get(name)
        if name not in PLACES or (before is not None and before.digits == digits):
            return
        try:
            announcement = Announcement.decode(digits)
        except DecodeError:
            announcement = None
        self._heard[name] = _Heard(digits, now, before is not None, announcement)

    def alive(self, name: str, now: float, wall: float) -> bool:
        """Whether somebody keeps this place: its value changed lately, or says itself that it is fresh."""
        heard = self._heard.get(name)
        if heard is None or heard.announcement is None:
            return False
        age = now - heard.since
        fresh = heard.changed or abs(wall - heard.announcement.stamp) <= EXPIRE
        return fresh and age <= EXPIRE

    def rooms(self, now: float, wall: float) -> list[Announcement]:
        """The rooms that are open, each once, those with a free seat first; countdowns run on since they were heard."""
        found: dict[str, Announcement] = {}
        for name, heard in self._heard.items():
            announcement = heard.announcement
            if announcement is None or not self.alive(name, now, wall):
                continue
            if announcement.starts_in is not None:
                left = max(0, announcement.starts_in - int(now - heard.since))
                announcement = replace(announcement, starts_in=left)
            older = found.get(announcement.code.digits)
            if older is None or older.stamp < announcement.stamp:
                found[announcement.code.digits] = announcement
        return sorted(found.values(), key=lambda room: (room.taken >= room.seats, room.host, room.code.digits))

    def free_place(self, now: float, wall: float, rng: random.Random) -> str | None:
        """A place that nobody keeps; ``None`` where all are kept."""
        free = [name for name in PLACES if not self.alive(name, now, wall)]
        return rng.choice(free) if free else None


class Announcer:
    """Keeps one room announced for as long as there is something to describe."""

    def __init__(
        self,
        transport: Transport,
        describe: Callable[[], Announcement | None],
        steady: Callable[[], float],
        wall: Callable[[], float],
        rng: random.Random,
    ) -> None:
        self._transport = transport
        self._describe = describe
        self._steady = steady
        self._wall = wall
        self._rng = rng
        self._lobby = Lobby()
        self._place: str | None = None
        self._said = ""
        self._shown: tuple[int, str] | None = None
        self._due = 0.0

    async def run(self, settle: float = 1.5) -> None:
        """Announces until cancelled, and leaves no place behind; while there is nothing to describe, has none."""
        listener = asyncio.create_task(self._listen())
        try:
            await asyncio.sleep(settle)
            while True:
                self._tell(self._describe())
                await asyncio.sleep(0.25)
        finally:
            listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listener
            self._clear()
            await self._transport.close()

    def _tell(self, announcement: Announcement | None) -> None:
        now = self._steady()
        if announcement is None:
            self._clear()
        elif now >= self._due or (announcement.taken, announcement.rules) != self._shown:
            self._say(replace(announcement, stamp=int(self._wall())))
            self._shown = announcement.taken, announcement.rules
            self._due = now + REPEAT

    def _clear(self) -> None:
        if self._place is not None:
            self._transport.set(self._place, EMPTY)
        self._place, self._shown = None, None

    def _say(self, announcement: Announcement) -> None:
        if self._place is None:
            self._place = self._lobby.free_place(self._steady(), self._wall(), self._rng)
        if self._place is not None:
            self._said = announcement.encode()
            self._transport.set(self._place, self._said)

    async def _listen(self) -> None:
        async for event in self._transport.events():
            if not isinstance(event, Changed):
                continue
            self._lobby.hear(event.name, event.digits, self._steady())
            # Two hosts in one place: each hears the other. The greater value stays, and is said again.
            if event.name == self._place and event.digits not in (self._said, EMPTY):
                self._due = 0.0
                if event.digits > self._said:
                    self._place = None


async def open_rooms(
    transport: Transport, seconds: float, steady: Callable[[], float], wall: Callable[[], float]
) -> list[Announcement]:
    """The rooms announced on this relay, after listening for so many seconds; closes the transport."""
    lobby = Lobby()

    async def listen() -> None:
        async for event in transport.events():
            if isinstance(event, Changed):
                lobby.hear(event.name, event.digits, steady())

    listener = asyncio.create_task(listen())
    try:
        await asyncio.sleep(seconds)
    finally:
        listener.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await listener
        await transport.close()
    return lobby.rooms(steady(), wall())
