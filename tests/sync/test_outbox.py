from math import inf

import pytest

from p2pscrabble.sync.entry import HELLO, Entry, Stream
from p2pscrabble.sync.evidence import Evidence, head
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.needs import needs
from p2pscrabble.sync.outbox import Outbox
from p2pscrabble.sync.peers import Copy, Peer
from p2pscrabble.sync.register import Ack, Register, Seating, read_long, read_short

ANA, *OTHERS = (Identity(bytes([number]) * 32) for number in range(1, 25))
BEN, CID = OTHERS[:2]


def say(peer: Peer, who: Identity, *bodies: bytes, stream: Stream = Stream.GAME) -> None:
    copy = dict(peer.copies)[stream]
    for body in bodies:
        copy.log.add(who, 1, body)
    copy.saved = len(copy.log.entries)


class Desk:
    """Ana's outbox, with peers that hold all that she has, and what she puts into values."""

    def __init__(self, *others: Identity, room: int = 89) -> None:
        self.room = room
        self.now = 100.0
        self.own = Peer("room", ANA.id)
        self.own.pin(ANA.key)
        self.peers: dict[bytes, Peer] = {}
        self.evidence = Evidence(self.own, self.peers)
        self.outbox = Outbox(self.own, self.peers, self.evidence)
        self.number = 0
        self.seating = Seating((ANA.key, *(who.key for who in others[:3])))
        self.own.game.log.add(ANA, HELLO, ANA.key)
        self.own.game.saved = 1
        for who in others:
            peer = self.peers[who.id] = Peer("room", who.id)
            peer.pin(who.key)
            peer.game.log.add(who, HELLO, who.key)
            peer.game.saved = 1
            peer.heard = self.now
        for who in others:
            for owner in (ANA, *others):
                self.peers[who.id].acks[owner.id, Stream.GAME] = Mark(1)
            del self.peers[who.id].acks[who.id, Stream.GAME]

    def holds(self, who: Identity, entries: int, stream: Stream = Stream.GAME) -> None:
        self.peers[who.id].acks[ANA.id, stream] = Mark(entries)

    def long(self, *, behind: bool = False) -> Register:
        self.number += 1
        wanted = needs(self.own, self.peers, self.now)
        data = self.outbox.long(wanted, self.number, self.room, self.now, b"", behind=behind)
        assert len(data) <= self.room
        return read_long(data)

    def short(self) -> Register:
        self.number += 1
        wanted = needs(self.own, self.peers, self.now)
        data = self.outbox.short(wanted, self.number, self.room, self.now, self.seating)
        assert len(data) <= self.room
        return read_short(data, self.seating)


def test_a_move_goes_out_with_what_is_held() -> None:
    desk = Desk(BEN, CID)
    say(desk.own, ANA, bytes(9))
    register = desk.short()
    assert [ack.game for ack in register.acks] == [Mark(1), Mark(1)]
    (segment,) = register.segments
    assert (segment.id, segment.mark) == (ANA.id, Mark(1))
    assert segment.data == desk.own.game.log.data(desk.own.game.log.start(1), desk.own.game.end)
    assert desk.outbox.deadline(desk.now) == desk.now + 0.5
    assert desk.outbox.readers(desk.now) == list(desk.peers.values())
    assert desk.outbox.readers(desk.now + 60) == []
    assert desk.outbox.deadline(desk.now + 60) == inf


def test_what_is_under_way_is_repeated_where_there_is_room() -> None:
    desk = Desk(BEN)
    say(desk.own, ANA, bytes(9))
    assert desk.short().segments == desk.short().segments


def test_a_long_log_goes_out_value_by_value() -> None:
    desk = Desk(BEN)
    say(desk.own, ANA, bytes(1000))
    marks = [desk.short().segments[0].mark for _ in range(4)]
    assert marks == sorted(set(marks))
    assert desk.short().segments[0].mark == marks[0], "no more is put under way, so there is room to repeat"


def test_new_moves_and_laggards_take_turns() -> None:
    desk = Desk(BEN, CID)
    say(desk.own, ANA, *[bytes(9)] * 20)
    desk.holds(BEN, 15)
    desk.outbox._published = desk.own.game.log.start(15)
    marks = []
    for _ in range(6):
        marks.append(desk.short().segments[-1].mark.entries)
        desk.holds(BEN, 16 + len(marks) // 2)
    assert [mark >= 15 for mark in marks] == [True, False] * 3


def test_laggards_far_apart_take_turns() -> None:
    desk = Desk(BEN, CID)
    say(desk.own, ANA, *[bytes(9)] * 40)
    desk.holds(BEN, 20)
    desk.outbox._published = desk.own.game.end
    marks = [desk.short().segments[-1].mark.entries for _ in range(6)]
    assert [mark >= 20 for mark in marks] in ([True, False] * 3, [False, True] * 3)


def test_chat_is_not_held_up_by_a_long_log() -> None:
    desk = Desk(BEN)
    say(desk.own, ANA, bytes(5000))
    desk.short()
    say(desk.own, ANA, b"hello", stream=Stream.TALK)
    streams = [{segment.stream for segment in desk.short().segments} for _ in range(2)]
    assert {Stream.TALK} in streams


def test_talk_that_is_held_is_said_when_there_is_room_or_else_next() -> None:
    desk = Desk(BEN, CID, OTHERS[2])
    say(desk.peers[BEN.id], BEN, b"hello", stream=Stream.TALK)
    say(desk.own, ANA, *[bytes(12)] * 3)
    first, second = desk.short(), desk.short()
    assert first.acks[0].talk is None
    assert second.acks[0].talk == Mark(1)
    assert not desk.outbox.unsaid


def test_heads_are_stated_where_there_is_room() -> None:
    desk = Desk(BEN, CID)
    heads = tuple(head(desk.peers[who.id], 1) for who in (BEN, CID))
    assert tuple(ack.head for ack in desk.short().acks) == heads
    assert tuple(ack.head for ack in desk.long().acks) == heads


def test_everything_is_stated_in_the_end_however_many_there_are() -> None:
    desk = Desk(*OTHERS)
    stated: set[bytes] = set()
    values = 0
    while values == 0 or desk.outbox.unsaid:
        stated |= {ack.id for ack in desk.long().acks}
        values += 1
    assert stated == set(desk.peers)
    assert values > 1
    later = [ack.id for _ in range(values + 1) for ack in desk.long().acks]
    assert set(later) == set(desk.peers), "and again and again, as values may be lost"
    del desk.peers[BEN.id]
    desk.long()
    assert BEN.id not in {log[0] for log in desk.outbox._stated}
    desk.outbox.restate()
    desk.long()
    assert desk.outbox.unsaid


def test_acks_leave_room_for_moves() -> None:
    desk = Desk(*OTHERS)
    say(desk.own, ANA, bytes(9))
    assert sum(len(segment.data) for segment in desk.long().segments) >= 40


def test_who_is_behind_says_so() -> None:
    desk = Desk(BEN)
    assert {ack.id for ack in desk.long().acks} == {BEN.id}
    assert {ack.id for ack in desk.long(behind=True).acks} == {ANA.id, BEN.id}


def test_an_absent_player_finds_what_was_said_last() -> None:
    desk = Desk(BEN, CID)
    say(desk.own, ANA, *[bytes(9)] * 20)
    desk.peers[CID.id].heard = -inf
    desk.holds(BEN, 20)
    desk.now += 60
    (segment,) = desk.long().segments
    assert segment.mark == Mark(20)


def test_a_lonely_peer_says_hello() -> None:
    desk = Desk()
    (segment,) = desk.long().segments
    assert segment.mark == Mark(0)


@pytest.mark.parametrize("room", [89, 2000])
def test_evidence_goes_back_entry_by_entry(room: int) -> None:
    desk = Desk(BEN, CID, room=room)
    cid = desk.peers[CID.id]
    say(cid, CID, b"one", b"two", b"three")
    desk.peers[BEN.id].acks[CID.id, Stream.GAME] = Mark(3)
    rival = Copy(cid.game.log)
    assert rival.log.entries[2].body == b"two"
    for wrong in (b"", head(cid, 3), b"else"):
        desk.evidence.compare(Register(BEN.id, 1, b"", (Ack(CID.id, Mark(3), None, wrong),), ()))
        assert bool(desk.evidence.exhibits(desk.now)) == (wrong == b"else")
    shown = [s for _ in range(8) for s in desk.short().segments if s.id == CID.id and s.mark.entries < 3]
    whole = [s.mark.entries for s in shown if not s.mark.extra]
    assert whole[:4] == [2, 1, 0, 2]
    found = b"".join(s.data for s in shown if s.mark.entries == 2)
    assert Entry.encode(cid.game.log.entries[2]) in found
    desk.now += 60
    assert not desk.evidence.exhibits(desk.now)
