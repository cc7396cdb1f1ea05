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
from p2pscrabble.transport.address import DIRECT, RelayAddress, Spot, direct_address, parse_relay, spots_of

MOST_TOLD: Final = 4
"""How many relays a host can name for its room."""
LONGEST: Final = 120
"""Characters of an address that is told."""

OUTSIDE, NEAR, HERE = range(3)
_LEAST_PORT: Final = 1024
"""Below are the doors of other servers."""


def tellable(relay: RelayAddress) -> bool:
    """Whether others would believe this address."""
    if relay.profile == DIRECT:
        return len(str(relay)) <= LONGEST
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
        if relay == came_by:
            yield relay
        elif relay.profile == DIRECT:
            yield direct_address(spot for spot in spots_of(relay) if believable_spot(spot, deepest))
        elif tellable(relay) and not relay.needs_login and _depth(relay) <= deepest:
            yield relay


def shortened(relay: RelayAddress) -> RelayAddress:
    """A direct room by as many of its addresses, the first ones, as can be told."""
    if relay.profile != DIRECT:
        return relay
    spots = spots_of(relay)
    while spots and not tellable(direct_address(spots)):
        spots = spots[:-1]
    return direct_address(spots)


def believable_spot(spot: Spot, deepest: int) -> bool:
    """Whether a program goes to an address that another one names, having come from so far inside itself."""
    return spot.port >= _LEAST_PORT and depth_of(spot.host) <= deepest


def _depth(relay: RelayAddress) -> int:
    """How far inside a relay is; a direct room, as far as the outermost of its addresses."""
    if relay.profile == DIRECT:
        return min((depth_of(spot.host) for spot in spots_of(relay)), default=NEAR)
    return depth_of(urlsplit(relay.url).hostname or "")


def depth_of(host: str) -> int:
    """How far inside: on the internet, in the network nearby, or on this computer. Of names, the name alone tells."""
    host = host.rstrip(".").lower()
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if host == "localhost" or host.endswith(".localhost"):
            return HERE
        return OUTSIDE if "." in host and not host.endswith((".local", ".lan", ".home.arpa", ".internal")) else NEAR
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        address = address.ipv4_mapped
    if address.is_loopback or address.is_unspecified:
        return HERE
    return OUTSIDE if address.is_global else NEAR
