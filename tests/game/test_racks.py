"""Racks, known and hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.game.racks import EMPTY_RACK, Rack
from p2pscrabble.game.tiles import TILES

tiles = st.text(alphabet=TILES, max_size=7)


def test_a_known_rack_is_sorted() -> None:
    assert Rack.of("?CBA").tiles == "ABC?"
    assert Rack.of("?CBA").shown == "ABC?"
    assert Rack.of("CAB") == Rack.of("ABC")


def test_a_hidden_rack_shows_its_size() -> None:
    assert Rack.hidden(3).shown == "___"
    assert Rack.hidden(3).tiles is None


def test_an_empty_rack_hides_nothing() -> None:
    assert Rack.hidden(0) == Rack.of("") == EMPTY_RACK
    assert Rack.hidden(3).without_tiles("ABC") == EMPTY_RACK


@given(tiles, tiles)
def test_what_is_added_can_be_taken_away(held: str, more: str) -> None:
    rack = Rack.of(held).with_tiles(more, len(more))
    assert rack.size == len(held) + len(more)
    assert rack.without_tiles(more) == Rack.of(held)


@given(st.integers(0, 7), tiles)
def test_a_hidden_rack_keeps_count(size: int, more: str) -> None:
    rack = Rack.hidden(size).with_tiles(None, len(more))
    assert rack == Rack.hidden(size + len(more))
    assert rack.without_tiles(more) == Rack.hidden(size)


def test_a_rack_is_known_as_long_as_every_tile_is() -> None:
    assert Rack.of("AB").with_tiles(None, 1) == Rack.hidden(3)
    assert Rack.hidden(2).with_tiles("C", 1) == Rack.hidden(3)
    assert Rack.of("AB").with_tiles("", 0) == Rack.of("AB")
    assert Rack.of("AB").with_tiles(None, 0) == Rack.of("AB")


@pytest.mark.parametrize("wrong", ["a", "_", "AB1", "é"])
def test_what_is_no_tile_is_on_no_rack(wrong: str) -> None:
    with pytest.raises(ValueError, match="are not tiles"):
        Rack.of(wrong)


def test_another_number_of_tiles_than_is_due_is_refused() -> None:
    with pytest.raises(ValueError, match="2 tiles are due"):
        EMPTY_RACK.with_tiles("A", 2)


@pytest.mark.parametrize(("rack", "taken"), [(Rack.of("ABC"), "AA"), (Rack.of(""), "A"), (Rack.hidden(2), "ABC")])
def test_what_a_rack_does_not_hold_cannot_be_taken(rack: Rack, taken: str) -> None:
    with pytest.raises(ValueError, match="are not on the rack"):
        rack.without_tiles(taken)
