"""Two browsers play a whole game, and neither mouse nor finger is there."""

from __future__ import annotations

from tests.browser.hands import KeyboardHand
from tests.browser.people import People
from tests.browser.whole import FEW, whole_game


def test_a_whole_game_by_keyboard_alone(people: People) -> None:
    whole_game(people.two(KeyboardHand(), deal="sealed"), people, FEW)
