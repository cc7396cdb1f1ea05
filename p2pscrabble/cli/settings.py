"""What is set for the whole program: the relay, the name, the data folder, and how to speak.

These options may stand before the command or after it; before it they are listed in ``--help``.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, ParamSpec, TextIO, TypeVar

import click

P = ParamSpec("P")
R = TypeVar("R")

APP: Final = "p2pscrabble"
EVERYWHERE: Final = "0.0.0.0"  # noqa: S104 - the others are on other computers


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody reads or writes there; a stream that was closed before the program began is ``None``."""
    return stream is not None and stream.isatty()


@dataclass(frozen=True, slots=True)
class Settings:
    """The options of the program as a whole."""

    relay: tuple[str, ...] = ()
    name: str | None = None
    data_dir: Path | None = None
    json: bool = False
    quiet: bool = False
    verbose: int = 0
    no_color: bool = False
    no_qr: bool = False
    port: int = 0
    no_browser: bool = False
    text: bool = False
    patience: int = 120
    interface: str = EVERYWHERE

    @property
    def data(self) -> Path:
        """The folder that everything is kept in; need not exist yet."""
        if self.data_dir is not None:
            return self.data_dir.expanduser().absolute()
        import platformdirs

        return Path(platformdirs.user_data_dir(APP, appauthor=False))

    @property
    def coloured(self) -> bool:
        """Whether colour may be used on stderr: only on a terminal that nobody has asked to go without."""
        wanted = not self.no_color and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        return wanted and is_terminal(sys.stderr)


_OPTIONS: Final = (
    (
        ("--relay",),
        {
            "multiple": True,
            "metavar": "ADDRESS",
            "help": "The relay: ws://HOST:PORT, wss://HOST, HOST:PORT, turbowarp, scratch:PROJECT or direct (none at "
            "all). May be repeated: the next one is used, too, when one does not answer.",
        },
    ),
    (("--name",), {"metavar": "NAME", "help": "What the others call you."}),
    (
        ("--data-dir",),
        {
            "type": click.Path(file_okay=False, path_type=Path),
            "help": "Where games and word lists are kept.",
        },
    ),
    (
        ("--port",),
        {
            "type": click.IntRange(0, 65_535),
            "metavar": "PORT",
            "help": "Where the page is on this computer; 0: where it was last.",
        },
    ),
    (("--no-browser",), {"is_flag": True, "help": "Open no browser; say where the page is."}),
    (("--text",), {"is_flag": True, "help": "Play in this terminal, without the page."}),
    (
        ("--patience",),
        {
            "type": click.IntRange(1, 86_400),
            "metavar": "SECONDS",
            "help": "Ask whether to go on without a player after so much silence; otherwise after 120.",
        },
    ),
    (
        ("--interface",),
        {
            "metavar": "ADDRESS",
            "help": "Direct rooms, and the search for them, keep to this address of this computer.",
        },
    ),
    (("--json",), {"is_flag": True, "help": "Results as one JSON object a line on stdout."}),
    (("-q", "--quiet"), {"is_flag": True, "help": "Only results and errors."}),
    (("-v", "--verbose"), {"count": True, "help": "Say what goes on beneath; -vv shows where an error came from."}),
    (("--no-color",), {"is_flag": True, "help": "No colour (as with NO_COLOR)."}),
    (("--no-qr",), {"is_flag": True, "help": "Show no QR code."}),
)


def global_options(command: Callable[P, R]) -> Callable[P, R]:
    """Puts the options of the program on the program itself."""
    for names, how in reversed(_OPTIONS):
        command = click.option(
            *names, **how, expose_value=False, callback=_keep, show_envvar=True, is_eager=names[0] == "--json"
        )(command)
    return command


def common_options(command: Callable[P, R]) -> Callable[P, R]:
    """Lets the options of the program stand behind a command's name too; not listed again."""
    for names, how in reversed(_OPTIONS):
        command = click.option(
            *names,
            **how,
            expose_value=False,
            callback=_keep,
            hidden=True,
            allow_from_autoenv=False,
            is_eager=names[0] == "--json",
        )(command)
    return command


def _keep(ctx: click.Context, parameter: click.Parameter, value: object) -> None:
    """Notes an option where it was given; what stands behind the command's name wins."""
    settings = ctx.obj if isinstance(ctx.obj, Settings) else Settings()
    if value not in (None, False, 0, ()):
        if parameter.name == "relay" and isinstance(value, tuple):
            value = (*settings.relay, *value)
        changed: dict[str, Any] = {str(parameter.name): value}
        settings = replace(settings, **changed)
        if parameter.name == "verbose":
            _log(settings.verbose)
    ctx.obj = settings


def _log(verbose: int) -> None:
    """What goes on beneath is told on stderr."""
    import logging

    level = logging.DEBUG if verbose > 1 else logging.INFO
    logging.basicConfig(level=level, format="%(asctime)s %(name)s: %(message)s", datefmt="%H:%M:%S", force=True)
