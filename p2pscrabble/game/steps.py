"""The steps of a game: what a move, a draw, a rack shown or a player who leaves makes of a position.

``Position`` hands these on as its methods, and says there what was decided; it has checked that a move is legal.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pscrabble.game.board import EMPTY, Board
from p2pscrabble.game.ending import End, EndReason, settle
from p2pscrabble.game.legality import phonies
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Play
from p2pscrabble.game.racks import EMPTY_RACK, Draw, Player
from p2pscrabble.game.rules import ChallengeRule
from p2pscrabble.game.scoring import lay
from p2pscrabble.game.tiles import RACK_SIZE
from p2pscrabble.game.turns import Contested, Outcome, Turn

if TYPE_CHECKING:
    from p2pscrabble.game.position import Position

BONUS_A_CHALLENGE: Final = 5
BONUS_A_WORD: Final = 10


def due(position: Position) -> tuple[Draw, ...]:
    """The draw that the contested play will bring, once it can no longer be challenged and the draws owed are made."""
    contested = position.contested
    if contested is None or contested.out or position.players[contested.seat].left:
        return ()
    bag = position.bag - sum(draw.count - len(draw.back) for draw in position.owed)
    return _draw(contested.seat, position.players[contested.seat].rack.size, bag)


def too_many_scoreless(position: Position) -> bool:
    """Whether the run of scoreless turns is one that ends the game."""
    limit = position.rules.end_scoreless
    return 0 < limit <= position.scoreless and position.scoreless >= limit * len(position.present)


def move(position: Position, made: Move, seconds: int) -> Position:
    """The position after a legal move."""
    mover = position.mover
    if position.rules.clock:
        turn_taken = isinstance(made, Play | Exchange | Pass)
        mover = replace(mover, clock=mover.clock - seconds + (position.rules.increment if turn_taken else 0))
    if isinstance(made, Play):
        return _play(position, made, mover, seconds)
    if isinstance(made, Exchange):
        mover = replace(mover, rack=mover.rack.without_tiles(made.tiles))
        draw = Draw(position.turn, len(made.tiles), made.tiles)
        last = Turn(position.turn, made, Outcome.EXCHANGED, seconds=seconds)
        return _after(position, mover, last, (draw,), scoreless=position.scoreless + 1)
    if isinstance(made, Pass):
        last = Turn(position.turn, made, Outcome.PASSED, seconds=seconds)
        return _after(position, mover, last, passes=position.passes + 1, scoreless=position.scoreless + 1)
    position = _seated(position, position.turn, mover)
    contested = position.contested
    if contested is None:
        raise ValueError("nothing is contested")
    if isinstance(made, Accept):
        last = Turn(position.turn, made, Outcome.ACCEPTED, contested.score, contested.seat, seconds=seconds)
        return _stands(position, contested, last)
    found = phonies(contested.score.words, position.lexicon)
    if found:
        last = Turn(position.turn, made, Outcome.WITHDRAWN, contested.score, contested.seat, found, seconds=seconds)
        return _withdraw(position, contested, last)
    return _uphold(position, contested, seconds)


def deal(position: Position, tiles: str | None) -> Position:
    """The position after the first draw that is owed."""
    if not position.owed:
        raise ValueError("no draw is owed")
    draw = position.owed[0]
    player = position.players[draw.seat]
    drawn = replace(player, rack=player.rack.with_tiles(tiles, draw.count))
    bag = position.bag - draw.count + len(draw.back)
    return _settled(replace(_seated(position, draw.seat, drawn), bag=bag, owed=position.owed[1:]))


def reveal(position: Position, seat: int, tiles: str) -> Position:
    """The position with one rack known."""
    player = position.players[seat]
    rack = EMPTY_RACK.with_tiles(tiles, player.rack.size)
    if player.rack.tiles not in (None, rack.tiles):
        raise ValueError(f"seat {seat} holds other tiles than {tiles!r}")
    return _settled(_seated(position, seat, replace(player, rack=rack)))


def leave(position: Position, seat: int) -> Position:
    """The position without one player."""
    player = position.players[seat]
    over = position.ended
    if player.left or (over is not None and over.reason is EndReason.LEFT):
        return position
    returned = player.rack.shown + "".join(draw.back for draw in position.owed if draw.seat == seat)
    left = replace(
        _seated(position, seat, replace(player, rack=EMPTY_RACK, left=True)),
        bag=position.bag + len(returned),
        owed=tuple(draw for draw in position.owed if draw.seat != seat),
        last=Turn(seat, None, Outcome.LEFT, returned=returned),
    )
    if over is not None and len(left.present) > 1:
        return _settled(left)
    left = replace(left, passes=0, scoreless=0)
    if len(left.present) == 1:
        bag = left.bag + sum(len(draw.back) for draw in left.owed)
        return _settled(replace(left, bag=bag, owed=(), contested=None, ended=End(EndReason.LEFT)))
    contested = position.contested
    return replace(
        left,
        turn=_next(left) if position.turn == seat else position.turn,
        contested=None if contested is None else replace(contested, scoreless=0),
    )


def _play(position: Position, play: Play, mover: Player, seconds: int) -> Position:
    seat, score, bag = position.turn, position.score(play), position.available
    layout = lay(position.board, play)
    rack = mover.rack.without_tiles(layout.tiles)
    out = rack.size == 0 and bag == 0
    void = position.rules.challenge is ChallengeRule.VOID
    return _after(
        position,
        replace(mover, rack=rack, score=mover.score + score.total),
        Turn(seat, play, Outcome.PLAYED, score, seconds=seconds),
        _draw(seat, rack.size, bag) if void else (),
        scoreless=0 if score.total else position.scoreless + 1,
        board=layout.after,
        contested=None if void else Contested(seat, play, score, mover.rack, position.scoreless, out),
        out=seat if void and out else None,
    )


def _withdraw(position: Position, contested: Contested, last: Turn) -> Position:
    author = position.players[contested.seat]
    returned = contested.play.rack_tiles if author.left else ""
    rack = EMPTY_RACK if author.left else contested.rack
    author = replace(author, rack=rack, score=author.score - contested.score.total)
    after = replace(
        _seated(position, contested.seat, author),
        board=position.board.with_tiles((square, EMPTY) for square, _ in contested.play.tiles),
        bag=position.bag + len(returned),
        contested=None,
        scoreless=contested.scoreless + 1,
        last=replace(last, returned=returned),
    )
    return _concluded(after, None)


def _uphold(position: Position, contested: Contested, seconds: int) -> Position:
    rule = position.rules.challenge
    bonus = 0
    if rule is ChallengeRule.FIVE_POINT:
        bonus = BONUS_A_CHALLENGE
    elif rule is ChallengeRule.TEN_POINT:
        bonus = BONUS_A_WORD * len(contested.score.words)
    lost = rule is ChallengeRule.DOUBLE and not contested.out
    author = position.players[contested.seat]
    position = _seated(position, contested.seat, replace(author, score=author.score + bonus))
    last = Turn(
        position.turn,
        Challenge(),
        Outcome.UPHELD,
        contested.score,
        contested.seat,
        bonus=bonus,
        lost_turn=lost,
        seconds=seconds,
    )
    if lost:
        return _after(position, position.mover, last, scoreless=position.scoreless + 1)
    return _stands(position, contested, last)


def _stands(position: Position, contested: Contested, last: Turn) -> Position:
    """The contested play can no longer be challenged, and it is still the same seat's turn."""
    after = replace(position, owed=due(position), contested=None, last=last)
    return _concluded(after, contested.seat if contested.out else None)


def _after(
    position: Position,
    mover: Player,
    last: Turn,
    draws: tuple[Draw, ...] = (),
    *,
    passes: int = 0,
    scoreless: int,
    board: Board | None = None,
    contested: Contested | None = None,
    out: int | None = None,
) -> Position:
    """A turn was used: the play before it can no longer be challenged, and the next seat is to move."""
    after = replace(
        position,
        board=board or position.board,
        players=_with(position.players, position.turn, mover),
        turn=_next(position),
        owed=due(position) + draws,
        contested=contested,
        passes=passes,
        scoreless=scoreless,
        last=last,
    )
    return _concluded(after, out)


def _concluded(position: Position, out: int | None) -> Position:
    """The same, but over where the rules end it here."""
    if out is not None:
        reason = EndReason.OUT
    elif _passed_out(position):
        reason = EndReason.PASSED
    elif position.contested is None and too_many_scoreless(position):
        reason = EndReason.SCORELESS
    else:
        return position
    return _settled(replace(position, ended=End(reason, out)))


def _passed_out(position: Position) -> bool:
    limit = position.rules.end_passes
    if not 0 < limit <= position.passes or position.passes < limit * len(position.present):
        return False
    return not position.rules.end_passes_empty_bag or position.available == 0


def _settled(position: Position) -> Position:
    """The same, the end reckoned anew as far as the racks are known."""
    end = position.ended
    if end is None:
        return position
    drawing = bool(position.owed)
    return replace(position, ended=settle(position.rules, position.players, end.reason, end.out, drawing=drawing))


def _draw(seat: int, rack: int, bag: int) -> tuple[Draw, ...]:
    count = min(RACK_SIZE - rack, bag)
    return (Draw(seat, count),) if count else ()


def _next(position: Position) -> int:
    """The seat after the one whose turn it is, those who left passed over."""
    seats = len(position.players)
    turn = (position.turn + 1) % seats
    while position.players[turn].left:
        turn = (turn + 1) % seats
    return turn


def _with(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def _seated(position: Position, seat: int, player: Player) -> Position:
    return replace(position, players=_with(position.players, seat, player))
