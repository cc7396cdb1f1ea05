"""``replay`` and ``import``: numbers, files, standard input, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import position_plays
from p2pscrabble.game.moves import Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals.replay import replay_of
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.replay import write_replay

WORDS = ("AA", "AE", "AI", "OE", "EAT", "TEA", "TEAS", "ONE", "TON", "NOTE", "RAIN", "LINE", "DO", "GO", "IS", "IN")
SEEDS = (bytes(range(16)), bytes(range(16, 32)))

GCG = """\
#player1 ana Ana
#player2 ben Ben
>ana: ACTXYZQ 8G CAT +10 10
>ben: AEINRST - +0 0
"""


def played(rules: Rules, lexicon: Lexicon, seeds: tuple[bytes, ...] = SEEDS) -> tuple[Position, ...]:
    """A game in which everyone makes the play that scores most, or passes."""
    dealer = OpenDeal(seeds)

    def settled(position: Position) -> Position:
        while position.owed:
            draw = position.owed[0]
            rack = position.players[draw.seat].rack.tiles or ""
            position = position.deal(dealer.draw(draw.seat, draw.count, rack, draw.back))
        return position

    positions = [settled(Position.start(rules, lexicon, len(seeds)))]
    while positions[-1].ended is None:
        plays = position_plays(positions[-1])
        move: Move = max(plays, key=lambda play: (play[1], play[0].tiles))[0] if plays else Pass()
        positions.append(settled(positions[-1].apply(move)))
    return tuple(positions)


@pytest.fixture(scope="module")
def positions() -> tuple[Position, ...]:
    return played(PRESETS["classic"], Lexicon.from_words(WORDS))


@pytest.fixture(scope="module")
def number(positions: tuple[Position, ...]) -> str:
    return write_replay(replay_of(positions, SEEDS))


@pytest.fixture
def with_words(run: Any, tmp_path: Path) -> Any:
    """Runs commands where the word list of the game is."""
    file = tmp_path / "few.txt"
    file.write_text("\n".join(WORDS))
    assert run("wordlist", "add", str(file)).code == 0
    return run


def final(positions: tuple[Position, ...]) -> tuple[int, ...]:
    ended = positions[-1].ended
    assert ended is not None
    assert ended.final is not None
    return ended.final


def test_a_number_is_shown(with_words: Any, number: str, positions: tuple[Position, ...]) -> None:
    scores = final(positions)
    answer = with_words("replay", number)
    assert answer.code == 0
    lines = answer.stdout.splitlines()
    assert lines[0] == "Rules: classic. Word list: few."
    assert lines[2].startswith("  1. Player 1  ")
    assert f"Result: Player 1 {scores[0]}, Player 2 {scores[1]}." in lines[-1]
    assert sum(line[3:5] == ". " for line in lines) == len(positions) - 1


def test_a_number_in_parts_a_file_and_a_pipe(with_words: Any, number: str, tmp_path: Path) -> None:
    whole = with_words("replay", number).stdout
    parts = [number[at : at + 20] for at in range(0, len(number), 20)]
    assert with_words("replay", *parts).stdout == whole
    file = tmp_path / "game.txt"
    file.write_text("\n".join(parts) + "\n")
    assert with_words("replay", str(file)).stdout == whole
    assert with_words("replay", "-", stdin=" ".join(parts)).stdout == whole


def test_without_the_word_list(run: Any, number: str) -> None:
    answer = run("replay", number)
    assert answer.code == 0
    assert "which is not on this computer" in answer.stdout
    audit = run("replay", "--audit", number)
    assert audit.code == 0
    assert "open   The word list" in audit.stdout


def test_audit(with_words: Any, number: str, positions: tuple[Position, ...]) -> None:
    answer = with_words("replay", "--audit", number)
    assert answer.code == 0
    lines = answer.stdout.splitlines()
    assert all(line.startswith("holds  ") for line in lines)
    assert f"All {len(positions) - 1} moves are within the rules (classic)." in answer.stdout
    findings = with_words("--json", "replay", "--audit", number).events
    assert {finding["holds"] for finding in findings} == {True}


@pytest.mark.parametrize("at", [0, 10, -1])
def test_a_wrong_digit(with_words: Any, number: str, at: int) -> None:
    digits = list(number)
    digits[at] = str((int(digits[at]) + 1) % 10)
    wrong = "".join(digits)
    shown = with_words("replay", wrong)
    assert shown.code == 2
    assert "damaged" in shown.stderr
    audit = with_words("replay", "--audit", wrong)
    assert audit.code == 1
    assert audit.stdout.startswith("WRONG ")
    assert "does not hold" in audit.stderr


def test_words_that_are_not_in_the_list_do_not_hold(run: Any, tmp_path: Path) -> None:
    """A number that names a word list by its hash, and a game that the list does not allow."""
    other = Lexicon.from_words((*WORDS, "AN", "ON", "AT", "TO", "IT", "RE", "ER"))

    class Named:
        name = "few"
        hash = Lexicon.from_words(WORDS).hash

        def __contains__(self, word: str, /) -> bool:
            return word in other

    shown = played(PRESETS["classic"], other)
    forged = write_replay(replay_of(tuple(replace(position, lexicon=Named()) for position in shown), SEEDS))
    file = tmp_path / "few.txt"
    file.write_text("\n".join(WORDS))
    assert run("wordlist", "add", str(file)).code == 0
    audit = run("replay", "--audit", forged)
    assert audit.code == 1
    assert "WRONG" in audit.stdout


def test_json(with_words: Any, number: str, positions: tuple[Position, ...]) -> None:
    (event,) = with_words("--json", "replay", number).events
    assert event["scores"] == list(final(positions))
    assert event["rules"]["bingo"] == 50
    assert len(event["moves"]) == len(positions) - 1
    assert {"seat", "rack", "move", "points", "total", "outcome", "about"} == event["moves"][0].keys()


def test_gcg_and_back(with_words: Any, number: str, tmp_path: Path) -> None:
    answer = with_words("replay", "--gcg", number)
    assert answer.code == 0
    assert "#player1 Player_1 Player 1" in answer.stdout
    file = tmp_path / "game.gcg"
    file.write_text(answer.stdout)
    imported = with_words("import", str(file))
    assert imported.code == 0, imported.stderr
    again = with_words("replay", "--gcg", imported.stdout.strip())
    moves = [line for line in answer.stdout.splitlines() if line.startswith(">")]
    assert [line for line in again.stdout.splitlines() if line.startswith(">")] == moves
    assert "> " not in with_words("--json", "replay", "--gcg", number).events[0]["text"][:2]


def test_import(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.gcg"
    file.write_text(GCG)
    answer = run("import", str(file))
    assert answer.code == 0
    assert answer.stdout.strip().isdecimal()
    shown = run("replay", answer.stdout.strip())
    assert "8G CAT" in shown.stdout
    assert "The game has not ended." in shown.stdout
    assert run("import", "-", stdin=GCG).stdout == answer.stdout
    assert run("--json", "import", str(file)).events[-1]["number"] == answer.stdout.strip()
    told = run("replay", str(file))
    assert told.code == 2
    assert "p2pscrabble import" in told.stderr


def test_import_says_which_line_is_wrong(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "game.gcg"
    file.write_text(GCG.replace("+10 10", "+11 11"))
    answer = run("import", str(file))
    assert answer.code == 2
    assert answer.stderr.startswith("Line 3: ")
    assert "10" in answer.stderr
    lenient = run("--json", "import", "--lenient", str(file))
    assert lenient.code == 0
    assert [event["line"] for event in lenient.events if event["event"] == "problem"]
    assert lenient.events[-1]["problems"] > 0


def test_nothing_to_replay(run: Any) -> None:
    answer = run("replay")
    assert answer.code == 1
    assert "No game has ended on this computer yet." in answer.stderr
    assert run("replay", "nonsense").code == 2
    assert run("replay", "12").code == 2
    assert run("replay", "-", stdin="nothing").code == 2
