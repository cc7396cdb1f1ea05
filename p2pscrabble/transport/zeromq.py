"""The sockets of a direct room: one thread that speaks ZeroMQ, and hands over what it hears.

A ROUTER is bound, for those who come in, and a DEALER goes out to each address; over both, frames go both ways. XPUB
and SUB would be the usual pair, but an XPUB keeps every subscription that anybody makes, without a limit: 5 MB of
them take 400 MB. A ROUTER has a high-water mark for each connection and says when it is reached, so what waits can wait
where newer values replace it (`direct_mesh`), and nothing is dropped unknown.

The thread is a thread of its own, not tasks of the event loop, so that it works with every kind of loop (that of
Windows cannot wait for ZeroMQ's sockets) and answers heartbeats while the program computes.
"""

from __future__ import annotations

import contextlib
import hmac
import logging
import threading
import time
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from p2pscrabble.errors import UsageError
from p2pscrabble.transport.address import ALL_OWN, EVERYWHERE, Spot
from p2pscrabble.transport.direct_mesh import Mesh
from p2pscrabble.transport.direct_wire import Noise, largest_frame
from p2pscrabble.transport.link import Changed

if TYPE_CHECKING:
    import zmq

    Socket = zmq.Socket[bytes]

HIGH_WATER: Final = 16
"""Frames that wait in a socket for one other program, in each direction."""
_BUFFER: Final = 262_144
"""Bytes that the system may keep for one connection, in each direction."""
_OVERHEAD: Final = 256
_HEARTBEAT: Final = 4_000
_DEAD: Final = 12_000
_HANDSHAKE: Final = 10_000
_RETRY: Final = (100, 8_000)
"""Milliseconds until a connection is tried again, at first and at most."""
_TICK: Final = 250
_FULL: Final = 20
"""Milliseconds until somebody who has not read is tried again."""
_AT_A_TIME: Final = 64
_FAREWELL: Final = 1.0
_DOMAIN: Final = b"p2pscrabble"
_ZAP: Final = "inproc://zeromq.zap.01"

_log = logging.getLogger(__name__)


class Keys:
    """The keys of a room, all from its code: who has it can be either end, and nobody else gets through a handshake."""

    def __init__(self, room_key: bytes) -> None:
        import zmq
        from zmq.utils import z85

        self.server = z85.encode(_derived(room_key, b"server"))
        self.client = z85.encode(_derived(room_key, b"client"))
        self.server_public = zmq.curve_public(self.server)
        self.client_public = zmq.curve_public(self.client)
        self.admitted = z85.decode(self.client_public)


def _derived(room_key: bytes, label: bytes) -> bytes:
    return blake2b(label, key=room_key, digest_size=32, person=b"p2pscrabble zmq").digest()


class ZeroMQ:
    """The thread of one node. ``bind`` first, then ``start``, and ``end`` from one other thread; ``post`` from any.

    ``heard`` is called in the thread, with each variable that has changed; ``looked`` after each round in which
    anything else may have.
    """

    def __init__(
        self, mesh: Mesh, room_key: bytes, heard: Callable[[Changed], None], looked: Callable[[], None]
    ) -> None:
        import zmq

        self._mesh = mesh
        self._heard = heard
        self._looked = looked
        self._keys = Keys(room_key)
        self._context = zmq.Context()
        self._router: Socket = self._context.socket(zmq.ROUTER)
        self._router.set(zmq.ROUTER_MANDATORY, 1)
        self._router.set(zmq.CURVE_SERVER, 1)
        self._router.set(zmq.CURVE_SECRETKEY, self._keys.server)
        self._router.set(zmq.ZAP_DOMAIN, _DOMAIN)
        self._common(self._router)
        self._gate: Socket = self._context.socket(zmq.REP)
        self._gate.bind(_ZAP)
        self._wake: Socket = self._context.socket(zmq.PAIR)
        self._wake.bind("inproc://wake")
        self._bell: Socket = self._context.socket(zmq.PAIR)
        self._bell.set(zmq.SNDHWM, 2)
        self._bell.connect("inproc://wake")
        self._dealers: dict[Spot, Socket] = {}
        self._monitors: dict[Socket, Spot | None] = {}
        self._posted: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="direct room", daemon=True)
        self._until: float | None = None
        self.refused = 0
        """How many came in and did not have the room's key."""
        self.failed = False
        """Whether the thread has ended of an error of ours."""
        self.strange: set[Spot] = set()
        """Where something answers that does not have it."""

    # Called from outside

    def bind(self, host: str, port: int) -> int:
        """Listens there, on every address of this computer where ``host`` is one of "all"; the port. OSError if not."""
        import zmq

        for attempt in ("[::]", EVERYWHERE) if host in ALL_OWN else (f"[{host}]" if ":" in host else host,):
            self._router.set(zmq.IPV6, int(":" in attempt))
            try:
                self._router.bind(f"tcp://{attempt}:{port or '*'}")
            except zmq.ZMQError as error:
                failure = OSError(error.errno, error.strerror)
                if error.errno == zmq.EADDRINUSE:
                    break
                continue
            self._router.set(zmq.IPV6, 1)
            endpoint = bytes(self._router.get_string(zmq.LAST_ENDPOINT), "ascii")
            return int(endpoint.rpartition(b":")[2].rstrip(b"\x00"))
        raise failure

    def start(self) -> None:
        """Begins; again, it does nothing."""
        if not self._thread.is_alive() and self._until is None:
            self._monitor(self._router, None)
            self._thread.start()

    def post(self, task: Callable[[], None]) -> None:
        """Has this done in the thread; after ``end`` it does nothing."""
        import zmq

        with self._lock:
            if task in self._posted or self._bell.closed:
                return
            self._posted.append(task)
            with contextlib.suppress(zmq.Again):  # the bell rings already
                self._bell.send(b"", zmq.DONTWAIT)

    def end(self) -> None:
        """Sends what waits, for a second at most, and closes everything; returns when that is done."""
        if self._thread.is_alive():
            self.post(self._farewell)
            self._thread.join()
        else:
            self._close()
        with self._lock:
            self._bell.close(0)
        self._context.term()

    # In the thread

    def _run(self) -> None:
        import zmq

        poller = zmq.Poller()
        for socket in (self._wake, self._gate, self._router):
            poller.register(socket, zmq.POLLIN)
        self._poller = poller
        for monitor in self._monitors:
            poller.register(monitor, zmq.POLLIN)
        full = False
        try:
            while not self._is_over():
                ready = dict(poller.poll(_FULL if full else _TICK))
                now = time.monotonic()
                self._tasks(ready)
                self._admit(ready)
                self._watch(ready, now)
                self._read(ready, now)
                for spot, out in list(self._mesh.step(now)):
                    self._go_out(spot) if out else self._stay(spot, now)
                full = self._write(now)
                self._looked()
        except Exception:
            _log.exception("The direct room has ended of an error.")
            self.failed = True
            self._looked()
        finally:
            self._close()

    def _is_over(self) -> bool:
        if self._until is None:
            return False
        waits = any(self._mesh.waits(way) for way in self._mesh.ways)
        return not waits or time.monotonic() >= self._until

    def _farewell(self) -> None:
        self._until = time.monotonic() + _FAREWELL

    def _close(self) -> None:
        for socket in (*self._monitors, self._wake, self._gate):
            socket.close(0)
        for socket in (*self._dealers.values(), self._router):
            socket.close(int(_FAREWELL * 500))
        self._monitors, self._dealers = {}, {}

    def _tasks(self, ready: dict[object, int]) -> None:
        import zmq

        if self._wake in ready:
            with contextlib.suppress(zmq.Again):
                while True:
                    self._wake.recv(zmq.DONTWAIT)
        with self._lock:
            posted, self._posted = self._posted, []
        for task in posted:
            task()

    def _admit(self, ready: dict[object, int]) -> None:
        """ZeroMQ asks about everyone who comes in (RFC 27): only the room's key is let in."""
        if self._gate not in ready:
            return
        version, request, _, _, _, mechanism, *credentials = self._gate.recv_multipart()
        key = credentials[0] if credentials else b""
        good = mechanism == b"CURVE" and hmac.compare_digest(key, self._keys.admitted)
        status, text = (b"200", b"OK") if good else (b"400", b"not of this room")
        self._gate.send_multipart([version, request, status, text, b"", b""])

    def _watch(self, ready: dict[object, int], now: float) -> None:
        """What becomes of connections."""
        import zmq
        from zmq.utils.monitor import recv_monitor_message

        for monitor, spot in list(self._monitors.items()):
            if monitor not in ready:
                continue
            with contextlib.suppress(zmq.Again):
                while self._monitors.get(monitor, self) is spot:
                    event = recv_monitor_message(monitor, zmq.DONTWAIT)["event"]
                    if spot is None:
                        self.refused += 1
                    elif event == zmq.EVENT_HANDSHAKE_SUCCEEDED:
                        self.strange.discard(spot)
                        self._mesh.opened(spot, now)
                    elif event == zmq.EVENT_DISCONNECTED:
                        self._mesh.lost(spot, now)
                    else:
                        self.strange.add(spot)
                        self._mesh.refused(spot, now)

    def _read(self, ready: dict[object, int], now: float) -> None:
        import zmq

        if self._router in ready:
            with contextlib.suppress(zmq.Again):
                for _ in range(_AT_A_TIME):
                    way, *frame = self._router.recv_multipart(zmq.DONTWAIT)
                    self._take(way, frame, now)
        for spot, dealer in self._dealers.items():
            if dealer in ready:
                with contextlib.suppress(zmq.Again):
                    for _ in range(_AT_A_TIME):
                        self._take(spot, dealer.recv_multipart(zmq.DONTWAIT), now)

    def _take(self, way: Spot | bytes, frame: list[bytes], now: float) -> None:
        try:
            changed = self._mesh.take(way, frame[0] if len(frame) == 1 else b"", now)
        except Exception:  # an error of ours costs the frame, not the room
            if not self._mesh.noise[Noise.UNFORESEEN]:
                _log.exception("A frame of the direct room is dropped for an error.")
            self._mesh.noise[Noise.UNFORESEEN] += 1
            return
        if changed is not None:
            self._heard(changed)

    def _write(self, now: float) -> bool:
        """Sends to everyone as much as is taken; whether somebody takes no more."""
        full = [self._write_to(way, now) for way in self._mesh.ways]
        return any(full)

    def _write_to(self, way: Spot | bytes, now: float) -> bool:
        import zmq

        while (frame := self._mesh.offer(way)) is not None:
            try:
                if isinstance(way, bytes):
                    self._router.send_multipart([way, frame], zmq.DONTWAIT)
                elif way in self._dealers:
                    self._dealers[way].send(frame, zmq.DONTWAIT)
            except zmq.Again:
                return True
            except zmq.ZMQError:  # whoever came in has gone
                self._mesh.lost(way, now)
                return False
            self._mesh.took(way, now)
        return False

    def _go_out(self, spot: Spot) -> None:
        import zmq

        dealer: Socket | None = None
        try:
            dealer = self._context.socket(zmq.DEALER)
            monitor = self._monitor(dealer, spot)
        except zmq.ZMQError as error:  # the system has no more of them
            _log.info("%s cannot be gone to: %s", spot, error.strerror)
            if dealer is not None:
                dealer.close(0)
            self._mesh.refused(spot, time.monotonic())
            return
        self._common(dealer)
        dealer.set(zmq.IPV6, int(":" in spot.host or not spot.host.replace(".", "").isdigit()))
        dealer.set(zmq.IMMEDIATE, 1)
        dealer.set(zmq.RECONNECT_IVL, _RETRY[0])
        dealer.set(zmq.RECONNECT_IVL_MAX, _RETRY[1])
        dealer.set(zmq.CONNECT_TIMEOUT, _HANDSHAKE)
        dealer.set(zmq.CURVE_SERVERKEY, self._keys.server_public)
        dealer.set(zmq.CURVE_PUBLICKEY, self._keys.client_public)
        dealer.set(zmq.CURVE_SECRETKEY, self._keys.client)
        self._dealers[spot] = dealer
        self._poller.register(monitor, zmq.POLLIN)
        self._poller.register(dealer, zmq.POLLIN)
        try:
            dealer.connect(f"tcp://{spot}")
        except zmq.ZMQError as error:
            _log.info("%s cannot be gone to: %s", spot, error.strerror)

    def _stay(self, spot: Spot, now: float) -> None:
        if (dealer := self._dealers.pop(spot, None)) is None:
            return
        monitor = next(monitor for monitor, of in self._monitors.items() if of == spot)
        del self._monitors[monitor]
        self._poller.unregister(monitor)
        self._poller.unregister(dealer)
        dealer.disable_monitor()
        monitor.close(0)
        dealer.close(0)
        self._mesh.lost(spot, now)

    def _common(self, socket: Socket) -> None:
        import zmq

        socket.set(zmq.MAXMSGSIZE, largest_frame(self._mesh.place) + _OVERHEAD)
        socket.set(zmq.SNDHWM, HIGH_WATER)
        socket.set(zmq.RCVHWM, HIGH_WATER)
        socket.set(zmq.SNDBUF, _BUFFER)
        socket.set(zmq.RCVBUF, _BUFFER)
        socket.set(zmq.HEARTBEAT_IVL, _HEARTBEAT)
        socket.set(zmq.HEARTBEAT_TIMEOUT, _DEAD)
        socket.set(zmq.HEARTBEAT_TTL, _DEAD)
        socket.set(zmq.HANDSHAKE_IVL, _HANDSHAKE)

    def _monitor(self, socket: Socket, spot: Spot | None) -> Socket:
        import zmq

        failed = (
            zmq.EVENT_HANDSHAKE_FAILED_AUTH | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
        )
        events = failed if spot is None else failed | zmq.EVENT_HANDSHAKE_SUCCEEDED | zmq.EVENT_DISCONNECTED
        monitor: Socket = socket.get_monitor_socket(events)
        self._monitors[monitor] = spot
        return monitor


def unusable(error: OSError, at: str) -> UsageError:
    """Why nobody can come in, as a sentence."""
    return UsageError(f"The room cannot listen on {at}: {(error.strerror or str(error)).lower()}.")
