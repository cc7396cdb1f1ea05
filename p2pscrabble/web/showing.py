"""What the page is shown of a room: ``RoomState`` of types.js, made from the view of its peer and the player's draft.

Nothing is in it that its player may not see: of all racks the own one alone, and of the seeds none, until the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Challenge, Exchange, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import ChallengeRule
from p2pscrabble.game.tiles import BLANK, COUNT
from p2pscrabble.game.turns import Turn
from p2pscrabble.peer.news import draw_text, joined
from p2pscrabble.peer.telling import VOWELS, rule_lines, rules_name, unseen, watching_text
from p2pscrabble.peer.view import Presence, View
from p2pscrabble.table import Deal, Phase, Room
from p2pscrabble.web import draft as drafts
from p2pscrabble.web.draft import Draft
from p2pscrabble.web.judging import judgement, no_exchange
from p2pscrabble.web.over import final_scores, over_shown
from p2pscrabble.web.shield import shield_shown
from p2pscrabble.web.turns import last_squares, steps_shown

_PHASES: Final = {Phase.NO_LEXICON: Phase.GATHERING, Phase.DEALING: Phase.REVEALING}
"""Phases that the page takes for another one."""
_DEALING: Final = {
    Phase.COMMITTING: "Each program binds itself to a secret number, so that nobody can choose the bag.",
    Phase.REVEALING: "The secret numbers are opened, and the bag is mixed with all of them.",
}
_LOCKS: Final = "Each program makes a lock for the bag, and opens a number by which it is drawn who begins."


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a room beside its view: where it is, how others come to it, and why it failed if it did."""

    id: str
    link: str
    links: tuple[str, ...]
    host: bool
    demo: bool
    relay: str
    public: bool
    failure: str = ""


def follow(draft: Draft, view: View) -> Draft:
    """The draft as it stands after this view; nothing is tried on the board of a game that is over."""
    position, seat = view.position, view.seat
    if position is None or seat is None:
        settled = drafts.settle(draft, None, None)
    else:
        board = position.board if position.ended is None else drafts.FULL
        own = [step.turn for step in view.steps[draft.steps :] if step.turn.seat == seat]
        settled = drafts.settle(draft, position.players[seat].rack.tiles, board, _spent(own))
    return settled if settled.steps == len(view.steps) else replace(settled, steps=len(view.steps))


def _spent(turns: Iterable[Turn]) -> Iterator[Placed | str]:
    """The tiles that these turns took from the rack."""
    for turn in turns:
        match turn.move:
            case Play(tiles) | Exchange(tiles):
                yield from tiles


def room_state(view: View, about: About, draft: Draft) -> dict[str, object]:
    """``RoomState`` of types.js. Equal views give equal states: no time in it runs by itself."""
    position, names = view.position, tuple(player.name for player in view.players)
    link = view.link
    outcome = view.ended
    return {
        "id": about.id,
        "code": view.code,
        "link": about.link,
        "links": list(about.links),
        "qr": f"/room/{about.id}/qr.svg",
        "host": about.host,
        "demo": about.demo,
        "phase": _PHASES.get(view.phase, view.phase).value,
        "room": None if view.room is None else _agreed(view.room, view.words, public=about.public),
        "relay": {
            "state": link.state.value,
            "detail": link.detail,
            "address": about.relay,
            "retryAt": None if link.retry_in is None else _ms(view.link_since + link.retry_in),
        },
        "players": _players(view),
        "seat": view.seat,
        "startsAt": None if view.starts_at is None else _ms(view.starts_at),
        "dealing": _dealing(view),
        "first": _first(view, names),
        "game": view.game,
        "turn": _turn(view),
        "board": "" if position is None else position.board.cells,
        "last": last_squares(view.steps),
        "steps": steps_shown(names, view.steps, view.vanished),
        "bag": 0 if position is None else position.bag,
        "unseen": _unseen(position, view.seat),
        "draft": _draft(view, draft),
        "chat": [{"name": line.name, "text": line.text, "you": line.you} for line in view.chat],
        "over": None
        if position is None or (position.ended is not None and position.ended.final is None)
        else over_shown(
            position,
            names,
            number=outcome.replay if outcome is not None else "",
            game_hash=outcome.outcome.hash.hex() if outcome is not None else "",
            verdicts=outcome.verdicts if outcome is not None else (),
        ),
        "absent": _absent(view),
        "watching": watching_text(view),
        "delivered": all(player.informed for player in view.players if player.presence is Presence.HERE),
        "shield": shield_shown(view),
        "warning": view.warning,
        "failure": about.failure,
    }


@lru_cache(maxsize=64)
def _agreed(room: Room, words: int, *, public: bool) -> dict[str, object]:
    rules = room.rules
    return {
        "seats": room.seats,
        "rules": rules_name(rules),
        "lines": list(rule_lines(rules)),
        "challenges": rules.challenge is not ChallengeRule.VOID,
        "clock": rules.clock,
        "lexicon": room.lexicon_name,
        "words": words,
        "deal": room.deal.name.lower(),
        "public": public,
    }


def _players(view: View) -> list[dict[str, object]]:
    position = view.position
    scores = () if position is None else final_scores(position)
    clocked = position is not None and position.rules.clock > 0
    mover = _mover(view)
    shown = []
    for seat, player in enumerate(view.players):
        at_table = None if position is None else position.players[seat]
        shown.append(
            {
                "name": player.name,
                "you": player.you,
                "host": player.host,
                "bot": player.bot,
                "presence": player.presence.value,
                "awaySince": None if player.away_since is None else _ms(player.away_since),
                "score": scores[seat] if scores else 0,
                "tiles": None if at_table is None else at_table.rack.size,
                "turn": seat == mover,
                "clock": at_table.clock if at_table is not None and clocked else None,
                "again": player.again,
            }
        )
    return shown


def _absent(view: View) -> list[dict[str, object]]:
    if view.phase not in (Phase.COMMITTING, Phase.REVEALING, Phase.DEALING, Phase.PLAYING):
        return []
    told = {absence.seat: absence for absence in view.absences}
    shown = []
    for seat, player in enumerate(view.players):
        absence = told.get(seat)
        if absence is not None:
            act = f"Go on without {absence.name}" if absence.offered else ""
            act = f"Wait for {absence.name}" if absence.wished else act
            shown.append({"seat": seat, "text": absence.text, "act": act, "on": absence.offered})
        elif player.presence is Presence.AWAY and not player.you:
            text = f"{player.name} is away. What you do reaches them when they are back."
            shown.append({"seat": seat, "text": text, "act": "", "on": False})
    return shown


def _mover(view: View) -> int | None:
    """The seat that is to move, if any is."""
    position = view.position
    playing = view.phase is Phase.PLAYING and position is not None and position.ended is None
    return position.turn if playing and position is not None else None


def _turn(view: View) -> dict[str, object] | None:
    position, seat = view.position, view.seat
    mover = _mover(view)
    if position is None or mover is None:
        return None
    mine = view.your_turn
    return {
        "number": len(view.steps),
        "seat": mover,
        "yours": mine,
        "since": _ms(view.turn_since),
        "canChallenge": mine and not position.legal(Challenge()),
        "mustAnswer": mine and position.answer_pending,
        "noExchange": "You have no seat in this game." if seat is None else no_exchange(position, seat),
    }


def _dealing(view: View) -> dict[str, object] | None:
    dealing = view.dealing
    if dealing is None:
        return None
    own = next((player.name for player in view.players if player.you), None)
    waited = ["the program on this computer" if name == own else f"{name}’s program" for name in dealing.waiting]
    waiting = f" Waiting for {joined(waited)}." if waited else ""
    locks = view.phase is Phase.REVEALING and view.room is not None and view.room.deal is Deal.SEALED
    text = dealing.doing or (_LOCKS if locks else _DEALING[view.phase])
    return {"done": dealing.done, "of": dealing.of, "text": f"{text}{waiting}"}


def _first(view: View, names: Sequence[str]) -> dict[str, object] | None:
    draw = view.first
    if draw is None:
        return None
    return {
        "rounds": [[{"seat": pick.seat, "tile": pick.tile} for pick in picks] for picks in draw.rounds],
        "seat": draw.first,
        "text": draw_text(names, draw),
    }


def _unseen(position: Position | None, seat: int | None) -> dict[str, object]:
    board = Board() if position is None else position.board
    rack = "" if position is None or seat is None else position.players[seat].rack.tiles or ""
    count = Counter(unseen(board, rack))
    vowels = sum(count[letter] for letter in VOWELS)
    return {
        "tiles": [{"tile": tile, "count": count[tile]} for tile in COUNT],
        "total": count.total(),
        "vowels": vowels,
        "consonants": count.total() - vowels - count[BLANK],
        "blanks": count[BLANK],
    }


def _draft(view: View, draft: Draft) -> dict[str, object]:
    play, position = drafts.play_of(draft), view.position
    judged = None
    if play is not None and position is not None and view.seat is not None:
        judged = judgement(position, view.seat, play)
    return {
        "rev": draft.rev,
        "by": draft.by,
        "slots": [
            {"id": slot.id, "tile": slot.tile, "square": slot.square, "letter": slot.letter} for slot in draft.slots
        ],
        "play": judged,
        "chat": draft.chat,
    }


def _ms(seconds: float) -> int:
    """Milliseconds, as the page counts."""
    return round(seconds * 1000)
