"""A person at a table, line by line and news by news."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from p2pscrabble.peer.view import Notice, NoticeKind
from p2pscrabble.table import Phase
from p2pscrabble.text.play import Parting, play

DEADLINE = 60.0


class Sitting:
    """One session, and waiting for what it shows."""

    def __init__(self, room: Any, console: Any) -> None:
        self.room = room
        self.console = console
        self.task = asyncio.ensure_future(play(room, room.stream(), console))

    async def until(self, told: Callable[[], bool]) -> None:
        async with asyncio.timeout(DEADLINE):
            while not told():
                assert not self.task.done(), self.console.text
                await asyncio.sleep(0)

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.console.text)

    async def types(self, line: str, sees: str = "") -> str:
        """Types a line and waits for an answer that has this in it; returns all that was answered."""
        start = len(self.console.shown)
        self.console.typed.put_nowait(line)
        await self.until(lambda: sees in "\n".join(self.console.shown[start:]) and len(self.console.shown) > start)
        return "\n".join(self.console.shown[start:])

    async def ends(self) -> Parting:
        async with asyncio.timeout(DEADLINE):
            return await self.task


@pytest.fixture
async def sit() -> AsyncIterator[Callable[[Any, Any], Awaitable[Sitting]]]:
    sittings: list[Sitting] = []

    async def begin(room: Any, console: Any) -> Sitting:
        sittings.append(Sitting(room, console))
        await sittings[-1].until(lambda: bool(console.prompts))
        return sittings[-1]

    yield begin
    for sitting in sittings:
        sitting.task.cancel()
        await asyncio.gather(sitting.task, return_exceptions=True)


async def test_your_turn_shows_all_that_one_needs(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    await sitting.sees("It is your turn.")
    await sitting.until(lambda: bool(console.prompts))
    for part in (
        "    A  B  C",
        "Ana 0 (you, to play)   Ben 0   86 tiles in the bag",
        "Your rack: A C E E I S T",
        "8H WORD",
    ):
        assert part in console.text
    assert console.prompts[-1] == "Your move> "


async def test_a_play_is_told_and_the_turn_passes_on(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    answer = await sitting.types("8g cat", "Ben’s turn")
    assert "Ana plays 8G CAT for 10 points (CAT 10)." in answer
    assert "Your rack: E E E E E I S" in answer
    await sitting.until(lambda: console.prompts[-1] == "> ")
    refused = await sitting.types("8G cats")
    assert "It is Ben’s turn." in refused
    assert "score" in refused


async def test_a_refused_move_names_every_fault_and_costs_nothing(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    before = room.seen
    answer = await sitting.types("1A ZQXJ")
    assert "Not played, and nothing is lost:" in answer
    for fault in ("no Z", "no Q", "8H", "ZQXJ is no word"):
        assert fault in answer
    assert room.seen is before


async def test_score_tells_words_points_and_faults_before_playing(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    assert "That would be 10 points: CAT 10. It may be played." in await sitting.types("score 8G CAT")
    answer = await sitting.types("score 1A CAT")
    assert "But it cannot be played" in answer
    assert "8H" in answer
    assert "That cannot be done" in await sitting.types("score exchange ZZ")
    assert "That may be done." in await sitting.types("score exchange AC")
    room.type_move("8G CAT")
    await sitting.sees("Ben’s turn")
    await sitting.types("score 8G CATS", "That would be")


async def test_passing_asks_once(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    console.typed.put_nowait("pass")
    await sitting.until(lambda: console.prompts[-1:] == ["Pass, and do nothing this turn? (y/n) "])
    assert "Then not." in await sitting.types("n")
    assert room.seen.steps == ()
    console.typed.put_nowait("pass")
    await sitting.until(lambda: console.prompts[-1:] == ["Pass, and do nothing this turn? (y/n) "])
    assert "Ana passes." in await sitting.types("Yes", "passes")


async def test_a_pipe_is_not_asked(sit: Any, room: Any, console: Any) -> None:
    console.interactive = False
    sitting = await sit(room, console)
    assert "Ana passes." in await sitting.types("pass", "passes")


async def test_the_other_moves(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    await sitting.types("pass" if not console.interactive else "exchange cs", "exchanges 2 tiles")
    shown = console.text.count("Your move")
    room.type_move("8G EAT")
    await sitting.sees("Ben plays 8G EAT")
    await sitting.sees("[E][A][T]")
    await sitting.until(lambda: console.prompts[-1] == "Your move> ")
    assert console.text.count("Ben plays 8G EAT") == 1, "it stands beneath the board"
    assert shown == 0


async def test_looking(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    assert "no word on the board" in await sitting.types("words")
    assert "Nobody has moved" in await sitting.types("moves")
    await sitting.types("8G CAT", "Ben’s turn")
    assert await sitting.types("words") == "8G CAT"
    assert await sitting.types("moves") == "1. Ana plays 8G CAT for 10 points (CAT 10)."
    bag = await sitting.types("bag")
    assert "Nobody could choose the order of this bag" in bag or "nobody has seen yours" in bag
    assert "  How the bag was made: Each player’s program drew a secret number" in bag
    unseen = await sitting.types("unseen")
    assert "Unseen, in the bag or with the others: 90 tiles" in unseen
    assert "35 vowels, 53 consonants, 2 blanks" in unseen
    assert "All seven tiles in one play: +50 points." in await sitting.types("rules")
    players = await sitting.types("players")
    assert "Ana: you" in players
    assert "Ben: here" in players
    assert "exchange ABC" in await sitting.types("help")
    assert "[C][A][T]" in await sitting.types("board")
    assert "Type help" in await sitting.types("hello")


async def test_talking(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    console.typed.put_nowait("/well played")
    console.typed.put_nowait("chat thanks")
    await sitting.until(lambda: room.said == ["well played", "thanks"])
    room.news.put_nowait(Notice(NoticeKind.CHAT, "Ana: thanks", {"name": "Ana"}))
    room.news.put_nowait(Notice(NoticeKind.CHAT, "Ben: hello", {"name": "Ben"}))
    await sitting.sees("Ben: hello")
    assert "Ana: thanks" not in console.text


async def test_a_link_that_comes_at_once_is_not_news(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    for state, text in (("connecting", "One."), ("up", "Two."), ("down", "Three."), ("connecting", "Four."),
                        ("up", "Five."), ("up", "Six.")):  # fmt: skip
        room.news.put_nowait(Notice(NoticeKind.LINK, text, {"state": state}))
    room.news.put_nowait(Notice(NoticeKind.WARNING, "Last."))
    await sitting.sees("Last.")
    told = [text for text in console.text.splitlines() if text in ("One.", "Two.", "Three.", "Four.", "Five.", "Six.")]
    assert told == ["Three.", "Five."]


async def test_waiting(sit: Any, waiting_room: Any, console: Any) -> None:
    sitting = await sit(waiting_room, console)
    await sitting.sees("Here: Ana (you). Waiting for 1 more player…")
    assert "no game yet" in await sitting.types("8H CAT")
    assert "no game yet" in await sitting.types("unseen")
    console.typed.put_nowait("start")
    await sitting.until(lambda: waiting_room.said == ["<start>"])
    waiting_room.seen = replace(waiting_room.seen, room=None)
    await sitting.types("rules", "has not said yet")


async def test_challenge(sit: Any, club_room: Any, console: Any) -> None:
    sitting = await sit(club_room, console)
    await sitting.sees("Ben’s turn")
    club_room.type_move("8G TSI")
    await sitting.sees("You may challenge the last play first.")
    assert "challenges with success: TSI" in await sitting.types("challenge", "It is your turn.")
    assert "challenge " in await sitting.types("help")


async def test_the_end(sit: Any, room: Any, console: Any) -> None:
    console.interactive = False
    sitting = await sit(room, console)
    await sitting.types("pass", "Ana passes.")
    room.type_move("pass")
    await sitting.sees("Ben passes.")
    await sitting.types("pass", "Ben’s turn")
    room.type_move("pass")
    await sitting.sees("Everyone has passed.")
    await sitting.sees("Ana is left with A C E E I S T: -9.")
    await sitting.sees("The result: Ana -9, Ben -6.")
    await sitting.sees("Ben wins.")
    await sitting.types("again", "another game")
    assert room.said == ["<again>"]
    room.news.put_nowait(None)
    assert await sitting.ends() is Parting.CLOSED


async def test_ways_to_go(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    console.typed.put_nowait("quit")
    assert await sitting.ends() is Parting.QUIT
    sitting = await sit(room, console)
    console.typed.put_nowait(None)
    assert await sitting.ends() is Parting.QUIT
    sitting = await sit(room, console)
    console.typed.put_nowait("leave")
    await sitting.until(lambda: console.prompts[-1].startswith("Give up your seat"))
    console.typed.put_nowait("y")
    assert await sitting.ends() is Parting.LEFT
    assert room.said == ["<leave>"]


async def test_a_game_that_has_stopped_ends_the_session(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    room.seen = replace(room.seen, phase=Phase.STOPPED, your_turn=False)
    room.news.put_nowait(Notice(NoticeKind.WARNING, "The game has stopped: Ben’s program lied."))
    assert await sitting.ends() is Parting.STOPPED
    assert "Ben’s program lied" in console.text


async def test_coming_back_shows_the_board_at_once(sit: Any, room: Any, console: Any) -> None:
    room.type_move("8G CAT")
    await sit(room, console)
    assert "[C][A][T]" in console.text
    assert "It is Ben’s turn." in console.text


async def test_the_end_is_told_in_order(sit: Any, room: Any, console: Any) -> None:
    console.interactive = False
    sitting = await sit(room, console)
    for _ in range(4):
        room.type_move("pass")
    room.news.put_nowait(Notice(NoticeKind.OVER, "The game is over. Ben wins."))
    room.news.put_nowait(Notice(NoticeKind.VERDICT, "The game’s number: 12345."))
    await sitting.sees("12345")
    text = console.text
    assert "The game is over. Ben wins." not in text, "the result stands beneath the board"
    assert text.index("The result: ") < text.index("Type again") < text.index("12345")


async def test_a_turn_that_comes_without_news_is_told(sit: Any, room: Any, console: Any) -> None:
    """In a sealed game the draw after the other's move takes a moment, and nobody says when it is done."""
    room.seen = replace(room.seen, your_turn=False)
    sitting = await sit(room, console)
    start = len(console.shown)
    room.seen = replace(room.seen, version=room.seen.version + 1, your_turn=True)
    room.renewed.set()
    await sitting.until(lambda: "It is your turn." in "\n".join(console.shown[start:]))
    assert console.prompts[-1] == "Your move> "


async def test_going_on_without_a_silent_player_is_asked_for_by_name(sit: Any, room: Any, console: Any) -> None:
    sitting = await sit(room, console)
    data = {"name": "Ben", "seat": 1, "offered": True}
    room.news.put_nowait(Notice(NoticeKind.WITHOUT, "Nothing has been heard of Ben for 2 minutes.", data))
    await sitting.sees("2 minutes. If you would go on, type: without Ben")
    assert await sitting.types("without Cid") == "Nobody else here is called Cid."
    assert await sitting.types("without") == "Say whom you mean, as in: without Ben"
    assert (await sitting.types("without ben")).startswith("You would like to go on without Ben")
    assert "Ben: here\nYou would like to go on without Ben" in await sitting.types("players")
    assert await sitting.types("wait Ben") == "Ben is waited for."
    assert room.said == ["<without 1>", "<wait for 1>"]
