"""The running relay: listens, serves its few pages, and looks after its connections."""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from aiohttp import hdrs, web

from p2pscrabble_relay import __version__
from p2pscrabble_relay.addresses import Tally, counted_address, far_hosts, near_host, relay_url
from p2pscrabble_relay.connection import BUSY, CLOSE_TIMEOUT, Connection
from p2pscrabble_relay.counters import Counters, exposition
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.refusal import CloseCode, Refusal, beyond
from p2pscrabble_relay.rooms import Room, Rooms
from p2pscrabble_relay.timing import Verdict

if TYPE_CHECKING:
    from p2pscrabble_relay.store import Store

log = logging.getLogger("p2pscrabble_relay")

SEND_BUFFER: Final = 131_072
"""Bytes that may wait for a client in the kernel: what is there can no longer be replaced by a newer value."""

SPARE_SOCKETS: Final = 64
"""Sockets beyond ``Limits.connections``, for the pages and for saying why a client is refused."""

REPORT_SECONDS: Final = 3_600.0

ABOUT = """\
This is p2pscrabble-relay {version}, a relay for cloud variables: programs that join the same room are told the last
value of each variable that the others set. It keeps these values in memory, for an hour after everybody has left,
and nothing else; players of p2pscrabble encrypt theirs. Connect to this address with a WebSocket.
"""


@dataclass(frozen=True, slots=True)
class Running:
    """A relay that listens: the port it got, its URL on this machine, and the URLs by which others reach it."""

    host: str
    port: int
    url: str
    reachable: tuple[str, ...]
    relay: Relay


class Relay:
    """A relay and its rooms; ``async with Relay(limits).serve(host, port) as running:`` runs it in the present loop."""

    def __init__(self, limits: Limits | None = None, *, trust_proxy: bool = False, redis: str | None = None) -> None:
        """With the URL of a Redis server, its rooms are those of all relays that use the same one.

        Raises `ValueError` for a URL that is none, and `ImportError` where the package that it takes is missing.
        """
        self.limits = limits or Limits()
        self.counters = Counters()
        self.rooms = Rooms(self.limits, self.counters)
        self.store = _store(redis, self.rooms, self.counters, self.limits) if redis else None
        self._trust_proxy = trust_proxy
        self._connections: dict[Connection, asyncio.Task[object]] = {}
        self._admitted = 0
        self._addresses = Tally()
        self._stopping = False
        self._started = 0.0

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return self._admitted

    @asynccontextmanager
    async def serve(
        self, host: str = "127.0.0.1", port: int = 0, *, tls: ssl.SSLContext | None = None
    ) -> AsyncIterator[Running]:
        """Listen, port 0 for any free one; on leaving, all clients are told and the sockets closed within 3 seconds.

        Raises `OSError` where this address cannot be listened on.
        """
        loop = asyncio.get_running_loop()
        self._stopping = False
        self._started = loop.time()
        # aiohttp's own log would name addresses; what a client does wrong is counted by us.
        server = web.Server(
            self._handle,
            access_log=None,
            logger=_silent_logger(),
            keepalive_timeout=self.limits.handshake_timeout,
            lingering_time=0,
            read_bufsize=BUSY,
        )
        listener = await loop.create_server(
            self._doorkeeper(server),
            host,
            port,
            backlog=512,
            ssl=tls,
            ssl_handshake_timeout=self.limits.handshake_timeout if tls else None,
        )
        bound = int(listener.sockets[0].getsockname()[1])
        secure = tls is not None
        sweeper = asyncio.create_task(self._sweep())
        if self.store is not None:
            self.store.start()
        try:
            yield Running(
                host=host,
                port=bound,
                url=relay_url(near_host(host), bound, tls=secure),
                reachable=tuple(relay_url(far, bound, tls=secure) for far in far_hosts(host)),
                relay=self,
            )
        finally:
            self._stopping = True
            listener.close()
            sweeper.cancel()
            for connection in self._connections:
                connection.end(Refusal(CloseCode.GOING_AWAY, "this relay is shutting down", "shutdown"))
            if self._connections:
                await asyncio.wait(self._connections.values(), timeout=2 * CLOSE_TIMEOUT)
            for connection in self._connections:
                connection.abort()
            if self.store is not None:
                await self.store.stop()
            server.pre_shutdown()
            await server.shutdown(CLOSE_TIMEOUT)
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_TIMEOUT):
                    await listener.wait_closed()

    def _doorkeeper(self, server: web.Server) -> Callable[[], asyncio.Protocol]:
        """What makes a protocol for each new socket; those beyond all limits are closed unheard."""

        def protocol() -> asyncio.Protocol:
            limit = self.limits.connections
            if limit and len(server.connections) >= limit + SPARE_SOCKETS:
                self.counters.refused["connections"] += 1
                return _Closed()
            return server()

        return protocol

    async def _handle(self, request: web.BaseRequest) -> web.StreamResponse:
        if "websocket" in request.headers.get(hdrs.UPGRADE, "").lower():
            return await self._websocket(request)
        if request.method not in {hdrs.METH_GET, hdrs.METH_HEAD}:
            return web.Response(status=405, text="Only GET is understood here.\n", headers={hdrs.ALLOW: "GET, HEAD"})
        if request.path == "/healthz":
            return self._health()
        if request.path == "/metrics":
            return self._metrics()
        if request.path == "/":
            return web.Response(text=ABOUT.format(version=__version__))
        return web.Response(status=404, text="There is nothing here. /healthz and /metrics tell how the relay does.\n")

    async def _websocket(self, request: web.BaseRequest) -> web.StreamResponse:
        transport = request.transport
        if self._stopping or transport is None:
            return web.Response(status=503, text="This relay is shutting down.\n")
        transport.set_write_buffer_limits(high=BUSY)
        endpoint = transport.get_extra_info("socket")
        if endpoint is not None:
            endpoint.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        ws = web.WebSocketResponse(
            timeout=CLOSE_TIMEOUT,
            autoping=False,
            compress=False,
            max_msg_size=self.limits.frame_bytes + 1,
            decode_text=False,  # most of it is not needed as text
            writer_limit=0,  # look at the transport's own limit after every frame
        )
        await ws.prepare(request)
        self.counters.accepted += 1
        forwarded = ",".join(request.headers.getall("X-Forwarded-For", ())) if self._trust_proxy else None
        address = counted_address(request.remote, forwarded)
        number = self.counters.accepted
        log.debug("connection %d from %s", number, address or "an address that is not counted")
        connection = Connection(
            ws, transport, self.rooms, self.counters, self.limits, self._current, address=address, number=number
        )
        refusal = self._refusal(address)
        if request.headers.get(hdrs.COOKIE, "").startswith("scratchsessionsid="):
            await ws.send_str(
                "This program sends your Scratch session cookie to servers that have no business with it: whoever runs "
                "them could use your account. Change your Scratch password and tell the author of the program."
            )
            refusal = Refusal(CloseCode.SESSION_COOKIE, "a Scratch session cookie was sent", "session_cookie")
        self._connections[connection] = current_task()
        if refusal is None:
            self._admitted += 1
            self._addresses.enter(address)
        try:
            await connection.run(refusal)
        except Exception:
            log.exception("connection %d met an error of this relay", number)
        finally:
            del self._connections[connection]
            if refusal is None:
                self._admitted -= 1
                self._addresses.leave(address)
            log.debug("connection %d is gone", number)
        return ws

    async def _current(self, room: Room) -> None:
        if self.store is not None:
            await self.store.current(room)

    def _refusal(self, address: str | None) -> Refusal | None:
        limit = self.limits.connections
        if limit and self._admitted >= limit:
            return beyond(CloseCode.OVERLOADED, "this relay is full", "connections", limit)
        limit = self.limits.connections_per_address
        if limit and self._addresses.count(address) >= limit:
            sentence = "your address has too many connections"
            return beyond(CloseCode.OVERLOADED, sentence, "connections_per_address", limit)
        return None

    def _health(self) -> web.Response:
        degraded = self.store is not None and self.store.degraded
        health = {
            "status": "stopping" if self._stopping else "degraded" if degraded else "ok",
            "version": __version__,
            "connections": self.connections,
            "rooms": len(self.rooms),
            "uptime_seconds": round(self._uptime(), 1),
        }
        return web.json_response(health, status=503 if self._stopping else 200)

    def _metrics(self) -> web.Response:
        gauges: dict[str, tuple[float, str]] = {
            "connections": (self.connections, "clients connected now"),
            "rooms": (len(self.rooms), "rooms kept now, empty ones included"),
            "occupied_rooms": (self.rooms.occupied, "rooms with a client in them"),
            "stored_bytes": (self.rooms.stored_bytes, "bytes that the variables of all rooms take"),
            "uptime_seconds": (self._uptime(), "seconds since the relay started"),
        }
        if self.store is not None:
            gauges["redis_up"] = (not self.store.degraded, "1 while rooms are shared through Redis, 0 while it is lost")
            gauges["redis_waiting"] = (self.store.waiting, "values that wait to be written to Redis")
        text = exposition(self.counters, gauges)
        return web.Response(text=text, headers={hdrs.CONTENT_TYPE: "text/plain; version=0.0.4; charset=utf-8"})

    def _uptime(self) -> float:
        return asyncio.get_running_loop().time() - self._started

    async def _sweep(self) -> None:
        """Ping, drop and expire; one task for all connections, each with its own deadlines."""
        loop = asyncio.get_running_loop()
        limits = self.limits
        pause = min(1.0, limits.ping_interval / 4, limits.handshake_timeout / 4, limits.send_timeout / 4)
        report_at = loop.time() + REPORT_SECONDS
        while True:
            await asyncio.sleep(pause)
            now = loop.time()
            for connection in tuple(self._connections):
                match connection.pulse.verdict(now, limits):
                    case Verdict.PING:
                        connection.ping()
                    case Verdict.NO_HANDSHAKE:
                        sentence = "no handshake in time (limit handshake-timeout)"
                        connection.end(Refusal(CloseCode.GENERIC, sentence, "handshake_timeout"))
                    case Verdict.DEAD:
                        self.counters.refused["ping_interval"] += 1
                        connection.abort()
                    case Verdict.STALLED:
                        self.counters.refused["send_timeout"] += 1
                        connection.abort()
            self.rooms.expire(now)
            if now >= report_at:
                report_at = now + REPORT_SECONDS
                log.info("%s", self.summary())

    def summary(self) -> str:
        """One line of counts, for the log."""
        counters = self.counters
        return (
            f"now {self.connections} clients, {self.rooms.occupied} rooms; so far {counters.accepted} connections, "
            f"{counters.sets} values set, {counters.deliveries} delivered, {counters.refused.total()} refusals"
        )


def _store(url: str, rooms: Rooms, counters: Counters, limits: Limits) -> Store:
    from p2pscrabble_relay.store import Store  # which needs a package that only those have who use it

    return Store(url, rooms, counters, limits)


def current_task() -> asyncio.Task[object]:
    """The task that runs this."""
    task = asyncio.current_task()
    if task is None:
        raise RuntimeError("not in a task")
    return task


class _Closed(asyncio.Protocol):
    """A socket that is closed as soon as it is there."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


def _silent_logger() -> logging.Logger:
    logger = logging.getLogger("p2pscrabble_relay.http")
    logger.setLevel(logging.CRITICAL)
    return logger


def tls_context(certificate: Path, key: Path) -> ssl.SSLContext:
    """TLS from 1.2 on with this certificate chain and key (PEM); raises `OSError` where they cannot be used."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(certificate, key)
    return context
