from __future__ import annotations

from dataclasses import replace

import pytest

from p2pscrabble.bag.group import GENERATOR
from p2pscrabble.bag.sealed.chain import Chain
from p2pscrabble.bag.sealed.deck import encode_deck
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.record import Closed, Dealt, Drew, Laid, LeftOpen, RackShuffled, Sent, Withdrawn
from p2pscrabble.bag.sealed.slots import public_slot
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed.game import FEW, Game
from tests.bag.sealed.small import KEYS, flipped


def test_a_game_begins_with_keys() -> None:
    state = Sealed.begin(bytes(32), KEYS)
    assert state.tiles == tuple(range(100))
    assert (state.epoch, state.step, state.deck) == (0, 0, ())
    assert state.present == state.seats == (0, 1)
    assert state.duties == (Duty(Kind.DECK, 0),)
    with pytest.raises(PeerError, match="cancel out"):
        Sealed.begin(bytes(32), [KEYS[0], -KEYS[0]])


def test_nothing_secret_is_shown() -> None:
    game = Game(2).dealt()
    shown = repr((game.state, game.seats, game.record.keys))
    for seed in game.seeds:
        assert repr(seed)[2:-1] not in shown
        assert seed.hex() not in shown


def test_tiles_are_drawn_from_the_front() -> None:
    game = Game(2)
    game.settle()
    deck = game.state.deck
    game.happen(Dealt(3))
    assert game.state.deck == deck[6:]
    game.settle()
    game.happen(Drew(1, 2))
    assert game.state.deck == deck[8:]
    game.settle()
    assert len(game.state.racks[1]) == 5
    assert game.slots(1) == (3, 4, 5, 6, 7)


def test_what_the_table_must_not_ask() -> None:
    game = Game(2)
    with pytest.raises(ValueError, match="under way"):
        game.state.deal()
    game.dealt()
    with pytest.raises(ValueError, match="cannot be drawn"):
        game.state.draw(0, len(FEW))
    assert game.state.draw(0, 0) is game.state
    game.happen(Drew(0, 1))
    with pytest.raises(ValueError, match="under way"):
        game.state.draw(1, 1)
    with pytest.raises(ValueError, match="under way"):
        game.state.close()
    with pytest.raises(ValueError, match="under way"):
        game.state.shuffle_rack(0, b"")
    game.settle()
    with pytest.raises(ValueError, match="on the board"):
        game.state.take_back(0, (5,))
    with pytest.raises(ValueError, match="on the board"):
        game.state.put_back((5,))


@pytest.mark.parametrize(
    ("count", "back", "reason"),
    [
        (2, (1, 0), "other tiles than it may"),
        (2, (0, 0), "other tiles than it may"),
        (2, (0,), "other tiles than it may"),
        (1, (0, 1), "other tiles than it may"),
        (1, (3,), "not on its rack"),
        (1, (99,), "not on its rack"),
    ],
)
def test_what_a_seat_may_not_put_back(count: int, back: tuple[int, ...], reason: str) -> None:
    game = Game(2).dealt()
    with pytest.raises(Breach, match=reason):
        game.happen(Drew(0, count, back))


def test_what_goes_back_leaves_the_rack_when_the_draw_is_served() -> None:
    game = Game(2).dealt()
    game.happen(Drew(0, 2, (0, 2)))
    assert game.slots(0) == (0, 1, 2)
    game.send(Duty(Kind.SHARES, 1))
    assert game.slots(0) == (1, 6, 7)
    assert isinstance(game.state.stage, Chain)
    game.settle()
    assert game.state.step == 1
    assert len(game.state.deck) == len(FEW) - 6


def test_one_tile_goes_back_as_it_is() -> None:
    """There is nothing to put in order."""
    game = Game(2).dealt()
    game.happen(Drew(0, 1, (0,)))
    slot = game.state.racks[0][0]
    game.send(Duty(Kind.SHARES, 1))
    assert game.chain.deck == (*game.state.deck, slot.joint)
    assert [link.seat for link in game.chain.waiting] == [0, 1]


def test_laying_tiles_opens_them() -> None:
    game = Game(2).dealt()
    rack = game.seats[0].rack(game.state)
    body = game.seats[0].show(game.state, (2, 0), b"turn")
    state, tiles = game.state.show(0, body, b"turn")
    assert tiles == (rack[2], rack[0])
    assert state.board == set(tiles)
    assert [slot.number for slot in state.racks[0]] == [1]


def test_laying_what_is_not_ones_own_or_not_any_more() -> None:
    game = Game(2).dealt()
    body = game.seats[0].show(game.state, (0,), b"turn")
    with pytest.raises(Breach, match="not made with its key"):
        game.state.show(0, body, b"another turn")
    with pytest.raises(Breach, match="not on its rack"):
        game.state.show(1, body, b"turn")
    with pytest.raises((Breach, DecodeError)):
        game.state.show(0, flipped(body, 60), b"turn")
    game.happen(Laid(0, body, b"turn"))
    with pytest.raises(Breach, match="slot 0, which is not on its rack"):
        game.state.show(0, body, b"turn")


def test_a_withdrawn_play_is_on_the_rack_again() -> None:
    game = Game(2).dealt()
    rack = game.rack(0)
    tiles = game.lay(0, 2)
    game.withdraw(0, tiles)
    assert sorted(game.rack(0)) == sorted(rack)
    assert game.state.board == frozenset()
    assert game.slots(0) == (2, 6, 7)
    assert set(game.lay(0, 3)) == set(rack)


def test_a_tile_that_everyone_has_seen_goes_back_like_others() -> None:
    game = Game(2, "seen").dealt()
    game.withdraw(0, game.lay(0, 2))
    game.exchange(0, 3)
    game.close()
    game.account()


def test_a_tile_cannot_be_laid_twice() -> None:
    """No proof allows it; but if it came to that, it would be seen."""
    game = Game(2).dealt()
    (tile,) = game.lay(0, 1)
    again = public_slot(50, tile, game.state.joint, secret_key(game.seeds[0], game.game_id) * GENERATOR)
    twice = replace(game.state, racks=((again,), game.state.racks[1]))
    body = game.seats[0].show(twice, (50,), b"x")
    with pytest.raises(Breach, match="on the board already"):
        twice.show(0, body, b"x")


def test_a_rack_shuffled_is_the_same_rack() -> None:
    game = Game(3, "rack").dealt()
    rack = game.rack(1)
    body = game.seats[1].shuffle_rack(game.state)
    assert len(body) == 3 * 64 + 3 * 128 + 145
    game.happen(RackShuffled(1, body))
    assert game.serving.replaced == (3, 4, 5)
    game.settle()
    assert game.slots(1) == (9, 10, 11)
    assert sorted(game.rack(1)) == sorted(rack)
    game.exchange(1, 2)
    game.close()


def test_a_rack_shuffled_wrongly() -> None:
    game = Game(2).dealt()
    body = game.seats[1].shuffle_rack(game.state)
    for wrong in (body[64:128] + body[:64] + body[128:], flipped(body, 8 * 200)):
        with pytest.raises((Breach, DecodeError)):
            game.happen(RackShuffled(1, wrong))
    for wrong in (b"", body[:-1], body[:100]):
        with pytest.raises(DecodeError):
            game.happen(RackShuffled(1, wrong))
    with pytest.raises((Breach, DecodeError)):
        game.happen(RackShuffled(0, body))


# Leaving


def test_a_leaver_shows_its_rack_which_goes_into_the_bag() -> None:
    game = Game(3, "leaver").dealt()
    rack = game.rack(2)
    state, tiles = game.state.leave(2, game.seeds[2])
    assert tiles == tuple(sorted(rack))
    assert state.racks[2] == ()
    assert state.present == (0, 1)
    assert state.seats == (0, 1, 2)
    game.leave(2)
    assert game.state.step == 1
    assert len(game.state.deck) == len(FEW) - 6
    assert [duty.seat for duty in game.state.duties] == []


def test_a_leaver_has_to_open_the_seed_of_its_key() -> None:
    game = Game(3).dealt()
    for seed in (game.seeds[0], bytes(16)):
        with pytest.raises(Breach, match="another seed"):
            game.state.leave(2, seed)


def test_a_leaver_in_the_middle_of_a_shuffle() -> None:
    """Its part is worked out by everyone: the bag is that of a leaver who had done it all."""
    decks = []
    for sent in (0, 2, 4):
        game = Game(3, "middle").dealt()
        game.happen(Drew(0, 2, (0, 1)))
        game.send(Duty(Kind.SHARES, 1))
        game.send(Duty(Kind.SHARES, 2))
        for duty in (Duty(Kind.DECK, 0), Duty(Kind.DECK, 0), Duty(Kind.DECK, 1), Duty(Kind.PROOF, 1))[:sent]:
            game.send(duty)
        game.leave(1)
        assert game.state.step == 2
        decks.append(game.state.deck)
    assert len(set(decks)) == 1


def test_a_leaver_who_was_just_putting_tiles_back() -> None:
    """The order that only it knew is known now."""
    decks = []
    for sent in range(3):
        game = Game(3, "putting").dealt()
        game.happen(Drew(1, 2, (3, 5)))
        game.send(Duty(Kind.SHARES, 0))
        game.send(Duty(Kind.SHARES, 2))
        for duty in (Duty(Kind.DECK, 1), Duty(Kind.DECK, 0))[:sent]:
            game.send(duty)
        game.leave(1)
        decks.append(game.state.deck)
    assert len(set(decks)) == 1


def test_a_leaver_who_had_not_shuffled_as_its_seed_does() -> None:
    """It proved nothing yet; it must be taken for one that vanished."""
    game = Game(3, "liar").dealt()
    game.happen(Drew(0, 1, (0,)))
    game.send(Duty(Kind.SHARES, 1))
    game.send(Duty(Kind.SHARES, 2))
    game.send(Duty(Kind.DECK, 0))
    deck = encode_deck(game.chain.deck[::-1])
    game.happen(Sent(Duty(Kind.DECK, 1), deck))
    before = game.state
    with pytest.raises(Breach, match="otherwise than its seed"):
        game.happen(LeftOpen(1, game.seeds[1]))
    assert game.state is before


def test_a_draw_of_the_leavers_own_is_not_made() -> None:
    game = Game(3, "own draw").dealt()
    deck, rack = game.state.deck, game.rack(1)
    game.happen(Drew(1, 2, (3, 4)))
    game.send(Duty(Kind.SHARES, 0))
    state, tiles = game.state.leave(1, game.seeds[1])
    assert tiles == tuple(sorted(rack))
    assert isinstance(state.stage, Chain)
    assert state.stage.deck[: len(deck)] == deck


def test_a_shuffle_of_the_leavers_own_rack_is_not_made() -> None:
    game = Game(3, "own rack").dealt()
    deck = game.state.deck
    game.happen(RackShuffled(1, game.seats[1].shuffle_rack(game.state)))
    state, _ = game.state.leave(1, game.seeds[1])
    assert isinstance(state.stage, Chain)
    assert state.stage.deck[: len(deck)] == deck
    assert len(state.stage.deck) == len(deck) + 3


def test_a_leaver_while_another_draws() -> None:
    """The draw comes first, with what goes back in it, and then the leaver's rack, in two shuffles."""
    game = Game(3, "other draw").dealt()
    game.happen(Drew(0, 2, (0, 1)))
    game.happen(LeftOpen(2, game.seeds[2]))
    assert game.state.duties == (Duty(Kind.SHARES, 1),)
    game.settle()
    assert game.state.step == 2
    assert len(game.state.deck) == len(FEW) - 6


def test_nobody_leaves_while_the_first_tiles_are_dealt() -> None:
    game = Game(3)
    game.settle()
    game.happen(Dealt(3))
    with pytest.raises(ValueError, match="while the first tiles are dealt"):
        game.state.leave(0, game.seeds[0])


def test_a_leaver_before_the_deal() -> None:
    game = Game(3)
    game.leave(1)
    game.dealt()
    assert [len(rack) for rack in game.state.racks] == [3, 0, 3]


def test_the_last_tiles_go_back_when_the_bag_is_empty() -> None:
    game = Game(3, "empty", (0, 9, 30, 47, 98, 99)).dealt(2)
    assert game.state.deck == ()
    game.lay(1, 2)
    game.leave(1)
    assert game.state.step == 1  # nothing to shuffle
    game.leave(2)
    assert len(game.state.deck) == 2


def test_a_play_of_a_leaver_is_withdrawn_into_the_bag() -> None:
    game = Game(3, "withdrawn").dealt()
    tiles = game.lay(1, 2)
    game.leave(1)
    game.withdraw(1, tiles)
    assert game.state.board == frozenset()
    assert game.state.step == 2
    assert len(game.state.deck) == len(FEW) - 6


def test_the_game_is_closed_once() -> None:
    game = Game(2).dealt()
    game.happen(Closed())
    with pytest.raises(ValueError, match="under way"):
        game.state.close()


def test_what_a_seat_without_a_key_cannot_do() -> None:
    game = Game(3, "vanished").dealt()
    tiles = game.lay(2, 1)
    body = game.seats[2].show(game.state, game.slots(2), b"x")
    game.vanish(2)
    with pytest.raises(ValueError, match="seat 2 has vanished"):
        game.state.show(2, body, b"x")
    with pytest.raises(ValueError, match="seat 2 has vanished"):
        game.state.take_back(2, tiles)
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.DECK, 2), b""))
    game.happen(Withdrawn(2, tiles))
    game.settle()
    assert len(game.state.deck) == len(FEW) - 6
