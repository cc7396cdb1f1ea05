"""``make bench``: the figures of this machine, as a table and in ``build/bench.json``; see ``docs/benchmarks.md``."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tests.bench.figures import GROUPS, Figures

RESULT = Path(__file__).parents[2] / "build" / "bench.json"


def main() -> int:
    """Measures the groups named (all by default) and prints them."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("group", nargs="*", help=f"what to measure: {', '.join(GROUPS)}")
    parser.add_argument("--short", action="store_true", help="few repetitions: to see that it runs, not to quote")
    options = parser.parse_args()
    unknown = set(options.group) - set(GROUPS)
    if unknown:
        parser.error(f"there is no group {', '.join(sorted(unknown))}; there are {', '.join(GROUPS)}")
    figures: Figures = {}
    for name in options.group or GROUPS:
        sys.stdout.write(f"{name}\n")
        found = GROUPS[name](options.short)
        for figure, value in found.items():
            sys.stdout.write(f"  {figure:<44} {value:>14,.3f}\n")
        sys.stdout.flush()
        figures |= found
    RESULT.parent.mkdir(exist_ok=True)
    kept: Figures = json.loads(RESULT.read_text()) if options.group and RESULT.exists() else {}
    RESULT.write_text(json.dumps(kept | figures, indent=1, sort_keys=True) + "\n")
    sys.stdout.write(f"written to {RESULT}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
