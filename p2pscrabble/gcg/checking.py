"""Plays a GCG file through the rules and checks every score, every total, and every rack as far as it is given."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from p2pscrabble.errors import GcgError, IllegalMove
from p2pscrabble.game.board import Board
from p2pscrabble.game.ending import SECONDS_A_MINUTE, End, EndReason
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import ChallengeRule, Rules
from p2pscrabble.game.tiles import COUNT, remove_tiles, sort_tiles, tile_of, value_of
from p2pscrabble.game.turns import Outcome
from p2pscrabble.gcg.file import UPHELD_MARK, EventKind, GcgEvent, GcgFile
from p2pscrabble.gcg.game import GcgGame, GcgStep, Problem, draw_hidden
from p2pscrabble.gcg.laying import Laid, lay_plays, rules_of
from p2pscrabble.gcg.reading import read_gcg

MAX_PENALTY = 1000
"""Points; more is no penalty for time but a slip of the pen."""


def import_gcg(data: bytes | str, *, lenient: bool = False) -> GcgGame:
    """The game that a GCG file tells, every score and total in it checked against the rules.

    Words are not looked up: recorded games were played with word lists that we do not have. Raises ``GcgError`` with
    the line where the file is wrong, what it says and what is right. ``lenient`` goes on where it can, and puts what
    was wrong into ``problems``; moves that cannot be made are errors even so. Racks that cannot be right, as there are
    in many files and as change no score, are left out and told in ``doubts``.
    """
    file = read_gcg(data)
    laid = lay_plays(file)
    rules = rules_of(file, laid)
    try:
        return _Check(file, laid, rules, lenient).game()
    except _PassedOut as passed:
        return _Check(file, laid, rules.changed(end_passes=passed.rounds), lenient).game()


class _PassedOut(Exception):
    """The file ends after this many rounds of passing."""

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds


@dataclass(slots=True)
class _Check:
    """The game so far."""

    file: GcgFile
    laid: Laid
    rules: Rules
    lenient: bool
    position: Position = field(init=False)
    steps: list[GcgStep] = field(default_factory=list)
    totals: list[int] = field(init=False)
    """The last total that the file gave each seat."""
    held: list[str] = field(init=False)
    """The tiles that each seat is known to hold; often not all of them."""
    held_before: str = ""
    """What the author of the last play was known to hold before it."""
    racks: list[str | None] = field(init=False)
    counted: set[int] = field(default_factory=set)
    """The seats whose line about the tiles left was read."""
    penalties: dict[int, int] = field(default_factory=dict)
    """Points for time over, by seat."""
    problems: list[Problem] = field(default_factory=list)
    doubts: list[Problem] = field(default_factory=list)
    closing: bool = False

    def __post_init__(self) -> None:
        seats = len(self.file.players)
        self.position = draw_hidden(Position.start(self.rules, self.laid.words, seats, self.first))
        self.totals = [0] * seats
        self.held = [""] * seats
        self.racks = [None] * seats

    @property
    def first(self) -> int:
        moves = (EventKind.PLAY, EventKind.EXCHANGE, EventKind.PASS)
        return next((event.seat for event in self.file.events if event.kind in moves), 0)

    def game(self) -> GcgGame:
        for event in self.file.events:
            self._event(event)
        self._end()
        file = self.file
        return GcgGame(
            file.players,
            self.rules,
            self.laid.words,
            self.first,
            tuple(self._steps_with_racks()),
            tuple(self.racks),
            file.lexicon,
            file.other,
            tuple(self.problems),
            tuple(self.doubts),
        )

    # Lines

    def _event(self, event: GcgEvent) -> None:
        kind = event.kind
        if kind is EventKind.TIME:
            self._time(event)
        elif kind is EventKind.TILES_LEFT:
            self._tiles_left(event)
        elif self.closing:
            raise GcgError("The game is over.", event.line)
        elif kind is EventKind.GONE:
            self._gone(event)
        elif kind in (EventKind.WITHDRAWN, EventKind.BONUS):
            self._challenged(event)
        else:
            self._turn(event)

    def _turn(self, event: GcgEvent) -> None:
        position, seat = self.position, event.seat
        if position.ended is None and position.turn != seat:
            raise GcgError(f"It is the turn of {self._nick(position.turn)}, not of {self._nick(seat)}.", event.line)
        used = self.laid.plays[event.line].rack_tiles if event.kind is EventKind.PLAY else event.text
        known = self._rack(event, used)
        rack = known if len(known) == position.players[seat].rack.size else None
        move = self._move(event, rack)
        self.held_before = known
        self._step(move, event, rack)
        if isinstance(move, Exchange) and not move.known:
            self.held[seat] = ""
        else:
            self.held[seat] = remove_tiles(known, used) or ""
        last = self.position.last
        self._points(event, last.score.total if last and last.score and last.outcome is Outcome.PLAYED else 0)

    def _move(self, event: GcgEvent, rack: str | None) -> Move:
        if event.kind is EventKind.PLAY:
            return self.laid.plays[event.line]
        if event.kind is EventKind.EXCHANGE:
            if event.text:
                return Exchange(event.text)
            return Exchange(rack) if rack and len(rack) == event.count else Exchange.hidden(event.count)
        contested = self.position.contested
        if contested is None or not (self.position.answer_pending or UPHELD_MARK in event.note.split("\n")):
            return Pass()
        # A pass that answers the last play is the turn lost by a mistaken challenge, or stands for accepting it.
        stands = all(word.text.upper() in self.laid.words for word in contested.score.words)
        if stands and self.rules.challenge is ChallengeRule.DOUBLE:
            return Challenge()
        return Accept() if self.position.answer_pending else Pass()

    def _challenged(self, event: GcgEvent) -> None:
        contested = self.position.contested
        if contested is None or contested.seat != event.seat:
            raise GcgError(f"{self._nick(event.seat)} has made no play that could be challenged now.", event.line)
        self._step(Challenge(), event, None)
        last = self.position.last
        withdrawn = last is not None and last.outcome is Outcome.WITHDRAWN
        if withdrawn != (event.kind is EventKind.WITHDRAWN):
            raise GcgError("The play came off elsewhere in the file, and stands here.", event.line)
        if withdrawn:
            self.held[event.seat] = self.held_before
            lost = -contested.score.total
            # Some programs write +0 here, and take the points from the total alone.
            self._points(event if event.change else replace(event, change=lost), lost)
        else:
            self._points(event, last.bonus if last else 0)

    def _gone(self, event: GcgEvent) -> None:
        if self.position.ended is not None or self.position.players[event.seat].left:
            raise GcgError(f"{self._nick(event.seat)} has no game to leave.", event.line)
        self.position = draw_hidden(self.position.leave(event.seat))
        self.steps.append(GcgStep(event.seat, None, note=event.note))
        self.held[event.seat] = ""

    def _step(self, move: Move, event: GcgEvent, rack: str | None) -> None:
        """Make the move of the seat whose turn it is."""
        note = "\n".join(line for line in event.note.split("\n") if line != UPHELD_MARK)
        step = GcgStep(self.position.turn, move, rack, 0, note)
        try:
            self.position = draw_hidden(self.position.apply(move))
        except IllegalMove as illegal:
            raise GcgError(str(illegal), event.line) from None
        self.steps.append(step)

    # The end

    def _closed(self, line: int) -> End:
        """A line about the tiles left: the game is over."""
        self.closing = True
        if self.position.answer_pending:
            self._accept()
        if self.position.ended is None:
            rounds, more = divmod(self.position.passes, len(self.position.present))
            if not self.rules.end_passes and rounds and not more and rounds < 10:
                raise _PassedOut(rounds)
            raise GcgError("The game is not over yet.", line)
        if self.position.ended.reason is EndReason.LEFT:
            raise GcgError("When all others have left, no tiles are counted.", line)
        return self.position.ended

    def _accept(self) -> None:
        seat = self.position.turn
        self.position = draw_hidden(self.position.apply(Accept()))
        self.steps.append(GcgStep(seat, Accept()))

    def _tiles_left(self, event: GcgEvent) -> None:
        end, seat = self._closed(event.line), event.seat
        if seat in self.counted:
            raise GcgError(f"The tiles left were counted for {self._nick(seat)} before.", event.line)
        self.counted.add(seat)
        others = unseen(self.position.board)
        two = len(self.file.players) == 2
        if seat == end.out:
            right, points = others, value_of(others)
            if two and self._twice:
                points *= 2
            if two:
                self.racks[1 - seat] = others
        else:
            right = others if two and end.out is not None else event.text
            points = -value_of(right)
            if self._fits(event, right):
                self.racks[seat] = right
        if event.text != right:
            self._problem(event.line, f"The tiles left are {right}, not {event.text}.")
        self._points(event, points)

    @property
    def _twice(self) -> bool:
        """Whether the one who went out gets twice the tiles of the other, who then loses nothing."""
        return len({event.seat for event in self.file.events if event.kind is EventKind.TILES_LEFT}) < 2

    def _fits(self, event: GcgEvent, tiles: str) -> bool:
        """Whether a rack at the end has as many tiles as it must; whether they can be is a matter of doubt."""
        size = self.position.players[event.seat].rack.size
        held = self.held[event.seat]
        if len(tiles) != size:
            self._problem(event.line, f"{self._nick(event.seat)} holds {size} tiles, not {tiles}.")
            return False
        if remove_tiles(tiles, held) is None:
            self._doubt(event.line, f"{self._nick(event.seat)} kept {held} from the last turn, so not {tiles}.")
        elif excess := self._too_many(tiles, event.seat):
            self._doubt(event.line, excess)
        return True

    def _time(self, event: GcgEvent) -> None:
        if event.change > 0:
            self._problem(event.line, f"Time over costs points, and {event.change:+d} gives them.")
        points = abs(event.change)
        rate = self.rules.overtime if self.rules.clock else 0
        if points > MAX_PENALTY or (points and not rate) or (rate and points % rate):
            raise GcgError(f"Under these rules, time over cannot cost {points} points.", event.line)
        if event.seat in self.penalties:
            raise GcgError(f"Time over was counted for {self._nick(event.seat)} before.", event.line)
        self.penalties[event.seat] = points
        self._points(event, -points)

    def _end(self) -> None:
        """After the last line."""
        at_hand = self.file.incomplete or any(self.file.racks)
        contested = self.position.contested
        if contested is not None and contested.out and not at_hand:
            self._accept()  # a file that just stops after the last play
        for seat, (line, tiles) in self._racks_said():
            doubts = len(self.doubts)
            self._fits(GcgEvent(line, seat, EventKind.TILES_LEFT, "", 0, 0), tiles)
            self.racks[seat] = tiles if len(self.doubts) == doubts else None
        end = self.position.ended
        if end is not None and end.out is not None and len(self.totals) == 2:
            self.racks[1 - end.out] = unseen(self.position.board)
        for seat, player in enumerate(self.position.players):
            if self.racks[seat] is None and len(self.held[seat]) == player.rack.size:
                self.racks[seat] = self.held[seat]
        if self.closing and end is not None:
            self._all_counted(end)
        self._spend_time()

    def _all_counted(self, end: End) -> None:
        """Everybody's tiles are counted, or what they bring to the one who went out."""
        rest = value_of(unseen(self.position.board))
        for seat, player in enumerate(self.position.players):
            loses = player.rack.size and (end.out is None or len(self.totals) > 2)
            if (loses or (seat == end.out and rest)) and seat not in self.counted:
                self._problem(self.file.events[-1].line, f"The tiles left are not counted for {self._nick(seat)}.")

    def _racks_said(self) -> list[tuple[int, tuple[int, str]]]:
        """The racks that ``#rack`` lines give, where whole: the seat, the line, the tiles."""
        players = self.position.players
        said = [(seat, rack) for seat, rack in enumerate(self.file.racks) if rack is not None]
        return [(seat, rack) for seat, rack in said if len(rack[1]) == players[seat].rack.size]

    def _spend_time(self) -> None:
        """Put the time that the penalties stand for, in whole minutes, on each seat's last move."""
        game = GcgGame(self.file.players, self.rules, self.laid.words, self.first, tuple(self.steps), ())
        players = game.position.players
        for seat, points in self.penalties.items():
            last = max((i for i, step in enumerate(self.steps) if step.seat == seat and step.move), default=None)
            if last is None:
                raise GcgError(f"{self._nick(seat)} lost points for time, and never moved.")
            if points:
                over = SECONDS_A_MINUTE * (points // self.rules.overtime)
                self.steps[last] = replace(self.steps[last], seconds=players[seat].clock + over)

    # Racks

    def _rack(self, event: GcgEvent, used: str) -> str:
        """The tiles that the seat is known to hold before this move; a rack that cannot be is as if not given."""
        kept, said = self.held[event.seat], event.rack
        size, nick = self.position.players[event.seat].rack.size, self._nick(event.seat)
        if len(said) > size:
            self._doubt(event.line, f"{nick} holds {size} tiles, not {said}.")
            said = ""
        elif said and remove_tiles(said, used) is None:
            self._doubt(event.line, f"The rack {said} does not hold {used}.")
            said = ""
        if len(union(union(kept, said), used)) > size:
            self._doubt(event.line, f"{nick} kept {kept} from the turn before, so the rack was not {said or used}.")
            said = ""
            kept = kept if len(union(kept, used)) <= size else ""
        known = union(union(kept, said), used)
        if excess := self._too_many(known, event.seat):
            self._doubt(event.line, excess)
            known = used
        return known

    def _too_many(self, rack: str, seat: int) -> str:
        """The sentence that these tiles are more than there are, with those on the board and known on other racks."""
        others = "".join(held for other, held in enumerate(self.held) if other != seat)
        for tile, count in Counter(sort_tiles(rack + others)).items():
            left = COUNT[tile] - _on_board(self.position.board)[tile]
            if count > left:
                return f"Only {left} {tile} can be held here, not {count}."
        return ""

    def _steps_with_racks(self) -> list[GcgStep]:
        """The steps; a challenger's rack is the one from which the next move of that seat is made."""
        steps = list(self.steps)
        for at, step in enumerate(steps):
            if step.rack is None and isinstance(step.move, Challenge | Accept):
                following = next((later for later in steps[at + 1 :] if later.seat == step.seat), None)
                steps[at] = replace(step, rack=following.rack if following else None)
        return steps

    # What is wrong

    def _points(self, event: GcgEvent, points: int) -> None:
        total = self.totals[event.seat] + points
        if (event.change, event.total) != (points, total):
            self._problem(
                event.line, f"It says {event.change:+d} {event.total}, and by the rules it is {points:+d} {total}."
            )
        self.totals[event.seat] = event.total

    def _problem(self, line: int, text: str) -> None:
        if not self.lenient:
            raise GcgError(text, line)
        self.problems.append(Problem(line, text))

    def _doubt(self, line: int, text: str) -> None:
        self.doubts.append(Problem(line, text))

    def _nick(self, seat: int) -> str:
        return self.file.players[seat].nick


def union(one: str, other: str) -> str:
    """The fewest tiles that hold both, sorted."""
    return sort_tiles("".join((Counter(one) | Counter(other)).elements()))


def unseen(board: Board) -> str:
    """The tiles that are not on the board, sorted."""
    return sort_tiles("".join((Counter(COUNT) - _on_board(board)).elements()))


def _on_board(board: Board) -> Counter[str]:
    return Counter(map(tile_of, board.tiles))
