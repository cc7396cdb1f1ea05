"""What the relay's modules may import."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import p2pscrabble_relay

FOLDER = Path(p2pscrabble_relay.__file__).parent
PURE = ("addresses", "counters", "limits", "messages", "refusal", "rooms", "timing")
IMPURE = {"asyncio", "aiohttp", "time", "random", "os", "secrets", "threading", "logging", "ssl"}


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_a_module_needs_nothing_but_aiohttp(path: Path) -> None:
    assert imported(path) - sys.stdlib_module_names <= {"aiohttp", "p2pscrabble_relay"}


@pytest.mark.parametrize("name", PURE)
def test_what_decides_touches_no_loop_and_no_clock(name: str) -> None:
    assert not imported(FOLDER / f"{name}.py") & IMPURE
