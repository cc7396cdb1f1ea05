from __future__ import annotations

import pytest

from p2pscrabble.bag.sealed.deck import encode_deck
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.proof import verify
from p2pscrabble.bag.sealed.record import Drew, Sent
from p2pscrabble.bag.sealed.transcript import Purpose
from p2pscrabble.errors import Breach, DecodeError
from tests.bag.sealed.game import Game


def test_decks_go_on_before_they_are_proven() -> None:
    game = Game(3)
    for seat in range(3):
        assert Duty(Kind.DECK, seat) in game.state.duties
        assert [duty for duty in game.state.duties if duty.kind is Kind.PROOF] == [
            Duty(Kind.PROOF, other) for other in range(seat)
        ]
        game.send(Duty(Kind.DECK, seat))
    assert game.state.duties == tuple(Duty(Kind.PROOF, seat) for seat in range(3))
    assert game.state.deck == ()  # nothing can be drawn yet
    for seat in (2, 0, 1):  # proofs in any order
        game.send(Duty(Kind.PROOF, seat))
    assert game.state.stage is None
    assert len(game.state.deck) == len(game.state.tiles)


def test_each_statement_joins_two_decks() -> None:
    game = Game(2)
    game.send(Duty(Kind.DECK, 0))
    game.send(Duty(Kind.DECK, 1))
    first, second = game.chain.statement(0), game.chain.statement(1)
    assert first.after == second.before
    assert second.after == game.chain.deck
    assert (first.context.seat, second.context.seat) == (0, 1)


def test_out_of_turn() -> None:
    game = Game(2)
    deck = game.seats[0].answer(game.state, Kind.DECK)
    for duty in (Duty(Kind.DECK, 1), Duty(Kind.PROOF, 0), Duty(Kind.SHARES, 0)):
        with pytest.raises(Breach, match="did not owe"):
            game.happen(Sent(duty, deck))
    game.happen(Sent(Duty(Kind.DECK, 0), deck))
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.DECK, 0), deck))
    proof = game.seats[0].answer(game.state, Kind.PROOF)
    game.happen(Sent(Duty(Kind.PROOF, 0), proof))
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.PROOF, 0), proof))


def test_a_deck_that_is_none_changes_nothing() -> None:
    game = Game(2)
    before = game.state
    deck = game.seats[0].answer(game.state, Kind.DECK)
    for body in (deck[:-64], deck + deck[:64], b"", bytes(len(deck))):
        with pytest.raises(DecodeError):
            game.happen(Sent(Duty(Kind.DECK, 0), body))
    assert game.state is before


def exchanging() -> Game:
    """The second of three seats has put two tiles back, and everyone has served it."""
    game = Game(3, "exchanging").dealt()
    game.happen(Drew(1, 2, game.slots(1)[:2]))
    while any(duty.kind is Kind.SHARES for duty in game.state.duties):
        game.send(game.state.duties[0])
    return game


def test_what_goes_back_is_first_put_in_order_by_its_holder() -> None:
    game = exchanging()
    chain = game.chain
    assert [(link.purpose, link.seat) for link in chain.waiting] == [
        (Purpose.ARRANGE, 1),
        (Purpose.BAG, 0),
        (Purpose.BAG, 1),
        (Purpose.BAG, 2),
    ]
    assert chain.deck == tuple(slot.joint for slot in chain.slots)
    assert chain.rest == game.state.deck
    assert len(game.state.racks[1]) == 3
    game.send(Duty(Kind.DECK, 1))
    whole = game.chain
    assert whole.deck[: len(chain.rest)] == chain.rest
    assert whole.rest == ()
    assert len(whole.deck) == len(chain.rest) + 2
    game.send(Duty(Kind.DECK, 0))
    game.send(Duty(Kind.DECK, 1))
    assert [duty for duty in game.state.duties if duty.seat == 1] == [Duty(Kind.PROOF, 1)] * 2
    arranged = game.chain.statement(1)
    assert arranged.context.purpose is Purpose.ARRANGE
    game.settle()
    assert game.state.step == 1


def test_two_proofs_of_one_seat_come_in_their_order() -> None:
    game = exchanging()
    for seat in (1, 0, 1):
        game.send(Duty(Kind.DECK, seat))
    both = game.state
    game.send(Duty(Kind.PROOF, 1))
    second = game.seats[1].answer(game.state, Kind.PROOF)
    verify(game.chain.statement(1), second)
    with pytest.raises(DecodeError, match="the proof of a shuffle of 2"):
        both.take(Duty(Kind.PROOF, 1), second)


def test_an_opened_seed_makes_the_missing_decks_and_proofs() -> None:
    """One that shuffled without a proof yet, and one whose turn was still to come, all by their seeds alone."""
    whole, open_first, open_last = Game(2), Game(2), Game(2)
    whole.settle()
    open_first.send(Duty(Kind.DECK, 0))
    chain = open_first.chain.opened(0, open_first.seeds[0])
    assert chain.owed(0) == ()
    assert chain.owed(1) == (Kind.DECK,)
    last = open_last.chain.opened(0, open_last.seeds[0]).opened(1, open_last.seeds[1])
    assert last.owed(0) == last.owed(1) == ()
    assert last.deck == whole.state.deck


def test_an_opened_seed_that_did_not_make_the_deck() -> None:
    game = Game(2)
    deck = game.chain.opened(0, game.seeds[1]).deck
    game.happen(Sent(Duty(Kind.DECK, 0), encode_deck(deck)))
    with pytest.raises(Breach, match="otherwise than its seed"):
        game.chain.opened(0, game.seeds[0])
