"""Somebody who comes when the game has begun: they look on, and the players' pages say so."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.people import People
from tests.browser.playing import Told, lay_and_play, mover, pass_draw


@pytest.mark.soak
def test_one_who_comes_late_watches_at_the_table(people: People) -> None:
    _, relay = people.programs.relay()
    ana, ben = people.table(relay, 2)
    eve = people.sit(people.programs.join(relay, ana.tab.state["link"], "Eve"))
    eve.tab.screen("table").wait_for()
    expect(eve.tab.page.get_by_text("You are watching: you see what all may see, and nobody’s rack.")).to_be_visible()
    for player in (ana, ben):
        expect(player.tab.page.get_by_text("Eve is watching.", exact=True).first).to_be_visible()
    for person in (ana, ben, eve):
        pass_draw(person)
    first = mover((ana, ben))
    assert first is not None
    lay_and_play(first, Told())
    eve.tab.until(lambda: len(eve.tab.steps) == 1, "the play")
    assert eve.tab.state["seat"] is None
    assert eve.tab.state["draft"]["slots"] == []
    expect(eve.tab.button("Play")).to_be_disabled()
