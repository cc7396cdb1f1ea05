"""What is shown of a room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.errors import UsageError
from p2pscrabble.peer.view import PlayerView, Presence
from p2pscrabble.table import Phase, Step
from p2pscrabble.text import table


async def test_a_room_before_any_game(waiting_room: Any) -> None:
    view = waiting_room.seen
    assert table.own_rack(view) == ""
    assert table.whose_turn(view) == ""
    assert table.over_text(view) == ""
    assert table.table_text(view) == table.waiting_text(view)
    assert table.waiting_text(replace(view, room=None)) == "Looking for the host of this room…"
    assert table.waiting_text(replace(view, phase=Phase.COMMITTING)) == "The game begins…"
    assert table.waiting_text(replace(view, phase=Phase.CLOSED)) == ""
    both = (*view.players, PlayerView("Ben", you=False, presence=Presence.HERE, silent=0.0))
    assert table.waiting_text(replace(view, players=both)) == "Here: Ana (you) and Ben. The game is about to begin…"
    counting = replace(view, players=both, starts_in=3.0)
    assert table.waiting_text(counting) == "Here: Ana (you) and Ben. The game begins in 3 seconds."
    soon = table.waiting_text(replace(view, starts_in=1.0))
    assert soon == "Here: Ana (you). Waiting for 1 more player… The game begins in 1 second."


async def test_who_is_here(room: Any) -> None:
    players = (
        PlayerView("Ana", you=True, presence=Presence.HERE, silent=0.0),
        PlayerView("Ben", you=False, presence=Presence.AWAY, silent=65.0, bot=True),
    )
    text = table.players_text(replace(room.seen, players=players, delivered=False))
    assert "Ana: you\n" in text
    assert "Ben: a computer player, away, silent for 65 s\n" in text
    assert "Not everyone has got your last move yet" in text
    gone = replace(players[1], presence=Presence.LEFT, bot=False)
    assert "Ben: has left" in table.players_text(replace(room.seen, players=(players[0], gone)))


async def test_a_move_on_its_way(room: Any) -> None:
    assert table.whose_turn(replace(room.seen, your_turn=False)) == "One moment…"


async def test_going_out_is_accepted_or_challenged(club_room: Any) -> None:
    position = replace(club_room.seen.position, bag=0)
    players = (position.players[0], replace(position.players[1], rack=position.players[1].rack.of("ACT")))
    club_room.seen = replace(club_room.seen, position=replace(position, players=players))
    club_room.type_move("8G CAT")
    assert table.whose_turn(club_room.seen) == "The last play would end the game: type accept, or challenge."
    club_room.type_move("accept")
    text = table.over_text(club_room.seen)
    assert "The bag is empty and Ben has no tile left." in text
    assert "Ben gains the others’ tiles: +18." in text
    assert "The result: Ana 0, Ben 28." in text
    assert text.endswith("Ben wins.")


async def test_a_play_that_was_withdrawn_is_marked_no_more(club_room: Any) -> None:
    club_room.type_move("8G TSI")
    assert table.last_squares(club_room.seen) == {111, 112, 113}
    club_room.type_move("challenge")
    assert table.last_squares(club_room.seen) == frozenset()
    club_room.type_move("pass")
    assert table.last_squares(club_room.seen) == frozenset()


async def test_a_shared_win_is_said(room: Any) -> None:
    for _ in range(4):
        room.type_move("pass")
    ended = room.seen.position.ended
    both = replace(ended, winners=(0, 1))
    view = replace(room.seen, position=replace(room.seen.position, ended=both))
    assert "Ana and Ben share the win." in table.over_text(view)
    hidden = replace(ended, final=None, winners=None, leftovers=None)
    assert table.over_text(replace(view, position=replace(view.position, ended=hidden))) == "Everyone has passed."


async def test_what_cannot_lie_on_the_board_is_worth_nothing(room: Any) -> None:
    from p2pscrabble.game.moves import Play

    text = table.tried_text(room.seen.position, 0, Play(((0, "A"), (2, "T"))))  # type: ignore[arg-type]
    assert text.startswith("That cannot be done:")
    assert "gap" in text


async def test_a_player_is_named_by_a_beginning_that_no_other_name_has(room: Any) -> None:
    names = ("Ana", "Ben", "Benno", "Berta")
    view = replace(room.seen, players=tuple(replace(room.seen.players[1], name=name) for name in names))
    assert table.seat_named(view, "Ben") == 1, "a whole name is meant, whatever begins with it"
    assert table.seat_named(view, "benn") == 2
    for wrong, why in (("be", "More than one"), ("Ida", "Nobody else")):
        with pytest.raises(UsageError, match=why):
            table.seat_named(view, wrong)


async def test_an_empty_seat_is_told_as_such(room: Any) -> None:
    before = room.seen.position
    step = Step(before, before.leave(1))
    view = replace(room.seen, vanished=(1,))
    assert table.step_text(view, step) == "Ben’s seat is empty now: the others go on without."
    assert table.step_text(room.seen, step) == "Ben has left the game."
