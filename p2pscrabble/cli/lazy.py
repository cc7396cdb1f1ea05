"""A group of commands that are loaded only when one is run, listed under headings in ``--help``."""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import click

from p2pscrabble.cli.exits import ExitCode, Refusal, code_of
from p2pscrabble.errors import P2PScrabbleError


@dataclass(frozen=True, slots=True)
class Listed:
    """A command that is not loaded yet: its name, its module, and its line in ``--help``."""

    name: str
    module: str
    help: str


class LazyGroup(click.Group):
    """A group that knows its commands by name and help line, and turns every error into a sentence and an exit code."""

    sections: ClassVar[Mapping[str, Sequence[Listed]]] = {}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """All names, in the order in which they are listed."""
        return [listed.name for section in self.sections.values() for listed in section]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, loaded."""
        for section in self.sections.values():
            for listed in section:
                if listed.name == cmd_name:
                    command: click.Command = getattr(importlib.import_module(listed.module), f"{cmd_name}_command")
                    return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The headings and the commands below them, without loading any."""
        for heading, section in self.sections.items():
            with formatter.section(heading):
                formatter.write_dl([(listed.name, listed.help) for listed in section])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion for a name that is mistyped."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as unknown:
            import difflib

            near = difflib.get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f" Did you mean `p2pscrabble {near[0]}`?" if near else ""
            raise click.UsageError(f"There is no command “{args[0]}”.{hint}", ctx) from unknown

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; every error of ours becomes a :class:`Refusal`."""
        try:
            return super().invoke(ctx)
        except P2PScrabbleError as error:
            if ctx.obj.verbose > 1:
                raise
            raise Refusal(str(error) or type(error).__doc__ or "", code_of(error), as_json=ctx.obj.json) from error
        except (KeyboardInterrupt, click.Abort) as error:
            raise Refusal("", ExitCode.INTERRUPTED, as_json=False) from error
