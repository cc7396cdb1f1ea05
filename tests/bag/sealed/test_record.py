from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.record import (
    Dealt,
    Drew,
    Laid,
    LeftOpen,
    RackShuffled,
    Sent,
    Vanished,
    Withdrawn,
    applied,
    begun,
    follow,
)
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.errors import Breach, DecodeError, P2PScrabbleError
from tests.bag.sealed.game import REMEMBERING, Game
from tests.bag.sealed.small import flipped


def played() -> Game:
    """Something of everything that can happen."""
    game = Game(4, "played").dealt()
    game.exchange(1, 2)
    game.withdraw(0, game.lay(0, 2))
    game.lay(3, 1)
    game.shuffle_rack(2)
    game.vanish(3)
    tiles = game.lay(2, 2)
    game.leave(2)
    game.withdraw(2, tiles)
    game.close()
    return game


PLAYED = played()


def test_whoever_follows_comes_to_the_same() -> None:
    steps = list(follow(PLAYED.record, REMEMBERING))
    assert [step.event for step in steps] == list(PLAYED.record.events)
    assert steps[-1].after == PLAYED.any_state
    assert steps[0].before == begun(PLAYED.record)
    assert all(one.after is other.before for one, other in pairwise(steps))


def test_any_message_changed_is_refused() -> None:
    """One bit somewhere in each message of a whole game, but for decks, whose proofs are refused then."""
    tried = 0
    for number, step in enumerate(follow(PLAYED.record, REMEMBERING)):
        event = step.event
        if not isinstance(event, Sent | Laid | RackShuffled):
            continue
        if isinstance(event, Sent) and event.duty.kind is Kind.DECK:
            continue
        changed = replace(event, body=flipped(event.body, 97 * number % (8 * len(event.body))))
        with pytest.raises(P2PScrabbleError):
            applied(step.before, changed)
        tried += 1
    assert tried > 30


def test_a_message_by_somebody_else_is_refused() -> None:
    game = Game(3)
    body = game.seats[0].answer(game.state, Kind.DECK)
    with pytest.raises(Breach, match="did not owe"):
        game.happen(Sent(Duty(Kind.DECK, 1), body))


def test_keys_that_are_wrong() -> None:
    record = Game(2).record
    for keys in ((record.keys[1], record.keys[0]), (record.keys[0], record.keys[0])):
        with pytest.raises(Breach, match="without knowing"):
            begun(replace(record, keys=keys))
    with pytest.raises(DecodeError):
        begun(replace(record, keys=(record.keys[0], b"")))


def test_nothing_else_happens_while_new_keys_are_made() -> None:
    game = Game(3).dealt()
    game.happen(Vanished((2,), 1))
    assert isinstance(game.any_state, Rekeying)
    for event in (Dealt(1), Drew(0, 1), LeftOpen(0, game.seeds[0]), Withdrawn(0, ())):
        with pytest.raises(ValueError, match="while new keys are made"):
            game.happen(event)
