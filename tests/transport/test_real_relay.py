"""The client against the relay that comes with p2pscrabble, as a process of its own that can be killed."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.transport import Changed, Link, LinkState
from p2pscrabble.transport.websocket import Timing

if TYPE_CHECKING:
    from tests.transport.conftest import OpenLink, WaitFor

UP, DOWN, REFUSED = LinkState.UP, LinkState.DOWN, LinkState.REFUSED
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "relay")}


class RelayProcess:
    """A running relay; started again it takes the same port."""

    def __init__(self, *options: str) -> None:
        self._options = options
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    def start(self) -> None:
        command = [sys.executable, "-m", "p2pscrabble_relay", "--json", "--listen", f"127.0.0.1:{self.port}"]
        self.process = subprocess.Popen(
            [*command, *self._options],
            env=ENVIRONMENT,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        assert self.process.stdout
        self.port = json.loads(self.process.stdout.readline())["port"]

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


Start = Callable[..., RelayProcess]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    relays: list[RelayProcess] = []

    def make(*options: str) -> RelayProcess:
        relays.append(RelayProcess(*options))
        return relays[-1]

    yield make
    for relay in relays:
        relay.kill()


async def test_values_go_both_ways_and_stay_for_who_comes_late(
    start: Start, open_link: OpenLink, wait_for: WaitFor
) -> None:
    url = start().url
    a, b = open_link(url), open_link(url)
    await wait_for(a, UP)
    await wait_for(b, UP)
    a.set("x", "9" * 100_000)
    await wait_for(b, Changed("x", "9" * 100_000))
    b.set("y", "1")
    await wait_for(a, Changed("y", "1"))
    await wait_for(open_link(url), Changed("x", "9" * 100_000), Changed("y", "1"))
    assert not a.noise + b.noise


async def test_a_whole_room_of_the_longest_values_arrives(start: Start, open_link: OpenLink, wait_for: WaitFor) -> None:
    url = start().url
    a = open_link(url)
    a.start()
    for n in range(128):
        a.set(str(n), "9" * 100_000)
    await wait_for(open_link(url), Changed("127", "9" * 100_000))
    await wait_for(open_link(url), *(Changed(str(n), "9" * 100_000) for n in range(128)))


async def test_a_relay_that_is_killed_is_filled_again(start: Start, open_link: OpenLink, wait_for: WaitFor) -> None:
    relay = start()
    a, b = open_link(relay.url), open_link(relay.url)
    await wait_for(a, UP)
    a.set("x", "1")
    await wait_for(b, UP, Changed("x", "1"))
    relay.kill()
    await wait_for(a, DOWN)
    a.set("y", "2")
    relay.start()
    await wait_for(b, DOWN, UP)
    await wait_for(open_link(relay.url), UP, Changed("y", "2"), Changed("x", "1"))


async def test_a_relay_that_is_frozen_is_noticed_and_found_again(
    start: Start, open_link: OpenLink, wait_for: WaitFor
) -> None:
    relay = start()
    link = open_link(relay.url, timing=Timing(connect=0.3, heartbeat=0.3))
    await wait_for(link, UP)
    relay.process.send_signal(signal.SIGSTOP)
    read = await wait_for(link, DOWN, DOWN)
    details = [event.detail for event in read if isinstance(event, Link) and event.state is DOWN]
    assert details == [f"{relay.url} no longer answers.", f"{relay.url} does not answer."]
    relay.process.send_signal(signal.SIGCONT)
    link.set("x", "1")
    await wait_for(link, UP)
    await wait_for(open_link(relay.url), Changed("x", "1"))


async def test_a_full_room_refuses_and_says_which_limit(start: Start, open_link: OpenLink, wait_for: WaitFor) -> None:
    url = start("--clients-per-room", "1").url
    await wait_for(open_link(url), UP)
    read = await wait_for(open_link(url), REFUSED)
    refusal = read[-1]
    assert isinstance(refusal, Link)
    assert "clients-per-room 1" in refusal.detail
    assert (refusal.retry_in or 0) >= 5
    assert UP not in [event.state for event in read if isinstance(event, Link)]
    await wait_for(open_link(url, "another room"), UP)


@pytest.mark.parametrize("profile", ["scratch", "turbowarp"])
async def test_as_tight_as_the_public_servers(
    start: Start, open_link: OpenLink, wait_for: WaitFor, profile: str
) -> None:
    url = start("--profile", profile).url
    where = f"scratch:123@{url}" if profile == "scratch" else f"turbowarp@{url}"
    a, b = open_link(where), open_link(where)
    await wait_for(b, UP)
    a.start()
    names = a.place.names or tuple(map(str, range(10)))
    for name in names:
        a.set(name, "9" * a.place.max_digits)
    begin = asyncio.get_running_loop().time()
    await wait_for(b, *(Changed(name, "9" * a.place.max_digits) for name in names))
    assert asyncio.get_running_loop().time() - begin > 0.7
