"""Several relays for one room: what is kept of them, what the host says, and who is missed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from p2pscrabble.numerals import Invitation, RoomCode
from p2pscrabble.peer.roaming import CHANGES, Itinerary, kept_relays, noted, somebody_missing, to_tell
from p2pscrabble.peer.session import Where, host, join, resume
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.view import NoticeKind, View
from p2pscrabble.table import Phase
from p2pscrabble.transport import RelayAddress, parse_relay
from p2pscrabble.transport.course import MOST
from p2pscrabble.transport.relays import Relays
from p2pscrabble_relay.server import Relay
from tests.peer.conftest import Parlour
from tests.peer.test_session import SETTINGS, running, shared_lists, until, where

__all__ = ["shared_lists", "where"]

A, B, C = (parse_relay(f"ws://127.0.0.1:{port}/") for port in (1, 2, 3))
CODE = RoomCode.random(bytes(16))


def room(settings: dict[str, object] | None = None) -> RoomFile:
    return RoomFile(str(CODE), str(A), "player", "Ana", 0, settings or {})


@pytest.mark.parametrize(
    ("settings", "relays"),
    [
        ({}, (A,)),
        ({"relays": [str(A), str(B)]}, (A, B)),
        ({"relays": [str(B), str(A)]}, (B, A)),
        ({"relays": [str(B), str(B)]}, (A, B)),
        ({"relays": ["?", 7, str(B)]}, (A, B)),
        ({"relays": "ws://x/"}, (A,)),
    ],
)
def test_what_a_folder_says_of_relays(settings: dict[str, object], relays: tuple[RelayAddress, ...]) -> None:
    """Whatever stands there, the relay by which one came is among them."""
    assert kept_relays(room(settings)) == relays


def test_one_relay_is_not_noted_twice() -> None:
    assert noted({"seats": 2, "relays": ["x"]}, [A]) == {"seats": 2}
    assert noted({"seats": 2}, [A, B]) == {"seats": 2, "relays": [str(A), str(B)]}


def test_a_host_tells_of_several_relays_those_that_others_would_believe() -> None:
    odd = parse_relay("ws://127.0.0.1:9/club?x=1")
    assert to_tell([A]) == ()
    assert to_tell([A, odd, B]) == (str(A), str(B))
    assert len(to_tell([parse_relay(f"ws://127.0.0.1:{port}/") for port in range(1, 9)])) == 4


@pytest.fixture
def itinerary(tmp_path: Path) -> tuple[Itinerary, RoomStore, list[list[RelayAddress]]]:
    known: list[list[RelayAddress]] = []

    class Known(Relays):
        def know(self, addresses: object) -> None:
            assert isinstance(addresses, Sequence)
            known.append(list(addresses))

    store = RoomStore.create(tmp_path, "room", room(), bytes(64))
    return Itinerary(store, Known([A], "1")), store, known


def test_a_guest_keeps_what_the_host_says(
    itinerary: tuple[Itinerary, RoomStore, list[list[RelayAddress]]],
) -> None:
    told, store, known = itinerary
    told.told([str(A), str(B)])
    told.told([str(A), str(B)])
    assert known == [[A, B]]
    assert kept_relays(store.room) == (A, B)
    told.told([str(C)])
    assert known[-1] == [A, C, B], "the one by which the guest came stays the first where the host does not know it"
    told.told(["ws://127.0.0.1:1/reboot", "nonsense"])
    assert len(known) == 2


def test_a_host_that_names_others_again_and_again_is_no_longer_listened_to(
    itinerary: tuple[Itinerary, RoomStore, list[list[RelayAddress]]],
) -> None:
    told, _, known = itinerary
    for port in range(10, 100):
        told.told([str(A), f"ws://127.0.0.1:{port}/"])
    assert {relay for relays in known for relay in relays} == {
        A,
        *(parse_relay(f"ws://127.0.0.1:{port}/") for port in range(10, 9 + MOST)),
    }
    for _ in range(CHANGES):
        told.told([str(A), "ws://127.0.0.1:10/"])
        told.told(["ws://127.0.0.1:10/", str(A)])
    assert len(known) == CHANGES


def test_who_is_missed(parlour: Callable[..., Parlour]) -> None:
    room = parlour(seats=2)
    room.begin()
    member = room.member(0)
    room.wait(30)
    assert not member.missing
    room.crash(room.chairs[1])
    room._trouble.clear()
    room.until(lambda: member.missing, 60)
    room.start(room.chairs[1])
    room.until(lambda: not member.missing, 60)


def test_nobody_is_missed_before_anybody_was_listened_for() -> None:
    from p2pscrabble.peer.company import Company

    assert not somebody_missing(None, Company(b"me"))


async def test_a_guest_with_a_link_learns_of_the_second_relay_and_meets_the_host_there(
    where: Callable[..., Where],
) -> None:
    async with Relay().serve("127.0.0.1", 0) as second:
        first = Relay()
        serving = first.serve("127.0.0.1", 0)
        running_first = await serving.__aenter__()
        both = (running_first.url, second.url)
        async with host(SETTINGS, where("Ana", *both)) as ana, running(ana):
            link = Invitation(running_first.url, ana.code)
            async with join(link, where("Ben")) as ben, running(ben):
                await until(ben, lambda view: view.phase is Phase.PLAYING)
                async with asyncio.timeout(60):
                    while len(kept_relays(ben.store.room)) < 2:  # noqa: ASYNC110
                        await asyncio.sleep(0.05)
                heard = ben.peer.notices()
                await serving.__aexit__(None, None, None)
                said = []
                async with asyncio.timeout(60):
                    async for notice in heard:
                        if notice.kind is NoticeKind.RELAY:
                            said.append(notice.text)
                            if len(said) == 2:
                                break
                assert f"trying {second.url}" in said[0]
                assert said[1].startswith(f"Connected to {second.url}.")
                ana.peer.chat("Still here?")
                await until(ben, lambda view: bool(view.chat))
        async with resume(ben.store, where("Ben")) as again, running(again):
            await until(again, _connected)


def _connected(view: View) -> bool:
    return view.link.state.value == "up"
