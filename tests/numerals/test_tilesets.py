"""Sets of tiles: each is written and read once, at the cost of its chance."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.game.board import Board
from p2pscrabble.game.tiles import COUNT, LETTER_OF, TILES, sort_tiles
from p2pscrabble.numerals.choices import Reader, Writer
from p2pscrabble.numerals.tilesets import choose_tiles, count_tiles, unseen


@given(st.permutations(LETTER_OF), st.integers(0, 40), st.integers(0, 7))
def test_tiles_come_back(order: list[str], pool_size: int, count: int) -> None:
    pool = order[:pool_size]
    tiles = sort_tiles("".join(pool[:count]))
    counts = count_tiles("".join(pool))
    writer = Writer()
    assert choose_tiles(writer, counts, len(tiles), tiles) == tiles
    reader = Reader(writer.written)
    assert choose_tiles(reader, counts, len(tiles), None) == tiles
    reader.end()


@given(st.integers(0, 10**30), st.permutations(LETTER_OF), st.integers(7, 40), st.integers(0, 7))
def test_every_number_is_one_set_on_another_number(number: int, order: list[str], pool_size: int, count: int) -> None:
    counts = count_tiles("".join(order[:pool_size]))
    reader = Reader(number)
    tiles = choose_tiles(reader, counts, count, None)
    assert len(tiles) == count
    assert all(tiles.count(tile) <= counts[tile] for tile in TILES)
    assert tiles == sort_tiles(tiles)


def test_a_set_costs_its_chance() -> None:
    writer = Writer()
    writer.number(2**200, 2**200 - 1)
    base = writer.written
    writer = Writer()
    choose_tiles(writer, COUNT, 7, "AEINRST")
    writer.number(2**200, 2**200 - 1)
    ways = math.prod(COUNT[tile] for tile in "AEINRST")
    assert math.log2(writer.written) - math.log2(base) == pytest.approx(math.log2(math.comb(100, 7) / ways), abs=0.01)


@pytest.mark.parametrize(("tiles", "count"), [("QQ", 2), ("A", 2), ("AAA", 2), ("", 1)])
def test_tiles_that_cannot_be_are_not_written(tiles: str, count: int) -> None:
    with pytest.raises(ValueError, match="choice"):
        choose_tiles(Writer(), COUNT, count, tiles)
    with pytest.raises(ValueError, match="choice"):
        choose_tiles(Writer(), COUNT, 1, "a")


def test_what_is_not_seen_yet() -> None:
    board = Board().with_tiles([(112, "Q"), (113, "i"), (114, "S")])
    left = unseen(board, "SS?")
    assert (left["Q"], left["I"], left["S"], left["?"], left["E"]) == (0, 9, 1, 0, 12)
    assert sum(left.values()) == 100 - 6
