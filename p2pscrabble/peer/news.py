"""What has happened at a table since one last looked, as notices: each once, none for what was there at the start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pscrabble.bag import FirstDraw
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Exchange, Play
from p2pscrabble.game.notation import move_name
from p2pscrabble.game.position import Position
from p2pscrabble.game.turns import Outcome as TurnOutcome
from p2pscrabble.peer.company import Company
from p2pscrabble.peer.view import Notice, NoticeKind
from p2pscrabble.table import NOBODY, Charge, Outcome, Phase, Record, Seat, Step, Table, Verdict


class News:
    """Follows one table."""

    def __init__(self, table: Table, company: Company) -> None:
        self._table = table
        self._company = company
        self._attempt = table.attempt
        self._phase = table.phase
        self._started = table.record.game if table.record else -1
        self._steps = len(table.record.steps) if table.record else 0
        self._outcomes = len(table.outcomes)
        self._charges = len(table.charges)

    def since(self) -> Iterator[Notice]:
        """What is new; to be read to its end."""
        table = self._table
        for charge in table.charges[self._charges :]:
            text = f"{charge.seat.name} is out of the game: the program there {charge.reason}.{self._without(charge)}"
            yield charge_notice(charge, text)
        self._charges = len(table.charges)
        if table.attempt != self._attempt:
            self._attempt = table.attempt
            names = [seat.name for seat in table.seats]
            yield Notice(NoticeKind.CALLED, f"At the table: {joined(names)}.", {"names": names})
        for outcome in table.outcomes[self._outcomes :]:
            yield from self._record(outcome.record, None)
            yield over(outcome)
        self._outcomes = len(table.outcomes)
        if table.record is not None and table.phase is not Phase.OVER:
            yield from self._record(table.record, table.first)
        if table.phase is not self._phase:
            self._phase = table.phase
            if table.phase is Phase.CLOSED:
                text = f"{table.host.name} has closed the room."
                if table.host.key in table.vanished:
                    text = f"{table.host.name}, whose room it was, is gone: for another game make a new room."
                yield Notice(NoticeKind.CLOSED, text)
            if table.stopped is not None:
                yield charge_notice(table.stopped, stopped_sentence(table.stopped, self._company))

    def ends(self) -> Iterator[Notice]:
        """Of what is new only the games that have ended and are not judged here yet: for a peer that catches up."""
        for outcome in self._table.outcomes[self._outcomes :]:
            if not self._company.has_judged(self._company.me, outcome):
                yield over(outcome)

    def _without(self, charge: Charge) -> str:
        """How the others go on, where there are several of them."""
        table = self._table
        left = [seat.name for seat in table.seats if seat.key not in table.departed]
        if len(left) < 2 or (table.position is not None and table.position.ended is not None):
            return ""
        if table.phase is Phase.GATHERING:
            return f" That was refused; {joined(left)} get another bag, without {charge.seat.name}."
        return f" That was refused, and changed nothing; {joined(left)} go on without {charge.seat.name}."

    def _record(self, record: Record, first: FirstDraw | None) -> Iterator[Notice]:
        if record.game > self._started:
            self._started, self._steps = record.game, 0
            yield first_notice(record, first)
        if record.game == self._started:
            for step in record.steps[self._steps :]:
                gone = record.seats[step.turn.seat].key in self._table.vanished
                yield step_notice(record.seats, step, vanished=gone)
            self._steps = len(record.steps)


def stopped_sentence(charge: Charge, company: Company) -> str:
    """Why the game cannot go on. Whoever told two stories is to blame for two programs that disagree."""
    kept = f" What was signed is kept in {company.stopped}, for `p2pscrabble audit`." if company.stopped else ""
    if liars := [liar.name for liar in company.liars]:
        return f"The game has stopped: {joined(liars)} told two different stories about it.{kept}"
    if charge.seat == NOBODY:
        return f"The game has stopped: {charge.reason}. For another game make a new room.{kept}"
    return f"The game has stopped: {charge.seat.name}’s program {charge.reason}.{kept}"


def charge_notice(charge: Charge, text: str) -> Notice:
    """What somebody's program signed that it must not."""
    data = {"name": charge.seat.name, "key": charge.seat.key.hex(), "reason": charge.reason}
    return Notice(NoticeKind.WARNING, text, data)


def verdict_notice(verdict: Verdict, number: str, faulty: Sequence[str], unaudited: Sequence[str]) -> Notice:
    """What this program found when it checked a game: the names of those who sent what their seeds do not make, and of
    those whose seeds are not open.
    """
    data = {"game": verdict.game, "replay": number, "hash": verdict.hash.hex(), "sound": verdict.sound}
    data |= {"faulty": list(faulty), "unaudited": list(unaudited)}
    closed = f"{joined(unaudited)} did not open the secret number"
    if faulty:
        text = faulty_sentence(faulty) + (f" {closed}." if unaudited else "")
    elif not verdict.sound:
        text = "It was checked, and is not the game that was played."
    elif unaudited:
        text = f"Checked as far as the secret numbers are open, and all is as it was played; {closed}."
    else:
        text = "Checked, and all is as it was played."
    told = f"The game’s number: {number}." if number else "The game is too long for a number."
    return Notice(NoticeKind.VERDICT, f"{told} {text}", data)


def faulty_sentence(names: Sequence[str]) -> str:
    """Who sent something for the bag that the opened secret number does not make."""
    several = len(names) > 1
    programs = "the programs of " + joined(names) if several else f"{names[0]}’s program"
    numbers = "their secret numbers say" if several else "its secret number says"
    return f"Checked, and {programs} did not shuffle and answer as {numbers}; what was played stands."


def first_notice(record: Record, draw: FirstDraw | None) -> Notice:
    """Who begins, and by which tiles."""
    names = [seat.name for seat in record.seats]
    data: dict[str, object] = {"name": names[record.first], "seat": record.first}
    if draw is None:
        return Notice(NoticeKind.FIRST, f"{names[record.first]} plays first.", data)
    data["rounds"] = [[[pick.seat, pick.tile] for pick in picks] for picks in draw.rounds]
    return Notice(NoticeKind.FIRST, draw_text(names, draw), data)


def draw_text(names: Sequence[str], draw: FirstDraw) -> str:
    """Who drew what, and who begins."""
    told = "; again: ".join(
        ", ".join(f"{names[pick.seat]} draws {'a blank' if pick.tile == '?' else pick.tile}" for pick in picks)
        for picks in draw.rounds
    )
    return f"{told}. {names[draw.first]} plays first."


def step_notice(seats: tuple[Seat, ...], step: Step, *, vanished: bool = False) -> Notice:
    """What one turn was; ``vanished``: where its player is gone, the others went on without."""
    turn = step.turn
    name = seats[turn.seat].name
    data: dict[str, object] = {
        "name": name,
        "seat": turn.seat,
        "outcome": turn.outcome.value,
        "scores": [player.score for player in step.after.players],
        "bag": step.after.bag,
    }
    if turn.outcome is TurnOutcome.LEFT:
        text = f"{name}’s seat is empty now: the others go on without." if vanished else f"{name} has left the game."
        return Notice(NoticeKind.LEFT, text, data, step)
    if turn.move is not None:
        data["move"] = public_move(turn.move, step.before)
    if turn.score is not None:
        data["points"] = turn.score.total
        data["words"] = [[word.text, word.points] for word in turn.score.words]
    return Notice(NoticeKind.MOVE, f"{name} {_told(seats, step)}", data, step)


def public_move(move: object, before: Position) -> str:
    """The move as all may read it: an exchange tells how many tiles, not which."""
    match move:
        case Exchange(tiles):
            return f"exchange {len(tiles)}"
        case Play():
            return move_name(move, before.board)
        case _:
            return type(move).__name__.lower()


def _told(seats: tuple[Seat, ...], step: Step) -> str:
    turn = step.turn
    score = turn.score
    words = joined([f"{word.text} {word.points}" for word in score.words]) if score else ""
    match turn.outcome:
        case TurnOutcome.PLAYED if score is not None:
            bonus = f", and {score.bonus} for all seven tiles" if score.bonus else ""
            points = "1 point" if score.total == 1 else f"{score.total} points"
            return f"plays {public_move(turn.move, step.before)} for {points} ({words}{bonus})."
        case TurnOutcome.EXCHANGED:
            count = len(turn.move.tiles) if isinstance(turn.move, Exchange) else 0
            return f"exchanges {count} tile{'' if count == 1 else 's'}."
        case TurnOutcome.WITHDRAWN if turn.challenged is not None:
            return (
                f"challenges with success: {joined(list(turn.phonies))} is not in the list, "
                f"and {seats[turn.challenged].name} takes the tiles back."
            )
        case TurnOutcome.UPHELD if turn.challenged is not None:
            gain = f" {seats[turn.challenged].name} gains {turn.bonus} points." if turn.bonus else ""
            lost = " and loses a turn" if turn.lost_turn else ""
            return f"challenges in vain{lost}: {words or 'the play'} stands.{gain}"
        case TurnOutcome.ACCEPTED:
            return "lets the play stand."
        case _:
            return "passes."


def over(outcome: Outcome) -> Notice:
    """How a game ended."""
    position, names = outcome.position, [seat.name for seat in outcome.record.seats]
    end = position.ended
    final = end.final if end is not None and end.final is not None else tuple(p.score for p in position.players)
    winners = [names[seat] for seat in end.winners or ()] if end is not None else []
    reason = end.reason if end is not None else EndReason.LEFT
    data = {
        "names": names,
        "scores": list(final),
        "winners": winners,
        "reason": reason.value,
        "hash": outcome.hash.hex(),
        "game": outcome.record.game,
    }
    return Notice(NoticeKind.OVER, f"The game is over. {final_text(names, final, winners)}", data)


def final_text(names: Sequence[str], final: Sequence[int], winners: Sequence[str]) -> str:
    """Who wins, and the scores: ``Ana wins: Ana 312, Ben 298.``"""
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, final, strict=True))
    verdict = f"{joined(winners)} {'wins' if len(winners) == 1 else 'share the win'}" if winners else "Nobody wins"
    return f"{verdict}: {scores}."


def joined(items: Sequence[str]) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return ", ".join(items[:-1]) + (" and " if len(items) > 1 else "") + items[-1] if items else ""
