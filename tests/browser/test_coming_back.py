"""Reload, closed tab, two tabs, killed program, relay that is gone: the page says what happens, and nothing is lost."""

from __future__ import annotations

import time

from playwright.sync_api import expect

from tests.browser.choosing import longest, shortest
from tests.browser.people import People
from tests.browser.playing import (
    Told,
    agree,
    begun,
    lay_and_play,
    lay_down,
    make,
    mover,
    pass_draw,
    shown_board,
    shown_rack,
    tried,
)
from tests.browser.tab import LOST, Tab

AWAY = 20.0
"""Seconds that a relay is gone."""


def chat_box(tab: Tab, text: str) -> None:
    """Waits until this stands in the line of chat."""
    expect(tab.page.get_by_label("Message", exact=True)).to_have_value(text)


def test_rack_order_tried_tiles_and_typed_chat_survive_a_reload(people: People) -> None:
    first, _ = begun(people)
    tab = first.tab
    order = shown_rack(tab)
    first.hand.press(tab, tab.button("Shuffle rack"))
    tab.until(lambda: shown_rack(tab) != order, "another order")
    laying = shortest(tab.state)
    assert laying is not None
    lay_down(first, laying)
    tab.page.get_by_label("Message", exact=True).fill("I was about to say")
    tab.until(lambda: tab.state["draft"]["chat"] == "I was about to say", "the chat is kept")
    rack, board, score = shown_rack(tab), shown_board(tab), tab.state["draft"]["play"]["total"]

    tab.reload()
    tab.screen("table").wait_for()
    tab.until(lambda: tab.state.get("draft"), "the draft")
    assert shown_rack(tab) == rack
    assert shown_board(tab) == board
    assert tab.state["draft"]["play"]["total"] == score
    chat_box(tab, "I was about to say")
    make(first, lambda: first.hand.play(tab))


def test_a_reload_straight_after_play_leaves_it_played_once(people: People) -> None:
    """Field failure 8."""
    first, other = begun(people)
    for _ in range(3):
        lay_down(first, longest(first.tab.state))
        count = len(first.tab.steps)
        first.tab.button("Play").click(no_wait_after=True)
        first.tab.reload()
        first.tab.screen("table").wait_for()
        first.tab.until(lambda at=first.tab: at.state.get("board"), "the board")  # type: ignore[misc]
        if len(first.tab.steps) == count and first.tab.state["turn"]["yours"]:
            # It never left the page; then it lies there still, and can be played.
            first.tab.page.wait_for_timeout(1000)
            if len(first.tab.steps) == count:
                make(first, lambda: first.hand.play(first.tab))  # noqa: B023 - called at once
        for person in (first, other):
            person.tab.until(lambda at=person.tab: len(at.steps) == count + 1, "one step more")  # type: ignore[misc]  # noqa: B023
        agree((first, other))
        first, other = other, first


def test_a_closed_tab_comes_back_to_where_it_was(people: People) -> None:
    first, other = begun(people)
    laying = longest(first.tab.state)
    lay_down(first, laying)
    board = shown_board(first.tab)
    first.tab.page.get_by_label("Message", exact=True).fill("back soon")
    address = first.tab.page.url
    first.tab.page.close(run_before_unload=True)
    other.tab.until(lambda: other.tab.state["players"][0]["presence"] == "here", "nobody has gone")
    first.tab = people.open(first.context, address)
    first.tab.screen("table").wait_for()
    first.tab.until(lambda: shown_board(first.tab) == board, "the tried tiles")
    chat_box(first.tab, "back soon")
    make(first, lambda: first.hand.play(first.tab))
    other.tab.until(lambda: len(other.tab.steps) == 1, "the play")
    agree((first, other))


def test_two_tabs_of_one_player_stay_in_step(people: People) -> None:
    first, other = begun(people)
    one = first.tab
    second = people.open(first.context, one.page.url)
    second.screen("table").wait_for()
    laying = longest(one.state)
    lay_down(first, laying)
    second.until(lambda: shown_board(second) == shown_board(one) != ".", "the same tried tiles")
    first.hand.recall(second)
    one.until(lambda: not tried(one), "taken back in the other tab")
    first.hand.press(second, second.button("Shuffle rack"))
    one.until(lambda: one.state["draft"]["slots"] == second.state["draft"]["slots"], "one order")
    one.until(lambda: shown_rack(one) == shown_rack(second), "one order, as it is shown")
    one.page.get_by_label("Message", exact=True).fill("half a sen")
    chat_box(second, "half a sen")
    lay_down(first, longest(one.state))
    second.until(lambda: shown_board(second) == shown_board(one), "tried again")
    second.button("Play").click()
    for tab in (one, second, other.tab):
        tab.until(lambda at=tab: len(at.steps) == 1, "played once")  # type: ignore[misc]
    agree((first, other))


def test_a_program_that_is_killed_and_started_again_goes_on_in_the_old_tab(people: People) -> None:
    first, other = begun(people)
    told = Told()
    lay_and_play(first, told)
    mover((other,))
    laying = longest(other.tab.state)
    lay_down(other, laying)
    board = shown_board(other.tab)
    other.tab.expect(LOST)
    other.seat.kill()
    banner = other.tab.page.get_by_role("region", name="Connection")
    expect(banner).to_contain_text("does not answer")
    sockets = other.tab.sockets
    other.seat.resume()
    other.tab.until(lambda: other.tab.sockets > sockets and other.tab.state["phase"] == "playing", "it is back", 60)
    expect(banner).to_be_hidden()
    other.tab.until(lambda: shown_board(other.tab) == board, "the tried tiles are there")
    make(other, lambda: other.hand.play(other.tab))
    assert mover((first, other)) is first
    lay_and_play(first, told)
    other.tab.until(lambda: len(other.tab.steps) == 3, "all three plays")
    agree((first, other))


def test_a_play_sent_while_the_program_dies_is_made_once(people: People) -> None:
    first, other = begun(people)
    lay_down(first, longest(first.tab.state))
    first.tab.expect(LOST)
    first.tab.button("Play").click(no_wait_after=True)
    first.seat.kill()
    first.tab.page.wait_for_timeout(300)
    first.seat.resume()
    first.tab.until(lambda: len(first.tab.steps) == 1, "made once", 60)
    other.tab.until(lambda: len(other.tab.steps) == 1, "and seen", 60)
    agree((first, other))
    other_told = Told()
    lay_and_play(other, other_told)
    first.tab.until(lambda: len(first.tab.steps) == 2, "the game goes on")


def test_a_relay_that_is_gone_for_twenty_seconds_loses_no_move(people: People) -> None:
    relay, address = people.programs.relay()
    port = int(address.rsplit(":", 1)[1].strip("/"))
    company = people.table(address, 2)
    for person in company:
        pass_draw(person)
    first = mover(company)
    assert first is not None
    other = next(person for person in company if person is not first)
    relay.kill()
    gone = time.monotonic()
    banners = [person.tab.page.get_by_role("region", name="Connection") for person in (first, other)]
    for banner in banners:
        expect(banner).to_contain_text("no connection to the relay")
    expect(banners[0]).to_contain_text("Your moves are kept")
    lay_and_play(first, Told())
    assert len(other.tab.steps) == 0
    first.tab.until(lambda: time.monotonic() - gone > AWAY, "twenty seconds", AWAY + 5)
    for banner in banners:
        expect(banner).to_be_visible()
    people.programs.relay(port)
    for banner in banners:
        expect(banner).to_be_hidden()
    other.tab.until(lambda: len(other.tab.steps) == 1, "the play arrives", 60)
    first.tab.until(lambda: first.tab.state["delivered"], "and is known to have", 60)
    assert mover(company) is other
    lay_and_play(other, Told())
    first.tab.until(lambda: len(first.tab.steps) == 2, "the answer")
    agree(company)
