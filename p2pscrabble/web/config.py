"""What the page is told once, and never changes while the program runs: ``Config`` of types.js."""

from __future__ import annotations

from typing import Final

from p2pscrabble import __version__
from p2pscrabble.game.board import CENTRE, COLUMNS, PREMIUM, SIZE, SQUARES
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import COUNT, RACK_SIZE, TILES, VALUE
from p2pscrabble.peer.telling import rule_lines
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table import CHAT_LENGTH, NAME_LENGTH

ABOUT: Final = {
    "classic": "As the sheet in the box says. Words that are not in the list are refused.",
    "scratch": "As in the Scratch original: the host begins, and all seven tiles earn no bonus.",
    "tournament": "As in clubs: any word may be played, and challenged.",
}
"""What to say of each preset, the usual one first."""


def config(lists: WordLists) -> dict[str, object]:
    """The board, the tiles, and the rules and word lists that there are."""
    return {
        "program": f"p2pscrabble {__version__}",
        "size": SIZE,
        "columns": COLUMNS,
        "premiums": [PREMIUM.get(square, "") for square in range(SQUARES)],
        "centre": CENTRE,
        "tiles": {tile: {"points": VALUE[tile], "count": COUNT[tile]} for tile in TILES},
        "rack": RACK_SIZE,
        "maxChat": CHAT_LENGTH,
        "maxName": NAME_LENGTH,
        "presets": [
            {"name": name, "about": about, "lines": list(rule_lines(PRESETS[name]))} for name, about in ABOUT.items()
        ],
        "wordlists": [{"name": one.name, "words": one.words, "about": one.about} for one in lists.known()],
    }
