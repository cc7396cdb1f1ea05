"""Every step of a game: plays and draws, exchanges, passes, and how the rules end it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.game import steps
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Exchange, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Draw, Rack
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.turns import Outcome, Turn

Games = Callable[..., Position]
Steps = Callable[..., Position]


def scores(position: Position) -> list[int]:
    return [player.score for player in position.players]


def sizes(position: Position) -> list[int]:
    return [player.rack.size for player in position.players]


class TestPlay:
    """Tiles onto the board, points to the player, and as many tiles drawn."""

    def test_moves_tiles_points_and_the_turn(self, game: Games, do: Steps) -> None:
        position = do(game("CATXXXX", "SOAPXXX"), "8G CAT")
        assert position.board.tiles == "CAT"
        assert position.players[0].rack == Rack.of("XXXX")
        assert (scores(position), position.turn, position.owed) == ([10, 0], 1, (Draw(0, 3),))
        assert position.last is not None
        assert (position.last.seat, position.last.outcome) == (0, Outcome.PLAYED)
        assert position.last.score is not None
        assert position.last.score.total == 10

    def test_draws_what_there_is(self, game: Games, do: Steps) -> None:
        position = do(game("CATXXEE", "SOAPXXX", bag=3), "8F ECATE")
        assert position.owed == (Draw(0, 3),)
        position = do(position, "draw ABC")
        assert (sizes(position), position.bag) == ([5, 7], 0)

    def test_the_rack_shrinks_with_the_last_tile(self, game: Games, do: Steps) -> None:
        for view in (game("CATXXXX", "SOAPXXX", bag=1), game(7, 7, bag=1)):
            position = do(view, "8G CA")
            assert position.owed == (Draw(0, 1),)
            assert sizes(do(position, "draw" if view.mover.rack.tiles is None else "draw A")) == [6, 7]

    def test_goes_on_when_the_bag_is_empty(self, game: Games, do: Steps) -> None:
        position = do(game("CATXXXX", "SOAPXXX", bag=0), "8G CAT", "J8 SOAP", "10J .X")
        assert (position.owed, position.ended) == ((), None)
        assert sizes(position) == [3, 3]

    def test_a_hidden_rack_stays_hidden(self, game: Games, do: Steps) -> None:
        position = do(game(7, 7), "8G CAT", "draw")
        assert position.players[0].rack == Rack.hidden(7)

    def test_a_first_play_of_seven_tiles(self, game: Games, do: Steps) -> None:
        assert scores(do(game("RETINAS", ""), "8D RETINAS")) == [66, 0]
        assert scores(do(game("RETINAS", "", rules="scratch"), "8D RETINAS")) == [16, 0]


class TestExchange:
    """New tiles first, then the old ones into the bag."""

    def test_draws_before_it_puts_back(self, game: Games, do: Steps) -> None:
        position = do(game("CATXXXX", "SOAPXXX", bag=7), "exchange AC")
        assert position.owed == (Draw(0, 2, "AC"),)
        assert (position.bag, position.available) == (7, 7)
        assert position.players[0].rack == Rack.of("TXXXX")
        position = do(position, "draw EF")
        assert (position.bag, position.players[0].rack) == (7, Rack.of("EFTXXXX"))
        assert position.last == Turn(0, Exchange("AC"), Outcome.EXCHANGED)

    def test_of_all_seven_and_of_a_blank(self, game: Games, do: Steps) -> None:
        assert do(game("CATXXX?", "", bag=7), "exchange CATXXX?").owed == (Draw(0, 7, "ACTXXX?"),)

    def test_whose_tiles_only_its_player_knows(self, game: Games) -> None:
        position = game(7, 7).apply(Exchange.hidden(3))
        assert position.owed == (Draw(0, 3, "___"),)
        assert position.deal(None).players[0].rack == Rack.hidden(7)

    def test_with_seven_in_the_bag_and_then_six(self, game: Games, do: Steps) -> None:
        position = do(game("CATXXXX", "AEXXXXX", on="8G CAT", bag=8), "8G ...X", "draw E")
        assert position.legal(Exchange("X")) == ()
        position = do(position, "exchange X", "draw X", "J8 .A", "draw E")
        assert position.available == 6
        assert [str(fault) for fault in position.legal(Exchange("X"))] == [
            "The bag holds six tiles; this exchange needs seven there."
        ]


class TestOut:
    """Who lays the last tile with the bag empty ends the game at once."""

    def test_two_seats(self, game: Games, do: Steps) -> None:
        position = do(game("S", "QI", on="8G CAT", bag=0, scores=(294, 280)), "8G ...S")
        assert position.ended is not None
        assert (position.ended.reason, position.ended.out) == (EndReason.OUT, 0)
        assert position.ended.final == (311, 269)
        assert position.ended.winners == (0,)

    @pytest.mark.parametrize("out", [0, 1, 2, 3])
    def test_four_seats_and_nobody_gets_another_turn(self, out: int, game: Games, do: Steps) -> None:
        racks = ["QI", "AA", "ZE", "?K"]
        racks[out] = "S"
        position = do(game(*racks, on="8G CAT", bag=0, turn=out), "8G ...S")
        assert position.ended is not None
        losses = [11, 2, 11, 5]
        losses[out] = 0
        assert position.ended.final == tuple(6 + sum(losses) if s == out else -losses[s] for s in range(4))

    def test_not_while_there_are_tiles_in_the_bag(self, game: Games, do: Steps) -> None:
        position = do(game("S", "QI", on="8G CAT", bag=1), "8G ...S")
        assert (position.ended, position.owed) == (None, (Draw(0, 1),))

    def test_not_because_another_rack_is_empty(self, game: Games, do: Steps) -> None:
        position = do(game("SA", "", on="8G CAT", bag=0), "8G ...S")
        assert position.ended is None

    def test_the_result_waits_for_hidden_racks(self, game: Games, do: Steps) -> None:
        position = do(game("S", 2, 1, on="8G CAT", bag=0), "8G ...S")
        assert position.ended is not None
        assert (position.ended.reason, position.ended.final) == (EndReason.OUT, None)
        position = position.reveal(1, "IQ").reveal(0, "")
        assert position.ended is not None
        assert position.ended.final is None
        digest = position.digest()
        position = position.reveal(2, "Z")
        assert position.ended is not None
        assert position.ended.final == (27, -11, -10)
        assert position.digest() == digest
        again = position.reveal(1, "QI")
        assert again == position


class TestPassing:
    """All pass twice running."""

    @pytest.mark.parametrize(("seats", "passes"), [(2, 4), (3, 6), (4, 8)])
    def test_ends_the_game_once_all_did_it_twice(self, seats: int, passes: int, game: Games) -> None:
        position = game(*["AB"] * seats)
        for _ in range(passes):
            assert position.ended is None
            position = position.apply(Pass())
        assert position.ended is not None
        assert (position.ended.reason, position.ended.final) == (EndReason.PASSED, (-4,) * seats)

    def test_ends_a_game_on_an_empty_board(self, game: Games, do: Steps) -> None:
        position = do(game("AEIOU??", "FVVWXYZ"), *["pass"] * 4)
        assert position.ended is not None
        assert position.ended.final == (-5, -38)

    def test_an_exchange_starts_the_count_anew(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "CD"), *["pass"] * 3, "exchange C", "draw E", *["pass"] * 3)
        assert position.ended is None
        assert do(position, "pass").ended is not None

    def test_only_a_run_counts(self, game: Games, do: Steps) -> None:
        position = game("TOXXXX", "SEXXXX", on="8G CAT", bag=0)
        position = do(position, "pass", "pass", "8J X", "pass", "pass", "pass", "8K X", "pass")
        assert (position.ended, position.passes) == (None, 1)

    def test_a_play_of_no_points_is_no_pass(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "??"), *["pass"] * 3, "8H aa")
        assert (position.ended, position.passes, scores(position)) == (None, 0, [0, 0])

    def test_in_scratch_only_with_an_empty_bag(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "CD", rules="scratch", bag=1), *["pass"] * 9)
        assert position.ended is None
        position = do(game("AB", "CD", rules="scratch", bag=0), *["pass"] * 4)
        assert position.ended is not None
        assert position.ended.final == (-4, -5)

    def test_never_in_a_tournament(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "CD", rules=PRESETS["tournament"].changed(end_scoreless=0)), *["pass"] * 30)
        assert position.ended is None

    def test_a_new_game_counts_from_nothing(self, game: Games, do: Steps) -> None:
        assert do(game("AB", "CD"), *["pass"] * 4).ended is not None
        assert game("AB", "CD").passes == 0


class TestScoreless:
    """In a tournament six turns running without a point end a game of two, three a seat one of more."""

    @pytest.mark.parametrize(("seats", "turns"), [(2, 6), (3, 9), (4, 12)])
    def test_passes(self, seats: int, turns: int, game: Games) -> None:
        position = game(*["AB"] * seats, rules="tournament")
        for _ in range(turns):
            assert position.ended is None
            position = position.apply(Pass())
        assert position.ended is not None
        assert (position.ended.reason, position.ended.final) == (EndReason.SCORELESS, (-4,) * seats)

    def test_exchanges_count_and_the_last_draw_is_still_made(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "CD", rules="tournament"), *["pass", "exchange C", "draw C"] * 2, "pass", "exchange C")
        assert position.ended is not None
        assert (position.ended.reason, position.ended.final) == (EndReason.SCORELESS, None)
        assert position.owed == (Draw(1, 1, "C"),)
        position = do(position, "draw Q")
        assert position.ended is not None
        assert position.ended.final == (-4, -12)

    def test_a_point_breaks_the_run(self, game: Games, do: Steps) -> None:
        position = do(
            game("ABXXX", "CD", rules="tournament"), *["pass"] * 4, "8G AB", "pass", "draw EEEE", *["pass"] * 4
        )
        assert (position.ended, position.scoreless) == (None, 5)

    def test_a_play_of_no_points_counts_and_can_be_challenged(self, game: Games, do: Steps) -> None:
        five = do(game("AB", "??", rules="tournament", words="DOG"), *["pass"] * 5)
        last = do(five, "8H aa")
        assert (last.ended, last.answer_pending) == (None, True)
        accepted = do(last, "accept")
        assert accepted.ended is not None
        assert (accepted.ended.reason, accepted.owed) == (EndReason.SCORELESS, (Draw(1, 7),))
        withdrawn = do(last, "challenge")
        assert withdrawn.ended is not None
        assert (withdrawn.ended.reason, withdrawn.owed) == (EndReason.SCORELESS, ())
        assert withdrawn.ended.final == (-4, 0)

    def test_a_play_of_no_points_can_be_upheld(self, game: Games, do: Steps) -> None:
        for rule in ("double", "single"):
            rules = PRESETS["tournament"].changed(challenge=rule)
            position = do(game("AB", "??", rules=rules), *["pass"] * 5, "8H aa", "challenge", "draw AAAAAAA")
            assert position.ended is not None
            assert position.ended.final == (-4, -7)


class TestClock:
    """Time used, added and lost."""

    def test_runs_for_the_player_who_moves(self, game: Games) -> None:
        position = game("AB", "CD", rules=PRESETS["tournament"].changed(clock=60, increment=5))
        position = position.apply(Pass(), seconds=10).apply(Exchange("C"), seconds=100)
        assert [player.clock for player in position.players] == [55, -35]
        assert position.last is not None
        assert position.last.seconds == 100

    def test_adds_nothing_for_an_answer(self, game: Games, do: Steps) -> None:
        rules = PRESETS["tournament"].changed(clock=60, increment=5)
        position = do(game("S", "A", on="8G CAT", bag=0, rules=rules), "8G ...S")
        assert [player.clock for player in position.players] == [65, 60]
        answered = position.apply(Accept(), seconds=7)
        assert [player.clock for player in answered.players] == [65, 53]

    def test_does_not_run_without_one(self, game: Games) -> None:
        assert game("AB", "CD").apply(Pass(), seconds=10).players[0].clock == 0

    def test_costs_points_at_the_end(self, game: Games, do: Steps) -> None:
        rules = PRESETS["classic"].changed(clock=60, overtime=10)
        position = game("S", "QI", on="8G CAT", bag=0, rules=rules, turn=1).apply(Pass(), seconds=121)
        position = do(position, "8G ...S")
        assert position.ended is not None
        assert position.ended.final == (17, -31)


class TestDraws:
    """What a peer may not be told."""

    def test_none_is_owed(self, game: Games) -> None:
        with pytest.raises(ValueError, match="no draw is owed"):
            game("A", "B").deal("A")

    def test_another_number_of_tiles(self, game: Games, do: Steps) -> None:
        with pytest.raises(ValueError, match="3 tiles are due"):
            do(game("CAT", "B", bag=3), "8G CAT", "draw AB")

    @pytest.mark.parametrize(("seat", "tiles"), [(0, "CAB"), (0, "AB"), (1, "AB")])
    def test_another_rack_than_there_is(self, seat: int, tiles: str, game: Games) -> None:
        with pytest.raises(ValueError, match=r"are due|other tiles"):
            game("CAT", 3).reveal(seat, tiles)


def test_an_answer_needs_something_to_answer(game: Games) -> None:
    """``Position.apply`` refuses it as an illegal move; the step itself says so too."""
    with pytest.raises(ValueError, match="nothing is contested"):
        steps.move(game("A", "B"), Accept(), 0)
