"""What a step of the game says of itself."""

from __future__ import annotations

from p2pscrabble.game.moves import Pass
from p2pscrabble.game.turns import Outcome, Turn


def test_a_turn_says_only_what_there_is_to_say() -> None:
    turn = Turn(1, Pass(), Outcome.PASSED)
    assert (turn.score, turn.challenged, turn.phonies, turn.bonus, turn.lost_turn, turn.returned) == (
        None,
        None,
        (),
        0,
        False,
        "",
    )
