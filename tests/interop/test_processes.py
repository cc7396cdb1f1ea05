"""Four programs, each in a process of its own, play a game through a relay in a fifth; a sixth checks it alone."""

from __future__ import annotations

import json

import pytest

from tests.interop.conftest import PATIENCE, Start, relay


@pytest.mark.timeout(PATIENCE + 40)
@pytest.mark.parametrize(
    "profile",
    ["own", pytest.param("turbowarp", marks=pytest.mark.soak), pytest.param("scratch", marks=pytest.mark.soak)],
)
def test_a_host_and_three_computer_players_agree_on_the_game(start: Start, player: Start, profile: str) -> None:
    address = relay(start, profile)
    options = ["--seats", "4", "--deal", "open", "--auto", "--games", "1", "--countdown", "1"]
    host = player("Ana", address, "host", *options)
    code = str(host.event("room")["code"])
    others = [player(name, address, "bot", P2PSCRABBLE_CODE=code) for name in ("Ben", "Cid", "Dora")]
    results = [(program.event("over"), program.event("verdict")) for program in (host, *others)]
    assert [program.process.wait(60) for program in (host, *others)] == [0, 0, 0, 0]

    overs, verdicts = [over for over, _ in results], [verdict for _, verdict in results]
    assert sorted(map(str, overs[0]["names"])) == ["Ana", "Ben", "Cid", "Dora"]  # type: ignore[call-overload]
    for key in ("names", "scores", "winners", "hash"):
        assert [over[key] for over in overs] == [overs[0][key]] * 4
    assert [verdict["replay"] for verdict in verdicts] == [verdicts[0]["replay"]] * 4
    assert [verdict["sound"] for verdict in verdicts] == [True] * 4

    # Anyone can check it: no relay is named, and none is asked.
    audit = start("p2pscrabble", "--json", "replay", str(verdicts[0]["replay"]), "--audit")
    assert audit.process.wait(60) == 0, audit.errors.read_text()
    findings = [json.loads(line) for line in audit.lines]
    assert all(finding["holds"] for finding in findings)
    scores = ", ".join(f"Player {number} {score}" for number, score in enumerate(list(overs[0]["scores"]), 1))  # type: ignore[call-overload]
    assert any(f"Result: {scores}." in finding["text"] for finding in findings)


def test_a_killed_program_comes_back_and_the_game_goes_on(start: Start, player: Start) -> None:
    address = relay(start, "own")
    host = player("Ana", address, "host", "--auto", "--games", "1", "--countdown", "1")
    code = str(host.event("room")["code"])
    guest = player("Ben", address, "join", "--auto", P2PSCRABBLE_CODE=code)
    for _ in range(4):
        guest.event("move")
    guest.process.kill()
    guest.process.wait()
    again = player("Ben", address, "join", "--auto", P2PSCRABBLE_CODE=code)
    over = host.event("over")
    assert again.event("over")["hash"] == over["hash"]
    verdict = host.event("verdict")
    assert verdict["sound"]
    assert again.event("verdict")["replay"] == verdict["replay"]


def test_a_relay_that_is_restarted_empty_loses_no_game(start: Start, player: Start) -> None:
    first = start("p2pscrabble_relay", "--listen", "127.0.0.1:0", "--json")
    told = first.event("listening")
    host = player("Ana", str(told["url"]), "host", "--auto", "--games", "1", "--countdown", "1")
    code = str(host.event("room")["code"])
    guest = player("Ben", str(told["url"]), "bot", P2PSCRABBLE_CODE=code)
    host.event("move")
    first.process.kill()
    first.process.wait()
    start("p2pscrabble_relay", "--listen", f"127.0.0.1:{told['port']}", "--json").event("listening")
    assert host.event("over")["hash"] == guest.event("over")["hash"]


def test_two_rooms_on_one_relay_do_not_meet(start: Start, player: Start) -> None:
    """Also where both share Scratch's ten variables."""
    address = relay(start, "scratch")
    options = ["--deal", "open", "--auto", "--games", "1", "--countdown", "1"]
    hosts = [player(name, address, "host", *options) for name in ("Ana", "Eve")]
    codes = [str(host.event("room")["code"]) for host in hosts]
    guests = [
        player(name, address, "bot", P2PSCRABBLE_CODE=code) for name, code in zip(("Ben", "Finn"), codes, strict=True)
    ]
    ends = [(host.event("over"), guest.event("over")) for host, guest in zip(hosts, guests, strict=True)]
    assert [host["hash"] for host, _ in ends] == [guest["hash"] for _, guest in ends]
    assert ends[0][0]["names"] == ["Ana", "Ben"]
    assert ends[1][0]["names"] == ["Eve", "Finn"]


def test_a_relay_that_is_not_there_is_told_with_its_own_exit_code(player: Start) -> None:
    program = player("Ana", "ws://127.0.0.1:9/", "host", "--auto")
    assert program.process.wait(60) == 3
    assert "127.0.0.1:9" in program.errors.read_text()


def test_a_full_room_is_a_negative_answer(start: Start, player: Start) -> None:
    address = relay(start, "own")
    host = player("Ana", address, "host", "--text", "--countdown", "0")
    code = str(host.event("room")["code"])
    player("Ben", address, "bot", P2PSCRABBLE_CODE=code)
    host.event("called")
    late = player("Cid", address, "bot", P2PSCRABBLE_CODE=code)
    assert late.process.wait(60) == 1
    assert "full" in late.errors.read_text()
