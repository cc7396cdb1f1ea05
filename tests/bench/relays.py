"""What a relay does with a second of a processor, and with memory: our own, and any other beside it in the same run.

``P2PSCRABBLE_BENCH_RELAY`` names another relay on this machine, ``P2PSCRABBLE_BENCH_RELAY_PID`` its process.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Final

from tests.bench.crowd import Client, arrived, connect, flood, frame, paced, place
from tests.bench.games import PROJECT
from tests.bench.measure import Figures, percentile
from tests.relay.redis_server import redis_server

ROOMS: Final = 50
SEATS: Final = 4
RATE: Final = 10.0
SECONDS: Final = 5.0
ROUNDS: Final = 3
CONNECTIONS: Final = 10_000
STALLED: Final = 100
VALUE: Final = 100_000
LONG_SETS: Final = 60
SPARE_FILES: Final = 200
PROC: Final = Path("/proc")


@dataclass(frozen=True)
class Measured:
    """A relay, its name in the figures, and its process where we may look at it."""

    name: str
    url: str
    pid: int | None

    def cpu(self) -> float:
        """Seconds of processors that it has used."""
        fields = (PROC / str(self.pid) / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self, kind: str = "VmRSS") -> float:
        """Its memory now, or at its peak (``VmHWM``), in megabytes."""
        text = (PROC / str(self.pid) / "status").read_text()
        return int(next(line for line in text.splitlines() if line.startswith(f"{kind}:")).split()[1]) / 1_024


def measure_relays(short: bool) -> Figures:
    """Latency and cost at a pace, sets in a flood, memory of many connections and of readers that take nothing."""
    with ExitStack() as stack:
        relays = [stack.enter_context(own_relay())]
        if url := os.environ.get("P2PSCRABBLE_BENCH_RELAY"):
            pid = os.environ.get("P2PSCRABBLE_BENCH_RELAY_PID")
            relays.append(Measured("other", url, int(pid) if pid and PROC.exists() else None))
        found = [_loads(relays, paced_load, 1 if short else ROUNDS, 0.5 if short else SECONDS)]
        found.append(_loads(relays, flood_load, 1 if short else ROUNDS, 0.5 if short else SECONDS))
        for relay in relays:
            if relay.pid is not None:
                found.append(_named(relay, asyncio.run(connected(relay, 200 if short else CONNECTIONS))))
                found.append(_named(relay, asyncio.run(stalled(relay, 10 if short else STALLED))))
        found.append(_together(0.5 if short else SECONDS))
        return {name: value for figures in found for name, value in figures.items()}


def _together(duration: float) -> Figures:
    """Four of our relays with one Redis, one seat of each room at each."""
    if shutil.which("redis-server") is None or not PROC.exists():
        sys.stdout.write("  there is no redis-server here, or no /proc: relays together are left out\n")
        return {}
    with ExitStack() as stack:
        redis = stack.enter_context(redis_server())
        relays = [stack.enter_context(own_relay("--redis", redis.url)) for _ in range(SEATS)]
        return asyncio.run(together_load(relays, Measured("redis", redis.url, redis.pid), duration))


Load = Callable[[Measured, float], Awaitable[Figures]]


def _loads(relays: list[Measured], load: Load, rounds: int, duration: float) -> Figures:
    """The median of some rounds, in which the relays take turns."""

    async def once(relay: Measured) -> Figures:
        return await load(relay, duration)

    found: dict[str, list[float]] = {}
    for _ in range(rounds):
        for relay in relays:
            for name, value in _named(relay, asyncio.run(once(relay))).items():
                found.setdefault(name, []).append(value)
    return {name: median(values) for name, values in found.items()}


def _named(relay: Measured, figures: Figures) -> Figures:
    return {f"relay_{relay.name}_{name}": value for name, value in figures.items()}


async def paced_load(relay: Measured, duration: float) -> Figures:
    """50 rooms of four, each client ten values a second."""
    groups = await connect(ROOMS, SEATS, relay.url)
    began, used = time.monotonic(), relay.cpu() if relay.pid else 0.0
    await paced(groups, RATE, duration)
    used, took = (relay.cpu() - used if relay.pid else 0.0), time.monotonic() - began
    await arrived(groups)
    waits = [wait / 1e6 for client in _all(groups) for wait in client.waits]
    figures = {"paced_ms_median": median(waits), "paced_ms_p99": percentile(waits, 0.99)}
    if relay.pid:
        # A tick of the clock, where the load was too short to see any.
        used = max(used, 1 / os.sysconf("SC_CLK_TCK"))
        figures |= {"paced_us_a_delivery": 1e6 * used / len(waits), "paced_core_percent": 100 * used / took}
    _close(groups)
    return figures


async def together_load(relays: list[Measured], redis: Measured, duration: float) -> Figures:
    """The pace as above, where what one sets is told to three at other relays."""
    groups = await connect(ROOMS, SEATS, *(relay.url for relay in relays))
    for client in _all(groups):
        client.set()
    await arrived(groups)  # the rooms are loaded
    processes = (*relays, redis)
    before = [process.cpu() for process in processes]
    for client in _all(groups):
        client.waits.clear()
    sent = sum(client.sent for client in _all(groups))
    await paced(groups, RATE, duration)
    used = [process.cpu() - was for process, was in zip(processes, before, strict=True)]
    await arrived(groups)
    sets = sum(client.sent for client in _all(groups)) - sent
    waits = [wait / 1e6 for client in _all(groups) for wait in client.waits]
    _close(groups)
    tick = 1 / os.sysconf("SC_CLK_TCK")
    return {
        "relay_together_ms_median": median(waits),
        "relay_together_ms_p99": percentile(waits, 0.99),
        "relay_together_relays_us_a_set": 1e6 * max(tick, sum(used[:-1])) / sets,
        "relay_together_redis_us_a_set": 1e6 * max(tick, used[-1]) / sets,
    }


async def flood_load(relay: Measured, duration: float) -> Figures:
    """The same clients, each as quick as the others in its room take it."""
    groups = await connect(ROOMS, SEATS, relay.url)
    began, used = time.monotonic(), relay.cpu() if relay.pid else 0.0
    await flood(groups, duration)
    await arrived(groups)
    used, took = (relay.cpu() - used if relay.pid else 0.0), time.monotonic() - began
    sets = sum(client.sent for client in _all(groups))
    values = sum(client.values for client in _all(groups))
    figures = {"flood_sets_per_s": sets / took}
    if relay.pid:
        used = max(used, 1 / os.sysconf("SC_CLK_TCK"))
        figures |= {"flood_sets_per_cpu_s": sets / used, "flood_us_a_delivery": 1e6 * used / values}
    _close(groups)
    return figures


async def connected(relay: Measured, count: int) -> Figures:
    """The memory that idle connections take, four to a room, each with a value of its own."""
    if not _files_for(count):
        sys.stdout.write(f"  {count} connections need more open files than this system allows: left out\n")
        return {}
    before = relay.memory()
    groups = await connect(count // SEATS, SEATS, relay.url)
    for client in _all(groups):
        client.set()
    await arrived(groups, 60.0)
    after = relay.memory()
    _close(groups)
    await asyncio.sleep(1)
    return {"connected_mb": after, "connection_kb": max(0.01, 1_024 * (after - before) / count)}


async def stalled(relay: Measured, count: int) -> Figures:
    """By how much the peak of memory grows when readers take nothing of 60 values of 100,000 digits, on 4 variables."""
    [group] = await connect(1, 2, relay.url)
    writer, reader = group
    await _long_sets(writer, reader)
    before = relay.memory("VmHWM")
    loop = asyncio.get_running_loop()
    deaf = []
    for _ in range(count):
        client = Client(writer.room, 0, 2)
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        sock.setblocking(False)
        await loop.sock_connect(sock, place(relay.url))
        await loop.create_connection(lambda client=client: client, sock=sock)  # type: ignore[misc]
        await client.joined
        if client.transport is not None:
            client.transport.pause_reading()
        deaf.append(client)
    await _long_sets(writer, reader)
    grown = relay.memory("VmHWM") - before
    _close([group, deaf])
    return {"stalled_mb": max(0.01, grown)}


async def _long_sets(writer: Client, reader: Client) -> None:
    for number in range(LONG_SETS):
        digits = b"9" * (VALUE - 10) + b"%010d" % number
        writer.write(frame(b'{"method":"set","name":"\xe2\x98\x81 long%d","value":"%b"}' % (number % 4, digits)))
        await asyncio.sleep(0.02)
    writer.set()
    await arrived([[writer, reader]], 60.0)


def _all(groups: list[list[Client]]) -> list[Client]:
    return [client for group in groups for client in group]


def _close(groups: list[list[Client]]) -> None:
    for client in _all(groups):
        client.close()


def _files_for(count: int) -> bool:
    """Raise the limit of open files of this process, if need be; whether that could be done."""
    if sys.platform == "win32":
        return count < 500
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count + SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        if hard != resource.RLIM_INFINITY and hard < wanted:
            return False
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return True


@contextmanager
def own_relay(*options: str) -> Iterator[Measured]:
    """Our relay, in a process of its own, with its own limits but for the number of connections."""
    command = [sys.executable, "-m", "p2pscrabble_relay", "--json", "--listen", "127.0.0.1:0", *options]
    environment = os.environ | {"PYTHONPATH": str(PROJECT / "relay"), "P2PSCRABBLE_RELAY_CONNECTIONS": "0"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            if process.stdout is None:
                raise RuntimeError("the relay says nothing")
            url = str(json.loads(process.stdout.readline())["url"])
            yield Measured("own", url, process.pid if PROC.exists() else None)
        finally:
            process.terminate()
