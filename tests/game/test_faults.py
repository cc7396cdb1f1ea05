"""The sentences in which faults are told."""

from __future__ import annotations

import pytest

from p2pscrabble.game import faults
from p2pscrabble.game.faults import Fault, FaultKind


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (faults.not_on_rack("Q", 0, 1), "There is no Q on the rack."),
        (faults.not_on_rack("E", 0, 2), "There is no E on the rack, and the move needs two."),
        (faults.not_on_rack("E", 1, 2), "There is only one E on the rack, and the move needs two."),
        (faults.not_on_rack("E", 2, 9), "There are only two Es on the rack, and the move needs 9."),
        (faults.not_on_rack("?", 0, 1), "There is no blank on the rack."),
        (faults.not_on_rack("?", 2, 3), "There are only two blanks on the rack, and the move needs three."),
        (faults.rack_too_small(7, 8), "There are seven tiles on the rack, and the move needs 8."),
        (faults.rack_too_small(1, 2), "There is one tile on the rack, and the move needs two."),
        (faults.rack_too_small(0, 1), "There are no tiles on the rack, and the move needs one."),
        (faults.not_in_game("Q", 0), "There is no Q left off the board."),
        (faults.not_in_game("Q", 1), "There is only one Q left off the board."),
        (faults.not_in_game("?", 2), "There are only two blanks left off the board."),
        (faults.bag_too_small(6, 7), "The bag holds six tiles; this exchange needs seven there."),
        (faults.bag_too_small(1, 2), "The bag holds one tile; this exchange needs two there."),
        (faults.not_words(("TM",), "ENABLE"), "TM is no word of ENABLE."),
        (faults.not_words(("TM", "QX", "ZZ"), "ENABLE"), "TM, QX and ZZ are no words of ENABLE."),
        (faults.off_board((225,)), "The play runs off the board."),
        (faults.not_a_letter(["1", "ab"], (0, 1)), "Only letters from A to Z are laid, not '1' and 'ab'."),
        (faults.blank_without_letter((0, 1)), "Choose a letter for the blank on 1A and 1B."),
        (faults.square_twice((0,)), "Two tiles cannot lie on 1A."),
        (faults.occupied((112,)), "8H is taken already."),
        (faults.occupied((0, 224)), "1A and 15O are taken already."),
        (faults.not_tiles(["a", "1"]), "A tile is a letter from A to Z, or ? for a blank, not 'a' and '1'."),
        (faults.OFF_CENTRE, "The first play covers the centre, 8H."),
    ],
)
def test_are_sentences_for_players(fault: Fault, sentence: str) -> None:
    assert str(fault) == sentence


def test_carry_what_they_are_about() -> None:
    assert faults.not_words(("TM", "QX"), "ENABLE").words == ("TM", "QX")
    assert faults.gap((3, 4)).squares == (3, 4)
    assert faults.OFF_CENTRE.squares == (112,)
    assert faults.GAME_OVER.kind is FaultKind.GAME_OVER
