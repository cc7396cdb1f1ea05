"""Games for the number layer: a bag shuffled by the seeds, and games made up by chance from a format's own weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.numerals.course import choose_course
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Deal, Replay


class ShuffledDeal:
    """A dealer that shuffles by the seeds, in a way of its own: the numbers must not care how a bag is shuffled."""

    def __init__(self, seeds: Sequence[bytes]) -> None:
        self._rng = random.Random(b"".join(seeds))
        self._bag = list(LETTER_OF)
        self._rng.shuffle(self._bag)

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str:
        assert len(rack) + count <= 7
        assert seat in range(4)
        drawn = "".join(self._bag[:count])
        self._bag = self._bag[count:] + list(back)
        self._rng.shuffle(self._bag)
        return drawn

    def leave(self, seat: int, returned: str) -> None:
        assert seat in range(4)
        self._bag += returned


@dataclass
class Dice:
    """A chooser that makes things up, each as likely as its weight."""

    seed: int
    rng: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def choose(self, weights: Sequence[int], choice: int | None) -> int:
        assert choice is None
        return self.rng.choices(range(len(weights)), weights)[0]

    def number(self, radix: int, value: int | None) -> int:
        assert value is None
        return self.rng.randrange(radix)


def deal_from(seeds: Sequence[bytes]) -> Dealer:
    return ShuffledDeal(seeds)


def made_up(seed: int, rules: Rules | str = "classic", seats: int = 2, deal: Deal = Deal.OPEN) -> Replay:
    """A game made up by dice, the same again for the same seed."""
    rng = random.Random(-seed)
    seeds = tuple(rng.randbytes(16) for _ in range(seats)) if deal is Deal.OPEN else ()
    head = Replay(
        PRESETS[rules] if isinstance(rules, str) else rules,
        rng.randbytes(3),
        seats,
        rng.randrange(seats),
        seeds,
        racks=() if seeds else (None,) * seats,
        overtime=(0,) * seats,
    )
    try:
        return choose_course(Dice(seed), deal, head, deal_from, None)
    except DecodeError:  # the dice told something in a longer way than needed
        return made_up(seed + 1000, rules, seats, deal)


@pytest.fixture
def game() -> Callable[..., Replay]:
    """Makes up a game."""
    return made_up


@pytest.fixture
def bag() -> Callable[[Sequence[bytes]], Dealer]:
    """Where its tiles come from."""
    return deal_from
