"""What a lying program does: it signs what it must not, and sets variables to what it must not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from p2pscrabble.numerals.live import move_bytes
from p2pscrabble.peer.member import Member
from p2pscrabble.sync import Entry, Mark, Stream
from p2pscrabble.sync.register import LEAP, Ack, Draft, Segment
from p2pscrabble.table import Kind, Phase, Table
from p2pscrabble.table.entries import Gone, Made
from tests.faults.players import Player, illegal
from tests.faults.script import Incident, What

if TYPE_CHECKING:
    from tests.faults.room import FaultyRoom

FLOOD: Final = 40
"""So many values are set in a flood."""


def lie(room: FaultyRoom, player: Player, incident: Incident) -> None:
    """The player's program does this, as soon as it can."""
    member, rng = player.member, random.Random(f"{room.script.seed} {incident}")
    if member is None:
        return
    match incident.what:
        case What.ILLEGAL:
            player.illegal = incident.amount
        case What.ASTRAY:
            player.astray = True
        case What.FORK:
            _fork(room, player, member, rng)
        case What.REPLAY:
            for name, values in list(room.wire.values.items()):
                room.wire.set(player.number, name, rng.choice(values))
        case What.FORGE:
            _forge(room, player, member, rng)
        case What.FLOOD:
            names = [*room.wire.values, *(str(rng.randrange(1, 10**6)) for _ in range(3))]
            for number in range(FLOOD):
                name, digits = rng.choice(names), str(rng.randrange(1, 10 ** rng.randint(1, 200)))
                room.later(number * incident.amount / FLOOD, _setter(room, player.number, name, digits))


def _setter(room: FaultyRoom, number: int, name: str, digits: str):  # type: ignore[no-untyped-def]
    return lambda: room.wire.set(number, name, digits)


def signed(table: Table, player: Player) -> tuple[Kind, bytes] | None:
    """What the player signs in place of a move; ``None`` where it moves like everyone else."""
    position = table.position
    if position is None:
        return None
    if player.astray:
        player.astray = False
        return Kind.MOVE, b"\0\0\0\0" + Made(b"\0", 0).encode(timed=position.rules.clock > 0)
    if player.illegal is None:
        return None
    variant, player.illegal = player.illegal, None
    if variant < 1:
        return Kind.MOVE, table.tag + b"\xff" * 5
    if variant < 1.5:
        return Kind.COMMIT, b"no commitment"
    if variant < 2:
        return Kind.GONE, table.tag + Gone((position.turn + 1) % len(position.players)).encode()
    move = illegal(position, position.mover.rack.shown, variant)
    return Kind.MOVE, table.tag + Made(move_bytes(move, position.board), 0).encode(timed=position.rules.clock > 0)


def _fork(room: FaultyRoom, player: Player, member: Member, rng: random.Random) -> None:
    """Tells one of the others something else in place of the last entry of the game, with a valid signature."""
    table = member._table
    others = [other for other in room.players if other is not player and other.member is not None]
    if table is None or table.phase is not Phase.PLAYING or not others:
        room.later(1.0, lambda: lie(room, player, Incident(What.FORK, player.number, room.now)))
        return
    log = member._sync._own.game.log
    last = log.entries[-1]
    body = last.body[:-1] + bytes([(last.body or b"\0")[-1] ^ 1])
    other = Entry.sign(member._identity, last.previous, last.index, last.kind, body)
    room.forked = True
    reader, name, data = rng.choice(others), room.name_of(player), other.encode()
    told = reader.member is not None and reader.number in room.honest

    def heard() -> None:
        if told:
            room.told_both[reader.number] = reader.starts

    at = 0
    while at < len(data):  # where values are short it takes several
        draft = Draft(member._identity.id, member._sync._counter + 1, member._sync._seal.room)
        at += draft.segment(
            member._identity.id, Segment(member._identity.id, Stream.GAME, Mark(last.index, at), data[at:])
        )
        digits = member._sync._seal.close(name, draft.done(), None)
        room.wire.whisper(reader.number, name, digits, heard if at == len(data) else lambda: None)


def _forge(room: FaultyRoom, player: Player, member: Member, rng: random.Random) -> None:
    """Seals a register in the name of another with everything wrong in it."""
    victim = rng.choice([other for other in room.players if other is not player])
    key = room.keys[victim.number]
    who = room.ids[victim.number]
    peer = member._sync._peers.get(who)
    counter = (0 if peer is None else max(0, peer.counter)) + rng.choice([1, 1000, LEAP - 1, LEAP + 7, 2**41])
    draft = Draft(who, counter, member._sync._seal.room)
    for number in range(len(room.players)):
        if rng.random() < 0.7:
            draft.ack(Ack(room.ids[number], Mark(rng.randrange(40)), Mark(rng.randrange(4))))
    if rng.random() < 0.5:
        draft.hint(room.ids[rng.randrange(len(room.players))], rng.randrange(2**30))
    entries = 0 if peer is None else len(peer.game.log.entries)
    if peer is not None and rng.random() < 0.5:  # an entry like any other, signed by somebody else
        log = peer.game.log
        entry = Entry.sign(member._identity, log.head, len(log.entries), Kind.MOVE, rng.randbytes(8))
        draft.segment(who, Segment(who, Stream.GAME, Mark(entry.index), entry.encode()))
    for _ in range(rng.randint(0, 2)):
        mark = Mark(rng.randint(0, entries + 1), rng.choice([0, 0, 3]))
        draft.segment(who, Segment(who, rng.choice(list(Stream)), mark, rng.randbytes(rng.randint(1, 40))))
    name = rng.choice([room.name_of(victim), room.name_of(player)])
    room.wire.set(player.number, name, member._sync._seal.close(name, draft.done(), None))
    assert key
