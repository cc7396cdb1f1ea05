"""Programs with no relay at all, each in a process of its own; in the soak, on computers of their own."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.interop.conftest import PATIENCE, Program, Start
from tests.words import with_words

HERE = {"P2PSCRABBLE_INTERFACE": "127.0.0.1"}
AUTO = ("--auto", "--games", "1")


@pytest.fixture
def alone(start: Start, tmp_path: Path) -> Start:
    """Starts a player's program with a data folder of its own, and no relay."""

    def begin(name: str, *arguments: str, **environment: str) -> Program:
        options = ["--data-dir", str(with_words(tmp_path / name)), "--json", "--name", name]
        return start("p2pscrabble", *options, *arguments, **{**HERE, **environment})

    return begin


def one_game(programs: list[Program]) -> None:
    """All come to one end, and one number."""
    overs = [program.event("over") for program in programs]
    verdicts = [program.event("verdict") for program in programs]
    for key in ("names", "scores", "winners", "hash"):
        assert [over[key] for over in overs] == [overs[0][key]] * len(programs)
    assert [verdict["replay"] for verdict in verdicts] == [verdicts[0]["replay"]] * len(programs)
    assert all(verdict["sound"] for verdict in verdicts)


@pytest.mark.timeout(PATIENCE + 40)
def test_one_joins_by_the_link_and_the_sealed_game_has_one_number(alone: Start) -> None:
    host = alone("Ana", "host", "--direct", *AUTO, "--countdown", "0")
    room = host.event("room")
    assert str(room["link"]).startswith("direct://127.0.0.1:")
    guest = alone("Ben", "bot", *AUTO[1:], P2PSCRABBLE_CODE=str(room["link"]))
    one_game([host, guest])
    assert [program.process.wait(60) for program in (guest, host)] == [0, 0]


@pytest.mark.timeout(PATIENCE + 40)
@pytest.mark.soak
def test_one_joins_by_the_code_alone(alone: Start) -> None:
    host = alone("Ana", "host", "--direct", *AUTO, "--countdown", "0")
    guest = alone("Ben", "join", "--auto", P2PSCRABBLE_CODE=str(host.event("room")["code"]))
    one_game([host, guest])


@pytest.mark.timeout(2 * PATIENCE + 40)
@pytest.mark.soak
@pytest.mark.parametrize("killed", ["guest", "host"])
def test_four_play_and_one_is_killed_and_comes_back(alone: Start, killed: str) -> None:
    host = alone("Ana", "host", "--direct", "--seats", "4", *AUTO, "--countdown", "1")
    link = str(host.event("room")["link"])
    others = [alone(name, "bot", *AUTO[1:], P2PSCRABBLE_CODE=link) for name in ("Ben", "Cid", "Dora")]
    victim = host if killed == "host" else others[0]
    for _ in range(3):
        victim.event("move")
    victim.process.kill()
    victim.process.wait()
    if killed == "host":
        host = alone("Ana", "resume", "--auto")
        assert host.event("room")["link"] == link
    else:
        others[0] = alone("Ben", "bot", P2PSCRABBLE_CODE=link)
    one_game([host, *others])


# Three computers, one of them behind a router that lets nobody in

NETS = {"pub": "p2ps-pub", "nat": "p2ps-nat", "lan": "p2ps-lan", "far": "p2ps-far"}


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, timeout=20)


@pytest.fixture
def computers() -> Iterator[None]:
    """A public network 203.0.113.0/24 with a host and a far guest, and a private one behind a router that masks it."""
    if shutil.which("ip") is None or (shutil.which("nft") is None and shutil.which("iptables") is None):
        pytest.skip("network namespaces need ip, and nft or iptables")
    try:
        ip("netns", "add", NETS["pub"])
    except (OSError, subprocess.SubprocessError):
        pytest.skip("network namespaces need root, and a kernel that has them")
    try:
        _lay()
        yield
    finally:
        for name in NETS.values():
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True, timeout=20)


def _lay() -> None:
    for name in ("nat", "lan", "far"):
        ip("netns", "add", NETS[name])
    inside: Callable[..., None] = lambda net, *more: ip("-n", NETS[net], *more)  # noqa: E731
    inside("pub", "link", "add", "bridge", "type", "bridge")
    for name, address in (("nat", "203.0.113.2/24"), ("far", "203.0.113.3/24")):
        ip(
            "link",
            "add",
            f"p2ps-{name}0",
            "netns",
            NETS["pub"],
            "type",
            "veth",
            "peer",
            "name",
            "out",
            "netns",
            NETS[name],
        )
        inside("pub", "link", "set", f"p2ps-{name}0", "master", "bridge", "up")
        inside(name, "addr", "add", address, "dev", "out")
        inside(name, "link", "set", "out", "up")
    inside("pub", "addr", "add", "203.0.113.1/24", "dev", "bridge")
    inside("pub", "link", "set", "bridge", "up")
    ip("link", "add", "in", "netns", NETS["nat"], "type", "veth", "peer", "name", "out", "netns", NETS["lan"])
    inside("nat", "addr", "add", "192.168.7.1/24", "dev", "in")
    inside("nat", "link", "set", "in", "up")
    inside("lan", "addr", "add", "192.168.7.20/24", "dev", "out")
    inside("lan", "link", "set", "out", "up")
    inside("lan", "route", "add", "default", "via", "192.168.7.1")
    for name in NETS:
        inside(name, "link", "set", "lo", "up")
    run = ["ip", "netns", "exec", NETS["nat"]]
    subprocess.run([*run, "sysctl", "-qw", "net.ipv4.ip_forward=1"], check=True, timeout=20)
    if shutil.which("nft") is not None:
        rules = (
            "add table ip nat; add chain ip nat post { type nat hook postrouting priority 100; }; "
            'add rule ip nat post oifname "out" masquerade; '
            "add chain ip nat inward { type filter hook forward priority 0; }; "
            'add rule ip nat inward iifname "out" ct state new drop'
        )
        subprocess.run([*run, "nft", rules], check=True, capture_output=True, timeout=20)
    else:
        for rule in (
            ["-t", "nat", "-A", "POSTROUTING", "-o", "out", "-j", "MASQUERADE"],
            ["-A", "FORWARD", "-i", "out", "-m", "conntrack", "--ctstate", "NEW", "-j", "DROP"],
        ):
            subprocess.run([*run, "iptables", *rule], check=True, capture_output=True, timeout=20)


@pytest.mark.soak
@pytest.mark.usefixtures("computers")
@pytest.mark.timeout(PATIENCE + 60)
def test_three_computers_one_of_them_behind_a_router_that_lets_nobody_in(start: Start, tmp_path: Path) -> None:
    def on(net: str, name: str, *arguments: str, **environment: str) -> Program:
        options = ["--data-dir", str(with_words(tmp_path / name)), "--json", "--name", name]
        return start("p2pscrabble", *options, *arguments, before=("ip", "netns", "exec", NETS[net]), **environment)

    host = on("pub", "Ana", "host", "--direct", "--seats", "3", *AUTO, "--countdown", "1")
    link = str(host.event("room")["link"])
    assert "203.0.113.1:" in link
    inner = on("lan", "Ben", "bot", *AUTO[1:], P2PSCRABBLE_CODE=link)
    far = on("far", "Cid", "bot", *AUTO[1:], P2PSCRABBLE_CODE=link)
    for _ in range(2):
        inner.event("move")
    inner.process.kill()
    inner.process.wait()
    time.sleep(1)
    inner = on("lan", "Ben", "bot", P2PSCRABBLE_CODE=link)
    one_game([host, inner, far])
