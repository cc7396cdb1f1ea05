"""Whole games between programs over relays that die, forget, lie, lose, stall and fall silent."""

from __future__ import annotations

import json
import signal
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.interop.conftest import PATIENCE, Program, Start
from tests.interop.proxy import bad_relay, proxy

OPEN = ["--deal", "open", "--auto", "--countdown", "0", "--games", "1"]
pytestmark = pytest.mark.timeout(PATIENCE + 40)


def serve(start: Start, port: int = 0, *options: str) -> tuple[Program, int]:
    """A relay, and its port."""
    relay = start("p2pscrabble_relay", "--listen", f"127.0.0.1:{port}", "--json", *options)
    return relay, int(str(relay.event("listening")["port"]))


def kill(program: Program) -> None:
    program.process.kill()
    program.process.wait()


def happenings(program: Program) -> Iterator[dict[str, object]]:
    """All that a program says that plays itself, until its game is over."""
    for line in program.lines:
        said: dict[str, object] = json.loads(line)
        yield said
        if said["event"] == "over":
            return
    pytest.fail(f"ended with {program.process.wait()} before the game did:\n{program.errors.read_text()[-2000:]}")


def links(said: list[dict[str, object]]) -> list[str]:
    """What was said of the relay."""
    return [str(one["text"]) for one in said if one["event"] in ("link", "relay")]


def moves(said: list[dict[str, object]]) -> int:
    return sum(one["event"] == "move" for one in said)


def same_end(over: dict[str, object], host: Program, *others: Program) -> None:
    """All have come to the end that the host has told of; there is nothing to wait for behind it."""
    for program in others:
        theirs = program.event("over")
        assert (theirs["hash"], theirs["scores"]) == (over["hash"], over["scores"])
    for program in (host, *others):
        kill(program)


def test_a_relay_that_is_killed_and_comes_back_empty_again_and_again(start: Start, player: Start) -> None:
    relay, port = serve(start)
    url = f"ws://127.0.0.1:{port}/"
    host = player("Ana", url, "host", *OPEN)
    guest = player("Ben", url, "bot", P2PSCRABBLE_CODE=str(host.event("room")["code"]))
    said, kills = [], 0
    for one in happenings(host):
        said.append(one)
        if one["event"] == "move" and moves(said) % 6 == 0 and kills < 4:
            kill(relay)
            relay, _ = serve(start, port)
            kills += 1
    assert kills >= 3
    same_end(said[-1], host, guest)
    told = links(said)
    assert sum(text.startswith(f"Connected to {url}") for text in told) >= 2
    assert any("broke the connection" in text or "nothing listens there" in text for text in told)


@pytest.mark.soak
@pytest.mark.timeout(1_800)
def test_a_relay_that_is_killed_every_thirty_seconds(start: Start, player: Start) -> None:
    """For a whole sealed game at Scratch's pace, at which it takes minutes."""
    relay, port = serve(start, 0, "--profile", "scratch")
    where = f"scratch:123@ws://127.0.0.1:{port}/"
    host = player("Ana", where, "host", "--auto", "--games", "1", "--countdown", "0")
    guest = player("Ben", where, "bot", P2PSCRABBLE_CODE=str(host.event("room")["code"]))
    kills, ended = 0, threading.Event()

    def trouble() -> None:
        nonlocal relay, kills
        while not ended.wait(30):
            kill(relay)
            relay, _ = serve(start, port, "--profile", "scratch")
            kills += 1

    troubling = threading.Thread(target=trouble)
    troubling.start()
    try:
        *_, over = happenings(host)
    finally:
        ended.set()
        troubling.join()
    assert kills >= 2
    same_end(over, host, guest)


def test_a_relay_that_loses_every_second_variable_and_brings_back_old_ones_after_a_reconnect(player: Start) -> None:
    with bad_relay() as (relay, call):
        host = player("Ana", relay.url, "host", *OPEN)
        guest = player("Ben", relay.url, "bot", P2PSCRABBLE_CODE=str(host.event("room")["code"]))
        said = []

        async def cut() -> None:
            for ws in list(relay.members):
                relay.cut(ws)

        for one in happenings(host):
            said.append(one)
            if one["event"] != "move":
                continue
            match moves(said):
                case 2:
                    relay.drops_every = 2
                    relay.old = {name: value for room in relay.rooms.values() for name, value in room.items()}
                case 6 | 10 | 14:
                    call(cut)
                case 12:
                    relay.drops_every = 0
        same_end(said[-1], host, guest)
        assert relay.old
        told = [one["text"] for one in said if one["event"] == "move"]
        assert all(one != following for one, following in pairwise(told)), "no move is told twice"
        assert any("broke the connection" in text for text in links(said))


def test_one_that_takes_connections_and_answers_nobody_is_left_for_the_second(
    start: Start, player: Start, tmp_path: Path
) -> None:
    """In the middle of a game; Ben came by a link with the first address alone."""
    (first, port), (_, other) = serve(start), serve(start)
    url, spare = f"ws://127.0.0.1:{port}/", f"ws://127.0.0.1:{other}/"
    host = player("Ana", url, "--relay", spare, "host", *OPEN)
    room = host.event("room")
    guest = player("Ben", "ws://127.0.0.1:9/", "join", "--auto", P2PSCRABBLE_CODE=str(room["link"]))
    said: list[dict[str, object]] = []
    for one in happenings(host):
        said.append(one)
        if one["event"] == "move" and moves(said) == 4:
            first.process.send_signal(signal.SIGSTOP)
    same_end(said[-1], host, guest)
    kill(first)
    told = [str(one["text"]) for one in said if one["event"] == "relay"]
    assert told[0] in (
        f"The relay at {url} does not answer; trying {spare}.",
        f"Not everyone is heard on {url}; looking on {spare} too.",
    )
    assert any(text.startswith("Connected to ") and spare in text for text in told)
    (kept,) = (tmp_path / "Ben" / "rooms").glob("*/room.json")
    assert json.loads(kept.read_text())["settings"]["relays"] == [url, spare]


@pytest.mark.soak
def test_a_first_relay_that_never_answers(start: Start, player: Start) -> None:
    """Both were told of two relays; nothing listens at the first."""
    _, other = serve(start)
    spare = f"ws://127.0.0.1:{other}/"
    host = player("Ana", "ws://127.0.0.1:9/", "--relay", spare, "host", *OPEN)
    code = str(host.event("room")["code"])
    guest = player("Ben", "ws://127.0.0.1:9/", "--relay", spare, "bot", P2PSCRABBLE_CODE=code)
    said = list(happenings(host))
    same_end(said[-1], host, guest)
    told = [str(one["text"]) for one in said if one["event"] == "relay"]
    assert told[:2] == [
        f"The relay at ws://127.0.0.1:9/ does not answer; trying {spare}.",
        f"Connected to {spare}. No answer from ws://127.0.0.1:9/ so far.",
    ]


def test_a_line_that_is_slow_cut_in_the_middle_of_frames_and_forgets_and_a_player_who_stands_still(
    start: Start, player: Start
) -> None:
    """As with a poor network, and as a laptop does that was closed: nobody is put out, and nothing is lost."""
    _, port = serve(start)
    url = f"ws://127.0.0.1:{port}/"
    with proxy(port) as line:
        host = player("Ana", url, "host", *OPEN)
        guest = player("Ben", line.url, "bot", P2PSCRABBLE_CODE=str(host.event("room")["code"]))
        said: list[dict[str, object]] = []
        for one in happenings(host):
            said.append(one)
            if one["event"] != "move":
                continue
            match moves(said):
                case 3:
                    line.delay = 0.1
                case 6 | 8 | 10:
                    line.cut(2)
                case 7 | 11:
                    guest.process.send_signal(signal.SIGSTOP)
                    time.sleep(1)
                    guest.process.send_signal(signal.SIGCONT)
                case 12:
                    line.is_open = False
                    threading.Timer(2, setattr, (line, "is_open", True)).start()
        same_end(said[-1], host, guest)
        assert not [one for one in said if one["event"] in ("without", "left")]
