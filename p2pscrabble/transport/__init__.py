"""Where cloud variables live: in memory (tests) or on a relay, reached by WebSocket.

Imports ``errors``, the standard library and, only while connecting, aiohttp; known to ``peer`` alone. The transports
themselves are in ``transport.memory`` and ``transport.websocket``, so that nothing that only names a relay loads them.
"""

from p2pscrabble.transport.address import OWN, SCRATCH, TURBOWARP, Profile, RelayAddress, parse_relay
from p2pscrabble.transport.link import Changed, Link, LinkState, Place, Transport

__all__ = [
    "OWN",
    "SCRATCH",
    "TURBOWARP",
    "Changed",
    "Link",
    "LinkState",
    "Place",
    "Profile",
    "RelayAddress",
    "Transport",
    "parse_relay",
]
