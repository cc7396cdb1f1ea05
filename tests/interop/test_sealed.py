"""Whole sealed games between programs, and a stranger's program that checks them from a file alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.interop.conftest import Program, Start, relay

NAMES = ("Ana", "Ben", "Cid", "Dora")


def played(start: Start, player: Start, profile: str, seats: int) -> list[Program]:
    """One game of a person's program that plays itself and computer players; all have judged it."""
    address = relay(start, profile)
    host = player("Ana", address, "host", "--seats", str(seats), "--auto", "--games", "1", "--countdown", "1")
    code = str(host.event("room")["code"])
    others = [player(name, address, "bot", P2PSCRABBLE_CODE=code) for name in NAMES[1:seats]]
    return [host, *others]


def agreed(programs: list[Program]) -> str:
    """All ended with the same game, and found nothing wrong with it: its number."""
    results = [(program.event("over"), program.event("verdict")) for program in programs]
    assert [program.process.wait(60) for program in programs] == [0] * len(programs)
    assert [over["hash"] for over, _ in results] == [results[0][0]["hash"]] * len(programs)
    assert [over["scores"] for over, _ in results] == [results[0][0]["scores"]] * len(programs)
    assert [verdict["sound"] for _, verdict in results] == [True] * len(programs)
    (number,) = {str(verdict["replay"]) for _, verdict in results}
    return number


def findings(start: Start, *command: str, code: int = 0) -> list[dict[str, object]]:
    """What a stranger's program, which has no game and asks no relay, says of something."""
    program = start("p2pscrabble", "--data-dir", "stranger", "--json", *command)
    said = [json.loads(line) for line in program.lines]
    assert program.process.wait(60) == code, program.errors.read_text()
    return [one for one in said if one["event"] in ("finding", "verdict")]


def checked_by_a_stranger(start: Start, folder: Path, number: str) -> None:
    """From the number, and from what was signed; and not any more once that was changed."""
    assert all(one["holds"] for one in findings(start, "replay", number, "--audit"))
    export = start("p2pscrabble", "--data-dir", "Ana", "export", "--output", "game.json")
    assert export.process.wait(60) == 0, export.errors.read_text()
    *found, verdict = findings(start, "audit", "game.json")
    assert all(one["holds"] for one in found)
    assert verdict["sound"]
    assert verdict["replay"] == number, "what was signed tells the very same game"
    text = (folder / "game.json").read_text()
    at = len(text) // 2
    while text[at] not in "0123456789":
        at += 1
    (folder / "changed.json").write_text(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])
    *found, verdict = findings(start, "audit", "changed.json", code=1)
    assert found[-1]["holds"] is False
    assert found[-1]["text"]
    assert not verdict["sound"]


QUICK = {("own", 4)}
"""What is played here with every run of the tests; the others take minutes, most for waiting at Scratch's pace.

``test_turbowarp.py`` and ``test_scratch.py`` play a game each over what stands in for their servers.
"""
GAMES = [
    pytest.param(profile, seats, marks=() if (profile, seats) in QUICK else pytest.mark.soak)
    for profile in ("own", "turbowarp", "scratch")
    for seats in (2, 3, 4)
]


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("profile", "seats"), GAMES)
def test_a_sealed_game(start: Start, player: Start, tmp_path: Path, profile: str, seats: int) -> None:
    """On Scratch's relay values have 256 digits, and each program may set ten a second."""
    checked_by_a_stranger(start, tmp_path, agreed(played(start, player, profile, seats)))
