"""Sealed games in which anything that can happens at any time: moves, leavers, vanished seats, messages in any order.

``python -m tests.bag.sealed.random_game`` plays 300 of them, in some minutes; the tests play a few.
"""

from __future__ import annotations

import random
import sys

import pytest

from p2pscrabble.bag.sealed.audit import Audit, audit
from p2pscrabble.bag.sealed.closing import Closing
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.record import Closed, Dealt, Drew, Laid, LeftOpen, RackShuffled, Vanished, Withdrawn
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.game.tiles import RACK_SIZE
from tests.bag.sealed.game import REMEMBERING, Game
from tests.bag.sealed.small import flipped

TILES = (0, 9, 13, 17, 18, 30, 45, 55, 70, 76, 81, 90, 98, 99)


class RandomGame:
    """One game, all of it from one number."""

    def __init__(self, number: int) -> None:
        self.chance = random.Random(number)
        self.game = Game(self.chance.randint(2, 4), f"random {number}", TILES)
        self.unrest = self.chance.choice((0.0, 0.02, 0.1))
        """How likely somebody goes rather than that a message is sent."""
        self.laid: list[tuple[int, tuple[int, ...]]] = []
        self.epoch = 0
        self.known: dict[int, tuple[int, ...]] = {}

    def play(self, turns: int = 12) -> Audit:
        """To its end, with the audit."""
        game, chance = self.game, self.chance
        self.messages()
        game.happen(Dealt(2))
        self.messages()
        for _ in range(turns):
            if len(game.state.present) < 2:
                break
            self.turn(chance.choice(game.state.present))
            self.messages()
        self.messages(calm=True)
        game.happen(Closed())
        game.settle()
        assert isinstance(game.state.stage, Closing)
        game.account()
        return audit(game.record, game.seeds, REMEMBERING)

    def messages(self, calm: bool = False) -> None:
        """Everyone sends what is owed, in any order; now and then somebody goes instead."""
        game, chance = self.game, self.chance
        while game.any_state.duties:
            if not calm and chance.random() < self.unrest and self.go():
                continue
            duty = chance.choice(game.any_state.duties)
            if duty.kind is not Kind.DECK and chance.random() < 0.1:
                self.forge(duty)
            game.send(duty)
            self.look()

    def forge(self, duty: Duty) -> None:
        """The message with one bit changed is refused; only a deck may pass, until its proof."""
        body = self.game.seats[duty.seat].answer(self.game.any_state, duty.kind)
        changed = flipped(body, self.chance.randrange(8 * len(body)))
        with pytest.raises((Breach, DecodeError)):
            self.game.any_state.take(duty, changed)

    def go(self) -> bool:
        """A seat leaves or vanishes, where at least two stay."""
        game, state = self.game, self.game.any_state
        seats = state.seats if isinstance(state, Rekeying) else state.present
        if len(seats) < 3:
            return False
        seat = self.chance.choice(seats)
        if isinstance(state, Sealed) and self.chance.random() < 0.5:
            try:
                game.happen(LeftOpen(seat, game.seeds[seat]))
            except ValueError:
                return False
            self.known.pop(seat, None)
            return True
        self.epoch += 1
        gone = {seat}
        if isinstance(state, Rekeying):
            gone |= set(state.base.present) - set(state.seats)
        game.happen(Vanished(tuple(sorted(gone)), self.epoch))
        return True

    def turn(self, seat: int) -> None:
        """Something that the rules might bring about."""
        game, chance = self.game, self.chance
        slots = list(game.slots(seat))
        chance.shuffle(slots)
        some = slots[: chance.randint(0, len(slots))]
        match chance.randrange(5):
            case 0 | 1 if some:
                before = game.state.board
                game.happen(Laid(seat, game.seats[seat].show(game.state, some, b"t"), b"t"))
                self.laid.append((seat, tuple(game.state.board - before)))
                self.known.pop(seat, None)
            case 2 if some and len(game.state.deck) >= len(some):
                game.happen(Drew(seat, len(some), tuple(sorted(some))))
                self.known.pop(seat, None)
            case 3 if self.laid:
                author, tiles = self.laid.pop()
                if len(game.slots(author)) + len(tiles) > RACK_SIZE:
                    return
                game.happen(Withdrawn(author, tiles))
                self.known.pop(author, None)
            case 4 if some:
                game.happen(RackShuffled(seat, game.seats[seat].shuffle_rack(game.state)))
            case _:
                count = min(RACK_SIZE - len(slots), chance.randint(1, 3), len(game.state.deck))
                if count:
                    game.happen(Drew(seat, count))
                    self.known.pop(seat, None)

    def look(self) -> None:
        """Nobody's rack changes without its doing."""
        state = self.game.any_state
        if isinstance(state, Rekeying) or state.stage is not None:
            return
        for seat in state.present:
            rack = tuple(sorted(self.game.rack(seat)))
            assert self.known.setdefault(seat, rack) == rack or len(self.known[seat]) == 0


def main(games: int = 300) -> int:
    """Plays them; any that fails ends it all, by its number."""
    for number in range(games):
        try:
            found = RandomGame(number).play()
        except Exception:
            sys.stdout.write(f"FAILED random game {number}\n")
            raise
        if not found.clean or found.order is None:
            sys.stdout.write(f"FAILED random game {number}: {found.faults}\n")
            return 1
    sys.stdout.write(f"{games} random sealed games, all well\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
