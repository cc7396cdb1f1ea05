"""The board: its squares, its premiums, and the runs of tiles on it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.game.board import (
    CENTRE,
    COLUMNS,
    LETTER_MULTIPLIER,
    NEIGHBOURS,
    PREMIUM,
    SIZE,
    SQUARES,
    WORD_MULTIPLIER,
    Board,
    Direction,
    column_of,
    row_of,
    square_name,
)

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
squares = st.integers(0, SQUARES - 1)


SHEET = """1 TW A H O, DL D L
2 DW B N, TL F J
3 DW C M, DL G I
4 DW D L, DL A H O
5 DW E K
6 TL B F J N
7 DL C G I M
8 TW A O, DL D L, DW H"""


def test_has_the_premiums_of_the_rule_sheet() -> None:
    read = {}
    for line in SHEET.splitlines():
        row, rest = line.split(" ", 1)
        for part in rest.split(", "):
            kind, *columns = part.split()
            for column in columns:
                for r in {int(row) - 1, 15 - int(row)}:
                    read[r * SIZE + COLUMNS.index(column)] = kind
    assert read == PREMIUM


def test_counts_its_premiums() -> None:
    assert Counter(PREMIUM.values()) == {"TW": 8, "DW": 17, "TL": 12, "DL": 24}
    assert Counter(LETTER_MULTIPLIER) == {1: 189, 2: 24, 3: 12}
    assert Counter(WORD_MULTIPLIER) == {1: 200, 2: 17, 3: 8}


@given(squares)
def test_is_the_same_in_every_mirror(square: int) -> None:
    row, column = row_of(square), column_of(square)
    mirrors = [(row, 14 - column), (14 - row, column), (column, row)]
    assert {PREMIUM.get(r * SIZE + c) for r, c in mirrors} == {PREMIUM.get(square)}


@pytest.mark.parametrize(
    ("square", "direction", "name"),
    [(0, ACROSS, "1A"), (0, DOWN, "A1"), (CENTRE, ACROSS, "8H"), (108, DOWN, "D8"), (224, DOWN, "O15")],
)
def test_names_the_row_first_across_and_the_column_first_down(square: int, direction: Direction, name: str) -> None:
    assert square_name(square, direction) == name


def test_each_direction_has_the_other() -> None:
    assert (ACROSS.other, DOWN.other) == (DOWN, ACROSS)


def test_neighbours_share_an_edge() -> None:
    assert Counter(len(near) for near in NEIGHBOURS) == {2: 4, 3: 52, 4: 169}
    assert NEIGHBOURS[CENTRE] == (97, 111, 113, 127)
    assert all(square in NEIGHBOURS[near] for square in range(SQUARES) for near in NEIGHBOURS[square])


def test_holds_what_was_laid() -> None:
    board = Board().with_tiles([(112, "C"), (113, "a")])
    assert Board().empty
    assert not board.empty
    assert (board[112], board[113], board[114]) == ("C", "a", ".")
    assert board.tiles == "Ca"
    assert board.rows()[7] == ".......Ca......"
    assert len(board.rows()) == SIZE


@given(st.sets(squares, min_size=1, max_size=120), st.sampled_from(Direction))
def test_a_run_is_as_long_as_the_tiles_go(filled: set[int], direction: Direction) -> None:
    board = Board().with_tiles((square, "A") for square in filled)
    line = row_of if direction is ACROSS else column_of
    for square in filled:
        start, length = board.run(square, direction)
        run = [start + i * direction.value for i in range(length)]
        assert square in run
        assert filled.issuperset(run)
        assert len({line(one) for one in run}) == 1
        for beyond in (start - direction.value, run[-1] + direction.value):
            assert not (0 <= beyond < SQUARES and line(beyond) == line(square) and beyond in filled)
