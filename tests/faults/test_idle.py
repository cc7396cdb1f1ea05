"""A room that nobody touches for a day and a night, and then the next move."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from tests.faults.quick import quick
from tests.faults.room import THINKING, FaultyRoom
from tests.faults.script import Incident, Script, What

HOUR = 3600.0
DAY = 24 * HOUR


def trouble(seed: int) -> tuple[Incident, ...]:
    """Laptops that sleep for most of the day, connections that a router drops, and a relay that is restarted."""
    rng = random.Random(seed)
    found = []
    for seat in range(3):
        at = 4.0 + rng.random() * 60
        while at < DAY - 1000:  # awake for some minutes, asleep for hours
            asleep = rng.uniform(1, 4) * HOUR
            found.append(Incident(What.SLEEP, seat, at, min(asleep, DAY - 300 - at)))
            at += asleep + rng.uniform(60, 400)
        found += [Incident(What.DROP, seat, rng.uniform(4, DAY), rng.uniform(1, 90)) for _ in range(12)]
    found += [Incident(What.EMPTY, 0, rng.uniform(4, DAY), rng.uniform(0, 20)) for _ in range(8)]
    found += [Incident(What.CRASH, seat, rng.uniform(HOUR, DAY - HOUR), rng.uniform(1, HOUR)) for seat in (1, 2)]
    return tuple(found)


def test_after_a_day_the_next_move_goes_through(tmp_path: Path) -> None:
    script = replace(Script(1, seats=3, turns=6), incidents=trouble(1))
    with quick(), FaultyRoom(script, tmp_path) as room:
        room.thinking, room.idle, room.patient = 10 * DAY, 5.0, True  # whoever has the turn has left the table
        while room.now < DAY + 60:
            room.step()
        before, played = steps(room), room.turns
        assert before == [before[0]] * 3
        room.thinking = THINKING
        for player in room.players:
            player.thinks_until = None
            player.wake = room.now
        while room.turns == played:
            room.step()
        moved = room.now
        while min(steps(room)) == before[0]:
            room.step()
        assert room.now - moved < 10
        room.limit = room.now + 120
        room.run()


def steps(room: FaultyRoom) -> list[int]:
    """How many steps of the game everybody has read."""
    records = [player.table.record for player in room.players if player.table is not None]
    return [len(record.steps) for record in records if record is not None]
