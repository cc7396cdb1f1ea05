"""Who connects to whom, and what is told to whom: nodes without sockets, and a clock that the test moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pscrabble.transport import Changed
from p2pscrabble.transport.address import DIRECT, Spot
from p2pscrabble.transport.direct_doors import MOST_DOORS, TRY
from p2pscrabble.transport.direct_mesh import BURST, FORGET, MOST_WAYS, SILENT, Mesh, Way
from p2pscrabble.transport.direct_values import SHARE
from p2pscrabble.transport.direct_wire import NO_PROOF, Hello, Neighbour, Noise, Value, encode, pack_digits

PLACE = DIRECT.place


class Net:
    """Nodes by name, each listening at its own spot unless it cannot be reached; all connections, and one clock."""

    def __init__(self) -> None:
        self.now = 0.0
        self.nodes: dict[str, Mesh] = {}
        self.heard: dict[str, dict[str, str]] = {}
        self.closed: set[str] = set()
        self.lines: dict[tuple[str, Spot], tuple[str, bytes]] = {}
        self.deaf: set[str] = set()
        self._count = 0

    def add(self, name: str, *known: str, reachable: bool = True, host: str = "203.0.113.9") -> Mesh:
        if not reachable:
            self.closed.add(name)
        spot = Spot(host, 2_000 + len(self.nodes))
        self._count += 1
        secret = f"{name} {self._count}".encode()
        self.nodes[name] = Mesh(secret, PLACE, [self.nodes[other].spots[0] for other in known], [spot])
        self.heard[name] = {}
        return self.nodes[name]

    def remove(self, name: str) -> None:
        del self.nodes[name]
        self.cut(lambda a, b: name in (a, b))

    def cut(self, which: Callable[[str, str], bool]) -> None:
        for (out, spot), (into, way) in list(self.lines.items()):
            if which(out, into):
                del self.lines[out, spot]
                if out in self.nodes:
                    self.nodes[out].lost(spot, self.now)
                if into in self.nodes:
                    self.nodes[into].lost(way, self.now)

    def run(self, seconds: float = 1.0) -> None:
        until = self.now + seconds
        while self.now < until:
            self.now += 0.25
            for name, mesh in list(self.nodes.items()):
                for spot, out in list(mesh.step(self.now)):
                    if not out:
                        self.shut(name, spot)
                self._connect(name, mesh)
            for _ in range(20):
                for name, mesh in list(self.nodes.items()):
                    self._carry(name, mesh)

    def shut(self, name: str, spot: Spot) -> None:
        self.nodes[name].lost(spot, self.now)
        found = self.lines.pop((name, spot), None)
        if found is not None and found[0] in self.nodes:
            self.nodes[found[0]].lost(found[1], self.now)

    def _connect(self, name: str, mesh: Mesh) -> None:
        for spot in mesh.doors.open:
            into = next((n for n, m in self.nodes.items() if m.spots[0] == spot and n not in self.closed), None)
            if into is not None and (name, spot) not in self.lines:
                self._count += 1
                self.lines[name, spot] = into, str(self._count).encode()
                mesh.opened(spot, self.now)

    def _carry(self, name: str, mesh: Mesh) -> None:
        ends: list[tuple[Way, str, Way]] = []
        for (out, spot), (into, came) in self.lines.items():
            ends += [(spot, into, came)] if out == name else []
            ends += [(came, out, spot)] if into == name else []
        for way, other, back in ends:
            while other not in self.deaf and (frame := mesh.offer(way)) is not None:
                mesh.took(way, self.now)
                if (changed := self.nodes[other].take(back, frame, self.now)) is not None:
                    self.heard[other][changed.name] = changed.digits

    def spots(self, *names: str) -> Iterable[Spot]:
        return [self.nodes[name].spots[0] for name in names]


@pytest.fixture
def net() -> Net:
    return Net()


def test_two_hear_each_other_by_one_connection(net: Net) -> None:
    host = net.add("host")
    guest = net.add("guest", "host", reachable=False)
    host.put("h", "1")
    guest.put("g", "2")
    net.run()
    assert net.heard == {"host": {"g": "2"}, "guest": {"h": "1"}}
    host.put("h", "3")
    host.put("h", "4")
    net.run()
    assert net.heard["guest"] == {"h": "4"}
    assert host.heard == guest.heard == 1


def test_two_who_can_only_go_out_hear_each_other_by_a_third(net: Net) -> None:
    net.add("host")
    ben, cid = (net.add(name, "host", reachable=False) for name in ("ben", "cid"))
    ben.put("b", "1")
    net.run()
    cid.put("c", "2")
    net.run()
    assert net.heard["ben"] == {"c": "2"}
    assert net.heard["cid"] == {"b": "1"}
    ben.put("b", "3")
    net.run()
    assert net.heard["cid"] == {"b": "3"}
    assert ben.heard == 2
    assert len(ben.reached) == 1


def test_a_newcomer_gets_every_last_value_and_those_who_can_be_reached_connect(net: Net) -> None:
    net.add("host").put("h", "1")
    for name in ("ben", "cid"):
        net.add(name, "host").put(name, "2")
    net.run(30)
    late = net.add("late", "host")
    net.run(30)
    assert net.heard["late"] == {"h": "1", "ben": "2", "cid": "2"}
    assert len(late.reached) == 3
    assert len(net.lines) == 6  # one connection for each two of four


def test_the_room_goes_on_when_the_host_has_gone(net: Net) -> None:
    net.add("host")
    ben, cid = net.add("ben", "host"), net.add("cid", "host")
    net.run(30)
    net.remove("host")
    ben.put("b", "7")
    net.run()
    assert net.heard["cid"] == {"b": "7"}
    assert cid.heard == 1


def test_who_handed_on_goes_and_another_does_it(net: Net) -> None:
    net.add("one")
    net.add("two", "one")
    ben, _ = (net.add(name, "one", "two", reachable=False) for name in ("ben", "cid"))
    net.run(5)
    via = ben._via[net.nodes["cid"].node]
    net.remove(next(name for name in ("one", "two") if net.nodes[name].node == via))
    net.run(5)
    ben.put("b", "7")
    net.run(5)
    assert net.heard["cid"]["b"] == "7"


def test_one_that_starts_anew_is_heard_again_and_hears_all(net: Net) -> None:
    net.add("host").put("h", "1")
    guest = net.add("guest", "host", reachable=False)
    guest.put("g", "5")
    net.run()
    spot = net.nodes["host"].spots
    net.remove("host")
    net.run(2)
    assert guest.heard == 0
    again = net.add("host")
    again.spots = spot
    again.put("h", "2")
    net.run(2)
    assert net.heard["host"] == {"g": "5"}
    assert net.heard["guest"]["h"] == "2"


def test_what_was_lost_with_a_connection_is_told_again(net: Net) -> None:
    host = net.add("host")
    guest = net.add("guest", "host", reachable=False)
    net.run()
    host.put("h", "1")
    (way,) = host.ways
    assert host.offer(way)
    host.took(way, net.now)  # and it never arrives
    net.cut(lambda _a, _b: True)
    net.run()
    assert net.heard["guest"] == {"h": "1"}
    assert guest.heard == 1


def test_one_who_does_not_read_costs_a_name_and_gets_the_newest(net: Net) -> None:
    host = net.add("host")
    net.add("guest", "host", reachable=False)
    net.run()
    net.deaf.add("guest")
    for number in range(5_000):
        host.put("h", str(number))
    (way,) = host.ways
    frames = []
    while (frame := host.offer(way)) is not None:
        frames.append(frame)
        host.took(way, net.now)
    assert len(frames) == 1
    host.put("h", "6000")
    net.deaf.clear()
    net.run()
    assert net.heard["guest"]["h"] == "6000"


def test_of_two_addresses_of_one_program_one_connection_stays(net: Net) -> None:
    net.add("host")
    guest = net.add("guest", "host")
    guest.know([Spot("198.51.100.7", 9_999)], 0.0)
    host = net.nodes["host"]
    guest.opened(Spot("198.51.100.7", 9_999), 0.0)
    net.run()
    other = Spot("198.51.100.7", 9_999)
    guest.take(other, encode(Hello(host.node, False, host._proof(guest.node))), net.now)
    net.run(6)
    assert len([spot for spot in guest.doors.open if spot in (other, host.spots[0])]) <= 1
    assert guest.heard == 1


def test_ones_own_address_is_not_gone_to_twice(net: Net) -> None:
    host = net.add("host")
    host.know(net.spots("host"), 0.0)
    net.run(3)
    assert host.doors.open == []
    assert host.heard == 0


def test_a_silent_connection_counts_as_broken(net: Net) -> None:
    host = net.add("host")
    net.add("guest", "host", reachable=False)
    net.run()
    net.lines.clear()
    net.nodes.pop("guest")
    net.run(SILENT + 2)
    assert host.heard == 0
    assert host.ways == []


def test_values_of_who_has_gone_stay_for_newcomers_until_they_are_forgotten(net: Net) -> None:
    host = net.add("host")
    net.add("guest", "host", reachable=False).put("g", "1")
    net.run()
    net.remove("guest")
    net.run(1)
    assert len(host._values.keys(next(iter(host._nodes)))) == 1
    net.now += FORGET
    net.run(1)
    assert host._nodes == {}
    assert host._values._values == {}


# Somebody who has the room's key, and does not keep to the rules


def hello(node: bytes = b"attacker", proof: bytes = b"p" * 16, **more: object) -> bytes:
    return encode(Hello(node, False, proof, **more))  # type: ignore[arg-type]


def value(origin: bytes, name: str, number: int = 1, digits: str = "1") -> bytes:
    return encode(Value(origin, name, number, pack_digits(digits)))


def test_nobody_speaks_in_the_name_of_a_program_that_is_known(net: Net) -> None:
    host = net.add("host")
    guest = net.add("guest", "host", reachable=False)
    guest.put("g", "1")
    net.run()
    assert host.take(b"evil", hello(guest.node), net.now) is None
    assert host.noise[Noise.ANOTHER] == 1
    assert host.take(b"evil", value(guest.node, "g", 2**60, "666"), net.now) is None
    guest.put("g", "2")
    net.run()
    assert net.heard["host"] == {"g": "2"}


def test_a_value_of_somebody_else_is_taken_only_where_it_was_asked_for(net: Net) -> None:
    host = net.add("host")
    net.add("guest", "host", reachable=False)
    net.run()
    host.take(b"evil", hello(), net.now)
    assert host.take(b"evil", value(b"somebody", "x"), net.now) is None
    assert host.noise[Noise.UNASKED] == 1
    assert host.take(b"other", value(b"somebody", "x"), net.now) is None
    assert host.noise[Noise.STRANGER] == 1
    assert host.take(b"evil", value(b"attacker", "x"), net.now) == Changed("x", "1")
    assert host.take(b"evil", value(b"attacker", "x"), net.now) is None  # it is not newer


def test_everything_is_bounded(net: Net) -> None:
    host = net.add("host")
    for number in range(200):
        host.take(b"%d" % number, hello(b"%08d" % number), net.now)
    assert len(host.ways) <= MOST_WAYS
    assert len(host._nodes) <= 32
    (way,) = (way for way in host.ways if way == b"0")
    for number in range(BURST + 500):
        host.take(way, value(b"00000000", f"x{number}"), net.now)
    assert len(host._values.keys(b"00000000")) == PLACE.max_variables
    assert host.noise[Noise.FLOOD] > 500
    spots = tuple(Spot("203.0.113.1", 3_000 + port) for port in range(8))
    host.doors.know([Spot("203.0.113.77", 7_777)], net.now)
    list(host.step(net.now))
    host.doors.answered(Spot("203.0.113.77", 7_777), b"00000000")
    for number in range(100):
        told = tuple(Spot(spot.host, spot.port + 8 * number) for spot in spots)
        host.take(way, hello(b"00000000", spots=told), net.now + 2 + number)
        list(host.step(net.now + 2 + number))
    assert len(host.doors.open) <= MOST_DOORS


def test_what_is_kept_of_each_program_is_bounded_and_takes_nothing_from_the_others(net: Net) -> None:
    host = net.add("host")
    large = "9" * 100_000
    for node in (b"attacker", b"attacke2"):
        host.take(node, hello(node), net.now)
        told = [host.take(node, value(node, f"x{number}", digits=large), net.now) for number in range(128)]
        assert told == [Changed(f"x{number}", large) for number in range(128)]  # heard, kept or not
        kept = [host._values.get(*key) for key in host._values.keys(node)]
        assert 0 < sum(len(value.packed) for value in kept if value is not None) <= SHARE
    host.take(b"ana", hello(b"ana-----"), net.now)
    assert host.take(b"ana", value(b"ana-----", "123", digits=large), net.now) == Changed("123", large)
    assert host._values.get(b"ana-----", "123") is not None
    assert host.noise == {}


def test_what_is_not_kept_is_heard_once_and_the_newest_of_it(net: Net) -> None:
    host = net.add("host")
    host.take(b"1", hello(), net.now)
    large = "9" * 100_000
    for number in range(11):
        host.take(b"1", value(b"attacker", f"x{number}", 3, large), net.now)
    assert host._values.get(b"attacker", "x10") is None
    assert host.take(b"1", value(b"attacker", "x10", 3, large), net.now) is None
    assert host.take(b"1", value(b"attacker", "x10", 4, large), net.now) == Changed("x10", large)
    host.take(b"1", value(b"attacker", "x0", 4, "7"), net.now)
    assert host.take(b"1", value(b"attacker", "x10", 5, "7"), net.now) == Changed("x10", "7")
    assert host._values.get(b"attacker", "x10") is not None


def test_an_address_that_is_told_leads_no_deeper_than_where_others_answered() -> None:
    came_by = Spot("8.8.4.4", 2_000)
    guest = Mesh(b"guest", PLACE, [came_by])
    inside = (Spot("127.0.0.1", 9_000), Spot("192.168.1.1", 9_000), Spot("8.8.8.8", 53), Spot("8.8.8.8", 5_300))
    assert dict(guest.step(0.0)) == {came_by: True}
    guest.opened(came_by, 0.0)
    guest.take(came_by, hello(hears=(Neighbour(b"neighbor", inside),)), 0.0)
    assert dict(guest.step(0.1)) == {Spot("8.8.8.8", 5_300): True}
    assert dict(guest.step(TRY + 1)) == {Spot("8.8.8.8", 5_300): False}


def test_where_something_else_answers_is_left_alone_longer_each_time() -> None:
    there = Spot("8.8.4.4", 2_000)
    guest = Mesh(b"guest", PLACE, [there])
    now, pauses = 0.0, []
    for _ in range(4):
        assert dict(guest.step(now)) == {there: True}
        guest.refused(there, now)
        assert dict(guest.step(now)) == {there: False}
        began = now
        while not dict(guest.step(now + 0.5)).get(there):
            now += 0.5
        guest.refused(there, now + 0.5)
        assert dict(guest.step(now + 0.5)) == {there: False}
        pauses.append(now - began)
        now += 200
    assert pauses == sorted(pauses)
    assert pauses[-1] > 30


@settings(max_examples=60)
@given(st.lists(st.tuples(st.sampled_from([b"a", b"b"]), st.binary(max_size=60)), max_size=20))
def test_no_frame_makes_it_fail(frames: list[tuple[bytes, bytes]]) -> None:
    mesh = Mesh(b"secret", PLACE)
    mesh.put("x", "1")
    for number, (way, data) in enumerate(frames):
        for front in (b"", b"\x01\x01" + b"n" * 8 + b"\x00" + b"p" * 16, b"\x02" + b"n" * 8 + b"\x01x"):
            mesh.take(way, front + data, number * 10.0)
            list(mesh.step(number * 10.0))
            for known in mesh.ways:
                while mesh.offer(known) is not None:
                    mesh.took(known, number * 10.0)


def test_one_that_turns_out_to_be_oneself_is_reached_no_more() -> None:
    there = Spot("203.0.113.9", 2_000)
    guest = Mesh(b"guest", PLACE, [there])
    dict(guest.step(0.0))
    guest.opened(there, 0.0)
    guest.take(there, hello(hears=(Neighbour(b"neighbor"),)), 0.1)
    assert guest.heard == 2
    guest.take(there, hello(guest.node, NO_PROOF), 0.2)
    assert guest.heard == 0
    guest.take(b"in", hello(b"neighbor"), 0.3)
    assert guest.reached == [b"neighbor"]


def test_one_that_is_connected_anew_is_reached_when_it_says_hello() -> None:
    there = Spot("203.0.113.9", 2_000)
    guest = Mesh(b"guest", PLACE, [there])
    dict(guest.step(0.0))
    for now in (0.0, 1.0):
        guest.opened(there, now)
        assert guest.reached == []
        guest.take(there, hello(hears=(Neighbour(b"neighbor"),)), now)
        assert guest.reached == [b"attacker"]


DOORS = [Spot(f"203.0.113.{number}", 9_000) for number in range(3)]
ITSELF = Mesh(b"secret", PLACE).node
somebody = st.sampled_from([b"A" * 8, b"B" * 8, b"C" * 8, ITSELF])
several = st.lists(somebody, max_size=3, unique=True).map(tuple)


@st.composite
def greetings(draw: st.DrawFn) -> bytes:
    node = draw(somebody)
    proof = draw(st.sampled_from([NO_PROOF, node[:1] * 16]))
    hears = tuple(Neighbour(other, tuple(DOORS[:1])) for other in draw(several))
    return encode(Hello(node, draw(st.booleans()), proof, tuple(DOORS[1:]), hears, draw(several)))


@settings(max_examples=150)
@given(
    st.lists(
        st.tuples(
            st.sampled_from([*DOORS, b"1", b"2"]),
            greetings() | st.builds(value, somebody, st.sampled_from("xy"), st.integers(0, 9)) | st.none(),
            st.sampled_from([0.0, 0.5, 6.0, SILENT + 1, FORGET + 1]),
        ),
        max_size=40,
    ),
    st.randoms(use_true_random=False),
)
def test_no_course_of_things_makes_it_fail(course: list[tuple[Way, bytes | None, float]], chance: Random) -> None:
    """Well-formed frames by several ways that open, break, stand still and turn out to be one's own."""
    mesh, now = Mesh(b"secret", PLACE, DOORS), 0.0
    mesh.put("x", "1")
    for way, frame, later in course:
        now += later
        if frame is not None:
            mesh.take(way, frame, now)
        elif isinstance(way, Spot) and chance.random() < 0.5:
            mesh.opened(way, now)
        else:
            mesh.lost(way, now)
        for spot, out in list(mesh.step(now)):
            if not out:
                mesh.lost(spot, now)
        for known in mesh.ways:
            while chance.random() < 0.8 and mesh.offer(known) is not None:
                mesh.took(known, now)
        assert all(mesh._nodes[node].by in mesh.ways for node in mesh.reached)
