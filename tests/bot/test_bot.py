"""The computer player: what it plays, what it doubts, and that two of them come to an end."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from p2pscrabble.bot import PATIENCE, choose, play_itself
from p2pscrabble.errors import UsageError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Play
from p2pscrabble.game.notation import move_name, parse_move
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.peer.view import OutcomeView, View
from p2pscrabble.table import Outcome, Phase, Step

FEW = Lexicon.from_words(("CAT", "CATS", "AT", "TA", "SAT", "TEA", "EAT", "SEA", "AS", "RETINAS"), "few")


def dealt(*racks: str, rules: Rules | None = None, lexicon: Lexicon = FEW, bag: int | None = None) -> Position:
    position = Position.start(rules or Rules(), lexicon, len(racks))
    for rack in racks:
        position = position.deal(rack)
    return position if bag is None else replace(position, bag=bag)


def test_it_plays_what_scores_most() -> None:
    position = dealt("RETINAS", "AEISTT?")
    move = choose(position)
    assert isinstance(move, Play)
    assert position.score(move).total == 66
    assert choose(position) == move, "the same position, the same move"


def test_it_exchanges_what_makes_no_word_and_keeps_blanks() -> None:
    assert choose(dealt("VVUUIII", "AEISTT?")) == Exchange("VVUUIII")


def test_it_passes_where_nothing_can_be_exchanged() -> None:
    assert choose(dealt("VVUUIII", "AEISTT?", bag=6)) == Pass()
    assert choose(dealt("VVUUIII", "AEISTT?", rules=Rules(end_passes=0))) == Exchange("VVUUIII")


def test_it_gives_up_exchanging_when_nothing_comes_of_it() -> None:
    position = dealt("VVUUIII", "AEISTT?")
    assert choose(replace(position, scoreless=PATIENCE * 2 - 1)) == Exchange("VVUUIII")
    assert choose(replace(position, scoreless=PATIENCE * 2)) == Pass()


def test_it_challenges_a_phony_and_nothing_else() -> None:
    tournament = PRESETS["tournament"]
    position = dealt("TSIAEEC", "RETINAS", rules=tournament)
    assert choose(position.apply(parse_move("8G TSI", position.board))) == Challenge()
    assert isinstance(choose(position.apply(parse_move("8G CAT", position.board))), Play)


def test_it_accepts_a_good_last_play() -> None:
    position = dealt("TSIAEEC", "RETINAS", rules=PRESETS["tournament"], bag=0)
    position = replace(position, players=(replace(position.players[0], rack=Rack.of("CAT")), position.players[1]))
    assert choose(position.apply(parse_move("8G CAT", position.board))) == Accept()


@pytest.mark.parametrize("words", [("ZZZZZ",), ("AA", "AE", "EE", "OE"), tuple(FEW)])
@pytest.mark.parametrize("rules", ["classic", "tournament"])
@pytest.mark.parametrize("seats", [2, 4])
def test_games_of_bots_end(words: tuple[str, ...], rules: str, seats: int) -> None:
    position = Position.start(PRESETS[rules], Lexicon.from_words(words), seats)
    bag = list(LETTER_OF)
    random.Random(7).shuffle(bag)
    for _ in range(500):
        while position.owed:
            draw = position.owed[0]
            drawn, bag = bag[: draw.count], bag[draw.count :] + list(draw.back)
            position = position.deal("".join(drawn))
        if position.ended is not None:
            return
        position = position.apply(choose(position))
    raise AssertionError("the game does not end")


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
            await asyncio.wait_for(self.version_changed.wait(), 5)
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

    def leave(self) -> None:
        self.done.append("leave")


def a_view(**fields: object) -> View:
    position = dealt("RETINAS", "AEISTT?")
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
    async with asyncio.timeout(5):
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
    await asyncio.wait_for(playing, 5)
    assert room.done[1:] == ["again", room.done[0]]


async def test_it_leaves_after_as_many_games_as_it_was_told() -> None:
    room = Room(a_view(phase=Phase.OVER, outcomes=(an_outcome(),), your_turn=False))
    await play_itself(room, games=1)
    assert room.done == ["leave"]


async def test_a_refused_move_is_no_end() -> None:
    room = Room(a_view(), refuse=True)
    playing = asyncio.create_task(play_itself(room))
    await asyncio.sleep(0)
    room.show(delivered=False)
    room.ended = True
    room.version_changed.set()
    await asyncio.wait_for(playing, 5)
    assert room.done == []
