"""The game in a terminal: the board as text, the sentences, the commands, and the session that joins them.

May import ``peer`` and all below it; knows nothing of the command line.
"""
