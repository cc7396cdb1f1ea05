"""How games like this one failed in the field, at the level of one peer's part in a room; numbers as in the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2pscrabble.game.moves import Exchange, Pass
from p2pscrabble.peer.view import NoticeKind, View
from p2pscrabble.sync import Stream
from p2pscrabble.table import Deal, Phase
from tests.faults.simulation import choose

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour

MakeParlour = Callable[..., "Parlour"]


def state(view: View) -> tuple[object, ...]:
    """All that a game is: board, racks, bag, scores, whose turn, and every step so far."""
    return (view.phase, view.seat, view.position, view.steps)


def best_move(room: Parlour) -> None:
    mover = room.turn()
    position = room.view(mover).position
    assert position is not None
    room.move(choose(position, room.rng))


def test_1_the_same_signed_move_arriving_again_changes_nothing(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    best_move(room)
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    old = dict(room.relay.values)
    before = [state(room.view(number)) for number in (0, 1)]
    room.relay.join("echo")
    for delay in (0.1, 10.0):
        room.wait(delay)
        for name, digits in old.items():
            room.relay.set("echo", name, digits)
        room.wait(1)
        assert [state(room.view(number)) for number in (0, 1)] == before
    room.crash(room.chairs[1])
    room._trouble.clear()
    room.start(room.chairs[1])
    for name, digits in old.items():
        room.relay.set("echo", name, digits)
    room.wait(10)
    assert [state(room.view(number)) for number in (0, 1)] == before
    assert len(room.heard(0, NoticeKind.MOVE)) == 1
    assert len(room.heard(1, NoticeKind.MOVE)) == 1
    assert all(room.view(number).delivered for number in (0, 1))


def test_2_a_lost_acknowledgement_is_made_good(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    mover = room.move(Pass())
    other = room.chairs[1 - mover]
    room.until(lambda: len(room.view(1 - mover).steps) == 1)
    room.relay.leave(room.chairs[mover].client)  # what is on its way to the mover, the acknowledgement too, is lost
    room.chairs[mover].linked = False
    room.wait(3)
    assert not room.view(mover).delivered
    room.link(room.chairs[mover])
    room.until(lambda: room.view(mover).delivered)
    assert len(other.notices) == len(set(map(id, other.notices)))


def test_3_a_seat_that_has_vanished_holds_nobody_else_up(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.begin()
    names = [player.name for player in room.view(0).players]
    chairs = {chair.name: number for number, chair in enumerate(room.chairs)}
    first = room.turn()
    place = names.index(room.chairs[first].name)
    second, vanished = (chairs[names[(place + step) % 3]] for step in (1, 2))
    room.crash(room.chairs[vanished])
    room._trouble.clear()
    room.move(Pass())
    room.until(lambda: room.view(second).your_turn)
    room.move(Pass())
    room.until(lambda: len(room.view(first).steps) == 2)
    room.member(first).chat("still here")
    room.until(lambda: len(room.view(second).chat) == 1)
    room.start(room.chairs[vanished])
    room.until(lambda: room.view(vanished).your_turn)
    assert len(room.view(vanished).steps) == 2


def test_5_chat_takes_no_number_from_the_moves_and_cannot_hold_them_up(parlour: MakeParlour) -> None:
    room = parlour(seats=2, place="scratch")
    room.begin()
    mover = room.turn()
    for number in range(8):
        room.member(mover).chat(f"{number} " + "blah " * 50)
    room.move(Pass())
    said = room.now
    room.until(lambda: len(room.view(1 - mover).steps) == 1)
    assert room.now - said < 5, "the move went before the talk"
    assert len(room.view(1 - mover).chat) < 8
    room.until(lambda: len(room.view(1 - mover).chat) == 8)
    room.pass_out()
    room.until(room.finished)
    room.check()


def test_6_killed_after_every_event_and_restarted_it_is_the_uninterrupted_game(parlour: MakeParlour) -> None:
    room = parlour(seats=2, preset="tournament")
    room.begin()
    while room.view(0).phase is not Phase.OVER or room.view(1).phase is not Phase.OVER:
        if any(room.view(number).your_turn for number in (0, 1)):
            best_move(room)
        room.step()
        for number in (0, 1):
            before = state(room.view(number))
            room.crash(room.chairs[number])
            room._trouble.clear()
            room.start(room.chairs[number])
            assert state(room.view(number)) == before
    room.until(room.finished)
    room.check()


def test_15_in_the_next_game_the_count_of_passes_starts_anew(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.pass_out()
    for number in (0, 1):
        room.member(number).again()
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in (0, 1)))
    for _ in range(3):
        room.move(Pass())
        room.wait(1)
    assert room.view(0).phase is Phase.PLAYING
    room.move(Pass())
    room.until(lambda: all(room.view(number).phase is Phase.OVER for number in (0, 1)))


def test_18_a_reconnect_with_nothing_new_is_no_news_and_one_move_is_one(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    mover = room.turn()
    other = room.chairs[1 - mover]
    other.notices.clear()
    for _ in range(3):
        room.relay.leave(other.client)
        other.linked = False
        room.wait(0.5)
        room.link(other)
        room.wait(0.5)
    assert [notice.kind for notice in other.notices] == []
    room.move(Pass())
    room.until(lambda: room.view(1 - mover).your_turn)
    room.wait(30)
    assert [notice.kind for notice in other.notices] == [NoticeKind.MOVE]


def sealed_game(room: Parlour, after: Callable[[int], None]) -> bytes:
    """A sealed game of two, an exchange and passes; ``after`` is called for each player whose log has grown."""
    seen = [0, 0]
    exchanged = False
    while not all(chair.member is not None and room.view(n).outcomes for n, chair in enumerate(room.chairs)):
        room.step()
        for number, chair in enumerate(room.chairs):
            if chair.member is None:
                continue
            size = len(chair.member._sync.logs[chair.member.key][Stream.GAME].entries)
            if size > seen[number]:
                seen[number] = size
                after(number)
        movers = [n for n, chair in enumerate(room.chairs) if chair.member is not None and room.view(n).your_turn]
        for mover in movers:
            position, seat = room.view(mover).position, room.view(mover).seat
            assert position is not None
            assert seat is not None
            rack = position.players[seat].rack.tiles
            assert rack is not None
            room.move(Pass() if exchanged else Exchange(rack[:2]))
            exchanged = True
    return room.view(0).outcomes[0].outcome.hash


def test_6_killed_after_every_entry_that_it_signs_a_sealed_game_is_the_same(parlour: MakeParlour) -> None:
    """In every phase: waiting, binding itself, opening, shuffling, proving, serving, playing, closing, at the end."""
    room = parlour(seats=2, deal=Deal.SEALED)
    phases, kills = set(), []

    def kill(number: int) -> None:
        phases.add(room.view(number).phase)
        kills.append(number)
        room.crash(room.chairs[number])
        room._trouble.clear()
        for other, chair in enumerate(room.chairs):
            room.at(room.now + 0.5 * other, lambda chair=chair: room.start(chair))  # type: ignore[misc]

    told = sealed_game(room, kill)
    assert told == sealed_game(parlour(seats=2, deal=Deal.SEALED), lambda _: None)
    assert len(kills) >= 20
    assert phases >= {Phase.GATHERING, Phase.COMMITTING, Phase.REVEALING, Phase.DEALING, Phase.PLAYING}
    room.until(lambda: all(None not in room.view(number).outcomes[0].verdicts for number in (0, 1)))
    assert all(room.view(number).outcomes[0].verdicts == (True, True) for number in (0, 1))
    alarms = [notice for chair in room.chairs for notice in chair.notices if notice.kind is NoticeKind.WARNING]
    assert not alarms
