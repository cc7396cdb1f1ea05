"""The word list: to open it, to look words up, what it takes of memory, and to compile it; beside a set of Python."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Container
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from p2pscrabble.game.lexicon import Lexicon, compile_words
from p2pscrabble.peer.wordlists import WordLists
from tests.bench.games import NAME, PROJECT, compiled, lexicon, words
from tests.bench.measure import Figures, medians, seconds

LOOKED_UP: Final = 20_000
RESIDENT: Final = Path("/proc/self/statm")
# Resident pages before, once open, and after a look-up of every hundredth word; the list of words is there from before.
_GROWTH: Final = """
import sys
from pathlib import Path
from resource import getpagesize
from p2pscrabble.game.lexicon import Lexicon

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * getpagesize() / 1e6

asked = sys.stdin.read().split()
Path(sys.argv[1]).stat()
before = resident()
lexicon = Lexicon.open(Path(sys.argv[1]))
opened = resident()
known = sum(word in lexicon for word in asked)
print(opened - before, resident() - before, known)
"""


def measure_words(short: bool) -> Figures:
    """The figures of the shipped list."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.words"
        path.write_bytes(compiled())
        figures = {"lexicon_words": len(words()), "lexicon_file_kb": path.stat().st_size / 1e3}
        figures |= _opening(path, Path(folder), 3 if short else 31)
        if RESIDENT.exists():
            figures |= _memory(path, 1 if short else 5)
    compiling = [seconds(partial(compile_words, words(), NAME)) for _ in range(1 if short else 3)]
    return figures | {"lexicon_compile_s": median(compiling)} | _looking_up(1 if short else 7)


def _opening(path: Path, data: Path, rounds: int) -> Figures:
    WordLists(data).named(NAME)  # compiles it into the data folder

    def mapped() -> None:
        Lexicon.open(path).close()

    def as_a_peer_does() -> None:
        lists = WordLists(data)
        lists.named(NAME)
        lists.close()

    opened, peer, gathered = medians(rounds, mapped, as_a_peer_does, partial(frozenset, words()))
    return {"lexicon_open_ms": opened * 1e3, "lexicon_peer_open_ms": peer * 1e3, "set_build_ms": gathered * 1e3}


def _memory(path: Path, rounds: int) -> Figures:
    """What this process grows by, each time in a new one."""
    rows = []
    for _ in range(rounds):
        done = subprocess.run(
            [sys.executable, "-c", _GROWTH, str(path)],
            input=" ".join(words()[::100]),
            capture_output=True,
            text=True,
            check=True,
            cwd=PROJECT,
        )
        opened, used, known = map(float, done.stdout.split())
        if known != len(words()[::100]):
            raise ValueError("a word of the list is not in the lexicon")
        rows.append((opened, used))
    opened, used = (median(column) for column in zip(*rows, strict=True))
    return {"lexicon_open_rss_mb": opened, "lexicon_used_rss_mb": used}


def _looking_up(rounds: int) -> Figures:
    random = Random(1)
    hits = random.choices(words(), k=LOOKED_UP)
    plain = frozenset(words())
    shuffled = ("".join(random.sample(word, len(word))) for word in words())
    misses = random.sample([word for word in shuffled if word not in plain], LOOKED_UP)
    asked: list[Callable[[], object]] = [
        partial(_count, within, asking) for within in (lexicon(), plain) for asking in (hits, misses)
    ]
    hit, miss, set_hit, set_miss = (taken / LOOKED_UP * 1e9 for taken in medians(rounds, *asked))
    return {"lexicon_hit_ns": hit, "lexicon_miss_ns": miss, "set_hit_ns": set_hit, "set_miss_ns": set_miss}


def _count(within: Container[str], asked: Collection[str]) -> int:
    return sum([word in within for word in asked])
