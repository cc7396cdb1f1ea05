"""Writes a game as a GCG file, from its positions: as much as those show, for other programs and for ourselves.

As club play does and other programs expect, the one who goes out of a game of two gets twice the other's tiles and
nothing is taken from the other, whatever the rules of the game say: the totals may differ from the game's, by the
same for both. The first to move is written as the first player.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from p2pscrabble.errors import GcgError
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Pass, Play
from p2pscrabble.game.notation import move_name
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import ChallengeRule, Rules
from p2pscrabble.game.tiles import sort_tiles, value_of
from p2pscrabble.game.turns import Outcome, Turn
from p2pscrabble.gcg.checking import import_gcg
from p2pscrabble.gcg.file import LEFT_MARK, RULES_MARK, UPHELD_MARK, GcgPlayer
from p2pscrabble.gcg.game import GcgGame
from p2pscrabble.gcg.laying import rules_name
from p2pscrabble.gcg.reading import MAX_NAME


def game_gcg(game: GcgGame) -> str:
    """An imported game, written anew."""
    notes = {number: step.note for number, step in enumerate(game.steps) if step.note}
    return export_gcg(game.players, game.positions(), lexicon=game.lexicon, other=game.other, notes=notes)


def export_gcg(
    players: Sequence[GcgPlayer],
    positions: Sequence[Position],
    *,
    lexicon: str = "",
    other: Iterable[tuple[str, str]] = (),
    notes: Mapping[int, str] | None = None,
) -> str:
    """The text of a GCG file in UTF-8.

    ``positions`` are the one before the first step and that after each, draws made; racks are written where they are
    known in the position before the move. ``notes`` are by the number of the step, ``other`` lines for the head.
    Raises ``ValueError`` where the positions are not of one game, each the step after the one before.
    """
    start, last = positions[0], positions[-1]
    seats = len(players)
    order = [(start.turn + place) % seats for place in range(seats)]
    head = ["#character-encoding UTF-8"]
    head += [f"#player{place} {players[seat].nick} {players[seat].name}" for place, seat in enumerate(order, 1)]
    head += [f"#lexicon {lexicon}"] if lexicon else []
    head += [f"#{word} {text}".rstrip() for word, text in other]
    body = _Lines(players, order)
    for number, (before, after) in enumerate(pairwise(positions)):
        body.step(before, after)
        body.note((notes or {}).get(number, ""))
    if last.ended is None:
        body.lines.append("#incomplete")
        for place, seat in enumerate(order, 1):
            if tiles := last.players[seat].rack.tiles:
                body.lines.append(f"#rack{place} {tiles}")
    else:
        body.end(last)
    text = "\n".join([*head, *body.lines, ""])
    if _rules_told(text, start.rules):
        return text
    return "\n".join([*head, f"#description {RULES_MARK} {rules_name(start.rules)}", *body.lines, ""])


def nicknames(names: Iterable[str]) -> tuple[GcgPlayer, ...]:
    """Players with nicknames as the format wants them: one word, no colon, no two alike."""
    players: dict[str, str] = {}
    for name in names:
        word = nick = "_".join(name.replace(":", " ").split())[:20] or "player"
        number = 1
        while nick in players:
            number += 1
            nick = f"{word}_{number}"
        players[nick] = " ".join(name.split())[:MAX_NAME] or nick
    return tuple(GcgPlayer(nick, name) for nick, name in players.items())


def _rules_told(text: str, rules: Rules) -> bool:
    """Whether the file alone lets a reader know the rules."""
    try:
        return import_gcg(text).rules == rules
    except GcgError:
        return False


@dataclass(slots=True)
class _Lines:
    """The lines so far, and the totals that they give."""

    players: Sequence[GcgPlayer]
    order: Sequence[int]
    lines: list[str] = field(default_factory=list)
    totals: dict[int, int] = field(default_factory=dict)
    racks: dict[int, str] = field(default_factory=dict)
    """The rack from which each seat made its last play, as far as it was known."""

    def step(self, before: Position, after: Position) -> None:
        turn = after.last
        if turn is None:
            raise ValueError("no step leads from one position to the next")
        seat, move = turn.seat, turn.move
        rack = before.players[seat].rack.tiles or ""
        if isinstance(move, Play):
            self.racks[seat] = rack or move.rack_tiles
            points = turn.score.total if turn.score else 0
            self._line(seat, self.racks[seat], move_name(move, before.board), points)
        elif isinstance(move, Exchange):
            tiles = move.tiles if move.known else str(len(move.tiles))
            self._line(seat, rack or (move.tiles if move.known else ""), f"-{tiles}", 0)
        elif isinstance(move, Pass):
            self._line(seat, rack, "-", 0)
        elif isinstance(move, Challenge):
            self._challenge(turn, rack, after)
        elif not isinstance(move, Accept):
            self.note(LEFT_MARK.replace("nick", self.players[seat].nick))

    def _challenge(self, turn: Turn, rack: str, after: Position) -> None:
        author = turn.seat if turn.challenged is None else turn.challenged
        points = turn.score.total if turn.score else 0
        if turn.outcome is Outcome.WITHDRAWN:
            self._line(author, self.racks.get(author, ""), "--", -points)
        elif turn.bonus:
            self._line(author, "", "(challenge)", turn.bonus)
        elif after.rules.challenge is ChallengeRule.DOUBLE:
            self._line(turn.seat, rack, "-", 0)
            self.note(UPHELD_MARK)

    def note(self, text: str) -> None:
        self.lines += [f"#note {line}".rstrip() for line in text.split("\n") if text]

    def end(self, last: Position) -> None:
        """The tiles left, if all racks are known, and the time over."""
        end = last.ended
        if end is None or end.leftovers is None:
            return
        for seat in sorted(self.order, key=lambda seat: seat != end.out):
            tiles = end.leftovers[seat].tiles
            others = sort_tiles("".join(left.tiles for other, left in enumerate(end.leftovers) if other != seat))
            if seat == end.out and others:
                self._line(seat, "", f"({others})", value_of(others) * (2 if len(self.players) == 2 else 1))
            elif tiles and (end.out is None or len(self.players) > 2):
                self._line(seat, tiles, f"({tiles})", -value_of(tiles))
        for seat in self.order:
            if overtime := end.leftovers[seat].overtime:
                self._line(seat, end.leftovers[seat].tiles, "(time)", -overtime)

    def _line(self, seat: int, rack: str, what: str, points: int) -> None:
        total = self.totals[seat] = self.totals.get(seat, 0) + points
        change = f"-{-points}" if points < 0 else f"+{points}"
        # Some readers want the rack's place kept by a second space where no rack is known.
        self.lines.append(f">{self.players[seat].nick}: {rack} {what} {change} {total}")
