"""The course of a game, step by step, as choices: what could happen at each moment, and what did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import IntEnum
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import remove_tiles, sort_tiles, tile_of
from p2pscrabble.numerals.choices import Chooser
from p2pscrabble.numerals.letters import LETTERS, letter_weights
from p2pscrabble.numerals.live import line_squares
from p2pscrabble.numerals.placements import placement_of, placements
from p2pscrabble.numerals.replay import Deal, Replay, Step
from p2pscrabble.numerals.tilesets import choose_tiles, count_tiles, unseen
from p2pscrabble.numerals.walk import DealFrom, Walk


class Kind(IntEnum):
    """What can happen at a turn; ``STOP`` is the end of a game that was not played to its end."""

    STOP = 0
    LEAVE = 1
    PASS = 2
    EXCHANGE = 3
    ACCEPT = 4
    WITHDRAWN = 5
    UPHELD = 6
    PLAY = 7


KINDS: Final = (1, 1, 16, 24, 960, 16, 16, 960)
"""Weights of the kinds, where the rules allow them; what they do not allow weighs nothing."""

PASS_ONLY: Final = 64
"""Weight of a pass where tiles cannot be exchanged."""

RACK_SHOWN: Final = (1, 15)
"""Weights of a mover's rack: not recorded, recorded."""

RACK_KEEPS: Final = (1, 63)
"""Weights of a recorded rack: it lacks some of the tiles that the seat was known to hold, or has them all."""

EXCHANGE_SHOWN: Final = (1, 1)
"""Weights of an exchange from a rack that is not known: tiles not named, named."""

STRUCK: Final = (63, 1)
"""Weights, for each seat once the game is over: stays, left without showing its rack."""

END_SHOWN: Final = (1, 3)
"""Weights of a rack at the end: not known, known."""

IN_TIME: Final = (1, 15)
"""Weights of a seat's clock: ran over, did not."""

MINUTES: Final = (64, 32, 16, 8, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
"""Weights of how many binary digits the minutes over have after their first."""

_PLAIN: Final[dict[Kind, Move]] = {Kind.PASS: Pass(), Kind.ACCEPT: Accept()}
_KIND_OF: Final[dict[type[Move], Kind]] = {
    Pass: Kind.PASS,
    Exchange: Kind.EXCHANGE,
    Accept: Kind.ACCEPT,
    Challenge: Kind.UPHELD,
    Play: Kind.PLAY,
}


def choose_course(chooser: Chooser, deal: Deal, head: Replay, deal_from: DealFrom, told: Replay | None) -> Replay:
    """The replay with this head, its steps and its end as they are chosen; ``told`` is what to write.

    Raises ``ValueError`` where what is to be written cannot have happened, and ``DecodeError`` for what is read and is
    told otherwise than it would be written.
    """
    return _Course(chooser, deal, Walk(head, deal_from), told).run(head)


def kind_weights(position: Position) -> tuple[int, ...]:
    """The weights of the kinds as far as the rules allow them here."""
    free, held = not position.answer_pending, position.mover.rack.size
    allowed = {
        Kind.STOP: True,
        Kind.LEAVE: True,
        Kind.PASS: free,
        Kind.EXCHANGE: free and held > 0 and position.available >= position.rules.exchange_minimum,
        Kind.ACCEPT: not free,
        Kind.WITHDRAWN: position.challenge_pending,
        Kind.UPHELD: position.challenge_pending,
        Kind.PLAY: free and held > int(position.board.empty),
    }
    weights = dict(zip(Kind, KINDS, strict=True))
    if not allowed[Kind.EXCHANGE]:
        weights[Kind.PASS] = PASS_ONLY
    return tuple(weights[kind] if allowed[kind] else 0 for kind in Kind)


def _kind_of(step: Step | None) -> Kind:
    if step is None:
        return Kind.STOP
    if step.move is None:
        return Kind.LEAVE
    return Kind.WITHDRAWN if step.withdrawn else _KIND_OF[type(step.move)]


class _Course:
    """Writes a replay where one is told, reads one where none is: then whatever is told of it is ``None``."""

    def __init__(self, chooser: Chooser, deal: Deal, walk: Walk, told: Replay | None) -> None:
        self._chooser = chooser
        self._deal = deal
        self._walk = walk
        self._told = told
        self._steps: list[Step] = []

    def run(self, head: Replay) -> Replay:
        while self._walk.position.ended is None:
            step = self._next_told()
            kind = Kind(self._choose(kind_weights(self._walk.position), _kind_of(step)))
            if kind is Kind.STOP:
                break
            self._take(self._step(kind, step))
        racks = () if self._deal is Deal.OPEN else self._racks_at_the_end()
        return replace(head, steps=tuple(self._steps), racks=racks, overtime=self._overtime())

    def _choose(self, weights: Sequence[int], choice: int) -> int:
        """A choice that is only looked at when writing."""
        return self._chooser.choose(weights, None if self._told is None else choice)

    def _next_told(self) -> Step | None:
        if self._told is None or len(self._steps) >= len(self._told.steps):
            return None
        return self._told.steps[len(self._steps)]

    def _take(self, step: Step) -> None:
        self._walk.take(step)
        self._steps.append(step)

    # Steps

    def _step(self, kind: Kind, told: Step | None) -> Step:
        position = self._walk.position
        if kind is Kind.LEAVE:
            seats = position.present
            seat = self._chooser.number(len(seats), None if told is None else seats.index(told.seat))
            return Step(seats[seat], None)
        rack = None
        if self._deal is Deal.RECORDED:
            rack = self._rack(position.turn, RACK_SHOWN, None if told is None else told.rack)
        if self._deal is not Deal.OPEN:
            self._walk.show(position.turn, rack)
        return Step(position.turn, self._move(kind, None if told is None else told.move), rack, kind is Kind.WITHDRAWN)

    def _move(self, kind: Kind, told: Move | None) -> Move:
        if kind is Kind.PLAY:
            return self._play(told if isinstance(told, Play) else None)
        if kind is Kind.EXCHANGE:
            return self._exchange(told if isinstance(told, Exchange) else None)
        return _PLAIN.get(kind, Challenge())

    def _pool(self) -> dict[str, int]:
        """The tiles that the mover can have: those of the rack, or all that are not on the board."""
        position = self._walk.position
        rack = position.mover.rack.tiles
        return unseen(position.board) if rack is None else count_tiles(rack)

    def _play(self, told: Play | None) -> Play:
        position, pool = self._walk.position, self._pool()
        board = position.board
        found = placements(board, position.mover.rack.size)
        place = found.places[
            self._chooser.choose(found.weights, None if told is None else found.places.index(placement_of(told)))
        ]
        squares = line_squares(place.square, place.direction, board)[: place.tiles]
        laid = []
        for number, square in enumerate(squares):
            weights = letter_weights(board, square, squares[number + 1 :], pool)
            letter = LETTERS[
                self._chooser.choose(weights, None if told is None else LETTERS.index(told.tiles[number].letter))
            ]
            pool[tile_of(letter)] -= 1
            laid.append(Placed(square, letter))
            board = board.with_tiles(laid[-1:])
        return Play(tuple(laid))

    def _exchange(self, told: Exchange | None) -> Exchange:
        position = self._walk.position
        rack = position.mover.rack
        named = rack.tiles is not None or self._choose(EXCHANGE_SHOWN, int(told is not None and told.known)) == 1
        most = min(rack.size, position.available)
        count = 1 + self._chooser.number(most, None if told is None else len(told.tiles) - 1)
        if not named:
            return Exchange.hidden(count)
        return Exchange(choose_tiles(self._chooser, self._pool(), count, None if told is None else told.tiles))

    # Racks and the end

    def _rack(self, seat: int, shown: tuple[int, int], told: str | None) -> str | None:
        """The rack of a seat, if it is known; when reading, ``told`` is ``None``."""
        position = self._walk.position
        size = position.players[seat].rack.size
        if not size or not self._choose(shown, int(told is not None)):
            return None
        kept = self._walk.kept[seat]
        free = unseen(position.board)
        if any(kept.count(tile) > free[tile] for tile in kept):
            kept = ""
        more = None if told is None else remove_tiles(told, kept)
        if self._choose(RACK_KEEPS if kept else (0, 1), int(more is not None)):
            return sort_tiles(kept + choose_tiles(self._chooser, unseen(position.board, kept), size - len(kept), more))
        rack = choose_tiles(self._chooser, free, size, told)
        if remove_tiles(rack, kept) is not None:
            raise DecodeError("a rack is told in a longer way than needed")
        return rack

    def _racks_at_the_end(self) -> tuple[str | None, ...]:
        position = self._walk.position
        if position.ended is not None and position.ended.reason is not EndReason.LEFT:
            told = None if self._told is None else self._told.steps[len(self._steps) :]
            for seat in position.present:
                if self._choose(STRUCK, int(told is not None and Step(seat, None) in told)):
                    self._take(Step(seat, None))
        racks = (None,) * len(self._walk.position.players) if self._told is None else self._told.racks
        return tuple(self._last_rack(seat, rack) for seat, rack in enumerate(racks))

    def _last_rack(self, seat: int, told: str | None) -> str | None:
        position = self._walk.position
        rack = position.players[seat].rack
        if rack.tiles is None:
            return self._rack(seat, END_SHOWN, told)
        if not rack.size or self._choose(RACK_KEEPS, int(told == rack.tiles)):
            return rack.tiles or None
        other = choose_tiles(self._chooser, unseen(position.board), rack.size, told)
        if other == rack.tiles:
            raise DecodeError("a rack is told in a longer way than needed")
        return other

    def _overtime(self) -> tuple[int, ...]:
        movers = {step.seat for step in self._steps if step.move is not None}
        timed = self._walk.position.rules.clock > 0
        return tuple(
            self._minutes(seat) if timed and seat in movers else 0 for seat in range(len(self._walk.position.players))
        )

    def _minutes(self, seat: int) -> int:
        told = None if self._told is None else self._told.overtime[seat]
        if self._choose(IN_TIME, int(not told)):
            return 0
        length = self._chooser.choose(MINUTES, None if told is None else told.bit_length() - 1)
        start: int = 2**length
        return start + self._chooser.number(start, None if told is None else told - start)
