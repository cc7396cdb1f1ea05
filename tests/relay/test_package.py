"""What the relay's modules may import."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import p2pscrabble_relay

FOLDER = Path(p2pscrabble_relay.__file__).parent
PURE = ("addresses", "counters", "limits", "messages", "records", "refusal", "rooms", "timing")
REDIS = ("redis_link", "redis_servers", "store")
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(FOLDER.parent)}
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
    allowed = {"redis"} if path.stem in REDIS else {"uvloop"} if path.stem == "__main__" else {"aiohttp"}
    assert imported(path) - sys.stdlib_module_names <= {"p2pscrabble_relay"} | allowed


def test_redis_is_loaded_by_those_alone_who_use_it() -> None:
    program = "import sys; from p2pscrabble_relay.server import Relay; Relay(); print('redis' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize("name", PURE)
def test_what_decides_touches_no_loop_and_no_clock(name: str) -> None:
    assert not imported(FOLDER / f"{name}.py") & IMPURE
