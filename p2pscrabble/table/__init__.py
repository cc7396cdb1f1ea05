"""The protocol of a room as one coroutine: gather, commit, deal, play, over, again.

``Table`` reads the logs of all peers and computes the same games everywhere; ``author`` makes what a seat writes.
May import ``game``, ``numerals``, ``bag`` and ``sync``; knows no socket, clock, task or randomness.
"""

from p2pscrabble.table.author import Answer, answer, automatic, leave_body, move_body
from p2pscrabble.table.entries import (
    CHAT_LENGTH,
    MAX_RELAYS,
    MAX_SEATS,
    NAME_LENGTH,
    PROTOCOL,
    SEALED_KINDS,
    Call,
    Commit,
    Deal,
    Gone,
    Hello,
    Kind,
    Made,
    Meeting,
    Reveal,
    Role,
    Room,
    Seat,
    Talk,
    Verdict,
    clean_chat,
    clean_name,
    plain_name,
)
from p2pscrabble.table.reading import DISAGREES, NOBODY, Charge, Check, Checker, Phase, Read, check_at_once
from p2pscrabble.table.record import Outcome, Record, SealedRecord, Step
from p2pscrabble.table.secrets import Own, Secrets
from p2pscrabble.table.table import Table
from p2pscrabble.table.votes import Without

__all__ = [
    "CHAT_LENGTH",
    "DISAGREES",
    "MAX_RELAYS",
    "MAX_SEATS",
    "NAME_LENGTH",
    "NOBODY",
    "PROTOCOL",
    "SEALED_KINDS",
    "Answer",
    "Call",
    "Charge",
    "Check",
    "Checker",
    "Commit",
    "Deal",
    "Gone",
    "Hello",
    "Kind",
    "Made",
    "Meeting",
    "Outcome",
    "Own",
    "Phase",
    "Read",
    "Record",
    "Reveal",
    "Role",
    "Room",
    "SealedRecord",
    "Seat",
    "Secrets",
    "Step",
    "Table",
    "Talk",
    "Verdict",
    "Without",
    "answer",
    "automatic",
    "check_at_once",
    "clean_chat",
    "clean_name",
    "leave_body",
    "move_body",
    "plain_name",
]
