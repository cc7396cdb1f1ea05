"""Where cloud variables live: in memory (tests), on a relay, reached by WebSocket, or in the programs themselves.

Imports ``errors``, the packed records of ``numerals``, the standard library and, only while connecting, aiohttp or
pyzmq and zeroconf; known to ``peer`` alone. The transports themselves are in ``transport.memory``,
``transport.websocket`` and ``transport.direct``, so that nothing that only names a relay loads them.
"""

from p2pscrabble.transport.address import DIRECT, OWN, SCRATCH, TURBOWARP, Profile, RelayAddress, parse_relay
from p2pscrabble.transport.link import Changed, Link, LinkState, Place, Transport

__all__ = [
    "DIRECT",
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
