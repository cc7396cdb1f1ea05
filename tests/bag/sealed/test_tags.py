from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import GENERATOR, Scalar
from p2pscrabble.bag.sealed.deck import Deck, fresh_deck, tile_points
from p2pscrabble.bag.sealed.shares import Shares, make_shares
from p2pscrabble.bag.sealed.tags import Raised, found_places, raise_deck, raised_bytes
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed import reference
from tests.bag.sealed.small import AFTER, GAME, JOINT, SECRETS, SEEDS, TILES, flipped, no_points, replaced

CONTEXT = Context(GAME, Purpose.RAISE, 1, 0, 0)
LIST: Deck = (*AFTER[:3], *fresh_deck(TILES[:1], JOINT))
RAISED = raise_deck(SEEDS[0], CONTEXT, LIST)
BODY = RAISED.encode()
WRONG = "not made with its key"


def refused(raised: Raised, context: Context = CONTEXT, deck: Deck = LIST) -> None:
    with pytest.raises(Breach, match=WRONG):
        raised.check(context, deck)


def with_point(place: int, by: Scalar) -> Raised:
    points = list(RAISED.shares.points)
    points[place] = by * points[place]
    return replace(RAISED, shares=replace(RAISED.shares, points=tuple(points)))


def test_everything_is_raised_to_one_secret() -> None:
    RAISED.check(CONTEXT, LIST)
    slow = [(reference.decoded(cipher.a.data), reference.decoded(cipher.b.data)) for cipher in LIST]
    deck = [(a, b) for a, b in slow if a is not None and b is not None]
    assert reference.raised(SEEDS[0], CONTEXT.data, deck) == BODY
    assert len(BODY) == raised_bytes(4) == 64 * 4 + 80
    assert Raised.decode(BODY, 4) == RAISED


def test_what_comes_out_is_the_tile_times_the_secret() -> None:
    """The tag says which tiles are equal: the last is the one that seat 0 had moved to some place."""
    joint = SECRETS[0] + SECRETS[1]
    again = raise_deck(SEEDS[1], CONTEXT, RAISED.deck)
    tags = [cipher.b - joint * cipher.a for cipher in again.deck]
    opened = [cipher.b - joint * cipher.a for cipher in LIST]
    assert len(set(tags)) == len(set(opened))
    assert not set(tags) & set(tile_points())


def test_one_tile_is_raised_otherwise() -> None:
    """To make a tile of a rack look like another, or like none of the deck."""
    refused(with_point(0, Scalar.of(2)))
    refused(with_point(7, Scalar.of(2)))


def test_two_tiles_in_each_others_place() -> None:
    points = RAISED.shares.points
    refused(replace(RAISED, shares=replace(RAISED.shares, points=points[2:4] + points[:2] + points[4:])))


def test_another_secret_than_the_point_says() -> None:
    refused(replace(RAISED, point=RAISED.point + GENERATOR))
    refused(raise_deck(SEEDS[0], CONTEXT, LIST), Context(GAME, Purpose.RAISE, 2, 0, 0))
    refused(RAISED, deck=(LIST[1], LIST[0], *LIST[2:]))


def test_the_secret_is_bound_to_the_list() -> None:
    assert raise_deck(SEEDS[0], CONTEXT, LIST[:3]).point != RAISED.point
    assert raise_deck(SEEDS[0], Context(GAME, Purpose.RAISE, 2, 0, 0), LIST).point != RAISED.point


def test_a_secret_of_zero() -> None:
    """Nobody can raise everything to nothing: the identity is no point."""
    bases = [point for cipher in LIST for point in (cipher.a, cipher.b)]
    nothing = make_shares(SEEDS[0], CONTEXT, Scalar.of(0), bases)
    with pytest.raises(DecodeError, match="a point is the identity"):
        Shares.decode(nothing.encode(), len(bases))


@pytest.mark.parametrize("bit", range(0, 8 * len(BODY), 66))
def test_any_bit_changed(bit: int) -> None:
    with pytest.raises((Breach, DecodeError)):
        Raised.decode(flipped(BODY, bit), 4).check(CONTEXT, LIST)


def test_forms() -> None:
    for bad in no_points(RAISED.point).values():
        for at in (0, 32, 64):
            with pytest.raises(DecodeError, match="a point is"):
                Raised.decode(replaced(BODY, at, bad), 4)
    for data, count in ((BODY, 3), (BODY[:-1], 4), (BODY + b"x", 4), (b"", 0)):
        with pytest.raises(DecodeError, match="bytes, not"):
            Raised.decode(data, count)


@given(st.binary(max_size=200), st.integers(0, 1))
def test_any_bytes_are_a_raised_list_or_an_error(data: bytes, count: int) -> None:
    filled = data.ljust(raised_bytes(count), b"\x01")
    for tried in (data, filled, BODY[: 32 + 64 * count] + filled[32 + 64 * count :]):
        try:
            assert Raised.decode(tried, count).encode() == tried
        except DecodeError:
            continue


def test_places_are_found_by_tags() -> None:
    points = tile_points()
    assert found_places(points[:5], (points[3], points[0])) == (3, 0)
    assert found_places(points[:5], ()) == ()
    for deck, racks in (
        (points[:5], (points[5],)),
        (points[:5], (points[1], points[1])),
        ((points[0], points[0]), (points[0],)),
    ):
        with pytest.raises(PeerError, match="not each once"):
            found_places(deck, racks)
