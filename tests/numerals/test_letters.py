"""How letters are weighed: by their neighbours in both directions, and by how many of them there are."""

from __future__ import annotations

from p2pscrabble.game.board import Board
from p2pscrabble.game.tiles import ALPHABET
from p2pscrabble.numerals.letters import LETTERS, PAIRS, TWOS, letter_weights

H8 = 112
POOL = {"A": 2, "E": 1, "Q": 1, "?": 1}


def weight(letter: str, board: Board, square: int, to_come: tuple[int, ...] = (), pool: dict[str, int] = POOL) -> int:
    """The weight of one letter."""
    weights = letter_weights(board, square, to_come, pool)
    assert len(weights) == 52
    return weights[LETTERS.index(letter)]


def pair(before: str, after: str) -> int:
    """The digit for two letters, ``-`` for the edge."""
    order = ALPHABET + "-"
    return int(PAIRS[order.index(before)][order.index(after)])


def board(**tiles: str) -> Board:
    """A board with letters on squares, given by how far right (r) and down (d) of 8H: ``r1d0="A"``."""
    placed = []
    for name, letter in tiles.items():
        right, down = name[1:].split("d")
        placed.append((H8 + int(right.replace("m", "-")) + 15 * int(down.replace("m", "-")), letter))
    return Board().with_tiles(placed)


def test_the_table_is_whole() -> None:
    assert len(PAIRS) == 27
    assert {len(row) for row in PAIRS} == {27}
    assert set("".join(PAIRS)) <= set("0123456789")
    assert pair("Q", "U") == 9
    assert pair("Q", "K") < pair("E", "D")
    assert len(TWOS) == 107
    assert {"QI", "ZA"} <= TWOS


def test_the_first_of_several_on_the_empty_board() -> None:
    empty = Board()
    assert weight("A", empty, H8, (H8 + 1,)) == 2 << 5 + pair("-", "A")
    assert weight("E", empty, H8, (H8 + 15,)) == 1 << 5 + pair("-", "E")
    assert weight("e", empty, H8, (H8 + 15,)) == 1 << pair("-", "E")
    assert weight("z", empty, H8, (H8 + 15,)) == 1 << pair("-", "Z")
    assert weight("Z", empty, H8, (H8 + 1,)) == 0, "there is none"
    assert weight("z", empty, H8, (H8 + 1,), {"A": 1}) == 0, "there is no blank"


def test_between_neighbours() -> None:
    both = board(rm1d0="C", r1d0="t")
    assert weight("A", both, H8) == 2 << 5 + pair("C", "A") + pair("A", "T")
    after = board(rm1d0="C", rm2d0="C")
    assert weight("A", after, H8) == 2 << 5 + pair("C", "A") + pair("A", "-")
    going_on = board(rm1d0="C")
    assert weight("A", going_on, H8, (H8 + 1,)) == 2 << 5 + pair("C", "A")


def test_both_directions_count() -> None:
    crossed = board(rm1d0="C", r0d1="D", r0d2="O")
    assert weight("A", crossed, H8, (H8 + 1,)) == 2 << 5 + pair("C", "A") + pair("-", "A") + pair("A", "D")


def test_words_of_two_letters() -> None:
    assert weight("E", board(rm1d0="D"), H8) == 1 << 5 + 5
    assert weight("Q", board(rm1d0="D"), H8) == 1 << 5
    assert weight("A", board(r0d1="b"), H8) == 2 << 5 + 5, "AB, down"
    assert weight("A", board(r0d1="B", r1d0="Q"), H8) == 2 << 5 + 5, "AQ is none"
    assert weight("A", board(r1d0="B"), H8, (H8 + 2,)) == 2 << 5 + pair("-", "A") + pair("A", "B"), "it goes on"


def test_edges_of_the_board() -> None:
    corner = Board().with_tiles([(14, "Q"), (15, "Q")])
    assert weight("A", corner, 0, (1,)) == (2 << 5 + pair("-", "A") if "AQ" not in TWOS else 0)
    last = Board().with_tiles([(223, "D")])
    assert weight("E", last, 224) == 1 << 5 + 5
    assert weight("E", Board().with_tiles([(209, "A")]), 210) == 1 << 5, "the row above ends where this one begins"


def test_alone_every_letter_weighs_as_there_are_tiles() -> None:
    assert weight("A", Board(), H8) == 2 << 5
    assert weight("a", Board(), H8) == 1
