"""Whole games from the first key to the audit, and that their bag is the one of ``bag.order``."""

from __future__ import annotations

import time

from p2pscrabble.bag.sealed.audit import audit
from tests.bag.sealed.game import REMEMBERING, Game


def test_x() -> None:
    for n in (2, 3, 4):
        t = time.time()
        game = Game(n, "x").dealt()
        game.exchange(1, 3)
        game.lay(0, 5)
        game.draw(0, 5)
        if n > 2:
            before = [game.rack(s) for s in range(n)]
            game.vanish(n - 1)
            assert [game.rack(s) for s in range(n - 1)] == before[:-1]
            game.draw(1, 0)
            game.exchange(0, 2)
        if n > 3:
            game.leave(1)
            game.exchange(2, 1)
        game.close()
        print(n, time.time() - t)
        found = audit(game.record, game.seeds, REMEMBERING)
        assert found.clean
        assert found.order is not None
        print(n, time.time() - t, len(game.record.events))
