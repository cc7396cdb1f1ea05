"""A real Redis server, or a cluster of them, on loopback, that can be killed, stopped, and started again."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.needs import program

PATIENCE = 30.0


class RedisServer:
    """One server; `url` is the same after it was started again."""

    def __init__(self, folder: Path, port: int = 0, *options: str) -> None:
        """With port 0 it listens on a socket file alone."""
        self._port = port
        self._socket = folder / "redis.sock"
        self._folder = folder
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None
        self.url = f"redis://127.0.0.1:{port}/" if port else f"unix://{self._socket}"

    @property
    def pid(self) -> int:
        """Its process."""
        if self._process is None:
            raise RuntimeError("redis-server does not run")
        return self._process.pid

    def start(self) -> None:
        self._process = subprocess.Popen(
            [program("redis-server"), "--port", str(self._port), "--unixsocket", str(self._socket), "--save", "",
             "--bind", "127.0.0.1", "--dir", str(self._folder), "--daemonize", "no", *self._options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("redis-server does not start")
            time.sleep(0.01)

    def _answers(self) -> bool:
        try:
            return self.ask("PING") == "+PONG"
        except OSError:
            return False

    def answer(self, *words: str) -> str:
        """What the server answers, as it comes, up to 64 KiB."""
        with socket.socket(socket.AF_UNIX) as sock:
            sock.settimeout(PATIENCE)
            sock.connect(str(self._socket))
            parts = [word.encode() for word in words]
            sock.sendall(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%b\r\n" % (len(one), one) for one in parts))
            return sock.recv(65_536).decode()

    def ask(self, *words: str) -> str:
        """The first line of what the server answers."""
        return self.answer(*words).partition("\r\n")[0]

    def kill(self) -> None:
        """End it at once, with all that it has not saved."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def signal(self, number: int) -> None:
        if self._process is not None:
            self._process.send_signal(number)

    def pause(self) -> None:
        """Let it stand still, as a machine does whose network is gone."""
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)


@contextmanager
def redis_server(*options: str) -> Iterator[RedisServer]:
    """A running server in a folder of its own, with a path that is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="redis-") as folder:
        server = RedisServer(Path(folder), 0, *options)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def free_ports(count: int) -> list[int]:
    """Ports that nobody listens on, of which the ones for the cluster's own bus, 10,000 above, are free as well."""
    found: list[int] = []
    with ExitStack() as stack:
        while len(found) < count:
            one, bus = (stack.enter_context(socket.socket()) for _ in range(2))
            one.bind(("127.0.0.1", 0))
            port = int(one.getsockname()[1])
            try:
                bus.bind(("127.0.0.1", port + 10_000))
            except (OSError, OverflowError):
                continue
            found.append(port)
    return found


@contextmanager
def redis_cluster(count: int = 2) -> Iterator[list[RedisServer]]:
    """Servers that form a cluster, each with its share of the slots, without replicas."""
    folder = Path(tempfile.mkdtemp(prefix="redis-"))
    servers: list[RedisServer] = []
    try:
        for number, port in enumerate(ports := free_ports(count)):
            home = folder / str(number)
            home.mkdir()
            servers.append(RedisServer(home, port, "--cluster-enabled", "yes", "--appendonly", "no"))
            servers[-1].start()
        for number, server in enumerate(servers):
            first, last = 16_384 * number // count, 16_384 * (number + 1) // count - 1
            server.ask("CLUSTER", "ADDSLOTSRANGE", str(first), str(last))
            server.ask("CLUSTER", "SET-CONFIG-EPOCH", str(number + 1))
        for port in ports[1:]:
            servers[0].ask("CLUSTER", "MEET", "127.0.0.1", str(port))
        deadline = time.monotonic() + PATIENCE
        while not all(_is_whole(server) for server in servers):
            if time.monotonic() > deadline:
                raise RuntimeError("the cluster does not form")
            time.sleep(0.02)
        yield servers
    finally:
        for server in servers:
            server.kill()
        shutil.rmtree(folder)


def _is_whole(server: RedisServer) -> bool:
    answer = server.answer("CLUSTER", "INFO")
    return "cluster_state:ok" in answer and "cluster_slots_assigned:16384" in answer
