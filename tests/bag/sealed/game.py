"""Whole sealed games in memory: every seat answers what it owes, and all that happens is recorded.

Proofs of shuffles that were found to hold are remembered, by what they prove and how, across all games of a test run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from p2pscrabble.bag.sealed.chain import Chain
from p2pscrabble.bag.sealed.closing import Closing
from p2pscrabble.bag.sealed.duties import Checking, Duty, Kind
from p2pscrabble.bag.sealed.proof import verify
from p2pscrabble.bag.sealed.record import (
    Closed,
    Dealt,
    Drew,
    Event,
    Laid,
    LeftOpen,
    RackShuffled,
    Record,
    Sent,
    Vanished,
    Withdrawn,
    applied,
    begun,
)
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.seat import SealedSeat
from p2pscrabble.bag.sealed.serving import Serving
from p2pscrabble.bag.sealed.shuffle import Statement
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.bag.sealed.transcript import game_id

_holding: set[bytes] = set()


def remembered(statement: Statement, proof: bytes) -> None:
    """As ``verify``, but nothing is found out twice."""
    digest = statement.digest(proof)
    if digest not in _holding:
        verify(statement, proof)
        _holding.add(digest)


REMEMBERING = Checking(remembered)

FEW = (0, 9, 13, 15, 19, 30, 33, 45, 47, 55, 60, 70, 76, 81, 90, 97, 98, 99)
"""Some tiles of most kinds, for games that are to be quick."""


def seeds_for(count: int, name: str = "") -> list[bytes]:
    """Seeds for this many seats, others for each name."""
    return [hashlib.sha256(f"{name} {seat}".encode()).digest()[:16] for seat in range(count)]


class Game:
    """One game; ``state`` is what everyone knows, ``record`` how it came to be."""

    def __init__(self, seats: int, name: str = "", tiles: Sequence[int] = FEW) -> None:
        self.seeds = seeds_for(seats, name)
        self.game_id = game_id(1, name.encode(), self.seeds)
        self.seats = [SealedSeat(seed, self.game_id, number) for number, seed in enumerate(self.seeds)]
        self.record = Record(self.game_id, tuple(seat.key_share() for seat in self.seats), (), tuple(tiles))
        self.any_state: Sealed | Rekeying = begun(self.record)
        self.forge: Callable[[Duty, bytes], bytes] = lambda _, body: body
        """What a cheat makes of what it should have sent."""

    @property
    def state(self) -> Sealed:
        assert isinstance(self.any_state, Sealed)
        return self.any_state

    @property
    def chain(self) -> Chain:
        """The shuffling under way."""
        assert isinstance(self.state.stage, Chain)
        return self.state.stage

    @property
    def serving(self) -> Serving:
        """The draw that is being served."""
        assert isinstance(self.state.stage, Serving)
        return self.state.stage

    @property
    def closing(self) -> Closing:
        """The end."""
        assert isinstance(self.state.stage, Closing)
        return self.state.stage

    def account(self) -> None:
        """All tiles are there at the end."""
        self.closing.account(self.record.tiles, tuple(self.state.board))

    @property
    def rekeying(self) -> Rekeying:
        """The new keys being made."""
        assert isinstance(self.any_state, Rekeying)
        return self.any_state

    def happen(self, event: Event) -> None:
        after = applied(self.any_state, event, REMEMBERING)
        self.record = Record(*self._head(), (*self.record.events, event), self.record.tiles)
        self.any_state = after

    def _head(self) -> tuple[bytes, tuple[bytes, ...]]:
        return self.record.game_id, self.record.keys

    def send(self, duty: Duty) -> None:
        body = self.seats[duty.seat].answer(self.any_state, duty.kind)
        self.happen(Sent(duty, self.forge(duty, body)))

    def settle(self, but: Sequence[int] = ()) -> None:
        """All seats but these send what they owe, until nothing is owed, or by these alone."""
        while duty := next((duty for duty in self.any_state.duties if duty.seat not in but), None):
            self.send(duty)

    def until(self, kind: Kind) -> Duty:
        """All send what they owe until something of this kind is owed first."""
        while self.any_state.duties[0].kind is not kind:
            self.send(self.any_state.duties[0])
        return self.any_state.duties[0]

    def dealt(self, count: int = 3) -> Game:
        """The same game once all have shuffled and drawn."""
        self.settle()
        self.happen(Dealt(count))
        self.settle()
        return self

    def rack(self, seat: int) -> tuple[int, ...]:
        """The tiles that a seat holds."""
        return tuple(self.seats[seat].rack(self.state).values())

    def slots(self, seat: int) -> tuple[int, ...]:
        """The slots that a seat holds."""
        return tuple(slot.number for slot in self.state.racks[seat])

    def lay(self, seat: int, count: int) -> tuple[int, ...]:
        """A seat lays its first tiles: their numbers."""
        turn = f"turn {len(self.record.events)}".encode()
        before = self.state.board
        self.happen(Laid(seat, self.seats[seat].show(self.state, self.slots(seat)[:count], turn), turn))
        return tuple(self.state.board - before)

    def draw(self, seat: int, count: int, back: Sequence[int] = ()) -> None:
        self.happen(Drew(seat, count, tuple(back)))
        self.settle()

    def exchange(self, seat: int, count: int) -> None:
        """A seat puts its first tiles back."""
        self.draw(seat, count, self.slots(seat)[:count])

    def withdraw(self, seat: int, tiles: Sequence[int]) -> None:
        self.happen(Withdrawn(seat, tuple(tiles)))
        self.settle()

    def shuffle_rack(self, seat: int) -> None:
        self.happen(RackShuffled(seat, self.seats[seat].shuffle_rack(self.state)))
        self.settle()

    def leave(self, seat: int) -> None:
        self.happen(LeftOpen(seat, self.seeds[seat]))
        self.settle()

    def vanish(self, *seats: int, epoch: int = 1) -> None:
        self.happen(Vanished(seats, epoch))
        self.settle()

    def close(self) -> None:
        self.happen(Closed())
        self.settle()
