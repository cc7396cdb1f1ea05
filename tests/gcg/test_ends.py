"""The last lines of our own games, changed: what is said about tiles and time at the end is checked as all else."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pscrabble.errors import GcgError
from p2pscrabble.game.moves import Accept, Challenge
from p2pscrabble.game.rules import ChallengeRule, Leftovers
from p2pscrabble.gcg import EventKind, GcgEvent, import_gcg, read_gcg


def lines(name: str) -> list[str]:
    """The lines of one of the games, without the last line end."""
    return (Path(__file__).parent / "games" / f"{name}.gcg").read_text("utf-8").split("\n")[:-1]


def events(name: str, kind: EventKind) -> list[GcgEvent]:
    return [event for event in read_gcg("\n".join(lines(name))).events if event.kind is kind]


def wrong(changed: list[str]) -> str:
    with pytest.raises(GcgError) as caught:
        import_gcg("\n".join(changed))
    return str(caught.value)


def test_twice_the_tiles_for_the_one_who_went_out() -> None:
    *before, last = lines("double")
    assert last == ">Ana_Lovelace:  (UU) +4 365"
    end = import_gcg("\n".join([*before, last])).position.ended
    assert end is not None
    assert end.final == (365, 293)
    number = len(before) + 1
    assert wrong([*before, ">Ana_Lovelace: (UU) +2 363"]) == (
        f"line {number}: It says +2 363, and by the rules it is +4 365."
    )
    assert wrong([*before, ">Ana_Lovelace: (OU) +4 365"]) == f"line {number}: The tiles left are UU, not OU."
    assert wrong([*before, last, last]) == f"line {number + 1}: The tiles left were counted for Ana_Lovelace before."
    assert (
        wrong([*before, ">Ben: UU (UU) -2 291"]) == f"line {number}: The tiles left are not counted for Ana_Lovelace."
    )


def test_each_counts_the_own_tiles() -> None:
    """The other way to write it: the one loses what the other gains."""
    *before, _ = lines("double")
    game = import_gcg("\n".join([*before, ">Ana_Lovelace: (UU) +2 363", ">Ben: UU (UU) -2 291"]))
    assert game.rules.leftovers is Leftovers.EACH_LOSES
    end = game.position.ended
    assert end is not None
    assert end.final == (363, 291)


def test_tiles_that_nobody_can_hold_at_the_end() -> None:
    *before, first, second = lines("scoreless")
    assert second == ">Ben: ADEEISW (ADEEISW) -11 61"
    number = len(before) + 1
    assert wrong([*before, first]) == f"line {number}: The tiles left are not counted for Ben."
    game = import_gcg("\n".join([*before, first, ">Ben: (AAAAAAA) -7 65"]))
    assert [doubt.text for doubt in game.doubts] == ["Ben kept ADEISW from the last turn, so not AAAAAAA."]
    less = [line.replace("ADEISWX -X", "-1") for line in before]
    game = import_gcg("\n".join([*less, first, ">Ben: (QQAAAAA) -25 47"]))
    assert [doubt.text for doubt in game.doubts] == ["Only 1 Q can be held here, not 2."]


def test_three_count_each_the_own_tiles() -> None:
    *before, gain, second, third = lines("three")
    number = len(before) + 1
    assert import_gcg("\n".join([*before, gain, second, third])).position.ended
    assert wrong([*before, gain, second]).startswith(f"line {number + 1}: The tiles left are not counted for ")
    assert wrong([*before, second, third]).startswith(f"line {number + 1}: The tiles left are not counted for ")
    assert wrong([*before, gain.replace("(", "(Q"), second, third]).startswith(f"line {number}: The tiles left are ")


def test_nothing_is_counted_when_all_others_left() -> None:
    text = lines("resigned")
    assert wrong([*text, ">Ben: (A) +1 1"]) == f"line {len(text) + 1}: When all others have left, no tiles are counted."


def test_time_over_is_counted_once() -> None:
    text = lines("time")
    assert text[-1].startswith(">Ben: C (time) -150 ")
    assert wrong([*text, text[-1]]) == f"line {len(text) + 1}: Time over was counted for Ben before."


def test_a_play_is_withdrawn_at_once_or_not_at_all() -> None:
    text = ["#player1 ana Ana", "#player2 ben Ben", ">ana: 8G CAT +10 10", ">ben: (time) -10 -10", ">ana: -- -10 0"]
    assert wrong(text) == "line 5: The play came off elsewhere in the file, and stands here."


def test_more_tiles_on_a_rack_than_the_end_leaves() -> None:
    """Ana holds three tiles when she goes out; a rack of four is doubted."""
    text = "\n".join(lines("double")).replace(">Ana_Lovelace: GIT O9", ">Ana_Lovelace: GITA O9")
    game = import_gcg(text)
    assert [doubt.text for doubt in game.doubts] == ["Ana_Lovelace holds 3 tiles, not AGIT."]


def test_a_file_that_stops_after_the_last_play() -> None:
    """It is taken as accepted; unless the file says that it is not whole."""
    text = [line for line in lines("double") if line not in ("#note #unsuccessful-challenge", ">Ben: UU - +0 293")][:-1]
    game = import_gcg("\n".join(text))
    assert type(game.steps[-1].move) is Accept
    assert game.position.ended is not None
    assert game.position.ended.final == (365, 293)
    assert game.racks == ("", "UU")
    assert import_gcg("\n".join([*text, "#incomplete"])).position.answer_pending
    assert import_gcg("\n".join([*text, "#rack2 UU"])).racks == ("", "UU")


def test_a_pass_after_the_last_play_is_a_mistaken_challenge() -> None:
    text = "\n".join(lines("double"))
    assert type(import_gcg(text).steps[-1].move) is Challenge
    assert type(import_gcg(text.replace("#note #unsuccessful-challenge\n", "")).steps[-1].move) is Challenge


def test_a_pass_after_the_last_play_accepts_it_under_other_rules() -> None:
    text = "\n".join(lines("five-point"))
    bonus = events("five-point", EventKind.BONUS)[-1]
    assert bonus.line == text.count("\n")
    *before, _, last = text.split("\n")
    words = last.split(" ")
    total = int(words[-1]) - 5
    game = import_gcg("\n".join([*before, ">Ben: OO - +0 446", " ".join([*words[:-1], str(total)])]))
    assert game.rules.challenge is ChallengeRule.FIVE_POINT
    assert type(game.steps[-1].move) is Accept
