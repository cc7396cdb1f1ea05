"""A person at a real terminal, as far as a pseudo-terminal is one."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.cli.conftest import loopback
from tests.words import with_words

ROOT: Final = Path(__file__).parents[2]
DEADLINE: Final = 60.0

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)
else:
    import fcntl
    import pty
    import termios


class Person:
    """Runs a command on a terminal of its own, types, and reads."""

    def __init__(self, arguments: tuple[str, ...], environment: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self.before = termios.tcgetattr(theirs)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "p2pscrabble", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # Ctrl-C goes to whoever has the terminal
        )
        self._theirs = theirs
        self._lock = threading.Condition()
        self.seen = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            while chunk := os.read(self._ours, 65536):
                with self._lock:
                    self.seen += chunk.decode(errors="replace").replace("\r\n", "\n")
                    self._lock.notify_all()

    def sees(self, text: str) -> None:
        end = time.monotonic() + DEADLINE
        with self._lock:
            while text not in self.seen:
                left = end - time.monotonic()
                assert left > 0, f"{text!r} is nowhere in:\n{self.seen}"
                self._lock.wait(left)

    def types(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def mode(self) -> list[object]:
        return termios.tcgetattr(self._theirs)

    def ends(self) -> int:
        return self.process.wait(DEADLINE)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._theirs)
        os.close(self._ours)


Sit = Callable[..., Person]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    people: list[Person] = []

    def begin(*arguments: str, data: str = "a") -> Person:
        folder = with_words(tmp_path / data)
        plain = {name: value for name, value in os.environ.items() if not name.startswith("P2PSCRABBLE")}
        plain |= {"P2PSCRABBLE_DATA_DIR": str(folder), "TERM": "xterm", "COLUMNS": "80", "LINES": "40"}
        plain |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'relay'}", "LOGNAME": "ana", "PYTHONUTF8": "1"}
        people.append(Person(arguments, plain))
        return people[-1]

    yield begin
    for person in people:
        person.close()


def test_two_friends(sit: Sit) -> None:
    host = sit("host", "--text", *loopback(), "--rule", "first=host")
    host.sees("Your name, as the others will see it [Ana]:")
    host.types("\n")
    host.sees("Room code: ")
    host.sees("█")
    host.sees("> ")
    found = re.search(r"ws://127\.0\.0\.1:\d+/#\d{16}", host.seen)
    assert found is not None
    link = found[0]

    guest = sit("join", "--text", "--no-color", data="b")
    guest.sees("Room code or link:")
    guest.types("1234 5678\n")
    guest.sees("A room code has 16 digits, this has 8. Please type it again.")
    guest.types(f"{link}\n")
    guest.sees("Your name, as the others will see it [Ana]:")
    guest.types(" \n")
    guest.sees("at least one letter that can be seen")
    guest.types("Ben\n")

    host.sees("Your move> ")
    host.types("pa")
    host.sees("Your move> pa")
    guest.types("/hello\n")
    host.sees("Ben: hello\n\r\x1b[KYour move> pa")
    host.types("ss\n")
    host.sees("Pass, and do nothing this turn? (y/n) ")
    host.types("y\n")
    guest.sees("Your move> ")
    assert "\x1b[1;30;103m" not in guest.seen
    assert "\x1b[30;106mDL" not in guest.seen
    assert "\x1b[30;106mDL" in host.seen
    guest.types("\x03")
    assert guest.ends() == 130
    assert "Your seat is kept: `p2pscrabble resume` comes back." in guest.seen
    assert guest.mode() == guest.before, "the terminal is as it was"
    host.types("\x04")
    assert host.ends() == 0
    assert host.mode() == host.before

    again = sit("resume", "--text", data="b")
    again.sees("Your move> ")
    assert "Your name" not in again.seen, "it is remembered"
    again.types("quit\n")
    assert again.ends() == 0


def test_ctrl_c_at_a_question(sit: Sit) -> None:
    guest = sit("join", "--text")
    guest.sees("Room code or link: ")
    end = time.monotonic() + DEADLINE
    while guest.process.poll() is None and time.monotonic() < end:
        guest.types("\x03")  # Python's own input() may miss one that comes just as it begins to wait
        with contextlib.suppress(subprocess.TimeoutExpired):
            guest.process.wait(1)
    assert guest.ends() == 130
    assert "Traceback" not in guest.seen
