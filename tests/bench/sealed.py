"""The sealed deal: what its proofs cost, how long a room waits for its racks, what is sent, how long a draw takes."""

from __future__ import annotations

import asyncio
import os
import secrets
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from p2pscrabble.bag.group import Point
from p2pscrabble.bag.order import ALL_TILES
from p2pscrabble.bag.sealed import Checking, Duty, Kind, Sealed, SealedSeat, in_turn, take_key_share, verify
from p2pscrabble.bag.sealed.chain import Chain
from p2pscrabble.bag.sealed.shuffle import Statement
from p2pscrabble.bag.sealed.transcript import Spread
from p2pscrabble.game.moves import Play
from p2pscrabble.game.tiles import RACK_SIZE
from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.view import View
from p2pscrabble.table import Deal, Phase
from p2pscrabble.transport import parse_relay
from tests.bench.dealing import NAMES, Programs, deal
from tests.bench.games import BUILD, best
from tests.bench.latency import THOUGHT, make_peer, on_relay, relay, running, until
from tests.bench.measure import Figures, medians
from tests.bench.sending import sent

SEATS: Final = (2, 3, 4)
ROUNDS: Final = 9
DEALS: Final = 5
DRAWS: Final = 20
GAME: Final = bytes(32)
FEW: Final = ALL_TILES[:30]
"""Tiles for the short form: enough for the racks of four."""


def measure_sealed(short: bool) -> Figures:
    """Proofs alone, whole deals without a network, deals of real programs, what these send, and draws.

    In the short form a room of two stands for all rooms, and a few tiles for all tiles where that is possible.
    """
    figures = _proofs(FEW if short else ALL_TILES, 1 if short else ROUNDS)
    rooms = {seats: _deals(seats, short) for seats in (SEATS[:1] if short else SEATS)}
    for seats in SEATS:
        figures |= {f"sealed_deal_{seats}_seats_{name}": value for name, value in rooms.get(seats, rooms[2]).items()}
    with relay("own") as url:
        draws = {seats: median(asyncio.run(_draws(url, seats, 2 if short else DRAWS))) for seats in (2, 4)[: 2 - short]}
    return figures | {f"sealed_draw_{seats}_seats_ms_median": draws.get(seats, draws[2]) for seats in (2, 4)}


def _deals(seats: int, short: bool) -> Figures:
    """The figures of deals between so many."""
    dealt = [deal(seats) for _ in range(1 if short else DEALS)]
    tiles = FEW if short else ALL_TILES
    return {
        "alone_s_median": medians(1 if short else 3, partial(_alone, seats, tiles))[0],
        "s_median": median(one.wall for one in dealt),
        "cpu_s_median": median(one.cpu for one in dealt),
        **sent(seats),
    }


# Without a network


def _seats(count: int) -> tuple[list[SealedSeat], Callable[[tuple[int, ...]], Sealed]]:
    seats = [SealedSeat(bytes([number]) * 16, GAME, number) for number in range(count)]
    shares = [seat.key_share() for seat in seats]

    def begin(tiles: tuple[int, ...]) -> Sealed:
        keys: list[Point] = []
        for number, share in enumerate(shares):
            keys.append(take_key_share(share, GAME, number, keys))
        return Sealed.begin(GAME, keys, tiles)

    return seats, begin


def _proofs(tiles: tuple[int, ...], rounds: int) -> Figures:
    """One seat’s shuffle of the whole bag, in one thread and in as many as there are processors."""
    (seat, _), begin = _seats(2)
    before = begin(tiles)
    deck = seat.answer(before, Kind.DECK)
    after = before.take(Duty(Kind.DECK, 0), deck)
    proof = seat.answer(after, Kind.PROOF)
    statement = _statement(after)
    with ThreadPoolExecutor(os.cpu_count()) as pool:

        def prove(spread: Spread) -> None:
            seat.answer(after, Kind.PROOF, spread)

        times = medians(
            rounds,
            lambda: seat.answer(before, Kind.DECK),
            lambda: prove(in_turn),
            lambda: prove(pool.map),
            lambda: verify(statement, proof),
            lambda: verify(statement, proof, pool.map),
        )
    names = ("shuffle", "prove", "prove_threads", "verify", "verify_threads")
    return {f"sealed_{name}_ms_median": time * 1e3 for name, time in zip(names, times, strict=True)}


def _statement(state: Sealed) -> Statement:
    if not isinstance(state.stage, Chain):
        raise TypeError("nothing is being shuffled")
    return state.stage.unproven[0]


def _alone(count: int, tiles: tuple[int, ...]) -> None:
    """All that the programs of a deal work out, one after the other: every seat follows the game for itself."""
    seats, begin = _seats(count)
    states = [begin(tiles) for _ in seats]
    dealt = False
    while states[0].stage is not None or not dealt:
        if states[0].stage is None:
            states, dealt = [state.deal(RACK_SIZE) for state in states], True
            continue
        duty = states[0].duties[0]
        body = seats[duty.seat].answer(states[duty.seat], duty.kind)
        states = [state.take(duty, body, _checking(duty, seat)) for state, seat in zip(states, seats, strict=True)]


def _checking(duty: Duty, seat: SealedSeat) -> Checking:
    return Checking((lambda _statement, _proof: None) if duty.seat == seat.seat else verify)


# Over a relay


async def _draws(url: str, seats: int, plays: int) -> list[float]:
    """Milliseconds from ``move`` until the mover’s rack is full again; the other seats are programs of their own."""
    async with AsyncExitStack() as stack:
        BUILD.mkdir(exist_ok=True)
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=BUILD, ignore_cleanup_errors=True)))
        code = RoomCode.random(secrets.token_bytes(16))
        keys = code.secrets()
        connect = partial(on_relay, parse_relay(url))
        host = make_peer(stack, folder, code, keys, 0, connect, seats=seats, deal=Deal.SEALED)
        await stack.enter_async_context(running(host))
        programs = Programs(stack.enter_context(ExitStack()), folder, url, str(code))
        for name in NAMES[1:seats]:
            programs.start(name, "bot")
        times: list[float] = []
        while len(times) < plays:
            await until([host], lambda view: (view.your_turn and not _owed(view)) or view.phase is Phase.OVER)
            await asyncio.sleep(THOUGHT)
            position, steps = host.view().position, len(host.view().steps)
            if position is None or not position.available or position.ended is not None:
                break  # nothing is drawn any more
            move = best(position)
            began = time.perf_counter()
            host.move(move)
            await until([host], partial(_drawn, steps + 1))
            if isinstance(move, Play):
                times.append((time.perf_counter() - began) * 1e3)
        return times


def _owed(view: View) -> bool:
    return view.position is not None and bool(view.position.owed)


def _drawn(steps: int, view: View) -> bool:
    return len(view.steps) >= steps and not _owed(view)
