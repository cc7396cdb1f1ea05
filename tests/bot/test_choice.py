"""What the computer player does: plays, exchanges, doubts, and comes to an end."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from p2pscrabble.bot import PATIENCE, Bot, choose
from p2pscrabble.bot.choice import stalemate
from p2pscrabble.bot.leaves import leave_value
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Play
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.game.tiles import TILES, remove_tiles

Dealt = Callable[..., Position]
Played = Callable[..., list[Position]]

TOURNAMENT = PRESETS["tournament"]
WORDS = Path(__file__).parents[2] / "wordlists" / "modern.txt.gz"


@cache
def modern() -> Lexicon:
    return Lexicon.from_words(gzip.decompress(WORDS.read_bytes()).decode().split(), "modern")


def greedy(position: Position) -> Move:
    """The play that scores most, for comparison."""
    found = scored_plays(position.board, position.mover.rack.shown, position.lexicon, position.rules.bingo)
    return to_play(max(found)) if found else Pass()


def test_it_plays_what_scores_most_where_nothing_is_kept(dealt: Dealt) -> None:
    position = dealt("RETINAS", "AEISTT?")
    move = choose(position)
    assert isinstance(move, Play)
    assert position.score(move).total == 66
    assert choose(position) == move, "the same position, the same move"


def test_it_keeps_what_is_worth_keeping(dealt: Dealt) -> None:
    """CATS scores 12 on an empty board, CAT 10: the S is worth more than the two points."""
    move = choose(dealt("CATSEND", "AEISTT?", lexicon=Lexicon.from_words(["CAT", "CATS"])))
    assert isinstance(move, Play)
    assert move.rack_tiles == "ACT"


def test_the_best_play_is_not_missed_by_looking_only_at_some(dealt: Dealt) -> None:
    """Against working out the worth of every play."""
    position = dealt("AEINST?", "AAAAAAA", lexicon=modern())
    found = scored_plays(position.board, "AEINST?", modern())
    best = max(play[0] + leave_value(remove_tiles("AEINST?", to_play(play).rack_tiles) or "") for play in found)
    move = choose(position)
    assert isinstance(move, Play)
    assert position.score(move).total + leave_value(remove_tiles("AEINST?", move.rack_tiles) or "") == best


def test_plays_of_one_worth_are_picked_at_random_if_wanted(dealt: Dealt) -> None:
    position = dealt("RETINAS", "AEISTT?")
    moves = {choose(position, Random(seed)) for seed in range(50)}
    assert len(moves) == 12, "six ways each across and down to put a letter on a double"
    assert {position.score(move).total for move in moves if isinstance(move, Play)} == {66}
    assert choose(position) in moves
    assert [Bot(3).choose(position) for _ in range(4)] == [Bot(3).choose(position)] * 4
    bot = Bot(3)
    assert {bot.choose(position) for _ in range(50)} == moves


def test_it_exchanges_what_is_a_burden(dealt: Dealt) -> None:
    assert choose(dealt("VVUUIII", "AEISTT?")) == Exchange("IIIUUVV")
    assert choose(dealt("VVUUQ?S", "AEISTT?")) == Exchange("UUVVQ")
    only_aa = Lexicon.from_words(["AA"])
    assert choose(dealt("AAVVUU?", "AEISTT?", lexicon=only_aa)) == Exchange("AAUUVV"), "rather than AA for four points"


def test_it_passes_where_nothing_can_be_exchanged(dealt: Dealt) -> None:
    assert choose(dealt("VVUUIII", "AEISTT?", bag=6)) == Pass()
    assert choose(dealt("VVUUIII", "AEISTT?", bag=0)) == Pass()


def test_it_gives_up_exchanging_when_nothing_comes_of_it(dealt: Dealt) -> None:
    position = dealt("VVUUIII", "AEISTT?")
    assert isinstance(choose(replace(position, scoreless=PATIENCE * 2 - 1)), Exchange)
    assert choose(replace(position, scoreless=PATIENCE * 2)) == Pass()
    for rules in (PRESETS["scratch"], Rules(end_passes=0)):
        endless = replace(position, rules=rules, scoreless=PATIENCE * 2)
        assert isinstance(choose(endless), Exchange), "where passing ends nothing, exchanging may"


def test_a_stalemate(dealt: Dealt) -> None:
    position = dealt("VVUUIII", "AEISTT?", rules=PRESETS["scratch"])
    assert not stalemate(replace(position, scoreless=23))
    assert stalemate(replace(position, scoreless=24))
    assert not stalemate(replace(position, scoreless=24, bag=0)), "then passing ends it"
    assert not stalemate(replace(position, scoreless=24, rules=PRESETS["classic"]))
    assert not stalemate(replace(position, scoreless=24, rules=TOURNAMENT))


def test_it_challenges_a_phony_and_nothing_else(dealt: Dealt) -> None:
    position = dealt("TSIAEEC", "RETINAS", rules=TOURNAMENT)
    assert choose(position.apply(parse_move("8G TSI", position.board))) == Challenge()
    assert isinstance(choose(position.apply(parse_move("8G CAT", position.board))), Play)


def test_it_accepts_a_good_last_play_and_challenges_a_bad_one(dealt: Dealt) -> None:
    position = dealt("TSIAEEC", "RETINAS", rules=TOURNAMENT, bag=0)
    position = replace(position, players=(replace(position.players[0], rack=Rack.of("CAT")), position.players[1]))
    assert choose(position.apply(parse_move("8G CAT", position.board))) == Accept()
    assert choose(position.apply(parse_move("8G TCA", position.board))) == Challenge()


def test_it_knows_its_own_rack_alone(dealt: Dealt) -> None:
    """With the other rack hidden it does the same; with its own hidden, or out of turn, it says so."""
    position = dealt("RETINAS", "AEISTT?")
    own, other = position.players
    assert choose(replace(position, players=(own, replace(other, rack=Rack.hidden(7))))) == choose(position)
    with pytest.raises(ValueError, match="no move to choose"):
        choose(replace(position, players=(replace(own, rack=Rack.hidden(7)), other)))
    with pytest.raises(ValueError, match="no move to choose"):
        choose(Position.start(Rules(), modern(), 2))


@given(st.integers(0, 2**32), st.sampled_from(["classic", "scratch", "tournament"]), st.integers(0, 14))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_legal_at_every_rack(dealt: Dealt, seed: int, rules: str, bag: int) -> None:
    random = Random(seed)
    rack = "".join(random.choices(TILES, k=random.randint(1, 7)))
    rack = rack if rack.count("?") < 3 else rack.replace("?", "E")
    words = Lexicon.from_words("".join(random.choices("ABCDE", k=random.randint(2, 4))) for _ in range(60))
    position = dealt("AABCDE?", "EEEEEEE", rules=PRESETS[rules], lexicon=words)
    first = choose(position)
    assert not position.legal(first)
    position = position.apply(first)
    while position.owed:
        position = position.deal("E" * position.owed[0].count)
    players = (position.players[0], replace(position.players[1], rack=Rack.of(rack)))
    position = replace(position, players=players, bag=bag)
    assert not position.legal(choose(position, random))


@pytest.mark.parametrize("words", ["ZZZZZ", "AA AE EE OE", "CAT CATS AT TA SAT TEA EAT SEA AS RETINAS"])
@pytest.mark.parametrize("rules", ["classic", "tournament"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_of_bots_end(played: Played, words: str, rules: str, seats: int) -> None:
    positions = played([choose] * seats, Lexicon.from_words(words.split()), PRESETS[rules], 7)
    assert positions[-1].ended is not None
    assert len(positions) < 150


def test_games_by_scratch_rules_end_or_stand_still(played: Played) -> None:
    """The bag must be empty before passing ends such a game; until then a bot that sees no way on would leave."""

    def play(position: Position) -> Move:
        if stalemate(position):
            raise StopIteration
        return choose(position)

    for words in ("ZZZZZ", "AA AE EE OE"):
        with pytest.raises(StopIteration):
            played([play] * 2, Lexicon.from_words(words.split()), PRESETS["scratch"], 7)
    assert played([play] * 2, modern(), PRESETS["scratch"], 7)[-1].ended is not None


def test_it_plays_well(played: Played) -> None:
    """Both sides of five deals: some 410 points a game, and more than by looking at the score alone."""
    own, other = [], []
    for seed, (first, second) in enumerate([*permutations((choose, greedy))] * 5):
        final = played([first, second], modern(), PRESETS["classic"], seed // 2)[-1].ended
        assert final is not None
        assert final.final is not None
        a, b = final.final if first is choose else final.final[::-1]
        own.append(a)
        other.append(b)
    assert sum(own) / len(own) > 380
    assert sum(own) > sum(other)
