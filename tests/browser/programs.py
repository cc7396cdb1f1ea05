"""The programs that the browser tests run: players' and relays, each a process with its own folder and ports."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeVar

from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.peer.wordlists import WordLists
from tests.needs import ROOT
from tests.words import compiled, with_words

T = TypeVar("T")

PATIENCE: Final = 60.0
"""Seconds in which anything at all has happened, on a machine that has much else to do."""
_GRACE: Final = 10.0
_PATH: Final = os.pathsep.join(filter(None, [str(ROOT), str(ROOT / "relay"), os.environ.get("PYTHONPATH", "")]))


class Program:
    """A process and what it says, read as it comes; it is ended by its handle."""

    def __init__(self, module: str, arguments: tuple[str, ...], environment: dict[str, str], folder: Path) -> None:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("P2PSCRABBLE")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=inherited | {"PYTHONPATH": _PATH, "PYTHONUNBUFFERED": "1"} | environment,
            cwd=folder,
        )
        self._lock = threading.Condition()
        self.stdout = self.stderr = ""
        self._readers = [
            threading.Thread(target=self._read, args=(name,), daemon=True) for name in ("stdout", "stderr")
        ]
        for reader in self._readers:
            reader.start()

    def _read(self, name: str) -> None:
        pipe = getattr(self.process, name)
        while chunk := os.read(pipe.fileno(), 65536):
            with self._lock:
                setattr(self, name, getattr(self, name) + chunk.decode(errors="replace"))
                self._lock.notify_all()
        with self._lock:
            self._lock.notify_all()

    def until(self, ready: Callable[[], T | None], seconds: float = PATIENCE) -> T:
        """What ``ready`` finds in the output, as soon as it finds it."""
        end = time.monotonic() + seconds
        with self._lock:
            while (found := ready()) is None:
                left = end - time.monotonic()
                if left <= 0 or not any(reader.is_alive() for reader in self._readers):
                    raise AssertionError(f"never said.\n--- stdout\n{self.stdout}\n--- stderr\n{self.stderr}")
                self._lock.wait(left)
        return found

    def event(self, kind: str) -> dict[str, Any]:
        """The first object of this kind."""
        return self.until(lambda: next((said for said in self.said if said["event"] == kind), None))

    @property
    def said(self) -> list[dict[str, Any]]:
        """All objects so far."""
        return [json.loads(line) for line in self.stdout.splitlines(keepends=True) if line.endswith("\n")]

    def kill(self) -> None:
        """SIGKILL: nothing is said, nothing is written any more."""
        self.process.kill()
        self.process.wait(_GRACE)

    def pause(self) -> None:
        """Stops it where it stands, without closing anything."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Lets it run again."""
        self.process.send_signal(signal.SIGCONT)

    def close(self) -> None:
        """Ends it, kindly at first."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGCONT)
            self.process.terminate()
        try:
            self.process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            self.kill()
        for reader in self._readers:
            reader.join(_GRACE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


@dataclass
class Seat:
    """A player's program; started again, it has the same name, folder and port."""

    programs: Programs
    name: str
    relay: str
    folder: Path
    program: Program
    port: int = 0

    @property
    def page(self) -> str:
        """The address that its page is opened with, token included."""
        return str(self.program.event("page")["url"])

    @property
    def link(self) -> str:
        """What the others need to come in."""
        return str(self.program.event("room")["link"])

    def kill(self) -> None:
        """As a power cut does."""
        self.port = self.port or port_of(self.page)
        self.program.kill()

    def resume(self) -> None:
        """Starts the program again, with the game that it has on disk."""
        self.program = self.programs.run(self.name, self.relay, self.folder, ("resume",), port=self.port)


class Programs:
    """All programs of a test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._running: list[Program] = []

    def relay(self, port: int = 0) -> tuple[Program, str]:
        """A relay, and how a player names it."""
        arguments = ("--json", "relay", "--listen", f"127.0.0.1:{port}")
        program = self._start(arguments, {"P2PSCRABBLE_DATA_DIR": str(self.folder / "relay")})
        return program, str(program.event("listening")["url"])

    def host(self, relay: str, *arguments: str, name: str = "Ana", countdown: int = 0) -> Seat:
        """A player who makes a room, which starts ``countdown`` seconds after it is full.

        Its deal is the open one unless asked for otherwise: sealing the bag would be most of the work of a short test.
        """
        if "--deal" not in arguments:
            arguments = (*arguments, "--deal", "open")
        return self._seat(name, relay, ("host", "--countdown", str(countdown), *arguments))

    def join(self, relay: str, link: str, name: str = "Ben") -> Seat:
        """A player who comes into a room."""
        return self._seat(name, relay, ("join",), P2PSCRABBLE_CODE=link)

    def lobby(self, relay: str, name: str = "Ana") -> Seat:
        """A player's program with no room open."""
        return self._seat(name, relay, ())

    def demo(self, *arguments: str, name: str = "Ana") -> Seat:
        """A player against computer players."""
        return self._seat(name, "", ("demo", *arguments))

    def bot(self, relay: str, link: str, name: str) -> Program:
        """A computer player without a page."""
        folder = self.data(f"bot-{name}")
        arguments = ("--data-dir", str(folder), "--json", "--name", name, "--relay", relay, "bot")
        return self._start(arguments, {"P2PSCRABBLE_CODE": link})

    def data(self, name: str) -> Path:
        """A data folder with the word list in it, compiled."""
        return with_words(self.folder / f"{name}-{len(self._running)}")

    def run(
        self,
        name: str,
        relay: str,
        folder: Path,
        command: tuple[str, ...],
        *,
        port: int = 0,
        environment: dict[str, str] | None = None,
    ) -> Program:
        """A player's program in this folder."""
        given = ["--data-dir", str(folder), "--json", "--name", name, "--no-browser", "--port", str(port)]
        if relay:
            given += ["--relay", relay]
        return self._start((*given, *command), environment or {})

    def _seat(self, name: str, relay: str, command: tuple[str, ...], **environment: str) -> Seat:
        folder = self.data("player")
        program = self.run(name, relay, folder, command, environment=environment)
        return Seat(self, name, relay, folder, program)

    def _start(self, arguments: tuple[str, ...], environment: dict[str, str]) -> Program:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._running.append(Program("p2pscrabble", arguments, environment, self.folder))
        return self._running[-1]

    def close(self) -> None:
        """Ends all that still run."""
        for program in self._running:
            with contextlib.suppress(ProcessLookupError):
                program.process.terminate()
        for program in self._running:
            program.close()


@contextmanager
def programs() -> Iterator[Programs]:
    """Programs in a folder of their own, ended and removed at the end."""
    with TemporaryDirectory(prefix="p2pscrabble-", ignore_cleanup_errors=True) as folder:
        running = Programs(Path(folder))
        try:
            yield running
        finally:
            running.close()


def port_of(url: str) -> int:
    """The port in an address."""
    from urllib.parse import urlsplit

    port = urlsplit(url).port
    if port is None:
        raise AssertionError(f"{url} has no port")
    return port


@cache
def lexicon() -> Lexicon:
    """The same list, to find plays with."""
    return WordLists(compiled().parent).named("modern")
