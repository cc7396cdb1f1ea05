"""What depends on time, told the time: how fast a client may send, and when it counts as gone. Seconds throughout."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from p2pscrabble_relay.limits import Limits


class Pace:
    """A bucket of permits to send: ``burst`` of them at first, refilled at ``rate`` a second (0: endless)."""

    __slots__ = ("_at", "_burst", "_permits", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._permits = burst
        self._at = now

    def take(self, now: float) -> float:
        """Take one permit; the seconds to wait before acting on it, 0 when it was there."""
        if not self._rate:
            return 0.0
        permits = self._permits + (now - self._at) * self._rate
        self._at = now
        self._permits = min(permits, self._burst) - 1.0
        return 0.0 if self._permits >= 0.0 else -self._permits / self._rate


class Verdict(Enum):
    """What is to be done about a connection now."""

    NOTHING = auto()
    PING = auto()
    NO_HANDSHAKE = auto()
    DEAD = auto()
    STALLED = auto()


@dataclass(slots=True)
class Pulse:
    """When a connection was opened, was last heard, was last pinged, and since when a frame is on its way to it."""

    opened: float
    heard: float
    pinged: float
    joined: bool = False
    sending: float | None = None

    @classmethod
    def start(cls, now: float) -> Pulse:
        """The pulse of a connection that has just been opened."""
        return cls(opened=now, heard=now, pinged=now)

    def verdict(self, now: float, limits: Limits) -> Verdict:
        """What is due at this time; it counts as done, so that nothing is said twice for one deadline."""
        if self.sending is not None:
            # A pong cannot arrive before what is under way has been read, so this deadline is the only one.
            if now - self.sending < limits.send_timeout:
                return Verdict.NOTHING
            self.sending = now
            return Verdict.STALLED
        if not self.joined and now - self.opened >= limits.handshake_timeout:
            return Verdict.NO_HANDSHAKE
        if now - self.pinged < limits.ping_interval:
            return Verdict.NOTHING
        silent = self.heard < self.pinged
        self.pinged = now
        return Verdict.DEAD if silent else Verdict.PING
