"""What a start of the program asks for: a screen of the page, and the room behind it.

The program that runs does it, whether it was started for that itself or a second start has come to it: in both cases
it is said in the same way, as an object that can go from one process to the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Final

from p2pscrabble.errors import UsageError
from p2pscrabble.game.rules import Rules
from p2pscrabble.numerals import Invitation, parse_invitation
from p2pscrabble.peer.opponents import is_demo
from p2pscrabble.peer.session import HostSettings, Session
from p2pscrabble.table import MAX_SEATS, Deal, Role
from p2pscrabble.transport import DIRECT, RelayAddress, parse_relay
from p2pscrabble.web.opening import Doors, is_own_path
from p2pscrabble.web.program import Program
from p2pscrabble.web.rooms import OpenRoom
from p2pscrabble.web.tabs import Json

_MAX_RELAYS: Final = 8
_MAX_TEXT: Final = 30_000


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of a room to whoever opened it; all empty where there is none."""

    room: str = ""
    code: str = ""
    link: str = ""
    links: tuple[str, ...] = ()
    relay: str = ""
    host: bool = False
    embedded: bool = False
    """Whether the relay runs in the program itself."""
    direct: bool = False
    """Whether there is no relay."""
    demo: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """What came of a start: where the page is, and what is to be said of the room."""

    address: str
    """Without a key: for showing."""
    url: str
    """With a key: for whoever opens the page by hand."""
    file: str
    """What the browser is to open; empty where none was asked for."""
    told: Told

    def to_json(self) -> dict[str, object]:
        """For the other process."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Started:
        """Raises ``UsageError`` where this is not what the program answers."""
        told = data.get("told")
        address, url, file = (data.get(name) for name in ("address", "url", "file"))
        texts = isinstance(address, str) and isinstance(url, str) and isinstance(file, str)
        if not texts or not isinstance(told, dict) or set(told) != {field.name for field in fields(Told)}:
            raise UsageError("The program that runs already is of another version: end it, and start this one again.")
        known = Told(**{**told, "links": tuple(map(str, told["links"]))})
        return cls(str(address), str(url), str(file), known)


def told(session: Session, *, host: bool) -> Told:
    """What is said of an open room."""
    links = tuple(str(Invitation(address, session.code)) for address in session.addresses)
    return Told(
        room=session.store.folder.name,
        code=str(session.code),
        link=session.link,
        links=links,
        relay=str(session.relay),
        host=host,
        embedded=session.embedded,
        direct=session.relay.profile == DIRECT,
        demo=is_demo(session.store.room),
    )


def wish(do: str, *, relays: tuple[RelayAddress, ...] = (), name: str = "", **more: object) -> dict[str, object]:
    """An object that says what a start wants: ``lobby``, ``host``, ``join``, ``resume``, ``demo`` or ``replay``."""
    return {"do": do, "relays": [str(relay) for relay in relays], "name": name, **more}


def host_json(settings: HostSettings) -> dict[str, object]:
    """The settings of a room for the other process."""
    return {**asdict(settings), "rules": list(settings.rules.numbers()), "deal": settings.deal.value}


def _host_settings(data: object) -> HostSettings:
    if not isinstance(data, dict) or set(data) != {field.name for field in fields(HostSettings)}:
        raise UsageError("The program that runs already is of another version: end it first.")
    numbers, deal = data["rules"], data["deal"]
    if not isinstance(data["lexicon"], str) or not isinstance(data["public"], bool):
        raise UsageError("A word list has a name, and a room is public or not.")
    if not isinstance(numbers, list) or not all(type(number) is int for number in numbers):
        raise UsageError("The rules are not the numbers of their fields.")
    try:
        return HostSettings(**{**data, "rules": Rules.from_numbers(numbers), "deal": Deal(deal)})
    except ValueError:
        raise UsageError("Tiles are dealt in no such way.") from None


async def start(program: Program, doors: Doors, wanted: Json) -> Started:
    """Does what a start wants; raises ``P2PScrabbleError`` where that cannot be."""
    room = await _room(program, wanted)
    to = "/" if room is None else f"/room/{room.id}"
    if wanted.get("do") == "replay":
        to = f"/replay#{_text(wanted, 'number')}"
    if not is_own_path(to):
        raise UsageError("There is no such page.")
    file = str(doors.file(to)) if wanted.get("browser") is True else ""
    known = Told()
    if room is not None:
        known = Told(room=room.id) if room.about.failure else told(room.session, host=room.about.host)
    return Started(doors.address, doors.url(to), file, known)


async def _room(program: Program, wanted: Json) -> OpenRoom | None:
    do, relays, name = wanted.get("do"), wanted.get("relays", []), _text(wanted, "name")
    if not isinstance(relays, list) or len(relays) > _MAX_RELAYS or not all(isinstance(one, str) for one in relays):
        raise UsageError("These are no relays.")
    where = program.where([parse_relay(relay) for relay in relays] or None, name)
    match do:
        case "host" | "demo":
            settings, bots = _host_settings(wanted.get("settings")), wanted.get("bots", 0)
            if isinstance(bots, bool) or not isinstance(bots, int) or not 0 <= bots < MAX_SEATS:
                raise UsageError("So many computer players there cannot be.")
            where = where if do == "host" else replace(where, relays=())
            return await program.host(settings, where, bots)
        case "join":
            role = Role.WATCHER if wanted.get("watch") is True else Role.PLAYER
            return await program.join(parse_invitation(_text(wanted, "text")), where, role)
        case "resume":
            return await program.resume(_text(wanted, "room"), where)
        case "lobby" | "replay":
            return None
    raise UsageError("The program that runs already is of another version: end it, and start this one again.")


def _text(wanted: Json, name: str) -> str:
    value = wanted.get(name, "")
    if not isinstance(value, str) or len(value) > _MAX_TEXT:
        raise UsageError(f"The {name} of the start is no text.")
    return value
