"""From ``move`` at one player to the validated move at the last of four: real peers, real disks, a real relay.

All four peers run in this process, and so on one core, as their relay does in another: what is measured is everything
that four computers would do, one after the other. Each move is made once all is quiet, as after a player's thought.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals import RoomCode, RoomSecrets
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.room import Peer
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.view import View
from p2pscrabble.table import Deal, Hello, Phase, Role, Room
from p2pscrabble.transport import RelayAddress, Transport, parse_relay
from p2pscrabble.transport.memory import MemoryRelay, MemoryTransport
from p2pscrabble.transport.websocket import WebSocketTransport
from tests.bench.games import BUILD, PROJECT, best, lexicon
from tests.bench.measure import Figures, spread

SEATS: Final = 4
PLAYS: Final = 24
THOUGHT: Final = 0.3
"""Seconds between two moves: longer than any relay makes a writer wait."""
DEADLINE: Final = 60.0
"""Seconds within which anything that is waited for must have happened."""
PROFILES: Final = {"own": "{url}", "turbowarp": "turbowarp@{url}", "scratch": "scratch:1@{url}"}

Connect = Callable[[int, str], Transport]
"""Makes the transport of the peer with this number, in this room."""


def measure_latency(short: bool) -> Figures:
    """The latency over a room in memory and over each kind of relay."""
    plays = 2 if short else PLAYS
    memory = MemoryRelay()
    figures = spread("latency_memory_ms", asyncio.run(_latencies(lambda n, _: MemoryTransport(memory, str(n)), plays)))
    for profile, address in PROFILES.items():
        with relay(profile) as url:
            connect = partial(on_relay, parse_relay(address.format(url=url)))
            figures |= spread(f"latency_{profile}_ms", asyncio.run(_latencies(connect, plays)))
    return figures


def on_relay(address: RelayAddress, _number: int, room: str) -> Transport:
    """A transport to this relay, whichever peer it is for."""
    return WebSocketTransport(address, room)


@contextmanager
def relay(profile: str) -> Iterator[str]:
    """A relay in a process of its own, on loopback; its address."""
    command = [sys.executable, "-m", "p2pscrabble_relay", "--json", "--listen", "127.0.0.1:0", "--profile", profile]
    environment = os.environ | {"PYTHONPATH": str(PROJECT / "relay")}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        try:
            if process.stdout is None:
                raise RuntimeError("the relay says nothing")
            yield f"ws://127.0.0.1:{json.loads(process.stdout.readline())['port']}/"
        finally:
            process.terminate()


async def _latencies(connect: Connect, plays: int) -> list[float]:
    """Milliseconds of each of the first plays of a game."""
    async with AsyncExitStack() as stack:
        BUILD.mkdir(exist_ok=True)
        # On the disk of the project, not in a temporary folder that may lie in memory: each move is synced to it.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD)))
        code = RoomCode.random(secrets.token_bytes(16))
        keys = code.secrets()
        peers = [
            await stack.enter_async_context(running(make_peer(stack, folder, code, keys, number, connect)))
            for number in range(SEATS)
        ]
        await until(peers, lambda view: view.phase is Phase.PLAYING)
        times: list[float] = []
        while len(times) < plays and all(peer.view().phase is Phase.PLAYING for peer in peers):
            await until(peers, lambda view: view.delivered)
            await asyncio.sleep(THOUGHT)
            mover = next(peer for peer in peers if peer.view().your_turn)
            view = mover.view()
            if view.position is None:
                raise RuntimeError("there is a turn and no position")
            move, steps = best(view.position), len(view.steps)
            if view.position.apply(move).ended is not None:
                break  # the end of a game costs its number and the audit
            began = time.perf_counter()
            mover.move(move)
            await until(peers, partial(has_steps, steps + 1))
            times.append((time.perf_counter() - began) * 1e3)
        return times


def make_peer(
    stack: AsyncExitStack,
    folder: Path,
    code: RoomCode,
    keys: RoomSecrets,
    number: int,
    connect: Connect,
    *,
    seats: int = SEATS,
    deal: Deal = Deal.OPEN,
) -> Peer:
    """The peer with this number in a room for so many; the first one hosts it."""
    host = number == 0
    hello = Hello(Role.HOST if host else Role.PLAYER, f"Player {number}", "bench")
    file = RoomFile(str(code), "", hello.role.name.lower(), hello.name, 0)
    store = RoomStore.create(folder, str(number), file, secrets.token_bytes(64))
    return Peer(
        stack.enter_context(store),
        connect(number, keys.room_id),
        keys,
        lambda _: lexicon(),
        hello=hello,
        room=Room(seats, PRESETS["classic"], deal, lexicon().hash, lexicon().name) if host else None,
        gathering=Gathering(seats, 0.0, time.monotonic()) if host else None,
    )


@asynccontextmanager
async def running(peer: Peer) -> AsyncIterator[Peer]:
    """The peer, as long as it is needed."""
    task = asyncio.create_task(peer.run())
    try:
        yield peer
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def has_steps(count: int, view: View) -> bool:
    """Whether so many steps of the game have been made."""
    return len(view.steps) >= count


async def until(peers: list[Peer], holds: Callable[[View], bool]) -> None:
    """Waits until this holds of every peer's view."""
    async with asyncio.timeout(DEADLINE):
        for peer in peers:
            while not holds(view := peer.view()):
                if peer.ended:
                    raise RuntimeError("a peer has ended before its game")
                await peer.changed(view.version)
