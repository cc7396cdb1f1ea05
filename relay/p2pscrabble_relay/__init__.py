"""The relay: a register box for cloud variables that understands nothing of what is in them.

``limits``, ``refusal``, ``messages``, ``rooms``, ``timing``, ``counters`` and ``addresses`` decide everything and touch
no socket, clock or task; ``connection`` speaks the protocol with one client, and ``server`` is the running relay. To
have one in a program of your own: ``from p2pscrabble_relay.server import Relay``. The package imports nothing of the
game, and aiohttp only in its last two modules.
"""

__version__ = "0.1.0"
