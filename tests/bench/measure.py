"""How the figures are taken: medians, and what is compared is measured by turns in the same run."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import TypeAlias

Figures: TypeAlias = dict[str, float]
"""Figures by name; the unit ends the name."""


def seconds(do: Callable[[], object]) -> float:
    """How long it takes, once."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def medians(rounds: int, *what: Callable[[], object]) -> list[float]:
    """The median time of each, in seconds; all are done once a round, so that noise comes to all alike."""
    times = [[seconds(do) for do in what] for _ in range(rounds)]
    return [median(column) for column in zip(*times, strict=True)]


def percentile(values: Iterable[float], part: float) -> float:
    """The least of the values that so many of all (a part, 0 to 1) do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


def spread(name: str, values: Sequence[float]) -> Figures:
    """The median, and what 95 of 100 do not exceed."""
    return {f"{name}_median": median(values), f"{name}_p95": percentile(values, 0.95)}
