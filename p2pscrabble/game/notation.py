"""Moves as players write them: ``8H WORD`` across, ``H8 WORD`` down, ``exchange ABC``, ``pass``.

The word is given with the tiles already there, as letters (``8G CATS``), in brackets (``8G (CAT)S``) or as dots
(``8G ...S``), or it is the new tiles alone (``8J S``). A small letter is a blank, and so is a letter after ``?``. In
what a person types, a word all in small letters has no blanks, so that nobody needs the shift key.
"""

from __future__ import annotations

import re
from typing import Final

from p2pscrabble.errors import NotationError
from p2pscrabble.game.board import COLUMNS, EMPTY, SIZE, Board, Direction, square_name
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.scoring import lay
from p2pscrabble.game.tiles import BLANK, TILES

_PLACE: Final = re.compile(r"([0-9]{1,2})([A-O])|([A-O])([0-9]{1,2})", re.IGNORECASE | re.ASCII)
_WORD: Final = re.compile(r"(?:\??[A-Z]|\.|\((?:[A-Z]|\.)+\))+", re.IGNORECASE | re.ASCII)
_MARKED: Final = re.compile(r"\?([A-Z])", re.IGNORECASE | re.ASCII)
_PLAIN: Final[dict[str, Move]] = {"pass": Pass(), "challenge": Challenge(), "accept": Accept()}
_EXCHANGE: Final = "exchange"
_EXCHANGE_SHORT: Final = "ex"
_HOW: Final = "Type a move as in 8H WORD (across), H8 WORD (down), exchange ABC, pass, challenge or accept."


def parse_move(text: str, board: Board, rack: str | None = None) -> Move:
    """The move that a person typed, in capitals or small letters, the square before or after the word.

    Where the rack is given, letters that it does not hold are taken as its blanks, the last of equal ones first.
    Raises ``NotationError`` where the text names no move; whether the move is legal is another question.
    """
    parts = text.split()
    command = parts[0].lower() if parts else ""
    if not all(map(str.isascii, parts)):
        raise NotationError(_HOW)
    if len(parts) == 1 and command in _PLAIN:
        return _PLAIN[command]
    if len(parts) == 2 and command != _EXCHANGE:
        for place, word in (parts, parts[::-1]):
            if _PLACE.fullmatch(place):
                play = read_play(place, word.upper() if word.islower() else word, board)
                return play if rack is None else _with_blanks(play, rack)
    if command in (_EXCHANGE, _EXCHANGE_SHORT):
        return _exchange("".join(parts[1:]).upper())
    raise NotationError(_HOW)


def read_play(place: str, word: str, board: Board) -> Play:
    """The play of a word at a place such as ``8H`` or ``H8``; here a small letter is always a blank.

    Raises ``NotationError`` where there is no such place or word, or where it does not fit the tiles on the board.
    """
    found = _PLACE.fullmatch(place)
    row = int(found[1] or found[4]) if found else 0
    if found is None or not 1 <= row <= SIZE:
        raise NotationError(f"{place} is no square: rows are 1 to {SIZE}, columns {COLUMNS[0]} to {COLUMNS[-1]}.")
    if not _WORD.fullmatch(word):
        raise NotationError(f"{word} is no word: it has letters, and dots or brackets for tiles already there.")
    direction = Direction.ACROSS if found[1] else Direction.DOWN
    column = COLUMNS.index((found[2] or found[3]).upper())
    square = (row - 1) * SIZE + column
    room = SIZE - (column if direction is Direction.ACROSS else row - 1)
    tiles = []
    there = False
    for letter in _MARKED.sub(lambda marked: marked[1].lower(), word):
        if letter in "()":
            there = letter == "("
            continue
        if room == 0:
            raise NotationError(f"{word} does not fit on the board at {place.upper()}.")
        tile = _new_tile(board, square, letter, there=there)
        if tile is not None:
            tiles.append(tile)
        square += direction.value
        room -= 1
    if not tiles:
        raise NotationError("This lays no tile: every square of the word is taken already.")
    return Play(tuple(tiles))


def move_name(move: Move, board: Board) -> str:
    """The move as it is written down, given the board before it: ``8H CAT``, ``8G ...S``, ``exchange ABC``, ``pass``.

    Of an exchange that only its player knows, the number of tiles is told.
    """
    if isinstance(move, Play):
        return _play_name(move, board)
    if isinstance(move, Exchange):
        return f"{_EXCHANGE} {move.tiles if move.known else len(move.tiles)}".rstrip()
    return next(name for name, plain in _PLAIN.items() if plain == move)


def _play_name(play: Play, board: Board) -> str:
    layout = lay(board, play)
    if layout.broken or not layout.words:
        return ", ".join(f"{square_name(square)} {letter}" for square, letter in play.tiles) or "no tiles"
    word = layout.words[0]
    squares = range(word.square, word.square + len(word.text) * word.direction.value, word.direction.value)
    letters = (letter if board[square] == EMPTY else EMPTY for square, letter in zip(squares, word.text, strict=True))
    return f"{word.name} {''.join(letters)}"


def _new_tile(board: Board, square: int, letter: str, *, there: bool) -> Placed | None:
    """What a letter of the word lays on the square; ``None`` where it names the tile that lies there."""
    lies = board[square]
    if lies != EMPTY:
        if letter not in (EMPTY, lies.upper(), lies.lower()):
            raise NotationError(f"On {square_name(square)} there is {lies.upper()}, not {letter.upper()}.")
        return None
    if there or letter == EMPTY:
        raise NotationError(f"{square_name(square)} is empty: dots and brackets are for tiles already there.")
    return Placed(square, letter)


def _with_blanks(play: Play, rack: str) -> Play:
    """The same play, with blanks for the letters that the rack does not hold, as far as it has blanks."""
    blanks = rack.count(BLANK) - sum(tile.letter.islower() for tile in play.tiles)
    tiles = []
    for square, letter in play.tiles:
        if letter in rack:
            rack = rack.replace(letter, "", 1)
        elif letter.isupper() and blanks > 0:
            blanks -= 1
            letter = letter.lower()
        tiles.append(Placed(square, letter))
    return Play(tuple(tiles))


def _exchange(tiles: str) -> Exchange:
    strange = sorted(set(tiles) - set(TILES))
    if strange or not tiles:
        raise NotationError("Say which tiles go back, as in exchange ABC, with ? for a blank.")
    return Exchange(tiles)
