"""When a host calls whom."""

from __future__ import annotations

from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.table import Seat

BEN, CID, DORA, EVE = (Seat(bytes([number]) * 32, name) for number, name in enumerate(["Ben", "Cid", "Dora", "Eve"]))


def test_a_full_room_starts_after_the_countdown() -> None:
    room = Gathering(seats=3, countdown=5, opened=0)
    assert room.starts_at(10, [BEN]) is None
    assert room.call(10, [BEN]) is None
    assert room.starts_at(12, [BEN, CID]) == 17
    assert room.call(16, [BEN, CID]) is None
    assert room.call(17, [BEN, CID]) == (BEN, CID)


def test_who_leaves_stops_the_countdown_and_who_comes_starts_it_anew() -> None:
    room = Gathering(seats=2, countdown=5, opened=0)
    assert room.starts_at(1, [BEN]) == 6
    assert room.starts_at(3, []) is None
    assert room.starts_at(4, [CID]) == 9


def test_more_than_there_are_seats_for_are_not_called() -> None:
    room = Gathering(seats=3, countdown=0, opened=0)
    assert room.call(1, [BEN, CID, DORA, EVE]) == (BEN, CID)


def test_after_the_wait_the_game_starts_with_those_who_are_there() -> None:
    room = Gathering(seats=4, countdown=5, opened=100, wait=60)
    assert room.starts_at(120, []) is None
    assert room.starts_at(120, [BEN]) == 160
    assert room.call(159, [BEN]) is None
    assert room.call(200, []) is None
    assert room.call(201, [BEN]) == (BEN,)


def test_the_host_may_start_at_once() -> None:
    room = Gathering(seats=4, countdown=5, opened=0)
    room.ask()
    assert room.call(1, []) is None
    assert room.call(2, [BEN]) == (BEN,)
    assert room.call(3, [BEN]) is None, "asked once, called once"
