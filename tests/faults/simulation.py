"""Whole rooms in one thread and in virtual time: real members, real disks, a room in memory that fails on purpose.

Everything is drawn from one seed: who plays what, what gets lost, late or repeated, whose program dies when and comes
back from disk. The same seed gives the same game again.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from p2pscrabble.bag.sealed import in_turn
from p2pscrabble.errors import P2PScrabbleError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, ChallengeRule
from p2pscrabble.numerals import RoomCode, RoomSecrets
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.view import Notice, NoticeKind, View
from p2pscrabble.table import Deal, Hello, Phase, Role, Room
from p2pscrabble.transport import OWN, SCRATCH, TURBOWARP, Place
from p2pscrabble.transport.memory import FAULTLESS, Faults, MemoryRelay

NAMES = ("Ana", "Ben", "Cid", "Dora")
CODE = RoomCode.random(bytes(range(16)))
SECRETS = RoomSecrets("1234567890", bytes(range(64)))
PLACES: Mapping[str, Place] = {"own": OWN.place, "turbowarp": TURBOWARP.place, "scratch": SCRATCH.place}
WORDS = """
AA AB AD AE AH AI AM AN AR AS AT AX BE BI BO BY DE DO ED EF EH EL EM EN ER ES EX FA GO HA HE HI HO ID IF IN IS
IT JO KA LA LI LO MA ME MI MO MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX OY PA PE PI QI RE SH SO TA TI
TO UH UM UN UP US UT WE WO XI XU YA YE ZA CAT CATS DOG DOGS TEA EAT ATE TEN NET RAT TAR ART ONE TOE TIE LIE
OIL ION
""".split()


@cache
def lexicon() -> Lexicon:
    """A word list so short that a move is found at once."""
    return Lexicon.from_words(WORDS, "small")


_results: dict[bytes, bytes] = {}
"""Of jobs, by their names: what one program has found out about a proof holds for all."""


def _known(hash_: bytes) -> Lexicon | None:
    return lexicon() if hash_ == lexicon().hash else None


@dataclass(frozen=True)
class Plan:
    """What a room goes through."""

    seed: int
    seats: int = 2
    preset: str = "classic"
    place: str = "own"
    faults: Faults = FAULTLESS
    crashes: int = 0
    drops: int = 0
    """How often somebody's connection is lost."""
    empties: int = 0
    """How often the relay is restarted empty."""
    chat: float = 0.0
    """Chance of a line of chat with a move."""
    horizon: float = 60.0
    """Trouble is spread over so many seconds of virtual time."""
    limit: float = 3600.0
    wait: float | None = None
    deal: Deal = Deal.OPEN

    @classmethod
    def random(cls, seed: int) -> Plan:
        """Some trouble of every kind, from a seed."""
        rng = random.Random(seed)
        place = rng.choice(list(PLACES))
        mild = place == "scratch"
        faults = Faults(
            loss=rng.choice([0.0, 0.1, 0.3 if mild else 0.5]),
            delay=rng.choice([0.02, 0.2, 0.5 if mild else 2.0]),
            duplicate=rng.choice([0.0, 0.3]),
            reorder=rng.choice([0.0, 0.3]),
            stale=rng.choice([0.0, 0.5]),
        )
        return cls(
            seed,
            seats=rng.choice([2, 2, 3, 4]),
            preset=rng.choice(list(PRESETS)),
            place=place,
            faults=faults,
            crashes=rng.choice([0, 1, 3]),
            drops=rng.choice([0, 2]),
            empties=rng.choice([0, 0, 1]),
            chat=rng.choice([0.0, 0.2]),
        )


@dataclass
class Chair:
    """One player's program: alive, or dead with its disk."""

    name: str
    folder: Path
    hello: Hello
    client: str
    store: RoomStore | None = None
    member: Member | None = None
    values: dict[str, str] = field(default_factory=dict)
    """What its transport would set again after a reconnect."""
    linked: bool = False
    wake: float = 0.0
    thinks_until: float | None = None
    starts: int = 0
    lexicon_of: Callable[[bytes], Lexicon | None] = field(default=lambda hash_: _known(hash_))
    notices: list[Notice] = field(default_factory=list)
    program: type[Member] = Member
    """Which program its player runs."""


class FailedRoomError(AssertionError):
    """A room did not end as it must; the plan gives it again."""


class Simulation:
    """One room; ``run`` plays it to the end of its first game at every peer."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.rng = random.Random(plan.seed)
        self.relay = MemoryRelay(plan.faults, plan.seed, PLACES[plan.place])
        self.now = 0.0
        self.moves = 0
        self._trouble: list[tuple[float, int, Callable[[], None]]] = []
        # With so few words the bag is never empty, and then the rules of Scratch have no end.
        rules = PRESETS[plan.preset].changed(end_passes_empty_bag=False)
        self._room = Room(plan.seats, rules, plan.deal, lexicon().hash, "small")
        self.folder = folder
        self.chairs: list[Chair] = []
        for number in range(plan.seats):
            hello = Hello(Role.PLAYER if number else Role.HOST, NAMES[number], "test")
            self.at(self.rng.random() * 3, self._starter(self.add(hello)))
        for _ in range(plan.crashes):
            chair = self.rng.choice(self.chairs)
            self.at(3 + self.rng.random() * plan.horizon, self._crasher(chair))
        for _ in range(plan.drops):
            chair = self.rng.choice(self.chairs)
            self.at(3 + self.rng.random() * plan.horizon, self._dropper(chair))
        for _ in range(plan.empties):
            self.at(3 + self.rng.random() * plan.horizon, self.empty_relay)

    def add(self, hello: Hello) -> Chair:
        """Another player's computer, not yet switched on."""
        number = len(self.chairs)
        secrets = random.Random(f"{self.plan.seed} {number}").randbytes(64)
        room = RoomFile(str(CODE), "", hello.role.name.lower(), hello.name, 0)
        store = RoomStore.create(self.folder, f"seat-{number}", room, secrets)
        self.chairs.append(Chair(hello.name, store.folder, hello, f"client {number}"))
        return self.chairs[-1]

    # Trouble

    def at(self, time: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._trouble, (time, len(self._trouble), do))

    def _starter(self, chair: Chair) -> Callable[[], None]:
        return lambda: self.start(chair)

    def _crasher(self, chair: Chair) -> Callable[[], None]:
        return lambda: self.crash(chair)

    def _dropper(self, chair: Chair) -> Callable[[], None]:
        return lambda: self.drop(chair)

    def start(self, chair: Chair) -> None:
        """The program is started, for the first time or again from its disk."""
        if chair.member is not None:
            return
        host = chair.hello.role is Role.HOST
        chair.store = RoomStore(chair.folder).__enter__()
        chair.starts += 1
        chair.member = chair.program(
            chair.store,
            self.relay.place,
            SECRETS,
            chair.lexicon_of,
            hello=chair.hello,
            now=self.now,
            wall=lambda: self.now,
            notify=chair.notices.append,
            room=self._room if host else None,
            gathering=Gathering(self.plan.seats, 1.0, self.now, self.plan.wait) if host else None,
        )
        chair.values = {}
        chair.thinks_until = None
        self.link(chair)

    def crash(self, chair: Chair) -> None:
        """The program dies between two instructions; it comes back a little later."""
        if chair.member is None or chair.store is None:
            return
        chair.member = None
        chair.thinks_until = None
        chair.store.__exit__(None, None, None)
        chair.linked = False
        self.relay.leave(chair.client)
        self.at(self.now + self.rng.random() * 8, self._starter(chair))

    def drop(self, chair: Chair) -> None:
        """The connection is lost for a while."""
        if chair.linked:
            chair.linked = False
            self.relay.leave(chair.client)
            self.at(self.now + self.rng.random() * 10, lambda: self.link(chair))

    def link(self, chair: Chair) -> None:
        """The connection is there (again), and what was set last is set again."""
        if chair.member is not None and not chair.linked:
            self.relay.join(chair.client)
            chair.linked = True
            chair.wake = self.now
            for name, digits in chair.values.items():
                self.relay.set(chair.client, name, digits)

    def empty_relay(self) -> None:
        """The relay restarts and has forgotten everything."""
        self.relay.restart()
        for chair in self.chairs:
            chair.linked = False
            self.at(self.now + self.rng.random() * 3, self._linker(chair))

    def _linker(self, chair: Chair) -> Callable[[], None]:
        return lambda: self.link(chair)

    # Time

    def run(self) -> list[View]:
        """Plays until every peer has seen the end of the game and heard everyone's verdict on it."""
        while not self.finished():
            self.step()
            if self.now > self.plan.limit:
                raise FailedRoomError(f"not over after {self.plan.limit:.0f} s: {self.plan}\n{self._state()}")
        return self.check()

    def finished(self) -> bool:
        return all(chair.member is not None and _all_heard(chair.member.view) for chair in self.chairs)

    def step(self) -> None:
        """Goes on to the next thing that happens."""
        times = [chair.wake for chair in self.chairs if chair.member is not None]
        times += [chair.thinks_until for chair in self.chairs if chair.thinks_until is not None]
        if self._trouble:
            times.append(self._trouble[0][0])
        if (delivery := self.relay.next_time()) is not None:
            times.append(delivery)
        self.now = max(self.now, min(times))
        while self._trouble and self._trouble[0][0] <= self.now:
            heapq.heappop(self._trouble)[2]()
        touched = set()
        for client, name, digits in self.relay.step(self.now):
            chair = next((chair for chair in self.chairs if chair.client == client), None)
            if chair is not None and chair.member is not None:
                chair.member.hear(name, digits, self.now)
                touched.add(client)
        for chair in self.chairs:
            member = chair.member
            if member is None:
                continue
            if chair.thinks_until is not None and chair.thinks_until <= self.now:
                chair.thinks_until = None
                self._act(member)
                touched.add(chair.client)
            if chair.client in touched or chair.wake <= self.now:
                self._work(chair, member)

    def _work(self, chair: Chair, member: Member) -> None:
        values = member.work(self.now)
        while jobs := member.jobs():
            for job in jobs:
                if job.name not in _results:
                    _results[job.name] = job.run(in_turn)
                member.done(job, _results[job.name])
            values += member.work(self.now)
        for name, digits in values:
            chair.values[name] = digits
            if chair.linked:
                self.relay.set(chair.client, name, digits)
        if member.failure is not None:
            self.failed(chair, member.failure)
            return
        chair.wake = max(self.now + 0.001, min(member.wake(self.now), self.now + 0.5))
        if member.view.your_turn and chair.thinks_until is None:
            chair.thinks_until = self.now + self.rng.random() * 0.5

    def failed(self, chair: Chair, failure: P2PScrabbleError) -> None:
        """A program that gives up; here none should."""
        raise FailedRoomError(f"{chair.name}: {failure}: {self.plan}")

    def _act(self, member: Member) -> None:
        view = member.view
        if view.your_turn and view.position is not None:
            if self.rng.random() < self.plan.chat:
                member.chat(f"This is line {self.moves} of {self.plan.seed}.")
            member.move(choose(view.position, self.rng), self.now)
            self.moves += 1

    # What must hold

    def check(self) -> list[View]:
        """All replicas are equal, and the game is one that the rules and the seeds give."""
        views = [chair.member.view for chair in self.chairs if chair.member is not None]
        first = views[0].outcomes[0]
        for view in views:
            outcome = view.outcomes[0]
            same = (
                outcome.outcome.hash == first.outcome.hash
                and outcome.outcome.position == first.outcome.position
                and outcome.outcome.record == first.outcome.record
                and outcome.replay == first.replay
                and outcome.verdicts == (True,) * self.plan.seats
            )
            if not same:
                raise FailedRoomError(f"peers differ: {self.plan}")
        played = first.outcome.position
        racks = sum(player.rack.size for player in played.players)
        if len(played.board.tiles) + racks + played.bag != 100:
            raise FailedRoomError(f"tiles are lost or doubled: {self.plan}")
        for chair in self.chairs:
            alarms = [notice.text for notice in chair.notices if notice.kind is NoticeKind.WARNING]
            if alarms:
                raise FailedRoomError(f"{chair.name} was alarmed: {alarms[0]}: {self.plan}")
        return views

    def close(self) -> None:
        for chair in self.chairs:
            if chair.store is not None and chair.member is not None:
                chair.store.__exit__(None, None, None)

    def _state(self) -> str:
        lines = []
        for chair in self.chairs:
            view = chair.member.view if chair.member is not None else None
            lines.append(f"{chair.name}: linked={chair.linked} starts={chair.starts} {_brief(view)}")
        return "\n".join(lines)


def _all_heard(view: View) -> bool:
    return view.phase is Phase.OVER and bool(view.outcomes) and None not in view.outcomes[0].verdicts


def _brief(view: View | None) -> str:
    if view is None:
        return "dead"
    presence = [player.presence.value for player in view.players]
    return f"{view.phase} steps={len(view.steps)} turn={view.your_turn} {presence}"


def choose(position: Position, rng: random.Random) -> Move:
    """Some legal move, more often a good one."""
    if position.answer_pending:
        answers: list[Move] = [Accept(), Challenge()]
        return rng.choice(answers)
    if position.challenge_pending and rng.random() < 0.1:
        return Challenge()
    rack = position.mover.rack.shown
    if rng.random() < 0.15 and position.available >= position.rules.exchange_minimum:
        return Exchange("".join(rng.sample(rack, rng.randint(1, len(rack)))))
    plays: Sequence[tuple[int, int, int, str]] = list(scored_plays(position.board, rack, lexicon()))
    if not plays:
        return Pass()
    play = to_play(max(plays) if rng.random() < 0.7 else rng.choice(plays))
    if position.rules.challenge is not ChallengeRule.VOID and rng.random() < 0.1:
        return _phony(position, play)
    return play


def _phony(position: Position, play: Move) -> Move:
    """The play with its letters the other way round: often no word at all."""
    from p2pscrabble.game.moves import Placed, Play

    if not isinstance(play, Play):
        return play
    letters = [tile.letter for tile in reversed(play.tiles)]
    turned = Play(tuple(Placed(tile.square, letter) for tile, letter in zip(play.tiles, letters, strict=True)))
    return turned if not position.legal(turned) else play
