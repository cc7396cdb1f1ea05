"""The tabs of the browser: each shows one scope, the lobby or a room, and is told what changes in it.

A tab holds the state that it was last told, and is told the difference to the present one whenever it can take more:
a slow tab skips what lies between, and nothing piles up for it. It is read one command at a time, and the next one only
when the answer to the last has gone out.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from aiohttp import WSCloseCode, WSMsgType, web

Json = Mapping[str, object]
Do = Callable[["Tab", Json], Awaitable[Json]]
"""Does what a command says, and never raises; what comes back goes into the answer."""

MAX_MESSAGE: Final = 65_536
"""Bytes of a message from the page."""
MAX_TABS: Final = 64
"""Tabs at one time."""
HEARTBEAT: Final = 20.0
"""Seconds between two questions whether the tab is still there."""
_NOTICES: Final = 50
"""How many notices wait for a slow tab; older ones are dropped."""
_LARGEST: Final = 2**53
"""No number of the page is larger."""


class Scope:
    """What a tab shows: a state, and who looks at it."""

    def __init__(self) -> None:
        self.tabs: set[Tab] = set()

    @property
    def settled(self) -> bool:
        """Whether there is a state that can be shown; ``tell`` is called when that changes."""
        return True

    def state(self) -> Json:
        """The whole state now; the same object while nothing has changed."""
        raise NotImplementedError

    def entered(self, tab: Tab) -> None:
        """A tab begins to show this."""
        self.tabs.add(tab)

    def gone(self, tab: Tab) -> None:
        """A tab shows this no more."""
        self.tabs.discard(tab)

    def tell(self) -> None:
        """The state has changed."""
        for tab in self.tabs:
            tab.wake()

    def notify(self, kind: str, text: str) -> None:
        """Something happened once."""
        for tab in self.tabs:
            tab.notify(kind, text)


class Tab:
    """One open page."""

    def __init__(self, socket: web.WebSocketResponse, do: Do) -> None:
        self._socket = socket
        self._do = do
        self._scope: Scope | None = None
        self._held: Json | None = None
        self._version = 0
        self._notices: deque[Json] = deque(maxlen=_NOTICES)
        self._answer: Json | None = None
        self._woken = asyncio.Event()
        self._answered = asyncio.Event()

    @property
    def scope(self) -> Scope | None:
        """What it shows."""
        return self._scope

    def show(self, scope: Scope) -> None:
        """Shows something else from now on."""
        if self._scope is not None:
            self._scope.gone(self)
        self._scope = scope
        scope.entered(self)
        self.forget()

    def wake(self) -> None:
        """There is something to tell."""
        self._woken.set()

    def notify(self, kind: str, text: str) -> None:
        """Tells of something that happened once."""
        self._notices.append({"t": "notice", "kind": kind, "text": text})
        self._woken.set()

    def forget(self) -> None:
        """The tab wants the whole state."""
        self._held = None
        self._woken.set()

    async def close(self) -> None:
        """Says goodbye: the program ends."""
        with contextlib.suppress(ConnectionError, RuntimeError, TimeoutError):
            async with asyncio.timeout(1.0):
                await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"the program ends")

    async def greet(self, hello: Json) -> None:
        """Says who is here; the first thing that a tab hears."""
        await self._send({"t": "hello", **hello})

    async def run(self, scope: Scope) -> None:
        """Shows this, until the tab goes."""
        self.show(scope)
        sender = asyncio.create_task(self._send_all())
        reader = asyncio.create_task(self._read_all())
        try:
            await asyncio.wait({sender, reader}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._scope is not None:
                self._scope.gone(self)
            for task in (sender, reader):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                    await task

    # Out

    async def _send_all(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            await self._send_state()
            while self._notices:
                await self._send(self._notices.popleft())
            if self._answer is not None:
                answer, self._answer = self._answer, None
                await self._send(answer)
                self._answered.set()

    async def _send_state(self) -> None:
        scope = self._scope
        if scope is None or not scope.settled or (state := scope.state()) is self._held:
            return
        held = self._held
        changed = {key: value for key, value in state.items() if held is None or held.get(key, _NOTHING) != value}
        self._held = state
        if changed:
            base = None if held is None else self._version
            self._version += 1
            await self._send({"t": "state", "v": self._version, "base": base, "set": changed})

    async def _send(self, message: Json) -> None:
        # Half a character, which only a damaged file can have brought, is escaped like every other sign.
        await self._socket.send_str(json.dumps(message, separators=(",", ":")))

    # In

    async def _read_all(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"only text is understood")
                return
            number, answer = await self._take(message.data)
            self._answered.clear()
            self._answer = {"t": "answer", "re": number, **answer}
            self._woken.set()
            await self._answered.wait()

    async def _take(self, text: str) -> tuple[int, Json]:
        try:
            command = json.loads(text)
        except (ValueError, RecursionError):
            command = None
        if not isinstance(command, dict):
            return 0, {"ok": False, "error": "This is no command."}
        number = command.get("id")
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < _LARGEST:
            number = 0
        return number, await self._do(self, command)


_NOTHING: Final = object()
