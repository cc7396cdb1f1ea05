"""A host who comes back does not take for gone whom it has not heard of yet."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2pscrabble.peer.company import LISTENING
from p2pscrabble.table import Phase

if TYPE_CHECKING:
    from tests.faults.simulation import Chair
    from tests.peer.conftest import Parlour

MakeParlour = Callable[..., "Parlour"]


def cut(room: Parlour, chair: Chair) -> None:
    """The connection is lost until it is made again."""
    chair.linked = False
    room.relay.leave(chair.client)


def restart_host(room: Parlour, number: int) -> None:
    """The host's program dies and comes back, and hears of everyone but this one."""
    host, other = room.chairs[0], room.chairs[number]
    room.crash(host)
    cut(room, other)
    room.relay.restart()
    for chair in room.chairs:
        chair.linked = False
        if chair not in (host, other):
            room.link(chair)
    room.until(lambda: host.member is not None)
    room.wait(LISTENING / 4)


def test_whom_the_host_has_not_heard_of_since_a_restart_is_not_left_out(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.until(lambda: room.chairs[0].member is not None and room.view().phase is Phase.COMMITTING)
    restart_host(room, 2)
    assert room.view().phase is Phase.COMMITTING
    room.link(room.chairs[2])
    room.begin()
    assert [len(room.view(number).players) for number in range(3)] == [3, 3, 3]


def test_who_is_gone_indeed_is_left_out_after_a_while(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.until(lambda: room.chairs[0].member is not None and room.view().phase is Phase.COMMITTING)
    restart_host(room, 2)
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in (0, 1)))
    assert [player.name for player in room.view().players] == ["Ana", "Ben"]


def test_another_game_waits_for_whom_the_host_has_not_heard_of(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.begin()
    room.pass_out()
    for number in (0, 1):
        room.member(number).again()
    room.wait(1)
    restart_host(room, 2)
    assert room.view().phase is Phase.OVER
    room.link(room.chairs[2])
    room.wait(LISTENING / 4)
    assert room.view().phase is Phase.OVER, "Cid is there and has not asked"
    room.member(2).again()
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in range(3)))
    assert len(room.view().players) == 3
