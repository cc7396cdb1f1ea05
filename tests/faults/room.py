"""A whole room in one thread and in virtual time, after a script: real programs, real disks, a relay that fails.

After every step of every honest program all that must hold is looked at; in the end the game must be over everywhere,
with one result, soon after the last thing that went wrong.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable
from pathlib import Path
from typing import Final

from p2pscrabble.errors import RoomUnavailable, UsageError
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.sync import Identity, Stream
from p2pscrabble.table import Hello, Kind, Phase, Role
from p2pscrabble.transport import OWN, SCRATCH, TURBOWARP
from tests.faults import quick
from tests.faults.disk import Disk, KilledError
from tests.faults.ending import check, finished
from tests.faults.lies import lie, signed
from tests.faults.players import Blind, Player, choose
from tests.faults.script import LIES, WIRE, Incident, Script, What
from tests.faults.simulation import SECRETS
from tests.faults.terms import code, secrets_of, terms
from tests.faults.watching import BrokenError, Watch
from tests.faults.wire import Wire

TICK: Final = 0.01
"""Seconds; what happens within one is one event to a program."""
LIMIT: Final = 600.0
"""Virtual seconds within which every game is over."""
THINKING: Final = 0.25
ABOUT: Final = 2.0
"""Seconds between two looks of a player at those who are silent."""
PATIENCE: Final = 15.0
LONG: Final = 80.0
"""A seat of two that vanishes is back after so many seconds: nobody goes on alone."""
IDLE: Final = 1.0
"""A program is called at least so often."""
PLACES: Final = {"own": OWN.place, "turbowarp": TURBOWARP.place, "scratch": SCRATCH.place}


class UnendingError(AssertionError):
    """Nothing goes wrong any more, and still the game is not over."""


class FaultyRoom:
    """One room; ``run`` plays its first game to the end at every honest peer. Use as a context manager."""

    def __init__(self, script: Script, folder: Path) -> None:
        self.script = script
        self.tick = 0
        self.turns = 0
        self.limit = LIMIT
        self.thinking = THINKING
        """The most seconds that a player thinks about a move."""
        self.idle = IDLE
        self.patient = False
        """Whether nobody would go on without a player who is silent."""
        self.forked = False
        self.told_both: dict[int, int] = {}
        """Who has been told another story by a liar, and how often they had been started by then."""
        self.astray = False
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._number = 0
        self._touched: set[int] = set()
        self._rng = random.Random(f"disk {script.seed}")
        self.wire = Wire(PLACES[script.place], script.incidents, script.slow, self.later, self._hear)
        self._terms = terms(script)
        self.players: list[Player] = []
        for number in range(script.seats):
            name = ("Ana", "Ben", "Cid", "Dora")[number]
            role = Role.PLAYER if number else Role.HOST
            file = RoomFile(code(), "", role.name.lower(), name, 0)
            disk = Disk(folder / f"seat-{number}")
            disk.use()
            store = RoomStore.create(folder, f"seat-{number}", file, secrets_of(script.seed, number))
            self.players.append(Player(number, name, Hello(role, name, "test"), store.folder, disk))
        secrets = [secrets_of(script.seed, number) for number in range(script.seats)]
        identities = [Identity(secret[:32]) for secret in secrets]
        self.keys = [identity.key for identity in identities]
        self.ids = [identity.id for identity in identities]
        self.honest = [number for number in range(script.seats) if number not in script.liars]
        never = {number: (secret[:32], secret[32:]) for number, secret in enumerate(secrets)}
        self.watch = Watch({number: self.keys[number] for number in self.honest}, never)
        for player in self.players:
            self.later(0.3 * player.number, self._doing(self.start, player))
        for incident in script.incidents:
            if incident.what not in WIRE and incident.seat < script.seats:
                self.later(incident.at, self._doing(self._befall, incident))

    @property
    def now(self) -> float:
        """Seconds since the room was made."""
        return self.tick * TICK

    def later(self, after: float, do: Callable[[], None]) -> None:
        """Does something after so many seconds."""
        self._number += 1
        heapq.heappush(self._events, (self.tick + max(1, round(after / TICK)), self._number, do))

    @staticmethod
    def _doing(do: Callable[..., None], *arguments: object) -> Callable[[], None]:
        return lambda: do(*arguments)

    def name_of(self, player: Player) -> str:
        """The variable that a player writes, or one that it may."""
        held = () if player.member is None else player.member._sync._claims.held
        names = self.wire.place.names
        return held[0] if held else (names[0] if names else str(int.from_bytes(self.ids[player.number], "big")))

    # What goes wrong

    def _befall(self, incident: Incident) -> None:
        player = self.players[incident.seat]
        match incident.what:
            case What.CRASH:
                self._crash(player, incident.amount)
            case What.TORN:
                player.disk.until_killed = int(incident.amount) % 4
            case What.MUTE:
                player.muted = True
            case What.DROP:
                self.wire.leave(player.number)
                self.later(incident.amount, self._doing(self._link, player))
            case What.SLEEP:
                player.asleep = True
                self.wire.leave(player.number)
                self.later(incident.amount, self._doing(self._awake, player))
            case What.EMPTY:
                self.wire.restart()
                for number, each in enumerate(self.players):
                    self.later(incident.amount * (number + 1) / len(self.players), self._doing(self._link, each))
            case What.VANISH:
                self._vanish(player, int(incident.amount))
            case What.SPLIT:
                side = {player.number, (player.number + 1) % 4} if len(self.players) == 4 else {player.number}
                self.wire.split = frozenset(side)
                self.later(incident.amount, self._heal)
            case what if what in LIES:
                lie(self, player, incident)

    def _heal(self) -> None:
        self.wire.split = frozenset()

    def _vanish(self, player: Player, which: int) -> None:
        table = player.table
        if table is not None and table.phase is Phase.OVER:
            return
        if table is None or table.phase is not Phase.PLAYING or (player.number == 0 and self._beginning):
            self.later(1.0, self._doing(self._vanish, player, which))
        elif which:
            others = [other.number for other in self.players if other is not player]
            player.parting = others[which % len(others)]
        else:
            self._part(player)

    @property
    def _beginning(self) -> bool:
        """Whether somebody has yet to see the game begin, for which it takes the host."""
        phases = [None if player.table is None else player.table.phase for player in self.present]
        return any(phase in (None, Phase.GATHERING, Phase.COMMITTING, Phase.REVEALING) for phase in phases)

    def _part(self, player: Player) -> None:
        """Nobody goes on alone: of two seats one that vanishes is back on a later day."""
        player.gone = player.table is not None and len(player.table.seats) > 2
        self._crash(player, LONG)

    def start(self, player: Player) -> None:
        """The program is started, for the first time or again from its disk."""
        if player.member is not None or player.gone:
            return
        player.store = RoomStore(player.folder).__enter__()
        player.starts += 1
        try:
            player.disk.use()
            player.member = self._program(player, player.store)
        except KilledError:  # while it mends what the last death has left
            self._dead(player, player.store, 1.5)
            return
        player.values = {}
        player.thinks_until = None
        player.asleep = False
        if player.number in self.honest:
            self.watch.started(player.number, player.member)
        self._link(player)

    def _program(self, player: Player, store: RoomStore) -> Member:
        host = player.number == 0
        return (Member if self.script.full else Blind)(
            store,
            self.wire.place,
            SECRETS,
            quick.known,
            hello=player.hello,
            now=self.now,
            wall=lambda: self.now,
            notify=player.notices.append,
            room=self._terms if host else None,
            gathering=Gathering(self.script.seats, 0.5, self.now) if host else None,
            patience=PATIENCE,
        )

    def _crash(self, player: Player, away: float) -> None:
        """The program dies; what had not reached the disk is lost."""
        if player.member is not None and player.store is not None:
            self._dead(player, player.store, away)

    def _dead(self, player: Player, store: RoomStore, away: float) -> None:
        player.member = None
        player.thinks_until = None
        player.muted = False
        player.disk.until_killed = None
        store.__exit__(None, None, None)
        player.disk.crash(self._rng)
        self.wire.leave(player.number)
        self.later(max(away, 0.1), self._doing(self.start, player))

    def _link(self, player: Player) -> None:
        if player.member is None or player.asleep or self.wire.linked(player.number):
            return
        self.wire.join(player.number)
        player.wake = self.now
        for name, digits in player.values.items():
            self.wire.set(player.number, name, digits)

    def _awake(self, player: Player) -> None:
        player.asleep = False
        self._link(player)

    # Time

    def run(self) -> None:
        """Plays until every honest peer has seen the end, and then sees to it that all have seen the same one."""
        quick.numbers.wanted = self.script.numbered
        while not finished(self):
            self.step()
            if self.now > self.limit:
                raise UnendingError(f"not over after {self.limit:.0f} s\n{self.state()}")
        check(self)

    def step(self) -> None:
        """Goes on to the next thing that happens."""
        wakes = [p.wake for p in self.players if p.member is not None and not p.asleep]
        wakes += [p.thinks_until for p in self.players if p.thinks_until is not None and not p.asleep]
        tick = self._events[0][0] if self._events else 2**60
        if wakes:
            tick = min(tick, -int(-min(wakes) // TICK))
        self.tick = max(self.tick, tick)
        touched = self._touched
        while self._events and self._events[0][0] <= self.tick:
            heapq.heappop(self._events)[2]()
        now = self.now + TICK / 1000
        for player in self.players:
            if player.member is None or player.asleep:
                continue
            thought = player.thinks_until is not None and player.thinks_until <= now
            if thought or player.number in touched or player.wake <= now:
                player.disk.use()
                try:
                    self._work(player, player.member, thought=thought)
                except KilledError:
                    self._crash(player, 1.5)
        touched.clear()

    def _hear(self, number: int, name: str, digits: str) -> None:
        player = self.players[number]
        if player.member is not None and not player.asleep:
            player.disk.use()
            try:
                player.member.hear(name, digits, self.now)
            except KilledError:
                self._crash(player, 1.5)
                return
            member = player.member
            if isinstance(member, Blind) and not member.fresh:
                player.wake = min(player.wake, member.wake(self.now))
            else:
                self._touched.add(number)

    def _work(self, player: Player, member: Member, *, thought: bool) -> None:
        if thought:
            player.thinks_until = None
            self._act(player, member)
            player.moved = True
        values = member.work(self.now)
        read = not isinstance(member, Blind) or member._again
        while jobs := member.jobs():
            for job in jobs:
                member.done(job, quick.result(job))
            values += member.work(self.now)
        honest = player.number in self.honest
        if honest and (read or thought or values):
            self.watch.look(player.number, member)
        if player.muted and values:
            raise KilledError
        if values and player.parting is not None and player.moved:
            for name, digits in values:
                self.wire.whisper(player.parting, name, digits)
            player.parting = None
            self._part(player)
            return
        for name, digits in values:
            player.values[name] = digits
            if honest:
                self.watch.published(player.number, member, digits)
            self.wire.set(player.number, name, digits)
        if member.failure is not None:
            late = isinstance(member.failure, RoomUnavailable)  # called anew without it, while it slept
            if honest and not (late and self.script.has(What.SLEEP, What.CRASH, What.DROP)):
                raise BrokenError(f"{player.name} gives up: {member.failure}")
            player.gone = True
            self._crash(player, 0.0)
            return
        player.wake = max(self.now + TICK, min(member.wake(self.now), self.now + self.idle))
        if player.thinks_until is None and member._table is not None and member._table.wants(member.key) is Kind.MOVE:
            slow = player.number in self.script.slow
            player.thinks_until = self.now + self._draw(player, member).random() * (6.0 if slow else self.thinking)
        if honest and not self.patient and player.looks_about <= self.now:
            player.looks_about = self.now + ABOUT
            self._look_about(member)

    def _draw(self, player: Player, member: Member) -> random.Random:
        """The same at the same place in a game, whatever else has happened."""
        record = member._table.record if member._table is not None else None
        steps = 0 if record is None else len(record.steps)
        return random.Random(self.script.seed << 16 | player.number << 12 | steps)

    def _act(self, player: Player, member: Member) -> None:
        table = member._table
        if table is None or table.position is None or table.wants(member.key) is not Kind.MOVE:
            return
        if player.number in self.script.liars and (said := signed(table, player)) is not None:
            self.astray = self.astray or said[1][:4] == b"\0\0\0\0"
            member._say(*said, self.now)
            return
        steps = 0 if table.record is None else len(table.record.steps)
        rng = self._draw(player, member)
        if self.script.full and rng.random() < 0.2:
            member.chat(f"This is turn {steps}.")
        member.move(choose(table.position, rng, self.script.turns - steps), self.now)
        self.turns += 1

    @staticmethod
    def _look_about(member: Member) -> None:
        """The player would go on without those who are silent for long."""
        table, company = member._table, member._company
        if table is None or not any(company.missed(seat.key) > 0 for seat in table.seats):
            return
        for view in member._absence.look(table, company):
            if view.offered and not view.wished:
                try:
                    member.without(view.seat)
                except UsageError:
                    continue

    @property
    def present(self) -> list[Player]:
        """The honest who are there in the end."""
        return [self.players[number] for number in self.honest if not self.players[number].gone]

    @property
    def liars(self) -> list[Player]:
        """Those who lie."""
        return [self.players[number] for number in sorted(self.script.liars)]

    def state(self) -> str:
        """How everybody is doing."""
        return "\n".join(map(self._told, self.players))

    def _told(self, player: Player) -> str:
        table = player.table
        said = "dead" if table is None else f"{table.phase.value} read={sorted(table._read.values())}"
        asked = [] if table is None else [self._called(key) for key in table.missing]
        logs = {} if player.member is None else player.member._sync.logs
        held = [(self._called(key), len(log[Stream.GAME].entries)) for key, log in logs.items()]
        return f"{player.name}: {said} waits={asked} logs={held} starts={player.starts} gone={player.gone}"

    def _called(self, key: bytes) -> str:
        return self.players[self.keys.index(key)].name if key in self.keys else "?"

    # The end

    def __enter__(self) -> FaultyRoom:
        return self

    def __exit__(self, *_: object) -> None:
        for player in self.players:
            if player.store is not None and player.member is not None:
                player.store.__exit__(None, None, None)
