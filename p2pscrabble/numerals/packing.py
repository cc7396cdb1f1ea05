"""Small records as bytes: every record has one encoding, and every decoder is total.

Integers are little-endian base-128 (seven bits a byte, the high bit set on all but the last byte) in the shortest
form; text is UTF-8 with its length in bytes before it.
"""

from __future__ import annotations

from typing import Final

from p2pscrabble.errors import DecodeError

MAX_UINT: Final = 2**63 - 1


class Packer:
    """Builds a record: ``Packer().uint(3).text("Ana").raw(key).done()``."""

    def __init__(self) -> None:
        self._out = bytearray()

    def uint(self, value: int) -> Packer:
        """An integer from 0 to 2**63 - 1."""
        if not 0 <= value <= MAX_UINT:
            raise ValueError(f"{value} does not fit")
        while value > 0x7F:
            self._out.append(value & 0x7F | 0x80)
            value >>= 7
        self._out.append(value)
        return self

    def raw(self, data: bytes) -> Packer:
        """Bytes whose number the reader knows."""
        self._out += data
        return self

    def blob(self, data: bytes) -> Packer:
        """Bytes, their number before them."""
        return self.uint(len(data)).raw(data)

    def text(self, value: str) -> Packer:
        """Text as UTF-8, its length in bytes before it."""
        return self.blob(value.encode())

    def done(self) -> bytes:
        """The record."""
        return bytes(self._out)


class Unpacker:
    """Reads a record back; every method raises ``DecodeError`` where the bytes are not what a ``Packer`` writes."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    @property
    def left(self) -> int:
        """How many bytes have not been read yet."""
        return len(self._data) - self._at

    def uint(self, limit: int = MAX_UINT) -> int:
        """An integer from 0 to ``limit``, in its shortest form."""
        value = shift = 0
        while True:
            if self._at >= len(self._data) or shift > 56:
                raise DecodeError("a number is cut off")
            byte = self._data[self._at]
            self._at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                break
            shift += 7
        if byte == 0 and shift:
            raise DecodeError("a number is not in its shortest form")
        if value > limit:
            raise DecodeError(f"{value} is more than {limit}")
        return value

    def raw(self, count: int) -> bytes:
        """The next ``count`` bytes."""
        if count > self.left:
            raise DecodeError("the record is cut off")
        self._at += count
        return self._data[self._at - count : self._at]

    def rest(self) -> bytes:
        """All bytes that are left."""
        return self.raw(self.left)

    def blob(self, limit: int) -> bytes:
        """Bytes with their number before them, at most ``limit``."""
        return self.raw(self.uint(limit))

    def text(self, limit: int) -> str:
        """Text of at most ``limit`` bytes."""
        try:
            return self.blob(limit).decode()
        except UnicodeDecodeError:
            raise DecodeError("a text is not UTF-8") from None

    def end(self) -> None:
        """Nothing may follow."""
        if self.left:
            raise DecodeError(f"{self.left} bytes too many")
