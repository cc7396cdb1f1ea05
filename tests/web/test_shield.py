"""What is said to be proven about a bag: no more than is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.game.moves import Pass
from p2pscrabble.game.position import Position
from p2pscrabble.peer.view import OutcomeView, View
from p2pscrabble.table import Charge, Outcome, Phase, Record, Seat
from p2pscrabble.web.shield import shield_shown
from tests.web.protocol import Protocol
from tests.web.tables import dealt, lexicon, seen

SEEDS = (bytes(range(16)), bytes(range(16, 32)))
COMMITMENTS = (bytes([0xAB] * 32), bytes([0xCD] * 32))


def told(view: View) -> dict[str, Any]:
    shown = shield_shown(view)
    assert Protocol().wrong(shown, "Shield") == []
    return shown


def details(view: View) -> dict[str, str]:
    return {detail["title"]: detail["text"] for detail in told(view)["details"]}


def playing() -> View:
    return replace(seen(dealt("CATEEEE", "EEEEEEE")), commitments=COMMITMENTS)


def over(*verdicts: bool | None, replay: str = "12") -> View:
    position: Position = dealt("CATEEEE", "EEEEEEE")
    for _ in range(4):
        position = position.apply(Pass())
    seats = (Seat(b"a" * 32, "Ana"), Seat(b"b" * 32, "Ben"))
    record = Record(0, seats, position.rules, lexicon().hash, 0, SEEDS)
    outcome = OutcomeView(Outcome(record, position, bytes(32)), ("Ana", "Ben"), replay, verdicts)
    return replace(seen(position), commitments=COMMITMENTS, outcomes=(outcome,))


def test_before_a_game_there_is_no_bag() -> None:
    shown = told(seen(None))
    assert shown["level"] == "waiting"
    assert shown["sentence"].startswith("There is no bag yet")
    assert "draws a secret number, and binds itself" in shown["details"][0]["text"]


def test_an_open_deal_says_that_programs_could_look() -> None:
    shown = told(playing())
    assert shown["level"] == "open"
    assert "Nobody could choose the order" in shown["sentence"]
    assert "could look" in shown["sentence"]
    text = details(playing())
    assert text["Ana’s number"] == "Bound to abab abab abab abab… before the bag was known, and opened what fits it."
    assert text["Ben’s number"].startswith("Bound to cdcd")
    assert "Somebody who changes their program can look" in text["What nothing protects"]
    assert "After the game" not in text


def test_before_the_end_no_seed_is_told() -> None:
    view = replace(over(True, True), position=playing().position, phase=Phase.PLAYING)
    assert "It was" not in " ".join(details(view).values()), "that game is another one"


def test_when_all_have_checked() -> None:
    view = over(True, True)
    assert told(view)["level"] == "checked"
    text = details(view)
    assert text["Ana’s number"].endswith("It was 0001 0203 0405 0607….")
    assert text["Ben’s number"].endswith("It was 1011 1213 1415 1617….")
    assert text["After the game"].endswith("Ana’s and Ben’s programs found the same.")


def test_while_some_have_not_said_what_they_found() -> None:
    assert told(over(True, None))["level"] == "checked"
    assert details(over(True, None))["After the game"].endswith(
        "Ana’s program found the same. Ben’s program has not said yet what it found."
    )
    assert told(over(None, None))["level"] == "open"
    assert details(over(None, None))["After the game"].endswith(
        "Ana’s and Ben’s programs have not said yet what they found."
    )


def test_when_one_found_another_game() -> None:
    shown = told(over(True, False))
    assert shown["level"] == "broken"
    assert shown["sentence"] == "Ben’s program found another game than this one when it was checked."
    assert "Ben’s program found something else." in details(over(True, False))["After the game"]
    assert told(over(False, False))["sentence"].startswith("Ana’s and Ben’s programs found another game")


def test_a_game_too_long_for_a_number_was_not_dealt_anew() -> None:
    shown = told(over(True, True, replay=""))
    assert shown["level"] == "checked"
    assert "too long" in shown["sentence"]


@pytest.mark.parametrize(("warning", "said"), [("The game has stopped: Ben lied.", "Ben lied"), ("", "do not agree")])
def test_a_game_that_stopped(warning: str, said: str) -> None:
    shown = told(replace(playing(), phase=Phase.STOPPED, warning=warning))
    assert shown["level"] == "broken"
    assert said in shown["sentence"]


def test_who_cheated_is_named() -> None:
    charge = Charge(Seat(b"b" * 32, "Ben"), "tried a move that is against the rules")
    text = details(replace(playing(), charges=(charge,), liars=("Ben",)))
    assert text["Ben is out of the game"] == "The program there tried a move that is against the rules."
    assert text["Ben told two stories"].startswith("Ben’s program has signed two different stories")


def test_without_a_room_or_names_it_says_what_it_can() -> None:
    view = replace(playing(), room=None, players=())
    assert told(view)["level"] == "open"
    assert "Seat 1’s number" in details(view)
