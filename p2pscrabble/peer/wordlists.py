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
import zlib
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
_MANIFEST: Final = "manifest.json"
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
        own = map(_own, self._own_files())
        return (*self._manifest(), *filter(None, own))

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
        path = self._folder / (name + _SUFFIX)
        for one in self.known():
            if one.name.casefold() == name.casefold():
                if one.shipped or one.hash != added.hash:
                    raise WordListError(f"There is a word list “{one.name}” already: give this one another name.")
                path = self._folder / (one.name + _SUFFIX)
        if _sound(path, added.hash) is None:
            _write(path, data)
        return Added(added, read)

    def close(self) -> None:
        """Close every lexicon that was handed out."""
        for lexicon in self._open.values():
            lexicon.close()
        self._open.clear()

    def _opened(self, one: WordList, progress: Progress | None) -> Lexicon:
        if one.hash not in self._open:
            self._open[one.hash] = self._compile(one, progress) if one.shipped else self._own(one)
        return self._open[one.hash]

    def _own(self, one: WordList) -> Lexicon:
        lexicon = _sound(self._folder / (one.name + _SUFFIX), one.hash)
        if lexicon is None:
            raise WordListError(f"The word list “{one.name}” is damaged: add it again.")
        return lexicon

    def _compile(self, one: WordList, progress: Progress | None) -> Lexicon:
        """The shipped list, compiled before or now; held in memory where the data folder cannot be written."""
        path = self._compiled(one)
        lexicon = _sound(path, one.hash)
        if lexicon is not None:
            return lexicon
        data = compile_words(self._shipped_words(one), one.name, progress)
        fresh = Lexicon(data)
        if fresh.hash != one.hash:
            raise WordListError(f"The word list “{one.name}” that came with p2pscrabble is damaged: install it again.")
        with contextlib.suppress(StoreError, WordListError):
            _write(path, data)
            return Lexicon.open(path)
        return fresh

    def _shipped_words(self, one: WordList) -> list[str]:
        file = (self._shipped or Path()) / f"{one.name}.txt.gz"
        try:
            return gzip.decompress(file.read_bytes()).decode("ascii").split()
        except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
            raise WordListError(f"The word list “{one.name}” that came with p2pscrabble can't be read.") from error

    def _compiled(self, one: WordList) -> Path:
        return self._folder / "shipped" / (one.hash.hex()[:16] + _SUFFIX)

    def _own_files(self) -> list[Path]:
        try:
            return sorted(path for path in self._folder.glob("*" + _SUFFIX) if _NAME.fullmatch(path.stem))
        except OSError:
            return []

    def _manifest(self) -> tuple[WordList, ...]:
        if self._shipped is None:
            return ()
        try:
            manifest = json.loads((self._shipped / _MANIFEST).read_text("utf-8"))
            return tuple(
                WordList(name, bytes.fromhex(entry["hash"]), entry["words"], entry["about"], shipped=True)
                for name, entry in manifest.items()
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise WordListError("The word lists that came with p2pscrabble can't be read: install it again.") from error


def _shipped_folder() -> Path | None:
    """Where the shipped lists are: beside the package, under one name as installed, another in a checkout."""
    package = Path(p2pscrabble.__file__).parent
    for folder in (package.parent / "p2pscrabble_wordlists", package.parent / "wordlists"):
        if (folder / _MANIFEST).is_file():
            return folder
    return None


def _own(path: Path) -> WordList | None:
    """What is in this compiled list, or ``None`` where it is none."""
    try:
        with Lexicon.open(path) as lexicon:
            return WordList(path.stem, lexicon.hash, len(lexicon), OWN, shipped=False)
    except WordListError:
        return None


def _sound(path: Path, words_hash: bytes) -> Lexicon | None:
    """The compiled list in this file, if it is whole and has the words that it should."""
    try:
        lexicon = Lexicon.open(path)
    except WordListError:
        return None
    try:
        lexicon.verify()
    except WordListError:
        lexicon.close()
        return None
    if lexicon.hash == words_hash:
        return lexicon
    lexicon.close()
    return None


def _write(path: Path, data: bytes) -> None:
    """Put the file there whole or not at all; ``StoreError`` where that can't be done."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
            temporary = Path(file.name)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise StoreError(f"The word list can't be kept in {path.parent}: {error.strerror}.") from error
