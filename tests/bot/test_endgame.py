"""With the bag empty: going out, blocking, and what is unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pscrabble.bot import choose
from p2pscrabble.bot.endgame import best_last_plays, kept, unseen
from p2pscrabble.game.board import Board
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import scored_plays
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import COUNT

Dealt = Callable[..., Position]


def test_what_is_unseen(dealt: Dealt) -> None:
    position = dealt("CATSAE?", "QUIZEDR")
    assert Counter(unseen(position, "CATSAE?") + "CATSAE?") == Counter(COUNT)
    laid = replace(position, board=position.board.with_tiles([(112, "Q"), (113, "u")]))
    assert Counter(unseen(laid, "CATSAE?") + "CATSAE?Q?") == Counter(COUNT)


def test_what_a_play_keeps() -> None:
    assert kept("AACST??", (9, 112, 1, "cA.tS")) == "ACT"
    assert kept("CAT", (9, 112, 1, "CAT")) == ""


def last_turn(words: str, on_row_8: str, rack: str, seats: int = 2) -> Position:
    """The bag empty, ``on_row_8`` on the board from 8F."""
    start = Position.start(PRESETS["classic"], Lexicon.from_words(words.split()), seats)
    players = (Player(Rack.of(rack)), *[Player(Rack.hidden(2))] * (seats - 1))
    board = Board().with_tiles(zip(range(110, 125), on_row_8, strict=False))
    return replace(start, board=board, players=players, bag=0, owed=())


@pytest.fixture
def others_hold(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make these the tiles that are unseen, as if all the rest lay on the board."""
    return lambda tiles: monkeypatch.setattr("p2pscrabble.bot.endgame.unseen", lambda *_: tiles)


def worth(position: Position) -> dict[str, float]:
    """What each play is thought to bring, by its letters."""
    rack = position.mover.rack.shown
    found = scored_plays(position.board, rack, position.lexicon)
    return {play[3]: value for value, play in best_last_plays(position, rack, found)}


def test_going_out_brings_the_others_tiles_twice(others_hold: Callable[[str], None]) -> None:
    """CATS at 8F: 6 points; ZA and a Q left at the other count 2 × 21."""
    others_hold("AQZ")
    for seats in (2, 3):
        assert worth(last_turn("CAT CATS", "CAT", "S", seats)) == {"...S": 6 + 42}


def test_the_reply_counts_with_two_seats(others_hold: Callable[[str], None]) -> None:
    """After CATS the other goes out with CATSUP, 10 points and my J twice; or cannot move, and keeps PP."""
    others_hold("PU")
    position = last_turn("CATS CATSUP", "CAT", "JS")
    assert worth(position) == {"...S": 6 - (10 + 2 * 8)}
    others_hold("PP")
    assert worth(position) == {"...S": 6 - (8 / 2 - 6)}


def test_a_reply_that_keeps_tiles(others_hold: Callable[[str], None]) -> None:
    """The other lays the U and keeps the V; half of my J is reckoned to be left."""
    others_hold("UV")
    position = last_turn("CATS CATSU", "CAT", "JS")
    [(reply, *_)] = scored_plays(last_turn("CATSU", "CATS", "U").board, "U", Lexicon.from_words(["CATSU"]))
    assert worth(position) == {"...S": 6 - (reply + 8 / 2 - 4)}


def test_leftovers_alone_count_with_three_seats(others_hold: Callable[[str], None]) -> None:
    others_hold("PU")
    assert worth(last_turn("CATS CATSUP", "CAT", "JS", 3)) == {"...S": 6 - 8}


def test_only_the_better_plays_are_followed(others_hold: Callable[[str], None]) -> None:
    """Fewer where the other holds blanks, whose replies take long to find."""
    words = " ".join(f"{first}{second}" for first in "ABEIO" for second in "ABEIO")
    position = last_turn(words, "AB", "ABEIOO")
    found = scored_plays(position.board, "ABEIOO", position.lexicon)
    assert len(found) > 12
    for others, followed in (("Q", 12), ("Q?", 6), ("??", 2)):
        others_hold(others)
        assert len(best_last_plays(position, "ABEIOO", found)) == followed


def test_it_gives_the_other_nothing_to_go_out_with(others_hold: Callable[[str], None]) -> None:
    """CATX scores more than CATS, but lets CATXUQ follow."""
    position = last_turn("CATS CATX CATXUQ", "CAT", "SX")
    others_hold("VV")
    assert choose(position) == Play((Placed(113, "X"),))
    others_hold("QU")
    assert choose(position) == Play((Placed(113, "S"),))
