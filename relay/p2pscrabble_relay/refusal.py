"""Why the relay ends a connection: a close code, a sentence for the person, the name of the limit for the metrics."""

from __future__ import annotations

from enum import IntEnum

REASON_BYTES = 123
"""The longest reason that a close frame can carry (RFC 6455, section 5.5)."""


class CloseCode(IntEnum):
    """The WebSocket close codes that the relay sends; those from 4000 are TurboWarp's."""

    GOING_AWAY = 1001
    NOT_UTF8 = 1007
    GENERIC = 4000
    USERNAME = 4002
    OVERLOADED = 4003
    SESSION_COOKIE = 4005


class Refusal(Exception):  # an answer to a client, no error of ours
    """The relay ends this connection; ``limit`` is the option or the rule that it ran into."""

    def __init__(self, code: CloseCode, reason: str, limit: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason.encode()[:REASON_BYTES].decode(errors="ignore")
        self.limit = limit


def beyond(code: CloseCode, sentence: str, limit: str, value: int) -> Refusal:
    """A refusal for a limit that was reached, naming the option that would raise it."""
    return Refusal(code, f"{sentence} (limit {limit.replace('_', '-')} {value})", limit)
