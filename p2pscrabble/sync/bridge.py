"""One room in several places: what a bridge hears in each of them, and for whom it speaks in the others.

A room's players may be in places that have nothing in common: on a relay, on Scratch with its 256 digits, on none. A
value cannot be copied from one to another, for it is sealed for its variable and made to measure. So a bridge writes in
each place, for each peer that it hears elsewhere alone, that peer's own register: a ``Deputy``. Its values say that the
peer is there, what it holds, and what it has said, signed by itself. What the peer does not hold is never acknowledged
for it: a bridge may die at any time, and nothing is lost that it had taken upon itself.

The bridge is a peer too: its ``keeper`` holds all logs, and has a voice of its own in every place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import Final

from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.sync.claims import Dice
from p2pscrabble.sync.deputy import LATELY, Deputy
from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.identity import peer_id
from p2pscrabble.sync.inbox import MAX_PEERS
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.peers import PRESENT, Copy, Peer
from p2pscrabble.sync.register import FIRST_COUNTERS, MAX_HOPS, Register
from p2pscrabble.sync.seal import Seal
from p2pscrabble.sync.sync import Room, Sync

_LOOK: Final = 0.5
"""Seconds between two looks at who is where; up to half as much again, so that no two bridges look in step."""
_MOST_TRIED: Final = 10_000
"""How many offers are remembered, some of them of logs that everybody has forgotten since."""
_OTHERS: Final = 4
"""In a slow place each fourth turn is anybody's."""


class Ear:
    """Who is heard in one place, and what they say of themselves there."""

    def __init__(self, room: Room) -> None:
        self._room_id = room.room_id
        self._seal = Seal(room.room_id, room.key, room.max_digits)
        self.peers: dict[bytes, Peer] = {}
        self.hops: dict[bytes, int] = {}
        """How many bridges lie between this place and the one where a peer is."""

    def hear(self, name: str, digits: str, keeper: Sync, now: float) -> None:
        """A variable has this value here; any text will do."""
        try:
            register = self._seal.open(name, digits, keeper.seatings)
        except DecodeError:
            return
        peer = self.peers.get(register.who) or self._met(register, keeper, now)
        if peer is not None and peer.hear(register, now):
            self.hops[register.who] = register.hops

    def _met(self, register: Register, keeper: Sync, now: float) -> Peer | None:
        if register.counter >= FIRST_COUNTERS:
            return None
        if len(self.peers) >= MAX_PEERS:
            seated = {peer_id(key) for key in keeper.seated}
            others = [peer for peer in self.peers.values() if peer.id not in seated]
            longest = min(others, key=lambda peer: peer.heard)
            if longest.here(now) and register.who not in seated:
                return None
            del self.peers[longest.id]
            self.hops.pop(longest.id, None)
        peer = self.peers[register.who] = Peer(self._room_id, register.who)
        return peer

    def silent(self, id: bytes, now: float) -> float:  # noqa: A002
        """For how many seconds nothing has been heard of a peer here; endless where one old value is all there is."""
        peer = self.peers.get(id)
        return inf if peer is None or peer.renewed == -inf else now - peer.heard


class Side:
    """One place of a bridge: an ear, the keeper's voice, and those of the peers that are elsewhere."""

    def __init__(self, room: Room, keeper: Sync, seed: bytes) -> None:
        self.room = room
        self.ear = Ear(room)
        self._seed = seed
        own = Deputy(keeper.key, room, keeper, 0, counter=0, seed=seed, modest=True)
        self.voices: dict[bytes, Deputy] = {own.id: own}
        self.mute: set[bytes] = set()
        """Whose voices say nothing, since nothing is heard of them any more."""
        self._gate = -inf
        self._turn = 0

    def hear(self, name: str, digits: str, keeper: Sync, now: float) -> bool:
        """A variable has this value here; whether it brought anything for the logs."""
        self.ear.hear(name, digits, keeper, now)
        brought = False
        for voice in self.voices.values():
            brought |= bool(voice.receive(name, digits, now))
        return brought

    def speak_for(self, key: bytes, principal: Peer, hops: int, *, modest: bool, now: float) -> None:
        """A peer is heard elsewhere, and not here."""
        voice = self.voices.get(principal.id)
        if voice is None:
            seed, counter = self._seed + principal.id, max(0, principal.counter)
            voice = Deputy(key, self.room, principal, hops, counter=counter, seed=seed, modest=modest)
            self.voices[principal.id] = voice
        voice.speak_for(principal, hops, now)
        self.mute.discard(principal.id)

    def silence(self, id: bytes, *, for_good: bool) -> None:  # noqa: A002
        """A peer is not to be spoken for: now, or not at all."""
        if id in self.voices:
            self.mute.add(id)
        if for_good:
            self.voices.pop(id, None)
            self.mute.discard(id)

    def due(self, now: float) -> Iterator[tuple[str, str]]:
        """The values to be set now, each told to the other voices here, as the place does not do that."""
        while now >= self._gate and (said := self._say(now)) is not None:
            yield said

    def _say(self, now: float) -> tuple[str, str] | None:
        """The next value of any voice; where the place is slow most turns are theirs who have something to pass on."""
        voices = [(id, voice) for id, voice in self.voices.items() if id not in self.mute]  # noqa: A001
        for _, voice in voices:
            voice.take_unsaved()  # there is no disk: what a deputy passes on stands on its keeper's
        self._turn += 1
        if self.room.min_interval and self._turn % _OTHERS:
            voices.sort(key=lambda pair: not pair[1].serves)
        for id, voice in voices:  # noqa: A001
            for name, digits in voice.due(now):
                for other in self.voices.values():
                    if other is not voice:
                        other.receive(name, digits, now)
                self._gate = now + self.room.min_interval
                self.voices[id] = self.voices.pop(id)  # the others' turn comes first
                return name, digits
        return None

    def wake(self, now: float) -> float:
        """When something is to be said here, if nothing is heard before."""
        times = [voice.wake(now) for id, voice in self.voices.items() if id not in self.mute]  # noqa: A001
        return max(self._gate, min(times, default=inf))


class Bridge:
    """A room in these places, whose logs ``keeper`` holds; ``modest`` tells who plays no part in the game, by key.

    After every value heard, and at ``wake``: ``gather``, then the keeper reads and saves, then ``spread`` and ``due``.
    """

    def __init__(self, keeper: Sync, rooms: Sequence[Room], modest: Callable[[bytes], bool], seed: bytes) -> None:
        self._keeper = keeper
        self._modest = modest
        self.sides = tuple(Side(room, keeper, seed + bytes([at])) for at, room in enumerate(rooms))
        self._now = -inf
        self._look_at = -inf
        self._news = True
        """Whether anything may have come into a log of a voice that the keeper has not learnt."""
        self._refused = False
        """Whether the keeper had no room for somebody, who is offered again at the next look."""
        self._state: tuple[object, ...] = ()
        """What the voices have been told of the keeper."""
        self._dice = Dice(seed + keeper.key)
        self._tried: dict[tuple[int, bytes, bytes, Stream], tuple[int, int]] = {}

    def hear(self, side: int, name: str, digits: str, now: float) -> None:
        """A variable has this value in this place."""
        self._now = now
        self._news |= self.sides[side].hear(name, digits, self._keeper, now)

    def gather(self) -> Iterator[tuple[bytes, Stream, Mark, bytes]]:
        """What the voices have heard and the keeper has not learnt yet, for its ``learn``."""
        for number, side in enumerate(self.sides if self._news else ()):
            for own, voice in side.voices.items():
                yield from self._longer(~number, own, voice.copies, self._keeper.copies)
        self._news = False

    def _has_room(self, id: bytes) -> bool:  # noqa: A002
        """Whether the keeper knows this peer or has room for it: where it is heard, that of one who is gone."""
        known = self._keeper.ids.keys() - {self._keeper.id}
        if id in known or id == self._keeper.id or len(known) < MAX_PEERS - 1:
            return True
        missed = {other: min(side.ear.silent(other, self._now) for side in self.sides) for other in (id, *known)}
        seated = {peer_id(key) for key in self._keeper.seated}
        gone = [other for other in known - seated if missed[other] > PRESENT]
        if missed[id] > PRESENT or not gone:
            return False  # bytes that are passed on make nobody go: what has just been forgotten would come again
        self._keeper.forget(max(gone, key=lambda other: missed[other]))
        return True

    def spread(self, now: float) -> None:
        """Lets the voices learn what the keeper has on disk, and finds out who is where."""
        if now >= self._look_at:
            self._look_at = now + _LOOK * (1 + self._dice.below(1000) / 2000)
            self._look(now)
        seated, logs = self._keeper.seated, self._keeper.copies
        state = (seated, sum(copy.end for copy in logs.values()), [set(side.voices) for side in self.sides])
        if state == self._state:
            return
        self._state = state
        for number, side in enumerate(self.sides):
            for own, voice in side.voices.items():
                if voice.seated != seated:
                    with suppress(Breach):  # somebody who watches has a key that looks like that of a seat
                        voice.seat(seated)
                for id, stream, mark, data in self._longer(number, own, logs, voice.copies):  # noqa: A001
                    voice.learn(id, stream, mark, data, now)

    def _longer(
        self,
        way: int,
        own: bytes,
        source: Mapping[tuple[bytes, Stream], Copy],
        target: Mapping[tuple[bytes, Stream], Copy],
    ) -> Iterator[tuple[bytes, Stream, Mark, bytes]]:
        """The bytes by which logs are longer in the source, each offered once."""
        for (id, stream), copy in source.items():  # noqa: A001
            known = target.get((id, stream))
            start = 0 if known is None else known.log.length
            end = copy.end if way >= 0 else copy.log.length
            if start >= end or self._tried.get((way, own, id, stream)) == (start, end):
                continue
            if way < 0 and not self._has_room(id):
                self._refused = True
                continue
            self._tried[way, own, id, stream] = start, end
            entries = 0 if known is None else len(known.log.entries)
            yield id, stream, Mark(entries), copy.log.data(start, end)

    def _look(self, now: float) -> None:
        """Who is heard in one place and not in another is spoken for there."""
        self._news, self._refused = self._news or self._refused, False
        ids = self._keeper.ids
        for side in self.sides:
            for id, voice in tuple(side.voices.items()):  # noqa: A001
                if ids.get(id) != voice.key:
                    side.silence(id, for_good=True)
        if len(self._tried) > _MOST_TRIED:
            self._tried.clear()
        for id, key in ids.items():  # noqa: A001
            if key == self._keeper.key:
                continue
            silent = [side.ear.silent(id, now) for side in self.sides]
            homes = [side for side, since in zip(self.sides, silent, strict=True) if since <= LATELY]
            home = min(homes, key=lambda side: side.ear.hops.get(id, 0), default=None)
            hops = MAX_HOPS + 1 if home is None else home.ear.hops.get(id, 0) + 1
            for side, since in zip(self.sides, silent, strict=True):
                if since <= PRESENT:
                    side.silence(id, for_good=True)
                elif home is None or hops > MAX_HOPS:
                    side.silence(id, for_good=min(silent) > PRESENT)
                else:
                    side.speak_for(key, home.ear.peers[id], hops, modest=self._modest(key), now=now)

    def due(self, now: float) -> Iterator[tuple[int, str, str]]:
        """What is to be set now: in which place, the name and the digits."""
        for number, side in enumerate(self.sides):
            for name, digits in side.due(now):
                yield number, name, digits

    def wake(self, now: float) -> float:
        """When to be called again, if nothing is heard before."""
        return max(now, min(self._look_at, *(side.wake(now) for side in self.sides)))
