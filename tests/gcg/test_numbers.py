"""A game goes from GCG to its number and back to GCG, and nothing of it is lost but names and remarks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from p2pscrabble.gcg import export_gcg, game_gcg, import_gcg
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import replay_of
from p2pscrabble.numerals.replay_number import decode_replay, encode_replay
from p2pscrabble.numerals.walk import positions

GAMES = Path(__file__).parent / "games"
RECORDED = Path(__file__).parents[2].parent / "shared" / "gcg"
REFUSED = {"macondo-22", "quackle-07"}
FILES = sorted([*GAMES.glob("*.gcg"), *(path for path in RECORDED.glob("*.gcg") if path.stem not in REFUSED)])


def no_dealer(seeds: Sequence[bytes]) -> Dealer:
    raise AssertionError(f"there are no seeds here: {seeds}")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_to_a_number_and_back(path: Path) -> None:
    game = import_gcg(path.read_bytes())
    replay = replay_of(game.positions())
    number = encode_replay(replay, no_dealer)
    assert len(number) < 400
    decoded = decode_replay(number, no_dealer)
    assert decoded == replay
    shown = positions(decoded, no_dealer, game.words)
    assert shown == game.positions()
    notes = {number: step.note for number, step in enumerate(game.steps) if step.note}
    text = export_gcg(game.players, shown, lexicon=game.lexicon, other=game.other, notes=notes)
    assert text == game_gcg(game)
