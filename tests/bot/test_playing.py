"""A seat that plays by itself: when it moves, when it goes on and when it goes."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import cast

from p2pscrabble.bot import play_itself
from p2pscrabble.errors import UsageError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Move
from p2pscrabble.game.notation import move_name
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.peer.view import AbsenceView, OutcomeView, View
from p2pscrabble.table import Outcome, Phase, Step


@dataclass
class Room:
    """A room of one: whatever is played, the next view has it."""

    seen: View
    version_changed: asyncio.Event = field(default_factory=asyncio.Event)
    done: list[str] = field(default_factory=list)
    refuse: bool = False
    ended: bool = False

    def view(self) -> View:
        return self.seen

    async def changed(self, version: int) -> View:
        while self.seen.version <= version and not self.ended:
            self.version_changed.clear()
            await asyncio.wait_for(self.version_changed.wait(), 60)
        return self.seen

    def show(self, **fields: object) -> None:
        self.seen = replace(self.seen, version=self.seen.version + 1, **fields)  # type: ignore[arg-type]
        self.version_changed.set()

    def move(self, move: Move) -> None:
        if self.refuse:
            raise UsageError("It is not your turn.")
        assert self.seen.position is not None
        self.done.append(move_name(move, self.seen.position.board))
        step = cast("Step", object())
        self.show(steps=(*self.seen.steps, step), your_turn=False)

    def again(self) -> None:
        self.done.append("again")

    def without(self, seat: int, *, wanted: bool = True) -> None:
        self.done.append(f"without {seat}")
        if self.refuse:
            raise UsageError("Something was heard of them.")
        self.show(absences=tuple(replace(one, offered=not wanted) for one in self.seen.absences))

    def leave(self) -> None:
        self.done.append("leave")


def a_view(**fields: object) -> View:
    position = Position.start(Rules(), Lexicon.from_words(["RETINAS"]), 2).deal("RETINAS").deal("AEISTT?")
    none: object = None
    known: dict[str, object] = {
        "version": 1, "code": "", "link": none, "phase": Phase.PLAYING, "room": none, "players": (), "seat": 0,
        "starts_in": None, "position": position, "steps": (), "chat": (), "outcomes": (), "your_turn": True,
        "delivered": True, "wants_again": (), "warning": "",
    }  # fmt: skip
    return View(**(known | fields))  # type: ignore[arg-type]


def an_outcome() -> OutcomeView:
    return OutcomeView(cast("Outcome", object()), (), "1", ())


async def until(room: Room, count: int) -> None:
    async with asyncio.timeout(60):
        while len(room.done) < count:  # noqa: ASYNC110 - the player under test tells nobody that it did something
            await asyncio.sleep(0.001)


async def test_it_moves_once_a_turn_whatever_else_changes() -> None:
    room = Room(a_view())
    playing = asyncio.create_task(play_itself(room))
    await until(room, 1)
    assert room.done[0].endswith("RETINAS")
    room.show(delivered=False)
    room.show(phase=Phase.OVER, outcomes=(an_outcome(),))
    await until(room, 2)
    room.show(delivered=True)
    room.show(phase=Phase.PLAYING, steps=(), your_turn=True)
    await until(room, 3)
    room.show(phase=Phase.CLOSED)
    await asyncio.wait_for(playing, 60)
    assert room.done[1:] == ["again", room.done[0]]


async def test_it_leaves_after_as_many_games_as_it_was_told() -> None:
    room = Room(a_view(phase=Phase.OVER, outcomes=(an_outcome(),), your_turn=False))
    await play_itself(room, games=1)
    assert room.done == ["leave"]


async def test_it_leaves_only_when_it_has_checked_the_game() -> None:
    unsure = replace(an_outcome(), verdicts=(None, True))
    room = Room(a_view(phase=Phase.OVER, outcomes=(unsure,), your_turn=False))
    playing = asyncio.create_task(play_itself(room, games=1))
    await asyncio.sleep(0)
    room.show(delivered=False)
    await asyncio.sleep(0.01)
    assert room.done == []
    room.show(outcomes=(replace(unsure, verdicts=(True, True)),))
    await asyncio.wait_for(playing, 5)
    assert room.done == ["leave"]


async def test_a_room_that_is_closed_is_left_only_when_the_game_is_checked() -> None:
    unsure = replace(an_outcome(), verdicts=(None, True))
    room = Room(a_view(phase=Phase.CLOSED, outcomes=(unsure,), your_turn=False))
    playing = asyncio.create_task(play_itself(room))
    await asyncio.sleep(0.01)
    assert not playing.done()
    room.show(outcomes=(replace(unsure, verdicts=(True, True)),))
    await asyncio.wait_for(playing, 5)
    assert room.done == []


async def test_a_refused_move_is_no_end() -> None:
    room = Room(a_view(), refuse=True)
    playing = asyncio.create_task(play_itself(room))
    await asyncio.sleep(0)
    room.show(delivered=False)
    room.ended = True
    room.version_changed.set()
    await asyncio.wait_for(playing, 60)
    assert room.done == []


async def test_it_leaves_a_game_that_never_ends() -> None:
    """``scratch``, tiles in the bag, and nobody can play: all may pass for ever."""
    start = Position.start(PRESETS["scratch"], Lexicon.from_words(["ZZ"]), 2).deal("AEIOUAE").deal("AEIOUAE")
    room = Room(a_view(position=replace(start, bag=3, scoreless=23)))
    playing = asyncio.create_task(play_itself(room))
    await until(room, 1)
    room.show(position=replace(start, bag=3, scoreless=24), your_turn=True)
    await asyncio.wait_for(playing, 60)
    assert room.done == ["pass", "leave"]


async def test_it_would_go_on_without_whoever_is_silent() -> None:
    silent = (AbsenceView(1, "Ben", "?", offered=True), AbsenceView(2, "Cid", "?"))
    room = Room(a_view(your_turn=False, absences=silent))
    playing = asyncio.create_task(play_itself(room))
    await until(room, 1)
    room.refuse = True
    room.show(absences=silent[:1])
    await until(room, 2)
    room.ended = True
    room.version_changed.set()
    await asyncio.wait_for(playing, 5)
    assert room.done == ["without 1", "without 1"]


async def test_it_does_not_ask_first_to_go_on_without_one_whose_time_is_out() -> None:
    late = AbsenceView(1, "Ben", "Ben’s time has been out for 1 minute.", offered=True, late=True)
    room = Room(a_view(your_turn=False, absences=(late,)))
    playing = asyncio.create_task(play_itself(room))
    room.show(absences=(replace(late, text="Ben’s time has been out for 2 minutes."),))
    await asyncio.sleep(0)
    assert room.done == []
    room.show(absences=(replace(late, asked=True),))
    await until(room, 1)
    room.show(phase=Phase.CLOSED)
    await asyncio.wait_for(playing, 60)
    assert room.done == ["without 1"]


async def test_it_does_not_stay_to_watch() -> None:
    room = Room(a_view(your_turn=False, seat=None, watching=True))
    await play_itself(room)
    assert room.done == []
