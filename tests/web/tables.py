"""Games at a given point, and the views of them, for tests of what the page is shown."""

from __future__ import annotations

from dataclasses import replace

from p2pscrabble.game.board import Board
from p2pscrabble.game.ending import EndReason, settle
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import Rules
from p2pscrabble.peer.view import PlayerView, Presence, View
from p2pscrabble.table import Deal, Phase, Room
from p2pscrabble.transport import Link, LinkState
from p2pscrabble.web.showing import About

WORDS = ("CAT", "CATS", "AT", "ATE", "TEA", "EAT", "RETINAS", "QI", "NO")
NAMES = ("Ana", "Ben", "Cid", "Dora")
ABOUT = About(
    "4821-abcdef", "ws://192.168.1.20:8765/#4821", ("ws://192.168.1.20:8765/#4821",), True, False, "ws://x", False
)


def lexicon() -> Lexicon:
    """A few words."""
    return Lexicon.from_words(WORDS, "few")


def dealt(*racks: str, rules: Rules | None = None, board: Board | None = None, bag: int | None = None) -> Position:
    """A game in which these racks have been dealt; the first seat is to move."""
    position = Position.start(rules or Rules(), lexicon(), len(racks))
    while position.owed:
        position = position.deal("E" * position.owed[0].count)
    players = tuple(replace(player, rack=Rack.of(rack)) for player, rack in zip(position.players, racks, strict=True))
    return replace(position, players=players, board=board or position.board, bag=position.bag if bag is None else bag)


def ended(rules: Rules, players: tuple[Player, ...], reason: EndReason, out: int | None = None) -> Position:
    """A game that has ended with these players."""
    position = dealt(*("" for _ in players), rules=rules, bag=0)
    return replace(position, players=players, ended=settle(rules, players, reason, out, drawing=False))


def seen(position: Position | None, seat: int | None = 0) -> View:
    """What a seat is shown of it."""
    seats = 2 if position is None else len(position.players)
    over = position is not None and position.ended is not None
    rules = Rules() if position is None else position.rules
    return View(
        version=1,
        code="4821 7730 9152 0846",
        link=Link(LinkState.UP, "The relay answers."),
        phase=Phase.GATHERING if position is None else Phase.OVER if over else Phase.PLAYING,
        room=Room(seats, rules, Deal.OPEN, bytes(32), "few"),
        players=tuple(
            PlayerView(NAMES[number], number == seat, Presence.HERE, 0.0, host=number == 0) for number in range(seats)
        ),
        seat=None if position is None else seat,
        starts_in=None,
        position=position,
        steps=(),
        chat=(),
        outcomes=(),
        your_turn=position is not None and not over and position.turn == seat,
        delivered=True,
        wants_again=(),
        warning="",
    )
