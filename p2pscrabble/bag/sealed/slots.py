"""Tiles on racks that nobody but their holder knows, and what a seat says to name, show or put back some of them.

A slot is a tile that was drawn, known by the number of its draw in the game, from 0. Everyone sees which slots a seat
holds, and nobody what is in them. ::

    slots    their number (7 at most), then each slot's number, in the integers of ``numerals.packing``
    showing  slots ‖ the seat's shares for them, in that order (``shares``), under its own key

A play names its slots in the order of its tiles. In what is put back the slots ascend: their order says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from p2pscrabble.bag.group import Point, Scalar
from p2pscrabble.bag.sealed.deck import Cipher, fresh, tile_at
from p2pscrabble.bag.sealed.shares import Shares, make_shares
from p2pscrabble.bag.sealed.transcript import Context
from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.game.tiles import RACK_SIZE
from p2pscrabble.numerals.packing import Packer, Unpacker

MAX_SLOT: Final = 2**31 - 1
"""More draws than any game has."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One tile on a rack.

    ``joint`` is encrypted under the joint key: what goes back into the bag. ``own`` is the same tile under its holder's
    key alone: what the holder reads, and later opens with its own share.
    """

    number: int
    joint: Cipher
    own: Cipher

    def tile(self, key: Scalar) -> int:
        """The tile's number, with its holder's secret key."""
        return tile_at(self.own.b - key * self.own.a)


def public_slot(number: int, tile: int, joint: Point, own: Point) -> Slot:
    """A slot whose tile everyone has seen, in the one form that everyone can repeat."""
    return Slot(number, fresh(tile, joint), fresh(tile, own))


def encode_slots(numbers: Sequence[int]) -> bytes:
    """One or two bytes a slot in any game of usual length, and one."""
    packed = Packer().uint(len(numbers))
    for number in numbers:
        packed.uint(number)
    return packed.done()


def decode_slots(packed: Unpacker) -> tuple[int, ...]:
    """Different slots; ``DecodeError`` where one comes twice, or there are none or too many."""
    numbers = tuple(packed.uint(MAX_SLOT) for _ in range(packed.uint(RACK_SIZE)))
    if not numbers or len(set(numbers)) != len(numbers):
        raise DecodeError("slots are named twice, or none are")
    return numbers


def slots_of(rack: Iterable[Slot], numbers: Iterable[int]) -> tuple[Slot, ...]:
    """The slots with these numbers; ``Breach`` where the rack does not hold one of them."""
    held = {slot.number: slot for slot in rack}
    try:
        return tuple(held[number] for number in numbers)
    except KeyError as missing:
        raise Breach(f"used slot {missing.args[0]}, which is not on its rack") from None


def without_slots(rack: Iterable[Slot], numbers: Iterable[int]) -> tuple[Slot, ...]:
    """The rack without the slots with these numbers."""
    gone = set(numbers)
    return tuple(slot for slot in rack if slot.number not in gone)


@dataclass(frozen=True, slots=True)
class Showing:
    """Slots that a seat opens to everyone, with its shares for them."""

    numbers: tuple[int, ...]
    shares: Shares

    def encode(self) -> bytes:
        """Some 33 bytes a slot, and 49."""
        return encode_slots(self.numbers) + self.shares.encode()

    @classmethod
    def decode(cls, data: bytes) -> Showing:
        """``DecodeError`` where these bytes are no such thing; whether the proof holds is for its receiver."""
        packed = Unpacker(data)
        numbers = decode_slots(packed)
        return cls(numbers, Shares.decode(packed.rest(), len(numbers)))

    def tiles(self, context: Context, key: Point, slots: Sequence[Slot]) -> tuple[int, ...]:
        """The numbers of the tiles in these slots of the seat with this key; ``Breach`` where a share is wrong."""
        self.shares.check(context, key, [slot.own.a for slot in slots])
        return tuple(tile_at(slot.own.b - share) for slot, share in zip(slots, self.shares.points, strict=True))


def make_showing(seed: bytes, context: Context, key: Scalar, slots: Sequence[Slot]) -> Showing:
    """What the seat with this seed and secret key sends to open these slots of its rack."""
    shares = make_shares(seed, context, key, [slot.own.a for slot in slots])
    return Showing(tuple(slot.number for slot in slots), shares)
