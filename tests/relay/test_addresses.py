"""Who a connection is counted to, where to listen, and under which URL."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from p2pscrabble_relay.addresses import (
    Tally,
    counted_address,
    far_hosts,
    listen_address,
    near_host,
    relay_url,
)


@pytest.mark.parametrize(
    ("peer", "forwarded_for", "counted"),
    [
        ("192.0.2.7", None, "192.0.2.7"),
        ("192.0.2.7", "", "192.0.2.7"),
        ("127.0.0.1", None, None),
        ("127.8.9.1", None, None),
        ("::1", None, None),
        ("::ffff:127.0.0.1", None, None),
        ("::ffff:192.0.2.7", None, "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", None, "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", None, "2001:db8:1:2::/64"),
        ("fe80::1%eth0", None, "fe80::/64"),
        (None, None, None),
        ("", None, None),
        ("/run/relay.sock", None, None),
        ("127.0.0.1", "192.0.2.9", "192.0.2.9"),
        ("127.0.0.1", "203.0.113.66, 192.0.2.9", "192.0.2.9"),
        ("127.0.0.1", "192.0.2.9, nonsense", None),
    ],
)
def test_counted_address(peer: str | None, forwarded_for: str | None, counted: str | None) -> None:
    assert counted_address(peer, forwarded_for) == counted


def test_tally() -> None:
    tally = Tally()
    tally.enter("a")
    tally.enter("a")
    tally.enter(None)
    assert [tally.count("a"), tally.count("b"), tally.count(None)] == [2, 0, 0]
    tally.leave("a")
    tally.leave(None)
    assert tally.count("a") == 1
    tally.leave("a")
    assert tally.count("a") == 0


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("127.0.0.1:80", ("127.0.0.1", 80)),
        ("localhost:0", ("localhost", 0)),
        ("example.org", ("example.org", 8765)),
        (":9000", ("0.0.0.0", 9000)),
        ("9000", ("0.0.0.0", 9000)),
        ("[::1]:80", ("::1", 80)),
        ("[::1]", ("::1", 8765)),
        ("", ("0.0.0.0", 8765)),
    ],
)
def test_listen_address(text: str, address: tuple[str, int]) -> None:
    assert listen_address(text) == address


@pytest.mark.parametrize("text", ["127.0.0.1:", "127.0.0.1:x", "127.0.0.1:65536", "127.0.0.1:-1", "a:²"])
def test_what_names_no_address(text: str) -> None:
    with pytest.raises(ValueError, match="HOST:PORT"):
        listen_address(text)


def test_urls() -> None:
    assert relay_url("127.0.0.1", 8765, tls=False) == "ws://127.0.0.1:8765/"
    assert relay_url("::1", 443, tls=True) == "wss://[::1]:443/"


def test_near_hosts() -> None:
    assert [near_host(host) for host in ("0.0.0.0", "::", "192.0.2.1")] == ["127.0.0.1", "::1", "192.0.2.1"]


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_far_hosts_are_no_loopback(host: str) -> None:
    assert not any(ip_address(far).is_loopback for far in far_hosts(host))


def test_the_far_host_of_one_address_is_itself() -> None:
    assert far_hosts("192.0.2.1") == ("192.0.2.1",)


class _Probe:
    """A socket that finds this address, or no route."""

    address: str | None = None

    def __init__(self, *_: object) -> None: ...

    def __enter__(self) -> _Probe:
        return self

    def __exit__(self, *_: object) -> None: ...

    def connect(self, _: object) -> None:
        if self.address is None:
            raise OSError("no route")

    def getsockname(self) -> tuple[str | None, int]:
        return self.address, 40000


@pytest.mark.parametrize(("address", "found"), [("192.168.1.20", ("192.168.1.20",)), ("127.0.0.1", ()), (None, ())])
def test_far_hosts(monkeypatch: pytest.MonkeyPatch, address: str | None, found: tuple[str, ...]) -> None:
    monkeypatch.setattr(_Probe, "address", address)
    monkeypatch.setattr(socket, "socket", _Probe)
    assert far_hosts("0.0.0.0") == found
