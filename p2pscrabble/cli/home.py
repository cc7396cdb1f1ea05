"""``p2pscrabble`` alone: what one can do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2pscrabble.cli.games import describe
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings
from p2pscrabble.peer.kept import people, unfinished

if TYPE_CHECKING:
    from p2pscrabble.peer.lobby import Announcement
    from p2pscrabble.transport import RelayAddress

LISTENING: Final = 2.5
"""Seconds that the relay's open rooms are listened for."""

_BEGIN: Final = """\
To begin:
  p2pscrabble demo     a game against the computer, at once
  p2pscrabble host     make a room; a friend comes in with the code that it shows
  p2pscrabble join     go into a friend's room
Every command explains itself with --help."""


def show_home(settings: Settings) -> None:
    """The unfinished games, the open rooms of the relay where one is set, and how to begin."""
    out = Output(settings)
    games = unfinished(people(settings.data / "rooms"))
    if games:
        out.result("Your unfinished games:")
        for store in games:
            out.result(f"  {describe(store)}")
            summary = store.summary
            out.event("game", id=store.folder.name, state=summary.state, your_turn=summary.your_turn)
        out.result("  p2pscrabble resume   play on\n")
    if settings.relay:
        _show_open_rooms(settings, out)
    out.result(_BEGIN)


def _show_open_rooms(settings: Settings, out: Output) -> None:
    import asyncio
    import time

    from p2pscrabble.errors import RelayError
    from p2pscrabble.peer.lobby import PROJECT, open_rooms
    from p2pscrabble.transport import parse_relay
    from p2pscrabble.transport.websocket import WebSocketTransport

    for relay in settings.relay:
        address = parse_relay(relay)
        out.say(f"Looking for open rooms on {address}…")

        async def look(address: RelayAddress = address) -> list[Announcement]:
            return await open_rooms(WebSocketTransport(address, PROJECT), LISTENING, time.monotonic, time.time)

        try:
            found = asyncio.run(look())
        except RelayError as error:
            out.result(f"{address} cannot be reached: {error}\n")
            continue
        out.result(f"Open rooms on {address}:" if found else f"There is no open room on {address}.\n")
        for room in found:
            out.result(f"  {room.host}: {room.taken} of {room.seats} seats taken, {room.rules}, {room.lexicon}")
            out.result(f"    p2pscrabble join    and the code {room.code}")
            out.event(
                "open",
                relay=str(address),
                code=str(room.code),
                host=room.host,
                seats=room.seats,
                taken=room.taken,
                rules=room.rules,
                lexicon=room.lexicon,
            )
        if found:
            out.result("")
