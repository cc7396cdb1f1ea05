"""A sealed game once its seeds are open: the same steps, with every tile that is known now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from p2pscrabble.bag.sealed import Slot
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.moves import Exchange
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.record import Step


class _Reader:
    """Who can read the slots of all whose seed is open."""

    def __init__(self, game_id: bytes, seeds: Sequence[bytes | None]) -> None:
        self._keys = [None if seed is None else secret_key(seed, game_id) for seed in seeds]

    def letters(self, seat: int, slots: Sequence[Slot] | None) -> str | None:
        """What is in these slots of a seat, if that is known."""
        key = self._keys[seat]
        if key is None or slots is None:
            return None
        return "".join(LETTER_OF[slot.tile(key)] for slot in slots)


def opened(
    start: Position,
    steps: Sequence[Step],
    dealt: Sequence[Sequence[Slot] | None],
    back: Sequence[Sequence[Slot]],
    game_id: bytes,
    seeds: Sequence[bytes | None],
) -> tuple[Step, ...]:
    """The steps again, from the position before the first draw: every draw and every exchange with its tiles.

    ``dealt`` are the slots of all draws in their order, ``None`` for one that was never made, ``back`` those of each
    exchange.
    """
    reader = _Reader(game_id, seeds)
    draws, returned = iter(dealt), iter(back)
    position = _drawn(start, draws, reader)
    told = []
    for step in steps:
        turn = step.turn
        if turn.move is None:
            after = position.leave(turn.seat)
        else:
            move = turn.move
            if isinstance(move, Exchange):
                letters = reader.letters(turn.seat, next(returned))
                move = Exchange.hidden(len(move.tiles)) if letters is None else Exchange(letters)
            after = position.apply(move, seconds=turn.seconds)
        after = _drawn(after, draws, reader)
        told.append(Step(position, after))
        position = after
    return tuple(told)


def with_end(steps: tuple[Step, ...], end: Position) -> tuple[Step, ...]:
    """The steps with all that came to light at the end: racks shown, and seats struck that did not show theirs."""
    after = steps[-1].after
    struck = [seat for seat in after.present if end.players[seat].left]
    told = list(steps)
    for seat in struck:
        told.append(Step(after, after.leave(seat)))
        after = told[-1].after
    for seat, player in enumerate(end.players):
        if player.rack.tiles is not None and not player.left:
            after = after.reveal(seat, player.rack.tiles)
    return (*told[:-1], replace(told[-1], after=after))


def dealt_by(seeds: Sequence[bytes], start: Position, steps: Sequence[Step]) -> bool:
    """Whether these seeds alone deal this very game, letter by letter.

    They do unless a seat shuffled otherwise than by its seed, as its proof says only that it shuffled. Of seats struck
    after the end such a number does not tell.
    """
    dealer = OpenDeal(seeds)
    try:
        position = dealt(start, dealer)
        for step in steps:
            if position != step.before or position.ended is not None:
                return False
            turn = step.turn
            after = position.leave(turn.seat) if turn.move is None else position.apply(turn.move, turn.seconds)
            position = dealt(after, dealer)
    except (IllegalMove, ValueError):
        return False
    return position == steps[-1].after


def _drawn(position: Position, draws: Iterator[Sequence[Slot] | None], reader: _Reader) -> Position:
    while position.owed:
        position = position.deal(reader.letters(position.owed[0].seat, next(draws)))
    return position
