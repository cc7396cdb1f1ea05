"""From the lobby to a table: a room of one's own, somebody's public room, a code, a computer player, a game kept."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.hands import dialog
from tests.browser.people import People, Person
from tests.browser.playing import Told, lay_and_play, mover, pass_draw
from tests.browser.tab import Tab


def make_room(tab: Tab, *, public: bool = False, seats: int = 2) -> None:
    """Presses the big +, chooses, and comes into the waiting room."""
    tab.screen("lobby").wait_for()
    tab.button("New room").click()
    form = dialog(tab)
    form.get_by_role("group", name="Seats", exact=True).get_by_label(str(seats), exact=True).check()
    if public:
        form.get_by_label(re.compile("^Public room")).check()
    form.get_by_role("button", name="Create").click()
    tab.screen("waiting").wait_for()
    tab.until(lambda: tab.state.get("room"), "the room")


def at_table(*company: Person) -> None:
    """Waits until all are at the table and somebody may play."""
    for person in company:
        person.tab.until(lambda at=person.tab: at.state.get("turn"), "a turn", 60)  # type: ignore[misc]
        person.tab.screen("table").wait_for()
        pass_draw(person)


def test_a_public_room_is_listed_and_entered(people: People) -> None:
    _, relay = people.programs.relay()
    ana, ben = (people.sit(people.programs.lobby(relay, name)) for name in ("Ana", "Ben"))
    expect(ben.tab.page.get_by_text("Nobody has an open room just now.")).to_be_visible()
    make_room(ana.tab, public=True)
    seat = ben.tab.button("Take a seat with Ana")
    seat.wait_for()
    seat.click()
    # Two of two are here: nobody has to press anything.
    at_table(ana, ben)
    assert [player["name"] for player in ana.tab.state["players"]] == ["Ana", "Ben"]


def test_a_room_is_entered_by_its_code_and_by_its_link(people: People) -> None:
    _, relay = people.programs.relay()
    ana, ben, cid = (people.sit(people.programs.lobby(relay, name)) for name in ("Ana", "Ben", "Cid"))
    make_room(ana.tab, seats=3)
    field = "Room code or link"
    ben.tab.page.get_by_label(field).fill("1234 5678 9012 3456")
    ben.tab.button("Join").click()
    expect(ben.tab.page.get_by_role("alert").filter(has_text=re.compile("code", re.IGNORECASE)).first).to_be_visible()
    for person, text in ((ben, ana.tab.state["code"]), (cid, ana.tab.state["link"])):
        person.tab.page.get_by_label(field).fill(text)
        person.tab.button("Join").click()
        person.tab.until(lambda at=person.tab: at.state.get("id"), "the room", 60)  # type: ignore[misc]
    at_table(ana, ben, cid)


def test_a_host_starts_with_a_computer_player(people: People) -> None:
    _, relay = people.programs.relay()
    ana = people.sit(people.programs.lobby(relay))
    make_room(ana.tab, seats=3)
    expect(ana.tab.button("Start now")).to_be_disabled()
    ana.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ana.tab.button("Copy link").click()
    expect(ana.tab.page.get_by_text("The link is copied.").first).to_be_visible()
    assert ana.tab.page.evaluate("navigator.clipboard.readText()") == ana.tab.state["link"]
    ana.tab.button("Add a computer player").click()
    expect(ana.tab.page.get_by_role("status").filter(has_text="2 of 3 seats")).to_be_visible()
    ana.tab.button("Start now").click()
    at_table(ana)
    assert [player["bot"] for player in ana.tab.state["players"]] == [False, True]


def test_a_game_that_was_left_is_played_on_from_the_lobby(people: People) -> None:
    _, relay = people.programs.relay()
    ana = people.sit(people.programs.lobby(relay))
    ana.tab.button("Play the computer").click()
    at_table(ana)
    ana.tab.until(lambda: ana.mine, "Ana’s turn", 60)
    lay_and_play(ana, Told())
    ana.tab.until(lambda: ana.mine, "Ana’s turn again", 60)
    steps = len(ana.tab.steps)
    ana.tab.page.get_by_role("link", name=re.compile("to the lobby")).click()
    ana.tab.screen("lobby").wait_for()
    ana.tab.until(lambda: ana.tab.state.get("games"), "the game is listed")
    ana.tab.page.get_by_role("button", name=re.compile("^Play on")).click()
    ana.tab.screen("table").wait_for()
    ana.tab.until(lambda: len(ana.tab.steps) == steps, "as it was left")
    assert mover((ana,)) is ana
    lay_and_play(ana, Told())
