"""Which relays a room is on: who is missing, what the host says of them, and what is kept of it on this disk."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from p2pscrabble.errors import StoreError, UsageError
from p2pscrabble.peer.company import Company
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.view import Presence
from p2pscrabble.table import MAX_RELAYS, Phase, Table
from p2pscrabble.transport import RelayAddress, parse_relay
from p2pscrabble.transport.course import MOST
from p2pscrabble.transport.relays import Relays
from p2pscrabble.transport.told import believable, shortened, tellable

PATIENCE: Final = 8.0
"""Seconds among nobody, or since somebody counts as away, after which players are looked for on further relays."""
CHANGES: Final = 8
"""How often a host can put its relays in another order, or name others, while a program runs."""
_KEY: Final = "relays"


def somebody_missing(table: Table | None, company: Company) -> bool:
    """Whether somebody should be heard on the relays of this room and is not: during a game each player, else anyone.

    Those who have left, and those whom the others have gone on without, are not missed.
    """
    others = [key for key in company.hellos if key != company.me and company.presence(key) is not Presence.LEFT]
    if table is not None and table.phase in (Phase.COMMITTING, Phase.REVEALING, Phase.PLAYING):
        players = [seat.key for seat in table.seats if seat.key != company.me and seat.key not in table.departed]
        return any(company.unheard(key) > PATIENCE for key in players if not table.has_left(key))
    return all(company.unheard(key) > PATIENCE for key in others) and company.listening > PATIENCE


def kept_relays(room: RoomFile) -> tuple[RelayAddress, ...]:
    """All relays of a room that is on this disk, in order; raises ``UsageError`` where its first one is none."""
    first = parse_relay(room.relay)
    noted = room.settings.get(_KEY)
    others: list[RelayAddress] = []
    for text in noted if isinstance(noted, list) else []:
        try:
            others.append(parse_relay(text) if isinstance(text, str) else first)
        except UsageError:
            continue
    return tuple(dict.fromkeys(others if first in others else [first, *others]))


def noted(settings: Mapping[str, object], relays: Sequence[RelayAddress]) -> dict[str, object]:
    """The settings of a room with these relays among them, where there are several."""
    rest = {key: value for key, value in settings.items() if key != _KEY}
    return rest if len(relays) < 2 else {**rest, _KEY: [str(relay) for relay in relays]}


def to_tell(relays: Sequence[RelayAddress]) -> tuple[str, ...]:
    """What a host says of the relays of its room: nothing where there is but one, which everybody knows who comes."""
    told = tuple(str(relay) for relay in map(shortened, relays) if tellable(relay))[:MAX_RELAYS]
    return told if len(relays) > 1 else ()


class Itinerary:
    """The relays of one room as its guest knows them: those named at the start, and those that the host names."""

    def __init__(self, store: RoomStore, relays: Relays) -> None:
        self._store = store
        self._relays = relays
        self._changes = 0

    def missing(self, missing: bool) -> None:
        """See ``Roaming.missing``."""
        self._relays.missing(missing)

    def told(self, addresses: Sequence[str]) -> None:
        """See ``Roaming.told``; what cannot be believed of it is passed over."""
        room = self._store.room
        known = kept_relays(room)
        came_by = parse_relay(room.relay)
        believed = believable(addresses, came_by)
        own = () if came_by in believed else (came_by,)
        relays = tuple(dict.fromkeys([*own, *believed, *known]))
        if not believed or relays == known or self._changes >= CHANGES or len(relays) > MOST:
            return
        self._changes += 1
        with contextlib.suppress(StoreError):  # a full disk is told where it matters; until the end they are known
            self._store.write_room(replace(room, settings=noted(room.settings, relays)))
        self._relays.know(relays)
