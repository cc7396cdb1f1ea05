"""The room code: sixteen digits that lead the players to one room and lock it for everyone else.

Fifteen digits are random, 49 bits; the last is a check digit (Damm 2004) that catches every single wrong digit and
every swap of neighbours. What the relay sees, and the key that it does not, are stretched from the code with scrypt
so that trying codes is slow.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from p2pscrabble.errors import DamagedNumber, DecodeError
from p2pscrabble.numerals.digits import is_digits, to_digits

CODE_DIGITS: Final = 16
KEY_BYTES: Final = 64
RELAY_SCHEMES: Final = ("ws", "wss")
_DIRECT: Final = re.compile(
    r"direct://(?:(?:\[[0-9A-Fa-f:.]+\]|[^\[\]:,/#\s\x7f]+):[0-9]{1,5}(?:,(?=[^/])|(?=/)))*/?", re.ASCII | re.IGNORECASE
)
"""The programs themselves, by any number of addresses."""
MAX_INVITATION: Final = 2000
"""The most characters of an invitation that are looked at."""

_RANDOM_BYTES: Final = 16
_ROOM_BYTES: Final = 12
_SALT: Final = b"p2pscrabble room, version 1"
_SEPARATORS: Final = re.compile(r"[\s\-\u2010-\u2015]")

# Damm's quasigroup of order 10, totally anti-symmetric.
_DAMM: Final = (
    "0317598642", "7092154863", "4206871359", "1750983426", "6123045978",
    "3674209581", "5869720134", "8945362017", "9438617205", "2581436790",
)  # fmt: skip


def _damm(digits: str) -> int:
    """The check digit for these digits; 0 for digits that end in theirs."""
    check = 0
    for digit in digits:
        check = int(_DAMM[check][int(digit)])
    return check


@dataclass(frozen=True, slots=True)
class RoomSecrets:
    """What follows from a room code: the room's name at the relay, 30 digits, and the key of 64 bytes (AES-SIV-512)."""

    room_id: str
    key: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class RoomCode:
    """A room code that is right: sixteen digits, the last one the check digit; ``str()`` groups them by four."""

    digits: str = field(repr=False)

    def __post_init__(self) -> None:
        if not is_digits(self.digits):
            raise DecodeError("a room code is made of digits alone")
        if len(self.digits) != CODE_DIGITS:
            raise DamagedNumber(f"a room code has {CODE_DIGITS} digits, this has {len(self.digits)}")
        if _damm(self.digits):
            raise DamagedNumber("a digit of the room code is wrong")

    @classmethod
    def random(cls, entropy: bytes) -> RoomCode:
        """The code made from 16 or more random bytes."""
        if len(entropy) < _RANDOM_BYTES:
            raise ValueError(f"a room code needs {_RANDOM_BYTES} random bytes")
        digits = str(int.from_bytes(entropy) % 10 ** (CODE_DIGITS - 1)).zfill(CODE_DIGITS - 1)
        return cls(digits + str(_damm(digits)))

    @classmethod
    def parse(cls, text: str) -> RoomCode:
        """Reads a code as typed, with or without spaces and dashes; raises ``DecodeError`` or ``DamagedNumber``."""
        if len(text) > MAX_INVITATION:
            raise DecodeError("this is too long for a room code")
        return cls(_SEPARATORS.sub("", text))

    def __str__(self) -> str:
        return " ".join(self.digits[at : at + 4] for at in range(0, CODE_DIGITS, 4))

    def secrets(self) -> RoomSecrets:
        """The room's name and key; takes some 50 ms, on purpose."""
        stretched = hashlib.scrypt(
            self.digits.encode(), salt=_SALT, n=2**14, r=8, p=1, maxmem=2**26, dklen=KEY_BYTES + _ROOM_BYTES
        )
        # A 1 in front: some servers and clients take a name of digits for a number, and drop leading zeros.
        return RoomSecrets(room_id="1" + to_digits(stretched[KEY_BYTES:]), key=stretched[:KEY_BYTES])


@dataclass(frozen=True, slots=True)
class Invitation:
    """A room code and, where the invitation was a link, the relay that it names (``ws://``, ``wss://`` or ``direct://``).

    ``str()`` gives it back: the link, with the code after ``#``, or the code alone.
    """

    relay: str | None
    code: RoomCode

    def __str__(self) -> str:
        return str(self.code) if self.relay is None else f"{self.relay}#{self.code.digits}"


def parse_invitation(text: str) -> Invitation:
    """Reads a room code or a link like ``ws://host:port/#CODE``; raises ``DecodeError`` or ``DamagedNumber``."""
    if len(text) > MAX_INVITATION:
        raise DecodeError("this is too long for an invitation")
    relay, mark, code = text.strip().rpartition("#")
    if not mark:
        return Invitation(None, RoomCode.parse(code))
    return Invitation(_relay(relay), RoomCode.parse(code))


def _relay(address: str) -> str:
    """The address, where it is one that a relay can have."""
    if _DIRECT.fullmatch(address):
        return address
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - reading it checks it
    except ValueError:
        raise DecodeError("the link's address cannot be read") from None
    if parts.scheme not in RELAY_SCHEMES or not parts.hostname or "#" in address:
        raise DecodeError("a link to a room begins with ws://, wss:// or direct:// and where it is")
    if any(character <= " " or character == "\x7f" for character in address):
        raise DecodeError("there is a space in the link")
    return address
