"""Positions and whole games for the tests of the computer player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from p2pscrabble.game.legality import Words
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Move
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import Rules
from p2pscrabble.game.tiles import LETTER_OF

FEW = Lexicon.from_words(("CAT", "CATS", "AT", "TA", "SAT", "TEA", "EAT", "SEA", "AS", "RETINAS"), "few")


def _dealt(*racks: str, rules: Rules | None = None, lexicon: Lexicon = FEW, bag: int | None = None) -> Position:
    position = Position.start(rules or Rules(), lexicon, len(racks))
    for rack in racks:
        position = position.deal(rack)
    return position if bag is None else replace(position, bag=bag)


def _played(players: Sequence[Callable[[Position], Move]], lexicon: Words, rules: Rules, seed: int) -> list[Position]:
    random, tiles = Random(seed), list(LETTER_OF)
    random.shuffle(tiles)
    positions = [Position.start(rules, lexicon, len(players))]
    while len(positions) < 500:
        position = positions[-1]
        while position.owed:
            draw = position.owed[0]
            drawn, tiles = tiles[: draw.count], tiles[draw.count :] + list(draw.back)
            if draw.back:
                random.shuffle(tiles)
            position = position.deal("".join(drawn))
        positions[-1] = position
        if position.ended is not None:
            return positions
        positions.append(position.apply(players[position.turn](position)))
    raise AssertionError("the game does not end")


@pytest.fixture
def dealt() -> Callable[..., Position]:
    """A game just begun, with these racks and few words: ``dealt("RETINAS", "AEISTT?", bag=6)``."""
    return _dealt


@pytest.fixture
def played() -> Callable[..., list[Position]]:
    """Every position of a game, the last one ended: ``played([choose, choose], lexicon, rules, seed)``."""
    return _played
