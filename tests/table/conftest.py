"""A circle of peers in memory: each with its key and its own table, and one set of logs that all of them read."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from p2pscrabble.bag.sealed import in_turn
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.sync.entry import Entry, Stream
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.log import Log
from p2pscrabble.table import (
    Answer,
    Call,
    Check,
    Deal,
    Hello,
    Kind,
    Own,
    Role,
    Room,
    Seat,
    Secrets,
    Table,
    automatic,
    check_at_once,
    leave_body,
    move_body,
)
from p2pscrabble.table.without import vote

ROOM_ID = "1234567890"
WORDS = """
AA AB AD AE AH AI AM AN AR AS AT AX BE BI BO BY DE DO ED EF EH EL EM EN ER ES EX FA GO HA HE HI HO ID IF IN IS
IT JO KA LA LI LO MA ME MI MO MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX OY PA PE PI QI RE SH SO TA TI
TO UH UM UN UP US UT WE WO XI XU YA YE ZA CAT CATS DOG DOGS TEA EAT ATE TEN NET RAT TAR ART ONE TOE TIE LIE
OIL ION QUIZ ZOO JAR FOX VAN EVE GAG WIG PIG CUP COD ICE ACE
""".split()

_found: dict[bytes, str] = {}


def remembered(check: Check) -> str:
    """As ``check_at_once``, but nothing is found out twice, at whichever table."""
    if check.name not in _found:
        _found[check.name] = check_at_once(check)
    return _found[check.name]


_made: dict[bytes, bytes] = {}


def made(answer: Answer) -> bytes:
    """The body of an answer; what takes longest is made once for all games that are alike so far."""
    if answer.kind not in (Kind.DECK, Kind.PROOF):
        return answer.make(in_turn)
    if answer.name not in _made:
        _made[answer.name] = answer.make(in_turn)
    return _made[answer.name]


@dataclass
class Circle:
    """Seat 0 hosts."""

    rules: Rules
    names: tuple[str, ...] = ("Ana", "Ben")
    lexicon: Lexicon = field(default_factory=lambda: Lexicon.from_words(WORDS, "small"))
    has_lexicon: bool = True
    deal: Deal = Deal.OPEN

    def __post_init__(self) -> None:
        self.identities = [Identity(bytes([number]) * 32) for number in range(1, len(self.names) + 1)]
        self.keys = [identity.key for identity in self.identities]
        self.secrets = [Secrets(bytes([number]) * 32) for number in range(1, len(self.names) + 1)]
        self.logs = [Log(ROOM_ID, Stream.GAME, key=key) for key in self.keys]
        self.seats = tuple(Seat(key, name) for key, name in zip(self.keys, self.names, strict=True))
        for number, identity in enumerate(self.identities):
            hello = Hello(Role.PLAYER if number else Role.HOST, self.names[number], "test")
            self.logs[number].add(identity, 0, identity.key + hello.encode())
        self.seen: dict[tuple[int, int], int] = {}
        """How much of a log has reached a table, by seats, where that is not all of it."""
        self.tables = [self.new_table(number) for number in range(len(self.names))]

    def new_table(self, seat: int) -> Table:
        """The table of this seat's program when it has just started."""
        own = Own(self.keys[seat], self.secrets[seat])
        return Table(ROOM_ID, self.seats[0], self.lexicon_of, own=own, checker=remembered)

    def restart(self, seat: int) -> None:
        """The program of this seat is started again, and reads everything anew."""
        self.tables[seat] = self.new_table(seat)
        self.read()

    @property
    def table(self) -> Table:
        """The host's table."""
        return self.tables[0]

    @property
    def position(self) -> Position:
        position = self.table.position
        if position is None:
            pytest.fail("the game has not begun")
        return position

    @property
    def mover_sees(self) -> Position:
        """The position as the seat to move knows it."""
        seen = self.tables[self.keys.index(self.table.seats[self.position.turn].key)].position
        if seen is None:
            pytest.fail("the game has not begun there")
        return seen

    def lexicon_of(self, hash_: bytes) -> Lexicon | None:
        return self.lexicon if self.has_lexicon and hash_ == self.lexicon.hash else None

    def say(self, seat: int, kind: int, body: bytes = b"") -> Entry:
        """An entry of this seat, whatever it is, and everyone reads it."""
        entry = self.logs[seat].add(self.identities[seat], kind, body)
        self.read()
        return entry

    def read(self) -> None:
        for reader, table in enumerate(self.tables):
            logs = enumerate(self.logs)
            table.advance({self.keys[n]: log.entries[: self.seen.get((reader, n))] for n, log in logs})

    def lose(self, seat: int) -> None:
        """What this seat and the others write from now on does not reach each other."""
        for other in range(len(self.names)):
            if other != seat:
                self.seen[other, seat] = len(self.logs[seat].entries)
                self.seen[seat, other] = len(self.logs[other].entries)

    def find(self, seat: int) -> None:
        """It reaches them again, and whoever has read what does not count reads everything anew."""
        self.seen = {pair: length for pair, length in self.seen.items() if seat not in pair}
        self.read()
        for number, table in enumerate(self.tables):
            if table.overtaken or table.ballot.late:
                self.restart(number)

    def vote(self, *gone: int, voters: Sequence[int] = ()) -> None:
        """All others (or these) wish to go on without these seats, and cast their votes."""
        staying = [seat for seat in range(len(self.names)) if seat not in gone]
        for seat in voters or staying:
            cast = vote(self.tables[seat], self.keys[seat], dict.fromkeys(staying, frozenset(gone)), {})
            if cast is None:
                pytest.fail(f"seat {seat} casts no vote")
            self.say(seat, Kind.VOTE, cast.encode())

    def open(self, seats: int | None = None) -> None:
        room = Room(seats or len(self.names), self.rules, self.deal, self.lexicon.hash, self.lexicon.name)
        self.say(0, Kind.ROOM, room.encode())

    def call(self, *seats: int) -> None:
        called = tuple(self.seats[seat] for seat in seats or range(len(self.names)))
        self.say(0, Kind.CALL, Call(self.table.attempt + 1, called).encode())

    def owed(self, seat: int) -> tuple[Kind, bytes] | None:
        """What this seat owes and needs no thought."""
        return automatic(self.tables[seat], self.keys[seat], self.secrets[seat], made)

    def settle(self, *seats: int) -> None:
        """These seats (all by default) write whatever is owed and needs no thought."""
        progress = True
        while progress:
            progress = False
            for seat in seats or range(len(self.names)):
                owed = self.owed(seat)
                if owed is not None:
                    self.say(seat, *owed)
                    progress = True

    def begin(self) -> None:
        """Opens the room, calls everyone, and deals."""
        self.open()
        self.call()
        self.settle()

    def leave(self, seat: int) -> None:
        """This seat gives up its place."""
        self.say(seat, Kind.LEAVE, leave_body(self.tables[seat], self.secrets[seat]))

    def move(self, move: Move, seconds: int = 0) -> None:
        """The seat to move makes this move."""
        seat = self.keys.index(self.table.seats[self.position.turn].key)
        self.say(seat, Kind.MOVE, move_body(self.tables[seat], self.keys[seat], move, seconds))

    def pass_out(self) -> None:
        """Passes until the game is over."""
        self.settle()
        while self.position.ended is None:
            self.move(Pass())
            self.settle()

    def play_out(self, choose: Callable[[Position, random.Random], Move], seed: int = 1) -> None:
        """Plays to the end."""
        rng = random.Random(seed)
        while self.position.ended is None:
            self.move(choose(self.mover_sees, rng))
            self.settle()


@pytest.fixture
def circle() -> Callable[..., Circle]:
    """Makes a circle: by the name of a preset, or rules, and the number of seats."""

    def make(
        rules: str | Rules = "classic", seats: int = 2, *, has_lexicon: bool = True, deal: Deal = Deal.OPEN
    ) -> Circle:
        chosen = PRESETS[rules] if isinstance(rules, str) else rules
        return Circle(chosen, ("Ana", "Ben", "Cid", "Dora")[:seats], has_lexicon=has_lexicon, deal=deal)

    return make
