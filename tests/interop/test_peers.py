"""Whole games between running peers in one process, over a relay in memory."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.room import Peer
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.view import OutcomeView
from p2pscrabble.peer.work import audited
from p2pscrabble.table import Check, Deal, Hello, Phase, Role, Room, check_at_once
from p2pscrabble.transport.memory import MemoryRelay, MemoryTransport
from tests.faults.simulation import CODE, NAMES, SECRETS, lexicon

PATIENCE = 120.0
Choose = Callable[[Position], Move]


class Sitting:
    """One player: takes every turn that comes, until its program has judged the game."""

    def __init__(self, peer: Peer, choose: Choose) -> None:
        self.peer = peer
        self.choose = choose

    async def play(self) -> OutcomeView:
        view, moved = self.peer.view(), -1
        while not (view.phase is Phase.OVER and view.outcomes and None not in view.outcomes[0].verdicts):
            if view.your_turn and view.position is not None and len(view.steps) != moved:
                moved = len(view.steps)
                self.peer.move(self.choose(view.position))
            view = await self.peer.changed(view.version)
            assert not self.peer.ended
        return view.outcomes[0]


async def play(folder: Path, seats: int, deal: Deal, choose: Sequence[Choose]) -> OutcomeView:
    """A game of so many seats, whose seeds are the same in every folder; alike at all of them."""
    rules = PRESETS["scratch"].changed(first=FirstSeat.HOST, end_passes_empty_bag=False)
    room = Room(seats, rules, deal, lexicon().hash, "small")
    relay = MemoryRelay()
    peers, stores = [], []
    for number, name in enumerate(NAMES[:seats]):
        role = Role.PLAYER if number else Role.HOST
        keys = bytes([number + 1]) * 32 + bytes([number + 101]) * 32
        file = RoomFile(str(CODE), "", role.name.lower(), name, 0)
        stores.append(RoomStore.create(folder, f"seat-{number}", file, keys).__enter__())
        peers.append(
            Peer(
                stores[-1],
                MemoryTransport(relay, name),
                SECRETS,
                lambda hash_: lexicon() if hash_ == lexicon().hash else None,
                hello=Hello(role, name, "test"),
                room=None if number else room,
                gathering=None if number else Gathering(seats, 0.0, time.monotonic()),
            )
        )
    running = []
    for peer in peers:  # in their order, which is that of the seats
        running.append(asyncio.create_task(peer.run()))
        while len(peers[0].view().players) < len(running):
            await peers[0].changed(peers[0].view().version)
    try:
        async with asyncio.timeout(PATIENCE):
            sittings = [Sitting(peer, one) for peer, one in zip(peers, choose, strict=True)]
            outcomes = await asyncio.gather(*(sitting.play() for sitting in sittings))
    finally:
        await asyncio.gather(*(peer.close() for peer in peers))
        await asyncio.gather(*running)
        for store in stores:
            store.__exit__(None, None, None)
    assert all(outcome.outcome == outcomes[0].outcome for outcome in outcomes)
    assert all(outcome.verdicts == (True,) * seats for outcome in outcomes)
    return outcomes[0]


def remembering(work: Callable[..., Any]) -> Callable[..., Any]:
    """The same, each thing done once."""
    found: dict[object, Any] = {}

    def remembered(about: Any, *_: object) -> Any:
        name = about.name if isinstance(about, Check) else about.bag.game_id
        if name not in found:
            found[name] = work(about)
        return found[name]

    return remembered


class Player:
    """The best play, after one exchange; passes once it has had so many turns."""

    def __init__(self, turns: int) -> None:
        self.turns = turns
        self.exchanges = 1

    def __call__(self, position: Position) -> Move:
        self.turns -= 1
        rack = position.mover.rack.shown
        if self.turns < 0:
            return Pass()
        if self.exchanges and position.turn == 1:
            self.exchanges = 0
            return Exchange(rack[:2])
        plays = scored_plays(position.board, rack, lexicon())
        return to_play(max(plays)) if plays else Pass()


@pytest.mark.parametrize("seats", [2, pytest.param(3, marks=pytest.mark.soak), 4])
async def test_a_sealed_game_has_the_number_of_an_open_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    """With the same seeds and the same moves."""
    monkeypatch.setattr(os, "fsync", lambda _: None)
    # What one program finds of a proof or a game, all of them would find; here they share a processor.
    for work, name in ((check_at_once, "check_at_once"), (audited, "audited")):
        monkeypatch.setattr(f"p2pscrabble.peer.work.{name}", remembering(work))
    sealed = await play(tmp_path / "sealed", seats, Deal.SEALED, [Player(3) for _ in range(seats)])
    assert sealed.outcome.sealed is not None
    assert len(sealed.outcome.record.seeds) == seats
    moves = [step.turn for step in sealed.outcome.record.steps]
    assert any(isinstance(turn.move, Exchange) for turn in moves)

    def again(seat: int) -> Choose:
        own = iter([turn.move for turn in moves if turn.seat == seat])
        return lambda _: next(own) or Pass()

    opened = await play(tmp_path / "open", seats, Deal.OPEN, [again(seat) for seat in range(seats)])
    assert opened.outcome.sealed is None
    assert opened.replay == sealed.replay
    assert opened.outcome.record.seeds == sealed.outcome.record.seeds
