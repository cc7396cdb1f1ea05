"""The protocol of a room as one coroutine: gather, commit, deal, play, over, again.

``Table`` reads the logs of all peers and computes the same games everywhere; ``author`` makes what a seat writes.
May import ``game``, ``numerals``, ``bag`` and ``sync``; knows no socket, clock, task or randomness.
"""

from p2pscrabble.table.author import Secrets, automatic, move_body
from p2pscrabble.table.entries import (
    CHAT_LENGTH,
    MAX_SEATS,
    NAME_LENGTH,
    PROTOCOL,
    Call,
    Commit,
    Deal,
    Gone,
    Hello,
    Kind,
    Made,
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
from p2pscrabble.table.record import Outcome, Record, Step
from p2pscrabble.table.table import Charge, Phase, Read, Table

__all__ = [
    "CHAT_LENGTH",
    "MAX_SEATS",
    "NAME_LENGTH",
    "PROTOCOL",
    "Call",
    "Charge",
    "Commit",
    "Deal",
    "Gone",
    "Hello",
    "Kind",
    "Made",
    "Outcome",
    "Phase",
    "Read",
    "Record",
    "Reveal",
    "Role",
    "Room",
    "Seat",
    "Secrets",
    "Step",
    "Table",
    "Talk",
    "Verdict",
    "automatic",
    "clean_chat",
    "clean_name",
    "move_body",
    "plain_name",
]
