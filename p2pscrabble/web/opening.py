"""How the page is opened in the browser without its key standing in any list of processes.

The browser is given a file that only this user can read; the file leads on to ``/open`` with a key that is good once,
and that answers with the cookie. The token that the cookie holds stays the same from one run to the next, so that a
tab of a program that was killed goes on when the program is back on the same port.
"""

from __future__ import annotations

import contextlib
import html
import os
import re
import secrets
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import quote, urlencode

from p2pscrabble.errors import StoreError
from p2pscrabble.web.guard import OPEN

KEY_FILE: Final = "page.key"
PORT_FILE: Final = "page.port"
_TOKEN_BYTES: Final = 32
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
_PATHS: Final = re.compile(r"/|/room/[0-9A-Za-z-]{1,64}|/replay(\?turn=\d{1,6})?(#\d{0,20000})?|/help")
_GOOD_FOR: Final = 120.0
"""Seconds that a key which is good once may wait for the browser."""
_REDIRECT: Final = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={url}"><title>p2pscrabble</title></head>
<body><p><a href="{url}">To the game</a></p></body></html>
"""


def is_own_path(path: str) -> bool:
    """Whether this is a screen of the page."""
    return _PATHS.fullmatch(path) is not None


def kept_token(data: Path, *, anew: bool = False) -> str:
    """The token of this data folder, made where there is none, or where another one is wanted.

    Raises ``StoreError`` where it cannot be kept.
    """
    path = data / KEY_FILE
    try:
        data.mkdir(parents=True, exist_ok=True)
        known = "" if anew else known_token(data)
        if known and (os.name == "nt" or path.stat().st_mode & 0o077 == 0):
            return known
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        write_private(path, token + "\n")
    except OSError as error:
        raise StoreError(f"The key of the page cannot be kept in {path}: {(error.strerror or '').lower()}.") from error
    return token


def known_token(data: Path) -> str:
    """The token of this data folder; empty where there is none."""
    try:
        token = (data / KEY_FILE).read_text("ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""
    return token if _TOKEN.fullmatch(token) else ""


def kept_port(data: Path) -> int:
    """The port that the page had last; 0 where that is not known."""
    try:
        port = int((data / PORT_FILE).read_text("ascii"))
    except (OSError, ValueError):
        return 0
    return port if 0 < port < 2**16 else 0


def keep_port(data: Path, port: int) -> None:
    """Notes the port, so that the page is found at the same address next time."""
    with contextlib.suppress(OSError):
        (data / PORT_FILE).write_text(f"{port}\n", "ascii")


def write_private(path: Path, text: str) -> None:
    """A file that only this user can read, there whole or not at all."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with open(draft, "x", encoding="utf-8", opener=_private) as file:
        file.write(text)
    draft.replace(path)


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class Doors:
    """The keys by which a browser comes in, and the files that lead there."""

    def __init__(self, data: Path, port: int, steady: Callable[[], float] = time.monotonic) -> None:
        self._data = data
        self._port = port
        self._steady = steady
        self._lasting = secrets.token_urlsafe(_TOKEN_BYTES)
        self._once: dict[str, tuple[float, Path]] = {}

    @property
    def address(self) -> str:
        """The page's address, as it is shown to everyone."""
        return f"http://127.0.0.1:{self._port}/"

    def url(self, to: str) -> str:
        """An address with a key that is good for as long as the program runs: for whoever opens the page by hand."""
        return self._url(self._lasting, to)

    def file(self, to: str) -> Path:
        """A new file that leads a browser to this screen, once; it is removed as soon as the key has been used."""
        self.sweep()
        key = secrets.token_urlsafe(_TOKEN_BYTES)
        path = self._data / f"open-{secrets.token_hex(6)}.html"
        try:
            write_private(path, _REDIRECT.format(url=html.escape(self._url(key, to))))
        except OSError as error:
            raise StoreError(
                f"The page cannot be opened by way of {path}: {(error.strerror or '').lower()}."
            ) from error
        self._once[key] = self._steady() + _GOOD_FOR, path
        return path

    def used(self, path: Path) -> bool:
        """Whether the browser has come by way of this file, or can no more."""
        return all(kept != path for _, kept in self._once.values())

    def admits(self, key: str) -> bool:
        """Whether the key is good; one that is good once is used up by this."""
        self.sweep()
        if key in self._once:
            self._forget(key)
            return True
        return secrets.compare_digest(key.encode(errors="replace"), self._lasting.encode())

    def sweep(self) -> None:
        """Forgets what has waited too long."""
        now = self._steady()
        for key in [key for key, (until, _) in self._once.items() if until < now]:
            self._forget(key)

    def close(self) -> None:
        """Removes every file."""
        for key in list(self._once):
            self._forget(key)

    def _forget(self, key: str) -> None:
        _, path = self._once.pop(key)
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)

    def _url(self, key: str, to: str) -> str:
        return f"http://127.0.0.1:{self._port}{OPEN}?{urlencode({'key': key, 'to': to}, quote_via=quote)}"


def remove_stale(data: Path) -> None:
    """Removes the files of a program that was killed before it could do so."""
    for path in data.glob("open-*.html"):
        with contextlib.suppress(OSError):
            path.unlink()


def can_browse() -> bool:
    """Whether a browser with a window can be opened here: one inside the terminal would take the terminal away."""
    if sys.platform.startswith("linux") and not any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))):
        return False
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    windowless = isinstance(browser, webbrowser.GenericBrowser) and not isinstance(
        browser, webbrowser.BackgroundBrowser
    )
    return not windowless or bool(os.environ.get("BROWSER"))


def browse(path: Path) -> bool:
    """Opens the file in the browser; whether that seems to have worked. May take a while: call it in a thread."""
    try:
        return webbrowser.open(path.as_uri())
    except (webbrowser.Error, OSError):
        return False
