"""Direct rooms over real sockets on loopback: programs that come and go, strangers, and readers that stand still."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Protocol

import pytest
import zmq

from p2pscrabble.transport import Changed, Link, LinkState, RelayAddress, parse_relay
from p2pscrabble.transport.direct import DirectTransport
from p2pscrabble.transport.direct_wire import Hello, Noise, encode, largest_frame
from p2pscrabble.transport.relays import Relays
from p2pscrabble.transport.zeromq import HIGH_WATER, Keys
from tests.transport.conftest import FakeRelay, WaitFor

KEY = bytes(range(64))
HERE = "127.0.0.1"
UP, DOWN = LinkState.UP, LinkState.DOWN


class OpenNode(Protocol):
    def __call__(
        self, *at: RelayAddress, key: bytes = KEY, hosting: bool = False, port: int = 0
    ) -> DirectTransport: ...


Until = Callable[[Callable[[], bool]], Awaitable[None]]


@pytest.fixture
async def node() -> AsyncIterator[OpenNode]:
    """Programs that listen on loopback; the first ones are told where others are."""
    opened: list[DirectTransport] = []

    def make(*at: RelayAddress, key: bytes = KEY, hosting: bool = False, port: int = 0) -> DirectTransport:
        address = at[0] if at else parse_relay("direct")
        opened.append(DirectTransport(address, "4821", key, listen=HERE, hosting=hosting, port=port))
        if hosting:
            opened[-1].bind(port)
        opened[-1].start()
        return opened[-1]

    yield make
    await asyncio.gather(*(each.close() for each in opened))


def come_in(member: zmq.Socket[bytes], host: DirectTransport) -> None:
    """Connects a bare socket with the room's keys."""
    keys = Keys(KEY)
    member.set(zmq.CURVE_SERVERKEY, keys.server_public)
    member.set(zmq.CURVE_PUBLICKEY, keys.client_public)
    member.set(zmq.CURVE_SECRETKEY, keys.client)
    member.connect(f"tcp://{host.mesh.spots[0]}")


def values(read: list[Changed | Link]) -> dict[str, str]:
    return {event.name: event.digits for event in read if isinstance(event, Changed)}


async def test_a_value_goes_both_ways_and_a_newcomer_gets_the_last_ones(node: OpenNode, wait_for: WaitFor) -> None:
    host = node(hosting=True)
    host.set("h", "1")
    ben = node(host.address)
    ben.set("b", "2")
    await wait_for(ben, Changed("h", "1"))
    await wait_for(host, Changed("b", "2"))
    host.set("h", "9" * 100_000)
    await wait_for(ben, Changed("h", "9" * 100_000))
    late = node(host.address)
    read = await wait_for(late, Changed("b", "2"))
    if "h" not in values(read):
        await wait_for(late, Changed("h", "9" * 100_000))


async def test_what_the_place_does_not_take_is_our_mistake(node: OpenNode) -> None:
    host = node(hosting=True)
    for name, digits in (("", "1"), ("x", ""), ("x", "1a"), ("x", "9" * 100_001)):
        with pytest.raises(ValueError, match="no"):
            host.set(name, digits)


async def test_one_that_nobody_can_connect_to_is_heard_by_another_one(node: OpenNode, wait_for: WaitFor) -> None:
    """Each knows the host alone, and listens nowhere."""
    host = node(hosting=True)
    with socket.create_server((HERE, 0)) as taken:
        ben, cid = (node(host.address, port=taken.getsockname()[1]) for _ in range(2))
        ben.set("b", "1")
        await wait_for(ben, UP)
        cid.set("c", "2")
        await wait_for(cid, Changed("b", "1"))
        await wait_for(ben, Changed("c", "2"))
        ben.set("b", "3")
        await wait_for(cid, Changed("b", "3"))
        assert ben.mesh.reached == cid.mesh.reached == [host.mesh.node]


async def test_the_others_go_on_without_the_host(node: OpenNode, wait_for: WaitFor, until: Until) -> None:
    host = node(hosting=True)
    ben, cid = node(host.address), node(host.address)
    ben.set("b", "1")
    await wait_for(cid, Changed("b", "1"))
    await until(lambda: len(ben.mesh.reached) == 2)
    await host.close()
    ben.set("b", "2")
    await wait_for(cid, Changed("b", "2"))


async def test_a_host_that_comes_back_on_its_port_is_found_again(node: OpenNode, wait_for: WaitFor) -> None:
    host = node(hosting=True)
    host.set("h", "1")
    ben = node(host.address)
    ben.set("b", "1")
    await wait_for(ben, Changed("h", "1"))
    await host.close()
    read = await wait_for(ben, DOWN)
    assert read[-1].detail == "The connection to the others broke; looking for them."  # type: ignore[union-attr]
    again = host.again()
    again.set("h", "2")
    again.start()
    await wait_for(ben, Changed("h", "2"))
    await wait_for(again, Changed("b", "1"))
    await again.close()


async def test_a_stranger_is_refused_and_told_so(node: OpenNode, wait_for: WaitFor, until: Until) -> None:
    host = node(hosting=True)
    host.set("h", "1")
    stranger = node(host.address, key=bytes(64))
    stranger.set("s", "6")
    await until(lambda: host.refused > 0)
    ben = node(host.address)
    await wait_for(ben, Changed("h", "1"))
    read = await wait_for(stranger, DOWN)
    assert "something else than this room" in read[-1].detail  # type: ignore[union-attr]
    assert values(read) == {}
    assert stranger.mesh.heard == 0
    assert ben.mesh.heard == 1
    assert host.refused < 10  # it does not knock all the time


async def test_who_has_one_key_but_not_the_other_is_refused(node: OpenNode, until: Until) -> None:
    """The host's public key is shown to nobody; even who has it needs the room's."""
    host = node(hosting=True)
    context = zmq.Context()
    stranger = context.socket(zmq.DEALER)
    public, secret = zmq.curve_keypair()
    stranger.set(zmq.CURVE_SERVERKEY, Keys(KEY).server_public)
    stranger.set(zmq.CURVE_PUBLICKEY, public)
    stranger.set(zmq.CURVE_SECRETKEY, secret)
    stranger.connect(f"tcp://{host.mesh.spots[0]}")
    try:
        await until(lambda: host.refused > 0)
        assert host.mesh.ways == []
    finally:
        context.destroy(0)


async def test_a_stalled_reader_costs_what_is_in_its_sockets_and_gets_the_newest(node: OpenNode, until: Until) -> None:
    """Somebody with the room's key who says hello, and then reads nothing for thousands of large values."""
    host = node(hosting=True)
    context = zmq.Context()
    reader = context.socket(zmq.DEALER)
    reader.set(zmq.RCVHWM, 1)
    reader.set(zmq.RCVBUF, 65_536)
    come_in(reader, host)
    try:
        reader.send(encode(Hello(b"stalling", True, b"p" * 16)))
        await until(lambda: host.mesh.heard == 1)
        (way,) = host.mesh.ways
        sent = 0
        for number in range(200):
            host.set("h", f"{number:03}".ljust(100_000, "7"))
            sent += 1
            if sent % 8 == 0:
                await asyncio.sleep(0.01)
        await until(lambda: host._waiting == {} and host.mesh.waits(way))
        frame = host.mesh.offer(way)
        assert frame is not None
        assert len(frame) <= largest_frame(host.place)
        # What was taken lies in the sockets: a frame for each place below the mark, and the system's buffers.
        taken = 0
        newest = "199".ljust(100_000, "7")
        found = ""
        while found != newest:
            await until(lambda: reader.poll(0) > 0)
            frame = reader.recv()
            taken += len(frame)
            found = frame[-50_000:].hex()
        in_all = sent * 50_000
        assert taken < in_all / 2
        assert taken < (2 * HIGH_WATER + 60) * 50_000
    finally:
        context.destroy(0)


async def test_a_hostile_member_is_counted_and_does_no_harm(node: OpenNode, wait_for: WaitFor, until: Until) -> None:
    host = node(hosting=True)
    ben = node(host.address)
    ben.set("b", "1")
    await wait_for(host, Changed("b", "1"))
    context = zmq.Context()
    evil = context.socket(zmq.DEALER)
    come_in(evil, host)
    try:
        for frame in (b"", b"\x01", b"\x02" + bytes(30), b"?" * 50_000, encode(Hello(ben.mesh.node, True, b"p" * 16))):
            evil.send(frame)
        evil.send_multipart([b"one", b"two"])
        await until(lambda: host.mesh.noise[Noise.FRAME] >= 4 and host.mesh.noise[Noise.ANOTHER] >= 1)
        ben.set("b", "2")
        await wait_for(host, Changed("b", "2"))
    finally:
        context.destroy(0)


async def test_too_large_a_frame_ends_the_connection_alone(node: OpenNode, wait_for: WaitFor) -> None:
    host = node(hosting=True)
    context = zmq.Context()
    evil = context.socket(zmq.DEALER)
    come_in(evil, host)
    try:
        evil.send(bytes(1_000_000))
        ben = node(host.address)
        host.set("h", "1")
        await wait_for(ben, Changed("h", "1"))
        assert host.mesh.noise == {}
    finally:
        context.destroy(0)


async def test_a_port_that_is_taken_is_an_error_and_the_next_one_is_used() -> None:
    with socket.create_server((HERE, 0)) as taken:
        port = taken.getsockname()[1]
        host = DirectTransport(parse_relay("direct"), "4821", KEY, listen=HERE, hosting=True)
        with pytest.raises(OSError, match="use"):
            host.bind(port)
        assert host.bind(port, 0) == host.address != parse_relay("direct")
        await host.close()
        await host.close()


async def test_closing_at_once_ends_the_events(node: OpenNode) -> None:
    host = node(hosting=True)
    events = host.events()
    await host.close()
    assert [event async for event in events if isinstance(event, Changed)] == []


async def test_a_room_on_a_relay_goes_on_directly_when_the_relay_dies(relay: FakeRelay, wait_for: WaitFor) -> None:
    home = DirectTransport(parse_relay("direct"), "4821", KEY, listen=HERE, hosting=True)
    direct = home.bind(0)
    pushed = [0.0]

    def steady() -> float:
        return time.monotonic() + pushed[0]

    first = parse_relay(relay.url)
    host = Relays([first, direct], "4821", key=KEY, listen=HERE, ready=home, environ={}, steady=steady)
    ben = Relays([first, direct], "4821", key=KEY, listen=HERE, environ={}, steady=steady)
    try:
        await wait_for(host, UP)
        await wait_for(ben, UP)
        host.set("h", "1")
        await wait_for(ben, Changed("h", "1"))
        await relay.stop()
        await wait_for(ben, DOWN)
        pushed[0] += 10
        ben.set("b", "2")
        await wait_for(host, Changed("b", "2"))
        assert host.on == (first, direct)
    finally:
        await host.close()
        await ben.close()


async def test_it_is_found_nearby_with_no_address_at_all(node: OpenNode, wait_for: WaitFor) -> None:
    host = node(hosting=True)
    host.set("h", "1")
    ben = node()
    read = await wait_for(ben, Changed("h", "1"))
    assert read[0] == Link(LinkState.CONNECTING, "Looking for the room in the local network.")


async def test_where_nobody_is_the_player_is_told_what_to_do(node: OpenNode, wait_for: WaitFor) -> None:
    with socket.create_server((HERE, 0)) as free:
        port = free.getsockname()[1]
    ben = node(parse_relay(f"direct://{HERE}:{port}/"))
    read = await wait_for(ben, DOWN)
    detail = read[-1].detail  # type: ignore[union-attr]
    assert detail.startswith(f"None of {HERE}:{port} answers")
    assert "relay" in detail


async def test_an_error_of_ours_is_told_and_the_program_can_be_ended(
    node: OpenNode, wait_for: WaitFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = node(hosting=True)
    await wait_for(host, UP)

    def fails(_: float) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(host.mesh, "step", fails)
    read = await wait_for(host, DOWN)
    assert "end it, and resume" in read[-1].detail  # type: ignore[union-attr]
    await host.close()


async def test_an_error_of_ours_with_one_frame_costs_that_frame(
    node: OpenNode, wait_for: WaitFor, until: Until, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = node(hosting=True)
    guest = node(host.address)
    guest.set("1", "1")
    await wait_for(host, Changed("1", "1"))
    take = host.mesh.take

    def fails(*_: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(host.mesh, "take", fails)
    guest.set("1", "2")
    await until(lambda: host.mesh.noise[Noise.UNFORESEEN] > 0)
    monkeypatch.setattr(host.mesh, "take", take)
    guest.set("1", "3")
    await wait_for(host, Changed("1", "3"))


async def test_more_variables_than_a_room_holds_end_nothing(node: OpenNode, wait_for: WaitFor) -> None:
    host = node(hosting=True)
    guest = node(host.address)
    for number in range(200):
        guest.set(f"{number}", "1")
    await wait_for(host, Changed("0", "1"))
    guest.set("0", "2")
    await wait_for(host, Changed("0", "2"))
