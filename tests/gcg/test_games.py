"""Our own games, as ``make_games.py`` made them: between them they hold all that a GCG file can."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Pass
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Leftovers
from p2pscrabble.gcg import EventKind, GcgGame, game_gcg, import_gcg, read_gcg

FILES = sorted((Path(__file__).parent / "games").glob("*.gcg"))
TOURNAMENT = PRESETS["tournament"]


def game(name: str) -> GcgGame:
    return import_gcg((Path(__file__).parent / "games" / f"{name}.gcg").read_bytes())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_score_agrees_and_the_file_comes_back(path: Path) -> None:
    data = path.read_bytes()
    imported = import_gcg(data)
    assert imported.problems == imported.doubts == ()
    assert game_gcg(imported).encode() == data


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("UTF-8", "ISO-8859-1").encode("latin-1"),
        lambda text: text.replace(" +", "   +").replace("\n>", "\n\n>"),
        lambda text: "\n".join(f"{line}  AN, OR  nice" if line.startswith(">") else line for line in text.split("\n")),
    ],
    ids=["CRLF", "BOM", "latin-1", "spaces", "remarks"],
)
def test_the_same_game_in_other_forms(path: Path, change: object) -> None:
    text = path.read_text("utf-8")
    assert callable(change)
    assert import_gcg(change(text)) == import_gcg(text)


def test_there_is_everything_in_them() -> None:
    assert len(FILES) >= 12
    files = [read_gcg(path.read_bytes()) for path in FILES]
    assert {event.kind for file in files for event in file.events} == set(EventKind)
    assert {len(file.players) for file in files} == {2, 3, 4}
    assert any(letter.islower() for file in files for event in file.events for letter in event.text)
    games = [import_gcg(path.read_bytes()) for path in FILES]
    assert {type(step.move) for imported in games for step in imported.steps} >= {Challenge, Accept, Exchange, Pass}
    assert {imported.rules.challenge for imported in games} == set(ChallengeRule)
    reasons = {imported.position.ended.reason for imported in games if imported.position.ended}
    assert reasons == set(EndReason)


def test_the_rules_come_back() -> None:
    assert game("double").rules == TOURNAMENT
    assert game("five-point").rules.challenge is ChallengeRule.FIVE_POINT
    assert game("ten-point").rules.challenge is ChallengeRule.TEN_POINT
    assert game("single").rules == TOURNAMENT.changed(challenge="single")
    assert game("time").rules == TOURNAMENT.changed(clock=1500)
    assert game("scratch").rules == PRESETS["scratch"]
    assert game("classic").rules == PRESETS["classic"]
    assert game("three").rules == TOURNAMENT


def test_what_the_others_had_left_is_converted() -> None:
    """The file gives twice the tiles to the one who went out; the rules of the game take from one, give to the other.

    The spread is the same.
    """
    data = (Path(__file__).parent / "games" / "classic.gcg").read_bytes()
    *_, last = read_gcg(data).events
    totals = {event.seat: event.total for event in read_gcg(data).events}
    end = import_gcg(data).position.ended
    assert end is not None
    assert end.final is not None
    assert import_gcg(data).rules.leftovers is Leftovers.EACH_LOSES
    assert last.kind is EventKind.TILES_LEFT
    assert last.change > 0
    assert end.final == (totals[0] - last.change // 2, totals[1] - last.change // 2)
