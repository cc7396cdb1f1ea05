"""The files of the page as the browser gets them: what is written for people (comments, indentation) stays here."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import rcssmin
import rjsmin

PAGE: Final = Path(__file__).parent / "page"
"""The folder of the page."""


def as_served(file: Path) -> bytes:
    """The bytes of one file; raises ``OSError`` where it can't be read. A file that was changed is read anew."""
    return _served(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _served(file: Path, _: int) -> bytes:
    data = file.read_bytes()
    match file.suffix:
        case ".js":
            return bytes(rjsmin.jsmin(data))
        case ".css":
            return bytes(rcssmin.cssmin(data))
        case _:
            return data
