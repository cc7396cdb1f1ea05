"""Playing a replay: with its words and without, clocks, racks, challenges, and replays that cannot be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Challenge, Pass, Placed, Play
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Replay, Step
from p2pscrabble.numerals.walk import UnreadWords, positions

Bag = Callable[[Sequence[bytes]], Dealer]
TOURNAMENT = PRESETS["tournament"]


@dataclass(frozen=True)
class Words:
    """A word list for tests."""

    words: tuple[str, ...]
    hash: bytes = b"abc" + bytes(29)
    name: str = "small"

    def __contains__(self, word: str, /) -> bool:
        return word in self.words


def laid(word: str) -> Play:
    return Play(tuple(Placed(112 + place, letter) for place, letter in enumerate(word)))


def recorded(rules: Rules | str, *steps: Step, racks: tuple[str | None, ...] = (None, None)) -> Replay:
    rules = PRESETS[rules] if isinstance(rules, str) else rules
    return Replay(rules, b"abc", 2, 0, (), steps, racks=racks, overtime=(0, 0))


def test_racks_are_shown_as_they_were_recorded(bag: Bag) -> None:
    steps = (Step(0, laid("CAT"), "ACTXYZZ"), Step(1, Pass()), Step(0, Pass(), "EEXYZZZ"))
    found = positions(recorded("classic", *steps, racks=("EEXYZZZ", None)), bag)
    assert [[player.rack.tiles for player in position.players] for position in found] == [
        ["ACTXYZZ", None],
        [None, None],
        ["EEXYZZZ", None],
        ["EEXYZZZ", None],
    ]
    assert found[-1].board.tiles == "CAT"


def test_without_the_words_all_are_good(bag: Bag) -> None:
    replay = recorded("classic", Step(0, laid("ZVX")))
    last = positions(replay, bag)[-1]
    assert last.players[0].score > 0
    assert last.lexicon.name == "616263"
    assert last.lexicon.hash == b"abc" + bytes(29)
    assert "ANYTHING" in last.lexicon
    with pytest.raises(DecodeError, match="against the rules"):
        positions(replay, bag, Words(("CAT",)))
    with pytest.raises(DecodeError, match="another word list"):
        positions(replay, bag, Words(("CAT",), b"xyz" + bytes(29)))


def test_challenges_end_as_told(bag: Bag) -> None:
    good = recorded("tournament", Step(0, laid("CAT")), Step(1, Challenge()))
    bad = recorded("tournament", Step(0, laid("CAT")), Step(1, Challenge(), withdrawn=True))
    words, others = Words(("CAT",)), Words(("DOG",))
    for replay, right, wrong in ((good, words, others), (bad, others, words)):
        without, with_words = positions(replay, bag), positions(replay, bag, right)
        assert without == with_words
        with pytest.raises(DecodeError, match="a challenge ended otherwise"):
            positions(replay, bag, wrong)
    assert positions(bad, bag)[-1].board.empty
    assert not positions(good, bag)[-1].board.empty
    assert "WORD" in positions(bad, bag)[-1].lexicon


def test_what_is_withdrawn_without_a_challenge_cannot_be(bag: Bag) -> None:
    with pytest.raises(DecodeError, match="a challenge ended otherwise"):
        positions(recorded("classic", Step(0, Pass(), withdrawn=True)), bag)


def test_a_move_against_the_rules_cannot_be(bag: Bag) -> None:
    with pytest.raises(DecodeError, match="against the rules"):
        positions(recorded("classic", Step(0, Accept())), bag)


def test_unread_words() -> None:
    assert "AA" in UnreadWords(b"abc")
    assert "AA" not in UnreadWords(b"abc", good=False)


@pytest.mark.parametrize("increment", [0, 7])
def test_time_over_is_taken_at_the_end(bag: Bag, increment: int) -> None:
    rules = TOURNAMENT.changed(clock=600, increment=increment, end_scoreless=1)
    replay = replace(
        recorded(rules, Step(0, laid("CAT")), Step(1, Pass()), Step(0, Pass()), racks=("QZAAAAA", "BBEEEEE")),
        overtime=(3, 1),
    )
    found = positions(replay, bag)
    assert [player.clock for player in found[-1].players] == [-180, -60]
    ended = found[-1].ended
    assert ended is not None
    assert ended.reason is EndReason.SCORELESS
    assert ended.leftovers is not None
    assert [leftover.overtime for leftover in ended.leftovers] == [30, 10]
    assert found[-2].players[0].clock == 600 + increment


def test_a_challenge_takes_time_but_brings_none(bag: Bag) -> None:
    rules = TOURNAMENT.changed(clock=600, increment=7)
    replay = replace(recorded(rules, Step(0, laid("CAT")), Step(1, Challenge())), overtime=(0, 2))
    assert [player.clock for player in positions(replay, bag)[-1].players] == [607, -120]
