"""The parts of what the page is shown, from positions that were made for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Accept, Exchange, Pass, Placed, Play
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table import Phase, Room, Step
from p2pscrabble.transport import Link, LinkState
from p2pscrabble.web.config import config
from p2pscrabble.web.draft import EMPTY, arrange
from p2pscrabble.web.showing import follow
from p2pscrabble.web.turns import steps_shown
from tests.web.onlooker import shown
from tests.web.protocol import Protocol
from tests.web.tables import ABOUT, dealt, seen


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


def test_rules_that_were_changed_are_said() -> None:
    view = seen(None)
    assert view.room is not None
    rules = PRESETS["classic"].changed(bingo=35)
    room = Room(2, rules, view.room.deal, bytes(32), "few")
    agreed = shown(replace(view, room=room, words=9))["room"]
    assert agreed["rules"] == "classic, with bingo=35"
    assert agreed["words"] == 9
    assert (agreed["deal"], agreed["challenges"]) == ("open", False)
