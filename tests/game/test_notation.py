"""Moves as they are typed and written down."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import NotationError
from p2pscrabble.game.board import SQUARES, Board, Direction, square_name
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.notation import move_name, parse_move, read_play

Boards = Callable[[str], Board]


def tiles(*laid: tuple[int, str]) -> Play:
    return Play(tuple(Placed(*tile) for tile in laid))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", Pass()),
        ("  PASS ", Pass()),
        ("challenge", Challenge()),
        ("Accept", Accept()),
        ("exchange ABC", Exchange("ABC")),
        ("ex c?a", Exchange("AC?")),
        ("Ex a b c", Exchange("ABC")),
        ("ex exe", Exchange("EEX")),
        ("EX 8H", tiles((112, "E"), (113, "X"))),
        ("exchange a1", None),
        ("exchange", None),
        ("exchange 3", None),
        ("ex __", None),
        ("ex ß", None),
        ("", None),
        ("8H", None),
        ("hello world", None),
        ("pass pass", None),
        ("8H CAT DOG", None),
        ("16A CAT", None),
        ("0A CAT", None),
        ("P1 CAT", None),
        ("8H CA7", None),
        ("8H C()T", None),
        ("8H ((C))", None),
        ("8H ?", None),
        ("8H ??A", None),
        ("٨H CAT", None),
        ("8H ſ", None),
        ("8M CATS", None),
        ("M13 CATS", None),
        ("8H .CAT", None),
        ("8H (C)AT", None),
    ],
)
def test_on_an_empty_board(text: str, move: Move | None) -> None:
    if move is None:
        with pytest.raises(NotationError):
            parse_move(text, Board())
    else:
        assert parse_move(text, Board()) == move


@pytest.mark.parametrize("text", ["8H CAT", "8h cat", "CAT 8H", "cat 8h", "8h CAT"])
def test_across(text: str) -> None:
    assert parse_move(text, Board()) == tiles((112, "C"), (113, "A"), (114, "T"))


@pytest.mark.parametrize("text", ["H8 CAT", "h8 cat", "cat h8"])
def test_down(text: str) -> None:
    assert parse_move(text, Board()) == tiles((112, "C"), (127, "A"), (142, "T"))


@pytest.mark.parametrize(
    "text",
    [
        "8G CATS",
        "8g cats",
        "8G ...S",
        "8G (CAT)S",
        "8g (cat)s",
        "8G (...)S",
        "8G C.(T)S",
        "8J S",
        "8j s",
        "J8 S",
        "8I .S",
    ],
)
def test_tiles_already_there_can_be_given_in_any_way(text: str, board: Boards) -> None:
    assert parse_move(text, board("8G CaT")) == tiles((114, "S"))


@pytest.mark.parametrize("text", ["8G CATs", "8G ...?s", "8G ...?S", "8J ?S", "8g (CAT)s"])
def test_a_small_letter_among_capitals_is_a_blank(text: str, board: Boards) -> None:
    assert parse_move(text, board("8G CAT")) == tiles((114, "s"))


@pytest.mark.parametrize(
    ("text", "rack", "laid"),
    [
        ("8H CAT", "CATXXXX", "CAT"),
        ("8H cat", "CATXXX?", "CAT"),
        ("8H cat", "CAXXXX?", "CAt"),
        ("8H CAT", "CXXXX??", "Cat"),
        # The last of equal letters is the blank.
        ("8H ALA", "AL?", "ALa"),
        # Which one it is can be said.
        ("8H aLA", "AL?", "aLA"),
        ("8H ?ALA", "AAL?", "aLA"),
        # With too few blanks the letters stay what they are, and the rules say what is missing.
        ("8H CAT", "C?", "CaT"),
        ("8H CaT", "C?", "CaT"),
        ("8H CAT", "", "CAT"),
        ("8H ?a?a", "", "aa"),
    ],
)
def test_letters_that_the_rack_does_not_hold_are_blanks(text: str, rack: str, laid: str) -> None:
    assert parse_move(text, Board(), rack) == read_play("8H", laid, Board())


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("8G COT", "On 8H there is A, not O."),
        ("8F .CAT", "8F is empty: dots and brackets are for tiles already there."),
        ("8G (CATS)", "8J is empty: dots and brackets are for tiles already there."),
        ("8G CAT", "This lays no tile: every square of the word is taken already."),
        ("8M OVER", "OVER does not fit on the board at 8M."),
        ("m13 over", "OVER does not fit on the board at M13."),
        ("16A OVER", "16A is no square: rows are 1 to 15, columns A to O."),
        ("8A 8B", "8B is no word: it has letters, and dots or brackets for tiles already there."),
        (
            "what now",
            "Type a move as in 8H WORD (across), H8 WORD (down), exchange ABC, pass, challenge or accept.",
        ),
        ("ex", "Say which tiles go back, as in exchange ABC, with ? for a blank."),
    ],
)
def test_what_is_wrong_is_said(text: str, sentence: str, board: Boards) -> None:
    with pytest.raises(NotationError) as caught:
        parse_move(text, board("8G CAT"))
    assert str(caught.value) == sentence


def test_a_place_must_be_one() -> None:
    with pytest.raises(NotationError, match="HH is no square"):
        read_play("HH", "CAT", Board())


@pytest.mark.parametrize(
    ("on", "move", "name"),
    [
        ("", tiles((112, "C"), (113, "a"), (114, "T")), "8H CaT"),
        ("", tiles((112, "C"), (127, "A")), "H8 CA"),
        ("8G CAT", tiles((114, "S")), "8G ...S"),
        ("8G CAT", tiles((114, "S"), (129, "O")), "J8 SO"),
        ("8G CAT, 9F TO", tiles((127, "E")), "9F ..E"),
        ("8G CAT", tiles((110, "S"), (114, "S")), "8F S...S"),
        ("", tiles((112, "A")), "8H A"),
        ("", tiles((0, "A"), (32, "B")), "1A A, 3C B"),
        ("", tiles((-1, "A"), (225, "B")), "0O A, 16A B"),
        ("", tiles(), "no tiles"),
        ("", Exchange("?BA"), "exchange AB?"),
        ("", Exchange.hidden(3), "exchange 3"),
        ("", Exchange(""), "exchange"),
        ("", Pass(), "pass"),
        ("", Challenge(), "challenge"),
        ("", Accept(), "accept"),
    ],
)
def test_names(on: str, move: Move, name: str, board: Boards) -> None:
    assert move_name(move, board(on)) == name


squares = st.integers(0, SQUARES - 1)
cells = st.dictionaries(squares, st.sampled_from("ABCabc"), max_size=80)


@given(cells, squares, st.sampled_from(Direction), st.text(alphabet="XYZxyz.", min_size=1, max_size=9))
def test_a_name_can_be_read_back(on: dict[int, str], first: int, direction: Direction, word: str) -> None:
    board = Board().with_tiles(on.items())
    try:
        play = read_play(square_name(first, direction), word, board)
    except NotationError:
        return
    place, text = move_name(play, board).split(" ", 1)
    assert read_play(place, text, board) == play


@given(st.text() | st.text(alphabet="8H exCAT?.()15o", max_size=20), cells, st.none() | st.text(max_size=7))
def test_anything_typed_is_a_move_or_explained(text: str, on: dict[int, str], rack: str | None) -> None:
    try:
        move = parse_move(text, Board().with_tiles(on.items()), rack)
    except NotationError:
        return
    assert isinstance(move, Play | Exchange | Pass | Challenge | Accept)
