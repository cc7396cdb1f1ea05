"""``p2pscrabble``: the program itself, with what is set for all commands."""

from __future__ import annotations

import sys
from typing import ClassVar, Final

import click

from p2pscrabble import __version__
from p2pscrabble.cli.exits import EXIT_CODES
from p2pscrabble.cli.lazy import LazyGroup, Listed
from p2pscrabble.cli.settings import Settings, global_options

_PLAY: Final = "p2pscrabble.cli.play"
_GAMES: Final = "p2pscrabble.cli.games"
_REPLAYS: Final = "p2pscrabble.cli.replays"
_TRANSCRIPTS: Final = "p2pscrabble.cli.transcripts"
_WORDS: Final = "p2pscrabble.cli.words"
_MACHINE: Final = "p2pscrabble.cli.machine"


class Program(LazyGroup):
    """All commands of p2pscrabble."""

    sections: ClassVar = {
        "Play": (
            Listed("demo", "p2pscrabble.cli.demo", "A game against the computer, at once."),
            Listed("host", _PLAY, "Make a room and wait for the others."),
            Listed("join", _PLAY, "Go into a friend's room."),
            Listed("resume", _GAMES, "Play on where you left off."),
            Listed("games", _GAMES, "The games on this computer."),
            Listed("bot", _PLAY, "A computer player takes a seat in a room."),
            Listed("bridge", "p2pscrabble.cli.bridge", "Players on different relays at one table."),
        ),
        "Finished games": (
            Listed("replay", _REPLAYS, "Show a finished game, or check it."),
            Listed("export", _TRANSCRIPTS, "Write down all that was signed in a game."),
            Listed("audit", _TRANSCRIPTS, "Check a game of others, from what they signed."),
            Listed("import", _REPLAYS, "Turn a GCG file into a replay number."),
        ),
        "Words": (
            Listed("check", _WORDS, "Is it a word?"),
            Listed("wordlist", _WORDS, "The word lists on this computer."),
        ),
        "This computer": (
            Listed("relay", _MACHINE, "Run a relay for other players."),
            Listed("doctor", _MACHINE, "Look for what could stand in the way."),
            Listed("paths", _MACHINE, "Where everything is kept."),
            Listed("completion", _MACHINE, "Complete commands with the Tab key."),
        ),
    }


@click.group(
    cls=Program,
    invoke_without_command=True,
    epilog=EXIT_CODES,
    context_settings={
        "auto_envvar_prefix": "P2PSCRABBLE",
        "help_option_names": ["-h", "--help"],
        "max_content_width": 100,
    },
)
@global_options
@click.version_option(__version__, prog_name="p2pscrabble", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Scrabble for two to four friends, with no game server.

    Alone it opens the lobby in your browser. The first thing to try is `p2pscrabble demo`. With a friend: one of you
    runs `p2pscrabble host`, the other `p2pscrabble join` and types the room code.
    """
    if not isinstance(ctx.obj, Settings):
        ctx.obj = Settings()
    if ctx.invoked_subcommand is None:
        if ctx.obj.text:
            from p2pscrabble.cli.home import show_home

            show_home(ctx.obj)
        else:
            from p2pscrabble.cli.asking import where_from
            from p2pscrabble.cli.browser import in_browser
            from p2pscrabble.web.starting import wish

            in_browser(ctx.obj, wish("lobby", relays=where_from(ctx.obj, asking=False).relays))


def main() -> None:
    """The command ``p2pscrabble``."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a sign shows a question mark, and the game goes on.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    cli(prog_name="p2pscrabble")
