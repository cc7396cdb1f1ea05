"""What the seat of this peer writes when the table asks it: the bodies of its entries, from its secrets."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pscrabble.bag import SEED_BYTES, commitment, nonce_commitment, prf
from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.moves import Move
from p2pscrabble.numerals.live import move_bytes
from p2pscrabble.table.entries import Commit, Gone, Kind, Made, Reveal
from p2pscrabble.table.table import Table


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


def automatic(table: Table, key: bytes, secrets: Secrets) -> tuple[Kind, bytes] | None:
    """The entry that this key owes the table and that needs no thought; ``None`` where there is none."""
    wanted = table.wants(key)
    seat = table.seat_of(key)
    if wanted is None or seat is None:
        return None
    if wanted is Kind.COMMIT:
        seed, nonce = secrets.seed(table.attempt), secrets.nonce(table.attempt)
        bound = (table.room_id, table.game, seat, table.seats[seat].name, key)
        return wanted, Commit(table.attempt, commitment(seed, *bound), nonce_commitment(nonce, *bound)).encode()
    if wanted is Kind.REVEAL:
        return wanted, table.tag + Reveal(secrets.nonce(table.attempt), secrets.seed(table.attempt)).encode()
    if wanted is Kind.HERE:
        return wanted, b""
    leaver = table.leaver
    return None if leaver is None else (Kind.GONE, table.tag + Gone(leaver).encode())


def move_body(table: Table, key: bytes, move: Move, seconds: int = 0) -> bytes:
    """The body of a ``MOVE`` entry; ``IllegalMove`` with every fault where the rules refuse it.

    Raises ``ValueError`` where it is not this key's turn: the caller has asked ``table.wants`` before.
    """
    position = table.position
    if position is None or table.wants(key) is not Kind.MOVE:
        raise ValueError("it is not this seat's turn")
    if faults := position.legal(move):
        raise IllegalMove(faults)
    made = Made(move_bytes(move, position.board), seconds)
    return table.tag + made.encode(position.rules.clock > 0)
