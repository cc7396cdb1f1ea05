"""How a host is told what to send to the others: the code, the link, and the link as a picture."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import is_terminal

if TYPE_CHECKING:
    from p2pscrabble.web.starting import Told


def show_invitation(room: Told, out: Output) -> None:
    """Says how the others come into the room."""
    out.event("room", code=room.code, link=room.link, links=room.links, relay=room.relay, id=room.room)
    out.say(f"Room code: {room.code}")
    if not out.settings.no_qr and not out.settings.quiet and is_terminal(sys.stderr):
        out.say(qr_code(room.link))
    out.say("On the other computer, run:\n    p2pscrabble join")
    if room.direct:
        out.say("and give it the room code, in the same network; from elsewhere this link, with the code in it:")
        out.say(f"    {room.link}")
        out.say(_elsewhere(room.link))
    elif room.embedded:
        out.say(f"and give it this link, with the code in it:\n    {room.link}")
        if others := [link for link in room.links if link != room.link]:
            out.say("If that finds nothing, the other addresses of this computer are:")
            out.say("\n".join(f"    {link}" for link in others))
    elif room.link != room.code:
        out.say(f"and give it the room code, if it is set to the same relay, or else this link:\n    {room.link}")
    else:
        out.say(f"and give it the room code; it must be set to the same relay:\n    --relay {room.relay}")


def _elsewhere(link: str) -> str:
    """What has to be so for players in another network."""
    from p2pscrabble.numerals import parse_invitation
    from p2pscrabble.transport import parse_relay
    from p2pscrabble.transport.address import spots_of
    from p2pscrabble.transport.told import HERE, depth_of

    spots = spots_of(parse_relay(parse_invitation(link).relay or "direct"))
    if all(depth_of(spot.host) == HERE for spot in spots):
        return "It leads to this computer alone."
    return (
        f"Where not all are in one network, your router must forward port {spots[0].port} (TCP) to this computer, and "
        "its own address\nbelongs into the link; else use a relay: `p2pscrabble host --relay …`."
    )


def show_entered(room: Told, out: Output) -> None:
    """Says which room this is, to somebody who is not to invite others."""
    out.event("room", code=room.code, link=room.link, relay=room.relay, id=room.room)
    out.say(f"Room {room.code}, with no relay" if room.direct else f"Room {room.code} on {room.relay}")


def qr_code(text: str) -> str:
    """The text as a QR code in half blocks; empty where the terminal has no such sign."""
    encoding = getattr(sys.stderr, "encoding", None) or "ascii"
    try:
        "█▀▄".encode(encoding)
    except UnicodeEncodeError:
        return ""
    import segno

    picture = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(picture, border=2, compact=True)
    return picture.getvalue().rstrip("\n")
