"""Under which addresses others find this computer, the ones that lead furthest first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

from p2pscrabble.transport.address import ALL_OWN, Spot

MOST: Final = 5
"""How many addresses are told."""
_ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def own_spots(listen: str, port: int) -> tuple[Spot, ...]:
    """Where others find what listens there; on this computer alone where it is in no network."""
    if listen not in ALL_OWN:
        return (Spot(listen, port),)
    found = ordered(_addresses(), _routed()) or ("127.0.0.1",)
    return tuple(Spot(host, port) for host in found[:MOST])


def ordered(hosts: Iterable[str], routed: Iterable[str] = ()) -> tuple[str, ...]:
    """Those by which others come, on the internet first, then nearby; of equals those with a route, then IPv4."""
    known, first = {address for host in hosts if (address := _address(host)) is not None}, set(routed)
    useful = [one for one in known if not (one.is_loopback or one.is_link_local or one.is_unspecified)]
    rank = sorted(useful, key=lambda one: (not one.is_global, str(one) not in first, one.version, int(one)))
    return tuple(map(str, rank))


def _address(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _addresses() -> list[str]:
    """The addresses of all interfaces."""
    try:
        import ifaddr

        return [ip.ip if isinstance(ip.ip, str) else str(ip.ip[0]) for card in ifaddr.get_adapters() for ip in card.ips]
    except (ImportError, OSError):
        return list(_routed())


def _routed() -> tuple[str, ...]:
    """The addresses of the routes out; nothing is sent to find them."""
    found = []
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((elsewhere, 9))  # chooses a route, and with it our address
                found.append(str(probe.getsockname()[0]))
        except OSError:
            continue
    return tuple(found)
