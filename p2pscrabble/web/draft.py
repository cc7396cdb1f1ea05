"""What a player is trying out: the rack in their own order, tiles laid on the board for a look, and a line of chat.

A draft belongs to the player, not to a tab: every tab shows the same one, and it is kept on disk. It is made to follow
the game by ``settle``: its slots are always exactly the tiles of the rack.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from p2pscrabble.errors import UsageError
from p2pscrabble.game.board import EMPTY as NO_TILE
from p2pscrabble.game.board import SQUARES, Board
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.tiles import ALPHABET, BLANK, RACK_SIZE, TILES, tile_of
from p2pscrabble.table import CHAT_LENGTH

_FORM: Final = 1
_LARGEST: Final = 2**53 - 1
"""No number in a draft is larger: the page counts in floating point."""
_LONGEST: Final = 100_000
_LONGEST_TAB: Final = 64
_LETTERS: Final = frozenset(ALPHABET.lower())
_KINDS: Final = frozenset(TILES)


@dataclass(frozen=True, slots=True)
class Slot:
    """One tile of the rack; ``square`` is where it is tried, ``letter`` what a blank there stands for (small)."""

    id: int
    tile: str
    square: int | None = None
    letter: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The whole of it; ``rev`` rises with each change, ``by`` is the tab that made the last one, or empty.

    ``made`` is how many slots there have been: the next one's id is one more, so that no id is ever used again.
    ``steps`` is how many steps of the game it has followed.
    """

    rev: int = 0
    by: str = ""
    slots: tuple[Slot, ...] = ()
    chat: str = ""
    made: int = 0
    steps: int = 0


EMPTY: Final = Draft()
FULL: Final = Board("*" * SQUARES)
"""Stands for a board on which nothing can be tried: all tiles come back to the rack."""


def settle(draft: Draft, rack: str | None, board: Board | None, spent: Iterable[Placed | str] = ()) -> Draft:
    """The draft after whatever has happened in the game, the very same where that changes nothing.

    A tile that is still held keeps its place, its id and its square; one whose square is covered now comes back to the
    rack; those that are gone go, first of all those that lie on the board as they were tried; new ones come at the end.
    ``spent`` are tiles that the player has laid or put back since: they are gone even where equal ones were drawn.
    """
    cells = (board or Board()).cells
    kept = _kept(_unspent(draft.slots, spent), rack or "", cells)
    slots = [
        slot if slot.square is None or cells[slot.square] == NO_TILE else replace(slot, square=None, letter=None)
        for slot in kept
    ]
    new = Counter(rack or "")
    new.subtract(slot.tile for slot in slots)
    made = draft.made
    for tile in rack or "":
        if new[tile] > 0:
            new[tile] -= 1
            made += 1
            slots.append(Slot(made, tile))
    if tuple(slots) == draft.slots:
        return draft
    return replace(draft, rev=draft.rev + 1, by="", slots=tuple(slots), made=made)


def _unspent(slots: Sequence[Slot], spent: Iterable[Placed | str]) -> list[Slot]:
    """The slots without these tiles: the one on the square where a tile was laid, or else the last equal one."""
    left = list(slots)
    for tile in spent:
        kind, square = (tile, None) if isinstance(tile, str) else (tile_of(tile.letter), tile.square)
        equal = [slot for slot in left if slot.tile == kind]
        if equal:
            left.remove(max(equal, key=lambda slot: (slot.square == square, slot.square is None, left.index(slot))))
    return left


def _kept(slots: Sequence[Slot], rack: str, cells: str) -> list[Slot]:
    """The slots whose tiles are still held, in their order."""
    gone = Counter(slot.tile for slot in slots)
    gone.subtract(rack)
    going = set()
    for slot in sorted(slots, key=lambda slot: (_attachment(slot, cells), -slots.index(slot))):
        if gone[slot.tile] > 0:
            gone[slot.tile] -= 1
            going.add(slot.id)
    return [slot for slot in slots if slot.id not in going]


def _attachment(slot: Slot, cells: str) -> int:
    """How dear a slot is: what was laid as it was tried is not, and what is still tried is."""
    if slot.square is None:
        return 1
    lies = cells[slot.square]
    return 2 if lies == NO_TILE else 0 if lies == (slot.letter or slot.tile) else 1


def arrange(draft: Draft, wanted: Sequence[tuple[int, int | None, str | None]], by: str, board: Board) -> Draft:
    """The draft with its slots in this order, on these squares, blanks standing for these letters.

    Raises ``UsageError`` unless each slot is named once, by its id, on a square that is free and no other's, and with a
    letter only where it is a blank on the board.
    """
    known = {slot.id: slot for slot in draft.slots}
    if len(wanted) != len(known) or {id_ for id_, _, _ in wanted} != known.keys():
        raise UsageError("The rack has changed in the meantime.")
    squares = [square for _, square, _ in wanted if square is not None]
    if any(type(square) is not int or not 0 <= square < SQUARES for square in squares):
        raise UsageError("The board has no such square.")
    if len(set(squares)) < len(squares) or any(board[square] != NO_TILE for square in squares):
        raise UsageError("Each square takes one tile.")
    slots = tuple(replace(known[id_], square=square, letter=letter) for id_, square, letter in wanted)
    if any(slot.letter is not None and not _lettered(slot) for slot in slots):
        raise UsageError("Only a blank on the board stands for a letter.")
    return draft if slots == draft.slots else replace(draft, rev=draft.rev + 1, by=by, slots=slots)


def _lettered(slot: Slot) -> bool:
    return slot.tile == BLANK and slot.square is not None and slot.letter in _LETTERS


def written(draft: Draft, chat: str, by: str) -> Draft:
    """The draft with this line of chat, cut to the length that a line can have."""
    chat = chat[:CHAT_LENGTH]
    return draft if chat == draft.chat else replace(draft, rev=draft.rev + 1, by=by, chat=chat)


def play_of(draft: Draft) -> Play | None:
    """The play that the tiles on the board would make; ``None`` where there are none.

    A blank that has no letter yet is laid as ``?``, which the rules then find fault with.
    """
    tiles = [Placed(slot.square, slot.letter or slot.tile) for slot in draft.slots if slot.square is not None]
    return Play(tuple(tiles)) if tiles else None


def to_json(draft: Draft) -> str:
    """The draft as text, in ASCII; ``from_json`` reads it."""
    slots = [[slot.id, slot.tile, slot.square, slot.letter] for slot in draft.slots]
    kept = {
        "v": _FORM,
        "rev": draft.rev,
        "by": draft.by,
        "slots": slots,
        "chat": draft.chat,
        "made": draft.made,
        "steps": draft.steps,
    }
    return json.dumps(kept)


def from_json(text: str) -> Draft:
    """The draft that ``to_json`` wrote, and ``EMPTY`` for anything else."""
    try:
        kept = json.loads(text) if len(text) <= _LONGEST else None
        return _read(kept) if isinstance(kept, dict) else EMPTY
    except (ValueError, KeyError, TypeError, RecursionError):
        return EMPTY


def _read(kept: Mapping[str, object]) -> Draft:
    by, chat, slots = kept["by"], kept["chat"], kept["slots"]
    rev, made, steps = _number(kept["rev"]), _number(kept["made"]), _number(kept["steps"])
    if kept["v"] != _FORM or not isinstance(by, str) or not isinstance(chat, str) or not isinstance(slots, list):
        return EMPTY
    if len(slots) > RACK_SIZE or len(by) > _LONGEST_TAB or len(chat) > CHAT_LENGTH:
        return EMPTY
    read = tuple(_slot(*slot) for slot in slots)
    squares = [slot.square for slot in read if slot.square is not None]
    ids = [slot.id for slot in read]
    distinct = len(set(squares)) == len(squares) and len(set(ids)) == len(ids)
    return Draft(rev, by, read, chat, made, steps) if distinct and max(ids, default=0) <= made else EMPTY


def _slot(id_: object, tile: object, square: object, letter: object) -> Slot:
    if not isinstance(tile, str) or tile not in _KINDS:
        raise ValueError("this is no tile")
    place = None if square is None else _number(square, SQUARES - 1)
    slot = Slot(_number(id_), tile, place, None if letter is None else str(letter))
    if letter is not None and not _lettered(slot):
        raise ValueError("this tile stands for no letter")
    return slot


def _number(value: object, most: int = _LARGEST) -> int:
    if type(value) is not int or not 0 <= value <= most:
        raise ValueError("this is no such number")
    return value
