"""Two stories told within one round of a sealed game: honest programs find that they disagree, and charge nobody."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.game.moves import Exchange, Pass
from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.log import Log
from p2pscrabble.table import Kind, Phase, move_body
from tests.table.test_sealed_cheats import bag, begun, exchanging, gathered, head, until

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]
ROOM_ID = "1234567890"
OTHER = b"another seed...."


class Forked:
    """A game in which Cid holds another log of Ana's than Ben and Ana herself do."""

    def __init__(self, game: Circle) -> None:
        self.game = game
        ana = game.logs[0]
        self.log = Log(ROOM_ID, Stream.GAME, key=game.keys[0])
        self.log.take(0, ana.data(0, ana.length))
        game.read = self.read  # type: ignore[method-assign]

    def read(self) -> None:
        for number, table in enumerate(self.game.tables):
            logs = {key: log.entries for key, log in zip(self.game.keys, self.game.logs, strict=True)}
            if number == 2:
                logs[self.game.keys[0]] = self.log.entries
            table.advance(logs)

    def say(self, kind: Kind, to_ben: bytes, to_cid: bytes) -> None:
        """One thing to Ben, and another to Cid, at the same place."""
        self.log.add(self.game.identities[0], kind, to_cid)
        self.game.say(0, kind, to_ben)

    def stopped(self) -> None:
        """Ben and Cid go on as far as they can: one of them stops at least, and neither charges the other."""
        self.game.settle(1, 2)
        tables = self.game.tables[1:]
        for table in tables:
            assert [charge.seat.name for charge in table.charges] in ([], ["Ana"])
            assert table.stopped is None or "disagrees" in table.stopped.reason
        assert any(table.phase is Phase.STOPPED for table in tables)


@pytest.mark.parametrize("dealing", [True, False])
def test_two_decks_each_with_a_proof(circle: MakeCircle, dealing: bool) -> None:
    game = gathered(circle, 3) if dealing else begun(circle, 3)
    if not dealing:
        game.move(Exchange(game.mover_sees.mover.rack.shown[:1]))
    body = until(game, 0, Kind.DECK)
    fork = Forked(game)
    fork.say(Kind.DECK, body, head(game, 0, Owed.DECK) + bag(game, 2).chain.answer(Owed.DECK, 0, OTHER))
    owed = game.owed(1)
    assert owed is not None
    assert owed[0] is Kind.DECK
    game.say(1, *owed)
    fork.stopped()


def test_a_deck_and_one_that_cannot_be_read(circle: MakeCircle) -> None:
    """Cid takes Ana for a cheat and wants new keys; Ben, who knows nothing of that, goes on shuffling."""
    game = begun(circle, 3)
    game.move(Exchange(game.mover_sees.mover.rack.shown[:1]))
    body = until(game, 0, Kind.DECK)
    fork = Forked(game)
    fork.say(Kind.DECK, body, body[:-1])
    assert game.tables[2].charges
    fork.stopped()


def test_an_exchange_and_a_pass(circle: MakeCircle) -> None:
    """To Ben it is time to serve a draw, to Cid it is Ben's turn."""
    game = begun(circle, 3)
    exchange = move_body(game.tables[0], game.keys[0], Exchange(game.mover_sees.mover.rack.shown[:2]))
    passed = move_body(game.tables[0], game.keys[0], Pass())
    fork = Forked(game)
    fork.say(Kind.MOVE, exchange, passed)
    fork.stopped()


def test_an_answer_to_something_else_disagrees(circle: MakeCircle) -> None:
    game = begun(circle, 2)
    exchanging(game)
    body = until(game, 1, Kind.SHARES)
    game.say(1, Kind.SHARES, body[:4] + bytes(16) + body[20:])
    assert game.table.phase is Phase.STOPPED
    assert not game.table.charges
    assert game.table.stopped is not None
    assert "disagrees" in game.table.stopped.reason


def test_nobody_answers_what_nobody_owes(circle: MakeCircle) -> None:
    game = begun(circle, 2)
    for owed in Owed:
        with pytest.raises(ValueError, match="of this kind"):
            bag(game).premise(owed, 0)
