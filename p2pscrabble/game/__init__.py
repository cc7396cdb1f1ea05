"""The game itself, pure: tiles, board, moves, rules, word list, what a play scores, what is legal, and how it ends.

Everything here is a value or a function of values; a ``Position`` is a game at one moment and gives the next one. It
imports nothing of p2pscrabble but ``errors``, and no clock, network, randomness or task.
"""
