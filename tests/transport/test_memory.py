from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import RelayUnreachable
from p2pscrabble.transport import SCRATCH, Changed, Link, LinkState, Place
from p2pscrabble.transport.memory import HOSTILE, Delivery, Faults, MemoryRelay, MemoryTransport

chances = st.sampled_from([0.0, 0.3, 0.9, 1.0])
faults_of_all_kinds = st.builds(Faults, chances, st.sampled_from([0.0, 1.0, 30.0]), chances, chances, chances)


def room(*clients: str, faults: Faults | None = None, seed: int = 0, place: Place | None = None) -> MemoryRelay:
    relay = MemoryRelay(faults or Faults(), seed, place or Place(10, 4, 0.0))
    for client in clients:
        relay.join(client)
    return relay


def run_dry(relay: MemoryRelay) -> list[Delivery]:
    """Everything that is on its way, whenever it arrives."""
    arrived = []
    while relay.next_time() is not None:
        arrived += relay.deliver()
    return arrived


def test_a_faultless_room_tells_everyone_else_in_order() -> None:
    relay = room("A", "B", "C")
    assert relay.set("A", "x", "1")
    assert relay.set("B", "y", "2")
    assert relay.set("A", "x", "3")
    arrived = relay.step(0.0)
    assert [d for d in arrived if d.client == "A"] == [Delivery("A", "y", "2")]
    assert [d[1:] for d in arrived if d.client == "B"] == [("x", "1"), ("x", "3")]
    assert [d[1:] for d in arrived if d.client == "C"] == [("x", "1"), ("y", "2"), ("x", "3")]
    assert relay.values == {"x": "3", "y": "2"}
    assert relay.deliver() == []
    assert relay.next_time() is None


def test_who_joins_is_told_every_value() -> None:
    relay = room("A")
    relay.set("A", "x", "1")
    relay.set("A", "y", "2")
    relay.join("B")
    assert relay.clients == ("A", "B")
    assert relay.step(0.0) == [Delivery("B", "x", "1"), Delivery("B", "y", "2")]


def test_two_writers_of_one_variable_are_left_with_each_others_value() -> None:
    relay = room("A", "B")
    relay.set("A", "x", "1")
    relay.set("B", "x", "2")
    assert relay.step(0.0) == [Delivery("B", "x", "1"), Delivery("A", "x", "2")]


def test_what_the_place_does_not_take_is_dropped_in_silence() -> None:
    relay = room("A", "B")
    for name, digits in [("x", ""), ("x", "12345678901"), ("x", "-1"), ("", "1")]:
        assert not relay.set("A", name, digits)
    assert not relay.set("stranger", "x", "1")
    assert [relay.set("A", name, "1") for name in "abcde"] == [True] * 4 + [False]
    assert relay.set("A", "a", "2")
    assert set(relay.values) == set("abcd")
    assert not room("A", place=SCRATCH.place).set("A", "x", "1")


def test_who_has_left_is_told_nothing_until_it_is_back() -> None:
    relay = room("A", "B", faults=Faults(delay=5.0))
    relay.set("A", "x", "1")
    relay.leave("B")
    assert run_dry(relay) == []
    assert not relay.set("B", "y", "1")
    relay.join("B")
    assert run_dry(relay) == [Delivery("B", "x", "1")]
    relay.leave("nobody")


def test_a_stopped_relay_lets_nobody_in() -> None:
    relay = room("A", "B")
    relay.set("A", "x", "1")
    relay.stop()
    assert relay.clients == ()
    with pytest.raises(RelayUnreachable):
        relay.join("A")
    relay.restart(empty=False)
    relay.join("A")
    assert relay.step(0.0) == [Delivery("A", "x", "1")]


def test_a_relay_that_starts_again_has_forgotten_everything() -> None:
    relay = room("A", "B", faults=Faults(delay=5.0))
    relay.set("A", "x", "1")
    relay.restart()
    assert (relay.clients, relay.values) == ((), {})
    relay.join("B")
    assert run_dry(relay) == []


def test_time_moves_forward_only_and_deliveries_wait_for_it() -> None:
    relay = room("A", "B", faults=Faults(delay=10.0))
    relay.set("A", "x", "1")
    due = relay.next_time()
    assert due is not None
    assert 0 < due <= 10
    assert relay.step(due * 0.9) == []
    assert relay.step(due) == [Delivery("B", "x", "1")]
    relay.step(0.0)
    assert relay.now == due


def test_one_client_can_be_served_alone() -> None:
    relay = room("A", "B", "C")
    relay.set("A", "x", "1")
    assert (relay.next_time("A"), relay.next_time("B"), relay.next_time("nobody")) == (None, 0.0, None)
    assert relay.receive("B", 1.0) == [Delivery("B", "x", "1")]
    assert relay.receive("nobody", 1.0) == []
    assert relay.step(1.0) == [Delivery("C", "x", "1")]


def told(faults: Faults, count: int = 60) -> list[str]:
    """What B is told of the values 1, 2, 3 …, one set each second."""
    relay, seen = room("A", "B", faults=faults, place=Place(10, 4, 0.0)), []
    for n in range(1, count + 1):
        relay.set("A", "x", str(n))
        seen += relay.step(float(n))
    return [delivery.digits for delivery in seen + run_dry(relay)]


def test_loss_skips_values_but_not_the_last_one() -> None:
    seen = told(Faults(loss=0.7))
    assert len(set(seen)) < 50
    assert seen[-1] == "60"
    assert seen == sorted(seen, key=int)


def test_a_room_that_loses_everything_it_can_still_tells_the_newest() -> None:
    assert told(Faults(loss=1.0))[-1] == "60"


def test_without_reordering_late_values_keep_their_order() -> None:
    seen = told(Faults(delay=20.0))
    assert seen == [str(n) for n in range(1, 61)]


def test_reordering_lets_values_overtake_each_other() -> None:
    seen = told(Faults(delay=20.0, reorder=0.5))
    assert sorted(seen, key=int) == [str(n) for n in range(1, 61)]
    assert seen != sorted(seen, key=int)


def test_duplicates_come_again_later() -> None:
    seen = told(Faults(duplicate=0.5))
    assert len(set(seen)) == 60
    assert 70 < len(seen) < 110
    assert len(told(Faults(duplicate=1.0))) == 120


def test_who_comes_back_may_be_told_an_old_value_first() -> None:
    relay = room("A", faults=Faults(stale=1.0), seed=1)
    for n in range(1, 20):
        relay.set("A", "x", str(n))
    firsts = set()
    for _ in range(30):
        relay.join("B")
        first, last = run_dry(relay)
        firsts.add(first.digits)
        assert last.digits == "19"
    assert "12" in firsts
    assert all(int(digits) >= 12 for digits in firsts)


@given(
    faults_of_all_kinds,
    st.integers(0, 1000),
    st.lists(
        st.tuples(st.just("set"), st.sampled_from("ABC"), st.sampled_from("xyz"), st.integers(1, 999).map(str))
        | st.tuples(st.sampled_from(["join", "leave"]), st.sampled_from("ABC"), st.just(""), st.just(""))
        | st.tuples(st.just("wait"), st.just(""), st.just(""), st.sampled_from(["1", "10"])),
        max_size=40,
    ),
)
def test_the_newest_value_of_every_name_gets_through_and_the_same_seed_does_the_same(
    faults: Faults, seed: int, steps: list[tuple[str, str, str, str]]
) -> None:
    def play() -> tuple[list[Delivery], MemoryRelay, dict[str, str]]:
        relay, log, writer = room("A", "B", "C", faults=faults, seed=seed), [], {}
        for what, client, name, digits in steps:
            if what == "set":
                if relay.set(client, name, digits):
                    writer[name] = client
            elif what == "wait":
                log += relay.step(relay.now + float(digits))
            elif what == "join":
                relay.join(client)
            else:
                relay.leave(client)
        return log + run_dry(relay), relay, writer

    log, relay, writer = play()
    for client in relay.clients:
        for name, digits in relay.values.items():
            assert writer[name] == client or Delivery(client, name, digits) in log
    assert play()[0] == log


@pytest.mark.parametrize(
    "wrong", [{"loss": -0.1}, {"loss": 1.1}, {"stale": 2}, {"delay": -1}, {"delay": float("inf")}, {"reorder": 9}]
)
def test_faults_are_chances_and_a_finite_delay(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="chances are 0 to 1"):
        Faults(**wrong)


Join = Callable[..., MemoryTransport]


@pytest.fixture
async def join() -> AsyncIterator[Join]:
    transports: list[MemoryTransport] = []

    def make(relay: MemoryRelay, client: str) -> MemoryTransport:
        transports.append(MemoryTransport(relay, client, retry=0.01))
        return transports[-1]

    yield make
    for transport in transports:
        await transport.close()


async def wait_for(transport: MemoryTransport, *events: Changed | LinkState) -> None:
    """Read until each of these has come, in this order; other events may come between."""
    wanted = list(events)
    async with asyncio.timeout(60):
        async for event in transport.events():
            if wanted[0] == (event.state if isinstance(event, Link) else event):
                del wanted[0]
                if not wanted:
                    return


async def test_transports_tell_each_other(join: Join) -> None:
    relay = MemoryRelay()
    a, b = join(relay, "A"), join(relay, "B")
    assert a.place is relay.place
    a.set("x", "1")
    a.set("x", "2")
    a.events()
    await wait_for(b, LinkState.CONNECTING, LinkState.UP, Changed("x", "2"))
    b.set("y", "3")
    await wait_for(a, LinkState.UP, Changed("y", "3"))
    with pytest.raises(ValueError, match="a value is"):
        a.set("x", "-1")


async def test_a_hostile_room_lets_the_newest_value_through(join: Join) -> None:
    relay = MemoryRelay(Faults(HOSTILE.loss, 0.05, HOSTILE.duplicate, HOSTILE.reorder, HOSTILE.stale), seed=3)
    a, b = join(relay, "A"), join(relay, "B")
    a.events()
    for n in range(1, 30):
        a.set("x", str(n))
        await asyncio.sleep(0.001)
    await wait_for(b, Changed("x", "29"))


async def test_a_transport_comes_back_and_sends_its_variables_again(join: Join) -> None:
    relay = MemoryRelay()
    a, b = join(relay, "A"), join(relay, "B")
    a.events()
    a.set("x", "1")
    await wait_for(b, Changed("x", "1"))
    relay.stop()
    await wait_for(b, LinkState.DOWN, LinkState.CONNECTING, LinkState.DOWN)
    a.set("y", "2")
    relay.restart()
    await wait_for(b, LinkState.UP, Changed("y", "2"), Changed("x", "1"))
    relay.leave("A")
    await wait_for(a, LinkState.UP, LinkState.DOWN, LinkState.UP)


async def test_the_pace_of_the_place_is_kept(join: Join) -> None:
    relay = MemoryRelay(place=Place(10, 4, 0.03))
    a, b = join(relay, "A"), join(relay, "B")
    a.events()
    begin = asyncio.get_running_loop().time()
    for name in "xyz":
        a.set(name, "1")
    await wait_for(b, Changed("x", "1"), Changed("y", "1"), Changed("z", "1"))
    assert asyncio.get_running_loop().time() - begin >= 0.06


async def test_closing_sends_what_waits_and_ends_the_events(join: Join) -> None:
    relay = MemoryRelay(place=Place(10, 4, 0.02))
    a, b = join(relay, "A"), join(relay, "B")
    await wait_for(a, LinkState.UP)
    for name in "xyz":
        a.set(name, "1")
    await a.close()
    await a.close()
    assert relay.values == {"x": "1", "y": "1", "z": "1"}
    assert relay.clients == ()
    a.set("x", "2")
    assert [event async for event in a.events()] == []
    await b.close()
    assert [event async for event in b.events()] == []


async def test_closing_gives_up_after_a_second_and_at_once_without_a_link(join: Join) -> None:
    relay = MemoryRelay(place=Place(10, 4, 60.0))
    a = join(relay, "A")
    await wait_for(a, LinkState.UP)
    a.set("x", "1")
    a.set("y", "1")
    begin = asyncio.get_running_loop().time()
    await a.close()
    assert 0.9 < asyncio.get_running_loop().time() - begin < 3
    relay.stop()
    b = join(relay, "B")
    b.set("x", "1")
    await wait_for(b, LinkState.DOWN)
    begin = asyncio.get_running_loop().time()
    await b.close()
    assert asyncio.get_running_loop().time() - begin < 0.5
