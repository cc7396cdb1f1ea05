"""Nothing that axe-core looks for is wrong on any screen or in anything that opens on one, on a phone and on a desk.

All of its rules are asked, the best practices among them, but for what stands in ``LEFT_OUT``, each with its reason.
What depends on the colours alone is asked in light and in dark. On a desk those screens are looked at that are wider
there, and the others by `make soak`: what opens on them is made as it is on a phone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.browser.gallery import Gallery, gallery
from tests.browser.scenes import SCENES, Scene, enter, names, play, rooms
from tests.browser.tab import PHONE, WIDE, Tab, context
from tests.needs import module

LEFT_OUT: Final[dict[str, str]] = {}
"""Rules of axe-core that are not asked, and why."""
_COLOURS: Final[dict[str, Any]] = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""The rules that depend on colours."""
_WIDER: Final = ("lobby", "waiting", "table", "over", "replay-end")
"""The scenes that show more on a desk than on a phone at a time."""
_ASKED: Final = [
    *(pytest.param(PHONE, scene, id=f"phone-{scene.name}") for scene in SCENES),
    *(
        pytest.param(WIDE, scene, id=f"desk-{scene.name}", marks=() if scene.name in _WIDER else pytest.mark.soak)
        for scene in SCENES
        if not scene.states  # one more state of a screen that is looked at in this size
    ),
]
"""Each scene in each size."""
_RUN: Final = """async options => {
  const {violations} = await axe.run(document, options);
  return violations.map(({id, impact, help, nodes}) => [
    `${id} (${impact}): ${help}`,
    ...nodes.slice(0, 4).map(({target, any, all, none}) =>
      `${target.flat().join(" ")}: ${[...any, ...all, ...none].map(({message}) => message).join("; ")}`),
  ]);
}"""


@cache
def _axe() -> str:
    return module("axe-core/axe.min.js").read_text("utf-8")


@pytest.fixture(scope="module")
def shown() -> Iterator[Gallery]:
    with gallery(rooms(), names()) as running:
        yield running


@pytest.fixture(scope="module")
def tab(browser: Browser, shown: Gallery, request: pytest.FixtureRequest) -> Iterator[Tab]:
    """A tab of each size; nothing moves in it, for what fades in has not its colour yet."""
    where = context(browser, request.param, touch=request.param == PHONE, reduced_motion="reduce")
    yield enter(where, shown)
    where.close()


def wrong(tab: Tab, **options: Any) -> list[list[str]]:
    """What axe-core finds. It is brought in by the browser's own debugger: the page's policy lets nothing else in."""
    debugger = tab.page.context.new_cdp_session(tab.page)
    debugger.send("Runtime.evaluate", {"expression": f"window.axe || (() => {{ {_axe()} }})()"})
    debugger.detach()
    rules = {rule: {"enabled": False} for rule in LEFT_OUT}
    found: list[list[str]] = tab.page.evaluate(
        _RUN, {"resultTypes": ["violations"], "rules": rules, "preload": False} | options
    )
    return found


@pytest.mark.parametrize("tab", [PHONE], indirect=True, ids=["phone"])
def test_axe_is_at_work(tab: Tab, shown: Gallery) -> None:
    """What is wrong, it finds, in both themes."""
    assert play(tab, shown, next(scene for scene in SCENES if scene.name == "help"))
    tab.page.evaluate(
        """() => {
          document.querySelector("h1").after(document.createElement("button"));
          document.querySelector("h1").style.setProperty("color", "light-dark(#bbb, #555)");
        }"""
    )
    assert [found[0].split()[0] for found in wrong(tab)] == ["button-name", "color-contrast"]
    tab.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert [found[0].split()[0] for found in wrong(tab, **_COLOURS)] == ["color-contrast"]


@pytest.mark.parametrize(("tab", "scene"), _ASKED, indirect=["tab"])
def test_axe_finds_nothing(tab: Tab, shown: Gallery, scene: Scene) -> None:
    tab.page.emulate_media(color_scheme="light", reduced_motion="reduce")
    if not play(tab, shown, scene):
        return  # what is a sheet on a phone stands beside the board here, and is looked at with it
    assert wrong(tab) == []
    tab.page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    assert wrong(tab, **_COLOURS) == []
    tab.check()
