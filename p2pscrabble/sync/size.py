"""How long a value is that carries one move: whether a move takes one round trip where values are short."""

from __future__ import annotations

from p2pscrabble.numerals.digits import digits_for
from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.identity import ID_BYTES, SIGNATURE_BYTES
from p2pscrabble.sync.log import MAX_LOG, Mark
from p2pscrabble.sync.register import Draft, Segment
from p2pscrabble.sync.seal import TAG_BYTES


def value_digits(seats: int, body: int, *, counter: int = 0, entries: int = 0) -> int:
    """The digits of a seated peer's value with one new entry, whose body has so many bytes.

    ``counter`` is how many values it has published before, ``entries`` how many every peer's log has.
    """
    me = bytes(ID_BYTES)
    mark = Mark(entries)
    draft = Draft.short(0, counter, MAX_LOG, [mark] * (seats - 1))
    length = 1 if body < 127 else 2 if body < 16_383 else 3
    draft.segment(me, Segment(me, Stream.GAME, mark, bytes(length + 1 + body + SIGNATURE_BYTES)))
    return 1 + digits_for(len(draft.done()) + TAG_BYTES)
