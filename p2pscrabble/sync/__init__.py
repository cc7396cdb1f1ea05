"""Cloud variables on one side, the same signed, append-only logs at every peer on the other.

Imports nothing but ``errors`` and ``numerals``, and of the outside world only ``cryptography``. Times are seconds of
any clock that does not stop, handed in. A driver does this::

    sync = Sync(identity, Room(room_id, key, max_digits, min_interval, names), hello, counter=…, seed=…, saved=…)
    for every value that arrives:  events = sync.receive(name, digits, now)
    for what is to be said:        sync.append(Stream.GAME, kind, body)
    then, and at sync.wake(now):   unsaved = sync.take_unsaved()   # on disk, fsync, before the next line
                                   for name, digits in sync.due(now): transport.set(name, digits)

At a restart ``saved`` are the logs from disk, one's own among them, and ``counter`` the last ``counter_limit``; files
are then cut to the ``length`` that ``sync.logs`` tell. ``sync.seat(keys)``, once the host's log names the seats, makes
values shorter. ``present``, ``acked`` and ``held`` tell who is here and what has arrived where.

What a peer says is signed; which variable says it, and how much its writer holds, is only sealed with the room's key.
So a stranger can do no more than delay. Somebody who was let into the room can hold up a peer for as long as they go on
writing in its name, but can never make it say anything: counters far from those that a peer has used are ignored while
it is here, and it overtakes the others by itself. Sixteen peers are known at a time; seats always have a place, and a
newcomer takes that of the one who has been gone for longest. Such a log is forgotten here, not on disk; should its peer
come again, it is written anew from offset 0.
"""

from p2pscrabble.sync.bridge import Bridge
from p2pscrabble.sync.entry import HELLO, MAX_BODY, Entry, Stream
from p2pscrabble.sync.events import Crowded, Event, Fault, Fork, Grew, Met, Noise, Twin
from p2pscrabble.sync.identity import KEY_BYTES, Identity, peer_id, verify
from p2pscrabble.sync.log import Log, Mark
from p2pscrabble.sync.register import Seating
from p2pscrabble.sync.sync import MAX_HELLO, Range, Room, Sync, Unsaved

__all__ = [
    "HELLO",
    "KEY_BYTES",
    "MAX_BODY",
    "MAX_HELLO",
    "Bridge",
    "Crowded",
    "Entry",
    "Event",
    "Fault",
    "Fork",
    "Grew",
    "Identity",
    "Log",
    "Mark",
    "Met",
    "Noise",
    "Range",
    "Room",
    "Seating",
    "Stream",
    "Sync",
    "Twin",
    "Unsaved",
    "peer_id",
    "verify",
]
