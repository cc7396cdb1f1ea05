"""Relays that somebody else names: which of them a program connects to, and which it had better not.

A host says on which relays its room is. Whoever follows such an address sends a request there, so a host could have
programs knock at doors inside their players' own networks. An address leads therefore no deeper inwards than the one
by which the player came of themselves, has no path or question that could mean anything to another server, and never
uses a login.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Iterator
from typing import Final
from urllib.parse import urlsplit

from p2pscrabble.errors import UsageError
from p2pscrabble.transport.address import RelayAddress, parse_relay

MOST_TOLD: Final = 4
"""How many relays a host can name for its room."""
LONGEST: Final = 120
"""Characters of an address that is told."""

_OUTSIDE, _NEAR, _HERE = range(3)


def tellable(relay: RelayAddress) -> bool:
    """Whether others would believe this address."""
    parts = urlsplit(relay.url)
    return len(str(relay)) <= LONGEST and parts.path == "/" and not parts.query


def believable(told: Iterable[str], came_by: RelayAddress) -> tuple[RelayAddress, ...]:
    """Those of the addresses that a program may use which came by another one; any text is survived."""
    return tuple(dict.fromkeys(_believed(told, came_by)))


def _believed(told: Iterable[str], came_by: RelayAddress) -> Iterator[RelayAddress]:
    deepest = _depth(came_by)
    for count, text in enumerate(told):
        if count >= MOST_TOLD or len(text) > LONGEST:
            continue
        try:
            relay = parse_relay(text)
        except UsageError:
            continue
        if relay == came_by or (tellable(relay) and not relay.needs_login and _depth(relay) <= deepest):
            yield relay


def _depth(relay: RelayAddress) -> int:
    """How far inside: on the internet, in the network nearby, or on this computer. Of names, the name alone tells."""
    host = (urlsplit(relay.url).hostname or "").rstrip(".").lower()
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if host == "localhost" or host.endswith(".localhost"):
            return _HERE
        return _OUTSIDE if "." in host and not host.endswith((".local", ".lan", ".home.arpa", ".internal")) else _NEAR
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback or address.is_unspecified:
        return _HERE
    return _OUTSIDE if address.is_global else _NEAR
