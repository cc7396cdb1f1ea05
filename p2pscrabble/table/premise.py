"""What an answer to a sealed bag answers, as a few bytes that it begins with.

All that is written in one round carries the same tag, that of the round's beginning. So an answer says besides what
exactly it is about: the deck that it shuffles, the statement that it proves, the tiles that it opens. Where somebody
has told two stories, two honest programs hold different decks, and each would find the other's proof wrong: by these
bytes it sees that the proof is about something else, which is nobody's fault who signed it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from p2pscrabble.bag import h
from p2pscrabble.bag.prf import Label
from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed import Rekeying, Sealed, Slot
from p2pscrabble.bag.sealed.chain import Chain
from p2pscrabble.bag.sealed.closing import Closing
from p2pscrabble.bag.sealed.deck import encode_deck
from p2pscrabble.bag.sealed.serving import Serving

PREMISE_BYTES: Final = 16


def premise(round_: bytes, state: Sealed | Rekeying, owed: Owed, seat: int) -> bytes:
    """What this seat's answer of this kind is about, in this state of the bag, in the round that began with this hash.

    ``ValueError`` where the seat owes no such thing.
    """
    return h("premise", round_, owed.value, seat, *_about(state, owed, seat))[:PREMISE_BYTES]


def _about(state: Sealed | Rekeying, owed: Owed, seat: int) -> Iterator[Label]:
    stage = state.chain if isinstance(state, Rekeying) else state.stage
    match owed, stage:
        case Owed.DECK, Chain():
            yield from (stage.context.data, stage.key.data, encode_deck(stage.deck))
        case Owed.PROOF, Chain():
            yield stage.statement(seat).digest(b"")
        case Owed.SHARES, Serving():
            yield stage.context(seat).data
            yield from (base.data for base in stage.bases(seat))
        case Owed.RACK, Closing():
            yield from _rack(stage.racks[seat])
        case Owed.LEFTOVER, Closing():
            yield encode_deck(stage.deck)
        case ((Owed.CARRIED | Owed.RAISED | Owed.TAGS), Chain()) if isinstance(state, Rekeying):
            yield from (state.epoch, state.joint.data, encode_deck(state.raised))
            if owed is Owed.CARRIED:
                yield from _rack(state.base.racks[seat])
            else:
                yield encode_deck(stage.deck)
                yield from (encode_deck(deck or ()) for deck in state.carried)
        case _:
            raise ValueError(f"seat {seat} owes nothing of this kind ({owed.value})")


def _rack(slots: tuple[Slot, ...]) -> Iterator[Label]:
    for slot in slots:
        yield slot.number
    yield encode_deck(tuple(slot.own for slot in slots))
