"""Who only looks on: they see what all may see, hold nobody up, and the players know of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.game.moves import Pass
from p2pscrabble.peer.kept import unfinished
from p2pscrabble.peer.member import UNSEEN
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.view import NoticeKind, View
from p2pscrabble.table import Deal, Phase, Role, Talk
from p2pscrabble.text.table import players_text, table_text, waiting_text
from tests.faults.simulation import choose

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour

MakeParlour = Callable[..., "Parlour"]


def play_out(room: Parlour, *numbers: int) -> None:
    """The players make good moves, and then pass."""
    moves = 0
    while not all(room.view(number).phase is Phase.OVER for number in numbers):
        movers = [number for number in numbers if room.view(number).your_turn]
        if movers:
            position = room.view(movers[0]).position
            assert position is not None
            moves += 1
            room.move(choose(position, room.rng) if moves < 6 else Pass())
        room.step()


def racks(view: View) -> list[str | None]:
    assert view.position is not None
    return [player.rack.tiles for player in view.position.players]


@pytest.mark.parametrize("deal", Deal)
def test_one_who_comes_to_watch_sees_the_game_and_no_rack_and_is_seen(parlour: MakeParlour, deal: Deal) -> None:
    room = parlour(seats=2, deal=deal)
    room._trouble.clear()
    room.start(room.chairs[0])
    room.come("Eve", Role.WATCHER)
    room.until(lambda: room.view(0).watchers == ("Eve",))
    assert room.heard(0, NoticeKind.JOINED) == ["Eve is watching."]
    room.wait(30)
    assert room.view(0).phase is Phase.GATHERING, "who watches takes no seat"
    assert [player.name for player in room.view(0).players] == ["Ana"]
    room.start(room.chairs[1])
    room.begin()
    room.until(lambda: room.view(2).phase is Phase.PLAYING)
    eve = room.view(2)
    assert (eve.seat, eve.watching, eve.your_turn) == (None, True, False)
    assert not room.view(0).watching
    assert [player.name for player in eve.players] == ["Ana", "Ben"]
    if deal is Deal.SEALED:
        assert racks(eve) == [None, None], "it is not even known there"
    text = table_text(eve)
    assert "You are watching: you see what all may see, and nobody’s rack." in text
    assert "Your rack" not in text
    assert "Eve is watching." in players_text(room.view(0))
    refused: list[Callable[[], None]] = [
        lambda: room.member(2).move(Pass(), room.now),
        lambda: room.member(2).without(0),
        lambda: room.member(2).start(),
        lambda: room.member(2).again(),
    ]
    for do in refused:
        with pytest.raises(UsageError):
            do()
    room.member(2).chat("what a game")
    room.until(lambda: bool(room.view(0).chat))
    assert (room.view(0).chat[0].name, room.view(0).chat[0].text) == ("Eve (watching)", "what a game")
    play_out(room, 0, 1)
    room.until(lambda: bool(room.view(2).outcomes) and room.view(2).outcomes[0].verdicts == (True, True))
    assert room.view(2).outcomes[0].outcome.hash == room.view(0).outcomes[0].outcome.hash
    room.until(lambda: room.view(0).delivered)
    with pytest.raises(UsageError, match="You are watching: to play, come in again without --watch"):
        room.member(2).again()
    room.member(2)._talk(Talk.AGAIN, b"1")
    for number in (0, 1):
        room.member(number).again()
    room.until(lambda: all(room.view(number).game == 2 for number in range(3)), 200)
    assert [player.name for player in room.view(0).players] == ["Ana", "Ben"], "and takes none in the next one"


def test_who_comes_when_the_game_has_begun_watches_and_may_play_the_next_one(parlour: MakeParlour) -> None:
    room = parlour(seats=3, wait=20.0)
    room._trouble.clear()
    room.start(room.chairs[0])
    room.start(room.chairs[1])
    room.until(lambda: room.view(0).phase is Phase.PLAYING)
    room.move(Pass())
    room.start(room.chairs[2])
    room.until(lambda: room.chairs[2].member is not None and room.view(2).watching)
    room.until(lambda: len(room.view(2).steps) == 1)
    assert room.heard(0, NoticeKind.JOINED)[-1] == "Cid is watching."
    room.until(lambda: room.view(1).watchers == ("Cid",))
    play_out(room, 0, 1)
    room.until(lambda: room.view(2).phase is Phase.OVER)
    for number in range(3):
        room.member(number).again()
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in range(3)))
    assert len(room.view(0).players) == 3
    assert not room.view(2).watching
    assert room.view(0).watchers == ()


def test_who_comes_to_a_full_room_watches_a_sealed_game_as_well(parlour: MakeParlour) -> None:
    room = parlour(seats=2, deal=Deal.SEALED)
    room.begin()
    room.move(Pass())
    room.come("Cid")
    room.until(lambda: room.view(2).watching)
    room.until(lambda: len(room.view(2).steps) == 1)
    assert racks(room.view(2)) == [None, None]
    room.pass_out()
    assert room.failures == {}
    assert len({room.view(number).outcomes[0].outcome.hash for number in range(3)}) == 1


def test_nobody_waits_for_one_who_watches(parlour: MakeParlour) -> None:
    """Gone without a word, it holds up neither a move nor the end, and there is no vote about it."""
    room = parlour(seats=2)
    room.begin()
    room.come("Eve", Role.WATCHER)
    room.until(lambda: room.view(0).watchers == ("Eve",))
    room.crash(room.chairs[2])
    room._trouble.clear()
    room.move(Pass())
    room.until(lambda: all(room.view(number).delivered and len(room.view(number).steps) == 1 for number in (0, 1)), 5)
    room.until(lambda: room.view(0).watchers == ())
    assert room.heard(0, NoticeKind.AWAY) == ["Eve is not watching any more."]
    room.wait(150)
    assert room.view(0).absences == ()
    room.start(room.chairs[2])
    room.until(lambda: room.view(0).watchers == ("Eve",))
    assert room.heard(0, NoticeKind.BACK) == ["Eve is watching again."]
    play_out(room, 0, 1)


def test_on_scratch_those_who_watch_leave_variables_for_the_players(parlour: MakeParlour) -> None:
    room = parlour(seats=2, place="scratch")
    room.begin()
    for number in range(6):
        room.come(f"Eve {number}", Role.WATCHER)
        room.wait(2.5)
    held = [room.member(number)._sync._claims.held for number in range(8)]
    assert all(held[:2])
    assert sum(map(len, held)) <= 7, "three of ten are left"
    assert 0 < sum(map(bool, held[2:])) < 6
    room.until(lambda: any(room.heard(number, NoticeKind.WARNING) == [UNSEEN] for number in range(2, 8)), 60)
    room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)), 20)


def test_who_waits_for_a_game_to_watch_is_told_so(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room._trouble.clear()
    room.start(room.chairs[0])
    room.come("Eve", Role.WATCHER)
    room.until(lambda: room.view(2).room is not None)
    assert room.view(2).watching
    assert "Waiting for 1 more player" in waiting_text(room.view(2))
    assert "You are watching" in players_text(room.view(2))


def test_in_the_list_of_games_what_is_only_watched_comes_last(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.come("Eve", Role.WATCHER)
    room.until(lambda: room.view(2).phase is Phase.PLAYING)
    stores = [RoomStore(room.chairs[number].folder) for number in (2, 0, 1)]
    assert [store.summary.state for store in stores] == ["watching", "playing", "playing"]
    assert unfinished(stores)[2] is stores[0]
    room.pass_out()
    room.until(lambda: stores[0].summary.state == "over")


def test_who_watches_goes_when_the_host_closes_the_room(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.come("Eve", Role.WATCHER)
    room.until(lambda: room.view(2).phase is Phase.PLAYING)
    room.member(0).leave(room.now)
    room.until(lambda: room.view(2).phase is Phase.CLOSED)
    room.until(lambda: room.member(2).finished(room.now))
    assert room.failures == {}
    assert room.heard(2, NoticeKind.CLOSED) == ["Ana has closed the room."]
