"""The lexicon: every word that may be played, as a graph of letters that is mapped from disk and never parsed.

A compiled lexicon is a header of 128 bytes, then 32-bit little-endian cells. A node of the graph is one cell with
a bit for each letter that may follow (bit 0 for A) and :data:`END` where a word ends here, then the index of the
next node for each of those letters, A to Z. Equal endings share their nodes (a DAWG, the smallest there is), and
a node lies after all nodes that it leads to, so that no damage can make a walk go round for ever.
"""

from __future__ import annotations

import hashlib
import mmap
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from p2pscrabble.errors import WordListError
from p2pscrabble.game.board import SIZE
from p2pscrabble.game.tiles import ALPHABET

SHORTEST: Final = 2
LONGEST: Final = SIZE

LETTER_BIT: Final[dict[str, int]] = {letter: 1 << index for index, letter in enumerate(ALPHABET)}
"""The bit of each capital letter in a mask of letters."""

ANY_LETTER: Final = (1 << len(ALPHABET)) - 1
"""The mask of all 26 letters."""

END: Final = 1 << len(ALPHABET)
"""The bit of a node's first cell that says that a word ends here."""

_BIT: Final = LETTER_BIT | {letter.lower(): bit for letter, bit in LETTER_BIT.items()}
_MAGIC: Final = b"P2PWORDS"
_VERSION: Final = 1
_LONGEST_NAME: Final = 63
_HEADER: Final = struct.Struct("<8sII IIII 32s63sx")
"""Magic and version; checksum of the rest of the header; checksum of the cells, words, cells, root; hash and name."""
_REPORT_EVERY: Final = 4096  # words, some 20 ms' work
_KEPT: Final = 10_000  # cross-checks, some twenty games' worth
_CHECKED_FROM: Final = 16  # the header's checksum covers what follows it there


class Node(dict[str, "Node"]):
    """One node of the graph; ``node[letter]`` is the next, for each capital letter whose bit is set in ``mask``.

    Nodes come into being when they are first asked for and are kept, which is what makes walking them quick.
    Asking for a letter outside the mask gives a meaningless node: look at the mask first.
    """

    __slots__ = ("at", "lexicon", "mask", "word")

    def __init__(self, lexicon: Lexicon, at: int, cell: int) -> None:
        super().__init__()
        self.lexicon = lexicon
        self.at = at
        self.mask = cell & ANY_LETTER
        """The letters that may follow, as a mask."""
        self.word = cell > ANY_LETTER
        """Whether the letters up to here are a word."""

    def __missing__(self, letter: str) -> Node:
        node = self[letter] = self.lexicon.following(self.at, self.mask, LETTER_BIT[letter])
        return node

    def after(self, letters: str) -> Node | None:
        """The node that these capital letters lead to from here; ``None`` where no word goes on so."""
        node = self
        for letter in letters:
            if not node.mask & LETTER_BIT[letter]:
                return None
            node = node[letter]
        return node


class Lexicon:
    """A set of words, known by its hash; a compiled file stays mapped until :meth:`close`."""

    def __init__(self, data: bytes | mmap.mmap) -> None:
        """Take compiled words as :func:`compile_words` makes them; WordListError where they are not."""
        size = len(data)
        if size < _HEADER.size or data[: len(_MAGIC)] != _MAGIC:
            raise WordListError("This is not a compiled word list.")
        fields: tuple[bytes, int, int, int, int, int, int, bytes, bytes] = _HEADER.unpack_from(data)
        _, version, checksum, self._checksum, self._count, cells, self._root, words, name = fields
        whole = checksum == zlib.crc32(data[_CHECKED_FROM : _HEADER.size]) and size == _HEADER.size + 4 * cells
        if version != _VERSION or not whole or self._root >= cells:
            raise WordListError("The compiled word list is damaged, or another version of p2pscrabble made it.")
        self.name: str = name.rstrip(b"\0").decode("utf-8", "replace")
        """What players call it."""
        self.hash: bytes = words
        """SHA-256 of the sorted words in capitals, each followed by a line feed; 32 bytes."""
        self._data = data
        self._whole = memoryview(data)
        self._cells = self._whole[_HEADER.size :].cast("I")
        if sys.byteorder == "big":
            swapped = array("I", self._cells)
            swapped.byteswap()
            self._cells = memoryview(swapped)
        self._nodes: dict[int, Node] = {}
        self._between: dict[tuple[str, str], int] = {}

    @classmethod
    def open(cls, path: Path) -> Lexicon:
        """Map a compiled file; WordListError where it cannot be read or is none."""
        try:
            with path.open("rb") as file:
                data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError) as error:  # mmap refuses an empty file with ValueError
            raise WordListError(f"The word list {path.name} cannot be read: {error}.") from error
        try:
            return cls(data)
        except WordListError:
            data.close()
            raise

    @classmethod
    def from_words(cls, words: Iterable[str], name: str = "own") -> Lexicon:
        """The lexicon of these words, in memory; raises as :func:`compile_words` does."""
        return cls(compile_words(words, name))

    def close(self) -> None:
        """Let go of the file; the lexicon is of no use afterwards. Closing twice does nothing."""
        self._nodes.clear()
        self._between.clear()
        self._cells.release()
        self._whole.release()
        self._cells = self._whole = memoryview(b"").cast("I")
        if isinstance(self._data, mmap.mmap):
            self._data.close()

    def __enter__(self) -> Lexicon:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Lexicon {self.name!r}: {self._count} words>"

    def __len__(self) -> int:
        return self._count

    def __contains__(self, word: object) -> bool:
        """Whether it is a word; letters of either case."""
        if not isinstance(word, str):
            return False
        cells, at = self._cells, self._root
        try:
            for letter in word:
                bit = _BIT[letter]
                cell = cells[at]
                if not cell & bit:
                    return False
                at = cells[at + 1 + (cell & (bit - 1)).bit_count()]
            return cells[at] > ANY_LETTER
        except KeyError:
            return False
        except IndexError as error:
            raise self._unusable() from error

    def __iter__(self) -> Iterator[str]:
        """All the words in capitals, in the order of the alphabet."""
        steps = self._count * LONGEST  # every beginning leads to a word, so a sound list needs no more
        ahead = [("", self.root)]
        while ahead:
            beginning, node = ahead.pop()
            if node.word:
                yield beginning
            steps -= node.mask.bit_count()
            if steps < 0:
                raise self._unusable()
            ahead.extend((beginning + letter, node[letter]) for letter in reversed(letters_of(node.mask)))

    def between(self, before: str, after: str) -> int:
        """The letters, as a mask, that make a word between these letters of either case: a cross-check.

        The answers are kept: most are the same from one turn to the next.
        """
        known = self._between.get((before, after))
        if known is not None:
            return known
        node, rest, mask = self.root.after(before.upper()), after.upper(), 0
        if node is not None:
            for letter in letters_of(node.mask):
                end = node[letter].after(rest)
                if end is not None and end.word:
                    mask |= LETTER_BIT[letter]
        if len(self._between) >= _KEPT:
            self._between.clear()
        self._between[before, after] = mask
        return mask

    @property
    def root(self) -> Node:
        """The node where every word begins."""
        return self._node(self._root, len(self._cells))

    def following(self, at: int, mask: int, bit: int) -> Node:
        """The node after the node at index ``at`` by the letter with this bit; WordListError where damaged."""
        try:
            index = self._cells[at + 1 + (mask & (bit - 1)).bit_count()]
        except IndexError as error:
            raise self._unusable() from error
        return self._node(index, at)

    def _node(self, index: int, before: int) -> Node:
        """The node at ``index``, which must lie before index ``before``."""
        if index >= before:
            raise self._unusable()
        node = self._nodes.get(index)
        if node is None:
            node = self._nodes[index] = Node(self, index, self._cells[index])
        return node

    def _unusable(self) -> WordListError:
        return WordListError(f"The word list {self.name} is damaged, or was closed.")

    def verify(self) -> None:
        """Check every cell against the checksum, which takes a millisecond; WordListError where one has changed."""
        if zlib.crc32(self._whole[_HEADER.size :]) != self._checksum:
            raise WordListError(f"The word list {self.name} is damaged.")


def letters_of(mask: int) -> str:
    """The letters of a mask, in the order of the alphabet."""
    return "".join(letter for letter, bit in LETTER_BIT.items() if mask & bit)


def words_hash(words: Iterable[str]) -> bytes:
    """The hash by which a list is known, of words in capitals, sorted, each once."""
    return hashlib.sha256("".join(f"{word}\n" for word in words).encode()).digest()


def compile_words(words: Iterable[str], name: str, progress: Callable[[float], None] | None = None) -> bytes:
    """The compiled form of these words, of 2 to 15 letters A to Z in either case; the same words give the same bytes.

    ``progress`` is told now and then which part is done, from 0 to 1. Raises WordListError where a word is anything
    else, where there is none, or where the name is empty or longer than 63 bytes of UTF-8.
    """
    ordered = sorted({word.upper() for word in words if _playable(word)})
    if not ordered:
        raise WordListError("The word list holds no word of 2 to 15 letters.")
    title = name.encode()
    if not 0 < len(title) <= _LONGEST_NAME:
        raise WordListError(f"A word list's name has 1 to {_LONGEST_NAME} letters.")
    cells, root = _graph(ordered if progress is None else _reporting(ordered, progress))
    if sys.byteorder == "big":
        cells.byteswap()
    body = cells.tobytes()
    fields = (zlib.crc32(body), len(ordered), len(cells), root, words_hash(ordered), title)
    checksum = zlib.crc32(_HEADER.pack(_MAGIC, _VERSION, 0, *fields)[_CHECKED_FROM:])
    return _HEADER.pack(_MAGIC, _VERSION, checksum, *fields) + body


def _reporting(words: Sequence[str], progress: Callable[[float], None]) -> Iterator[str]:
    for count, word in enumerate(words):
        if count % _REPORT_EVERY == 0:
            progress(count / len(words))
        yield word
    progress(1.0)


def _playable(word: str) -> bool:
    if SHORTEST <= len(word) <= LONGEST and word.isascii() and word.isalpha():
        return True
    raise WordListError(f"{word!r} is not a word of 2 to 15 letters from A to Z.")


def _graph(words: Iterable[str]) -> tuple[array[int], int]:
    """The smallest graph of the sorted words: its cells, and where the root lies in them.

    The incremental construction of Daciuk and others (Computational Linguistics 26, 2000): what the next word
    no longer shares with the last one is finished, and merged with an equal node where there is one.
    """
    cells = array("I")
    known: dict[tuple[int, ...], int] = {}
    path: list[list[int]] = [[0]]

    def finish(shared: int) -> None:
        while len(path) > shared + 1:
            key = tuple(path.pop())
            at = known.get(key)
            if at is None:
                at = known[key] = len(cells)
                cells.extend(key)
            path[-1].append(at)

    last = ""
    for word in words:
        shared = 0
        for letter, before in zip(word, last, strict=False):
            if letter != before:
                break
            shared += 1
        finish(shared)
        for letter in word[shared:]:
            path[-1][0] |= LETTER_BIT[letter]
            path.append([0])
        path[-1][0] |= END
        last = word
    finish(0)
    root = len(cells)
    cells.extend(path[0])
    return cells, root
