from __future__ import annotations

import pytest

from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.record import Dealt, Drew, LeftOpen, Sent
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed.game import Game


def dealing(seats: int = 3) -> Game:
    game = Game(seats)
    game.settle()
    game.happen(Dealt(3))
    return game


def test_everyone_serves_all_others_at_once() -> None:
    game = dealing()
    assert game.state.duties == tuple(Duty(Kind.SHARES, seat) for seat in range(3))
    assert len(game.serving.bases(0)) == 6
    assert game.serving.holders == {0, 1, 2}
    assert [drawn.holder for drawn in game.serving.drawn] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert game.state.racks == ((), (), ())
    game.send(Duty(Kind.SHARES, 1))
    assert game.serving.owed(1) == ()
    game.send(Duty(Kind.SHARES, 0))
    game.send(Duty(Kind.SHARES, 2))
    assert [len(rack) for rack in game.state.racks] == [3, 3, 3]
    assert game.slots(1) == (3, 4, 5)


def test_only_the_holder_can_read_a_tile() -> None:
    """What another seat's key makes of a slot is no tile."""
    game = dealing()
    game.settle()
    tiles = [tile for seat in range(3) for tile in game.rack(seat)]
    assert len(set(tiles)) == 9
    for seat in range(3):
        for other in {0, 1, 2} - {seat}:
            for slot in game.state.racks[seat]:
                with pytest.raises(PeerError, match="no tile"):
                    slot.tile(secret_key(game.seeds[other], game.game_id))


def test_shares_that_are_wrong_change_nothing() -> None:
    game = dealing()
    before = game.state
    good = game.seats[0].answer(before, Kind.SHARES)
    other = game.seats[1].answer(before, Kind.SHARES)
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.SHARES, 0), other))
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.SHARES, 0), good[32:64] + good[:32] + good[64:]))
    for body in (good[32:], good + bytes(32), b""):
        with pytest.raises(DecodeError):
            game.happen(Sent(Duty(Kind.SHARES, 0), body))
    assert game.state is before


def test_shares_of_an_earlier_draw() -> None:
    game = dealing()
    game.settle()
    game.happen(Drew(0, 1))
    first = game.seats[1].answer(game.state, Kind.SHARES)
    game.settle()
    game.happen(Drew(0, 1))
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.SHARES, 1), first))


def test_shares_that_are_not_owed() -> None:
    game = dealing()
    game.settle()
    game.happen(Drew(0, 2))
    assert game.state.duties == (Duty(Kind.SHARES, 1), Duty(Kind.SHARES, 2))
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.SHARES, 0), b""))


def test_a_seat_that_has_left_serves_by_its_seed() -> None:
    game = dealing()
    game.settle()
    game.leave(2)
    game.happen(Drew(0, 2))
    assert game.state.duties == (Duty(Kind.SHARES, 1),)
    game.settle()
    assert len(game.rack(0)) == 5


def test_the_last_share_may_be_that_of_a_seat_that_leaves() -> None:
    game = dealing()
    game.settle()
    game.happen(Drew(0, 2))
    game.send(Duty(Kind.SHARES, 1))
    game.happen(LeftOpen(2, game.seeds[2]))
    assert len(game.rack(0)) == 5
