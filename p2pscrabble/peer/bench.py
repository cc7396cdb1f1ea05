"""Threads for work that takes a while, so that nothing else waits for it; none before there is any."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from p2pscrabble.peer.work import Job


class Bench:
    """Does jobs in threads and hands the results to the loop. What the arithmetic takes longest for leaves others run.

    One pool has the jobs, another the parts into which a job spreads itself, so that no job waits for its own parts.
    """

    def __init__(self) -> None:
        self._jobs: ThreadPoolExecutor | None = None
        self._parts: ThreadPoolExecutor | None = None
        self._running: set[asyncio.Future[bytes]] = set()
        self.failure: BaseException | None = None
        """What went wrong in a job, which is a fault of this program."""

    def begin(self, job: Job, done: Callable[[Job, bytes], None]) -> None:
        """Does a job; ``done`` is called in the loop that this is called from."""
        if self._jobs is None or self._parts is None:
            threads = os.cpu_count() or 1
            self._jobs = ThreadPoolExecutor(2, thread_name_prefix="p2pscrabble job")
            self._parts = ThreadPoolExecutor(threads, thread_name_prefix="p2pscrabble part")
        spread = self._parts.map
        future = asyncio.get_running_loop().run_in_executor(self._jobs, job.run, spread)
        self._running.add(future)

        def finished(future: asyncio.Future[bytes]) -> None:
            self._running.discard(future)
            if future.cancelled():
                return
            self.failure = self.failure or future.exception()
            if future.exception() is None:
                done(job, future.result())

        future.add_done_callback(finished)

    def close(self) -> None:
        """Nothing more is begun or told; what is under way comes to nothing."""
        for future in self._running:
            future.cancel()
        for pool in (self._jobs, self._parts):
            if pool is not None:
                pool.shutdown(wait=False, cancel_futures=True)
