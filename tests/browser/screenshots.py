"""``make screenshots``: a picture of every screen in ``build/screenshots``, and in ``sheets`` there each in all sizes.

``python -m tests.browser.screenshots [SCENE…]`` takes those of some scenes only.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.browser.gallery import Gallery, gallery
from tests.browser.scenes import SCENES, Scene, enter, names, play, rooms
from tests.browser.tab import PHONE, TABLET, WIDE, chromium, context
from tests.needs import ROOT

FOLDER: Final = ROOT / "build" / "screenshots"
SHEETS: Final = FOLDER / "sheets"
SIZES: Final = (PHONE, TABLET, WIDE)
THEMES: Final = ("light", "dark")
WIDTHS: Final = (300, 460, 760)
"""Pixels across a picture on a sheet, by size."""
_SHEET: Final = """<!doctype html><meta charset="utf-8"><title>{name}</title>
<style>body {{ margin: 0; padding: 12px; width: max-content; background: #777 }}
div {{ display: flex; gap: 12px; margin-bottom: 12px }} img {{ display: block }} div {{ align-items: start }}</style>
{rows}"""


def file(scene: Scene, width: int, theme: str) -> Path:
    """Where a picture lies."""
    return FOLDER / f"{scene.name}-{width}-{theme}.png"


def take(browser: Browser, shown: Gallery, scenes: Sequence[Scene], size: tuple[int, int]) -> None:
    """The pictures of one size, in both themes; of a phone as it is in the hand, all its pixels."""
    where = context(browser, size, touch=size == PHONE, device_scale_factor=2 if size == PHONE else 1)
    tab = enter(where, shown)
    for scene in scenes:
        if not play(tab, shown, scene):
            continue
        for theme in THEMES:
            tab.page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
            # What is behind a dialog is dark as far as the screen goes, and no farther.
            whole = tab.page.locator("dialog[open]").count() == 0
            tab.page.screenshot(full_page=whole, path=file(scene, size[0], theme), animations="disabled", caret="hide")
    tab.check()
    where.close()


def sheet(browser: Browser, scene: Scene) -> None:
    """All pictures of a scene as one, so that they can be looked at together."""
    rows = []
    for theme in THEMES:
        found = [(file(scene, size[0], theme), width) for size, width in zip(SIZES, WIDTHS, strict=True)]
        images = [f'<img src="../{path.name}" width="{width}" alt="">' for path, width in found if path.exists()]
        rows.append("<div>" + "".join(images) + "</div>")
    page = browser.new_page(viewport={"width": 800, "height": 600})
    html = SHEETS / f"{scene.name}.html"
    html.write_text(_SHEET.format(name=scene.name, rows="\n".join(rows)), encoding="utf-8")
    page.goto(html.as_uri())
    page.locator("body").screenshot(path=SHEETS / f"{scene.name}.png")
    page.close()
    html.unlink()


def main(wanted: Sequence[str]) -> int:
    """Takes the pictures of the scenes named, all by default."""
    known = [scene for scene in SCENES if not scene.states]
    scenes = [scene for scene in known if not wanted or scene.name in wanted]
    unknown = set(wanted) - {scene.name for scene in known}
    if unknown:
        sys.stderr.write(
            f"There is no scene {', '.join(sorted(unknown))}; there are: {' '.join(s.name for s in known)}\n"
        )
        return 2
    SHEETS.mkdir(parents=True, exist_ok=True)
    for scene in scenes:
        for old in FOLDER.glob(f"{scene.name}-[0-9]*.png"):
            old.unlink()
    with chromium() as browser, gallery(rooms(), names()) as shown:
        for size in SIZES:
            take(browser, shown, scenes, size)
        for scene in scenes:
            sheet(browser, scene)
    sys.stdout.write(f"{len(scenes)} scenes in {FOLDER}, side by side in {SHEETS}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
