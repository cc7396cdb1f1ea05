"""The program as most people run it: the page in the browser, and in the terminal a few lines about what happens."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from p2pscrabble.cli.asking import login_name
from p2pscrabble.cli.invite import show_entered, show_invitation
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.running import COMES_BACK, KEPT, number_of, run
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
    answer = run_or_hand_over(settings.data, wanted, lambda alone: run(_serve(out, wanted, alone)))
    if answer is None:
        return
    started = Started.from_json(answer)
    _show_room(started.told, out)
    _show_page(started, out)
    if started.file and not browse(Path(started.file)):
        out.say(_by_hand(started))


async def _serve(out: Output, wanted: Mapping[str, object], alone: Alone) -> None:
    settings = out.settings
    relays = [parse_relay(relay) for relay in settings.relay]
    program = Program(
        settings.data,
        relays,
        _Report(out),
        name=settings.name or "",
        login=login_name() or NOBODY,
        patience=settings.patience,
        interface=settings.interface,
    )
    async with serve(program, settings.port) as server:
        try:
            alone.announce(server.port)
            started = await server.start(wanted)
            _show_page(started, out)
            out.say(COMES_BACK if started.told.room else "Ctrl-C ends the program.\n")
            async with _opened(server, started, out):
                await program.ended.wait()
        finally:
            alone.withdraw()
            if program.is_playing:
                out.say(f"\n{KEPT}")
            await program.close()


@asynccontextmanager
async def _opened(server: Server, started: Started, out: Output) -> AsyncIterator[None]:
    """Opens the browser meanwhile; where it does not come, says how to come without its help."""

    async def open_browser(file: Path) -> None:
        # A browser that blocks must not hold up the end of the program, as one in asyncio's own threads would.
        threading.Thread(target=browse, args=(file,), daemon=True, name="browser").start()
        await asyncio.sleep(_PATIENCE)
        if not server.doors.used(file):
            out.say(_by_hand(started))

    task = asyncio.create_task(open_browser(Path(started.file))) if started.file else None
    try:
        yield
    finally:
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


def _by_hand(started: Started) -> str:
    return f"If no browser has opened, open this address in one:\n    {started.url}\n"


def _show_page(started: Started, out: Output) -> None:
    out.event("page", url=started.url, room=started.told.room or None)
    what = "Your board" if started.told.room else "The page"
    if started.file:
        out.say(f"{what}: {started.address}   (opening browser)")
    else:
        out.say(f"{what}, for a browser on this computer:\n    {started.url}")


def _show_room(room: Told, out: Output) -> None:
    if room.demo:
        out.event("room", code=room.code, link=room.link, relay=room.relay, id=room.room)
    elif room.code:
        (show_invitation if room.host else show_entered)(room, out)


class _Report:
    """Tells in the terminal what happens in the rooms. Where nobody listens there any more, the games go on."""

    def __init__(self, out: Output) -> None:
        self._out = out
        self._cut_off: set[str] = set()
        """The rooms whose link is down."""

    def opened(self, room: OpenRoom) -> None:
        """See ``web.rooms.Report``."""
        with contextlib.suppress(OSError):
            _show_room(told(room.session, host=room.about.host), self._out)

    def notice(self, room: OpenRoom, notice: Notice) -> None:
        """See ``web.rooms.Report``."""
        data = dict(notice.data)
        if notice.kind is NoticeKind.OVER:
            data["replay"] = number_of(room.view, data.get("game"))
        if notice.kind is not NoticeKind.LINK or self._is_news(room.id, str(data.get("state"))):
            self._out.say(notice.text)
        with contextlib.suppress(OSError):
            self._out.event(notice.kind.value, text=notice.text, **data, id=room.id)
            if notice.kind is NoticeKind.OVER and data["replay"]:
                self._out.result(str(data["replay"]))

    def _is_news(self, room: str, link: str) -> bool:
        """Whether a link is to be spoken of: once when it breaks, and once when it is back."""
        if link in ("down", "refused") and room not in self._cut_off:
            self._cut_off.add(room)
            return True
        if link == "up" and room in self._cut_off:
            self._cut_off.remove(room)
            return True
        return False

    def failed(self, room: OpenRoom, why: str) -> None:
        """See ``web.rooms.Report``."""
        self._out.say(why)
        with contextlib.suppress(OSError):
            self._out.event("failed", text=why, id=room.id)
