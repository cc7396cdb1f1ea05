"""What ``docs/sealed-bag.md`` says of sizes is what is sent."""

from __future__ import annotations

from pathlib import Path

import pytest

from p2pscrabble.bag.sealed.carry import carried_bytes
from p2pscrabble.bag.sealed.deck import CIPHER_BYTES
from p2pscrabble.bag.sealed.duties import Kind
from p2pscrabble.bag.sealed.keys import KEY_SHARE_BYTES
from p2pscrabble.bag.sealed.proof import proof_bytes
from p2pscrabble.bag.sealed.record import Dealt, Sent
from p2pscrabble.bag.sealed.shares import shares_bytes
from p2pscrabble.bag.sealed.slots import encode_slots
from p2pscrabble.bag.sealed.tags import raised_bytes
from p2pscrabble.numerals.digits import digits_for
from tests.bag.sealed.game import Game

PAGE = (Path(__file__).parents[3] / "docs" / "sealed-bag.md").read_text(encoding="utf-8")


def setting_up(seats: int) -> int:
    """Bytes that all seats send together, from keys to racks."""
    shuffles = seats * (100 * CIPHER_BYTES + proof_bytes(100))
    return seats * KEY_SHARE_BYTES + shuffles + seats * shares_bytes(7 * (seats - 1))


def test_the_figures_of_the_page() -> None:
    sizes = [setting_up(seats) for seats in (2, 3, 4)]
    for size in (*sizes, 100 * CIPHER_BYTES, proof_bytes(100), digits_for(sizes[0])):
        assert f"{size:,}" in PAGE, size
    assert digits_for(sizes[0]) < 100_000
    assert f"Laying seven tiles\ntakes {len(encode_slots(range(7))) + shares_bytes(7)} bytes" in PAGE
    assert f"serving them {shares_bytes(7)} from each" in PAGE
    new_keys = 80 * CIPHER_BYTES + proof_bytes(80) + carried_bytes(7) + raised_bytes(101) + shares_bytes(101)
    assert f"take {3 * new_keys // 1000} kB" in PAGE


@pytest.mark.parametrize("seats", [2, 3])
def test_what_is_sent_in_a_game_has_these_sizes(seats: int) -> None:
    game = Game(seats)
    size = len(game.record.tiles)
    game.settle()
    game.happen(Dealt(3))
    game.settle()
    sent = {event.duty.kind: len(event.body) for event in game.record.events if isinstance(event, Sent)}
    assert sent == {
        Kind.DECK: size * CIPHER_BYTES,
        Kind.PROOF: proof_bytes(size),
        Kind.SHARES: shares_bytes(3 * (seats - 1)),
    }
