"""Rooms, their limits, and delivery of the latest values, with no socket anywhere."""

from __future__ import annotations

import gc
import json
import weakref
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble_relay.counters import Counters
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.refusal import CloseCode, Refusal
from p2pscrabble_relay.rooms import FRAME_BYTES, VARIABLE_OVERHEAD, Outbox, Room, Rooms

Change = tuple[str, str]


@dataclass
class Hall:
    """Rooms with a way to make members whose wake-ups are counted."""

    limits: Limits
    counters: Counters = field(default_factory=Counters)
    woken: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rooms = Rooms(self.limits, self.counters)

    def member(self) -> Outbox:
        number = len(self.woken)
        self.woken.append(0)

        def wake() -> None:
            self.woken[number] += 1

        return Outbox(self.counters, wake)

    def join(self, room_id: str = "room", address: str | None = None, now: float = 0.0) -> tuple[Room, Outbox]:
        member = self.member()
        return self.rooms.join(room_id, member, address, now), member


def hall(**limits: float) -> Hall:
    return Hall(Limits().changed(**limits))


def digits(value: object) -> bytes:
    return f'"{value}"'.encode()


def frames(outbox: Outbox) -> list[list[Change]]:
    found = []
    while frame := outbox.frame():
        content, count = frame
        lines = [json.loads(line) for line in content.decode().split("\n")]
        assert len(lines) == count
        found.append([(line["name"], line["value"]) for line in lines])
    return found


def refused(limit: str, code: CloseCode) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(Refusal, check=lambda refusal: (refusal.limit, refusal.code) == (limit, code))


def test_a_value_reaches_everyone_but_its_writer() -> None:
    there = hall()
    room, alice = there.join()
    _, bob = there.join()
    _, carol = there.join()
    there.rooms.set(room, alice, "☁ x", digits(5))
    assert [frames(bob), frames(carol), frames(alice)] == [[[("☁ x", "5")]], [[("☁ x", "5")]], []]
    assert there.woken == [0, 1, 1]
    assert there.counters.sets == 1


def test_rooms_do_not_hear_each_other() -> None:
    there = hall()
    room, alice = there.join("a")
    _, bob = there.join("b")
    there.rooms.set(room, alice, "☁ x", digits(5))
    assert frames(bob) == []


def test_only_the_newest_value_is_sent() -> None:
    there = hall()
    room, alice = there.join()
    _, bob = there.join()
    for value in range(100):
        there.rooms.set(room, alice, "☁ x", digits(value))
        there.rooms.set(room, alice, "☁ y", digits(-value))
    assert len(bob) == 2
    assert frames(bob) == [[("☁ x", "99"), ("☁ y", "-99")]]
    assert there.counters.conflated == 198
    assert there.woken[1] == 1


def test_a_client_that_sets_a_variable_is_not_sent_what_it_has_replaced() -> None:
    there = hall()
    room, alice = there.join()
    _, bob = there.join()
    there.rooms.set(room, alice, "☁ x", digits(1))
    there.rooms.set(room, bob, "☁ x", digits(2))
    assert frames(bob) == []
    assert frames(alice) == [[("☁ x", "2")]]


def test_a_newcomer_is_told_every_last_value_in_one_frame() -> None:
    there = hall()
    room, alice = there.join()
    for number in range(128):
        there.rooms.set(room, alice, f"☁ {number}", digits(number))
        there.rooms.set(room, alice, f"☁ {number}", digits(number + 1))
    _, bob = there.join()
    assert frames(bob) == [[(f"☁ {number}", str(number + 1)) for number in range(128)]]


def test_nothing_is_told_in_an_empty_room() -> None:
    there = hall()
    _, alice = there.join()
    assert alice.frame() is None
    assert there.woken == [0]


def test_frames_are_bounded() -> None:
    there = hall()
    room, alice = there.join()
    for number in range(20):
        there.rooms.set(room, alice, f"☁ {number}", digits("9" * 100_000))
    _, bob = there.join()
    sizes = []
    while frame := bob.frame():
        sizes.append(len(frame[0]))
    assert len(sizes) == 10
    assert max(sizes) <= FRAME_BYTES


def test_a_value_beyond_the_bound_still_goes_out() -> None:
    there = hall(value_length=FRAME_BYTES)
    room, alice = there.join()
    there.rooms.set(room, alice, "☁ x", digits("9" * FRAME_BYTES))
    there.rooms.set(room, alice, "☁ y", digits(1))
    _, bob = there.join()
    assert [[name for name, _ in frame] for frame in frames(bob)] == [["☁ x"], ["☁ y"]]


def test_the_room_is_full() -> None:
    there = hall(clients_per_room=2)
    room, alice = there.join()
    there.join()
    with refused("clients_per_room", CloseCode.GENERIC):
        there.join()
    there.rooms.leave(room, alice, 0)
    there.join()


def test_the_room_has_all_its_variables() -> None:
    there = hall(variables_per_room=2)
    room, alice = there.join()
    there.rooms.set(room, alice, "☁ x", digits(1))
    there.rooms.set(room, alice, "☁ y", digits(1))
    with refused("variables_per_room", CloseCode.GENERIC):
        there.rooms.set(room, alice, "☁ z", digits(1))
    there.rooms.set(room, alice, "☁ y", digits(2))
    _, bob = there.join()
    assert frames(bob) == [[("☁ x", "1"), ("☁ y", "2")]]


def test_no_room_is_left_until_one_expires() -> None:
    there = hall(rooms=1, room_expiry=10)
    room, alice = there.join("a")
    there.rooms.set(room, alice, "☁ x", digits(1))
    there.rooms.leave(room, alice, now=100)
    with refused("rooms", CloseCode.OVERLOADED):
        there.join("b", now=109)
    there.join("b", now=110)
    assert len(there.rooms) == 1


def test_rooms_of_an_address() -> None:
    there = hall(rooms_per_address=2)
    room, alice = there.join("a", "192.0.2.1")
    there.rooms.set(room, alice, "☁ x", digits(1))
    there.join("b", "192.0.2.1")
    there.join("b", "192.0.2.1")
    with refused("rooms_per_address", CloseCode.OVERLOADED):
        there.join("c", "192.0.2.1")
    there.join("c", "192.0.2.2")
    there.join("c", "192.0.2.1")
    for number in range(5):
        there.join(f"exempt {number}", None)
    # A room counts for as long as it exists, not for as long as its maker is there.
    there.rooms.leave(room, alice, now=0)
    with refused("rooms_per_address", CloseCode.OVERLOADED):
        there.join("d", "192.0.2.1")
    there.rooms.expire(now=1e6)
    there.join("d", "192.0.2.1")


def test_no_limit_on_rooms() -> None:
    there = hall(rooms=0, rooms_per_address=0)
    for number in range(300):
        there.join(str(number), "192.0.2.1")
    assert len(there.rooms) == there.rooms.occupied == 300


def test_a_room_outlives_its_clients_by_the_expiry() -> None:
    there = hall(room_expiry=3600)
    for name, now in (("a", 0.0), ("b", 5.0), ("c", 10.0)):
        room, alice = there.join(name)
        there.rooms.set(room, alice, "☁ x", digits(7))
        there.rooms.leave(room, alice, now)
    assert (len(there.rooms), there.rooms.occupied) == (3, 0)
    _, again = there.join("b")
    assert frames(again) == [[("☁ x", "7")]]
    there.rooms.expire(3599.9)
    assert len(there.rooms) == 3
    there.rooms.expire(3600)
    assert len(there.rooms) == 2
    there.rooms.expire(1e9)
    assert (len(there.rooms), there.rooms.occupied) == (1, 1)
    _, late = there.join("a")
    assert frames(late) == []


def test_a_room_without_variables_goes_with_its_last_client() -> None:
    there = hall()
    room, alice = there.join()
    _, bob = there.join()
    there.rooms.leave(room, alice, 0)
    assert len(there.rooms) == 1
    there.rooms.leave(room, bob, 0)
    assert len(there.rooms) == 0


def test_nothing_of_a_client_is_kept_after_it_has_left() -> None:
    there = hall()

    def wake() -> None:
        """What a client is woken by holds all that is kept for it."""

    kept = weakref.ref(wake)
    alice = Outbox(there.counters, wake)
    room = there.rooms.join("room", alice, None, 0)
    _, bob = there.join()
    there.rooms.set(room, alice, "☁ x", digits(1))
    there.rooms.leave(room, alice, 0)
    del alice, wake
    gc.collect()
    assert kept() is None
    assert list(room.variables) == ["☁ x"]
    there.rooms.set(room, bob, "☁ x", digits(2))
    assert frames(bob) == []


def test_the_memory_is_full() -> None:
    there = hall(stored_bytes=2 * VARIABLE_OVERHEAD + 300)
    room, alice = there.join()
    there.rooms.set(room, alice, "☁ x", digits("1" * 100))
    with refused("stored_bytes", CloseCode.OVERLOADED):
        there.rooms.set(room, alice, "☁ y", digits("1" * 300))
    there.rooms.set(room, alice, "☁ y", digits(""))
    with refused("stored_bytes", CloseCode.OVERLOADED):
        there.rooms.set(room, alice, "☁ y", digits("1" * 300))
    there.rooms.set(room, alice, "☁ x", digits("1" * 50))
    there.rooms.set(room, alice, "☁ y", digits("1" * 50))
    there.rooms.leave(room, alice, 0)
    assert there.rooms.stored_bytes > 2 * VARIABLE_OVERHEAD
    there.rooms.expire(1e6)
    assert there.rooms.stored_bytes == 0


def test_memory_without_a_limit() -> None:
    there = hall(stored_bytes=0)
    room, alice = there.join()
    there.rooms.set(room, alice, "☁ x", digits("1" * 1000))
    assert there.rooms.stored_bytes > 1000


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("set"), st.integers(0, 3), st.integers(0, 4), st.integers(0, 999)),
        st.tuples(st.just("take"), st.integers(0, 3), st.just(0), st.just(0)),
        st.tuples(st.just("rejoin"), st.integers(0, 3), st.just(0), st.just(0)),
    ),
    max_size=60,
)


@given(STEPS)
def test_everyone_ends_with_the_newest_values(steps: list[tuple[str, int, int, int]]) -> None:
    """Whoever takes what, and whenever: once all is taken, each client has the room's last value of every variable."""
    there = hall(room_expiry=1e9)
    members = [there.join()[1] for _ in range(4)]
    room = there.rooms.join("room", there.member(), None, 0)
    truth: dict[str, str] = {}
    known: list[dict[str, str]] = [{} for _ in members]
    for step, who, name, value in steps:
        if step == "set":
            there.rooms.set(room, members[who], str(name), digits(value))
            truth[str(name)] = known[who][str(name)] = str(value)
        elif step == "take":
            for frame in frames(members[who]):
                known[who].update(frame)
        else:
            there.rooms.leave(room, members[who], 0)
            known[who] = {}
            _, members[who] = there.join()
        assert all(len(member) <= len(truth) for member in members)
    for who, member in enumerate(members):
        for frame in frames(member):
            known[who].update(frame)
    assert known == [truth] * 4
    assert there.rooms.stored_bytes == sum(
        len(variable.message) + VARIABLE_OVERHEAD for variable in room.variables.values()
    )
