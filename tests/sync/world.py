"""Peers, their disks and a place that loses, repeats and delays, in one thread and in virtual time."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from p2pscrabble.sync import Event, Identity, Log, Room, Stream, Sync

KEY = bytes(range(64))
SCRATCH_NAMES = tuple(f"p2p {digit}" for digit in range(10))


@dataclass(frozen=True)
class Kind:
    """What a place is like; seconds and chances."""

    max_digits: int
    names: tuple[str, ...] | None = None
    min_interval: float = 0.0
    delay: float = 0.02
    loss: float = 0.0
    repeat: float = 0.0
    conflate: bool = False
    """A value that is on its way is lost when the next one of its variable sets out."""


LARGE = Kind(100_000)
SMALL = Kind(256, min_interval=0.1)
FIXED = Kind(256, names=SCRATCH_NAMES, min_interval=0.1)


@dataclass
class Disk:
    """What a peer has saved."""

    logs: dict[tuple[bytes, Stream], bytearray] = field(default_factory=dict)
    counter: int = 0


class Node:
    """A peer with its disk, which may be stopped and started."""

    def __init__(self, world: World, number: int, room: str, **more: int) -> None:
        self.world = world
        self.number = number
        self.identity = Identity(bytes([number + 1]) * 32)
        kind = world.kind
        self.room = Room(room, KEY, kind.max_digits, kind.min_interval, kind.names, **more)
        self.disk = Disk()
        self.sync: Sync | None = None
        self.events: list[Event] = []
        self.published = 0
        self.values: dict[str, str] = {}
        self.wake = 0.0

    @property
    def key(self) -> bytes:
        return self.identity.key

    @property
    def on(self) -> Sync:
        assert self.sync is not None
        return self.sync

    def start(self) -> Node:
        saved = [(key, stream, bytes(data)) for (key, stream), data in self.disk.logs.items()]
        hello = f"peer {self.number}".encode()
        seed = bytes([self.number])
        self.sync = Sync(self.identity, self.room, hello, counter=self.disk.counter, seed=seed, saved=saved)
        self.world.join(self)
        self.work()
        return self

    def stop(self) -> None:
        self.sync = None

    def say(self, *bodies: bytes, stream: Stream = Stream.GAME, kind: int = 1) -> None:
        for body in bodies:
            self.on.append(stream, kind, body)
        self.work()

    def hear(self, name: str, digits: str) -> None:
        if self.sync is not None:
            self.events += self.sync.receive(name, digits, self.world.now)
            self.work()

    def work(self) -> None:
        """Save what is new, publish what is due, and find out when to do so next."""
        if self.sync is None:
            return
        unsaved = self.sync.take_unsaved()
        if unsaved is not None:
            self.disk.counter = unsaved.counter_limit
            for part in unsaved.ranges:
                data = self.disk.logs.setdefault((part.key, part.stream), bytearray())
                assert part.offset <= len(data)
                data[part.offset : part.offset + len(part.data)] = part.data
        for name, digits in self.sync.due(self.world.now):
            assert len(digits) <= self.world.kind.max_digits
            assert digits.isascii()
            assert digits.isdigit()
            assert digits[0] != "0"
            self.published += 1
            self.world.set(self, name, digits)
        self.wake = self.sync.wake(self.world.now)
        assert self.wake > self.world.now, "a peer that would never rest"


class World:
    """A place and the peers in it; every fault comes from the seed."""

    def __init__(self, kind: Kind = LARGE, seed: int = 0) -> None:
        self.kind = kind
        self.rng = random.Random(seed)
        self.now = 1000.0
        self.nodes: list[Node] = []
        self.values: dict[str, tuple[Node | None, str]] = {}
        self.old: dict[str, list[str]] = {}
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._newest: dict[tuple[int, str], int] = {}
        self._deaf: set[tuple[int, int]] = set()

    def node(self, room: str = "1234", **more: int) -> Node:
        """Another peer, not started."""
        self.nodes.append(Node(self, len(self.nodes), room, **more))
        return self.nodes[-1]

    def started(self, count: int, room: str = "1234") -> list[Node]:
        return [self.node(room).start() for _ in range(count)]

    def at(self, time: float, do: Callable[[], None]) -> None:
        self._count += 1
        heapq.heappush(self._queue, (time, self._count, do))

    def mute(self, writer: Node, reader: Node, *, muted: bool = True) -> None:
        """Nothing that one writes reaches the other."""
        (self._deaf.add if muted else self._deaf.discard)((writer.number, reader.number))

    def join(self, node: Node) -> None:
        """A client connects: it is told all variables, those that it wrote itself among them."""
        for name, (_, digits) in self.values.items():
            self._tell(node, name, digits)

    def set(self, writer: Node | None, name: str, digits: str) -> None:
        """A variable is set, by a peer or by a stranger."""
        self.values[name] = (writer, digits)
        self.old.setdefault(name, []).append(digits)
        for reader in self.nodes:
            if reader is not writer and reader.sync is not None:
                self._send(reader, writer, name, digits)

    def _send(self, reader: Node, writer: Node | None, name: str, digits: str) -> None:
        if writer is not None and (writer.number, reader.number) in self._deaf:
            return
        self._count += 1
        number = self._newest[reader.number, name] = self._count
        after = self.kind.delay * (0.5 + self.rng.random())
        if self.rng.random() < self.kind.repeat:
            self.at(self.now + after + self.rng.random() * 10, lambda: reader.hear(name, digits))
        if self.rng.random() >= self.kind.loss:
            self.at(self.now + after, lambda: self._arrive(reader, name, digits, number))

    def _arrive(self, reader: Node, name: str, digits: str, number: int) -> None:
        if not self.kind.conflate or self._newest[reader.number, name] == number:
            reader.hear(name, digits)

    def _tell(self, reader: Node, name: str, digits: str) -> None:
        self.at(self.now + self.kind.delay, lambda: reader.hear(name, digits))

    def run(self, seconds: float, until: Callable[[], bool] = lambda: False) -> float:
        """Let time pass until something is so; how long that took."""
        begin = self.now
        end = self.now + seconds
        while not until():
            wakes = [node.wake for node in self.nodes if node.sync is not None]
            at = min([*wakes, self._queue[0][0] if self._queue else end, end])
            self.now = max(self.now, at)
            if self.now >= end:
                break
            if self._queue and self._queue[0][0] <= self.now:
                heapq.heappop(self._queue)[2]()
            else:
                for node in self.nodes:
                    if node.sync is not None and node.wake <= self.now:
                        node.work()
        return self.now - begin

    def agree(self, nodes: Sequence[Node] | None = None) -> bool:
        """Whether all running peers hold the same entries of every log."""
        running = [node for node in (nodes or self.nodes) if node.sync is not None]
        held = {node: {key: _length(logs) for key, logs in node.on.logs.items()} for node in running}
        most: dict[tuple[str, bytes], int] = {}
        for node in running:
            for key, length in held[node].items():
                most[node.room.room_id, key] = max(length, most.get((node.room.room_id, key), 0))
        return all(
            held[node].get(key, 0) == length
            for node in running
            for (room, key), length in most.items()
            if room == node.room.room_id
        )


def _length(logs: Mapping[Stream, Log]) -> int:
    return sum(log.length for log in logs.values())
