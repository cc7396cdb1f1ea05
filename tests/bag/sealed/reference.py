"""The sealed deal's formulas once more, slowly, in plain integers, with nothing of the program's own.

As ``docs/sealed-bag.md`` has them, for the cross-check: edwards25519 in extended coordinates, Elligator 2, the
hashes, and every proof. A point is (X, Y, Z, T); scalars and challenges are integers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeAlias

P = 2**255 - 19
Q = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point: TypeAlias = tuple[int, int, int, int]
Cipher: TypeAlias = tuple[Point, Point]
ZERO: Point = (0, 1, 1, 0)


def plus(one: Point, other: Point) -> Point:
    """The unified addition of RFC 8032, 5.1.4."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c = 2 * one[3] * other[3] * D % P
    d = 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def negative(point: Point) -> Point:
    return -point[0] % P, point[1], point[2], -point[3] % P


def minus(one: Point, other: Point) -> Point:
    return plus(one, negative(other))


def double(point: Point) -> Point:
    """Of RFC 8032, 5.1.4."""
    x, y, z, _ = point
    a, b = x * x % P, y * y % P
    h, g = a + b, a - b
    e, f = h - (x + y) * (x + y), 2 * z * z % P + g
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """Four binary digits at a time."""
    number, table = number % Q, [ZERO]
    for _ in range(15):
        table.append(plus(table[-1], point))
    found = ZERO
    for digit in f"{number:x}":
        found = plus(double(double(double(double(found)))), table[int(digit, 16)])
    return found


def added(points: Iterable[Point]) -> Point:
    found = ZERO
    for point in points:
        found = plus(found, point)
    return found


def weighted(numbers: Iterable[int], points: Iterable[Point]) -> Point:
    return added(times(number, point) for number, point in zip(numbers, points, strict=True))


def encoded(point: Point) -> bytes:
    inverse = pow(point[2], -1, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def x_of(y: int, sign: int) -> int | None:
    """RFC 8032, 5.1.3; ``None`` where there is no such point."""
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (x == 0 and sign):
        return None
    return x if x & 1 == sign else P - x


def decoded(data: bytes) -> Point | None:
    """The point of the group that has this canonical encoding; ``None`` where there is none, and for the identity."""
    number = int.from_bytes(data, "little")
    y, sign = number & (1 << 255) - 1, number >> 255
    x = x_of(y, sign) if len(data) == 32 and y < P else None
    if x is None:
        return None
    point = (x, y, 1, x * y % P)
    # the whole order: `times` would reduce it
    whole = plus(times(Q - 1, point), point)
    return point if encoded(whole) == encoded(ZERO) and encoded(point) != encoded(ZERO) else None


BASE_Y = 4 * pow(5, -1, P) % P
G: Point = (x_of(BASE_Y, 0) or 0, BASE_Y, 1, (x_of(BASE_Y, 0) or 0) * BASE_Y % P)


def elligator(data: bytes) -> Point:
    """32 bytes to the curve, times the cofactor; the highest bit is the sign of x before that."""
    number = int.from_bytes(data, "little")
    sign, r = number >> 255, number & (1 << 255) - 1
    a = 486662
    u = -a * pow(1 + 2 * r * r, -1, P) % P
    if pow(u * (u * u + a * u + 1), (P - 1) // 2, P) == P - 1:
        u = (-u - a) % P
    y = (u - 1) * pow(u + 1, -1, P) % P
    x = x_of(y, sign) or 0
    point = (x, y, 1, x * y % P)
    for _ in range(3):
        point = plus(point, point)
    return point


# Hashes


def pack(*items: bytes | int | str) -> bytes:
    out = b""
    for item in items:
        if isinstance(item, bytes):
            tag, data = b"b", item
        elif isinstance(item, str):
            tag, data = b"s", item.encode()
        else:
            tag, data = b"i", item.to_bytes(item.bit_length() // 8 + 1, "big", signed=True)
        out += tag + len(data).to_bytes(4, "big") + data
    return out


def hashed(*items: bytes | int | str) -> bytes:
    return hashlib.sha512(pack(*items)).digest()


def prf(seed: bytes, *items: bytes | int | str) -> bytes:
    return hashlib.blake2b(pack(*items), key=seed).digest()


def secret(seed: bytes, *items: bytes | int | str) -> int:
    return int.from_bytes(prf(seed, *items), "little") % Q


def challenge(*items: bytes | int | str) -> int:
    return int.from_bytes(hashed(*items)[:16], "little")


def permutation(size: int, seed: bytes, *labels: bytes | int | str) -> list[int]:
    """Fisher and Yates from the stream; a hundred at most, so one byte is taken at a time."""
    data = b"".join(prf(seed, "stream", *labels, block) for block in range(16))
    numbers, at = list(range(size)), 0
    for last in range(size - 1, 0, -1):
        fair = 256 // (last + 1) * (last + 1)
        while data[at] >= fair:
            at += 1
        chosen, at = data[at] % (last + 1), at + 1
        numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
    return numbers


def to_group(*items: bytes | int | str) -> Point:
    data = hashed(*items)
    return plus(elligator(data[:32]), elligator(data[32:]))


def tile_point(tile: int) -> Point:
    return to_group("p2pscrabble sealed 1", "tile", tile)


def generator(number: int) -> Point:
    return to_group("p2pscrabble sealed 1", "h", number)


def context(game: bytes, purpose: str, epoch: int, number: int, seat: int, turn: bytes = b"") -> bytes:
    return pack("sealed", game, purpose, epoch, number, seat, turn)


def joined(points: Iterable[Point]) -> bytes:
    return b"".join(map(encoded, points))


def deck_bytes(deck: Iterable[Cipher]) -> bytes:
    return b"".join(encoded(a) + encoded(b) for a, b in deck)


def number_bytes(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(32, "little") for number in numbers)


# Messages


def key_share(seed: bytes, game: bytes, seat: int) -> bytes:
    x, ctx = secret(seed, "key", game), context(game, "key", 0, 0, seat)
    public = encoded(times(x, G))
    k = secret(seed, "pok nonce", ctx, public)
    c = challenge("pok", ctx, public, encoded(times(k, G)))
    return public + c.to_bytes(16, "little") + number_bytes((k + c * x) % Q)


def fresh(tile: int, key: Point) -> Cipher:
    return G, plus(tile_point(tile), key)


def shuffled(seed: bytes, ctx: bytes, key: Point, deck: Sequence[Cipher], order: Sequence[int]) -> list[Cipher]:
    d = hashed("shuffle", ctx, encoded(key), deck_bytes(deck))
    factors = [secret(seed, "reencrypt", d, j) for j in range(len(deck))]
    return [(plus(deck[j][0], times(factors[j], G)), plus(deck[j][1], times(factors[j], key))) for j in order]


def proof(
    seed: bytes, ctx: bytes, key: Point, before: Sequence[Cipher], after: Sequence[Cipher], order: Sequence[int]
) -> bytes:
    size = len(order)
    d = hashed("shuffle", ctx, encoded(key), deck_bytes(before))
    factors = [secret(seed, "reencrypt", d, j) for j in range(size)]
    r = [secret(seed, "permutation", d, j) for j in range(size)]
    h = [generator(number) for number in range(size + 1)]
    commitments = [ZERO] * size
    for i, j in enumerate(order):
        commitments[j] = plus(times(r[j], G), h[i + 1])
    s = hashed("tw statement", ctx, encoded(key), size, deck_bytes(before), deck_bytes(after), joined(commitments))
    u = [challenge("tw weight", s, j) for j in range(size)]
    moved = [u[j] for j in order]
    links = [secret(seed, "tw chain", s, i) for i in range(size)]
    chain = [h[0]]
    for link, weight in zip(links, moved, strict=True):
        chain.append(plus(times(link, G), times(weight, chain[-1])))
    w = [secret(seed, "tw nonce", s, k) for k in range(4)]
    wc = [secret(seed, "tw nonce chain", s, i) for i in range(size)]
    ww = [secret(seed, "tw nonce weight", s, i) for i in range(size)]
    sums = [
        times(w[0], G),
        times(w[1], G),
        plus(times(w[2], G), weighted(ww, h[1:])),
        minus(weighted(ww, [a for a, _ in after]), times(w[3], G)),
        minus(weighted(ww, [b for _, b in after]), times(w[3], key)),
    ]
    steps = [plus(times(wc[i], G), times(ww[i], chain[i])) for i in range(size)]
    c = challenge("tw challenge", s, joined(chain[1:]), joined(sums), joined(steps))
    v = [1] * size
    for i in range(size - 2, -1, -1):
        v[i] = moved[i + 1] * v[i + 1] % Q
    answers = [
        w[0] + c * sum(r),
        w[1] + c * sum(link * weight for link, weight in zip(links, v, strict=True)),
        w[2] + c * sum(one * weight for one, weight in zip(r, u, strict=True)),
        w[3] + c * sum(one * weight for one, weight in zip(factors, u, strict=True)),
        *(nonce + c * link for nonce, link in zip(wc, links, strict=True)),
        *(nonce + c * weight for nonce, weight in zip(ww, moved, strict=True)),
    ]
    points = joined(commitments) + joined(chain[1:])
    return b"\x01" + c.to_bytes(16, "little") + points + number_bytes(*(answer % Q for answer in answers))


def proof_holds(ctx: bytes, key: Point, before: Sequence[Cipher], after: Sequence[Cipher], data: bytes) -> bool:
    size = len(before)
    words = [data[at : at + 32] for at in range(17, len(data), 32)]
    points = [decoded(word) for word in words[: 2 * size]]
    numbers = [int.from_bytes(word, "little") for word in words[2 * size :]]
    found = [point for point in points if point is not None]
    if data[:1] != b"\x01" or len(words) != 4 * size + 4 or len(found) != 2 * size or max(numbers) >= Q:
        return False
    c = int.from_bytes(data[1:17], "little")
    h = [generator(number) for number in range(size + 1)]
    commitments, chain = found[:size], [h[0], *found[size:]]
    answers, chain_answers, weights = numbers[:4], numbers[4 : 4 + size], numbers[4 + size :]
    s = hashed("tw statement", ctx, encoded(key), size, deck_bytes(before), deck_bytes(after), joined(commitments))
    u = [challenge("tw weight", s, j) for j in range(size)]
    product = 1
    for weight in u:
        product = product * weight % Q

    def side(ins: Sequence[Point], outs: Sequence[Point]) -> Point:
        return plus(times(-c, weighted(u, ins)), weighted(weights, outs))

    sums = [
        plus(times(-c, minus(added(commitments), added(h[1:]))), times(answers[0], G)),
        plus(times(-c, minus(chain[size], times(product, h[0]))), times(answers[1], G)),
        plus(side(commitments, h[1:]), times(answers[2], G)),
        minus(side([a for a, _ in before], [a for a, _ in after]), times(answers[3], G)),
        minus(side([b for _, b in before], [b for _, b in after]), times(answers[3], key)),
    ]
    steps = [
        added((times(-c, chain[i + 1]), times(chain_answers[i], G), times(weights[i], chain[i]))) for i in range(size)
    ]
    return c == challenge("tw challenge", s, joined(chain[1:]), joined(sums), joined(steps))


def shares(seed: bytes, ctx: bytes, x: int, bases: Sequence[Point]) -> bytes:
    public, points = times(x, G), [times(x, base) for base in bases]
    s = hashed("dleq statement", ctx, encoded(public), joined(bases), joined(points))
    base = weighted([challenge("dleq weight", s, i) for i in range(len(bases))], bases)
    k = secret(seed, "dleq nonce", s)
    c = challenge("dleq challenge", s, encoded(times(k, G)), encoded(times(k, base)))
    return joined(points) + c.to_bytes(16, "little") + number_bytes((k + c * x) % Q)


def carried(seed: bytes, ctx: bytes, x: int, new: Point, rack: Sequence[Cipher]) -> bytes:
    d = hashed("carry", ctx, encoded(times(x, G)), encoded(new), deck_bytes(rack))
    r = [secret(seed, "carry", d, i) for i in range(len(rack))]
    tiles = [
        (times(factor, G), plus(minus(b, times(x, a)), times(factor, new)))
        for factor, (a, b) in zip(r, rack, strict=True)
    ]
    s = hashed("carry statement", d, deck_bytes(tiles))
    kx, k = secret(seed, "carry nonce", s), [secret(seed, "carry nonce", s, i) for i in range(len(rack))]
    committed = [times(kx, G)]
    for nonce, (a, _) in zip(k, rack, strict=True):
        committed += [times(nonce, G), minus(times(nonce, new), times(kx, a))]
    c = challenge("carry challenge", s, joined(committed))
    answers = [(nonce + c * factor) % Q for nonce, factor in zip(k, r, strict=True)]
    return deck_bytes(tiles) + c.to_bytes(16, "little") + number_bytes((kx + c * x) % Q, *answers)


def raised(seed: bytes, ctx: bytes, deck: Sequence[Cipher]) -> bytes:
    z = secret(seed, "raise", ctx, hashed("raised", deck_bytes(deck)))
    return encoded(times(z, G)) + shares(seed, ctx, z, [point for cipher in deck for point in cipher])
