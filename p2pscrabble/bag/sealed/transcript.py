"""What every hash of the sealed deal is bound to, the challenges made from it, and the secrets of a seat.

::

    game id          H("game", protocol, terms, commitments of all seats) cut to 32 bytes
    context          pack("sealed", game id, purpose, epoch, number, seat, turn)
    challenge(a, …)  the first 16 bytes of H(a, …), a little-endian number
    secret(s, a, …)  PRF(s, a, …), a little-endian number, modulo the order of the group

H, PRF and pack are those of ``prf``. Challenges, and weights, which are made alike, have 128 bits: one that fits a
wrong proof turns up once in 2**128 tries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol, TypeVar

from p2pscrabble.bag.group import SCALAR_BYTES, Scalar
from p2pscrabble.bag.prf import Label, h, pack, prf

GAME_ID_BYTES: Final = 32
CHALLENGE_BYTES: Final = 16

T = TypeVar("T")
R = TypeVar("R")


class Spread(Protocol):
    """Whoever applies a function to many items: ``map``, or the ``map`` of a pool of threads."""

    def __call__(self, function: Callable[[T], R], items: Iterable[T], /) -> Iterable[R]:
        """The results, in the order of the items."""
        ...


def in_turn(function: Callable[[T], R], items: Iterable[T], /) -> Iterable[R]:
    """One item after the other, in the thread that asks."""
    return map(function, items)


class Purpose(Enum):
    """What a proof or a share is for, so that none can stand for another."""

    KEY = "key"
    BAG = "bag"
    ARRANGE = "arrange"
    RACK = "rack"
    SERVE = "serve"
    SHOW = "show"
    LEFTOVER = "leftover"
    CARRY = "carry"
    RAISE = "raise"
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class Context:
    """The one place in one game that a proof belongs to.

    ``number`` tells proofs of one purpose, epoch and seat apart: the step of a shuffle, the number of a serving. For
    what is shown in a turn, ``turn`` is what the table knows that turn by.
    """

    game_id: bytes
    purpose: Purpose
    epoch: int
    number: int
    seat: int
    turn: bytes = b""

    @property
    def data(self) -> bytes:
        """The context as it is hashed."""
        return pack("sealed", self.game_id, self.purpose.value, self.epoch, self.number, self.seat, self.turn)


def game_id(protocol: int, terms: bytes, commitments: Sequence[bytes]) -> bytes:
    """What one game is known by in every hash: protocol version, what was agreed on, and who bound themselves to what.

    ``terms`` is a hash of the rules, the word list and whatever else must be the same for everyone.
    """
    return h("game", protocol, terms, *commitments)[:GAME_ID_BYTES]


def challenge(*labels: Label) -> Scalar:
    """128 bits that nobody can choose who chooses the labels."""
    return Scalar(h(*labels)[:CHALLENGE_BYTES] + bytes(SCALAR_BYTES - CHALLENGE_BYTES))


def decode_challenge(data: bytes) -> Scalar:
    """A challenge from its 16 bytes; any sixteen are one."""
    return Scalar.decode(data + bytes(SCALAR_BYTES - CHALLENGE_BYTES))


def encode_challenge(value: Scalar) -> bytes:
    """Its 16 bytes."""
    return value.data[:CHALLENGE_BYTES]


def secret(seed: bytes, *labels: Label) -> Scalar:
    """A scalar that nobody can tell from random without the seed."""
    return Scalar.reduce(prf(seed, *labels))


def secrets(count: int, seed: bytes, *labels: Label) -> tuple[Scalar, ...]:
    """``count`` of them, each with its number, from 0, as one more label."""
    return tuple(secret(seed, *labels, number) for number in range(count))


def challenges(count: int, *labels: Label) -> tuple[Scalar, ...]:
    """As many challenges, each with its number, from 0, as one more label."""
    return tuple(challenge(*labels, number) for number in range(count))
