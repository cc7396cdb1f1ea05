"""What the board, a rack, the bag and the word list have against a move; every fault is found, not only the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Protocol

from p2pscrabble.game import faults
from p2pscrabble.game.board import Board
from p2pscrabble.game.faults import Fault
from p2pscrabble.game.moves import Exchange
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.scoring import Layout, WordScore
from p2pscrabble.game.tiles import BLANK, COUNT, TILES, UNKNOWN, remove_tiles

_TILES: Final = frozenset(TILES)


class Words(Protocol):
    """The words that a game may be played with; ``Lexicon`` is one."""

    @property
    def name(self) -> str:
        """What players call the list."""
        ...

    @property
    def hash(self) -> bytes:
        """32 bytes that tell this list from every other."""
        ...

    def __contains__(self, word: str, /) -> bool:
        """Whether the word, in capitals, is in the list."""
        ...


def phonies(formed: Iterable[WordScore], words: Words) -> tuple[str, ...]:
    """Those of the words formed that are not in the list, each once, in capitals."""
    found = (word.text.upper() for word in formed)
    return tuple(dict.fromkeys(word for word in found if word not in words))


def rack_faults(board: Board, rack: Rack, tiles: str) -> tuple[Fault, ...]:
    """Why these tiles (``?`` for a blank) cannot all come from the rack."""
    if rack.tiles is not None and remove_tiles(rack.tiles, tiles) is not None:
        return ()
    needed = Counter(tiles)
    if rack.tiles is not None:
        held = Counter(rack.tiles)
        return tuple(
            faults.not_on_rack(tile, held[tile], count) for tile, count in needed.items() if count > held[tile]
        )
    found = [] if len(tiles) <= rack.size else [faults.rack_too_small(rack.size, len(tiles))]
    for tile, count in needed.items():
        off_board = max(COUNT[tile] - _laid(board, tile), 0)
        if count > off_board:
            found.append(faults.not_in_game(tile, off_board))
    return tuple(found)


def _laid(board: Board, tile: str) -> int:
    return sum(map(str.islower, board.tiles)) if tile == BLANK else board.cells.count(tile)


def play_faults(board: Board, layout: Layout, rack: Rack, words: Words | None) -> tuple[Fault, ...]:
    """Why the play that ``layout`` lays cannot be made from this rack; words are not looked up where there is no list.

    A hidden rack is taken to hold the tiles, unless they are more than it holds or than the game has.
    """
    found = layout.broken + layout.misplaced + rack_faults(board, rack, layout.tiles)
    if words is not None and (bad := phonies(layout.words, words)):
        found += (faults.not_words(bad, words.name),)
    return found


def exchange_faults(board: Board, exchange: Exchange, rack: Rack, bag: int, minimum: int) -> tuple[Fault, ...]:
    """Why these tiles cannot be exchanged while the bag holds ``bag`` of them."""
    tiles = exchange.tiles
    needed = max(minimum, len(tiles))
    found = [faults.bag_too_small(bag, needed)] if bag < needed else []
    if not tiles:
        found.append(faults.EMPTY_EXCHANGE)
    if set(tiles) == {UNKNOWN}:
        if rack.tiles is not None:
            found.append(faults.TILES_UNNAMED)
        if len(tiles) > rack.size:
            found.append(faults.rack_too_small(rack.size, len(tiles)))
        return tuple(found)
    strange = [tile for tile in tiles if tile not in _TILES]
    if strange:
        found.append(faults.not_tiles(dict.fromkeys(strange)))
    return (*found, *rack_faults(board, rack, "".join(tile for tile in tiles if tile in _TILES)))
