"""What is kept on this disk for a person: their name, and the rooms in which they have a seat, in order of interest."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from p2pscrabble.errors import DecodeError, StoreError, UsageError
from p2pscrabble.numerals import parse_invitation
from p2pscrabble.peer.store import RoomStore, rooms
from p2pscrabble.table import Role, clean_name

NAME_FILE: Final = "name"
FINISHED: Final = ("over", "closed", "left", "stopped")
"""The states of a room whose last game has ended."""
WATCHING: Final = "watching"
"""The state of a room in which somebody else's game is looked at."""


def kept_name(data: Path) -> str:
    """The name that the player gave once; empty where they never did."""
    try:
        return clean_name((data / NAME_FILE).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, UsageError):
        return ""


def keep_name(data: Path, name: str) -> None:
    """Remembers the name; raises ``StoreError`` where that cannot be."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        (data / NAME_FILE).write_text(name + "\n", encoding="utf-8")
    except OSError as error:
        raise StoreError(f"The name cannot be remembered: {(error.strerror or '').lower()}.") from error


def people(folder: Path) -> list[RoomStore]:
    """Every room below this folder in which a person has a seat, the last changed first; broken ones are left out."""
    found = []
    for store in rooms(folder):
        with contextlib.suppress(StoreError):
            if is_persons(store):
                found.append(store)
    return found


def is_persons(store: RoomStore) -> bool:
    """Whether a person has the seat, and not a computer player; raises ``StoreError`` where that cannot be read."""
    return store.room.role != Role.BOT.name.lower()


def unfinished(stores: Sequence[RoomStore]) -> list[RoomStore]:
    """Those that can be played on, your turn first, then the last changed, and those that are only watched."""
    left = (store for store in stores if store.summary.state not in FINISHED)
    return sorted(left, key=lambda store: (store.summary.state == WATCHING, not store.summary.your_turn))


def listed(stores: Sequence[RoomStore]) -> list[RoomStore]:
    """All of them, unfinished ones first."""
    first = unfinished(stores)
    return [*first, *(store for store in stores if store.summary.state in FINISHED)]


def find(stores: Sequence[RoomStore], wanted: str) -> RoomStore:
    """The room that a person means, by the beginning of its ID or by its code; ``UsageError`` where it is not one."""
    found = [store for store in stores if store.folder.name == wanted]
    found = found or [store for store in stores if store.folder.name.startswith(wanted) or _has_code(store, wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(store.folder.name for store in found)
        raise UsageError(f"More than one game begins with {wanted}: {names}.")
    raise UsageError(f"There is no game {wanted} on this computer: see `p2pscrabble games`.")


def _has_code(store: RoomStore, wanted: str) -> bool:
    try:
        return str(parse_invitation(wanted).code) == store.room.code
    except (DecodeError, StoreError):
        return False
