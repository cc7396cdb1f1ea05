"""Every group of figures can be measured, and every figure is explained; what they are is for ``make bench`` to say."""

from __future__ import annotations

import json
import math
import os
import re
import shutil
import sys
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from tests.bench import __main__ as bench
from tests.bench.figures import GROUPS, Figures
from tests.bench.measure import medians, percentile, spread
from tests.bench.recorded import FOLDER
from tests.bench.words import RESIDENT

OF_PROCESSES = {
    f"relay_own_{name}"
    for name in (
        "paced_us_a_delivery", "paced_core_percent", "flood_sets_per_cpu_s", "flood_us_a_delivery",
        "connected_mb", "connection_kb", "stalled_mb",
    )
}  # fmt: skip
PAGE = Path(__file__).parents[2] / "docs" / "benchmarks.md"


def explained(group: str) -> set[str]:
    """The names in the first column of the page's tables below the heading of a group, ``{a,b}`` being both."""
    section = PAGE.read_text("utf-8").split(f"\n## {group}:")[1].split("\n## ")[0]
    names: set[str] = set()
    for cell in re.findall(r"^\| (`.*?) \|", section, re.MULTILINE):
        for pattern in re.findall("`(.*?)`", cell):
            parts = [part.split(",") for part in re.split(r"[{}]", pattern)]
            names.update(map("".join, product(*parts)))
    return names


@pytest.mark.parametrize("group", GROUPS)
def test_every_figure_is_a_number_and_explained(group: str) -> None:
    figures = GROUPS[group](True)
    assert figures
    assert {name: value for name, value in figures.items() if not math.isfinite(value) or value <= 0} == {}
    absent = set()
    if not FOLDER.exists():
        absent |= {name for name in explained(group) if name.startswith("replay_recorded")}
    if not RESIDENT.exists():
        absent |= {name for name in explained(group) if name.endswith("_rss_mb") or name in OF_PROCESSES}
    if shutil.which("redis-server") is None or not RESIDENT.exists():
        absent |= {name for name in explained(group) if name.startswith("relay_together")}
    if "P2PSCRABBLE_BENCH_RELAY" not in os.environ:
        absent |= {name for name in explained(group) if name.startswith("relay_other")}
    assert set(figures) == explained(group) - absent


def test_the_figures_are_printed_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(bench, "RESULT", tmp_path / "build" / "bench.json")
    for arguments, loop in ((["machine"], 2.0), (["start"], 3.0)):
        monkeypatch.setitem(GROUPS, arguments[0], partial(_constant, loop))
        monkeypatch.setattr(sys, "argv", ["bench", "--short", *arguments])
        assert bench.main() == 0
    shown = capsys.readouterr().out
    assert re.search(r"figure_2\.0 +3\.000", shown)
    assert json.loads(bench.RESULT.read_text()) == {"figure_2.0": 3.0, "figure_3.0": 4.0}, "those of before are kept"


def _constant(value: float, short: bool) -> Figures:
    return {f"figure_{value}": value + short}


def test_an_unknown_group_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "speed"])
    with pytest.raises(SystemExit):
        bench.main()
    assert "there is no group speed; there are machine, start" in capsys.readouterr().err


def test_percentiles_and_medians() -> None:
    assert [percentile(range(1, 21), part) for part in (0, 0.05, 0.5, 0.95, 1)] == [1, 1, 10, 19, 20]
    assert spread("x_ms", [3, 1, 2]) == {"x_ms_median": 2, "x_ms_p95": 3}
    done: list[str] = []
    assert len(medians(2, lambda: done.append("a"), lambda: done.append("b"))) == 2
    assert done == ["a", "b", "a", "b"], "what is compared is measured by turns"
