"""The pictures of the README: the page in a browser, in the middle of the game whose number stands there.

``python -m tests.docs.picture [FOLDER]`` takes them anew, in ``docs`` by default. The page and its server are the real
ones; the room is one that stands still, so that the pictures are of the same game as the number.
"""

from __future__ import annotations

import base64
import math
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from p2pscrabble.peer.view import ChatLine
from tests.browser import states
from tests.browser.gallery import gallery
from tests.browser.scenes import enter
from tests.browser.tab import WIDE, chromium, context
from tests.docs import pages

FILES: Final = {"light": pages.ROOT / "docs" / "picture.png", "dark": pages.ROOT / "docs" / "picture-dark.png"}
TRIED: Final = "J6 SNAP"
"""What Ana tries when the picture is taken."""
_CHAT: Final = (
    ChatLine("Ana", "Hello Ben!", you=True),
    ChatLine("Ben", "Hello! I have nothing but vowels.", you=False),
    ChatLine("Ana", "Then what is VEALED?", you=True),
)
_ROOM: Final = "1043-944451"
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


def state() -> dict[str, Any]:
    """What the page shows Ana."""
    view = replace(states.middle(), chat=_CHAT)
    return dict(states.state(_ROOM, view, states.trying(view, TRIED)))


def drawn(pixels: bytes, width: int) -> bytes:
    """A PNG in the commonest colours, a third as large as the browser's own; ``pixels`` are four bytes each."""
    found = [pixels[at : at + 3] for at in range(0, len(pixels), 4)]
    counted = Counter(found).most_common()
    palette = [colour for colour, _ in counted[:_COLOURS]]

    def nearest(colour: bytes) -> int:
        return min(range(len(palette)), key=lambda index: math.dist(palette[index], colour))

    place = {colour: nearest(colour) for colour, _ in counted}
    rows = b"".join(
        b"\0" + bytes(place[colour] for colour in found[at : at + width]) for at in range(0, len(found), width)
    )
    head = struct.pack(">IIBBBBB", width, len(found) // width, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in parts
    )


def take(files: Mapping[str, Path]) -> None:
    """A picture for each scheme of colours."""
    with chromium() as browser, gallery({_ROOM: state()}, {}) as shown:
        blank = browser.new_page()
        for scheme, file in files.items():
            tab = enter(context(browser, WIDE, scheme=scheme, reduced_motion="reduce"), shown)
            tab.open(f"{shown.address}/room/{_ROOM}")
            tab.page.locator(".trying").first.wait_for()
            tab.page.evaluate("document.activeElement.blur()")
            png = base64.b64encode(tab.page.screenshot(animations="disabled", caret="hide")).decode()
            file.write_bytes(drawn(base64.b64decode(blank.evaluate(_PIXELS, png)), WIDE[0]))
            tab.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if sys.argv[1:] else pages.ROOT / "docs"
    take({scheme: folder / file.name for scheme, file in FILES.items()})
