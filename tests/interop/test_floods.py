"""A game in the middle of a crowd that is in the way: moves arrive all the same, and the relay's limits hold."""

from __future__ import annotations

import json
import logging
import queue
import threading
import time
import urllib.request

import pytest

from tests.interop.conftest import PATIENCE, Program, Start
from tests.interop.crowd import Crowd
from tests.interop.test_relays import OPEN, kill, serve

_log = logging.getLogger(__name__)


@pytest.mark.timeout(PATIENCE + 200)
@pytest.mark.parametrize(
    ("strangers", "flood"), [(200, 200), pytest.param(1_000, 2_000, marks=pytest.mark.soak)], ids=["some", "many"]
)
def test_moves_arrive_in_a_crowd(start: Start, player: Start, strangers: int, flood: int) -> None:
    _, port = serve(start)
    url = f"ws://127.0.0.1:{port}/"
    host = player("Ana", url, "host", *OPEN)
    code = str(host.event("room")["code"])
    crowd = Crowd(url, code)
    guest = player("Ben", url, "bot", P2PSCRABBLE_CODE=code)
    news: queue.Queue[tuple[float, str, dict[str, object]]] = queue.Queue()

    def listen(name: str, program: Program) -> None:
        for line in program.lines:
            news.put((time.monotonic(), name, json.loads(line)))

    host.event("first")
    for name, program in (("Ana", host), ("Ben", guest)):
        threading.Thread(target=listen, args=(name, program), daemon=True).start()
    told: dict[str, dict[str, float]] = {"Ana": {}, "Ben": {}}
    ends: dict[str, object] = {}
    with crowd.at_work(strangers, flood):
        while len(ends) < 2:
            at, name, said = news.get(timeout=PATIENCE)
            if said["event"] == "move":
                told[name].setdefault(f"{len(told[name])} {said['text']}", at)
            elif said["event"] == "over":
                ends[name] = said["hash"]
        refused = _refused(port)
    for program in (host, guest):
        kill(program)
    assert ends["Ana"] == ends["Ben"]
    assert told["Ana"].keys() == told["Ben"].keys(), "every move arrived, and once"
    assert crowd.counts["set"] > 0
    assert crowd.counts["lies"] > 0
    assert crowd.counts["closed 4000"] > 0, "strangers beyond the limit are sent away"
    assert refused > 0
    late = sorted(abs(at - told["Ben"][move]) for move, at in told["Ana"].items())
    half, most = late[len(late) // 2], late[-1]
    _log.info("%d moves, half in %.3f s, all in %.3f s; %s", len(late), half, most, dict(crowd.counts))


def _refused(port: int) -> float:
    """How many clients the relay has sent away because the room was full, as it says itself."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return next((float(line.split()[1]) for line in lines if "refused_total{" in line and "clients" in line), 0.0)
