"""Ways into a room: host a new one, join one by its code, or come back to one that is on this disk.

Each is an async context manager that opens all that a peer needs (the folder, the relay where there is none, the
transport, the announcement in the lobby) and closes it again; the peer itself is run by the caller.

A room that was never of any use is not kept: one made by this very call, if an error ends it before the relay has
answered for the first time. Whoever goes of themselves before that keeps it, and may come back.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import secrets
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from p2pscrabble import __version__
from p2pscrabble.errors import DecodeError, P2PScrabbleError, StoreError, UsageError
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals import Invitation, RoomCode
from p2pscrabble.peer.absence import PATIENCE as SILENCE
from p2pscrabble.peer.at_home import at_home, is_direct
from p2pscrabble.peer.hosting import Gathering
from p2pscrabble.peer.lobby import PROJECT, Announcement, Announcer
from p2pscrabble.peer.roaming import Itinerary, kept_relays, noted, to_tell
from p2pscrabble.peer.room import Peer
from p2pscrabble.peer.store import RoomFile, RoomStore, rooms
from p2pscrabble.peer.view import Presence
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.sync import Identity
from p2pscrabble.table import MAX_SEATS, Deal, Hello, Phase, Role, Room, clean_name
from p2pscrabble.transport import DIRECT, OWN, SCRATCH, RelayAddress, parse_relay
from p2pscrabble.transport.address import EVERYWHERE as EVERYWHERE
from p2pscrabble.transport.relays import Relays
from p2pscrabble.transport.websocket import WebSocketTransport

RELAY_PORT: Final = 8765
"""The port that a relay inside ``host`` takes where it is free."""
PATIENCE: Final = 15.0
"""Seconds that a relay has to answer someone who comes for the first time."""
NEARBY: Final = 10.0
"""Seconds that a room is looked for in the local network."""
FURTHER: Final = 8.0
"""Seconds more for each further relay that there is to try."""
DEFAULT_LIST: Final = "modern"
LEFT: Final = "left"
"""The state of a room in which this peer has given up its seat."""
_DAY: Final = 86_400
_LONGEST_WAIT: Final = 2**31
_LONGEST_HOST: Final = 253
"""Characters of a host's name (RFC 1035)."""


@dataclass(frozen=True, slots=True)
class Where:
    """Where rooms are kept on this computer, and how they are entered: under which name, by which relays."""

    data: Path
    name: str
    relays: tuple[RelayAddress, ...] = ()
    """In the order in which they are tried."""
    patience: float = SILENCE
    """Seconds of silence after which a player is asked whether to go on without another."""
    interface: str = EVERYWHERE
    """The address of this computer to which direct rooms keep, and the search for them; ``EVERYWHERE`` for all."""

    @property
    def rooms(self) -> Path:
        """The folder of all rooms."""
        return self.data / "rooms"


@dataclass(frozen=True, slots=True)
class HostSettings:
    """What a host decides. Times in seconds; ``wait``: start by then with those who are there."""

    seats: int = 2
    rules: Rules = field(default_factory=lambda: PRESETS["classic"])
    lexicon: str = DEFAULT_LIST
    deal: Deal = Deal.SEALED
    public: bool = False
    countdown: int = 3
    wait: int | None = None
    listen: str = EVERYWHERE
    port: int = 0
    """Of a relay that ``host`` starts, or of a direct room; 0: the usual one where it is free, else any."""


@dataclass(frozen=True, slots=True)
class Session:
    """An open room: the peer to run, and how others come to it."""

    peer: Peer
    store: RoomStore
    code: RoomCode
    relay: RelayAddress
    embedded: bool
    """Whether this process runs the relay itself."""
    addresses: tuple[str, ...]
    """Where others reach that relay, or the relay's own address."""
    interface: str = EVERYWHERE
    """See ``Where.interface``."""

    @property
    def link(self) -> str:
        """What to send to the others: names the relay and the code."""
        named = self.relay.profile in (OWN, DIRECT)
        return str(Invitation(self.addresses[0], self.code)) if named else str(self.code)


@asynccontextmanager
async def host(settings: HostSettings, where: Where) -> AsyncIterator[Session]:
    """A new room. Raises ``UsageError`` where it can't be as asked."""
    lists = WordLists(where.data)
    lexicon = await asyncio.to_thread(lists.named, settings.lexicon)
    code = RoomCode.random(secrets.token_bytes(16))
    kept: dict[str, object] = {
        "seats": settings.seats,
        "rules": list(settings.rules.numbers()),
        "lexicon": lexicon.hash.hex(),
        "lexicon_name": lexicon.name,
        "deal": settings.deal.value,
        "public": settings.public,
        "countdown": settings.countdown,
        "wait": settings.wait,
        "listen": where.interface if is_direct(where.relays) and settings.listen == EVERYWHERE else settings.listen,
        "port": settings.port,
    }
    _hosted(kept)
    relay = str(where.relays[0]) if where.relays else ""
    kept = noted(kept, where.relays)
    room = RoomFile(str(code), relay, Role.HOST.name.lower(), clean_name(where.name), int(time.time()), kept)
    async with _open(create_store(where.rooms, room), where, new=True) as session:
        yield session


@asynccontextmanager
async def join(invitation: Invitation, where: Where, role: Role = Role.PLAYER) -> AsyncIterator[Session]:
    """A seat in somebody's room, or a place to watch from; the one that this computer has there already, if any."""
    store = None if role is Role.BOT else _known(invitation.code, where, role)
    new = store is None
    if store is None:
        # A code alone does not say where the room is: with no relay set, it is looked for in the local network.
        relay = invitation.relay or str(where.relays[0] if where.relays else parse_relay(DIRECT.name))
        name = clean_name(where.name)
        # A link says where the room is; a code alone does not, so then it may be on any of those that are set.
        settings = {} if invitation.relay else noted({}, where.relays)
        address, made = str(parse_relay(relay)), int(time.time())
        room = RoomFile(str(invitation.code), address, role.name.lower(), name, made, settings)
        store = create_store(where.rooms, room)
    elif invitation.relay is not None:
        _move(store, str(parse_relay(invitation.relay)))
    async with _open(store, where, new=new) as session:
        yield session


@asynccontextmanager
async def resume(store: RoomStore, where: Where) -> AsyncIterator[Session]:
    """A room that is on this disk."""
    async with _open(store, where, patient=True) as session:
        yield session


def kept_rooms(where: Where) -> list[RoomStore]:
    """Every room on this disk, the last changed first."""
    return rooms(where.rooms)


def _known(code: RoomCode, where: Where, role: Role) -> RoomStore | None:
    """The folder of a person's place in the room with this code, to play or to watch, unless it was given up."""
    watching = Role.WATCHER.name.lower()
    for store in kept_rooms(where):
        with contextlib.suppress(StoreError, DecodeError):
            room = store.room
            person = room.role != Role.BOT.name.lower() and (room.role == watching) == (role is Role.WATCHER)
            mine = RoomCode.parse(room.code) == code and person
            if mine and store.summary.state not in (LEFT, Phase.CLOSED.value):
                return store
    return None


def _move(store: RoomStore, relay: str) -> None:
    """A link that names another relay than the one noted: the host's computer has another address today."""
    with store:
        room = store.room
        if room.role != Role.HOST.name.lower() and room.relay != relay:
            store.write_room(replace(room, relay=relay))


def create_store(rooms: Path, room: RoomFile) -> RoomStore:
    """A folder for this room among the others, with new keys."""
    keys = secrets.token_bytes(64)
    name = f"{RoomCode.parse(room.code).digits[:4]}-{Identity(keys[:32]).key.hex()[:6]}"
    return RoomStore.create(rooms, name, room, keys)


@dataclass(slots=True)
class _Beginning:
    """The first time in a room: leaves nothing of it behind where it comes to nothing."""

    store: RoomStore
    line: Relays | None = None
    shown: bool = False
    """Whether the caller has the session, and may have told others how to come."""

    def __enter__(self) -> _Beginning:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        failed = kind is not None and (issubclass(kind, P2PScrabbleError) or not self.shown)
        if failed and not (self.line is not None and self.line.answered):
            self.store.discard()


@asynccontextmanager
async def _open(store: RoomStore, where: Where, *, new: bool = False, patient: bool = False) -> AsyncIterator[Session]:
    async with AsyncExitStack() as stack:
        stack.enter_context(store)
        beginning = _Beginning(store)
        if new:
            stack.enter_context(beginning)
        file = store.room
        code = RoomCode.parse(file.code)
        role = Role[file.role.upper()]
        room_secrets = await asyncio.to_thread(code.secrets)
        lists = WordLists(where.data)
        stack.callback(lists.close)
        await asyncio.to_thread(lists.named, DEFAULT_LIST)  # compiled now where it never was, not while others wait
        room, gathering = _kept(file.settings) if role is Role.HOST else (None, None)
        embedded = not file.relay
        if embedded and room is None:
            raise StoreError("What was noted about this room is damaged: on which relay it is.")
        if embedded:
            address, addresses = await _own_relay(stack, store, file)
            relays: tuple[RelayAddress, ...] = (address,)
        else:
            address, relays = parse_relay(file.relay), kept_relays(file)
            addresses = (address.url,)
        hosting = role is Role.HOST and is_direct(relays)
        ready = await at_home(stack, store, room_secrets, *_listening(file.settings)) if hosting else None
        if ready is not None:
            relays = tuple(ready.address if relay.profile == DIRECT else relay for relay in relays)
            address, addresses = relays[0], (relays[0].url,)
        if file.settings.get("public") and address.profile == DIRECT:
            raise UsageError("There is no relay to list a direct room on: it can't be public.")
        if file.settings.get("public") and address.profile == SCRATCH:
            raise UsageError("Scratch's ten variables have no room for a lobby: a room there can't be public.")
        interface = _listening(file.settings)[0] if ready is not None else where.interface
        line = beginning.line = Relays(
            relays, room_secrets.room_id, key=room_secrets.key, listen=interface, ready=ready
        )
        itinerary = Itinerary(store, line)
        peer = Peer(
            store,
            line,
            room_secrets,
            lists.with_hash,
            hello=Hello(role, file.name, f"p2pscrabble {__version__}"),
            room=room,
            gathering=gathering,
            patience=None if patient else _patience(relays),
            silence=where.patience,
            relays=() if room is None else to_tell(relays),
            roaming=itinerary,
        )
        line.moved = peer.move_to
        stack.push_async_callback(peer.close)
        if file.settings.get("public") and room is not None:
            announcer = _announcer(peer, room, code, file.name, WebSocketTransport(address, PROJECT))
            task = asyncio.create_task(announcer.run())
            stack.push_async_callback(_cancel, task)
        beginning.shown = True
        yield Session(peer, store, code, address, embedded, addresses, interface)


async def _cancel(task: asyncio.Task[None]) -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _own_relay(stack: AsyncExitStack, store: RoomStore, file: RoomFile) -> tuple[RelayAddress, tuple[str, ...]]:
    """Runs a relay in this process; on the same port again when the room is resumed, so that links stay true."""
    from p2pscrabble_relay.server import Relay

    listen, port = _listening(file.settings)
    for attempt in (port,) if port else (RELAY_PORT, 0):
        try:
            running = await stack.enter_async_context(Relay().serve(listen, attempt))
            break
        except (OSError, UnicodeError) as error:  # the latter: a name that no host can have
            failure = error
    else:
        why = _why(failure)
        at = f"port {port} of {listen}" if port else listen
        raise UsageError(f"The room needs a relay, and it cannot listen on {at}: {why.lower()}.")
    store.write_room(replace(file, settings={**file.settings, "port": running.port}))
    return parse_relay(running.url), running.reachable or (running.url,)


def _patience(relays: Sequence[RelayAddress]) -> float:
    """Seconds that whoever comes for the first time waits for an answer."""
    first = NEARBY if relays[0] == parse_relay(DIRECT.name) else PATIENCE
    return first + FURTHER * (len(relays) - 1)


def _why(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError):
        return "this is no name of a host"
    code = error.errno or 0
    return os.strerror(code) if code > 0 else error.strerror or str(error)


def _kept(settings: Mapping[str, object]) -> tuple[Room, Gathering]:
    """What a host noted about its room."""
    try:
        return _hosted(settings)
    except UsageError as error:
        raise StoreError(f"What was noted about this room is damaged. {error}") from error


def _hosted(settings: Mapping[str, object]) -> tuple[Room, Gathering]:
    """Raises ``UsageError`` where a host cannot have decided so."""
    seats = _whole("A game has {} to {} seats, not {}.", settings.get("seats"), 2, MAX_SEATS)
    countdown, wait = settings.get("countdown"), settings.get("wait")
    if isinstance(countdown, bool) or not isinstance(countdown, int | float) or not 0 <= countdown <= _DAY:
        raise UsageError(f"A countdown takes 0 to {_DAY} seconds, not {countdown}.")
    if wait is not None:
        wait = float(_whole("A room waits {} to {} seconds, not {}.", wait, 0, _LONGEST_WAIT))
    _listening(settings)
    lexicon, numbers = settings.get("lexicon"), settings.get("rules")
    try:
        hash_of_words = bytes.fromhex(lexicon) if isinstance(lexicon, str) else b""
    except ValueError:
        hash_of_words = b""
    if len(hash_of_words) != 32:
        raise UsageError("A word list is known by 64 hexadecimal digits, and these are none.")
    try:
        deal = Deal(settings.get("deal"))
    except ValueError:
        raise UsageError(f"Tiles are dealt in no way that has the number {settings.get('deal')}.") from None
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise UsageError("The rules are not the numbers of their fields.")
    name = clean_name(str(settings.get("lexicon_name", "")))
    room = Room(seats, Rules.from_numbers(numbers), deal, hash_of_words, name)
    return room, Gathering(seats, float(countdown), time.monotonic(), wait)


def _listening(settings: Mapping[str, object]) -> tuple[str, int]:
    """Where a relay in this process listens: host and port, 0 for any; raises ``UsageError``."""
    listen, port = settings.get("listen", "127.0.0.1"), settings.get("port", 0)
    if not isinstance(listen, str) or not 0 < len(listen) <= _LONGEST_HOST or not listen.isprintable():
        raise UsageError("A relay listens on a host's name or address, and this is none.")
    return listen, _whole("A port is a number from {} to {}, not {}.", port, 0, 2**16 - 1)


def _whole(sentence: str, value: object, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageError(sentence.format(least, most, value))
    return value


def _announcer(peer: Peer, room: Room, code: RoomCode, name: str, transport: WebSocketTransport) -> Announcer:
    def describe() -> Announcement | None:
        view = peer.view()
        over = view.phase is Phase.OVER
        if peer.ended or not (over or view.phase in (Phase.GATHERING, Phase.COMMITTING)):
            return None
        # Once a game is over, who is away has no claim to the next one.
        players = [player for player in view.players if not over or player.presence is Presence.HERE]
        taken = min(len(players), room.seats)
        if over and taken == room.seats:
            return None
        starts_in = None if view.starts_in is None else int(view.starts_in)
        return Announcement(code, name, room.seats, taken, room.rules.preset, room.lexicon_name, starts_in)

    return Announcer(transport, describe, time.monotonic, time.time, random.Random())
