"""One client's WebSocket: reads what it says, tells it what changed, and ends it politely."""

# The wire protocol: cloud variables as Scratch and TurboWarp speak them
#
# WebSocket, any path, no subprotocol, no compression. Text frames hold JSON objects; binary frames are ignored.
#
# A client sends one object a frame, or several separated by white space (TurboWarp closes on the second; some clients
# send them). Keys that are not named here are ignored. Numbers are JavaScript's: 12345678901234567890 loses digits.
#
#   {"method": "handshake", "project_id": ROOM, "user": USER}
#       First, once, and within 30 s. ROOM: 1 to 999 characters, or a number, a boolean, null or nothing at all, which
#       count as their text in JavaScript. USER: 1 to 20 of a-z A-Z 0-9 _ -; it is checked, forgotten, and may repeat.
#       There is no reply. If the room has variables, every one's last value follows, in one frame up to 256 KiB; the
#       first frame of these is sent before the client's next message is looked at.
#   {"method": "set", "name": NAME, "value": VALUE}
#       NAME: text, by convention "☁ " and a name. VALUE: text of an optional "-", digits and at most one "." (so ""
#       and "-." too, but not "-" or "."), or a finite number. A variable that is not there is made. A value that is
#       none, or is longer than 100,000 characters, is ignored without a word (and counted in /metrics).
#   {"method": "create", …}   the same as set.
#   {"method": "rename", …}   ignored.     {"method": "delete", …}   ignored.
#
# The relay sends text frames of one or more objects, separated by "\n":
#
#   {"method":"set","name":NAME,"value":VALUE}
#       VALUE as it came: text as text, a number as a number. Never to the client that set it. Only the newest value of
#       a variable is sure to arrive: one that is superseded before a client could take it is left out. Variables may
#       arrive in another order than they were set in.
#   a text that is no JSON, before close code 4005 alone.
#
# Pings go out every 30 s; a client of which nothing at all was heard between two of them is dropped (1006 at its end),
# and so is one that for 60 s takes nothing of what is waiting for it. A client that sends more than its share is read
# more slowly. Rooms outlive their last client by an hour.
#
# Close codes; each comes with a reason that names the limit:
#   1001 the relay is going away             4002 the user's name
#   1007 text that is not UTF-8
#   1009 a message over 1 MiB                4003 the relay, or an address's share of it, is full
#   4000 anything else: no JSON, no known method, set before handshake, a second handshake, a bad room or name, a room
#        with all its clients or variables, no handshake in time
#   4005 the client sent a Scratch session cookie, which is nobody's business here

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from aiohttp import WebSocketError, WSCloseCode, WSMsgType, web

from p2pscrabble_relay.counters import Counters
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.messages import Handshake, Ignored, Repeated, Set, next_message
from p2pscrabble_relay.refusal import CloseCode, Refusal
from p2pscrabble_relay.rooms import Outbox, Room, Rooms
from p2pscrabble_relay.timing import Pace, Pulse

log = logging.getLogger("p2pscrabble_relay")

CLOSE_TIMEOUT: Final = 1.0
"""Seconds that a client has to answer our close frame."""

SWALLOW_TIMEOUT: Final = 5.0
"""Seconds for which the rest of a message that is too long is taken and thrown away."""

BUSY: Final = 65_536
"""Bytes that may wait for a client in our memory before it counts as busy."""

PING: Final = b"\x89\x00"
"""The frame of a ping without content."""

TURN: Final = 64
"""Messages that one client may have acted on before the others get their turn."""


class Connection:
    """One connected client; `run` returns when it is gone."""

    __slots__ = (
        "_address",
        "_counters",
        "_current",
        "_first_frame",
        "_limits",
        "_loop",
        "_outbox",
        "_pace",
        "_ping",
        "_pong",
        "_reader",
        "_refusal",
        "_repeated",
        "_room",
        "_rooms",
        "_transport",
        "_turn",
        "_woken",
        "_writer",
        "_ws",
        "number",
        "pulse",
    )

    def __init__(
        self,
        ws: web.WebSocketResponse,
        transport: asyncio.Transport,
        rooms: Rooms,
        counters: Counters,
        limits: Limits,
        current: Callable[[Room], Awaitable[None]],
        *,
        address: str | None,
        number: int,
    ) -> None:
        self.number = number
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self.pulse = Pulse.start(now)
        self._pace = Pace(limits.messages_per_second, limits.message_burst, now)
        self._ws = ws
        self._transport = transport
        self._rooms = rooms
        self._counters = counters
        self._limits = limits
        self._current = current
        self._address = address
        self._outbox = Outbox(counters, self._wake)
        self._room: Room | None = None
        self._refusal: Refusal | None = None
        self._reader: asyncio.Task[object] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._woken = False
        self._repeated = Repeated()
        self._first_frame: asyncio.Future[None] | None = None
        self._ping = False
        self._pong: bytes | None = None
        self._turn = TURN

    async def run(self, refusal: Refusal | None = None) -> None:
        """Serve the client until it leaves, is refused, or is told to go; with a refusal, at once."""
        if refusal is not None:
            self._refusal = refusal
            return await self._close()
        self._reader = asyncio.current_task()
        try:
            await self._read()
        except Refusal as refusal:
            self._refusal = refusal
        except asyncio.CancelledError:
            if self._refusal is None or self._reader is None:
                raise
            self._reader.uncancel()
        finally:
            self._reader = None
            if self._room is not None:
                self._rooms.leave(self._room, self._outbox, self._loop.time())
                self._room = None
            if (writer := self._writer) is not None:
                # A frame goes to the transport whole, so cancelling never leaves half of one.
                writer.cancel()
                await asyncio.wait({writer})
        await self._close()

    def end(self, refusal: Refusal) -> None:
        """Close the connection for this reason, if it is not closing already."""
        if self._reader is not None and self._refusal is None:
            self._refusal = refusal
            self._reader.cancel()

    def abort(self) -> None:
        """Drop the connection: nobody is there who could take a close frame."""
        self._transport.abort()

    def ping(self) -> None:
        """Ask the client for a sign of life."""
        self._ping = True
        self._wake()

    def _wake(self) -> None:
        """There is something to tell: once all is read that has arrived by now, so that it goes out together."""
        if not self._woken:
            self._woken = True
            self._loop.call_soon(self._tell)

    async def _read(self) -> None:
        while True:
            message = await self._ws.receive()
            self.pulse.heard = now = self._loop.time()
            kind = message.type
            if kind is WSMsgType.TEXT:
                frame = message.data
                self._counters.received_bytes += len(frame)
                value = self._repeated.read(frame, self._limits.value_length)
                if value is None or self._room is None:
                    await self._take(frame)
                    continue
                self._rooms.set(self._room, self._outbox, self._repeated.name, value)
            elif kind is WSMsgType.BINARY:
                self._counters.ignored[Ignored.BINARY.value] += 1
            elif kind is WSMsgType.PING:
                self._pong = message.data
                self._wake()
            elif kind is not WSMsgType.PONG:
                if isinstance(message.data, WebSocketError) and message.data.code == WSCloseCode.MESSAGE_TOO_BIG:
                    self._counters.refused["frame_bytes"] += 1
                    await self._swallow()
                return
            wait = self._pace.take(now)
            self._turn -= 1
            if wait or not self._turn:
                await self._rest(wait)

    async def _swallow(self) -> None:
        """Take what is still on its way from a client whose message was too long, so that it gets to read 1009.

        aiohttp is closing the socket by now, and a socket that is closed with something unread in it resets the
        connection, close frame and all; a second handle on it keeps it open for a while.
        """
        endpoint = self._transport.get_extra_info("socket")
        if endpoint is None:
            return
        with suppress(TimeoutError, OSError), endpoint.dup() as again:
            again.setblocking(False)
            async with asyncio.timeout(SWALLOW_TIMEOUT):
                while await self._loop.sock_recv(again, 65_536):
                    pass

    async def _rest(self, seconds: float) -> None:
        """Let the others have their turn; not reading is what slows a client down, its messages stay at its end."""
        self._turn = TURN
        if seconds:
            self._counters.slowed += 1
        await asyncio.sleep(seconds)
        self.pulse.heard = self._loop.time()

    async def _take(self, frame: bytes) -> None:
        try:
            text = frame.decode()
        except UnicodeDecodeError:
            raise Refusal(CloseCode.NOT_UTF8, "a message is not UTF-8", "utf8") from None
        position = 0
        while True:
            start = position
            message, position = next_message(text, position, self._limits)
            if isinstance(message, Set):
                if not start and position == len(text):
                    self._repeated.remember(frame, message)
                self._rooms.set(self._room or self._joined(), self._outbox, message.name, message.value)
            elif isinstance(message, Handshake):
                await self._join(message.room_id)
            else:
                if message is Ignored.VALUE or message is Ignored.VALUE_LENGTH:
                    self._joined()
                self._counters.ignored[message.value] += 1
            wait = self._pace.take(self._loop.time())
            self._turn -= 1
            if wait or not self._turn:
                await self._rest(wait)
            if position == len(text):
                return

    def _joined(self) -> Room:
        if self._room is None:
            raise Refusal(CloseCode.GENERIC, "set before handshake", "handshake")
        return self._room

    async def _join(self, room_id: str) -> None:
        if self._room is not None:
            raise Refusal(CloseCode.GENERIC, "a second handshake", "handshake")
        room = self._rooms.open(room_id, self._address, self._loop.time())
        try:
            await self._current(room)
            self._rooms.enter(room, self._outbox)
        except BaseException:
            self._rooms.close(room, self._loop.time())
            raise
        self._room = room
        self.pulse.joined = True
        log.debug("connection %d is in a room of %d", self.number, len(self._room.members))
        if len(self._outbox):
            self._tell()
            if self._writer is not None:
                self._first_frame = self._loop.create_future()
                await self._first_frame

    def _tell(self) -> None:
        """Tell the client what it has to be told; what it cannot take at once is left to a task."""
        self._woken = False
        transport = self._transport
        if self._writer is not None or self._reader is None or transport.is_closing():
            return
        if transport.get_write_buffer_size() <= BUSY:
            if self._pong is not None:
                transport.write(b"\x8a%c%b" % (len(self._pong), self._pong))
                self._pong = None
            if self._ping:
                transport.write(PING)
                self._ping = False
        counters = self._counters
        while transport.get_write_buffer_size() <= BUSY and (frame := self._outbox.wire()) is not None:
            wire, variables = frame
            transport.write(wire)
            counters.frames_sent += 1
            counters.deliveries += variables
            counters.sent_bytes += len(wire)
        if len(self._outbox) or self._ping or self._pong is not None:
            self._writer = self._loop.create_task(self._write())

    async def _write(self) -> None:
        """Tell a client that is busy the newest of everything, as it can take it, until it has all."""
        try:
            while True:
                if self._pong is not None:
                    payload, self._pong = self._pong, None
                    await self._send(payload, WSMsgType.PONG)
                elif self._ping:
                    self._ping = False
                    await self._send(b"", WSMsgType.PING)
                elif frame := self._outbox.frame():
                    content, variables = frame
                    await self._send(content, WSMsgType.TEXT)
                    self._counters.frames_sent += 1
                    self._counters.deliveries += variables
                    self._counters.sent_bytes += len(content)
                    self._snapshot_begun()
                else:
                    return
        except OSError:
            self._transport.abort()  # the reader sees the end of it
        finally:
            self._snapshot_begun()
            self._writer = None

    async def _send(self, content: bytes, kind: WSMsgType) -> None:
        self.pulse.sending = self._loop.time()
        await self._ws.send_frame(content, kind)
        self.pulse.sending = None

    def _snapshot_begun(self) -> None:
        if self._first_frame is not None and not self._first_frame.done():
            self._first_frame.set_result(None)
        self._first_frame = None

    async def _close(self) -> None:
        refusal = self._refusal
        if refusal is not None and not self._ws.closed:
            self._counters.refused[refusal.limit] += 1
            log.debug("connection %d is closed: %s", self.number, refusal.reason)
            with suppress(TimeoutError, OSError):
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await self._ws.close(code=refusal.code, message=refusal.reason.encode())
        # All is said, or will not be heard: a client that does not read would otherwise keep its socket for ever.
        self._transport.abort()
