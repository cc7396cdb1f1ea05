"""The colours of the page: what stands in ``theme.css``, which of them meet, and how well the one reads on the other.

Contrast is that of WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from tests.needs import PAGE

Colours = Mapping[str, tuple[str, str]]
"""Light and dark, ``#rrggbb``, by name."""

LEAST: Final = 4.5

ALSO: Final = {
    "on-surface": ("paper",),
    "on-tile": ("fresh",),
    "muted": ("paper", "surface", "sunken"),
    "accent": ("paper", "surface", "sunken"),
    "alarm": ("paper", "surface", "sunken"),
}
"""Colours of text that has no ground of its own: what it is written on besides."""

DECORATION: Final = {
    "line": "lines between things; nothing is told by them alone",
    "fresh-edge": "the frame of a tile of the last play, which is no text; dark on a light face in both themes",
    "tile-edge": "the lower edge of a tile, which its face already sets off",
    "board": "shows between the squares and carries no text",
}
"""Colours that nothing is written on or in, and why they need no contrast."""

_TOKEN: Final = re.compile(r"--([a-z-]+):\s*light-dark\(\s*(#[0-9a-f]{6})\s*,\s*(#[0-9a-f]{6})\s*\)")


def colours() -> dict[str, tuple[str, str]]:
    """Every colour of ``theme.css``."""
    found = _TOKEN.findall((PAGE / "theme.css").read_text("utf-8"))
    return {name: (light, dark) for name, light, dark in found}


def pairs(names: Colours) -> list[tuple[str, str]]:
    """What is written on what: text first."""
    own = [(f"on-{name}", name) for name in names if f"on-{name}" in names]
    return own + [(text, ground) for text, grounds in ALSO.items() for ground in grounds if text in names]


def contrast(one: str, other: str) -> float:
    """From 1, which is the same colour, to 21, which is black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
