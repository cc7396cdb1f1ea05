"""The game in the README: two computer players, the seeds that dealt the tiles, and every move."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from p2pscrabble.game import Lexicon, Position, Rules, parse_move
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.numerals.replay import replay_of
from p2pscrabble.peer.view import PlayerView, Presence, View
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table import Deal, Phase, Room, Step
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.replay import write_replay
from p2pscrabble.transport import Link, LinkState

NAMES = ("Ana", "Ben")
SEEDS = tuple(sha256(f"{name} 5".encode()).digest()[:16] for name in NAMES)
MOVES = (
    "H3 TOMTIT", "G3 ADMIX", "3B AIRBO..", "B2 L.ICH", "D1 YA.DAGE", "1D .OWIE", "6F Z..I", "C6 UPO", "B8 JOGGER",
    "14B SEE", "15D WIVES", "12A V.ALED", "11E PATrONS", "E3 .OY", "10D BAH", "4G ..URINE", "K3 F.NK", "14H UNEQUaL",
    "15L TRAD", "13M FAR", "M1 NON.LITE",
)  # fmt: skip
PICTURED = 12
"""After so many moves the picture is taken; Ana is to move."""


@cache
def words() -> Lexicon:
    """The word list that comes with the program."""
    with TemporaryDirectory() as folder:
        return WordLists(Path(folder)).named("modern")


@cache
def positions() -> tuple[Position, ...]:
    """The position before the first move and after each, draws made."""
    deal = OpenDeal(SEEDS)
    found = [dealt(Position.start(Rules(), words(), len(SEEDS)), deal)]
    for move in MOVES:
        found.append(dealt(found[-1].apply(parse_move(move, found[-1].board)), deal))
    return tuple(found)


def number() -> str:
    """The whole game as one number."""
    return write_replay(replay_of(positions(), SEEDS))


def view() -> View:
    """What Ana sees when the picture is taken."""
    made = positions()[: PICTURED + 1]
    position = made[-1]
    return View(
        version=1,
        code="",
        link=Link(LinkState.UP, ""),
        phase=Phase.PLAYING,
        room=Room(2, position.rules, Deal.OPEN, words().hash, words().name),
        players=tuple(PlayerView(name, you=name == NAMES[0], presence=Presence.HERE, silent=0.0) for name in NAMES),
        seat=0,
        starts_in=None,
        position=position,
        steps=tuple(map(Step, made[:-1], made[1:])),
        chat=(),
        outcomes=(),
        your_turn=True,
        delivered=True,
        wants_again=(),
        warning="",
    )
