"""``export`` and ``audit``: what was signed in a game as a file, and what a stranger finds in it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pscrabble.cli.exits import NegativeAnswer
from p2pscrabble.cli.options import option
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options
from p2pscrabble.errors import Breach, UsageError
from p2pscrabble.peer.kept import FINISHED, find, people

if TYPE_CHECKING:
    from collections.abc import Iterable

    from p2pscrabble.peer.auditing import Finding
    from p2pscrabble.peer.store import RoomStore


@click.command("export")
@common_options
@click.argument("game", required=False, metavar="[ID]")
@option("--number", type=click.IntRange(1), metavar="N", help="The room's N-th game; else the last that has ended.")
@option(
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this file, and not to standard output.",
)
@click.pass_obj
def export_command(settings: Settings, *, game: str | None, number: int | None, output: Path | None) -> None:
    """Write down all that was signed in a finished game, for `p2pscrabble audit`.

    ID is what `p2pscrabble games` shows; without it, the game that ended last on this computer. Whoever gets the file
    can check the game without having been there. It holds names, moves and opened seeds; no chat, and no room code.
    """
    from p2pscrabble.peer.transcript import export
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    store = _pick(settings, game)
    transcript = export(store, WordLists(settings.data).with_hash, None if number is None else number - 1)
    text = transcript.encode()
    if output is None:
        out.result(text.rstrip("\n"))
        out.event("transcript", id=store.folder.name, game=transcript.game + 1, text=text)
        return
    try:
        output.write_bytes(text.encode())
    except OSError as error:
        raise UsageError(f"{output} cannot be written: {(error.strerror or str(error)).lower()}.") from error
    out.say(f"{output} has all that was signed in this game. Anyone can check it: p2pscrabble audit {output.name}")
    out.event("transcript", id=store.folder.name, game=transcript.game + 1, file=str(output))


def _pick(settings: Settings, wanted: str | None) -> RoomStore:
    stores = people(settings.data / "rooms")
    if wanted is not None:
        return find(stores, wanted)
    for store in stores:
        if store.summary.state in FINISHED or store.summary.replay:
            return store
    raise NegativeAnswer("No game has ended on this computer yet.")


@click.command("audit")
@common_options
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.pass_obj
def audit_command(settings: Settings, *, file: Path) -> None:
    """Check a game that others have played, or evidence against a player, from a file alone.

    FILE is what `p2pscrabble export` wrote, or evidence that a program kept in the folder of its room; - reads it from
    standard input. Of a game everything is computed anew: signatures, commitments, every proof, seeds, moves and the
    result. Ends with 1 if not all of it holds, and with 4 where it proves that a player broke the protocol.
    """
    from p2pscrabble.peer.evidence import is_evidence, judge
    from p2pscrabble.peer.transcript import MAX_BYTES
    from p2pscrabble.peer.witness import examine
    from p2pscrabble.peer.wordlists import WordLists

    out = Output(settings)
    with click.open_file(str(file), "rb") as source:
        data = source.read(MAX_BYTES + 1)
    if is_evidence(data):
        judged = judge(data)
        _tell(out, judged.findings)
        out.event("evidence", proven=bool(judged.breach), text=judged.breach)
        if judged.breach:
            raise Breach(judged.breach)
        raise NegativeAnswer("This proves nothing against anyone.")
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool, out.progress("Checking the game") as progress:
        found = examine(data, WordLists(settings.data).with_hash, spread=pool.map, tell=progress)
    _tell(out, found.findings)
    out.event("verdict", sound=found.sound, replay=found.number)
    if not found.sound:
        raise NegativeAnswer("This transcript does not hold.")
    out.say("Everything in this transcript that can be checked holds.")


def _tell(out: Output, findings: Iterable[Finding]) -> None:
    for finding in findings:
        out.result(f"{ {True: 'holds', False: 'WRONG', None: 'open'}[finding.holds]:<6} {finding.text}")
        out.event("finding", holds=finding.holds, text=finding.text)
