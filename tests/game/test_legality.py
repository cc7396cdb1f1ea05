"""What is against the rules, and that all of it is said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.game.board import Board
from p2pscrabble.game.faults import FaultKind
from p2pscrabble.game.legality import Words, exchange_faults, phonies, play_faults, rack_faults
from p2pscrabble.game.moves import Exchange, Placed, Play
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.scoring import lay

Boards = Callable[[str], Board]
Plays = Callable[[str, Board], Play]
WordLists = Callable[[str], Words]

LIST = "CAT CATS AM AA SOAP TO TOE AE"


@pytest.mark.parametrize(
    ("on", "text", "rack", "faults"),
    [
        ("", "8G CAT", "CATXXXX", []),
        ("", "8H C", "CATXXXX", ["The first play is a word of two letters or more."]),
        ("", "8A CAT", "CATXXXX", ["The first play covers the centre, 8H."]),
        (
            "",
            "8A C",
            "C",
            ["The first play covers the centre, 8H.", "The first play is a word of two letters or more."],
        ),
        ("8G CAT", "J9 SOAP", "SOAP", ["A play touches a tile on the board, by an edge and not by a corner alone."]),
        ("8G CAT", "J8 SOAP", "SOAP", []),
        ("8G CAT", "8G ...S", "S", []),
        ("8G CA, 9G AA, 8J S", "8I T", "T", []),
        ("8G CAT", "J8 SOAP", "OAP", ["There is no S on the rack."]),
        (
            "8G CAT",
            "9G AA",
            "A",
            ["There is only one A on the rack, and the move needs two.", "CA is no word of the test list."],
        ),
        ("8G CAT", "J8 SoaP", "SOAP?", ["There is only one blank on the rack, and the move needs two."]),
        # A third blank.
        ("8G cat", "8G ...s", "S??", []),
        # A letter tile given as a blank while a blank is held uses the blank.
        ("8G CAT", "J8 sOAP", "SOAP?", []),
        ("8G CAT", "J8 sOAP", "SOAP", ["There is no blank on the rack."]),
        # Several bad words: all are named. One whose cross word is good: only the bad one.
        ("8G CAT", "9H AM", "AM", ["TM is no word of the test list."]),
        ("8G CAT", "9G XXX", "XXX", ["XXX, CX, AX and TX are no words of the test list."]),
        ("8G CAT", "J7 XS", "XS", ["XS is no word of the test list."]),
        # The same bad word twice is named once, and a blank in it as its letter.
        ("8G CA", "9G xX", "?X", ["XX, CX and AX are no words of the test list."]),
        ("8G CC", "9G TT", "TT", ["TT and CT are no words of the test list."]),
    ],
)
def test_a_play(on: str, text: str, rack: str, faults: list[str], board: Boards, play: Plays, words: WordLists) -> None:
    laid = board(on)
    layout = lay(laid, play(text, laid))
    assert list(map(str, play_faults(laid, layout, Rack.of(rack), words(LIST)))) == faults


def test_a_fault_of_words_holds_the_words(board: Boards, play: Plays, words: WordLists) -> None:
    laid = board("8G CAT")
    (fault,) = play_faults(laid, lay(laid, play("9H AM", laid)), Rack.of("AM"), words(LIST))
    assert (fault.kind, fault.words) == (FaultKind.NOT_A_WORD, ("TM",))


def test_words_are_not_looked_up_where_they_may_be_challenged(board: Boards, play: Plays, words: WordLists) -> None:
    laid = board("8G CAT")
    layout = lay(laid, play("9G XxX", laid))
    assert play_faults(laid, layout, Rack.of("XX?"), None) == ()
    assert phonies(layout.words, words(LIST)) == ("XXX", "CX", "AX", "TX")


def test_a_cross_word_with_a_blank_is_looked_up_as_its_letter(board: Boards, play: Plays, words: WordLists) -> None:
    laid = board("8G CaT")
    assert play_faults(laid, lay(laid, play("9H aM", laid)), Rack.of("?M"), words("AM AA TM")) == ()


def test_faults_of_tiles_and_of_the_rack_are_told_together() -> None:
    play = Play((Placed(112, "Q"), Placed(500, "Z"), Placed(113, "?"), Placed(0, "12")))
    kinds = [fault.kind for fault in play_faults(Board(), lay(Board(), play), Rack.of("A"), None)]
    assert kinds == [
        FaultKind.OFF_BOARD,
        FaultKind.NOT_A_LETTER,
        FaultKind.BLANK_WITHOUT_LETTER,
        FaultKind.NOT_IN_LINE,
        FaultKind.NOT_ON_RACK,
        FaultKind.NOT_ON_RACK,
        FaultKind.NOT_ON_RACK,
    ]


@pytest.mark.parametrize(
    ("on", "size", "tiles", "faults"),
    [
        ("", 7, "QZ??", []),
        ("", 1, "QZ", ["There is one tile on the rack, and the move needs two."]),
        ("", 7, "QQ", ["There is only one Q left off the board."]),
        ("", 7, "A???", ["There are only two blanks left off the board."]),
        ("8H aT", 7, "???", ["There is only one blank left off the board."]),
        ("8H aa", 7, "?", ["There is no blank left off the board."]),
        ("8H QZ", 7, "Q", ["There is no Q left off the board."]),
        ("8H JJJ", 7, "J", ["There is no J left off the board."]),
        (
            "8H aZ",
            0,
            "?ZJ",
            ["There are no tiles on the rack, and the move needs three.", "There is no Z left off the board."],
        ),
    ],
)
def test_a_hidden_rack(on: str, size: int, tiles: str, faults: list[str], board: Boards) -> None:
    assert list(map(str, rack_faults(board(on), Rack(None, size), tiles))) == faults


@pytest.mark.parametrize(
    ("tiles", "rack", "bag", "faults"),
    [
        ("A", "ABCDEFG", 7, []),
        ("ABCDEFG", "ABCDEFG", 7, []),
        ("?", "A?", 86, []),
        ("A", "ABCDEFG", 6, ["The bag holds six tiles; this exchange needs seven there."]),
        ("", "ABCDEFG", 7, ["An exchange of no tiles is a pass."]),
        (
            "",
            "ABC",
            0,
            ["The bag holds no tiles; this exchange needs seven there.", "An exchange of no tiles is a pass."],
        ),
        ("AA", "ABC", 50, ["There is only one A on the rack, and the move needs two."]),
        ("A?", "ABC", 50, ["There is no blank on the rack."]),
        (
            "a1Q",
            "ABC",
            50,
            ["A tile is a letter from A to Z, or ? for a blank, not '1' and 'a'.", "There is no Q on the rack."],
        ),
        ("__", "ABC", 50, ["Say which tiles you exchange."]),
        (
            "____",
            "ABC",
            50,
            ["Say which tiles you exchange.", "There are three tiles on the rack, and the move needs four."],
        ),
        ("A_", "ABC", 50, ["A tile is a letter from A to Z, or ? for a blank, not '_'."]),
    ],
)
def test_an_exchange(tiles: str, rack: str, bag: int, faults: list[str]) -> None:
    assert list(map(str, exchange_faults(Board(), Exchange(tiles), Rack.of(rack), bag, 7))) == faults


@pytest.mark.parametrize(
    ("tiles", "faults"),
    [
        ("___", []),
        ("ABC", []),
        ("____", ["There are three tiles on the rack, and the move needs four."]),
        ("???", ["There are only two blanks left off the board."]),
    ],
)
def test_an_exchange_from_a_hidden_rack(tiles: str, faults: list[str]) -> None:
    assert list(map(str, exchange_faults(Board(), Exchange(tiles), Rack.hidden(3), 50, 7))) == faults


@pytest.mark.parametrize(
    ("bag", "tiles", "allowed"), [(1, "A", True), (1, "AB", False), (2, "AB", True), (0, "A", False)]
)
def test_no_more_is_exchanged_than_the_bag_holds(bag: int, tiles: str, allowed: bool) -> None:
    assert (exchange_faults(Board(), Exchange(tiles), Rack.of("ABC"), bag, 1) == ()) == allowed
