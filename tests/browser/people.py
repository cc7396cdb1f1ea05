"""People at their browsers: each with a program, a context and tabs of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.hands import Hand, MouseHand
from tests.browser.programs import Programs, Seat
from tests.browser.tab import Tab, context


@dataclass
class Person:
    """Somebody at a browser, and what they have used of all that a game has."""

    name: str
    seat: Seat
    context: BrowserContext
    tab: Tab
    hand: Hand

    @property
    def mine(self) -> bool:
        """Whether it is their turn and the page knows."""
        turn = self.tab.state.get("turn")
        return bool(turn and turn["yours"] and self.tab.state["phase"] == "playing")

    def again(self, path: str = "") -> Tab:
        """Another tab of the same browser."""
        base = self.seat.page.split("/", 3)
        return Tab(self.context, path or "/".join(base[:3]) + "/room/" + self.tab.state["id"])


class People:
    """All who play in a test."""

    def __init__(self, browser: Browser, programs: Programs) -> None:
        self.browser, self.programs = browser, programs
        self._contexts: list[BrowserContext] = []
        self.tabs: list[Tab] = []

    def context(self, **how: Any) -> BrowserContext:
        """A browser of somebody's own."""
        self._contexts.append(context(self.browser, **how))
        return self._contexts[-1]

    def open(self, where: BrowserContext, url: str) -> Tab:
        """A tab that is watched."""
        self.tabs.append(Tab(where, url))
        return self.tabs[-1]

    def sit(self, seat: Seat, hand: Hand | None = None, **how: Any) -> Person:
        """Somebody who opens the page of their program."""
        where = self.context(**how)
        return Person(seat.name, seat, where, self.open(where, seat.page), hand or MouseHand())

    def two(self, hand: Hand | None = None, deal: str = "open", **how: Any) -> tuple[Person, Person]:
        """Two at one table, over a relay of their own, as soon as one of them may play."""
        _, relay = self.programs.relay()
        one, other = self.table(relay, 2, hand, deal, **how)
        return one, other

    def table(self, relay: str, seats: int, hand: Hand | None = None, deal: str = "open", **how: Any) -> list[Person]:
        """So many at one table, as soon as one of them may play."""
        host = self.programs.host(relay, "--seats", str(seats), "--deal", deal)
        others = [self.programs.join(relay, host.link, name) for name in ("Ben", "Cid", "Dora")[: seats - 1]]
        company = [self.sit(seat, hand, **how) for seat in (host, *others)]
        for person in company:
            person.tab.until(lambda at=person: at.tab.state.get("turn"), "a turn", 60)  # type: ignore[misc]
        return company

    def picture(self, folder: Path, name: str) -> None:
        """What every tab shows just now, for whoever wonders why a test failed."""
        for number, tab in enumerate(self.tabs):
            if not tab.page.is_closed():
                tab.page.screenshot(path=folder / f"{name}-{number}.png")

    def close(self) -> None:
        """Closes all tabs, and fails where anything went wrong in one."""
        troubles = {number: tab.troubles for number, tab in enumerate(self.tabs) if tab.troubles}
        for where in self._contexts:
            where.close()
        assert troubles == {}, troubles
