"""Ways into a room, with a real relay in this process and real folders."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from p2pscrabble.errors import RelayUnreachable, StoreError, UsageError
from p2pscrabble.game.moves import Pass
from p2pscrabble.game.rules import Rules
from p2pscrabble.numerals import Invitation, RoomCode, parse_invitation
from p2pscrabble.peer import session as sessions
from p2pscrabble.peer.lobby import PROJECT, open_rooms
from p2pscrabble.peer.session import EVERYWHERE, HostSettings, Session, Where, host, join, kept_rooms, resume
from p2pscrabble.peer.view import NoticeKind, PlayerView, Presence, View
from p2pscrabble.table import Deal, Phase, Role, Room
from p2pscrabble.transport import LinkState, parse_relay
from p2pscrabble.transport.websocket import WebSocketTransport
from p2pscrabble_relay.server import Relay

SETTINGS = HostSettings(countdown=0, listen="127.0.0.1", port=0)
DEADLINE = 60


@pytest.fixture
def where(tmp_path: Path, shared_lists: Path) -> Callable[..., Where]:
    def at(name: str, *relays: str) -> Where:
        data = tmp_path / name
        data.mkdir(exist_ok=True)
        if not (data / "wordlists").exists():
            (data / "wordlists").symlink_to(shared_lists)
        return Where(data, name, tuple(parse_relay(relay) for relay in relays))

    return at


@pytest.fixture(scope="session")
def shared_lists(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiled once for all tests."""
    folder = tmp_path_factory.mktemp("lists")
    from p2pscrabble.peer.wordlists import WordLists

    lists = WordLists(folder)
    lists.named("modern")
    lists.close()
    return folder / "wordlists"


@asynccontextmanager
async def running(session: Session) -> AsyncIterator[asyncio.Task[None]]:
    task = asyncio.create_task(session.peer.run())
    try:
        yield task
    finally:
        await session.peer.close()
        if not task.done():
            await task


async def until(session: Session, condition: Callable[[View], bool]) -> View:
    view = session.peer.view()
    async with asyncio.timeout(DEADLINE):
        while not condition(view):
            assert not session.peer.ended
            view = await session.peer.changed(view.version)
    return view


async def test_a_host_without_a_relay_starts_one_and_its_link_leads_there(where: Callable[..., Where]) -> None:
    async with host(SETTINGS, where("Ana")) as ana:
        assert ana.embedded
        assert parse_invitation(ana.link) == Invitation(ana.addresses[0], ana.code)
        async with join(parse_invitation(ana.link), where("Ben")) as ben, running(ana), running(ben):
            assert ben.code == ana.code
            await until(ben, lambda view: view.phase is Phase.PLAYING)
            await until(ana, lambda view: view.phase is Phase.PLAYING)


async def test_the_same_invitation_twice_on_one_device_is_one_seat(where: Callable[..., Where]) -> None:
    """Number 4 of the list of failures in the field."""
    async with host(SETTINGS, where("Ana")) as ana, running(ana):
        invitation = parse_invitation(ana.link)
        async with join(invitation, where("Ben")) as ben, running(ben):
            key = ben.peer.key
            await until(ben, lambda view: view.phase is Phase.PLAYING)
            with pytest.raises(StoreError, match="another window"):
                async with join(invitation, where("Ben")):
                    pass
        async with join(invitation, where("Ben")) as again, running(again):
            assert again.peer.key == key
            view = await until(again, lambda view: view.phase is Phase.PLAYING)
            assert view.seat is not None
        assert len(kept_rooms(where("Ben"))) == 1


async def test_a_seat_given_up_is_not_taken_again(where: Callable[..., Where]) -> None:
    async with host(HostSettings(seats=3, countdown=0, listen="127.0.0.1"), where("Ana")) as ana, running(ana):
        invitation = parse_invitation(ana.link)
        async with join(invitation, where("Ben")) as ben:
            key = ben.peer.key
            async with running(ben) as task:
                await until(ben, lambda view: len(view.players) == 2)
                ben.peer.leave()
                async with asyncio.timeout(DEADLINE):
                    await task
        async with join(invitation, where("Ben")) as again:
            assert again.peer.key != key


async def test_two_bots_on_one_device_are_two(where: Callable[..., Where]) -> None:
    async with host(HostSettings(seats=3, countdown=0, listen="127.0.0.1"), where("Ana")) as ana, running(ana):
        invitation = parse_invitation(ana.link)
        bots = where("Bots")
        async with join(invitation, bots, Role.BOT) as one, join(invitation, bots, Role.BOT) as two:
            assert one.peer.key != two.peer.key
            async with running(one), running(two):
                view = await until(ana, lambda view: view.phase is Phase.PLAYING)
                assert [player.bot for player in view.players] == [False, True, True]


async def test_a_room_is_resumed_with_its_relay_on_the_same_port(where: Callable[..., Where]) -> None:
    async with host(SETTINGS, where("Ana")) as ana:
        link, key = ana.link, ana.peer.key
        async with join(parse_invitation(link), where("Ben")) as ben, running(ben), running(ana):
            await until(ana, lambda view: view.phase is Phase.PLAYING)
            await until(ben, lambda view: view.phase is Phase.PLAYING)
            mover = ana if ana.peer.view().your_turn else ben
            mover.peer.move(Pass())
            await until(ana, lambda view: len(view.steps) == 1)
    (store,) = kept_rooms(where("Ana"))
    async with resume(store, where("Ana")) as again:
        assert again.link == link
        assert again.peer.key == key
        async with running(again):
            view = await until(again, lambda view: view.phase is Phase.PLAYING)
            assert len(view.steps) == 1, "all of it is on the disk"


async def test_a_port_in_use_is_said(where: Callable[..., Where]) -> None:
    async with Relay().serve("127.0.0.1", 0) as other:
        settings = HostSettings(listen="127.0.0.1", port=other.port)
        with pytest.raises(UsageError, match=f"port {other.port}"):
            async with host(settings, where("Ana")):
                pass
    assert kept_rooms(where("Ana")) == [], "a room that never opened is not kept"


async def test_a_code_alone_is_looked_for_on_the_relay_that_is_set_or_else_nearby(where: Callable[..., Where]) -> None:
    code = RoomCode.random(bytes(16))
    async with join(Invitation(None, code), replace(where("Cid"), interface="127.0.0.1")) as cid:
        assert str(cid.relay) == "direct"
    async with join(Invitation(None, code), where("Ben", "ws://127.0.0.1:9/")) as ben:
        assert str(ben.relay) == "ws://127.0.0.1:9/"


@pytest.mark.parametrize("seats", [0, 1, 5])
async def test_a_game_has_two_to_four_seats(where: Callable[..., Where], seats: int) -> None:
    with pytest.raises(UsageError, match="2 to 4 seats"):
        async with host(HostSettings(seats=seats), where("Ana")):
            pass


async def test_a_word_list_that_is_not_there_is_said_with_those_that_are(where: Callable[..., Where]) -> None:
    with pytest.raises(UsageError, match="modern"):
        async with host(HostSettings(lexicon="nwl99"), where("Ana")):
            pass


async def test_a_relay_that_never_answers_is_given_up(
    where: Callable[..., Where], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE", 0.5)
    with pytest.raises(RelayUnreachable):
        async with host(HostSettings(), where("Ana", "ws://127.0.0.1:9/")) as ana:
            await ana.peer.run()
    with pytest.raises(RelayUnreachable):
        async with join(Invitation("ws://127.0.0.1:9/", RoomCode.random(bytes(16))), where("Ben")) as ben:
            await ben.peer.run()
    assert [*where("Ana").rooms.iterdir(), *where("Ben").rooms.iterdir()] == [], "nothing of it is left"


async def test_who_goes_before_the_relay_has_answered_keeps_the_room(where: Callable[..., Where]) -> None:
    async with host(HostSettings(), where("Ana", "ws://127.0.0.1:9/")) as ana:
        await ana.peer.close()
    with pytest.raises(asyncio.CancelledError):
        async with join(Invitation("ws://127.0.0.1:9/", RoomCode.random(bytes(16))), where("Ben")):
            raise asyncio.CancelledError
    assert len(kept_rooms(where("Ana"))) == len(kept_rooms(where("Ben"))) == 1


async def test_an_error_in_a_room_that_was_linked_takes_nothing_away(where: Callable[..., Where]) -> None:
    async def fail() -> None:
        async with host(SETTINGS, where("Ana")) as ana, running(ana):
            await until(ana, lambda view: view.link.state is LinkState.UP)
            raise UsageError("something else")

    with pytest.raises(UsageError):
        await fail()
    assert len(kept_rooms(where("Ana"))) == 1


async def test_a_room_that_is_come_back_to_is_never_taken_away(
    where: Callable[..., Where], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PATIENCE", 0.2)
    invitation = Invitation("ws://127.0.0.1:9/", RoomCode.random(bytes(16)))
    async with join(invitation, where("Ben")) as ben:
        await ben.peer.close()
    with pytest.raises(RelayUnreachable):
        async with join(invitation, where("Ben")) as again:
            await again.peer.run()
    (store,) = kept_rooms(where("Ben"))
    with pytest.raises(UsageError):
        async with resume(store, where("Ben")):
            raise UsageError("something else")
    assert len(kept_rooms(where("Ben"))) == 1


async def test_a_room_whose_opening_is_interrupted_is_not_kept(
    where: Callable[..., Where], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(sessions, "Peer", interrupted)
    with pytest.raises(asyncio.CancelledError):
        async with host(SETTINGS, where("Ana")):
            pass
    assert kept_rooms(where("Ana")) == []


@pytest.mark.parametrize("listen", ["a" * 64, "..", "x" * 300, "", "a\x1b"])
async def test_a_name_that_no_host_has_is_said(where: Callable[..., Where], listen: str) -> None:
    with pytest.raises(UsageError, match=r"listen|host"):
        async with host(HostSettings(listen=listen), where("Ana")):
            pass
    assert kept_rooms(where("Ana")) == []


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("seats", 9, "2 to 4 seats"),
        ("seats", True, "2 to 4 seats"),
        ("seats", None, "2 to 4 seats"),
        ("countdown", float("nan"), "countdown"),
        ("countdown", float("inf"), "countdown"),
        ("countdown", -1, "countdown"),
        ("countdown", "3", "countdown"),
        ("wait", -1, "waits"),
        ("wait", 10**400, "waits"),
        ("wait", "5", "waits"),
        ("lexicon", "ff", "word list"),
        ("lexicon", "no digits", "word list"),
        ("lexicon", 7, "word list"),
        ("lexicon_name", "", "name"),
        ("deal", 7, "dealt"),
        ("deal", [], "dealt"),
        ("rules", None, "rules"),
        ("rules", ["x"], "rules"),
        ("rules", [1], "12 fields"),
        ("port", 99_999, "port"),
        ("port", -1, "port"),
        ("port", "8765", "port"),
        ("listen", "x" * 300, "listens"),
        ("listen", None, "listens"),
    ],
)
async def test_what_is_damaged_is_named(where: Callable[..., Where], setting: str, value: object, said: str) -> None:
    async with host(SETTINGS, where("Ana")) as ana:
        await ana.peer.close()
    (store,) = kept_rooms(where("Ana"))
    store.write_room(replace(store.room, settings={**store.room.settings, setting: value}))
    with pytest.raises(StoreError, match=f"damaged.*{said}"):
        async with resume(store, where("Ana")):
            pass


async def test_a_guest_without_a_relay_is_damaged(where: Callable[..., Where]) -> None:
    async with join(Invitation("ws://127.0.0.1:9/", RoomCode.random(bytes(16))), where("Ben")) as ben:
        await ben.peer.close()
    (store,) = kept_rooms(where("Ben"))
    store.write_room(replace(store.room, relay=""))
    with pytest.raises(StoreError, match="relay"):
        async with resume(store, where("Ben")):
            pass


def _announced(view: object, *, ended: bool = False) -> int | None:
    """How many seats of three are said to be taken, where anything is said."""
    peer = SimpleNamespace(view=lambda: view, ended=ended)
    room = Room(3, Rules(), Deal.OPEN, bytes(32), "modern")
    code = RoomCode.random(bytes(16))
    announcer = sessions._announcer(peer, room, code, "Ana", None)  # type: ignore[arg-type]
    announcement = announcer._describe()
    return None if announcement is None else announcement.taken


@pytest.mark.parametrize(
    ("phase", "players", "taken"),
    [
        (Phase.GATHERING, "h", 1),
        (Phase.GATHERING, "hhhh", 3),
        (Phase.COMMITTING, "hha", 3),
        (Phase.PLAYING, "hh", None),
        (Phase.REVEALING, "hh", None),
        (Phase.OVER, "hhh", None),
        (Phase.OVER, "hh", 2),
        (Phase.OVER, "hal", 1),
        (Phase.CLOSED, "hl", None),
        (Phase.STOPPED, "hh", None),
    ],
)
def test_a_public_room_is_announced_while_there_is_a_seat_to_be_had(
    phase: Phase, players: str, taken: int | None
) -> None:
    presence = {"h": Presence.HERE, "a": Presence.AWAY, "l": Presence.LEFT}
    seen = tuple(PlayerView(str(n), n == 0, presence[p], 0.0) for n, p in enumerate(players))
    view = SimpleNamespace(phase=phase, players=seen, starts_in=None)
    assert _announced(view) == taken
    assert _announced(view, ended=True) is None


async def test_a_public_room_is_listed_while_it_gathers(where: Callable[..., Where]) -> None:
    async with Relay().serve("127.0.0.1", 0) as relay:
        public = HostSettings(countdown=0, public=True)

        async def listed() -> list[RoomCode]:
            lobby = WebSocketTransport(parse_relay(relay.url), PROJECT)
            loop = asyncio.get_running_loop()
            found = await open_rooms(lobby, 0.4, loop.time, time.time)
            return [room.code for room in found]

        async with host(public, where("Ana", relay.url)) as ana, running(ana):
            async with asyncio.timeout(DEADLINE):
                while await listed() != [ana.code]:
                    pass
            async with join(Invitation(relay.url, ana.code), where("Ben")) as ben, running(ben):
                await until(ana, lambda view: view.phase is Phase.PLAYING)
                async with asyncio.timeout(DEADLINE):
                    while await listed():
                        pass


async def test_scratch_has_no_room_for_a_lobby(where: Callable[..., Where]) -> None:
    with pytest.raises(UsageError, match="public"):
        async with host(HostSettings(public=True), where("Ana", "scratch:1@ws://127.0.0.1:9/")):
            pass


async def test_notices_come_to_everyone_who_listens_and_end_with_the_peer(where: Callable[..., Where]) -> None:
    async with host(SETTINGS, where("Ana")) as ana:
        heard: list[NoticeKind] = []

        async def listen() -> None:
            heard.extend([notice.kind async for notice in ana.peer.notices()])

        listeners = [asyncio.create_task(listen()) for _ in range(2)]
        await asyncio.sleep(0)
        async with running(ana):
            await until(ana, lambda view: view.room is not None)
            ana.peer.chat("hello")
            await until(ana, lambda view: bool(view.chat))
        async with asyncio.timeout(DEADLINE):
            await asyncio.gather(*listeners)
        assert heard.count(NoticeKind.CHAT) == 2
        assert [notice async for notice in ana.peer.notices()] == []


async def test_a_direct_room_keeps_its_port_and_its_link_names_it(where: Callable[..., Where]) -> None:
    at_home = replace(where("Ana", "direct"), interface="127.0.0.1")
    async with host(replace(SETTINGS, listen=EVERYWHERE), at_home) as ana:
        link = ana.link
        assert link.startswith("direct://127.0.0.1:")
        assert parse_invitation(link) == Invitation(ana.relay.url, ana.code)
        assert not ana.embedded
    async with resume(ana.store, at_home) as again:
        assert again.link == link


async def test_a_direct_room_has_no_list_to_stand_on(where: Callable[..., Where]) -> None:
    at_home = replace(where("Ana", "direct"), interface="127.0.0.1")
    with pytest.raises(UsageError, match="public"):
        async with host(replace(SETTINGS, public=True), at_home):
            pass
    assert list(at_home.rooms.glob("*")) == []


async def test_a_room_on_a_relay_and_direct_tells_where_it_listens(where: Callable[..., Where]) -> None:
    both = replace(where("Ana", "ws://127.0.0.1:9/", "direct"), interface="127.0.0.1")
    async with host(replace(SETTINGS, listen=EVERYWHERE), both) as ana:
        assert str(ana.relay) == "ws://127.0.0.1:9/"
        (first, second) = ana.peer._told
        assert first == "ws://127.0.0.1:9/"
        assert second.startswith("direct://127.0.0.1:")
