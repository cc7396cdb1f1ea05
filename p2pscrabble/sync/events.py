"""What ``Sync.receive`` reports: facts about peers, and trouble, each cause once.

``peer`` is a public key, or the three-byte id of a peer whose key has not arrived yet. Nothing but a ``Fork`` is
evidence against anyone: whoever has the room's key can write into any variable, in any name.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pscrabble.sync.entry import Entry, Stream


@dataclass(frozen=True, slots=True)
class Met:
    """A peer's first entry is here, so its key and what it says of itself are known."""

    peer: bytes


@dataclass(frozen=True, slots=True)
class Grew:
    """A copy of a log has new entries (one's own too, where others held more of it than this disk)."""

    peer: bytes
    stream: Stream


@dataclass(frozen=True, slots=True)
class Fork:
    """A peer told two stories: two entries for one place, both signed. ``ours`` is the one that stays."""

    peer: bytes
    stream: Stream
    ours: Entry
    theirs: Entry


@dataclass(frozen=True, slots=True)
class Fault:
    """Wrong bytes in a peer's name, for which the peer need not be to blame; they were dropped."""

    peer: bytes
    why: str


@dataclass(frozen=True, slots=True)
class Noise:
    """A value that no peer of this room put into this variable, or an old one that came back; it was ignored."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Twin:
    """Somebody else publishes under this identity: the game is open twice, or a member of the room forges."""


@dataclass(frozen=True, slots=True)
class Crowded:
    """Every variable of this place is in use by others, so nothing can be published yet."""


Event = Met | Grew | Fork | Fault | Noise | Twin | Crowded
