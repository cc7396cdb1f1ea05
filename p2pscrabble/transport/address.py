"""Which relay: its address as a player types it, and the profile that says how to behave there."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from p2pscrabble.errors import UsageError
from p2pscrabble.transport.link import Place

_FORMS = "A relay is written ws://host:port, wss://host, host:port, turbowarp, scratch:PROJECT or direct."
_MAX_LENGTH = 2_000
_SCHEMES = {"ws": "ws", "wss": "wss", "http": "ws", "https": "wss"}
_TURBOWARP = re.compile(r"turbowarp(?:@(?P<url>.*))?", re.IGNORECASE)
_SCRATCH = re.compile(r"scratch:(?P<project>[^@]*)(?:@(?P<url>.*))?", re.IGNORECASE)
_SCRATCH_PAGE = re.compile(r"https?://scratch\.mit\.edu/projects/([0-9]+)(?:/.*)?", re.IGNORECASE)
_PROJECT = re.compile(r"[0-9A-Za-z_-]{1,100}", re.ASCII)
_THIS_COMPUTER = {"127.0.0.1", "::1", "localhost"}
_HOST = re.compile(r"\w(?:[\w.-]{0,251}\w)?\.?")
_DIRECT_SCHEME = "direct://"
_SPOT = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]{2,45})\]|(?P<host>[^\[\]:,/]{1,253})):(?P<port>[0-9]{1,5})", re.ASCII)
MOST_SPOTS = 8
EVERYWHERE = "0.0.0.0"  # noqa: S104 - the others are on other computers
ALL_OWN = (EVERYWHERE, "::", "*", "")
"""What stands for every address of this computer."""
"""How many addresses a direct room is named by."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A kind of relay: its name, what it allows, and the URL of the one public server of that kind, if there is one."""

    name: str
    place: Place
    url: str | None = None


OWN = Profile("own", Place(max_digits=100_000, max_variables=128, min_interval=0.0))
"""The relay that comes with p2pscrabble."""

TURBOWARP = Profile(
    "turbowarp",
    Place(max_digits=100_000, max_variables=128, min_interval=0.1),
    "wss://clouddata.turbowarp.org/",
)
"""TurboWarp's public cloud server, used only when asked for by name."""

SCRATCH = Profile(
    "scratch",
    Place(max_digits=256, max_variables=10, min_interval=0.1, names=tuple(f"p2p {n}" for n in range(10))),
    "wss://clouddata.scratch.mit.edu/",
)
"""Scratch's own cloud server: ten variables of a project that a player owns, named ``☁ p2p 0`` to ``☁ p2p 9``."""

DIRECT = Profile("direct", Place(max_digits=100_000, max_variables=128, min_interval=0.0), "direct:///")
"""No relay at all: the programs of a room connect to each other. The URL without addresses: by discovery nearby."""


SERVER_VARIABLE = "P2PSCRABBLE_SCRATCH_SERVER"
"""The environment variable with the URL by which Scratch's server is reached where that is not its own."""


@dataclass(frozen=True, slots=True)
class RelayAddress:
    """A relay: how it behaves, where it is, and, on Scratch, the project whose variables all rooms share.

    ``str`` gives the address as a player would type it, and ``parse_relay`` reads it back.
    """

    profile: Profile
    url: str
    project: str | None = None

    def __str__(self) -> str:
        if self.profile == OWN or (self.profile == DIRECT and self.url != DIRECT.url):
            return self.url
        service = self.profile.name if self.project is None else f"{self.profile.name}:{self.project}"
        return service if self.url == self.profile.url else f"{service}@{self.url}"

    @property
    def needs_login(self) -> bool:
        """Whether this is Scratch's own server, the only one that is ever shown a Scratch login."""
        return self.profile == SCRATCH and self.url == scratch_server()


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """Where a program listens: a host's address or name, and a port; ``str`` gives ``HOST:PORT`` or ``[IPv6]:PORT``."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def parse_spots(text: str) -> tuple[Spot, ...]:
    """``HOST:PORT`` and further ones after commas, each once; raises UsageError."""
    return tuple(dict.fromkeys(map(_spot, text.split(",")))) if text else ()


def direct_address(spots: Iterable[Spot]) -> RelayAddress:
    """A direct room at these addresses, or, where there are none, wherever discovery finds it; raises UsageError."""
    found = tuple(spots)
    if len(found) > MOST_SPOTS:
        raise UsageError(f"A direct room is named by {MOST_SPOTS} addresses at most.")
    return RelayAddress(DIRECT, f"{_DIRECT_SCHEME}{','.join(map(str, found))}/")


def spots_of(address: RelayAddress) -> tuple[Spot, ...]:
    """The addresses of a direct room."""
    return parse_spots(address.url.removeprefix(_DIRECT_SCHEME).removesuffix("/"))


def _spot(text: str) -> Spot:
    found = _SPOT.fullmatch(text)
    try:
        if found is None or not 0 < int(found["port"]) < 2**16:
            raise ValueError
        if found["v6"]:
            return Spot(str(ipaddress.IPv6Address(found["v6"])), int(found["port"]))
        host = found["host"].lower()
        host.encode("idna")
        if not _HOST.fullmatch(host):
            raise ValueError
    except ValueError:
        raise UsageError(
            f"“{text}” is no address of a program: a direct room is written direct://HOST:PORT/, several with commas."
        ) from None
    return Spot(host, int(found["port"]))


def parse_relay(text: str) -> RelayAddress:
    """The relay that a player named; raises UsageError with a sentence that says what is wrong.

    ``ws://``, ``wss://``, ``http://`` and ``https://`` URLs and ``host:port`` are relays of our own kind;
    ``turbowarp`` and ``scratch:PROJECT`` are the public servers; ``turbowarp@URL`` and ``scratch:PROJECT@URL`` are
    servers elsewhere with the same habits. ``direct`` is no relay at all, ``direct://HOST:PORT,HOST:PORT/`` the same by
    these addresses. A fragment is dropped: it may hold a room code, which no relay should see.
    """
    text = text.strip()
    if not text:
        raise UsageError(f"No relay is named. {_FORMS}")
    if len(text) > _MAX_LENGTH or not text.isprintable() or " " in text:
        raise UsageError(f"A relay's address has no spaces and is at most {_MAX_LENGTH:,} characters long. {_FORMS}")
    if found := _TURBOWARP.fullmatch(text):
        return RelayAddress(TURBOWARP, _url_of(TURBOWARP, found["url"]))
    if found := _SCRATCH.fullmatch(text):
        url = _url_of(SCRATCH, found["url"])
        return RelayAddress(SCRATCH, url, _project(found["project"], public=url == SCRATCH.url))
    if text.lower() == "direct":
        return direct_address(())
    if text.lower().startswith(_DIRECT_SCHEME):
        return direct_address(parse_spots(text[len(_DIRECT_SCHEME) :].partition("#")[0].removesuffix("/")))
    if text.lower() == "scratch" or text.lower().startswith("scratch@"):
        raise UsageError("Scratch keeps variables in projects: say which one is yours, as in scratch:123456789.")
    return RelayAddress(OWN, _websocket_url(text))


def scratch_server() -> str:
    """The URL of the server that is shown a login: Scratch's, or what the environment says, and nobody else can."""
    elsewhere = os.environ.get(SERVER_VARIABLE)
    if not elsewhere:
        return SCRATCH.url or ""
    url = _websocket_url(elsewhere)
    if url.startswith("ws:") and urlsplit(url).hostname not in _THIS_COMPUTER:
        raise UsageError(
            f"A Scratch login is shown over wss:// alone, or within this computer: mend {SERVER_VARIABLE}."
        )
    return url


def _url_of(profile: Profile, elsewhere: str | None) -> str:
    if elsewhere is None:
        return scratch_server() if profile == SCRATCH else profile.url or ""
    return _websocket_url(elsewhere)


def _project(text: str, *, public: bool) -> str:
    if page := _SCRATCH_PAGE.fullmatch(text):
        text = page[1]
    if not _PROJECT.fullmatch(text) or (public and not text.isdigit()):
        raise UsageError(f"“{text}” names no Scratch project: it is the number in the project's address, 123456789.")
    return text


def _websocket_url(text: str) -> str:
    """The URL in one form: ``ws`` or ``wss``, a small-letter host, a path, and neither fragment nor password."""
    shorthand = "://" not in text
    try:
        parts = urlsplit(f"ws://{text}" if shorthand else text)
        host, port = parts.hostname or "", parts.port
        is_v6 = ":" in host
        ipaddress.IPv6Address(host) if is_v6 else host.encode("idna")
    except ValueError:
        raise UsageError(f"“{text}” is no address of a relay: the host or the port is wrong. {_FORMS}") from None
    if parts.scheme not in _SCHEMES:
        raise UsageError(f"“{parts.scheme}://” is no way to a relay. {_FORMS}")
    if parts.username is not None:
        raise UsageError("Leave user and password out of a relay's address: relays know no passwords.")
    if not is_v6 and not _HOST.fullmatch(host):
        raise UsageError(f"“{text}” names no relay: there is no host in it. {_FORMS}")
    if port == 0 or (shorthand and port is None):
        raise UsageError(f"“{text}” names no relay: the port is missing, as in {host}:8765. {_FORMS}")
    where = f"[{host}]" if is_v6 else host
    where = where if port is None else f"{where}:{port}"
    query = f"?{parts.query}" if parts.query else ""
    return f"{_SCHEMES[parts.scheme]}://{where}{parts.path or '/'}{query}"
