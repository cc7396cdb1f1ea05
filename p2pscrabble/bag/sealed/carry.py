"""Carrying a rack over to a new joint key, without opening it: new ciphers of the same tiles, and the proof of that.

A tile on a rack is encrypted under its holder's key alone, once all others have given their shares: (a, β) with
β = M + x·a. It becomes (a', b') = (r·G, M + r·K') under the new key K'::

    d      H("carry", context, X, K', (a, β) …)               r_i = secret(seed, "carry", d, i)
    a'_i = r_i·G               b'_i = β_i − x·a_i + r_i·K'
    s      H("carry statement", d, (a', b') …)
    k_x = secret(seed, "carry nonce", s)                      k_i = secret(seed, "carry nonce", s, i)
    c      challenge("carry challenge", s, k_x·G, (k_i·G ‖ k_i·K' − k_x·a_i) …)
    z_x = k_x + c·x            z_i = k_i + c·r_i
    sent: a'_1 ‖ b'_1 ‖ … ‖ c ‖ z_x ‖ z_1 … (96·k + 48 bytes)

It holds where the challenge comes out again from z_x·G − c·X, and z_i·G − c·a'_i ‖ z_i·K' − z_x·a_i − c·(b'_i − β_i).
i counts from 0. Only who knows x, and the r that each new cipher was made with, can answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pscrabble.bag.group import GENERATOR, SCALAR_BYTES, Point, Scalar
from p2pscrabble.bag.prf import h
from p2pscrabble.bag.sealed.deck import CIPHER_BYTES, Cipher, Deck, decode_deck, encode_deck
from p2pscrabble.bag.sealed.transcript import (
    CHALLENGE_BYTES,
    Context,
    challenge,
    decode_challenge,
    encode_challenge,
    secret,
    secrets,
)
from p2pscrabble.errors import Breach, DecodeError


def carried_bytes(count: int) -> int:
    """The length of a rack of this many tiles carried over."""
    return count * (CIPHER_BYTES + SCALAR_BYTES) + CHALLENGE_BYTES + SCALAR_BYTES


@dataclass(frozen=True, slots=True)
class Carried:
    """The tiles under the new key, and the proof."""

    tiles: Deck
    challenge: Scalar
    key_answer: Scalar
    answers: tuple[Scalar, ...]

    def encode(self) -> bytes:
        """96 bytes a tile, and 48."""
        answers = b"".join(answer.data for answer in (self.key_answer, *self.answers))
        return encode_deck(self.tiles) + encode_challenge(self.challenge) + answers

    @classmethod
    def decode(cls, data: bytes, count: int) -> Carried:
        """A rack of ``count`` tiles; ``DecodeError`` where these bytes are none."""
        if len(data) != carried_bytes(count):
            raise DecodeError(f"a rack of {count} carried over has {carried_bytes(count)} bytes, not {len(data)}")
        end = count * CIPHER_BYTES
        tiles, split = decode_deck(data[:end], count), end + CHALLENGE_BYTES
        answers = [Scalar.decode(data[at : at + SCALAR_BYTES]) for at in range(split, len(data), SCALAR_BYTES)]
        return cls(tiles, decode_challenge(data[end:split]), answers[0], tuple(answers[1:]))

    def check(self, context: Context, own_key: Point, new_key: Point, rack: Sequence[Cipher]) -> None:
        """Raises ``Breach`` unless these are the tiles of this rack, in its order.

        ``rack`` is encrypted under ``own_key`` alone.
        """
        digest = _statement(_digest(context, own_key, new_key, rack), self.tiles)
        committed = [self.key_answer * GENERATOR - self.challenge * own_key]
        for answer, old, new in zip(self.answers, rack, self.tiles, strict=True):
            committed.append(answer * GENERATOR - self.challenge * new.a)
            moved = self.challenge * (new.b - old.b)
            committed.append(answer * new_key - self.key_answer * old.a - moved)
        if self.challenge != _challenge(digest, committed):
            raise Breach("carried other tiles over to the new key than were on the rack")


def carry(seed: bytes, context: Context, key: Scalar, new_key: Point, rack: Sequence[Cipher]) -> Carried:
    """The rack of the seat with this seed, encrypted under its ``key`` alone, under the new joint key."""
    own_key = key * GENERATOR
    bound = _digest(context, own_key, new_key, rack)
    factors = secrets(len(rack), seed, "carry", bound)
    tiles = tuple(
        Cipher(factor * GENERATOR, old.b - key * old.a + factor * new_key)
        for factor, old in zip(factors, rack, strict=True)
    )
    digest = _statement(bound, tiles)
    key_nonce, nonces = secret(seed, "carry nonce", digest), secrets(len(rack), seed, "carry nonce", digest)
    committed = [key_nonce * GENERATOR]
    for nonce, old in zip(nonces, rack, strict=True):
        committed += [nonce * GENERATOR, nonce * new_key - key_nonce * old.a]
    chosen = _challenge(digest, committed)
    answers = tuple(nonce + chosen * factor for nonce, factor in zip(nonces, factors, strict=True))
    return Carried(tiles, chosen, key_nonce + chosen * key, answers)


def _digest(context: Context, own_key: Point, new_key: Point, rack: Sequence[Cipher]) -> bytes:
    return h("carry", context.data, own_key.data, new_key.data, encode_deck(rack))


def _statement(digest: bytes, tiles: Deck) -> bytes:
    return h("carry statement", digest, encode_deck(tiles))


def _challenge(digest: bytes, committed: Sequence[Point]) -> Scalar:
    return challenge("carry challenge", digest, b"".join(point.data for point in committed))
