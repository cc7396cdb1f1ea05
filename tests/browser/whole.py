"""A whole game with everything that a game has in it, the same whichever hands play it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tests.browser.people import People, Person
from tests.browser.playing import (
    Told,
    agree,
    chat,
    exchange,
    lay_and_play,
    mover,
    pass_draw,
    play_out,
    skip,
    take_back,
    take_turn,
)

FEW = 10
"""Turns that are enough for what there is to be done."""
ALL = {"play", "blank", "recall", "exchange", "pass", "chat"}


def whole_game(company: Sequence[Person], people: People, turns: int | None = None) -> Told:
    """Plays until all there is has been done at least once; then the replay, and another game.

    Of each game the first so many turns are played, and then all pass until it is over; the whole bag by default. After
    a few turns of the first one nothing moves on the page that need not.
    """
    told = Told()
    for person in company:
        pass_draw(person)
    first = mover(company)
    assert first is not None
    take_back(first, told)
    chat(first, company, told, "Good luck!")
    lay_and_play(first, told)
    second = mover(company)
    assert second is not None
    assert second is not first
    exchange(second, told)
    chat(second, company, told, "<b>You too</b> & yours")
    assert mover(company) is first
    skip(first, told)
    for _ in range(FEW):
        take_turn(one_of(company), told)
    for person in company:
        person.tab.page.emulate_media(reduced_motion="reduce")
    play_out(company, told, None if turns is None else turns - FEW)
    see_the_end(company)
    agree(company)
    see_the_replay(first)
    play_again(company)
    take_turn_of_all(company, told)
    while told["blank"] == 0:  # nobody can be sure of a blank, but it comes
        play_out(company, told, turns)
        play_again(company)
    agree(company)
    assert {what for what, count in told.items() if count} >= ALL
    for tab in people.tabs:
        tab.check()
    return told


def take_turn_of_all(company: Sequence[Person], told: Told) -> None:
    """Each makes one move."""
    for _ in company:
        take_turn(one_of(company), told)


def one_of(company: Sequence[Person]) -> Person:
    """Whose turn it is."""
    person = mover(company)
    assert person is not None
    return person


def see_the_end(company: Sequence[Person]) -> None:
    """The sums add up, as they are shown, and every program has found the same."""
    for person in company:
        tab = person.tab
        tab.until(lambda at=tab: judged(at.state["over"], len(company)), "verdicts")  # type: ignore[misc]
        over = tab.state["over"]
        assert [one["verdict"] for one in over["verdicts"]] == [True] * len(company)
        panel = tab.page.get_by_role("region", name="The game is over")
        panel.get_by_role("heading", name=over["text"]).wait_for()
        for sums in over["sums"]:
            table = panel.get_by_role("table", name=re.compile(re.escape(sums["name"])))
            rows = [number(text) for text in table.get_by_role("cell").all_inner_texts()]
            assert rows[0] == sums["before"]
            assert sum(rows[:-1]) == rows[-1] == sums["total"]
            assert len(rows) == len(sums["lines"]) + 2
    assert len({person.tab.state["over"]["hash"] for person in company}) == 1
    assert len({person.tab.state["over"]["number"] for person in company}) == 1


def judged(over: dict[str, Any], seats: int) -> bool:
    """Whether every program has said what it found, once all is open."""
    return sum(one["verdict"] is not None for one in over["verdicts"]) == seats


def number(text: str) -> int:
    """A number with whatever minus is used."""
    return int(text.replace("−", "-").replace("+", ""))


def see_the_replay(person: Person) -> None:
    """Opens the replay from the end of the game, looks at some of it, and comes back."""
    tab, hand = person.tab, person.hand
    steps, board = len(tab.steps), tab.state["board"]
    last = tab.state["over"]["number"]
    hand.press(tab, tab.page.get_by_role("link", name="See the replay"))
    tab.screen("replay").wait_for()
    assert tab.page.url.split("#")[1].startswith(last)
    for name in ("Last", "Previous", "First", "Next", "Last"):
        hand.press(tab, tab.button(name))
    answer = next(answer for answer in tab.answers if "replay" in answer)
    assert len(answer["replay"]["frames"]) == steps + 1
    assert answer["replay"]["frames"][-1]["board"] == board
    assert all(finding["holds"] is not False for finding in answer["replay"]["audit"])
    tab.page.go_back()
    tab.screen("table").wait_for()


def play_again(company: Sequence[Person]) -> None:
    """Everyone asks for another game, and it begins."""
    before = company[0].tab.state["game"]
    for person in company:
        person.hand.press(person.tab, person.tab.button("Play again"))
    for person in company:
        person.tab.until(lambda at=person.tab: at.state["game"] == before + 1 and at.state["turn"], "another game", 60)  # type: ignore[misc]
        pass_draw(person)
