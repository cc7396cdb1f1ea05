"""The word lists on this computer: those that p2pscrabble ships, and one's own.

::

    wordlists/NAME.words            one's own lists, compiled
              shipped/HASH.words    the shipped ones, compiled when they were first used

A list is known to other players by its hash alone; no list ever leaves this computer.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

import p2pscrabble
from p2pscrabble.errors import StoreError, WordListError
from p2pscrabble.game.lexicon import Lexicon, compile_words
from p2pscrabble.peer.wordfile import LARGEST, WordFile, read_words

Progress: TypeAlias = Callable[[float], None]
"""Told which part is done, from 0 to 1."""

OWN: Final = "your own list"
_SUFFIX: Final = ".words"
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")


@dataclass(frozen=True, slots=True)
class WordList:
    """One list as it is known without opening it: its name, its hash (32 bytes) and how many words it has."""

    name: str
    hash: bytes
    words: int
    about: str
    shipped: bool


@dataclass(frozen=True, slots=True)
class Added:
    """What came of adding a list."""

    list: WordList
    file: WordFile


class WordLists:
    """The word lists below a data folder, and the shipped ones; what was opened stays open until :meth:`close`."""

    def __init__(self, data: Path, shipped: Path | None = None) -> None:
        """``data`` is the data folder; ``shipped`` stands for the folder of the shipped lists, in tests."""
        self._folder = data / "wordlists"
        self._shipped = shipped if shipped is not None else _shipped_folder()
        self._open: dict[bytes, Lexicon] = {}

    def known(self) -> tuple[WordList, ...]:
        """Every list that can be used, the shipped ones first."""
        own = []
        for path in self._own_files():
            with contextlib.suppress(WordListError), Lexicon.open(path) as lexicon:
                own.append(WordList(path.stem, lexicon.hash, len(lexicon), OWN, shipped=False))
        return (*self._manifest(), *own)

    def info(self, name: str) -> WordList:
        """The list of this name, in either case; ``WordListError`` where there is none."""
        lists = self.known()
        for one in lists:
            if one.name.casefold() == name.casefold():
                return one
        for path in self._own_files():
            if path.stem.casefold() == name.casefold():
                raise WordListError(f"The word list “{path.stem}” is damaged: add it again.")
        names = ", ".join(one.name for one in lists) or "none"
        raise WordListError(f"There is no word list “{name}” here. There is: {names}.")

    def ready(self, name: str) -> bool:
        """Whether the list opens at once, having been compiled before; raises as :meth:`info` does."""
        one = self.info(name)
        return not one.shipped or self._compiled(one).exists()

    def named(self, name: str, progress: Progress | None = None) -> Lexicon:
        """The lexicon of this name; ``WordListError`` where there is none or it is damaged.

        A shipped list is compiled at first use, which takes a second or so and is told to ``progress``.
        """
        return self._opened(self.info(name), progress)

    def with_hash(self, words_hash: bytes, progress: Progress | None = None) -> Lexicon | None:
        """The lexicon with this hash, or ``None`` where this computer has none that can be used."""
        if words_hash in self._open:
            return self._open[words_hash]
        for one in self.known():
            if one.hash == words_hash:
                with contextlib.suppress(WordListError):
                    return self._opened(one, progress)
        return None

    def add(self, file: Path, name: str | None = None, progress: Progress | None = None) -> Added:
        """Make the words of a text file a list of one's own, named after the file unless a name is given.

        Raises ``WordListError`` where the file is no word list, or there is another list of that name, and
        ``StoreError`` where the data folder cannot be written.
        """
        name = re.sub(r"[^A-Za-z0-9._-]+", "-", file.stem).strip("-._")[:40] if name is None else name
        if not _NAME.fullmatch(name):
            raise WordListError("A word list's name has 1 to 40 letters, digits, dots and dashes.")
        try:
            with file.open("rb") as opened:
                read = read_words(opened.read(LARGEST + 1))
        except OSError as error:
            raise WordListError(f"{file} cannot be read: {error.strerror}.") from error
        data = compile_words(read.words, name, progress)
        with Lexicon(data) as lexicon:
            added = WordList(name, lexicon.hash, len(lexicon), OWN, shipped=False)
        for one in self.known():
            if one.name.casefold() == name.casefold() and (one.shipped or one.hash != added.hash):
                raise WordListError(f"There is a word list “{one.name}” already: give this one another name.")
        for path in self._own_files():
            if path.stem.casefold() == name.casefold():
                return self._replaced(path, data, added, read)
        return self._replaced(self._folder / (name + _SUFFIX), data, added, read)

    def close(self) -> None:
        """Close every lexicon that was handed out."""
        for lexicon in self._open.values():
            lexicon.close()
        self._open.clear()
