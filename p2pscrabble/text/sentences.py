"""What is said of a game in a terminal: scores, racks, tiles unseen, what a play is worth, how it ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from p2pscrabble.game.ending import End
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import Rules
from p2pscrabble.game.scoring import Score
from p2pscrabble.game.tiles import BLANK
from p2pscrabble.peer.shield import shield_of
from p2pscrabble.peer.telling import VOWELS, clock_text, counted, end_reason, rule_lines, rules_name, unseen
from p2pscrabble.peer.view import View

__all__ = [
    "bag_text",
    "clock_text",
    "counted",
    "ending_text",
    "rack_text",
    "rules_text",
    "score_text",
    "scores_text",
    "unseen",
    "unseen_text",
]


def rack_text(tiles: str) -> str:
    """A rack with spaces, so that each letter is read for itself: ``A B ?``; ``_`` for what is not known."""
    return " ".join(tiles) if tiles else "empty"


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


def bag_text(view: View) -> str:
    """What is proven about the bag, in one sentence, and then every proof with who made it."""
    shield = shield_of(view)
    return "\n".join([shield.sentence, *(f"  {title}: {text}" for title, text in shield.details)])


def unseen_text(position: Position, seat: int | None) -> str:
    """The tiles that a player cannot see, letter by letter, and how many of them are vowels and consonants."""
    rack = "" if seat is None else position.players[seat].rack.tiles or ""
    tiles = unseen(position.board, rack)
    letters = Counter(tiles)
    vowels, blanks = sum(letters[letter] for letter in VOWELS), letters[BLANK]
    kinds = [counted(vowels, "vowel"), counted(len(tiles) - vowels - blanks, "consonant"), counted(blanks, "blank")]
    listed = "  ".join(f"{tile} {count}" for tile, count in letters.items()) or "none"
    return f"Unseen, in the bag or with the others: {counted(len(tiles), 'tile')} ({', '.join(kinds)})\n  {listed}"


def ending_text(end: End, names: Sequence[str]) -> list[str]:
    """Why a game is over and what that did to the scores, a line a fact; without the scores."""
    lines = [end_reason(end, names)]
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
    return "\n  ".join([f"Rules: {rules_name(rules)}.", *rule_lines(rules)])
