"""Two browsers play a whole game by mouse, and begin another."""

from __future__ import annotations

from tests.browser.people import People
from tests.browser.whole import whole_game


def test_two_browsers_play_a_whole_game_by_mouse(people: People) -> None:
    whole_game(people.two(deal="sealed", reduced_motion="no-preference"), people)
