from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import UsageError
from p2pscrabble.transport import DIRECT, OWN, SCRATCH, TURBOWARP, RelayAddress, parse_relay
from p2pscrabble.transport.address import spots_of


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("ws://127.0.0.1:8765", "ws://127.0.0.1:8765/"),
        ("  ws://127.0.0.1:8765/ ", "ws://127.0.0.1:8765/"),
        ("wss://relay.example.org", "wss://relay.example.org/"),
        ("WSS://Relay.Example.ORG/game?x=1", "wss://relay.example.org/game?x=1"),
        ("http://relay.example.org", "ws://relay.example.org/"),
        ("https://relay.example.org:444/", "wss://relay.example.org:444/"),
        ("localhost:8765", "ws://localhost:8765/"),
        ("192.168.1.20:8765", "ws://192.168.1.20:8765/"),
        ("[::1]:8765", "ws://[::1]:8765/"),
        ("wss://[2001:db8::1]", "wss://[2001:db8::1]/"),
        ("ws://bücher.example:80", "ws://bücher.example:80/"),
        ("ws://127.0.0.1:8765/#4821773091520846", "ws://127.0.0.1:8765/"),
    ],
)
def test_a_url_or_a_host_and_port_is_a_relay_of_our_own_kind(text: str, url: str) -> None:
    assert parse_relay(text) == RelayAddress(OWN, url)


def test_turbowarp_is_asked_for_by_name() -> None:
    assert parse_relay("turbowarp") == RelayAddress(TURBOWARP, "wss://clouddata.turbowarp.org/")
    assert parse_relay("TurboWarp@ws://127.0.0.1:9080") == RelayAddress(TURBOWARP, "ws://127.0.0.1:9080/")
    assert TURBOWARP.place.min_interval == 0.1
    assert (TURBOWARP.place.max_digits, TURBOWARP.place.max_variables) == (100_000, 128)


@pytest.mark.parametrize(
    ("text", "project", "url"),
    [
        ("scratch:123456", "123456", "wss://clouddata.scratch.mit.edu/"),
        ("scratch:https://scratch.mit.edu/projects/123456/editor", "123456", "wss://clouddata.scratch.mit.edu/"),
        ("scratch:123456@ws://127.0.0.1:9080/", "123456", "ws://127.0.0.1:9080/"),
        ("scratch:my_project@127.0.0.1:9080", "my_project", "ws://127.0.0.1:9080/"),
    ],
)
def test_scratch_needs_a_project(text: str, project: str, url: str) -> None:
    assert parse_relay(text) == RelayAddress(SCRATCH, url, project)
    assert SCRATCH.place.names == tuple(f"p2p {n}" for n in range(10))
    assert (SCRATCH.place.max_digits, SCRATCH.place.max_variables, SCRATCH.place.min_interval) == (256, 10, 0.1)


def test_only_scratch_itself_is_shown_a_login() -> None:
    needs = {text: parse_relay(text).needs_login for text in ("scratch:1", "scratch:1@ws://a:1", "turbowarp", "a:1")}
    assert needs == {"scratch:1": True, "scratch:1@ws://a:1": False, "turbowarp": False, "a:1": False}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "No relay is named"),
        ("  ", "No relay is named"),
        ("turbowrap", "port is missing"),
        ("relay.example.org", "port is missing, as in relay.example.org:8765"),
        ("relay.example.org/path", "port is missing"),
        ("ftp://relay.example.org", "“ftp://” is no way"),
        ("ws://", "no host"),
        ("ws://:8765", "no host"),
        ("ws://-x-:8765", "no host"),
        ("host:0", "port is missing"),
        ("host:99999", "host or the port is wrong"),
        ("host:port", "host or the port is wrong"),
        ("ws://a..b:1", "host or the port is wrong"),
        ("ws://[::1:8765", "host or the port is wrong"),
        ("ws://[::zz]:8765", "host or the port is wrong"),
        ("ws://me:secret@host:1/", "Leave user and password out"),
        ("ws://host:1/a b", "no spaces"),
        ("ws://ho\tst:1/", "no spaces"),
        ("ws://host:1/" + "x" * 2000, "at most 2,000"),
        ("scratch", "say which one is yours"),
        ("scratch@ws://host:1", "say which one is yours"),
        ("scratch:", "names no Scratch project"),
        ("scratch:my_project", "names no Scratch project"),
        ("scratch:a/b@ws://host:1", "names no Scratch project"),
        ("scratch:123@", "no host"),
        ("turbowarp@", "no host"),
        ("direct://host/", "is no address of a program"),
        ("direct://host:1,", "is no address of a program"),
        ("direct://host:0", "is no address of a program"),
        ("direct://host:65536/", "is no address of a program"),
        ("direct://[::zz]:1/", "is no address of a program"),
        ("direct://a..b:1/", "is no address of a program"),
        ("direct://host:1/path", "is no address of a program"),
        ("direct://" + ",".join(f"10.0.0.{n}:1" for n in range(9)), "8 addresses at most"),
    ],
)
def test_what_is_no_relay_is_explained(text: str, says: str) -> None:
    with pytest.raises(UsageError) as refusal:
        parse_relay(text)
    assert says in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "written", "spots"),
    [
        ("direct", "direct", []),
        (" DIRECT ", "direct", []),
        ("direct://", "direct", []),
        ("direct:///#4821773091520846", "direct", []),
        ("direct://Host.example:41555", "direct://host.example:41555/", ["host.example:41555"]),
        (
            "direct://203.0.113.5:41555,192.168.1.20:41555,[2001:0db8::1]:41555,192.168.1.20:41555/#4821",
            "direct://203.0.113.5:41555,192.168.1.20:41555,[2001:db8::1]:41555/",
            ["203.0.113.5:41555", "192.168.1.20:41555", "[2001:db8::1]:41555"],
        ),
    ],
)
def test_a_direct_room_is_named_by_addresses_or_by_none(text: str, written: str, spots: list[str]) -> None:
    found = parse_relay(text)
    assert found.profile == DIRECT
    assert str(found) == written
    assert parse_relay(written) == found
    assert list(map(str, spots_of(found))) == spots


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(UsageError) as refusal:
        parse_relay("ws://me:secret@host:1/")
    assert "secret" not in str(refusal.value)


@given(st.text(max_size=60) | st.from_regex(r"(turbowarp@|scratch:[0-9]{1,9}@?)?(wss?://)?[a-z0-9.:\[\]/?#@-]{0,30}"))
def test_every_text_is_a_relay_that_reads_back_or_a_usage_error(text: str) -> None:
    try:
        address = parse_relay(text)
    except UsageError:
        return
    assert parse_relay(str(address)) == address


@pytest.mark.parametrize(
    "text",
    ["ws://127.0.0.1:8765/", "turbowarp", "turbowarp@ws://a:1/", "scratch:5", "scratch:5@wss://a.example/"],
)
def test_an_address_is_written_as_a_player_would(text: str) -> None:
    assert str(parse_relay(text)) == text
