"""Replays as values: what they must hold, and how they come from positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from p2pscrabble.game.moves import Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Deal, Replay, Step, replay_of
from p2pscrabble.numerals.walk import UnreadWords, positions

CLASSIC = PRESETS["classic"]


@pytest.mark.parametrize("rules", ["classic", "scratch", "tournament"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deal", list(Deal))
def test_a_replay_comes_back_from_its_positions(
    game: Callable[..., Replay], bag: Callable[[Sequence[bytes]], Dealer], rules: str, seats: int, deal: Deal
) -> None:
    for seed in range(2):
        replay = game(seed, rules, seats, deal)
        assert replay_of(positions(replay, bag), replay.seeds) == replay


def test_what_a_replay_knows() -> None:
    seeds = (bytes(16), bytes(16))
    opened = Replay(CLASSIC, b"abc", 2, 0, seeds, racks=(), overtime=(0, 0))
    hidden = Replay(CLASSIC, b"abc", 2, 0, racks=(None, "AB"), overtime=(0, 0))
    assert opened.deal is Deal.OPEN
    assert hidden.deal is Deal.HIDDEN
    assert replace(hidden, steps=(Step(0, Pass()),)).deal is Deal.HIDDEN
    assert replace(hidden, steps=(Step(0, Pass()), Step(1, Pass(), "ABCDEFG"))).deal is Deal.RECORDED
    assert seeds[0].hex() not in repr(replace(opened, seeds=seeds)), "seeds of a game under way are secret"


@pytest.mark.parametrize(
    ("seeds", "racks", "overtime"),
    [
        ((bytes(16),), (), (0, 0)),
        ((bytes(16),) * 3, (), (0, 0)),
        ((bytes(16),) * 2, (None, None), (0, 0)),
        ((), (None,), (0, 0)),
        ((), (), (0, 0)),
        ((), (None, None), (0,)),
    ],
)
def test_one_of_each_for_each_seat(seeds: tuple[bytes], racks: tuple[None], overtime: tuple[int]) -> None:
    with pytest.raises(ValueError, match="one for each seat"):
        Replay(CLASSIC, b"abc", 2, 0, seeds, racks=racks, overtime=overtime)


def test_positions_must_follow_from_one_another() -> None:
    start = Position.start(CLASSIC, UnreadWords(b"abc"), 2)
    with pytest.raises(ValueError, match="no step leads"):
        replay_of([start, start])


def test_time_over_counts_in_minutes_begun(bag: Callable[[Sequence[bytes]], Dealer]) -> None:
    rules = PRESETS["tournament"].changed(clock=60)
    replay = Replay(rules, b"abc", 2, 1, (bytes(16),) * 2, racks=(), overtime=(0, 0))
    (start,) = positions(replay, bag)
    for seconds, minutes in ((60, 0), (61, 1), (120, 1), (121, 2)):
        assert replay_of([start, start.apply(Pass(), seconds)], replay.seeds).overtime == (0, minutes)
