"""The page: how much of it there is, how soon it shows, what a move costs it, and how soon the other player sees one.

Two browsers of their own, two programs and a relay, each in a process of its own; the game is played by keyboard.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, Cookie

from p2pscrabble.web.served import PAGE, as_served
from tests.bench.measure import Figures, spread
from tests.browser.choosing import longest
from tests.browser.hands import KeyboardHand
from tests.browser.people import People, Person
from tests.browser.playing import Told, lay_down, make, mover, pass_draw, take_turn
from tests.browser.programs import programs
from tests.browser.tab import Tab, chromium, context

LOADS: Final = 9
MOST: Final = 80
"""Moves after which a game is left, however it stands."""

_AFTER_PAINT: Final = """
function afterPaint(tell) {
  requestAnimationFrame(() => {
    const began = performance.now();
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => tell(began, performance.now());
    port2.postMessage(0);
  });
}
"""
"""Tells when the next frame began, and when it was painted."""
_WATCH: Final = """
addEventListener("DOMContentLoaded", () => {
  const seen = new MutationObserver(() => {
    if (!document.querySelector("[data-screen] h1")) return;
    seen.disconnect();
    afterPaint((_, painted) => window.screenShown = painted);
  });
  seen.observe(document, {subtree: true, childList: true});
});
"""
"""Notes when the screen itself, and not what stands in for it, has been painted for the first time."""
_LOADED: Final = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const paint = performance.getEntriesByName("first-paint")[0]?.startTime;
  const parts = performance.getEntriesByType("resource").filter(({name}) => name.includes("/page/"));
  const bytes = [page, ...parts].reduce((sum, {decodedBodySize}) => sum + decodedBodySize, 0);
  return paint && window.screenShown ? {paint, shown: window.screenShown, bytes} : null;
}"""
_MOVES: Final = """
window.plays = [];
window.frames = [];
addEventListener("keydown", ({key}) => {
  if (key === "Enter") window.pressed = performance.timeOrigin + performance.now();
}, true);
window.WebSocket = class extends WebSocket {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({data}) => {
      const said = JSON.parse(data);
      // Only a state that brings a play: it is the page’s own frame that is timed, from its beginning to its picture.
      if (said.t !== "state" || said.base === null || !said.set.last || !said.set.steps) return;
      afterPaint((began, painted) => {
        if (!document.querySelector(".square.last")) return;
        window.frames.push(painted - began);
        window.plays.push(performance.timeOrigin + painted);
      });
    });
  }
};
"""
"""Notes when Enter was pressed, and for each play that comes how long its frame took and when it could be seen."""


def measure_page(short: bool) -> Figures:
    """Bytes, first paints, and a game."""
    sizes = {path: len(as_served(path)) for path in PAGE.rglob("*") if path.is_file()}
    figures: Figures = {"page_whole_kb": sum(sizes.values()) / 1000}
    with chromium() as browser, programs() as running:
        people = People(browser, running)
        company = people.two(KeyboardHand())
        for person in company:
            pass_draw(person)
        host = company[0]
        cookies = host.context.cookies()
        for name, url in (("lobby", f"http://{host.tab.host}/"), ("table", host.tab.page.url)):
            loads = [_load(browser, url, cookies) for _ in range((1 if short else LOADS) + 1)][1:]
            figures[f"page_{name}_kb"] = loads[0]["bytes"] / 1000
            figures[f"page_{name}_paint_ms_median"] = median(load["paint"] for load in loads)
            figures[f"page_{name}_shown_ms_median"] = median(load["shown"] for load in loads)
        figures |= _game(company, 2 if short else MOST)
        people.close()
    return figures


def _load(browser: Browser, url: str, cookies: Sequence[Cookie]) -> dict[str, float]:
    """One load, by a browser that has nothing of the page yet; milliseconds from the press of Enter in the address."""
    where = context(browser)
    where.add_cookies(json.loads(json.dumps(cookies)))
    where.add_init_script(_AFTER_PAINT + _WATCH)
    tab = Tab(where, url)
    found: list[dict[str, float]] = []

    def loaded() -> bool:
        if (load := tab.page.evaluate(_LOADED)) is not None:
            found.append(load)
        return bool(found)

    tab.until(loaded, "the screen is painted")
    tab.close()
    where.close()
    return found[0]


def _game(company: Sequence[Person], most: int) -> Figures:
    """A game, or its first moves; its plays are timed at the one who plays and at the other."""
    for person in company:
        person.context.add_init_script(_AFTER_PAINT + _MOVES)
        person.tab.reload()
        person.tab.until(lambda at=person.tab: at.state.get("turn"), "the table", 60)  # type: ignore[misc]
    frames: list[float] = []
    ways: list[float] = []
    for _ in range(most):
        if (one := mover(company)) is None:
            break
        other = next(person for person in company if person is not one)
        if (laying := longest(one.tab.state)) is None:
            take_turn(one, Told())
            continue
        lay_down(one, laying)
        count = _plays(other)
        make(one, lambda at=one: at.hand.play(at.tab))  # type: ignore[misc]
        other.tab.until(lambda at=other, before=count: len(_plays(at)) > len(before), "the play is drawn")  # type: ignore[misc]
        ways.append(_plays(other)[-1] - float(one.tab.page.evaluate("window.pressed")))
    draws: list[float] = []
    for person in company:
        frames += person.tab.page.evaluate("window.frames")
        draws += person.tab.page.evaluate("performance.getEntriesByName('draw').map(({duration}) => duration)")
    return {
        "page_draw_ms_median": median(draws),
        "page_draw_ms_max": max(draws),
        "page_frame_ms_median": median(frames),
        "page_frame_ms_max": max(frames),
        **spread("page_play_to_other_ms", ways),
    }


def _plays(person: Person) -> list[Any]:
    found: list[Any] = person.tab.page.evaluate("window.plays")
    return found
