"""What ``doctor`` looks at: the program, the data folder, the word lists, the relay, the clock and the terminal."""

from __future__ import annotations

import platform
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Final

from p2pscrabble import __version__
from p2pscrabble.cli.settings import Settings, is_terminal
from p2pscrabble.errors import P2PScrabbleError

RELAY_PATIENCE: Final = 8.0
"""Seconds that a relay has to answer."""
_FREE: Final = 20_000_000
"""Bytes that games and word lists may need."""
_SIGNS: Final = "’…█▄"
_PARTS: Final = (
    *("aiohttp", "click", "cryptography", "filelock", "ifaddr", "platformdirs", "pynacl", "pyzmq", "rjsmin", "segno"),
    "zeroconf",
)
_MADE: Final = 1_764_000_000
"""When this was written, in seconds since 1970: no clock that is right is behind it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at: what, whether it is good (``None``: worth knowing, no harm), and the sentence."""

    about: str
    good: bool | None
    text: str


def examine(settings: Settings) -> Iterator[Finding]:
    """Everything, one thing after the other; what fails is a finding, never an error."""
    checks: tuple[tuple[str, Callable[[Settings], Iterator[Finding]]], ...] = (
        ("program", _program),
        ("data folder", _data_folder),
        ("word list", _word_lists),
        ("network", _network),
        ("relay", _relays),
        ("direct", _direct),
        ("browser", _browser),
        ("clock", _clock),
        ("terminal", _terminal),
    )
    for about, check in checks:
        try:
            yield from check(settings)
        except (P2PScrabbleError, OSError, ImportError) as error:
            yield Finding(about, False, str(error) or type(error).__doc__ or "")


def _program(_: Settings) -> Iterator[Finding]:
    python = f"Python {platform.python_version()} on {platform.system()} {platform.release()}"
    yield Finding("program", True, f"p2pscrabble {__version__}, {python}")
    versions, missing = [], []
    for part in _PARTS:
        try:
            versions.append(f"{part} {metadata.version(part)}")
        except metadata.PackageNotFoundError:
            missing.append(part)
    yield Finding("parts", not missing, ", ".join(versions) + (f"; missing: {', '.join(missing)}" if missing else ""))


def _data_folder(settings: Settings) -> Iterator[Finding]:
    data = settings.data
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=data):
            pass
    except OSError as error:
        yield Finding("data folder", False, f"{data} cannot be written: {error.strerror}.")
        return
    yield Finding("data folder", True, f"{data} can be written")
    free = shutil.disk_usage(data).free
    if free < _FREE:
        yield Finding("disk", False, f"only {free // 1_000_000} MB are free")


def _word_lists(settings: Settings) -> Iterator[Finding]:
    from p2pscrabble.peer.wordlists import WordLists

    lexicon = WordLists(settings.data).named("modern")
    lexicon.verify()
    yield Finding("word list", True, f"{lexicon.name}: {len(lexicon):,} words, {lexicon.hash.hex()[:8]}")


def _network(_: Settings) -> Iterator[Finding]:
    with socket.create_server(("127.0.0.1", 0)):
        yield Finding("network", True, "this computer takes connections from itself")


def _relays(settings: Settings) -> Iterator[Finding]:
    import asyncio

    from p2pscrabble.transport import DIRECT, parse_relay

    if not settings.relay:
        yield Finding("relay", None, "none is set: `host` starts one on this computer")
    for relay in settings.relay:
        address = parse_relay(relay)
        if address.profile == DIRECT:
            continue
        link = asyncio.run(_answer(str(address)))
        yield Finding("relay", link is None, f"{address} answers" if link is None else f"{address}: {link}")


async def _answer(relay: str) -> str | None:
    """``None`` where the relay answers, else what it is doing instead."""
    import asyncio
    import secrets

    from p2pscrabble.transport import Link, LinkState, parse_relay
    from p2pscrabble.transport.websocket import WebSocketTransport

    transport = WebSocketTransport(parse_relay(relay), f"1{secrets.randbelow(10**20)}")
    said = "it does not answer"
    try:
        async with asyncio.timeout(RELAY_PATIENCE):
            async for event in transport.events():
                if isinstance(event, Link):
                    said = event.detail
                    if event.state is LinkState.UP:
                        return None
                    if event.state is LinkState.REFUSED:
                        return said
    except TimeoutError:
        pass
    finally:
        await transport.close()
    return said


def _direct(settings: Settings) -> Iterator[Finding]:
    """Two programs of one room in this process: whether they connect, and whether one finds the other without help."""
    import asyncio

    problem, spots = asyncio.run(_meeting(settings.interface, by_search=False))
    text = f"programs connect to each other; others would come to {spots}" if problem is None else problem
    yield Finding("direct", problem is None, text)
    if problem is None:
        problem, _ = asyncio.run(_meeting(settings.interface, by_search=True))
        found = "a room on this computer is found with no address; in your network, a firewall may still hide it"
        yield Finding("discovery", True if problem is None else None, problem or found)


async def _meeting(listen: str, *, by_search: bool) -> tuple[str | None, str]:
    """``None`` where they meet, else why not; and where the first one listens."""
    import asyncio
    import secrets

    from p2pscrabble.transport import Link, LinkState, parse_relay
    from p2pscrabble.transport.direct import DirectTransport

    room, key, nowhere = f"1{secrets.randbelow(10**20)}", secrets.token_bytes(64), parse_relay("direct")
    first = DirectTransport(nowhere, room, key, listen=listen, hosting=True)
    address = first.bind(0)
    second = DirectTransport(nowhere if by_search else address, room, key, listen=listen)
    said = "no room is found in the local network: it takes a link, which works all the same"
    try:
        first.start()
        async with asyncio.timeout(RELAY_PATIENCE):
            async for event in second.events():
                if isinstance(event, Link) and event.state is LinkState.UP:
                    return None, " and ".join(map(str, first.mesh.spots))
                said = event.detail if isinstance(event, Link) and not by_search else said
    except TimeoutError:
        pass
    finally:
        await asyncio.gather(first.close(), second.close())
    return said, ""


def _browser(settings: Settings) -> Iterator[Finding]:
    from p2pscrabble.web.opening import can_browse, kept_port
    from p2pscrabble.web.served import PAGE

    if not (PAGE / "index.html").is_file():
        yield Finding("page", False, "the files of the page are missing: install p2pscrabble again")
    if can_browse():
        yield Finding("browser", True, "one can be opened")
    else:
        yield Finding("browser", None, "none can be opened from here: the program says where the page is")
    if port := settings.port or kept_port(settings.data):
        yield Finding("page", None, f"it is at http://127.0.0.1:{port}/ while the program runs")


def _clock(_: Settings) -> Iterator[Finding]:
    now = time.time()
    shown = time.strftime("%Y-%m-%d %H:%M", time.localtime(now))
    if now < _MADE:
        yield Finding("clock", False, f"it says {shown}, which has been; the list of open rooms needs it to be right")
    else:
        yield Finding("clock", True, f"it says {shown}")


def _terminal(settings: Settings) -> Iterator[Finding]:
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    try:
        _SIGNS.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        yield Finding("terminal", None, f"{encoding} lacks some signs: no QR code, and ? for a few others")
    else:
        yield Finding("terminal", True, f"{encoding} has all signs")
    if is_terminal(sys.stderr):
        columns = shutil.get_terminal_size().columns
        text = f"{columns} columns, {'with' if settings.coloured else 'without'} colour"
        yield Finding("terminal", True if columns >= 53 else None, text)
    else:
        yield Finding("terminal", None, "this is no terminal: no colour, no QR code")
