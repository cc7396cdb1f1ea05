"""Cheats in whole games: caught before anything has changed, by name, and the others play on without the cheat."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain as joined
from itertools import combinations

import pytest

from p2pscrabble.bag.group import IDENTITY, POINT_BYTES, Point, Scalar
from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.deck import Cipher, encode_deck, fresh, tile_at, tile_points
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.keys import key_share, secret_key
from p2pscrabble.bag.sealed.record import Dealt, Drew, Laid, RackShuffled, Sent
from p2pscrabble.bag.sealed.shares import make_shares
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed.game import FEW, REMEMBERING, Game

CHEAT = 1


def stacked(deck: tuple[Cipher, ...], joint: Point) -> tuple[Cipher, ...]:
    """The same deck, but that the cheat's own first tile is a blank."""
    return (*deck[:3], fresh(98, joint).reencrypted(Scalar.of(9), joint), *deck[4:])


def test_a_stacked_deck_is_refused_and_the_others_play_on() -> None:
    """The deck goes on before its proof, but nothing is drawn from it; all is done again without the cheat."""
    game = Game(3, "stacked")
    game.send(Duty(Kind.DECK, 0))
    deck = stacked(game.chain.made(game.seeds[CHEAT]), game.state.joint)
    game.happen(Sent(Duty(Kind.DECK, CHEAT), encode_deck(deck)))
    game.settle(but=[CHEAT])
    proof = game.seats[CHEAT].answer(game.state, Kind.PROOF)
    with pytest.raises(Breach, match="without a proof"):
        game.happen(Sent(Duty(Kind.PROOF, CHEAT), proof))
    with pytest.raises(ValueError, match="under way"):
        game.happen(Dealt(3))
    game.vanish(CHEAT)
    game.happen(Dealt(3))
    game.settle()
    assert len({*game.rack(0), *game.rack(2)}) == 6
    game.exchange(0, 2)
    game.close()
    game.account()


def test_a_shuffler_looks_at_the_deck_before_shuffling_it() -> None:
    """A point of another order in it, which would tell something of the factor that it is added to."""
    game = Game(2, "order")
    deck = game.seats[0].answer(game.state, Kind.DECK)
    low = (2**255 - 20).to_bytes(POINT_BYTES, "little")
    for bad in (low, IDENTITY.data):
        with pytest.raises(DecodeError, match="a point is"):
            game.happen(Sent(Duty(Kind.DECK, 0), bad + deck[POINT_BYTES:]))


def test_no_share_is_given_for_a_tile_on_somebody_elses_rack() -> None:
    """The cheat's deck holds a tile of another's rack, so that the next draw would open it for the cheat.

    It proves nothing, so nothing is drawn; and shares are owed for nothing but what was drawn.
    """
    game = Game(3, "oracle").dealt()
    wanted = game.state.racks[0][0].joint
    game.happen(Drew(CHEAT, 1, game.slots(CHEAT)[:1]))
    game.settle(but=[CHEAT])
    deck = game.chain.made(game.seeds[CHEAT])
    game.happen(Sent(Duty(Kind.DECK, CHEAT), encode_deck((wanted, *deck[1:]))))
    game.settle(but=[CHEAT])
    assert {duty.seat for duty in game.state.duties} == {CHEAT}
    with pytest.raises(ValueError, match="under way"):
        game.happen(Drew(CHEAT, 1))
    with pytest.raises(Breach, match="without a proof"):
        game.send(Duty(Kind.PROOF, CHEAT))


def test_no_share_is_given_for_a_tile_on_somebody_elses_rack_as_ones_own_rack() -> None:
    game = Game(3, "rack oracle").dealt()
    body = game.seats[CHEAT].shuffle_rack(game.state)
    wanted = game.state.racks[0][0].joint.reencrypted(Scalar.of(4), game.state.joint)
    with pytest.raises(Breach, match="without a proof"):
        game.happen(RackShuffled(CHEAT, wanted.encode() + body[64:]))


def test_a_tile_that_one_does_not_have_cannot_be_laid() -> None:
    """A share made to measure: the point that makes a Z of whatever lies there."""
    game = Game(2, "made to measure").dealt()
    slot = game.state.racks[CHEAT][0]
    for tile in FEW:
        wanted = slot.own.b - tile_points()[tile]
        good = game.seats[CHEAT].show(game.state, (slot.number,), b"t")
        body = good[:2] + wanted.data + good[2 + POINT_BYTES :]
        if body != good:
            with pytest.raises(Breach, match="not made with its key"):
                game.happen(Laid(CHEAT, body, b"t"))


def test_a_tile_cannot_be_laid_with_the_share_of_an_earlier_turn() -> None:
    game = Game(2, "turns").dealt()
    body = game.seats[CHEAT].show(game.state, game.slots(CHEAT)[:1], b"turn 1")
    with pytest.raises(Breach, match="not made with its key"):
        game.happen(Laid(CHEAT, body, b"turn 2"))


def test_keys_and_proofs_of_another_game() -> None:
    game, other = Game(2, "one"), Game(2, "other")
    other.send(Duty(Kind.DECK, 0))
    game.send(Duty(Kind.DECK, 0))
    with pytest.raises(Breach, match="without a proof"):
        game.happen(Sent(Duty(Kind.PROOF, 0), other.seats[0].answer(other.state, Kind.PROOF)))
    assert game.record.keys[0] != key_share(game.seeds[0], other.game_id, 0).encode()


# What all others together can find out


def openings(cipher: Cipher, points: list[Point]) -> Iterator[Point]:
    """Everything that comes of taking away some of these points, or none."""
    for some in joined.from_iterable(combinations(points, size) for size in range(len(points) + 1)):
        left = cipher.b
        for point in some:
            left = left - point
        yield left


def unreadable(cipher: Cipher, points: list[Point]) -> bool:
    for left in openings(cipher, points):
        try:
            tile_at(left)
        except PeerError:
            continue
        return False
    return True


def test_all_others_together_read_neither_rack_nor_bag() -> None:
    """With every secret key but one, and every share that was given, in every combination."""
    game = Game(3, "coalition").dealt()
    game.exchange(0, 2)
    game.vanish(2)
    keys = [secret_key(seed, game.game_id) for seed in game.seeds[1:]]
    for slot in game.state.racks[0]:
        for cipher in (slot.joint, slot.own):
            assert unreadable(cipher, [key * cipher.a for key in keys])
    for cipher in game.state.deck:
        assert unreadable(cipher, [key * cipher.a for key in keys])
    for cipher in game.state.deck:  # and with the last one everything, so the test can fail
        whole = sum_of([secret_key(seed, game.game_id) for seed in game.seeds[:2]])
        assert tile_at(cipher.b - whole * cipher.a) in FEW


def sum_of(keys: list[Scalar]) -> Scalar:
    return keys[0] + keys[1]


def points_of(game: Game) -> list[bytes]:
    """Every point of the group in every message, read at every place where points stand."""
    found = []
    for event in game.record.events:
        if isinstance(event, Sent | Laid | RackShuffled):
            body, start = event.body, 0
            if isinstance(event, Laid) or (isinstance(event, Sent) and event.duty.kind is Kind.RACK):
                start = 1 + body[0]
            elif isinstance(event, Sent) and event.duty.kind is Kind.PROOF:
                start = 17
            for at in range(start, len(body) - 31, POINT_BYTES):
                try:
                    found.append(Point.decode(body[at : at + POINT_BYTES]).data)
                except DecodeError:
                    continue
    return found


def test_no_point_is_sent_twice_and_none_is_that_of_a_tile() -> None:
    """Each looks random to who has not the seeds; equal ones would say that something is equal."""
    game = Game(3, "points").dealt()
    game.exchange(0, 2)
    game.shuffle_rack(1)
    game.vanish(2)
    game.draw(0, 1)
    game.close()
    found = points_of(game)
    assert len(found) > 700
    assert len(set(found)) == len(found)
    public = {point.data for point in tile_points()}
    public |= {(point + game.state.joint).data for point in tile_points()}
    assert public.isdisjoint(found)


# Randomness


def test_no_nonce_is_used_for_two_challenges() -> None:
    """From z = k + c·x: the nonce behind each proof, for statements that differ in one thing at a time."""
    game = Game(2, "nonces").dealt()
    seed, key = game.seeds[0], secret_key(game.seeds[0], game.game_id)
    bases = [slot.own.a for slot in game.state.racks[0]]
    contexts = [
        Context(game.game_id, purpose, epoch, number, seat, turn)
        for purpose in (Purpose.SERVE, Purpose.SHOW)
        for epoch in (0, 1)
        for number in (0, 1)
        for seat in (0, 1)
        for turn in (b"", b"t")
    ]
    made = [make_shares(seed, context, key, tried) for context in contexts for tried in (bases, bases[:2], bases[::-1])]
    nonces = {shares.answer - shares.challenge * key for shares in made}
    assert len(nonces) == len(made) == 96


def test_two_inputs_at_one_step_have_outputs_with_nothing_in_common() -> None:
    """What a program does that was turned back to an older state; it must not, but then no factor is used twice."""
    one = Game(2, "fork")
    other = Game(2, "fork", FEW[::-1])
    first, second = one.chain.made(one.seeds[0]), other.chain.made(other.seeds[0])
    assert one.chain.context == other.chain.context
    differences = {(a.a - b.a).data for a in first for b in second}
    inputs = {(a.a - b.a).data for a in one.chain.deck for b in other.chain.deck}
    assert len(differences) == len(FEW) ** 2
    assert differences.isdisjoint(inputs)


def test_the_audit_of_a_game_with_a_cheat_in_it_is_clean_for_the_others() -> None:
    game = Game(3, "left over")
    game.send(Duty(Kind.DECK, 0))
    game.happen(Sent(Duty(Kind.DECK, CHEAT), encode_deck(stacked(game.chain.deck, game.state.joint))))
    game.settle(but=[CHEAT])
    game.vanish(CHEAT)
    game.happen(Dealt(3))
    game.settle()
    found = audit(game.record, [game.seeds[0], None, game.seeds[2]], REMEMBERING)
    assert found.clean
    assert found.unaudited == (CHEAT,)
    whole = audit(game.record, game.seeds, REMEMBERING)
    assert [seat for seat, _ in whole.faults] == [CHEAT]
