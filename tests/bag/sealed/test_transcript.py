from __future__ import annotations

from dataclasses import replace

import pytest

from p2pscrabble.bag.group import ORDER, Scalar
from p2pscrabble.bag.prf import pack
from p2pscrabble.bag.sealed.transcript import (
    Context,
    Purpose,
    challenge,
    challenges,
    decode_challenge,
    encode_challenge,
    game_id,
    in_turn,
    secret,
    secrets,
)
from p2pscrabble.errors import DecodeError
from tests.bag.sealed import reference

SEED = bytes(range(16))
CONTEXT = Context(b"g" * 32, Purpose.BAG, 1, 2, 3, b"t")


def test_a_game_is_known_by_everything_that_was_agreed_on() -> None:
    found = game_id(1, b"terms", [b"a" * 32, b"b" * 32])
    assert found == reference.hashed("game", 1, b"terms", b"a" * 32, b"b" * 32)[:32]
    others = [
        game_id(2, b"terms", [b"a" * 32, b"b" * 32]),
        game_id(1, b"other", [b"a" * 32, b"b" * 32]),
        game_id(1, b"terms", [b"b" * 32, b"a" * 32]),
        game_id(1, b"terms", [b"a" * 32]),
        game_id(1, b"terms", [b"a" * 32 + b"b" * 32]),
    ]
    assert len({found, *others}) == 6


def test_a_context_is_all_its_parts() -> None:
    assert CONTEXT.data == pack("sealed", b"g" * 32, "bag", 1, 2, 3, b"t")
    changed = [
        replace(CONTEXT, game_id=b"h" * 32),
        replace(CONTEXT, purpose=Purpose.RACK),
        replace(CONTEXT, epoch=2),
        replace(CONTEXT, number=1),
        replace(CONTEXT, seat=2),
        replace(CONTEXT, turn=b""),
    ]
    assert len({context.data for context in (CONTEXT, *changed)}) == 7
    assert len({replace(CONTEXT, purpose=purpose).data for purpose in Purpose}) == len(Purpose)


def test_challenges_are_128_bits() -> None:
    found = challenge("a", 1)
    assert int.from_bytes(found.data, "little") == reference.challenge("a", 1) < 2**128
    assert encode_challenge(found) == found.data[:16]
    assert decode_challenge(encode_challenge(found)) == found
    assert decode_challenge(b"\xff" * 16) == Scalar.of(2**128 - 1)
    assert challenges(3, "a") == tuple(challenge("a", number) for number in range(3))


@pytest.mark.parametrize("length", [0, 15, 17])
def test_a_challenge_has_sixteen_bytes(length: int) -> None:
    with pytest.raises(DecodeError):
        decode_challenge(bytes(length))


def test_secrets_come_from_the_seed_and_the_labels() -> None:
    assert int.from_bytes(secret(SEED, "a", 1).data, "little") == reference.secret(SEED, "a", 1) < ORDER
    assert secrets(3, SEED, "a") == tuple(secret(SEED, "a", number) for number in range(3))
    assert len({secret(seed, *labels) for seed in (SEED, b"x" * 16) for labels in (("a", 1), ("a",), ("b",))}) == 6


def test_in_turn_is_in_order() -> None:
    assert list(in_turn(lambda number: number * 2, [1, 2, 3])) == [2, 4, 6]
