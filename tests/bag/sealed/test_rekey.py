from __future__ import annotations

from dataclasses import replace

import pytest

from p2pscrabble.bag.sealed.carry import carry
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.record import Closed, Dealt, Drew, Sent, Vanished
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed.game import FEW, Game


def vanished(name: str = "vanished") -> Game:
    """Four seats, the last of which is gone; two tiles on the board."""
    game = Game(4, name).dealt()
    game.lay(0, 2)
    game.happen(Vanished((3,), 1))
    return game


def test_every_rack_is_as_it_was_and_everything_else_is_in_the_bag() -> None:
    game = Game(4).dealt()
    game.lay(0, 2)
    racks = [game.rack(seat) for seat in range(4)]
    joint, slots = game.state.joint, [game.slots(seat) for seat in range(3)]
    game.vanish(3)
    assert [game.rack(seat) for seat in range(3)] == racks[:3]
    assert [game.slots(seat) for seat in range(3)] == slots
    assert game.state.racks[3] == ()
    assert game.state.present == game.state.seats == (0, 1, 2)
    assert game.state.joint != joint
    assert (game.state.epoch, game.state.step) == (1, 0)
    assert len(game.state.deck) == len(FEW) - 2 - 1 - 3 - 3
    left = []
    while game.state.deck:
        game.draw(0, 1)
        left.append(game.rack(0)[-1])
    known = {*game.state.board, *racks[0], *racks[1], *racks[2]}
    assert sorted(left) == sorted(set(FEW) - known)


def test_who_owes_what_when() -> None:
    game = vanished()
    assert set(game.any_state.duties) == {Duty(Kind.DECK, 0), *(Duty(Kind.CARRIED, seat) for seat in range(3))}
    for seat in range(3):
        game.send(Duty(Kind.DECK, seat))
        game.send(Duty(Kind.CARRIED, seat))
    assert set(game.any_state.duties) == {Duty(Kind.PROOF, seat) for seat in range(3)}
    for seat in range(3):
        game.send(Duty(Kind.PROOF, seat))
    for seat in range(3):
        assert game.any_state.duties == (Duty(Kind.RAISED, seat),)
        game.send(Duty(Kind.RAISED, seat))
    assert set(game.any_state.duties) == {Duty(Kind.TAGS, seat) for seat in range(3)}
    with pytest.raises(ValueError, match="not there yet"):
        game.rekeying.done()
    for seat in range(3):
        game.send(Duty(Kind.TAGS, seat))
    assert game.state.epoch == 1


def test_the_game_goes_on_to_its_end() -> None:
    game = Game(4, "on").dealt()
    game.vanish(1)
    game.exchange(2, 2)
    game.lay(3, 3)
    game.draw(3, 3)
    game.leave(0)
    game.draw(2, 1)
    game.close()
    game.account()


def test_another_vanishes_meanwhile() -> None:
    """All begins anew from where it was."""
    game = vanished("twice")
    base = game.rekeying.base
    racks = [tuple(game.seats[seat].rack(base).values()) for seat in range(2)]
    for kind in (Kind.DECK, Kind.CARRIED):
        game.send(Duty(kind, 0))
    game.settle(but=[2])
    assert game.any_state.duties[0].seat == 2
    game.happen(Vanished((2, 3), 2))
    assert game.rekeying.base is base
    game.settle()
    assert [game.rack(seat) for seat in range(2)] == racks
    assert game.state.present == (0, 1)
    assert game.state.epoch == 2
    game.exchange(0, 1)
    game.close()


def test_one_who_vanishes_during_an_exchange() -> None:
    """A draw that it had not served is made again, from the new bag, and only then do tiles go back."""
    game = Game(3, "exchange").dealt()
    rack = game.rack(0)
    game.happen(Drew(0, 2, (0, 1)))
    game.send(Duty(Kind.SHARES, 1))
    game.vanish(2)
    assert game.rack(0) == rack
    game.draw(0, 2, (0, 1))
    assert len(game.rack(0)) == 3
    assert game.state.step == 1


def test_one_who_vanishes_while_the_bag_is_shuffled() -> None:
    game = Game(3, "shuffling").dealt()
    game.happen(Drew(0, 2, (0, 1)))
    game.settle(but=[2])
    game.send(Duty(Kind.SHARES, 2))
    game.settle(but=[2])
    rack = game.rack(0)
    game.vanish(2)
    assert game.rack(0) == rack
    assert len(game.state.deck) == len(FEW) - 6


def test_one_who_vanishes_before_the_deal() -> None:
    """There are no racks to look for: the fresh deck is the bag."""
    game = Game(3, "before")
    game.settle(but=[2])
    game.vanish(2)
    assert len(game.state.deck) == len(FEW)
    game.happen(Dealt(3))
    game.settle()
    assert [len(rack) for rack in game.state.racks] == [3, 3, 0]


def test_one_who_vanishes_at_the_end() -> None:
    game = Game(3, "end").dealt()
    game.happen(Closed())
    game.settle(but=[2])
    game.vanish(2)
    game.close()


def test_who_has_an_empty_rack_carries_nothing() -> None:
    game = Game(3, "nothing").dealt()
    game.lay(1, 3)
    game.happen(Vanished((2,), 1))
    assert Duty(Kind.CARRIED, 1) not in game.any_state.duties
    game.settle()
    assert game.state.racks[1] == ()


def test_a_seat_that_had_left_is_not_asked() -> None:
    game = Game(4, "left").dealt()
    game.leave(0)
    game.happen(Vanished((3,), 1))
    assert {duty.seat for duty in game.any_state.duties} == {1, 2}
    game.settle()
    assert game.state.seats == game.state.present == (1, 2)
    game.exchange(1, 2)
    game.close()


def test_new_keys_need_two_seats_and_a_new_epoch() -> None:
    game = Game(3).dealt()
    for gone, epoch in (((1, 2), 1), ((2,), 0)):
        with pytest.raises(ValueError, match="two seats and a new epoch"):
            game.happen(Vanished(gone, epoch))


# What cheats might try


def test_a_tile_exchanged_on_the_way() -> None:
    """A seat carries over another tile than it held: proven for a rack that it would like better."""
    game = vanished()
    state = game.rekeying
    rack = [slot.own for slot in state.base.racks[1]]
    wanted = [rack[0], rack[0], rack[2]]
    context = Context(game.game_id, Purpose.CARRY, 1, 0, 1)
    body = carry(game.seeds[1], context, secret_key(game.seeds[1], game.game_id), state.joint, wanted).encode()
    with pytest.raises(Breach, match="carried other tiles"):
        game.happen(Sent(Duty(Kind.CARRIED, 1), body))
    with pytest.raises(Breach, match="carried other tiles"):
        game.happen(Sent(Duty(Kind.CARRIED, 1), game.seats[2].answer(state, Kind.CARRIED)))
    with pytest.raises(DecodeError):
        game.happen(Sent(Duty(Kind.CARRIED, 1), body[96:]))


def test_a_list_raised_unevenly_or_by_the_wrong_seat() -> None:
    game = vanished()
    game.until(Kind.RAISED)
    body = game.seats[0].answer(game.any_state, Kind.RAISED)
    swapped = body[:32] + body[96:160] + body[32:96] + body[160:]
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.RAISED, 0), swapped))
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.RAISED, 1), body))
    with pytest.raises(DecodeError):
        game.happen(Sent(Duty(Kind.RAISED, 0), body[:-64]))


def test_wrong_shares_of_the_tags() -> None:
    """Which would hide a tile of one's rack among those of the bag."""
    game = vanished()
    game.until(Kind.TAGS)
    body = game.seats[0].answer(game.any_state, Kind.TAGS)
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.TAGS, 0), body[32:64] + body[:32] + body[64:]))
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Sent(Duty(Kind.TAGS, 1), body))
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.TAGS, 3), body))


def test_an_answer_for_another_epoch() -> None:
    game, later = vanished(), vanished()
    later.any_state = Rekeying.begin(later.rekeying.base, (3,), 2)
    with pytest.raises(Breach, match="carried other tiles"):
        game.happen(Sent(Duty(Kind.CARRIED, 0), later.seats[0].answer(later.any_state, Kind.CARRIED)))
    game.until(Kind.PROOF)
    later.until(Kind.PROOF)
    with pytest.raises(Breach, match="without a proof"):
        game.happen(Sent(Duty(Kind.PROOF, 0), later.seats[0].answer(later.any_state, Kind.PROOF)))


def test_tags_that_do_not_fit_charge_nobody() -> None:
    """No proof allows it; but if it came to that, the game would not go on as if nothing were."""
    game = vanished()
    game.until(Kind.TAGS)
    for seat in range(3):
        last = game.rekeying
        if seat < 2:
            game.send(Duty(Kind.TAGS, seat))
    tagged = last.take(Duty(Kind.TAGS, 2), game.seats[2].answer(last, Kind.TAGS))
    with pytest.raises(PeerError, match="not each once"):
        replace(tagged, raised=(*tagged.raised[:-1], tagged.raised[0])).done()


def test_tags_tell_nothing_but_which_are_equal() -> None:
    """Two games of new keys from one state have no tag in common, and no tag is a tile."""
    found: list[set[object]] = []
    for epoch in (1, 2):
        game = Game(3, "tags").dealt()
        game.happen(Vanished((2,), epoch))
        game.until(Kind.TAGS)
        game.send(Duty(Kind.TAGS, 0))
        state = game.rekeying
        tagged = state.take(Duty(Kind.TAGS, 1), game.seats[1].answer(state, Kind.TAGS))
        assert len(set(tagged._tags())) == len(FEW)
        assert len(tagged._tags()) == len(FEW) + 6
        found.append(set(tagged._tags()))
    assert not found[0] & found[1]
