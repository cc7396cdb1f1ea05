"""A word list as people keep it, in a text file: what can be played of it, and what is dropped."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from p2pscrabble.errors import WordListError
from p2pscrabble.game.lexicon import LONGEST, SHORTEST

LARGEST: Final = 64 << 20
"""The size in bytes above which a file is no word list."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")


class Dropped(Enum):
    """Why a line of a word list counts for nothing; the value completes "3 words …"."""

    TOO_SHORT = "of one letter"
    TOO_LONG = f"of more than {LONGEST} letters"
    OTHER_SIGNS = "with signs other than A to Z"
    REPEATED = "that stood there before"


@dataclass(frozen=True, slots=True)
class WordFile:
    """The words of a file, in capitals, and how many lines were dropped for which reason."""

    words: frozenset[str]
    dropped: Mapping[Dropped, int]

    def __str__(self) -> str:
        """What came of it, in a sentence."""
        dropped = ", ".join(f"{count:,} {reason.value}" for reason, count in self.dropped.items())
        return f"{len(self.words):,} words" + (f"; left out: {dropped}" if dropped else "") + "."


def read_words(data: bytes) -> WordFile:
    """The words of a text file: one a line, in either case; what follows the first blank of a line is ignored.

    The text is UTF-8, with or without a byte order mark, with any line ends. Raises ``WordListError`` where there is
    no word in it that can be played.
    """
    if len(data) > LARGEST:
        raise WordListError(f"The file is larger than {LARGEST >> 20} MB: it can't be a word list.")
    if data.startswith(_UTF_16):
        raise WordListError("The file is written in UTF-16: save it as UTF-8.")
    words: set[str] = set()
    dropped: Counter[Dropped] = Counter()
    for line in data.decode("utf-8-sig", "replace").replace("\r", "\n").split("\n"):
        parts = line.split(None, 1)
        if not parts:
            continue
        word = parts[0]
        if not (word.isascii() and word.isalpha()):
            dropped[Dropped.OTHER_SIGNS] += 1
        elif len(word) < SHORTEST:
            dropped[Dropped.TOO_SHORT] += 1
        elif len(word) > LONGEST:
            dropped[Dropped.TOO_LONG] += 1
        elif word.upper() in words:
            dropped[Dropped.REPEATED] += 1
        else:
            words.add(word.upper())
    if not words:
        raise WordListError(f"The file has no word of {SHORTEST} to {LONGEST} letters, one a line.")
    return WordFile(frozenset(words), dict(dropped))
