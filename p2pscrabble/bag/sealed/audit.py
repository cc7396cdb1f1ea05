"""The audit of a sealed game once seeds are open: everything that a seat sent, made again from its seed.

All proofs, shares and decks follow from the seed and from what everyone knew at that moment, so they must come out byte
for byte. And the bag must be the one that ``bag.order`` makes from the same seeds and history, tile by tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pscrabble.bag.order import BagEvent, BagOrder, Drawn, Left, Rekeyed, order
from p2pscrabble.bag.sealed.duties import PLAIN, Checking
from p2pscrabble.bag.sealed.record import (
    Dealt,
    Drew,
    Event,
    Laid,
    LeftOpen,
    RackShuffled,
    Record,
    Sent,
    Step,
    Withdrawn,
    follow,
)
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.seat import SealedSeat
from p2pscrabble.bag.sealed.slots import Showing
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.errors import Breach


@dataclass(frozen=True, slots=True)
class Audit:
    """What an audit found.

    ``faults`` has a sentence for each thing that a seat sent and its seed does not make, with the seat; ``unaudited``
    the seats whose seed is not known. ``order`` is the bag from all seeds; ``None`` where one is missing.
    """

    faults: tuple[tuple[int, str], ...]
    unaudited: tuple[int, ...]
    order: BagOrder | None

    @property
    def clean(self) -> bool:
        """Whether everything that could be checked was as it must be."""
        return not self.faults


def audit(record: Record, seeds: Sequence[bytes | None], checking: Checking = PLAIN) -> Audit:
    """The audit of a game, from its record and what seeds are open, ``None`` for one that is not.

    Raises ``DecodeError`` or ``Breach`` where the record itself cannot be, and ``Breach`` where the bag was another
    than the seeds make.
    """
    seats = [None if seed is None else SealedSeat(seed, record.game_id, seat) for seat, seed in enumerate(seeds)]
    faults = [
        (seat.seat, "its key is not made from its seed")
        for seat, body in zip(seats, record.keys, strict=True)
        if seat is not None and seat.key_share() != body
    ]
    opened = [seat for seat in seats if seat is not None]
    history = _History(opened) if len(opened) == len(seats) else None
    for step in follow(record, checking):
        faults += _faults(step, seats)
        if history is not None and not faults:
            history.add(step)
    if history is None or faults:
        return Audit(tuple(faults), tuple(number for number, seat in enumerate(seats) if seat is None), None)
    whole = order(seeds, history.events, record.tiles)
    if whole.draws != tuple(history.draws):
        raise Breach("the tiles were drawn in another order than the seeds make")
    return Audit((), (), whole)


def _faults(step: Step, seats: Sequence[SealedSeat | None]) -> list[tuple[int, str]]:
    """What a seat sent in this step that its seed does not make."""
    event, before = step.event, step.before
    if isinstance(event, Sent):
        seat = seats[event.duty.seat]
        if seat is not None and seat.answer(before, event.duty.kind) != event.body:
            return [(seat.seat, f"what it sent is not made from its seed ({event.duty.kind.value})")]
    elif isinstance(before, Sealed) and isinstance(event, Laid | RackShuffled):
        seat = seats[event.seat]
        if seat is not None and _made(seat, before, event) != event.body:
            return [(seat.seat, "what it sent is not made from its seed (rack)")]
    return []


def _made(seat: SealedSeat, before: Sealed, event: Laid | RackShuffled) -> bytes:
    if isinstance(event, RackShuffled):
        return seat.shuffle_rack(before)
    return seat.show(before, Showing.decode(event.body).numbers, event.turn)


class _History:
    """What happened to the bag, by the numbers of tiles, as ``bag.order`` wants to know it, and what was drawn.

    A seat that leaves while another's draw is served has left after that draw.
    """

    def __init__(self, seats: Sequence[SealedSeat]) -> None:
        self.events: list[BagEvent] = []
        self.draws: list[tuple[int, tuple[int, ...]]] = []
        self._seats = seats
        self._drawing: dict[int, int] = {}
        self._back: tuple[int, ...] = ()
        self._later: list[BagEvent] = []

    def add(self, step: Step) -> None:
        """One more step of the game."""
        event, before, after = step.event, step.before, step.after
        if isinstance(before, Rekeying) or isinstance(after, Rekeying):
            self._drawing = {}
        else:
            self._happened(event, before)
            self._served(before, after)
        if not self._drawing:
            self.events += self._later
            self._later = []
        if isinstance(before, Rekeying) and isinstance(after, Sealed):
            gone = tuple(seat for seat in before.base.present if seat not in before.seats)
            self.events.append(Rekeyed(gone, after.epoch, tuple(sorted(after.board))))

    def _happened(self, event: Event, before: Sealed) -> None:
        if isinstance(event, Dealt | Drew):
            seats = before.present if isinstance(event, Dealt) else (event.seat,)
            holders = [seat for seat in seats for _ in range(event.count)]
            self._drawing = {before.numbered + place: seat for place, seat in enumerate(holders)}
            self._back = event.back if isinstance(event, Drew) else ()
        elif isinstance(event, LeftOpen):
            if set(self._drawing.values()) == {event.seat}:
                self._drawing = {}
            self._later.append(Left(event.seat, tuple(sorted(self._seats[event.seat].rack(before).values()))))
        elif isinstance(event, Withdrawn) and event.seat not in before.present:
            self._later.append(Left(event.seat, event.tiles))

    def _served(self, before: Sealed, after: Sealed) -> None:
        if not self._drawing.keys() <= {slot.number for rack in after.racks for slot in rack}:
            return
        for seat in sorted(set(self._drawing.values())):
            held, kept = self._seats[seat].rack(before), self._seats[seat].rack(after)
            drawn = tuple(kept[number] for number, holder in self._drawing.items() if holder == seat)
            self.events.append(Drawn(seat, len(drawn), tuple(held[number] for number in self._back)))
            self.draws.append((seat, drawn))
        self._drawing = {}
