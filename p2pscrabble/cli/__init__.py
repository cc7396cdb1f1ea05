"""The command line: every command, what it asks, what it answers, and the number that it ends with.

May import everything; imports nothing but click and the errors until a command runs, so that ``--help`` is quick.
"""

from p2pscrabble.cli.entry import cli, main

__all__ = ["cli", "main"]
