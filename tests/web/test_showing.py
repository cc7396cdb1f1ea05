"""What the page is shown of real tables, in every phase, in the form that ``types.js`` has written down."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Challenge, Exchange, Placed, Play
from p2pscrabble.peer.view import AbsenceView, NoticeKind, Presence, View
from p2pscrabble.table import Kind, Phase
from p2pscrabble.web.draft import arrange
from tests.faults.simulation import lexicon
from tests.web.onlooker import Watched, best, play_on, shown
from tests.web.tables import dealt, seen


@pytest.mark.parametrize(
    ("preset", "seats"), [("classic", 2), ("tournament", 2), ("tournament", 3), ("scratch", 4), ("classic", 3)]
)
def test_a_room_from_its_opening_to_the_next_game(watched: Watched, preset: str, seats: int) -> None:
    room, onlooker = watched(preset=preset, seats=seats)
    room.begin()
    play_on(room, 3 * seats)
    room.member(1).chat("<b>hello</b>")
    room.pass_out()
    room.until(room.finished)
    state = onlooker.states["Ben 1"]
    assert [line["text"] for line in state["chat"]] == ["<b>hello</b>"]
    assert state["turn"] is None
    assert state["over"]["number"].isdigit()
    assert [verdict["verdict"] for verdict in state["over"]["verdicts"]] == [True] * seats
    assert state["shield"]["level"] == "checked"
    assert state["game"] == 1
    _check_leftovers(room.view(0), state["over"])
    for number in range(seats):
        room.member(number).again()
        room.wait(3)
    room.until(lambda: any(state["phase"] == "playing" for state in onlooker.states.values()))
    room.begin()
    state = onlooker.states["Ben 1"]
    assert (state["game"], state["steps"], state["over"], state["last"]) == (2, [], None, [])
    assert state["board"] == "." * 225
    assert all(not player["again"] for player in state["players"])
    room.member(0).leave(room.now)
    room.wait(5)
    expected = {"gathering", "committing", "revealing", "playing", "over"}
    assert onlooker.phases.keys() >= expected
    assert [player["presence"] for player in onlooker.states["Ben 1"]["players"]].count("left") == 1


def _check_leftovers(view: View, over: dict[str, Any]) -> None:
    """Field failure 19: the racks that are named are those that the bag gives."""
    assert view.position is not None
    for player, seat in zip(view.position.players, over["sums"], strict=True):
        named = [line["text"] for line in seat["lines"] if "left on the rack" in line["text"]]
        tiles = "".join(re.findall(r"([A-Z])(?= \d)", " ".join(named))) + "?" * " ".join(named).count("blank")
        assert tiles == player.rack.tiles
        assert seat["before"] == player.score
        assert seat["before"] + sum(line["points"] for line in seat["lines"]) == seat["total"]


def test_nothing_that_is_shown_depends_on_what_others_hold(watched: Watched) -> None:
    """The onlooker compares each state with one that was made without the others' racks and exchanges."""
    room, onlooker = watched(seats=3, preset="tournament")
    room.begin()
    play_on(room, 2)
    mover = room.turn()
    position = room.view(mover).position
    assert position is not None
    tiles = (position.mover.rack.tiles or "")[:5]
    room.move(Exchange(tiles))
    play_on(room, 2)
    room.until(lambda: all(len(room.view(number).steps) == 5 for number in range(3)))
    room.wait(1)
    racks = [player.rack.tiles or "" for player in room.view(0).position.players]  # type: ignore[union-attr]
    for number, chair in enumerate(room.chairs):
        state = onlooker.states[f"{chair.name} 1"]
        seat = room.view(number).seat
        assert seat is not None
        assert sorted(slot["tile"] for slot in state["draft"]["slots"]) == sorted(racks[seat])
        told = json.dumps({key: value for key, value in state.items() if key != "draft"})
        assert not any(rack in told or json.dumps(list(rack)) in told for rack in racks)
        assert tiles not in told


def test_a_waiting_room_fills_and_counts_down(watched: Watched) -> None:
    room, onlooker = watched(seats=3)
    room.until(lambda: onlooker.states.get("Ana 1", {}).get("room") is not None)
    state = onlooker.states["Ana 1"]
    assert (state["phase"], state["seat"], state["board"], state["bag"], state["game"]) == ("gathering", None, "", 0, 0)
    assert state["shield"]["level"] == "waiting"
    assert state["unseen"]["total"] == 100
    assert state["room"]["words"] == len(lexicon())
    assert state["room"]["lexicon"] == "small"
    room.until(lambda: onlooker.states["Ana 1"]["startsAt"] is not None)
    state = onlooker.states["Ana 1"]
    assert 0 < state["startsAt"] / 1000 - room.now <= 1.0
    assert [player["host"] for player in state["players"]] == [True, False, False]
    assert [player["tiles"] for player in state["players"]] == [None, None, None]
    room.begin()
    assert onlooker.states["Ana 1"]["startsAt"] is None


def test_how_far_the_dealing_is(watched: Watched) -> None:
    room, onlooker = watched(seats=3)
    told: list[tuple[int, int, str]] = []
    step = room.step

    def noting() -> None:
        step()
        dealing = onlooker.states.get("Ana 1", {}).get("dealing")
        if dealing is not None and (not told or told[-1][2] != dealing["text"]):
            told.append((dealing["done"], dealing["of"], dealing["text"]))

    room.step = noting  # type: ignore[method-assign]
    room.begin()
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert {of for _, of, _ in told} == {6}
    assert any(text.startswith("Each program binds itself") for _, _, text in told)
    assert any(text.startswith("The secret numbers are opened") for _, _, text in told)
    assert any("Waiting for Ben’s program" in text or "Waiting for Cid’s program" in text for _, _, text in told)
    assert onlooker.states["Ana 1"]["dealing"] is None


def test_how_it_was_drawn_who_begins_is_known_after_a_restart_too(watched: Watched) -> None:
    room, onlooker = watched(seats=2)
    room.begin()
    first = onlooker.states["Ben 1"]["first"]
    assert {pick["seat"] for pick in first["rounds"][0]} == {0, 1}
    assert first["text"] in room.heard(1, NoticeKind.FIRST)
    assert first["seat"] == onlooker.states["Ben 1"]["turn"]["seat"]
    room.crash(room.chairs[1])
    room._trouble.clear()
    room.start(room.chairs[1])
    room.wait(3)
    assert onlooker.states["Ben 2"]["first"] == first


def test_where_nothing_is_drawn_the_host_begins(watched: Watched) -> None:
    room, onlooker = watched(seats=2, preset="scratch")
    room.begin()
    state = onlooker.states["Ben 1"]
    assert state["first"] is None
    assert state["turn"]["seat"] == 0
    assert state["room"]["rules"].startswith("scratch")


def test_a_game_after_a_restart_shows_the_same(watched: Watched) -> None:
    """Field failure 13: what is applied at the end is applied once, live and after coming back."""
    room, onlooker = watched(seats=4)
    room.begin()
    play_on(room, 5)
    room.until(lambda: all(len(room.view(number).steps) == 5 for number in range(4)))
    for phase in ("playing", "over"):
        if phase == "over":
            room.pass_out()
            room.until(room.finished)
        before = onlooker.states[f"Cid {1 + (phase == 'over')}"]
        for chair in room.chairs:
            room.crash(chair)
        room._trouble.clear()
        for chair in room.chairs:
            room.start(chair)
        room.until(room.finished if phase == "over" else lambda: any(room.view(n).your_turn for n in range(4)))
        room.wait(5)
        after = onlooker.states[f"Cid {2 + (phase == 'over')}"]
        same = ("phase", "board", "steps", "bag", "unseen", "over", "first", "game", "seat", "last", "shield", "room")
        assert {key: after[key] for key in same} == {key: before[key] for key in same}
        scores = [player["score"] for player in before["players"]]
        assert [player["score"] for player in after["players"]] == scores


def test_tiles_tried_where_the_opponent_plays_come_back(watched: Watched) -> None:
    """Field failure 12: and both have the same scores."""
    room, onlooker = watched(seats=2)
    room.begin()
    mover = room.turn()
    other = 1 - mover
    position = room.view(mover).position
    assert position is not None
    play = best(position)
    assert isinstance(play, Play)
    who = f"{room.chairs[other].name} 1"
    draft = onlooker.drafts[who]
    squares = [play.tiles[0].square, 0, *[None] * 5]
    wanted = [
        (slot.id, square, "e" if slot.tile == "?" and square is not None else None)
        for slot, square in zip(draft.slots, squares, strict=True)
    ]
    onlooker.drafts[who] = arrange(draft, wanted, "tab", Board())
    room.wait(1)
    assert onlooker.states[who]["draft"]["play"] is not None
    room.move(play)
    room.until(lambda: len(room.view(other).steps) == 1)
    slots = onlooker.states[who]["draft"]["slots"]
    assert [slot["id"] for slot in slots] == [slot.id for slot in draft.slots]
    assert [slot["square"] for slot in slots] == [None, 0, None, None, None, None, None]
    scores = [[player["score"] for player in state["players"]] for state in onlooker.states.values()]
    assert scores[0] == scores[1]
    assert sum(scores[0]) > 0


def test_a_challenge_from_the_play_to_its_withdrawal(watched: Watched) -> None:
    room, onlooker = watched(seats=2, preset="tournament")
    room.begin()
    mover = room.turn()
    position = room.view(mover).position
    assert position is not None
    rack = (position.mover.rack.tiles or "").replace("?", "")
    room.move(Play((Placed(112, rack[0]), Placed(113, rack[1]), Placed(114, rack[2]))))
    room.until(lambda: room.view(1 - mover).your_turn)
    challenger, author = (f"{room.chairs[number].name} 1" for number in (1 - mover, mover))
    room.wait(1)
    turn = onlooker.states[challenger]["turn"]
    assert (turn["canChallenge"], turn["mustAnswer"]) == (True, False)
    assert onlooker.states[author]["turn"]["canChallenge"] is False
    assert onlooker.states[author]["last"] == [112, 113, 114]
    room.move(Challenge())
    room.until(lambda: len(room.view(mover).steps) == 2)
    state = onlooker.states[author]
    assert [step["kind"] for step in state["steps"]] == ["played", "withdrawn"]
    assert state["steps"][1]["points"] == 0
    assert state["last"] == []
    assert state["board"] == "." * 225
    assert len(state["draft"]["slots"]) == 7
    assert all(player["score"] == 0 for player in state["players"])


def test_a_room_that_stops_says_why_and_shows_no_seed(watched: Watched) -> None:
    room, onlooker = watched(seats=3)
    room.begin()
    mover = room.turn()
    room.member(mover)._say(Kind.MOVE, bytes(4), room.now)
    room.until(lambda: all(room.view(number).phase is Phase.STOPPED for number in range(3)))
    state = onlooker.states["Ana 1"]
    assert state["phase"] == "stopped"
    assert state["turn"] is None
    assert state["shield"]["level"] == "broken"
    assert "disagrees" in state["shield"]["sentence"]
    assert state["warning"] == state["shield"]["sentence"]


def test_a_cheat_is_named_in_the_details(watched: Watched) -> None:
    room, onlooker = watched(seats=3)
    room.begin()
    cheat = room.turn()
    table = room.member(cheat)._table
    assert table is not None
    room.member(cheat)._say(Kind.MOVE, table.tag + b"\xff" * 20, room.now)
    others = [number for number in range(3) if number != cheat]
    room.until(lambda: any(room.view(number).your_turn for number in others))
    name = room.chairs[cheat].name
    state = onlooker.states[f"{room.chairs[others[0]].name} 1"]
    assert f"{name} is out of the game" in [detail["title"] for detail in state["shield"]["details"]]
    assert state["steps"][-1]["kind"] == "left"
    assert (state["steps"][-1]["move"], state["steps"][-1]["words"]) == ("leaves", [])


def test_a_room_whose_host_leaves_is_closed(watched: Watched) -> None:
    room, onlooker = watched(seats=2)
    room.begin()
    room.pass_out()
    room.until(room.finished)
    room.member(0).leave(room.now)
    room.until(lambda: room.view(1).phase is Phase.CLOSED)
    state = onlooker.states["Ben 1"]
    assert state["phase"] == "closed"
    assert state["over"] is not None, "the result is still there"


def test_what_a_step_says_is_what_its_notice_said(watched: Watched) -> None:
    room, onlooker = watched(seats=2, preset="tournament")
    room.begin()
    play_on(room, 3)
    mover = room.turn()
    position = room.view(mover).position
    assert position is not None
    room.move(Exchange((position.mover.rack.tiles or "")[:3]))
    room.until(lambda: all(len(room.view(number).steps) == 4 for number in (0, 1)))
    for chair in room.chairs:
        told = [notice.text for notice in chair.notices if notice.kind is NoticeKind.MOVE]
        steps = onlooker.states[f"{chair.name} 1"]["steps"]
        assert [step["text"] for step in steps] == told
        assert steps[3]["move"] == "exchange 3"
        assert (
            steps[0]["points"] == steps[0]["total"] == sum(w["points"] for w in steps[0]["words"]) + steps[0]["bonus"]
        )
        assert len(steps[0]["squares"]) > 0


def test_who_is_absent_is_told_with_what_can_be_done() -> None:
    view = seen(dealt("RETINAS", "CATSEEE", "QINOEEE"))
    away = replace(view.players[1], presence=Presence.AWAY)
    view = replace(view, players=(view.players[0], away, view.players[2]))
    (told,) = shown(view)["absent"]
    assert told["text"].startswith("Ben is away. What you do")
    assert (told["seat"], told["act"], told["on"]) == (1, "", False)
    offered = AbsenceView(1, "Ben", "Nothing has been heard of Ben.", offered=True)
    (told,) = shown(replace(view, absences=(offered,)))["absent"]
    assert told == {"seat": 1, "text": offered.text, "act": "Go on without Ben", "on": True}
    wished = replace(offered, offered=False, wished=True)
    (told,) = shown(replace(view, absences=(wished,)))["absent"]
    assert (told["act"], told["on"]) == ("Wait for Ben", False)
    assert shown(replace(view, phase=Phase.OVER))["absent"] == []
    out = AbsenceView(0, "Ana", "The others have gone on without you.")
    assert [one["seat"] for one in shown(replace(view, absences=(out,)))["absent"]] == [0, 1]
