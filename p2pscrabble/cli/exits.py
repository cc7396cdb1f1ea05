"""The numbers that a command ends with, and how an error becomes a sentence and one of them."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import IO, Any, Final

import click

from p2pscrabble.errors import (
    DecodeError,
    IllegalMove,
    P2PScrabbleError,
    PeerError,
    RelayError,
    RoomUnavailable,
    sentence,
)


class ExitCode(IntEnum):
    """What a command ends with; stands in ``--help``."""

    GOOD = 0
    NO = 1
    """A negative answer: a word that is none, a replay that does not hold, a room that is full."""
    USAGE = 2
    RELAY = 3
    PEER = 4
    INTERRUPTED = 130


EXIT_CODES: Final = """\
\b
Exit codes:
  0    good
  1    a negative answer: a word that is none, a replay that does not hold
  2    it cannot be done as it was asked for
  3    the relay cannot be reached, or refuses
  4    another player's program broke the protocol
  130  Ctrl-C
"""


class NegativeAnswer(P2PScrabbleError):
    """The answer is no."""


def code_of(error: BaseException) -> ExitCode:
    """The exit code that goes with an error."""
    match error:
        case RelayError():
            return ExitCode.RELAY
        case PeerError():
            return ExitCode.PEER
        case NegativeAnswer() | IllegalMove() | RoomUnavailable():
            return ExitCode.NO
        case KeyboardInterrupt() | click.Abort():
            return ExitCode.INTERRUPTED
        case DecodeError() | P2PScrabbleError():
            return ExitCode.USAGE
    return ExitCode.NO


class Refusal(click.ClickException):
    """An error on its way to the person: one sentence on stderr, and with ``--json`` one object on stdout."""

    def __init__(self, message: str, code: int, *, as_json: bool = False) -> None:
        super().__init__(sentence(message))
        self.exit_code = code  # type: ignore[misc]  # click reads it of the instance
        self.as_json = as_json

    def show(self, file: IO[Any] | None = None) -> None:
        """Says it."""
        if self.as_json:
            click.echo(json.dumps({"v": 1, "event": "error", "code": self.exit_code, "text": self.message}))
        if self.message:
            click.echo(self.message, file=file, err=True)
