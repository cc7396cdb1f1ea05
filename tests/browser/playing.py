"""Games played through the page by people with hands: whose turn it is makes a move, until the game is over."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tests.browser.choosing import Laying, longest
from tests.browser.people import People, Person
from tests.browser.tab import Tab

Told = Counter[str]
"""How often each thing was done: play, blank, recall, exchange, pass, chat."""


def shown_board(tab: Tab) -> str:
    """The board as a screen reader tells it, tried tiles included: capitals, small letters for blanks, dots."""
    names = tab.page.locator("[data-square]").evaluate_all(
        "squares => squares.map(square => square.getAttribute('aria-label'))"
    )
    return "".join(map(_letter, names))


def _letter(name: str) -> str:
    found = re.match(r"[0-9A-O]+, ([A-Z]), (blank|\d+ points?)", name)
    if found is None:
        return "."
    return found[1].lower() if found[2] == "blank" else found[1]


def shown_rack(tab: Tab) -> list[int]:
    """The numbers of the tiles on the rack, as they stand there from left to right."""
    numbers: list[int] = tab.page.locator("[data-slot]:visible").evaluate_all(
        """slots => slots.map(slot => [slot.getBoundingClientRect().left, Number(slot.dataset.slot)])
          .sort((one, other) => one[0] - other[0]).map(([, number]) => number)"""
    )
    return numbers


def mover(company: Sequence[Person]) -> Person | None:
    """Who is to move and knows it; ``None`` once everyone sees that the game is over."""
    found: list[Person | None] = []

    def settled() -> bool:
        movers = [person for person in company if person.mine]
        found[:] = [movers[0]] if movers else [None]
        return bool(movers) or all(person.tab.state.get("over") for person in company)

    company[0].tab.until(settled, "somebody’s turn, or the end", 60)
    return found[0]


def pass_draw(person: Person) -> None:
    """Looks at who begins, and goes on."""
    person.hand.press(person.tab, person.tab.button("Go on"))


def begun(people: People) -> tuple[Person, Person]:
    """Two at a table, past the draw: who is to move, and who is not; both can lay something on the empty board."""
    while True:
        company = people.two()
        for person in company:
            pass_draw(person)
        if all(longest(person.tab.state) for person in company):
            break
    first = mover(company)
    assert first is not None
    return first, next(person for person in company if person is not first)


def make(person: Person, move: Callable[[], object]) -> None:
    """Makes a move, and waits until the page has it back from the program."""
    number = person.tab.state["turn"]["number"]
    game = person.tab.state["game"]
    move()
    person.tab.until(
        lambda: len(person.tab.steps) > number or person.tab.state["game"] != game, f"step {number} by {person.name}"
    )


def lay_down(person: Person, laying: Laying | None) -> None:
    """Lays tiles, and waits until the program has judged them as the play that they are."""
    assert laying is not None
    person.hand.lay(person.tab, laying)
    wanted = {number: placed.square for number, placed in laying.tiles}
    person.tab.until(lambda: tried(person.tab) == wanted and person.tab.state["draft"]["play"], f"{wanted} tried")
    judgement = person.tab.state["draft"]["play"]
    assert judgement["legal"], judgement
    assert judgement["total"] == laying.points


def lay_and_play(person: Person, told: Told, choose: Callable[[dict[str, Any]], Laying | None] = longest) -> bool:
    """Makes the play that is chosen; false where there is none."""
    laying = choose(person.tab.state)
    if laying is None:
        return False
    lay_down(person, laying)
    make(person, lambda: person.hand.play(person.tab))
    told.update(play=1, blank=laying.blanks)
    return True


def tried(tab: Tab) -> dict[int, int]:
    """Where one's own tiles lie on the board, by the numbers of their slots."""
    return {slot["id"]: slot["square"] for slot in tab.slots if slot["square"] is not None}


def take_back(person: Person, told: Told) -> None:
    """Lays tiles and takes them all back."""
    laying = longest(person.tab.state)
    if laying is None:
        return
    person.hand.lay(person.tab, laying)
    person.tab.until(lambda: len(tried(person.tab)) == len(laying.tiles), "all tiles tried")
    person.hand.recall(person.tab)
    person.tab.until(lambda: not tried(person.tab), "all tiles back")
    told.update(recall=1)


def exchange(person: Person, told: Told, count: int = 2) -> None:
    """Exchanges tiles, never a blank."""
    letters = [slot for slot in person.tab.slots if slot["tile"] != "?"]
    make(person, lambda: person.hand.exchange(person.tab, [slot["id"] for slot in letters[:count]]))
    told.update(exchange=1)


def skip(person: Person, told: Told) -> None:
    """Passes."""
    make(person, lambda: person.hand.skip(person.tab))
    told.update({"pass": 1})


def chat(person: Person, company: Sequence[Person], told: Told, words: str) -> None:
    """Says something, which everyone sees."""
    person.hand.say(person.tab, words)
    for other in company:
        other.tab.until(lambda at=other: any(line["text"] == words for line in at.tab.state["chat"]), words)  # type: ignore[misc]
    told.update(chat=1)


def take_turn(person: Person, told: Told) -> None:
    """A play where there is one; else an exchange or a pass."""
    if lay_and_play(person, told):
        return
    if not person.tab.state["turn"]["noExchange"]:
        exchange(person, told, 7)
    else:
        skip(person, told)


def play_out(company: Sequence[Person], told: Told, turns: int | None = None) -> None:
    """Plays until the game is over for everyone; after so many turns by passing alone."""
    left = 10_000 if turns is None else turns
    while (person := mover(company)) is not None:
        if left > 0:
            take_turn(person, told)
        else:
            skip(person, told)
        left -= 1


def agree(company: Sequence[Person]) -> None:
    """Fails unless every page shows one and the same game, and shows what its program says."""
    most = max(len(person.tab.steps) for person in company)
    for person in company:
        person.tab.until(lambda at=person.tab: len(at.steps) == most, f"{most} steps")  # type: ignore[misc]
    company[0].tab.until(lambda: len({person.tab.state["bag"] for person in company}) == 1, "all drawn")
    first = company[0].tab.state
    for person in company:
        state = person.tab.state
        for key in ("board", "bag", "game"):
            assert state[key] == first[key]
        assert [step["text"] for step in state["steps"]] == [step["text"] for step in first["steps"]]
        assert [player["score"] for player in state["players"]] == [player["score"] for player in first["players"]]
        person.tab.until(lambda at=person: shown_board(at.tab) == at.tab.state["board"], "the board on the page")  # type: ignore[misc]
