"""Two browsers play a game by mouse, and begin another; `make soak` plays the whole bag."""

from __future__ import annotations

import pytest

from tests.browser.people import People
from tests.browser.whole import FEW, whole_game


@pytest.mark.parametrize("turns", [FEW, pytest.param(None, marks=pytest.mark.soak)], ids=["few", "all"])
def test_two_browsers_play_a_whole_game_by_mouse(people: People, turns: int | None) -> None:
    whole_game(people.two(deal="sealed", reduced_motion="no-preference"), people, turns)
