"""Two phones play a whole game by touch: tiles are dragged, and tapped into place."""

from __future__ import annotations

from tests.browser.hands import TouchHand
from tests.browser.people import People
from tests.browser.tab import PHONE
from tests.browser.whole import FEW, whole_game


def test_a_whole_game_by_touch_on_phones(people: People) -> None:
    whole_game(people.two(TouchHand(), deal="sealed", size=PHONE, touch=True), people, FEW)
