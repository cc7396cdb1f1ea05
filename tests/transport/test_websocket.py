from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import aiohttp
import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.transport import Changed, Link, LinkState, RelayAddress, parse_relay
from p2pscrabble.transport.websocket import SESSION_VARIABLE, USER_VARIABLE, Timing, WebSocketTransport
from p2pscrabble.transport.wire import Noise

if TYPE_CHECKING:
    from tests.transport.conftest import FakeRelay, OpenLink, WaitFor

Until: TypeAlias = Callable[[Callable[[], bool]], Awaitable[None]]

CONNECTING, UP, DOWN, REFUSED = LinkState


def last_link(events: list[Changed | Link]) -> Link:
    return next(event for event in reversed(events) if isinstance(event, Link))


async def test_two_clients_tell_each_other(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    async with open_link(relay.url) as a, open_link(relay.url) as b:
        await wait_for(a, CONNECTING, UP)
        await wait_for(b, CONNECTING, UP)
        a.set("x", "1")
        await wait_for(b, Changed("x", "1"))
        b.set("x", "22")
        b.set("y", "0" + "7" * 99_999)
        await wait_for(a, Changed("x", "22"), Changed("y", "0" + "7" * 99_999))
    assert {shake["project_id"] for shake in relay.handshakes} == {"4821"}
    assert set(relay.rooms["4821"]) == {"☁ x", "☁ y"}


async def test_who_joins_is_told_what_is_there(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    relay.rooms["4821"] = {f"☁ {n}": "9" * 50_000 for n in range(128)}
    await wait_for(open_link(relay.url), UP, *(Changed(str(n), "9" * 50_000) for n in range(128)))


async def test_it_says_who_it_is(relay: FakeRelay, wait_for: WaitFor) -> None:
    address = parse_relay(f"turbowarp@{relay.url}")
    async with WebSocketTransport(address, "4821", contact="mail@example\r\n.org") as link:
        await wait_for(link, UP)
    assert re.fullmatch(
        r"p2pscrabble/[0-9.]+ \(Scrabble for two to four friends; mail@example\.org\)", relay.headers[0]["User-Agent"]
    )
    assert "Cookie" not in relay.headers[0]
    assert re.fullmatch("player[0-9]{6,7}", relay.handshakes[0]["user"])


async def test_values_set_before_there_is_a_link_are_sent_once_there_is(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    a = open_link(relay.url)
    a.set("x", "1")
    a.set("x", "2")
    a.start()
    a.start()
    await wait_for(open_link(relay.url), Changed("x", "2"))
    assert [(name, value) for _, name, value in relay.sets] == [("☁ x", "2")]


@pytest.mark.parametrize(("name", "digits"), [("x", "-1"), ("x", ""), ("", "1"), ("x", "1" * 100_001)])
async def test_what_no_relay_takes_is_our_mistake(
    relay: FakeRelay, open_link: OpenLink, name: str, digits: str
) -> None:
    with pytest.raises(ValueError, match=r"a value is|not a name"):
        open_link(relay.url).set(name, digits)


async def test_the_pace_is_kept_across_variables(relay: FakeRelay, open_link: OpenLink, until: Until) -> None:
    link = open_link(f"turbowarp@{relay.url}")
    link.start()
    for n in range(20):
        link.set("abcd"[n % 4], str(n))
    await until(lambda: len(relay.sets) == 4)
    assert sorted(value for _, _, value in relay.sets) == ["16", "17", "18", "19"]
    assert relay.sets[-1][0] - relay.sets[0][0] > 0.25


async def test_on_scratch_the_project_stands_in_for_the_room(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    relay.rooms["123"] = {"☁ highscore": "5", "☁ p2p 4": "4", "☁ p2p 5": "5" * 257}
    link = open_link(f"scratch:123@{relay.url}", "4821")
    await wait_for(link, UP, Changed("p2p 4", "4"))
    link.set("p2p 0", "9" * 256)
    await wait_for(open_link(f"scratch:123@{relay.url}", "9999"), Changed("p2p 0", "9" * 256))
    assert dict(link.noise) == {Noise.NAME: 1, Noise.VALUE: 1}
    with pytest.raises(ValueError, match="not a name"):
        link.set("x", "1")


async def test_after_a_restart_of_the_relay_everything_is_sent_again(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    a, b = open_link(relay.url), open_link(relay.url)
    await wait_for(a, UP)
    a.set("x", "1")
    a.set("y", "1")
    await wait_for(b, UP, Changed("y", "1"))
    await relay.stop()
    read = await wait_for(a, DOWN, CONNECTING, DOWN)
    assert last_link(read).detail == f"{relay.url} cannot be reached: nothing listens there."
    assert last_link(read).retry_in is not None
    a.set("x", "2")
    await relay.restart()
    await wait_for(b, DOWN, UP, Changed("x", "2"), Changed("y", "1"))
    await wait_for(a, UP)


async def test_values_that_a_relay_drops_do_not_hold_up_others(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, until: Until
) -> None:
    relay.drops_every = 2
    a, b = open_link(relay.url), open_link(relay.url)
    await wait_for(b, UP)
    a.start()
    for n in range(1, 10):
        a.set("x", str(n))
        await until(lambda n=n: len(relay.sets) == n)  # type: ignore[misc]
    await wait_for(b, Changed("x", "9"))


async def test_old_values_after_a_reconnect_are_handed_on_as_they_come(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    a, b = open_link(relay.url), open_link(relay.url)
    await wait_for(b, UP)
    a.start()
    a.set("x", "7")
    await wait_for(b, Changed("x", "7"))
    relay.old = {"☁ x": "3"}
    relay.cut(next(iter(relay.members)))
    await wait_for(b, DOWN, UP, Changed("x", "3"))
    a.set("x", "8")
    await wait_for(b, Changed("x", "8"))


async def test_a_frame_cut_in_the_middle_is_no_news(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    link = open_link(relay.url)
    await wait_for(link, UP)
    relay.cut(next(iter(relay.members)), b'\x81\x7e\x03\xe8{"method":"set","name":"x","value":"12')
    read = await wait_for(link, DOWN, UP)
    assert not any(isinstance(event, Changed) for event in read)
    assert [event.detail for event in read if isinstance(event, Link) and event.state is DOWN] == [
        f"{relay.url} broke the connection."
    ]


async def test_noise_is_counted_and_said_once(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, caplog: pytest.LogCaptureFixture
) -> None:
    link = open_link(relay.url)
    await wait_for(link, UP)
    await relay.say('hello\n\n{"method":"ack"}\nhello again\n{"method":"set","name":"☁ x","value":"1.5"}')
    for ws in list(relay.members):
        await ws.send_bytes(b"\x00\xff")
    await relay.say('{"method":"set","name":"☁ x","value":"1"}')
    await wait_for(link, Changed("x", "1"))
    assert link.noise == {Noise.TEXT: 2, Noise.METHOD: 1, Noise.VALUE: 1, Noise.BINARY: 1}
    assert len([record for record in caplog.records if record.levelno == logging.WARNING]) == 4


async def test_a_flood_costs_bounded_memory_and_the_program_goes_on(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, until: Until
) -> None:
    link = open_link(relay.url)
    await wait_for(link, UP)
    await relay.say("\n".join(f'{{"method":"set","name":"☁ {n}","value":"{n}"}}' for n in range(3_000)))
    await until(lambda: link.noise[Noise.FLOOD] == 2_000)
    await wait_for(link, Changed("0", "0"), Changed("999", "999"))
    await relay.say('{"method":"set","name":"☁ x","value":"1"}')
    await wait_for(link, Changed("x", "1"))


async def test_a_frame_larger_than_a_room_ends_the_connection(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    link = open_link(f"scratch:1@{relay.url}")
    await wait_for(link, UP)
    await relay.say("x" * (5 * 1024 * 1024))
    read = await wait_for(link, DOWN, UP)
    down = next(event for event in read if isinstance(event, Link) and event.state is DOWN)
    assert "too large" in down.detail
    assert "(1009)" in down.detail


async def test_pings_are_answered(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, until: Until) -> None:
    await wait_for(open_link(relay.url), UP)
    for ws in list(relay.members):
        await ws.ping(b"still there?")
    await until(lambda: relay.pongs == 1)


async def test_an_empty_room_that_says_nothing_is_up_and_stays_up(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    link = open_link(relay.url, timing=Timing(heartbeat=0.4))
    await wait_for(link, UP)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(anext(link.events()), 1.5)
    assert len(relay.handshakes) == 1


async def test_a_relay_that_answers_nothing_is_never_up(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    relay.is_deaf = True
    link = open_link(relay.url, timing=Timing(heartbeat=0.1))
    read = await wait_for(link, CONNECTING, DOWN)
    assert last_link(read).detail == f"{relay.url} no longer answers."
    assert UP not in [event.state for event in read if isinstance(event, Link)]


async def test_a_relay_that_takes_nothing_is_given_up(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    relay.is_deaf = True
    link = open_link(relay.url, timing=Timing(heartbeat=60.0, send=0.2, farewell=0.1))
    for n in range(128):
        link.set(str(n), "9" * 100_000)
    read = await wait_for(link, CONNECTING, DOWN)
    assert last_link(read).detail == f"The connection to {relay.url} broke."
    begin = asyncio.get_running_loop().time()
    await link.close()
    assert asyncio.get_running_loop().time() - begin < 3


async def test_a_relay_that_hangs_before_the_websocket_opens(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    relay.hangs = True
    link = open_link(relay.url, timing=Timing(connect=0.1))
    assert last_link(await wait_for(link, DOWN)).detail == f"{relay.url} does not answer."


@pytest.mark.parametrize(
    ("code", "reason", "state", "detail"),
    [
        (4000, b"the room is full (limit 128)", REFUSED, "refused: the room is full (limit 128) (4000)."),
        (4000, b"", REFUSED, "refused: it does not say why (4000)."),
        (4003, b"", REFUSED, "refused: it is overloaded (4003)."),
        (4005, b"", REFUSED, "refused: it was shown a Scratch login and wants none (4005)."),
        (4321, b"\x1b[31mred\n", REFUSED, "refused: [31mred (4321)."),
        (1008, b"", REFUSED, "refused: it does not allow what was sent (1008)."),
        (1001, b"restarting", DOWN, "closed the connection: restarting (1001)."),
        (1000, b"", DOWN, "closed the connection (1000)."),
    ],
)
async def test_a_close_is_reported_with_its_reason(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, code: int, reason: bytes, state: LinkState, detail: str
) -> None:
    relay.refusals = [(code, reason)]
    link = last_link(await wait_for(open_link(relay.url), state))
    assert link.detail == f"{relay.url} {detail}"
    assert link.retry_in is not None
    assert (link.retry_in >= 5) == (state is REFUSED)


async def test_a_refused_name_is_replaced_at_once(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    relay.refusals = [(4002, b""), (4002, b"naughty")]
    link = open_link(relay.url)
    link.set("x", "1")
    read = await wait_for(link, REFUSED, CONNECTING, REFUSED, CONNECTING, UP)
    refusals = [event for event in read if isinstance(event, Link) and event.state is REFUSED]
    assert "the name that this program picked" in refusals[0].detail
    assert "naughty" in refusals[1].detail
    assert all(event.retry_in is not None and event.retry_in < 1 for event in refusals)
    names = [shake["user"] for shake in relay.handshakes]
    assert len(set(names)) == 3
    assert all(re.fullmatch("[a-z0-9_-]{1,20}", name) for name in names)
    await wait_for(open_link(relay.url), Changed("x", "1"))


@pytest.mark.parametrize(
    ("status", "state", "detail"),
    [
        (404, REFUSED, "refused: it answers, but not as a relay does (HTTP 404)."),
        (200, REFUSED, "refused: it answers, but not as a relay does (HTTP 200)."),
        (429, REFUSED, "refused: it is overloaded (HTTP 429)."),
        (503, REFUSED, "refused: it is overloaded (HTTP 503)."),
        (502, DOWN, "is out of order (HTTP 502)."),
    ],
)
async def test_a_web_server_that_is_no_relay(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, status: int, state: LinkState, detail: str
) -> None:
    relay.status = status
    assert last_link(await wait_for(open_link(relay.url), state)).detail == f"{relay.url} {detail}"


async def test_a_host_that_does_not_exist(open_link: OpenLink, wait_for: WaitFor) -> None:
    read = await wait_for(open_link("ws://relay.invalid:8765"), DOWN)
    assert last_link(read).detail == "ws://relay.invalid:8765/ cannot be reached: no such host is known."


async def test_a_server_that_speaks_something_else(open_link: OpenLink, wait_for: WaitFor) -> None:
    async def answer(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example.org ESMTP\r\n")
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        read = await wait_for(open_link(f"127.0.0.1:{port}"), DOWN)
        assert "cannot be reached: " in last_link(read).detail


async def test_a_certificate_that_nobody_vouches_for(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        key = aiohttp.client_reqrep.ConnectionKey("relay", 1, True, True, None, None, None)
        raise aiohttp.ClientConnectorCertificateError(key, ValueError("self-signed"))

    monkeypatch.setattr(aiohttp.ClientSession, "ws_connect", fails)
    read = await wait_for(open_link(relay.url), DOWN)
    assert last_link(read).detail.endswith("its certificate is not to be trusted.")


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (RuntimeError("Session is strange"), "Session is strange"),
        (aiohttp.ServerDisconnectedError(), "Server disconnected"),
        (ConnectionResetError(), "the connection broke"),
        (OSError(113, "Connect call failed"), os.strerror(113)),
    ],
)
async def test_no_error_ends_the_trying(
    relay: FakeRelay,
    open_link: OpenLink,
    wait_for: WaitFor,
    monkeypatch: pytest.MonkeyPatch,
    error: Exception,
    says: str,
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(aiohttp.ClientSession, "ws_connect", fails)
        link = open_link(relay.url)
        read = await wait_for(link, DOWN, CONNECTING, DOWN)
        assert last_link(read).detail == f"{relay.url} cannot be reached: {says}."
    await wait_for(link, UP)


async def test_scratch_wants_a_login_and_the_message_says_how() -> None:
    with pytest.raises(UsageError, match=SESSION_VARIABLE):
        WebSocketTransport(parse_relay("scratch:123"), "4821", environ={})


async def test_the_login_goes_to_scratch_and_into_no_message(
    relay: FakeRelay, wait_for: WaitFor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    secrets = {SESSION_VARIABLE: "top-secret", USER_VARIABLE: "anna"}
    address = parse_relay(f"scratch:123@{relay.url}")
    async with WebSocketTransport(address, "4821", environ=secrets) as link:
        await wait_for(link, UP)
    assert "Cookie" not in relay.headers[0]
    assert relay.handshakes[0]["user"].startswith("player")

    monkeypatch.setattr(RelayAddress, "needs_login", True)
    relay.refusals = [(4002, b"")]
    async with WebSocketTransport(address, "4821", environ=secrets) as link:
        read = await wait_for(link, REFUSED)
        told = f"{link!r} {link.address!r} {read} {caplog.text}"
    assert relay.headers[1]["Cookie"] == "scratchsessionsid=top-secret;"
    assert relay.headers[1]["Origin"] == "https://scratch.mit.edu"
    assert relay.handshakes[1]["user"] == "anna"
    assert (last_link(read).retry_in or 0) >= 5
    assert "top-secret" not in told


async def test_closing_sends_what_waits(relay: FakeRelay, open_link: OpenLink) -> None:
    link = open_link(relay.url)
    link.start()
    link.set("x", "1")
    link.set("y", "2")
    await link.close()
    assert relay.rooms["4821"] == {"☁ x": "1", "☁ y": "2"}
    assert not relay.members
    link.set("x", "3")
    link.start()
    assert [event async for event in link.events() if isinstance(event, Changed)] == []


async def test_closing_takes_a_second_at_most(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    link = open_link(f"turbowarp@{relay.url}", timing=Timing(flush=0.3))
    await wait_for(link, UP)
    for n in range(100):
        link.set(str(n), "1")
    begin = asyncio.get_running_loop().time()
    await asyncio.gather(link.close(), link.close())
    await link.close()
    assert asyncio.get_running_loop().time() - begin < 2
    assert 2 <= len(relay.sets) <= 5


async def test_closing_while_it_waits_to_try_again_is_quick(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor
) -> None:
    relay.refusals = [(4003, b"")]
    link = open_link(relay.url)
    link.set("x", "1")
    await wait_for(link, REFUSED)
    begin = asyncio.get_running_loop().time()
    await link.close()
    assert asyncio.get_running_loop().time() - begin < 0.5
    assert repr(link) == f"<WebSocketTransport {relay.url} refused>"


async def test_closing_while_it_connects(relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor) -> None:
    relay.hangs = True
    link = open_link(relay.url, timing=Timing(flush=0.1))
    link.set("x", "1")
    await wait_for(link, CONNECTING)
    await asyncio.wait_for(link.close(), 3)


async def test_closing_what_never_began(open_link: OpenLink) -> None:
    link = open_link("ws://127.0.0.1:1")
    await link.close()
    assert [event async for event in link.events()] == []


async def test_a_close_that_is_cancelled_ends_the_link_all_the_same(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, until: Until
) -> None:
    link = open_link(f"turbowarp@{relay.url}")
    await wait_for(link, UP)
    for name in "abcde":
        link.set(name, "1")
    closing = asyncio.create_task(link.close())
    await asyncio.sleep(0.05)
    closing.cancel()
    await asyncio.wait([closing])
    await link.close()
    await until(lambda: not relay.members)


async def test_the_loop_is_free_while_a_huge_frame_is_read(
    relay: FakeRelay, open_link: OpenLink, wait_for: WaitFor, until: Until
) -> None:
    link = open_link(relay.url)
    await wait_for(link, UP)
    await relay.say("x\n" * 20_000 + json.dumps({"method": "set", "name": "☁ x", "value": "1"}))
    await until(lambda: link.noise[Noise.TEXT] > 0)
    assert link.noise[Noise.TEXT] < 20_000
    await wait_for(link, Changed("x", "1"))
    assert link.noise[Noise.TEXT] == 20_000


def test_nothing_loads_aiohttp_before_it_is_needed() -> None:
    code = "import sys, p2pscrabble.transport.websocket, p2pscrabble.transport.memory; print('aiohttp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
