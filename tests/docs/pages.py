"""The Markdown pages of the project: their code blocks, links, headings, and the blocks that a program computes.

A block that a program computes has a comment in the line before it, ``<!-- computed: NAME -->``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
_COMPUTED = re.compile(r"^<!-- computed: (?P<name>.+?) -->\n```(?P<language>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
_INLINE = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<target>[^)\s]+)\)")
_HEADING = re.compile(r"^#{1,6} +(.+?) *$", re.M)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    line: int


def pages() -> list[Path]:
    """Every page of the project, by its path."""
    hidden = (".venv", "node_modules", "build", "dist")
    found = (path for path in ROOT.rglob("*.md") if not set(path.relative_to(ROOT).parts) & set(hidden))
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(ROOT).parts))


def name(page: Path) -> str:
    """A page's path within the project."""
    return page.relative_to(ROOT).as_posix()


def read(page: Path) -> str:
    """A page's text."""
    return page.read_text(encoding="utf-8")


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    return [
        Block(found["language"], found["text"], text.count("\n", 0, found.start()) + 1)
        for found in _FENCE.finditer(text)
    ]


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", text)


def inline(text: str) -> list[str]:
    """What stands between single backticks, outside of blocks."""
    return [" ".join(found.split()) for found in _INLINE.findall(prose(text))]


def links(text: str) -> list[str]:
    """Where a page's links lead, outside of blocks."""
    return [found["target"] for found in _LINK.finditer(_INLINE.sub("", prose(text)))]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower().replace("`", "")).replace(" ", "-")
        for heading in _HEADING.findall(prose(text))
    }


def computed(text: str) -> dict[str, str]:
    """The computed blocks of a page, by name."""
    return {found["name"]: found["text"] for found in _COMPUTED.finditer(text)}


def with_computed(text: str, values: Mapping[str, str]) -> str:
    """The page with its computed blocks as they are to be."""

    def fresh(found: re.Match[str]) -> str:
        value = values.get(found["name"], found["text"])
        return f"<!-- computed: {found['name']} -->\n```{found['language']}\n{value}```"

    return _COMPUTED.sub(fresh, text)
