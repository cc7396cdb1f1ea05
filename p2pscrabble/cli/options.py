"""Options that several commands share, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeVar

import click

from p2pscrabble.errors import UsageError

if TYPE_CHECKING:
    from p2pscrabble.game.rules import Rules
    from p2pscrabble.peer.session import Where

P = ParamSpec("P")
R = TypeVar("R")

PRESET_NAMES: Final = ("classic", "scratch", "tournament")

_CLOCK: Final = re.compile(r"(\d{1,4})(?:\+(\d{1,4}))?")
_YES: Final = ("yes", "true", "on")
_NO: Final = ("no", "false", "off")

option: Final[Callable[..., Callable[[Callable[P, R]], Callable[P, R]]]] = partial(click.option, show_envvar=True)


def rules_options(command: Callable[P, R]) -> Callable[P, R]:
    """The options that say by which rules a room plays."""
    options: tuple[Any, ...] = (
        option(
            "--rules",
            type=click.Choice(PRESET_NAMES),
            default=PRESET_NAMES[0],
            show_default=True,
            help="The rules: as on the rule sheet, as in the Scratch game, or as in club play.",
        ),
        option(
            "--rule",
            multiple=True,
            metavar="FIELD=VALUE",
            help="Change one rule, as in bingo=35 or challenge=single. May be repeated. "
            "`--rule help` lists the fields.",
        ),
        option("--clock", metavar="MINUTES[+SECONDS]", help="Minutes a player, and seconds more for each turn: 25+0."),
    )
    for add in reversed(options):
        command = add(command)
    return command


def rules_from(preset: str, changes: Sequence[str], clock: str | None) -> Rules:
    """The rules that the options ask for; ``UsageError`` where they cannot be."""
    from p2pscrabble.game.rules import PRESETS

    rules = PRESETS[preset]
    if clock is not None:
        found = _CLOCK.fullmatch(clock.strip())
        if found is None:
            raise UsageError(f"The clock is written MINUTES+SECONDS, as in 25+0, not {clock}.")
        rules = rules.timed(int(found[1]), int(found[2] or 0))
    fields: dict[str, object] = {}
    for change in changes:
        name, mark, value = change.partition("=")
        if not mark:
            raise UsageError(fields_text())
        fields[name.strip().replace("-", "_")] = _value(value.strip())
    return rules.changed(**fields)


def listening(text: str) -> tuple[str, int]:
    """A host and a port to listen on, the port 0 where none is named; ``UsageError`` where it is neither."""
    from p2pscrabble_relay.addresses import listen_address

    if text.endswith("]") or (text.count(":") != 1 and "]:" not in text):
        return text.removeprefix("[").removesuffix("]"), 0
    try:
        return listen_address(text)
    except ValueError:
        raise UsageError(f"A relay listens on HOST or HOST:PORT, the port from 0 to 65535, not on {text}.") from None


def with_direct(where: Where, *, wanted: bool) -> Where:
    """A room that is direct, too, where that is wanted: before all relays, unless it stands among them."""
    from dataclasses import replace

    from p2pscrabble.transport import DIRECT, parse_relay

    if not wanted or any(relay.profile == DIRECT for relay in where.relays):
        return where
    return replace(where, relays=(parse_relay(DIRECT.name), *where.relays))


def fields_text() -> str:
    """Every field of the rules and what it can be."""
    from p2pscrabble.game.rules import FIELDS, Rules

    lines = ["A rule is changed with FIELD=VALUE. The fields, and what they are in classic:"]
    for field in FIELDS:
        choices = field.choices
        if isinstance(choices, range):
            can = f"{choices[0]} to {choices[-1]}"
        else:
            can = ", ".join(_word(getattr(choice, "value", choice)) for choice in choices)
        lines.append(f"  {field.name}={_word(Rules().values()[field.name])}  ({can})")
    return "\n".join(lines)


def _value(text: str) -> object:
    if re.fullmatch(r"-?\d{1,9}", text):
        return int(text)
    if text.lower() in _YES + _NO:
        return text.lower() in _YES
    return text.lower()


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
