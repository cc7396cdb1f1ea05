from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from p2pscrabble.bag.order import order
from p2pscrabble.bag.sealed import audit as audited
from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.deck import encode_deck
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.keys import key_share, secret_key
from p2pscrabble.bag.sealed.proof import prove
from p2pscrabble.bag.sealed.record import Drew, Laid, LeftOpen, Sent
from p2pscrabble.bag.sealed.shares import make_shares
from p2pscrabble.bag.sealed.shuffle import shuffled
from p2pscrabble.bag.sealed.slots import make_showing
from p2pscrabble.errors import Breach
from tests.bag.sealed.game import REMEMBERING, Game


def test_an_honest_game_is_clean_and_its_bag_is_that_of_the_seeds() -> None:
    game = Game(3, "honest").dealt()
    game.exchange(2, 3)
    game.lay(0, 2)
    game.draw(0, 2)
    game.close()
    found = audit(game.record, game.seeds, REMEMBERING)
    assert found.clean
    assert found.unaudited == ()
    assert found.order is not None
    assert [seat for seat, _ in found.order.draws] == [0, 1, 2, 2, 0]
    assert set(game.rack(0)) < set(found.order.of(0))
    assert repr(found.order.bag.tiles) not in repr(found)


def test_a_seed_that_stays_closed() -> None:
    game = Game(3, "closed").dealt()
    found = audit(game.record, [game.seeds[0], None, game.seeds[2]], REMEMBERING)
    assert (found.clean, found.unaudited, found.order) == (True, (1,), None)


def test_another_seed_than_that_of_the_game() -> None:
    game = Game(2, "other").dealt()
    found = audit(game.record, [game.seeds[0], bytes(16)], REMEMBERING)
    assert not found.clean
    assert {seat for seat, _ in found.faults} == {1}
    assert found.faults[0] == (1, "its key is not made from its seed")
    assert found.order is None


def shuffle_as(game: Game, seat: int, chosen: tuple[int, ...]) -> None:
    """A shuffle in an order that the seat chose itself: proven, but not what its seed decides."""
    seed, chain = game.seeds[seat], game.chain
    deck = shuffled(seed, chain.context, chain.key, chain.deck, chosen)
    game.happen(Sent(Duty(Kind.DECK, seat), encode_deck(deck)))
    proof = prove(seed, game.chain.statement(seat), chosen)
    game.happen(Sent(Duty(Kind.PROOF, seat), proof.encode()))


def test_an_order_that_a_seat_chose_itself() -> None:
    """It holds as a shuffle, and one honest seat makes up for it; but the open seed shows that it was done."""
    game = Game(2, "chosen")
    shuffle_as(game, 0, tuple(range(len(game.record.tiles))))
    game.dealt()
    found = audit(game.record, game.seeds, REMEMBERING)
    assert found.faults[0] == (0, "what it sent is not made from its seed (deck)")
    assert {seat for seat, _ in found.faults} == {0}


def test_other_nonces_than_those_of_the_seed() -> None:
    """Shares that hold, made with some other randomness."""
    game = Game(2, "nonces").dealt()
    game.happen(Drew(1, 1))
    key = secret_key(game.seeds[0], game.game_id)
    body = make_shares(b"other", game.serving.context(0), key, game.serving.bases(0)).encode()
    game.happen(Sent(Duty(Kind.SHARES, 0), body))
    found = audit(game.record, game.seeds, REMEMBERING)
    assert found.faults == ((0, "what it sent is not made from its seed (shares)"),)


def test_other_nonces_in_a_play() -> None:
    game = Game(2, "play").dealt()
    context = game.state.show_context(0, b"t")
    body = make_showing(b"other", context, secret_key(game.seeds[0], game.game_id), game.state.racks[0][:1]).encode()
    game.happen(Laid(0, body, b"t"))
    assert audit(game.record, game.seeds, REMEMBERING).faults == ((0, "what it sent is not made from its seed (rack)"),)


def test_tiles_put_back_in_an_order_that_a_seat_chose() -> None:
    """Nobody sees it in the game, and it is of no use, since all others shuffle after; but the audit finds it."""
    game = Game(2, "arranged").dealt()
    rack = game.rack(1)
    game.happen(Drew(1, 2, game.slots(1)[:2]))
    game.send(Duty(Kind.SHARES, 0))
    shuffle_as(game, 1, (0, 1) if rack[0] > rack[1] else (1, 0))
    game.settle()
    faults = audit(game.record, game.seeds, REMEMBERING).faults
    assert faults[0] == (1, "what it sent is not made from its seed (deck)")


def test_a_record_that_cannot_be() -> None:
    game = Game(2, "record").dealt()
    wrong = replace(game.record, keys=(key_share(game.seeds[0], bytes(32), 0).encode(), game.record.keys[1]))
    with pytest.raises(Breach, match="without knowing"):
        audit(wrong, game.seeds, REMEMBERING)


def test_a_bag_that_is_not_that_of_the_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that passes all other checks comes to that; the last check is there all the same."""
    game = Game(2, "bag").dealt()
    reverse: Callable[..., object] = lambda seeds, events, tiles: order(seeds[::-1], events, tiles)  # noqa: E731
    monkeypatch.setattr(audited, "order", reverse)
    with pytest.raises(Breach, match="another order than the seeds make"):
        audit(game.record, game.seeds, REMEMBERING)


def test_draws_that_were_never_served_are_no_draws() -> None:
    """Of a seat that left, and of one that drew when another vanished."""
    game = Game(4, "unserved").dealt()
    game.happen(Drew(1, 1))
    game.happen(LeftOpen(1, game.seeds[1]))
    game.settle()
    game.happen(Drew(0, 1))
    game.vanish(3)
    game.draw(0, 1)
    found = audit(game.record, game.seeds, REMEMBERING)
    assert found.order is not None
    assert [(seat, len(tiles)) for seat, tiles in found.order.draws] == [*((seat, 3) for seat in range(4)), (0, 1)]


def test_who_leaves_while_another_draws_has_left_after_it() -> None:
    game = Game(3, "after").dealt()
    game.happen(Drew(0, 2, game.slots(0)[:2]))
    game.leave(2)
    game.draw(1, 1)
    assert audit(game.record, game.seeds, REMEMBERING).clean


def test_what_a_leaver_had_on_the_board() -> None:
    game = Game(3, "board").dealt()
    tiles = game.lay(2, 2)
    game.leave(2)
    game.withdraw(2, tiles)
    game.draw(0, 2)
    game.withdraw(0, game.lay(0, 1))
    game.shuffle_rack(0)
    game.exchange(0, 2)
    assert audit(game.record, game.seeds, REMEMBERING).clean
