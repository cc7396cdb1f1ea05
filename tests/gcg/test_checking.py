from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.errors import GcgError
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Pass, Placed, Play
from p2pscrabble.game.rules import PRESETS, ChallengeRule
from p2pscrabble.game.turns import Outcome
from p2pscrabble.gcg import GcgGame, GcgPlayer, GcgStep, import_gcg

Gcg = Callable[..., str]
TOURNAMENT = PRESETS["tournament"]


def wrong(text: str, *, lenient: bool = False) -> str:
    """The error that this file is."""
    with pytest.raises(GcgError) as caught:
        import_gcg(text, lenient=lenient)
    return str(caught.value)


def test_a_short_game(gcg: Gcg) -> None:
    game = import_gcg(
        gcg("#lexicon NWL23", ">ana: ACTXYZQ 8G CAT +10 10", ">ben: SOAP J8 SOAP +14 14", ">ana: QXYZ -XY +0 10")
    )
    assert game == GcgGame(
        (GcgPlayer("ana", "Ana Lovelace"), GcgPlayer("ben", "Ben")),
        TOURNAMENT,
        game.words,
        0,
        (
            GcgStep(0, Play((Placed(111, "C"), Placed(112, "A"), Placed(113, "T"))), "ACQTXYZ"),
            GcgStep(1, Play(tuple(Placed(114 + 15 * i, letter) for i, letter in enumerate("SOAP"))), None),
            GcgStep(0, Exchange("XY"), None),
        ),
        (None, None),
        "NWL23",
    )
    assert game.names == ("Ana Lovelace", "Ben")
    assert game.words.name == "NWL23"
    assert game.words.words == {"CAT", "CATS", "SOAP"}
    assert "CAT" in game.words
    assert "DOG" not in game.words
    position = game.position
    assert [player.score for player in position.players] == [10, 14]
    assert position.bag == 100 - 14 - 3 - 4
    assert (position.turn, position.ended) == (1, None)


def test_the_second_player_may_begin(gcg: Gcg) -> None:
    game = import_gcg(gcg(">ben: 8G CAT +10 10", ">ana: J8 SOAP +14 14"))
    assert game.first == 1
    assert [step.seat for step in game.steps] == [1, 0]
    assert import_gcg(gcg()).first == 0


@pytest.mark.parametrize("word", ["CATS", "cats", "...S", "(CAT)S", "CA.S"])
def test_ways_to_write_tiles_that_are_there(gcg: Gcg, word: str) -> None:
    """A capital, a small letter, a dot or brackets: what counts is which squares are taken."""
    blank = word == "cats"
    score = 5 if blank else 6
    game = import_gcg(gcg(">ana: 8G CAT +10 10", f">ben: 8G {word} +{score} {score}"))
    assert game.steps[1].move == Play((Placed(114, "s" if blank else "S"),))


@pytest.mark.parametrize("place", ["9H", "H9", "9h", "h9"])
def test_one_tile_either_way(gcg: Gcg, place: str) -> None:
    """8G CAT, 9F TO, then E at H9: TOE and AE."""
    word = "E" if place[0] == "9" else "AE"
    where = place if place[0] == "9" else f"{place[0]}8"
    game = import_gcg(gcg(">ana: 8G CAT +10 10", ">ben: 9F TO +8 8", f">ana: {where} {word} +5 15"))
    assert game.steps[2].move == Play((Placed(127, "E"),))


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([">ana: 8G CAT +12 12"], "line 3: It says +12 12, and by the rules it is +10 10."),
        ([">ana: 8G CAT +10 12"], "line 3: It says +10 12, and by the rules it is +10 10."),
        ([">ana: 8D rETInAS +66 66"], "line 3: It says +66 66, and by the rules it is +60 60."),
        ([">ana: 8G CAT +10 10", ">ben: - +5 5"], "line 4: It says +5 5, and by the rules it is +0 0."),
        (
            [">ana: 8G CAT +10 10", ">ben: -3 +0 3"],
            "line 4: It says +0 3, and by the rules it is +0 0.",
        ),
        (
            [">ana: 8G CAT +10 10", ">ana: -- -9 1"],
            "line 4: It says -9 1, and by the rules it is -10 0.",
        ),
        (
            [">ana: 8G CAT +10 10", ">ana: (challenge) +3 13"],
            "line 4: It says +3 13, and by the rules it is +5 15.",
        ),
    ],
)
def test_a_wrong_score_is_told_with_the_right_one(gcg: Gcg, lines: list[str], message: str) -> None:
    assert wrong(gcg(*lines)) == message
    game = import_gcg(gcg(*lines), lenient=True)
    assert [str(problem) for problem in game.problems] == [message]


def test_lenient_tells_each_mistake_once(gcg: Gcg) -> None:
    """A wrong total is taken as the file has it: the lines after it, which build on it, are right."""
    game = import_gcg(gcg(">ana: 8G CAT +10 20", ">ben: - +0 0", ">ana: J8 SOAP +14 34", ">ben: - +1 1"), lenient=True)
    assert [problem.line for problem in game.problems] == [3, 6]
    assert game.position.players[0].score == 24


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([">ana: 8A CAT +5 5"], "line 3: The first play covers the centre, 8H."),
        ([">ana: 8G CAT +10 10", ">ben: 8G DOG +5 5"], "line 4: On 8G there is C, not D."),
        ([">ana: 8G CAT +10 10", ">ben: 8G CAT +5 5"], "line 4: This lays no tile: every square"),
        ([">ana: 8G CAT +10 10", ">ben: 9G .OG +5 5"], "line 4: 9G is empty: dots and brackets"),
        ([">ana: 8G CAT +10 10", ">ben: 8G CAT(S) +6 6"], "line 4: 8J is empty"),
        ([">ana: 8G C(A)T +10 10"], "line 3: 8H is empty: dots and brackets"),
        ([">ana: 8N CAT +10 10"], "line 3: CAT does not fit on the board at 8N."),
        ([">ana: 16A CAT +10 10"], "line 3: 16A is no square"),
        ([">ana: 8Z CAT +10 10"], "line 3: 8Z is no square"),
        ([">ana: 8G CA(T +10 10"], "line 3: CA(T is no word"),
        ([">ana: 8G QUIZQUIZ +10 10"], "line 3: There are seven tiles on the rack, and the move needs 8."),
        ([">ana: 8G CAT +10 10", ">ana: J8 SOAP +14 24"], "line 4: It is the turn of ben, not of ana."),
        ([">ana: -- -0 0"], "line 3: ana has made no play that could be challenged now."),
        ([">ana: 8G CAT +10 10", ">ben: -- -10 0"], "line 4: ben has made no play that could be challenged"),
        (
            [">ana: 8G CAT +10 10", ">ben: - +0 0", ">ana: -- -10 0"],
            "line 5: ana has made no play that could be challenged now.",
        ),
        ([">ana: - +0 0", ">ana: (A) +2 2"], "line 4: The game is not over yet."),
        (["#note p2pscrabble: ana left the game"] * 2, "line 4: ana has no game to leave."),
        ([">ana: 8G CAT +10 10", ">ana: (time) -1001 0"], "line 4: Under these rules, time over cannot cost 1001"),
        (["#description p2pscrabble rules: whist"], "line 3: There are no rules called “whist”."),
        (["#description p2pscrabble rules: "], "line 3: There are no rules called “”."),
        (["#description p2pscrabble rules: classic bingo=9999"], "line 3: The rule “bingo” is"),
        (["#description p2pscrabble rules: classic cheating=yes"], "line 3: The rules have no field cheating."),
        (
            ["#description p2pscrabble rules: classic", ">ana: (time) -10 -10"],
            "line 4: Under these rules, time over cannot cost 10 points.",
        ),
        ([">ana: (time) -10 -10"], "ana lost points for time, and never moved."),
    ],
)
def test_what_cannot_be_is_an_error_even_so(gcg: Gcg, lines: list[str], message: str) -> None:
    for lenient in (False, True):
        assert wrong(gcg(*lines), lenient=lenient).startswith(message)


# Challenges


def test_a_phony_comes_off(gcg: Gcg) -> None:
    game = import_gcg(
        gcg(">ana: CATXXXX 8G TAC +10 10".replace("XXXX", "QVWZ"), ">ana: ACTQVWZ -- -10 0", ">ben: DOG 8G DOG +10 10")
    )
    assert [type(step.move) for step in game.steps] == [Play, Challenge, Play]
    assert game.steps[1].seat == 1
    assert game.words.words == {"DOG"}
    withdrawn = game.positions()[2].last
    assert withdrawn is not None
    assert (withdrawn.outcome, withdrawn.phonies) == (Outcome.WITHDRAWN, ("TAC",))
    assert game.position.players[0].score == 0
    assert game.racks == ("ACQTVWZ", None)


def test_a_withdrawal_that_shows_no_points(gcg: Gcg) -> None:
    """Some programs write +0 and the right total."""
    lines = [">ana: 8G CAT +10 10", ">ana: -- +0 0"]
    assert import_gcg(gcg(*lines)).problems == ()
    assert wrong(gcg(lines[0], ">ana: -- +0 10")) == "line 4: It says -10 10, and by the rules it is -10 0."


def test_a_phony_with_good_words_beside_it(gcg: Gcg) -> None:
    """CATS comes off with a phony and stands elsewhere: CATS is good, the phony is not."""
    game = import_gcg(gcg(">ana: 8G CAT +10 10", ">ben: J8 SAOP +14 14", ">ben: -- -14 0", ">ana: J8 SOAP +14 24"))
    assert game.words.words == {"CAT", "CATS", "SOAP"}


def test_a_word_that_stood_only_because_nobody_doubted_it(gcg: Gcg) -> None:
    """TAC stood on the first turn and came off on the third: it is a phony."""
    lines = [">ana: 8G TAC +10 10", ">ben: I8 .AT +6 6", ">ana: 10I .AC +7 17", ">ana: -- -7 10"]
    game = import_gcg(gcg(*lines))
    assert game.words.words == {"CAT"}
    lines = [*lines[:1], ">ana: (challenge) +5 15", *lines[1:2], ">ana: 10I .AC +7 22", ">ana: -- -7 15"]
    assert wrong(gcg(*lines)) == "line 7: TAC came off here, and stood a challenge elsewhere."


def test_points_for_a_mistaken_challenge(gcg: Gcg) -> None:
    five = import_gcg(gcg(">ana: 8G CAT +10 10", ">ana: (challenge) +5 15", ">ben: J8 SOAP +14 14"))
    assert five.rules == TOURNAMENT.changed(challenge=ChallengeRule.FIVE_POINT)
    assert [type(step.move) for step in five.steps] == [Play, Challenge, Play]
    ten = import_gcg(
        gcg(
            ">ana: 8G CAT +10 10",
            ">ana: (challenge) +10 20",
            ">ben: J8 SOAP +14 14",
            ">ben: (challenge) +20 34",
        )
    )
    assert ten.rules.challenge is ChallengeRule.TEN_POINT
    assert [player.score for player in ten.position.players] == [20, 34]


def test_a_turn_lost_by_a_mistaken_challenge(gcg: Gcg) -> None:
    game = import_gcg(
        gcg(
            ">ana: 8G CAT +10 10",
            ">ben: - +0 0",
            "#note #unsuccessful-challenge",
            "#note Ben was sure.",
            ">ana: - +0 10",
        )
    )
    assert [type(step.move) for step in game.steps] == [Play, Challenge, Pass]
    assert game.steps[1].note == "Ben was sure."
    assert game.position.scoreless == 2


def test_the_mark_of_a_lost_turn_where_none_can_be_lost(gcg: Gcg) -> None:
    """The note stands after a pass with nothing to challenge, or under other rules: it is a pass."""
    mark = "#note #unsuccessful-challenge"
    game = import_gcg(gcg(">ana: - +0 0", mark))
    assert [type(step.move) for step in game.steps] == [Pass]
    game = import_gcg(
        gcg(">ana: 8G CAT +10 10", ">ana: (challenge) +5 15", ">ben: J8 SOAP +14 14", ">ana: - +0 15", mark)
    )
    assert type(game.steps[-1].move) is Pass


def test_void_rules_by_name(gcg: Gcg) -> None:
    head = "#description p2pscrabble rules: classic"
    game = import_gcg(gcg(head, ">ana: 8G CAT +10 10", ">ben: - +0 0"))
    assert game.rules == PRESETS["classic"]
    assert wrong(gcg(head, ">ana: 8G CAT +10 10", ">ana: (challenge) +5 15")).startswith("line 5: ana has made no play")
    assert (
        wrong(gcg(head, ">ana: 8G CAT +10 10", ">ana: -- -10 0")) == "line 4: CAT is no word of the words of this game."
    )
    assert wrong(
        gcg(
            "#description p2pscrabble rules: tournament",
            ">ana: 8G CAT +10 10",
            ">ana: -- -10 0",
            ">ben: 8G CAT +10 10",
            ">ben: (challenge) +0 10",
        )
    ).startswith("line 5: CAT came off here, and stood")


# Racks


def test_racks_are_known_where_the_file_gives_them_whole(gcg: Gcg) -> None:
    game = import_gcg(
        gcg(
            ">ana: ACTQXYZ 8G CAT +10 10",
            ">ben: - +0 0",
            ">ana: QXYZ -3 +0 10",
            ">ben: AEINRST -7 +0 0",
            ">ana: - +0 10",
        )
    )
    assert [step.rack for step in game.steps] == ["ACQTXYZ", None, None, "AEINRST", None]
    assert game.steps[2].move == Exchange.hidden(3)
    assert game.steps[3].move == Exchange("AEINRST")
    assert game.positions()[0].players[0].rack.tiles == "ACQTXYZ"
    assert game.positions()[2].players[0].rack.tiles is None


def test_a_rack_follows_from_the_turn_before(gcg: Gcg) -> None:
    """A pass changes no rack; of the tiles that come off the board all are known."""
    game = import_gcg(
        gcg(
            ">ana: ACTQXYZ - +0 0",
            ">ben: - +0 0",
            ">ana: 8G CAT +10 10",
            ">ana: -- -10 0",
            ">ben: - +0 0",
            ">ana: - +0 0",
        )
    )
    assert [step.rack for step in game.steps if step.seat == 0] == ["ACQTXYZ"] * 3


def test_a_challenger_has_the_rack_of_the_next_move(gcg: Gcg) -> None:
    game = import_gcg(gcg(">ana: 8G CAT +10 10", ">ana: -- -10 0", ">ben: AEINRST - +0 0", ">ana: - +0 0"))
    assert game.steps[1] == GcgStep(1, Challenge(), "AEINRST")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            [">ana: ACTQXYZ 8G CAT +10 10", ">ben: - +0 0", ">ana: ABCDEFG - +0 10"],
            "line 5: ana kept QXYZ from the turn before, so the rack was not ABCDEFG.",
        ),
        (
            [">ana: ACTQXYZ 8G CAT +10 10", ">ben: - +0 0", ">ana: J8 SOAP +14 24"],
            "line 5: ana kept QXYZ from the turn before, so the rack was not AOPS.",
        ),
        ([">ana: DOG 8G CAT +10 10"], "line 3: The rack DGO does not hold ACT."),
        ([">ana: QQ - +0 0"], "line 3: Only 1 Q can be held here, not 2."),
        ([">ana: Q - +0 0", ">ben: Q - +0 0"], "line 4: Only 1 Q can be held here, not 2."),
        ([">ana: 8G CAT +10 10", ">ben: - +0 0", "#rack1 CAT", "#rack2 QQABCDE"], "line 6: Only 1 Q can be held"),
        (
            [">ana: ABCDEFG - +0 0", ">ben: - +0 0", "#rack1 ABCDEFH"],
            "line 5: ana kept ABCDEFG from the last turn, so not ABCDEFH.",
        ),
    ],
)
def test_a_rack_that_cannot_be_is_a_doubt(gcg: Gcg, lines: list[str], message: str) -> None:
    """No score hangs on it: the file is good, and the rack is as if it were not given."""
    game = import_gcg(gcg(*lines))
    assert [str(doubt)[: len(message)] for doubt in game.doubts] == [message]
    assert game.positions()


def test_a_rack_may_be_full_where_the_bag_is_not(gcg: Gcg) -> None:
    """A line after the end of the bag gives seven tiles to one who has fewer: a doubt."""
    game = import_gcg(gcg(">ana: 8G CAT +10 10", "#rack1 ABCDEFG", "#rack2 AEINRST"))
    assert game.racks == (None, "AEINRST")


# Ends: the rest of a game that is nearly over, made by hand in test_ends.py


def test_a_game_passed_out(gcg: Gcg) -> None:
    """Each loses the own tiles; that four passes ended it shows the rule under which it was played."""
    lines = [">ana: QUIZABC - +0 0", ">ben: - +0 0"] * 2
    game = import_gcg(gcg(*lines, ">ana: (QUIZABC) -29 -29", ">ben: EEEEEEE (EEEEEEE) -7 -7"))
    assert game.rules == TOURNAMENT.changed(end_passes=2)
    end = game.position.ended
    assert end is not None
    assert (end.reason, end.final, end.winners) == (EndReason.PASSED, (-29, -7), (1,))
    assert game.racks == ("ABCIQUZ", "EEEEEEE")


def test_six_scoreless_turns(gcg: Gcg) -> None:
    lines = [">ana: QUIZABC - +0 0", ">ben: -4 +0 0", ">ana: - +0 0", ">ben: -7 +0 0", ">ana: - +0 0", ">ben: - +0 0"]
    game = import_gcg(gcg(*lines, ">ana: (QUIZABC) -29 -29", ">ben: EEEEEEE (EEEEEEE) -7 -7"))
    assert game.position.ended is not None
    assert game.position.ended.reason is EndReason.SCORELESS
    assert wrong(gcg(*lines, ">ana: - +0 0")) == "line 9: The game is over."
    assert wrong(gcg(*lines, ">ana: (QUIZ) -22 -22")) == "line 9: ana holds 7 tiles, not IQUZ."
    assert wrong(gcg(*lines, ">ana: (QUIZABC) -28 -28")).startswith(
        "line 9: It says -28 -28, and by the rules it is -29 -29"
    )
    assert wrong(gcg(*lines, ">ana: (QUIZABC) -29 -29", ">ben: - +0 0")) == "line 10: The game is over."


def test_time_over_is_put_on_the_last_move(gcg: Gcg) -> None:
    lines = [">ana: 8G CAT +10 10", ">ben: - +0 0", ">ana: - +0 10"]
    game = import_gcg(gcg(*lines, ">ana: (time) -30 -20", ">ben: (time) -10 -10"))
    assert (game.rules.clock, game.rules.overtime) == (1500, 10)
    assert [step.seconds for step in game.steps] == [0, 1560, 1680]
    assert [player.clock for player in game.position.players] == [-180, -60]
    seven = import_gcg(gcg(*lines, ">ana: (time) -14 -4", ">ben: (time) -7 -7"))
    assert seven.rules.overtime == 7
    assert wrong(gcg(*lines, ">ana: (time) +10 20")) == "line 6: Time over costs points, and +10 gives them."
    none = import_gcg(gcg(*lines, ">ana: (time) -0 10"))
    assert [step.seconds for step in none.steps] == [0, 0, 0]


def test_a_player_leaves(gcg: Gcg) -> None:
    text = gcg(
        "#player3 cyd Cyd",
        ">ana: 8G CAT +10 10",
        "#note p2pscrabble: ben left the game",
        "#note He was tired.",
        ">cyd: J8 SOAP +14 14",
        ">ana: - +0 10",
    )
    game = import_gcg(text)
    assert game.steps[1] == GcgStep(1, None, note="He was tired.")
    assert game.position.present == (0, 2)
    over = import_gcg(gcg(">ana: 8G CAT +10 10", "#note p2pscrabble: ana left the game"))
    assert over.position.ended is not None
    assert over.position.ended.reason is EndReason.LEFT
    assert (
        wrong(gcg(">ana: - +0 0", "#note p2pscrabble: ana left the game", ">ben: - +0 0"))
        == "line 5: The game is over."
    )


def test_the_answer_to_a_last_play_is_kept(gcg: Gcg) -> None:
    """A play of no points on the sixth scoreless turn waits for an answer: an end line accepts it."""
    lines = [">ana: - +0 0", ">ben: - +0 0", ">ana: - +0 0", ">ben: - +0 0", ">ana: - +0 0", ">ben: 8H aa +0 0"]
    game = import_gcg(gcg(*lines, ">ana: (QUIZABC) -29 -29", ">ben: EEEEE (EEEEE) -5 -5"), lenient=True)
    assert type(game.steps[-1].move) is Accept
