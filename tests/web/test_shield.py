"""What is said to be proven about a bag: no more than is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.game.moves import Pass
from p2pscrabble.game.position import Position
from p2pscrabble.peer.view import Liar, OutcomeView, View
from p2pscrabble.table import Charge, Deal, Outcome, Phase, Record, SealedRecord, Seat
from p2pscrabble.web.shield import shield_shown
from tests.bag.sealed.game import FEW, Game
from tests.web.onlooker import shown
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
    assert "all are opened, and the bag is mixed" in shown["details"][0]["text"]
    view = seen(None)
    assert view.room is not None
    (detail,) = told(replace(view, room=replace(view.room, deal=Deal.SEALED)))["details"]
    assert "each in turn shuffles all tiles and locks every one, and proves that the same tiles are" in detail["text"]


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


def test_when_somebody_sent_what_the_opened_number_does_not_make() -> None:
    view = over(False, False)
    shown = told(replace(view, outcomes=(replace(view.outcomes[0], faulty=("Ben",)),)))
    assert shown["level"] == "broken"
    assert "Ben’s program did not shuffle and answer as its secret number says" in shown["sentence"]


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
    view = replace(playing(), charges=(charge,), liars=(Liar("Ben", "/games/evidence-1.json"),))
    said = "Ben’s program tried a move that is against the rules: that was refused, and Ben is out of the game."
    assert told(view)["sentence"].startswith(said)
    text = details(view)
    assert text["Ben is out of the game"].startswith(
        "The program there tried a move that is against the rules. That was"
    )
    assert text["Ben told two stories"] == (
        "Ben’s program has signed two different stories; yours keeps to the first. Both are in /games/evidence-1.json, "
        "and anyone can check them: p2pscrabble audit FILE."
    )


def sealed(view: View, game: Game) -> View:
    """The same of a game with this sealed bag."""
    assert view.room is not None
    return replace(view, room=replace(view.room, deal=Deal.SEALED), bag=game.record)


def sealed_over(game: Game, seeds: tuple[bytes | None, ...], *verdicts: bool | None) -> View:
    view = sealed(over(*verdicts), game)
    (shown,) = view.outcomes
    outcome = replace(shown.outcome, sealed=SealedRecord(game.record, seeds))
    return replace(view, outcomes=(replace(shown, outcome=outcome),))


def test_while_a_sealed_bag_is_made() -> None:
    shown = told(replace(sealed(seen(None), Game(2)), phase=Phase.DEALING))
    assert shown["level"] == "waiting"
    assert shown["sentence"] == "Ben and you are still to shuffle and lock the bag."
    assert "The locks" in {detail["title"] for detail in shown["details"]}


def test_a_sealed_bag_says_who_shuffled_it_and_shows_every_proof() -> None:
    view = sealed(playing(), Game(2).dealt())
    shown = told(view)
    assert shown["level"] == "sealed"
    assert shown["sentence"] == f"{len(FEW)} tiles, shuffled by Ben and you; nobody has seen yours."
    text = details(view)
    assert "Opening a tile takes all programs" in text["How the bag was made"]
    assert text["Ben’s shuffle"].endswith("bytes, checked by this program.")
    assert text["Tiles drawn"].startswith("Ben unlocked tiles")
    assert "own computer can see your rack" in text["What nothing protects"]
    assert text["Ben’s number"] == "Bound to cdcd cdcd cdcd cdcd… before the bag was known."


def test_after_new_locks_and_a_cheat() -> None:
    game = Game(3, "cheat").dealt()
    game.vanish(2)
    charge = Charge(Seat(b"c" * 32, "Cid"), "laid other tiles than it showed")
    elsewhere = Charge(Seat(b"x" * 32, "Eve"), "cheated in an earlier game")
    view = replace(
        sealed(seen(dealt("CATEEEE", "EEEEEEE", "EEEEEEE")), game), charges=(elsewhere, charge), commitments=COMMITMENTS
    )
    shown = told(view)
    assert shown["level"] == "sealed"
    assert shown["sentence"] == (
        "Cid’s program laid other tiles than it showed: that was refused, and Cid is out of the game. "
        f"{len(FEW)} tiles, shuffled by Ben, Cid and you, then locked anew by Ben and you after Cid was gone; nobody "
        "has seen yours."
    )
    text = details(view)
    assert text["Cid is out of the game"].endswith("changed anything, and the others play on without.")
    assert text["Cid was gone"].startswith("Ben and you locked all tiles that are not on the board anew")


def test_a_sealed_game_that_was_checked() -> None:
    game = Game(2).dealt()
    view = sealed_over(game, SEEDS, True, None)
    shown = told(view)
    assert shown["level"] == "checked"
    assert shown["sentence"] == (
        "Checked: every proof, every move and every score is right, and the opened numbers make the bag that was "
        "shuffled by Ben and you again."
    )
    text = details(view)
    assert text["Ben’s number"].endswith("and opened what fits it. It was 1011 1213 1415 1617….")
    assert "makes again, byte for byte" in text["After the game"]
    view = sealed_over(game, (SEEDS[0], None), True, True)
    assert told(view)["sentence"].endswith("; Ben did not open the secret number, so what it made was not made again.")
    assert details(view)["Ben’s number"].endswith("before the bag was known.")
    assert told(sealed_over(game, SEEDS, None, None))["level"] == "sealed"
    assert told(replace(view, bag=None))["level"] == "checked"
    assert "make the bag again" in told(replace(sealed_over(game, SEEDS, True, True), bag=None))["sentence"]


def test_without_a_room_or_names_it_says_what_it_can() -> None:
    view = replace(sealed(playing(), Game(2).dealt()), players=())
    assert told(view)["sentence"] == f"{len(FEW)} tiles, shuffled by Seat 1 and Seat 2; nobody sees another’s."
    view = replace(playing(), room=None, players=())
    assert told(view)["level"] == "open"
    assert "Seat 1’s number" in details(view)


def test_a_game_that_has_ended_is_not_shown_with_what_was_found_of_the_one_before() -> None:
    """Its last racks and seeds are being opened."""
    position = dealt("CATEEEE", "EEEEEEA")
    for _ in range(4):
        position = position.apply(Pass())
    view = replace(over(True, True), position=position)
    assert view.ended is None
    state = shown(view)
    assert (state["over"]["number"], state["over"]["hash"], state["over"]["verdicts"]) == ("", "", [])
    assert told(view)["level"] != "checked"
