from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import GENERATOR, IDENTITY, Scalar
from p2pscrabble.bag.sealed.deck import (
    Cipher,
    decode_deck,
    encode_deck,
    fresh,
    fresh_deck,
    generators,
    tile_at,
    tile_points,
)
from p2pscrabble.errors import DecodeError, PeerError
from tests.bag.sealed import reference
from tests.bag.sealed.small import AFTER, BEFORE, JOINT, SECRETS, TILES, no_points, replaced

WHOLE = encode_deck(AFTER)


def opened(cipher: Cipher) -> int:
    return tile_at(cipher.b - (SECRETS[0] + SECRETS[1]) * cipher.a)


def test_the_points_of_tiles_and_proofs_are_fixed() -> None:
    """All different, and those that the slow arithmetic finds."""
    assert len(tile_points()) == 100
    assert len(generators()) == 101
    assert len({*tile_points(), *generators(), GENERATOR, IDENTITY}) == 203
    for number in (0, 42, 99):
        assert tile_points()[number].data == reference.encoded(reference.tile_point(number))
        assert generators()[number + 1].data == reference.encoded(reference.generator(number + 1))


def test_a_fresh_tile_opens_to_its_number() -> None:
    assert [opened(cipher) for cipher in BEFORE] == list(TILES)
    assert fresh(7, JOINT).a == GENERATOR
    assert fresh_deck(TILES, JOINT) == BEFORE


def test_a_tile_encrypted_anew_is_the_same_tile_and_looks_like_another() -> None:
    again = BEFORE[0].reencrypted(Scalar.of(7), JOINT)
    assert again.a != BEFORE[0].a
    assert again.b != BEFORE[0].b
    assert opened(again) == TILES[0]
    assert BEFORE[0].reencrypted(Scalar.of(0), JOINT) == BEFORE[0]


def test_what_is_no_tile() -> None:
    for point in (GENERATOR, IDENTITY, tile_points()[3] + GENERATOR):
        with pytest.raises(PeerError, match="no tile"):
            tile_at(point)


def test_a_deck_is_its_ciphers() -> None:
    assert decode_deck(WHOLE, len(AFTER)) == AFTER
    assert decode_deck(b"", 0) == ()
    assert Cipher.decode(WHOLE[:64]) == AFTER[0]
    with pytest.raises(DecodeError, match="an encrypted tile has 64 bytes, not 63"):
        Cipher.decode(WHOLE[:63])


@pytest.mark.parametrize("at", [0, 32, len(WHOLE) - 32])
@pytest.mark.parametrize("name", no_points(GENERATOR))
def test_no_place_of_a_deck_takes_what_is_no_point(at: int, name: str) -> None:
    with pytest.raises(DecodeError, match="a point is"):
        decode_deck(replaced(WHOLE, at, no_points(AFTER[0].a)[name]), len(AFTER))


@given(st.binary(max_size=200), st.integers(0, 3))
def test_any_bytes_are_a_deck_or_an_error(data: bytes, size: int) -> None:
    for tried in (data, data.ljust(size * 64, b"\x05")[: size * 64]):
        try:
            assert encode_deck(decode_deck(tried, size)) == tried
        except DecodeError:
            continue


@given(st.lists(st.sampled_from(AFTER), max_size=5))
def test_decks_come_back(deck: list[Cipher]) -> None:
    assert decode_deck(encode_deck(deck), len(deck)) == tuple(deck)
    with pytest.raises(DecodeError, match="bytes, not"):
        decode_deck(encode_deck(deck), len(deck) + 1)
