"""The script of a room: who plays, and every single thing that goes wrong, each on its own line.

A script is the whole trace of the choices: the same script gives the same room, event by event. It is drawn from a
seed, written as text, and read back from it; whoever takes a line out has a room in which that one thing went right.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from p2pscrabble.game.rules import PRESETS
from p2pscrabble.table import Deal

NAMES: Final = ("ana", "ben", "cid", "dora")
WHOLE: Final = 999
"""So many turns and more: the game goes on to its own end."""
HORIZON: Final = 12.0
"""Trouble is spread over so many seconds of virtual time."""
DELIVERIES: Final = 70
"""Of the deliveries to a seat so many may go wrong; the rest arrive."""
SEALED: Final = 0.006
"""How many of the rooms have a sealed bag: each takes as long as ten others."""


class What(Enum):
    """What can go wrong. The first five befall the n-th delivery to a seat, all others a seat at a time."""

    LOST = "lost"
    LATE = "late"
    REPEATED = "repeated"
    MERGED = "merged"
    """It comes late, and brings what the variable holds by then."""
    OLD = "old"
    """In its place comes an older value of the same variable; it follows."""
    CRASH = "crash"
    """The program is killed between two instructions; what was not forced to disk is lost."""
    TORN = "torn"
    """It is killed while it writes: a part of what it wrote is on disk, and nothing of it went out."""
    MUTE = "mute"
    """It is killed when all is on disk and nothing has gone out yet."""
    DROP = "drop"
    """The connection is lost for a while."""
    SLEEP = "sleep"
    """The lid is closed for a while."""
    VANISH = "vanish"
    """The program is killed once the game is on, and never comes back: at once, or with its next move, of which only
    one of the others has heard (the ``amount``-th).
    """
    SPLIT = "split"
    """For a while nothing gets through between this seat (of four with the next one) and the others."""
    EMPTY = "empty"
    """The relay restarts and has forgotten everything."""
    ILLEGAL = "illegal"
    """The seat signs a move that is against the rules, or bytes that are no move, or what is out of place."""
    ASTRAY = "astray"
    """The seat signs a move in a game that differs from everybody else's."""
    FORK = "fork"
    """The seat tells one of the others another story, with the same number."""
    REPLAY = "replay"
    """The seat sets everybody's variables to values that they had before."""
    FORGE = "forge"
    """The seat seals registers in the names of others: false counters, false receipts, false bytes."""
    FLOOD = "flood"
    """The seat sets its own and other variables again and again."""


WIRE: Final = frozenset({What.LOST, What.LATE, What.REPEATED, What.MERGED, What.OLD})
LIES: Final = frozenset({What.ILLEGAL, What.ASTRAY, What.FORK, What.REPLAY, What.FORGE, What.FLOOD})


@dataclass(frozen=True, slots=True)
class Incident:
    """One thing that goes wrong for ``seat``: at a time in seconds, or with a delivery by its number.

    ``amount``: seconds for which it lasts, or by which something is late; for a lie which one it is.
    """

    what: What
    seat: int
    at: float
    amount: float = 0.0

    def __str__(self) -> str:
        return f"{self.what.value} {NAMES[self.seat]} {self.at:g} {self.amount:g}"

    @classmethod
    def parse(cls, line: str) -> Incident:
        """The incident that a line tells; ``ValueError`` for any other line."""
        what, name, at, amount = line.split()
        return cls(What(what), NAMES.index(name), float(at), float(amount))


@dataclass(frozen=True, slots=True)
class Script:
    """A room, and all that goes wrong in it; ``seed`` is for what is not worth a line: tiles, moves, thinking.

    After ``turns`` turns everyone passes. ``slow`` seats think long over a slow link. ``full``: what the players see
    is made, too.
    """

    seed: int = 0
    seats: int = 2
    preset: str = "classic"
    place: str = "own"
    deal: Deal = Deal.OPEN
    turns: int = 4
    slow: frozenset[int] = frozenset()
    full: bool = False
    incidents: tuple[Incident, ...] = ()

    @property
    def liars(self) -> frozenset[int]:
        """The seats that lie."""
        return frozenset(one.seat for one in self.incidents if one.what in LIES)

    @property
    def vanishing(self) -> frozenset[int]:
        """The seats that never come back."""
        return frozenset(one.seat for one in self.incidents if one.what is What.VANISH)

    @property
    def numbered(self) -> bool:
        """Whether the game gets its number in the end: one of a few does."""
        return self.full or self.seed % 4 == 0

    def has(self, *what: What) -> bool:
        """Whether anything of these kinds happens."""
        return any(one.what in what for one in self.incidents)

    def __str__(self) -> str:
        slow = ",".join(NAMES[seat] for seat in sorted(self.slow)) or "-"
        head = (
            f"room seed={self.seed} seats={self.seats} preset={self.preset} place={self.place} "
            f"deal={self.deal.name.lower()} turns={self.turns} slow={slow} full={self.full:d}"
        )
        return "\n".join([head, *map(str, self.incidents)])

    @classmethod
    def parse(cls, text: str) -> Script:
        """The script that a text tells; ``ValueError`` or ``KeyError`` where it tells none."""
        head, *lines = [line for line in text.strip().splitlines() if line.strip()]
        said = dict(word.split("=") for word in head.split()[1:])
        slow = () if said["slow"] == "-" else said["slow"].split(",")
        return cls(
            int(said["seed"]),
            int(said["seats"]),
            said["preset"],
            said["place"],
            Deal[said["deal"].upper()],
            int(said["turns"]),
            frozenset(map(NAMES.index, slow)),
            bool(int(said["full"])),
            tuple(map(Incident.parse, lines)),
        )

    @classmethod
    def random(cls, seed: int) -> Script:
        """A room with some trouble, from a seed: mostly short games, whole ones and sealed ones among them."""
        rng = random.Random(seed)
        sealed = rng.random() < SEALED
        seats = rng.choices([2, 3, 4], [72, 21, 7])[0] if not sealed else rng.choices([2, 3], [85, 15])[0]
        turns = WHOLE if rng.random() < 0.015 else rng.choice([0, 1, 2, 2, 3, 4])
        presets = list(PRESETS)
        script = cls(
            seed,
            seats,
            rng.choice(presets),
            rng.choices(["own", "turbowarp", "scratch"], [66, 17, 17])[0],
            turns=turns,
            slow=frozenset([rng.randrange(seats)] if rng.random() < 0.15 else []),
            full=rng.random() < 0.06,
            incidents=tuple(sorted(_incidents(rng, seats), key=lambda one: (one.what in WIRE, one.at))),
        )
        if not sealed:
            return script
        bag = seed % len(presets)  # few bags: what is proven of one is proven once
        return replace(script, seed=bag, preset=presets[bag], place="own", deal=Deal.SEALED, turns=2)


def _incidents(rng: random.Random, seats: int) -> list[Incident]:
    found = _on_the_wire(rng, seats)

    def befalls(what: What, most: int, amount: float, seat: int | None = None) -> None:
        for _ in range(rng.randint(1, most)):
            who = rng.randrange(seats) if seat is None else seat
            found.append(Incident(what, who, _time(rng), round(rng.random() * amount, 2)))

    if rng.random() < 0.35:
        for what in rng.choices([What.CRASH, What.TORN, What.MUTE], k=rng.randint(1, 3)):
            befalls(what, 1, 6.0)
    if rng.random() < 0.2:
        befalls(What.DROP, 3, 8.0)
    if rng.random() < 0.1:
        befalls(What.SLEEP, 2, 30.0)
    if rng.random() < 0.12:
        befalls(What.EMPTY, 2, 3.0)
    odd = rng.random()
    if odd < 0.05:
        found.append(Incident(What.VANISH, rng.randrange(seats), _time(rng), rng.randrange(3)))
    elif odd < 0.08 and seats > 2:
        found.append(Incident(What.SPLIT, rng.randrange(seats), _time(rng), rng.randint(20, 90)))
    elif odd < 0.20:
        lies = [What.ILLEGAL, What.ASTRAY, What.FORK, What.REPLAY, What.FORGE, What.FLOOD]
        liar = rng.randrange(seats)
        for what in rng.choices(lies, [4, 1, 2, 3, 3, 2], k=rng.choice([1, 1, 2])):
            befalls(what, 1, 4.0, liar)
    return found


def _time(rng: random.Random) -> float:
    """Trouble is as likely while people gather as while they play, which takes longer."""
    return round(rng.random() * (HORIZON if rng.random() < 0.7 else 3.0), 2)


def _on_the_wire(rng: random.Random, seats: int) -> list[Incident]:
    kinds = [kind for kind in (What.LOST, What.LATE, What.REPEATED, What.MERGED, What.OLD) if rng.random() < 0.3]
    if not kinds:
        return []
    chance = rng.choice([0.05, 0.15, 0.4])
    span = rng.choice([0.3, 1.5, 4.0])
    found = []
    for seat in range(seats):
        for number in range(DELIVERIES):
            if rng.random() < chance:
                amount = round(rng.random() * span, 2)
                found.append(Incident(rng.choice(kinds), seat, number, amount))
    return found
