"""What plays form and score, with the numbers of the rule sheets, and where they cannot lie."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.board import SQUARES, Board, Direction
from p2pscrabble.game.faults import FaultKind
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.scoring import lay

OPERATOR = "8D RETINAS, D1 OPERATO."


@pytest.mark.parametrize(
    ("on", "text", "points", "words"),
    [
        ("", "8G CAT", 10, "CAT 10"),
        ("", "8C QUARTZ", 50, "QUARTZ 50"),
        ("", "8D RETINAS", 66, "RETINAS 16"),
        ("", "8D rETInAS", 60, "rETInAS 10"),
        ("", "8H aT", 2, "aT 2"),
        ("", "8H aa", 0, "aa 0"),
        ("", "8H ZOO", 24, "ZOO 24"),
        ("8H ZOO", "8H ...M", 15, "ZOOM 15"),
        ("8G CAT", "J8 SOAP", 14, "SOAP 8, CATS 6"),
        ("8G CAT", "J7 aS", 7, "aS 1, CATS 6"),
        ("8G CAT", "9H AM", 16, "AM 7, AA 2, TM 7"),
        ("8G CAT", "9G ODE", 17, "ODE 6, CO 5, AD 3, TE 3"),
        ("8G CAT, 9F TO", "H9 E", 5, "TOE 3, AE 2"),
        ("8D RETINAS", "E5 JUK.BOX", 108, "JUKEBOX 108"),
        (OPERATOR, "1A JAR.VIZE", 293, "JAROVIZE 243"),
        # A play along existing tiles that lengthens a word at both ends makes one word.
        ("8G CAT", "8F S...S", 7, "SCATS 7"),
        # Two runs joined into one are one word.
        ("8G CA, 8J ST", "8I N", 7, "CANST 7"),
        # A cross word with a blank in it: the blank is its letter, and counts 0.
        ("8G CaT", "9H AM", 15, "AM 7, aA 1, TM 7"),
        # In the corners of the board nothing runs over its edge.
        ("1O A, 2A B", "1N C", 4, "CA 4"),
        ("15O A, 14A B", "O14 C", 4, "CA 4"),
    ],
)
def test_scores(
    on: str, text: str, points: int, words: str, game: Callable[..., Position], play: Callable[[str, Board], Play]
) -> None:
    position = game("", "", on=on)
    score = position.score(play(text, position.board))
    assert score.total == points
    assert ", ".join(f"{word.text} {word.points}" for word in score.words) == words
    assert score.total == score.bonus + sum(word.points for word in score.words)


@pytest.mark.parametrize(("rules", "bonus"), [("classic", 50), ("tournament", 50), ("scratch", 0)])
def test_seven_tiles_at_once(
    rules: str, bonus: int, game: Callable[..., Position], play: Callable[[str, Board], Play]
) -> None:
    position = game("", "", rules=rules)
    assert position.score(play("8D RETINAS", position.board)).bonus == bonus
    assert position.score(play("8D RETINAS", position.board)).total == 16 + bonus
    assert position.score(play("8D RETINA", position.board)).bonus == 0
    far = game("", "", on="8D RE", rules=rules)
    assert far.score(play("8D ..TINAS", far.board)).bonus == 0


def test_one_tile_is_the_same_play_both_ways(game: Callable[..., Position], play: Callable[[str, Board], Play]) -> None:
    position = game("", "", on="8G CAT, 9F TO")
    ways = {play(text, position.board) for text in ("H9 E", "9H E", "9F TOE", "9F ..E", "H8 AE")}
    assert len(ways) == 1


def test_words_say_where_they_are(board: Callable[[str], Board], play: Callable[[str, Board], Play]) -> None:
    laid = board("8G CAT")
    names = [(word.name, word.text, word.direction) for word in lay(laid, play("J8 SOAP", laid)).words]
    assert names == [("J8", "SOAP", Direction.DOWN), ("8G", "CATS", Direction.ACROSS)]


@pytest.mark.parametrize(
    ("on", "tiles", "sentence"),
    [
        ("", [], "A play lays at least one tile."),
        ("", [(112, "A"), (114, "B")], "The tiles leave a gap on 8I."),
        ("", [(112, "A"), (116, "B")], "The tiles leave a gap on 8I, 8J and 8K."),
        ("8G CAT", [(109, "A"), (113, "B"), (115, "C")], "8I is taken already. The tiles leave a gap on 8F and 8J."),
        ("", [(112, "A"), (113, "B"), (128, "C")], "The tiles of a play lie in one row or in one column."),
        ("", [(112, "A"), (126, "B")], "The tiles of a play lie in one row or in one column."),
        ("8G CAT", [(111, "A"), (112, "B")], "8G and 8H are taken already."),
        ("8G CAT", [(113, "A"), (114, "B")], "8I is taken already."),
        ("", [(112, "A"), (112, "B")], "Two tiles cannot lie on 8H."),
        ("", [(112, "?"), (113, "B")], "Choose a letter for the blank on 8H."),
        ("", [(112, "7"), (113, "é"), (114, "")], "Only letters from A to Z are laid, not '7', 'é' and ''."),
        ("", [(224, "A"), (225, "B")], "The play runs off the board."),
        ("", [(-1, "A")], "The play runs off the board."),
        ("", [(-1, "?"), (0, "A")], "The play runs off the board."),
    ],
)
def test_where_tiles_cannot_lie(
    on: str, tiles: list[tuple[int, str]], sentence: str, game: Callable[..., Position]
) -> None:
    position = game("", "", on=on)
    with pytest.raises(IllegalMove) as caught:
        position.score(Play(tuple(Placed(*tile) for tile in tiles)))
    assert str(caught.value) == sentence


def test_names_every_fault_at_once(board: Callable[[str], Board]) -> None:
    tiles = [(500, "A"), (111, "?"), (111, "X"), (127, "1"), (20, "B")]
    layout = lay(board("8G CAT"), Play(tuple(Placed(*tile) for tile in tiles)))
    assert {fault.kind for fault in layout.broken} == {
        FaultKind.OFF_BOARD,
        FaultKind.NOT_A_LETTER,
        FaultKind.BLANK_WITHOUT_LETTER,
        FaultKind.SQUARE_TWICE,
        FaultKind.OCCUPIED,
        FaultKind.NOT_IN_LINE,
    }
    assert sorted(layout.tiles) == sorted("A?XB")


squares = st.integers(0, SQUARES - 1)
filled = st.sets(squares, max_size=60)


@given(filled, squares, st.sampled_from(Direction), st.lists(st.booleans(), min_size=1, max_size=7))
def test_every_word_holds_a_new_tile_and_every_new_tile_is_in_one(
    on: set[int], first: int, direction: Direction, laid: list[bool]
) -> None:
    board = Board().with_tiles((square, "E") for square in on)
    line = [first + i * direction.value for i, _ in enumerate(laid)]
    play = Play(tuple(Placed(s, "Q") for s, new in zip(line, laid, strict=True) if new))
    layout = lay(board, play)
    if layout.broken:
        assert not layout.words
        return
    runs = [{w.square + i * w.direction.value for i in range(len(w.text))} for w in layout.words]
    new = {tile.square for tile in play.tiles}
    assert all(run & new and len(run) > 1 for run in runs)
    assert layout.after.tiles.count("Q") == len(new)
    alone = FaultKind.NOT_TOUCHING in {fault.kind for fault in layout.misplaced}
    if not board.empty:
        assert alone == all(run <= new for run in runs)
    if len(new) > 1:
        assert new <= runs[0]
    for word, run in zip(layout.words, runs, strict=True):
        assert word.text == "".join(layout.after[square] for square in sorted(run))
        before, beyond = word.square - word.direction.value, max(run) + word.direction.value
        edge = Direction.ACROSS if word.direction is Direction.ACROSS else Direction.DOWN
        for end, inside in ((before, word.square), (beyond, max(run))):
            same_line = end // 15 == inside // 15 if edge is Direction.ACROSS else 0 <= end < SQUARES
            assert not (same_line and 0 <= end < SQUARES and layout.after[end] != ".")
