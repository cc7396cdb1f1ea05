"""Players who leave, in games of two to four, at every moment."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.legality import Words
from p2pscrabble.game.moves import Challenge, Exchange, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Draw, Rack
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.turns import Outcome, Turn

Games = Callable[..., Position]
Steps = Callable[..., Position]

RACKS = ("CATXXXX", "SOAPXXX", "AEIOUAE", "NRTNRTN")


def scores(position: Position) -> list[int]:
    return [player.score for player in position.players]


class TestLeaving:
    """The tiles go back into the bag, the score stands, the turn passes on."""

    @pytest.mark.parametrize("seats", [3, 4])
    @pytest.mark.parametrize("seat", [0, 1, 2])
    def test_puts_the_tiles_back_and_keeps_the_score(self, seat: int, seats: int, game: Games) -> None:
        before = game(*RACKS[:seats], scores=(10, 20, 30, 40)[:seats], bag=5, turn=1)
        after = before.leave(seat)
        assert after.bag == 12
        assert after.players[seat].rack == Rack.of("")
        assert after.players[seat].left
        assert scores(after) == scores(before)
        assert after.turn == (2 if seat == 1 else 1)
        assert after.present == tuple(s for s in range(seats) if s != seat)
        assert after.ended is None
        assert after.last == Turn(seat, None, Outcome.LEFT, returned="".join(sorted(RACKS[seat])))

    def test_names_no_tile_that_is_hidden(self, game: Games) -> None:
        last = game(7, 7, 7).leave(2).last
        assert last is not None
        assert last.returned == "_" * 7

    def test_a_second_time_changes_nothing(self, game: Games) -> None:
        left = game(*RACKS[:3]).leave(1)
        assert left.leave(1) is left

    def test_the_turn_passes_over_who_left(self, game: Games, do: Steps) -> None:
        position = do(game(*RACKS), "leave 1", "leave 2", "pass")
        assert position.turn == 3
        assert do(position, "pass").turn == 0

    def test_the_bag_may_fill_up_again(self, game: Games, do: Steps) -> None:
        position = do(game("CATX", "SOAPXX", "AEIOUAE", bag=0), "8G CAT", "leave 2", "J8 SOAP", "draw AEEIO")
        assert position.players[1].rack == Rack.of("AEEIOXX")
        assert do(position, "8F X").owed == (Draw(0, 2),)

    def test_runs_start_anew(self, game: Games, do: Steps) -> None:
        position = do(game(*["AB"] * 3), *["pass"] * 5, "leave 2")
        assert (position.ended, position.passes, position.scoreless) == (None, 0, 0)
        position = do(position, *["pass"] * 3)
        assert position.ended is None
        position = do(position, "pass")
        assert position.ended is not None
        assert position.ended.final == (-4, -4, 0)


class TestLastOne:
    """When one player is left the game is over as it stands."""

    @pytest.mark.parametrize("seat", [0, 1])
    def test_wins(self, seat: int, game: Games) -> None:
        after = game(7, 7, scores=(10, 20)).leave(seat)
        assert after.ended is not None
        assert (after.ended.reason, after.ended.final) == (EndReason.LEFT, (10, 20))
        assert after.ended.winners == (1 - seat,)

    def test_of_four(self, game: Games, do: Steps) -> None:
        after = do(game(*RACKS, scores=(1, 2, 3, 4)), "leave 3", "leave 0", "leave 1")
        assert after.ended is not None
        assert (after.ended.winners, after.ended.final) == ((2,), (1, 2, 3, 4))

    def test_may_leave_too_then(self, game: Games, do: Steps) -> None:
        over = do(game(*RACKS[:2]), "leave 0")
        assert over.leave(1) is over

    def test_gets_no_more_tiles(self, game: Games, do: Steps) -> None:
        after = do(game(*RACKS[:2], rules="tournament", bag=20), "8G CAT", "exchange XX", "leave 0")
        assert (after.owed, after.contested) == ((), None)
        assert after.bag == 20 + 4 + 2


class TestWhileDrawing:
    """Draws owed to who left are not made; those of the others are."""

    def test_at_the_deal(self, words: Callable[[str], Words]) -> None:
        start = Position.start(PRESETS["classic"], words(""), 3)
        after = start.deal("ABCDEFG").leave(1)
        assert (after.owed, after.bag) == ((Draw(2, 7),), 93)
        assert after.leave(0).ended is not None

    def test_after_an_exchange(self, game: Games, do: Steps) -> None:
        after = do(game(*RACKS[:3], bag=20), "exchange AC", "leave 0")
        assert (after.owed, after.bag, after.turn) == ((), 27, 1)
        assert after.last is not None
        assert after.last.returned == "TXXXXAC"

    def test_the_draws_of_the_others_stay(self, game: Games, do: Steps) -> None:
        after = do(game(*RACKS[:3], rules="tournament", bag=20), "8G CAT", "exchange XX", "leave 2")
        assert after.owed == (Draw(0, 3), Draw(1, 2, "XX"))
        assert (after.bag, after.turn) == (27, 0)


class TestWhileContested:
    """A play by who left stands open to challenge as before."""

    def test_the_play_may_still_come_off(self, game: Games, do: Steps) -> None:
        played = do(game(*RACKS[:3], rules="tournament", words="DOG", bag=20), "8G CAT", "leave 0")
        assert (played.challenge_pending, played.turn, played.available) == (True, 1, 24)
        after = do(played, "challenge")
        assert (after.board.empty, after.bag, scores(after)) == (True, 27, [0, 0, 0])
        assert after.players[0].rack == Rack.of("")
        assert after.last is not None
        assert (after.last.returned, after.last.challenged) == ("ACT", 0)

    @pytest.mark.parametrize("answer", ["challenge", "pass"])
    def test_or_stand_and_bring_no_draw(self, answer: str, game: Games, do: Steps) -> None:
        after = do(game(*RACKS[:3], rules="tournament", bag=20), "8G CAT", "leave 0", answer)
        assert (after.owed, after.bag, scores(after), after.turn) == ((), 24, [10, 0, 0], 2)

    def test_the_right_to_challenge_passes_on(self, game: Games, do: Steps) -> None:
        position = do(game(*RACKS[:3], rules="tournament", words="DOG"), "8G CAT", "leave 1")
        assert (position.turn, position.legal(Challenge())) == (2, ())
        assert do(position, "challenge").board.empty

    def test_the_run_before_the_play_counts_no_more(self, game: Games, do: Steps) -> None:
        position = do(
            game(*RACKS[:3], rules="tournament", words="DOG"), *["pass"] * 6, "8G CAT", "leave 2", "challenge"
        )
        assert (position.scoreless, position.ended) == (1, None)

    def test_going_out_still_ends_the_game(self, game: Games, do: Steps) -> None:
        out = do(game("S", "QI", "ZA", on="8G CAT", bag=0, rules="tournament"), "8G ...S")
        accepted = do(out, "leave 0", "accept")
        assert accepted.ended is not None
        assert (accepted.ended.reason, accepted.ended.out) == (EndReason.OUT, 0)
        assert (accepted.ended.final, accepted.ended.winners) == ((6, -11, -11), (1, 2))
        third = do(out, "leave 2")
        assert (third.bag, third.answer_pending, third.available) == (2, True, 2)
        accepted = do(third, "accept")
        assert accepted.ended is not None
        assert (accepted.owed, accepted.ended.final) == ((), (6 + 11, -11, 0))

    @pytest.mark.parametrize("seat", [0, 1])
    def test_leaving_instead_of_an_answer_loses(self, seat: int, game: Games, do: Steps) -> None:
        out = do(game("S", "QI", on="8G CAT", bag=0, rules="tournament", scores=(0, 90)), "8G ...S", f"leave {seat}")
        assert out.ended is not None
        assert (out.ended.reason, out.ended.winners, out.ended.final) == (EndReason.LEFT, (1 - seat,), (6, 90))

    def test_a_play_of_no_points_no_longer_ends_the_game(self, game: Games, do: Steps) -> None:
        position = do(game("AB", "CD", "??", rules="tournament"), *["pass"] * 8, "8H aa")
        assert position.answer_pending
        position = do(position, "leave 1")
        assert (position.answer_pending, position.challenge_pending) == (False, True)
        assert position.legal(Pass()) == ()


class TestAtTheEnd:
    """Going out ends the game for those who left, and a rack that is never shown leaves the result."""

    def test_four_seats_and_the_next_has_left(self, game: Games, do: Steps) -> None:
        position = do(game("S", "QI", "AA", "ZE", on="8G CAT", bag=0, scores=(0, 500, 0, 0)), "leave 1")
        position = do(position, "8G ...S", "draw QI")
        assert position.ended is None
        position = game("S", "", "AA", "ZE", on="8G CAT", bag=0).leave(1)
        position = do(position, "8G ...S")
        assert position.ended is not None
        assert (position.ended.final, position.ended.winners) == ((6 + 2 + 11, 0, -2, -11), (0,))

    def test_a_rack_that_is_not_shown_is_struck(self, game: Games, do: Steps) -> None:
        over = do(game("S", 2, 1, on="8G CAT", bag=0, scores=(0, 90, 10)), "8G ...S").reveal(2, "Z")
        assert over.ended is not None
        assert over.ended.final is None
        struck = over.leave(1)
        assert struck.ended is not None
        assert (struck.ended.reason, struck.ended.final, struck.ended.winners) == (EndReason.OUT, (16, 90, 0), (0,))

    def test_an_exchange_owed_at_the_end_can_be_left_open(self, game: Games, do: Steps) -> None:
        over = do(game("AB", "CD", rules="tournament"), *["pass", "exchange C", "draw C"] * 2, "pass", "exchange C")
        struck = over.leave(1)
        assert struck.ended is not None
        assert (struck.owed, struck.ended.final, struck.ended.winners) == ((), (0, 0), (0,))
        assert struck.ended.reason is EndReason.LEFT, "nobody is left whose tiles could be counted against another's"
        assert struck.bag == over.bag + 2


def test_leaving_is_the_same_at_every_peer(game: Games) -> None:
    known = game(*RACKS[:3], rules="tournament", bag=20)
    hidden = game(7, 7, 7, rules="tournament", bag=20)
    for view, move in ((known, Exchange("AC")), (hidden, Exchange.hidden(2))):
        left = view.apply(move).leave(0)
        assert left.digest() == known.apply(Exchange("AC")).leave(0).digest()
        assert len(left.last.returned if left.last else "") == 7
