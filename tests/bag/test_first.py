from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from p2pscrabble.bag.first import FirstDraw, Pick, draw_for_first
from p2pscrabble.game.tiles import COUNT

Seed = Callable[[int], bytes]


def search(seed: Seed, seats: int, wanted: Callable[[FirstDraw], bool]) -> FirstDraw:
    """The draw of the first nonces, in order, that gives what is wanted."""
    draws = (draw_for_first([seed(seats * number + seat) for seat in range(seats)]) for number in range(5000))
    return next(draw for draw in draws if wanted(draw))


def test_known_answers(seed: Seed) -> None:
    two = draw_for_first([seed(1), seed(2)])
    assert [pick.tile for pick in two.rounds[0]] == ["R", "T"]
    assert (len(two.rounds), two.first) == (1, 0)
    again = draw_for_first([seed(number) for number in range(12, 16)])
    assert again == FirstDraw(
        (
            (Pick(seat=0, tile="A"), Pick(seat=1, tile="T"), Pick(seat=2, tile="E"), Pick(seat=3, tile="A")),
            (Pick(seat=0, tile="N"), Pick(seat=3, tile="A")),
        ),
        first=3,
    )


def test_nearest_to_a_begins(seed: Seed) -> None:
    draw = search(seed, 3, lambda draw: len(draw.rounds) == 1 and "?" not in {p.tile for p in draw.rounds[0]})
    tiles = [pick.tile for pick in draw.rounds[0]]
    assert [pick.seat for pick in draw.rounds[0]] == [0, 1, 2]
    assert tiles[draw.first] == min(tiles)
    assert tiles.count(min(tiles)) == 1


def test_a_blank_beats_an_a(seed: Seed) -> None:
    draw = search(seed, 2, lambda draw: {pick.tile for pick in draw.rounds[0]} == {"?", "A"})
    assert len(draw.rounds) == 1
    assert draw.rounds[0][draw.first].tile == "?"


def test_two_equal_best_tiles_draw_again(seed: Seed) -> None:
    """Only those two, and from the whole bag: the tie's letter may come again."""
    draw = search(seed, 3, lambda draw: len(draw.rounds) == 2 and len(draw.rounds[1]) == 2)
    best = min(pick.tile for pick in draw.rounds[0])
    tied = [pick.seat for pick in draw.rounds[0] if pick.tile == best]
    assert [pick.seat for pick in draw.rounds[1]] == tied
    assert draw.first in tied
    assert min(draw.rounds[1], key=lambda pick: pick.tile).seat == draw.first


def test_equal_tiles_that_are_not_best_draw_no_more(seed: Seed) -> None:
    def second_and_third_alike(draw: FirstDraw) -> bool:
        tiles = sorted(pick.tile.replace("?", " ") for pick in draw.rounds[0])
        return tiles[0] < tiles[1] == tiles[2]

    assert len(search(seed, 3, second_and_third_alike).rounds) == 1


def test_two_blanks_draw_again(seed: Seed) -> None:
    draw = search(seed, 4, lambda draw: [pick.tile for pick in draw.rounds[0]].count("?") == 2)
    assert len(draw.rounds) > 1


def test_only_some_seats_draw(seed: Seed) -> None:
    """The nonces of all count, though only these seats draw."""
    nonces = [seed(number) for number in range(4)]
    draw = draw_for_first(nonces, (3, 1))
    assert [pick.seat for pick in draw.rounds[0]] == [3, 1]
    assert draw.first in (1, 3)
    assert draw_for_first(nonces, [2]) == FirstDraw(((Pick(2, draw_for_first(nonces).rounds[0][0].tile),),), 2)


def test_nobody_draws(seed: Seed) -> None:
    with pytest.raises(ValueError, match="without a seed"):
        draw_for_first([])
    with pytest.raises(ValueError, match="empty"):
        draw_for_first([seed(1)], ())


@pytest.mark.parametrize("honest", [0, 1, 2])
def test_one_honest_nonce_makes_it_fair(seed: Seed, honest: int) -> None:
    """600 draws in which one nonce alone varies: each of three seats begins 200 times, give or take.

    Chi-squared with 2 degrees of freedom, refused above 23 (one in 100,000); and the tiles drawn are the bag's.
    """
    first: Counter[int] = Counter()
    tiles: Counter[str] = Counter()
    for number in range(600):
        nonces = [seed(seat) for seat in range(3)]
        nonces[honest] = seed(1000 + number)
        draw = draw_for_first(nonces)
        first[draw.first] += 1
        tiles.update(pick.tile for pick in draw.rounds[0])
    assert sum((count - 200) ** 2 / 200 for count in first.values()) < 23
    assert sum((tiles[tile] - 18 * count) ** 2 / (18 * count) for tile, count in COUNT.items()) < 70
