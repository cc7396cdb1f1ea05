"""Which relays a program goes to because its host says so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.transport import parse_relay
from p2pscrabble.transport.address import spots_of
from p2pscrabble.transport.told import LONGEST, MOST_TOLD, believable, shortened, tellable

OUTSIDE = "wss://relay.example.org/"
NEAR = "ws://192.168.1.20:8765/"
HERE = "ws://127.0.0.1:8765/"


def believed(*told: str, by: str = HERE) -> list[str]:
    return [str(relay) for relay in believable(told, parse_relay(by))]


def test_relays_of_every_kind_in_their_order() -> None:
    told = ["wss://a.example.org/", "turbowarp", "scratch:123@ws://b.example.org/", "ws://c.example.org:8765/"]
    assert believed(*told, by=OUTSIDE) == told


@pytest.mark.parametrize(
    ("address", "depth"),
    [
        ("ws://127.0.0.1:1/", 2),
        ("ws://127.9.9.9:1/", 2),
        ("ws://0.0.0.0:1/", 2),
        ("ws://localhost:1/", 2),
        ("ws://a.localhost.:1/", 2),
        ("ws://[::1]:1/", 2),
        ("ws://[::ffff:127.0.0.1]:1/", 2),
        ("ws://10.0.0.1:1/", 1),
        ("ws://192.168.1.1/", 1),
        ("ws://169.254.169.254/", 1),
        ("ws://[fe80::1]:1/", 1),
        ("ws://[fd00::1]:1/", 1),
        ("ws://router/", 1),
        ("ws://printer.local/", 1),
        ("ws://nas.lan:80/", 1),
        ("ws://8.8.8.8:1/", 0),
        ("ws://relay.example.org/", 0),
        ("ws://[2001:4860:4860::8888]:1/", 0),
    ],
)
def test_no_address_leads_further_inwards_than_the_one_by_which_one_came(address: str, depth: int) -> None:
    assert [bool(believed(address, by=by)) for by in (OUTSIDE, NEAR, HERE)] == [depth <= deep for deep in (0, 1, 2)]


@pytest.mark.parametrize(
    "address",
    [
        "",
        "x",
        "file:///etc/passwd",
        "ftp://a.example.org/",
        "ws://a.example.org/reboot",
        "ws://a.example.org/?now=1",
        "ws://user:word@a.example.org/",
        "scratch:123456",
        f"ws://{'a' * LONGEST}.org/",
        "ws://\ud800/",
    ],
)
def test_what_is_not_believed(address: str) -> None:
    """No path or question that could mean something to another server, and nothing that takes a login."""
    assert believed(address) == []


def test_of_a_direct_room_those_addresses_are_believed_that_lead_no_deeper() -> None:
    told = "direct://8.8.8.8:5000,8.8.8.8:22,192.168.1.1:5000,127.0.0.1:5000,nas.local:5000/"
    assert believed(told, by=OUTSIDE) == ["direct://8.8.8.8:5000/"]
    assert believed(told, by=NEAR) == ["direct://8.8.8.8:5000,192.168.1.1:5000,nas.local:5000/"]
    assert believed("direct://127.0.0.1:5000/", by="direct://8.8.8.8:5000,192.168.1.1:5000/") == ["direct"]
    assert believed("ws://192.168.1.1:1/", by="direct://8.8.8.8:5000,192.168.1.1:5000/") == []
    assert believed("ws://192.168.1.1:1/", by="direct") == ["ws://192.168.1.1:1/"]


def test_a_direct_room_is_told_by_as_many_addresses_as_fit() -> None:
    whole = parse_relay("direct://" + ",".join(f"[2606:4700:1111:2222:3333:4444:5555:{n}]:41555" for n in range(5)))
    short = shortened(whole)
    assert not tellable(whole)
    assert tellable(short)
    assert len(spots_of(short)) == 2
    assert shortened(parse_relay("ws://host:1/")) == parse_relay("ws://host:1/")


def test_the_address_by_which_one_came_is_believed_as_it_is() -> None:
    odd = "ws://127.0.0.1:1/club?room=2"
    assert not tellable(parse_relay(odd))
    assert believed(odd, by=odd) == [odd]


def test_there_are_not_too_many_and_none_twice() -> None:
    told = [f"ws://relay{number}.example.org/" for number in range(1_000)]
    assert believed(*told) == told[:MOST_TOLD]
    assert believed(told[0], told[0]) == told[:1]


@given(st.lists(st.text(max_size=150), max_size=6))
def test_any_text_is_survived(told: list[str]) -> None:
    assert len(believed(*told)) <= MOST_TOLD
