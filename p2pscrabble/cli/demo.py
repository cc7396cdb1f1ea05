"""``demo``: a relay, you and computer players on this machine, the first thing that a newcomer runs."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from p2pscrabble.cli.asking import where_from
from p2pscrabble.cli.options import option, rules_from, rules_options
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options

if TYPE_CHECKING:
    from p2pscrabble.peer.session import HostSettings, Session, Where
    from p2pscrabble.peer.store import RoomStore
    from p2pscrabble.text.play import Parting

_OPPONENTS: Final = "opponents"
"""Where a demo room notes how many computer players belong to it."""
_LOOPBACK: Final = "127.0.0.1"
_GRACE: Final = 4.0
"""Seconds that a computer player has to say goodbye."""
_NEW_GROUP: Final = 0x200  # subprocess.CREATE_NEW_PROCESS_GROUP, which only Windows has
_NAMES: Final = ("Computer", "Machine", "Robot")


@click.command("demo")
@common_options
@option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="How many play, you among them.")
@rules_options
@option("--lexicon", metavar="NAME", default="modern", show_default=True, help="The word list: see `wordlist list`.")
@click.option("--text", is_flag=True, help="Play in this terminal (as always, for now).")
@option("--auto", is_flag=True, help="The computer plays your seat too.")
@option("--games", type=click.IntRange(1), metavar="N", help="With --auto: end after so many games.")
@click.pass_obj
def demo_command(
    settings: Settings,
    *,
    seats: int,
    rules: str,
    rule: tuple[str, ...],
    clock: str | None,
    lexicon: str,
    text: bool,  # noqa: ARG001 - text is what there is
    auto: bool,
    games: int | None,
) -> None:
    """A game against the computer, at once, with all the parts of a real one on this machine.

    Nothing leaves this computer. The game is kept: `p2pscrabble resume` comes back to it.
    """
    from p2pscrabble.cli.rooms import conduct
    from p2pscrabble.cli.words import named
    from p2pscrabble.peer.session import HostSettings
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    where = replace(where_from(settings, asking=False), relays=())
    asked = HostSettings(
        seats=seats, rules=rules_from(rules, rule, clock), lexicon=lexicon, countdown=0, listen=_LOOPBACK
    )
    named(WordLists(settings.data), lexicon, out)
    conduct(out, _demo(asked, where, out, auto=auto, games=(games or 1) if auto else None))


def is_demo(store: RoomStore) -> bool:
    """Whether computer players on this machine belong to the room."""
    return isinstance(store.room.settings.get(_OPPONENTS), int)


async def _demo(asked: HostSettings, where: Where, out: Output, *, auto: bool, games: int | None) -> Parting:
    from p2pscrabble.cli.running import play_room
    from p2pscrabble.peer.session import host

    out.say("A game against the computer. Ctrl-C leaves; `p2pscrabble resume` comes back.")
    async with host(asked, where) as session:
        room = session.store.room
        session.store.write_room(replace(room, settings={**room.settings, _OPPONENTS: asked.seats - 1}))
        async with _opponents(session, where, out, asked.seats - 1):
            return await play_room(session, out, auto=auto, games=games)


async def resume_demo(store: RoomStore, where: Where, out: Output, *, auto: bool) -> Parting:
    """A demo that was left: its relay and its computer players come back too."""
    from p2pscrabble.cli.running import play_room
    from p2pscrabble.peer.session import resume

    count = store.room.settings.get(_OPPONENTS)
    async with resume(store, where) as session, _opponents(session, where, out, count if isinstance(count, int) else 1):
        return await play_room(session, out, auto=auto)


@asynccontextmanager
async def _opponents(session: Session, where: Where, out: Output, count: int) -> AsyncIterator[None]:
    """Computer players in processes of their own, for as long as this lasts."""
    out.event("room", code=str(session.code), link=session.link)
    async with contextlib.AsyncExitStack() as stack:
        for name in _NAMES[:count]:
            await stack.enter_async_context(_opponent(session, where.data, name, out))
        yield


@asynccontextmanager
async def _opponent(session: Session, data: Path, name: str, out: Output) -> AsyncIterator[None]:
    # The code goes by the environment, which no list of processes shows; the pipe tells the player that we are gone,
    # even where we were killed. Ctrl-C is for us: we end the players ourselves.
    environment = os.environ | {
        "P2PSCRABBLE_CODE": session.link,
        "P2PSCRABBLE_DATA_DIR": str(data),
        "P2PSCRABBLE_NAME": name,
        "P2PSCRABBLE_RELAY": "",
        "P2PSCRABBLE_JSON": "",
        "PYTHONUNBUFFERED": "1",
    }
    log = session.store.folder / f"{name.lower()}.log"
    with log.open("wb") as kept:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "p2pscrabble", "bot", "--while-stdin"),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=kept,
            env=environment,
            start_new_session=sys.platform != "win32",
            creationflags=_NEW_GROUP if sys.platform == "win32" else 0,
        )
    watching = asyncio.create_task(_watch(process, name, log, out))
    try:
        yield
    finally:
        watching.cancel()
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(ProcessLookupError):
            try:
                await asyncio.wait_for(process.wait(), _GRACE)
            except TimeoutError:
                process.kill()
                await process.wait()


async def _watch(process: asyncio.subprocess.Process, name: str, log: Path, out: Output) -> None:
    if await process.wait() != 0:
        out.say(f"{name} has stopped; why stands in {log}. `p2pscrabble resume` brings it back.")
