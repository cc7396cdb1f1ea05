"""The files of the page as the browser gets them: what is written for people (comments, indentation) stays here."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

import rjsmin

PAGE: Final = Path(__file__).parent / "page"
"""The folder of the page."""
_SPARE: Final = re.compile(
    rb'("[^"]*")|/\*.*?\*/\s*|\s*;?\s*(\})\s*|\s*([{;,>])\s*|(:)\s+|(\s+)|(?<![\w.])0(?=\.\d)', re.DOTALL
)
"""Strings, comments, white space beside signs, and the nought before a point; a space before a colon can mean a
descendant, and is kept."""


def as_served(file: Path) -> bytes:
    """The bytes of one file; raises ``OSError`` where it can't be read. A file that was changed is read anew."""
    return _served(file, file.stat().st_mtime_ns)


def style(data: bytes) -> bytes:
    """A style sheet without comments, indentation and the spaces that mean nothing."""
    return _SPARE.sub(lambda found: next(filter(None, found.groups()[:4]), b" " if found[5] else b""), data).strip()


@lru_cache(maxsize=256)
def _served(file: Path, _: int) -> bytes:
    data = file.read_bytes()
    match file.suffix:
        case ".js":
            return bytes(rjsmin.jsmin(data))
        case ".css":
            return style(data)
        case _:
            return data
