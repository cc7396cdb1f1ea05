from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.bag.group import GENERATOR, Point, Scalar
from p2pscrabble.bag.sealed.keys import KEY_SHARE_BYTES, KeyShare, joint_key, key_share, secret_key, take_key_share
from p2pscrabble.bag.sealed.transcript import Context, Purpose, challenge, encode_challenge
from p2pscrabble.errors import Breach, DecodeError, PeerError
from tests.bag.sealed import reference
from tests.bag.sealed.small import GAME, JOINT, KEYS, SECRETS, SEEDS, flipped, no_points, plus_order, replaced

BODIES = [key_share(seed, GAME, seat).encode() for seat, seed in enumerate(SEEDS)]
WRONG = "without knowing what belongs to it"


def test_a_key_share_is_that_of_the_formulas() -> None:
    for seat, (seed, body) in enumerate(zip(SEEDS, BODIES, strict=True)):
        assert body == reference.key_share(seed, GAME, seat)
        assert len(body) == KEY_SHARE_BYTES == 80
        assert take_key_share(body, GAME, seat, KEYS[:seat]) == KEYS[seat] == SECRETS[seat] * GENERATOR
        assert KeyShare.decode(body).encode() == body


def test_keys_differ_by_seed_and_game() -> None:
    assert len({secret_key(seed, game) for seed in SEEDS for game in (GAME, bytes(32))}) == 4


def test_the_joint_key_is_the_sum() -> None:
    assert joint_key(KEYS) == JOINT == (SECRETS[0] + SECRETS[1]) * GENERATOR
    with pytest.raises(PeerError, match="cancel out"):
        joint_key([KEYS[0], -KEYS[0]])


def test_the_proof_of_another_seat_or_game() -> None:
    with pytest.raises(Breach, match=WRONG):
        take_key_share(BODIES[0], GAME, 1, [])
    with pytest.raises(Breach, match=WRONG):
        take_key_share(BODIES[0], bytes(32), 0, [])


def test_a_key_that_takes_another_out_of_the_sum() -> None:
    """A rogue key: what is wanted as the joint key, less the others. The best that its maker has is an old proof."""
    wanted = secret_key(b"the cheat knows.", GAME) * GENERATOR
    rogue = wanted - KEYS[0]
    for proof in (BODIES[0], BODIES[1], key_share(b"the cheat knows.", GAME, 1).encode()):
        with pytest.raises(Breach, match=WRONG):
            take_key_share(rogue.data + proof[32:], GAME, 1, KEYS[:1])


def test_the_key_of_another_seat() -> None:
    """Even with a proof, which two seats who share a seed could make."""
    same = key_share(SEEDS[0], GAME, 1).encode()
    with pytest.raises(Breach, match="the key of another seat"):
        take_key_share(same, GAME, 1, KEYS[:1])


def test_keys_that_cancel_out() -> None:
    """Which seats who know each other's keys can make, and prove: of all before, or of some, that new keys are for."""
    first, second = SECRETS
    last = -(first + second)
    context = Context(GAME, Purpose.KEY, 0, 0, 2).data
    point, nonce = last * GENERATOR, Scalar.of(7)
    chosen = challenge("pok", context, point.data, (nonce * GENERATOR).data)
    body = KeyShare(point, chosen, nonce + chosen * last).encode()
    with pytest.raises(Breach, match="cancels out"):
        take_key_share(body, GAME, 2, KEYS)
    other = key_share(b"the third seat's", GAME, 2)
    with pytest.raises(Breach, match="cancels out"):
        take_key_share(body, GAME, 2, [*KEYS, other.point])
    assert take_key_share(other.encode(), GAME, 2, KEYS) == other.point


def test_a_proof_that_was_made_for_a_chosen_challenge() -> None:
    """The challenge is hashed from what was committed to, so choosing it first is of no use."""
    for number in range(4):
        chosen, answer = Scalar.of(number), Scalar.of(5)
        body = KEYS[1].data + encode_challenge(chosen) + answer.data
        with pytest.raises(Breach, match=WRONG):
            take_key_share(body, GAME, 1, KEYS[:1])


@pytest.mark.parametrize("bit", range(0, 640, 16))
def test_any_bit_changed(bit: int) -> None:
    with pytest.raises((Breach, DecodeError)):
        take_key_share(flipped(BODIES[0], bit), GAME, 0, [])


def test_forms() -> None:
    with pytest.raises(DecodeError, match="not below the order"):
        take_key_share(plus_order(BODIES[0], 48), GAME, 0, [])
    for bad in no_points(Point(BODIES[0][:32])).values():
        with pytest.raises(DecodeError, match="a point is"):
            take_key_share(replaced(BODIES[0], 0, bad), GAME, 0, [])
    for length in (0, 79, 81):
        with pytest.raises(DecodeError, match=f"has 80 bytes, not {length}"):
            take_key_share((BODIES[0] + b"x")[:length], GAME, 0, [])


@given(st.binary(min_size=80, max_size=80))
def test_any_bytes_are_a_key_share_or_an_error(data: bytes) -> None:
    for tried in (data, KEYS[0].data + data[32:], KEYS[0].data + data[32:79] + b"\0"):
        try:
            assert KeyShare.decode(tried).encode() == tried
        except DecodeError:
            continue
