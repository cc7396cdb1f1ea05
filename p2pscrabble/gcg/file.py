"""What a GCG file says, line by line, before anything of it is checked against the rules.

The format is John Chew's, as Quackle, Macondo and others write it: lines that begin with ``#`` say something about
the game, lines that begin with ``>`` are what happened in it, each with the points it gave and the player's total.

::

    #player1 ana Ana Lovelace
    #player2 ben Ben Bitdiddle
    >ana: AEINRT? 8D RETINAs +64 64      a play: small letters are blanks, '.' or (X) a tile that was there
    >ben: CEKPSTU -CKU +0 0              an exchange; -3 where only the number is known
    >ana: - +0 64                        a pass
    >ben: EEPSTVX --  -24 0              the play before was challenged and came off again
    >ana: (challenge) +5 69              the play before was challenged and stood
    >ben: (time) -10 340                 points for time over
    >ana: (QI) +22 443                   points for the tiles that the others were left with
    >ben: QI (QI) -11 269                points for the tiles that the player was left with
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

RULES_MARK: Final = "p2pscrabble rules:"
"""Begins a ``#description`` of ours that names the rules, where the rest of the file would not tell them."""

LEFT_MARK: Final = "p2pscrabble: nick left the game"
"""A ``#note`` of ours: here the player with this nickname left; other programs show it and go on."""

UPHELD_MARK: Final = "#unsuccessful-challenge"
"""A ``#note`` as Macondo writes it: the pass before was the turn that a mistaken challenge cost."""


class EventKind(Enum):
    """What a line of a GCG file tells."""

    PLAY = auto()
    EXCHANGE = auto()
    PASS = auto()
    WITHDRAWN = auto()
    """The player's last play was challenged with success."""
    BONUS = auto()
    """The player's last play was challenged without success, for points."""
    TIME = auto()
    TILES_LEFT = auto()
    GONE = auto()
    """The player left the game: a note in words of our own, as the format has none."""


@dataclass(frozen=True, slots=True)
class GcgPlayer:
    """A player: the nickname that the lines use, and the full name."""

    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class GcgEvent:
    """One line: who, what, how many points more or less, and the total that it gives."""

    line: int
    """From 1, for messages."""
    seat: int
    kind: EventKind
    rack: str
    """The tiles that the line gives as the rack, sorted; often not all of them, or none."""
    change: int
    total: int
    place: str = ""
    """Where a play begins, as the line has it: ``8D`` across, ``D8`` down."""
    text: str = ""
    """The word of a play as the line has it; the tiles of an exchange or of a rack, sorted."""
    count: int = 0
    """How many tiles an exchange is of."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class GcgFile:
    """A whole file: players in the order of their seats, events in the order of the lines, and what else it says."""

    players: tuple[GcgPlayer, ...]
    events: tuple[GcgEvent, ...]
    racks: tuple[tuple[int, str] | None, ...]
    """``#rack1`` and so on: the line, and the tiles that this seat holds at the end of the file."""
    lexicon: str = ""
    rules: tuple[int, str] | None = None
    """The line and what it says after ``RULES_MARK``."""
    incomplete: bool = False
    other: tuple[tuple[str, str], ...] = ()
    """Every other ``#`` line, as (word, text)."""
