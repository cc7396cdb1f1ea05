"""The sealed deal: a bag that every seat shuffles and locks, so that nobody sees a tile but who draws it.

Points, scalars and bytes in, values out: ``state.Sealed`` is what everyone knows, ``seat.SealedSeat`` the side of one
seat, ``rekey.Rekeying`` how the others go on without one that vanished, ``audit`` the check of everything once seeds
are open. ``docs/sealed-bag.md`` has all formulas and layouts. May import ``game``, ``numerals`` and ``bag``.
"""

from p2pscrabble.bag.sealed.duties import Check, Checking, Duty, Kind
from p2pscrabble.bag.sealed.keys import take_key_share
from p2pscrabble.bag.sealed.proof import verify
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.seat import SealedSeat
from p2pscrabble.bag.sealed.shuffle import Statement
from p2pscrabble.bag.sealed.slots import Showing, Slot
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.bag.sealed.transcript import Spread, game_id, in_turn

__all__ = [
    "Check",
    "Checking",
    "Duty",
    "Kind",
    "Rekeying",
    "Sealed",
    "SealedSeat",
    "Showing",
    "Slot",
    "Spread",
    "Statement",
    "game_id",
    "in_turn",
    "take_key_share",
    "verify",
]
