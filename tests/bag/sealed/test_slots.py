from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import Scalar
from p2pscrabble.bag.sealed.deck import fresh, tile_at
from p2pscrabble.bag.sealed.slots import (
    MAX_SLOT,
    Showing,
    Slot,
    decode_slots,
    encode_slots,
    make_showing,
    public_slot,
    slots_of,
    without_slots,
)
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.numerals.packing import Unpacker
from tests.bag.sealed.small import GAME, JOINT, KEYS, SECRETS, SEEDS, flipped, replaced

CONTEXT = Context(GAME, Purpose.SHOW, 0, 0, 0, b"turn")
RACK = tuple(
    Slot(number, fresh(tile, JOINT), fresh(tile, KEYS[0]).reencrypted(Scalar.of(number + 2), KEYS[0]))
    for number, tile in ((3, 4), (200, 77), (7, 99))
)
SHOWING = make_showing(SEEDS[0], CONTEXT, SECRETS[0], (RACK[1], RACK[0]))
BODY = SHOWING.encode()


def test_a_slot_is_read_by_its_holder() -> None:
    assert [slot.tile(SECRETS[0]) for slot in RACK] == [4, 77, 99]


def test_a_tile_that_everyone_has_seen_is_a_slot_like_others() -> None:
    slot = public_slot(9, 42, JOINT, KEYS[0])
    assert slot.tile(SECRETS[0]) == 42
    assert tile_at(slot.joint.b - (SECRETS[0] + SECRETS[1]) * slot.joint.a) == 42


def test_slots_are_found_by_number() -> None:
    assert slots_of(RACK, (7, 3)) == (RACK[2], RACK[0])
    assert without_slots(RACK, (3, 7)) == (RACK[1],)
    assert without_slots(RACK, ()) == RACK
    with pytest.raises(Breach, match="used slot 4, which is not on its rack"):
        slots_of(RACK, (3, 4))


def test_what_is_shown_is_known() -> None:
    showing = Showing.decode(BODY)
    assert showing == SHOWING
    assert showing.numbers == (200, 3)
    assert showing.tiles(CONTEXT, KEYS[0], slots_of(RACK, showing.numbers)) == (77, 4)
    assert BODY[:4] == bytes([2, 200 & 0x7F | 0x80, 1, 3])
    assert len(BODY) == 4 + 2 * 32 + 48


def test_another_tile_cannot_be_shown() -> None:
    """The slots exchanged, or the shares, or both."""
    with pytest.raises(Breach, match="not made with its key"):
        SHOWING.tiles(CONTEXT, KEYS[0], (RACK[0], RACK[1]))
    with pytest.raises(Breach, match="not made with its key"):
        SHOWING.tiles(CONTEXT, KEYS[0], (RACK[1], RACK[2]))
    with pytest.raises(Breach, match="not made with its key"):
        SHOWING.tiles(Context(GAME, Purpose.SHOW, 0, 0, 0, b"later"), KEYS[0], (RACK[1], RACK[0]))


@pytest.mark.parametrize("bit", range(0, 8 * len(BODY), 20))
def test_any_bit_changed(bit: int) -> None:
    with pytest.raises((Breach, DecodeError)):
        taken(flipped(BODY, bit))


def taken(body: bytes) -> tuple[int, ...]:
    showing = Showing.decode(body)
    return showing.tiles(CONTEXT, KEYS[0], slots_of(RACK, showing.numbers))


@given(st.lists(st.integers(0, MAX_SLOT), min_size=1, max_size=7, unique=True))
def test_slots_are_named_in_their_order(numbers: list[int]) -> None:
    packed = Unpacker(encode_slots(numbers))
    assert decode_slots(packed) == tuple(numbers)
    packed.end()


@pytest.mark.parametrize("numbers", [[], [3, 3], list(range(8)), [MAX_SLOT + 1]])
def test_slots_that_are_none(numbers: list[int]) -> None:
    with pytest.raises(DecodeError):
        decode_slots(Unpacker(encode_slots(numbers)))


@given(st.binary(max_size=200))
def test_any_bytes_are_a_showing_or_an_error(data: bytes) -> None:
    for tried in (data, replaced(BODY, 0, data[:6])):
        try:
            assert Showing.decode(tried).encode() == tried
        except DecodeError:
            continue
