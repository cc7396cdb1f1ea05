"""Seeds and nonces, and the commitments to them that are published first.

Every seat draws two secrets of 16 bytes for each game. The seed decides its part of the order of the bag and is
opened when the game is over (at once in the open deal); the nonce decides its part of the draw for the first turn
and is opened as soon as all have committed. A commitment is the first 32 bytes of

    H("commit", room, game, seat, name, key, seed)      or      H("nonce", room, game, seat, name, key, nonce)

with ``H`` as in ``prf``. SHA-512 cut to 256 bits keeps 128 bits of strength against finding two openings, and the
secret's own 128 bits hide it. Room, game and seat are bound in, so that a commitment copied from elsewhere opens
nothing.
"""

from __future__ import annotations

from typing import Final

from p2pscrabble.bag.prf import SEED_BYTES, h

COMMITMENT_BYTES: Final = 32


def commitment(seed: bytes, room_id: str, game: int, seat: int, name: str, key: bytes) -> bytes:
    """What a seat publishes before anyone's seed is known: 32 bytes that bind it to its seed.

    ``game`` counts the games of the room from 0, ``key`` is the seat's public signing key.
    """
    return _commit("commit", seed, room_id, game, seat, name, key)


def nonce_commitment(nonce: bytes, room_id: str, game: int, seat: int, name: str, key: bytes) -> bytes:
    """The same for the seat's nonce, from which the draw for the first turn is made."""
    return _commit("nonce", nonce, room_id, game, seat, name, key)


def opens_commitment(committed: bytes, seed: bytes, room_id: str, game: int, seat: int, name: str, key: bytes) -> bool:
    """Whether this seed is the one that the seat committed to."""
    return len(seed) == SEED_BYTES and committed == commitment(seed, room_id, game, seat, name, key)


def opens_nonce(committed: bytes, nonce: bytes, room_id: str, game: int, seat: int, name: str, key: bytes) -> bool:
    """Whether this nonce is the one that the seat committed to."""
    return len(nonce) == SEED_BYTES and committed == nonce_commitment(nonce, room_id, game, seat, name, key)


def _commit(label: str, secret: bytes, room_id: str, game: int, seat: int, name: str, key: bytes) -> bytes:
    if len(secret) != SEED_BYTES:
        raise ValueError(f"a secret has {SEED_BYTES} bytes, not {len(secret)}")
    return h(label, room_id, game, seat, name, key, secret)[:COMMITMENT_BYTES]
