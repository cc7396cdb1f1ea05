"""At a table: tried tiles that are covered, a tile in the hand, four seats, sounds, and no move by accident."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.choosing import Laying, layings, longest, shortest
from tests.browser.hands import KeyboardHand, MouseHand, centre, dialog
from tests.browser.people import People, Person
from tests.browser.playing import (
    Told,
    agree,
    begun,
    lay_and_play,
    lay_down,
    make,
    mover,
    pass_draw,
    play_out,
    shown_board,
    shown_rack,
    tried,
)

LISTENING: Final = """
  window.heard = [];
  const note = window.OscillatorNode;
  window.OscillatorNode = class extends note {
    constructor(audio, options) { super(audio, options); window.heard.push(Math.round(options.frequency)); }
  };
  const noise = window.AudioBufferSourceNode;
  window.AudioBufferSourceNode = class extends noise {
    constructor(audio, options) { super(audio, options); window.heard.push(0); }
  };
"""
"""Notes every tone that the page makes: its pitch, 0 for a knock."""


def overlapping(first: Person, other: Person) -> tuple[Laying, Laying]:
    """A play for each, that share a square; on an empty board all cover the centre."""
    mine, theirs = longest(first.tab.state), longest(other.tab.state)
    assert mine is not None
    assert theirs is not None
    assert set(mine.squares) & set(theirs.squares)
    return mine, theirs


def test_tried_tiles_that_are_covered_go_back_to_the_rack(people: People) -> None:
    """Field failure 12."""
    first, other = begun(people)
    mine, theirs = overlapping(first, other)
    lay_down(other, theirs)
    lay_down(first, mine)
    make(first, lambda: first.hand.play(first.tab))
    covered = {number for number, placed in theirs.tiles if placed.square in mine.squares}
    other.tab.until(lambda: len(other.tab.steps) == 1 and not covered & set(tried(other.tab)), "covered tiles are back")
    assert set(tried(other.tab)) == {number for number, _ in theirs.tiles} - covered
    assert len(other.tab.slots) == 7
    other.tab.until(lambda: covered <= set(shown_rack(other.tab)), "and seen on the rack")
    if tried(other.tab):
        other.hand.recall(other.tab)
    other.tab.until(lambda: not tried(other.tab), "all back")
    lay_and_play(other, Told())
    first.tab.until(lambda: len(first.tab.steps) == 2, "the answer")
    agree((first, other))


def test_a_tile_in_the_hand_stays_that_tile_when_a_move_lands(people: People) -> None:
    """Field failure 12."""
    first, other = begun(people)
    mouse, tab = other.tab.page.mouse, other.tab
    slot = tab.slots[2]
    begin = centre(tab.slot(slot["id"]))
    mouse.move(*begin)
    mouse.down()
    mouse.move(begin[0] + 10, begin[1] - 30)
    mouse.move(*centre(tab.square(16)))
    lay_and_play(first, Told())
    tab.until(lambda: len(tab.steps) == 1 and shown_board(tab) == tab.state["board"], "the play is seen")
    mouse.move(*centre(tab.square(17)))
    mouse.up()
    tab.until(lambda: tried(tab) == {slot["id"]: 17}, "the tile lies where it was let go")
    assert next(each for each in tab.slots if each["id"] == slot["id"])["tile"] == slot["tile"]
    assert shown_board(tab)[17] == slot["tile"].replace("?", shown_board(tab)[17])


@pytest.mark.timeout(200)
def test_four_browsers_share_a_table_until_one_goes_out(people: People) -> None:
    """Field failure 13: over at once, for everyone, leftovers once, and the same after a reload."""
    _, relay = people.programs.relay()
    company = people.table(relay, 4, KeyboardHand())
    for person in company:
        pass_draw(person)
    told = Told()
    play_out(company, told)
    agree(company)
    overs = [person.tab.state["over"] for person in company]
    for over in overs:
        assert (over["winners"], over["sums"], over["hash"]) == (
            overs[0]["winners"],
            overs[0]["sums"],
            overs[0]["hash"],
        )
    out = company[0].tab.state["players"]
    assert sorted(player["name"] for player in out) == ["Ana", "Ben", "Cid", "Dora"]
    for sums in overs[0]["sums"]:
        assert sums["before"] + sum(line["points"] for line in sums["lines"]) == sums["total"]
    company[2].tab.reload()
    company[2].tab.until(lambda: company[2].tab.state.get("over"), "still over")
    assert company[2].tab.state["over"]["sums"] == overs[0]["sums"]
    heading = company[2].tab.page.get_by_role("region", name="The game is over").get_by_role("heading").first
    expect(heading).to_have_text(overs[0]["text"])


def listening(context: BrowserContext) -> None:
    """From the next page on, notes what sounds."""
    context.add_init_script(LISTENING)


def heard(page: Page) -> list[int]:
    """What has sounded since it was last asked."""
    sounds: list[int] = page.evaluate("() => window.heard.splice(0)")
    return sounds


def test_one_move_makes_one_sound_and_what_was_there_makes_none(people: People) -> None:
    """Field failure 18."""
    first, other = begun(people)
    lay_and_play(first, Told())
    assert mover((other,)) is other
    lay_and_play(other, Told())
    assert mover((first,)) is first
    tab = other.tab
    listening(other.context)
    tab.reload()
    tab.screen("table").wait_for()
    tab.until(lambda: shown_board(tab) == tab.state["board"], "the board")
    tab.page.keyboard.press("ArrowLeft")  # a gesture: from now on it may sound
    tab.page.wait_for_timeout(500)
    assert heard(tab.page) == []

    lay_and_play(first, Told())
    tab.until(lambda: len(tab.steps) == 3, "a move")
    tab.page.wait_for_timeout(500)
    sounds = heard(tab.page)
    assert sounds
    assert len(sounds) == len(set(sounds)), "one chord, not two"

    tab.expect("WebSocket connection to .* failed|net::ERR")
    sockets = tab.sockets
    other.seat.kill()
    other.seat.resume()
    tab.until(lambda: tab.sockets > sockets and len(tab.steps) == 3 and tab.state["phase"] == "playing", "back", 60)
    tab.page.wait_for_timeout(1000)
    assert heard(tab.page) == []


def test_nothing_is_played_by_accident(people: People) -> None:
    first, other = begun(people)
    tab = first.tab
    play = tab.button("Play")
    expect(play).to_be_disabled()
    # One tile alone is no play, and pressing the button or Enter all the same sends nothing.
    first.hand.drag(tab, centre(tab.slot(tab.slots[0]["id"])), centre(tab.square(0)))  # type: ignore[attr-defined]
    if tab.slots[0]["tile"] == "?":
        dialog(tab).get_by_role("button", name="A", exact=True).click()
    tab.until(lambda: tab.state["draft"]["play"], "judged")
    assert not tab.state["draft"]["play"]["legal"]
    expect(play).to_be_disabled()
    play.click(force=True)
    tab.square(0).press("Enter")
    first.hand.recall(tab)
    tab.until(lambda: not tried(tab), "taken back")
    # Passing asks, and no is no.
    tab.button("Pass").click()
    dialog(tab).get_by_role("button", name="Keep playing").click()
    tab.button("Pass").click()
    tab.page.keyboard.press("Escape")
    # Exchanging nothing is nothing.
    tab.button("Exchange").click()
    expect(dialog(tab).get_by_role("button", name=re.compile("^Exchange"))).to_be_disabled()
    tab.page.keyboard.press("Escape")
    # Out of turn a play can be tried, and not be sent.
    theirs = shortest(other.tab.state)
    lay_down(other, theirs)
    expect(other.tab.button("Play")).to_be_disabled()
    other.tab.button("Play").click(force=True)
    expect(other.tab.button("Pass")).to_be_disabled()
    other.tab.page.wait_for_timeout(300)
    sent = [command["do"] for each in (first, other) for command in each.tab.sent]
    assert set(sent) <= {"draft", "whole"}
    assert tab.steps == []


def test_a_double_click_plays_once(people: People) -> None:
    first, other = begun(people)
    lay_down(first, longest(first.tab.state))
    first.tab.button("Play").dblclick()
    other.tab.until(lambda: other.mine, "the next turn")
    first.tab.page.wait_for_timeout(300)
    assert [command["do"] for command in first.tab.sent].count("play") == 1
    assert len(first.tab.steps) == len(other.tab.steps) == 1


def test_the_draw_for_the_first_seat_is_shown_tile_by_tile(people: People) -> None:
    company = people.two()
    for person in company:
        panel = person.tab.page.get_by_role("region", name="Who begins")
        first = person.tab.state["first"]
        expect(panel.get_by_role("listitem")).to_have_count(sum(map(len, first["rounds"])))
        begins = "You begin" if first["seat"] == person.tab.state["seat"] else f"{first['text'].split()[0]} begins"
        expect(panel).to_contain_text(begins.split()[-1])
        pass_draw(person)
        expect(panel).to_be_hidden()
        person.tab.reload()
        person.tab.screen("table").wait_for()
        person.tab.until(lambda at=person.tab: at.state.get("board"), "the board")  # type: ignore[misc]
        expect(panel).to_be_hidden()


def test_dealing_says_what_is_happening(people: People) -> None:
    _, relay = people.programs.relay()
    host = people.programs.host(relay, "--deal", "sealed")
    ana = people.sit(host)
    ana.tab.screen("waiting").wait_for()
    guest = people.programs.join(relay, host.link)
    progress = ana.tab.page.get_by_role("progressbar")
    expect(progress).to_be_visible()
    ben = people.sit(guest)
    for person in (ana, ben):
        person.tab.until(lambda at=person.tab: at.state.get("turn"), "dealt", 60)  # type: ignore[misc]
        expect(person.tab.page.get_by_role("progressbar")).to_be_hidden()


def test_names_and_chat_with_markup_are_text(people: People) -> None:
    _, relay = people.programs.relay()
    host = people.programs.host(relay, name="<b>x</b>")
    ana = people.sit(host)
    ben = people.sit(people.programs.join(relay, host.link, name="<i>&amp;"))
    for person in (ana, ben):
        person.tab.until(lambda at=person.tab: at.state.get("turn"), "a turn", 60)  # type: ignore[misc]
        pass_draw(person)
    words = '<img src=x onerror="document.title=1"> <script>1</script> &lt;'
    ana.hand.say(ana.tab, words)
    for person in (ana, ben):
        page = person.tab.page
        expect(page.get_by_role("log")).to_contain_text(words)
        expect(page.get_by_text("<b>x</b>", exact=True).first).to_be_visible()
        assert page.locator("#app img, main img, main script, main b b").count() == 0
        assert page.title() != "1"


def test_a_move_can_be_typed(people: People) -> None:
    first, other = begun(people)
    tab = first.tab
    play = longest(tab.state)
    assert play is not None
    word = "".join(placed.letter for _, placed in play.tiles)
    row, column = divmod(play.squares[0], 15)
    place = f"{row + 1}{'ABCDEFGHIJKLMNO'[column]}" if play.across else f"{'ABCDEFGHIJKLMNO'[column]}{row + 1}"
    box = tab.page.get_by_label("Type a move", exact=True)
    box.fill(f"{place} QQQ")
    expect(tab.page.locator("#typed-says, [role=status]").filter(has_text="Q").first).to_be_visible()
    box.fill(f"{place} {word}")
    make(first, lambda: box.press("Enter"))
    assert tab.steps[0]["points"] == play.points
    other.tab.until(lambda: len(other.tab.steps) == 1, "the play")
    agree((first, other))


def test_a_challenge_takes_the_play_back(people: People) -> None:
    """Tournament rules: what is no word stands until somebody says so."""
    _, relay = people.programs.relay()
    host = people.programs.host(relay, "--rules", "tournament")
    company = [people.sit(host), people.sit(people.programs.join(relay, host.link))]
    for person in company:
        person.tab.until(lambda at=person.tab: at.state.get("turn"), "a turn", 60)  # type: ignore[misc]
        pass_draw(person)
    first = mover(company)
    assert first is not None
    other = next(person for person in company if person is not first)
    slots = [slot for slot in first.tab.slots if slot["tile"] != "?"]
    words = {tuple(play[3].upper()) for play in layings(first.tab.state)}
    pair = next((a, b) for a in slots for b in slots if a is not b and (a["tile"], b["tile"]) not in words)
    hand = MouseHand()
    for square, slot in zip((112, 113), pair, strict=True):
        hand.drag(first.tab, centre(first.tab.slot(slot["id"])), centre(first.tab.square(square)))
    first.tab.until(lambda: len(tried(first.tab)) == 2 and first.tab.state["draft"]["play"], "judged")
    make(first, lambda: first.tab.button("Play").click())
    assert mover((other,)) is other
    other.tab.button("Challenge").click()
    dialog(other.tab).get_by_role("button", name="Challenge", exact=True).click()
    for person in company:
        person.tab.until(lambda at=person.tab: at.steps and at.steps[-1]["kind"] == "withdrawn", "withdrawn")  # type: ignore[misc]
        person.tab.until(lambda at=person.tab: shown_board(at) == "." * 225, "an empty board")  # type: ignore[misc]
    assert mover(company) is other
