"""The seal on every value: AES-SIV under the room's key, bound to the variable, the room and the form.

A value is one digit for its form, ``1`` long or ``2`` short, and the sealed register in digits. So no value begins with
a zero. Whoever has the room's key can make a seal; what a peer has *said* is signed within.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.digits import bytes_for, from_digits, to_digits
from p2pscrabble.sync.register import Register, Seating, read_long, read_short

KEY_BYTES: Final = 64
TAG_BYTES: Final = 16
LONG: Final = "1"
SHORT: Final = "2"


class Seal:
    """Seals and opens the values of one room; ``key`` is 64 bytes, a value has at most ``max_digits`` digits."""

    __slots__ = ("_aes", "_max_digits", "_room_id", "room")

    def __init__(self, room_id: str, key: bytes, max_digits: int) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a room's key has {KEY_BYTES} bytes")
        self._aes = AESSIV(key)
        self._room_id = room_id.encode()
        self._max_digits = max_digits
        self.room: Final = max(0, bytes_for(max_digits - 1) - TAG_BYTES)
        """How many bytes a register may have."""

    def close(self, name: str, plain: bytes, seating: Seating | None) -> str:
        """The value that puts this register into this variable; with a seating, it is in the short form."""
        form = LONG if seating is None else SHORT
        return form + to_digits(self._aes.encrypt(plain, self._bound(name, form, seating)))

    def open(self, name: str, digits: str, seatings: Sequence[Seating]) -> Register:
        """The register in a value; ``DecodeError`` where no peer of this room has put it into this variable.

        A short form can be read only by who knows the writer's seating.
        """
        if len(digits) > self._max_digits or digits[:1] not in (LONG, SHORT):
            raise DecodeError("no value of this room")
        sealed = from_digits(digits[1:])
        for seating in (None,) if digits[0] == LONG else seatings:
            try:
                plain = self._aes.decrypt(sealed, self._bound(name, digits[0], seating))
            except (InvalidTag, ValueError):
                continue
            return read_long(plain) if seating is None else read_short(plain, seating)
        raise DecodeError("no value of this room")

    def _bound(self, name: str, form: str, seating: Seating | None) -> list[bytes]:
        digest = b"" if seating is None else seating.digest
        return [name.encode(errors="surrogatepass"), self._room_id, form.encode() + digest]
