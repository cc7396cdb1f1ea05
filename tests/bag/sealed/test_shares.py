from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import GENERATOR, Point, Scalar
from p2pscrabble.bag.sealed.shares import Shares, make_shares, shares_bytes
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError
from tests.bag.sealed import reference
from tests.bag.sealed.small import AFTER, GAME, KEYS, SECRETS, SEEDS, flipped, no_points, plus_order, replaced

CONTEXT = Context(GAME, Purpose.SERVE, 0, 3, 1)
BASES = tuple(cipher.a for cipher in AFTER[:3])
SHARES = make_shares(SEEDS[1], CONTEXT, SECRETS[1], BASES)
BODY = SHARES.encode()
WRONG = "not made with its key"


def refused(shares: Shares, context: Context = CONTEXT, key: Point = KEYS[1], bases: tuple[Point, ...] = BASES) -> None:
    with pytest.raises(Breach, match=WRONG):
        shares.check(context, key, bases)


def with_points(*points: Point) -> Shares:
    return replace(SHARES, points=points)


def test_they_hold_and_are_those_of_the_formulas() -> None:
    SHARES.check(CONTEXT, KEYS[1], BASES)
    assert SHARES.points == tuple(SECRETS[1] * base for base in BASES)
    slow = [reference.decoded(base.data) for base in BASES]
    bases = [base for base in slow if base is not None]
    assert reference.shares(SEEDS[1], CONTEXT.data, int.from_bytes(SECRETS[1].data, "little"), bases) == BODY
    assert len(BODY) == shares_bytes(3) == 32 * 3 + 48
    assert Shares.decode(BODY, 3) == SHARES


def test_with_threads() -> None:
    with ThreadPoolExecutor(2) as pool:
        SHARES.check(CONTEXT, KEYS[1], BASES, pool.map)


def test_the_same_again() -> None:
    assert make_shares(SEEDS[1], CONTEXT, SECRETS[1], BASES) == SHARES
    with_other_seed = make_shares(SEEDS[0], CONTEXT, SECRETS[1], BASES)
    with_other_seed.check(CONTEXT, KEYS[1], BASES)
    assert with_other_seed != SHARES


def test_a_wrong_share() -> None:
    first, second, third = SHARES.points
    refused(with_points(first + GENERATOR, second, third))
    refused(with_points(SECRETS[0] * BASES[0], second, third))


def test_shares_in_each_others_place() -> None:
    first, second, third = SHARES.points
    refused(with_points(second, first, third))


def test_wrong_shares_that_make_up_for_each_other() -> None:
    """Their sum is right, and so would be any sum with weights known before."""
    first, second, third = SHARES.points
    refused(with_points(first + GENERATOR, second - GENERATOR, third))


def test_wrong_shares_with_a_proof_by_who_has_the_key() -> None:
    """The holder of the key wants another tile to be seen: all formulas followed, but for one share."""
    wrong = (SHARES.points[0] + GENERATOR, *SHARES.points[1:])
    made = make_shares(SEEDS[1], CONTEXT, SECRETS[1], BASES)
    refused(replace(made, points=wrong))
    other_key = make_shares(SEEDS[1], CONTEXT, SECRETS[1] + Scalar.of(1), BASES)
    refused(other_key)


@pytest.mark.parametrize(
    "context",
    [
        Context(bytes(32), Purpose.SERVE, 0, 3, 1),
        Context(GAME, Purpose.SHOW, 0, 3, 1),
        Context(GAME, Purpose.SERVE, 1, 3, 1),
        Context(GAME, Purpose.SERVE, 0, 4, 1),
        Context(GAME, Purpose.SERVE, 0, 3, 0),
        Context(GAME, Purpose.SERVE, 0, 3, 1, b"turn"),
    ],
    ids=["game", "purpose", "epoch", "number", "seat", "turn"],
)
def test_a_proof_from_elsewhere(context: Context) -> None:
    refused(SHARES, context=context)


def test_for_another_key_or_other_tiles() -> None:
    refused(SHARES, key=KEYS[0])
    refused(SHARES, bases=(BASES[1], BASES[0], BASES[2]))
    refused(SHARES, bases=(*BASES[:2], AFTER[3].a))


@pytest.mark.parametrize("bit", range(0, 8 * len(BODY), 18))
def test_any_bit_changed(bit: int) -> None:
    with pytest.raises((Breach, DecodeError)):
        Shares.decode(flipped(BODY, bit), 3).check(CONTEXT, KEYS[1], BASES)


def test_forms() -> None:
    with pytest.raises(DecodeError, match="not below the order"):
        Shares.decode(plus_order(BODY, len(BODY) - 32), 3)
    for bad in no_points(SHARES.points[0]).values():
        for at in (0, 64):
            with pytest.raises(DecodeError, match="a point is"):
                Shares.decode(replaced(BODY, at, bad), 3)
    for data, count in ((BODY, 2), (BODY, 4), (BODY[:-1], 3), (BODY + b"x", 3), (b"", 0)):
        with pytest.raises(DecodeError, match="bytes, not"):
            Shares.decode(data, count)


@given(st.binary(max_size=120), st.integers(0, 2))
def test_any_bytes_are_shares_or_an_error(data: bytes, count: int) -> None:
    filled = data.ljust(shares_bytes(count), b"\x01")
    for tried in (data, filled, SHARES.points[0].data * count + filled[32 * count :]):
        try:
            assert Shares.decode(tried, count).encode() == tried
        except DecodeError:
            continue
