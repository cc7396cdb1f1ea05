"""Everything that can be pressed is reached by keyboard, shows that it is, and has a name; and what happens is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession

from tests.browser.choosing import longest, shortest
from tests.browser.gallery import Gallery, gallery
from tests.browser.hands import KeyboardHand
from tests.browser.people import People
from tests.browser.playing import Told, lay_down, make, mover, pass_draw
from tests.browser.scenes import SCENES, enter, names, play, rooms
from tests.browser.tab import DESKTOP, PHONE, Tab, context

WALKED: Final = (
    "lobby", "new-room", "waiting", "table", "trying", "challenge", "exchange", "chat", "moves", "tiles", "bag", "type",
    "menu", "leave", "over", "replay-entrance", "replay", "help", "failure",
)  # fmt: skip
"""The scenes that are walked through, on a phone."""
WIDER: Final = ("lobby", "waiting", "table", "trying", "over", "replay")
"""Those that are also walked through on a desk, where more is shown; the others there by `make soak`."""
_MOST: Final = 90
"""Presses of Tab that are enough for any screen."""

_BEFORE: Final = """() => {
  const seen = element => element.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true})
    && !element.closest("[inert]");
  const scope = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document;
  const controls = [...scope.querySelectorAll("button, a[href], input, select, textarea, summary")]
    .filter(element => !element.disabled && seen(element));
  window.walked = new Set(controls);
  window.reached = new Set();
  return controls.length;
}"""
_HERE: Final = """async () => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const again = window.reached.has(element);
  window.reached.add(element);
  const frame = () => new Promise(done => requestAnimationFrame(done));
  // The ring may be around what is in it, or around the card that it fills.
  const looks = () => [element, element.parentElement, element.closest(".card"), ...element.querySelectorAll("*")]
    .flatMap(one => one ? [null, "::before", "::after"].map(part => getComputedStyle(one, part)) : [])
    .concat(element.nextElementSibling ? [getComputedStyle(element.nextElementSibling)] : [])
    .map(({outlineStyle, outlineWidth, boxShadow}) =>
      outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 ? outlineStyle + outlineWidth : boxShadow)
    .join();
  const focused = looks();
  element.blur();
  await frame();
  await frame();
  const plain = looks();
  element.focus({preventScroll: true});
  const {width, height} = element.getBoundingClientRect();
  return {again, what: element.outerHTML.slice(0, 160), ring: focused !== plain, area: width * height};
}"""
_LEFT: Final = """() => {
  // In what is walked by arrow keys one is a stop for Tab; so is the chosen one of several choices.
  const group = element => element.type === "radio"
    ? `radio ${element.name}` : element.closest("[role=grid], [role=toolbar], table, .steps");
  const groups = new Set([...window.reached].map(group).filter(Boolean));
  return [...window.walked]
    .filter(element => !window.reached.has(element) && !(element.tabIndex < 0 || element.type === "radio"
      ? groups.has(group(element)) : false))
    .map(element => element.outerHTML.slice(0, 160));
}"""


@pytest.fixture(scope="module")
def shown() -> Iterator[Gallery]:
    with gallery(rooms(), names()) as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser: Browser, shown: Gallery, request: pytest.FixtureRequest) -> Iterator[Tab]:
    """A tab of each size, of a computer: a small window has a keyboard too."""
    where = context(browser, request.param, reduced_motion="reduce")
    yield enter(where, shown)
    where.close()


@contextmanager
def reader(tab: Tab) -> Iterator[CDPSession]:
    """A screen reader: what it knows of the page is kept as long as it listens."""
    debugger = tab.page.context.new_cdp_session(tab.page)
    debugger.send("Accessibility.enable")
    yield debugger
    debugger.detach()


def name_of_focused(debugger: CDPSession) -> str:
    """What a screen reader calls what has the focus."""
    found: dict[str, Any] = debugger.send("Runtime.evaluate", {"expression": "document.activeElement"})
    asked = {"objectId": found["result"]["objectId"], "fetchRelatives": False}
    nodes = debugger.send("Accessibility.getPartialAXTree", asked)["nodes"]
    return str(nodes[0].get("name", {}).get("value", ""))


@pytest.mark.parametrize(
    ("tab", "name"),
    [
        *(pytest.param(PHONE, name, id=f"phone-{name}") for name in WALKED),
        *(
            pytest.param(DESKTOP, name, id=f"desk-{name}", marks=() if name in WIDER else pytest.mark.soak)
            for name in WALKED
        ),
    ],
    indirect=["tab"],
)
def test_every_control_is_reached_by_keyboard_with_a_ring_and_a_name(tab: Tab, shown: Gallery, name: str) -> None:
    if not play(tab, shown, next(scene for scene in SCENES if scene.name == name)):
        return
    assert tab.page.evaluate(_BEFORE) > 0
    with reader(tab) as debugger:
        walk(tab, debugger)
    assert tab.page.evaluate(_LEFT) == []


def walk(tab: Tab, debugger: CDPSession) -> None:
    """Goes round with Tab."""
    again = 0
    for _ in range(_MOST):
        tab.page.keyboard.press("Tab")
        here = tab.page.evaluate(_HERE)
        if here is None:
            continue  # the focus is on its way round, in the frame of the browser
        again += here["again"]
        if again > 2:
            return
        if not here["again"]:
            assert here["ring"], f"nothing shows that the focus is on {here['what']}"
            assert here["area"] > 0, here["what"]
            assert name_of_focused(debugger), f"no name: {here['what']}"
    raise AssertionError("the focus never came round")


_LISTEN: Final = """() => {
  window.heard = [];
  new MutationObserver(changes => {
    for (const {target} of changes) {
      const region = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)
        ?.closest("[aria-live=polite], [aria-live=assertive], [role=status], [role=alert]");
      if (region?.textContent.trim()) window.heard.push(region.textContent.trim());
    }
  }).observe(document, {subtree: true, childList: true, characterData: true});
}"""


def hears(tab: Tab, words: str, what: str) -> None:
    """Waits until a live region has said something like this since this was asked last."""
    pattern = re.compile(words)
    tab.until(lambda: any(map(pattern.search, tab.page.evaluate("window.heard"))), f"{what} is said")
    tab.page.evaluate("window.heard = []")


def test_what_happens_in_a_game_is_said(people: People) -> None:
    company = people.two(KeyboardHand())
    for person in company:
        pass_draw(person)
    first = mover(company)
    assert first is not None
    other = next(person for person in company if person is not first)
    tab, hand, told = first.tab, first.hand, Told()
    for person in company:
        person.tab.page.evaluate(_LISTEN)

    laying = longest(tab.state)
    lay_down(first, laying)
    hears(tab, r"\b[A-Z] on [A-O]\d+\.", "a tile that was laid")
    hand.recall(tab)
    hears(tab, r"All tiles are back on your rack\.", "that the tiles were taken back")
    lay_down(first, laying)
    assert tab.state["draft"]["play"]["text"]
    hears(tab, re.escape(tab.state["draft"]["play"]["text"]), "what the play would score")
    make(first, lambda: hand.play(tab))
    text = tab.steps[-1]["text"]
    hears(tab, re.escape(text), "one’s own play")
    other.tab.until(lambda: len(other.tab.steps) == 1, "the play")
    hears(other.tab, re.escape(text), "the other’s play")
    spoken = other.tab.page.locator("[role=alert][data-outlives]")
    other.tab.until(lambda: "Your turn." in spoken.inner_text(), "whose turn it is")

    tab.page.locator(".square[tabindex='0']").focus()
    tab.page.keyboard.press("Enter")
    hears(tab, r"not your turn|is to play|turn", "that it is not one’s turn")

    kept = [slot["id"] for slot in other.tab.slots if slot["tile"] != "?"][:2]
    make(other, lambda: other.hand.exchange(other.tab, kept))
    for person in company:
        person.tab.until(lambda at=person.tab: len(at.steps) == 2, "the exchange")  # type: ignore[misc]
        hears(person.tab, r"exchanges? 2 tiles", "an exchange")

    missing = next(letter for letter in "QZXJKVWYABC" if letter not in {slot["tile"] for slot in tab.slots})
    no_blank = "?" not in {slot["tile"] for slot in tab.slots}
    if no_blank:
        tab.page.locator(".square[tabindex='0']").focus()
        tab.page.keyboard.press(missing.lower())
        hears(tab, f"You have no {missing}\\.", "a tile that one has not")
    lay_down_wrong(first, tab)
    hears(tab, r"not in the word list|is no word|not a word|isn’t|are not|must|touch", "why not")
    hand.recall(tab)
    hears(tab, r"back on your rack", "that the tiles were taken back")

    make(first, lambda: hand.skip(tab))
    for person in company:
        person.tab.until(lambda at=person.tab: len(at.steps) == 3, "the pass")  # type: ignore[misc]
        hears(person.tab, r"passes", "a pass")

    other.hand.say(other.tab, "How are you?")
    hears(tab, rf"{other.name}: How are you\?", "what the other says")
    told.update(chat=1)


def lay_down_wrong(person: Any, tab: Tab) -> None:
    """Lays one tile in a corner, where it touches nothing."""
    laying = shortest(tab.state)
    assert laying is not None
    keys = tab.page.keyboard
    person.hand.board(tab)
    for key in ("Home", "PageUp"):
        keys.press(key)
    letter = next(slot["tile"] for slot in tab.slots if slot["tile"] != "?")
    keys.press(letter.lower())
    tab.until(lambda: tab.state["draft"]["play"], "a judgement")
    assert not tab.state["draft"]["play"]["legal"]
    keys.press("Enter")
