"""The pictures of the README: the page in a browser, in the middle of the game whose number stands there.

``python -m tests.docs.picture [FOLDER]`` takes them anew. The page and its server are the real ones; the room is one
that stands still, so that the pictures are of the same game as the number.
"""

from __future__ import annotations

import asyncio
import base64
import math
import struct
import sys
import zlib
from collections import Counter
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from playwright.async_api import async_playwright

from p2pscrabble.game import parse_move
from p2pscrabble.game.moves import Play
from p2pscrabble.numerals import RoomCode
from p2pscrabble.peer.view import ChatLine, Notice
from p2pscrabble.web.draft import EMPTY, Draft, arrange
from p2pscrabble.web.program import Program
from p2pscrabble.web.rooms import OpenRoom
from p2pscrabble.web.server import serve
from p2pscrabble.web.showing import About, follow, room_state
from p2pscrabble.web.tabs import Json, Scope
from tests.browser.tab import ARGUMENTS, WIDE
from tests.docs import game, pages
from tests.needs import program

FILES: Final = {"light": pages.ROOT / "docs" / "picture.png", "dark": pages.ROOT / "docs" / "picture-dark.png"}
TRIED: Final = "J6 SNAP"
"""What Ana tries when the picture is taken."""
_CHAT: Final = (
    ChatLine("Ana", "Hello Ben!", you=True),
    ChatLine("Ben", "Hello! I have nothing but vowels.", you=False),
    ChatLine("Ana", "Then what is VEALED?", you=True),
)
_NOW: Final = 1_764_000_000.0
_COLOURS: Final = 256
_PIXELS: Final = """async (png) => {
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const { data } = canvas.getImageData(0, 0, picture.width, picture.height);
  let text = "";
  for (let at = 0; at < data.length; at += 30000) text += String.fromCharCode(...data.subarray(at, at + 30000));
  return btoa(text);
}"""


def state() -> Json:
    """What the page shows Ana."""
    code = str(RoomCode.random(bytes(range(16))))
    seen = replace(
        game.view(), code=code, chat=_CHAT, game=1, words=len(game.words()), link_since=_NOW, turn_since=_NOW
    )
    link = f"ws://192.168.1.20:8765/#{code.replace(' ', '')}"
    about = About("4821", link, (link,), host=True, demo=False, relay="ws://192.168.1.20:8765/", public=False)
    return room_state(seen, about, draft())


def players(shown: Json) -> list[dict[str, Any]]:
    """The players in a state."""
    found = shown["players"]
    assert isinstance(found, list)
    return found


def judgement(shown: Json) -> dict[str, Any]:
    """What the program says of the tiles on the board."""
    found = shown["draft"]
    assert isinstance(found, dict)
    judged: dict[str, Any] = found["play"]
    return judged


def draft() -> Draft:
    """Ana's rack, some of it on the board."""
    view = game.view()
    assert view.position is not None
    play = parse_move(TRIED, view.position.board)
    assert isinstance(play, Play)
    rack = follow(EMPTY, view)
    squares = {tile.letter: tile.square for tile in play.tiles}
    slots = [(slot.id, squares.pop(slot.tile, None), None) for slot in rack.slots]
    assert not squares
    return arrange(rack, slots, "", view.position.board)


class _Still(Scope):
    """A room in which nothing happens."""

    def __init__(self) -> None:
        super().__init__()
        self._state = state()

    def state(self) -> Json:
        return self._state


class _Gallery(Program):
    """A program whose every room is that one."""

    async def scope(self, room_id: str | None) -> Scope:
        return await super().scope(None) if room_id is None else _Still()


class _Silent:
    def opened(self, room: OpenRoom) -> None: ...

    def notice(self, room: OpenRoom, notice: Notice) -> None: ...

    def failed(self, room: OpenRoom, why: str) -> None: ...


def drawn(pixels: bytes, width: int) -> bytes:
    """A PNG in the commonest colours, a third as large as the browser's own; ``pixels`` are four bytes each."""
    found = [pixels[at : at + 3] for at in range(0, len(pixels), 4)]
    counted = Counter(found).most_common()
    palette = [colour for colour, _ in counted[:_COLOURS]]
    nearest = {
        colour: min(range(len(palette)), key=lambda index: math.dist(palette[index], colour)) for colour, _ in counted
    }
    rows = b"".join(
        b"\0" + bytes(nearest[colour] for colour in found[at : at + width]) for at in range(0, len(found), width)
    )
    head = struct.pack(">IIBBBBB", width, len(found) // width, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


async def take(files: dict[str, Path]) -> None:
    """A picture for each scheme of colours."""
    with TemporaryDirectory() as folder:
        shown = _Gallery(Path(folder), (), _Silent(), name=game.NAMES[0])
        async with serve(shown, 0) as server, async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=program("chromium"), args=list(ARGUMENTS))
            for scheme, file in files.items():
                page = await browser.new_page(
                    viewport={"width": WIDE[0], "height": WIDE[1]},
                    color_scheme="dark" if scheme == "dark" else "light",
                    reduced_motion="reduce",
                )
                await page.goto(server.doors.url("/room/4821"))
                await page.locator(".trying").first.wait_for()
                await page.evaluate("document.activeElement.blur()")
                png = await page.screenshot(animations="disabled", caret="hide")
                blank = await browser.new_page()
                pixels = base64.b64decode(await blank.evaluate(_PIXELS, base64.b64encode(png).decode()))
                file.write_bytes(drawn(pixels, WIDE[0]))
            await browser.close()
        await shown.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else pages.ROOT / "docs"
    asyncio.run(take({scheme: folder / file.name for scheme, file in FILES.items()}))
