"""Scrabble for two to four friends, with no game server.

Layers, each importing only those before it: ``game``, ``numerals``, ``bag``, ``sync``, ``table``, ``peer``, then
the faces of the program (``bot``, ``cli``). ``transport`` is known to ``peer`` alone. Everything up to and
including ``table`` is pure: no socket, no clock, no task, no randomness but what it is handed.
"""

__version__ = "0.1.0"
