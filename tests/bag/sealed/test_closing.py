from __future__ import annotations

from dataclasses import replace

import pytest

from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.record import Closed, LeftOpen, Sent
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed.game import Game


def closing() -> Game:
    game = Game(3, "closing").dealt()
    game.lay(0, 3)
    game.happen(Closed())
    return game


def test_all_racks_and_the_bag_are_opened() -> None:
    game = closing()
    assert set(game.state.duties) == {
        Duty(Kind.LEFTOVER, 0),
        *(Duty(kind, seat) for kind in (Kind.RACK, Kind.LEFTOVER) for seat in (1, 2)),
    }
    racks = [game.rack(seat) for seat in range(3)]
    game.settle()
    assert game.closing.shown == tuple(racks)
    left = game.closing.leftover
    assert sorted((*left, *racks[1], *racks[2], *game.state.board)) == sorted(game.state.tiles)
    game.account()


def test_a_tile_too_many_or_too_few() -> None:
    game = closing()
    game.settle()
    stage, board = game.closing, tuple(game.state.board)
    for tiles, laid in ((game.state.tiles[1:], board), (game.state.tiles, board[1:]), (game.state.tiles, (*board, 1))):
        with pytest.raises(PeerError, match="whole set"):
            stage.account(tiles, laid)


def test_an_empty_bag_and_empty_racks_need_nothing() -> None:
    game = Game(2, "empty", (0, 9, 30, 98)).dealt(2)
    for seat in range(2):
        game.lay(seat, 2)
    game.happen(Closed())
    assert game.state.duties == ()
    assert game.closing.leftover == ()
    game.account()


def test_another_rack_than_ones_own() -> None:
    """Fewer slots, another order, or another seat's."""
    game = closing()
    own = game.slots(1)
    for slots in (own[:2], (own[1], own[0], own[2])):
        body = game.seats[1].show(game.state, slots, b"")
        with pytest.raises(Breach, match="something else than its rack"):
            game.happen(Sent(Duty(Kind.RACK, 1), body))
    body = game.seats[2].answer(game.state, Kind.RACK)
    with pytest.raises(Breach, match="something else than its rack"):
        game.happen(Sent(Duty(Kind.RACK, 1), body))


def test_wrong_shares() -> None:
    game = closing()
    rack, bag = (game.seats[1].answer(game.state, kind) for kind in (Kind.RACK, Kind.LEFTOVER))
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.LEFTOVER, 2), bag))
    with pytest.raises(DecodeError):
        game.happen(Sent(Duty(Kind.LEFTOVER, 1), rack))
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.RACK, 1), rack[:4] + rack[36:68] + rack[4:36] + rack[68:]))
    assert len(game.state.duties) == 5


def test_a_seat_that_leaves_only_now_has_opened_everything() -> None:
    game = closing()
    rack = game.rack(1)
    game.happen(LeftOpen(1, game.seeds[1]))
    assert game.closing.shown[1] == rack
    game.settle()
    game.account()


def test_a_tile_that_no_proof_allows_is_found() -> None:
    game = closing()
    game.settle()
    stage = game.closing
    twice = replace(stage, deck=(stage.deck[1], *stage.deck[1:]))
    with pytest.raises(PeerError):
        twice.account(game.state.tiles, tuple(game.state.board))
