"""What the page of somebody who only looks on is shown, and what the players' pages say of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2pscrabble.table import Phase, Role
from tests.web.onlooker import Onlooker, play_on

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour


def test_who_watches_is_shown_no_rack_and_is_named(watched: Callable[..., tuple[Parlour, Onlooker]]) -> None:
    room, onlooker = watched(seats=2)
    room.come("Eve", Role.WATCHER)
    room.until(lambda: all(c.member and c.member.view.phase is Phase.PLAYING for c in room.chairs))
    play_on(room, 3)
    room.until(lambda: all(len(room.view(number).steps) == 3 for number in range(3)))
    eve, ana = onlooker.states["Eve 1"], onlooker.states["Ana 1"]
    assert (eve["seat"], eve["draft"]["slots"]) == (None, [])
    assert eve["watching"] == "You are watching: you see what all may see, and nobody’s rack."
    assert ana["watching"] == "Eve is watching."
    assert eve["steps"] == ana["steps"]
    assert len(ana["players"]) == 2
