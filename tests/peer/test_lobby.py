"""The lobby: announcements in variables that anyone may read, and that expire by themselves."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals import RoomCode, to_digits
from p2pscrabble.peer.lobby import EMPTY, EXPIRE, PLACES, Announcement, Announcer, Lobby, open_rooms
from p2pscrabble.transport.memory import MemoryRelay, MemoryTransport

CODE = RoomCode.random(bytes(16))
ROOM = Announcement(CODE, "Ana", 4, 2, "classic", "modern", 60, 1_000)


@given(st.integers(0, 10**15 - 1), st.integers(0, 4), st.none() | st.integers(0, 65_534), st.integers(0, 2**40))
def test_what_is_announced_is_read(code: int, taken: int, starts_in: int | None, stamp: int) -> None:
    room = Announcement(RoomCode.random(code.to_bytes(16)), "Äna", 4, taken, "custom", "nwl", starts_in, stamp)
    assert Announcement.decode(room.encode()) == room
    assert room.encode().isdigit()
    assert room.encode()[0] == "1"


@given(st.text(max_size=100) | st.text("0123456789", max_size=600).map(lambda digits: "1" + digits))
def test_anything_else_is_no_announcement(text: str) -> None:
    with contextlib.suppress(DecodeError):
        assert Announcement.decode(text).encode() == text


def test_a_changed_digit_is_no_announcement() -> None:
    digits = ROOM.encode()
    for at in range(1, len(digits)):
        changed = digits[:at] + str((int(digits[at]) + 1) % 10) + digits[at + 1 :]
        with pytest.raises(DecodeError):
            Announcement.decode(changed)


@pytest.mark.parametrize("version", [0, 2])
def test_another_version_is_passed_over(version: int) -> None:
    import hashlib

    data = bytes([version]) + b"whatever"
    with pytest.raises(DecodeError, match="another version"):
        Announcement.decode("1" + to_digits(data + hashlib.sha256(data).digest()[:4]))


def test_names_that_are_not_plain_are_refused() -> None:
    for name in ("A\tB", ""):
        with pytest.raises(DecodeError):
            Announcement.decode(replace(ROOM, host=name).encode())


def test_a_fresh_announcement_is_open_and_a_stale_one_is_not() -> None:
    lobby = Lobby()
    lobby.hear(PLACES[0], ROOM.encode(), now=5)
    assert lobby.rooms(6, wall=1_010)[0].host == "Ana"
    assert lobby.rooms(6, wall=9_999) == [], "its stamp is old and it has not changed while we listened"
    assert lobby.rooms(6 + EXPIRE, wall=1_000) == []


def test_a_host_whose_clock_is_wrong_is_believed_once_its_announcement_changes() -> None:
    lobby = Lobby()
    lobby.hear(PLACES[0], ROOM.encode(), now=5)
    lobby.hear(PLACES[0], replace(ROOM, stamp=1_010).encode(), now=15)
    assert len(lobby.rooms(16, wall=50_000)) == 1


def test_the_same_value_again_is_no_sign_of_life() -> None:
    lobby = Lobby()
    lobby.hear(PLACES[0], ROOM.encode(), now=5)
    lobby.hear(PLACES[0], ROOM.encode(), now=44)
    assert lobby.rooms(46, wall=1_000) == []


def test_rooms_stand_once_with_free_seats_first_and_their_countdown_running() -> None:
    lobby = Lobby()
    full = replace(ROOM, code=RoomCode.random(bytes([9]) * 16), taken=4, host="Aaron")
    lobby.hear(PLACES[0], full.encode(), now=0)
    lobby.hear(PLACES[1], ROOM.encode(), now=0)
    lobby.hear(PLACES[2], replace(ROOM, stamp=1_005, taken=3).encode(), now=0)
    lobby.hear("somewhere else", ROOM.encode(), now=0)
    found = lobby.rooms(10, wall=1_000)
    assert [(room.host, room.taken, room.starts_in) for room in found] == [("Ana", 3, 50), ("Aaron", 4, 50)]


def test_only_a_place_that_nobody_keeps_is_taken() -> None:
    lobby = Lobby()
    rng = random.Random(1)
    for place in PLACES[:-1]:
        lobby.hear(place, ROOM.encode(), now=0)
    assert lobby.free_place(1, 1_000, rng) == PLACES[-1]
    lobby.hear(PLACES[-1], ROOM.encode(), now=0)
    assert lobby.free_place(1, 1_000, rng) is None
    lobby.hear(PLACES[3], EMPTY, now=2)
    assert lobby.free_place(3, 1_000, rng) == PLACES[3]


async def test_a_room_is_announced_while_it_gathers_and_gone_afterwards() -> None:
    relay = MemoryRelay()
    room: list[Announcement | None] = [ROOM]
    host = Announcer(MemoryTransport(relay, "host"), lambda: room[0], time.monotonic, time.time, random.Random(2))
    task = asyncio.create_task(host.run(settle=0.05))

    async def found() -> list[Announcement]:
        return await open_rooms(MemoryTransport(relay, "guest"), 0.1, time.monotonic, time.time)

    async with asyncio.timeout(60):
        while not (rooms := await found()):
            pass
        assert rooms[0].code == CODE
        room[0] = replace(ROOM, taken=3)
        while (await found())[0].taken != 3:
            pass
        room[0] = None
        while await found():
            pass
        room[0] = replace(ROOM, taken=1)
        while not (rooms := await found()):
            pass
        assert rooms[0].taken == 1, "a room that fills and empties again is announced again"
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert await found() == []


async def test_a_place_is_cleared_once() -> None:
    said: asyncio.Queue[str] = asyncio.Queue()
    looks: asyncio.Queue[None] = asyncio.Queue()
    room: list[Announcement | None] = [ROOM]

    class Telling(MemoryTransport):
        def set(self, name: str, digits: str) -> None:
            said.put_nowait(digits)
            super().set(name, digits)

    def describe() -> Announcement | None:
        looks.put_nowait(None)
        return room[0]

    announcer = Announcer(Telling(MemoryRelay(), "host"), describe, time.monotonic, time.time, random.Random(2))
    task = asyncio.create_task(announcer.run(settle=0))
    async with asyncio.timeout(60):
        assert Announcement.decode(await said.get()).code == CODE
        room[0] = None
        assert await said.get() == EMPTY
        while not looks.empty():
            looks.get_nowait()
        for _ in range(2):
            await looks.get()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    assert said.empty()


async def test_two_hosts_in_one_place_part() -> None:
    relay = MemoryRelay()
    codes = [RoomCode.random(bytes([number]) * 16) for number in range(2)]
    describe: list[Callable[[], Announcement]] = [lambda code=code: replace(ROOM, code=code) for code in codes]  # type: ignore[misc]

    class Stubborn(random.Random):
        """Chooses the first place that is free."""

        def choice(self, names: object) -> object:  # type: ignore[override]
            return next(iter(names))  # type: ignore[call-overload]

    hosts = [
        Announcer(MemoryTransport(relay, f"host {n}"), describe[n], time.monotonic, time.time, Stubborn())
        for n in range(2)
    ]
    tasks = [asyncio.create_task(host.run(settle=0.05)) for host in hosts]
    try:
        async with asyncio.timeout(60):
            while len(await open_rooms(MemoryTransport(relay, "guest"), 0.1, time.monotonic, time.time)) < 2:
                pass
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
