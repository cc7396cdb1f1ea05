"""The board as text: every sign golden, colour only as an extra."""

import re

from p2pscrabble.game.board import Board
from p2pscrabble.text.board import draw, words_on

EMPTY_BOARD = """\
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O
 1 TW  .  . DL  .  .  . TW  .  .  . DL  .  . TW  1
 2  . DW  .  .  . TL  .  .  . TL  .  .  . DW  .  2
 3  .  . DW  .  .  . DL  . DL  .  .  . DW  .  .  3
 4 DL  .  . DW  .  .  . DL  .  .  . DW  .  . DL  4
 5  .  .  .  . DW  .  .  .  .  . DW  .  .  .  .  5
 6  . TL  .  .  . TL  .  .  . TL  .  .  . TL  .  6
 7  .  . DL  .  .  . DL  . DL  .  .  . DL  .  .  7
 8 TW  .  . DL  .  .  . **  .  .  . DL  .  . TW  8
 9  .  . DL  .  .  . DL  . DL  .  .  . DL  .  .  9
10  . TL  .  .  . TL  .  .  . TL  .  .  . TL  .  10
11  .  .  .  . DW  .  .  .  .  . DW  .  .  .  .  11
12 DL  .  . DW  .  .  . DL  .  .  . DW  .  . DL  12
13  .  . DW  .  .  . DL  . DL  .  .  . DW  .  .  13
14  . DW  .  .  . TL  .  .  . TL  .  .  . DW  .  14
15 TW  .  . DL  .  .  . TW  .  .  . DL  .  . TW  15
    A  B  C  D  E  F  G  H  I  J  K  L  M  N  O"""

CAT = Board().with_tiles([(111, "C"), (112, "a"), (113, "T"), (127, "N")])


def test_empty_board() -> None:
    assert draw(Board()) == EMPTY_BOARD


def test_tiles_blanks_and_the_last_play() -> None:
    rows = draw(CAT, last={112, 127}).splitlines()
    assert rows[8] == " 8 TW  .  . DL  .  .  C [a] T  .  . DL  .  . TW  8"
    assert rows[9] == " 9  .  . DL  .  .  . DL [N]DL  .  .  . DL  .  .  9"


def test_colour_adds_nothing_but_colour() -> None:
    coloured = draw(CAT, last={112}, coloured=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(CAT, last={112})
    assert all(line.count("\x1b[0m") * 2 == line.count("\x1b[") for line in coloured.splitlines())


def test_fits_eighty_columns() -> None:
    full = Board("W" * 225)
    assert max(map(len, draw(full, last=range(225)).splitlines())) <= 80


def test_words_are_listed_for_those_who_listen() -> None:
    assert words_on(CAT) == [("8G", "CaT"), ("H8", "aN")]
    assert words_on(Board()) == []
