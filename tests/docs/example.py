"""The game of the worked example in docs/protocol.md: Ana and Ben, from fixed keys, up to Ana's first move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from p2pscrabble.game import PRESETS, Lexicon, parse_move
from p2pscrabble.numerals import RoomCode
from p2pscrabble.sync import Entry, Identity, Stream, Sync
from p2pscrabble.sync import Room as Registers
from p2pscrabble.table import Call, Deal, Hello, Kind, Phase, Role, Room, Seat, Secrets, Table, automatic, move_body

ENTROPY = bytes(range(16))
PROGRAM = "p2pscrabble 0.1.0"
WORDS = ("MORE", "OPEN", "PERM", "YODEL")
MOVE = "8G OPEN"
STEP = 0.05
DEADLINE = 60.0

CODE = RoomCode.random(ENTROPY)
SECRETS = CODE.secrets()
LEXICON = Lexicon.from_words(WORDS, "four words")
ROOM = Room(2, PRESETS["classic"], Deal.OPEN, LEXICON.hash, LEXICON.name)


@dataclass
class Player:
    """A peer of the example: its key and root are 32 times one byte."""

    name: str
    role: Role
    key_byte: int
    root_byte: int
    sync: Sync = field(init=False)
    table: Table | None = None

    def __post_init__(self) -> None:
        self.hello = Hello(self.role, self.name, PROGRAM)
        self.identity = Identity(bytes([self.key_byte]) * 32)
        self.secrets = Secrets(bytes([self.root_byte]) * 32)
        registers = Registers(SECRETS.room_id, SECRETS.key, 100_000)
        self.sync = Sync(self.identity, registers, self.hello.encode())

    @property
    def seat(self) -> Seat:
        return Seat(self.identity.key, self.name)

    @property
    def seed(self) -> bytes:
        return self.secrets.seed(1)

    @property
    def nonce(self) -> bytes:
        return self.secrets.nonce(1)

    @property
    def entries(self) -> Sequence[Entry]:
        return self.sync.logs[self.sync.key][Stream.GAME].entries

    def entry(self, kind: Kind) -> Entry:
        """The first entry of this kind."""
        return next(entry for entry in self.entries[1:] if entry.kind == kind)


class Example:
    """Both players in one room, and every value that they set, in order."""

    def __init__(self) -> None:
        self.ana = Player("Ana", Role.HOST, 0x0A, 0x0C)
        self.ben = Player("Ben", Role.PLAYER, 0x0B, 0x0D)
        self.values: list[tuple[Player, str, str]] = []
        self.now = 0.0
        self._run_until_ana_is_to_move()
        position = self.of(self.ana).position
        assert position is not None
        self.board = position.board
        self.racks = tuple(player.rack.shown for player in position.players)
        self.hash, self.tag = self.of(self.ana).hash, self.of(self.ana).tag
        self.move = parse_move(MOVE, position.board)
        self.sync_move()

    @staticmethod
    def of(player: Player) -> Table:
        """The table as this player's program reads it."""
        assert player.table is not None
        return player.table

    def sync_move(self) -> None:
        """Ana moves, and Ben's program reads it."""
        self.ana.sync.append(Stream.GAME, Kind.MOVE, move_body(self.of(self.ana), self.ana.sync.key, self.move))
        self.first_of_move = len(self.values)
        while (position := self.of(self.ben).position) is None or position.last is None:
            self._step()

    def _run_until_ana_is_to_move(self) -> None:
        while not all(p.table is not None and p.table.phase is Phase.PLAYING for p in (self.ana, self.ben)):
            self._step()

    def _step(self) -> None:
        assert self.now < DEADLINE
        self.now += STEP
        for player, other in ((self.ana, self.ben), (self.ben, self.ana)):
            self._read_and_write(player)
            player.sync.take_unsaved()
            for name, digits in player.sync.due(self.now):
                self.values.append((player, name, digits))
                other.sync.receive(name, digits, self.now)

    def _read_and_write(self, player: Player) -> None:
        games: Mapping[bytes, Sequence[Entry]] = {
            key: logs[Stream.GAME].entries for key, logs in player.sync.logs.items()
        }
        if player.table is None and self.ana.sync.key in games and games[self.ana.sync.key]:
            player.table = Table(SECRETS.room_id, self.ana.seat, lambda _: LEXICON)
        table = player.table
        if table is None:
            return
        while table.advance(games):
            if table.seats:
                player.sync.seat([seat.key for seat in table.seats])
        if player is self.ana:
            self._host(table, games)
        while (owed := automatic(table, player.sync.key, player.secrets)) is not None:
            player.sync.append(Stream.GAME, *owed)
            table.advance({key: logs[Stream.GAME].entries for key, logs in player.sync.logs.items()})

    def _host(self, table: Table, games: Mapping[bytes, Sequence[Entry]]) -> None:
        if table.wants(self.ana.sync.key) is Kind.ROOM:
            self.ana.sync.append(Stream.GAME, Kind.ROOM, ROOM.encode())
        elif table.phase is Phase.GATHERING and table.attempt == 0 and len(games) == 2 and len(self.ana.entries) == 2:
            self.ana.sync.append(Stream.GAME, Kind.CALL, Call(1, (self.ana.seat, self.ben.seat)).encode())
        table.advance({key: logs[Stream.GAME].entries for key, logs in self.ana.sync.logs.items()})
