"""What is said of a game in a terminal: scores, racks, tiles unseen, what a play is worth, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from p2pscrabble.game.board import Board
from p2pscrabble.game.ending import End, EndReason
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, ChallengeRule, FirstSeat, Leftovers, Rules, Tie
from p2pscrabble.game.scoring import Score
from p2pscrabble.game.tiles import BLANK, COUNT, TILES, tile_of

_VOWELS: Final = "AEIOU"
_MINUTE: Final = 60


def counted(count: int, what: str) -> str:
    """A number and what it counts: ``1 tile``, ``5 tiles``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def rack_text(tiles: str) -> str:
    """A rack with spaces, so that each letter is read for itself: ``A B ?``; ``_`` for what is not known."""
    return " ".join(tiles) if tiles else "empty"


def clock_text(seconds: int) -> str:
    """Minutes and seconds; with a minus once the time is over."""
    minutes, left = divmod(abs(seconds), _MINUTE)
    return f"{'-' if seconds < 0 else ''}{minutes}:{left:02}"


def scores_text(position: Position, names: Sequence[str], you: int | None, elapsed: int = 0) -> str:
    """One line: every player's score, whose turn it is, and the tiles in the bag.

    ``elapsed`` are the seconds that whoever's turn it is has taken for it so far.
    """
    parts = []
    for seat, (player, name) in enumerate(zip(position.players, names, strict=True)):
        about = [mark for mark, holds in (("you", seat == you), ("has left", player.left)) if holds]
        if position.ended is None and position.turn == seat:
            about.append("to play")
        if position.rules.clock:
            about.append(clock_text(player.clock - (elapsed if "to play" in about else 0)))
        parts.append(f"{name} {player.score}" + (f" ({', '.join(about)})" if about else ""))
    return "   ".join([*parts, f"{counted(position.bag, 'tile')} in the bag"])


def score_text(score: Score) -> str:
    """What a play is worth, word by word: ``10 points: CAT 10``."""
    words = ", ".join(f"{word.text} {word.points}" for word in score.words)
    bonus = f", and {score.bonus} for all seven tiles" if score.bonus else ""
    return f"{counted(score.total, 'point')}: {words}{bonus}"


def unseen(board: Board, rack: str) -> str:
    """The tiles that are neither on the board nor on this rack, sorted."""
    seen = Counter(map(tile_of, board.tiles)) + Counter(rack)
    return "".join(tile * max(0, COUNT[tile] - seen[tile]) for tile in TILES)


def unseen_text(position: Position, seat: int | None) -> str:
    """The tiles that a player cannot see, letter by letter, and how many of them are vowels and consonants."""
    rack = "" if seat is None else position.players[seat].rack.tiles or ""
    tiles = unseen(position.board, rack)
    letters = Counter(tiles)
    vowels, blanks = sum(letters[letter] for letter in _VOWELS), letters[BLANK]
    kinds = [counted(vowels, "vowel"), counted(len(tiles) - vowels - blanks, "consonant"), counted(blanks, "blank")]
    listed = "  ".join(f"{tile} {count}" for tile, count in letters.items()) or "none"
    return f"Unseen, in the bag or with the others: {counted(len(tiles), 'tile')} ({', '.join(kinds)})\n  {listed}"


def ending_text(end: End, names: Sequence[str]) -> list[str]:
    """Why a game is over and what that did to the scores, a line a fact; without the scores."""
    reasons = {
        EndReason.OUT: "The bag is empty and a player has no tile left.",
        EndReason.PASSED: "Everyone has passed.",
        EndReason.SCORELESS: "Too many turns running have scored nothing.",
        EndReason.LEFT: "Only one player is left.",
    }
    lines = [reasons[end.reason]]
    if end.out is not None:
        lines = [f"The bag is empty and {names[end.out]} has no tile left."]
    for name, leftover in zip(names, end.leftovers or (), strict=False):
        if leftover.tiles:
            lost = f": {-leftover.lost:+}" if leftover.lost else ""
            lines.append(f"{name} is left with {rack_text(leftover.tiles)}{lost}.")
        if leftover.gained:
            lines.append(f"{name} gains the others’ tiles: {leftover.gained:+}.")
        if leftover.overtime:
            lines.append(f"{name} is over time: {-leftover.overtime:+}.")
    return lines


def rules_text(rules: Rules) -> str:
    """The rules of a room in sentences; what was changed in a preset is said field by field."""
    return "\n  ".join([f"Rules: {rules_name(rules)}.", *_rule_lines(rules)])


def rules_name(rules: Rules) -> str:
    """The name of the preset that comes nearest, and what was changed in it: ``classic, with bingo=35``."""
    values = rules.values()
    changes = {
        name: [f"{field}={_word(value)}" for field, value in values.items() if value != preset.values()[field]]
        for name, preset in PRESETS.items()
    }
    name = min(changes, key=lambda name: len(changes[name]))
    return f"{name}, with {', '.join(changes[name])}" if changes[name] else name


def _rule_lines(rules: Rules) -> Iterable[str]:
    yield {
        FirstSeat.DRAW: "Everyone draws a tile; the nearest to A plays first, a blank before all.",
        FirstSeat.HOST: "Whoever made the room plays first.",
    }[rules.first]
    yield f"All seven tiles in one play: {rules.bingo:+} points." if rules.bingo else "No bonus for all seven tiles."
    yield {
        ChallengeRule.VOID: "A word that is not in the word list is refused and costs nothing.",
        ChallengeRule.DOUBLE: "Any word may be played; the next player may challenge it. A mistaken challenge "
        "loses a turn.",
        ChallengeRule.SINGLE: "Any word may be played; the next player may challenge it. A mistaken challenge "
        "costs nothing.",
        ChallengeRule.FIVE_POINT: "Any word may be played; the next player may challenge it. A mistaken challenge "
        "gives 5 points to the player challenged.",
        ChallengeRule.TEN_POINT: "Any word may be played; the next player may challenge it. A mistaken challenge "
        "gives 10 points a word to the player challenged.",
    }[rules.challenge]
    yield f"Tiles can be exchanged while the bag holds at least {rules.exchange_minimum}."
    if rules.end_passes:
        empty = ", once the bag is empty" if rules.end_passes_empty_bag else ""
        yield f"The game ends when everyone has passed {counted(rules.end_passes, 'time')} running{empty}."
    if rules.end_scoreless:
        yield f"The game ends after {counted(rules.end_scoreless, 'turn')} a player running without a point."
    yield {
        Leftovers.EACH_LOSES: "At the end everyone loses the tiles they are left with; who went out gains them.",
        Leftovers.TWICE_TO_WINNER: "At the end who went out gains twice the tiles that the other is left with.",
    }[rules.leftovers]
    yield {
        Tie.BEFORE_LEFTOVERS: "Equal scores: whoever had more before that wins.",
        Tie.SHARED: "Equal scores share the win.",
    }[rules.tie]
    if rules.clock:
        yield (
            f"Clock: {clock_text(rules.clock)} a player, {rules.increment} s more a turn; "
            f"{rules.overtime} points off for each minute over."
        )


def _word(value: int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
