"""The game itself, pure: tiles, board, moves, rules, word list, what a play scores, what is legal, and how it ends.

Everything here is a value or a function of values; a ``Position`` is a game at one moment and gives the next one. It
imports nothing of p2pscrabble but ``errors``, and no clock, network, randomness or task.
"""

from p2pscrabble.game.board import Board, Direction, square_name
from p2pscrabble.game.ending import End, EndReason, Leftover
from p2pscrabble.game.faults import Fault, FaultKind
from p2pscrabble.game.legality import Words
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.notation import move_name, parse_move, read_play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Draw, Player, Rack
from p2pscrabble.game.rules import FIELDS, PRESETS, ChallengeRule, Field, FirstSeat, Leftovers, Rules, Tie
from p2pscrabble.game.scoring import Score, WordScore
from p2pscrabble.game.turns import Contested, Outcome, Turn

__all__ = [
    "FIELDS",
    "PRESETS",
    "Accept",
    "Board",
    "Challenge",
    "ChallengeRule",
    "Contested",
    "Direction",
    "Draw",
    "End",
    "EndReason",
    "Exchange",
    "Fault",
    "FaultKind",
    "Field",
    "FirstSeat",
    "Leftover",
    "Leftovers",
    "Lexicon",
    "Move",
    "Outcome",
    "Pass",
    "Placed",
    "Play",
    "Player",
    "Position",
    "Rack",
    "Rules",
    "Score",
    "Tie",
    "Turn",
    "WordScore",
    "Words",
    "move_name",
    "parse_move",
    "read_play",
    "square_name",
]
