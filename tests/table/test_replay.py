"""The number of a game: made from what was played, and enough to play it again, tile by tile."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.errors import DamagedNumber, DecodeError
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals.replay import Deal
from p2pscrabble.table import Kind, Outcome
from p2pscrabble.table.replay import read_replay, replay_number, replay_positions, verify_replay, write_replay

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]


def sometimes_wrong(position: Position, rng: random.Random) -> Move:
    """A good play, a phony now and then where the rules let it stand, challenges, exchanges and passes."""
    rack = position.mover.rack.shown
    open_to_challenge = position.rules.challenge.value != "void"
    if position.answer_pending:
        return Accept() if rng.random() < 0.5 else Challenge()
    if position.challenge_pending and rng.random() < 0.3:
        return Challenge()
    if rng.random() < 0.1 and position.available >= 7:
        return Exchange("".join(rng.sample(rack, rng.randint(1, len(rack)))))
    plays = scored_plays(position.board, rack, position.lexicon)
    if not plays:
        return Pass()
    play = to_play(max(plays))
    if open_to_challenge and rng.random() < 0.3 and "?" not in rack:
        phony = Play(tuple(Placed(square, letter) for (square, _), letter in zip(play.tiles, rack, strict=False)))
        return play if position.legal(phony) else phony
    return play


def outcome_of(game: Circle) -> Outcome:
    """The game that has just ended."""
    assert game.position.ended is not None
    return game.table.outcomes[-1]


@pytest.mark.parametrize("rules", ["classic", "tournament", "10-point"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_and_its_number(circle: MakeCircle, rules: str, seats: int) -> None:
    chosen = PRESETS["tournament"].changed(challenge=rules, clock=60) if rules == "10-point" else PRESETS[rules]
    game = circle(chosen, seats)
    game.begin()
    game.play_out(sometimes_wrong, seats)
    outcome = outcome_of(game)
    number = replay_number(outcome)
    assert len(number) <= 256 + 52 * (seats - 2)
    assert verify_replay(number, outcome)
    replay = read_replay(number)
    assert replay.deal is Deal.OPEN
    assert replay.seeds == outcome.record.seeds
    assert replay.lexicon == game.lexicon.hash[:3]
    assert write_replay(replay) == number
    found = replay_positions(replay)
    assert len(found) == len(outcome.record.steps) + 1
    assert found == replay_positions(replay, game.lexicon)
    assert found[-1].ended == outcome.position.ended
    assert found[-1].board == outcome.position.board


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_player_who_leaves(circle: MakeCircle, seats: int) -> None:
    game = circle("tournament", seats)
    game.begin()
    rng = random.Random(seats)
    for _ in range(3):
        game.move(sometimes_wrong(game.position, rng))
    leaver = game.position.turn
    game.say(leaver, Kind.LEAVE)
    game.settle()
    if seats > 2:
        game.play_out(sometimes_wrong, seats)
    outcome = outcome_of(game)
    assert (outcome.position.ended is not None and outcome.position.ended.reason is EndReason.LEFT) == (seats == 2)
    number = replay_number(outcome)
    assert verify_replay(number, outcome)
    assert [step.seat for step in read_replay(number).steps if step.move is None] == [leaver]


def test_time_over_is_in_the_number(circle: MakeCircle) -> None:
    game = circle(PRESETS["tournament"].changed(clock=60, increment=1, end_scoreless=1))
    game.begin()
    mover = game.position.turn
    game.move(Pass(), 200)
    game.move(Pass(), 10)
    outcome = outcome_of(game)
    number = replay_number(outcome)
    assert verify_replay(number, outcome)
    assert read_replay(number).overtime[mover] == 3
    assert read_replay(number).overtime[1 - mover] == 0


def test_another_number_is_not_this_game(circle: MakeCircle) -> None:
    game = circle("tournament")
    game.begin()
    game.play_out(sometimes_wrong, 5)
    outcome = outcome_of(game)
    number = replay_number(outcome)
    replay = read_replay(number)
    for other in (
        replace(replay, seeds=replay.seeds[::-1], steps=()),
        replace(replay, steps=replay.steps[:-1]),
        replace(replay, lexicon=b"abc"),
    ):
        assert not verify_replay(write_replay(other), outcome)
    assert not verify_replay("", outcome)
    assert not verify_replay(number[:-1], outcome)
    swapped = replace(outcome, record=replace(outcome.record, seeds=outcome.record.seeds[::-1]))
    assert not verify_replay(number, swapped)
    with pytest.raises(DamagedNumber):
        read_replay(number[1:])


def test_another_word_list_is_named(circle: MakeCircle) -> None:
    game = circle()
    game.begin()
    game.play_out(sometimes_wrong, 6)
    replay = read_replay(replay_number(outcome_of(game)))
    with pytest.raises(DecodeError, match="another word list"):
        replay_positions(replay, Lexicon.from_words(["AA"], "other"))


def test_a_game_without_a_step_has_a_number(circle: MakeCircle) -> None:
    game = circle()
    game.begin()
    assert game.table.record is not None
    outcome = Outcome(game.table.record, game.position, bytes(32))
    assert verify_replay(replay_number(outcome), outcome)


def test_a_game_too_long_has_none(circle: MakeCircle) -> None:
    game = circle(PRESETS["classic"].changed(end_passes=0))
    game.begin()
    assert game.table.record is not None
    game.move(Pass())
    step = game.table.record.steps[0]
    steps = [step]
    while len(steps) < 1500:
        before = steps[-1].after
        steps.append(replace(step, before=before, after=before.apply(Pass())))
    outcome = Outcome(replace(game.table.record, steps=tuple(steps)), steps[-1].after, bytes(32))
    assert replay_number(outcome) == ""
    assert not verify_replay("", outcome)
