"""The computer player: what it would do in a position (``choose``, ``Bot``), and a seat that plays by itself.

``choice``, ``leaves`` and ``endgame`` are pure and import ``game`` alone; ``playing`` moves a peer.
"""

from p2pscrabble.bot.choice import PATIENCE, Bot, choose
from p2pscrabble.bot.playing import play_itself

__all__ = ["PATIENCE", "Bot", "choose", "play_itself"]
