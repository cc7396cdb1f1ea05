"""One running program for each data folder: the first start runs it, every other hands over what it wants, and ends.

::

    page.lock      held for as long as the program runs, and by nothing else: the system lets go of it when it dies
    running.json   its port; only whoever can read ``page.key`` beside it is listened to there
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from filelock import FileLock, Timeout

from p2pscrabble import errors
from p2pscrabble.errors import P2PScrabbleError, StoreError, UsageError
from p2pscrabble.web.opening import known_token, write_private

LOCK_FILE: Final = "page.lock"
RUNNING_FILE: Final = "running.json"
PATIENCE: Final = 20.0
"""Seconds that a program which is just starting, or just ending, is waited for."""
ANSWER: Final = 90.0
"""Seconds that it has for what is wanted: a word list may have to be compiled first."""
_MAX_ANSWER: Final = 1_000_000
_PAUSE: Final = 0.1


class Alone:
    """That this is the only program of its data folder; ``announce`` says where it is."""

    def __init__(self, data: Path) -> None:
        self._file = data / RUNNING_FILE

    def announce(self, port: int) -> None:
        """Lets other starts find the program."""
        try:
            write_private(self._file, json.dumps({"v": 1, "port": port, "pid": os.getpid()}) + "\n")
        except OSError as error:
            raise StoreError(f"{self._file} cannot be written: {(error.strerror or '').lower()}.") from error

    def withdraw(self) -> None:
        """It is not to be found any more."""
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)


@contextmanager
def only_one(data: Path) -> Iterator[Alone | None]:
    """Holds the lock of the data folder; ``None`` where another program does."""
    lock = FileLock(data / LOCK_FILE)
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        yield None
        return
    except OSError as error:
        raise StoreError(f"The data folder {data} cannot be used: {(error.strerror or '').lower()}.") from error
    alone = Alone(data)
    alone.withdraw()  # what a program left behind that was killed
    try:
        yield alone
    finally:
        alone.withdraw()
        lock.release()


def hand_over(data: Path, wanted: Mapping[str, object]) -> dict[str, object] | None:
    """Tells the running program what is wanted, and returns its answer; ``None`` where it does not answer (any more).

    Raises the error that it answers with.
    """
    try:
        port = int(json.loads((data / RUNNING_FILE).read_text("utf-8"))["port"])
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return None
    token = known_token(data)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER)
    try:
        body = json.dumps(wanted).encode()
        headers = {"Content-Type": "application/json", "Cookie": f"p2pscrabble_{port}={token}"}
        connection.request("POST", "/start", body, headers)
        response = connection.getresponse()
        answer = json.loads(response.read(_MAX_ANSWER))
    except (OSError, http.client.HTTPException, ValueError, OverflowError):  # the last: there is no such port
        return None
    finally:
        connection.close()
    if not isinstance(answer, dict):
        return None
    if answer.get("ok") is not True:
        raise _error(str(answer.get("kind")), str(answer.get("error")))
    return answer


def _error(kind: str, text: str) -> P2PScrabbleError:
    found = getattr(errors, kind, UsageError)
    known = isinstance(found, type) and issubclass(found, P2PScrabbleError) and found is not errors.IllegalMove
    return found(text) if known else UsageError(text)


def run_or_hand_over(
    data: Path, wanted: Mapping[str, object], run: Callable[[Alone], None]
) -> dict[str, object] | None:
    """Runs the program, if no other runs for this data folder; else the answer of the one that does."""
    deadline = time.monotonic() + PATIENCE
    while True:
        with only_one(data) as alone:
            if alone is not None:
                run(alone)
                return None
        if (answer := hand_over(data, wanted)) is not None:
            return answer
        if time.monotonic() > deadline:
            raise UsageError("The program runs already for this data folder, and does not answer: end it first.")
        time.sleep(_PAUSE)
