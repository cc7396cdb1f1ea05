"""The recorded games of other programs, read in place where they lie beside this project."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pscrabble.errors import GcgError
from p2pscrabble.gcg import EventKind, game_gcg, import_gcg, read_gcg

FILES = sorted((Path(__file__).parents[2].parent / "shared" / "gcg").glob("*.gcg"))

pytestmark = pytest.mark.skipif(not FILES, reason="the recorded games are not beside this project")

REFUSED = {
    "macondo-22": "line 6: “Ę” is not on the English tiles: this game was played in another language.",
    "quackle-07": "line 2: Two players are called p1, so nobody can tell whose moves are whose.",
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_score_and_total_agrees(path: Path) -> None:
    """Or the file is refused, for the reason that it is no game of ours."""
    data = path.read_bytes()
    if reason := REFUSED.get(path.stem):
        with pytest.raises(GcgError) as caught:
            import_gcg(data, lenient=True)
        assert str(caught.value) == reason
        return
    game = import_gcg(data)
    assert game.problems == ()
    file = read_gcg(data)
    totals = {event.seat: event.total for event in file.events}
    position = game.position
    assert (position.ended is not None) == any(event.kind is EventKind.TILES_LEFT for event in file.events)
    final = position.ended.final if position.ended else tuple(player.score for player in position.players)
    assert final is not None
    assert {seat: final[seat] for seat in totals} == totals
    again = game_gcg(game)
    assert import_gcg(again).steps == game.steps
    assert game_gcg(import_gcg(again)) == again


def test_the_counts() -> None:
    """Of 44 files 42 agree move by move, 25 of them complete games of two; two are refused, as said above.

    Between score and total stand 8 plays that came off, 9 bonuses for a mistaken challenge and 1 penalty for time;
    8 files have a rack that cannot have been.
    """
    complete = agree = withdrawn = bonuses = penalties = doubts = 0
    for path in FILES:
        if path.stem in REFUSED:
            continue
        game = import_gcg(path.read_bytes())
        kinds = [event.kind for event in read_gcg(path.read_bytes()).events]
        agree += not game.problems
        complete += EventKind.TILES_LEFT in kinds and len(game.players) == 2
        withdrawn += kinds.count(EventKind.WITHDRAWN)
        bonuses += kinds.count(EventKind.BONUS)
        penalties += kinds.count(EventKind.TIME)
        doubts += bool(game.doubts)
    assert (len(FILES), agree, complete) == (44, 42, 25)
    assert (withdrawn, bonuses, penalties, doubts) == (8, 9, 1, 8)
