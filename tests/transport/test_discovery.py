"""The search nearby: by real multicast on loopback where that works, and what is believed of an answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from zeroconf import ServiceInfo

from p2pscrabble.transport.address import Spot
from p2pscrabble.transport.discovery import SERVICE, Discovery, room_mark
from p2pscrabble.transport.own_addresses import MOST, ordered, own_spots

HERE = "127.0.0.1"


def service(mark: bytes, *hosts: str, port: int = 9_000, version: bytes = b"1") -> ServiceInfo:
    properties = {b"v": version, b"room": mark}
    return ServiceInfo(SERVICE, f"x.{SERVICE}", port=port, parsed_addresses=list(hosts), properties=properties)


async def test_a_room_is_found_and_another_one_is_not() -> None:
    found: list[tuple[Spot, ...]] = []
    here, other = Spot(HERE, 41_555), Spot(HERE, 41_556)
    nothing: Callable[[tuple[Spot, ...]], None] = lambda _: None  # noqa: E731
    announcers = [Discovery("1", HERE, nothing), Discovery("2", HERE, nothing)]
    seeker = Discovery("1", HERE, found.append)
    try:
        await asyncio.gather(
            asyncio.to_thread(announcers[1].announce, [other]),
            asyncio.to_thread(announcers[0].announce, [here]),
            asyncio.to_thread(seeker.search),
        )
        async with asyncio.timeout(60):
            while not found:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert found == [(here,)]
        assert seeker.failure == ""
    finally:
        await asyncio.gather(*(asyncio.to_thread(each.close) for each in (*announcers, seeker)))


@pytest.mark.parametrize(
    ("answer", "spots"),
    [
        (service(room_mark("1"), "192.168.1.20", "2606:4700::1"), {"192.168.1.20", "2606:4700::1"}),
        (service(room_mark("1"), "127.0.0.1", "169.254.1.1"), set()),
        (service(room_mark("1"), "192.168.1.20", port=80), set()),
        (service(room_mark("2"), "192.168.1.20"), set()),
        (service(room_mark("1"), "192.168.1.20", version=b"2"), set()),
        (service(b""), set()),
    ],
)
def test_what_is_believed_of_an_answer(answer: ServiceInfo, spots: set[str]) -> None:
    nearby = Discovery("1", "0.0.0.0", lambda _: None)
    assert {spot.host for spot in nearby.spots_in(answer)} == spots


def test_a_room_is_announced_by_a_hash_of_its_id() -> None:
    assert room_mark("167706221016683973593229125987") == b"856cd7c9d7e5489b"


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # zeroconf leaves a socket to the collector
def test_a_network_that_cannot_be_searched_is_said_and_no_more() -> None:
    nowhere = Discovery("1", "203.0.113.77", lambda _: None)  # no address of this computer
    nowhere.announce([Spot("203.0.113.77", 9_000)])
    nowhere.search()
    assert nowhere.failure.startswith("it cannot be searched: ")
    nowhere.close()


def test_own_addresses_that_lead_furthest_come_first() -> None:
    hosts = [
        "192.168.1.20",
        "127.0.0.1",
        "fe80::1",
        "8.8.8.8",
        "fd00::5",
        "2606:4700::1",
        "169.254.3.3",
        "10.0.0.2",
        "x",
    ]
    assert ordered(hosts, ["10.0.0.2"]) == ("8.8.8.8", "2606:4700::1", "10.0.0.2", "192.168.1.20", "fd00::5")
    assert own_spots(HERE, 9) == (Spot(HERE, 9),)
    assert 1 <= len(own_spots("0.0.0.0", 9)) <= MOST
