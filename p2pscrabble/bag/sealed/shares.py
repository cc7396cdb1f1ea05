"""Shares: a secret times many points, with one proof that it is the secret behind a known point (Chaum and Pedersen).

With x a seat's secret key and the a of encrypted tiles, these are the seat's part in opening the tiles. With another
secret and whole ciphers, they raise a deck to that secret.

::

    D_i = x·A_i                               X = x·G is known
    s   = H("dleq statement", context, X, A_1 ‖ … , D_1 ‖ …)
    w_i = challenge("dleq weight", s, i)      A* = Σ w_i·A_i        D* = Σ w_i·D_i
    k   = secret(seed, "dleq nonce", s)       c = challenge("dleq challenge", s, k·G, k·A*)      z = k + c·x
    sent: D_1 ‖ … ‖ c ‖ z (32·k + 48 bytes)   holds where c = challenge("dleq challenge", s, z·G − c·X, z·A* − c·D*)

i counts from 0. The weights are fixed only by all of A and D, so wrong shares that would make up for each other do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pscrabble.bag.group import GENERATOR, POINT_BYTES, SCALAR_BYTES, Point, Scalar, weighted
from p2pscrabble.bag.prf import h
from p2pscrabble.bag.sealed.transcript import (
    CHALLENGE_BYTES,
    Context,
    Spread,
    challenge,
    challenges,
    decode_challenge,
    encode_challenge,
    in_turn,
    secret,
)
from p2pscrabble.errors import Breach, DecodeError

PROOF_BYTES: Final = CHALLENGE_BYTES + SCALAR_BYTES


def shares_bytes(count: int) -> int:
    """The length of this many shares with their proof."""
    return count * POINT_BYTES + PROOF_BYTES


@dataclass(frozen=True, slots=True)
class Shares:
    """D_1 … D_k and the proof for them."""

    points: tuple[Point, ...]
    challenge: Scalar
    answer: Scalar

    def encode(self) -> bytes:
        """32 bytes a share and 48 for the proof."""
        shares = b"".join(point.data for point in self.points)
        return shares + encode_challenge(self.challenge) + self.answer.data

    @classmethod
    def decode(cls, data: bytes, count: int) -> Shares:
        """``count`` shares and a proof; ``DecodeError`` where these bytes are no such thing."""
        if len(data) != shares_bytes(count):
            raise DecodeError(f"{count} shares have {shares_bytes(count)} bytes, not {len(data)}")
        end = count * POINT_BYTES
        points = tuple(Point.decode(data[at : at + POINT_BYTES]) for at in range(0, end, POINT_BYTES))
        split = end + CHALLENGE_BYTES
        return cls(points, decode_challenge(data[end:split]), Scalar.decode(data[split:]))

    def check(self, context: Context, key: Point, bases: Sequence[Point], spread: Spread = in_turn) -> None:
        """Raises ``Breach`` unless each share is its base times the very secret that is behind ``key``."""
        statement = _statement(context, key, bases, self.points)
        weights = challenges(len(bases), "dleq weight", statement)
        base, share = spread(lambda points: weighted(weights, points), (bases, self.points))
        committed = self.answer * GENERATOR - self.challenge * key
        combined = self.answer * base - self.challenge * share
        if self.challenge != _challenge(statement, committed, combined):
            raise Breach("sent a share that is not made with its key")


def make_shares(seed: bytes, context: Context, key: Scalar, bases: Sequence[Point]) -> Shares:
    """What ``key`` makes of these points; the seed is only there for the nonce."""
    known = key * GENERATOR
    points = tuple(key * base for base in bases)
    statement = _statement(context, known, bases, points)
    combined = weighted(challenges(len(bases), "dleq weight", statement), bases)
    nonce = secret(seed, "dleq nonce", statement)
    chosen = _challenge(statement, nonce * GENERATOR, nonce * combined)
    return Shares(points, chosen, nonce + chosen * key)


def _statement(context: Context, key: Point, bases: Sequence[Point], points: Sequence[Point]) -> bytes:
    joined = (b"".join(point.data for point in several) for several in (bases, points))
    return h("dleq statement", context.data, key.data, *joined)


def _challenge(statement: bytes, committed: Point, combined: Point) -> Scalar:
    return challenge("dleq challenge", statement, committed.data, combined.data)
