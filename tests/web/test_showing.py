"""What the page is shown of real tables, in every phase, in the form that ``types.js`` has written down."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.game.board import Board
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.peer.view import NoticeKind, View
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.sync import Stream
from p2pscrabble.table import Kind, Phase, Room, Step
from p2pscrabble.transport import Link, LinkState
from p2pscrabble.web.config import config
from p2pscrabble.web.draft import EMPTY, Draft, arrange
from p2pscrabble.web.showing import follow, room_state
from p2pscrabble.web.turns import steps_shown
from tests.faults.simulation import lexicon
from tests.peer.conftest import Parlour
from tests.web.protocol import Protocol
from tests.web.tables import ABOUT, dealt, seen

MakeParlour = Callable[..., Parlour]


def shown(view: View, draft: Draft = EMPTY) -> dict[str, Any]:
    """The state of a view, its draft in step."""
    return room_state(view, ABOUT, follow(draft, view))


def blinded(view: View) -> View:
    """The view with all that its player may not see taken out of it."""
    if view.position is None or view.position.ended is not None:
        return view
    return replace(
        view,
        position=_blind(view.position, view.seat),
        steps=tuple(_blind_step(step, view.seat) for step in view.steps),
        outcomes=(),
    )


def _blind(position: Position, seat: int | None) -> Position:
    hidden = tuple(
        player if number == seat else replace(player, rack=Rack.hidden(player.rack.size))
        for number, player in enumerate(position.players)
    )
    return replace(position, players=hidden)


def _blind_step(step: Step, seat: int | None) -> Step:
    before, after = _blind(step.before, seat), _blind(step.after, seat)
    move = step.turn.move
    if isinstance(move, Exchange) and step.turn.seat != seat:
        after = replace(after, last=replace(step.turn, move=Exchange.hidden(len(move.tiles))))
    return Step(before, after)


class Onlooker:
    """Looks at everyone's state after everything that happens, and checks what must always hold."""

    def __init__(self, room: Parlour, protocol: Protocol) -> None:
        self.room = room
        self.protocol = protocol
        self.phases: Counter[str] = Counter()
        self.drafts: dict[str, Draft] = {}
        self.states: dict[str, dict[str, Any]] = {}
        self._versions: dict[tuple[str, int, int], dict[str, Any]] = {}
        self._looks: Counter[tuple[str, int, int]] = Counter()
        self._step = room.step
        room.step = self.step  # type: ignore[method-assign]

    def step(self) -> None:
        self._step()
        for chair in self.room.chairs:
            if chair.member is not None:
                self.look(f"{chair.name} {chair.starts}", chair.member.view)

    def look(self, who: str, view: View) -> None:
        draft = self.drafts[who] = follow(self.drafts.get(who, EMPTY), view)
        self._looks[who, view.version, draft.rev] += 1
        if self._looks[who, view.version, draft.rev] > 3:
            return  # it has not changed with time, and will not
        state = room_state(view, ABOUT, draft)
        wrong = self.protocol.wrong(state, "RoomState")
        assert wrong == []
        key = who, view.version, draft.rev
        assert self._versions.setdefault(key, state) == state, "an equal view is an equal state"
        self.phases[str(state["phase"])] += 1
        self.states[who] = state
        if view.position is not None and view.position.ended is None:
            assert room_state(blinded(view), ABOUT, draft) == state, "what others hold changes what is shown"
            self._search(view, json.dumps(state))

    def _search(self, view: View, text: str) -> None:
        assert view.position is not None
        for seat, player in enumerate(view.position.players):
            tiles = player.rack.tiles or ""
            own = view.position.players[view.seat].rack.tiles if view.seat is not None else ""
            if seat != view.seat and len(tiles) > 4 and tiles != own:
                assert tiles not in text
                assert json.dumps(list(tiles)) not in text
        plain = text.replace(" ", "")
        record = next(chair for chair in self.room.chairs if chair.member is not None).member
        assert record is not None
        assert record._table is not None
        assert record._table.record is not None
        for seed in record._table.record.seeds:
            assert seed.hex()[:8] not in plain


@pytest.fixture
def watched(parlour: MakeParlour, protocol: Protocol) -> Callable[..., tuple[Parlour, Onlooker]]:
    """A parlour whose every state is looked at."""

    def make(**plan: object) -> tuple[Parlour, Onlooker]:
        room = parlour(**plan)
        return room, Onlooker(room, protocol)

    return make


Watched = Callable[..., tuple[Parlour, Onlooker]]


def best(position: Position) -> Move:
    """The play that scores most, or a pass."""
    plays = list(scored_plays(position.board, position.mover.rack.shown, lexicon()))
    return to_play(max(plays)) if plays else Pass()


def _goes_on(view: View) -> bool:
    return view.your_turn or view.phase is Phase.OVER


def play_on(room: Parlour, moves: int) -> None:
    """Everyone plays what scores most, up to the end."""
    for _ in range(moves):
        room.until(lambda: any(chair.member and _goes_on(chair.member.view) for chair in room.chairs))
        if any(chair.member and chair.member.view.phase is Phase.OVER for chair in room.chairs):
            return
        mover = room.turn()
        position = room.view(mover).position
        assert position is not None
        room.move(best(position))


def test_every_key_of_the_protocol_is_made_here(protocol: Protocol) -> None:
    state: Any = shown(seen(dealt("CATEEEE", "EEEEEEE")))
    assert state.keys() == protocol.keys("RoomState")
    assert protocol.wrong(state, "RoomState") == []
    for name, part in (
        ("Agreed", state["room"]),
        ("Relay", state["relay"]),
        ("PlayerState", state["players"][0]),
        ("Turn", state["turn"]),
        ("Unseen", state["unseen"]),
        ("Draft", state["draft"]),
        ("Slot", state["draft"]["slots"][0]),
        ("Shield", state["shield"]),
    ):
        assert part.keys() == protocol.keys(name)


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


def test_drawn_tiles_come_last_even_where_they_are_equal_to_those_that_went() -> None:
    position = dealt("CATEEEE", "EEEEEEE")
    draft = follow(EMPTY, seen(position))
    play = Play((Placed(112, "C"), Placed(113, "A"), Placed(114, "T")))
    places = {"C": 112, "A": 113, "T": 114}
    draft = arrange(draft, [(slot.id, places.get(slot.tile), None) for slot in draft.slots], "tab", Board())
    assert [slot.tile for slot in draft.slots] == list("ACEEEET")
    after = position.apply(play).deal("AAB")
    view = replace(seen(after), steps=(Step(position, after),))
    draft = follow(draft, view)
    assert [(slot.id, slot.tile) for slot in draft.slots] == [
        *((number, "E") for number in (3, 4, 5, 6)),
        (8, "A"),
        (9, "A"),
        (10, "B"),
    ]
    assert follow(draft, view) is draft, "a step is followed once"
    passed = after.apply(Pass())
    exchanged = passed.apply(Exchange("AE")).deal("AE")
    steps = (*view.steps, Step(after, passed), Step(passed, exchanged))
    draft = follow(draft, replace(seen(exchanged), steps=steps))
    assert [(slot.id, slot.tile) for slot in draft.slots] == [
        *((number, "E") for number in (3, 4, 5)),
        (8, "A"),
        (10, "B"),
        (11, "A"),
        (12, "E"),
    ]
    new = follow(draft, seen(dealt("CATEEEE", "EEEEEEE")))
    assert new.steps == 0, "another game"


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


def test_a_list_that_is_missing_shows_a_waiting_room() -> None:
    state = shown(replace(seen(None), phase=Phase.NO_LEXICON))
    assert state["phase"] == "gathering"


def test_the_link_says_when_it_is_tried_again(protocol: Protocol) -> None:
    down = Link(LinkState.DOWN, "The relay does not answer.", 4.0)
    state = shown(replace(seen(None), link=down, link_since=1000.0))
    assert protocol.wrong(state, "RoomState") == []
    assert state["relay"] == {
        "state": "down",
        "detail": "The relay does not answer.",
        "address": ABOUT.relay,
        "retryAt": 1004000,
    }
    assert shown(seen(None))["relay"]["retryAt"] is None


def test_the_link_is_dated_when_it_is_set(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.wait(7)
    room.member(0).link = Link(LinkState.UP, "The relay answers.")
    when = room.now
    room.wait(20)
    assert room.view(0).link_since == pytest.approx(when, abs=0.001)


def test_a_room_before_anything_is_known_of_it(protocol: Protocol) -> None:
    state = shown(replace(seen(None), room=None, players=()))
    assert protocol.wrong(state, "RoomState") == []
    assert (state["room"], state["players"], state["turn"], state["over"]) == (None, [], None, None)
    assert state["shield"]["level"] == "waiting"


def test_who_only_watches_has_no_rack(protocol: Protocol) -> None:
    state = shown(seen(dealt("CATEEEE", "EEEEEEE"), seat=None))
    assert protocol.wrong(state, "RoomState") == []
    assert state["draft"]["slots"] == []
    assert state["unseen"]["total"] == 100
    assert state["turn"]["noExchange"] == "You have no seat in this game."


def test_clocks(protocol: Protocol) -> None:
    position = dealt("CATEEEE", "EEEEEEE", rules=PRESETS["tournament"].changed(clock=1500)).apply(Pass(), seconds=1600)
    state = shown(seen(position))
    assert protocol.wrong(state, "RoomState") == []
    assert [player["clock"] for player in state["players"]] == [-100, 1500]
    assert state["room"]["clock"] == 1500
    assert [player["clock"] for player in shown(seen(dealt("CATEEEE", "EEEEEEE")))["players"]] == [None, None]


def test_tiles_unseen() -> None:
    board = Board().with_tiles([(112, "C"), (113, "A"), (114, "t")])
    unseen = shown(seen(dealt("QUEEEE?", "EEEEEEE", board=board)))["unseen"]
    count = {kind["tile"]: kind["count"] for kind in unseen["tiles"]}
    assert len(count) == 27
    full = Counter(LETTER_OF)
    full.subtract("CA?QUEEEE?")
    assert count == dict(full)
    assert (unseen["total"], unseen["blanks"]) == (90, 0)
    assert unseen["vowels"] + unseen["consonants"] + unseen["blanks"] == unseen["total"]


def test_once_a_game_is_over_nothing_is_tried_any_more() -> None:
    position = dealt("CATEEEE", "EEEEEEE")
    draft = follow(EMPTY, seen(position))
    wanted = [(slot.id, 112 if number == 0 else None, None) for number, slot in enumerate(draft.slots)]
    draft = arrange(draft, wanted, "tab", Board())
    assert follow(draft, seen(position)) is draft
    for _ in range(4):
        position = position.apply(Pass())
    over = follow(draft, seen(position))
    assert all(slot.square is None for slot in over.slots)
    assert follow(over, seen(position)) is over
    assert follow(over, seen(None)).slots == ()


def test_steps_that_were_shown_are_not_made_again() -> None:
    position = dealt("CATEEEE", "EEEEEEE")
    steps = []
    for _ in range(3):
        after = position.apply(Pass())
        steps.append(Step(position, after))
        position = after
    names = ("Ana", "Ben")
    first = steps_shown(names, steps[:2])
    again = steps_shown(names, steps)
    assert [before is after for before, after in zip(first, again, strict=False)] == [True, True]
    assert steps_shown(("Ana", "Eve"), steps)[1]["name"] == "Eve"


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


def test_going_out_has_to_be_answered_where_plays_are_challenged() -> None:
    out = dealt("CAT", "EEEEEEE", rules=PRESETS["tournament"], bag=0)
    out = out.apply(Play((Placed(112, "C"), Placed(113, "A"), Placed(114, "T"))))
    turn = shown(seen(out, seat=1))["turn"]
    assert (turn["canChallenge"], turn["mustAnswer"], turn["yours"]) == (True, True, True)
    assert turn["noExchange"] == "The last play would end the game: accept it or challenge it."
    other = shown(seen(out, seat=0))["turn"]
    assert (other["canChallenge"], other["mustAnswer"], other["yours"]) == (False, False, False)
    assert shown(seen(out.apply(Accept()), seat=1))["turn"] is None


def test_what_never_changes(tmp_path: Any, protocol: Protocol) -> None:
    made: Any = config(WordLists(tmp_path))
    assert protocol.wrong(made, "Config") == []
    assert made.keys() == protocol.keys("Config")
    assert [preset["name"] for preset in made["presets"]] == list(PRESETS)
    assert sum(tile["count"] for tile in made["tiles"].values()) == 100
    assert made["premiums"][made["centre"]] == "DW"
    assert made["wordlists"][0]["name"] == "modern"
    lines: Mapping[str, list[str]] = {preset["name"]: preset["lines"] for preset in made["presets"]}
    assert "Any word may be played; the next player may challenge it." in " ".join(lines["tournament"])


def test_another_view_of_the_same_is_equal(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.until(lambda: all(room.view(number).delivered for number in (0, 1)))
    room.wait(10)
    views = [room.view(number) for number in (0, 1)]
    room.wait(60)
    assert [room.view(number) for number in (0, 1)] == views, "time alone makes no new view"
    assert room.member(0)._sync.held(room.member(1).key, room.member(0).key, Stream.GAME) > 0


def test_rules_that_were_changed_are_said() -> None:
    view = seen(None)
    assert view.room is not None
    rules = PRESETS["classic"].changed(bingo=35)
    room = Room(2, rules, view.room.deal, bytes(32), "few")
    agreed = shown(replace(view, room=room, words=9))["room"]
    assert agreed["rules"] == "classic, with bingo=35"
    assert agreed["words"] == 9
    assert (agreed["deal"], agreed["challenges"]) == ("open", False)
