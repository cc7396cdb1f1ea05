"""A room on several relays: real sockets on loopback, relays that fail on demand, and a clock that can be pushed."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable

import pytest

from p2pscrabble.transport import Changed, Link, LinkState, Place, parse_relay
from p2pscrabble.transport.course import SETTLED
from p2pscrabble.transport.relays import Relays
from p2pscrabble.transport.websocket import Timing
from tests.transport.conftest import FakeRelay, Impatient, OpenLink, WaitFor

UP = LinkState.UP


class Clock:
    def __init__(self) -> None:
        self.pushed = 0.0

    def __call__(self) -> float:
        return time.monotonic() + self.pushed


Open = Callable[..., tuple[Relays, Clock]]


@pytest.fixture
async def on() -> AsyncIterator[Open]:
    """A room on these relays, and its clock."""
    opened: list[Relays] = []

    def make(*relays: str, timing: Timing | None = None) -> tuple[Relays, Clock]:
        clock = Clock()
        rng = Impatient(len(opened))
        addresses = [parse_relay(relay) for relay in relays]
        opened.append(Relays(addresses, "4821", timing=timing, rng=rng, environ={}, steady=clock))
        return opened[-1], clock

    yield make
    for relays in opened:
        await relays.close()


@pytest.fixture
async def second() -> AsyncIterator[FakeRelay]:
    fake = FakeRelay()
    await fake.start()
    yield fake
    await fake.stop()


def told(read: list[Changed | Link]) -> list[str]:
    """What is said of the relays together."""
    return [event.detail for event in read if isinstance(event, Link) and event.relays]


async def test_one_relay_is_as_it_would_be_alone(relay: FakeRelay, on: Open, wait_for: WaitFor) -> None:
    room, _ = on(relay.url)
    read = await wait_for(room, UP)
    assert [event.detail for event in read if isinstance(event, Link)] == [
        f"Connecting to {relay.url}.",
        f"Connected to {relay.url}.",
    ]
    assert room.answered
    assert told(read) == []


async def test_a_relay_that_is_not_there_is_passed_over_and_said(
    relay: FakeRelay, second: FakeRelay, on: Open, open_link: OpenLink, wait_for: WaitFor
) -> None:
    await relay.stop()
    room, _ = on(relay.url, second.url)
    room.set("x", "1")
    read = await wait_for(room, UP)
    assert told(read) == [
        f"The relay at {relay.url} does not answer; trying {second.url}.",
        f"Connected to {second.url}. No answer from {relay.url} so far.",
    ]
    await wait_for(open_link(second.url), Changed("x", "1"))


async def test_one_that_accepts_and_answers_nobody(
    relay: FakeRelay, second: FakeRelay, on: Open, open_link: OpenLink, wait_for: WaitFor
) -> None:
    relay.is_deaf = True
    room, clock = on(relay.url, second.url)
    clock.pushed = 10
    room.set("x", "1")
    read = await wait_for(room, UP)
    assert told(read)[0] == f"The relay at {relay.url} does not answer; trying {second.url}."
    await wait_for(open_link(second.url), Changed("x", "1"))


async def test_the_first_is_found_again_and_gets_all_that_was_set(
    relay: FakeRelay, second: FakeRelay, on: Open, open_link: OpenLink, wait_for: WaitFor
) -> None:
    room, clock = on(relay.url, second.url)
    await wait_for(room, UP)
    await relay.stop()
    await wait_for(room, LinkState.DOWN)
    clock.pushed += 10
    await wait_for(room, UP)
    room.set("x", "1")
    await relay.start()
    read = await wait_for(room, UP)
    assert told(read)[-1] == f"Connected to {relay.url} and {second.url}."
    await wait_for(open_link(relay.url), Changed("x", "1"))
    await wait_for(open_link(second.url), Changed("x", "1"))
    await second.stop()
    read = await wait_for(room, UP)
    assert told(read)[-1].endswith(f"The room goes on by {relay.url}.")


async def test_two_who_can_reach_but_one_relay_each_meet_by_a_third_that_is_on_both(
    relay: FakeRelay, second: FakeRelay, on: Open, open_link: OpenLink, wait_for: WaitFor
) -> None:
    room, clock = on(relay.url, second.url)
    await wait_for(room, UP)
    room.missing(True)
    clock.pushed += 10
    read = await wait_for(room, UP, UP)
    assert told(read)[0] == f"Not everyone is heard on {relay.url}; looking on {second.url} too."
    assert told(read)[-1] == f"Connected to {relay.url} and {second.url}."
    for url, name in ((relay.url, "a"), (second.url, "b")):
        other = open_link(url)
        other.start()
        other.set(name, "1")
        await wait_for(room, Changed(name, "1"))
    room.set("c", "3")
    await wait_for(open_link(relay.url), Changed("c", "3"))
    await wait_for(open_link(second.url), Changed("c", "3"))


async def test_what_is_not_needed_is_let_go(relay: FakeRelay, second: FakeRelay, on: Open, wait_for: WaitFor) -> None:
    room, clock = on(relay.url, second.url)
    await wait_for(room, UP)
    room.missing(True)
    clock.pushed += 10
    await wait_for(room, UP, UP)
    room.missing(False)
    clock.pushed += SETTLED
    read = await wait_for(room, UP)
    assert told(read) == [f"All are on {relay.url} again; {second.url} is not needed any more."]
    assert room.on == (parse_relay(relay.url),)
    async with asyncio.timeout(60):
        while second.members:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_another_kind_of_relay_is_another_kind_of_place(
    relay: FakeRelay, second: FakeRelay, on: Open, open_link: OpenLink, wait_for: WaitFor
) -> None:
    await relay.stop()
    room, _ = on(relay.url, f"scratch:123@{second.url}")
    places: list[Place] = []
    room.moved = places.append
    room.set("x", "9" * 1_000)
    await wait_for(room, UP)
    async with asyncio.timeout(60):
        while not places:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    assert places == [room.place]
    assert room.place.max_digits == 256
    with pytest.raises(ValueError, match="name"):
        room.set("x", "1")
    room.set("p2p 0", "1")
    await wait_for(open_link(f"scratch:123@{second.url}"), Changed("p2p 0", "1"))


async def test_one_that_wants_a_login_is_said_and_passed_over(
    relay: FakeRelay, second: FakeRelay, on: Open, wait_for: WaitFor
) -> None:
    await relay.stop()
    room, clock = on(relay.url, "scratch:123", second.url)
    clock.pushed += 10
    read = await wait_for(room, UP)
    assert any(text.startswith("The relay at scratch:123 cannot be used.") for text in told(read))


async def test_it_can_be_closed_at_any_time(relay: FakeRelay, on: Open) -> None:
    room, _ = on(relay.url)
    await room.close()
    await room.close()
    assert [event async for event in room.events()] == []
