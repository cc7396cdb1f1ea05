from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from p2pscrabble.bag.order import permuted, shuffle_permutation
from p2pscrabble.bag.sealed.deck import fresh_deck, tile_at
from p2pscrabble.bag.sealed.shuffle import input_digest, permutation, reencryption, shuffled
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from tests.bag.sealed import reference
from tests.bag.sealed.small import AFTER, BEFORE, CONTEXT, GAME, JOINT, KEYS, ORDERED, SECRETS, SEEDS, SIZE, TILES


def test_a_shuffle_moves_tiles_as_the_order_of_the_bag_does() -> None:
    """The tile at place i afterwards is the one that was at place ψ(i)."""
    assert shuffle_permutation(SEEDS[0], 0, 0, SIZE) == ORDERED
    opened = [tile_at(cipher.b - (SECRETS[0] + SECRETS[1]) * cipher.a) for cipher in AFTER]
    assert tuple(opened) == permuted(TILES, [SEEDS[0]], "shuffle", 0, 0)
    later = Context(GAME, Purpose.BAG, 2, 5, 0)
    assert permutation(SEEDS[0], later, JOINT, BEFORE) == shuffle_permutation(SEEDS[0], 2, 5, SIZE)


def test_the_permutation_is_that_of_the_formulas() -> None:
    assert list(ORDERED) == reference.permutation(SIZE, SEEDS[0], "shuffle", 0, 0)
    hundred = shuffle_permutation(SEEDS[0], 0, 0, 100)
    assert list(hundred) == reference.permutation(100, SEEDS[0], "shuffle", 0, 0)


def test_factors_are_bound_to_all_that_is_shuffled() -> None:
    """One input, one output; another input, other factors, so that two outputs have nothing in common."""
    assert shuffled(SEEDS[0], CONTEXT, JOINT, BEFORE, ORDERED) == AFTER
    swapped = (BEFORE[1], BEFORE[0], *BEFORE[2:])
    made = [
        reencryption(SEEDS[0], CONTEXT, JOINT, BEFORE),
        reencryption(SEEDS[1], CONTEXT, JOINT, BEFORE),
        reencryption(SEEDS[0], CONTEXT, JOINT, swapped),
        reencryption(SEEDS[0], CONTEXT, KEYS[0], BEFORE),
        *(reencryption(SEEDS[0], replace(CONTEXT, number=number), JOINT, BEFORE) for number in (1, 2)),
    ]
    assert len({factor for factors in made for factor in factors}) == 6 * SIZE


def test_the_digest_of_the_input_is_that_of_the_formulas() -> None:
    deck = b"".join(cipher.a.data + cipher.b.data for cipher in BEFORE)
    assert input_digest(CONTEXT, JOINT, BEFORE) == reference.hashed("shuffle", CONTEXT.data, JOINT.data, deck)


def test_a_rack_is_shuffled_by_what_is_on_it() -> None:
    """Nobody has to repeat that without ciphers, so it depends on them."""
    context = Context(GAME, Purpose.RACK, 0, 0, 0)
    decks = [fresh_deck(range(start, start + 30), JOINT) for start in range(3)]
    found = [permutation(SEEDS[0], context, JOINT, deck) for deck in decks]
    assert len(set(found)) == 3
    digest = input_digest(context, JOINT, decks[0])
    assert list(found[0]) == reference.permutation(30, SEEDS[0], "rack", digest)


def test_with_threads() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert shuffled(SEEDS[0], CONTEXT, JOINT, BEFORE, ORDERED, pool.map) == AFTER
