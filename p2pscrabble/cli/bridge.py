"""``bridge``: players on different relays at one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from p2pscrabble.cli.asking import invitation_from, where_from
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options

if TYPE_CHECKING:
    from p2pscrabble.numerals import Invitation
    from p2pscrabble.peer.session import Where


@click.command("bridge")
@common_options
@click.argument("code", required=False, envvar="P2PSCRABBLE_CODE")
@click.pass_obj
def bridge_command(settings: Settings, *, code: str | None) -> None:
    """Join several relays, so that players on any of them sit at one table: one on Scratch, one on TurboWarp, one here.

    CODE is the room code or the link; it is asked for where it is missing, or taken from P2PSCRABBLE_CODE. Give --relay
    for each relay. The players see that somebody watches; the bridge sees what all who watch see, and nobody's rack.
    It stays until the room is closed. Stop it at any time and start it again: nothing is lost.
    """
    from p2pscrabble.cli.running import run

    invitation = invitation_from(code)
    where = where_from(settings, name=settings.name or "Bridge", asking=False)
    run(_bridge(invitation, where, Output(settings)))


async def _bridge(invitation: Invitation, where: Where, out: Output) -> None:
    from p2pscrabble.peer.bridging import Told, bridge

    def tell(told: Told) -> None:
        out.say(told.text)
        out.event(told.kind, text=told.text)

    async with bridge(invitation, where, tell) as crossing:
        out.say("Ctrl-C ends the bridge; the same command starts it again.")
        await crossing.run()
