"""What the programs of a direct room say to each other: two kinds of frames, as bytes; decoding is total.

::

    hello   01 | version (uint) | node (8) | asks (uint, 0 or 1) | proof (16) | spots | neighbours | wants
            proof       what the writer says to this reader alone, the same every time; zeros to who is not known yet
            spots       a count (uint), and so many texts HOST:PORT: where this program listens
            neighbours  a count (uint), and so many: node (8), spots; those that this program hears itself
            wants       a count (uint), and so many nodes (8): those whose values it would like from the reader
    value   02 | node of its writer (8) | name (text) | number (uint) | digits, two a byte, an odd last one with f

A node is a program that runs: eight random bytes, other ones each time it starts. A number grows with each value that
a node writes, so that of two ways the newer value is known. The proof keeps others in the room from taking a node's
name once that node was heard.
"""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from enum import Enum
from typing import Final

from p2pscrabble.errors import DecodeError, UsageError
from p2pscrabble.numerals import Packer, Unpacker
from p2pscrabble.transport.address import MOST_SPOTS, Spot, parse_spots
from p2pscrabble.transport.link import MAX_NAME, Place

NODE_BYTES: Final = 8
PROOF_BYTES: Final = 16
NO_PROOF: Final = bytes(PROOF_BYTES)
MOST_NODES: Final = 32
"""How many programs one knows of."""
_VERSION: Final = 1
_HELLO, _VALUE = b"\x01", b"\x02"
_LONGEST_SPOT: Final = 60
_LONGEST_NAME: Final = 4 * MAX_NAME
_AROUND: Final = 32


class Noise(Enum):
    """Why something that arrived was dropped; the value ends the sentence “somebody sent …”."""

    FRAME = "what is no frame of this protocol"
    VERSION = "a frame of another version"
    VALUE = "a value that is not digits, too long, or of no name"
    UNASKED = "a value of somebody else that was not asked for"
    FLOOD = "more than fits"
    STRANGER = "a value before saying hello"
    ANOTHER = "a hello in the name of another program"
    UNFORESEEN = "what this program fails at"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A program that another one hears itself, and where it listens."""

    node: bytes
    spots: tuple[Spot, ...] = ()


@dataclass(frozen=True, slots=True)
class Hello:
    """Who is at this end; ``asks`` for the same from the other one, and for all its values."""

    node: bytes
    asks: bool = False
    proof: bytes = NO_PROOF
    spots: tuple[Spot, ...] = ()
    hears: tuple[Neighbour, ...] = ()
    wants: tuple[bytes, ...] = ()


@dataclass(frozen=True, slots=True)
class Value:
    """A variable of ``origin`` has this value, packed; ``number`` is greater than that of each older one."""

    origin: bytes
    name: str
    number: int
    packed: bytes


def largest_frame(place: Place) -> int:
    """The most bytes that a frame has in such a place."""
    value = NODE_BYTES + _LONGEST_NAME + (place.max_digits + 1) // 2
    hello = PROOF_BYTES + (1 + MOST_NODES) * (NODE_BYTES + MOST_SPOTS * (1 + _LONGEST_SPOT)) + MOST_NODES * NODE_BYTES
    return _AROUND + max(value, hello)


def encode(message: Hello | Value) -> bytes:
    """The frame."""
    if isinstance(message, Value):
        packed = Packer().raw(_VALUE).raw(message.origin).text(message.name).uint(message.number)
        return packed.raw(message.packed).done()
    packed = Packer().raw(_HELLO).uint(_VERSION).raw(message.node).uint(message.asks).raw(message.proof)
    _pack_spots(packed, message.spots)
    packed.uint(len(message.hears))
    for neighbour in message.hears:
        _pack_spots(packed.raw(neighbour.node), neighbour.spots)
    packed.uint(len(message.wants)).raw(b"".join(message.wants))
    return packed.done()


def decode(frame: bytes, place: Place) -> Hello | Value | Noise:
    """What a frame says; never raises, whatever it holds."""
    unpacked = Unpacker(frame)
    try:
        match unpacked.raw(1):
            case b"\x01":
                return _hello(unpacked)
            case b"\x02":
                return _value(unpacked, place)
    except DecodeError:
        pass
    return Noise.FRAME


def _hello(unpacked: Unpacker) -> Hello | Noise:
    if unpacked.uint() != _VERSION:
        return Noise.VERSION
    node, asks, proof = unpacked.raw(NODE_BYTES), bool(unpacked.uint(1)), unpacked.raw(PROOF_BYTES)
    spots = _spots(unpacked)
    hears = tuple(Neighbour(unpacked.raw(NODE_BYTES), _spots(unpacked)) for _ in range(unpacked.uint(MOST_NODES)))
    wants = tuple(unpacked.raw(NODE_BYTES) for _ in range(unpacked.uint(MOST_NODES)))
    unpacked.end()
    return Hello(node, asks, proof, spots, hears, wants)


def _value(unpacked: Unpacker, place: Place) -> Value | Noise:
    origin, name, number = unpacked.raw(NODE_BYTES), unpacked.text(_LONGEST_NAME), unpacked.uint()
    packed = unpacked.rest()
    if not place.takes_name(name) or len(packed) > (place.max_digits + 1) // 2:
        return Noise.VALUE
    digits = unpack_digits(packed)
    return Value(origin, name, number, packed) if place.takes_value(digits) else Noise.VALUE


def pack_digits(digits: str) -> bytes:
    """Digits, two a byte."""
    return bytes.fromhex(digits if len(digits) % 2 == 0 else digits + "f")


def unpack_digits(packed: bytes) -> str:
    """The digits again; of bytes that are none, text that is no digits."""
    return packed.hex().removesuffix("f")


def _pack_spots(packed: Packer, spots: tuple[Spot, ...]) -> None:
    packed.uint(len(spots))
    for spot in spots:
        packed.text(str(spot))


def _spots(unpacked: Unpacker) -> tuple[Spot, ...]:
    return tuple(_address(unpacked.text(_LONGEST_SPOT)) for _ in range(unpacked.uint(MOST_SPOTS)))


def _address(text: str) -> Spot:
    """An address in numbers, in its one form: a name would have every program ask for it."""
    try:
        (spot,) = parse_spots(text)
        ipaddress.ip_address(spot.host)
    except (UsageError, ValueError):
        raise DecodeError("this is no address") from None
    if str(spot) != text:
        raise DecodeError("an address is not in its plain form")
    return spot
