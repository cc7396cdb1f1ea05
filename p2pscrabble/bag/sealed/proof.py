"""The proof that a deck was shuffled and nothing else: Terelius and Wikström's, in its short form.

After Terelius and Wikström, "Proofs of Restricted Shuffles" (2010), as Haenni, Locher, Koenig and Dubuis write it in
"Pseudo-Code Algorithms for Verifiable Re-Encryption Mix-Nets" (2017). N tiles, indices from 1, e before and e' after::

    r_j    secret(seed, "permutation", d, j)                  d, r' and ψ as in ``shuffle``
    c      c_ψ(i) = r_ψ(i)·G + h_i                            commits to ψ
    s      H("tw statement", context, K, N, e, e', c)
    u_j    challenge("tw weight", s, j)                       u'_i = u_ψ(i)
    ĉ      ĉ_0 = h_0,  ĉ_i = r̂_i·G + u'_i·ĉ_(i−1)             r̂_i = secret(seed, "tw chain", s, i)

    t1 = ω1·G     t2 = ω2·G     t3 = ω3·G + Σ ω'_i·h_i        ω_k = secret(seed, "tw nonce", s, k)
    t4a = −ω4·G + Σ ω'_i·a'_i   t4b = −ω4·K + Σ ω'_i·b'_i     ω̂_i = secret(seed, "tw nonce chain", s, i)
    t̂_i = ω̂_i·G + ω'_i·ĉ_(i−1)                                ω'_i = secret(seed, "tw nonce weight", s, i)
    c  = challenge("tw challenge", s, ĉ, t1 ‖ t2 ‖ t3 ‖ t4a ‖ t4b, t̂)

    s1 = ω1 + c·Σ r_j           s2 = ω2 + c·Σ r̂_i·v_i         v_N = 1,  v_i = u'_(i+1)·v_(i+1)
    s3 = ω3 + c·Σ r_j·u_j       s4 = ω4 + c·Σ r'_j·u_j
    ŝ_i = ω̂_i + c·r̂_i           s'_i = ω'_i + c·u'_i

    sent: 1 ‖ c ‖ c_1 … c_N ‖ ĉ_1 … ĉ_N ‖ s1 … s4 ‖ ŝ_1 … ŝ_N ‖ s'_1 … s'_N   (128·N + 145 bytes, the first the version)

It holds where the challenge comes out again from::

    t1 = −c·(Σ c_j − Σ h_i) + s1·G            t2 = −c·(ĉ_N − Π u_j · h_0) + s2·G
    t3 = −c·Σ u_j·c_j + s3·G + Σ s'_i·h_i     t̂_i = −c·ĉ_i + ŝ_i·G + s'_i·ĉ_(i−1)
    t4a = −c·Σ u_j·a_j − s4·G + Σ s'_i·a'_i   t4b = −c·Σ u_j·b_j − s4·K + Σ s'_i·b'_i

In hashes i and j count from 0, and k of ω_k from 0. Everything that the verifier counts with is public, and parts of it
may be counted at the same time: see ``spread``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pscrabble.bag.group import (
    GENERATOR,
    ONE,
    POINT_BYTES,
    SCALAR_BYTES,
    ZERO,
    Point,
    Scalar,
    point_sum,
    scalar_sum,
    weighted,
)
from p2pscrabble.bag.prf import h
from p2pscrabble.bag.sealed.deck import encode_deck, generators
from p2pscrabble.bag.sealed.shuffle import Statement, input_digest, reencryption
from p2pscrabble.bag.sealed.transcript import (
    CHALLENGE_BYTES,
    Spread,
    challenge,
    challenges,
    decode_challenge,
    encode_challenge,
    in_turn,
    secrets,
)
from p2pscrabble.errors import Breach, DecodeError

VERSION: Final = 1
"""The first byte of a proof, so that a shorter one can come beside it."""
_BLOCK: Final = 10
"""How many tiles make one piece of work."""


def proof_bytes(size: int) -> int:
    """The length of the proof for a deck of this size."""
    return 1 + CHALLENGE_BYTES + 2 * size * POINT_BYTES + (4 + 2 * size) * SCALAR_BYTES


@dataclass(frozen=True, slots=True)
class ShuffleProof:
    """c, c_1 …, ĉ_1 …, s1 to s4, ŝ_1 … and s'_1 …: see above."""

    challenge: Scalar
    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    sums: tuple[Scalar, ...]
    chain_answers: tuple[Scalar, ...]
    weight_answers: tuple[Scalar, ...]

    def encode(self) -> bytes:
        """128 bytes a tile, and 145."""
        answers = b"".join(scalar.data for scalar in (*self.sums, *self.chain_answers, *self.weight_answers))
        points = _joined(self.commitments) + _joined(self.chain)
        return bytes([VERSION]) + encode_challenge(self.challenge) + points + answers

    @classmethod
    def decode(cls, data: bytes, size: int) -> ShuffleProof:
        """The proof for a deck of ``size`` tiles; ``DecodeError`` where these bytes are none."""
        if data[:1] != bytes([VERSION]):
            raise DecodeError("the proof of a shuffle is of another version")
        if len(data) != proof_bytes(size):
            raise DecodeError(f"the proof of a shuffle of {size} has {proof_bytes(size)} bytes, not {len(data)}")
        start = 1 + CHALLENGE_BYTES
        words = [data[at : at + POINT_BYTES] for at in range(start, len(data), POINT_BYTES)]
        points = tuple(Point.decode(word) for word in words[: 2 * size])
        scalars = tuple(Scalar.decode(word) for word in words[2 * size :])
        chosen = decode_challenge(data[1:start])
        return cls(chosen, points[:size], points[size:], scalars[:4], scalars[4 : 4 + size], scalars[4 + size :])


@dataclass(frozen=True, slots=True)
class _Part:
    """What some of the tiles add to t3, t4a and t4b, their links of the chain, and their t̂."""

    t3: Point
    t4a: Point
    t4b: Point
    chain: tuple[Point, ...]
    steps: tuple[Point, ...]


def prove(seed: bytes, statement: Statement, order: Sequence[int], spread: Spread = in_turn) -> ShuffleProof:
    """The proof that the seat with this seed sends for its shuffle, ``order`` being its permutation."""
    size = len(order)
    bound = input_digest(statement.context, statement.key, statement.before)
    factors = reencryption(seed, statement.context, statement.key, statement.before)
    blinding = secrets(size, seed, "permutation", bound)
    first, *bases = generators()[: size + 1]
    commitments = [GENERATOR] * size
    for base, place in zip(bases, order, strict=True):
        commitments[place] = blinding[place] * GENERATOR + base
    digest = _digest(statement, commitments)
    weights = challenges(size, "tw weight", digest)
    moved = [weights[place] for place in order]
    links = secrets(size, seed, "tw chain", digest)
    nonces = secrets(4, seed, "tw nonce", digest)
    chain_nonces = secrets(size, seed, "tw nonce chain", digest)
    weight_nonces = secrets(size, seed, "tw nonce weight", digest)
    # ĉ_i = R_i·G + U_i·h_0: no link needs the one before it, so they can be made at the same time
    known, unknown = [ZERO], [ONE]
    for link, weight in zip(links, moved, strict=True):
        known.append(link + weight * known[-1])
        unknown.append(weight * unknown[-1])

    def part(places: range) -> _Part:
        span = slice(places.start, places.stop)
        after = statement.after[span]
        chain = [known[place] * GENERATOR + unknown[place] * first for place in (*places, places.stop)]
        return _Part(
            weighted(weight_nonces[span], bases[span]),
            weighted(weight_nonces[span], [cipher.a for cipher in after]),
            weighted(weight_nonces[span], [cipher.b for cipher in after]),
            tuple(chain[1:]),
            tuple(
                one * GENERATOR + other * link
                for one, other, link in zip(chain_nonces[span], weight_nonces[span], chain[:-1], strict=True)
            ),
        )

    parts = list(spread(part, _blocks(size)))
    chain = tuple(point for found in parts for point in found.chain)
    sums = (
        nonces[0] * GENERATOR,
        nonces[1] * GENERATOR,
        nonces[2] * GENERATOR + point_sum(found.t3 for found in parts),
        point_sum(found.t4a for found in parts) - nonces[3] * GENERATOR,
        point_sum(found.t4b for found in parts) - nonces[3] * statement.key,
    )
    chosen = _challenge(digest, chain, sums, [point for found in parts for point in found.steps])
    answers = (
        scalar_sum(blinding),
        known[size],  # Σ r̂_i·v_i is R_N
        _dot(blinding, weights),
        _dot(factors, weights),
    )
    return ShuffleProof(
        chosen,
        tuple(commitments),
        chain,
        _answers(nonces, chosen, answers),
        _answers(chain_nonces, chosen, links),
        _answers(weight_nonces, chosen, moved),
    )


def verify(statement: Statement, proof: bytes, spread: Spread = in_turn) -> None:
    """Raises ``DecodeError`` where these bytes are no proof for a deck of this size, ``Breach`` where it doesn't hold.

    A pure function: a caller may run it in a thread, and remember under ``statement.digest(proof)`` that it holds.
    """
    size = len(statement.before)
    if len(statement.after) != size:
        raise Breach("shuffled a deck into one of another size")
    decoded = ShuffleProof.decode(proof, size)
    first, *bases = generators()[: size + 1]
    chosen, negated = decoded.challenge, -decoded.challenge
    digest = _digest(statement, decoded.commitments)
    weights = challenges(size, "tw weight", digest)
    charged = [negated * weight for weight in weights]
    links = (first, *decoded.chain)

    def part(places: range) -> _Part:
        span = slice(places.start, places.stop)
        scalars = (*charged[span], *decoded.weight_answers[span])
        before, after = statement.before[span], statement.after[span]
        return _Part(
            weighted(scalars, (*decoded.commitments[span], *bases[span])),
            weighted(scalars, [cipher.a for cipher in (*before, *after)]),
            weighted(scalars, [cipher.b for cipher in (*before, *after)]),
            (),
            tuple(
                negated * links[place + 1]
                + decoded.chain_answers[place] * GENERATOR
                + decoded.weight_answers[place] * links[place]
                for place in places
            ),
        )

    parts = list(spread(part, _blocks(size)))
    product = ONE
    for weight in weights:
        product = product * weight
    s1, s2, s3, s4 = decoded.sums
    sums = (
        s1 * GENERATOR - chosen * (point_sum(decoded.commitments) - point_sum(bases)),
        s2 * GENERATOR - chosen * (links[size] - product * first),
        s3 * GENERATOR + point_sum(found.t3 for found in parts),
        point_sum(found.t4a for found in parts) - s4 * GENERATOR,
        point_sum(found.t4b for found in parts) - s4 * statement.key,
    )
    if chosen != _challenge(digest, decoded.chain, sums, [point for found in parts for point in found.steps]):
        raise Breach("shuffled a deck without a proof that it still holds the same tiles")


def _blocks(size: int) -> list[range]:
    return [range(start, min(start + _BLOCK, size)) for start in range(0, size, _BLOCK)]


def _joined(points: Sequence[Point]) -> bytes:
    return b"".join(point.data for point in points)


def _digest(statement: Statement, commitments: Sequence[Point]) -> bytes:
    decks = encode_deck(statement.before), encode_deck(statement.after)
    context, key = statement.context.data, statement.key.data
    return h("tw statement", context, key, len(commitments), *decks, _joined(commitments))


def _challenge(digest: bytes, chain: Sequence[Point], sums: Sequence[Point], steps: Sequence[Point]) -> Scalar:
    return challenge("tw challenge", digest, _joined(chain), _joined(sums), _joined(steps))


def _dot(some: Sequence[Scalar], others: Sequence[Scalar]) -> Scalar:
    return scalar_sum(one * other for one, other in zip(some, others, strict=True))


def _answers(nonces: Sequence[Scalar], chosen: Scalar, values: Sequence[Scalar]) -> tuple[Scalar, ...]:
    return tuple(nonce + chosen * value for nonce, value in zip(nonces, values, strict=True))
