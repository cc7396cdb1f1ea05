"""A seat's shuffle of a deck: permuted, and every tile encrypted anew, so that nobody else can tell which went where.

::

    d      H("shuffle", context, K, deck)                       what is shuffled, and under which key
    r'_j   secret(seed, "reencrypt", d, j)
    e'_i   (a_ψ(i) + r'_ψ(i)·G, b_ψ(i) + r'_ψ(i)·K)

i and j count from 0. The factors are bound to the whole input. The permutation ψ of the bag is bound to epoch and step
alone, because a replay, which knows no ciphers, must be able to repeat it: so **a seat must never shuffle two different
decks at one step**. What is learned of ψ from the one, as its tiles are opened, would hold for the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from p2pscrabble.bag.group import Point, Scalar
from p2pscrabble.bag.order import shuffle_permutation
from p2pscrabble.bag.prf import h, prf_stream
from p2pscrabble.bag.sealed.deck import Cipher, Deck, encode_deck
from p2pscrabble.bag.sealed.transcript import Context, Purpose, Spread, in_turn, secrets


@dataclass(frozen=True, slots=True)
class Statement:
    """What a proof of a shuffle is about: that ``after`` is ``before`` permuted and encrypted anew under ``key``."""

    context: Context
    key: Point
    before: Deck
    after: Deck

    def digest(self, proof: bytes) -> bytes:
        """64 bytes that name this statement with a proof of it, under which a caller can remember that it holds."""
        parts = (self.context.data, self.key.data, encode_deck(self.before), encode_deck(self.after))
        return h("verified", *parts, proof)


def input_digest(context: Context, key: Point, deck: Deck) -> bytes:
    """d: what everything secret in a shuffle is bound to, its permutation excepted."""
    return h("shuffle", context.data, key.data, encode_deck(deck))


def permutation(seed: bytes, context: Context, key: Point, deck: Deck) -> tuple[int, ...]:
    """ψ of the seat with this seed: for the bag that of ``bag.order``, for a rack one that is bound to the input."""
    if context.purpose is Purpose.RACK:
        return prf_stream(seed, "rack", input_digest(context, key, deck)).permutation(len(deck))
    return shuffle_permutation(seed, context.epoch, context.number, len(deck))


def reencryption(seed: bytes, context: Context, key: Point, deck: Deck) -> tuple[Scalar, ...]:
    """r'_0 …: with what the seat with this seed encrypts each tile of this deck anew."""
    return secrets(len(deck), seed, "reencrypt", input_digest(context, key, deck))


def shuffled(
    seed: bytes, context: Context, key: Point, deck: Deck, order: Sequence[int], spread: Spread = in_turn
) -> Deck:
    """The deck as the seat with this seed hands it on, ``order`` being its permutation."""
    factors = reencryption(seed, context, key, deck)

    def moved(place: int) -> Cipher:
        return deck[place].reencrypted(factors[place], key)

    return tuple(spread(moved, order))
