"""All that is measured, by groups; every name is explained in ``docs/benchmarks.md``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tests.bench.board import measure_board
from tests.bench.latency import measure_latency
from tests.bench.measure import Figures
from tests.bench.page import measure_page
from tests.bench.registers import measure_registers
from tests.bench.relays import measure_relays
from tests.bench.replays import measure_replays
from tests.bench.sealed import measure_sealed
from tests.bench.starting import measure_machine, measure_starting
from tests.bench.words import measure_words

__all__ = ["GROUPS", "Figures"]

GROUPS: Final[dict[str, Callable[[bool], Figures]]] = {
    "machine": measure_machine,
    "start": measure_starting,
    "lexicon": measure_words,
    "board": measure_board,
    "replay": measure_replays,
    "register": measure_registers,
    "latency": measure_latency,
    "relay": measure_relays,
    "sealed": measure_sealed,
    "page": measure_page,
}
"""What measures each group, in the order in which they are done; ``True`` asks for few repetitions."""
