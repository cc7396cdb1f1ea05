import pytest

from p2pscrabble.sync.size import value_digits


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_play_fits_a_scratch_variable(seats: int) -> None:
    """Four bytes of the game's hash and a move of five, late in a long game, with a counter of three bytes."""
    assert value_digits(seats, 9, counter=200_000, entries=4_000) <= 256
    assert value_digits(seats, 12, counter=10_000, entries=200) <= 256


def test_sizes() -> None:
    assert [value_digits(seats, 9, counter=100, entries=20) for seats in (2, 3, 4)] == [230, 233, 235]
    assert value_digits(2, 200) > value_digits(2, 100) > value_digits(2, 9)
    assert value_digits(2, 20_000) < 50_000
