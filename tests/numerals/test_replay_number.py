"""Whole games as numbers: both directions, every kind of game, every slip, and whatever anyone may send."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p2pscrabble.errors import DamagedNumber, DecodeError, UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Challenge, Pass, Placed, Play
from p2pscrabble.game.racks import Player
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals.checkdigits import MAX_DIGITS, add_check_digits, grouped
from p2pscrabble.numerals.choices import Writer
from p2pscrabble.numerals.course import KINDS, choose_course
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.heading import choose_head
from p2pscrabble.numerals.replay import Deal, Replay, Step
from p2pscrabble.numerals.replay_number import decode_replay, encode_replay
from p2pscrabble.numerals.walk import positions
from tests.numerals.conftest import deal_from

Game = Callable[..., Replay]
Bag = Callable[[Sequence[bytes]], Dealer]
TIMED = PRESETS["tournament"].changed(clock=1500, increment=5, challenge="10-point")
PLAIN = Replay(PRESETS["classic"], b"abc", 2, 0, (bytes(16), bytes(range(16))), racks=(), overtime=(0, 0))


@pytest.mark.parametrize("rules", ["classic", "scratch", "tournament", TIMED], ids=lambda rules: str(rules)[:10])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("deal", list(Deal))
def test_whole_games_come_back(game: Game, bag: Bag, rules: str | Rules, seats: int, deal: Deal) -> None:
    replay = game(0, rules, seats, deal)
    number = encode_replay(replay, bag)
    assert len(number) < 500
    assert decode_replay(number, bag) == replay


def test_spaces_and_line_breaks_are_passed_over(game: Game, bag: Bag) -> None:
    replay = game(1)
    number = grouped(encode_replay(replay, bag))
    assert decode_replay(f" {number}\n", bag) == decode_replay(number.replace(" ", "\r\n"), bag) == replay


@pytest.mark.parametrize("deal", list(Deal))
def test_unfinished_games_come_back(game: Game, bag: Bag, deal: Deal) -> None:
    replay = game(3, "tournament", 2, deal)
    for count in range(0, len(replay.steps), 5):
        racks = () if deal is Deal.OPEN else tuple(player.rack.tiles or None for player in _cut(replay, count, bag))
        cut = replace(replay, steps=replay.steps[:count], racks=racks)
        assert decode_replay(encode_replay(cut, bag), bag) == cut


def _cut(replay: Replay, count: int, bag: Bag) -> tuple[Player, ...]:
    blank = replace(replay, steps=replay.steps[:count], racks=(None,) * replay.seats)
    return positions(blank, bag)[-1].players


@given(st.integers(0, 10**200))
@example(0)
@example(10**700)
def test_every_number_is_one_game_or_refused(number: int) -> None:
    text = add_check_digits(number)
    try:
        replay = decode_replay(text, deal_from)
    except DecodeError:
        return
    assert encode_replay(replay, deal_from) == text
    positions(replay, deal_from)


@given(st.text(max_size=40) | st.text("0123456789 \n", max_size=300))
def test_whatever_anyone_sends_is_one_game_or_refused(text: str) -> None:
    with pytest.raises(DecodeError):
        decode_replay(text, deal_from)


def test_every_slip_is_noticed(game: Game, bag: Bag) -> None:
    number = encode_replay(game(1), bag)
    slips = set()
    for at, digit in enumerate(number):
        slips.add(number[:at] + number[at + 1 :])
        for other in "0123456789":
            slips.add(number[:at] + other + number[at:])
            slips.add(number[:at] + other + number[at + 1 :])
        for there in range(at):
            slips.add(number[:there] + digit + number[there + 1 : at] + number[there] + number[at + 1 :])
    slips.discard(number)
    assert len(slips) > 10_000
    for slip in slips:
        with pytest.raises(DamagedNumber):
            decode_replay(slip, bag)


@pytest.mark.parametrize("text", ["", "hello", "٣" * 20, "1" * 50_000, "-1068"])
def test_what_is_no_number_is_refused(bag: Bag, text: str) -> None:
    with pytest.raises(DecodeError):
        decode_replay(text, bag)


def test_a_number_that_holds_more_than_a_game_is_refused(bag: Bag) -> None:
    passed_out = replace(PLAIN, steps=tuple(Step(turn % 2, Pass()) for turn in range(4)))
    writer = Writer()
    choose_head(writer, passed_out)
    choose_course(writer, Deal.OPEN, replace(passed_out, steps=()), bag, passed_out)
    assert decode_replay(add_check_digits(writer.written), bag) == passed_out
    writer.number(10, 7)
    with pytest.raises(DecodeError, match="more than it should"):
        decode_replay(add_check_digits(writer.written), bag)


def test_racks_are_recorded_or_the_number_does_not_say_so(bag: Bag) -> None:
    writer = Writer()
    hidden = Replay(PRESETS["classic"], b"abc", 2, 0, racks=(None, None), overtime=(0, 0))
    writer.choose((12, 2, 2), Deal.RECORDED.value)
    writer.choose((12, 2, 2), 0)
    writer.choose((12, 4, 4, 4, 1, 4), 0)
    writer.number(2**24, 1)
    writer.number(2, 0)
    choose_course(writer, Deal.RECORDED, hidden, bag, hidden)
    with pytest.raises(DecodeError, match="none is"):
        decode_replay(add_check_digits(writer.written), bag)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(PLAIN, steps=(Step(1, Pass()),)),
        replace(PLAIN, steps=(Step(0, Pass(), "ABCDEFG"),)),
        replace(PLAIN, steps=(Step(0, Challenge()),)),
        replace(PLAIN, steps=(Step(0, Play((Placed(112, "Z"), Placed(113, "Z"), Placed(114, "Z")))),)),
        replace(PLAIN, steps=(Step(0, None), Step(1, None))),
        replace(PLAIN, overtime=(1, 0)),
        replace(PLAIN, first=2),
        replace(PLAIN, lexicon=b"ab"),
        replace(PLAIN, lexicon=b"abcd"),
    ],
)
def test_a_game_that_cannot_be_is_not_written(bag: Bag, wrong: Replay) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        encode_replay(wrong, bag)


def test_a_game_without_an_end_has_no_number(bag: Bag) -> None:
    rules = PRESETS["classic"].changed(end_passes=0)
    with pytest.raises(UsageError, match="too long"):
        encode_replay(replace(PLAIN, rules=rules, steps=tuple(Step(turn % 2, Pass()) for turn in range(2000))), bag)


def test_the_longest_number_is_read_in_bounded_time(bag: Bag) -> None:
    rules = PRESETS["tournament"].changed(end_scoreless=0)
    phony = Play((Placed(112, "Q"), Placed(113, "V")))
    hidden = Replay(rules, b"abc", 2, 0, racks=(None, None), overtime=(0, 0))
    steps: list[Step] = []
    for turn in range(240):
        steps += Step(turn % 2, phony), Step((turn + 1) % 2, Challenge(), withdrawn=True)
    number = encode_replay(replace(hidden, steps=tuple(steps)), bag)
    assert len(number) > MAX_DIGITS * 0.6
    start = time.process_time()
    assert len(decode_replay(number, bag).steps) == 480
    assert time.process_time() - start < 5


def test_seeds_cost_their_bits_and_no_more(bag: Bag) -> None:
    empty = len(encode_replay(PLAIN, bag))
    assert empty <= math.ceil((256 + 24 + 12) * math.log10(2)) + 7
    three = replace(PLAIN, seats=3, seeds=(*PLAIN.seeds, bytes(16)), overtime=(0, 0, 0))
    assert len(encode_replay(three, bag)) - empty <= 42


def test_a_written_number_is_read_for_ever(bag: Bag) -> None:
    steps = (
        Step(0, Play((Placed(112, "C"), Placed(113, "A"), Placed(114, "T"))), "ACEINTX"),
        Step(1, Play((Placed(115, "s"),)), "EEOUVW?"),
        Step(0, Pass()),
        Step(1, None),
    )
    replay = Replay(PRESETS["classic"], b"\x12\x34\x56", 2, 0, steps=steps, racks=(None, None), overtime=(0, 0))
    assert positions(replay, bag)[-1].players[0].rack.tiles is None
    number = encode_replay(replay, bag)
    assert number == "1397070491108291156303173419941585115597"
    assert decode_replay(number, bag) == replay


def test_the_weights_begin_with_the_end() -> None:
    assert KINDS[0] == 1, "the end of an unfinished game lies lowest, so that a number used up ends the game"
    assert Board().empty
