"""Live moves: both directions, sizes, and the squares that a play passes over."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.board import COLUMNS, EMPTY, SQUARES, Board, Direction
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Play
from p2pscrabble.game.tiles import TILES
from p2pscrabble.numerals.live import (
    MOVE_BYTES,
    MOVES,
    decode_move,
    encode_move,
    line_squares,
    move_bytes,
    move_from_bytes,
)

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

boards = st.one_of(
    st.just(Board()),
    st.text(EMPTY * 2 + "AbC", min_size=SQUARES, max_size=SQUARES).map(Board),
    st.text(EMPTY * 9 + "Q", min_size=SQUARES, max_size=SQUARES).map(Board),
)


@st.composite
def moves_on_boards(draw: st.DrawFn) -> tuple[Move, Board]:
    """A move that fits on a board, and the board."""
    board = draw(boards)
    plain: list[Move] = [Pass(), Challenge(), Accept(), *map(Exchange.hidden, range(1, 8))]
    exchanges = st.text(TILES, min_size=1, max_size=7).map(Exchange)
    move: Move = draw(exchanges) if draw(st.booleans()) else draw(st.sampled_from(plain))
    if draw(st.booleans()):
        squares = line_squares(draw(st.integers(0, SQUARES - 1)), draw(st.sampled_from(list(Direction))), board)
        if squares:
            letters = draw(st.text(LETTERS, min_size=1, max_size=min(7, len(squares))))
            move = Play(tuple(zip(squares, letters, strict=False)))  # type: ignore[arg-type]
    return move, board


def square(name: str) -> int:
    """The square of a name such as ``8D``."""
    return (int(name[:-1]) - 1) * 15 + COLUMNS.index(name[-1])


def play(*tiles: tuple[str, str]) -> Play:
    """A play of letters on named squares."""
    return Play(tuple((square(name), letter) for name, letter in tiles))  # type: ignore[misc]


def test_the_numbers_are_shared_out_as_documented() -> None:
    board = Board()
    assert [encode_move(move, board) for move in (Pass(), Challenge(), Accept())] == [0, 1, 2]
    assert [encode_move(Exchange.hidden(count), board) for count in (1, 7)] == [3, 9]
    assert encode_move(Exchange("A"), board) == 10
    assert encode_move(Exchange("?"), board) == 36
    assert encode_move(Exchange("AA"), board) == 37
    assert encode_move(Exchange("??"), board) == 37 + 27 * 28 // 2 - 1
    first_play = encode_move(Exchange("???????"), board) + 1
    assert decode_move(first_play, board) == play(("1A", "A"))
    assert decode_move(first_play + 53, board) == play(("1B", "B"))
    assert decode_move(first_play + 225 * 52, board) == play(("1A", "A"), ("1B", "A"))
    assert decode_move(first_play + 225 * 52 + 52**2, board) == play(("1A", "A"), ("2A", "A"))
    assert first_play + 225 * 52 + sum(450 * 52**count for count in range(2, 8)) == MOVES


@given(moves_on_boards())
def test_moves_come_back(case: tuple[Move, Board]) -> None:
    move, board = case
    number = encode_move(move, board)
    assert 0 <= number < MOVES
    assert decode_move(number, board) == move
    assert move_from_bytes(move_bytes(move, board), board) == move


@given(st.integers(-2, MOVES + 2) | st.integers(0, 10**7), boards)
@example(MOVES - 1, Board())
@example(MOVES, Board())
@example(-1, Board())
def test_every_number_is_one_move_or_refused(number: int, board: Board) -> None:
    try:
        move = decode_move(number, board)
    except DecodeError:
        return
    assert encode_move(move, board) == number
    if isinstance(move, Play):
        assert all(0 <= tile.square < SQUARES and board[tile.square] == EMPTY for tile in move.tiles)
        assert len({tile.square for tile in move.tiles}) == len(move.tiles)


@given(st.binary(max_size=9), boards)
@example(b"\0", Board())
@example(b"\xff" * 10, Board())
def test_every_string_of_bytes_is_one_move_or_refused(data: bytes, board: Board) -> None:
    try:
        move = move_from_bytes(data, board)
    except DecodeError:
        return
    assert move_bytes(move, board) == data


def test_moves_are_small() -> None:
    board = Board()
    assert MOVE_BYTES == 7
    for count, most in ((1, 3), (2, 3), (3, 4), (4, 5), (5, 6), (6, 6), (7, 7)):
        assert len(move_bytes(Play(tuple((14 * 15 + i, "z") for i in range(count))), board)) <= most  # type: ignore[misc]
    assert move_bytes(Pass(), board) == b""
    assert len(move_bytes(Challenge(), board)) == len(move_bytes(Accept(), board)) == 1
    assert len(move_bytes(Exchange("???????"), board)) == 3


def test_tiles_on_the_board_are_passed_over() -> None:
    board = Board().with_tiles([(square("8H"), "X"), (square("8I"), "y")])
    over = play(("8G", "A"), ("8J", "b"))
    assert decode_move(encode_move(over, board), board) == over
    with pytest.raises(ValueError, match="one line"):
        encode_move(over, Board())


def test_a_single_tile_has_one_number() -> None:
    assert encode_move(play(("8H", "E")), Board()) < encode_move(play(("1A", "A"), ("1B", "A")), Board())


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (Exchange(""), "of 0 tiles"),
        (Exchange("AAAAAAAA"), "of 8 tiles"),
        (Exchange("A_"), "no tile"),
        (Exchange("Aa"), "no tile"),
        (Play(()), "of 0 tiles"),
        (Play(tuple((i, "A") for i in range(8))), "of 8 tiles"),  # type: ignore[misc]
        (play(("8A", "A"), ("8C", "B")), "one line"),
        (play(("8A", "A"), ("9B", "B")), "one line"),
        (Play(((-1, "A"),)), "one line"),  # type: ignore[arg-type]
        (Play(((225, "A"),)), "one line"),  # type: ignore[arg-type]
        (Play(((14, "A"), (15, "A"))), "one line"),  # type: ignore[arg-type]
        (play(("8A", "?")), "no letter"),
    ],
)
def test_what_is_no_move_has_no_number(move: Move, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        encode_move(move, Board())
