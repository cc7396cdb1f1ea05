"""What has arrived and is not yet read: bounded, whatever the load, and read as a stream of events."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from p2pscrabble.transport.link import Changed, Link

MAX_NAMES = 1_000
MAX_DIGITS = 16_000_000
MAX_LINKS = 64


class Inbox:
    """The newest unread value of each variable, and the latest news of the link.

    A slow reader needs no queue: it skips values, never the newest. What bounds it is the number of names and of
    digits unread (a room of 128 variables of 100,000 digits fits); what goes beyond is turned away.
    """

    def __init__(self, max_names: int = MAX_NAMES, max_digits: int = MAX_DIGITS) -> None:
        self._max_names = max_names
        self._max_digits = max_digits
        self._values: dict[str, str] = {}
        self._digits = 0
        self._links: deque[Link] = deque(maxlen=MAX_LINKS)

    @property
    def is_empty(self) -> bool:
        """Whether all is read."""
        return not self._links and not self._values

    def put(self, change: Changed) -> bool:
        """Keep a change until it is read; False if there is no room for it."""
        known = self._values.get(change.name)
        digits = self._digits - len(known or "") + len(change.digits)
        if digits > self._max_digits or (known is None and len(self._values) >= self._max_names):
            return False
        self._values[change.name] = change.digits
        self._digits = digits
        return True

    def tell(self, link: Link) -> None:
        """Keep news of the link until it is read; of very many, the latest."""
        self._links.append(link)

    def take(self) -> Changed | Link | None:
        """The next event, news of the link first, then the variable that has waited longest; None if all is read."""
        if self._links:
            return self._links.popleft()
        if not self._values:
            return None
        name = next(iter(self._values))
        digits = self._values.pop(name)
        self._digits -= len(digits)
        return Changed(name, digits)


class EventStream(AsyncIterator[Changed | Link]):
    """An inbox as the one stream of events that its reader waits on."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._news = asyncio.Event()
        self._closed = False

    def put(self, change: Changed) -> bool:
        """As `Inbox.put`, and wakes the reader."""
        self._news.set()
        return self._inbox.put(change)

    def tell(self, link: Link) -> None:
        """As `Inbox.tell`, and wakes the reader."""
        self._news.set()
        self._inbox.tell(link)

    def close(self) -> None:
        """Let the stream end, once what has arrived is read."""
        self._closed = True
        self._news.set()

    async def __anext__(self) -> Changed | Link:
        while (event := self._inbox.take()) is None:
            if self._closed:
                raise StopAsyncIteration
            self._news.clear()
            await self._news.wait()
        return event
