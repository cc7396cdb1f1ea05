"""What a reader that stops reading costs a relay process."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

if TYPE_CHECKING:
    from tests.relay.conftest import Process, Stall, Start

VALUE = 100_000
SETS = 600
ALLOWED = 5_000_000

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the peak memory of another process")


def peak(relay: Process) -> int:
    """The most memory that the process has had, in bytes."""
    status = Path(f"/proc/{relay.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024


async def member(session: aiohttp.ClientSession, relay: Process) -> aiohttp.ClientWebSocketResponse:
    ws = await session.ws_connect(relay.url, max_msg_size=0)
    await ws.send_str('{"method":"handshake","project_id":"room","user":"a"}')
    return ws


async def set_all(writer: aiohttp.ClientWebSocketResponse, reader: aiohttp.ClientWebSocketResponse, end: str) -> None:
    """Set the values, on four variables as four seats would; done when the reader has the last one."""

    async def write() -> None:
        for number in range(SETS):
            value = f"{number}{end}".zfill(VALUE).replace("0", "1", 1)
            await writer.send_str(json.dumps({"method": "set", "name": f"x{number % 4}", "value": value}))

    writing = asyncio.create_task(write())
    last = f'{SETS - 1}{end}"}}'
    while last not in await reader.receive_str(timeout=30):
        pass
    await writing


async def test_a_stalled_reader_costs_under_5_mb(start: Start, stall: Stall) -> None:
    relay = await start()
    async with aiohttp.ClientSession() as session:
        writer, reader = await member(session, relay), await member(session, relay)
        await set_all(writer, reader, end="8")  # what the load itself costs, with everybody reading
        before = peak(relay)
        stalled = await stall(relay.port)
        await set_all(writer, reader, end="9")
        grown = peak(relay) - before
        async with session.get(relay.url.replace("ws", "http", 1) + "metrics") as response:
            text = await response.text()
        await writer.close()
    stalled.close()
    assert grown < ALLOWED
    conflated = next(line for line in text.splitlines() if line.startswith("p2pscrabble_relay_conflated_total"))
    assert int(conflated.split()[1]) > SETS / 2, "the reader was not stalled"
