"""A sealed game as it is kept: the keys, and everything that happened to the bag, so that anyone can follow it again.

Following a record checks every proof in it. Whoever has only the record, and never sat at the table, so knows that each
deck held the right tiles and that each tile laid was dealt to the seat that laid it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from p2pscrabble.bag.group import Point
from p2pscrabble.bag.order import ALL_TILES
from p2pscrabble.bag.sealed.duties import PLAIN, Checking, Duty
from p2pscrabble.bag.sealed.keys import take_key_share
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.state import Sealed


@dataclass(frozen=True, slots=True)
class Sent:
    """A seat sent what it owed."""

    duty: Duty
    body: bytes


@dataclass(frozen=True, slots=True)
class Dealt:
    """The first tiles were drawn, so many for each seat."""

    count: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew; in an exchange, slots of it go back."""

    seat: int
    count: int
    back: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Laid:
    """A seat opened slots for a play."""

    seat: int
    body: bytes
    turn: bytes


@dataclass(frozen=True, slots=True)
class RackShuffled:
    """A seat shuffled its own rack."""

    seat: int
    body: bytes


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Tiles came off the board again: to the rack of who had laid them, or into the bag where that seat is no more."""

    seat: int
    tiles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A seat left and opened its seed."""

    seat: int
    seed: bytes


@dataclass(frozen=True, slots=True)
class Vanished:
    """Seats are gone, and the others make new keys, or begin with it anew, under this epoch."""

    seats: tuple[int, ...]
    epoch: int


@dataclass(frozen=True, slots=True)
class Closed:
    """The last turn is over."""


Event: TypeAlias = Sent | Dealt | Drew | Laid | RackShuffled | Withdrawn | LeftOpen | Vanished | Closed


@dataclass(frozen=True, slots=True)
class Record:
    """One game's bag from the first key on; ``keys`` has what each seat sent for its key."""

    game_id: bytes
    keys: tuple[bytes, ...]
    events: tuple[Event, ...]
    tiles: tuple[int, ...] = ALL_TILES


@dataclass(frozen=True, slots=True)
class Step:
    """What an event did."""

    event: Event
    before: Sealed | Rekeying
    after: Sealed | Rekeying


def begun(record: Record) -> Sealed:
    """The bag once all keys are there."""
    keys: list[Point] = []
    for seat, body in enumerate(record.keys):
        keys.append(take_key_share(body, record.game_id, seat, keys))
    return Sealed.begin(record.game_id, keys, record.tiles)


def follow(record: Record, checking: Checking = PLAIN) -> Iterator[Step]:
    """Every event with the bag before and after; ``DecodeError`` or ``Breach`` at the first that cannot be."""
    state: Sealed | Rekeying = begun(record)
    for event in record.events:
        after = applied(state, event, checking)
        yield Step(event, state, after)
        state = after


def applied(state: Sealed | Rekeying, event: Event, checking: Checking = PLAIN) -> Sealed | Rekeying:
    """The bag after an event; under its new keys as soon as these are there.

    ``ValueError`` where a table would not have let it happen.
    """
    if isinstance(event, Vanished):
        base = state.base if isinstance(state, Rekeying) else state
        return _finished(Rekeying.begin(base, event.seats, event.epoch))
    if isinstance(event, Sent):
        return _finished(state.take(event.duty, event.body, checking))
    if isinstance(state, Rekeying):
        raise ValueError("nothing else happens while new keys are made")
    match event:
        case Dealt(count):
            return state.deal(count)
        case Drew(seat, count, back):
            return state.draw(seat, count, back)
        case Laid(seat, body, turn):
            return state.show(seat, body, turn)[0]
        case RackShuffled(seat, body):
            return state.shuffle_rack(seat, body, checking)
        case Withdrawn(seat, tiles):
            return state.take_back(seat, tiles) if seat in state.present else state.put_back(tiles)
        case LeftOpen(seat, seed):
            return state.leave(seat, seed)[0]
    return state.close()


def _finished(state: Sealed | Rekeying) -> Sealed | Rekeying:
    return state.done() if isinstance(state, Rekeying) and not state.duties else state
