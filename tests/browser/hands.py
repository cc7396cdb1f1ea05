"""Hands: the same things done by mouse, by keyboard alone, and by touch. Nothing is done but what a person could do.

A mouse or a finger goes to where a thing can be seen, and only if nothing lies over it there.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

from playwright.sync_api import CDPSession, Locator

from tests.browser.choosing import Laying
from tests.browser.tab import Tab

_TABS: Final = 150
"""Presses of Tab within which anything on a screen must be reached."""
_STILL: Final = 80
"""Milliseconds that a finger rests where it lets something go, and needs before it is elsewhere. Without the rest it is
a throw, and what is tapped next only stops what was thrown."""
LIFT: Final = 48
"""Pixels that a tile hangs above the finger which drags it; it falls where it is seen."""

Point = tuple[float, float]


class Hand(Protocol):
    """A way to do things."""

    def press(self, tab: Tab, button: Locator) -> None:
        """Presses a button."""

    def lay(self, tab: Tab, laying: Laying) -> None:
        """Lays tiles on the board, choosing letters for blanks."""

    def play(self, tab: Tab) -> None:
        """Plays what lies there."""

    def recall(self, tab: Tab) -> None:
        """Takes all tiles back."""

    def exchange(self, tab: Tab, slots: list[int]) -> None:
        """Exchanges these tiles, by the numbers of their slots."""

    def skip(self, tab: Tab) -> None:
        """Passes, and says yes when asked."""

    def say(self, tab: Tab, words: str) -> None:
        """Says a line of chat."""

    def close(self, tab: Tab) -> None:
        """Closes the dialog that is open."""


_CENTRE: Final = """async element => {
  const under = one => one.playState === "running" && one.effect.target?.contains(element);
  const frame = () => new Promise(done => requestAnimationFrame(done));
  element.scrollIntoView({block: "nearest", inline: "nearest"});
  for (let i = 0; i < 120 && document.getAnimations().some(under); i++) await frame();
  const {left, top, width, height} = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const over = document.elementFromPoint(x, y);
  const free = over !== null && (element === over || element.contains(over));
  return [x, y, free ? "" : (over ? over.outerHTML.slice(0, 200) : "nothing")];
}"""
"""Waits for what moves into its place, as an eye does."""


def centre(thing: Locator) -> Point:
    """Where to put a finger; fails where something else lies over it."""
    x, y, over = thing.evaluate(_CENTRE)
    assert over == "", f"something lies over {thing}: {over}"
    return x, y


def dialog(tab: Tab) -> Locator:
    """The dialog that is open."""
    return tab.page.get_by_role("dialog")


class Pointing:
    """What a mouse and a finger have in common."""

    def press(self, tab: Tab, button: Locator) -> None:
        """Presses a button."""
        raise NotImplementedError

    def drag(self, tab: Tab, begin: Point, end: Point) -> None:
        """Takes up what lies at ``begin`` and lets it go so that it falls at ``end``."""
        raise NotImplementedError

    def lay(self, tab: Tab, laying: Laying) -> None:
        """Lays tiles on the board, choosing letters for blanks."""
        for number, placed in laying.tiles:
            self.drag(tab, centre(tab.slot(number)), centre(tab.square(placed.square)))
            if placed.letter.islower():
                self.press(tab, dialog(tab).get_by_role("button", name=placed.letter.upper(), exact=True))
                dialog(tab).wait_for(state="detached")

    def play(self, tab: Tab) -> None:
        """Plays what lies there."""
        self.press(tab, tab.button("Play"))

    def recall(self, tab: Tab) -> None:
        """Takes all tiles back."""
        self.press(tab, tab.button("Take back all tiles"))

    def exchange(self, tab: Tab, slots: list[int]) -> None:
        """Exchanges these tiles."""
        order = [slot["id"] for slot in tab.slots]
        self.press(tab, tab.button("Exchange"))
        choices = dialog(tab).get_by_role("group").get_by_role("button")
        for number in slots:
            self.press(tab, choices.nth(order.index(number)))
        self.press(tab, dialog(tab).get_by_role("button", name="Exchange"))

    def skip(self, tab: Tab) -> None:
        """Passes, and says yes when asked."""
        self.press(tab, tab.button("Pass"))
        self.press(tab, dialog(tab).get_by_role("button", name="Pass", exact=True))

    def say(self, tab: Tab, words: str) -> None:
        """Says a line of chat; on a phone the chat is opened first, and closed again."""
        box = tab.page.get_by_label("Message", exact=True)
        hidden = not box.is_visible()
        if hidden:
            self.press(tab, tab.page.get_by_role("button", name=re.compile("^Chat")))
        self.press(tab, box)
        tab.page.keyboard.type(words)
        tab.page.keyboard.press("Enter")
        if hidden:
            tab.until(lambda: any(line["text"] == words for line in tab.state["chat"]), f"“{words}” said")
            self.press(tab, tab.button("Close chat"))
            box.wait_for(state="hidden")

    def close(self, tab: Tab) -> None:
        """Closes the dialog that is open."""
        self.press(tab, dialog(tab).get_by_role("button", name="Close"))
        dialog(tab).wait_for(state="hidden")


class MouseHand(Pointing):
    """A mouse."""

    def press(self, tab: Tab, button: Locator) -> None:  # noqa: ARG002 - others need the tab
        """Presses a button."""
        button.click()

    def drag(self, tab: Tab, begin: Point, end: Point) -> None:
        """Takes up what lies at ``begin`` and lets it go so that it falls at ``end``."""
        mouse = tab.page.mouse
        mouse.move(*begin)
        mouse.down()
        mouse.move((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()


class TouchHand(Pointing):
    """A finger, as the browser itself is told of one; it drags, or taps the tile and then the square, by turns."""

    def __init__(self) -> None:
        self._sessions: dict[Tab, CDPSession] = {}
        self._taps = False

    def press(self, tab: Tab, button: Locator) -> None:
        """Presses a button."""
        button.wait_for()
        self.tap(tab, centre(button))

    def tap(self, tab: Tab, point: Point) -> None:
        """A short touch."""
        self.touch(tab, "touchStart", point)
        self.touch(tab, "touchEnd", None)

    def drag(self, tab: Tab, begin: Point, end: Point) -> None:
        """Takes up what lies at ``begin`` and lets it go so that it falls at ``end``."""
        self._taps = not self._taps
        if self._taps:
            self.tap(tab, begin)
            self.tap(tab, end)
            return
        self.touch(tab, "touchStart", begin)
        for part in (0.2, 0.6, 1.0):
            x = begin[0] + (end[0] - begin[0]) * part
            self.touch(tab, "touchMove", (x, begin[1] + (end[1] + LIFT - begin[1]) * part))
        tab.page.wait_for_timeout(_STILL)
        self.touch(tab, "touchMove", (end[0], end[1] + LIFT))
        self.touch(tab, "touchEnd", None)
        tab.page.wait_for_timeout(_STILL)

    def touch(self, tab: Tab, kind: str, point: Point | None) -> None:
        """Tells the browser of a finger."""
        if tab not in self._sessions:
            self._sessions[tab] = tab.page.context.new_cdp_session(tab.page)
        points = [] if point is None else [{"x": point[0], "y": point[1], "id": 1}]
        self._sessions[tab].send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


class KeyboardHand:
    """A keyboard and nothing else: Tab to get about, and the keys of the board."""

    def reach(self, tab: Tab, thing: Locator) -> None:
        """Moves the focus there with Tab, as often as it takes."""
        thing.first.wait_for()
        for _ in range(_TABS):
            if thing.evaluate_all("found => found.some(element => element === document.activeElement)"):
                return
            tab.page.keyboard.press("Tab")
        raise AssertionError(f"the focus never came to {thing}")

    def press(self, tab: Tab, button: Locator) -> None:
        """Presses a button."""
        self.reach(tab, button)
        tab.page.keyboard.press("Enter")

    def board(self, tab: Tab) -> int:
        """Goes to the board; the square that the cursor is on."""
        self.reach(tab, tab.page.locator("[data-square]"))
        return int(tab.page.evaluate("document.activeElement.dataset.square"))

    def lay(self, tab: Tab, laying: Laying) -> None:
        """Lays tiles on the board: the cursor goes there, is turned, and letters are typed."""
        keys = tab.page.keyboard
        here, there = divmod(self.board(tab), 15), divmod(laying.squares[0], 15)
        for key, steps in (("ArrowDown", there[0] - here[0]), ("ArrowRight", there[1] - here[1])):
            for _ in range(abs(steps)):
                keys.press(key if steps > 0 else {"ArrowDown": "ArrowUp", "ArrowRight": "ArrowLeft"}[key])
        across = tab.page.locator("[data-direction]").get_attribute("data-direction") == "across"
        if across != laying.across:
            keys.press("Space")
        for _, placed in laying.tiles:
            keys.press(f"Shift+{placed.letter.upper()}" if placed.letter.islower() else placed.letter.lower())

    def play(self, tab: Tab) -> None:
        """Plays what lies there."""
        self.board(tab)
        tab.page.keyboard.press("Enter")

    def recall(self, tab: Tab) -> None:
        """Takes all tiles back."""
        self.board(tab)
        tab.page.keyboard.press("Escape")

    def exchange(self, tab: Tab, slots: list[int]) -> None:
        """Exchanges these tiles: ``4``, their letters, Enter."""
        self.board(tab)
        tab.page.keyboard.press("4")
        dialog(tab).wait_for()
        for slot in tab.slots:
            if slot["id"] in slots:
                tab.page.keyboard.press(slot["tile"])
        tab.page.keyboard.press("Enter")

    def skip(self, tab: Tab) -> None:
        """Passes: ``2``, and yes when asked."""
        self.board(tab)
        tab.page.keyboard.press("2")
        self.press(tab, dialog(tab).get_by_role("button", name="Pass", exact=True))

    def say(self, tab: Tab, words: str) -> None:
        """Says a line of chat."""
        box = tab.page.get_by_label("Message", exact=True)
        self.reach(tab, box)
        tab.page.keyboard.type(words)
        tab.page.keyboard.press("Enter")

    def close(self, tab: Tab) -> None:
        """Closes the dialog that is open."""
        tab.page.keyboard.press("Escape")
        dialog(tab).wait_for(state="hidden")
