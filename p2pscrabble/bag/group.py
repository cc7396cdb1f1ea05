"""The group that the sealed deal counts in: the points of prime order on edwards25519, and scalars modulo that order.

The one module that knows PyNaCl (libsodium). A ``Point`` or ``Scalar`` that exists is valid: ``decode`` takes nothing
but the one canonical encoding of a point of prime order, never the identity, or of a scalar below the order; all
arithmetic is libsodium's, in constant time for scalars. The identity, which libsodium neither takes nor gives in a
multiplication, is a value of its own here, and adds and multiplies as it must.

Points are encoded as in RFC 8032, scalars as 32 bytes, little-endian.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, overload

from nacl import bindings

from p2pscrabble.bag.prf import Label, h
from p2pscrabble.errors import DecodeError

POINT_BYTES: Final = 32
SCALAR_BYTES: Final = 32
ORDER: Final = 2**252 + 27742317777372353535851937790883648493
"""q: how many points the group has, a prime."""


@dataclass(frozen=True, slots=True, repr=False)
class Scalar:
    """A number modulo the order; may be a secret, so it is never shown."""

    data: bytes

    def __repr__(self) -> str:
        """Never the number."""
        return "<Scalar>"

    @classmethod
    def decode(cls, data: bytes) -> Scalar:
        """The scalar of exactly these 32 bytes; ``DecodeError`` where they are no number below the order."""
        if len(data) != SCALAR_BYTES:
            raise DecodeError(f"a scalar has {SCALAR_BYTES} bytes, not {len(data)}")
        if int.from_bytes(data, "little") >= ORDER:
            raise DecodeError("a scalar is not below the order of the group")
        return cls(data)

    @classmethod
    def of(cls, number: int) -> Scalar:
        """This number modulo the order."""
        return cls((number % ORDER).to_bytes(SCALAR_BYTES, "little"))

    @classmethod
    def reduce(cls, data: bytes) -> Scalar:
        """64 bytes, read as a little-endian number, modulo the order: even but for less than one part in 2**250."""
        return cls(bindings.crypto_core_ed25519_scalar_reduce(data))

    def __bool__(self) -> bool:
        """Whether it is not zero."""
        return self != ZERO

    def __add__(self, other: Scalar) -> Scalar:
        return Scalar(bindings.crypto_core_ed25519_scalar_add(self.data, other.data))

    def __sub__(self, other: Scalar) -> Scalar:
        return Scalar(bindings.crypto_core_ed25519_scalar_sub(self.data, other.data))

    def __neg__(self) -> Scalar:
        return Scalar(bindings.crypto_core_ed25519_scalar_negate(self.data))

    @overload
    def __mul__(self, other: Scalar) -> Scalar: ...

    @overload
    def __mul__(self, other: Point) -> Point: ...

    def __mul__(self, other: Scalar | Point) -> Scalar | Point:
        """The product with a scalar, or this many times a point (three times as fast for the generator)."""
        if isinstance(other, Scalar):
            return Scalar(bindings.crypto_core_ed25519_scalar_mul(self.data, other.data))
        if self == ZERO or other == IDENTITY:
            return IDENTITY
        if other == GENERATOR:
            return Point(bindings.crypto_scalarmult_ed25519_base_noclamp(self.data))
        return Point(bindings.crypto_scalarmult_ed25519_noclamp(self.data, other.data))


@dataclass(frozen=True, slots=True, repr=False)
class Point:
    """A point of the group."""

    data: bytes

    def __repr__(self) -> str:
        """The beginning of it, as hexadecimal digits."""
        return f"<Point {self.data.hex()[:8]}>"

    @classmethod
    def decode(cls, data: bytes) -> Point:
        """The point of exactly these 32 bytes.

        Raises ``DecodeError`` where they are not the canonical encoding of a point, where it is not of prime order,
        and for the identity, which nobody has a reason to send.
        """
        if len(data) != POINT_BYTES:
            raise DecodeError(f"a point has {POINT_BYTES} bytes, not {len(data)}")
        if data == IDENTITY.data:
            raise DecodeError("a point is the identity")
        if not bindings.crypto_core_ed25519_is_valid_point(data):
            raise DecodeError("a point is not one of the group in its canonical form")
        return cls(data)

    def __add__(self, other: Point) -> Point:
        return Point(bindings.crypto_core_ed25519_add(self.data, other.data))

    def __sub__(self, other: Point) -> Point:
        return Point(bindings.crypto_core_ed25519_sub(self.data, other.data))

    def __neg__(self) -> Point:
        return IDENTITY - self


ZERO: Final = Scalar(bytes(SCALAR_BYTES))
ONE: Final = Scalar.of(1)
IDENTITY: Final = Point(b"\x01" + bytes(POINT_BYTES - 1))
GENERATOR: Final = Point(b"\x58" + b"\x66" * (POINT_BYTES - 1))
"""G of RFC 8032."""


def scalar_sum(scalars: Iterable[Scalar]) -> Scalar:
    """All of them added."""
    found = ZERO
    for scalar in scalars:
        found += scalar
    return found


def point_sum(points: Iterable[Point]) -> Point:
    """All of them added; the identity where there are none."""
    found = IDENTITY
    for point in points:
        found = point if found == IDENTITY else found + point
    return found


def weighted(scalars: Iterable[Scalar], points: Iterable[Point]) -> Point:
    """Each point times its scalar, added: as many of the one as of the other."""
    return point_sum(scalar * point for scalar, point in zip(scalars, points, strict=True))


def hash_to_group(*labels: Label) -> Point:
    """A point of which nobody knows how it relates to any other.

    Both halves of ``h(labels…)`` are mapped by Elligator 2, multiplied by the cofactor, and added.
    """
    data = h(*labels)
    first, second = (bindings.crypto_core_ed25519_from_uniform(half) for half in (data[:32], data[32:]))
    return Point(first) + Point(second)


def require_strict_library() -> None:
    """Raises ``ImportError`` where this libsodium takes points of mixed order for valid (CVE-2025-69277)."""
    mixed = bindings.crypto_core_ed25519_add(GENERATOR.data, _ORDER_TWO)
    if bindings.crypto_core_ed25519_is_valid_point(mixed):
        raise ImportError("this libsodium checks points wrongly (CVE-2025-69277): PyNaCl 1.6.2 or later is needed")


_ORDER_TWO: Final = (2**255 - 20).to_bytes(POINT_BYTES, "little")
require_strict_library()
