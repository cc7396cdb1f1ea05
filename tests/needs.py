"""What some tests need besides Python: Chromium, Node.js, Redis. ``make test`` installs them where it can.

Where one is missing, what needs it is skipped on a person's computer, with the reason, and fails where ``CI`` is set: a
check that never ran must not look like one that passed.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
PAGE: Final = ROOT / "p2pscrabble" / "web" / "page"
MODULES: Final = ROOT / "tests" / "page" / "node_modules"
"""What npm has installed for the tests of the page."""


def program(*names: str) -> str:
    """The path of the first of these programs that is installed; the last is the one that must be there at least."""
    for name in names:
        found = shutil.which(name)
        if found is not None:
            return found
    return missing(f"{names[-1]} is not installed")


def module(name: str, folder: Path = MODULES.parent) -> Path:
    """A file that npm has installed for the tests in this folder."""
    path = folder / "node_modules" / name
    if not path.exists():
        missing(f"{name} is not there: `npm ci` in {folder.relative_to(ROOT)} installs it")
    return path


def missing(what: str) -> str:
    """Skips the test, or fails it where nothing may be left out."""
    sentence = f"{what}; `make test` says more."
    if os.environ.get("CI", "").lower() in ("", "0", "false"):
        pytest.skip(sentence)
    pytest.fail(sentence)
