"""What a person can type at the table, and what each line means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from p2pscrabble.errors import NotationError, UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Move
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.rules import ChallengeRule, Rules


class Simple(Enum):
    """Commands of one word."""

    BOARD = "board"
    WORDS = "words"
    MOVES = "moves"
    UNSEEN = "unseen"
    BAG = "bag"
    RULES = "rules"
    PLAYERS = "players"
    START = "start"
    AGAIN = "again"
    LEAVE = "leave"
    HELP = "help"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class Make:
    """Make this move."""

    move: Move


@dataclass(frozen=True, slots=True)
class Try:
    """Tell what this move would be worth, and do nothing."""

    move: Move


@dataclass(frozen=True, slots=True)
class Say:
    """Say this to the others."""

    text: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """Ask to go on without this player, whose program is silent; or, not ``wanted``, wait for them after all."""

    name: str
    wanted: bool


Command: TypeAlias = Simple | Make | Try | Say | GoOn

_SIMPLE: Final = {command.value: command for command in Simple} | {
    "?": Simple.HELP,
    "h": Simple.HELP,
    "b": Simple.BOARD,
    "exit": Simple.QUIT,
    "q": Simple.QUIT,
    "history": Simple.MOVES,
    "shield": Simple.BAG,
    "tiles": Simple.UNSEEN,
    "score": Simple.PLAYERS,
    "scores": Simple.PLAYERS,
}
_TRY: Final = ("score", "try")
_EXCHANGE: Final = ("exchange", "ex")
_CHAT: Final = "chat"
_GO_ON: Final = {"without": True, "wait": False}

_HELP: Final = """\
To play, type the square of the first letter and the word:
  8H WORD        across, in row 8 from column H
  H8 WORD        down, in column H from row 8
                 Type the whole word, with the letters that lie there already
                 (or a dot for each). Your blank is used for a letter that you
                 have not got; to choose, type the word in capitals and the
                 blank small, as in 8H WoRD.
  score 8H WORD  what that would score, and whether it is allowed
  exchange ABC   put tiles back and draw others; ? is a blank
  pass           do nothing this turn
"""
_HELP_CHALLENGE: Final = """\
  challenge      doubt the last play, before you make your own
  accept         let the play that would end the game stand
"""
_HELP_REST: Final = """\
To look:
  board          the board, the scores and your tiles
  words          the words on the board, one a line
  moves          all moves so far
  unseen         the tiles that you cannot see: in the bag or with the others
  bag            what is proven about the bag, and by whom
  players        who is here, and the scores
  rules          the rules of this room
  help           this text
To talk:
  chat hello     say “hello” to the others; /hello is the same
The room:
  start          begin with those who are here (only who made the room)
  again          another game, once this one is over
  without NAME   ask to go on without a player whose program is silent; done once
                 all the others have asked. wait NAME takes that back
  quit           close this window; your seat is kept, and `p2pscrabble resume` comes back
  leave          give up your seat for good"""


def help_text(rules: Rules | None) -> str:
    """Everything that can be typed, in the words of a newcomer."""
    challenges = rules is not None and rules.challenge is not ChallengeRule.VOID
    return _HELP + (_HELP_CHALLENGE if challenges else "") + _HELP_REST


def parse_line(line: str, board: Board | None, rack: str | None) -> Command | None:
    """What a line means; ``None`` for an empty one. Capitals or small letters, as people like.

    Raises ``NotationError`` for a line that means nothing, ``UsageError`` for a move while there is no board.
    """
    line = line.strip()
    if line.startswith("/"):
        return Say(line[1:].strip()) if line[1:].strip() else None
    first, _, rest = line.partition(" ")
    word, rest = first.lower(), rest.strip()
    if not word:
        return None
    if word == _CHAT:
        if not rest:
            raise NotationError("Say what you want to tell the others, as in: chat hello")
        return Say(rest)
    if word in _GO_ON:
        if not rest:
            raise NotationError(f"Say whom you mean, as in: {word} Ben")
        return GoOn(rest, _GO_ON[word])
    if word in _SIMPLE and not rest:
        return _SIMPLE[word]
    if word in _TRY:
        return Try(_move(rest, board, rack))
    return Make(_move(line, board, rack))


def _move(text: str, board: Board | None, rack: str | None) -> Move:
    first, _, rest = text.partition(" ")
    if first.lower() in _EXCHANGE:
        text = f"exchange {rest.upper()}"
    try:
        move = parse_move(text, board or Board(), rack)
    except NotationError as error:
        raise NotationError(f"{error} Type help for all that you can type.") from error
    if board is None:
        raise UsageError("There is no game yet: moves can be typed once it has begun.")
    return move
