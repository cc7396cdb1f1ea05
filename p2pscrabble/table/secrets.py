"""The secrets of one peer in one room, and who may read with them: what a table may know of its own seat."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pscrabble.bag import SEED_BYTES, prf


@dataclass(frozen=True, slots=True)
class Secrets:
    """A peer's secrets in one room, all from one root of 32 random bytes that never leaves its disk.

    A seed serves one call and is opened with it; the next call's can't be told from it. The key that signs is not
    made from the root.
    """

    root: bytes = field(repr=False)

    def seed(self, attempt: int) -> bytes:
        """The seed for this call."""
        return prf(self.root, "seed", attempt)[:SEED_BYTES]

    def nonce(self, attempt: int) -> bytes:
        """The nonce for this call."""
        return prf(self.root, "nonce", attempt)[:SEED_BYTES]


@dataclass(frozen=True, slots=True)
class Own:
    """The seat of this peer, wherever it sits: the key that signs for it, and its secrets."""

    key: bytes
    secrets: Secrets
