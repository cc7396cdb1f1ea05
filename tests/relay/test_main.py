"""The command line, and the relay as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

from p2pscrabble_relay import __version__
from p2pscrabble_relay.__main__ import _quick_loop, main, parser, read_options
from p2pscrabble_relay.limits import PROFILES, Limits

if TYPE_CHECKING:
    from tests.relay.conftest import Start

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "p2pscrabble_relay")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT / "relay")}

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals that a process can answer")


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(os.environ):
        if name.startswith("P2PSCRABBLE_"):
            monkeypatch.delenv(name)


def test_the_defaults() -> None:
    options = read_options([])
    assert (options.host, options.port, options.limits) == ("0.0.0.0", 8765, Limits())
    assert (options.tls_cert, options.tls_key) == (None, None)
    assert (options.trust_proxy, options.json, options.verbose) == (False, False, False)


def test_every_option() -> None:
    line = "--redis redis://host:1/ --listen [::1]:9000"
    line += " --profile scratch --value-length 300 --room-expiry 0.5 --trust-proxy --json -v"
    options = read_options([*line.split(), "--tls-cert", "a.pem", "--tls-key", "b.pem"])
    assert (options.host, options.port) == ("::1", 9000)
    assert options.limits == PROFILES["scratch"].changed(value_length=300, room_expiry=0.5)
    assert (options.tls_cert, options.tls_key) == (Path("a.pem"), Path("b.pem"))
    assert (options.trust_proxy, options.json, options.verbose) == (True, True, True)
    assert options.redis == "redis://host:1/"


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "LISTEN": "9000",
        "ROOMS": "7",
        "PROFILE": "turbowarp",
        "TRUST_PROXY": "1",
        "JSON": "0",
    }.items():
        monkeypatch.setenv("P2PSCRABBLE_RELAY_" + name, value)
    options = read_options(["--rooms-per-address", "5"])
    assert (options.host, options.port) == ("0.0.0.0", 9000)
    assert options.limits == PROFILES["turbowarp"].changed(rooms=7, rooms_per_address=5)
    assert (options.trust_proxy, options.json) == (True, False)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--listen", "x:y"], "HOST:PORT"),
        (["--profile", "none"], "there is no profile 'none', only own, turbowarp, scratch"),
        (["--rooms", "many"], "--rooms must be a number, not 'many'"),
        (["--rooms", "1.5"], "--rooms must be a number"),
        (["--clients-per-room", "0"], "--clients-per-room must be at least 1, not 0"),
        (["--room-expiry", "nan"], "--room-expiry must be at least 0"),
        (["--tls-cert", "a.pem"], "need each other"),
        (["--tls-cert", "missing.pem", "--tls-key", "missing.pem"], "the certificate or its key cannot be used"),
        (["--redis", "host:6379"], "--redis must be a URL such as redis://HOST:6379/"),
        (["--listen", "host.invalid:0"], "cannot listen on host.invalid:0: "),
        (["--listen", "192.0.2.1:0"], "cannot listen on 192.0.2.1:0: "),
    ],
)
def test_a_wrong_option_is_exit_code_2(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code: object = main(arguments)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert sentence in capsys.readouterr().err


def test_a_port_in_use_is_exit_code_2() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = subprocess.run(
            [*COMMAND, "--listen", f"127.0.0.1:{port}", "--json"],
            env=ENVIRONMENT, capture_output=True, text=True, timeout=30, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"p2pscrabble-relay: cannot listen on 127.0.0.1:{port}: "
        "another program listens there already; --listen takes another port\n"
    )


def test_redis_without_its_package_is_exit_code_2() -> None:
    program = "import sys; sys.modules['redis'] = None; from p2pscrabble_relay.__main__ import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", program, "--redis", "redis://127.0.0.1/"],
        env=ENVIRONMENT, capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "p2pscrabble-relay: --redis needs the package redis: pip install 'p2pscrabble-relay[redis]'\n"
    )


def test_help_names_every_limit_and_its_default() -> None:
    text = " ".join(parser().format_help().split())
    for name in Limits.__slots__:
        assert f"--{name.replace('_', '-')} N" in text
        assert str(getattr(Limits(), name)) in text
    done = subprocess.run([*COMMAND, "--version"], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout == f"p2pscrabble-relay {__version__}\n"


def test_help_loads_no_aiohttp() -> None:
    program = "import sys, p2pscrabble_relay.__main__ as m; m.parser().format_help(); print('aiohttp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
async def test_a_process_tells_its_clients_and_ends(start: Start, number: int, code: int) -> None:
    relay = await start()
    assert relay.line.pop("urls") == [relay.url]
    assert relay.line == {"v": 1, "event": "listening", "url": relay.url, "port": int(relay.url.split(":")[2][:-1])}
    async with aiohttp.ClientSession() as session, session.ws_connect(relay.url) as ws:
        await ws.send_str('{"method":"handshake","project_id":"room","user":"a"}')
        reading = asyncio.create_task(ws.receive())
        ended, out, err = await relay.stop(number)
        assert (await reading).type is aiohttp.WSMsgType.CLOSE
        assert ws.close_code == 1001
    assert (ended, out) == (code, "")
    assert f"the relay listens on {relay.url}" in err
    assert "shutting down: now 1 clients, 1 rooms; so far 1 connections" in err
    assert "Traceback" not in err


@posix
async def test_without_json_standard_output_stays_empty() -> None:
    process = await asyncio.create_subprocess_exec(
        *COMMAND, "--listen", "127.0.0.1:0", env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stderr is not None
    async with asyncio.timeout(30):
        line = await process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        out, _ = await process.communicate()
    assert b"the relay listens on ws://127.0.0.1:" in line
    assert out == b""


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate and its key."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
         "/CN=relay", "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


@posix
async def test_a_hangup_reads_the_certificate_again(start: Start, certificate: tuple[Path, Path]) -> None:
    chain, key = certificate
    relay = await start("--tls-cert", str(chain), "--tls-key", str(key))
    assert relay.url.startswith("wss://")
    assert relay.process.stderr is not None
    lines = [await relay.process.stderr.readline()]
    for damage, expected in ((False, b"was read again"), (True, b"could not be read again")):
        if damage:
            key.write_text("no key")
        relay.process.send_signal(signal.SIGHUP)
        async with asyncio.timeout(60):
            while expected not in lines[-1]:
                lines.append(await relay.process.stderr.readline())
    async with (
        aiohttp.ClientSession() as session,
        session.get(relay.url.replace("wss", "https") + "healthz", ssl=False) as response,
    ):
        assert response.status == 200
    assert (await relay.stop(signal.SIGTERM))[0] == 0


def test_uvloop_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    uvloop = pytest.importorskip("uvloop")
    assert _quick_loop() is uvloop.new_event_loop
    monkeypatch.setitem(sys.modules, "uvloop", None)
    assert _quick_loop() is None
    assert (read_options([]).uvloop, read_options(["--no-uvloop"]).uvloop) == (True, False)


@posix
@pytest.mark.parametrize("option", [[], ["--no-uvloop"]])
async def test_both_loops_serve(start: Start, option: list[str]) -> None:
    relay = await start(*option)
    async with aiohttp.ClientSession() as session:
        alice, bob = [await session.ws_connect(relay.url) for _ in range(2)]
        for client in (alice, bob):
            await client.send_str('{"method":"handshake","project_id":"room","user":"a"}')
        await alice.send_str('{"method":"set","name":"x","value":"' + "9" * 100_000 + '"}')
        assert len(await bob.receive_str(timeout=60)) > 100_000
        await bob.send_str("x" * 1_100_000)
        assert (await bob.receive(timeout=60)).type is aiohttp.WSMsgType.CLOSE
        assert bob.close_code == 1009
    assert (await relay.stop(signal.SIGTERM))[0] == 0
