"""What a transport is to the peer: a place for cloud variables, and news of them and of the link."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

MAX_NAME = 200
"""The longest name of a variable, in characters; TurboWarp's server takes 1,022 after the cloud."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a place for variables allows.

    ``max_digits``: the longest value; ``max_variables``: how many a room holds, everyone's together; ``min_interval``:
    seconds between two sets of one client, across all variables; ``names``: the only names there are, or None for any.
    """

    max_digits: int
    max_variables: int
    min_interval: float
    names: tuple[str, ...] | None = None

    def takes_name(self, name: str) -> bool:
        """Whether a variable can have this name."""
        if self.names is not None:
            return name in self.names
        return 0 < len(name) <= MAX_NAME and name.isprintable()

    def takes_value(self, digits: str) -> bool:
        """Whether a variable can have this value: ASCII digits, at least one, at most ``max_digits``.

        Only values that do not begin with 0 are safe everywhere: a client of another kind may read them as a number.
        """
        return 0 < len(digits) <= self.max_digits and digits.isascii() and digits.isdigit()


@dataclass(frozen=True, slots=True)
class Changed:
    """A variable has this value now; older values may come late or again, and some never come."""

    name: str
    digits: str


class LinkState(Enum):
    """What the link to the relay is doing."""

    CONNECTING = "connecting"
    UP = "up"
    DOWN = "down"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class Link:
    """The link has changed: ``detail`` is a sentence for the player, ``retry_in`` the seconds until the next try.

    ``relays``: it is about which of several relays the room is on.
    """

    state: LinkState
    detail: str
    retry_in: float | None = None
    relays: bool = False


class Transport(Protocol):
    """Somewhere that cloud variables live."""

    @property
    def place(self) -> Place:
        """What the place allows."""
        ...

    def set(self, name: str, digits: str) -> None:
        """Give a variable a value, now or as soon as the link and the pace allow; never blocks.

        The latest value of a name wins, is kept, and is sent again after every reconnect. After ``close`` it does
        nothing. Raises ValueError for what the place does not take: that is a mistake of ours, never of a peer.
        """
        ...

    def events(self) -> AsyncIterator[Changed | Link]:
        """The news, for one reader; it ends after ``close``. The first call begins connecting."""
        ...

    async def close(self) -> None:
        """Send what waits, for a second at most, and end the link; may be called again."""
        ...
