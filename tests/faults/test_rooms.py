"""Two thousand seeded rooms with every trouble that networks, disks, laptops and players can make, by fifties."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.playing import play, shrunk, told
from tests.faults.quick import quick
from tests.faults.room import FaultyRoom
from tests.faults.script import LIES, Script, What

ROOMS = 2000
CHUNK = 50


@pytest.mark.parametrize("first", range(0, ROOMS, CHUNK))
def test_nothing_is_lost_and_all_agree(first: int) -> None:
    with quick():
        for seed in range(first, first + CHUNK):
            played = play(Script.random(seed))
            if played.failure:
                pytest.fail(f"{told(shrunk(played))}\nof seed {seed}:\n{played.trace}")


def test_a_script_gives_the_same_room_again(tmp_path: Path) -> None:
    script = Script.random(8)
    ends = []
    with quick():
        for name in ("first", "second"):
            (tmp_path / name).mkdir()
            with FaultyRoom(Script.parse(str(script)), tmp_path / name) as room:
                room.run()
                hashes = [player.table and player.table.hash for player in room.players]
                ends.append((room.tick, room.turns, room.watch.steps, hashes))
    assert ends[0] == ends[1]


def test_a_script_is_read_back_as_it_was_written() -> None:
    for seed in range(200):
        script = Script.random(seed)
        assert Script.parse(str(script)) == script


def test_everything_that_can_go_wrong_does() -> None:
    """Each kind of trouble in many of the rooms, with every number of seats, every place and every preset."""
    scripts = [Script.random(seed) for seed in range(ROOMS // 4)]
    for what in What:
        assert sum(script.has(what) for script in scripts) >= 3, what
    assert sum(bool(script.liars) for script in scripts) >= len(scripts) // 20
    assert sum(not script.has(*LIES) for script in scripts) >= len(scripts) // 2
    for seats in (2, 3, 4):
        for place in ("own", "turbowarp", "scratch"):
            assert any(script.seats == seats and script.place == place for script in scripts)
        for preset in ("classic", "scratch", "tournament"):
            assert any(script.seats == seats and script.preset == preset for script in scripts)


@pytest.mark.parametrize("line", ["", "late", "late eve 1 2", "lost ana", "room seats=2"])
def test_what_is_no_script_is_none(line: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        Script.parse(f"{Script()}\n{line}\nlost ana" if line else line)
