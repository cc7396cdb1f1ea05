"""What stands between programs and their relay, and fails on demand: a proxy of bytes, and a relay with bad habits.

Both run in a thread of the test's own process, so that a test can turn the trouble on and off while programs play.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tests.transport.conftest import FakeRelay

_CHUNK: Final = 4_096


@contextmanager
def in_a_thread(begin: Callable[[], Awaitable[None]], end: Callable[[], Awaitable[None]]) -> Iterator[Call]:
    """Runs an event loop in a thread between the two; gives a way to have something done there, and waits for it."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    def call(do: Callable[[], Awaitable[None]]) -> None:
        async def done() -> None:
            await do()

        asyncio.run_coroutine_threadsafe(done(), loop).result(60)

    call(begin)
    try:
        yield call
    finally:
        call(end)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(60)
        loop.close()


Call = Callable[[Callable[[], Awaitable[None]]], None]


class Proxy:
    """Passes bytes to a port of this computer and back.

    ``delay``: seconds that every piece takes. ``is_open`` false: takes connections and passes nothing on, not even that
    one side has gone, as a router does that has forgotten them.
    """

    def __init__(self, target: int) -> None:
        self.port = 0
        self.delay = 0.0
        self.is_open = True
        self._target = target
        self._cut = 0
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/"

    def cut(self, pieces: int = 1) -> None:
        """Breaks off so many connections in the middle of the next piece that passes."""
        self._cut += pieces

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for writer in self._writers:
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._target)
        self._writers |= {writer, back}
        for source, sink, other in ((reader, back, writer), (there, writer, back)):
            task = asyncio.create_task(self._pass(source, sink, other))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _pass(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, other: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while piece := await source.read(_CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                if not self.is_open:
                    continue  # and these bytes are lost, so the connection is of no use any more
                if self._cut:
                    self._cut -= 1
                    sink.write(piece[: len(piece) // 2])
                    await sink.drain()
                    break
                sink.write(piece)
                await sink.drain()
        if self.is_open:
            sink.close()
            other.close()


@contextmanager
def proxy(target: int) -> Iterator[Proxy]:
    """A proxy before the relay on this port."""
    between = Proxy(target)
    with in_a_thread(between.start, between.stop):
        yield between


@contextmanager
def bad_relay() -> Iterator[tuple[FakeRelay, Call]]:
    """A relay whose attributes say how it misbehaves, and a way to have something done in its thread."""
    relay = FakeRelay()
    with in_a_thread(relay.start, relay.stop) as call:
        yield relay, call
