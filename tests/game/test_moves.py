"""Moves as values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.game.board import Direction
from p2pscrabble.game.moves import Exchange, Placed, Play


def test_a_play_is_its_tiles_in_whatever_order() -> None:
    play = Play((Placed(113, "a"), Placed(112, "C")))
    assert play == Play((Placed(112, "C"), Placed(113, "a")))
    assert play.rack_tiles == "C?"


def test_a_play_knows_which_way_it_lies() -> None:
    assert Play((Placed(112, "A"), Placed(114, "A"))).direction is Direction.ACROSS
    assert Play((Placed(112, "A"), Placed(127, "A"))).direction is Direction.DOWN
    assert Play((Placed(112, "A"),)).direction is Direction.ACROSS


def test_an_exchange_is_its_tiles_in_whatever_order() -> None:
    assert Exchange("?BA") == Exchange("AB?")
    assert Exchange("AB?").known


@pytest.mark.parametrize("count", [1, 7])
def test_an_exchange_can_be_known_by_its_number_alone(count: int) -> None:
    assert len(Exchange.hidden(count).tiles) == count
    assert not Exchange.hidden(count).known


@given(st.lists(st.tuples(st.integers(), st.text())), st.text())
def test_whatever_arrives_can_be_held(tiles: list[tuple[int, str]], exchanged: str) -> None:
    play = Play(tuple(Placed(*tile) for tile in tiles))
    assert len(play.tiles) == len(tiles)
    assert len(Exchange(exchanged).tiles) == len(exchanged)
    assert play.direction in Direction
