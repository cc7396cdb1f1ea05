"""One peer's part in a room, in virtual time, with the others and a disk."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.errors import IllegalMove, RoomUnavailable, UsageError
from p2pscrabble.game.moves import Pass, Placed, Play
from p2pscrabble.peer.member import LOOK_AGAIN, LOW
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.view import NoticeKind, Presence
from p2pscrabble.table import Hello, Kind, Phase, Role, Talk

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour

MakeParlour = Callable[..., "Parlour"]


def test_a_room_fills_counts_down_and_begins(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.until(lambda: room.chairs[0].member is not None and room.view().room is not None)
    room.until(lambda: all(chair.member and len(chair.member.view.players) == 3 for chair in room.chairs))
    room.until(lambda: all(chair.member and chair.member.view.starts_in is not None for chair in room.chairs))
    room.begin()
    for number in range(3):
        view = room.view(number)
        assert view.seat == number or view.players[view.seat or 0].you
        assert view.starts_in is None
        assert [player.you for player in view.players].count(True) == 1
        assert view.players[0].name == "Ana", "the host sits first"
        assert room.heard(number, NoticeKind.FIRST)


def test_everyone_sees_each_move_once(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    room.wait(30)
    assert [len(room.heard(number, NoticeKind.MOVE)) for number in (0, 1)] == [1, 1]


def test_a_move_is_refused_with_its_reasons_and_costs_nothing(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.start(room.chairs[0])
    with pytest.raises(UsageError, match="not begun"):
        room.member(0).move(Pass(), room.now)
    room.begin()
    mover = room.turn()
    with pytest.raises(IllegalMove) as refused:
        room.member(mover).move(Play((Placed(0, "Q"), Placed(1, "Q"))), room.now)
    assert len(refused.value.faults) > 1
    with pytest.raises(UsageError, match="not your turn"):
        room.member(1 - mover).move(Pass(), room.now)
    room.move(Pass())
    with pytest.raises(UsageError, match="not your turn"):
        room.member(mover).move(Pass(), room.now)
    room.pass_out()
    with pytest.raises(UsageError, match="over"):
        room.member(mover).move(Pass(), room.now)


def test_the_end_is_checked_by_everyone_and_has_a_number(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.pass_out()
    room.until(room.finished)
    views = [room.view(number) for number in (0, 1)]
    assert views[0].outcomes[0].verdicts == (True, True)
    assert views[0].outcomes[0].replay == views[1].outcomes[0].replay
    assert views[0].outcomes[0].replay.isdigit()
    assert len(room.heard(1, NoticeKind.OVER)) == 1


def test_another_game_begins_when_all_have_asked(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.start(room.chairs[0])
    with pytest.raises(UsageError, match="over"):
        room.member(0).again()
    room.begin()
    room.pass_out()
    room.member(1).again()
    room.member(1).again()
    room.wait(20)
    assert room.view(0).phase is Phase.OVER
    assert room.view(0).wants_again == ("Ben",)
    assert len(room.heard(0, NoticeKind.AGAIN)) == 1
    room.member(0).again()
    room.begin()
    assert room.view(1).steps == ()
    room.pass_out()
    room.until(lambda: all(len(room.view(number).outcomes) == 2 for number in (0, 1)))
    assert room.view(0).outcomes[0].replay != room.view(0).outcomes[1].replay


def test_somebody_new_takes_the_seat_of_one_who_left_in_the_next_game(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.member(1).leave(room.now)
    room.until(lambda: room.view(0).phase is Phase.OVER)
    assert room.view(0).outcomes[0].outcome.position.ended is not None
    room.crash(room.chairs[1])
    room._trouble.clear()
    room.come("Cid")
    room.until(lambda: room.view(2).phase is Phase.OVER)
    room.wait(10)
    assert not room.failures
    room.member(0).again()
    room.until(lambda: room.view(2).phase is Phase.PLAYING)
    assert [player.name for player in room.view(2).players] == ["Ana", "Cid"]


def test_chat_is_seen_by_all_in_order(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    for text in ("one", "two\nlines", "", "<b>three</b>"):
        room.member(0).chat(text)
    room.until(lambda: len(room.view(1).chat) == 3)
    assert [line.text for line in room.view(1).chat] == ["one", "two lines", "<b>three</b>"]
    assert [line.you for line in room.view(1).chat] == [False] * 3
    assert [line.you for line in room.view(0).chat] == [True] * 3


def test_the_host_starts_with_those_who_are_there(parlour: MakeParlour) -> None:
    room = parlour(seats=4)
    room.chairs[2:] = []
    room._trouble = [(0.0, 0, room._starter(room.chairs[0]))]
    room.until(lambda: room.chairs[0].member is not None and room.view(0).room is not None)
    with pytest.raises(UsageError, match="Nobody else"):
        room.member(0).start()
    room.start(room.chairs[1])
    room.until(lambda: len(room.view(0).players) == 2)
    room.wait(30)
    assert room.view(0).phase is Phase.GATHERING
    with pytest.raises(UsageError, match="Only the host"):
        room.member(1).start()
    room.member(0).start()
    room.begin()
    assert len(room.view(0).players) == 2
    with pytest.raises(UsageError, match="started already"):
        room.member(0).start()


def test_after_the_wait_it_starts_by_itself(parlour: MakeParlour) -> None:
    room = parlour(seats=4, wait=40.0)
    room._trouble = room._trouble[:0]
    for chair in room.chairs[:2]:
        room.start(chair)
    room.until(lambda: room.chairs[1].member is not None and room.view(1).starts_in is not None)
    room.until(lambda: room.view(0).phase is Phase.PLAYING)
    assert 35 < room.now < 60


def test_a_called_player_who_vanishes_is_left_out(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.until(lambda: room.chairs[0].member is not None and room.view(0).phase is Phase.COMMITTING)
    room.crash(room.chairs[2])
    room._trouble.clear()
    if room.view(0).phase is not Phase.COMMITTING:
        pytest.skip("the deal was quicker")
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in (0, 1)))
    assert [player.name for player in room.view(0).players] in (["Ana", "Ben"], ["Ana", "Ben", "Cid"])


def test_a_computer_player_too_many_is_told_that_the_room_is_full(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.come("Cid", Role.BOT)
    room.until(lambda: "Cid" in room.failures)
    assert isinstance(room.failures["Cid"], RoomUnavailable)
    assert "full" in str(room.failures["Cid"])
    room.move(Pass())
    room.until(lambda: len(room.view(0).steps) == 1 == len(room.view(1).steps))


def test_a_computer_player_that_comes_late_is_told_that_the_game_has_begun(parlour: MakeParlour) -> None:
    room = parlour(seats=3, wait=20.0)
    room._trouble.clear()
    room.start(room.chairs[0])
    room.start(room.chairs[1])
    room.until(lambda: room.view(0).phase is Phase.PLAYING)
    room.chairs[2].hello = replace(room.chairs[2].hello, role=Role.BOT)
    room.start(room.chairs[2])
    room.until(lambda: "Cid" in room.failures)
    assert "begun already" in str(room.failures["Cid"])


def test_another_word_list_is_told_before_anything_starts(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.chairs[1].lexicon_of = lambda _: None
    room.until(lambda: "Ben" in room.failures)
    assert "word list “small”" in str(room.failures["Ben"])
    assert "wordlist add" in str(room.failures["Ben"])
    room.wait(30)
    assert room.view(0).phase is Phase.GATHERING


@pytest.mark.parametrize(("protocol", "who"), [(9, "update yours"), (0, "the host has to update")])
def test_another_version_is_told_with_who_must_update(parlour: MakeParlour, protocol: int, who: str) -> None:
    room = parlour(seats=2)
    room.chairs[0].hello = Hello(Role.HOST, "Ana", "test", protocol)
    room.until(lambda: "Ben" in room.failures)
    assert who in str(room.failures["Ben"])


def test_the_host_hears_of_a_guest_with_another_version(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room._trouble.clear()
    room.start(room.chairs[0])
    room.come("Bea", protocol=9)
    room.until(lambda: bool(room.heard(0, NoticeKind.WARNING)))
    assert "version 9" in room.heard(0, NoticeKind.WARNING)[0]
    room.wait(10)
    assert room.view(0).phase is Phase.GATHERING


@pytest.mark.parametrize("number", [0, 1])
def test_a_game_that_another_version_began_is_not_played_on(parlour: MakeParlour, number: int) -> None:
    room = parlour(seats=2)
    room.begin()
    chair = room.chairs[number]
    room.crash(chair)
    room._trouble.clear()
    kept = {path: path.read_bytes() for path in chair.folder.rglob("*.0")}
    chair.hello = replace(chair.hello, protocol=2)
    room.start(chair)
    room.until(lambda: chair.name in room.failures)
    assert "begun with version 1 of the protocol, and this program speaks version 2" in str(room.failures[chair.name])
    assert kept == {path: path.read_bytes() for path in chair.folder.rglob("*.0")}, "nothing was signed"
    chair.hello = replace(chair.hello, protocol=1)
    room.start(chair)
    room.pass_out()


@pytest.mark.parametrize("seed", range(4))
def test_a_second_host_is_not_believed_not_even_after_a_restart(parlour: MakeParlour, seed: int) -> None:
    room = parlour(seats=2, horizon=60.0 + seed)
    room.begin()
    room.come("Mallory", Role.HOST)
    room.until(lambda: bool(room.heard(1, NoticeKind.WARNING)))
    assert "it stays Ana’s" in room.heard(1, NoticeKind.WARNING)[0]
    for _ in range(2):
        room.crash(room.chairs[1])
        room._trouble.clear()
        room.start(room.chairs[1])
        assert room.view(1).phase is Phase.PLAYING
    room.move(Pass())
    room.until(lambda: len(room.view(0).steps) == 1 == len(room.view(1).steps))


def test_a_player_who_vanishes_before_the_deal_holds_nobody_up(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.until(lambda: room.chairs[2].member is not None and room.view(2).phase is Phase.COMMITTING)
    room.until(lambda: room.view(2).phase in (Phase.REVEALING, Phase.PLAYING) or room.now > 60)
    room.crash(room.chairs[2])
    room._trouble.clear()
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in (0, 1)))


def test_who_is_called_by_another_name_does_not_play(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.until(lambda: room.chairs[0].member is not None and room.view(0).room is not None)
    room.until(lambda: len(room.view(0).players) == 2)
    host = room.member(0)
    host._company.hellos[room.member(1).key] = Hello(Role.PLAYER, "Ana", "test")
    room.until(lambda: "Ben" in room.failures)
    assert "another name" in str(room.failures["Ben"])


def test_asking_for_games_that_cannot_be_is_passed_over(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    for game in (2, 99, 10**9):
        room.member(1)._talk(Talk.AGAIN, str(game).encode())
    for body in (b"", b"x", b"9" * 40, b"\xff"):
        room.member(1)._talk(Talk.AGAIN, body)
        room.member(1)._talk(Talk.COUNTDOWN, body)
        room.member(1)._talk(Talk.VERDICT, body)
        room.member(1)._talk(Talk.CHAT, body)
    room.wait(10)
    assert not room.heard(0, NoticeKind.AGAIN)
    assert [line.text for line in room.view(0).chat] == ["x", "9" * 40]


def test_two_programs_that_disagree_stop_and_say_so(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.begin()
    mover = room.turn()
    room.member(mover)._say(Kind.MOVE, bytes(4), room.now)
    room.until(lambda: all(room.view(number).phase is Phase.STOPPED for number in range(3)))
    name = room.chairs[mover].name
    assert "disagrees" in room.view(0).warning
    assert name in room.view(0).warning
    with pytest.raises(UsageError):
        room.member(0).move(Pass(), room.now)


def test_a_cheat_is_named_and_out_and_the_others_go_on(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.begin()
    cheat = room.turn()
    member = room.member(cheat)
    table = member._table
    assert table is not None
    member._say(Kind.MOVE, table.tag + b"\xff" * 20, room.now)
    others = [number for number in range(3) if number != cheat]
    room.until(lambda: any(room.view(number).your_turn for number in others))
    name = room.chairs[cheat].name
    left = " and ".join(room.chairs[number].name for number in others)
    for number in others:
        (told,) = (text for text in room.heard(number, NoticeKind.WARNING) if text.startswith(f"{name} is out of the"))
        assert told.endswith(f" That was refused, and changed nothing; {left} go on without {name}.")


def test_a_host_who_leaves_closes_the_room(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.until(lambda: all(chair.member is not None and len(chair.member.view.players) == 3 for chair in room.chairs))
    room.member(0).leave(room.now)
    room.until(lambda: {"Ben", "Cid"} <= room.failures.keys())
    assert "closed this room" in str(room.failures["Ben"])


def test_when_the_host_leaves_after_the_game_the_others_are_free_to_go(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.pass_out()
    room.until(room.finished)
    room.member(0).leave(room.now)
    room.until(lambda: room.view(1).phase is Phase.CLOSED)
    assert room.heard(1, NoticeKind.CLOSED) == ["Ana has closed the room."]
    room.until(lambda: room.member(1).finished(room.now))
    assert not room.failures
    assert room.view(1).outcomes, "the result is still there"


def test_silence_and_return_are_told_once_each(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.drop(room.chairs[1])
    room._trouble.clear()
    room.until(lambda: room.view(0).players[1].presence is Presence.AWAY)
    room.wait(60)
    assert room.view(0).players[1].silent >= 30
    assert len(room.heard(0, NoticeKind.AWAY)) == 1
    room.link(room.chairs[1])
    room.until(lambda: room.view(0).players[1].presence is Presence.HERE)
    room.wait(30)
    assert len(room.heard(0, NoticeKind.BACK)) == 1
    assert room.heard(0, NoticeKind.AWAY) == ["Nothing has been heard of Ben for a while."]


def test_a_killed_program_comes_back_to_the_very_same_game(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    before = [room.view(number) for number in (0, 1)]
    for chair in room.chairs:
        room.crash(chair)
        chair.notices.clear()
    room._trouble.clear()
    for chair in room.chairs:
        room.start(chair)
    for number in (0, 1):
        view = room.view(number)
        assert view.position == before[number].position, "it is all on its own disk"
        assert view.seat == before[number].seat
    room.until(lambda: any(room.view(number).your_turn for number in (0, 1)))
    room.wait(10)
    assert not room.heard(0, NoticeKind.MOVE), "what was there is no news"
    room.pass_out()
    room.until(room.finished)
    room.check()


def test_a_full_disk_stops_the_talk_and_not_the_game(parlour: MakeParlour, monkeypatch: pytest.MonkeyPatch) -> None:
    room = parlour(seats=2)
    room.begin()
    mover = room.turn()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        room.move(Pass())
        room.until(lambda: bool(room.view(mover).warning))
        assert "no space left" in room.view(mover).warning
        room.wait(20)
        assert room.view(1 - mover).steps == (), "nothing is said that is not on disk"
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    assert room.view(mover).warning == ""
    assert len([text for text in room.heard(mover, NoticeKind.WARNING) if "no space" in text]) == 1


def test_a_disk_with_little_room_is_told_in_time(parlour: MakeParlour, monkeypatch: pytest.MonkeyPatch) -> None:
    room = parlour(seats=2)
    room.begin()
    assert room.view().warning == ""
    monkeypatch.setattr(RoomStore, "runs_short", True)
    room.wait(LOOK_AGAIN + 10)
    assert room.view().warning == LOW
    assert room.heard(0, NoticeKind.WARNING) == [LOW], "said once"
    room.move(Pass())
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in (0, 1)))
    monkeypatch.setattr(RoomStore, "runs_short", False)
    room.wait(LOOK_AGAIN + 10)
    assert room.view().warning == ""


def test_a_torn_log_is_mended(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.crash(room.chairs[1])
    room._trouble.clear()
    logs = room.chairs[1].folder / "logs"
    for number, path in enumerate(sorted(logs.iterdir())):
        data = path.read_bytes()
        path.write_bytes(data[: len(data) - 10] if number % 2 else data + bytes(50))
    room.start(room.chairs[1])
    room.until(lambda: all(room.view(number).phase is Phase.PLAYING for number in (0, 1)))
    room.pass_out()
    room.until(room.finished)
    room.check()


def test_a_stranger_who_writes_into_a_players_variable_does_no_harm_but_delay(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.relay.join("stranger")
    room.begin()
    names = list(room.relay.values)
    old = dict(room.relay.values)
    written = moved = room.now
    while room.view(0).phase is not Phase.OVER:
        if room.now >= written + 0.1:
            written = room.now
            for name in names:
                room.relay.set("stranger", name, [old[name], "1", "9" * 200, "0"][int(room.now * 10) % 4])
        if room.now > moved + 1 and any(chair.member and chair.member.view.your_turn for chair in room.chairs):
            moved = room.now
            room.move(Pass())
        room.step()
        assert room.now < 300
    room.until(room.finished)
    room.check()
    told = room.heard(0, NoticeKind.NOISE)
    assert 1 <= len(told) < 20, "it is reported, and not for ever"


def test_a_summary_is_kept_for_the_list_of_games(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.pass_out()
    room.until(room.finished)
    store = room.chairs[0].store
    assert store is not None
    summary = store.summary
    assert summary.names == ("Ana", "Ben")
    assert summary.state == "over"
    assert summary.replay == room.view(0).outcomes[0].replay
    assert len(summary.scores) == 2


def test_leaving_gives_the_seat_up_for_good(parlour: MakeParlour) -> None:
    room = parlour(seats=3)
    room.begin()
    leaver = room.turn()
    room.member(leaver).leave(room.now)
    room.member(leaver).leave(room.now)
    with pytest.raises(UsageError):
        room.member(leaver).move(Pass(), room.now)
    room.until(lambda: all(len(room.view(number).steps) == 1 for number in range(3)))
    room.until(lambda: room.member(leaver).finished(room.now))
    store = room.chairs[leaver].store
    assert store is not None
    assert store.summary.state == "left"
    others = [number for number in range(3) if number != leaver]
    assert all(room.heard(number, NoticeKind.LEFT) for number in others)


def test_leaving_that_reached_nobody_is_said_again_later(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    leaver = room.turn()
    chair = room.chairs[leaver]
    room.drop(chair)
    room._trouble.clear()
    room.member(leaver).leave(room.now)
    room.until(lambda: room.member(leaver).finished(room.now))
    assert chair.store is not None
    assert chair.store.summary.state == "leaving"
    room.crash(chair)
    room._trouble.clear()
    assert room.view(1 - leaver).phase is Phase.PLAYING
    room.start(chair)
    room.until(lambda: room.view(1 - leaver).phase in (Phase.OVER, Phase.CLOSED))
    room.until(lambda: room.member(leaver).finished(room.now))
    assert chair.store.summary.state == "left"


def test_closing_waits_for_what_was_said_to_arrive_but_not_for_ever(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.drop(room.chairs[1])
    room._trouble.clear()
    room.member(0).chat("goodbye")
    room.member(0).begin_closing(room.now)
    room.member(0).begin_closing(room.now + 1)
    start = room.now
    room.until(lambda: room.member(0).finished(room.now))
    assert room.now - start >= 2.9
