"""The move generator: against another program, against trying everything, and against the rules themselves."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pscrabble.game.board import EMPTY, NEIGHBOURS, SIZE, SQUARES, Board
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import can_play, plays, position_plays, scored_plays
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import BLANK, remove_tiles

ORACLE = Path(__file__).parents[3] / "shared" / "oracle"
SCRATCH = PRESETS["scratch"]


def board_of(cgp: str) -> Board:
    """A board from its rows between slashes, a number for so many empty squares."""
    for empty in range(SIZE, 0, -1):
        cgp = cgp.replace(str(empty), EMPTY * empty)
    return Board(cgp.replace("/", ""))


def laid(**rows: str) -> Board:
    """A board with these letters from column A, by row: ``r8="...CAT"``."""
    lines = [rows.get(f"r{row}", "").ljust(SIZE, EMPTY) for row in range(1, SIZE + 1)]
    return Board("".join(lines))


@cache
def oracle_lexicon() -> Lexicon:
    words = gzip.decompress((ORACLE / "scowl_american_large.txt.gz").read_bytes()).decode().split()
    return Lexicon.from_words(words, "scowl")


@pytest.mark.skipif(not ORACLE.exists(), reason="the other program's answers are not on this machine")
def test_agrees_with_another_program() -> None:
    """Plays, best score and sum of scores of recorded positions: all without a blank, every eighth with one."""
    rows = [line.split("\t") for line in (ORACLE / "plays.tsv").read_text().splitlines() if line[0] != "#"]
    with_blank = [row for row in rows if BLANK in row[1]]
    chosen = [row for row in rows if BLANK not in row[1]] + with_blank[::8]
    assert len(chosen) > 200
    for cgp, rack, *answers in chosen:
        board = board_of(cgp)
        found = scored_plays(board, rack, oracle_lexicon())
        if board.empty:  # where the other program counts plays across alone
            found = [play for play in found if play[2] == 1]
        points = [play[0] for play in found]
        assert [len(found), max(points, default=0), sum(points)] == list(map(int, answers))
        assert len(set(found)) == len(found)


def position_of(board: Board, rack: str, lexicon: Lexicon) -> Position:
    start = Position.start(SCRATCH, lexicon, 2)
    return replace(start, board=board, owed=(), players=(Player(Rack.of(rack)), Player(Rack.of("E"))))


def everything(position: Position, rack: str, words: frozenset[str]) -> Iterator[Play]:
    """Each word tried in each place, each of its letters as a letter tile and as a blank."""
    cells = position.board.cells
    for word, step, start in product(words, (1, SIZE), range(SQUARES)):
        place = start % SIZE if step == 1 else start // SIZE
        if place + len(word) > SIZE:
            continue
        squares = range(start, start + step * len(word), step)
        if any(
            cells[square] not in (EMPTY, letter, letter.lower()) for square, letter in zip(squares, word, strict=True)
        ):
            continue
        fresh = [(square, letter) for square, letter in zip(squares, word, strict=True) if cells[square] == EMPTY]
        if not 0 < len(fresh) <= len(rack):
            continue
        if not position.board.empty and all(cells[n] == EMPTY for square, _ in fresh for n in NEIGHBOURS[square]):
            continue  # touches nothing: not worth the time to be told so
        blanks = rack.count(BLANK)
        for letters in product(*[(letter, letter.lower()) if blanks else (letter,) for _, letter in fresh]):
            if sum(map(str.islower, letters)) > blanks:
                continue
            play = Play(tuple(Placed(square, letter) for (square, _), letter in zip(fresh, letters, strict=True)))
            if remove_tiles(rack, play.rack_tiles) is not None and not position.legal(play):
                yield play


@given(st.integers(0, 2**32), st.booleans())
@settings(max_examples=40)
def test_finds_what_trying_everything_finds(seed: int, sound: bool) -> None:
    """On boards of sound plays, and on boards of scattered letters that no game leads to."""
    random = Random(seed)
    words = frozenset("".join(random.choices("ABCDE", k=random.choice((2, 2, 3, 3, 4, 5, 8)))) for _ in range(15))
    lexicon = Lexicon.from_words(words)
    board = Board()
    if sound:
        for _ in range(random.randrange(5)):
            choices = list(plays(board, "".join(random.choices("ABCDE?", k=7)), lexicon))
            board = board.with_tiles(random.choice(choices).tiles) if choices else board
    else:
        board = board.with_tiles((random.randrange(SQUARES), random.choice("ABCDEace")) for _ in range(25))
    rack = "".join(random.choices("ABCDE" * 3 + BLANK, k=random.randint(1, 7)))
    if rack.count(BLANK) > 2:
        rack = rack.replace(BLANK, "A")
    position = position_of(board, rack, lexicon)
    found = position_plays(position)
    assert len(dict(found)) == len(found)
    expected = set(everything(position, rack, words))
    assert {play for play, _ in found} == expected
    assert all(position.score(play).total == points for play, points in found)
    assert can_play(board, rack, lexicon) == bool(expected)


def test_an_opening_a_parallel_play_and_a_play_that_touches_only_an_end() -> None:
    lexicon = Lexicon.from_words("CAT CATS AM AA TM SEE TO ON".split())
    opening = set(plays(Board(), "ATC", lexicon))
    assert Play((Placed(110, "C"), Placed(111, "A"), Placed(112, "T"))) in opening
    assert Play((Placed(112, "C"), Placed(127, "A"), Placed(142, "T"))) in opening
    assert len(opening) == 6
    board = laid(r8="......CAT")
    assert Play((Placed(127, "A"), Placed(128, "M"))) in set(plays(board, "AM", lexicon)), "9H AM under CAT"
    assert Play((Placed(114, "S"), Placed(129, "E"), Placed(144, "E"))) in set(plays(board, "SEE", lexicon))
    below = set(plays(board, "ON", lexicon))
    assert below == {Play((Placed(128, "O"),)), Play((Placed(128, "O"), Placed(129, "N")))}, "TO, with and without ON"


def test_one_tile_that_makes_two_words_is_one_play() -> None:
    """8G CAT, then 9F TO, then the E at H9: TOE and AE."""
    lexicon = Lexicon.from_words("CAT TO TOE AE".split())
    board = laid(r8="......CAT", r9=".....TO")
    assert scored_plays(board, "E", lexicon) == [(5, 125, 1, "..E")]
    assert list(plays(board, "E", lexicon)) == [Play((Placed(127, "E"),))]


@pytest.mark.parametrize(
    ("rack", "word", "points"),
    [("QUARTZ", "QUARTZ", 50), ("RETINAS", "RETINAS", 66), ("?AT", "cAT", 4), ("??", "aa", 0)],
)
def test_openings_score_as_the_rules_say(rack: str, word: str, points: int) -> None:
    lexicon = Lexicon.from_words([word])
    best = {
        (start, step): scored
        for scored, start, step, letters in scored_plays(Board(), rack, lexicon)
        if letters == word
    }
    across = {"QUARTZ": 107, "RETINAS": 108, "cAT": 110, "aa": 112}[word]
    assert best[across, 1] == points
    assert len(best) == 2 * len(word)


def test_the_bonus_is_what_the_rules_make_it() -> None:
    lexicon = Lexicon.from_words(["RETINAS"])
    assert {max(scored_plays(Board(), "RETINAS", lexicon, bingo))[0] for bingo in (0, 50)} == {16, 66}
    position = position_of(Board(), "RETINAS", lexicon)
    assert max(points for _, points in position_plays(position)) == 16


def test_words_on_the_board_need_not_be_in_the_list() -> None:
    """An extension of something that begins no word is none; a cross word through it allows nothing."""
    lexicon = Lexicon.from_words("SO OS CATS".split())
    board = laid(r8="......XQ", r9="......Z")
    assert not scored_plays(board, "OS", lexicon)
    assert not can_play(board, "OS", lexicon)


def test_racks_that_find_nothing_or_are_none() -> None:
    lexicon = Lexicon.from_words(["CAT"])
    assert scored_plays(Board(), "", lexicon) == []
    assert not can_play(Board(), "", lexicon)
    assert not can_play(Board(), "XYZ", lexicon)
    for rack in ("ABCDEFGH", "abc", "_______", "Ä"):
        with pytest.raises(ValueError, match="is no rack"):
            scored_plays(Board(), rack, lexicon)
    hidden = replace(position_of(Board(), "A", lexicon), players=(Player(Rack.hidden(7)),) * 2)
    with pytest.raises(ValueError, match="is no rack"):
        position_plays(hidden)


def test_needs_a_compiled_lexicon() -> None:
    class Anything:
        name = "anything"
        hash = bytes(32)

        def __contains__(self, word: str) -> bool:
            return True

    with pytest.raises(TypeError, match="compiled"):
        scored_plays(Board(), "A", Anything())
