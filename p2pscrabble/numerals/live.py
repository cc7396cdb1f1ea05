"""One move as one number, for the table: where, which way and the letters, whoever holds them.

The numbers are shared out in this order, each kind following on the one before:

* 0 pass, 1 challenge, 2 accept;
* exchanges of one to seven tiles that only their player knows;
* exchanges of one named tile, of two, … of seven: the tiles sorted, as a combination with repetition of the 27 kinds;
* plays of one tile, of two, … of seven: the first tile's square, then (for two or more) 0 across or 1 down, then
  the letters in base 52, capitals 0 to 25, blanks 26 to 51, the first tile's most significant.

The board says which squares a play passes over: its tiles take the first empty squares on the line. A play that
decodes lies on empty squares of the board in one line; whether it is legal is for the rules to say.
"""

from __future__ import annotations

from itertools import accumulate
from math import comb
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.board import EMPTY, SIZE, SQUARES, Board, Direction, column_of, row_of
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.tiles import ALPHABET, RACK_SIZE, TILES, UNKNOWN

_PLAIN: Final[tuple[Pass | Challenge | Accept, ...]] = (Pass(), Challenge(), Accept())
_LETTERS: Final = ALPHABET + ALPHABET.lower()
_LETTER_NUMBER: Final = {letter: number for number, letter in enumerate(_LETTERS)}
_DIRECTIONS: Final = (Direction.ACROSS, Direction.DOWN)


def _directions(count: int) -> int:
    """How many directions a play of ``count`` tiles can have: a single tile's is no matter."""
    return 1 if count == 1 else len(_DIRECTIONS)


_SIZES: Final = range(1, RACK_SIZE + 1)
# Where each kind begins: exchanges of 1 to 7 named tiles, then plays of 1 to 7 tiles, then the end.
_STARTS: Final[tuple[int, ...]] = tuple(
    accumulate(
        [comb(len(TILES) + count - 1, count) for count in _SIZES]
        + [SQUARES * _directions(count) * len(_LETTERS) ** count for count in _SIZES],
        initial=len(_PLAIN) + RACK_SIZE,
    )
)
MOVES: Final = _STARTS[-1]
"""How many numbers there are; every move's is below."""

MOVE_BYTES: Final = (MOVES.bit_length() + 7) // 8
"""The most bytes that a move takes."""


def line_squares(square: int, direction: Direction, board: Board) -> list[int]:
    """The empty squares from this one on to the edge of the board, in order."""
    place = column_of(square) if direction is Direction.ACROSS else row_of(square)
    end = square + (SIZE - place) * direction.value
    return [s for s in range(square, end, direction.value) if board[s] == EMPTY]


def encode_move(move: Move, board: Board) -> int:
    """The number of a move on this board, 0 to ``MOVES - 1``.

    Raises ``ValueError`` for an exchange or play of no or more than seven tiles, or a play that does not lie on
    empty squares one after the other in one line.
    """
    if isinstance(move, Exchange):
        return _encode_exchange(move.tiles)
    if isinstance(move, Play):
        return _encode_play(move, board)
    return _PLAIN.index(move)


def decode_move(number: int, board: Board) -> Move:
    """The move of this number on this board; raises ``DecodeError`` where no move has it."""
    if not 0 <= number < MOVES:
        raise DecodeError("no move has this number")
    if number < len(_PLAIN):
        return _PLAIN[number]
    if number < _STARTS[0]:
        return Exchange.hidden(number - len(_PLAIN) + 1)
    kind = next(kind for kind, start in enumerate(_STARTS) if number < start) - 1
    number -= _STARTS[kind]
    if kind < RACK_SIZE:
        return Exchange(_decode_tiles(number, kind + 1))
    return _decode_play(number, kind - RACK_SIZE + 1, board)


def move_bytes(move: Move, board: Board) -> bytes:
    """The move's number as the fewest bytes, the most significant first; none at all for a pass."""
    number = encode_move(move, board)
    return number.to_bytes((number.bit_length() + 7) // 8)


def move_from_bytes(data: bytes, board: Board) -> Move:
    """The move that ``move_bytes`` wrote; raises ``DecodeError``."""
    if len(data) > MOVE_BYTES or data[:1] == b"\0":
        raise DecodeError("no move is written like this")
    return decode_move(int.from_bytes(data), board)


def _encode_exchange(tiles: str) -> int:
    if len(tiles) not in _SIZES:
        raise ValueError(f"an exchange of {len(tiles)} tiles")
    if tiles == UNKNOWN * len(tiles):
        return len(_PLAIN) + len(tiles) - 1
    if any(tile not in TILES for tile in tiles):
        raise ValueError("an exchange holds something that is no tile")
    # The k-th tile's kind plus k rises strictly: a plain combination, numbered as usual.
    rank: int = sum(comb(TILES.index(tile) + place, place + 1) for place, tile in enumerate(tiles))
    return _STARTS[len(tiles) - 1] + rank


def _decode_tiles(rank: int, count: int) -> str:
    tiles: list[str] = []
    top = len(TILES) + count - 2
    for place in range(count - 1, -1, -1):
        while comb(top, place + 1) > rank:
            top -= 1
        rank -= comb(top, place + 1)
        tiles.append(TILES[top - place])
    return "".join(reversed(tiles))


def _encode_play(play: Play, board: Board) -> int:
    count, direction = len(play.tiles), play.direction
    if count not in _SIZES:
        raise ValueError(f"a play of {count} tiles")
    squares = [tile.square for tile in play.tiles]
    if squares[0] not in range(SQUARES) or line_squares(squares[0], direction, board)[:count] != squares:
        raise ValueError("a play's tiles do not lie on empty squares in one line")
    if any(tile.letter not in _LETTER_NUMBER for tile in play.tiles):
        raise ValueError("a play holds something that is no letter")
    number = squares[0] * _directions(count) + _DIRECTIONS.index(direction)
    for tile in play.tiles:
        number = number * len(_LETTERS) + _LETTER_NUMBER[tile.letter]
    return _STARTS[RACK_SIZE + count - 1] + number


def _decode_play(number: int, count: int, board: Board) -> Play:
    letters: list[str] = []
    for _ in range(count):
        number, letter = divmod(number, len(_LETTERS))
        letters.append(_LETTERS[letter])
    square, way = divmod(number, _directions(count))
    squares = line_squares(square, _DIRECTIONS[way], board)[:count]
    if len(squares) < count or squares[0] != square:
        raise DecodeError("a play does not fit on the board")
    return Play(tuple(map(Placed, squares, reversed(letters))))
