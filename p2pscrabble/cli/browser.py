"""The program as most people run it: the page in the browser, and in the terminal a few lines about what happens."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2pscrabble.cli.asking import login_name
from p2pscrabble.cli.invite import show_entered, show_invitation
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.running import KEPT, number_of, run
from p2pscrabble.cli.settings import Settings
from p2pscrabble.peer.view import Notice, NoticeKind
from p2pscrabble.transport import parse_relay
from p2pscrabble.web.opening import browse, can_browse
from p2pscrabble.web.program import NOBODY, Program
from p2pscrabble.web.running import Alone, run_or_hand_over
from p2pscrabble.web.server import serve
from p2pscrabble.web.starting import Started, Told, told

if TYPE_CHECKING:
    from p2pscrabble.web.rooms import OpenRoom
    from p2pscrabble.web.server import Server

_PATIENCE: Final = 8.0
"""Seconds after which a browser that has not come is helped."""


def in_browser(settings: Settings, wanted: Mapping[str, object]) -> None:
    """Opens the page for what is wanted: in the program that runs already, or else in this one, until it is ended."""
    out = Output(settings)
    browser = not settings.no_browser and can_browse()
    wanted = {**wanted, "browser": browser}

    def alone(lock: Alone) -> None:
        run(_serve(out, wanted, lock))

    answer = run_or_hand_over(settings.data, wanted, alone)
    if answer is not None:
        started = Started.from_json(answer)
        _show_room(started.told, out)
        _show_page(started, out)
        if started.file and not browse(Path(started.file)):
            out.say(f"No browser could be opened. The page is here:\n    {started.url}")


async def _serve(out: Output, wanted: Mapping[str, object], lock: Alone) -> None:
    settings = out.settings
    relays = [parse_relay(relay) for relay in settings.relay]
    program = Program(settings.data, relays, _Report(out), name=settings.name or "", login=login_name() or NOBODY)
    try:
        async with serve(program, settings.port) as server:
            lock.announce(server.port)
            started = await server.start(wanted)
            _show_page(started, out)
            out.say(
                "Ctrl-C leaves; `p2pscrabble resume` comes back.\n"
                if started.told.room
                else "Ctrl-C ends the program; a game goes on where it was when you come back.\n"
            )
            opening = asyncio.create_task(_open(server, started, out))
            try:
                await program.ended.wait()
            finally:
                opening.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await opening
                lock.withdraw()
                await program.close()
    except asyncio.CancelledError:
        out.say(f"\n{KEPT}")
        raise


async def _open(server: Server, started: Started, out: Output) -> None:
    """Opens the browser; where it does not come, says how to come without its help."""
    if not started.file:
        return
    file = Path(started.file)
    opened = await asyncio.to_thread(browse, file)
    if opened:
        await asyncio.sleep(_PATIENCE)
    if not server.doors.used(file):
        out.say(f"If no browser has opened, open this address in one:\n    {started.url}\n")


def _show_page(started: Started, out: Output) -> None:
    out.event("page", url=started.url, room=started.told.room or None)
    if started.file:
        what = "Your board" if started.told.room else "The page"
        out.say(f"{what}: {started.address}   (opening browser)")
    else:
        out.say(f"The page is here; open it in a browser on this computer:\n    {started.url}")


def _show_room(room: Told, out: Output) -> None:
    if room.room:
        (show_invitation if room.host and not room.demo else show_entered)(room, out)


class _Report:
    """Tells in the terminal what happens in the rooms."""

    def __init__(self, out: Output) -> None:
        self._out = out

    def opened(self, room: OpenRoom) -> None:
        """See ``web.rooms.Report``."""
        _show_room(told(room.session, host=room.about.host), self._out)

    def notice(self, room: OpenRoom, notice: Notice) -> None:
        """See ``web.rooms.Report``."""
        data = dict(notice.data)
        if notice.kind is NoticeKind.OVER:
            data["replay"] = number_of(room.view, data.get("game"))
        self._out.say(notice.text)
        self._out.event(notice.kind.value, text=notice.text, **data, id=room.id)
        if notice.kind is NoticeKind.OVER and data["replay"]:
            self._out.result(str(data["replay"]))

    def failed(self, room: OpenRoom, why: str) -> None:
        """See ``web.rooms.Report``."""
        self._out.say(why)
        self._out.event("failed", text=why, id=room.id)
