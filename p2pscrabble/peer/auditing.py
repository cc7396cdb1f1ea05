"""A finished game checked from its number alone: everything that the number claims, and whether it holds."""

from __future__ import annotations

from dataclasses import dataclass

from p2pscrabble.errors import DecodeError, IllegalMove, sentence
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.position import Position
from p2pscrabble.numerals.replay import Replay
from p2pscrabble.peer.telling import result_text
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table.replay import read_replay, replay_positions, write_replay


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim in a sentence, and whether it holds; ``None`` where that cannot be told here."""

    holds: bool | None
    text: str


@dataclass(frozen=True, slots=True)
class Audit:
    """What was found, and the game as far as it could be read.

    ``positions`` are the one before the first step and that after each, words not looked up; none, and no ``replay``,
    where the number tells no game. ``words`` is the list of the game, if it is on this computer.
    """

    findings: tuple[Finding, ...]
    replay: Replay | None = None
    positions: tuple[Position, ...] = ()
    words: Lexicon | None = None

    @property
    def sound(self) -> bool:
        """Whether nothing was found to be wrong."""
        return all(finding.holds is not False for finding in self.findings)


def audit(number: str, lists: WordLists) -> Audit:
    """Computes a game anew from its number; never raises for what the number is."""
    told: list[Finding] = []
    replay: Replay | None = None
    positions: tuple[Position, ...] = ()
    words: Lexicon | None = None
    try:
        read = read_replay(number)
        told.append(Finding(True, "The check digits fit: no digit is wrong, missing or too many."))
        whole = write_replay(read) == "".join(number.split())
        told.append(
            Finding(whole, "No other number tells this game." if whole else "Another number tells the same game.")
        )
        replay, positions = read, replay_positions(read)
        told.append(Finding(True, f"All {len(read.steps)} moves are within the rules ({read.rules.preset})."))
        if read.seeds:
            told.append(Finding(True, f"Every tile was dealt as the seeds of all {read.seats} players have it."))
        else:
            text = "The seeds are not in it: that the tiles were dealt fairly cannot be told."
            told.append(Finding(None, text))
        words = list_of(read, lists)
        told.append(_words(read, words))
        told.append(Finding(True, f"{result_text(players(read), positions[-1])} All scores are computed anew."))
        over = positions[-1].ended is not None
        told.append(Finding(True, "The game has ended.") if over else Finding(None, "The game has not ended."))
    except (DecodeError, IllegalMove) as error:
        told.append(Finding(False, sentence(str(error))))
    return Audit(tuple(told), replay, positions, words)


def list_of(replay: Replay, lists: WordLists) -> Lexicon | None:
    """The word list of the game, if it is on this computer."""
    found = next((one for one in lists.known() if one.hash.startswith(replay.lexicon)), None)
    return None if found is None else lists.with_hash(found.hash)


def players(replay: Replay, names: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The names of the players, where there is one for each seat, or else their numbers."""
    return names if len(names) == replay.seats else tuple(f"Player {seat + 1}" for seat in range(replay.seats))


def _words(replay: Replay, words: Lexicon | None) -> Finding:
    if words is None:
        return Finding(None, f"The word list {replay.lexicon.hex()}… is not on this computer: no word was looked up.")
    replay_positions(replay, words)
    return Finding(True, f"Every word that stood is in the word list {words.name}.")
