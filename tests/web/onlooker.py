"""Somebody who looks at everything that everyone at a table is shown, and checks what must always hold."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.peer.view import View
from p2pscrabble.table import Phase, Step
from p2pscrabble.web.draft import EMPTY, Draft
from p2pscrabble.web.showing import follow, room_state
from tests.faults.simulation import lexicon
from tests.peer.conftest import Parlour
from tests.web.protocol import Protocol
from tests.web.tables import ABOUT


def shown(view: View, draft: Draft = EMPTY) -> dict[str, Any]:
    """The state of a view, its draft in step."""
    return room_state(view, ABOUT, follow(draft, view))


def blinded(view: View) -> View:
    """The view with all that its player may not see taken out of it."""
    if view.position is None or view.position.ended is not None:
        return view
    return replace(
        view,
        position=_blind(view.position, view.seat),
        steps=tuple(_blind_step(step, view.seat) for step in view.steps),
        outcomes=(),
    )


def _blind(position: Position, seat: int | None) -> Position:
    hidden = tuple(
        player if number == seat else replace(player, rack=Rack.hidden(player.rack.size))
        for number, player in enumerate(position.players)
    )
    return replace(position, players=hidden)


def _blind_step(step: Step, seat: int | None) -> Step:
    before, after = _blind(step.before, seat), _blind(step.after, seat)
    move = step.turn.move
    if isinstance(move, Exchange) and step.turn.seat != seat:
        after = replace(after, last=replace(step.turn, move=Exchange.hidden(len(move.tiles))))
    return Step(before, after)


class Onlooker:
    """Looks at everyone's state after everything that happens, and checks what must always hold."""

    def __init__(self, room: Parlour, protocol: Protocol) -> None:
        self.room = room
        self.protocol = protocol
        self.phases: Counter[str] = Counter()
        self.drafts: dict[str, Draft] = {}
        self.states: dict[str, dict[str, Any]] = {}
        self._versions: dict[tuple[str, int, int], dict[str, Any]] = {}
        self._looks: Counter[tuple[str, int, int]] = Counter()
        self._step = room.step
        room.step = self.step  # type: ignore[method-assign]

    def step(self) -> None:
        self._step()
        for chair in self.room.chairs:
            if chair.member is not None:
                self.look(f"{chair.name} {chair.starts}", chair.member.view)

    def look(self, who: str, view: View) -> None:
        draft = self.drafts[who] = follow(self.drafts.get(who, EMPTY), view)
        self._looks[who, view.version, draft.rev] += 1
        if self._looks[who, view.version, draft.rev] > 3:
            return  # it has not changed with time, and will not
        state = room_state(view, ABOUT, draft)
        wrong = self.protocol.wrong(state, "RoomState")
        assert wrong == []
        key = who, view.version, draft.rev
        assert self._versions.setdefault(key, state) == state, "an equal view is an equal state"
        self.phases[str(state["phase"])] += 1
        self.states[who] = state
        if view.position is not None and view.position.ended is None:
            assert room_state(blinded(view), ABOUT, draft) == state, "what others hold changes what is shown"
            self._search(view, json.dumps(state))

    def _search(self, view: View, text: str) -> None:
        assert view.position is not None
        for seat, player in enumerate(view.position.players):
            tiles = player.rack.tiles or ""
            own = view.position.players[view.seat].rack.tiles if view.seat is not None else ""
            if seat != view.seat and len(tiles) > 4 and tiles != own:
                assert tiles not in text
                assert json.dumps(list(tiles)) not in text
        plain = text.replace(" ", "")
        record = next(chair for chair in self.room.chairs if chair.member is not None).member
        assert record is not None
        assert record._table is not None
        assert record._table.record is not None
        for seed in record._table.record.seeds:
            assert seed.hex()[:8] not in plain


Watched = Callable[..., tuple[Parlour, Onlooker]]


def best(position: Position) -> Move:
    """The play that scores most, or a pass."""
    plays = list(scored_plays(position.board, position.mover.rack.shown, lexicon()))
    return to_play(max(plays)) if plays else Pass()


def _goes_on(view: View) -> bool:
    return view.your_turn or view.phase is Phase.OVER


def play_on(room: Parlour, moves: int) -> None:
    """Everyone plays what scores most, up to the end."""
    for _ in range(moves):
        room.until(lambda: any(chair.member and _goes_on(chair.member.view) for chair in room.chairs))
        if any(chair.member and chair.member.view.phase is Phase.OVER for chair in room.chairs):
            return
        mover = room.turn()
        position = room.view(mover).position
        assert position is not None
        room.move(best(position))
