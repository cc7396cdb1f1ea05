"""Every screen of the page and all that opens on it, each as a scene: what is shown, and what is pressed then."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from playwright.sync_api import BrowserContext, Page, expect

from p2pscrabble.peer.view import AbsenceView, Presence, View
from p2pscrabble.table import Phase
from p2pscrabble.web.tabs import Json
from tests.browser import states
from tests.browser.gallery import Gallery
from tests.browser.states import state
from tests.browser.tab import LOST, Tab
from tests.docs import game as documented

_STILL: Final = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(done));
  for (let i = 0; i < 300 && document.getAnimations().some(one => one.playState === "running"); i++) await frame();
  await frame();
  await frame();
}"""


@dataclass(frozen=True)
class Scene:
    """One picture of the page."""

    name: str
    path: str
    """The address; ``{room}`` is a room that shows ``made``."""
    made: Callable[[str], Json] | None = None
    """What is shown, by the ID of the room; of the lobby where the address is not that of a room."""
    act: Callable[[Page, Gallery], None] | None = None
    """What is pressed, once the screen stands."""
    needs: str = ""
    """What must be seen at this size for the scene to be one: panels are behind buttons on a phone alone."""
    expects: str = ""
    """What the console may say meanwhile."""
    states: bool = False
    """Whether it is one more state of a screen that is shown already: no picture is taken of it."""

    @property
    def room(self) -> str:
        """The ID of its room."""
        return f"scene-{self.name}"


def enter(where: BrowserContext, gallery: Gallery) -> Tab:
    """A tab in a browser that has been let in; the door leads on by itself."""
    tab = Tab(where, gallery.door)
    tab.screen("help").wait_for()
    return tab


def play(tab: Tab, gallery: Gallery, scene: Scene) -> bool:
    """Goes to a scene; false where there is no such scene at this size."""
    if scene.made is not None and "{room}" not in scene.path:
        gallery.lobby = scene.made("")
    tab.page.goto("about:blank")
    tab.open(gallery.address + _path(scene))
    tab.page.locator("#main > :not(.skeleton)").first.wait_for()
    if scene.needs and not tab.page.locator(scene.needs).first.is_visible():
        return False
    if scene.expects:
        tab.expect(scene.expects)
    if scene.act is not None:
        scene.act(tab.page, gallery)
    settle(tab.page)
    return True


def _path(scene: Scene) -> str:
    return scene.path.format(
        room=scene.room,
        number=documented.number() if "{number}" in scene.path else "",
        four=_four_number() if "{four}" in scene.path else "",
    )


def settle(page: Page) -> None:
    """Waits until nothing moves any more."""
    page.evaluate(_STILL)


def rooms() -> dict[str, Json]:
    """The state of every room that a scene needs."""
    return {scene.room: scene.made(scene.room) for scene in SCENES if scene.made is not None and "{room}" in scene.path}


def names() -> dict[str, tuple[str, ...]]:
    """Who played the games that are replayed."""
    return {documented.number(): states.NAMES, _four_number(): states.LONG}


@cache
def _four_number() -> str:
    found = states.four(None)
    return found.outcomes[-1].replay


# What is pressed


def press(name: str, *more: str) -> Callable[[Page, Gallery], None]:
    """Presses buttons, one after another."""

    def act(page: Page, _: Gallery) -> None:
        for each in (name, *more):
            page.get_by_role("button", name=each, exact=True).locator("visible=true").first.click()

    return act


def both(*acts: Callable[[Page, Gallery], None]) -> Callable[[Page, Gallery], None]:
    """One after another."""

    def act(page: Page, gallery: Gallery) -> None:
        for each in acts:
            each(page, gallery)

    return act


def drawer(name: str) -> str:
    """The button of a panel that is a sheet on a phone."""
    return f'[aria-controls="drawer-{name}"]'


def click(selector: str) -> Callable[[Page, Gallery], None]:
    """Clicks on something."""
    return lambda page, _: page.locator(selector).locator("visible=true").first.click()


def fill(label: str, words: str) -> Callable[[Page, Gallery], None]:
    """Writes into a field."""
    return lambda page, _: page.get_by_label(label, exact=True).fill(words)


def _blank(page: Page, _: Gallery) -> None:
    page.locator('[data-tile="?"]').click()
    page.locator(".square:not(.laid)[data-square]").nth(3).click()
    page.get_by_role("dialog").wait_for()


def _own_clock(page: Page, _: Gallery) -> None:
    page.get_by_role("button", name="New room").click()
    for label in ("4", "Tournament", "Own"):
        page.get_by_role("dialog").get_by_label(label, exact=True).check()
    page.locator("dialog summary").click()


def _refused_typing(page: Page, _: Gallery) -> None:
    typed = page.get_by_label("Type a move", exact=True)
    expect(page.locator(f"[id='{typed.get_attribute('aria-describedby')}']")).not_to_be_empty()


def _refused(page: Page, _: Gallery) -> None:
    page.get_by_role("button", name="Take back all tiles", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".toast").wait_for()


def _lost(page: Page, gallery: Gallery) -> None:
    gallery.stop()
    try:
        expect(page.get_by_role("region", name="Connection")).to_contain_text("does not answer")
    finally:
        gallery.start()


def _frozen_lost(page: Page, gallery: Gallery) -> None:
    """The page is kept from finding the program again, so that it can be looked at."""
    page.evaluate("() => { window.WebSocket = class { close() {} }; }")
    _lost(page, gallery)


def _step(page: Page, _: Gallery) -> None:
    page.locator(".viewer").wait_for()
    for _each in range(7):
        page.get_by_role("button", name="Next", exact=True).click()


def _in_replay(page: Page, _: Gallery) -> None:
    page.locator(".viewer").wait_for()
    page.get_by_role("button", name="Last", exact=True).click()


def _drawn(page: Page, _: Gallery) -> None:
    expect(page.locator(".draw .result")).to_contain_text("begin")


MENU: Final = press("Menu")


def _scenes() -> Iterable[Scene]:
    room = "/room/{room}"
    yield Scene("lobby-first", "/", lambda _: states.lobby(name="", relay="none", full=False))
    yield Scene("lobby", "/", lambda _: states.lobby())
    yield Scene("lobby-nobody", "/", lambda _: states.lobby(full=False), states=True)
    yield Scene("lobby-relay-down", "/", lambda _: states.lobby(relay="down"), fill_join("12"), states=True)
    yield Scene("lobby-refused", "/", lambda _: states.lobby(relay="refused", name=""), press("Join"), states=True)
    yield Scene("lobby-finished", "/", lambda _: states.lobby(), click("details summary"), states=True)
    yield Scene("new-room", "/", lambda _: states.lobby(), press("New room"))
    yield Scene("new-room-own", "/", lambda _: states.lobby(relay="none"), _own_clock)
    yield Scene("waiting", room, lambda id_: state(id_, states.gathering()))
    yield Scene("waiting-more", room, lambda id_: state(id_, states.gathering()), _all_details, states=True)
    yield Scene("waiting-looking", room, lambda id_: state(id_, states.looking(), host=False))
    yield Scene("dealing", room, lambda id_: state(id_, states.dealing()))
    yield Scene("draw", room, lambda id_: state(id_, states.drawing()), _drawn)
    yield Scene("table", room, middle)
    yield Scene("table-theirs", room, lambda id_: state(id_, states.waiting_for_other()))
    yield Scene("trying", room, lambda id_: state(id_, states.middle(), states.trying(states.middle(), "J6 SNAP")))
    yield Scene(
        "trying-wrong", room, lambda id_: state(id_, states.middle(), states.trying(states.middle(), "J6 SPNA"))
    )
    yield Scene("blank", room, lambda id_: state(id_, states.with_blank()), _blank)
    yield Scene("exchange", room, middle, both(press("Exchange"), click("dialog .slot")))
    yield Scene("pass", room, middle, press("Pass"))
    yield Scene("refusal", room, middle, _refused, states=True)
    yield Scene("four", room, lambda id_: state(id_, _company(states.four())))
    yield Scene("challenge", room, lambda id_: state(id_, states.challengeable()))
    yield Scene(
        "challenge-asked", room, lambda id_: state(id_, states.challengeable()), press("Challenge"), states=True
    )
    yield Scene("must-answer", room, lambda id_: state(id_, states.must_answer()))
    yield Scene("moves", room, middle, click(drawer("history")), needs=drawer("history"))
    yield Scene("chat", room, middle, click(drawer("chat")), needs=drawer("chat"))
    yield Scene("tiles", room, middle, click(drawer("unseen")), needs=drawer("unseen"))
    yield Scene("bag", room, middle, both(_open_bag, click(".shield summary")))
    yield Scene("type", room, middle, both(_open_type, fill("Type a move", "")))
    yield Scene(
        "type-refused", room, middle, both(_open_type, fill("Type a move", "8H QZX"), _refused_typing), states=True
    )
    yield Scene("menu", room, middle, MENU)
    yield Scene("help-sheet", room, middle, both(MENU, press("How to play")))
    yield Scene("leave", room, middle, both(MENU, press("Leave the game…")))
    yield Scene("stop", room, middle, both(MENU, press("Stop the program…")), states=True)
    yield Scene("over", room, lambda id_: state(id_, states.finished()))
    yield Scene("over-four", room, lambda id_: state(id_, states.four(None)))
    yield Scene("stopped", room, lambda id_: state(id_, _stopped()))
    yield Scene("closed", room, lambda id_: state(id_, replace(states.middle(), phase=Phase.CLOSED)), states=True)
    yield Scene("failure", "/room/nowhere", lambda _: states.lobby())
    yield Scene("lost", room, middle, _frozen_lost, expects=LOST)
    yield Scene("replay-entrance", "/replay", lambda _: states.lobby())
    yield Scene("replay-wrong", "/replay#123456", lambda _: states.lobby(), click("textarea"), states=True)
    yield Scene("replay", "/replay#{number}", lambda _: states.lobby(), _step)
    yield Scene("replay-end", "/replay#{four}", lambda _: states.lobby(), _in_replay)
    yield Scene("help", "/help", lambda _: states.lobby())


def middle(room: str) -> Json:
    """The middle of a game of two."""
    return state(room, states.middle())


def fill_join(code: str) -> Callable[[Page, Gallery], None]:
    """Asks to come into a room."""
    return both(fill("Room code or link", code), press("Join"), _told)


def _told(page: Page, _: Gallery) -> None:
    expect(page.locator("form .fault").last).not_to_be_empty()


def _all_details(page: Page, _: Gallery) -> None:
    for summary in page.locator("main summary").all():
        summary.click()


def _open_bag(page: Page, gallery: Gallery) -> None:
    if page.locator(drawer("shield")).is_visible():
        click(drawer("shield"))(page, gallery)


def _open_type(page: Page, gallery: Gallery) -> None:
    if page.locator(drawer("typed")).is_visible():
        click(drawer("typed"))(page, gallery)


def _company(view: View) -> View:
    players = tuple(
        replace(one, presence=Presence.AWAY, away_since=view.link_since - 700) if seat == 2 else one
        for seat, one in enumerate(view.players)
    )
    name = players[2].name
    text = f"Nothing has been heard of {name} for 11 minutes."
    return replace(view, players=players, absences=(AbsenceView(2, name, text, offered=True),))


def _stopped() -> View:
    words = "The game has stopped: Ben’s program has signed a move that the rules do not allow."
    return replace(states.middle(), phase=Phase.STOPPED, warning=words, your_turn=False)


SCENES: Final = tuple(_scenes())
