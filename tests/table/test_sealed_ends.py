"""Who goes, and how, while the last draws of a sealed game are made; and games whose seeds do not deal them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Pass
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.peer.work import Audited, audited
from p2pscrabble.table import NOBODY, Deal, Kind, Phase
from p2pscrabble.table.replay import replay_number, verify_replay
from tests.table.test_sealed_cheats import bag, begun, charged, exchanging, gathered, head, phase, until

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]


def last_exchange(circle: MakeCircle, seats: int) -> Circle:
    """A game that is over by an exchange, the draw of which nobody has served yet."""
    rules = PRESETS["scratch"].changed(first=FirstSeat.HOST, end_passes=0, end_scoreless=1)
    game = circle(rules, seats, deal=Deal.SEALED)
    game.begin()
    for _ in range(seats - 1):
        game.move(Pass())
        game.settle()
    game.move(Exchange(game.mover_sees.mover.rack.shown[:2]))
    assert game.position.ended is not None
    return game


def over(game: Circle, *others: int) -> None:
    """The others (a number of seats) end the game, with a result that is the same everywhere, and a number for it."""
    game.settle(*others)
    assert phase(game) in (Phase.OVER, Phase.CLOSED)
    outcomes = [game.tables[seat].outcomes[0] for seat in others]
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert verify_replay(replay_number(outcomes[0]), outcomes[0])
    end = outcomes[0].position.ended
    assert end is not None
    assert end.final is not None
    if len(others) == 1:
        assert end.reason is EndReason.LEFT
        assert end.winners == others


def go(game: Circle, seat: int, how: str, kind: Kind) -> None:
    """A seat that owes something of this kind goes instead."""
    if how == "leaves":
        game.leave(seat)
    elif how == "opens no seed":
        game.say(seat, Kind.LEAVE)
    elif how == "sends nonsense":
        game.say(seat, kind, game.tables[seat].tag)
    else:
        game.lose(seat)
        game.vote(seat)


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ("leaves", Kind.SHARES),
        ("leaves", Kind.DECK),
        ("leaves", Kind.PROOF),
        ("opens no seed", Kind.PROOF),
        ("sends nonsense", Kind.DECK),
        ("is silent", Kind.SHARES),
    ],
)
def test_going_while_the_last_draw_is_made(circle: MakeCircle, how: str, kind: Kind) -> None:
    game = last_exchange(circle, 3)
    until(game, 1, kind)
    go(game, 1, how, kind)
    over(game, 0, 2)
    position = game.table.outcomes[0].position
    assert [player.left for player in position.players] == [False, True, False]
    assert position.ended is not None
    assert position.ended.reason is EndReason.SCORELESS


@pytest.mark.parametrize("kind", [Kind.SHARES, Kind.DECK, Kind.PROOF])
@pytest.mark.parametrize("how", ["leaves", "opens no seed", "sends nonsense"])
def test_going_while_the_last_draw_is_made_leaves_the_other_as_winner(circle: MakeCircle, how: str, kind: Kind) -> None:
    game = last_exchange(circle, 2)
    until(game, 0, kind)
    go(game, 0, how, kind)
    over(game, 1)


def test_two_go_while_the_last_draw_is_made(circle: MakeCircle) -> None:
    game = last_exchange(circle, 4)
    until(game, 1, Kind.SHARES)
    game.leave(1)
    go(game, 2, "sends nonsense", Kind.SHARES)
    over(game, 0, 3)


@pytest.mark.parametrize(("seats", "how"), [(3, "sends nonsense"), (3, "opens no seed"), (4, "sends nonsense")])
def test_all_others_go_one_with_its_seed_and_then_one_without(circle: MakeCircle, seats: int, how: str) -> None:
    game = begun(circle, seats)
    for _ in range(seats - 1):
        game.move(Pass())
        game.settle()
    exchanging_seat = seats - 1
    game.move(Exchange(game.mover_sees.mover.rack.shown[:2]))
    for seat in range(seats - 2):
        game.leave(seat)
    go(game, seats - 2, how, Kind.SHARES)
    over(game, exchanging_seat)


@pytest.mark.parametrize("how", ["stays", "leaves"])
def test_a_shuffle_that_is_proven_but_not_by_the_seed(circle: MakeCircle, how: str) -> None:
    game = gathered(circle, 3)
    shuffle_otherwise(game, 2)
    game.settle()
    for _ in range(2):
        position = game.mover_sees
        game.move(to_play(max(scored_plays(position.board, position.mover.rack.shown, position.lexicon))))
        game.settle()
    if how == "leaves":
        game.leave(2)
    game.settle()
    while game.position.ended is None:
        game.move(Pass())
        game.settle()
    over(game, 0, 1, 2)
    assert not game.table.charges, "nothing shows it before the seeds are open"
    outcome = game.table.outcomes[0]
    assert outcome.record.seeds == (), "the seeds do not tell this game"
    assert outcome.sealed is not None
    assert audited(outcome.sealed) == Audited(sound=False, faulty=(2,)), "and the audit says whose fault it is"


@pytest.mark.parametrize("body", [b"", bytes(16)])
def test_leaving_without_the_seed_when_seeds_are_opened(circle: MakeCircle, body: bytes) -> None:
    game = begun(circle)
    while game.position.ended is None:
        game.move(Pass())
    until(game, 2, Kind.SEED)
    game.say(2, Kind.LEAVE, body)
    assert charged(game) == ("Cid", "left without opening the seed that it had committed to")
    over(game, 0, 1)
    outcome = game.table.outcomes[0]
    assert not any(player.left for player in outcome.position.players), "the result stands"
    assert outcome.sealed is not None
    found = audited(outcome.sealed)
    assert found == Audited(unaudited=(2,))
    assert Audited.decode(found.encode()) == found


def shuffle_otherwise(game: Circle, seat: int) -> None:
    """The seat shuffles by another seed than its own, and proves it."""
    until(game, seat, Kind.DECK)
    for kind, owed in ((Kind.DECK, Owed.DECK), (Kind.PROOF, Owed.PROOF)):
        game.say(seat, kind, head(game, seat, owed) + bag(game, seat).chain.answer(owed, seat, b"another seed...."))


def test_what_nobody_can_be_charged_with_stops_the_table(circle: MakeCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(circle, 2)
    exchanging(game)

    def lost(*_: object) -> None:
        raise ValueError("a tile is missing")

    monkeypatch.setattr(bag(game), "_drawn", lost)
    until(game, 1, Kind.SHARES)
    game.settle(1)
    assert phase(game) is Phase.STOPPED
    assert game.table.stopped is not None
    assert game.table.stopped.seat == NOBODY
    assert "a tile is missing" in game.table.stopped.reason
    assert not game.table.advance({})
