"""Challenges: the five rules, in games of two to four, up to the last play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.faults import FaultKind
from p2pscrabble.game.moves import Challenge, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Draw, Rack
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Rules
from p2pscrabble.game.turns import Outcome

Games = Callable[..., Position]
Steps = Callable[..., Position]

OPEN = [rule for rule in ChallengeRule if rule is not ChallengeRule.VOID]
RACKS = ("CATXXXX", "SOAPXXX", "AEIOUAE", "NRTNRTN")


def rules(rule: ChallengeRule) -> Rules:
    return PRESETS["tournament"].changed(challenge=rule)


def scores(position: Position) -> list[int]:
    return [player.score for player in position.players]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rule", OPEN)
class TestOfAPhony:
    """Any word is not in the list: the tiles come back, the play scores nothing, the turn is lost."""

    def test_takes_the_play_off(self, rule: ChallengeRule, seats: int, game: Games, do: Steps) -> None:
        start = game(*RACKS[:seats], rules=rules(rule), words="CA CAT")
        played = do(start, "8G CATX")
        assert scores(played)[0] == 26
        assert played.owed == ()
        after = do(played, "challenge")
        assert after.board == start.board
        assert after.players == start.players
        assert (after.turn, after.bag, after.owed, after.contested) == (1, start.bag, (), None)
        assert (after.scoreless, after.passes) == (1, 0)
        assert after.last is not None
        assert (after.last.outcome, after.last.seat, after.last.challenged) == (Outcome.WITHDRAWN, 1, 0)
        assert after.last.phonies == ("CATX",)
        assert do(after, "pass").turn == 2 % seats

    def test_needs_one_bad_word_of_two(self, rule: ChallengeRule, seats: int, game: Games, do: Steps) -> None:
        start = do(game(*RACKS[:seats], rules=rules(rule), words="CAT SOAP"), "8G CAT", "J8 SOAP", "draw EEE")
        after = do(start, "challenge")
        assert after.last is not None
        assert after.last.phonies == ("CATS",)
        assert after.board.tiles == "CAT"
        assert after.players[1].rack == Rack.of("SOAPXXX")
        assert scores(after)[:2] == [10, 0]

    def test_leaves_a_hidden_rack_hidden(self, rule: ChallengeRule, seats: int, game: Games, do: Steps) -> None:
        hidden = game(*[7] * seats, rules=rules(rule), words="DOG")
        assert do(hidden, "8G CAT", "challenge").players[0].rack == Rack.hidden(7)
        assert do(hidden, "8D RETINAS", "challenge").players[0].rack == Rack.hidden(7)


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestOfAGoodPlay:
    """All words are good: the play stands, its draw is due, and the rule says what it costs."""

    @pytest.mark.parametrize(
        ("rule", "gained", "lost_turn"),
        [
            (ChallengeRule.DOUBLE, 0, True),
            (ChallengeRule.SINGLE, 0, False),
            (ChallengeRule.FIVE_POINT, 5, False),
            (ChallengeRule.TEN_POINT, 20, False),
        ],
    )
    def test_costs_what_the_rule_says(
        self, rule: ChallengeRule, gained: int, lost_turn: bool, seats: int, game: Games, do: Steps
    ) -> None:
        position = do(game(*RACKS[:seats], rules=rules(rule), words="CAT CATS SOAP"), "8G CAT", "J8 SOAP", "draw EEE")
        challenger = position.turn
        position = do(position, "challenge")
        assert scores(position)[:2] == [10, 14 + gained]
        assert position.turn == ((challenger + 1) % seats if lost_turn else challenger)
        assert (position.owed, position.contested) == ((Draw(1, 4),), None)
        assert position.scoreless == (1 if lost_turn else 0)
        assert position.last is not None
        assert (position.last.outcome, position.last.bonus) == (Outcome.UPHELD, gained)
        assert position.last.lost_turn == lost_turn

    def test_is_made_once(self, seats: int, game: Games, do: Steps) -> None:
        for rule in OPEN:
            position = do(game(*RACKS[:seats], rules=rules(rule)), "8G CAT", "challenge", "draw EEE")
            assert [fault.kind for fault in position.legal(Challenge())] == [FaultKind.NOTHING_TO_CHALLENGE]
            with pytest.raises(IllegalMove, match="no play that could be challenged"):
                do(position, "challenge")

    def test_costs_only_the_challenger_a_turn(self, seats: int, game: Games, do: Steps) -> None:
        position = do(game(*RACKS[:seats], rules=rules(ChallengeRule.DOUBLE)), "8G CAT", "challenge", "draw EEE")
        turns = []
        for _ in range(seats):
            turns.append(position.turn)
            position = position.apply(Pass())
        assert turns == [(2 + i) % seats for i in range(seats)]


class TestTime:
    """When a play can be challenged."""

    def test_not_after_the_next_move(self, game: Games, do: Steps) -> None:
        position = do(game(*RACKS[:3], rules="tournament", words="DOG"), "8G CAT", "pass", "draw EEE")
        assert [fault.kind for fault in position.legal(Challenge())] == [FaultKind.NOTHING_TO_CHALLENGE]

    def test_the_draw_comes_before_the_next_draw(self, game: Games, do: Steps) -> None:
        position = do(game(*RACKS[:2], rules="tournament", bag=20), "8G CAT")
        assert (position.owed, position.bag, position.available) == ((), 20, 17)
        exchanged = do(position, "exchange XX")
        assert exchanged.owed == (Draw(0, 3), Draw(1, 2, "XX"))
        assert exchanged.available == 17
        played = do(position, "J8 SOAP")
        assert (played.owed, played.available) == ((Draw(0, 3),), 13)
        assert do(played, "draw EEE", "pass").owed == (Draw(1, 4),)

    def test_the_next_move_may_find_too_few_in_the_bag(self, game: Games, do: Steps) -> None:
        position = do(game(*RACKS[:2], rules="tournament", bag=5), "8G CAT", "J8 SOAP")
        assert (position.owed, position.available) == ((Draw(0, 3),), 0)
        position = do(position, "draw EEE", "pass", "draw EE")
        assert (position.bag, [player.rack.size for player in position.players]) == (0, [7, 5])

    def test_not_where_the_last_move_was_no_play(self, game: Games, do: Steps) -> None:
        position = do(game(*RACKS[:2], rules="tournament"), "exchange X", "draw E")
        assert [fault.kind for fault in position.legal(Challenge())] == [FaultKind.NOTHING_TO_CHALLENGE]


class TestGoingOut:
    """The last play is open to challenge: the game ends when it is accepted."""

    def test_is_accepted(self, game: Games, do: Steps) -> None:
        position = do(game("S", "QI", on="8G CAT", bag=0, rules="tournament"), "8G ...S")
        assert (position.ended, position.answer_pending) == (None, True)
        position = do(position, "accept")
        assert position.ended is not None
        assert (position.ended.reason, position.ended.out, position.ended.final) == (EndReason.OUT, 0, (28, 0))
        assert position.last is not None
        assert position.last.outcome is Outcome.ACCEPTED

    @pytest.mark.parametrize(("rule", "bonus"), list(zip(OPEN, [0, 0, 5, 10], strict=True)))
    def test_is_challenged_in_vain(self, rule: ChallengeRule, bonus: int, game: Games, do: Steps) -> None:
        position = do(game("S", "QI", "A", on="8G CAT", bag=0, rules=rules(rule)), "8G ...S", "challenge")
        assert position.ended is not None
        assert (position.ended.reason, position.ended.final) == (EndReason.OUT, (6 + 12 + bonus, -11, -1))
        assert position.last is not None
        assert not position.last.lost_turn

    @pytest.mark.parametrize("rule", OPEN)
    def test_is_challenged_and_the_game_goes_on(self, rule: ChallengeRule, game: Games, do: Steps) -> None:
        position = do(game("S", "QI", on="8G CAT", bag=0, rules=rules(rule), words="CAT"), "8G ...S", "challenge")
        assert (position.ended, position.turn, scores(position)) == (None, 1, [0, 0])
        assert position.players[0].rack == Rack.of("S")
        assert do(position, "pass", "8G ...S").answer_pending

    def test_is_not_going_out_while_a_draw_is_due(self, game: Games, do: Steps) -> None:
        """Ben empties his rack while two tiles of the bag are due to Ana, and none is left for him."""
        position = do(game("ATXXX", "S", on="8G CA", bag=2, rules="tournament"), "8G ..T")
        assert position.available == 0
        position = do(position, "8G ...S")
        assert (position.owed, position.answer_pending) == ((Draw(0, 2),), True)
        position = do(position, "draw QI", "accept")
        assert position.ended is not None
        assert (position.ended.out, position.ended.final) == (1, (5, 6 + 2 * (3 * 8 + 1 + 11)))

    def test_a_challenge_with_an_empty_bag_and_tiles_on_all_racks_ends_nothing(self, game: Games, do: Steps) -> None:
        for words in ("CAT CATS", "CAT"):
            position = do(game("SA", "QI", on="8G CAT", bag=0, rules="tournament", words=words), "8G ...S", "challenge")
            assert position.ended is None

    def test_is_over_at_once_though_the_next_seat_lost_its_turn(self, game: Games, do: Steps) -> None:
        start = game("SA", "E", "R", "T", on="8G CAT", bag=0, rules="tournament", words="CAT CATS CATSR SE")
        position = do(start, "8G ...S", "challenge", "8G ....R")
        assert (position.turn, position.answer_pending) == (3, True)
        position = do(position, "accept")
        assert position.ended is not None
        assert (position.ended.out, position.ended.final) == (2, (5, -1, 7 + 3, -1))


class TestScorelessTurns:
    """What a challenge does to the run that ends the game."""

    def test_a_phony_taken_off_counts(self, game: Games, do: Steps) -> None:
        position = game("AB", "XY", rules="tournament", words="DOG")
        position = do(position, "pass", "8G XY", "challenge", "pass", "8G XY", "challenge", "pass")
        assert (position.scoreless, position.ended) == (5, None)
        position = do(position, "8G XY")
        assert (position.scoreless, position.ended, position.answer_pending) == (0, None, False)
        position = do(position, "challenge")
        assert position.ended is not None
        assert position.ended.reason is EndReason.SCORELESS

    def test_a_lost_turn_counts(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "??EE", rules="tournament"), *["pass"] * 3, "8H aa", "challenge", "draw EEEEE", "pass")
        assert position.ended is not None
        assert position.ended.reason is EndReason.SCORELESS
