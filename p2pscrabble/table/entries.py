"""What a seat can say in its log, and in its talk beside the game: each as a frozen record with one encoding.

An entry of the game that answers a state of it begins with four bytes of that state's hash (see ``Table.hash``); they
are put on and checked by the table, not here. Every ``decode`` is total: it returns a record whose ``encode`` is the
very same bytes, or raises ``DecodeError``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from p2pscrabble.errors import DecodeError, UsageError
from p2pscrabble.game.rules import FIELDS, Rules
from p2pscrabble.numerals.live import MOVE_BYTES
from p2pscrabble.numerals.packing import Packer, Unpacker

PROTOCOL: Final = 1
"""Version of everything that peers say to each other; two that differ do not play together."""

NAME_LENGTH: Final = 20
CHAT_LENGTH: Final = 280
KEY_BYTES: Final = 32
SEED_BYTES: Final = 16
MAX_SEATS: Final = 4
MAX_SECONDS: Final = 10**6
MAX_RELAYS: Final = 4
ADDRESS_LENGTH: Final = 120
_JOINER: Final = "\u200d"
"""Holds together the parts of one emoji."""
_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_UNSEEN: Final = re.compile(
    "[\\x00-\\x1f\\x7f-\\xa0\\xad\\u061c\\u180e\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ud800-\\udfff\\ufeff"
    "\\ufff9-\\uffff\\U000e0000-\\U000e0fff]"
)
"""Controls, blanks, marks of direction and the like: characters that mislead or do not show."""


class Kind(IntEnum):
    """Entries of the game."""

    ROOM = 1
    CALL = 2
    COMMIT = 3
    REVEAL = 4
    MOVE = 5
    GONE = 6
    LEAVE = 7
    HERE = 8
    DECK = 9
    PROOF = 10
    SHARES = 11
    RACK = 12
    LEFTOVER = 13
    CARRIED = 14
    RAISED = 15
    TAGS = 16
    SEED = 17
    VOTE = 18


SEALED_KINDS: Final = (
    Kind.DECK,
    Kind.PROOF,
    Kind.SHARES,
    Kind.RACK,
    Kind.LEFTOVER,
    Kind.CARRIED,
    Kind.RAISED,
    Kind.TAGS,
)
"""What a seat owes the bag of a sealed game; the body after the tag is that of the sealed deal's message."""


class Talk(IntEnum):
    """Entries of the talk beside the game, which never change what the game computes."""

    CHAT = 1
    AGAIN = 2
    COUNTDOWN = 3
    VERDICT = 4
    WISH = 5
    RELAYS = 6


class Role(Enum):
    """What a peer is in a room."""

    HOST = 0
    PLAYER = 1
    BOT = 2
    WATCHER = 3
    """Somebody who looks on and is never called to the table."""


class Deal(Enum):
    """When the seeds of the bag open: at once (OPEN), or when the game is over (SEALED)."""

    OPEN = 0
    SEALED = 1


def clean_name(name: str) -> str:
    """The name in the form that others see: normalised, printable, single spaces, 20 characters at most.

    Raises ``UsageError`` where nothing is left of it.
    """
    shown = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in unicodedata.normalize("NFC", name))
    short = " ".join(shown.split())[:NAME_LENGTH].strip()
    if not short:
        raise UsageError("A name needs at least one letter that can be seen.")
    return short


def plain_name(name: str) -> bool:
    """Whether others can show this name as it is.

    Every result of ``clean_name`` is, on whatever Python it was made: the rules here are those that no version of
    Unicode changes, since two peers must never differ about them.
    """
    return (
        0 < len(name) <= NAME_LENGTH
        and name == " ".join(name.split(" ")).strip(" ")
        and "  " not in name
        and not _UNSEEN.search(name)
    )


def _name(packed: Unpacker) -> str:
    name = packed.text(NAME_LENGTH * 4)
    if not plain_name(name):
        raise DecodeError("a name is not in its plain form")
    return name


def clean_chat(text: str) -> str:
    """A line of chat as it is sent: what can be seen, on one line, 280 characters at most; may be empty."""
    shown = "".join(c if c == _JOINER or unicodedata.category(c) not in _HIDDEN else " " for c in text)
    return shown.strip()[:CHAT_LENGTH].strip()


@dataclass(frozen=True, slots=True)
class Hello:
    """The first thing that a peer says: who it is and which program it runs."""

    role: Role
    name: str
    program: str
    protocol: int = PROTOCOL

    def encode(self) -> bytes:
        """At most 120 bytes."""
        return Packer().uint(self.protocol).uint(self.role.value).text(self.name).text(self.program).done()

    @classmethod
    def decode(cls, data: bytes) -> Hello:
        """Of every other protocol the version and the role can be read, whatever follows them."""
        packed = Unpacker(data)
        protocol, role = packed.uint(2**16), Role(packed.uint(len(Role) - 1))
        if protocol != PROTOCOL:
            return cls(role, "?", "", protocol)
        hello = cls(role, _name(packed), packed.text(30), protocol)
        packed.end()
        return hello


@dataclass(frozen=True, slots=True)
class Room:
    """What is played in a room: said once by the host, before anything else."""

    seats: int
    rules: Rules
    deal: Deal
    lexicon: bytes
    lexicon_name: str

    def encode(self) -> bytes:
        """The rules go as one number a field, so that any change of any field can be said."""
        packed = Packer().uint(self.seats).uint(self.deal.value).raw(self.lexicon).text(self.lexicon_name)
        for number in self.rules.numbers():
            packed.uint(number)
        return packed.done()

    @classmethod
    def decode(cls, data: bytes) -> Room:
        """Raises ``DecodeError``; the lexicon need not be one that this peer has."""
        packed = Unpacker(data)
        seats = packed.uint(MAX_SEATS)
        if seats < 2:
            raise DecodeError("a room has two to four seats")
        deal = Deal(packed.uint(len(Deal) - 1))
        lexicon, name = packed.raw(32), _name(packed)
        numbers = [packed.uint(field.values - 1) for field in FIELDS]
        packed.end()
        return cls(seats, Rules.from_numbers(numbers), deal, lexicon, name)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The relays on which the room meets, in the order in which they are tried, as the host says it in its talk."""

    relays: tuple[str, ...]

    def encode(self) -> bytes:
        """Each address as a player would type it."""
        packed = Packer().uint(len(self.relays))
        for relay in self.relays:
            packed.text(relay)
        return packed.done()

    @classmethod
    def decode(cls, data: bytes) -> Meeting:
        """Raises ``DecodeError``; whether a text is an address, and to be trusted, is for who would go there."""
        packed = Unpacker(data)
        relays = tuple(packed.text(ADDRESS_LENGTH) for _ in range(packed.uint(MAX_RELAYS)))
        packed.end()
        if len(set(relays)) != len(relays) or not all(relay.isascii() and relay.isprintable() for relay in relays):
            raise DecodeError("a relay is named twice, or by what cannot be typed")
        return cls(relays)


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table: the key that signs for it, and the name that is shown."""

    key: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Call:
    """The host calls these players to the table, in this order; ``attempt`` counts the calls from 1."""

    attempt: int
    seats: tuple[Seat, ...]

    def encode(self) -> bytes:
        """Some 40 bytes a seat."""
        packed = Packer().uint(self.attempt).uint(len(self.seats))
        for seat in self.seats:
            packed.raw(seat.key).text(seat.name)
        return packed.done()

    @classmethod
    def decode(cls, data: bytes) -> Call:
        """Raises ``DecodeError`` also where one key sits twice."""
        packed = Unpacker(data)
        attempt, count = packed.uint(2**31), packed.uint(MAX_SEATS)
        seats = tuple(Seat(packed.raw(KEY_BYTES), _name(packed)) for _ in range(count))
        packed.end()
        if attempt < 1 or count < 2 or len({seat.key for seat in seats}) != count:
            raise DecodeError("a call names two to four different seats")
        return cls(attempt, seats)


@dataclass(frozen=True, slots=True)
class Commit:
    """A seat accepts the call, and binds itself to its seed and its nonce before it sees any other."""

    attempt: int
    seed: bytes
    nonce: bytes

    def encode(self) -> bytes:
        """Two commitments of 32 bytes."""
        return Packer().uint(self.attempt).raw(self.seed).raw(self.nonce).done()

    @classmethod
    def decode(cls, data: bytes) -> Commit:
        """Raises ``DecodeError``."""
        packed = Unpacker(data)
        commit = cls(packed.uint(2**31), packed.raw(32), packed.raw(32))
        packed.end()
        return commit


@dataclass(frozen=True, slots=True)
class Reveal:
    """A seat opens its nonce, and in the open deal its seed."""

    nonce: bytes
    seed: bytes

    def encode(self) -> bytes:
        """Sixteen bytes each."""
        return self.nonce + self.seed

    @classmethod
    def decode(cls, data: bytes) -> Reveal:
        """Raises ``DecodeError``."""
        packed = Unpacker(data)
        reveal = cls(packed.raw(SEED_BYTES), packed.raw(SEED_BYTES))
        packed.end()
        return reveal


@dataclass(frozen=True, slots=True)
class SealedReveal:
    """The same in the sealed deal: a seat opens its nonce, and sends its share of the key of the bag with a proof."""

    nonce: bytes
    key_share: bytes

    def encode(self) -> bytes:
        """96 bytes."""
        return self.nonce + self.key_share

    @classmethod
    def decode(cls, data: bytes) -> SealedReveal:
        """Raises ``DecodeError``; whether the key share is one is for who takes it."""
        packed = Unpacker(data)
        return cls(packed.raw(SEED_BYTES), packed.rest())


@dataclass(frozen=True, slots=True)
class Made:
    """A move made, as ``numerals.live`` writes it, and in a timed game the seconds that it took."""

    move: bytes
    seconds: int = 0

    def encode(self, timed: bool) -> bytes:
        """Some five bytes for a play; in a timed game one or two more, which come first."""
        return (Packer().uint(self.seconds).done() if timed else b"") + self.move

    @classmethod
    def decode(cls, data: bytes, timed: bool) -> Made:
        """Raises ``DecodeError``; whether the bytes are a move depends on the board."""
        packed = Unpacker(data)
        seconds = packed.uint(MAX_SECONDS) if timed else 0
        return cls(packed.rest(), seconds)


@dataclass(frozen=True, slots=True)
class SealedMade:
    """A move made in a sealed game: as ``Made``, and what shows the tiles of a play, or names those to exchange."""

    move: bytes
    shown: bytes = b""
    seconds: int = 0

    def encode(self, timed: bool) -> bytes:
        """The move has its length before it; what is shown comes last."""
        packed = Packer().uint(self.seconds) if timed else Packer()
        return packed.blob(self.move).raw(self.shown).done()

    @classmethod
    def decode(cls, data: bytes, timed: bool) -> SealedMade:
        """Raises ``DecodeError``; whether the rest shows anything depends on the move."""
        packed = Unpacker(data)
        seconds = packed.uint(MAX_SECONDS) if timed else 0
        return cls(packed.blob(MOVE_BYTES), packed.rest(), seconds)


@dataclass(frozen=True, slots=True)
class Gone:
    """The seat to move says that another seat's log ends with ``LEAVE``, so that it is read now."""

    seat: int

    def encode(self) -> bytes:
        """One byte."""
        return Packer().uint(self.seat).done()

    @classmethod
    def decode(cls, data: bytes) -> Gone:
        """Raises ``DecodeError``."""
        packed = Unpacker(data)
        gone = cls(packed.uint(MAX_SEATS - 1))
        packed.end()
        return gone


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a seat found when it recomputed the finished game: the hash of the end, and the check of its number."""

    game: int
    hash: bytes
    sound: bool

    def encode(self) -> bytes:
        """Some 35 bytes."""
        return Packer().uint(self.game).raw(self.hash).uint(int(self.sound)).done()

    @classmethod
    def decode(cls, data: bytes) -> Verdict:
        """Raises ``DecodeError``."""
        packed = Unpacker(data)
        verdict = cls(packed.uint(2**31), packed.raw(32), bool(packed.uint(1)))
        packed.end()
        return verdict
