from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from p2pscrabble.errors import Breach, UsageError
from p2pscrabble.sync import (
    Crowded,
    Entry,
    Event,
    Fault,
    Grew,
    Identity,
    Log,
    Met,
    Noise,
    Range,
    Room,
    Stream,
    Sync,
    Twin,
    peer_id,
)  # fmt: skip
from p2pscrabble.sync import log as log_module
from p2pscrabble.sync.inbox import MAX_PEERS
from p2pscrabble.sync.register import FIRST_COUNTERS, LEAP, MAX_COUNTER, Draft
from p2pscrabble.sync.seal import LONG, SHORT, Seal
from p2pscrabble.sync.sync import COUNTER_BLOCK, FOREIGN, FULL, HEARTBEAT, LAST_COUNTER, MAX_REPORTS, MIN_GAP, OLD
from tests.sync.world import FIXED, KEY, LARGE, SMALL, Kind, Node, World

ANA, BEN = Identity(bytes([1]) * 32), Identity(bytes([2]) * 32)
ROOM = Room("1234", KEY, 100_000)


def met(nodes: Sequence[Node]) -> bool:
    return all(len(node.on.logs) == len(nodes) for node in nodes)


def together(kind: Kind = LARGE, count: int = 2, seed: int = 0) -> tuple[World, list[Node]]:
    """Peers that have met."""
    world = World(kind, seed)
    nodes = world.started(count)
    world.run(60, lambda: met(nodes) and world.agree())
    assert met(nodes)
    return world, nodes


def seated(kind: Kind = LARGE, count: int = 2, seed: int = 0) -> tuple[World, list[Node]]:
    """Peers that have met and know the seats, and have known so for a while."""
    world, nodes = together(kind, count, seed)
    for node in nodes:
        node.on.seat([other.key for other in nodes])
        node.work()
    world.run(20)
    return world, nodes


def kinds(node: Node, *types: type[Event]) -> list[Event]:
    return [event for event in node.events if isinstance(event, types)]


def name_of(who: Identity) -> str:
    return str(int.from_bytes(who.id, "big"))


# Meeting, saying, saving


def test_peers_meet_and_know_each_other() -> None:
    world, (ana, ben) = together()
    assert kinds(ana, Met, Grew) == [Met(ben.key), Grew(ben.key, Stream.GAME)]
    assert ana.on.hello(ben.key) == b"peer 1"
    assert ana.on.hello(ana.key) == b"peer 0"
    assert set(ana.on.logs) == {ana.key, ben.key}
    assert ana.on.key == ana.key
    world.run(1)
    assert ana.on.present(world.now) == (ben.key,)
    ben.stop()
    world.run(19)
    assert ana.on.present(world.now) == (ben.key,)
    world.run(3)
    assert ana.on.present(world.now) == ()


def test_one_value_that_was_waiting_is_no_sign_of_life() -> None:
    world, (ana, ben) = together()
    ben.stop()
    cid = world.node().start()
    world.run(1)
    assert ben.key in cid.on.logs
    assert cid.on.present(world.now) == (ana.key,)


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
def test_what_is_said_arrives_and_is_acknowledged(kind: Kind) -> None:
    world, (ana, ben) = seated(kind)
    ana.say(b"one", b"two")
    ana.say(b"hi", stream=Stream.TALK, kind=0)
    assert ana.on.acked(Stream.GAME) == 1
    assert world.run(5, lambda: ana.on.acked(Stream.GAME) == 3 and ana.on.acked(Stream.TALK) == 1) < 1
    log = ben.on.logs[ana.key][Stream.GAME]
    assert [entry.body for entry in log.entries[1:]] == [b"one", b"two"]
    assert ben.on.logs[ana.key][Stream.TALK].entries[0].kind == 0
    assert ana.on.held(ben.key, ana.key, Stream.GAME) == 3
    assert ana.on.held(b"nobody", ana.key, Stream.GAME) == 0


def test_without_seats_all_who_are_here_must_have_it() -> None:
    world = World()
    ana = world.node().start()
    assert ana.on.acked(Stream.GAME) == 0
    ben = world.node().start()
    world.run(5)
    assert ana.on.acked(Stream.GAME) == 1
    world.mute(ana, ben)
    ana.say(b"one")
    world.run(5)
    assert ana.on.acked(Stream.GAME) == 1


def test_a_move_takes_one_value_each_way() -> None:
    for kind in (LARGE, SMALL, FIXED):
        for count in (2, 3, 4):
            world, nodes = seated(kind, count)
            before = [node.published for node in nodes]
            nodes[0].say(bytes(9))
            assert world.run(5, lambda: world.agree()) < 2 * kind.delay  # noqa: B023
            world.run(0.4)
            values = [node.published - number for node, number in zip(nodes, before, strict=True)]
            assert values[0] <= 2, "the move, and perhaps a heartbeat"
            assert max(values) <= 2


def test_an_answer_carries_the_ack() -> None:
    world, (ana, ben) = seated()
    ana.say(b"move")
    world.run(1, lambda: len(ben.on.logs[ana.key][Stream.GAME].entries) == 2)
    before = ben.published
    ben.say(b"answer")
    world.run(0.3)
    assert ben.published == before + 1
    assert ana.on.acked(Stream.GAME) == 2


def test_nothing_is_published_that_is_not_on_disk() -> None:
    sync = Sync(ANA, ROOM)
    assert sync.due(0.0) == [], "no counter has been reserved"
    assert sync.wake(0.0) == 0.0
    unsaved = sync.take_unsaved()
    assert unsaved is not None
    assert (unsaved.counter_limit, sync.counter_limit) == (256, 256)
    (first,) = unsaved.ranges
    assert (first.key, first.stream, first.offset) == (ANA.key, Stream.GAME, 0)
    assert sync.take_unsaved() is None
    assert [name for name, _ in sync.due(0.0)] == [name_of(ANA)]
    sync.append(Stream.GAME, 1, b"move")
    ben = Sync(BEN, ROOM)
    ben.take_unsaved()
    for name, digits in sync.due(1.0) or sync.due(10.0):
        ben.receive(name, digits, 10.0)
    assert len(ben.logs[ANA.key][Stream.GAME].entries) == 1
    again = sync.take_unsaved()
    assert again is not None
    assert again.ranges == (Range(ANA.key, Stream.GAME, len(first.data), again.ranges[0].data),)


def test_an_answer_is_saved_after_what_it_answers() -> None:
    world, (ana, ben) = seated()
    ana.on.append(Stream.GAME, 1, b"move")
    ana.on.take_unsaved()
    for name, digits in ana.on.due(world.now):
        ben.on.receive(name, digits, world.now)
    ben.on.append(Stream.GAME, 1, b"answer")
    unsaved = ben.on.take_unsaved()
    assert unsaved is not None
    assert [piece.key for piece in unsaved.ranges] == [ana.key, ben.key]


def test_what_is_held_is_promised_once_it_is_on_disk() -> None:
    world, (ana, ben) = seated()
    ana.on.append(Stream.GAME, 1, b"move")
    ana.on.take_unsaved()
    for name, digits in ana.on.due(world.now):
        ben.on.receive(name, digits, world.now)
    for save in (False, True):
        if save:
            ben.on.take_unsaved()
        world.now += HEARTBEAT
        for name, digits in ben.on.due(world.now):
            ana.on.receive(name, digits, world.now)
        assert ana.on.acked(Stream.GAME) == 1 + save


def test_what_cannot_be_said(monkeypatch: pytest.MonkeyPatch) -> None:
    sync = Sync(ANA, ROOM)
    for kind, body in ((0, b""), (256, b""), (1, bytes(65_537))):
        with pytest.raises(ValueError, match=r"hello|entry"):
            sync.append(Stream.GAME, kind, body)
    monkeypatch.setattr(log_module, "MAX_LOG", 1000)
    with pytest.raises(UsageError):
        sync.append(Stream.TALK, 1, bytes(1000))
    for hello, digits in ((bytes(201), 256), (b"", 191)):
        with pytest.raises(ValueError, match="hello"):
            Sync(ANA, replace(ROOM, max_digits=digits), hello)


# Restarts


def test_a_peer_comes_back_with_all_it_had() -> None:
    world, (ana, ben) = seated()
    ana.say(b"one")
    ben.say(b"two")
    ben.say(b"hi", stream=Stream.TALK)
    world.run(5)
    counter = ana.disk.counter
    head = ana.on.logs[ana.key][Stream.GAME].head
    ana.stop()
    world.run(60)
    ana.start()
    assert ana.on.logs[ana.key][Stream.GAME].head == head
    assert len(ana.on.logs[ben.key][Stream.GAME].entries) == 2
    ana.say(b"three")
    world.run(5)
    assert world.agree()
    assert ana.disk.counter > counter
    assert not kinds(ana, Twin)
    assert not kinds(ben, Noise, Fault)


def test_a_torn_file_is_cut() -> None:
    sync = Sync(ANA, ROOM)
    sync.append(Stream.GAME, 1, b"one")
    log = sync.logs[ANA.key][Stream.GAME]
    data = log.data(0, log.length)
    for saved, entries in ((data + b"\x20torn", 2), (data[:-1], 1), (data[:-1] + b"?", 1), (b"", 1)):
        again = Sync(ANA, ROOM, saved=[(ANA.key, Stream.GAME, saved)])
        log = again.logs[ANA.key][Stream.GAME]
        assert len(log.entries) == entries
        assert log.held == log.length
        unsaved = again.take_unsaved()
        assert unsaved is not None
        assert bool(unsaved.ranges) == (saved == b"")


def test_of_two_saved_keys_with_one_id_the_first_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2pscrabble.sync.sync.peer_id", lambda key: b"me " if key == ANA.key else b"all")
    sync = Sync(ANA, ROOM, saved=[(BEN.key, Stream.GAME, b""), (b"c" * 32, Stream.GAME, b"")])
    assert set(sync.logs) == {ANA.key, BEN.key}


def test_a_log_that_was_lost_comes_back_from_the_others() -> None:
    world, (ana, ben) = seated()
    ana.say(b"one", b"two")
    world.run(5)
    ana.stop()
    ana.disk.logs.clear()
    ana.disk.counter = 0
    ana.start()
    assert len(ana.on.logs[ana.key][Stream.GAME].entries) == 1
    world.run(10)
    assert [entry.body for entry in ana.on.logs[ana.key][Stream.GAME].entries[1:]] == [b"one", b"two"]
    assert Grew(ana.key, Stream.GAME) in ana.events
    assert not kinds(ana, Twin)
    assert ana.on.acked(Stream.GAME) == 3, "its counter went back too, so it had to be told"
    ana.say(b"three")
    ben.say(b"four")
    world.run(10)
    assert world.agree()
    assert not kinds(ben, Fault)


def test_an_old_copy_of_a_disk_catches_up() -> None:
    world, (ana, ben) = seated()
    disk = {log: bytearray(data) for log, data in ana.disk.logs.items()}
    for _ in range(400):
        ana.say(b"move")
        world.run(0.5)
    ana.stop()
    ana.disk.logs, ana.disk.counter = disk, 256
    world.run(10)
    ana.start()
    world.run(15)
    assert len(ana.on.logs[ana.key][Stream.GAME].entries) == 401
    ana.say(b"once more")
    assert world.run(5, lambda: ana.on.acked(Stream.GAME) == 402) < 2
    assert not kinds(ben, Fault)


def test_one_seat_opened_twice_is_noticed() -> None:
    world, (ana, ben) = seated()
    twin = world.node()
    twin.identity = ana.identity
    twin.disk.logs = {log: bytearray(data) for log, data in ana.disk.logs.items()}
    twin.disk.counter = ana.disk.counter
    twin.start()
    world.run(30)
    assert kinds(ana, Twin) == [Twin()]
    before = ana.published + twin.published
    world.run(60)
    assert ana.published + twin.published - before < 60, "they do not shout each other down"
    assert not kinds(ben, Fault)


# Seats


def test_seats_shorten_values_once_all_who_read_know_them() -> None:
    world, (ana, ben) = together(count=2)
    ana.on.seat([ana.key, ben.key])
    ana.work()
    world.run(6)
    assert forms(world) == {LONG}
    ben.on.seat([ana.key, ben.key])
    ben.work()
    world.run(6)
    assert forms(world) == {SHORT}
    cid = world.node().start()
    world.run(6)
    assert forms(world) == {LONG}
    assert met([ana, ben, cid])
    cid.stop()
    world.run(40)
    assert forms(world, ana, ben) == {SHORT}
    assert not kinds(ana, Noise) + kinds(ben, Noise) + kinds(cid, Noise)


def forms(world: World, *writers: Node) -> set[str]:
    return {digits[0] for writer, digits in world.values.values() if not writers or writer in writers}


def test_a_new_seating_is_learnt_without_noise() -> None:
    world, (ana, ben) = seated()
    assert forms(world) == {SHORT}
    for seats in ([ben, ana], [ben, ana], [ana, ben]):
        for node in (ana, ben):
            node.on.seat([seat.key for seat in seats])
            node.work()
            node.say(b"more")
            world.run(1.3)
    world.run(6)
    assert world.agree()
    assert forms(world) == {SHORT}
    assert not kinds(ana, Noise) + kinds(ben, Noise)


def test_a_spectator_that_knows_the_seats_writes_the_long_form() -> None:
    world, nodes = together(count=3)
    for node in nodes:
        node.on.seat([nodes[0].key, nodes[1].key])
        node.say(b"move")
    world.run(20)
    assert world.agree()
    assert forms(world) == {LONG}


def test_a_seat_is_known_before_it_is_met_and_whatever_came_in_its_name() -> None:
    sync = Sync(ANA, ROOM)
    sync.seat([ANA.key, BEN.key])
    assert set(sync.logs) == {ANA.key, BEN.key}
    assert sync.acked(Stream.GAME) == 0
    sync.seat([BEN.key])
    assert sync.acked(Stream.GAME) == 0


def test_seats_that_cannot_be_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Breach):
        Sync(ANA, ROOM).seat([ANA.key, ANA.key])
    sync = Sync(ANA, ROOM)
    monkeypatch.setattr("p2pscrabble.sync.sync.peer_id", lambda _: ANA.id)
    with pytest.raises(Breach):
        sync.seat([BEN.key])


# Bad places, strangers, rests


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
def test_a_quiet_peer_only_beats(kind: Kind) -> None:
    world, nodes = seated(kind, 3)
    before = [node.published for node in nodes]
    world.run(60)
    assert {node.published - number for node, number in zip(nodes, before, strict=True)} <= {11, 12, 13}


def test_the_pace_of_the_place_is_kept() -> None:
    for kind, least in ((LARGE, MIN_GAP), (SMALL, 0.1)):
        world, (ana, _) = seated(kind)
        ana.on.append(Stream.GAME, 1, bytes(2000))
        times = []
        for _ in range(400):
            world.now += 0.01
            ana.on.take_unsaved()
            times += [world.now for _ in ana.on.due(world.now)]
        gaps = [after - before for before, after in pairwise(times)]
        assert gaps
        assert min(gaps) >= least - 1e-6


def test_a_late_joiner_learns_all_from_whoever_is_there() -> None:
    world, (ana, ben, cid) = together(count=3)
    ana.say(b"one")
    ben.say(b"two", stream=Stream.TALK)
    world.run(5)
    ana.stop()
    ben.stop()
    world.values.clear()
    world.run(30)
    late = world.node().start()
    world.run(30)
    assert set(late.on.logs) == {node.key for node in (ana, ben, cid, late)}
    assert world.agree()


def test_a_reader_that_is_slow_does_not_hold_up_the_others() -> None:
    world, (ana, ben, cid) = seated(SMALL, 3)
    world.mute(ana, cid)
    ana.say(bytes(3000))
    assert world.run(60, lambda: len(ben.on.logs[ana.key][Stream.GAME].entries) == 2) < 20


def test_a_writer_that_one_reader_cannot_hear_is_passed_on() -> None:
    world, (ana, ben, cid) = seated(LARGE, 3)
    world.mute(ana, cid)
    ana.say(b"one")
    world.run(30)
    assert len(cid.on.logs[ana.key][Stream.GAME].entries) == 2
    assert ben.on.held(cid.key, ana.key, Stream.GAME) == 2


def test_moves_are_not_held_up_by_a_seat_that_has_vanished() -> None:
    world, (ana, ben, cid) = seated(LARGE, 3)
    cid.stop()
    for number in range(20):
        (ana, ben)[number % 2].say(b"move")
        assert world.run(1, lambda: world.agree([ana, ben])) < 0.1
    assert ana.on.acked(Stream.GAME) == 1


def test_a_game_goes_on_by_the_values_that_a_relay_keeps() -> None:
    """Who comes while the other is away finds the move in the register."""
    world, (ana, ben) = seated(SMALL)
    ben.stop()
    world.run(30)
    ana.say(bytes(9))
    world.run(1)
    ana.stop()
    ben.start()
    ben.on.seat([ana.key, ben.key])
    world.run(1)
    assert len(ben.on.logs[ana.key][Stream.GAME].entries) == 2


def test_the_same_value_again_and_again_changes_nothing() -> None:
    world, (ana, ben) = seated()
    ana.say(b"one")
    world.run(1)
    (value,) = [(name, digits) for name, (writer, digits) in world.values.items() if writer is ana]
    ben.events.clear()
    for pause in (0.0, 0.1, 10.0):
        world.run(pause)
        ben.hear(*value)
    ben.stop()
    ben.start()
    ben.hear(*value)
    world.run(5)
    assert not kinds(ben, Grew, Met, Fault)
    assert ana.on.acked(Stream.GAME) == 2


def test_an_ack_that_was_lost_is_said_again() -> None:
    world, (ana, ben) = seated()
    world.mute(ben, ana)
    ana.say(b"one")
    world.run(0.2)
    world.mute(ben, ana, muted=False)
    assert world.run(5, lambda: ana.on.acked(Stream.GAME) == 2) < 1.5


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
def test_a_stranger_does_no_harm_but_delay(kind: Kind) -> None:
    world, (ana, ben) = seated(kind)
    for round_ in range(30):
        for name, (writer, _) in list(world.values.items()):
            if writer in (ana, ben):
                rubbish = ["", "0", "123", str(world.rng.randrange(10**250)), world.rng.choice(world.old[name])]
                world.set(None, name, rubbish[round_ % 5])
        ana.say(b"move %d" % round_)
        world.run(1)
    world.run(30)
    assert world.agree()
    assert ana.on.acked(Stream.GAME) == 31
    assert kinds(ben, Noise)
    for node in (ana, ben):
        assert not kinds(node, Fault, Twin)
        assert len(kinds(node, Noise)) == len(set(kinds(node, Noise))) <= 2 * len(world.values)


def test_trouble_is_told_once_and_not_without_end() -> None:
    sync = Sync(ANA, ROOM)
    sync.take_unsaved()
    assert sync.receive("x", "12", 0.0) == [Noise("x", FOREIGN)]
    assert sync.receive("x", "13", 0.0) == []
    found = [event for number in range(1000) for event in sync.receive(str(number), "1", 0.0)]
    assert len(found) == MAX_REPORTS - 1


def test_an_old_value_that_comes_back_is_told() -> None:
    world, (ana, ben) = seated()
    ana.say(b"one")
    world.run(5)
    (name,) = [name for name, (writer, _) in world.values.items() if writer is ana]
    ben.hear(name, world.old[name][-2])
    assert kinds(ben, Noise) == [Noise(name, OLD)]
    here = ben.on.present(world.now)
    ana.stop()
    world.run(30)
    ben.hear(name, world.old[name][-3])
    assert (here, ben.on.present(world.now)) == ((ana.key,), ())


def test_a_full_room_is_told() -> None:
    sync = Sync(ANA, ROOM)
    identities = [Identity(bytes([10 + number]) * 32) for number in range(MAX_PEERS)]
    events = []
    for who in identities:
        other = Sync(who, ROOM)
        other.take_unsaved()
        for name, digits in other.due(0.0):
            events += sync.receive(name, digits, 0.0)
    assert events[-1] == Noise(name_of(identities[-1]), FULL)
    assert len(sync.logs) == MAX_PEERS
    sync.seat([ANA.key, identities[-1].key])
    assert len(sync.logs) == MAX_PEERS + 1


def test_a_peer_that_was_forgotten_is_served_and_saved_from_the_start() -> None:
    world, (ana, ben) = together()
    ben.say(b"one", b"two")
    ben.say(b"hi", stream=Stream.TALK)
    world.run(5)
    kept = {log: bytes(data) for log, data in ana.disk.logs.items()}
    ben.stop()
    world.run(30)
    world.values.clear()
    crowd = [Identity(bytes([10 + number]) * 32) for number in range(MAX_PEERS - 1)]
    for who in crowd:
        other = Sync(who, ROOM)
        other.take_unsaved()
        for value in other.due(0.0):
            world.set(None, *value)
    world.run(10)
    assert set(ana.on.logs) == {ana.key, *(who.key for who in crowd)}
    assert not kinds(ana, Noise)
    world.run(30)
    world.values.clear()
    ben.start()
    ben.say(b"three")
    world.run(15)
    assert [entry.body for entry in ana.on.logs[ben.key][Stream.GAME].entries[1:]] == [b"one", b"two", b"three"]
    assert ben.on.acked(Stream.GAME) == 4
    assert ben.on.acked(Stream.TALK) == 1
    for log, data in kept.items():
        assert ana.disk.logs[log].startswith(data)
    for stream, copy in ana.on.logs[ben.key].items():
        assert ana.disk.logs[ben.key, stream] == copy.data(0, copy.length)
    ana.stop()
    ana.start()
    assert not kinds(ana, Fault, Twin)


def test_of_many_saved_logs_those_with_a_seat_stay() -> None:
    crowd = [Identity(bytes([10 + number]) * 32) for number in range(2 * MAX_PEERS)]
    saved = []
    for who in crowd:
        log = Sync(who, ROOM).logs[who.key][Stream.GAME]
        saved.append((who.key, Stream.GAME, log.data(0, log.length)))
    sync = Sync(ANA, ROOM, saved=saved)
    assert len(sync.logs) == 2 * MAX_PEERS + 1, "each is whole, so no file is cut"
    seats = [ANA.key, crowd[0].key, crowd[-1].key]
    sync.seat(seats)
    sync.wake(0.0)
    assert len(sync.logs) == MAX_PEERS
    assert set(seats) <= set(sync.logs)


def forge(who: Node, counter: int) -> str:
    """A value that a member of the room wrote in somebody's name."""
    return Seal("1234", KEY, 100_000).close("evil", Draft(who.identity.id, counter, 1000).done(), None)


@pytest.mark.parametrize("kept", [True, False])
@pytest.mark.parametrize("counter", [MAX_COUNTER, FIRST_COUNTERS, FIRST_COUNTERS - 1, 2 * LEAP, LEAP])
def test_a_counter_forged_in_a_peers_name_does_not_silence_it(counter: int, kept: bool) -> None:
    world, (ana, ben) = seated()
    world.set(None, "evil", forge(ben, counter))
    world.run(1)
    assert (ben.on.counter_limit >= LEAP) == (counter == LEAP), "only what others believe is followed"
    ben.say(b"one")
    assert world.run(20, lambda: ben.on.acked(Stream.GAME) == 2) < 15
    ben.stop()
    if not kept:
        ben.disk.logs.clear()
        ben.disk.counter = 0
    cid = world.node().start()
    world.run(30)
    ben.start()
    world.run(60)
    ben.say(b"two")
    world.run(60)
    assert world.agree()
    assert len(cid.on.logs[ben.key][Stream.GAME].entries) == 3
    assert ben.on.acked(Stream.GAME) == 3
    for reader in (ana, cid):
        assert ben.key in reader.on.present(world.now)
        assert reader.on.held(ben.key, ben.key, Stream.GAME) <= 3


def test_a_peer_that_is_led_to_the_end_of_all_counters_begins_again() -> None:
    world, (ana, ben) = seated()
    ben.stop()
    ben.disk.counter = LAST_COUNTER
    ben.start()
    world.run(30)
    assert ben.on.counter_limit > LAST_COUNTER
    world.set(None, "evil", forge(ben, LAST_COUNTER + 1000))
    world.run(60)
    ben.say(b"one")
    assert world.run(20, lambda: ben.on.acked(Stream.GAME) == 2) < 10
    assert ana.on.present(world.now) == (ben.key,)
    ben.stop()
    ben.start()
    assert ben.on.counter_limit == COUNTER_BLOCK
    ben.say(b"two")
    assert world.run(60, lambda: ben.on.acked(Stream.GAME) == 3) < 30


@pytest.mark.parametrize("counter", [-1, LAST_COUNTER + 1, MAX_COUNTER, 2**64])
def test_a_saved_counter_that_no_peer_reaches_is_not_believed(counter: int) -> None:
    sync = Sync(ANA, ROOM, counter=counter)
    unsaved = sync.take_unsaved()
    assert unsaved is not None
    assert unsaved.counter_limit == COUNTER_BLOCK
    assert sync.due(0.0)


def test_a_counter_from_nowhere_does_not_break_anything() -> None:
    sync = Sync(ANA, ROOM)
    sync.take_unsaved()
    forged = Draft(ANA.id, 2**48 - 1, 1000).done()
    value = Seal("1234", KEY, 100_000).close("x", forged, None)
    assert sync.receive("x", value, 0.0) == [Twin()]
    for now in range(10):
        sync.take_unsaved()
        sync.due(float(now * 10))


def test_time_never_goes_back() -> None:
    sync = Sync(ANA, ROOM)
    sync.take_unsaved()
    assert sync.due(100.0)
    assert not sync.due(50.0)
    assert sync.wake(50.0) > 100.0


# Names


def test_names_that_a_peer_chooses() -> None:
    sync = Sync(ANA, replace(ROOM, parts=2))
    names = set()
    for now in range(4):
        sync.take_unsaved()
        names |= {name for name, _ in sync.due(10.0 * now)}
    number = int.from_bytes(peer_id(ANA.key), "big")
    assert names == {str(number), str(number + 2**24)}


def test_names_of_a_place_are_shared_with_other_rooms() -> None:
    world = World(FIXED, 3)
    rooms = [world.started(3, "1234"), world.started(3, "9999")]
    world.run(60)
    for nodes in rooms:
        assert met(nodes)
        for node in nodes:
            node.say(b"move")
    world.run(30)
    assert world.agree()
    owners = [writer for writer, _ in world.values.values()]
    assert all(owners.count(node) >= 1 for node in world.nodes)


def test_a_place_that_is_full_is_told_and_waited_for() -> None:
    world = World(replace(FIXED, names=FIXED.names and FIXED.names[:2]))
    pair = world.started(2)
    world.run(20)
    assert met(pair)
    late = world.node().start()
    world.run(40)
    assert kinds(late, Crowded) == [Crowded()]
    assert not late.published
    pair[1].stop()
    world.run(40)
    assert late.published


def test_a_long_log_takes_a_second_name_while_it_lasts() -> None:
    world, (ana, ben) = seated(FIXED)
    ana.say(bytes(5000))
    world.run(5)
    assert len({name for name, (writer, _) in world.values.items() if writer is ana}) > 1
    world.run(60, lambda: ana.on.acked(Stream.GAME) == 2)
    last = {name: digits for name, (writer, digits) in world.values.items() if writer is ana}
    world.run(30)
    still = [name for name, digits in last.items() if world.values[name][1] == digits]
    assert len(still) == len(last) - 1
    assert world.agree()
    assert not kinds(ben, Noise, Fault)


def test_entries_carry_what_a_stranger_needs_to_check_them() -> None:
    _, (ana, ben) = together()
    entry: Entry = ana.on.append(Stream.GAME, 7, b"move")
    log: Log = ana.on.logs[ana.key][Stream.GAME]
    assert (log.entries[-1], log.head) == (entry, entry.hash)
    assert entry.signed_by(ana.key)
    assert not entry.signed_by(ben.key)
