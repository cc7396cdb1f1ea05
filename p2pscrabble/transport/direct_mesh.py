"""Who is connected to whom in a direct room, who tells what to whom, and what is told again: no socket and no clock.

A *node* is a program that runs. A *way* is one connection: one that goes out, named by the `Spot` that it goes to, or
one that came in, named by whatever bytes the sockets know it by. Over each way, whichever side opened it, both sides
say hello and send values; so a program that nobody can connect to hears and is heard by those that it reaches.

Each node gets, by one way to it, the newest value of every variable that this node writes, and those of the nodes that
it asks for: nodes that this one hears itself, so that nothing is handed on twice and nothing can go round. What was not
yet taken is replaced by what is newer, so a slow reader costs a name for each variable, not a queue. By a new way all
is told again.

Times are in seconds of any clock that never goes back.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Final, TypeAlias

from p2pscrabble.transport.address import Spot
from p2pscrabble.transport.direct_doors import Doors
from p2pscrabble.transport.direct_values import Values
from p2pscrabble.transport.direct_wire import (
    MOST_NODES,
    NO_PROOF,
    NODE_BYTES,
    PROOF_BYTES,
    Hello,
    Neighbour,
    Noise,
    Value,
    decode,
    encode,
    unpack_digits,
)
from p2pscrabble.transport.link import Changed, Place

Way: TypeAlias = "Spot | bytes"

BEAT: Final = 5.0
"""Seconds between two hellos by one way."""
SILENT: Final = 20.0
"""Seconds without a frame after which a way counts as broken."""
FORGET: Final = 600.0
"""Seconds after which a node that is not reached is forgotten, and with it its values and where it was."""
MOST_WAYS: Final = 64
"""How many connections count, all together."""
BURST: Final = 2_000
"""Frames of one way in a second that are looked at."""


@dataclass(slots=True)
class _Way:
    """One connection: who says to be at its other end, who proved it, since when, and when something was heard last."""

    opened: float
    claims: bytes | None = None
    node: bytes | None = None
    since: float = 0.0
    heard: float = -inf
    greet: bool = True
    greeted: float = -inf
    second: int = 0
    frames: int = 0


@dataclass(slots=True)
class _Node:
    """A program that was reached at some time, and the line of what it has not been told."""

    proof: bytes
    spots: tuple[Spot, ...] = ()
    hears: dict[bytes, tuple[Spot, ...]] = field(default_factory=dict)
    wants: frozenset[bytes] = frozenset()
    by: Way | None = None
    line: dict[tuple[bytes, str], None] = field(default_factory=dict)
    lost: float = 0.0


class Mesh:
    """The ways of one node.

    ``secret`` are random bytes of this start alone, ``known`` is where others should listen, and ``spots`` where this
    node does.
    """

    def __init__(self, secret: bytes, place: Place, known: Iterable[Spot] = (), spots: Iterable[Spot] = ()) -> None:
        self.node = hashlib.blake2b(secret, digest_size=NODE_BYTES, person=b"node").digest()
        """Its name among the others."""
        self._secret = secret
        self.spots = tuple(spots)
        """Where this node listens, as others may reach it."""
        self.noise: Counter[Noise] = Counter()
        self.doors = Doors(known)
        self.place = place
        self._ways: dict[Way, _Way] = {}
        self._nodes: dict[bytes, _Node] = {}
        self._values = Values(self.node, place)
        self._via: dict[bytes, bytes] = {}

    # What is so

    @property
    def reached(self) -> list[bytes]:
        """The nodes that are heard directly."""
        return [key for key, node in self._nodes.items() if node.by is not None]

    @property
    def heard(self) -> int:
        """How many nodes are heard, directly or by another one."""
        return len(set(self.reached) | set(self._via))

    @property
    def ways(self) -> list[Way]:
        """All connections that count."""
        return list(self._ways)

    def waits(self, way: Way) -> bool:
        """Whether there is something to send by this way."""
        here = self._ways.get(way)
        return here is not None and (here.greet or self._line(way) is not None)

    # What happens

    def put(self, name: str, digits: str) -> None:
        """A variable of this node has this value; raises ValueError for what the place does not take."""
        self._tell(self._values.put(name, digits))

    def know(self, spots: Iterable[Spot], now: float) -> None:
        """Others should listen here, too: found in the network nearby."""
        self.doors.know(spots, now)

    def opened(self, way: Spot, now: float) -> None:
        """A connection that goes out is there, anew."""
        self.lost(way, now)
        if len(self._ways) < MOST_WAYS:
            self._ways[way] = _Way(now)

    def lost(self, way: Way, now: float) -> None:
        """A connection is there no more."""
        if (here := self._ways.pop(way, None)) is not None and here.node is not None:
            self._settle(here.node, now)

    def refused(self, way: Spot, now: float) -> None:
        """Something answers there that does not have the room's key."""
        self.doors.refused(way, now)
        self.lost(way, now)

    def take(self, way: Way, frame: bytes, now: float) -> Changed | None:
        """A frame has come; what the program hears by it. Never raises."""
        message = decode(frame, self.place) if self._paced(way, now) else Noise.FLOOD
        if isinstance(message, Hello):
            self._greeted(way, message, now)
            return None
        outcome = self._told(way, message, now) if isinstance(message, Value) else message
        if isinstance(outcome, Value):
            return Changed(outcome.name, unpack_digits(outcome.packed))
        if outcome is not None:
            self.noise[outcome] += 1
        return None

    def step(self, now: float) -> Iterator[tuple[Spot, bool]]:
        """What time brings; where to go out to (True), and which way that goes out is needed no more (False)."""
        for way, here in list(self._ways.items()):
            if now - max(here.heard, here.opened) > SILENT:
                if isinstance(way, bytes):
                    self.lost(way, now)
                elif here.node is not None:
                    gone, here.node = here.node, None
                    self._settle(gone, now)
            if now - here.greeted > BEAT:
                here.greet = True
        for key, node in list(self._nodes.items()):
            if node.by is None and now - node.lost > FORGET:
                self._forget(key)
        yield from self.doors.step(now, set(self.reached), self._needless(now))

    # What is to be sent

    def offer(self, way: Way) -> bytes | None:
        """The next frame for this way; it stays the next one until ``took``."""
        here = self._ways.get(way)
        if here is None:
            return None
        if here.greet:
            return encode(self._hello(here))
        node = self._line(way)
        while node is not None and node.line:
            value = self._values.get(*next(iter(node.line)))
            if value is not None:
                return encode(value)
            del node.line[next(iter(node.line))]
        return None

    def took(self, way: Way, now: float) -> None:
        """The frame that was offered is on its way."""
        here = self._ways[way]
        if here.greet:
            here.greet, here.greeted = False, now
        elif (node := self._line(way)) is not None:
            del node.line[next(iter(node.line))]

    # Within

    def _paced(self, way: Way, now: float) -> bool:
        here = self._ways.get(way)
        if here is None:
            return True
        if here.second != int(now):
            here.second, here.frames = int(now), 0
        here.frames += 1
        return here.frames <= BURST

    def _greeted(self, way: Way, hello: Hello, now: float) -> None:
        if hello.node == self.node:
            if isinstance(way, Spot):
                self.doors.is_mine(way)
                self.lost(way, now)
            elif len(self._ways) < MOST_WAYS:
                self._ways.setdefault(way, _Way(now))  # it is answered, so that the other end knows too
            return
        here = self._ways.get(way)
        if here is None:
            if len(self._ways) >= MOST_WAYS:
                self.noise[Noise.FLOOD] += 1
                return
            here = self._ways[way] = _Way(now)
        if hello.asks or here.claims != hello.node:
            here.claims, here.greet = hello.node, True
        if hello.proof == NO_PROOF:
            return
        node = self._nodes.get(hello.node)
        if node is not None and node.proof != hello.proof:
            self.noise[Noise.ANOTHER] += 1
            return
        if node is None:
            if not self._has_room():
                self.noise[Noise.FLOOD] += 1
                return
            node = self._nodes[hello.node] = _Node(hello.proof)
        here.heard = now
        if here.node != hello.node:
            before, here.node, here.since, here.greet = here.node, hello.node, now, True
            if before is not None:
                self._settle(before, now)
        node.spots, node.hears = hello.spots, {other.node: other.spots for other in hello.hears}
        wants = frozenset(hello.wants)
        more, node.wants = wants - node.wants, wants
        if isinstance(way, Spot):
            self.doors.answered(way, hello.node)
        if hello.asks:
            self._again(node)
        self._settle(hello.node, now)
        node.line.update(dict.fromkeys(key for origin in more for key in self._values.keys(origin)))
        self.doors.told(hello.node, hello.spots, now)
        for other, spots in node.hears.items():
            if other != self.node:
                self.doors.told(other, spots, now)

    def _has_room(self) -> bool:
        """Whether one more node fits; one that is not reached any more makes room."""
        if len(self._nodes) >= MOST_NODES:
            gone = min(((node.lost, key) for key, node in self._nodes.items() if node.by is None), default=None)
            if gone is not None:
                self._forget(gone[1])
        return len(self._nodes) < MOST_NODES

    def _forget(self, key: bytes) -> None:
        del self._nodes[key]
        self._values.forget(key)

    def _told(self, way: Way, value: Value, now: float) -> Value | Noise | None:
        here = self._ways.get(way)
        if here is None or here.node is None:
            return Noise.STRANGER
        here.heard = now
        if value.origin == here.node:
            outcome = self._values.take(value)
            if outcome and self._values.get(value.origin, value.name) is value:
                self._tell((value.origin, value.name))
        elif self._via.get(value.origin) == here.node:
            outcome = self._values.pass_on(value)
        elif value.origin == self.node or value.origin in self._nodes:
            return None  # it was asked for a moment ago
        else:
            return Noise.UNASKED
        return Noise.FLOOD if outcome is None else value if outcome else None

    def _tell(self, key: tuple[bytes, str]) -> None:
        """Lets a value wait for all who are to get it; in the place of an older one."""
        for node in self._nodes.values():
            if key[0] == self.node or key[0] in node.wants:
                node.line.setdefault(key)

    def _again(self, node: _Node) -> None:
        for origin in (self.node, *node.wants):
            node.line.update(dict.fromkeys(self._values.keys(origin)))

    def _line(self, way: Way) -> _Node | None:
        """The node whose line goes by this way, where something waits in it."""
        here = self._ways.get(way)
        node = self._nodes.get(here.node) if here is not None and here.node is not None else None
        return node if node is not None and node.by == way and node.line else None

    def _settle(self, key: bytes, now: float) -> None:
        """By which way a node is told things: the newest one that is heard; then, whom to ask for whom."""
        node = self._nodes[key]
        ways = [(here.since, way) for way, here in self._ways.items() if here.node == key]
        best = max(ways, key=lambda found: found[0])[1] if ways else None
        if best != node.by:
            node.by, node.lost = best, now
            if best is None:
                node.wants, node.hears = frozenset(), {}
                node.line.clear()
            else:
                self._again(node)
            self._greet_all()
        self._choose()

    def _choose(self) -> None:
        """Whom to ask for the values of those that are not heard directly: one that hears them, and always the same."""
        direct = set(self.reached)
        via: dict[bytes, bytes] = {}
        for other in sorted({other for key in direct for other in self._nodes[key].hears}):
            if other == self.node or other in direct or len(via) >= MOST_NODES:
                continue
            hearing = [key for key in direct if other in self._nodes[key].hears]
            known = self._via.get(other)
            via[other] = known if known in hearing else min(hearing)
        for other in {*via, *self._via}:
            if via.get(other) != self._via.get(other):
                self._values.renew(other)
                for key in (via.get(other), self._via.get(other)):
                    self._greet(key)
        self._via = via

    def _greet(self, key: bytes | None) -> None:
        node = self._nodes.get(key) if key is not None else None
        if node is not None and node.by is not None:
            self._ways[node.by].greet = True

    def _greet_all(self) -> None:
        for here in self._ways.values():
            here.greet = True

    def _hello(self, here: _Way) -> Hello:
        hears = tuple(Neighbour(key, self._nodes[key].spots) for key in self.reached if key != here.node)
        wants = tuple(sorted(other for other, key in self._via.items() if key == here.node))
        proof = NO_PROOF if here.claims is None else self._proof(here.claims)
        return Hello(self.node, here.claims is None, proof, self.spots, hears, wants)

    def _proof(self, reader: bytes) -> bytes:
        return hashlib.blake2b(reader, key=self._secret, digest_size=PROOF_BYTES, person=b"proof").digest()

    def _needless(self, now: float) -> set[Spot]:
        """Ways out to nodes that are reached by another one: of two that cross, the lesser node's stays."""
        found: set[Spot] = set()
        for way, here in self._ways.items():
            if isinstance(way, Spot) and here.node is not None:
                for other, there in self._ways.items():
                    if there.node != here.node or other == way or now - there.since < BEAT / 2:
                        continue
                    older = isinstance(other, Spot) and (there.since, other) < (here.since, way)
                    if older or (isinstance(other, bytes) and self.node > here.node):
                        found.add(way)
        return found
