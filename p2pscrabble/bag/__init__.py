"""The bag: seeds and their commitments, the draw for the first turn, and the order in which tiles are drawn.

Nobody chooses the order: every seat permutes the tiles with a permutation from its own seed. ``order`` is the whole
truth about a bag once the seeds are open, and the audit of a game. May import ``game`` and ``numerals``.
"""

from p2pscrabble.bag.first import FirstDraw, Pick, draw_for_first
from p2pscrabble.bag.order import (
    Bag,
    BagEvent,
    BagOrder,
    Drawn,
    Left,
    Rekeyed,
    order,
    permuted,
    pick,
    shuffle_permutation,
)
from p2pscrabble.bag.prf import SEED_BYTES, Label, Stream, h, pack, prf, prf_stream
from p2pscrabble.bag.seeds import (
    COMMITMENT_BYTES,
    commitment,
    nonce_commitment,
    opens_commitment,
    opens_nonce,
)

__all__ = [
    "COMMITMENT_BYTES",
    "SEED_BYTES",
    "Bag",
    "BagEvent",
    "BagOrder",
    "Drawn",
    "FirstDraw",
    "Label",
    "Left",
    "Pick",
    "Rekeyed",
    "Stream",
    "commitment",
    "draw_for_first",
    "h",
    "nonce_commitment",
    "opens_commitment",
    "opens_nonce",
    "order",
    "pack",
    "permuted",
    "pick",
    "prf",
    "prf_stream",
    "shuffle_permutation",
]
