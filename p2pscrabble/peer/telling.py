"""What is said of a game wherever it is shown: numbers, rules, tiles unseen, how it ended, who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from p2pscrabble.game.board import Board
from p2pscrabble.game.ending import End, EndReason
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, ChallengeRule, FirstSeat, Leftovers, Rules, Tie
from p2pscrabble.game.tiles import COUNT, TILES, tile_of
from p2pscrabble.peer.news import joined
from p2pscrabble.peer.view import View

VOWELS: Final = "AEIOU"
_MINUTE: Final = 60


def counted(count: int, what: str) -> str:
    """A number and what it counts: ``1 tile``, ``5 tiles``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def clock_text(seconds: int) -> str:
    """Minutes and seconds; with a minus once the time is over."""
    minutes, left = divmod(abs(seconds), _MINUTE)
    return f"{'-' if seconds < 0 else ''}{minutes}:{left:02}"


def unseen(board: Board, rack: str) -> str:
    """The tiles that are neither on the board nor on this rack, sorted."""
    seen = Counter(map(tile_of, board.tiles)) + Counter(rack)
    return "".join(tile * max(0, COUNT[tile] - seen[tile]) for tile in TILES)


def watching_text(view: View) -> str:
    """Who only looks on, you among them; empty where nobody does."""
    told = ["You are watching: you see what all may see, and nobody’s rack."] if view.watching else []
    if view.watchers:
        verb = "is" if len(view.watchers) == 1 else "are"
        told.append(f"{joined(view.watchers)} {verb} watching{', too' if view.watching else ''}.")
    return " ".join(told)


def end_reason(end: End, names: Sequence[str]) -> str:
    """Why a game is over."""
    if end.out is not None:
        return f"The bag is empty and {names[end.out]} has no tile left."
    return {
        EndReason.OUT: "The bag is empty and a player has no tile left.",
        EndReason.PASSED: "Everyone has passed.",
        EndReason.SCORELESS: "Too many turns running have scored nothing.",
        EndReason.LEFT: "Only one player is left.",
    }[end.reason]


def result_text(names: Sequence[str], position: Position) -> str:
    """The scores, and who won."""
    end = position.ended
    final = end.final if end is not None and end.final is not None else [player.score for player in position.players]
    scores = f"Result: {', '.join(f'{name} {score}' for name, score in zip(names, final, strict=True))}."
    winners = [names[seat] for seat in end.winners or ()] if end is not None else []
    if not winners:
        return scores
    return f"{scores} {joined(winners)} {'wins' if len(winners) == 1 else 'share the win'}."


def rules_name(rules: Rules) -> str:
    """The name of the preset that comes nearest, and what was changed in it: ``classic, with bingo=35``."""
    values = rules.values()
    changes = {
        name: [f"{field}={_word(value)}" for field, value in values.items() if value != preset.values()[field]]
        for name, preset in PRESETS.items()
    }
    name = min(changes, key=lambda name: len(changes[name]))
    return f"{name}, with {', '.join(changes[name])}" if changes[name] else name


def rule_lines(rules: Rules) -> Iterator[str]:
    """The rules in sentences."""
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
