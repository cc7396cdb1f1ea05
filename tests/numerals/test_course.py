"""The course of a game: what can happen when, what it weighs, and what is refused as told in a longer way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Pass, Placed, Play
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals.choices import Chooser, Reader, Writer
from p2pscrabble.numerals.course import RACK_KEEPS, Kind, choose_course, kind_weights
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Deal, Replay, Step
from p2pscrabble.numerals.walk import positions

Bag = Callable[[Sequence[bytes]], Dealer]


def head(rules: Rules | str = "classic", seats: int = 2, *, opened: bool = False) -> Replay:
    """A game before its first step."""
    rules = PRESETS[rules] if isinstance(rules, str) else rules
    seeds = tuple(bytes([seat] * 16) for seat in range(seats)) if opened else ()
    return Replay(rules, b"abc", seats, 0, seeds, racks=() if opened else (None,) * seats, overtime=(0,) * seats)


def run(chooser: Chooser, bag: Bag, told: Replay, deal: Deal | None = None) -> Replay:
    """The game as it is written, or made up."""
    blank = replace(told, steps=(), racks=() if told.seeds else (None,) * told.seats, overtime=(0,) * told.seats)
    return choose_course(chooser, deal or told.deal, blank, bag, told if isinstance(chooser, Writer) else None)


def written_and_read(bag: Bag, told: Replay) -> Replay:
    """The game after writing and reading."""
    writer = Writer()
    assert run(writer, bag, told) == told
    reader = Reader(writer.written)
    blank = replace(told, steps=(), racks=() if told.seeds else (None,) * told.seats, overtime=(0,) * told.seats)
    read = choose_course(reader, told.deal, blank, bag, None)
    reader.end()
    return read


def test_the_weights_at_the_start(bag: Bag) -> None:
    (start,) = positions(head(opened=True), bag)
    assert kind_weights(start) == (1, 1, 16, 24, 0, 0, 0, 960)


def test_the_weights_while_a_play_can_be_challenged(bag: Bag) -> None:
    steps = (Step(0, Play((Placed(112, "A"), Placed(113, "A")))),)
    last = positions(replace(head("tournament"), steps=steps), bag)[-1]
    assert kind_weights(last) == (1, 1, 16, 24, 0, 16, 16, 960)


@pytest.mark.parametrize("rules", ["classic", "tournament", "one tile"])
def test_what_the_rules_allow_has_weight_and_nothing_else(game: Callable[..., Replay], bag: Bag, rules: str) -> None:
    chosen = PRESETS["tournament"].changed(exchange_minimum=1, end_scoreless=1) if rules == "one tile" else rules
    seen = set()
    for seed in range(4):
        for position in positions(game(seed, chosen, 2), bag)[:-1]:
            weights = kind_weights(position)
            rack = position.mover.rack.shown
            assert (weights[Kind.PASS] > 0) == (not position.legal(Pass()))
            assert (weights[Kind.EXCHANGE] > 0) == (not position.legal(Exchange(rack[:1])))
            assert (weights[Kind.ACCEPT] > 0) == (not position.legal(Accept()))
            assert (weights[Kind.WITHDRAWN] > 0) == (weights[Kind.UPHELD] > 0) == (not position.legal(Challenge()))
            assert (weights[Kind.PLAY] > 0) == (not position.answer_pending)
            assert weights[Kind.STOP] == weights[Kind.LEAVE] == 1
            seen.add((weights[Kind.PASS], weights[Kind.EXCHANGE]))
    assert seen >= {(16, 24), (64, 0)} or rules == "one tile"


@pytest.mark.parametrize(
    "steps",
    [
        (),
        (Step(0, Pass()),),
        (Step(0, Exchange("ABC")), Step(1, Exchange.hidden(4))),
        (Step(0, None),),
        (Step(1, None),),
        (Step(0, Play((Placed(112, "q"), Placed(113, "I")))), Step(1, Play((Placed(127, "T"),)))),
    ],
)
def test_hidden_games_come_back(bag: Bag, steps: tuple[Step, ...]) -> None:
    told = replace(head(), steps=steps)
    assert written_and_read(bag, told) == told
    four = replace(head(seats=4), steps=steps)
    assert written_and_read(bag, four) == four


def test_recorded_racks_come_back(bag: Bag) -> None:
    steps = (
        Step(0, Exchange("AB"), "ABCDEFG"),
        Step(1, Pass()),
        Step(0, Exchange.hidden(2)),
        Step(1, Exchange("EE"), "EEEEEE?"),
        Step(0, Pass(), "CDEFGXY"),
        Step(1, Play((Placed(112, "O"), Placed(113, "x"))), "EEEEOO?"),
        Step(0, Play((Placed(127, "F"), Placed(128, "A"))), "AAAAFOO"),
    )
    for racks in ((None, None), ("AAFOOVW", "EEEEIO?"), (None, "AIIIIII")):
        told = replace(head(), steps=steps, racks=racks)
        assert told.deal is Deal.RECORDED
        assert written_and_read(bag, told) == told


def test_a_tile_that_another_played_is_no_longer_kept(bag: Bag) -> None:
    steps = (
        Step(0, Pass(), "AAAAAQZ"),
        Step(1, Play((Placed(112, "Q"), Placed(113, "I"))), "EEEEEIQ"),
        Step(0, Exchange("E"), "AAAAAEZ"),
    )
    told = replace(head(), steps=steps, racks=(None, "AAAAAAA"))
    assert written_and_read(bag, told) == told


def test_who_left_after_the_end_is_told(bag: Bag) -> None:
    rules = PRESETS["classic"].changed(end_passes=1)
    passes = tuple(Step(seat, Pass()) for seat in range(3))
    for gone in ((), (0,), (1, 2), (0, 1, 2)):
        racks = tuple(None if seat in gone else "AEIOQUZ" if seat == 2 else None for seat in range(3))
        told = replace(head(rules, 3), steps=passes + tuple(Step(seat, None) for seat in gone), racks=racks)
        assert written_and_read(bag, told) == told


def test_nobody_leaves_what_all_have_left(bag: Bag) -> None:
    told = replace(head(seats=3), steps=(Step(2, None), Step(0, None)))
    assert written_and_read(bag, told) == told


@pytest.mark.parametrize("overtime", [(0, 0), (1, 0), (2, 3), (4, 1000), (2**20 - 1, 0)])
def test_overtime_comes_back(bag: Bag, overtime: tuple[int, int]) -> None:
    rules = PRESETS["tournament"].changed(clock=60)
    told = replace(head(rules), steps=(Step(0, Pass()), Step(1, Pass())), overtime=overtime)
    assert written_and_read(bag, told) == told


def test_no_clock_no_overtime_no_move_no_overtime(bag: Bag) -> None:
    for rules, steps in (("classic", (Step(0, Pass()),)), (PRESETS["classic"].changed(clock=9), ())):
        told = replace(head(rules), steps=steps, overtime=(1, 0))
        assert run(Writer(), bag, told).overtime == (0, 0)


def test_a_rack_told_in_a_longer_way_is_refused(bag: Bag) -> None:
    class Contrary(Writer):
        """Says that a rack lost tiles which it still has."""

        def choose(self, weights: Sequence[int], choice: int | None) -> int:
            return super().choose(weights, 0 if weights is RACK_KEEPS else choice)

    once = replace(head(), steps=(Step(0, Pass(), "ABCDEFG"),), racks=("ABCDEFG", None))
    twice = replace(once, steps=(*once.steps, Step(1, Pass()), *once.steps))
    for told in (once, twice):
        assert written_and_read(bag, told) == told
        with pytest.raises(DecodeError, match="longer way"):
            run(Contrary(), bag, told)


def test_a_rack_at_the_end_need_not_be_what_the_seat_held(bag: Bag) -> None:
    told = replace(head(), steps=(Step(0, Pass(), "ABCDEFG"),), racks=("AAAAAAA", "BEEEEEE"))
    assert written_and_read(bag, told) == told


@pytest.mark.parametrize(
    "steps",
    [
        (Step(1, Pass()),),
        (Step(0, Pass(), "ABCDEFG"), Step(2, None)),
        (Step(0, Accept()),),
        (Step(0, Challenge()),),
        (Step(0, Challenge(), withdrawn=True),),
        (Step(0, Pass(), withdrawn=True),),
        (Step(0, None, "ABCDEFG"),),
        (Step(0, Exchange("")),),
        (Step(0, Exchange("QQ")),),
        (Step(0, Exchange.hidden(8)),),
        (Step(0, Exchange.hidden(2), "ABCDEFG"),),
        (Step(0, Exchange("Z"), "ABCDEFG"),),
        (Step(0, Pass(), "ABC"),),
        (Step(0, Pass(), "GFEDCBA"),),
        (Step(0, Pass(), "QQQQQQQ"),),
        (Step(0, Play(())),),
        (Step(0, Play((Placed(0, "A"), Placed(1, "A")))),),
        (Step(0, Play((Placed(112, "A"), Placed(114, "A")))),),
        (Step(0, Play((Placed(112, "A"), Placed(113, "?")))),),
        (Step(0, Play((Placed(112, "Q"), Placed(113, "Q")))),),
        (Step(0, Play((Placed(112, "Q"), Placed(113, "A"))), "ABCDEFG"),),
        (Step(0, Pass()), Step(1, Pass()), Step(0, Pass()), Step(1, Pass()), Step(0, Pass())),
        (Step(0, Pass()), Step(1, Pass()), Step(0, Pass()), Step(1, Pass()), Step(1, None), Step(0, None)),
        (Step(0, None), Step(1, None)),
    ],
)
def test_what_cannot_be_is_not_written(bag: Bag, steps: tuple[Step, ...]) -> None:
    told = replace(head(), steps=steps)
    try:
        written = run(Writer(), bag, told)
    except ValueError:
        return
    assert written != told, "whoever writes it compares"
