"""How the program speaks: to people on stderr, results on stdout, and with ``--json`` one object a line."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import click

from p2pscrabble.cli.settings import Settings, is_terminal

_STEPS: Final = 100

JSON_VERSION: Final = 1
"""Stands as ``v`` in every object; it rises when the meaning of a field changes, not when one is added."""


@dataclass(frozen=True, slots=True)
class Output:
    """Says things the way the settings want them."""

    settings: Settings

    def say(self, text: str = "") -> None:
        """Something for the person, on stderr; ``-q`` silences it. Where nobody is there any more, nobody is told."""
        if not self.settings.quiet:
            with contextlib.suppress(OSError):
                click.echo(text, err=True)

    def result(self, text: str) -> None:
        """A result, on stdout; with ``--json`` the object that goes with it is written instead."""
        if not self.settings.json:
            click.echo(text)

    def event(self, event: str, **data: object) -> None:
        """The same for programs: one object on one line of stdout, where ``--json`` asks for it."""
        if self.settings.json:
            click.echo(json.dumps({"v": JSON_VERSION, "event": event, **data}, ensure_ascii=False))

    @contextmanager
    def progress(self, label: str) -> Iterator[Callable[[float], None]]:
        """A bar for long work, where a person looks on; the work tells it which part is done, from 0 to 1."""
        if self.settings.quiet or not is_terminal(sys.stderr):
            yield lambda _: None
            return
        with click.progressbar(length=_STEPS, label=label, file=sys.stderr, show_eta=False) as bar:
            yield lambda part: bar.update(max(0, round(part * _STEPS) - bar.pos))
            bar.update(max(0, _STEPS - bar.pos))
