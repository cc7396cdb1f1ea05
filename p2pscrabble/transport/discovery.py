"""How the programs of a direct room find each other in the local network: by multicast DNS, with no address typed.

A program that listens announces a service whose text record names the room by a hash; whoever has the code computes
the same hash and asks for it. Nothing of the code or its keys goes out, and what is found is only where to knock.
Where multicast does not work nothing is found, and that is all.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import logging
import secrets
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from p2pscrabble.transport.address import MOST_SPOTS, Spot
from p2pscrabble.transport.told import HERE, NEAR, believable_spot, depth_of

if TYPE_CHECKING:
    from zeroconf import ServiceBrowser, ServiceInfo, ServiceStateChange, Zeroconf

SERVICE: Final = "_p2pscrabble._tcp.local."
MOST_FOUND: Final = 16
"""How many programs are listened to."""
_VERSION: Final = b"1"
_ANSWER: Final = 2_000
"""Milliseconds that a program which was found has for saying where it is."""

_log = logging.getLogger(__name__)


def room_mark(room: str) -> bytes:
    """What a room is called in the local network: sixteen hexadecimal digits that say nothing of its code."""
    return hashlib.sha256(f"p2pscrabble direct room {room}".encode()).hexdigest()[:16].encode()


class Discovery:
    """The search for one room, and its announcement. ``found`` is called in a thread of its own.

    ``listen`` is the address of this computer to which all of it keeps, or one of those that mean all. The methods
    block for a moment: they are for a thread beside the event loop.
    """

    def __init__(self, room: str, listen: str, found: Callable[[tuple[Spot, ...]], None]) -> None:
        self._mark = room_mark(room)
        self._found = found
        self._everywhere = depth_of(listen) == HERE and not _is_loopback(listen)
        self._listen = listen
        self._name = f"{secrets.token_hex(6)}.{SERVICE}"
        self._known: set[str] = set()
        self._zeroconf: Zeroconf | None = None
        self._browser: ServiceBrowser | None = None
        self._lock = threading.Lock()
        self.failure = ""
        """Why the local network cannot be searched, in words; empty where it can."""

    def announce(self, spots: Iterable[Spot]) -> None:
        """Says that the room is here. What fails is noted in ``failure``."""
        with self._lock, self._noting():
            from zeroconf import ServiceInfo

            addresses = [spot for spot in spots if _is_address(spot.host)][:MOST_SPOTS]
            if addresses:
                service = ServiceInfo(
                    SERVICE,
                    self._name,
                    port=addresses[0].port,
                    parsed_addresses=[spot.host for spot in addresses],
                    properties={b"v": _VERSION, b"room": self._mark},
                    server=f"p2pscrabble-{self._name.partition('.')[0]}.local.",
                )
                self._open().register_service(service, cooperating_responders=True)

    def search(self) -> None:
        """Looks for the room until ``close``. What fails is noted in ``failure``."""
        with self._lock, self._noting():
            from zeroconf import ServiceBrowser

            if self._browser is None:
                self._browser = ServiceBrowser(self._open(), SERVICE, handlers=[self._changed])

    def close(self) -> None:
        """Takes the announcement back, and looks no longer."""
        with self._lock, self._noting():
            if self._browser is not None:
                self._browser.cancel()
            if self._zeroconf is not None:
                self._zeroconf.close()
            self._zeroconf = self._browser = None

    def _open(self) -> Zeroconf:
        from zeroconf import InterfaceChoice, Zeroconf

        if self._zeroconf is None:
            self._zeroconf = Zeroconf(InterfaceChoice.All if self._everywhere else [self._listen])
        return self._zeroconf

    @contextlib.contextmanager
    def _noting(self):  # type: ignore[no-untyped-def]
        try:
            yield
        except Exception as error:  # whatever it was, the game goes on without
            self.failure = f"it cannot be searched: {str(error) or type(error).__name__}"
            _log.info("discovery: %s", self.failure)

    def _changed(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        from zeroconf import ServiceStateChange

        if state_change is ServiceStateChange.Removed:
            self._known.discard(name)
        if state_change is ServiceStateChange.Removed or name == self._name:
            return
        with contextlib.suppress(Exception):  # a damaged answer is none
            service = zeroconf.get_service_info(service_type, name, timeout=_ANSWER)
            has_room = name in self._known or len(self._known) < MOST_FOUND
            if service is not None and has_room and (spots := self.spots_in(service)):
                self._known.add(name)
                self._found(spots)

    def spots_in(self, service: ServiceInfo) -> tuple[Spot, ...]:
        """Where a service of this room listens; nothing where it is another room's."""
        if service.properties.get(b"room") != self._mark or service.properties.get(b"v") != _VERSION:
            return ()
        deepest = HERE if _is_loopback(self._listen) else NEAR
        spots = [Spot(host, service.port or 0) for host in service.parsed_addresses()[:MOST_SPOTS]]
        return tuple(spot for spot in spots if _is_address(spot.host) and believable_spot(spot, deepest))


def _is_address(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return not ipaddress.ip_address(host).is_link_local
    return False


def _is_loopback(host: str) -> bool:
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False
