from p2pscrabble.sync.entry import HELLO, Stream
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.log import Log, Mark
from p2pscrabble.sync.peers import MAX_EARLY, MAX_EARLY_BYTES, MAX_MARKS, MAX_NAMES, PRESENT, Copy, Peer
from p2pscrabble.sync.register import FIRST_COUNTERS, LEAP, Ack, Register

ANA = Identity(b"a" * 32)


def log(count: int = 10) -> Log:
    written = Log("room", Stream.GAME, key=ANA.key)
    written.add(ANA, HELLO, ANA.key)
    for number in range(count):
        written.add(ANA, 1, bytes([number]) * 40)
    return written


def register(counter: int, *acks: Ack, seating: bytes = b"") -> Register:
    return Register(ANA.id, counter, seating, acks, ())


def pieces(whole: Log, size: int) -> list[tuple[Mark, bytes]]:
    return [
        (whole.mark(at), whole.data(at, min(at + size, whole.length))) for at in range(0, whole.length, size)
    ]  # fmt: skip


def test_pieces_in_any_order_are_put_together() -> None:
    whole = log()
    for order in (1, -1):
        copy = Copy(Log("room", Stream.GAME, id=ANA.id))
        for _ in range(2 if order == 1 else len(whole.entries) + 1):
            for mark, data in pieces(whole, 100)[::order]:
                copy.take(mark, data)
        assert copy.log.head == whole.head
        assert not copy.take(Mark(0), whole.data(0, whole.length))[0].more


def test_what_comes_too_early_is_bounded() -> None:
    copy = Copy(Log("room", Stream.GAME, id=ANA.id))
    for number in range(3 * MAX_EARLY):
        assert copy.take(Mark(number + 1), b"x") == []
        assert copy.take(Mark(number + 1), b"x") == []
    assert len(copy._early) == MAX_EARLY
    assert copy._early[-1][0] == Mark(3 * MAX_EARLY)
    copy.take(Mark(5), bytes(MAX_EARLY_BYTES))
    assert len(copy._early) == 1


def test_only_what_is_saved_is_promised_and_passed_on() -> None:
    whole = log()
    copy = Copy(Log("room", Stream.GAME, id=ANA.id))
    copy.take(Mark(0), whole.data(0, whole.start(3) + 7))
    assert (copy.mark, copy.end) == (Mark(0), 0)
    copy.saved = 3
    assert (copy.mark, copy.end) == (Mark(3, 7), whole.start(3))


def test_where_a_reader_has_to_be_served_from() -> None:
    copy = Copy(log())
    copy.saved = 5
    start, size = copy.log.start(2), copy.log.start(3) - copy.log.start(2)
    assert copy.acked(Mark(2, 6)) == start + 6
    assert copy.acked(Mark(2, size)) == start, "so many bytes of it cannot be right"
    assert copy.acked(Mark(5, 3)) == copy.acked(Mark(99)) == copy.end


def test_a_peer_is_known_by_its_first_entry_or_by_its_seat() -> None:
    peer = Peer("room", ANA.id)
    assert (peer.key, peer.talk) == (None, None)
    assert len(list(peer.copies)) == 1
    peer.game.take(Mark(0), log().data(0, 500))
    assert peer.key == ANA.key
    assert [stream for stream, _ in peer.copies] == [Stream.GAME, Stream.TALK]
    game, talk = peer.game, peer.talk
    peer.pin(ANA.key)
    assert (peer.game, peer.talk) == (game, talk)
    other = Identity(b"b" * 32)
    peer.pin(other.key)
    assert peer.key == other.key
    assert not peer.game.log.entries
    assert peer.talk is not talk


def test_only_newer_values_are_believed() -> None:
    peer = Peer("room", ANA.id)
    assert not peer.here(0.0)
    assert peer.hear(register(5, Ack(b"xyz", Mark(3), Mark(1))), 10.0)
    assert peer.here(10.0 + PRESENT)
    assert not peer.here(10.1 + PRESENT)
    assert peer.renewed < 0
    assert not peer.hear(register(5, Ack(b"xyz", Mark(9), Mark(9))), 11.0)
    assert not peer.hear(register(4), 11.0)
    assert (peer.heard, peer.holds(b"xyz", Stream.GAME)) == (10.0, Mark(3))
    assert peer.hear(register(6, Ack(b"xyz", Mark(2), None), seating=b"seat"), 12.0)
    assert (peer.renewed, peer.seating) == (12.0, b"seat")
    assert (peer.holds(b"xyz", Stream.GAME), peer.holds(b"xyz", Stream.TALK)) == (Mark(2), Mark(1))
    assert peer.holds(b"abc", Stream.GAME) == Mark(0)


def test_a_counter_from_far_off_is_believed_of_nobody_who_is_here() -> None:
    peer = Peer("room", ANA.id)
    assert not peer.hear(register(FIRST_COUNTERS), 0.0)
    assert peer.hear(register(FIRST_COUNTERS - 1), 0.0), "a forger was there first"
    assert not peer.replayed("a", FIRST_COUNTERS - 1)
    assert not peer.hear(register(7), 1.0)
    assert not peer.forgetful(1.0 + PRESENT)
    assert peer.hear(register(8), 1.0 + PRESENT), "nothing more came of that"
    assert not peer.replayed("a", 8)
    assert peer.renewed < 0
    assert not peer.hear(register(9 + LEAP), 30.0)
    assert not peer.replayed("a", 9 + LEAP)
    assert peer.hear(register(8 + LEAP), 30.0)
    assert peer.renewed == 30.0
    assert not peer.hear(register(FIRST_COUNTERS), 1000.0)


def test_a_peer_that_counts_from_too_low_is_noticed() -> None:
    peer = Peer("room", ANA.id)
    peer.hear(register(100), 10.0)
    peer.hear(register(99), 11.0)
    assert not peer.forgetful(11.0), "that may be a late value"
    peer.hear(register(100), 30.0)
    assert not peer.forgetful(30.0), "that is the same one"
    peer.hear(register(2), 30.0)
    assert peer.forgetful(30.0)
    assert not peer.forgetful(31.0 + PRESENT)
    peer.hear(register(101), 31.0)
    assert not peer.forgetful(31.0)


def test_what_peers_claim_to_hold_is_bounded() -> None:
    peer = Peer("room", ANA.id)
    for number in range(MAX_MARKS):
        peer.hear(register(number, Ack(number.to_bytes(3, "big"), Mark(1), Mark(1))), 0.0)
    assert len(peer.acks) == MAX_MARKS


def test_an_old_value_in_a_variable_is_noticed() -> None:
    peer = Peer("room", ANA.id)
    assert not peer.replayed("a", 5)
    assert not peer.replayed("b", 3)
    assert not peer.replayed("a", 5)
    assert peer.replayed("a", 4)
    assert peer.replayed("a", 3)
    for number in range(2 * MAX_NAMES):
        peer.replayed(str(number), 9)
    assert len(peer.names) == MAX_NAMES
