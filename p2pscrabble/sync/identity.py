"""Who a peer is: an Ed25519 key pair, and the short id that stands for it where every byte counts."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha512
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ID_BYTES: Final = 3
KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64


@lru_cache(maxsize=256)
def peer_id(key: bytes) -> bytes:
    """The three bytes by which registers name the peer with this public key.

    Two keys may share an id, by chance once in 16 million pairs or because somebody searched for one. The key
    alone is who a peer is; where two keys claim one id, the first one met keeps it in this room, and a key that has
    a seat goes before one that has none.
    """
    return sha512(key).digest()[:ID_BYTES]


def verify(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the owner of this public key signed this message; false too where the key is none."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Name:
    """Who a peer is, known by its public key alone: it can be spoken for, but nothing can be signed in its name."""

    __slots__ = ("id", "key")

    def __init__(self, key: bytes) -> None:
        self.key: Final = key
        self.id: Final = peer_id(key)


class Identity(Name):
    """A peer's key pair, made from 32 secret bytes (``ValueError`` where they are not 32)."""

    __slots__ = ("_private",)

    def __init__(self, secret: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(secret)
        super().__init__(self._private.public_key().public_bytes_raw())

    def sign(self, message: bytes) -> bytes:
        """The 64 bytes that only the owner of this key can make for this message."""
        return self._private.sign(message)
