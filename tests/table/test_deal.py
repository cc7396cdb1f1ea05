"""The open deal deals what the seeds say, and keeps the history that proves it."""

from __future__ import annotations

import random

import pytest

from p2pscrabble.bag import order
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.table.deal import OpenDeal

SEEDS = tuple(bytes([number]) * 16 for number in range(1, 5))


def test_a_draw_is_the_front_of_the_bag() -> None:
    deal = OpenDeal(SEEDS[:2])
    drawn = [deal.draw(0, 7, ""), deal.draw(1, 7, "")]
    truth = order(SEEDS[:2], deal.history)
    assert drawn == ["".join(LETTER_OF[tile] for tile in truth.of(seat)) for seat in (0, 1)]


def test_what_was_played_is_gone_and_what_was_exchanged_goes_back() -> None:
    deal = OpenDeal(SEEDS[:2])
    rack = deal.draw(0, 7, "")
    played, kept = rack[:3], rack[3:]
    kept += deal.draw(0, 3, kept)
    back = kept[:4]
    rest = kept[4:]
    rest += deal.draw(0, 4, rest, back)
    truth = order(SEEDS[:2], deal.history)
    everything = sorted(played + rest + "".join(LETTER_OF[tile] for tile in truth.bag.tiles))
    assert everything == sorted(LETTER_OF)


def test_the_tiles_of_one_who_leaves_are_in_the_bag_again() -> None:
    deal = OpenDeal(SEEDS[:3])
    racks = [deal.draw(seat, 7, "") for seat in range(3)]
    deal.leave(1, racks[1])
    truth = order(SEEDS[:3], deal.history)
    assert len(truth.bag) == 100 - 14
    letters = sorted(racks[0] + racks[2] + "".join(LETTER_OF[tile] for tile in truth.bag.tiles))
    assert letters == sorted(LETTER_OF)


def test_only_what_is_held_can_go_back() -> None:
    deal = OpenDeal(SEEDS[:2])
    deal.draw(0, 7, "")
    with pytest.raises(ValueError, match="does not hold"):
        deal.draw(0, 2, "ZZ")


def test_letters_depend_on_letters_alone() -> None:
    """Which of two equal tiles is put back makes no difference to what is drawn later."""
    rng = random.Random(5)
    for _ in range(30):
        seeds = (rng.randbytes(16), rng.randbytes(16))
        one, other = OpenDeal(seeds), OpenDeal(seeds)
        rack = one.draw(0, 7, "")
        shuffled = "".join(rng.sample(rack, 7))
        assert other.draw(0, 7, "") == rack
        assert one.draw(0, 3, rack[3:], rack[:3]) == other.draw(0, 3, "".join(sorted(rack[3:])), rack[:3])
        assert sorted(shuffled) == sorted(rack)
        assert one.draw(1, 7, "") == other.draw(1, 7, "")
