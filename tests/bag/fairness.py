"""Whether every order of the bag is equally likely: orders of many seeds, counted tile by tile and place by place.

``python -m tests.bag.fairness`` takes 100,000 of each kind, in a minute; the tests take fewer.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final

from p2pscrabble.bag import Bag, permuted
from p2pscrabble.bag.order import ALL_TILES

ORDERS: Final = 100_000
TILE_LIMIT: Final = 200.0
"""Chi-squared of one tile over its places (or a place over its tiles), 99 degrees of freedom: passed once in 10**8."""
SUM_LIMIT: Final = 700.0
"""How far the sum over all tiles may be from 99 · 99, its mean; five times its deviation of 140: once in a million."""


def honest_seat(number: int) -> Sequence[int]:
    """The bag of two seats, of which one always has the same seed and the other is honest."""
    return Bag.new([bytes(16), number.to_bytes(16, "big")]).tiles


def honest_survivor(number: int) -> Sequence[int]:
    """What is not on the board, after a seat has vanished and two others made new keys, the first of them honest."""
    return permuted(ALL_TILES, [number.to_bytes(16, "big"), bytes(16), None], "shuffle", 1, 0)


def chi_squared(orders: int, order_of: Callable[[int], Sequence[int]]) -> tuple[float, float, float]:
    """The greatest statistic of a tile, that of a place, and the sum of all tiles' less its mean."""
    data = b"".join(bytes(order_of(number)) for number in range(orders))
    expected = orders / 100
    squares = [
        [(column.count(tile) - expected) ** 2 / expected for tile in range(100)]
        for column in (data[place::100] for place in range(100))
    ]
    by_place = [sum(row) for row in squares]
    by_tile = [sum(row[tile] for row in squares) for tile in range(100)]
    return max(by_tile), max(by_place), sum(by_tile) - 99 * 99


def fair(orders: int, order_of: Callable[[int], Sequence[int]]) -> bool:
    """Whether no tile, no place and not the whole is further off than the limits."""
    tile, place, whole = chi_squared(orders, order_of)
    return tile < TILE_LIMIT and place < TILE_LIMIT and abs(whole) < SUM_LIMIT


def main() -> int:
    """Both kinds of bag; 1 where one is not fair."""
    code = 0
    for order_of in (honest_seat, honest_survivor):
        tile, place, whole = chi_squared(ORDERS, order_of)
        good = tile < TILE_LIMIT and place < TILE_LIMIT and abs(whole) < SUM_LIMIT
        code = code if good else 1
        sys.stdout.write(
            f"{order_of.__name__.replace('_', ' ')}: {ORDERS:,} orders, chi-squared of a tile at most {tile:.0f}, of a "
            f"place {place:.0f} (limit {TILE_LIMIT:.0f}), sum {whole:+.0f} (limit {SUM_LIMIT:.0f}): "
            f"{'fair' if good else 'NOT FAIR'}\n"
        )
    return code


if __name__ == "__main__":
    sys.exit(main())
