"""Addresses: whom a connection is counted to, where to listen, and under which address others find this machine."""

from __future__ import annotations

import socket
from collections import Counter
from ipaddress import IPv6Address, ip_address, ip_network

DEFAULT_PORT = 8765


class Tally:
    """How many of something each address has; the address None is counted to nobody."""

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()

    def count(self, address: str | None) -> int:
        """How many this address has now."""
        return 0 if address is None else self._counts[address]

    def enter(self, address: str | None) -> None:
        """One more for this address."""
        if address is not None:
            self._counts[address] += 1

    def leave(self, address: str | None) -> None:
        """One less for this address."""
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]


def counted_address(peer: str | None, forwarded_for: str | None) -> str | None:
    """The address that a connection is counted to, None for nobody.

    ``peer`` is the other end of the socket, ``forwarded_for`` the ``X-Forwarded-For`` header where it is trusted; its
    last entry is the one that our own proxy has written. Loopback is counted to nobody: behind a proxy that is not
    trusted everyone seems to come from there. Of IPv6 the first 64 bits count, since one customer has at least these.
    """
    text = forwarded_for.rpartition(",")[2].strip() if forwarded_for else peer
    try:
        address = ip_address((text or "").partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return None if address.is_loopback else str(ip_network((address, 64), strict=False))
        address = address.ipv4_mapped
    return None if address.is_loopback else str(address)


def listen_address(text: str) -> tuple[str, int]:
    """Host and port of ``HOST:PORT``, ``[IPv6]:PORT``, ``HOST``, ``:PORT`` or ``PORT``; raises `ValueError`."""
    host, colon, port = text.rpartition(":")
    if not colon:
        host, port = ("", text) if text.isdecimal() else (text, str(DEFAULT_PORT))
    elif text.endswith("]"):
        host, port = text, str(DEFAULT_PORT)
    host = host.removeprefix("[").removesuffix("]") or "0.0.0.0"  # noqa: S104  # a relay is there for others
    if not (port.isascii() and port.isdecimal() and int(port) < 65_536):
        raise ValueError(f"{text!r} is not HOST:PORT with a port from 0 to 65535")
    return host, int(port)


def relay_url(host: str, port: int, *, tls: bool) -> str:
    """The URL of a relay that listens on this address."""
    return f"{'wss' if tls else 'ws'}://{f'[{host}]' if ':' in host else host}:{port}/"


_FAMILIES = {
    "0.0.0.0": (socket.AF_INET, "192.0.2.1", "127.0.0.1"),  # noqa: S104
    "::": (socket.AF_INET6, "2001:db8::1", "::1"),
}


def near_host(host: str) -> str:
    """The host by which this machine itself reaches what listens on ``host``."""
    return _FAMILIES[host][2] if host in _FAMILIES else host


def far_hosts(host: str) -> tuple[str, ...]:
    """The hosts by which others reach what listens on ``host``, as far as this machine can know them.

    Where that is every address, it is the one that this machine has in its network; nothing is sent to find it.
    """
    if host not in _FAMILIES:
        return (host,)
    family, elsewhere, _ = _FAMILIES[host]
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))  # chooses a route, and with it our address; a datagram socket sends nothing
            address = str(probe.getsockname()[0])
    except OSError:
        return ()
    return () if ip_address(address).is_loopback else (address,)
