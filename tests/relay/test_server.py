"""The running relay: its pages, its limits by address, its log, its end, and TLS."""

from __future__ import annotations

import asyncio
import json
import logging
import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from p2pscrabble_relay import __version__, server
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.server import Relay, tls_context

if TYPE_CHECKING:
    from tests.relay.conftest import Open, Place, Reached


async def test_health(place: Place) -> None:
    await place.join()
    status, text = await place.get("/healthz")
    health = json.loads(text)
    assert status == 200
    assert health.pop("uptime_seconds") >= 0
    assert health == {"status": "ok", "version": __version__, "connections": 1, "rooms": 1}


async def test_metrics(place: Place) -> None:
    alice, bob = await place.join("room", "alice"), await place.join("room", "bob")
    await alice.set("☁ secretname", "31415926535")
    await alice.set("☁ x", "not a number")
    await bob.until("☁ secretname", "31415926535")
    await bob.ws.send_str("nonsense")
    await bob.closed()
    status, text = await place.get("/metrics")
    assert status == 200
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    prefix = "p2pscrabble_relay_"
    assert values[prefix + "connections"] == values[prefix + "rooms"] == values[prefix + "sets_total"] == "1"
    assert values[prefix + "deliveries_total"] == values[prefix + 'ignored_total{reason="value"}'] == "1"
    assert values[prefix + 'refused_total{limit="json"}'] == "1"
    assert int(values[prefix + "stored_bytes"]) > 0
    for private in ("secretname", "31415926535", "alice", "127.0.0.1"):
        assert private not in text


async def test_pages(place: Place) -> None:
    status, text = await place.get("/")
    assert (status, __version__ in text) == (200, True)
    assert (await place.get("/nothing"))[0] == 404
    url = place.running.url.replace("ws", "http", 1)
    async with place.session.post(url, data=b"x" * 100_000) as response:
        assert response.status == 405
    async with place.session.head(url) as response:
        assert response.status == 200


async def test_an_upgrade_that_is_none(place: Place) -> None:
    url = place.running.url.replace("ws", "http", 1)
    async with place.session.get(url, headers={"Upgrade": "websocket", "Connection": "Upgrade"}) as response:
        assert response.status == 400


async def test_connections_of_an_address(open_relay: Open) -> None:
    place = await open_relay(trust_proxy=True, connections_per_address=2)
    one = await place.join(X_Forwarded_For="198.51.100.9, 192.0.2.1")
    await place.join(X_Forwarded_For="192.0.2.1")
    late = await place.connect(X_Forwarded_For="192.0.2.1")
    code, reason = await late.closed()
    assert (code, reason) == (4003, "your address has too many connections (limit connections-per-address 2)")
    await place.join(X_Forwarded_For="192.0.2.2")
    await one.ws.close()
    await place.join(X_Forwarded_For="192.0.2.1")


async def test_rooms_of_an_address(open_relay: Open) -> None:
    place = await open_relay(trust_proxy=True, rooms_per_address=1)
    await place.join("a", X_Forwarded_For="192.0.2.1")
    late = await place.connect(X_Forwarded_For="192.0.2.1")
    await late.handshake("b")
    assert (await late.closed())[0] == 4003
    await place.join("b", X_Forwarded_For="2001:db8::1")


async def test_an_address_is_believed_from_a_trusted_proxy_alone(open_relay: Open) -> None:
    place = await open_relay(connections_per_address=1)
    for _ in range(3):
        await place.join(X_Forwarded_For="192.0.2.1")


async def test_the_relay_is_full(open_relay: Open, reached: Reached) -> None:
    place = await open_relay(connections=2)
    one = await place.join()
    await place.join()
    late = await place.connect()
    assert await late.closed() == (4003, "this relay is full (limit connections 2)")
    await one.ws.close()
    await reached(lambda: place.running.relay.connections == 1)
    await place.join()


async def test_sockets_beyond_all_limits_are_closed_unheard(open_relay: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "SPARE_SOCKETS", 0)
    place = await open_relay(connections=1)
    await place.join()
    reader, writer = await asyncio.open_connection("127.0.0.1", place.running.port)
    async with asyncio.timeout(60):
        assert await reader.read() == b""
    writer.close()
    assert place.running.relay.counters.refused["connections"] == 1


async def test_a_socket_that_says_nothing_is_closed(open_relay: Open) -> None:
    place = await open_relay(handshake_timeout=0.1)
    reader, writer = await asyncio.open_connection("127.0.0.1", place.running.port)
    writer.write(b"GET / HTTP/1.1\r\nHost:")
    async with asyncio.timeout(60):
        assert await reader.read() == b""
    writer.close()


async def test_the_memory_is_full(open_relay: Open) -> None:
    place = await open_relay(stored_bytes=5_000)
    alice = await place.join()
    for number in range(20):
        await alice.set(f"☁ {number}", "9" * 300)
    code, reason = await alice.closed()
    assert (code, reason) == (4003, "this relay's memory is full (limit stored-bytes 5000)")


async def test_rooms_expire(open_relay: Open, reached: Reached) -> None:
    place = await open_relay(room_expiry=0.05, ping_interval=0.1)
    alice = await place.join()
    await alice.set("☁ x", "1")
    await alice.ws.close()
    await reached(lambda: len(place.running.relay.rooms) == 0)


async def test_the_log_has_no_names_values_or_addresses(open_relay: Open, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    place = await open_relay(trust_proxy=True)
    alice = await place.join("secretroom", "secretuser", X_Forwarded_For="192.0.2.1")
    await alice.set("☁ secretname", "31415926535")
    await alice.ws.send_str("secretnoise")
    await alice.closed()
    for text in ("GET / HTTP/9\r\n\r\n", "\x00\xff\r\n\r\n", "POST /secretpath HTTP/1.1\r\nContent-Length: x\r\n\r\n"):
        reader, writer = await asyncio.open_connection("127.0.0.1", place.running.port)
        writer.write(text.encode("latin-1"))
        await reader.read()
        writer.close()
    logging.getLogger("p2pscrabble_relay").info("%s", place.running.relay.summary())
    ours = [
        record.getMessage() for record in caplog.records if record.name.startswith(("p2pscrabble_relay", "aiohttp"))
    ]
    assert ours == [place.running.relay.summary()]
    for private in ("secret", "31415926535", "192.0.2.1", "127.0.0.1"):
        assert private not in caplog.text


async def test_the_log_of_those_who_ask_for_more(place: Place, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "p2pscrabble_relay")
    alice = await place.join("secretroom", "secretuser")
    await alice.set("☁ secretname", "31415926535")
    await alice.ws.send_str("secretnoise")
    await alice.closed()
    assert "connection 1 is in a room of 1" in caplog.text
    assert "connection 1 is closed: a message is not JSON" in caplog.text
    for private in ("secret", "31415926535"):
        assert private not in caplog.text


async def test_an_error_of_ours_closes_one_connection_and_is_logged(
    place: Place, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, bob = await place.join("a", "alice"), await place.join("b", "bob")

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(place.running.relay.rooms, "set", broken)
        await alice.set("☁ x", "1")
        await alice.closed()
    assert "connection 1 met an error of this relay" in caplog.text
    carol = await place.join("b", "carol")
    await bob.set("☁ x", "1")
    await carol.until("☁ x", "1")
    assert place.running.relay.connections == 2


async def test_an_hourly_line_of_counts(
    open_relay: Open, reached: Reached, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.INFO, "p2pscrabble_relay")
    monkeypatch.setattr(server, "REPORT_SECONDS", 0.01)
    await open_relay(ping_interval=0.04)
    await reached(lambda: "now 0 clients, 0 rooms" in caplog.text)


async def test_everyone_is_told_when_the_relay_goes_away() -> None:
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession() as session:
        async with Relay().serve() as running:
            clients = [await session.ws_connect(running.url) for _ in range(20)]
            for client in clients:
                await client.send_str('{"method":"handshake","project_id":"room","user":"a"}')
            start = loop.time()
            reading = [asyncio.create_task(client.receive()) for client in clients]
        assert loop.time() - start < 3
        for task, client in zip(reading, clients, strict=True):
            message = await task
            assert (message.type, client.close_code) == (aiohttp.WSMsgType.CLOSE, 1001)
            assert message.extra == "this relay is shutting down"
        with pytest.raises(aiohttp.ClientError):
            await session.ws_connect(running.url)


async def test_the_relay_goes_away_though_nobody_listens() -> None:
    loop = asyncio.get_running_loop()
    async with aiohttp.ClientSession() as session:
        async with Relay().serve() as running:
            deaf = await session.ws_connect(running.url, autoclose=False)
            await deaf.send_str('{"method":"handshake","project_id":"room","user":"a"}')
            waiting = await asyncio.open_connection("127.0.0.1", running.port)
            start = loop.time()
        assert loop.time() - start < 3.5
        await deaf.close()
        waiting[1].close()


async def test_rooms_stay_when_a_relay_is_served_again() -> None:
    relay = Relay(Limits())
    async with aiohttp.ClientSession() as session:
        for value in ("1", None):
            async with relay.serve() as running, session.ws_connect(running.url) as ws:
                await ws.send_str('{"method":"handshake","project_id":"room","user":"a"}')
                if value:
                    await ws.send_str(f'{{"method":"set","name":"x","value":"{value}"}}')
                else:
                    assert await ws.receive_str() == '{"method":"set","name":"x","value":"1"}'


async def test_urls_of_a_relay_that_listens_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "far_hosts", lambda _: ("192.168.1.20",))
    async with Relay().serve("0.0.0.0") as running:
        assert running.url == f"ws://127.0.0.1:{running.port}/"
        assert running.reachable == (f"ws://192.168.1.20:{running.port}/",)


async def test_urls_of_a_relay_that_listens_on_loopback() -> None:
    async with Relay().serve("127.0.0.1") as running:
        assert running.reachable == (running.url,)


async def test_a_port_in_use() -> None:
    async with Relay().serve() as running:
        with pytest.raises(OSError, match="in use"):
            async with Relay().serve(port=running.port):
                pass


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for 127.0.0.1 that is its own authority, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "relay")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    folder = tmp_path_factory.mktemp("tls")
    paths = folder / "cert.pem", folder / "key.pem"
    paths[0].write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    paths[1].write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return paths


async def test_tls(certificate: tuple[Path, Path]) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate[0]))
    async with (
        Relay().serve(tls=tls_context(*certificate)) as running,
        aiohttp.ClientSession(connector=aiohttp.TCPConnector(ssl=trusting)) as session,
    ):
        assert running.url == f"wss://127.0.0.1:{running.port}/"
        alice, bob = [await session.ws_connect(running.url) for _ in range(2)]
        for client in (alice, bob):
            await client.send_str('{"method":"handshake","project_id":"room","user":"a"}')
        await alice.send_str('{"method":"set","name":"x","value":"' + "9" * 100_000 + '"}')
        assert len(await bob.receive_str(timeout=60)) > 100_000
        await bob.send_str("nonsense")
        assert (await bob.receive(timeout=60)).type is aiohttp.WSMsgType.CLOSE
        assert bob.close_code == 4000
        await alice.close()
    assert running.relay.connections == 0


async def test_a_certificate_that_cannot_be_used(certificate: tuple[Path, Path]) -> None:
    with pytest.raises(OSError, match=r"."):
        tls_context(certificate[0], certificate[0])
    with pytest.raises(OSError, match=r"."):
        tls_context(certificate[0], certificate[0].parent / "missing.pem")
