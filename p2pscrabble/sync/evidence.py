"""Two stories of one log: noticed by the hashes that peers state, and shown to whoever holds the other one.

Where a signer told two peers different things, neither would ever see the other half. So a peer that states another
hash for a place of a log than ours is sent our entries of that log, from the last that both hold back to the first: the
one where the stories part, both halves signed, is evidence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.peers import Peer
from p2pscrabble.sync.register import HEAD_BYTES, Register

PACE: Final = 1.0
"""Seconds between two parts of the evidence."""


def head(peer: Peer, entries: int) -> bytes:
    """The first bytes of the hash of a game log after so many entries, zeros where there are none."""
    return peer.game.log.entries[entries - 1].hash[:HEAD_BYTES] if entries else bytes(HEAD_BYTES)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Bytes of an entry, from ``start`` to ``end`` of the log, that a reader should see."""

    reader: Peer
    owner: Peer
    start: int
    end: int


class Evidence:
    """Which peers hold other stories than ``own``, and what they should see."""

    def __init__(self, own: Peer, peers: Mapping[bytes, Peer]) -> None:
        self._own = own
        self._peers = peers
        self._split: dict[tuple[bytes, bytes], int] = {}
        self._at: dict[tuple[bytes, bytes], Mark] = {}
        self._two: set[bytes] = set()
        """Whose other story has been shown to this peer."""

    def two(self, owner: Peer) -> None:
        """Somebody has shown another story of this peer's log than the one that is held here."""
        self._two.add(owner.id)

    def compare(self, register: Register) -> None:
        """Notice whether its writer, one of the peers, holds other entries than this peer does."""
        if self._peers[register.who].key is None:
            return
        for ack in register.acks:
            owner = self._own if ack.id == self._own.id else self._peers.get(ack.id)
            known = 0 if owner is None else len(owner.game.log.entries)
            if owner is None or not ack.head or not ack.game.entries:
                continue
            if ack.game.entries > known:
                # No entry of ours to compare with: where the log has two stories, it may be the other one.
                if owner.id in self._two and known:
                    self._split[register.who, ack.id] = known
            elif ack.head == head(owner, ack.game.entries):
                self._split.pop((register.who, ack.id), None)
            else:
                self._split[register.who, ack.id] = ack.game.entries

    def forget(self, id: bytes) -> None:  # noqa: A002
        """Nothing is known of this peer any more."""
        self._split = {pair: entries for pair, entries in self._split.items() if id not in pair}
        self._at = {pair: at for pair, at in self._at.items() if id not in pair}
        self._two.discard(id)

    def exhibits(self, now: float) -> list[Exhibit]:
        """The next part for each reader that is here and holds another story."""
        found = []
        for (reader_id, owner_id), entries in self._split.items():
            reader = self._peers.get(reader_id)
            owner = self._own if owner_id == self._own.id else self._peers.get(owner_id)
            if reader is None or owner is None or not reader.here(now):
                continue
            log = owner.game.log
            at = self._at.get((reader_id, owner_id), Mark(-1))
            if not 0 <= at.entries < min(entries, owner.game.saved):
                at = Mark(min(entries, owner.game.saved) - 1)
            if at.entries >= 0:
                found.append(Exhibit(reader, owner, log.start(at.entries) + at.extra, log.start(at.entries + 1)))
        return found

    def shown(self, exhibit: Exhibit, added: int) -> None:
        """So many bytes of it have been published: the rest of the entry comes next, or the entry before it."""
        mark = exhibit.owner.game.log.mark(exhibit.start)
        whole = exhibit.start + added == exhibit.end
        after = Mark(mark.entries - 1) if whole else Mark(mark.entries, mark.extra + added)
        self._at[exhibit.reader.id, exhibit.owner.id] = after
