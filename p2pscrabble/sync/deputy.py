"""A peer's register in a place where that peer is not, written by a bridge that hears it where it is."""

from __future__ import annotations

from math import inf
from typing import Final

from p2pscrabble.sync.entry import Stream
from p2pscrabble.sync.identity import Name
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.needs import needs
from p2pscrabble.sync.outbox import Holder
from p2pscrabble.sync.peers import Peer
from p2pscrabble.sync.sync import Room, Sync

PATIENT: Final = 10
"""So many times the place's interval may pass before a deputy says what is no part of a log: several share its pace."""
LATELY: Final = 7.5
"""Seconds after which a peer that publishes every five is not to be spoken for any more, until it is heard again."""


class Deputy(Sync):
    """Speaks in ``room`` for the peer with this key, the ``principal``: as it would itself, but that it signs nothing.

    What it says of its principal is what the principal says of itself where it is heard: how much it holds, and that
    it is there. Of the logs it passes on what it has learnt. Its values have crossed ``hops`` bridges, none where it
    speaks for the keeper of the bridge itself.
    """

    def __init__(
        self, key: bytes, room: Room, principal: Holder, hops: int, *, counter: int, seed: bytes, modest: bool
    ) -> None:
        super().__init__(Name(key), room, counter=counter, seed=seed, modest=modest)
        self._outbox.principal, self._outbox.hops = principal, hops
        self._marks: dict[tuple[bytes, Stream], Mark] = {}

    def speak_for(self, principal: Peer, hops: int, now: float) -> None:
        """This is what is known of the principal now; what it has come to hold is told soon."""
        self._outbox.principal, self._outbox.hops = principal, hops
        if principal.acks != self._marks:
            self._marks = dict(principal.acks)
            self._idle = -inf
            self._want(now + self._ack_delay)

    @property
    def serves(self) -> bool:
        """Whether there is anything that a reader lacks and that can be put under way now."""
        return bool(needs(self._own, self._peers, self._now).open)

    def _want(self, at: float) -> None:
        super()._want(max(at, self._now + PATIENT * self._room.min_interval))
