"""How a game ends in points: leftover tiles, time, ties and the winner."""

from __future__ import annotations

import pytest

from p2pscrabble.game.ending import End, EndReason, Leftover, overtime_points, settle
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import PRESETS, Leftovers, Rules, Tie

CLASSIC, TOURNAMENT = PRESETS["classic"], PRESETS["tournament"]
OUT, PASSED = EndReason.OUT, EndReason.PASSED


def seat(tiles: str | None, score: int = 0, *, left: bool = False, clock: int = 0) -> Player:
    return Player(Rack.hidden(7) if tiles is None else Rack.of(tiles), score, left, clock)


def final(rules: Rules, players: list[Player], reason: EndReason = OUT, out: int | None = 0) -> tuple[int, ...]:
    end = settle(rules, players, reason, out, drawing=False)
    assert end.final is not None
    return end.final


def winners(rules: Rules, players: list[Player], reason: EndReason = OUT, out: int | None = 0) -> tuple[int, ...]:
    end = settle(rules, players, reason, out, drawing=False)
    assert end.winners is not None
    return end.winners


def test_who_goes_out_gains_what_the_other_loses() -> None:
    end = settle(CLASSIC, [seat("", 300), seat("QI", 280)], OUT, 0, drawing=False)
    assert end.final == (311, 269)
    assert end.leftovers == (Leftover("", 0, 11), Leftover("IQ", 11))
    assert [leftover.points for leftover in end.leftovers] == [11, -11]
    assert (end.winners, end.out, end.reason) == ((0,), 0, OUT)


def test_club_play_gives_twice_the_tiles_for_the_same_spread() -> None:
    assert final(TOURNAMENT, [seat("", 300), seat("QI", 280)]) == (322, 280)


def test_twice_the_tiles_is_for_two_seats() -> None:
    three = [seat("", 300), seat("QI", 280), seat("A", 200)]
    assert final(TOURNAMENT, three) == final(CLASSIC, three) == (312, 269, 199)


def test_one_of_four_gains_the_sum_of_the_other_three() -> None:
    four = [seat("QI", 100), seat("", 100), seat("A?", 100), seat("ZZ", 100)]
    assert final(CLASSIC, four, OUT, 1) == (89, 132, 99, 80)


def test_passed_out_each_loses_their_own_and_nobody_gains() -> None:
    for rules in (CLASSIC, TOURNAMENT):
        assert final(rules, [seat("AAAAAA"), seat("QF??BBA", 0)], PASSED, None) == (-6, -21)


def test_scores_may_be_negative() -> None:
    assert final(CLASSIC, [seat("", 0), seat("QZ", 3)]) == (20, -17)


def test_an_empty_board_passed_out_is_a_game() -> None:
    assert final(CLASSIC, [seat("AEIOU??"), seat("QZJXVVW")], PASSED, None) == (-5, -48)
    assert winners(CLASSIC, [seat("AEIOU??"), seat("QZJXVVW")], PASSED, None) == (0,)


class TestTie:
    """Two with the same final score."""

    def test_goes_to_the_higher_score_before_the_leftovers(self) -> None:
        tied = [seat("", 290), seat("J", 306), seat("??", 100)]
        assert final(CLASSIC, tied) == (298, 298, 100)
        assert winners(CLASSIC, tied) == (1,)

    def test_is_shared_where_the_rules_say_so(self) -> None:
        tied = [seat("", 290), seat("J", 306), seat("??", 100)]
        assert winners(CLASSIC.changed(tie=Tie.SHARED), tied) == (0, 1)

    def test_is_shared_where_it_was_a_tie_before_too(self) -> None:
        assert winners(CLASSIC, [seat("A", 10), seat("E", 10)], PASSED, None) == (0, 1)

    def test_counts_lost_time_as_lost(self) -> None:
        rules = CLASSIC.changed(clock=60, overtime=10)
        tied = [seat("A", 111, clock=-1), seat("AA", 102)]
        assert final(rules, tied, PASSED, None) == (100, 100)
        assert winners(rules, tied, PASSED, None) == (1,)


class TestTime:
    """Points for time over the clock, a minute begun counting as a whole one."""

    @pytest.mark.parametrize(
        ("clock", "points"),
        [(100, 0), (0, 0), (-1, 10), (-59, 10), (-60, 10), (-61, 20), (-120, 20), (-600, 100), (-6 * 10**18, 10**18)],
    )
    def test_each_minute_begun(self, clock: int, points: int) -> None:
        assert overtime_points(TOURNAMENT.changed(clock=1500), clock) == points

    def test_nothing_without_a_clock(self) -> None:
        assert overtime_points(TOURNAMENT, -100) == 0

    def test_is_taken_at_the_end(self) -> None:
        rules = TOURNAMENT.changed(clock=1500)
        players = [seat("", 300, clock=-61), seat("QI", 280, clock=5)]
        end = settle(rules, players, OUT, 0, drawing=False)
        assert end.final == (302, 280)
        assert end.leftovers == (Leftover("", 0, 22, 20), Leftover("IQ"))


class TestLeaving:
    """Who left keeps the score, has no part in leftovers, and cannot win."""

    def test_cannot_win(self) -> None:
        players = [seat("", 50), seat("A", 20), seat("", 900, left=True, clock=-500)]
        rules = CLASSIC.changed(clock=60, overtime=10)
        assert final(rules, players) == (51, 19, 900)
        assert winners(rules, players) == (0,)

    def test_gains_nothing_by_having_gone_out(self) -> None:
        players = [seat("", 50, left=True), seat("A", 20), seat("QI", 90)]
        for rules in (CLASSIC, CLASSIC.changed(leftovers=Leftovers.TWICE_TO_WINNER)):
            assert final(rules, players) == (50, 19, 79)

    def test_the_last_one_wins_as_things_stand(self) -> None:
        players = [seat(None, 5, clock=-500), seat("", 90, left=True)]
        end = settle(CLASSIC.changed(clock=60, overtime=10), players, EndReason.LEFT, None, drawing=True)
        assert end == End(EndReason.LEFT, None, (Leftover(), Leftover()), (5, 90), (0,))

    def test_where_all_left_nobody_wins(self) -> None:
        assert winners(CLASSIC, [seat("", 5, left=True), seat("", 90, left=True)], PASSED, None) == ()


def test_the_result_waits_for_the_last_rack_and_the_last_draw() -> None:
    assert settle(CLASSIC, [seat("", 300), seat(None, 280)], OUT, 0, drawing=False) == End(OUT, 0)
    assert settle(CLASSIC, [seat("A"), seat("B")], PASSED, None, drawing=True) == End(PASSED)
