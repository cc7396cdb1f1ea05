"""Whole games of two, three and four seats, from the first key to the audit.

The audit also compares every tile that was drawn with what ``bag.order`` makes of the same seeds and history. Two seats
play with all hundred tiles; with more seats fewer do, and are quicker.
"""

from __future__ import annotations

from p2pscrabble.bag import BagOrder, order
from p2pscrabble.bag.order import ALL_TILES, BagEvent, Drawn, Left
from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.record import Dealt, Drew
from tests.bag.sealed.game import REMEMBERING, Game

MANY = ALL_TILES[::3]


def audited(game: Game) -> BagOrder:
    found = audit(game.record, game.seeds, REMEMBERING)
    assert found.clean
    assert found.order is not None
    return found.order


def test_two_seats() -> None:
    game = Game(2, "two", ALL_TILES).dealt(7)
    racks = [game.rack(seat) for seat in range(2)]
    laid = game.lay(0, 4)
    game.draw(0, 4)
    back = game.rack(1)[:3]
    game.exchange(1, 3)
    game.lay(0, 7)
    game.draw(0, 7)
    game.close()
    game.account()
    found = audited(game)
    history = [Drawn(0, 7), Drawn(1, 7), Drawn(0, 4), Drawn(1, 3, back), Drawn(0, 7)]
    assert found == order(game.seeds, history)
    assert (found.of(0)[:7], found.of(1)[:7]) == tuple(racks)
    assert set(laid) < set(racks[0])
    assert game.closing.leftover == found.bag.tiles


def test_three_seats_of_which_one_leaves() -> None:
    game = Game(3, "three", MANY).dealt(7)
    rack = game.rack(1)
    game.leave(1)
    game.draw(0, 0)
    back = game.rack(2)[:7]
    game.exchange(2, 7)
    game.close()
    game.account()
    history: list[BagEvent] = [Drawn(0, 7), Drawn(1, 7), Drawn(2, 7), Left(1, rack), Drawn(2, 7, back)]
    assert audited(game) == order(game.seeds, history, MANY)
    assert game.rack(2) == order(game.seeds, history, MANY).draws[-1][1]


def test_four_seats_of_which_one_vanishes_and_one_leaves() -> None:
    game = Game(4, "four", MANY)
    game.settle()
    game.happen(Dealt(7))
    game.settle()
    game.lay(1, 5)
    game.happen(Drew(1, 5))
    racks = [game.rack(seat) for seat in range(4)]
    game.vanish(3)
    assert [game.rack(seat) for seat in range(3)] == racks[:3]
    game.draw(1, 5)
    game.leave(0)
    game.exchange(2, 2)
    game.close()
    game.account()
    found = audited(game)
    assert [(seat, len(tiles)) for seat, tiles in found.draws] == [(0, 7), (1, 7), (2, 7), (3, 7), (1, 5), (2, 2)]
    assert game.closing.leftover == found.bag.tiles
    assert set(racks[3]) <= set(found.bag.tiles) | set(game.rack(1)) | set(game.rack(2))


def test_late_in_the_bag() -> None:
    """An exchange that takes all that is left, and a leaver who fills an empty bag again."""
    tiles = (*ALL_TILES[::8], 98, 99)
    game = Game(3, "late", tiles).dealt(4)
    assert len([*game.state.deck]) == 3
    game.exchange(0, 3)
    game.lay(1, 3)
    game.draw(1, 3)
    assert [*game.state.deck] == []
    game.leave(0)
    game.exchange(1, 2)
    game.close()
    game.account()
    assert audited(game).bag.tiles == game.closing.leftover
