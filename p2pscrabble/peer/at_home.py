"""The host of a direct room at home: where its program listens for the others, today and when it is resumed."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from p2pscrabble.errors import UsageError
from p2pscrabble.numerals import RoomSecrets
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.transport import DIRECT, RelayAddress, parse_relay
from p2pscrabble.transport.address import spots_of

if TYPE_CHECKING:
    from p2pscrabble.transport.direct import DirectTransport

PORT_KEY: Final = "direct_port"
"""Where a room notes the port on which its program listened last."""


def is_direct(relays: Iterable[RelayAddress]) -> bool:
    """Whether one of these is no relay at all."""
    return any(relay.profile == DIRECT for relay in relays)


async def at_home(
    stack: AsyncExitStack, store: RoomStore, keys: RoomSecrets, listen: str, port: int
) -> DirectTransport:
    """Listens for those who come directly; on the same port again when the room is resumed, so that links stay true.

    ``port`` is the one that was asked for, 0 for the one of last time or the usual one, else any.
    Raises ``UsageError``.
    """
    from p2pscrabble.transport.direct import DIRECT_PORT, DirectTransport

    file = store.room
    kept = file.settings.get(PORT_KEY)
    usual = kept if isinstance(kept, int) and 0 < kept < 2**16 else DIRECT_PORT
    home = DirectTransport(parse_relay(DIRECT.name), keys.room_id, keys.key, listen=listen, hosting=True)
    stack.push_async_callback(home.close)
    try:
        address = home.bind(port) if port else home.bind(usual, 0)
    except OSError as error:
        at = f"port {port} of {listen}" if port else listen
        why = error.strerror or str(error)
        raise UsageError(f"A direct room cannot listen on {at}: {why.lower()}.") from error
    store.write_room(replace(file, settings={**file.settings, PORT_KEY: spots_of(address)[0].port}))
    return home
