"""What is said of a play that is being tried."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.errors import NotationError, UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Accept, Pass, Placed, Play
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Rules
from p2pscrabble.web.judging import judgement, no_exchange, tried
from tests.web.protocol import Protocol
from tests.web.tables import dealt, seen

CAT = Board().with_tiles([(112, "C"), (113, "A"), (114, "T")])


def judged(position: Position, text: str, seat: int = 0) -> dict[str, Any]:
    play = parse_move(text, position.board)
    assert isinstance(play, Play)
    shown = judgement(position, seat, play)
    assert Protocol().wrong(shown, "Judgement") == []
    return shown


def test_a_good_play_is_named_word_by_word() -> None:
    shown = judged(dealt("SEEEEEE", "EEEEEEE", board=CAT), "8K S")
    assert shown == {
        "legal": True,
        "total": 6,
        "bonus": 0,
        "words": [{"text": "CATS", "points": 6, "square": 112, "down": False, "good": True}],
        "faults": [],
        "squares": [],
        "text": "CATS 6: 6 points.",
    }
    two = judged(dealt("SATEEEE", "EEEEEEE", board=CAT), "K8 SAT")
    assert [(word["text"], word["down"], word["good"]) for word in two["words"]] == [
        ("SAT", True, False),
        ("CATS", False, True),
    ]
    assert two["text"] == "SAT is no word of few."
    assert two["squares"] == [115, 130, 145], "the squares of the word that is none"


def test_all_seven_tiles_and_a_blank() -> None:
    shown = judged(dealt("RETINA?", "EEEEEEE"), "8D RETINAs")
    assert (shown["legal"], shown["bonus"], shown["total"]) == (True, 50, 64)
    assert shown["text"] == "RETINAs 14 and 50 for all seven tiles: 64 points."
    refused = judged(dealt("RETINA?", "EEEEEEE"), "8D RETINAz")
    assert not refused["legal"]
    assert refused["text"] == "RETINAZ is no word of few."


def test_every_fault_is_said_and_shown() -> None:
    position = dealt("QXEEEEE", "EEEEEEE", board=CAT)
    apart = judgement(position, 0, Play((Placed(0, "Q"), Placed(16, "X"))))
    assert (apart["legal"], apart["total"], apart["words"]) == (False, None, [])
    assert apart["text"] == "The tiles of a play lie in one row or in one column."
    far = judged(position, "1A QX")
    assert far["faults"] == [
        "A play touches a tile on the board, by an edge and not by a corner alone.",
        "QX is no word of few.",
    ]
    assert far["total"] == 54, "what it would be worth is said all the same"
    blank = judgement(dealt("?EEEEEE", "EEEEEEE", board=CAT), 0, Play((Placed(115, "?"),)))
    assert blank["text"] == "Choose a letter for the blank on 8K."
    assert blank["squares"] == [115]
    taken = judgement(position, 0, Play((Placed(112, "E"), Placed(115, "E"))))
    assert taken["squares"] == [112]
    assert judged(dealt("EEEEEEE", "EEEEEEE", board=CAT), "8K S")["faults"][0] == "There is no S on the rack."


def test_one_can_plan_ahead_while_others_think() -> None:
    position = dealt("EEEEEEE", "SEEEEEE", board=CAT)
    assert judged(position, "8K S", seat=1)["legal"]
    pending = dealt("CATEEEE", "SEEEEEE", rules=PRESETS["tournament"]).apply(parse_move("8H CAT", Board()))
    assert pending.challenge_pending
    assert judged(pending, "8K S", seat=1)["legal"]
    assert not judged(pending, "8K S", seat=0)["legal"], "seat 0 holds no S"


def test_where_only_a_challenge_tells_nothing_is_said_of_words() -> None:
    shown = judged(dealt("XQEEEEE", "EEEEEEE", rules=PRESETS["tournament"]), "8H XQ")
    assert shown["legal"]
    assert [word["good"] for word in shown["words"]] == [None]
    assert shown["text"] == "XQ 36: 36 points."


def test_a_play_before_an_answer_cannot_be_sent() -> None:
    rules = PRESETS["tournament"]
    out = dealt("CAT", "EEEEEEE", rules=rules, bag=0).apply(parse_move("8H CAT", Board()))
    assert out.answer_pending
    shown = judged(out, "8K EE", seat=1)
    assert not shown["legal"]
    assert shown["faults"][0] == "The last play would end the game: accept it or challenge it."
    assert no_exchange(out, 1) == "The last play would end the game: accept it or challenge it."
    over = out.apply(Accept())
    assert no_exchange(over, 1) == "The game is over."
    assert judged(over, "8K EE", seat=1)["faults"][0] == "The game is over."


@pytest.mark.parametrize(
    ("bag", "why"),
    [
        (7, ""),
        (6, "The bag holds six tiles; an exchange needs seven there."),
        (1, "The bag holds one tile; an exchange needs seven there."),
        (0, "The bag holds no tiles; an exchange needs seven there."),
    ],
)
def test_why_nothing_can_be_exchanged(bag: int, why: str) -> None:
    assert no_exchange(dealt("EEEEEEE", "EEEEEEE", bag=bag), 0) == why


def test_the_bag_is_counted_as_an_exchange_counts_it() -> None:
    rules = Rules(challenge=ChallengeRule.SINGLE)
    position = dealt("CATEEEE", "EEEEEEE", rules=rules, bag=9).apply(parse_move("8H CAT", Board()))
    assert position.bag == 9
    assert no_exchange(position, 1) == "The bag holds six tiles; an exchange needs seven there."


@pytest.mark.parametrize(
    ("text", "kind", "legal", "said", "squares"),
    [
        ("8k s", "play", True, "CATS 6: 6 points.", [115]),
        ("8k x", "play", False, "There is no X on the rack. CATX is no word of few.", [115]),
        ("exchange s?", "exchange", True, "Puts back S and a blank for new tiles.", []),
        ("exchange q", "exchange", False, "There is no Q on the rack.", []),
        ("pass", "pass", True, "Passes: the turn goes on without a tile laid.", []),
        ("challenge", "challenge", False, "There are no challenges here: invalid words are refused at once.", []),
        ("accept", "accept", False, "There is no play that waits to be accepted.", []),
    ],
)
def test_a_typed_move_is_told_before_it_is_made(
    text: str, kind: str, legal: bool, said: str, squares: list[int]
) -> None:
    view = seen(dealt("SEEEEE", "EEEEEEE", board=CAT))
    if "?" in text:
        view = seen(dealt("SEEEEE?", "EEEEEEE", board=CAT))
    told = tried(view, text)
    assert Protocol().wrong(told, "Tried") == []
    assert told == {"kind": kind, "legal": legal, "text": said, "squares": squares}


def test_answers_can_be_tried_too() -> None:
    out = dealt("CAT", "EEEEEEE", rules=PRESETS["tournament"], bag=0).apply(parse_move("8H CAT", Board()))
    view = replace(seen(out, seat=1), your_turn=True)
    assert tried(view, "challenge")["text"] == "Challenges the last play."
    assert tried(view, "accept") == {
        "kind": "accept",
        "legal": True,
        "text": "Lets the last play stand.",
        "squares": [],
    }
    assert not tried(view, "pass")["legal"]


def test_what_is_no_move_is_explained() -> None:
    with pytest.raises(NotationError, match="Type a move"):
        tried(seen(dealt("EEEEEEE", "EEEEEEE")), "hello there you")
    with pytest.raises(UsageError, match="not begun"):
        tried(seen(None), "8H CAT")
    with pytest.raises(UsageError, match="not begun"):
        tried(seen(dealt("EEEEEEE", "EEEEEEE"), seat=None), "8H CAT")


def test_the_pending_move_of_another_hinders_no_planning() -> None:
    assert tried(seen(dealt("EEEEEEE", "EEEEEEE").apply(Pass()), seat=0), "pass")["legal"]
