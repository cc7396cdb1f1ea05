"""Which decks this seat has shuffled, on disk before any of them goes out, so that none is shuffled twice.

A seat's permutation belongs to a step of a game, and not to the deck that it finds there: whoever saw it applied to two
decks would learn it as their tiles are opened. A program that was killed, or that reads everything anew because the
others have gone on without a seat, must so never shuffle another deck at a step than it did before.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from p2pscrabble.errors import StoreError

_DIGITS: Final = 32
"""Hexadecimal digits that are kept of what names a step, and of what names a deck."""


class Shuffled:
    """The file with one line for each deck."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._decks: dict[str, str] | None = None

    def claim(self, step: bytes, deck: bytes) -> bool:
        """Whether this deck may be shuffled at this step, both by their names; then that is on disk.

        Raises ``StoreError`` where it can't be put there.
        """
        at, name = step.hex()[:_DIGITS], deck.hex()[:_DIGITS]
        try:
            decks = self._read()
            if at not in decks:
                new = not self._path.exists()
                with self._path.open("ab") as file:
                    file.write(f"\n{at} {name}".encode())  # after whatever a crash has left of a line
                    file.flush()
                    os.fsync(file.fileno())
                if new:
                    _sync_folder(self._path.parent)
                decks[at] = name
        except OSError as error:
            raise StoreError(f"{self._path} cannot be written: {(error.strerror or str(error)).lower()}.") from error
        return decks[at] == name

    def _read(self) -> dict[str, str]:
        if self._decks is None:
            lines = self._path.read_text(errors="replace").split("\n") if self._path.exists() else []
            pairs = (line.split(" ") for line in lines if len(line) == 2 * _DIGITS + 1)
            self._decks = {pair[0]: pair[1] for pair in pairs if len(pair) == 2}
        return self._decks


def _sync_folder(folder: Path) -> None:
    if os.name != "nt":  # Windows knows no such call
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
