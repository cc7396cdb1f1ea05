"""A tab of the browser: its page, what the program has told it, and a guard over all that goes wrong in it.

What the page shows is for the tests to look at; the driver that plays reads the same messages as the page does, from
the WebSocket, so that it knows what it waits for.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, WebSocket
from playwright.sync_api import sync_playwright as playwright

from tests.needs import program

ARGUMENTS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: Final = (1280, 860)
PHONE: Final = (390, 844)
TABLET: Final = (820, 1180)
WIDE: Final = (1440, 900)
PATIENCE: Final = 60.0
"""Seconds in which what must happen on the page has happened."""
_BEAT: Final = 40
"""Milliseconds between two looks."""
LOST: Final = r"WebSocket connection to .* failed|ERR_CONNECTION_(REFUSED|RESET)|ERR_EMPTY_RESPONSE"
"""What Chromium itself writes to the console when a program has gone."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium, without a window, with a fresh folder."""
    # The one without a window does with two thirds of the work.
    path = program("chromium-headless-shell", "chromium")
    with playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        try:
            yield browser
        finally:
            browser.close()


def context(
    browser: Browser, size: tuple[int, int] = DESKTOP, *, touch: bool = False, scheme: str = "light", **more: Any
) -> BrowserContext:
    """A browser of somebody's own: no cookie or storage is shared with another.

    Unless asked for otherwise with less motion, and with a pixel for a pixel: drawing is most of the work of a test.
    """
    more.setdefault("reduced_motion", "reduce")
    more.setdefault("device_scale_factor", 1)
    made = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=touch,
        is_mobile=touch,
        color_scheme="dark" if scheme == "dark" else "light",
        **more,
    )
    made.set_default_timeout(PATIENCE * 1000)
    return made


class Tab:
    """A tab; :meth:`close` fails where anything went wrong in it that was not expected."""

    def __init__(self, context: BrowserContext, url: str = "") -> None:
        self.page: Page = context.new_page()
        self.host = urlsplit(url).netloc
        self.state: dict[str, Any] = {}
        self.version = -1
        self.config: dict[str, Any] = {}
        self.notices: list[dict[str, Any]] = []
        self.answers: list[dict[str, Any]] = []
        self.sent: list[dict[str, Any]] = []
        self.sockets = 0
        self.troubles: list[str] = []
        self._expected: list[re.Pattern[str]] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self._trouble(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("websocket", self._socket)
        if url:
            self.open(url)

    # What goes wrong

    def expect(self, pattern: str) -> None:
        """From now on the console may say this."""
        self._expected.append(re.compile(pattern))
        self.troubles = [trouble for trouble in self.troubles if not self._is_expected(trouble)]

    def _is_expected(self, trouble: str) -> bool:
        return any(pattern.search(trouble) for pattern in self._expected)

    def _trouble(self, trouble: str) -> None:
        if not self._is_expected(trouble):
            self.troubles.append(trouble)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._trouble(f"console: {message.text} ({message.location.get('url', '')})")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob", "about") and address.netloc != self.host:
            self._trouble(f"request to {request.url}")

    def check(self) -> None:
        """Fails where anything has gone wrong so far."""
        assert self.troubles == [], self.troubles

    def close(self) -> None:
        """Closes the tab, and fails where anything went wrong in it."""
        self.page.close()
        self.check()

    # What the program says

    def _socket(self, socket: WebSocket) -> None:
        address = urlsplit(socket.url)
        if address.netloc != self.host:
            self._trouble(f"socket to {socket.url}")
        self.sockets += 1
        number = self.sockets
        socket.on("framereceived", lambda frame: self._hear(number, frame))
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def _hear(self, number: int, frame: str | bytes) -> None:
        said = json.loads(frame)
        if number != self.sockets:
            return
        if said["t"] == "hello":
            self.config = said["config"]
        elif said["t"] == "state":
            if said["base"] is None:
                self.state = dict(said["set"])
            elif said["base"] == self.version:
                self.state = self.state | said["set"]
            else:
                return
            self.version = said["v"]
        elif said["t"] == "notice":
            self.notices.append(said)
        elif said["t"] == "answer":
            self.answers.append(said)

    def open(self, url: str) -> None:
        """Goes to an address of the program."""
        self.host = urlsplit(url).netloc
        self.state, self.version = {}, -1
        self.page.goto(url)

    def reload(self) -> None:
        """As a person reloads."""
        self.state, self.version = {}, -1
        self.page.reload()

    def until(self, holds: Callable[[], object], what: str = "it", seconds: float = PATIENCE) -> None:
        """Waits until this is so, and lets the browser go on meanwhile."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"never: {what}; {self.troubles or self._summary()}"
            self.page.wait_for_timeout(_BEAT)

    def _summary(self) -> dict[str, Any]:
        wanted = ("phase", "turn", "draft", "relay", "failure", "warning", "over", "players")
        return {key: self.state[key] for key in wanted if key in self.state}

    def until_phase(self, phase: str, seconds: float = PATIENCE) -> None:
        """Waits for the room to come to this."""
        self.until(lambda: self.state.get("phase") == phase, f"phase {phase}", seconds)

    # What the page shows

    def screen(self, name: str) -> Locator:
        """The screen of this name."""
        return self.page.locator(f'[data-screen="{name}"]')

    def button(self, name: str) -> Locator:
        """The button that can be seen with exactly this accessible name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def square(self, square: int) -> Locator:
        """A square of the board."""
        return self.page.locator(f'[data-square="{square}"]')

    def slot(self, number: int) -> Locator:
        """A tile of one's own."""
        return self.page.locator(f'[data-slot="{number}"]')

    @property
    def slots(self) -> list[dict[str, Any]]:
        """One's own tiles as the program keeps them."""
        return list(self.state["draft"]["slots"])

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The steps of the game so far."""
        return list(self.state.get("steps", ()))
