"""The word list that comes with the program, compiled once for all programs that a run of the tests starts."""

from __future__ import annotations

import atexit
import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from p2pscrabble.peer.wordlists import WordLists


@cache
def compiled() -> Path:
    """The folder ``wordlists`` of a data folder, with the list in it."""
    data = Path(mkdtemp(prefix="p2pscrabble-words-"))
    atexit.register(shutil.rmtree, data, ignore_errors=True)
    WordLists(data).named("modern").close()
    return data / "wordlists"


def with_words(data: Path) -> Path:
    """The data folder, with the list in it if it is new."""
    if not data.exists():
        shutil.copytree(compiled(), data / "wordlists")
    return data
