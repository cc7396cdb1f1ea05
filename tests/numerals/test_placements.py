"""Where plays can lie: exactly what the rules allow, each once, in a fixed order, with the documented weights."""

from __future__ import annotations

import random

import pytest

from p2pscrabble.game.board import SQUARES, Board, Direction, square_name
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.scoring import lay
from p2pscrabble.numerals.live import line_squares
from p2pscrabble.numerals.placements import Placement, placement_of, placements

H8 = 112


def random_board(seed: int) -> Board:
    """A board with tiles here and there, at the edges too."""
    rng = random.Random(seed)
    squares = rng.sample(range(SQUARES), rng.choice([1, 2, 12, 60, 200]))
    return Board().with_tiles((square, "A") for square in squares)


def all_plays(board: Board, most: int) -> set[Play]:
    """Every play of A tiles that the rules allow, found by trying all."""
    found = set()
    for square in range(SQUARES):
        for direction in Direction:
            squares = line_squares(square, direction, board)
            if squares[:1] != [square]:
                continue
            for count in range(1, min(most, len(squares)) + 1):
                play = Play(tuple(Placed(s, "A") for s in squares[:count]))
                layout = lay(board, play)
                if not layout.broken and not layout.misplaced:
                    found.add(play)
    return found


@pytest.mark.parametrize("most", [1, 2, 7])
@pytest.mark.parametrize("board", [Board(), *map(random_board, range(8))], ids=range(9))
def test_placements_are_just_what_the_rules_allow(board: Board, most: int) -> None:
    found = placements(board, most)
    plays = [
        Play(tuple(Placed(s, "A") for s in line_squares(place.square, place.direction, board)[: place.tiles]))
        for place in found.places
    ]
    assert len(set(plays)) == len(plays) == len(found.weights)
    assert set(plays) == all_plays(board, most)
    assert [placement_of(play) for play in plays] == found.places
    order = [
        (place.direction.value, place.square // 15 if place.direction is Direction.ACROSS else place.square % 15)
        for place in found.places
    ]
    assert order == sorted(order)


def weight(board: Board, *place: object) -> int:
    """The power of two that a placement weighs."""
    found = placements(board, 7)
    power = found.weights[found.places.index(Placement(*place))].bit_length() - 1  # type: ignore[arg-type]
    assert found.weights[found.places.index(Placement(*place))] == 2**power  # type: ignore[arg-type]
    return power


def test_weights_on_the_empty_board() -> None:
    # tiles + none joined + none crossed + the centre's double word + letter premiums
    assert weight(Board(), H8, Direction.ACROSS, 2) == 2 + 9 + 4 + 3 + 0
    assert weight(Board(), H8 - 6 * 15, Direction.DOWN, 7) == 1 + 9 + 4 + 3 + 2, "H4 is a double letter"
    assert weight(Board(), H8 - 4, Direction.ACROSS, 5) == 1 + 9 + 4 + 3 + 2, "8D is a double letter"


def test_weights_beside_other_tiles() -> None:
    board = Board().with_tiles([(H8, "A"), (H8 + 1, "B")])
    assert square_name(H8 + 2) == "8J"
    assert weight(board, H8 + 2, Direction.ACROSS, 1) == 3 + 5 + 4 + 0 + 0, "two tiles joined"
    assert weight(board, H8 + 15, Direction.ACROSS, 1) == 3 + 9 + 1 + 0 + 0, "one crossed"
    assert weight(board, H8 + 15, Direction.ACROSS, 2) == 2 + 9 + 2 + 0 + 2, "two crossed, a double letter at 9I"
    assert weight(board, H8 - 1, Direction.ACROSS, 2) == 2 + 5 + 4 + 0 + 0, "on both sides of the word"


def test_weights_of_many() -> None:
    column = Board().with_tiles((7 + 15 * row, "A") for row in range(5))
    assert weight(column, 7 + 15 * 5, Direction.DOWN, 2) == 2 + 0 + 4 + 0 + 0, "four or more joined"
    row = Board().with_tiles((15 + place, "A") for place in range(15))
    assert weight(row, 0, Direction.ACROSS, 7) == 1 + 9 + 0 + 4 + 2, "1A triple word, 1D double letter, seven crossed"
    side = Board().with_tiles([(15, "A"), (7 * 15 + 1, "A")])
    assert weight(side, 0, Direction.DOWN, 7) == 1 + 7 + 1 + 5 + 2, "two triple words: more than three"


def test_a_play_of_no_tiles_lies_nowhere() -> None:
    with pytest.raises(ValueError, match="lies nowhere"):
        placement_of(Play(()))
