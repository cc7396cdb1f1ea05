"""Whatever arrives: the relay process lives on, prints no traceback, and serves those who behave."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from typing import TYPE_CHECKING

import aiohttp
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2pscrabble_relay.server import Relay

if TYPE_CHECKING:
    from tests.relay.conftest import Start

HANDSHAKE = '{"method":"handshake","project_id":"r","user":"a"}'
UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
SOCKET_NOISE = {
    "nothing": b"",
    "an empty line": b"\r\n",
    "zeros": b"\x00" * 5_000,
    "half a head": b"GET / HTTP/1.1\r\n",
    "an endless path": b"GET " + b"x" * 100_000,
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "a body that never comes": b"POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\nx",
    "endless headers": b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5_000,
    "wrong chunks": b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzzz\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "an upgrade and no more": UPGRADE,
    "no frame": UPGRADE + b"\xff" * 100,
    "a frame without a mask": UPGRADE + b"\x81\x05hello",
    "a frame of 2^64 bytes": UPGRADE + b"\x81\xff" + b"\xff" * 8,
    "half a close code": UPGRADE + b"\x88\x81\x00\x00\x00\x00\x00",
    "a ping that is too long": UPGRADE + b"\x89\xff",
    "a continuation of nothing": UPGRADE + b"\x80\x80\x00\x00\x00\x00",
    "reserved bits": UPGRADE + b"\xf1\x80\x00\x00\x00\x00",
    "many beginnings": UPGRADE + b"\x01\x80\x00\x00\x00\x00" * 50,
    "many pings": UPGRADE + b"\x89\x80\x00\x00\x00\x00" * 500,
}
TEXT_NOISE = {
    "deep lists": "[" * 200_000,
    "deep objects": '{"a":' * 100_000,
    "an endless number": "9" * 500_000,
    "an endless number as value": '{"method":"set","value":' + "9" * 500_000 + "}",
    "a zero": "\x00",
    "empty objects": "{}{}{}",
    "half a character": HANDSHAKE.replace('"r"', '"\\ud800"') + '{"method":"set","name":"\\udfff","value":"1"}',
    "handshakes": f"{HANDSHAKE}\n" * 5_000,
    "nulls": "null\n" * 1_000,
    "one variable": HANDSHAKE + '{"method":"set","name":"a","value":"1"}' * 5_000,
    "many variables": HANDSHAKE + "".join(f'{{"method":"set","name":"{name}","value":"1"}}' for name in range(5_000)),
}


async def two_can_play(url: str) -> None:
    async with aiohttp.ClientSession() as session:
        alice, bob = [await session.ws_connect(url) for _ in range(2)]
        for client in (alice, bob):
            await client.send_str('{"method":"handshake","project_id":"quiet room","user":"a"}')
        await alice.send_str('{"method":"set","name":"x","value":"1"}')
        assert await bob.receive_str(timeout=60) == '{"method":"set","name":"x","value":"1"}'
        await alice.close()
        await bob.close()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that a process can answer")
async def test_a_process_survives_noise(start: Start) -> None:
    relay = await start()
    for noise in SOCKET_NOISE.values():
        _, writer = await asyncio.open_connection("127.0.0.1", relay.port)
        writer.write(noise)
        writer.close()
    async with aiohttp.ClientSession() as session:
        for text in TEXT_NOISE.values():
            async with session.ws_connect(relay.url) as ws:
                await ws.send_str(text)
    await two_can_play(relay.url)
    code, out, err = await relay.stop(signal.SIGTERM)
    assert (code, out) == (0, "")
    # One line when it began to listen and one at the end: noise is counted, not logged.
    assert len(err.splitlines()) == 2, err


FRAMES = st.lists(
    st.one_of(
        st.text(max_size=200),
        st.binary(max_size=200),
        st.fixed_dictionaries(
            {"method": st.sampled_from(["handshake", "set", "create", "rename", "delete", "none"])},
            optional={
                "project_id": st.text(max_size=3) | st.integers() | st.none(),
                "user": st.text("ab_ ", max_size=5),
                "name": st.text(max_size=5) | st.none(),
                "value": st.text("019.-x", max_size=9) | st.floats(allow_nan=False) | st.integers(),
            },
        ).map(json.dumps),
        st.just(HANDSHAKE),
    ),
    max_size=8,
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(FRAMES)
def test_frames_of_all_kinds(caplog: pytest.LogCaptureFixture, frames: list[str | bytes]) -> None:
    """The relay closes with one of its codes or goes on; it never meets an error of its own."""

    async def play() -> None:
        async with Relay().serve() as running, aiohttp.ClientSession() as session:
            async with session.ws_connect(running.url) as ws:
                try:
                    for frame in frames:
                        await (ws.send_str(frame) if isinstance(frame, str) else ws.send_bytes(frame))
                except ConnectionError:
                    pass
                await ws.close()
                assert ws.close_code in {1000, 1006, 4000, 4002, 4003}
            await two_can_play(running.url)

    asyncio.run(play())
    assert "error" not in caplog.text


async def test_text_that_is_not_utf_8() -> None:
    async with Relay().serve() as running, aiohttp.ClientSession() as session:
        for before in ((), (HANDSHAKE, '{"method":"set","name":"a","value":"1"}')):
            async with session.ws_connect(running.url) as ws:
                for text in before:
                    await ws.send_str(text)
                await ws.send_frame(b'{"method":"set","name":"a\xff","value":"1"}', aiohttp.WSMsgType.TEXT)
                assert (await ws.receive(timeout=60)).type is aiohttp.WSMsgType.CLOSE
                assert ws.close_code == 1007
        await two_can_play(running.url)
