"""A program that is silent for good, and what the others do about it: members of one room in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.game.moves import Pass
from p2pscrabble.peer.absence import OUT, TOLERANCE, silence
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.view import AbsenceView, NoticeKind, Presence
from p2pscrabble.peer.work import Job
from p2pscrabble.table import Deal, Phase

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour

MakeParlour = Callable[..., "Parlour"]
SOON = 10.0


class Impatient(Member):
    """A program that asks its player after ten seconds of silence."""

    def __init__(self, *told: Any, **named: Any) -> None:
        super().__init__(*told, patience=SOON, **named)


class Slow(Impatient):
    """A program whose work gets done only once it is let."""

    free = False

    def jobs(self) -> list[Job]:
        return super().jobs() if self.free else []


def impatient(room: Parlour) -> Parlour:
    """The room, with such programs, and everyone at the table."""
    for chair in room.chairs:
        chair.program = Impatient
    room.begin()
    return room


def kill(room: Parlour, number: int) -> None:
    """The program of this player dies, and nobody starts it again."""
    room.crash(room.chairs[number])
    room._trouble.clear()


def seat_of(room: Parlour, number: int, name: str) -> int:
    """The seat of this name, as a player's own program numbers them."""
    return next(seat for seat, player in enumerate(room.view(number).players) if player.name == name)


def absent(room: Parlour, number: int) -> AbsenceView:
    """The one absence that this player is shown."""
    (view,) = room.view(number).absences
    return view


def without(room: Parlour, number: int, name: str, *, wanted: bool = True) -> None:
    room.member(number).without(seat_of(room, number, name), wanted=wanted)


def empty(room: Parlour, *numbers: int) -> bool:
    """Whether these players' programs have struck a seat."""
    positions = [room.view(number).position for number in numbers]
    return all(one is not None and any(player.left for player in one.players) for one in positions)


def test_two_go_on_without_a_third_when_both_ask_for_it(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.begin()
    kill(room, 2)
    with pytest.raises(UsageError, match="after 120 seconds of silence"):
        without(room, 0, "Cid")
    with pytest.raises(UsageError, match="no such player"):
        room.member(0).without(seat_of(room, 0, "Ana"))
    room.wait(100)
    assert room.view().absences == ()
    room.until(lambda: bool(room.view(0).absences and room.view(1).absences))
    assert absent(room, 0).text == "Nothing has been heard of Cid for 2 minutes."
    assert absent(room, 0).offered
    assert room.heard(0, NoticeKind.WITHOUT) == ["Nothing has been heard of Cid for 2 minutes."]

    without(room, 0, "Cid")
    without(room, 0, "Cid")
    room.until(lambda: absent(room, 1).text.startswith("Ana would like to go on without Cid, who was last heard of"))
    assert absent(room, 0).text == "You would like to go on without Cid; waiting for Ben."
    assert absent(room, 0).wished
    assert not absent(room, 0).offered
    without(room, 0, "Cid", wanted=False)
    room.until(lambda: absent(room, 1).text.startswith("Nothing"))
    without(room, 1, "Cid")
    room.until(lambda: absent(room, 0).text.startswith("Ben would like"))
    assert not empty(room, 0)
    without(room, 0, "Cid")
    if room.view(room.turn()).players[room.view().position.turn].name == "Cid":  # type: ignore[union-attr]
        room.wait(1)
    room.until(lambda: empty(room, 0, 1), 30)
    assert room.view(0).absences == ()
    assert room.heard(1, NoticeKind.LEFT) == ["Cid’s seat is empty now: the others go on without."]
    assert room.view().players[seat_of(room, 0, "Cid")].presence is Presence.LEFT
    assert room.view().vanished == (seat_of(room, 0, "Cid"),)
    pass_out(room, 0, 1)
    assert room.view(0).outcomes[0].outcome.hash == room.view(1).outcomes[0].outcome.hash


def pass_out(room: Parlour, *numbers: int) -> None:
    """Those who are there pass until the game is over, and each has heard what the others found."""
    while not all(room.view(number).phase is Phase.OVER for number in numbers):
        if any(room.view(number).your_turn for number in numbers):
            room.move(Pass())
        room.step()
    room.until(lambda: all(room.view(n).outcomes[0].verdicts.count(True) >= len(numbers) for n in numbers))


def test_who_comes_back_after_the_vote_is_told_and_plays_the_next_game(parlour: MakeParlour) -> None:
    room = impatient(parlour(seats=3))
    cid = room.chairs[2]
    cid.linked = False  # its program goes on, and nobody hears it
    room.relay.leave(cid.client)
    room.wait(SOON + 30)
    assert room.view(2).absences == (), "who hears nobody is the one who is cut off"
    if room.view(2).your_turn:
        room.member(2).move(Pass(), room.now)
    for number in (0, 1):
        without(room, number, "Cid")
    room.until(lambda: room.view(0).absences == ())
    while not empty(room, 0, 1):
        if any(room.view(number).your_turn for number in (0, 1)):
            room.move(Pass())
        room.step()
    room.link(cid)
    room.until(lambda: bool(room.view(2).absences))
    assert absent(room, 2).text == OUT
    assert room.heard(2, NoticeKind.WITHOUT) == [OUT]
    room.until(lambda: empty(room, 2))
    with pytest.raises(UsageError, match="not your turn"):
        room.member(2).move(Pass(), room.now)
    with pytest.raises(UsageError, match="no game that could go on"):
        without(room, 2, "Ana")
    room.member(2).chat("Here I am again")
    pass_out(room, 0, 1)
    room.until(lambda: room.view(2).phase is Phase.OVER)
    assert room.view(1).chat[-1].text == "Here I am again"
    assert len({room.view(number).outcomes[0].outcome.hash for number in range(3)}) == 1
    assert not room.failures
    for number in range(3):
        room.member(number).again()
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in range(3)))
    assert not empty(room, 0)
    assert room.view(2).absences == ()


def test_a_wish_is_gone_when_the_other_is_heard_again(parlour: MakeParlour) -> None:
    room = impatient(parlour(seats=3))
    room.crash(room.chairs[2])
    again = room._trouble.copy()
    room._trouble.clear()
    room.wait(SOON + 30)
    without(room, 0, "Cid")
    room._trouble.extend(again)
    room.until(lambda: room.view(0).absences == () and room.view(1).absences == ())
    assert room.view(0).players[2].presence is Presence.HERE
    with pytest.raises(UsageError, match="a moment ago"):
        without(room, 1, "Cid")
    room.pass_out()
    room.until(room.finished)


def test_what_one_has_from_the_silent_program_reaches_the_other_from_there(parlour: MakeParlour) -> None:
    """The last move of the silent one was heard by one of two; the other gets it from that one."""
    room = impatient(parlour(seats=3))
    while room.turn() != 2:
        room.move(Pass())
    ana = room.chairs[0]
    ana.linked = False
    room.relay.leave(ana.client)
    steps = len(room.view(1).steps)
    room.move(Pass())
    room.until(lambda: len(room.view(1).steps) == steps + 1)
    kill(room, 2)
    room.relay.restart()
    for chair in room.chairs:
        chair.linked = False
    room.link(room.chairs[1])
    room.link(ana)
    room.wait(SOON + 30)
    assert len(room.view(0).steps) == steps + 1
    for number in (0, 1):
        without(room, number, "Cid")
    pass_out(room, 0, 1)


def test_two_players_wait_for_each_other_and_are_told_so(parlour: MakeParlour) -> None:
    room = impatient(parlour(seats=2))
    kill(room, 1)
    room.wait(SOON + 30)
    told = absent(room, 0)
    assert told.text.startswith("Nothing has been heard of Ben for less than a minute. Two programs cannot tell")
    assert told.text.endswith("The game is kept, and goes on whenever Ben is back, on any later day too.")
    assert not told.offered
    with pytest.raises(UsageError, match=r"neither goes on alone\. The game is kept"):
        without(room, 0, "Ben")
    room.start(room.chairs[1])
    room.until(lambda: room.view().absences == ())
    room.pass_out()


def test_a_sealed_game_goes_on_without_one_of_three(parlour: MakeParlour) -> None:
    room = impatient(parlour(seats=3, deal=Deal.SEALED))
    before = [own_rack(room, number) for number in (0, 1)]
    kill(room, 2)
    room.wait(SOON + 30)
    for number in (0, 1):
        without(room, number, "Cid")
    pass_out(room, 0, 1)
    assert [own_rack(room, number) for number in (0, 1)] == before
    after = [room.view(number).outcomes[0].outcome for number in (0, 1)]
    assert after[0] == after[1]
    assert after[0].sealed is not None
    assert after[0].sealed.seeds.count(None) == 1
    room.chairs[2].program = Slow
    room.start(room.chairs[2])
    room.wait(20)
    assert room.heard(2, NoticeKind.OVER) == []
    room.member(2).free = True  # type: ignore[attr-defined]
    room.until(lambda: room.view(2).phase is Phase.OVER)
    assert room.heard(2, NoticeKind.OVER) == room.heard(0, NoticeKind.OVER), "the end is told, and no old moves"
    assert room.heard(2, NoticeKind.MOVE) == []


def own_rack(room: Parlour, number: int) -> str:
    """The tiles that a player sees on the own rack."""
    view = room.view(number)
    assert view.position is not None
    assert view.seat is not None
    return "".join(sorted(view.position.players[view.seat].rack.tiles or ""))


def test_a_program_that_was_bound_is_so_after_a_restart(parlour: MakeParlour) -> None:
    room = impatient(parlour(seats=4))
    kill(room, 3)
    room.wait(SOON + 30)
    for number in (0, 1):
        without(room, number, "Dora")
    kill(room, 2)
    room.wait(SOON + 30)
    without(room, 1, "Cid")
    room.wait(2)
    ben = room.chairs[1]
    ben.linked = False
    room.relay.leave(ben.client)
    without(room, 0, "Cid")
    room.wait(1)
    told = sorted(view.text for view in room.view(0).absences)
    assert told == ["You go on without Cid as soon as Ben does.", "You go on without Dora as soon as Ben does."]
    kill(room, 0)
    room.start(room.chairs[0])
    room.wait(1)
    assert sorted(view.text for view in room.view(0).absences) == told
    room.link(ben)
    pass_out(room, 0, 1)
    assert {name.name for name in room.view(0).players if name.presence is Presence.LEFT} == {"Cid", "Dora"}


def test_how_long_somebody_is_silent_is_said_in_the_unit_that_fits() -> None:
    told = [silence(seconds) for seconds in (5, 60, 200, 7_300, 200_000, float("inf"))]
    assert told == ["less than a minute", "1 minute", "3 minutes", "2 hours", "2 days", "11574 days"]


def test_without_the_host_the_game_is_played_and_the_room_is_closed(parlour: MakeParlour) -> None:
    room = impatient(parlour(seats=3))
    kill(room, 0)
    room.wait(SOON + 30)
    for number in (1, 2):
        without(room, number, "Ana")
    while not all(room.view(number).phase is Phase.CLOSED for number in (1, 2)):
        if any(room.view(number).your_turn for number in (1, 2)):
            room.move(Pass())
        room.step()
    told = "Ana, whose room it was, is gone: for another game make a new room."
    for number in (1, 2):
        assert room.heard(number, NoticeKind.CLOSED) == [told]
        assert len(room.heard(number, NoticeKind.VERDICT)) == 1
    room.until(lambda: all(room.member(number).finished(room.now) for number in (1, 2)))


# Clocks


def timed(parlour: MakeParlour, seats: int) -> tuple[Parlour, int]:
    """A room with clocks of a minute, and whose turn it is."""
    room = parlour(seats=seats)
    room._room = replace(room._room, rules=room._room.rules.timed(1, 0))
    room.begin()
    return room, room.turn()


def test_the_others_go_on_without_one_whose_time_is_out(parlour: MakeParlour) -> None:
    room, late = timed(parlour, 3)
    one, other = (number for number in range(3) if number != late)
    name = room.chairs[late].name
    room.wait(60 + TOLERANCE - 10)
    with pytest.raises(UsageError, match="after 120 seconds of silence, or 60 seconds after their time is out"):
        without(room, one, name)
    assert all(room.view(number).absences == () for number in range(3))
    room.wait(20)
    assert absent(room, one) == AbsenceView(
        seat_of(room, one, name), name, room.view(one).absences[0].text, offered=True, late=True
    )
    assert absent(room, one).text == f"{name}’s time has been out for 1 minute."
    assert absent(room, late).text.startswith("Your time is out, and the others may agree")
    without(room, one, name)
    asks = room.chairs[one].name
    room.until(lambda: absent(room, other).text == f"{asks} would like to go on without {name}, whose time is out.")
    room.wait(30)
    assert not empty(room, one, other), "one alone decides nothing"
    without(room, other, name)
    room.until(lambda: empty(room, one, other), 30)
    room.until(lambda: room.heard(late, NoticeKind.WITHOUT)[-1:] == [OUT])
    pass_out(room, one, other)
    room.until(lambda: room.view(late).phase is Phase.OVER)
    assert len({room.view(number).outcomes[0].outcome.hash for number in range(3)}) == 1


def test_who_moves_after_all_is_not_left_out(parlour: MakeParlour) -> None:
    room, late = timed(parlour, 3)
    one, other = (number for number in range(3) if number != late)
    name = room.chairs[late].name
    room.wait(60 + TOLERANCE + 10)
    without(room, one, name)
    room.wait(2)
    room.move(Pass())
    room.until(lambda: all(not room.view(number).absences for number in range(3)))
    assert not empty(room, one, other)
    with pytest.raises(UsageError, match="a moment ago"):
        without(room, other, name)
    room.pass_out()
    assert all(room.view(number).vanished == () for number in range(3))


def test_of_two_neither_goes_on_alone_when_time_is_out(parlour: MakeParlour) -> None:
    room, late = timed(parlour, 2)
    name = room.chairs[late].name
    room.wait(60 + TOLERANCE + 10)
    assert absent(room, 1 - late).text == (
        f"{name}’s time has been out for 1 minute. Of two players neither goes on alone: the game waits, unless one of "
        "you leaves it."
    )
    assert room.view(late).absences == ()
    with pytest.raises(UsageError, match="neither goes on alone"):
        without(room, 1 - late, name)


# Adjourned


@pytest.mark.parametrize(("deal", "first"), [(Deal.OPEN, 0), (Deal.OPEN, 1), (Deal.SEALED, 1)])
def test_two_who_both_went_away_play_on_on_another_day(parlour: MakeParlour, deal: Deal, first: int) -> None:
    """Whoever comes back first; the relay has long forgotten the room."""
    room = parlour(seats=2, deal=deal)
    room.begin()
    room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    racks = [own_rack(room, number) for number in (0, 1)]
    for number in (1 - first, first):
        kill(room, number)
        room.now += 3600
    room.relay.restart()
    room.now += 3 * 86_400
    room.start(room.chairs[first])
    room.wait(150)
    assert absent(room, first).text.startswith("Nothing has been heard of")
    assert "The game is kept, and goes on whenever" in absent(room, first).text
    if room.view(first).your_turn:
        room.move(Pass())
        room.wait(10)
    room.start(room.chairs[1 - first])
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in (0, 1)))
    room.until(lambda: len(room.view(0).steps) == len(room.view(1).steps) and room.view(first).absences == ())
    assert [own_rack(room, number) for number in (0, 1)] == racks
    pass_out(room, 0, 1)
    assert room.view(0).outcomes[0].outcome.hash == room.view(1).outcomes[0].outcome.hash
