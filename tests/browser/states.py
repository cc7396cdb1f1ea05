"""What the page is shown in the pictures of it: real games of real words, at the points that have something to show."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Final

from p2pscrabble.bag import draw_for_first
from p2pscrabble.game import PRESETS, Accept, Move, Position, Rules, parse_move
from p2pscrabble.game.moves import Play
from p2pscrabble.game.tiles import BLANK
from p2pscrabble.numerals import RoomCode
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.numerals.replay import replay_of
from p2pscrabble.peer.view import ChatLine, Dealing, OutcomeView, PlayerView, Presence, View
from p2pscrabble.table import Deal, Outcome, Phase, Record, Room, Seat, Step
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.replay import write_replay
from p2pscrabble.transport import Link, LinkState
from p2pscrabble.web.draft import EMPTY, Draft, arrange
from p2pscrabble.web.showing import About, follow, room_state
from p2pscrabble.web.tabs import Json
from tests.bench import games
from tests.docs import game as documented

NAMES: Final = ("Ana", "Ben")
LONG: Final = ("Ana", "Wilhelmina von Wölfe", "Bartholomew the 2nd", "Bot MMMMMMMMMMMMMMMM")
"""Names as long as they may be, and wide."""
CODE: Final = str(RoomCode.random(bytes(range(16))))
RELAY: Final = "ws://192.168.1.20:8765/"
LINK: Final = f"{RELAY}#{CODE.replace(' ', '')}"
CHAT: Final = (
    ChatLine("Ana", "Hello Ben!", you=True),
    ChatLine("Ben", "Hello! I have nothing but vowels.", you=False),
    ChatLine("Ben", "And a Q.", you=False),
    ChatLine("Ana", "Then what is VEALED?", you=True),
    ChatLine("Ben", "Averyverylongwordthatneverendsbecausesomebodyleanedonthekeyboard and <b>markup</b>.", you=False),
)
COMMITMENTS: Final = tuple(sha256(bytes([number])).digest() for number in range(4))
_UP: Final = Link(LinkState.UP, "The relay answers.")


def player(name: str, *, you: bool = False, bot: bool = False, host: bool = False, away: bool = False) -> PlayerView:
    """Somebody at the table."""
    presence = Presence.AWAY if away else Presence.HERE
    since = time.time() - 260 if away else None
    return PlayerView(name, you, presence, 0.0, bot=bot, host=host, away_since=since)


def company(names: Sequence[str], you: int, *, away: Sequence[int] = ()) -> tuple[PlayerView, ...]:
    """Those at a table, the first of them its host."""
    return tuple(
        player(name, you=seat == you, bot=name.startswith("Bot"), host=seat == 0, away=seat in away)
        for seat, name in enumerate(names)
    )


def about(room: str, *, host: bool = True, demo: bool = False, failure: str = "") -> About:
    """What is known of a room."""
    links = (LINK, LINK.replace("192.168.1.20", "10.13.0.4"), LINK.replace("192.168.1.20", "[fd00::17]"))
    return About(room, LINK, links, host=host, demo=demo, relay=RELAY, public=False, failure=failure)


def before(players: tuple[PlayerView, ...], seats: int, rules: Rules | None = None, **changes: object) -> View:
    """A room before its game."""
    words = documented.words()
    room = Room(seats, rules or Rules(), Deal.OPEN, words.hash, words.name)
    view = View(
        version=1, code=CODE, link=_UP, phase=Phase.GATHERING, room=room, players=players, seat=None, starts_in=None,
        position=None, steps=(), chat=(), outcomes=(), your_turn=False, delivered=True, wants_again=(), warning="",
        words=len(words), link_since=time.time(), turn_since=time.time(),
    )  # fmt: skip
    return replace(view, **changes)  # type: ignore[arg-type]


def seen(positions: Sequence[Position], players: tuple[PlayerView, ...], seeds: Sequence[bytes] = ()) -> View:
    """A game as it stands after the last of these positions, at whose seat ``you`` are."""
    position = positions[-1]
    seat = next(number for number, one in enumerate(players) if one.you)
    ended = position.ended is not None
    names = tuple(one.name for one in players)
    steps = tuple(map(Step, positions[:-1], positions[1:]))
    outcomes: tuple[OutcomeView, ...] = ()
    if ended:
        seats = tuple(Seat(bytes([number]) * 32, name) for number, name in enumerate(names))
        record = Record(1, seats, position.rules, position.lexicon.hash, positions[0].turn, tuple(seeds), steps)
        outcome = Outcome(record, position, sha256(b"game").digest())
        outcomes = (OutcomeView(outcome, names, number_of(positions, seeds), (True,) * len(names)),)
    return before(
        players,
        len(players),
        position.rules,
        phase=Phase.OVER if ended else Phase.PLAYING,
        seat=seat,
        position=position,
        steps=steps,
        chat=CHAT,
        outcomes=outcomes,
        your_turn=not ended and position.turn == seat,
        game=1,
        commitments=COMMITMENTS[: len(players)],
    )


def number_of(positions: Sequence[Position], seeds: Sequence[bytes]) -> str:
    """The number of a whole game."""
    return write_replay(replay_of(tuple(positions), tuple(seeds)))


def trying(view: View, move: str) -> Draft:
    """One's own rack, the tiles of this play on the board."""
    assert view.position is not None
    play = parse_move(move, view.position.board)
    assert isinstance(play, Play)
    rack = follow(EMPTY, view)
    squares = {tile.letter: tile.square for tile in play.tiles}
    slots = [(slot.id, squares.pop(slot.tile, None), None) for slot in rack.slots]
    assert not squares, f"{move} needs {sorted(squares)}"
    return arrange(rack, slots, "", view.position.board)


def state(room: str, view: View, draft: Draft | None = None, **known: bool | str) -> Json:
    """What the page is shown of it."""
    return room_state(view, about(room, **known), follow(EMPTY, view) if draft is None else draft)  # type: ignore[arg-type]


# Games


def middle() -> View:
    """Ana and Ben in the middle of a game; Ana is to move."""
    return seen(documented.positions()[: documented.PICTURED + 1], company(NAMES, 0))


def waiting_for_other() -> View:
    """The same one move earlier, and Ben has gone for a moment."""
    return seen(documented.positions()[: documented.PICTURED], company(NAMES, 0, away=(1,)))


def finished() -> View:
    """The end of that game."""
    return seen(documented.positions(), company(NAMES, 0), documented.SEEDS)


@cache
def _four() -> games.Game:
    return games.game(4, 4)


def four(moves: int | None = 19) -> View:
    """Four with long names, two of them away, or the end of their game."""
    found = _four()
    positions = found.positions if moves is None else found.positions[: moves + 1]
    return seen(positions, company(LONG, 0 if moves is None else positions[-1].turn), found.seeds)


def with_blank() -> View:
    """Whoever is to move holds a blank."""
    for seed in range(20):
        positions = games.game(seed).positions
        for count, position in enumerate(positions):
            if 6 < count < 16 and BLANK in position.mover.rack.shown:
                return seen(positions[: count + 1], company(NAMES, position.turn))
    raise LookupError("nobody ever holds a blank")


@cache
def tournament() -> tuple[Position, ...]:
    """A game with challenges and clocks; its last position is the one that must be answered."""
    seeds = tuple(sha256(f"{name} 7".encode()).digest()[:16] for name in NAMES)
    dealer = OpenDeal(seeds)
    rules = PRESETS["tournament"].changed(clock=1500)
    found = [dealt(Position.start(rules, games.lexicon(), 2), dealer)]
    while not found[-1].answer_pending:
        move: Move = games.best(found[-1])
        found.append(dealt(found[-1].apply(move, seconds=47 + 13 * (len(found) % 5)), dealer))
    return tuple(found)


def challengeable() -> View:
    """The last play may be challenged, and there are clocks."""
    positions = tournament()[:10]
    return seen(positions, company(NAMES, positions[-1].turn))


def must_answer() -> View:
    """The last play ends the game, unless it is challenged."""
    positions = tournament()
    assert not positions[-1].legal(Accept())
    return seen(positions, company(NAMES, positions[-1].turn))


def drawing() -> View:
    """Who begins: two have drawn alike, and draw again."""
    nonces = next(
        found
        for number in range(10_000)
        if len(draw_for_first(found := [bytes([number % 256, number // 256, seat]) for seat in range(4)]).rounds) == 2
    )
    start = _four().positions[0]
    return replace(seen([start], company(LONG, 0)), first=draw_for_first(nonces), chat=())


def dealing() -> View:
    """The bag is being dealt, and one is waited for."""
    return before(company(NAMES, 0), 2, phase=Phase.COMMITTING, seat=0, game=1, dealing=Dealing(3, 8, ("Ben",)))


# Rooms that wait, and the lobby


def gathering() -> View:
    """One's own room: two of four are here, and a countdown runs."""
    players = (player("Ana", you=True, host=True), player(LONG[1]))
    return before(players, 4, chat=CHAT[:2], starts_at=time.time() + 95)


def looking() -> View:
    """A room that has not been found yet."""
    return before((player("Ana", you=True),), 2, room=None)


def lobby(*, name: str = "Ana", relay: str = "up", full: bool = True) -> Json:
    """The lobby, with everything in it or with nothing."""
    address = "" if relay == "none" else RELAY
    detail = {"refused": "It is full just now.", "down": "Connection refused."}.get(relay, "")
    shown = {"name": name, "relay": {"address": address, "state": relay, "detail": detail}, "open": [], "games": []}
    return shown | {"open": _open(), "games": _kept()} if full else shown


def _open() -> list[Json]:
    now = round(time.time() * 1000)
    rooms: list[Json] = []
    for host, seats, taken, rules, starts in (
        ("Cid", 2, 1, "classic", None),
        (LONG[1], 4, 2, "tournament", now + 75_000),
        ("Dora", 4, 4, "scratch", now + 9_000),
    ):
        code = str(RoomCode.random(sha256(host.encode()).digest()[:16]))
        rooms.append(
            {
                "code": code, "host": host, "seats": seats, "taken": taken, "rules": rules, "lexicon": "modern",
                "startsAt": starts,
            }
        )  # fmt: skip
    return rooms


def _kept() -> list[Json]:
    now = round(time.time() * 1000)
    minute, number = 60_000, documented.number()
    games: list[Json] = []
    for state, turn, is_open, names, scores, ago, demo in (
        ("playing", True, True, NAMES, (214, 188), 4 * minute, False),
        ("playing", False, False, LONG, (141, 96, 122, 180), 300 * minute, False),
        ("gathering", False, False, ("Ana",), (0,), 9 * minute, False),
        ("over", False, False, NAMES, (402, 398), 1500 * minute, False),
        ("over", False, False, ("Ana", "Bot One"), (299, 431), 9000 * minute, True),
        ("left", False, False, ("Ana", "Cid"), (12, 30), 90_000 * minute, False),
    ):
        games.append(
            {
                "id": f"game-{len(games)}", "code": CODE, "state": state, "yourTurn": turn, "open": is_open,
                "demo": demo, "names": list(names), "scores": list(scores), "changed": now - ago,
                "replay": number if state == "over" else "",
            }
        )  # fmt: skip
    return games
