"""The plays of a GCG file laid on the board, and which rules and words they were made under."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from p2pscrabble.errors import GcgError, NotationError, UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Play
from p2pscrabble.game.notation import read_play
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Leftovers, Rules
from p2pscrabble.game.scoring import lay
from p2pscrabble.game.steps import BONUS_A_WORD
from p2pscrabble.gcg.file import UPHELD_MARK, EventKind, GcgFile
from p2pscrabble.gcg.game import RecordedWords

CLUB_CLOCK: Final = 25 * 60
"""Seconds a player has in club play; taken where a file has penalties for time, which never says of how much."""

_YES_NO: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Laid:
    """The plays by the line of their event, and the words that stood."""

    plays: dict[int, Play]
    words: RecordedWords
    bonus_words: tuple[int, ...]
    """How many words each play had that brought points when it was challenged."""


def lay_plays(file: GcgFile) -> Laid:
    """Lay every play of the file; raises ``GcgError`` where one cannot lie there."""
    board = Board()
    plays: dict[int, Play] = {}
    good: set[str] = set()
    upheld: set[str] = set()
    withdrawn: list[tuple[int, list[str]]] = []
    bonus_words: list[int] = []
    last: list[str] = []
    for event, following in zip_longest(file.events, file.events[1:]):
        if event.kind is EventKind.BONUS:
            bonus_words.append(len(last))
        if event.kind is EventKind.BONUS or UPHELD_MARK in event.note.split("\n"):
            upheld.update(last)
        if event.kind is not EventKind.PLAY:
            continue
        try:
            play = plays[event.line] = read_play(event.place, event.text, board)
        except NotationError as error:
            raise GcgError(str(error), event.line) from None
        layout = lay(board, play)
        if faults := layout.broken + layout.misplaced:
            raise GcgError(" ".join(str(fault) for fault in faults), event.line)
        last = [word.text.upper() for word in layout.words]
        if following is not None and following.kind is EventKind.WITHDRAWN:
            withdrawn.append((following.line, last))
        else:
            board = layout.after
            good.update(last)
    for line, words in withdrawn:
        if good.issuperset(words):
            phonies = set(words) - upheld
            if not phonies:
                raise GcgError(f"{' and '.join(words)} came off here, and stood a challenge elsewhere.", line)
            good -= phonies
    return Laid(plays, RecordedWords(file.lexicon or "the words of this game", frozenset(good)), tuple(bonus_words))


def rules_of(file: GcgFile, laid: Laid) -> Rules:
    """The rules that the file names, or else club rules with the challenges, leftovers and clock that it shows."""
    if file.rules is not None:
        return _rules_named(*file.rules)
    changes: dict[str, object] = {}
    bonuses = [event.change for event in file.events if event.kind is EventKind.BONUS]
    if bonuses:
        a_word = bonuses == [BONUS_A_WORD * count for count in laid.bonus_words]
        changes["challenge"] = ChallengeRule.TEN_POINT if a_word else ChallengeRule.FIVE_POINT
    left = [event for event in file.events if event.kind is EventKind.TILES_LEFT]
    if len(file.players) == len({event.seat for event in left}) == 2 and any(event.change > 0 for event in left):
        changes["leftovers"] = Leftovers.EACH_LOSES
    penalties = [abs(event.change) for event in file.events if event.kind is EventKind.TIME]
    if penalties:
        overtime = PRESETS["tournament"].overtime
        if any(points % overtime for points in penalties):
            overtime = next(rate for rate in range(100, 0, -1) if not any(points % rate for points in penalties))
        changes |= {"clock": CLUB_CLOCK, "overtime": overtime}
    return PRESETS["tournament"].changed(**changes)


def _rules_named(line: int, text: str) -> Rules:
    name, *changes = text.split()[:20] or [""]
    if name not in PRESETS:
        raise GcgError(f"There are no rules called “{name[:40]}”.", line)
    fields: dict[str, object] = {}
    for change in changes:
        field, _, value = change.partition("=")
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 8 else value
        fields[field] = _YES_NO.get(value, number)
    try:
        return PRESETS[name].changed(**fields)
    except UsageError as error:
        raise GcgError(str(error), line) from None


def rules_name(rules: Rules) -> str:
    """The rules as ``_rules_named`` reads them: the nearest preset, and what differs from it."""

    def differing(preset: Rules) -> list[str]:
        values = zip(preset.values().items(), rules.values().values(), strict=True)
        return [f"{name}={_word(value)}" for (name, usual), value in values if value != usual]

    name = min(PRESETS, key=lambda name: len(differing(PRESETS[name])))
    return " ".join([name, *differing(PRESETS[name])])


def _word(value: int | str) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
