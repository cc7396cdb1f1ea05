"""What must hold in a room at every step: no honest peer's state may ever break one of these.

* Agreement: honest peers that have read the same entries have the same hash of the game.
* Nothing lost: what a peer has put on disk of anyone's log it has for ever, after every crash too.
* One story: no honest peer has two entries with one number, whatever its program went through.
* No tile twice: board, racks and bag are the hundred tiles; no tile number is in two places.
* No secret leaves: no value that is published has a key, a root, or a seed before its time in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from types import GeneratorType
from typing import TypeAlias

from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import COUNT, tile_of
from p2pscrabble.peer.member import Member
from p2pscrabble.sync import Entry, Stream
from p2pscrabble.table import Deal, Kind, Phase, Table
from p2pscrabble.table.deal import OpenGame
from p2pscrabble.table.reading import Read
from p2pscrabble.table.secrets import Secrets
from tests.faults.quick import plain

Place: TypeAlias = tuple[bytes, Stream]


class BrokenError(AssertionError):
    """Something that must always hold does not."""


class Watch:
    """Looks at each honest peer after each step; ``honest`` are their keys, ``secrets`` what nobody may ever see."""

    def __init__(self, honest: Mapping[int, bytes], secrets: Mapping[int, tuple[bytes, ...]]) -> None:
        self._honest = frozenset(honest.values())
        self._secrets = secrets
        self._said: dict[Place, list[bytes]] = {(key, stream): [] for key in self._honest for stream in Stream}
        """The hashes of all entries that each honest peer has put on its disk."""
        self._held: dict[tuple[int, Place], int] = {}
        """How many entries of a log each seat has on disk."""
        self._states: dict[tuple[object, ...], tuple[bytes, int]] = {}
        """By what was read, the hash of the game, and who had it first."""
        self._hashes: dict[int, bytes] = {}
        self._positions: dict[int, Position | None] = {}
        self._steps: dict[int, tuple[int, int]] = {}
        self._restarted: set[int] = set()
        self.steps = 0

    def look(self, seat: int, member: Member) -> None:
        """This seat's program has just done something."""
        self.steps += 1
        sync = member._sync
        for peer in (sync._own, *sync._peers.values()):
            if peer.key is None:
                continue
            self._log(seat, (peer.key, Stream.GAME), peer.game.log.entries, peer.game.saved, member)
            if peer._talk is not None:
                talk = peer._talk
                self._log(seat, (peer.key, Stream.TALK), talk.log.entries, talk.saved, member)
        table = member._table
        if table is not None and self._hashes.get(seat) != table.hash:
            self._hashes[seat] = table.hash
            self._agree(seat, member, table)
        if table is not None and table.position is not self._positions.get(seat):
            self._positions[seat] = table.position
            if table.position is not None:
                _whole(table.position)
                _apart(table)
                self._goes_on(seat, table)

    def _log(self, seat: int, place: Place, entries: object, saved: int, member: Member) -> None:
        before = self._held.get((seat, place), 0)
        if saved == before:
            return
        if saved < before:
            raise BrokenError(f"seat {seat} had {before} entries of {_name(member, place)} on disk, and has {saved}")
        assert isinstance(entries, list)
        self._held[seat, place] = saved
        said = self._said.get(place)
        if said is None:
            return
        for index in range(before, saved):
            hash_ = entries[index].hash
            if index < len(said):
                if said[index] != hash_:
                    raise BrokenError(f"two entries {index} of {_name(member, place)}")
            elif place[0] != member.key:
                raise BrokenError(f"seat {seat} holds what {_name(member, place)} never said")
            else:
                said.append(hash_)

    def _goes_on(self, seat: int, table: Table) -> None:
        """What was read of a game stays, but for one whom the others went on without."""
        steps = 0 if table.record is None else len(table.record.steps)
        game, before = self._steps.get(seat, (table.attempt, 0))
        if game == table.attempt and steps < before and seat not in self._restarted and not table.ballot.out:
            raise BrokenError(f"seat {seat} had read {before} steps of the game, and now {steps}")
        self._restarted.discard(seat)
        self._steps[seat] = table.attempt, steps

    def started(self, seat: int, member: Member) -> None:
        """The program has been started again: what was on its disk is there."""
        self._hashes.pop(seat, None)
        self._positions.pop(seat, None)
        self._restarted.add(seat)
        logs = member._sync.logs
        for (who, (key, stream)), held in self._held.items():
            if who == seat and (key not in logs or len(logs[key][stream].entries) < held):
                raise BrokenError(f"seat {seat} had {held} entries of {_name(member, (key, stream))}; they are lost")

    def _agree(self, seat: int, member: Member, table: Table) -> None:
        games = member._company.games
        read = []
        for key in sorted(table._read):
            entries: object = games.get(key, ())
            assert isinstance(entries, list)
            read.append((key, entries[table._read[key] - 1].hash))
        state = (*read, *sorted(table.vanished.items()), type(table.waiting), table.phase is Phase.STOPPED)
        found, first = self._states.setdefault(state, (table.hash, seat))
        if found != table.hash:
            raise BrokenError(f"seats {first} and {seat} have read the same, and are in different games")

    def published(self, seat: int, member: Member, digits: str) -> None:
        """This seat's program sets a variable to this."""
        data = plain.get(digits)
        if data is None:
            return
        if any(secret in data for secret in self._secrets[seat]):
            raise BrokenError(f"seat {seat} publishes its key")
        table = member._table
        if table is None or not table.attempt:
            return
        if _seed(member._secrets, table.attempt) in data and not _may_open(member, table):
            raise BrokenError(f"seat {seat} publishes its seed before its time")


@lru_cache(maxsize=64)
def _seed(secrets: Secrets, attempt: int) -> bytes:
    return secrets.seed(attempt)


def _may_open(member: Member, table: Table) -> bool:
    """Whether the seed of the present call may be known by now: in an open game once all have bound themselves."""
    games = member._company.games
    if table.room is not None and table.room.deal is Deal.SEALED:
        left = any(entry.kind == Kind.LEAVE for entry in games[member.key])
        ended = table.position is not None and table.position.ended is not None
        return left or ended or table.phase in (Phase.OVER, Phase.CLOSED)
    return all(_has_bound(games.get(seat.key, ()), table.attempt) for seat in table.seats)


def _has_bound(entries: object, attempt: int) -> bool:
    found = [entry for entry in entries if isinstance(entry, Entry)] if isinstance(entries, list) else []
    return sum(entry.kind == Kind.COMMIT for entry in found) > 0 and attempt > 0


def _whole(position: Position) -> None:
    """Board, racks and bag are a hundred tiles, of each letter no more than there are."""
    racks = [player.rack for player in position.players]
    back = sum(len(draw.back) for draw in position.owed)
    count = len(position.board.tiles) + sum(rack.size for rack in racks) + position.bag + back
    if count != 100:
        raise BrokenError(f"{count} tiles")
    letters = Counter(map(tile_of, position.board.tiles))
    for rack in racks:
        letters.update(rack.tiles or "")
    if any(number > COUNT[letter] for letter, number in letters.items()):
        raise BrokenError("a tile is there twice")


def _apart(table: Table) -> None:
    """In an open game: no tile is in the bag and with a player, or with two."""
    steps: object = table._steps
    while isinstance(steps, GeneratorType) and steps.gi_frame is not None:
        game = steps.gi_frame.f_locals.get("game")
        if isinstance(game, OpenGame):
            deal = game._deal
            tiles = [*deal._bag.tiles, *(tile for held in deal._held for tile in held)]
            if len(set(tiles)) != len(tiles):
                raise BrokenError("a tile is in two places")
            turn = isinstance(table.waiting, Read) and Kind.MOVE in table.waiting.kinds
            if turn and table.position is not None and len(deal._bag) != table.position.bag:
                raise BrokenError("the bag has other tiles than it should")
            return
        steps = steps.gi_yieldfrom


def _name(member: Member, place: Place) -> str:
    return f"{member._company.name(place[0])}’s {place[1].name.lower()} log"
