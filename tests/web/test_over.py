"""The sums of the end: every line of them, and that they add up."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import PRESETS, Leftovers, Rules, Tie
from p2pscrabble.web.over import final_scores, over_shown
from tests.web.protocol import Protocol
from tests.web.tables import NAMES, dealt, ended

CLUB = PRESETS["tournament"].changed(clock=1500)


def player(tiles: str = "", score: int = 0, *, left: bool = False, clock: int = 0) -> Player:
    return Player(Rack.of(tiles), score, left, clock)


def told(rules: Rules, players: tuple[Player, ...], reason: EndReason, out: int | None = None) -> dict[str, Any]:
    position = ended(rules, players, reason, out)
    shown = over_shown(position, NAMES[: len(players)], number="12", game_hash="ab", verdicts=[True, None])
    assert shown is not None
    assert Protocol().wrong(shown, "Over") == []
    return shown


def lines(shown: dict[str, Any]) -> list[list[tuple[str, int]]]:
    return [[(line["text"], line["points"]) for line in seat["lines"]] for seat in shown["sums"]]


def test_a_game_that_goes_on_has_no_end() -> None:
    assert over_shown(dealt("EEEEEEE", "EEEEEEE"), NAMES[:2]) is None


def test_who_went_out_gains_what_each_loses() -> None:
    players = (player("", 300), player("QE", 310), player("?", 100), player("S", 90, left=False))
    shown = told(Rules(), players, EndReason.OUT, 0)
    assert shown["reason"] == "The bag is empty and Ana has no tile left."
    assert lines(shown) == [
        [("Ben’s E 1 and Q 10", 11), ("Cid’s blank 0", 0), ("Dora’s S 1", 1)],
        [("E 1 and Q 10 left on the rack", -11)],
        [("blank 0 left on the rack", 0)],
        [("S 1 left on the rack", -1)],
    ]
    assert [seat["total"] for seat in shown["sums"]] == [312, 299, 100, 89]
    assert shown["winners"] == [0]
    assert shown["text"] == "Ana wins: Ana 312, Ben 299, Cid 100, Dora 89."


def test_who_went_out_gains_twice_and_nobody_loses() -> None:
    shown = told(PRESETS["tournament"], (player("QE", 310), player("", 300)), EndReason.OUT, 1)
    assert lines(shown) == [
        [("E 1 and Q 10 left on the rack, which count for Ben instead", 0)],
        [("Twice Ana’s E 1 and Q 10", 22)],
    ]
    assert shown["text"] == "Ben wins: Ana 310, Ben 322."


def test_a_blank_alone_counts_for_nobody() -> None:
    shown = told(PRESETS["tournament"], (player("?", 310), player("", 300)), EndReason.OUT, 1)
    assert lines(shown) == [[("blank 0 left on the rack", 0)], []]


def test_time_over_the_clock() -> None:
    players = (player("A", 100, clock=-61), player("", 90, clock=-1))
    assert lines(told(CLUB, players, EndReason.OUT, 1)) == [
        [("A 1 left on the rack, which count for Ben instead", 0), ("2 minutes over the clock", -20)],
        [("Twice Ana’s A 1", 2), ("1 minute over the clock", -10)],
    ]


def test_a_tie_that_the_tiles_made_is_explained() -> None:
    shown = told(Rules(), (player("D", 102), player("A", 101)), EndReason.PASSED)
    assert [seat["total"] for seat in shown["sums"]] == [100, 100]
    assert shown["winners"] == [0]
    assert shown["text"] == (
        "Ana wins: Ana 100, Ben 100. The scores are equal, and Ana had more before the tiles left were counted."
    )
    shared = told(PRESETS["scratch"], (player("D", 102), player("A", 101)), EndReason.PASSED)
    assert shared["text"] == "Ana and Ben share the win: Ana 100, Ben 100."
    assert shared["reason"] == "Everyone has passed."


def test_who_left_cannot_win_and_the_end_takes_nothing() -> None:
    shown = told(Rules(), (player("AAAAAAA", 5), player("", 90, left=True)), EndReason.LEFT)
    assert lines(shown) == [[], []]
    assert shown["text"] == "Ana wins: Ana 5, Ben 90. Ben left the game, and so cannot win."
    assert shown["reason"] == "Only one player is left."


def test_as_long_as_a_rack_is_hidden_nothing_is_reckoned() -> None:
    hidden = Player(Rack.hidden(3), 50)
    shown = told(Rules(), (player("", 60), hidden), EndReason.OUT, 0)
    assert lines(shown) == [[], []]
    assert shown["winners"] == []
    assert shown["text"] == "Nobody wins: Ana 60, Ben 50."


racks = st.text("AEIQZDS?", max_size=7)
players = st.lists(
    st.builds(player, racks, st.integers(-20, 500), clock=st.integers(-400, 100)), min_size=2, max_size=4
)


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("leftovers", list(Leftovers))
@given(players, st.sampled_from(list(EndReason)), st.integers(0, 3), st.sampled_from(list(Tie)), st.data())
def test_the_lines_add_up(
    preset: str, leftovers: Leftovers, those: list[Player], reason: EndReason, out: int, tie: Tie, data: st.DataObject
) -> None:
    seats = len(those)
    rules = PRESETS[preset].changed(
        leftovers=leftovers, tie=tie, clock=1500, overtime=data.draw(st.sampled_from([0, 7, 10]))
    )
    gone = data.draw(st.sets(st.integers(0, seats - 1), max_size=seats - 1))
    table = tuple(
        Player(Rack.of("") if seat in gone else one.rack, one.score, seat in gone, one.clock)
        for seat, one in enumerate(those)
    )
    goes_out = out % seats if reason is EndReason.OUT else None
    if goes_out is not None:
        table = tuple(
            Player(Rack.of(""), one.score, one.left, one.clock) if seat == goes_out else one
            for seat, one in enumerate(table)
        )
    position = ended(rules, table, reason, goes_out)
    shown: Any = over_shown(position, NAMES[:seats])
    assert position.ended is not None
    assert [seat["total"] for seat in shown["sums"]] == list(position.ended.final or ())
    assert list(final_scores(position)) == [seat["total"] for seat in shown["sums"]]
    for seat in shown["sums"]:
        assert seat["before"] + sum(line["points"] for line in seat["lines"]) == seat["total"]
    if reason is not EndReason.LEFT:
        left = [line["text"] for seat in shown["sums"] for line in seat["lines"] if "left on the rack" in line["text"]]
        assert len(left) == sum(one.rack.size > 0 for one in table), "every rack that is not empty is named"
