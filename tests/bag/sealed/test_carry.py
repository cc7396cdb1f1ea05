from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import GENERATOR, Point, Scalar
from p2pscrabble.bag.sealed.carry import Carried, carried_bytes, carry
from p2pscrabble.bag.sealed.deck import Cipher, Deck, fresh, fresh_deck, tile_at, tile_points
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError
from tests.bag.sealed import reference
from tests.bag.sealed.small import GAME, JOINT, KEYS, SECRETS, SEEDS, flipped, no_points, plus_order, replaced

CONTEXT = Context(GAME, Purpose.CARRY, 1, 0, 0)
RACK: Deck = tuple(
    fresh(tile, KEYS[0]).reencrypted(Scalar.of(number + 5), KEYS[0]) for number, tile in enumerate((4, 77, 99))
)
"""Three tiles that only the first seat can read."""
CARRIED = carry(SEEDS[0], CONTEXT, SECRETS[0], JOINT, RACK)
BODY = CARRIED.encode()
WRONG = "other tiles"


def refused(
    carried: Carried, context: Context = CONTEXT, own: Point = KEYS[0], new: Point = JOINT, rack: Deck = RACK
) -> None:
    with pytest.raises(Breach, match=WRONG):
        carried.check(context, own, new, rack)


def slow(deck: Deck) -> list[reference.Cipher]:
    found = [(reference.decoded(cipher.a.data), reference.decoded(cipher.b.data)) for cipher in deck]
    return [(a, b) for a, b in found if a is not None and b is not None]


def test_the_tiles_are_the_same_under_the_new_key() -> None:
    CARRIED.check(CONTEXT, KEYS[0], JOINT, RACK)
    opened = [tile_at(cipher.b - (SECRETS[0] + SECRETS[1]) * cipher.a) for cipher in CARRIED.tiles]
    assert opened == [4, 77, 99]
    assert len(BODY) == carried_bytes(3) == 96 * 3 + 48
    assert Carried.decode(BODY, 3) == CARRIED
    assert carry(SEEDS[0], CONTEXT, SECRETS[0], JOINT, RACK) == CARRIED


def test_it_is_that_of_the_formulas() -> None:
    joint = reference.decoded(JOINT.data)
    assert joint is not None
    number = int.from_bytes(SECRETS[0].data, "little")
    assert reference.carried(SEEDS[0], CONTEXT.data, number, joint, slow(RACK)) == BODY


def test_another_tile() -> None:
    first, *others = CARRIED.tiles
    refused(replace(CARRIED, tiles=(fresh(5, JOINT), *others)))
    turned = Cipher(first.a, first.b + tile_points()[5] - tile_points()[4])
    refused(replace(CARRIED, tiles=(turned, *others)))


def test_another_tile_by_who_follows_all_formulas() -> None:
    """The whole made for a rack that is not the seat's own."""
    other = (fresh(5, KEYS[0]), *RACK[1:])
    refused(carry(SEEDS[0], CONTEXT, SECRETS[0], JOINT, other))


def test_tiles_in_each_others_place() -> None:
    first, second, third = CARRIED.tiles
    refused(replace(CARRIED, tiles=(second, first, third)))
    refused(carry(SEEDS[0], CONTEXT, SECRETS[0], JOINT, (RACK[1], RACK[0], RACK[2])))


def test_changes_that_make_up_for_each_other() -> None:
    first, second, third = CARRIED.tiles
    changed = Cipher(first.a, first.b + GENERATOR), Cipher(second.a, second.b - GENERATOR), third
    refused(replace(CARRIED, tiles=changed))


def test_with_another_secret() -> None:
    refused(carry(SEEDS[0], CONTEXT, SECRETS[0] + Scalar.of(1), JOINT, RACK))
    refused(carry(SEEDS[0], CONTEXT, SECRETS[1], JOINT, RACK))


def test_from_elsewhere() -> None:
    for context in (
        Context(bytes(32), Purpose.CARRY, 1, 0, 0),
        Context(GAME, Purpose.CARRY, 2, 0, 0),
        Context(GAME, Purpose.CARRY, 1, 0, 1),
        Context(GAME, Purpose.SHOW, 1, 0, 0),
    ):
        refused(CARRIED, context=context)
    refused(CARRIED, own=KEYS[1])
    refused(CARRIED, new=KEYS[0])
    refused(CARRIED, rack=fresh_deck((4, 77, 99), KEYS[0]))


@pytest.mark.parametrize("bit", range(0, 8 * len(BODY), 44))
def test_any_bit_changed(bit: int) -> None:
    with pytest.raises((Breach, DecodeError)):
        Carried.decode(flipped(BODY, bit), 3).check(CONTEXT, KEYS[0], JOINT, RACK)


def test_forms() -> None:
    for at in range(3 * 64 + 16, len(BODY), 32):
        with pytest.raises(DecodeError, match="not below the order"):
            Carried.decode(plus_order(BODY, at), 3)
    for bad in no_points(CARRIED.tiles[0].a).values():
        with pytest.raises(DecodeError, match="a point is"):
            Carried.decode(replaced(BODY, 32, bad), 3)
    for data, count in ((BODY, 2), (BODY[:-1], 3), (BODY + b"x", 3)):
        with pytest.raises(DecodeError, match="bytes, not"):
            Carried.decode(data, count)


@given(st.binary(max_size=300), st.integers(0, 2))
def test_any_bytes_are_a_carried_rack_or_an_error(data: bytes, count: int) -> None:
    filled = data.ljust(carried_bytes(count), b"\x01")
    for tried in (data, filled, BODY[: 64 * count] + filled[64 * count :]):
        try:
            assert Carried.decode(tried, count).encode() == tried
        except DecodeError:
            continue
