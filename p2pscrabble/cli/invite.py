"""How a host is told what to send to the others: the code, the link, and the link as a picture."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from p2pscrabble.cli.output import Output
from p2pscrabble.numerals import Invitation

if TYPE_CHECKING:
    from p2pscrabble.peer.session import Session


def show_invitation(session: Session, out: Output) -> None:
    """Says how the others come into the room."""
    links = [str(Invitation(address, session.code)) for address in session.addresses]
    out.event("room", code=str(session.code), link=session.link, links=links, relay=str(session.relay))
    out.say(f"Room code: {session.code}")
    if not out.settings.no_qr and not out.settings.quiet and sys.stderr.isatty():
        out.say(qr_code(session.link))
    out.say("On the other computer, run:\n    p2pscrabble join")
    if session.embedded:
        out.say(f"and give it this link, with the code in it:\n    {session.link}")
        if links[1:]:
            out.say("If that finds nothing, the other addresses of this computer are:")
            out.say("\n".join(f"    {link}" for link in links if link != session.link))
    elif session.link != str(session.code):
        out.say(f"and give it the room code, if it is set to the same relay, or else this link:\n    {session.link}")
    else:
        out.say(f"and give it the room code; it must be set to the same relay:\n    --relay {session.relay}")
    out.say("Ctrl-C leaves; `p2pscrabble resume` comes back.\n")


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
