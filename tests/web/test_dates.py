"""What the page is shown stays as it is while time goes by, and says since when."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.game.moves import Pass
from p2pscrabble.sync import Stream
from p2pscrabble.transport import Link, LinkState
from tests.peer.conftest import Parlour
from tests.web.onlooker import Watched, play_on, shown

MakeParlour = Callable[..., Parlour]


def test_the_countdown_runs_down_without_a_new_view(parlour: MakeParlour) -> None:
    room = parlour(seats=4, wait=60.0)
    room._trouble = []
    for chair in room.chairs[:2]:
        room.start(chair)
    room.until(lambda: all(room.view(number).starts_at is not None for number in (0, 1)))
    room.wait(10)
    views = [room.view(number) for number in (0, 1)]
    room.wait(20)
    for number, before in enumerate(views):
        view = room.view(number)
        assert view == before
        assert view.version == before.version
        assert (view.starts_in or 0) < (before.starts_in or 0) - 15, "yet the seconds are those of now"
        assert shown(view) == shown(before)


def test_the_turn_has_a_steady_beginning_and_a_number(watched: Watched) -> None:
    """Field failure 8: a move names its turn, so that the same one sent again is known for what it is."""
    room, onlooker = watched(seats=2)
    room.begin()
    room.wait(1)
    turn = onlooker.states["Ana 1"]["turn"]
    room.wait(30)
    assert onlooker.states["Ana 1"]["turn"] == turn
    began = room.now
    mover = room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    for chair in room.chairs:
        later = onlooker.states[f"{chair.name} 1"]["turn"]
        assert later["number"] == turn["number"] + 1 == 1
        assert began - 0.1 <= later["since"] / 1000 <= room.now
        assert later["yours"] == (chair is room.chairs[1 - mover])


def test_a_player_who_is_away_is_dated_once(watched: Watched) -> None:
    room, onlooker = watched(seats=2)
    room.begin()
    room.wait(2)
    room.drop(room.chairs[1])
    room._trouble.clear()
    gone = room.now
    room.member(0).chat("are you there?")
    room.until(lambda: onlooker.states["Ana 1"]["players"][1]["presence"] == "away")
    state = onlooker.states["Ana 1"]
    view = room.view(0)
    since = state["players"][1]["awaySince"]
    assert gone - 6 < since / 1000 < room.now
    assert state["delivered"], "of those who are here"
    assert not view.players[1].informed
    room.wait(60)
    assert onlooker.states["Ana 1"]["players"][1]["awaySince"] == since
    assert room.view(0).version == view.version
    assert room.view(0).players[1].silent > view.players[1].silent + 50
    room.link(room.chairs[1])
    room.until(lambda: onlooker.states["Ana 1"]["players"][1]["presence"] == "here")
    room.until(lambda: room.view(0).players[1].informed)
    assert onlooker.states["Ana 1"]["players"][1]["awaySince"] is None


def test_who_was_never_met_by_this_program_is_away_since_no_time(watched: Watched) -> None:
    room, onlooker = watched(seats=2)
    room.begin()
    for chair in room.chairs:
        room.crash(chair)
    room._trouble.clear()
    room.start(room.chairs[0])
    room.wait(5)
    player = onlooker.states["Ana 2"]["players"][1]
    assert (player["presence"], player["awaySince"]) == ("away", None)


def test_until_the_others_have_a_move_it_is_not_delivered(watched: Watched) -> None:
    room, onlooker = watched(seats=2)
    room.begin()
    room.until(lambda: all(state["delivered"] for state in onlooker.states.values()))
    mover = room.move(Pass())
    onlooker.look("mover", room.view(mover))
    assert not onlooker.states["mover"]["delivered"]
    room.until(lambda: onlooker.states[f"{room.chairs[mover].name} 1"]["delivered"])


def test_the_link_is_dated_when_it_is_set(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.wait(7)
    room.member(0).link = Link(LinkState.UP, "The relay answers.")
    when = room.now
    room.wait(20)
    assert room.view(0).link_since == pytest.approx(when, abs=0.001)


def test_another_view_of_the_same_is_equal(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.until(lambda: all(room.view(number).delivered for number in (0, 1)))
    room.wait(10)
    views = [room.view(number) for number in (0, 1)]
    room.wait(60)
    assert [room.view(number) for number in (0, 1)] == views, "time alone makes no new view"
    assert room.member(0)._sync.held(room.member(1).key, room.member(0).key, Stream.GAME) > 0


def test_a_reconnect_with_nothing_new_changes_nothing_that_sounds(watched: Watched) -> None:
    """Field failure 18: no step is told again, and the turn is the same turn."""
    room, onlooker = watched(seats=2)
    room.begin()
    play_on(room, 2)
    room.until(lambda: all(len(room.view(number).steps) == 2 for number in (0, 1)))
    before = onlooker.states["Ben 1"]
    room.empty_relay()
    room.wait(40)
    after = onlooker.states["Ben 1"]
    quiet = ("steps", "turn", "board", "last", "chat", "draft", "over", "players", "seat", "phase", "bag", "game")
    assert {key: after[key] for key in quiet} == {key: before[key] for key in quiet}
    room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 3 for number in (0, 1)))
    assert [step["number"] for step in onlooker.states["Ben 1"]["steps"]] == [0, 1, 2]
