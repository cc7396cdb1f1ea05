"""What is proven about the bag, as the page is shown it: ``Shield`` of types.js."""

from __future__ import annotations

from p2pscrabble.peer.shield import shield_of
from p2pscrabble.peer.view import View


def shield_shown(view: View) -> dict[str, object]:
    """What can be said of the bag of the game in this view."""
    shield = shield_of(view)
    details = [{"title": title, "text": text} for title, text in shield.details]
    return {"level": shield.level, "sentence": shield.sentence, "details": details}
