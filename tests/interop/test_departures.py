"""Players who go while a sealed game runs: one whose program is killed for good, and one who leaves."""

from __future__ import annotations

import json
import queue
import re
import threading
from collections.abc import Mapping

import pytest

from tests.interop.conftest import PATIENCE, Program, Start, relay

LATE = 40
"""Tiles in the bag from which on it is late."""


class Typist:
    """A person at a terminal, who hears what happens and types."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.heard: list[Mapping[str, object]] = []
        self._coming: queue.Queue[str] = queue.Queue()
        self._turns = 0
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        for line in self.program.lines:
            self._coming.put(line)

    def type(self, line: str) -> None:
        assert self.program.process.stdin is not None
        self.program.process.stdin.write(f"{line}\n")
        self.program.process.stdin.flush()

    def hear(self) -> Mapping[str, object]:
        """The next thing that happens; nothing after a moment in which nothing does."""
        try:
            said: dict[str, object] = json.loads(self._coming.get(timeout=0.2))
        except queue.Empty:
            return {"event": ""}
        self.heard.append(said)
        return said

    @property
    def screen(self) -> str:
        return self.program.errors.read_text()

    @property
    def rack(self) -> str:
        """The tiles on the rack, as last shown."""
        return "".join(sorted(re.findall(r"Your rack: ([A-Z?](?: [A-Z?])*)", self.screen)[-1].replace(" ", "")))

    def to_move(self) -> bool:
        """Whether it is this player's turn, told once a turn."""
        turns = self.screen.count("It is your turn.")
        fresh, self._turns = turns > self._turns, turns
        return fresh


@pytest.mark.timeout(PATIENCE + 40)
def test_a_game_with_a_vanished_seat_a_late_exchange_and_a_leaver_goes_on_to_its_end(
    start: Start, player: Start
) -> None:
    address = relay(start, "own")
    hurry = {"P2PSCRABBLE_PATIENCE": "1"}
    options = ["--seats", "4", "--deal", "sealed", "--auto", "--games", "1", "--countdown", "0"]
    ana = player("Ana", address, "host", *options, **hurry)
    code = str(ana.event("room")["code"])
    ben = player("Ben", address, "bot", P2PSCRABBLE_CODE=code, **hurry)
    cid = Typist(player("Cid", address, "--text", "join", P2PSCRABBLE_CODE=code, **hurry))
    dora = player("Dora", address, "bot", P2PSCRABBLE_CODE=code, **hurry)
    bag, rack, exchanged = 100, "", False
    back: Program | None = None
    while True:
        said = cid.hear()
        match said["event"]:
            case "without" if said["offered"]:
                rack = cid.rack
                cid.type(f"without {said['name']}")
            case "left":
                assert said["name"] == "Dora"
                assert said["text"] == "Dora’s seat is empty now: the others go on without."
                back = player("Dora", address, "bot", P2PSCRABBLE_CODE=code, **hurry)
            case "move":
                bag = int(str(said["bag"]))
                if sum(one["event"] == "move" for one in cid.heard) == 3:
                    dora.process.kill()
                    dora.process.wait()
                exchanged = exchanged or (said["name"] == "Cid" and said["outcome"] == "exchanged")
            case "over":
                pytest.fail("the game was over before Cid could leave it")
        if not cid.to_move():
            continue
        if exchanged:
            break
        if back is not None:
            assert cid.rack == rack, "nobody's rack was changed"
        cid.type(f"exchange {cid.rack[0]}" if back is not None and 7 <= bag <= LATE else "pass")
    cid.type("leave")
    assert back is not None
    assert back.event("without")["you"]

    overs = [program.event("over") for program in (ana, ben, back)]
    assert [over["hash"] for over in overs] == [overs[0]["hash"]] * 3
    assert [over["scores"] for over in overs] == [overs[0]["scores"]] * 3
    verdicts = [program.event("verdict") for program in (ana, ben)]
    assert [verdict["sound"] for verdict in verdicts] == [True, True]
    assert verdicts[0]["replay"] == verdicts[1]["replay"]
    assert cid.program.process.wait(60) == 0
    audit = start("p2pscrabble", "--json", "replay", str(verdicts[0]["replay"]), "--audit")
    audit.process.wait(60)
    findings = [json.loads(line) for line in audit.lines]
    assert any("Result: " in finding["text"] for finding in findings)
    assert all(finding["holds"] is not False for finding in findings), "nothing in it is wrong; not all can be told"
