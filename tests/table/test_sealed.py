"""Sealed games at the table: whole ones, and all that can happen to one on the way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.duties import Checking
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.game.turns import Outcome
from p2pscrabble.table import Deal, Kind, Phase
from p2pscrabble.table.replay import replay_number, verify_replay

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]
TRUSTING = Checking(lambda _statement, _proof: None)


def phase(game: Circle) -> Phase:
    """What the host's table is doing."""
    return game.table.phase


class Chooser:
    """Good plays, a few exchanges, an answer where one is due, and sometimes a challenge."""

    def __init__(self, exchanges: int = 1) -> None:
        self.exchanges = exchanges

    def __call__(self, position: Position, rng: random.Random) -> Move:
        if position.answer_pending:
            return Accept()
        if position.challenge_pending and rng.random() < 0.2:
            return Challenge()
        rack = position.mover.rack.shown
        if self.exchanges and rng.random() < 0.2 and position.available >= 7:
            self.exchanges -= 1
            return Exchange("".join(rng.sample(rack, rng.randint(1, len(rack)))))
        plays = scored_plays(position.board, rack, position.lexicon)
        return to_play(max(plays)) if plays else Pass()


def same_everywhere(game: Circle) -> None:
    assert len({table.hash for table in game.tables}) == 1
    assert all(not table.charges for table in game.tables)


@pytest.mark.parametrize(("preset", "seats"), list(zip(PRESETS, (2, 3, 4), strict=True)))
def test_every_preset_and_every_number_of_seats(circle: MakeCircle, preset: str, seats: int) -> None:
    rules = PRESETS[preset].changed(end_passes_empty_bag=False)
    game = circle(rules, seats, deal=Deal.SEALED)
    game.begin()
    assert phase(game) is Phase.PLAYING
    for place, table in enumerate(game.tables):
        assert table.position is not None
        shown = [player.rack.tiles is not None for player in table.position.players]
        assert shown == [seat == place for seat in range(seats)], "each sees its own rack and no other"
    game.play_out(Chooser(), seed=seats)
    assert phase(game) is Phase.OVER
    same_everywhere(game)
    outcomes = [table.outcomes[0] for table in game.tables]
    assert all(outcome == outcomes[0] for outcome in outcomes)
    outcome = outcomes[0]
    assert outcome.position.ended is not None
    assert outcome.position.ended.final is not None
    number = replay_number(outcome)
    assert verify_replay(number, outcome)

    mirror = circle(rules, seats)
    mirror.begin()
    for step in outcome.record.steps:
        assert step.turn.move is not None
        mirror.move(step.turn.move)
        mirror.settle()
    assert replay_number(mirror.table.outcomes[0]) == number, "an open game with the same seeds and moves"

    if (preset, seats) != ("classic", 3):
        return  # it takes a while
    assert outcome.sealed is not None
    found = audit(outcome.sealed.bag, outcome.sealed.seeds, TRUSTING)
    assert found.clean
    assert found.order is not None


def sealed(circle: MakeCircle, seats: int, preset: str = "classic") -> Circle:
    """A sealed game that has just begun."""
    game = circle(PRESETS[preset].changed(end_passes_empty_bag=False, first=FirstSeat.HOST), seats, deal=Deal.SEALED)
    game.begin()
    assert phase(game) is Phase.PLAYING
    return game


def play(game: Circle) -> Play:
    """The best play of the seat to move, if it has one."""
    position = game.mover_sees
    return to_play(max(scored_plays(position.board, position.mover.rack.shown, position.lexicon)))


def exchange(game: Circle) -> Exchange:
    """An exchange of the first two tiles of the seat to move."""
    return Exchange(game.mover_sees.mover.rack.shown[:2])


def ended(game: Circle) -> Position:
    """How the game ended: alike at every table, with a number that tells it."""
    assert phase(game) in (Phase.OVER, Phase.CLOSED)
    assert len({table.hash for table in game.tables}) == 1
    outcome = game.table.outcomes[0]
    assert all(table.outcomes[0] == outcome for table in game.tables)
    assert verify_replay(replay_number(outcome), outcome)
    return outcome.position


def shut(game: Circle) -> None:
    """Passes until all is over."""
    game.settle()
    while game.position.ended is None:
        game.move(Pass())
        game.settle()
    game.settle()


def test_a_leaver_opens_its_seed_and_the_others_go_on(circle: MakeCircle) -> None:
    game = sealed(circle, 3)
    game.move(play(game))
    game.settle()
    game.leave(1)
    assert game.position.players[1].left
    assert game.position.bag == 100 - 14 - len(game.position.board.tiles)
    game.settle()
    assert game.table.wants(game.keys[2]) is Kind.MOVE
    game.play_out(Chooser())
    position = ended(game)
    assert position.ended is not None
    assert 1 not in (position.ended.winners or ())
    record = game.table.outcomes[0].record
    assert len(record.seeds) == 3, "the number of such a game has all seeds"
    assert record.steps[1].turn.returned.isalpha(), "and everyone knows what went back"


def test_who_leaves_while_another_draws_leaves_after_that_draw(circle: MakeCircle) -> None:
    game = sealed(circle, 3)
    game.move(play(game))
    game.leave(2)
    game.settle()
    assert game.position.players[2].left
    assert game.position.players[0].rack.size == 7
    shut(game)
    ended(game)
    assert len(game.table.outcomes[0].record.seeds) == 3


def test_who_leaves_while_two_draws_are_owed_leaves_after_both(circle: MakeCircle) -> None:
    game = sealed(circle, 3, "tournament")
    game.move(play(game))
    game.settle()
    game.move(Exchange(game.mover_sees.mover.rack.shown[:2]))
    game.settle(1)
    game.leave(0)
    game.settle()
    assert gone(game) == {0}
    shut(game)
    ended(game)
    assert len(game.table.outcomes[0].record.seeds) == 3


def test_when_one_is_left_the_game_is_over(circle: MakeCircle) -> None:
    game = sealed(circle, 2)
    game.move(play(game))
    game.leave(1)
    game.settle()
    position = ended(game)
    assert position.ended is not None
    assert position.ended.reason is EndReason.LEFT
    assert position.ended.winners == (0,)
    assert len(game.table.outcomes[0].record.seeds) == 2


def test_who_leaves_on_the_turn_of_another_is_gone_at_once(circle: MakeCircle) -> None:
    game = sealed(circle, 3)
    game.leave(2)
    assert gone(game) == set()
    game.settle()
    assert gone(game) == {2}
    shut(game)
    ended(game)


@pytest.mark.parametrize("when", [Kind.DECK, Kind.PROOF, Kind.SHARES])
def test_leaving_before_the_first_racks_are_dealt_voids_the_call(circle: MakeCircle, when: Kind) -> None:
    game = circle(seats=3, deal=Deal.SEALED)
    game.open()
    game.call()
    while phase(game) is not Phase.DEALING or game.table.wants(game.keys[2]) is not when:
        assert step(game)
    game.leave(2)
    game.settle()
    assert phase(game) is Phase.GATHERING
    game.call(0, 1)
    game.settle()
    assert phase(game) is Phase.PLAYING
    assert game.table.game == 0
    shut(game)
    ended(game)


def test_a_withdrawn_play_of_one_who_has_left_goes_into_the_bag(circle: MakeCircle) -> None:
    game = sealed(circle, 3, "tournament")
    rack = game.mover_sees.mover.rack.shown
    phony = Play(
        tuple(Placed(square, letter.replace("?", "z")) for square, letter in zip((112, 113), rack, strict=False))
    )
    game.move(phony)
    game.settle()
    game.leave(0)
    game.settle()
    game.move(Challenge())
    game.settle()
    assert game.table.record is not None
    assert game.table.record.steps[-1].turn.outcome is Outcome.WITHDRAWN
    assert not game.position.board.tiles
    assert game.position.bag == 100 - 14
    shut(game)
    ended(game)


def test_a_withdrawn_play_comes_back_to_the_rack(circle: MakeCircle) -> None:
    game = sealed(circle, 2, "tournament")
    rack = game.mover_sees.mover.rack.shown
    game.move(Play(tuple(Placed(112 + at, rack[at].replace("?", "z")) for at in range(3))))
    game.settle()
    game.move(Challenge())
    game.settle()
    game.move(Pass())
    assert game.mover_sees.mover.rack.shown == rack
    game.play_out(Chooser())
    ended(game)


def gone(game: Circle) -> set[int]:
    """Who has left the game."""
    return {number for number, player in enumerate(game.position.players) if player.left}


def step(game: Circle) -> bool:
    """The first seat that owes something writes it; whether one did."""
    for seat in range(len(game.keys)):
        owed = game.owed(seat)
        if owed is not None:
            game.say(seat, *owed)
            return True
    return False


def test_a_program_that_starts_again_goes_on_and_signs_nothing_twice(circle: MakeCircle) -> None:
    game = circle(seats=3, deal=Deal.SEALED)
    game.open()
    game.call()
    moves: Iterator[Callable[[Circle], Move]] = iter((play, exchange, play))
    for turn in range(200):
        before = [table.hash for table in game.tables]
        game.restart(turn % 3)
        assert [table.hash for table in game.tables] == before
        if step(game):
            continue
        if phase(game) is Phase.OVER:
            break
        move = next(moves, None)
        game.move(Pass() if move is None else move(game))
    assert phase(game) is Phase.OVER
    ended(game)
    decks = [[entry.body[20:] for entry in log.entries if entry.kind == Kind.DECK] for log in game.logs]
    assert [len(made) for made in decks] == [2, 2, 3], "one each for the deal and the exchange, one to arrange"
    assert len({deck for made in decks for deck in made}) == 7


def test_another_game_in_the_same_room(circle: MakeCircle) -> None:
    game = sealed(circle, 2)
    shut(game)
    game.call()
    game.settle()
    assert phase(game) is Phase.PLAYING
    shut(game)
    assert [outcome.record.game for outcome in game.table.outcomes] == [0, 1]


def test_the_order_in_which_entries_arrive_makes_no_difference(circle: MakeCircle) -> None:
    game = sealed(circle, 3)
    game.move(Exchange(game.mover_sees.mover.rack.shown))
    game.settle()
    game.leave(1)
    shut(game)
    rng = random.Random(7)
    for _ in range(3):
        late, shown = game.new_table(0), [0, 0, 0]
        while any(shown[seat] < len(log.entries) for seat, log in enumerate(game.logs)):
            seat = rng.randrange(3)
            shown[seat] = min(shown[seat] + rng.randint(1, 4), len(game.logs[seat].entries))
            late.advance({key: game.logs[n].entries[: shown[n]] for n, key in enumerate(game.keys)})
        assert late.hash == game.table.hash
        assert late.outcomes == game.table.outcomes
