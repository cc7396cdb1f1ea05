"""Every error of p2pscrabble, in one tree; the message is the sentence that the player reads.

::

    P2PScrabbleError
    ├── DecodeError          a number, file or line that does not decode
    │   ├── DamagedNumber    a replay number or room code whose check digits do not fit
    │   └── GcgError         a GCG file; says the line
    ├── UsageError           something the person at this keyboard asked for cannot be done
    │   ├── NotationError    a move typed in a way that names no move
    │   ├── WordListError    a word list that cannot be used
    │   ├── StoreError       the data folder cannot be read or written
    │   └── RoomUnavailable  the room is full, has begun or is closed: a negative answer, not a mistake
    ├── IllegalMove          a well-formed move that the rules refuse, with every fault
    ├── PeerError            what a peer did wrong
    │   └── Breach           a signed message that breaks the protocol, charged to its signer
    └── RelayError           the relay
        ├── RelayUnreachable it cannot be reached, or does not answer
        └── RelayRefused     it closed the connection and said why

What arrives from outside never raises anything else, and nothing of it is checked by ``assert``.
"""

from __future__ import annotations

from collections.abc import Sequence


class P2PScrabbleError(Exception):
    """Something went wrong."""


class DecodeError(P2PScrabbleError):
    """This is not something that p2pscrabble wrote."""


class DamagedNumber(DecodeError):
    """The number is damaged: a digit is wrong, missing or too many."""


class GcgError(DecodeError):
    """The GCG file cannot be read; ``line`` is counted from 1, 0 stands for the file as a whole."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.line = line


class UsageError(P2PScrabbleError):
    """This cannot be done as it was asked for."""


class NotationError(UsageError):
    """This names no move; type a move as in ``8H WORD``, ``exchange ABC`` or ``pass``."""


class WordListError(UsageError):
    """The word list cannot be used."""


class StoreError(UsageError):
    """The data folder cannot be used."""


class RoomUnavailable(UsageError):
    """There is no place in this room."""


class IllegalMove(P2PScrabbleError):
    """The move is against the rules; ``faults`` holds every reason, one sentence each."""

    def __init__(self, faults: Sequence[object]) -> None:
        super().__init__(" ".join(str(fault) for fault in faults))
        self.faults = tuple(faults)


class PeerError(P2PScrabbleError):
    """Another player's program did something wrong."""


class Breach(PeerError):
    """A player's program sent something, signed by it, that the protocol does not allow."""


class RelayError(P2PScrabbleError):
    """Something is wrong with the relay."""


class RelayUnreachable(RelayError):
    """The relay cannot be reached."""


class RelayRefused(RelayError):
    """The relay refused the connection."""


def sentence(text: str) -> str:
    """The message of an error with a capital in front and a full stop behind, where it has none."""
    text = text.strip()
    first = text.partition(" ")[0]
    if first.isalpha() and first.islower() and first != "p2pscrabble":
        text = text[0].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…", ":", "`")) or not text else text + "."
