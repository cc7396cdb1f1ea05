"""What a player is shown of a room in a terminal, made from a view of it."""

from __future__ import annotations

from p2pscrabble.errors import IllegalMove, UsageError
from p2pscrabble.game.moves import Challenge, Move, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.turns import Outcome
from p2pscrabble.peer.news import joined, step_notice
from p2pscrabble.peer.telling import watching_text
from p2pscrabble.peer.view import Presence, View
from p2pscrabble.table import Phase, Seat, Step
from p2pscrabble.text.board import draw
from p2pscrabble.text.sentences import counted, ending_text, rack_text, score_text, scores_text

FIRST_HINT = (
    "To play, type the square of the first letter and the word. 8H WORD runs\n"
    "across, in row 8 from column H; H8 WORD runs down, in column H from row 8.\n"
    "Type help for everything else."
)


def names(view: View) -> tuple[str, ...]:
    """The players' names, in the order of the view."""
    return tuple(player.name for player in view.players)


def own_rack(view: View) -> str:
    """The tiles on your rack."""
    position, seat = view.position, view.seat
    return "" if position is None or seat is None else position.players[seat].rack.tiles or ""


def whose_turn(view: View) -> str:
    """Whose turn it is, in a sentence, with what may be typed where that is not plain."""
    position = view.position
    if position is None or position.ended is not None:
        return ""
    if not view.your_turn:
        if view.dealing is not None and view.dealing.doing:
            return f"{view.dealing.doing} One moment…"
        return f"It is {view.players[position.turn].name}’s turn." if position.turn != view.seat else "One moment…"
    if position.answer_pending:
        return "The last play would end the game: type accept, or challenge."
    if position.legal(Challenge()) == ():
        return "It is your turn. You may challenge the last play first."
    return "It is your turn."


def last_squares(view: View) -> frozenset[int]:
    """The squares of the last play, as long as it lies there."""
    for step in reversed(view.steps):
        turn = step.turn
        if turn.outcome is Outcome.PLAYED and isinstance(turn.move, Play):
            return frozenset(tile.square for tile in turn.move.tiles)
        if turn.outcome is Outcome.WITHDRAWN:
            return frozenset()
    return frozenset()


def step_text(view: View, step: Step) -> str:
    """What happened on one turn, in a sentence."""
    seats = tuple(Seat(b"", name) for name in names(view))
    return step_notice(seats, step, vanished=step.turn.seat in view.vanished).text


def seat_named(view: View, name: str) -> int:
    """The seat of another player, by the beginning of the name; ``UsageError`` where that is none, or several."""
    found = [
        seat
        for seat, player in enumerate(view.players)
        if not player.you and player.name.casefold().startswith(name.casefold())
    ]
    exact = [seat for seat in found if view.players[seat].name == name]
    if len(exact or found) != 1:
        raise UsageError(f"{'Nobody else' if not found else 'More than one player'} here is called {name}.")
    return (exact or found)[0]


def absence_text(view: View, seat: int) -> str:
    """What is the matter with a player whose program is silent, and what follows from it."""
    told = next((absence.text for absence in view.absences if absence.seat == seat), None)
    return told or f"{view.players[seat].name} is waited for."


def table_text(view: View, *, coloured: bool = False, elapsed: int = 0) -> str:
    """The board, the scores, the last move, your rack and whose turn it is."""
    position = view.position
    if position is None:
        return waiting_text(view)
    lines = [draw(position.board, last=last_squares(view), coloured=coloured)]
    lines += ["", scores_text(position, names(view), view.seat, elapsed)]
    if view.steps:
        lines.append(step_text(view, view.steps[-1]))
    if view.seat is not None and position.ended is None:
        lines.append(f"Your rack: {rack_text(own_rack(view))}")
    if watching := watching_text(view):
        lines.append(watching)
    if turn := whose_turn(view):
        lines.append(turn)
    return "\n".join(lines)


def waiting_text(view: View) -> str:
    """Who is here and for whom the room waits, before a game."""
    if view.room is None:
        return "Looking for the host of this room…" if view.link.state.value == "up" else ""
    if view.phase not in (Phase.GATHERING, Phase.COMMITTING, Phase.REVEALING, Phase.DEALING):
        return ""
    if view.phase is not Phase.GATHERING:
        return "The game begins…"
    missing = view.room.seats - len(view.players)
    here = joined([f"{player.name} (you)" if player.you else player.name for player in view.players])
    if missing > 0:
        begin = "" if view.starts_in is None else f" The game begins in {counted(round(view.starts_in), 'second')}."
        return f"Here: {here}. Waiting for {counted(missing, 'more player')}…{begin}"
    when = "is about to begin…" if view.starts_in is None else f"begins in {counted(round(view.starts_in), 'second')}."
    return f"Here: {here}. The game {when}"


def players_text(view: View, *, elapsed: int = 0) -> str:
    """Who is here and who is away, and how the link to the relay does."""
    lines = []
    for player in view.players:
        about = [
            mark
            for mark, holds in (
                ("you", player.you),
                ("a computer player", player.bot),
                ("here", player.presence is Presence.HERE and not player.you),
                (f"away, silent for {int(player.silent)} s", player.presence is Presence.AWAY),
                ("has left", player.presence is Presence.LEFT),
            )
            if holds
        ]
        lines.append(f"{player.name}: {', '.join(about)}")
    lines += [watching_text(view), *(absence.text for absence in view.absences)]
    if view.position is not None:
        lines.append(scores_text(view.position, names(view), view.seat, elapsed))
    lines.append(view.link.detail)
    if not view.delivered:
        lines.append("Not everyone has got your last move yet; it is sent again until they have.")
    return "\n".join(line for line in lines if line)


def over_text(view: View) -> str:
    """How the game ended: why, what it did to the scores, and who won."""
    position = view.position
    if position is None or position.ended is None:
        return ""
    end, called = position.ended, names(view)
    lines = ending_text(end, called)
    if end.final is not None:
        scores = [f"{name} {score}" for name, score in zip(called, end.final, strict=True)]
        winners = joined([called[seat] for seat in end.winners or ()])
        lines.append(f"The result: {', '.join(scores)}.")
        if winners:
            lines.append(f"{winners} {'wins' if len(end.winners or ()) == 1 else 'share the win'}.")
    return "\n".join(lines)


def tried_text(position: Position, seat: int, move: Move) -> str:
    """What a move would be worth for this seat, and everything that speaks against it."""
    mine = position.if_turn(seat)
    faults = [str(fault) for fault in mine.legal(move)]
    worth = ""
    if isinstance(move, Play):
        try:
            worth = score_text(mine.score(move))
        except IllegalMove:
            worth = ""
    if not faults:
        return f"That would be {worth}. It may be played." if worth else "That may be done."
    head = f"That would be {worth}. But it cannot be played:" if worth else "That cannot be done:"
    return "\n".join([head, *(f"  {fault}" for fault in faults)])
