"""A small deck of two seats, shuffled once by the first, with all that its proof is about; and a forger's tools."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from nacl import bindings

from p2pscrabble.bag.group import GENERATOR, ORDER, POINT_BYTES, ZERO, Point, Scalar, point_sum, weighted
from p2pscrabble.bag.prf import h
from p2pscrabble.bag.sealed.deck import Deck, encode_deck, fresh_deck, generators
from p2pscrabble.bag.sealed.keys import joint_key, secret_key
from p2pscrabble.bag.sealed.proof import ShuffleProof, prove
from p2pscrabble.bag.sealed.shuffle import Statement, permutation, reencryption, shuffled
from p2pscrabble.bag.sealed.transcript import Context, Purpose, challenge, challenges, game_id, secrets

SEEDS: Final = [bytes([number]) * 16 for number in (1, 2)]
GAME: Final = game_id(1, b"terms", SEEDS)
SECRETS: Final = [secret_key(seed, GAME) for seed in SEEDS]
KEYS: Final = [key * GENERATOR for key in SECRETS]
JOINT: Final = joint_key(KEYS)
TILES: Final = (0, 9, 30, 55, 98, 99)
SIZE: Final = len(TILES)
BEFORE: Final = fresh_deck(TILES, JOINT)
CONTEXT: Final = Context(GAME, Purpose.BAG, 0, 0, 0)
ORDERED: Final = permutation(SEEDS[0], CONTEXT, JOINT, BEFORE)
AFTER: Final = shuffled(SEEDS[0], CONTEXT, JOINT, BEFORE, ORDERED)
STATEMENT: Final = Statement(CONTEXT, JOINT, BEFORE, AFTER)
PROOF: Final = prove(SEEDS[0], STATEMENT, ORDERED).encode()


def flipped(data: bytes, bit: int) -> bytes:
    """The same but for one bit."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def replaced(data: bytes, at: int, by: bytes) -> bytes:
    """The same but for what stands from there on."""
    return data[:at] + by + data[at + len(by) :]


def plus_order(data: bytes, at: int) -> bytes:
    """The same scalar in another form."""
    number = int.from_bytes(data[at : at + 32], "little") + ORDER
    return replaced(data, at, number.to_bytes(32, "little"))


def no_points(good: Point) -> dict[str, bytes]:
    """What must not pass for a point: the identity, orders two and eight, a mixed order, no canonical form."""
    two = (2**255 - 20).to_bytes(POINT_BYTES, "little")
    return {
        "identity": b"\x01" + bytes(31),
        "order two": two,
        "order eight": bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"),
        "mixed order": bindings.crypto_core_ed25519_add(good.data, two),
        "no canonical form": (2**255 - 18).to_bytes(POINT_BYTES, "little"),
        "not on the curve": (2).to_bytes(POINT_BYTES, "little"),
    }


def forged(
    statement: Statement,
    mapping: Sequence[int],
    factors: Sequence[Scalar] | None = None,
    weights: Sequence[int] | None = None,
) -> bytes:
    """A proof by somebody who follows all formulas, but for the claim that ``mapping`` were a permutation.

    Commitments are made so that they fit: that of a tile taken twice is to two generators, of one not taken to none.
    ``weights`` are the tiles whose weights are used in place of those of the mapping.
    """
    size, seed = len(mapping), b"a forger"
    context, key = statement.context, statement.key
    if factors is None:
        factors = reencryption(SEEDS[0], context, key, statement.before)
    blinding = secrets(size, seed, "permutation")
    first, *bases = generators()[: size + 1]
    commitments = [
        point_sum((blinding[j] * GENERATOR, *(base for base, i in zip(bases, mapping, strict=True) if i == j)))
        for j in range(size)
    ]
    joined = b"".join(point.data for point in commitments)
    decks = encode_deck(statement.before), encode_deck(statement.after)
    digest = h("tw statement", context.data, key.data, size, *decks, joined)
    u = challenges(size, "tw weight", digest)
    moved = [u[j] for j in weights or mapping]
    links = secrets(size, seed, "links")
    chain, total = [first], ZERO
    for link, weight in zip(links, moved, strict=True):
        chain.append(link * GENERATOR + weight * chain[-1])
        total = link + weight * total
    w, wc, ww = (secrets(count, seed, name) for count, name in ((4, "w"), (size, "wc"), (size, "ww")))
    after: Deck = statement.after
    sums = (
        w[0] * GENERATOR,
        w[1] * GENERATOR,
        w[2] * GENERATOR + weighted(ww, bases),
        weighted(ww, [cipher.a for cipher in after]) - w[3] * GENERATOR,
        weighted(ww, [cipher.b for cipher in after]) - w[3] * key,
    )
    steps = [wc[i] * GENERATOR + ww[i] * chain[i] for i in range(size)]
    parts = (b"".join(point.data for point in points) for points in (chain[1:], sums, steps))
    c = challenge("tw challenge", digest, *parts)
    answers = (
        w[0] + c * _sum(blinding),
        w[1] + c * total,
        w[2] + c * _sum(one * other for one, other in zip(blinding, u, strict=True)),
        w[3] + c * _sum(factors[j] * weight for j, weight in zip(mapping, moved, strict=True)),
    )
    return ShuffleProof(
        c,
        tuple(commitments),
        tuple(chain[1:]),
        answers,
        tuple(nonce + c * link for nonce, link in zip(wc, links, strict=True)),
        tuple(nonce + c * weight for nonce, weight in zip(ww, moved, strict=True)),
    ).encode()


def _sum(scalars: Iterable[Scalar]) -> Scalar:
    total = ZERO
    for scalar in scalars:
        total += scalar
    return total
