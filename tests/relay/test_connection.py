"""How one connection is read and written: backpressure, conflation, stalled readers, ending."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import aiohttp

if TYPE_CHECKING:
    from tests.relay.conftest import Open, Place, Reached, Stall


async def test_a_fast_sender_is_slowed_and_loses_nothing(open_relay: Open) -> None:
    place = await open_relay(messages_per_second=100, message_burst=20)
    alice, bob = await place.join("room", "alice"), await place.join("room", "bob")
    loop = asyncio.get_running_loop()
    start = loop.time()
    for value in range(60):
        await alice.set("☁ x", str(value))
    await bob.until("☁ x", "59")
    assert loop.time() - start >= 0.3  # (60 - 20) / 100 but for the first ones and the last
    counters = place.running.relay.counters
    assert counters.slowed
    assert counters.sets == 60
    assert not alice.ws.closed


async def test_many_messages_in_one_frame_are_slowed_too(open_relay: Open) -> None:
    place = await open_relay(messages_per_second=100, message_burst=20)
    alice, bob = await place.join("room", "alice"), await place.join("room", "bob")
    loop = asyncio.get_running_loop()
    start = loop.time()
    await alice.ws.send_str("\n".join(f'{{"method":"set","name":"x","value":"{value}"}}' for value in range(60)))
    await bob.until("x", "59")
    assert loop.time() - start >= 0.3


async def test_frames_without_effect_count_too(open_relay: Open, reached: Reached) -> None:
    place = await open_relay(messages_per_second=1_000, message_burst=5)
    alice = await place.join()
    counters = place.running.relay.counters
    for kind in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.PING, aiohttp.WSMsgType.PONG):
        slowed = counters.slowed
        for _ in range(20):
            await alice.ws.send_frame(b"x", kind)
        await reached(partial(lambda before: counters.slowed > before, slowed))


async def test_one_flood_does_not_silence_the_others(open_relay: Open) -> None:
    place = await open_relay(messages_per_second=0)
    alice, bob = await place.join("a", "alice"), await place.join("a", "bob")
    flooder = await place.join("b", "flooder")
    text = "\n".join(f'{{"method":"set","name":"x","value":"{value}"}}' for value in range(20_000))
    flood = [asyncio.create_task(flooder.ws.send_str(text)) for _ in range(3)]
    for value in range(20):
        await alice.set("☁ x", str(value))
        await bob.until("☁ x", str(value))
    assert place.running.relay.counters.sets < 60_020, "the flood was over before the others had their turn"
    await asyncio.gather(*flood)


async def test_a_busy_client_gets_the_newest_of_everything(place: Place, reached: Reached, stall: Stall) -> None:
    alice = await place.join("room", "alice")
    relay = place.running.relay
    with await stall(place.running.port) as busy:
        await reached(lambda: relay.connections == 2)
        for number in range(60):
            await alice.set(f"☁ {number % 3}", "9" * 90_000 + str(number))
        await place.settled(alice)
        assert relay.counters.conflated > 30
        newest = [f'9{number}"}}'.encode() for number in (57, 58, 59)]
        received = b""
        async with asyncio.timeout(60):
            while not all(received.count(end) == 1 for end in newest):
                received += await asyncio.get_running_loop().sock_recv(busy, 1_000_000)
    await reached(lambda: relay.connections == 1)


async def test_a_stalled_client_is_dropped_alone(open_relay: Open, reached: Reached, stall: Stall) -> None:
    place = await open_relay(send_timeout=0.3)
    alice, bob = await place.join("room", "alice"), await place.join("room", "bob")
    with await stall(place.running.port):
        relay = place.running.relay
        await reached(lambda: relay.connections == 3)
        reading = asyncio.create_task(bob.until("☁ x", "9" * 90_000 + "39"))
        for number in range(40):
            await alice.set("☁ x", "9" * 90_000 + str(number))
            await alice.set("☁ y", "9" * 90_000 + str(number))
            await place.settled(alice)
        await reading
        await reached(lambda: relay.connections == 2)
    assert relay.counters.refused["send_timeout"] == 1
    await alice.set("☁ z", "1")
    await bob.until("☁ z", "1")


async def test_a_stalled_newcomer_holds_nobody_up(place: Place, reached: Reached, stall: Stall) -> None:
    alice, bob = await place.join("room", "alice"), await place.join("room", "bob")
    for number in range(30):
        await alice.set(f"☁ {number}", "9" * 99_000)
    with await stall(place.running.port):
        await reached(lambda: place.running.relay.connections == 3)
        await alice.set("☁ x", "1")
        await bob.until("☁ x", "1")


async def test_a_client_that_does_not_answer_the_close_frame_is_cut_off(place: Place, reached: Reached) -> None:
    ws = await place.session.ws_connect(place.running.url, autoclose=False)
    await ws.send_str("nonsense")
    assert (await ws.receive(timeout=60)).type is aiohttp.WSMsgType.CLOSE
    await reached(lambda: place.running.relay.connections == 0)
    await ws.close()


async def test_a_client_that_vanishes_leaves_its_room(place: Place, reached: Reached, stall: Stall) -> None:
    with await stall(place.running.port):
        await reached(lambda: place.running.relay.rooms.occupied == 1)
    await reached(lambda: place.running.relay.connections == place.running.relay.rooms.occupied == 0)


async def test_a_frame_in_many_pieces(place: Place, stall: Stall) -> None:
    alice, bob = await place.join("room", "alice"), await place.join("room", "bob")
    with await stall(place.running.port) as sock:
        loop = asyncio.get_running_loop()
        text = '{"method":"set","name":"☁ x","value":"7"}'.encode()
        for byte in b"\x81%c\x00\x00\x00\x00%b" % (0x80 | len(text), text):
            await loop.sock_sendall(sock, bytes([byte]))
            await asyncio.sleep(0)
        await bob.until("☁ x", "7")
    await alice.ws.close()
