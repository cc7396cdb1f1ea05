from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from p2pscrabble.bag.sealed.duties import Kind
from p2pscrabble.bag.sealed.record import Drew
from p2pscrabble.bag.sealed.seat import SealedSeat
from p2pscrabble.bag.sealed.slots import public_slot
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.errors import Breach
from p2pscrabble.game.tiles import LETTER_OF
from tests.bag.sealed.game import Game
from tests.bag.sealed.small import KEYS, SEEDS


def holding(game: Game, tiles: tuple[int, ...]) -> Sealed:
    """The first seat has these tiles."""
    key = game.state.keys[0]
    assert key is not None
    rack = tuple(public_slot(40 + place, tile, game.state.joint, key) for place, tile in enumerate(tiles))
    return replace(game.state, racks=(rack, *game.state.racks[1:]))


def test_a_seat_reads_its_own_rack() -> None:
    game = Game(2).dealt()
    assert list(game.seats[0].rack(game.state)) == [0, 1, 2]
    state = holding(game, (4, 77, 98))
    assert game.seats[0].rack(state) == {40: 4, 41: 77, 42: 98}


def test_everything_is_the_same_again() -> None:
    """A program that lost all but its seed sends the very same."""
    game = Game(2)
    again = SealedSeat(game.seeds[0], game.game_id, 0)
    assert again.key_share() == game.record.keys[0]
    assert again.seed == game.seeds[0]
    with ThreadPoolExecutor(2) as pool:
        for kind in (Kind.DECK, Kind.PROOF):
            assert again.answer(game.state, kind, pool.map) == game.seats[0].answer(game.state, kind)
            game.send(game.state.duties[0])
    game.dealt()
    game.happen(Drew(1, 1))
    assert again.answer(game.state, Kind.SHARES) == game.seats[0].answer(game.state, Kind.SHARES)
    game.settle()
    assert again.show(game.state, (0, 2), b"t") == game.seats[0].show(game.state, (0, 2), b"t")
    assert again.shuffle_rack(game.state) == game.seats[0].shuffle_rack(game.state)


def test_only_what_is_owed_is_answered() -> None:
    game = Game(2)
    with pytest.raises(ValueError, match="seat 1 owes no deck"):
        game.seats[1].answer(game.state, Kind.DECK)
    with pytest.raises(ValueError, match="owes no shares"):
        game.seats[0].answer(game.state, Kind.SHARES)
    game.settle()
    with pytest.raises(ValueError, match="owes no deck"):
        game.seats[0].answer(game.state, Kind.DECK)
    with pytest.raises(Breach, match="not on its rack"):
        game.seats[0].show(game.state, (0,), b"t")


def test_letters_are_found_on_the_rack() -> None:
    game = Game(2).dealt()
    state = holding(game, (17, 98, 0, 18))
    assert "".join(LETTER_OF[tile] for tile in (17, 98, 0, 18)) == "E?AE"
    assert game.seats[0].pick(state, "A?", b"t") == (42, 41)
    assert sorted(game.seats[0].pick(state, "EE", b"t") or ()) == [40, 43]
    assert game.seats[0].pick(state, "", b"t") == ()
    assert game.seats[0].pick(state, "EEE", b"t") is None
    assert game.seats[0].pick(state, "Q", b"t") is None


def test_equal_tiles_are_picked_alike_often() -> None:
    """300 picks of one of three: chi-squared with two degrees of freedom, refused above 23 (one in 100,000)."""
    game = Game(2).dealt()
    state = holding(game, (17, 18, 19))
    counts = Counter(game.seats[0].pick(state, "E", number.to_bytes(2, "big")) for number in range(300))
    assert len(counts) == 3
    assert sum((count - 100) ** 2 / 100 for count in counts.values()) < 23
    assert game.seats[0].pick(state, "E", b"t") == game.seats[0].pick(state, "E", b"t")


def test_no_secret_is_shown() -> None:
    seat = SealedSeat(b"a very secret sd", bytes(32), 1)
    assert repr(seat) == "<SealedSeat 1>"
    assert not hasattr(seat, "__dict__")
    assert SEEDS[0].hex() not in repr(KEYS)
