from p2pscrabble.sync.entry import HELLO, Entry, Stream
from p2pscrabble.sync.events import Fault, Fork, Grew, Met
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.inbox import BEHIND, MAX_PEERS, Inbox
from p2pscrabble.sync.log import CONTRADICTED, UNSIGNED, Log, Mark
from p2pscrabble.sync.peers import PRESENT, Peer
from p2pscrabble.sync.register import FIRST_COUNTERS, LEAP, Ack, Register, Segment

ANA, BEN, CID = (Identity(bytes([number]) * 32) for number in range(1, 4))


def log(who: Identity, *bodies: bytes) -> Log:
    written = Log("room", Stream.GAME, key=who.key)
    written.add(who, HELLO, who.key)
    for body in bodies:
        written.add(who, 1, body)
    return written


def part(written: Log, start: int = 0, end: int | None = None) -> Segment:
    return Segment(written.id, written.stream, written.mark(start), written.data(start, end or written.length))


def value(who: Identity, counter: int, *segments: Segment, acks: tuple[Ack, ...] = ()) -> Register:
    return Register(who.id, counter, b"", acks, segments)


def inbox() -> Inbox:
    own = Peer("room", ANA.id)
    own.pin(ANA.key)
    own.game.log.add(ANA, HELLO, ANA.key)
    return Inbox("room", own, {})


def test_a_peer_is_met_by_its_first_entry() -> None:
    box, ben = inbox(), log(BEN, b"one")
    reading = box.read("a", value(BEN, 1, part(ben, 0, 50)), 1.0)
    assert (reading.events, reading.grown, reading.more, reading.newcomer) == ([], True, True, True)
    reading = box.read("a", value(BEN, 2, part(ben, 40)), 2.0)
    assert reading.events == [Met(BEN.key), Grew(BEN.key, Stream.GAME)]
    assert (reading.grown, reading.more, reading.newcomer, reading.fresh) == (True, False, False, True)
    reading = box.read("a", value(BEN, 3, part(ben)), 2.0 + PRESENT + 1)
    assert (reading.events, reading.grown, reading.known, reading.newcomer) == ([], False, True, True)


def test_bytes_of_an_old_value_are_as_good_but_it_tells_nothing_else() -> None:
    box, ben = inbox(), log(BEN, b"one")
    box.read("a", value(BEN, 5), 1.0)
    reading = box.read("a", value(BEN, 4, part(ben), acks=(Ack(CID.id, Mark(7), Mark(7)),)), 2.0)
    assert (reading.fresh, reading.newcomer, reading.old) == (False, False, True)
    assert reading.events == [Met(BEN.key), Grew(BEN.key, Stream.GAME)]
    assert box._peers[BEN.id].heard == 1.0
    assert not box._peers[BEN.id].acks


def test_any_peer_may_bring_the_log_of_another() -> None:
    box, cid = inbox(), log(CID, b"one")
    assert box.read("a", value(BEN, 1, part(cid)), 1.0).events == [Met(CID.key), Grew(CID.key, Stream.GAME)]


def test_talk_has_to_wait_for_the_key() -> None:
    box = inbox()
    talk = Log("room", Stream.TALK, key=BEN.key)
    talk.add(BEN, 1, b"hi")
    assert not box.read("a", value(BEN, 1, part(talk)), 1.0).events
    box.read("a", value(BEN, 2, part(log(BEN))), 1.0)
    assert box.read("a", value(BEN, 3, part(talk)), 1.0).events == [Grew(BEN.key, Stream.TALK)]


def test_wrong_bytes_are_reported_once_and_the_right_ones_taken() -> None:
    box, ben = inbox(), log(BEN, b"one", b"two")
    wrong = Segment(BEN.id, Stream.GAME, Mark(0), log(CID).data(0, 200))
    assert box.read("a", value(BEN, 1, wrong), 1.0).events == [Fault(BEN.id, UNSIGNED)]
    assert box.read("a", value(BEN, 2, wrong), 1.0).events == []
    assert box.read("a", value(BEN, 3, part(ben)), 1.0).events == [Met(BEN.key), Grew(BEN.key, Stream.GAME)]
    assert box.read("a", value(BEN, 4, wrong), 1.0).events == [Fault(BEN.key, CONTRADICTED)]


def test_two_stories_are_reported_once_with_both_halves() -> None:
    box, ben, other = inbox(), log(BEN, b"one", b"two"), log(BEN, b"one", b"TWO")
    box.read("a", value(BEN, 1, part(ben)), 1.0)
    events = box.read("a", value(BEN, 2, part(other)), 1.0).events
    assert events == [Fork(BEN.key, Stream.GAME, ben.entries[2], other.entries[2])]
    assert isinstance(events[0], Fork)
    assert events[0].theirs.signed_by(BEN.key)
    assert box.read("a", value(BEN, 3, part(other)), 1.0).events == []
    assert box._peers[BEN.id].game.log.head == ben.head


def test_others_may_hold_more_of_this_peers_log() -> None:
    box, ana = inbox(), log(ANA, b"one", b"two")
    assert not box.read("a", value(BEN, 1, acks=(Ack(ANA.id, Mark(1), Mark(0)),)), 1.0).events
    events = box.read("a", value(BEN, 2, acks=(Ack(ANA.id, Mark(3), Mark(0)),)), 1.0).events
    assert events == [Fault(ANA.key, BEHIND)]
    assert box.behind
    assert box.read("a", value(BEN, 3, part(ana)), 1.0).events == [Grew(ANA.key, Stream.GAME)]
    assert box._own.game.log.head == ana.head


def test_a_room_is_bounded() -> None:
    box = inbox()
    for number in range(10, 10 + MAX_PEERS - 2):
        who = Identity(bytes([number]) * 32)
        box.read("a", value(who, 1, part(log(who))), 1.0)
    for number in range(1000, 1100):
        assert not box.read("a", Register(number.to_bytes(3, "big"), 1, b"", (), ()), 1 + number / 1e4).full
        assert len(box._peers) == MAX_PEERS - 1
    assert box.read("a", value(CID, 1, part(log(CID))), 1.0).events == [Met(CID.key), Grew(CID.key, Stream.GAME)]
    assert box.read("a", value(BEN, 1, part(log(BEN))), 1.0).full
    assert not box.read("a", value(CID, 2, part(log(BEN))), 1.0).events
    assert BEN.id not in box._peers


def full(box: Inbox) -> list[Identity]:
    """Peers that were heard of one second after the other, as many as there is room for."""
    crowd = [Identity(bytes([number]) * 32) for number in range(10, 9 + MAX_PEERS)]
    for at, who in enumerate(crowd):
        box.read("a", value(who, 1, part(log(who))), float(at))
    return crowd


def test_who_comes_takes_the_place_of_the_one_who_is_gone_for_longest() -> None:
    box = inbox()
    crowd = full(box)
    box.seated = frozenset({crowd[0].id})
    assert box.read("a", value(BEN, 1, part(log(BEN))), PRESENT + 1).full, "but for the seat all are still here"
    assert not box.read("a", value(BEN, 1, part(log(BEN))), PRESENT + 1.5).full
    assert set(box._peers) == {who.id for who in crowd if who is not crowd[1]} | {BEN.id}
    box.read("a", value(BEN, 2, part(log(CID))), 1000.0)
    assert CID.id not in box._peers, "nobody has to go for bytes that are passed on"
    again = box.read("a", value(crowd[1], 2, part(log(crowd[1]))), 1000.0)
    assert again.events == [Met(crowd[1].key), Grew(crowd[1].key, Stream.GAME)]
    assert crowd[2].id not in box._peers
    assert box._peers[crowd[1].id].game.saved == 0


def test_whose_key_never_came_goes_first_and_then_who_said_least() -> None:
    box = inbox()
    crowd = full(box)
    for at, who in enumerate(crowd):
        box._peers[who.id].heard = 0.0
        if at != 3:
            box.read("a", value(who, 0, part(log(who, b"one"))), 0.0)
    box._peers[crowd[5].id] = Peer("room", crowd[5].id)
    box._peers[crowd[5].id].heard = 5.0
    box.tidy(100.0, MAX_PEERS - 2)
    assert [who for who in crowd if who.id not in box._peers] == [crowd[5]]
    box.tidy(100.0, MAX_PEERS - 3)
    assert [who for who in crowd if who.id not in box._peers] == [crowd[3], crowd[5]]


def test_nobody_is_made_known_or_forgotten_by_a_counter_that_no_peer_reaches() -> None:
    box = inbox()
    crowd = full(box)
    reading = box.read("a", value(BEN, FIRST_COUNTERS), 1000.0)
    assert (reading.fresh, reading.newcomer, reading.full, reading.old) == (False, False, False, False)
    assert set(box._peers) == {who.id for who in crowd}
    box, ben = inbox(), log(BEN)
    reading = box.read("a", value(BEN, FIRST_COUNTERS, part(ben)), 1.0)
    assert reading.events == [Met(BEN.key), Grew(BEN.key, Stream.GAME)], "what is signed is good wherever it stands"
    assert box._peers[BEN.id].counter == -1


def test_a_counter_from_far_off_does_not_make_the_next_ones_old() -> None:
    box = inbox()
    box.read("a", value(BEN, 5), 1.0)
    assert not box.read("a", value(BEN, 6 + LEAP), 2.0).fresh
    reading = box.read("a", value(BEN, 6), 3.0)
    assert (reading.fresh, reading.old) == (True, False)


def test_a_value_in_this_peers_name_is_read_too() -> None:
    box, ben = inbox(), log(BEN)
    reading = box.read("a", value(ANA, 9, part(ben)), 1.0)
    assert reading.events == [Met(BEN.key), Grew(BEN.key, Stream.GAME)]
    assert (reading.fresh, reading.newcomer) == (False, False)
    assert Entry.encode(ben.entries[0]) == ben.data(0, ben.length)
