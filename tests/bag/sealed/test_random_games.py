from __future__ import annotations

from tests.bag.sealed.random_game import RandomGame


def test_whatever_happens_the_audit_is_clean_and_the_bag_that_of_the_seeds() -> None:
    """Games in which, together, everything happens."""
    events: set[str] = set()
    for number in (11, 16, 20, 27):
        game = RandomGame(number)
        found = game.play()
        assert found.clean, number
        assert found.order is not None
        events |= {type(event).__name__ for event in game.game.record.events}
    assert events == {"Sent", "Dealt", "Drew", "Laid", "RackShuffled", "Withdrawn", "LeftOpen", "Vanished", "Closed"}
