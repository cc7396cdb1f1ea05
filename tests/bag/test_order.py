from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag import Bag, Drawn, Left, Rekeyed, order, permuted, pick, shuffle_permutation
from p2pscrabble.game.tiles import LETTER_OF

Seed = Callable[[int], bytes]
SEEDS = st.lists(st.binary(min_size=16, max_size=16), min_size=1, max_size=4)


def letters(tiles: Iterable[int]) -> str:
    return "".join(LETTER_OF[tile] for tile in tiles)


def fingerprint(tiles: Iterable[int]) -> str:
    return hashlib.sha256(bytes(tiles)).hexdigest()[:16]


def test_known_answers(seed: Seed) -> None:
    """Frozen: a change here makes every replay number of the world unreadable."""
    psi = shuffle_permutation(seed(1), 0, 0, 100)
    assert psi[:10] == (56, 57, 83, 5, 94, 55, 41, 47, 53, 54)
    assert fingerprint(psi) == "cf92009a68ff6cd1"
    bag = Bag.new([seed(1), seed(2)])
    assert letters(bag.tiles[:14]) == "BSOLGOAGOATDUN"
    assert fingerprint(bag.tiles) == "40b360cffd2eb1d5"
    again = Bag(bag.tiles[14:]).put_back(bag.tiles[:7], [seed(1), seed(2)])
    assert letters(again.tiles[:14]) == "EICSNOETIABNMR"
    assert fingerprint(again.tiles) == "0443f27cf504ba63"


@given(SEEDS)
def test_the_bag_holds_every_tile_once(seeds: list[bytes]) -> None:
    bag = Bag.new(seeds)
    assert sorted(bag.tiles) == list(range(100))
    assert len(bag) == 100
    assert (bag.step, bag.epoch) == (0, 0)


def test_each_seat_permutes_what_the_one_before_left(seed: Seed) -> None:
    """The tile at place i afterwards is the one that was at place ψ(i)."""
    deck = tuple(range(100))
    for number in (5, 6, 7):
        psi = shuffle_permutation(seed(number), 0, 0, 100)
        deck = tuple(deck[psi[place]] for place in range(100))
    assert Bag.new([seed(5), seed(6), seed(7)]).tiles == deck


def test_the_order_of_the_seats_counts(seed: Seed) -> None:
    assert Bag.new([seed(1), seed(2)]) != Bag.new([seed(2), seed(1)])


def test_a_seat_that_left_takes_no_part(seed: Seed) -> None:
    assert Bag.new([None, seed(1), None]) == Bag.new([seed(1)])


def test_without_a_seed_there_is_no_order() -> None:
    with pytest.raises(ValueError, match="without a seed"):
        Bag.new([None])


def test_tiles_are_drawn_from_the_front(seed: Seed) -> None:
    bag = Bag.new([seed(1)])
    tiles, left = bag.draw(7)
    assert tiles == bag.tiles[:7]
    assert left.tiles == bag.tiles[7:]
    assert bag.draw(0) == ((), bag)


@pytest.mark.parametrize("count", [-1, 4])
def test_no_more_is_drawn_than_there_is(count: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Bag((1, 2, 3)).draw(count)
    assert Bag((1, 2, 3)).draw(3) == ((1, 2, 3), Bag(()))


def test_returned_tiles_go_behind_the_rest_in_order_of_their_numbers(seed: Seed) -> None:
    bag = Bag((50, 3, 70), step=4, epoch=2).put_back([99, 10], [seed(1), None, seed(2)])
    assert bag.tiles == permuted((50, 3, 70, 10, 99), [seed(1), seed(2)], "shuffle", 2, 5)
    assert (bag.step, bag.epoch) == (5, 2)


def test_every_step_has_its_own_permutation(seed: Seed) -> None:
    psi = {shuffle_permutation(seed(1), epoch, step, 50) for epoch in (0, 1) for step in range(5)}
    assert len(psi) == 10


@pytest.mark.parametrize("tiles", [(3,), (8, 8)])
def test_no_tile_is_in_the_bag_twice(seed: Seed, tiles: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="twice"):
        Bag((1, 2, 3)).put_back(tiles, [seed(1)])


@pytest.mark.parametrize("tile", [-1, 100])
def test_only_tiles_go_back(seed: Seed, tile: int) -> None:
    with pytest.raises(ValueError, match="0 to 99"):
        Bag((1, 2, 3)).put_back((tile,), [seed(1)])


def test_putting_back_nothing_shuffles_still(seed: Seed) -> None:
    assert Bag((1, 2, 3)).put_back((), [seed(1)]).step == 1


@given(SEEDS, st.permutations(range(100)), st.integers(1, 7), st.data())
def test_the_letters_do_not_depend_on_which_of_equal_tiles_went_back(
    seeds: list[bytes], deck: list[int], count: int, data: st.DataObject
) -> None:
    """Any tiles of the same letters in place of those put back leave the same letters in the bag, in the same order."""
    held, rest = deck[:30], deck[30:]
    returned = data.draw(st.permutations(held))[:count]
    lowest = pick(held, letters(returned))
    assert lowest is not None
    assert letters(lowest) == letters(returned)
    assert letters(Bag(tuple(rest)).put_back(lowest, seeds).tiles) == letters(
        Bag(tuple(rest)).put_back(returned, seeds).tiles
    )


def test_pick_takes_the_lowest_of_equal_tiles() -> None:
    held = (8, 0, 99, 3, 98, 11)
    assert letters(held) == "AA?A?C"
    assert pick(held, "CA?") == (11, 0, 98)
    assert pick(held, "AAA??") == (0, 3, 8, 98, 99)
    assert pick(held, "") == ()
    assert pick(held, "AAAA") is None
    assert pick(held, "Q") is None


def test_no_secret_is_shown(seed: Seed) -> None:
    whole = order([seed(1)], [Drawn(0, 7)])
    assert repr(whole) == "BagOrder(bag=Bag(step=0, epoch=0))"


def test_order_tells_who_drew_what(seed: Seed) -> None:
    seeds = [seed(1), seed(2)]
    bag = Bag.new(seeds)
    back = bag.tiles[7:10]
    history = [Drawn(0, 7), Drawn(1, 7), Drawn(0, 3), Drawn(1, 3, back), Drawn(0, 2)]
    whole = order(seeds, history)
    again = Bag(bag.tiles[20:]).put_back(back, seeds)
    assert whole.draws == (
        (0, bag.tiles[:7]),
        (1, bag.tiles[7:14]),
        (0, bag.tiles[14:17]),
        (1, bag.tiles[17:20]),
        (0, again.tiles[:2]),
    )
    assert whole.of(0) == bag.tiles[:7] + bag.tiles[14:17] + again.tiles[:2]
    assert whole.bag == Bag(again.tiles[2:], step=1)


def test_a_seat_that_leaves_puts_its_tiles_back_and_permutes_no_more(seed: Seed) -> None:
    seeds = [seed(1), seed(2), seed(3)]
    bag = Bag.new(seeds)
    dealt = [Drawn(0, 7), Drawn(1, 7), Drawn(2, 7)]
    whole = order(seeds, [*dealt, Left(1, bag.tiles[7:14])])
    assert whole.bag == Bag(bag.tiles[21:]).put_back(bag.tiles[7:14], [seed(1), None, seed(3)])
    later = order(seeds, [*dealt, Left(1, bag.tiles[7:14]), Drawn(0, 7, bag.tiles[:7])])
    assert later.bag == Bag(whole.bag.tiles[7:], step=1).put_back(bag.tiles[:7], [seed(1), None, seed(3)])
    assert later.bag.step == 2


def test_what_cannot_have_happened_is_refused(seed: Seed) -> None:
    seeds = [seed(1), seed(2)]
    tiles = Bag.new(seeds).tiles
    with pytest.raises(ValueError, match="seat 1 cannot put back"):
        order(seeds, [Drawn(0, 7), Drawn(1, 7, tiles[:1])])
    with pytest.raises(ValueError, match="seat 0 cannot put back"):
        order(seeds, [Drawn(0, 7), Drawn(0, 1, tiles[7:8])])  # a tile that it draws only now
    with pytest.raises(ValueError, match="seat 0 cannot put back"):
        order(seeds, [Drawn(0, 7), Drawn(0, 1, tiles[:1]), Drawn(0, 1, tiles[:1])])
    with pytest.raises(ValueError, match="cannot be drawn"):
        order(seeds, [Drawn(0, 101)])


@given(SEEDS, st.lists(st.tuples(st.integers(0, 3), st.integers(0, 7), st.integers(0, 7)), max_size=8))
def test_no_tile_is_lost_or_doubled(seeds: list[bytes], turns: list[tuple[int, int, int]]) -> None:
    """Whatever is drawn and put back: what the seats hold and the bag are the hundred tiles."""
    racks: list[list[int]] = [[] for _ in seeds]
    history: list[Drawn] = []
    whole = order(seeds, history)
    for number, draws, returns in turns:
        seat = number % len(seeds)
        back = tuple(racks[seat][:returns])
        history.append(Drawn(seat, min(draws, len(whole.bag)), back))
        whole = order(seeds, history)
        racks[seat] = racks[seat][len(back) :] + list(whole.draws[-1][1])
        assert sorted([*whole.bag.tiles, *(tile for rack in racks for tile in rack)]) == list(range(100))


ORDERS = 2000


@pytest.mark.parametrize("honest", [None, 0, 1], ids=["both vary", "seat 0 varies", "seat 1 varies"])
def test_every_tile_is_equally_likely_everywhere(seed: Seed, honest: int | None) -> None:
    """2,000 orders, 20 expected at each of 100 places for each of 100 tiles.

    Each tile's chi-squared has 99 degrees of freedom: none may pass 200 (one in 10**8, so one in a million for all
    hundred). The sum has 99 · 99 degrees, mean 9801 and deviation 140: it may be neither 700 more nor 700 less.
    """
    counts = [[0] * 100 for _ in range(100)]
    for number in range(ORDERS):
        seeds = [seed(1), seed(2)] if honest is not None else [seed(20_000 + number), seed(30_000 + number)]
        if honest is not None:
            seeds[honest] = seed(10_000 + number)
        for place, tile in enumerate(Bag.new(seeds).tiles):
            counts[tile][place] += 1
    expected = ORDERS / 100
    statistics = [sum((count - expected) ** 2 / expected for count in row) for row in counts]
    assert max(statistics) < 200
    assert abs(sum(statistics) - 99 * 99) < 700


def test_new_keys_shuffle_everything_that_is_not_on_the_board(seed: Seed) -> None:
    """The tiles of the seat that is gone are in the bag, those on the others' racks are not."""
    seeds = [seed(1), seed(2), seed(3)]
    tiles = Bag.new(seeds).tiles
    dealt = [Drawn(seat, 7) for seat in range(3)]
    board = (tiles[0], tiles[15])
    whole = order(seeds, [*dealt, Rekeyed((2,), 4, board)])
    unseen = [tile for tile in range(100) if tile not in board]
    kept = {*tiles[:14]} - {*board}
    deck = permuted(unseen, [seed(1), seed(2)], "shuffle", 4, 0)
    assert whole.bag == Bag(tuple(tile for tile in deck if tile not in kept), 0, 4)
    assert {*tiles[14:21]} - {*board} < {*whole.bag.tiles}
    again = order(seeds, [*dealt, Rekeyed((2,), 4, board), Drawn(0, 1, tiles[1:2]), Left(2, tiles[15:16])])
    assert again.bag.step == 2
    assert again.draws[-1] == (0, whole.bag.tiles[:1])
    back = Bag(whole.bag.tiles[1:], 0, 4).put_back(tiles[1:2], [seed(1), seed(2), None])
    assert again.bag == back.put_back(tiles[15:16], [seed(1), seed(2), None])


def test_only_tiles_that_were_drawn_are_on_the_board(seed: Seed) -> None:
    seeds = [seed(1), seed(2), seed(3)]
    with pytest.raises(ValueError, match="on the board"):
        order(seeds, [Drawn(0, 7), Rekeyed((2,), 1, Bag.new(seeds).tiles[7:8])])
    tiles = Bag.new(seeds).tiles
    with pytest.raises(ValueError, match="seat 2 cannot put back"):
        order(seeds, [Drawn(2, 7), Rekeyed((2,), 1, tiles[:1]), Left(2, tiles[1:2])])


def test_a_bag_of_some_tiles_only(seed: Seed) -> None:
    seeds, tiles = [seed(1), seed(2)], (3, 98, 17, 50, 4)
    assert Bag.new(seeds, tiles).tiles == permuted(tiles, seeds, "shuffle", 0, 0)
    whole = order(seeds, [Drawn(0, 2), Drawn(1, 2), Rekeyed((), 1, ())], tiles)
    assert sorted((*whole.of(0), *whole.of(1), *whole.bag.tiles)) == sorted(tiles)
