"""A game at one moment, as one peer knows it, and every step to the next; nothing here is ever changed in place.

A peer knows its own rack and, in a sealed game, no other; peers that know different racks agree on everything else,
which ``Position.digest`` sums up. What the rule sheets leave open is decided so:

* While draws are owed nobody moves. Draws owed when the game ends are still made before the racks are counted.
* After a play a seat draws up to seven tiles; after an exchange, as many as it puts back.
* Where plays are open to challenge, the draw after a play is owed once it is no longer so, before the next move's own.
  ``available`` counts the bag as if it had been made.
* A play that ends the game, by going out or by one scoreless turn too many, must first be accepted where plays are open
  to challenge.
* A player who leaves keeps the score, cannot win, and neither loses nor gains by leftover tiles. The tiles go back into
  the bag; draws still owed to the seat are not made. Runs of passes and of scoreless turns start anew. A play by that
  seat that can still be challenged stays so: withdrawn, its tiles go into the bag; going out with it ends the game. If
  it was that seat's turn to challenge, the right passes on with the turn. When one player is left, the game is over as
  it stands.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from hashlib import sha256

from p2pscrabble.errors import IllegalMove, UsageError
from p2pscrabble.game import faults, steps
from p2pscrabble.game.board import Board
from p2pscrabble.game.ending import End
from p2pscrabble.game.faults import Fault
from p2pscrabble.game.legality import Words, exchange_faults, play_faults
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Play
from p2pscrabble.game.racks import Draw, Player
from p2pscrabble.game.rules import ChallengeRule, Rules
from p2pscrabble.game.scoring import Score, lay
from p2pscrabble.game.tiles import BAG_SIZE, RACK_SIZE
from p2pscrabble.game.turns import Contested, Turn

MIN_SEATS = 2
MAX_SEATS = 4


@dataclass(frozen=True, slots=True)
class Position:
    """The state of one game: board, players, whose turn it is, the bag, what is owed and what is contested.

    ``bag`` is how many tiles are in the bag; ``passes`` and ``scoreless`` are the runs that may end the game;
    ``last`` tells the step that led here, for showing and recording, and is no part of the state.
    """

    rules: Rules
    lexicon: Words = field(compare=False, repr=False)
    board: Board
    players: tuple[Player, ...]
    turn: int
    bag: int
    owed: tuple[Draw, ...] = ()
    contested: Contested | None = None
    passes: int = 0
    scoreless: int = 0
    ended: End | None = None
    last: Turn | None = field(default=None, compare=False)

    @staticmethod
    def start(rules: Rules, lexicon: Words, seats: int, first: int = 0) -> Position:
        """A new game, its board and racks empty: seven tiles are owed to each seat, in the order of seats.

        Raises ``UsageError`` unless there are two to four seats and ``first`` is one of them.
        """
        if not MIN_SEATS <= seats <= MAX_SEATS or not 0 <= first < seats:
            raise UsageError("A game has two to four seats, and one of them plays first.")
        owed = tuple(Draw(seat, RACK_SIZE) for seat in range(seats))
        return Position(rules, lexicon, Board(), (Player(clock=rules.clock),) * seats, first, BAG_SIZE, owed)

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.turn]

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that have not left the game."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.left)

    @property
    def challenge_pending(self) -> bool:
        """Whether the last play can still be challenged, by the seat whose turn it is."""
        return self.contested is not None

    @property
    def answer_pending(self) -> bool:
        """Whether the last play ends the game unless the seat whose turn it is challenges it with success."""
        return self.contested is not None and (self.contested.out or steps.too_many_scoreless(self))

    @property
    def available(self) -> int:
        """How many tiles the bag holds once every draw that is due has been made, as an exchange counts them."""
        return self.bag - sum(draw.count - len(draw.back) for draw in self.owed + steps.due(self))

    def legal(self, move: Move) -> tuple[Fault, ...]:
        """Everything that is wrong with the move for the seat whose turn it is; nothing, and it is legal."""
        if self.ended is not None:
            return (faults.GAME_OVER,)
        found: tuple[Fault, ...] = (faults.DRAWING,) if self.owed else ()
        if isinstance(move, Challenge):
            if self.rules.challenge is ChallengeRule.VOID:
                return (*found, faults.NO_CHALLENGES)
            return found if self.challenge_pending else (*found, faults.NOTHING_TO_CHALLENGE)
        if isinstance(move, Accept):
            return found if self.answer_pending else (*found, faults.NOTHING_TO_ACCEPT)
        if self.answer_pending:
            found += (faults.MUST_ANSWER,)
        if isinstance(move, Play):
            words = self.lexicon if self.rules.challenge is ChallengeRule.VOID else None
            found += play_faults(self.board, lay(self.board, move), self.mover.rack, words)
        elif isinstance(move, Exchange):
            minimum = self.rules.exchange_minimum
            found += exchange_faults(self.board, move, self.mover.rack, self.available, minimum)
        return found

    def score(self, play: Play) -> Score:
        """What the play scores, whether or not its words and its tiles are good.

        Raises ``IllegalMove`` where the tiles cannot lie on the board in one line.
        """
        layout = lay(self.board, play)
        if layout.broken:
            raise IllegalMove(layout.broken)
        bonus = self.rules.bingo if len(play.tiles) == RACK_SIZE else 0
        return Score(layout.words, bonus, layout.points + bonus)

    def if_turn(self, seat: int) -> Position:
        """The same with this seat to move and nothing pending: ``legal`` and ``score`` then judge a tentative play."""
        return replace(self, turn=seat, owed=(), contested=None)

    def apply(self, move: Move, seconds: int = 0) -> Position:
        """The position after the move of the seat whose turn it is, which took it this many seconds.

        Raises ``IllegalMove`` with every fault that ``legal`` finds, and ``ValueError`` for a negative time.
        """
        if seconds < 0:
            raise ValueError(f"a move cannot take {seconds} seconds")
        found = self.legal(move)
        if found:
            raise IllegalMove(found)
        return steps.move(self, move, seconds)

    def deal(self, tiles: str | None) -> Position:
        """Serve the first draw that is owed, with these tiles, or with ``None`` where this peer does not see them.

        Raises ``ValueError`` where no draw is owed, or another number of tiles.
        """
        return steps.deal(self, tiles)

    def reveal(self, seat: int, tiles: str) -> Position:
        """Show a rack that was hidden; raises ``ValueError`` where these cannot be its tiles."""
        return steps.reveal(self, seat, tiles)

    def leave(self, seat: int) -> Position:
        """The position after a player left, at whatever moment; a second time it changes nothing.

        After the end it strikes from the result a player who would not show the rack, or went while the last draws
        were made, and is for nothing else; where one player is left then, that is how the game ended.
        """
        return steps.leave(self, seat)

    def digest(self) -> bytes:
        """32 bytes over all that every peer knows: equal at two peers in the same game, whichever racks they see.

        The tiles of a rack are no part of it, their number is; nor are the words of the list, its hash is.
        """
        return sha256(self._record().encode()).digest()

    def _record(self) -> str:
        contested, ended = self.contested, self.ended
        lines = [
            "p2pscrabble position 1",
            ",".join(map(str, self.rules.numbers())),
            self.lexicon.hash.hex(),
            self.board.cells,
            f"{self.turn},{self.bag},{self.passes},{self.scoreless}",
            ";".join(f"{p.rack.size},{p.score},{p.left:d},{p.clock}" for p in self.players),
            ";".join(f"{draw.seat},{draw.count},{len(draw.back)}" for draw in self.owed),
            "-" if ended is None else f"{ended.reason.value},{ended.out}",
        ]
        if contested is not None:
            lines.append(f"{contested.seat},{contested.rack.size},{contested.scoreless},{contested.out:d}")
            lines.append(",".join(f"{square}{letter}" for square, letter in contested.play.tiles))
        return "\n".join(lines)
