"""What the README says is so."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from p2pscrabble_relay.limits import PROFILES, Limits

README = Path(__file__).parents[2] / "relay" / "README.md"


def test_the_table_of_limits() -> None:
    rows = re.findall(r"^\| `--(.+?)` \| (.+?) \| (.+?) \| (.+?) \|(.*)", README.read_text(), flags=re.MULTILINE)
    table = {row[0].replace("-", "_"): [float(text.replace(",", "")) for text in row[1:4]] for row in rows}
    assert table == {
        option.name: [float(getattr(PROFILES[profile], option.name)) for profile in ("own", "turbowarp", "scratch")]
        for option in fields(Limits)
    }
    for option in fields(Limits):
        row = next(row for row in rows if row[0] == option.name.replace("_", "-"))
        assert ("0: no limit" in row[4]) == bool(option.metadata["zero"])


def test_the_program() -> None:
    [program] = re.findall(r"```python\n(.+?)```", README.read_text(), flags=re.DOTALL)
    environment = {**os.environ, "PYTHONPATH": str(README.parent)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert re.fullmatch(r"ws://127\.0\.0\.1:(\d+)/ \1 \('ws://127\.0\.0\.1:\1/',\)\n", done.stdout)
