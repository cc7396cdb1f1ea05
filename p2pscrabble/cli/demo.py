"""``demo``: a relay, you and computer players on this machine, the first thing that a newcomer runs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import click

from p2pscrabble.cli.asking import where_from
from p2pscrabble.cli.options import option, rules_from, rules_options
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options

if TYPE_CHECKING:
    from p2pscrabble.peer.session import HostSettings, Session, Where
    from p2pscrabble.peer.store import RoomStore
    from p2pscrabble.text.play import Parting

_LOOPBACK: Final = "127.0.0.1"


@click.command("demo")
@common_options
@option("--seats", type=click.IntRange(2, 4), default=2, show_default=True, help="How many play, you among them.")
@rules_options
@option("--lexicon", metavar="NAME", default="modern", show_default=True, help="The word list: see `wordlist list`.")
@option("--auto", is_flag=True, help="The computer plays your seat too.")
@option("--games", type=click.IntRange(1), metavar="N", help="With --auto: end after so many games.")
@click.pass_obj
def demo_command(
    settings: Settings,
    *,
    seats: int,
    rules: str,
    rule: tuple[str, ...],
    clock: str | None,
    lexicon: str,
    auto: bool,
    games: int | None,
) -> None:
    """A game against the computer, at once, with all the parts of a real one on this machine.

    Nothing leaves this computer. The game is kept: `p2pscrabble resume` comes back to it.
    """
    from p2pscrabble.cli.words import named
    from p2pscrabble.peer.session import HostSettings
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    asked = HostSettings(
        seats=seats, rules=rules_from(rules, rule, clock), lexicon=lexicon, countdown=0, listen=_LOOPBACK
    )
    named(WordLists(settings.data), lexicon, out)
    if settings.text or auto:
        from p2pscrabble.cli.rooms import conduct

        where = replace(where_from(settings, asking=False), relays=())
        conduct(out, _demo(asked, where, out, auto=auto, games=(games or 1) if auto else None))
    else:
        from p2pscrabble.cli.browser import in_browser
        from p2pscrabble.web.starting import host_json, wish

        out.say("A game against the computer.")
        in_browser(settings, wish("demo", settings=host_json(asked), bots=seats - 1))


async def _demo(asked: HostSettings, where: Where, out: Output, *, auto: bool, games: int | None) -> Parting:
    from p2pscrabble.cli.running import play_room
    from p2pscrabble.peer.opponents import Opponents, note_opponents
    from p2pscrabble.peer.session import host

    out.say("A game against the computer. Ctrl-C leaves; `p2pscrabble resume` comes back.")
    async with host(asked, where) as session:
        note_opponents(session.store, asked.seats - 1)
        _tell_room(session, out)
        async with Opponents(session, where.data, out.say):
            return await play_room(session, out, auto=auto, games=games)


async def resume_demo(store: RoomStore, where: Where, out: Output, *, auto: bool) -> Parting:
    """A room that was left, with computer players that belong to it: they come back too."""
    from p2pscrabble.cli.running import play_room
    from p2pscrabble.peer.opponents import Opponents
    from p2pscrabble.peer.session import resume

    async with resume(store, where) as session:
        _tell_room(session, out)
        async with Opponents(session, where.data, out.say):
            return await play_room(session, out, auto=auto)


def _tell_room(session: Session, out: Output) -> None:
    out.event("room", code=str(session.code), link=session.link, id=session.store.folder.name)
