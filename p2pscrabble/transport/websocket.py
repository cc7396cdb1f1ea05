"""One WebSocket client for every relay that speaks the cloud-variable protocol, whichever the profile.

It connects and reconnects for ever and says what it is doing; the peer sets variables and reads events meanwhile.
Silence is no sign of failure, for an empty room says nothing at all: a link counts as up once the relay has answered a
ping that followed the handshake, and as down once a ping goes unanswered.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import random
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING

from p2pscrabble import __version__
from p2pscrabble.errors import UsageError
from p2pscrabble.transport import wire
from p2pscrabble.transport.address import RelayAddress
from p2pscrabble.transport.inbox import EventStream, Inbox
from p2pscrabble.transport.link import Changed, Link, LinkState, Place
from p2pscrabble.transport.pace import Backoff, Outbox

if TYPE_CHECKING:
    from aiohttp import ClientSession, ClientWebSocketResponse

SESSION_VARIABLE = "P2PSCRABBLE_SCRATCH_SESSION"
"""The environment variable with the login cookie of a Scratch account; it goes to Scratch and nowhere else."""
USER_VARIABLE = "P2PSCRABBLE_SCRATCH_USER"
"""The environment variable with the name of that account."""

_log = logging.getLogger(__name__)
_AT_A_TIME = 500
_LARGEST_NAME = 2_000
_LEAST_FRAME = 4 * 1024 * 1024
_USERNAME_REFUSED = 4002
_REFUSALS = {
    1008: "it does not allow what was sent",
    1009: "a message was too large",
    1013: "it asks to try again later",
    4000: "it does not say why",
    4002: "it does not like the name that this program picked",
    4003: "it is overloaded",
    4005: "it was shown a Scratch login and wants none",
}
_TOO_BUSY = {429, 503}


@dataclass(frozen=True, slots=True)
class Timing:
    """Patience, in seconds.

    ``connect``: until the WebSocket is open; ``heartbeat``: silence after which the relay is pinged, which then has
    half as long again to answer; ``send``: until the relay has taken a value; ``flush``: for what waits when closing;
    ``farewell``: for the relay's own close.
    """

    connect: float = 10.0
    heartbeat: float = 12.0
    send: float = 20.0
    flush: float = 1.0
    farewell: float = 1.0


@dataclass(frozen=True, slots=True)
class _End:
    """Why a connection ended, or did not come about."""

    detail: str
    refused: bool = False
    patient: bool = False


class WebSocketTransport:
    """A room on a relay; see `Transport` for what it does and ``Place`` for what the room allows.

    ``room`` is the room's id, 1 to 999 characters; on Scratch the project stands in for it. ``contact`` is told to the
    relay's owner in the User-Agent, as TurboWarp asks. Raises UsageError if the relay wants a login that is not there.
    """

    def __init__(
        self,
        address: RelayAddress,
        room: str,
        *,
        contact: str = "",
        timing: Timing | None = None,
        rng: random.Random | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> None:
        if address.needs_login and not environ.get(SESSION_VARIABLE):
            raise UsageError(
                "Scratch lets only its own accounts change variables: "
                f"put the value of your browser's cookie “scratchsessionsid” into {SESSION_VARIABLE}."
            )
        self.address = address
        self.noise: Counter[wire.Noise] = Counter()
        self._room = address.project or room
        self._contact = "".join(filter(str.isprintable, contact))
        self._timing = timing or Timing()
        self._rng = rng or random.Random()
        self._environ = environ
        self._user = self._username()
        self._outbox = Outbox(self.place)
        self._inbox = EventStream(Inbox())
        self._backoff = Backoff(self._rng.random)
        self._state = LinkState.DOWN
        self._waiting = asyncio.Event()
        self._flushed = asyncio.Event()
        self._flushed.set()
        self._runner: asyncio.Task[None] | None = None
        self._closing = False
        self._closed = asyncio.Event()

    def __repr__(self) -> str:
        return f"<WebSocketTransport {self.address} {self._state.value}>"

    @property
    def place(self) -> Place:
        """What the relay allows."""
        return self.address.profile.place

    def set(self, name: str, digits: str) -> None:
        """See `Transport.set`."""
        if not self._closing:
            self._outbox.put(name, digits)
            self._flushed.clear()
            self._waiting.set()

    def start(self) -> None:
        """Begin connecting; again, or after closing, it does nothing."""
        if self._runner is None and not self._closing:
            self._state = LinkState.CONNECTING
            self._runner = asyncio.get_running_loop().create_task(self._run(), name=f"link to {self.address}")

    def events(self) -> AsyncIterator[Changed | Link]:
        """See `Transport.events`."""
        self.start()
        return self._inbox

    async def __aenter__(self) -> WebSocketTransport:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """See `Transport.close`; while there is no link, what waits is given up at once."""
        if self._closing:
            await self._closed.wait()
            return
        self._closing = True
        try:
            if self._runner is not None:
                await self._flush()
                self._runner.cancel()
                await asyncio.wait([self._runner])
        finally:
            if self._runner is not None:
                self._runner.cancel()
            self._inbox.close()
            self._closed.set()

    async def _flush(self) -> None:
        if self._state in (LinkState.CONNECTING, LinkState.UP):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._timing.flush):
                    await self._flushed.wait()

    async def _run(self) -> None:
        from aiohttp import ClientSession, ClientTimeout, DummyCookieJar, TCPConnector

        now = asyncio.get_running_loop().time
        async with ClientSession(
            connector=TCPConnector(limit=0),
            cookie_jar=DummyCookieJar(),
            timeout=ClientTimeout(total=None),
            headers=self._headers(),
        ) as session:
            while True:
                self._tell(LinkState.CONNECTING, f"Connecting to {self.address}.")
                end = await self._connection(session)
                wait = self._backoff.down(now(), refused=end.patient)
                self._tell(LinkState.REFUSED if end.refused else LinkState.DOWN, end.detail, wait)
                await asyncio.sleep(wait)

    def _tell(self, state: LinkState, detail: str, retry_in: float | None = None) -> None:
        self._state = state
        _log.info("%s", detail)
        self._inbox.tell(Link(state, detail, retry_in))

    def _headers(self) -> dict[str, str]:
        about = "; ".join(filter(None, ("Scrabble for two to four friends", self._contact)))
        headers = {"User-Agent": f"p2pscrabble/{__version__} ({about})"}
        if self.address.needs_login:
            headers["Cookie"] = f"scratchsessionsid={self._environ[SESSION_VARIABLE]};"
            headers["Origin"] = "https://scratch.mit.edu"
        return headers

    def _username(self) -> str:
        """A name for the relay alone, as its other clients make up; the player's own name is none of its business."""
        if self.address.needs_login and (account := self._environ.get(USER_VARIABLE)):
            return account
        return f"player{self._rng.randrange(100_000, 10_000_000)}"

    async def _connection(self, session: ClientSession) -> _End:
        """One connection from its beginning to its end; why it ended."""
        from aiohttp import ClientWSTimeout, WSServerHandshakeError

        place = self.place
        try:
            async with asyncio.timeout(self._timing.connect):
                ws = await session.ws_connect(
                    self.address.url,
                    autoping=False,
                    autoclose=False,
                    heartbeat=self._timing.heartbeat,
                    max_msg_size=max(_LEAST_FRAME, place.max_variables * (place.max_digits + _LARGEST_NAME)),
                    timeout=ClientWSTimeout(ws_close=self._timing.farewell),
                )
        except TimeoutError:
            return _End(f"{self.address} does not answer.")
        except WSServerHandshakeError as error:
            return _not_a_relay(self.address, error.status)
        except Exception as error:  # whatever it was, the link must not die of it
            return _End(f"{self.address} cannot be reached: {_reason(error)}.")
        try:
            return await self._conversation(ws)
        finally:
            # A relay that reads nothing would hold up even the farewell.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(self._timing.farewell):
                    await ws.close()

    async def _conversation(self, ws: ClientWebSocketResponse) -> _End:
        reading = asyncio.create_task(self._receive(ws))
        writing = asyncio.create_task(self._send(ws))
        try:
            await asyncio.wait([reading, writing], return_when=asyncio.FIRST_COMPLETED)
            # Where sending failed first, the relay may have said why before it hung up.
            await asyncio.wait([reading], timeout=self._timing.farewell)
        finally:
            for task in (reading, writing):
                task.cancel()
            outcomes = await asyncio.gather(reading, writing, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, _End):
                return outcome
        return _End(f"The connection to {self.address} broke.")

    async def _send(self, ws: ClientWebSocketResponse) -> None:
        """Join the room, then send what waits, at the pace that the place allows, for as long as the link holds."""
        now = asyncio.get_running_loop().time
        await ws.send_str(wire.handshake(self._room, self._user))
        await ws.ping()
        self._outbox.again()
        while True:
            wait = self._outbox.wait(now())
            if wait is None:
                self._flushed.set()
                self._waiting.clear()
                await self._waiting.wait()
            elif change := self._outbox.take(now()):
                async with asyncio.timeout(self._timing.send):
                    await ws.send_str(wire.setting(*change))
            else:
                await asyncio.sleep(wait)

    async def _receive(self, ws: ClientWebSocketResponse) -> _End:
        """Read until the link ends; why it did. The relay's pings are answered here, for nothing else reads."""
        from aiohttp import WSMsgType

        while True:
            message = await ws.receive()
            if message.type is WSMsgType.TEXT:
                await self._take(message.data)
            elif message.type is WSMsgType.PING:
                await ws.pong(message.data)
            elif message.type is WSMsgType.PONG:
                self._up()
            elif message.type is WSMsgType.BINARY:
                self._drop(wire.Noise.BINARY)
            elif message.type is WSMsgType.CLOSE:
                return self._closed_by_relay(message.data, message.extra)
            else:
                return _End(f"{self.address} {_how_it_broke(ws.exception() or message.data)}.")

    def _up(self) -> None:
        if self._state is not LinkState.UP:
            self._backoff.up(asyncio.get_running_loop().time())
            self._tell(LinkState.UP, f"Connected to {self.address}.")

    async def _take(self, frame: str) -> None:
        for count, item in enumerate(wire.decode(frame, self.place), 1):
            if isinstance(item, wire.Noise):
                self._drop(item)
            else:
                self._up()
                if not self._inbox.put(item):
                    self._drop(wire.Noise.FLOOD)
            if count % _AT_A_TIME == 0:
                await asyncio.sleep(0)  # a frame of millions of lines must not hold up the rest of the program

    def _drop(self, noise: wire.Noise) -> None:
        if not self.noise[noise]:
            _log.warning("%s sent %s; that is dropped and only counted from now on", self.address, noise.value)
        self.noise[noise] += 1

    def _closed_by_relay(self, code: int, reason: str | None) -> _End:
        said = "".join(filter(str.isprintable, reason or "")).strip()
        if code not in _REFUSALS and not 4000 <= code <= 4999:
            return _End(f"{self.address} closed the connection{f': {said}' if said else ''} ({code or 1005}).")
        refused_user = self._user
        if code == _USERNAME_REFUSED:
            self._user = self._username()
        why = said or _REFUSALS.get(code, _REFUSALS[4000])
        return _End(f"{self.address} refused: {why} ({code}).", refused=True, patient=self._user == refused_user)


def _not_a_relay(address: RelayAddress, status: int) -> _End:
    if status in _TOO_BUSY:
        return _End(f"{address} refused: it is overloaded (HTTP {status}).", refused=True, patient=True)
    if status >= 500:
        return _End(f"{address} is out of order (HTTP {status}).")
    return _End(f"{address} refused: it answers, but not as a relay does (HTTP {status}).", refused=True, patient=True)


def _reason(error: Exception) -> str:
    """Why connecting failed, in words; never the error's ``repr``, which can hold the request's headers."""
    from aiohttp import ClientConnectorCertificateError, ClientConnectorDNSError, ClientConnectorError

    if isinstance(error, ClientConnectorDNSError):
        return "no such host is known"
    if isinstance(error, ClientConnectorCertificateError):
        return "its certificate is not to be trusted"
    if isinstance(error, ClientConnectorError):
        error = error.os_error
    if isinstance(error, ConnectionRefusedError):
        return "nothing listens there"
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)
    return str(error) or "the connection broke"


def _how_it_broke(error: object) -> str:
    from aiohttp import ServerTimeoutError
    from aiohttp.http_websocket import WebSocketError

    if isinstance(error, ServerTimeoutError):
        return "no longer answers"
    if isinstance(error, WebSocketError):
        return f"sent what is no WebSocket message, or too large a one ({error.code})"
    return "broke the connection"
