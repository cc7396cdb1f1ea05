"""Two relay processes and one Redis, under load: a process is killed, Redis is restarted, Redis is gone for a while."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import aiohttp
import pytest

from tests.relay.redis_server import RedisServer, redis_server

if TYPE_CHECKING:
    from tests.relay.conftest import Process, Reached, Start

ROOMS = 8
SEATS = 4
PAUSE = 0.1
GONE_SECONDS = 10.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot let a process stand still")


@dataclass
class Member:
    """As a player's program: it sets its own variable, and goes to the next relay when it is cut off."""

    session: aiohttp.ClientSession
    relays: list[Process]
    room: str
    name: str
    first: int
    value: int = 0
    seen: dict[str, int] = field(default_factory=dict)
    snapshots: list[set[str]] = field(default_factory=list)
    writing: bool = True

    async def run(self) -> None:
        turn, again = self.first, False
        while True:
            with suppress(aiohttp.ClientError, OSError):
                async with self.session.ws_connect(self.relays[turn % len(self.relays)].url) as ws:
                    await ws.send_str(json.dumps({"method": "handshake", "project_id": self.room, "user": "player"}))
                    writing = asyncio.create_task(self._write(ws))
                    try:
                        await self._read(ws, entered=again)
                    finally:
                        writing.cancel()
            turn, again = turn + 1, True
            await asyncio.sleep(0.02)

    async def _read(self, ws: aiohttp.ClientWebSocketResponse, *, entered: bool) -> None:
        async for message in ws:
            for line in message.data.split("\n"):
                change = json.loads(line)
                self.seen[change["name"]] = int(change["value"])
            if entered:
                self.snapshots.append({json.loads(line)["name"] for line in message.data.split("\n")})
                entered = False

    async def _write(self, ws: aiohttp.ClientWebSocketResponse) -> None:
        with suppress(aiohttp.ClientError, OSError):
            while True:
                self.value += self.writing
                await ws.send_str(json.dumps({"method": "set", "name": self.name, "value": str(self.value)}))
                await asyncio.sleep(PAUSE)


def all_agree(members: list[Member]) -> bool:
    """Whether everybody has the last value of everybody else in the room."""
    return all(
        one.seen.get(other.name) == other.value
        for one in members
        for other in members
        if other.room == one.room and other is not one
    )


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server("--appendonly", "no") as server:
        yield server


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        yield session


async def test_nothing_is_lost_in_eight_rooms(
    start: Start, redis: RedisServer, session: aiohttp.ClientSession, reached: Reached
) -> None:
    relays = [await start("--redis", redis.url) for _ in range(2)]
    members = [
        Member(session, relays, f"room {room}", f"☁ {seat}", first=(room + seat) % 2)
        for room in range(ROOMS)
        for seat in range(SEATS)
    ]
    running = [asyncio.create_task(member.run()) for member in members]

    async def settle() -> None:
        """They stop counting, and all come to have the same."""
        for member in members:
            member.writing = False
        await reached(lambda: all_agree(members))

    def go_on() -> None:
        for member in members:
            member.writing = True

    try:
        await reached(lambda: all(len(member.seen) == SEATS - 1 for member in members))
        # Redis is restarted with nothing, while everybody writes.
        redis.kill()
        await asyncio.sleep(0.5)
        redis.start()
        await settle()
        assert int(redis.ask("DBSIZE")[1:]) == 2 * ROOMS
        go_on()
        # Redis does not answer for ten seconds; those who share a relay go on together.
        redis.pause()
        neighbours = [(one, other) for one in members for other in members
                      if one.room == other.room and one.first == other.first and one is not other]  # fmt: skip
        before = {member.name + member.room: member.value for member in members}
        await asyncio.sleep(GONE_SECONDS)
        await reached(lambda: all(one.seen[other.name] > before[other.name + other.room] for one, other in neighbours))
        assert await status(session, relays[0]) == "degraded"
        redis.resume()
        await settle()
        assert await status(session, relays[0]) == "ok"
        go_on()
        # A relay is killed; its clients go to the other one and find there what everybody has set last.
        await asyncio.sleep(1)
        cut = [member for member in members if member.first == 0]
        relays[0].process.kill()
        await reached(lambda: all(member.snapshots for member in cut))
        assert all(len(member.snapshots[0] - {member.name}) == SEATS - 1 for member in cut)
        await settle()
        assert not any(member.snapshots for member in members if member.first == 1), "the others were not cut off"
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def status(session: aiohttp.ClientSession, relay: Process) -> str:
    async with session.get(relay.url.replace("ws", "http", 1) + "healthz") as response:
        return str((await response.json())["status"])
