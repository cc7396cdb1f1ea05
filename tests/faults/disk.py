"""A disk that loses what was not forced onto it: the files are real, a crash takes back what no fsync had reached."""

from __future__ import annotations

import os
import random
from pathlib import Path


class KilledError(BaseException):
    """The program is killed at this instruction; nothing in it may catch that."""


class Disk:
    """The folder of one player. Crashes leave what was synced, and any part of what came behind it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._synced: dict[int, int] = {}
        """How many bytes of each file (by its number on the disk) are safe."""
        self.until_killed: int | None = None
        """So many more syncs succeed, and then the program is killed."""

    def sync(self, handle: int) -> None:
        """What ``os.fsync`` does here."""
        if self.until_killed is not None:
            if self.until_killed <= 0:
                self.until_killed = None
                raise KilledError
            self.until_killed -= 1
        found = os.fstat(handle)
        self._synced[found.st_ino] = found.st_size

    def use(self) -> None:
        """From now on whatever is forced to disk is forced to this one, until ``quick`` ends."""
        vars(os)["fsync"] = self.sync

    def crash(self, rng: random.Random) -> None:
        """Takes back what was not safe."""
        for folder in (self.folder, self.folder / "logs"):
            for entry in os.scandir(folder):
                if entry.is_file() and entry.name not in ("lock", "summary.json"):
                    self._tear(entry, rng)

    def _tear(self, entry: os.DirEntry[str], rng: random.Random) -> None:
        found = entry.stat()
        safe = min(found.st_size, self._synced.get(found.st_ino, 0))
        if safe < found.st_size:
            left = self._synced[found.st_ino] = safe + rng.randint(0, found.st_size - safe)
            with Path(entry.path).open("r+b") as file:
                file.truncate(left)
                if left > safe and rng.random() < 0.5:  # of the last block any bytes may be there
                    file.seek(left - 1)
                    file.write(bytes([rng.randrange(256)]))
