"""What can be wrong with a move, each fault in a sentence that a player understands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from p2pscrabble.game.board import CENTRE, square_name
from p2pscrabble.game.tiles import BLANK, RACK_SIZE


class FaultKind(Enum):
    """Every way in which a move can be against the rules."""

    GAME_OVER = auto()
    DRAWING = auto()
    """Tiles are owed to somebody; nobody moves before they are drawn."""
    MUST_ANSWER = auto()
    """The last play would end the game and is neither accepted nor challenged yet."""
    NO_CHALLENGES = auto()
    NOTHING_TO_CHALLENGE = auto()
    NOTHING_TO_ACCEPT = auto()

    NO_TILES = auto()
    OFF_BOARD = auto()
    NOT_A_LETTER = auto()
    BLANK_WITHOUT_LETTER = auto()
    SQUARE_TWICE = auto()
    OCCUPIED = auto()
    NOT_IN_LINE = auto()
    GAP = auto()

    FIRST_PLAY_OFF_CENTRE = auto()
    FIRST_PLAY_TOO_SHORT = auto()
    NOT_TOUCHING = auto()
    NOT_A_WORD = auto()

    NOT_ON_RACK = auto()
    RACK_TOO_SMALL = auto()
    """More tiles than the rack holds, or than there are in the game; also where the rack is hidden."""
    TILES_UNNAMED = auto()
    NOT_A_TILE = auto()
    EMPTY_EXCHANGE = auto()
    BAG_TOO_SMALL = auto()


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with a move: what kind, the sentence, and the words and squares that it is about."""

    kind: FaultKind
    text: str
    words: tuple[str, ...] = ()
    squares: tuple[int, ...] = ()

    def __str__(self) -> str:
        return self.text


GAME_OVER = Fault(FaultKind.GAME_OVER, "The game is over.")
DRAWING = Fault(FaultKind.DRAWING, "Tiles are still being drawn; nobody can move before that.")
MUST_ANSWER = Fault(FaultKind.MUST_ANSWER, "The last play would end the game: accept it or challenge it.")
NO_CHALLENGES = Fault(FaultKind.NO_CHALLENGES, "There are no challenges here: invalid words are refused at once.")
NOTHING_TO_CHALLENGE = Fault(FaultKind.NOTHING_TO_CHALLENGE, "There is no play that could be challenged now.")
NOTHING_TO_ACCEPT = Fault(FaultKind.NOTHING_TO_ACCEPT, "There is no play that waits to be accepted.")
NO_TILES = Fault(FaultKind.NO_TILES, "A play lays at least one tile.")
NOT_IN_LINE = Fault(FaultKind.NOT_IN_LINE, "The tiles of a play lie in one row or in one column.")
OFF_CENTRE = Fault(
    FaultKind.FIRST_PLAY_OFF_CENTRE, f"The first play covers the centre, {square_name(CENTRE)}.", squares=(CENTRE,)
)
TOO_SHORT = Fault(FaultKind.FIRST_PLAY_TOO_SHORT, "The first play is a word of two letters or more.")
NOT_TOUCHING = Fault(
    FaultKind.NOT_TOUCHING, "A play touches a tile on the board, by an edge and not by a corner alone."
)
TILES_UNNAMED = Fault(FaultKind.TILES_UNNAMED, "Say which tiles you exchange.")
EMPTY_EXCHANGE = Fault(FaultKind.EMPTY_EXCHANGE, "An exchange of no tiles is a pass.")

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def count_name(count: int) -> str:
    """A small number as players say it: ``no``, ``one``, … ``seven``, then digits."""
    return _COUNTS[count] if 0 <= count <= RACK_SIZE else str(count)


def off_board(squares: tuple[int, ...]) -> Fault:
    """Squares that the board does not have."""
    return Fault(FaultKind.OFF_BOARD, "The play runs off the board.", (), squares)


def not_a_letter(letters: Iterable[str], squares: tuple[int, ...]) -> Fault:
    """Something was laid that is no letter from A to Z."""
    return Fault(
        FaultKind.NOT_A_LETTER, f"Only letters from A to Z are laid, not {_list(letters, quote=True)}.", (), squares
    )


def blank_without_letter(squares: tuple[int, ...]) -> Fault:
    """A blank was laid as a blank."""
    return Fault(FaultKind.BLANK_WITHOUT_LETTER, f"Choose a letter for the blank on {_squares(squares)}.", (), squares)


def square_twice(squares: tuple[int, ...]) -> Fault:
    """Two tiles on one square."""
    return Fault(FaultKind.SQUARE_TWICE, f"Two tiles cannot lie on {_squares(squares)}.", (), squares)


def occupied(squares: tuple[int, ...]) -> Fault:
    """Squares where a tile lies already."""
    verb = "is" if len(squares) == 1 else "are"
    return Fault(FaultKind.OCCUPIED, f"{_squares(squares)} {verb} taken already.", (), squares)


def gap(squares: tuple[int, ...]) -> Fault:
    """Empty squares between the tiles of a play."""
    return Fault(FaultKind.GAP, f"The tiles leave a gap on {_squares(squares)}.", (), squares)


def not_words(words: tuple[str, ...], lexicon: str) -> Fault:
    """Words that are not in the word list."""
    verb = "is no word" if len(words) == 1 else "are no words"
    return Fault(FaultKind.NOT_A_WORD, f"{_list(words)} {verb} of {lexicon}.", words)


def not_on_rack(tile: str, held: int, needed: int) -> Fault:
    """A tile that the rack does not hold, or not so often."""
    needs = f", and the move needs {count_name(needed)}" if needed > 1 else ""
    return Fault(FaultKind.NOT_ON_RACK, f"{_there_are(tile, held)} on the rack{needs}.")


def rack_too_small(held: int, needed: int) -> Fault:
    """More tiles than the rack holds."""
    there = "There is one tile" if held == 1 else f"There are {count_name(held)} tiles"
    return Fault(FaultKind.RACK_TOO_SMALL, f"{there} on the rack, and the move needs {count_name(needed)}.")


def not_in_game(tile: str, count: int) -> Fault:
    """More of one tile than there can be off the board."""
    return Fault(FaultKind.RACK_TOO_SMALL, f"{_there_are(tile, count)} left off the board.")


def not_tiles(tiles: Iterable[str]) -> Fault:
    """Something was to be exchanged that is no tile."""
    return Fault(
        FaultKind.NOT_A_TILE, f"A tile is a letter from A to Z, or ? for a blank, not {_list(tiles, quote=True)}."
    )


def bag_too_small(held: int, needed: int) -> Fault:
    """Too few tiles in the bag for an exchange."""
    tiles = "tile" if held == 1 else "tiles"
    text = f"The bag holds {count_name(held)} {tiles}; this exchange needs {count_name(needed)} there."
    return Fault(FaultKind.BAG_TOO_SMALL, text)


def _there_are(tile: str, count: int) -> str:
    name = "blank" if tile == BLANK else tile
    if count == 0:
        return f"There is no {name}"
    return f"There is only one {name}" if count == 1 else f"There are only {count_name(count)} {name}s"


def _squares(squares: Iterable[int]) -> str:
    return _list(square_name(square) for square in squares)


def _list(items: Iterable[str], *, quote: bool = False) -> str:
    names = [repr(item) if quote else item for item in items]
    return ", ".join(names[:-1]) + (" and " if len(names) > 1 else "") + names[-1]
