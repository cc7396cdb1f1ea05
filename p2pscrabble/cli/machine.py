"""``relay``, ``doctor``, ``paths`` and ``completion``: this computer and what runs on it."""

from __future__ import annotations

import sys
from typing import Final

import click

from p2pscrabble.cli.exits import ExitCode
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options

SHELLS: Final = ("bash", "zsh", "fish")


@click.command(
    "relay",
    add_help_option=False,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
@click.pass_obj
def relay_command(settings: Settings, arguments: tuple[str, ...]) -> None:
    """Run a relay for other players; its options are those of `p2pscrabble-relay`."""
    from p2pscrabble_relay.__main__ import main

    given = list(arguments)
    if settings.json and "--json" not in given:
        given.append("--json")
    if settings.verbose and "-v" not in given:
        given.append("-v")
    sys.exit(main(given, "p2pscrabble relay"))


@click.command("paths")
@common_options
@click.pass_obj
def paths_command(settings: Settings) -> None:
    """Where everything is kept."""
    data = settings.data
    paths = {"data": data, "rooms": data / "rooms", "wordlists": data / "wordlists"}
    out = Output(settings)
    for name, path in paths.items():
        out.result(f"{name + ':':<11} {path}")
    out.event("paths", **{name: str(path) for name, path in paths.items()})


@click.command("doctor")
@common_options
@click.pass_obj
def doctor_command(settings: Settings) -> None:
    """Look for what could stand in the way of a game; ends with 1 where something does."""
    from p2pscrabble.cli.doctor import examine

    out = Output(settings)
    sound = True
    for finding in examine(settings):
        sound = sound and finding.good is not False
        mark = {True: "good", False: "BAD", None: "note"}[finding.good]
        out.result(f"{mark:<5} {finding.about}: {finding.text}")
        out.event("finding", about=finding.about, good=finding.good, text=finding.text)
    out.say("Nothing stands in the way." if sound else "Something stands in the way: see BAD above.")
    if not sound:
        sys.exit(ExitCode.NO)


@click.command("completion")
@common_options
@click.argument("shell", type=click.Choice(SHELLS))
def completion_command(shell: str) -> None:
    """Complete commands with the Tab key.

    \b
    bash:  put into ~/.bashrc      eval "$(p2pscrabble completion bash)"
    zsh:   put into ~/.zshrc       eval "$(p2pscrabble completion zsh)"
    fish:  p2pscrabble completion fish > ~/.config/fish/completions/p2pscrabble.fish
    """  # noqa: D301 - click reads the backspace
    from click.shell_completion import get_completion_class

    from p2pscrabble.cli.entry import cli

    found = get_completion_class(shell)
    if found is None:
        raise click.UsageError(f"There is no completion for {shell}.")
    click.echo(found(cli, {}, "p2pscrabble", "_P2PSCRABBLE_COMPLETE").source())
