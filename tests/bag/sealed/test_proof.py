"""The proof of a shuffle: it holds for what the seat did, and for nothing that a cheat would rather have done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import GENERATOR, Point, Scalar
from p2pscrabble.bag.sealed.deck import Cipher, Deck, decode_deck, encode_deck, fresh, fresh_deck, tile_points
from p2pscrabble.bag.sealed.proof import VERSION, ShuffleProof, proof_bytes, prove, verify
from p2pscrabble.bag.sealed.shuffle import Statement, permutation, shuffled
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError
from tests.bag.sealed.small import (
    AFTER,
    BEFORE,
    CONTEXT,
    GAME,
    JOINT,
    KEYS,
    ORDERED,
    PROOF,
    SEEDS,
    SIZE,
    STATEMENT,
    flipped,
    forged,
    no_points,
    plus_order,
    replaced,
)

WRONG = "without a proof that it still holds the same tiles"
POINTS = range(17, 17 + 64 * SIZE, 32)
SCALARS = range(17 + 64 * SIZE, len(PROOF), 32)


def refused(statement: Statement, proof: bytes = PROOF) -> None:
    with pytest.raises(Breach, match=WRONG):
        verify(statement, proof)


def with_after(*deck: Cipher) -> Statement:
    return replace(STATEMENT, after=tuple(deck))


def test_it_holds() -> None:
    verify(STATEMENT, PROOF)
    assert len(PROOF) == proof_bytes(SIZE) == 128 * SIZE + 145
    assert PROOF[0] == VERSION == 1
    assert ShuffleProof.decode(PROOF, SIZE).encode() == PROOF


@pytest.mark.parametrize("size", [1, 2, 9, 10, 11, 21])
def test_it_holds_for_decks_of_any_size(size: int) -> None:
    """Also where the work is divided into several pieces, by however many threads."""
    before = fresh_deck(range(size), JOINT)
    order = permutation(SEEDS[1], CONTEXT, JOINT, before)
    statement = Statement(CONTEXT, JOINT, before, shuffled(SEEDS[1], CONTEXT, JOINT, before, order))
    proof = prove(SEEDS[1], statement, order).encode()
    verify(statement, proof)
    assert len(proof) == proof_bytes(size)
    with ThreadPoolExecutor(2) as pool:
        assert prove(SEEDS[1], statement, order, pool.map).encode() == proof
        verify(statement, proof, pool.map)
        with pytest.raises(Breach, match=WRONG):
            verify(statement, flipped(proof, 8), pool.map)


def test_the_forgers_tools_work_when_nothing_is_forged() -> None:
    """So what is refused below is refused for what was forged."""
    verify(STATEMENT, forged(STATEMENT, ORDERED))


def test_it_is_the_same_again_and_bound_to_the_seed() -> None:
    assert prove(SEEDS[0], STATEMENT, ORDERED).encode() == PROOF
    assert prove(SEEDS[1], STATEMENT, ORDERED).encode() != PROOF


# Another deck than it should be


def test_a_tile_is_there_twice_and_the_proof_is_of_the_permutation() -> None:
    twice = AFTER[0].reencrypted(Scalar.of(5), JOINT)
    statement = with_after(*AFTER[:-1], twice)
    refused(statement, prove(SEEDS[0], statement, ORDERED).encode())
    refused(statement)


MAPPING = (*ORDERED[:-1], ORDERED[0])
"""Takes one tile twice, and one not at all."""


def duplicated() -> Statement:
    return with_after(*shuffled(SEEDS[0], CONTEXT, JOINT, BEFORE, MAPPING))


def test_a_tile_is_there_twice_and_the_proof_says_so() -> None:
    statement = duplicated()
    refused(statement, prove(SEEDS[0], statement, MAPPING).encode())


def test_a_tile_is_there_twice_and_all_commitments_fit() -> None:
    statement = duplicated()
    refused(statement, forged(statement, MAPPING))
    refused(statement, forged(statement, MAPPING, weights=ORDERED))
    refused(statement, forged(statement, ORDERED, weights=MAPPING))


def test_a_tile_is_replaced() -> None:
    statement = with_after(fresh(1, JOINT).reencrypted(Scalar.of(5), JOINT), *AFTER[1:])
    refused(statement, prove(SEEDS[0], statement, ORDERED).encode())
    refused(statement)


def test_a_tile_is_turned_into_another_without_being_opened() -> None:
    """The tile points are public, so an E can be made of an A by adding their difference."""
    changed = Cipher(AFTER[0].a, AFTER[0].b + tile_points()[30] - tile_points()[0])
    statement = with_after(changed, *AFTER[1:])
    refused(statement, prove(SEEDS[0], statement, ORDERED).encode())
    refused(statement, forged(statement, ORDERED))


def test_two_changes_that_make_up_for_each_other() -> None:
    shift = tile_points()[3]
    first, second = (Cipher(cipher.a, cipher.b + by) for cipher, by in zip(AFTER, (shift, -shift), strict=False))
    statement = with_after(first, second, *AFTER[2:])
    refused(statement, prove(SEEDS[0], statement, ORDERED).encode())
    refused(statement, forged(statement, ORDERED))


def test_halves_of_two_tiles_are_exchanged() -> None:
    first, second = AFTER[:2]
    statement = with_after(Cipher(first.a, second.b), Cipher(second.a, first.b), *AFTER[2:])
    refused(statement, prove(SEEDS[0], statement, ORDERED).encode())


def test_two_tiles_change_places_after_the_proof() -> None:
    refused(with_after(AFTER[1], AFTER[0], *AFTER[2:]))


def test_a_tile_is_encrypted_under_the_cheats_own_key() -> None:
    other = BEFORE[ORDERED[0]].reencrypted(Scalar.of(5), KEYS[0])
    statement = with_after(other, *AFTER[1:])
    refused(statement, prove(SEEDS[0], statement, ORDERED).encode())


def test_a_deck_of_another_size() -> None:
    with pytest.raises(Breach, match="another size"):
        verify(with_after(*AFTER[:-1]), PROOF)
    with pytest.raises(Breach, match="another size"):
        verify(with_after(*AFTER, AFTER[0]), PROOF)


# Somebody else's proof, or of something else


@pytest.mark.parametrize(
    "context",
    [
        Context(bytes(32), Purpose.BAG, 0, 0, 0),
        Context(GAME, Purpose.ARRANGE, 0, 0, 0),
        Context(GAME, Purpose.BAG, 1, 0, 0),
        Context(GAME, Purpose.BAG, 0, 1, 0),
        Context(GAME, Purpose.BAG, 0, 0, 1),
        Context(GAME, Purpose.BAG, 0, 0, 0, b"turn"),
    ],
    ids=["game", "purpose", "epoch", "step", "seat", "turn"],
)
def test_a_proof_from_elsewhere(context: Context) -> None:
    refused(replace(STATEMENT, context=context))


def test_a_proof_for_another_key() -> None:
    refused(replace(STATEMENT, key=KEYS[0]))


def test_a_proof_for_another_input() -> None:
    refused(replace(STATEMENT, before=(BEFORE[1], BEFORE[0], *BEFORE[2:])))


def test_a_proof_the_wrong_way_round() -> None:
    refused(replace(STATEMENT, before=AFTER, after=BEFORE))


def test_a_proof_by_who_does_not_know_the_factors() -> None:
    """A deck that somebody else has shuffled is not one's own shuffle of it."""
    refused(STATEMENT, prove(SEEDS[1], STATEMENT, ORDERED).encode())


# Not a proof at all


@pytest.mark.parametrize("length", [0, 1, 16, 17, len(PROOF) - 32, len(PROOF) - 1, len(PROOF) + 1, len(PROOF) + 32])
def test_lengths(length: int) -> None:
    with pytest.raises(DecodeError, match="version" if length == 0 else "bytes, not"):
        verify(STATEMENT, (PROOF + bytes(32))[:length])


@pytest.mark.parametrize("version", [0, 2, 255])
def test_versions(version: int) -> None:
    with pytest.raises(DecodeError, match="another version"):
        verify(STATEMENT, bytes([version]) + PROOF[1:])


@pytest.mark.parametrize("at", SCALARS)
def test_a_scalar_in_another_form(at: int) -> None:
    with pytest.raises(DecodeError, match="not below the order"):
        verify(STATEMENT, plus_order(PROOF, at))


@pytest.mark.parametrize("bit", range(8, 8 * len(PROOF), 8 * len(PROOF) // 60))
def test_any_bit_changed(bit: int) -> None:
    with pytest.raises((Breach, DecodeError)):
        verify(STATEMENT, flipped(PROOF, bit))


@pytest.mark.parametrize("name", no_points(GENERATOR))
@pytest.mark.parametrize("at", [POINTS[0], POINTS[-1]])
def test_what_is_no_point(at: int, name: str) -> None:
    bad = no_points(Point(PROOF[at : at + 32]))[name]
    with pytest.raises(DecodeError, match="a point is"):
        verify(STATEMENT, replaced(PROOF, at, bad))


def test_what_is_no_point_behind_zeros() -> None:
    """With a challenge and an answer of zero nothing would be multiplied with this link of the chain."""
    at = POINTS[-2]
    proof = replaced(replaced(PROOF, 1, bytes(16)), SCALARS[-1], bytes(32))
    refused(STATEMENT, proof)
    for bad in no_points(Point(PROOF[at : at + 32])).values():
        with pytest.raises(DecodeError, match="a point is"):
            verify(STATEMENT, replaced(proof, at, bad))


def test_nothing_but_zeros() -> None:
    """A challenge of zero would prove anything, if it came out."""
    points = b"".join(PROOF[at : at + 32] for at in POINTS)
    refused(STATEMENT, bytes([VERSION]) + bytes(16) + points + bytes(32 * len(SCALARS)))


@pytest.mark.parametrize(
    "zeroed", [SCALARS[:4], SCALARS[4 : 4 + SIZE], SCALARS[4 + SIZE :]], ids=["s", "chain", "weight"]
)
def test_answers_of_zero(zeroed: range) -> None:
    proof = PROOF
    for at in zeroed:
        proof = replaced(proof, at, bytes(32))
    refused(STATEMENT, proof)


@given(st.binary(max_size=64), st.integers(0, 3))
def test_any_bytes_are_a_proof_or_an_error(data: bytes, size: int) -> None:
    filled = (data * (proof_bytes(size) // max(1, len(data)) + 1))[: proof_bytes(size)]
    for tried in (data, bytes([VERSION]) + data, bytes([VERSION]) + filled[1:]):
        try:
            assert ShuffleProof.decode(tried, size).encode() == tried
        except DecodeError:
            continue


def test_proofs_are_remembered_by_all_that_they_prove() -> None:
    """Two that differ in anything have different digests."""
    statements = [
        STATEMENT,
        replace(STATEMENT, context=Context(GAME, Purpose.BAG, 0, 1, 0)),
        replace(STATEMENT, key=KEYS[0]),
        replace(STATEMENT, before=AFTER),
        replace(STATEMENT, after=BEFORE),
    ]
    found = {statement.digest(proof) for statement in statements for proof in (PROOF, flipped(PROOF, 9))}
    assert len(found) == 10


@pytest.mark.parametrize("make", [lambda deck: deck[:-1], lambda deck: (*deck, deck[0])])
def test_decks_that_are_too_long_or_short_are_no_decks(make: Callable[[Deck], Deck]) -> None:
    with pytest.raises(DecodeError, match="a deck of 6 tiles has 384 bytes"):
        decode_deck(encode_deck(make(AFTER)), SIZE)
