"""Asking the person at the keyboard, and who they are."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, is_terminal
from p2pscrabble.errors import DecodeError, StoreError, UsageError, sentence

if TYPE_CHECKING:
    from p2pscrabble.numerals import Invitation
    from p2pscrabble.peer.session import Where

_MAX_LINE = 2_000


def is_person() -> bool:
    """Whether somebody can be asked."""
    return is_terminal(sys.stdin) and is_terminal(sys.stderr)


def ask(question: str, default: str | None = None) -> str:
    """A line from the person; from a pipe, its next line, and no more than that; empty where there is neither."""
    if is_person():
        answer: str = click.prompt(question, default=default, err=True, type=str)
        return answer
    click.echo(f"{question}: ", nl=False, err=True)
    if sys.stdin is None:  # closed: its number may be another file's by now
        return ""
    line = bytearray()
    while (sign := os.read(0, 1)) not in (b"", b"\n") and len(line) < _MAX_LINE:
        line += sign
    click.echo(err=True)
    return line.decode(errors="replace").strip()


def invitation_from(text: str | None) -> Invitation:
    """The room code or link, asked for where it is missing; asked again, of a person, until it is one."""
    from p2pscrabble.numerals import parse_invitation

    while True:
        typed = text if text else ask("Room code or link")
        try:
            return parse_invitation(typed)
        except DecodeError as error:
            if not typed:
                raise UsageError("A room code or a link is needed: the host’s program shows both.") from None
            if text or not is_person():
                raise
            click.echo(f"{sentence(str(error))} Please type it again.", err=True)


def where_from(settings: Settings, *, name: str | None = None, asking: bool = True) -> Where:
    """Who plays here, with which relays and folder; the name is asked for once and remembered."""
    from p2pscrabble.peer.session import Where
    from p2pscrabble.transport import parse_relay

    relays = tuple(parse_relay(relay) for relay in settings.relay)
    return Where(settings.data, name or _name(settings, asking=asking), relays, settings.patience, settings.interface)


def _name(settings: Settings, *, asking: bool) -> str:
    from p2pscrabble.peer.kept import keep_name, kept_name
    from p2pscrabble.table import clean_name

    if settings.name is not None:
        return clean_name(settings.name)
    if kept := kept_name(settings.data):
        return kept
    if not (asking and is_person()):
        return login_name() or "Player"
    while True:
        try:
            name = clean_name(ask("Your name, as the others will see it", login_name()))
            break
        except UsageError as error:
            click.echo(str(error), err=True)
    try:
        keep_name(settings.data, name)
    except StoreError as error:
        Output(settings).say(str(error))
    return name


def login_name() -> str | None:
    """The name of the account, made a name for a player; ``None`` where it is nobody's."""
    import getpass

    from p2pscrabble.table import clean_name

    try:
        login = getpass.getuser()
        return None if login in ("root", "nobody") else clean_name(login[:1].upper() + login[1:])
    except (OSError, KeyError, ImportError, UsageError):
        return None
