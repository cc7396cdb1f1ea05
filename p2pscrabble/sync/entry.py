"""One item of a log: what it says, signed over all that its writer said before it.

On the wire an entry is::

    length of (kind, body) as uint | kind (1 byte) | body | signature (64 bytes)

The signature is over ``LABEL | previous hash (32) | index (8, big-endian) | kind | body`` and the entry's hash is the
first half of SHA-512 over that message and the signature. The first entry's previous hash binds the room, the
stream and the key, so that no entry can be carried from one log into another.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from hashlib import sha512
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.packing import Packer
from p2pscrabble.sync.identity import SIGNATURE_BYTES, Identity, verify

LABEL: Final = b"p2pscrabble entry"
MAX_BODY: Final = 65_536
HELLO: Final = 0


class Stream(IntEnum):
    """The two logs of a peer: what its game depends on, and all the rest, which can never hold the first up."""

    GAME = 0
    TALK = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """What a peer said at one place of one of its logs, with the signature by which anyone can check it."""

    index: int
    kind: int
    body: bytes
    signature: bytes
    previous: bytes
    hash: bytes

    @classmethod
    def sign(cls, identity: Identity, previous: bytes, index: int, kind: int, body: bytes) -> Entry:
        """The entry that says this after ``previous``; ``ValueError`` for a kind beyond 0–255 or a body too long."""
        if not 0 <= kind <= 255 or len(body) > MAX_BODY:
            raise ValueError(f"kind {kind} with {len(body)} bytes is no entry")
        return cls.of(previous, index, kind, body, identity.sign(message(previous, index, kind, body)))

    @classmethod
    def of(cls, previous: bytes, index: int, kind: int, body: bytes, signature: bytes) -> Entry:
        """An entry as it was found, its signature not yet checked."""
        digest = sha512(message(previous, index, kind, body) + signature).digest()[:32]
        return cls(index, kind, body, signature, previous, digest)

    def signed_by(self, key: bytes) -> bool:
        """Whether the owner of this key said this, here."""
        return verify(key, message(self.previous, self.index, self.kind, self.body), self.signature)

    def encode(self) -> bytes:
        """The entry's bytes in its log."""
        size = 1 + len(self.body)
        return Packer().uint(size).raw(bytes([self.kind])).raw(self.body).raw(self.signature).done()


def message(previous: bytes, index: int, kind: int, body: bytes) -> bytes:
    """The bytes that are signed."""
    return LABEL + previous + index.to_bytes(8, "big") + bytes([kind]) + body


def genesis(room_id: str, stream: Stream, key: bytes) -> bytes:
    """What stands for the hash before a log's first entry."""
    return sha512(b"p2pscrabble log" + Packer().text(room_id).uint(stream).raw(key).done()).digest()[:32]


def entry_size(data: bytes | bytearray, start: int) -> tuple[int, int] | None:
    """Where the kind stands and where the entry ends that begins at ``start``; ``None`` while that cannot be known.

    ``DecodeError`` where no entry begins like this.
    """
    size = shift = 0
    at = start
    while True:
        if at >= len(data):
            return None
        byte = data[at]
        at += 1
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
        if shift >= 21:
            raise DecodeError("an entry is too long")
    if (byte == 0 and shift > 7) or not 1 <= size <= MAX_BODY + 1:
        raise DecodeError("no entry has this length")
    return at, at + size + SIGNATURE_BYTES


def read_entry(data: bytes | bytearray, start: int, previous: bytes, index: int) -> tuple[Entry, int] | None:
    """The entry that begins at ``start``, its signature not yet checked, and its end; ``None`` while it is incomplete.

    ``DecodeError`` where no entry begins like this.
    """
    found = entry_size(data, start)
    if found is None or len(data) < found[1]:
        return None
    kind, end = found
    body_end = end - SIGNATURE_BYTES
    entry = Entry.of(previous, index, data[kind], bytes(data[kind + 1 : body_end]), bytes(data[body_end:end]))
    return entry, end
