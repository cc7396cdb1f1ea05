"""A seat's share of the key of the bag, with the proof that the seat knows what belongs to it.

::

    x = secret(seed, "key", game id)            X = x·G
    k = secret(seed, "pok nonce", context, X)   c = challenge("pok", context, X, k·G)   z = k + c·x
    sent: X ‖ c ‖ z (80 bytes)                  holds where c = challenge("pok", context, X, z·G − c·X)

The joint key is the sum of all shares, so opening anything takes every seat. The proof keeps a seat from choosing its
share so that the others' cancel out; and as seeds are bound before any share is seen, no share is chosen at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from p2pscrabble.bag.group import GENERATOR, IDENTITY, POINT_BYTES, SCALAR_BYTES, Point, Scalar, point_sum
from p2pscrabble.bag.sealed.transcript import (
    CHALLENGE_BYTES,
    Context,
    Purpose,
    challenge,
    decode_challenge,
    encode_challenge,
    secret,
)
from p2pscrabble.errors import Breach, DecodeError, PeerError

KEY_SHARE_BYTES: Final = POINT_BYTES + CHALLENGE_BYTES + SCALAR_BYTES


@dataclass(frozen=True, slots=True)
class KeyShare:
    """X and the proof for it."""

    point: Point
    challenge: Scalar
    answer: Scalar

    def encode(self) -> bytes:
        """80 bytes."""
        return self.point.data + encode_challenge(self.challenge) + self.answer.data

    @classmethod
    def decode(cls, data: bytes) -> KeyShare:
        """``DecodeError`` where these are no key share; whether the proof holds is for ``check``."""
        if len(data) != KEY_SHARE_BYTES:
            raise DecodeError(f"a key share has {KEY_SHARE_BYTES} bytes, not {len(data)}")
        point, at = Point.decode(data[:POINT_BYTES]), POINT_BYTES + CHALLENGE_BYTES
        return cls(point, decode_challenge(data[POINT_BYTES:at]), Scalar.decode(data[at:]))

    def check(self, game_id: bytes, seat: int) -> None:
        """Raises ``Breach`` where the proof does not hold for this seat of this game."""
        committed = self.answer * GENERATOR - self.challenge * self.point
        if self.challenge != _challenge(game_id, seat, self.point, committed):
            raise Breach("sent a key without knowing what belongs to it")


def secret_key(seed: bytes, game_id: bytes) -> Scalar:
    """What belongs to the key of the seat with this seed in this game."""
    return secret(seed, "key", game_id)


def key_share(seed: bytes, game_id: bytes, seat: int) -> KeyShare:
    """What the seat with this seed publishes."""
    key = secret_key(seed, game_id)
    point = key * GENERATOR
    nonce = secret(seed, "pok nonce", _context(game_id, seat), point.data)
    chosen = _challenge(game_id, seat, point, nonce * GENERATOR)
    return KeyShare(point, chosen, nonce + chosen * key)


def take_key_share(body: bytes, game_id: bytes, seat: int, others: Sequence[Point]) -> Point:
    """The key that this seat sent.

    Raises ``DecodeError`` where it can't be read, ``Breach`` where its proof does not hold, it is one of the
    ``others``, those of the seats before, or it and some of these cancel out.
    """
    share = KeyShare.decode(body)
    share.check(game_id, seat)
    if share.point in others:
        raise Breach("sent the key of another seat")
    if any(point_sum((*some, share.point)) == IDENTITY for some in _parts(others)):
        raise Breach("sent a key that cancels out those of others")
    return share.point


def _parts(keys: Sequence[Point]) -> Iterator[tuple[Point, ...]]:
    """Every choice of some of these keys: any seats may be the ones who go on when the others are gone."""
    for size in range(1, len(keys) + 1):
        yield from combinations(keys, size)


def joint_key(keys: Sequence[Point]) -> Point:
    """The sum of these keys; ``PeerError`` where they cancel out, for which one would have to know all of them."""
    joint = point_sum(keys)
    if joint == IDENTITY:
        raise PeerError("the keys of all seats cancel out")
    return joint


def _context(game_id: bytes, seat: int) -> bytes:
    return Context(game_id, Purpose.KEY, 0, 0, seat).data


def _challenge(game_id: bytes, seat: int, point: Point, committed: Point) -> Scalar:
    return challenge("pok", _context(game_id, seat), point.data, committed.data)
