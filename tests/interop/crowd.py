"""Those who would be in the way: strangers by the hundred, a flood of values, and somebody with the code who lies."""

from __future__ import annotations

import asyncio
import json
import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from aiohttp import ClientSession, ClientWebSocketResponse, ClientWSTimeout, TCPConnector, WSMsgType

from p2pscrabble.numerals import RoomCode
from p2pscrabble.sync import Identity, Room, Stream, Sync
from p2pscrabble.table import Hello, Role
from p2pscrabble.transport import wire

_TICK: Final = 0.01
_KEPT: Final = 20


class Crowd:
    """A thread with clients of one room on one relay; what each of them does, and what came of it, is counted."""

    def __init__(self, url: str, code: str) -> None:
        self.counts: Counter[str] = Counter()
        self._url = url
        self._secrets = RoomCode.parse(code).secrets()
        self._heard: dict[str, list[str]] = {}
        self._dice = random.Random(1)
        self._clients: list[ClientWebSocketResponse] = []

    @contextmanager
    def at_work(self, strangers: int, flood: int) -> Iterator[None]:
        """So many strangers join and stay, and so many values a second are set, until the end."""
        ended = threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(self._work(strangers, flood, ended)), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join(60)

    async def _work(self, strangers: int, flood: int, ended: threading.Event) -> None:
        async with ClientSession(connector=TCPConnector(limit=0)) as session:
            tasks = [asyncio.create_task(self._flood(session, flood)), asyncio.create_task(self._lie(session))]
            tasks += [asyncio.create_task(self._stranger(session)) for _ in range(strangers)]
            await asyncio.to_thread(ended.wait)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _join(self, session: ClientSession) -> ClientWebSocketResponse:
        ws = await session.ws_connect(self._url, max_msg_size=0, timeout=ClientWSTimeout(ws_close=0.2))
        await ws.send_str(wire.handshake(self._secrets.room_id, f"player{self._dice.randrange(10**6)}"))
        return ws

    async def _read(self, ws: ClientWebSocketResponse) -> None:
        """Listens, and remembers what the variables were."""
        async for message in ws:
            if message.type is not WSMsgType.TEXT:
                continue
            for line in filter(None, message.data.split("\n")):
                with suppress(ValueError, KeyError):
                    said = json.loads(line)
                    kept = self._heard.setdefault(said["name"].removeprefix(wire.CLOUD), [])
                    kept.append(said["value"])
                    del kept[:-_KEPT]

    async def _stranger(self, session: ClientSession) -> None:
        """Joins and stays; comes again where it is sent away."""
        while True:
            with suppress(OSError, Exception):
                ws = await self._join(session)
                self.counts["joined"] += 1
                async for _ in ws:
                    pass
                self.counts[f"closed {ws.close_code}"] += 1
            await asyncio.sleep(1)

    async def _flood(self, session: ClientSession, a_second: int) -> None:
        """Sets a variable of its own, and those of the players: to nonsense, and to what they once were."""
        ws = await self._join(session)
        reading = asyncio.create_task(self._read(ws))
        begin = time.monotonic()
        try:
            while True:
                await asyncio.sleep(_TICK)
                while self.counts["set"] < (time.monotonic() - begin) * a_second:
                    name = self._dice.choice(["1", *self._heard])
                    digits = str(self._dice.randrange(10**300)) + "7"
                    if self._heard.get(name) and self._dice.random() < 0.5:
                        digits = self._dice.choice(self._heard[name])
                    await ws.send_str(wire.setting(name, digits.lstrip("0")))
                    self.counts["set"] += 1
        finally:
            reading.cancel()

    async def _lie(self, session: ClientSession) -> None:
        """Somebody with the code: says that the room is theirs, and that they hold what they do not."""
        room = Room(self._secrets.room_id, self._secrets.key, 100_000)
        liar = Sync(Identity(bytes([9]) * 32), room, Hello(Role.HOST, "Ana", "a liar").encode())
        liar.append(Stream.GAME, 2, b"not a call")
        ws = await self._join(session)

        async def hear() -> None:
            async for message in ws:
                for line in filter(None, str(message.data).split("\n")):
                    with suppress(ValueError, KeyError):
                        said = json.loads(line)
                        liar.receive(said["name"].removeprefix(wire.CLOUD), said["value"], time.monotonic())

        reading = asyncio.create_task(hear())
        try:
            while True:
                liar.take_unsaved()
                for name, digits in liar.due(time.monotonic()):
                    self.counts["lies"] += 1
                    await ws.send_str(wire.setting(name, digits))
                await asyncio.sleep(0.1)
        finally:
            reading.cancel()
