"""``replay`` and ``import``: finished games as numbers, as text and as GCG files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from p2pscrabble.cli.exits import NegativeAnswer
from p2pscrabble.cli.options import option
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options
from p2pscrabble.errors import UsageError
from p2pscrabble.peer.kept import find, people

if TYPE_CHECKING:
    from p2pscrabble.game.lexicon import Lexicon
    from p2pscrabble.game.position import Position
    from p2pscrabble.numerals.replay import Replay
CODE_DIGITS: Final = 16
"""A room code has so many digits, and the number of a game has more."""
MAX_NUMBER: Final = 1_000_000
"""The most characters of a file that are looked at."""


@click.command("replay")
@common_options
@click.argument("game", nargs=-1, metavar="[NUMBER | FILE | ID | -]")
@option("--gcg", is_flag=True, help="As a GCG file, for other programs.")
@option("--audit", is_flag=True, help="Compute everything anew and say what holds; ends with 1 if not all does.")
@option("--browser", is_flag=True, help="In the browser, move by move, with all racks.")
@click.pass_obj
def replay_command(
    settings: Settings,
    *,
    game: tuple[str, ...],
    gcg: bool,
    audit: bool,
    browser: bool,
) -> None:
    """Show a finished game, or check it.

    NUMBER is the number of a game, spaces in it or not; FILE has one; - reads it from standard input; ID is a game of
    `p2pscrabble games`. With nothing, the game that ended last on this computer.
    """
    from p2pscrabble.table.replay import read_replay, replay_positions

    out = Output(settings)
    number, names = _number(settings, game)
    if audit:
        _audit(settings, number, out)
        return
    replay = read_replay(number)
    if browser:
        from p2pscrabble.cli.browser import in_browser
        from p2pscrabble.web.starting import wish

        in_browser(settings, wish("replay", number="".join(number.split())))
        return
    names = names if len(names) == replay.seats else tuple(f"Player {seat + 1}" for seat in range(replay.seats))
    words = _words(settings, replay)
    positions = replay_positions(replay, words)
    if gcg:
        from p2pscrabble.gcg import export_gcg, nicknames

        written = export_gcg(nicknames(names), positions, lexicon=words.name if words else "")
        out.result(written.rstrip("\n"))
        out.event("gcg", text=written)
        return
    _show(replay, names, positions, words, out)


def _show(
    replay: Replay, names: Sequence[str], positions: Sequence[Position], words: Lexicon | None, out: Output
) -> None:
    from p2pscrabble.game.notation import move_name
    from p2pscrabble.text.record import record_text, step_about
    from p2pscrabble.text.sentences import rules_text

    listed = f"Word list: {words.name if words else replay.lexicon.hex() + '…, which is not on this computer'}."
    out.result(f"{rules_text(replay.rules).splitlines()[0]} {listed}\n")
    out.result(record_text(names, positions))
    last = positions[-1]
    final = last.ended.final if last.ended is not None else None
    steps = []
    for before, after in pairwise(positions):
        if (turn := after.last) is None:
            continue
        player = before.players[turn.seat]
        steps.append(
            {
                "seat": turn.seat,
                "outcome": turn.outcome.value,
                "rack": player.rack.tiles,
                "move": move_name(turn.move, before.board) if turn.move is not None else "leave",
                "points": after.players[turn.seat].score - player.score,
                "total": after.players[turn.seat].score,
                "about": step_about(names, turn),
            }
        )
    out.event(
        "replay",
        names=list(names),
        rules=replay.rules.values(),
        lexicon=replay.lexicon.hex(),
        deal=replay.deal.name.lower(),
        first=replay.first,
        moves=steps,
        scores=final or [player.score for player in last.players],
        winners=last.ended.winners if last.ended is not None else None,
    )


def _audit(settings: Settings, number: str, out: Output) -> None:
    """Says of everything that a number claims whether it holds; ends with 1 where something does not."""
    from p2pscrabble.peer.auditing import audit
    from p2pscrabble.peer.wordlists import WordLists

    found = audit(number, WordLists(settings.data))
    for finding in found.findings:
        out.result(f"{ {True: 'holds', False: 'WRONG', None: 'open'}[finding.holds]:<6} {finding.text}")
        out.event("finding", holds=finding.holds, text=finding.text)
    if not found.sound:
        raise NegativeAnswer("The number does not hold.")
    out.say("Everything in this number that can be checked holds.")


def _words(settings: Settings, replay: Replay) -> Lexicon | None:
    """The word list of the game, if it is here."""
    from p2pscrabble.peer.auditing import list_of
    from p2pscrabble.peer.wordlists import WordLists

    return list_of(replay, WordLists(settings.data))


def _number(settings: Settings, game: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The number that is meant, and the names of the players where they are known here."""
    text = "".join("".join(game).split())
    if text == "-":
        return sys.stdin.read(MAX_NUMBER) if sys.stdin is not None else "", ()
    stores = people(settings.data / "rooms")
    if text.isdecimal() and len(text) > CODE_DIGITS:
        return text, next((store.summary.names for store in stores if store.summary.replay == text), ())
    if len(game) == 1 and Path(game[0]).is_file():
        return _from_file(Path(game[0])), ()
    if text:
        summary = find(stores, text).summary
        if not summary.replay:
            raise UsageError("This game has not ended: it has no number yet.")
        return summary.replay, summary.names
    for store in stores:
        if store.summary.replay:
            return store.summary.replay, store.summary.names
    raise NegativeAnswer("No game has ended on this computer yet.")


def _from_file(path: Path) -> str:
    if path.suffix.lower() == ".gcg":
        raise UsageError(f"{path} is a GCG file: `p2pscrabble import {path}` makes it a number.")
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(MAX_NUMBER)
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error


@click.command("import")
@common_options
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@option("--lenient", is_flag=True, help="Report wrong scores and go on; else the first one is an error.")
@click.pass_obj
def import_command(settings: Settings, *, file: Path, lenient: bool) -> None:
    """Turn a GCG file into a replay number.

    Every score and total is checked against the rules: a wrong one is an error that names the line, what it says and
    what is right.
    """
    from p2pscrabble.gcg import MAX_BYTES, import_gcg
    from p2pscrabble.numerals.replay import replay_of
    from p2pscrabble.table.replay import write_replay

    out = Output(settings)
    with click.open_file(str(file), "rb") as source:
        game = import_gcg(source.read(MAX_BYTES + 1), lenient=lenient)
    for problem in (*game.problems, *game.doubts):
        out.say(str(problem))
        out.event("problem", line=problem.line, text=problem.text)
    number = write_replay(replay_of(game.positions()))
    out.result(number)
    out.event("replay", number=number, names=game.names, problems=len(game.problems), doubts=len(game.doubts))
