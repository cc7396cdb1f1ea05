from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from tests.bag.fairness import chi_squared, fair, honest_seat, honest_survivor


@pytest.mark.parametrize("order_of", [honest_seat, honest_survivor])
def test_every_order_is_equally_likely(order_of: Callable[[int], Sequence[int]]) -> None:
    """1,000 orders, 10 expected of each tile at each place; ``make soak`` takes 100,000."""
    assert fair(1000, order_of)


def test_an_unfair_bag_would_be_noticed() -> None:
    """One that leaves one tile in its place a twentieth more often than chance, and one that shuffles badly."""

    def nudged(number: int) -> Sequence[int]:
        tiles = [*honest_seat(number)]
        if number % 12 == 0:
            at = tiles.index(42)
            tiles[at], tiles[7] = tiles[7], tiles[at]
        return tiles

    assert not fair(1000, nudged)
    tile, place, whole = chi_squared(1000, lambda number: [(place + number) % 100 for place in range(100)])
    assert (tile, place) == (0, 0)  # each tile equally often at each place, and yet no shuffle: too even
    assert whole < -700
