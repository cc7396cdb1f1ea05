"""``host``, ``join`` and ``bot``: ways to a seat at a table."""

from __future__ import annotations

from typing import Final

import click

from p2pscrabble.cli.asking import invitation_from, where_from
from p2pscrabble.cli.options import fields_text, listening, option, rules_from, rules_options, with_direct
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import EVERYWHERE, Settings, common_options
from p2pscrabble.errors import UsageError

MAX_SECONDS: Final = 86_400

_auto = option("--auto", is_flag=True, help="The computer plays your seat.")
_games = option(
    "--games", type=click.IntRange(1), metavar="N", help="Played by the computer: leave after so many games, else stay."
)


@click.command("host")
@common_options
@option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="How many play, you among them.")
@rules_options
@option("--lexicon", metavar="NAME", default="modern", show_default=True, help="The word list: see `wordlist list`.")
@option(
    "--deal",
    type=click.Choice(["sealed", "open"]),
    default="sealed",
    show_default=True,
    help="How tiles are dealt. sealed: nobody can look, and nobody can cheat. open: quicker, for friends who trust "
    "each other’s programs.",
)
@option("--public", is_flag=True, help="List the room on the relay, for everyone there.")
@option(
    "--countdown",
    type=click.IntRange(0, MAX_SECONDS),
    metavar="SECONDS",
    default=3,
    show_default=True,
    help="How long to wait once all seats are taken.",
)
@option(
    "--wait",
    type=click.IntRange(0, MAX_SECONDS),
    metavar="SECONDS",
    help="Begin by then with those who are here, two at least.",
)
@option(
    "--listen",
    metavar="HOST[:PORT]",
    default=EVERYWHERE,
    show_default=True,
    help="Where a relay started here listens, without a port on 8765, if that is free; a direct room, on 8766.",
)
@option(
    "--direct",
    is_flag=True,
    help="With no relay: the players’ programs connect to each other. In one network the code is enough.",
)
@_auto
@_games
@click.pass_obj
def host_command(
    settings: Settings,
    *,
    seats: int,
    rules: str,
    rule: tuple[str, ...],
    clock: str | None,
    lexicon: str,
    deal: str,
    public: bool,
    countdown: int,
    wait: int | None,
    listen: str,
    direct: bool,
    auto: bool,
    games: int | None,
) -> None:
    """Make a room, show how others come in, and play.

    With no --relay a relay is started on this computer, for others in the same network. With --direct there is none.
    """
    if "help" in rule:
        click.echo(fields_text())
        return
    from p2pscrabble.cli.words import named
    from p2pscrabble.peer.session import HostSettings
    from p2pscrabble.peer.wordlists import WordLists
    from p2pscrabble.table import Deal

    address, port = listening(listen)
    asked = HostSettings(
        seats=seats,
        rules=rules_from(rules, rule, clock),
        lexicon=lexicon,
        deal=Deal[deal.upper()],
        public=public,
        countdown=countdown,
        wait=wait,
        listen=address,
        port=port,
    )
    out = Output(settings)
    where = with_direct(where_from(settings, asking=not auto), wanted=direct)
    named(WordLists(settings.data), lexicon, out)
    if settings.text or auto:
        from p2pscrabble.cli.rooms import conduct, host_room

        conduct(out, host_room(asked, where, out, auto=auto, games=games))
    else:
        from p2pscrabble.cli.browser import in_browser
        from p2pscrabble.web.starting import host_json, wish

        in_browser(settings, wish("host", relays=where.relays, name=where.name, settings=host_json(asked)))


@click.command("join")
@common_options
@click.argument("code", required=False, envvar="P2PSCRABBLE_CODE")
@option("--watch", is_flag=True, help="Only look on: you get no seat, and see nobody’s rack. The players are told.")
@_auto
@_games
@click.pass_obj
def join_command(
    settings: Settings,
    *,
    code: str | None,
    watch: bool,
    auto: bool,
    games: int | None,
) -> None:
    """Go into a friend's room. Who comes when the game has begun watches, and may play in the next one.

    CODE is the room code or the link that the host's program shows; without it you are asked, and that is better: what
    stands on a command line can be seen by everyone on this computer. It is also taken from P2PSCRABBLE_CODE.
    """
    if watch and auto:
        raise UsageError("Who watches has no seat that the computer could play: leave out --watch or --auto.")
    invitation = invitation_from(code)
    where = where_from(settings, asking=not auto)
    if settings.text or auto:
        from p2pscrabble.cli.rooms import conduct, join_room

        out = Output(settings)
        conduct(out, join_room(invitation, where, out, watch=watch, auto=auto, games=games))
    else:
        from p2pscrabble.cli.browser import in_browser
        from p2pscrabble.web.starting import wish

        in_browser(settings, wish("join", relays=where.relays, name=where.name, text=str(invitation), watch=watch))


@click.command("bot")
@common_options
@click.argument("code", required=False, envvar="P2PSCRABBLE_CODE")
@_games
@click.option("--while-stdin", is_flag=True, hidden=True, help="End when standard input does.")
@click.pass_obj
def bot_command(settings: Settings, *, code: str | None, games: int | None, while_stdin: bool) -> None:
    """A computer player takes a seat in a room, and stays until the room is closed.

    CODE is the room code or the link; it is asked for where it is missing, or taken from P2PSCRABBLE_CODE.
    """
    from p2pscrabble.cli.rooms import bot_room, conduct

    invitation = invitation_from(code)
    where = where_from(settings, name=settings.name or "Computer", asking=False)
    out = Output(settings)
    conduct(out, bot_room(invitation, where, out, games=games, while_stdin=while_stdin))
