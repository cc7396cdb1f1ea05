from __future__ import annotations

import hashlib
import importlib.util
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl import bindings

from p2pscrabble.bag import group
from p2pscrabble.bag.group import (
    GENERATOR,
    IDENTITY,
    ONE,
    ORDER,
    ZERO,
    Point,
    Scalar,
    hash_to_group,
    point_sum,
    scalar_sum,
    weighted,
)
from p2pscrabble.errors import DecodeError
from tests.bag.sealed import reference

NUMBERS = st.one_of(st.integers(0, 3), st.integers(ORDER - 3, ORDER - 1), st.integers(0, ORDER - 1))
P = 2**255 - 19


def point(number: int) -> Point:
    return Scalar.of(number) * GENERATOR


def test_the_generator_is_that_of_rfc_8032() -> None:
    """x and y of section 5.1, and that the order is its order."""
    assert reference.G[1] == 46316835694926478169428394003475163141307993866256225615783033603165251855960
    assert reference.G[0] == 15112221349535400772501151409588531511454012693041857206046113283949847762202
    assert reference.encoded(reference.G) == GENERATOR.data
    assert Point.decode(GENERATOR.data) == GENERATOR
    assert Scalar.of(ORDER - 1) * GENERATOR + GENERATOR == IDENTITY


RFC_8032_KEYS = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
    ),
]


@pytest.mark.parametrize(("secret", "public"), RFC_8032_KEYS)
def test_public_keys_of_rfc_8032(secret: str, public: str) -> None:
    """Section 7.1: the key is the clamped half of a hash times the generator. Both arithmetics find it."""
    half = bytearray(hashlib.sha512(bytes.fromhex(secret)).digest()[:32])
    half[0] &= 248
    half[31] = half[31] & 127 | 64
    number = int.from_bytes(half, "little")
    assert point(number).data.hex() == public
    assert reference.encoded(reference.times(number, reference.G)).hex() == public


@pytest.mark.parametrize("number", range(17))
def test_small_multiples_agree_with_repeated_addition(number: int) -> None:
    assert point(number) == point_sum([GENERATOR] * number)
    assert reference.encoded(reference.times(number, reference.G)) == point(number).data


@given(NUMBERS, NUMBERS)
def test_scalars_count_modulo_the_order(one: int, other: int) -> None:
    a, b = Scalar.of(one), Scalar.of(other)
    assert a + b == Scalar.of(one + other)
    assert a - b == Scalar.of(one - other)
    assert a * b == Scalar.of(one * other)
    assert -a == Scalar.of(-one)
    assert bool(a) == (one != 0)
    assert Scalar.decode(a.data) == a


@given(NUMBERS, NUMBERS)
def test_points_count_as_scalars_do(one: int, other: int) -> None:
    """Also where one of them or what comes out is the identity, which libsodium refuses to multiply."""
    base = hash_to_group("some point")
    a, b = Scalar.of(one), Scalar.of(other)
    for start in (GENERATOR, base, IDENTITY):
        assert a * start + b * start == (a + b) * start
        assert a * start - b * start == (a - b) * start
        assert a * (b * start) == (a * b) * start
        assert -(a * start) == (-a) * start


@given(st.integers(0, ORDER - 1))
def test_two_arithmetics_agree(number: int) -> None:
    base = hash_to_group("some point")
    slow = reference.decoded(base.data)
    assert slow is not None
    assert reference.encoded(reference.times(number, slow)) == (Scalar.of(number) * base).data


def test_sums() -> None:
    points = [hash_to_group("p", number) for number in range(4)]
    scalars = [Scalar.of(number) for number in (3, 0, ORDER - 1, 7)]
    assert scalar_sum(scalars) == Scalar.of(9)
    assert scalar_sum([]) == ZERO
    assert point_sum([]) == IDENTITY
    assert point_sum(points) == points[0] + points[1] + points[2] + points[3]
    assert weighted(scalars, points) == scalars[0] * points[0] - points[2] + scalars[3] * points[3]
    with pytest.raises(ValueError, match="zip"):
        weighted(scalars[1:], points)


def test_a_wide_number_is_reduced() -> None:
    for data in (bytes(64), b"\xff" * 64, bytes(range(64))):
        assert Scalar.reduce(data) == Scalar.of(int.from_bytes(data, "little"))


@given(st.binary(max_size=40))
def test_any_bytes_are_a_scalar_or_an_error(data: bytes) -> None:
    try:
        assert Scalar.decode(data).data == data
    except DecodeError:
        assert len(data) != 32 or int.from_bytes(data, "little") >= ORDER


@pytest.mark.parametrize("number", [ORDER, ORDER + 1, 2**252 + 2**125, 2**255, 2**256 - 1])
def test_a_scalar_has_one_form(number: int) -> None:
    with pytest.raises(DecodeError, match="not below the order"):
        Scalar.decode(number.to_bytes(32, "little"))
    assert Scalar.decode((ORDER - 1).to_bytes(32, "little")) == -ONE


def low_order() -> list[bytes]:
    """All encodings, canonical or not, of the eight points whose order divides eight; the identity among them."""
    y = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD83D3D706A17C7
    ys = [0, 1, P - 1, y, P - y, P, P + 1]
    return [(number | sign << 255).to_bytes(32, "little") for number in ys for sign in (0, 1)]


def mixed_order(good: bytes) -> list[bytes]:
    """A point of the group plus one of order two, four and eight."""
    order_two = (P - 1).to_bytes(32, "little")
    order_four = bytes(32)
    order_eight = bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a")
    return [bindings.crypto_core_ed25519_add(good, low) for low in (order_two, order_four, order_eight)]


NO_POINTS = {
    **{f"low order {number}": data for number, data in enumerate(low_order())},
    **{f"mixed order {number}": data for number, data in enumerate(mixed_order(hash_to_group("some point").data))},
    "y above p": (P + 3).to_bytes(32, "little"),
    "all ones": b"\xff" * 32,
    "not on the curve": (2).to_bytes(32, "little"),
    "generator with y + p": b"\xff" * 31 + b"\x7f",
}


@pytest.mark.parametrize("data", NO_POINTS.values(), ids=NO_POINTS.keys())
def test_what_is_no_point_of_the_group_is_refused(data: bytes) -> None:
    with pytest.raises(DecodeError, match="identity" if data == IDENTITY.data else "not one of the group"):
        Point.decode(data)
    assert reference.decoded(data) is None


@given(st.binary(max_size=40))
def test_any_bytes_are_a_point_or_an_error(data: bytes) -> None:
    try:
        assert Point.decode(data).data == data
    except DecodeError:
        assert reference.decoded(data) is None


@given(st.binary(min_size=32, max_size=32))
def test_every_point_of_the_group_is_taken_in_its_form(data: bytes) -> None:
    """And none that is a point of order eight away from one."""
    found = bindings.crypto_core_ed25519_from_uniform(data)
    if found == IDENTITY.data:  # where zero is mapped to
        return
    assert Point.decode(found).data == found
    for beside in mixed_order(found):
        with pytest.raises(DecodeError):
            Point.decode(beside)


@pytest.mark.parametrize("decode", [Point.decode, Scalar.decode])
@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_lengths(decode: Callable[[bytes], object], length: int) -> None:
    with pytest.raises(DecodeError, match=f"has 32 bytes, not {length}"):
        decode(bytes(length))


@given(st.binary(min_size=32, max_size=32))
def test_the_map_to_the_curve_is_elligator(data: bytes) -> None:
    assert bindings.crypto_core_ed25519_from_uniform(data) == reference.encoded(reference.elligator(data))


def test_hash_to_group() -> None:
    """Frozen: every proof is about these points."""
    found = hash_to_group("a", 1, b"b")
    assert found.data == reference.encoded(reference.to_group("a", 1, b"b"))
    assert Point.decode(found.data) == found
    assert hash_to_group("a", 1, b"c") != found
    assert found.data.hex() == "8ff5c6629b527141745184f777530f954efc341773a943546250ccb95ae97156"


def test_no_secret_is_shown() -> None:
    assert repr(Scalar.of(12345)) == "<Scalar>"
    assert str(Scalar.of(12345)) == "<Scalar>"
    assert repr(GENERATOR) == "<Point 58666666>"


def test_a_library_that_takes_mixed_order_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """As libsodium did before 2026: the point is in the group but for one of order two."""
    monkeypatch.setattr(bindings, "crypto_core_ed25519_is_valid_point", lambda _: True)
    with pytest.raises(ImportError, match="CVE-2025-69277"):
        group.require_strict_library()
    assert group.__file__ is not None
    spec = importlib.util.spec_from_file_location("group_again", group.__file__)
    assert spec is not None
    assert spec.loader is not None
    again = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "group_again", again)
    with pytest.raises(ImportError, match="PyNaCl"):
        spec.loader.exec_module(again)
