"""The limits, their profiles and their refusals."""

from __future__ import annotations

from dataclasses import fields

import pytest

from p2pscrabble_relay.limits import PROFILES, Limits
from p2pscrabble_relay.refusal import REASON_BYTES, CloseCode, Refusal, beyond


def test_every_limit_says_why() -> None:
    for option in fields(Limits):
        assert option.metadata["why"]
        assert isinstance(option.default, int | float)


def test_turbowarp_is_as_measured() -> None:
    limits = PROFILES["turbowarp"]
    assert (limits.value_length, limits.variables_per_room, limits.clients_per_room) == (100_000, 128, 128)
    assert (limits.room_id_length, limits.frame_bytes, limits.ping_interval) == (999, 1_048_576, 30)
    assert limits.messages_per_second == limits.rooms_per_address == limits.stored_bytes == 0


def test_scratch_is_tight() -> None:
    limits = PROFILES["scratch"]
    assert (limits.value_length, limits.variables_per_room, limits.messages_per_second) == (256, 10, 10)


def test_own_is_the_default() -> None:
    assert PROFILES["own"] == Limits()


def test_changed() -> None:
    assert Limits().changed(rooms=5, room_expiry=1.5) == Limits(rooms=5, room_expiry=1.5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("clients_per_room", 0),
        ("value_length", -1),
        ("room_expiry", -0.1),
        ("ping_interval", 0),
        ("room_expiry", 1e999),
    ],
)
def test_what_makes_no_sense(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=f"--{name.replace('_', '-')} must be at least"):
        Limits().changed(**{name: value})


def test_a_refusal_names_its_limit() -> None:
    refusal = beyond(CloseCode.OVERLOADED, "no room left", "rooms_per_address", 7)
    assert str(refusal) == refusal.reason == "no room left (limit rooms-per-address 7)"
    assert (refusal.code, refusal.limit) == (4003, "rooms_per_address")


def test_a_reason_fits_a_close_frame() -> None:
    reason = Refusal(CloseCode.GENERIC, "☁" * 100, "x").reason
    assert reason == "☁" * (REASON_BYTES // 3)
