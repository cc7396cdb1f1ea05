"""The pace of a client and the deadlines of a connection, with the time told to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble_relay.limits import PROFILES, Limits
from p2pscrabble_relay.timing import Pace, Pulse, Verdict

LIMITS = Limits(handshake_timeout=30, ping_interval=30, send_timeout=60)


def test_a_burst_goes_through_and_then_the_rate_holds() -> None:
    pace = Pace(rate=10, burst=5, now=0)
    assert [pace.take(0) for _ in range(5)] == [0.0] * 5
    assert pace.take(0) == pytest.approx(0.1)
    assert pace.take(0.1) == pytest.approx(0.1)
    assert pace.take(0.45) == 0


def test_permits_do_not_pile_up() -> None:
    pace = Pace(rate=10, burst=5, now=0)
    assert [bool(pace.take(1000)) for _ in range(6)] == [False] * 5 + [True]


def test_no_rate_is_no_limit() -> None:
    pace = Pace(rate=0, burst=1, now=0)
    assert [pace.take(0) for _ in range(1000)] == [0.0] * 1000


@given(st.lists(st.floats(0, 2), min_size=1, max_size=200))
def test_who_waits_as_told_keeps_the_rate(pauses: list[float]) -> None:
    pace = Pace(rate=10, burst=5, now=0)
    now = 0.0
    for pause in pauses:
        now += pause
        now += pace.take(now)
    assert len(pauses) <= 5 + 10 * now + 1e-6


def test_the_scratch_profile_allows_fifteen_a_second_for_25_seconds() -> None:
    limits = PROFILES["scratch"]
    pace = Pace(limits.messages_per_second, limits.message_burst, 0)
    waits = [pace.take(number / 15) for number in range(30 * 15)]
    first = next(number for number, wait in enumerate(waits) if wait)
    assert first / 15 == pytest.approx(25, abs=0.5)


def test_nothing_is_due_at_first() -> None:
    pulse = Pulse.start(100)
    assert pulse.verdict(129.9, LIMITS) is Verdict.NOTHING


def test_no_handshake_in_time() -> None:
    pulse = Pulse.start(100)
    assert pulse.verdict(130, LIMITS) is Verdict.NO_HANDSHAKE
    pulse.joined = True
    assert pulse.verdict(130, LIMITS) is Verdict.PING


def test_pings_go_on_while_the_client_answers() -> None:
    pulse = Pulse.start(0)
    pulse.joined = True
    for now in (30.0, 60.0, 90.0, 120.0):
        assert pulse.verdict(now, LIMITS) is Verdict.PING
        assert pulse.verdict(now + 29.9, LIMITS) is Verdict.NOTHING
        pulse.heard = now + 0.1


def test_silence_after_a_ping_is_death() -> None:
    pulse = Pulse.start(0)
    pulse.joined = True
    pulse.heard = 29.9
    assert pulse.verdict(30, LIMITS) is Verdict.PING
    assert pulse.verdict(59.9, LIMITS) is Verdict.NOTHING
    assert pulse.verdict(60, LIMITS) is Verdict.DEAD


def test_a_client_that_takes_nothing_is_stalled_and_not_pinged() -> None:
    pulse = Pulse.start(0)
    pulse.joined = True
    pulse.sending = 10
    assert pulse.verdict(69.9, LIMITS) is Verdict.NOTHING
    assert pulse.verdict(70, LIMITS) is Verdict.STALLED
    pulse.sending = None
    assert pulse.verdict(70, LIMITS) is Verdict.PING
