from math import inf

from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.sync.flight import FIRST_WINDOW, MAX_TIMEOUT, MAX_WINDOW, MIN_TIMEOUT, Flight


def test_several_values_are_under_way_and_each_answer_allows_more() -> None:
    flight = Flight(0.0)
    for number in range(FIRST_WINDOW):
        flight.sent(10 * (number + 1), number, 0.0)
    assert (flight.free, flight.waiting) == (False, True)
    flight.heard(20, 0.1)
    assert (flight.acked, flight.cursor, flight.window, flight.since) == (20, 40, FIRST_WINDOW + 2, 0.1)
    assert flight.free
    flight.heard(40, 0.2)
    assert not flight.waiting
    assert flight.deadline == inf


def test_a_silence_sends_less_at_once_and_waits_longer() -> None:
    flight = Flight(0.0)
    now, waits = 0.0, []
    for number in range(6):
        flight.sent(10, number, now)
        flight.expire(flight.deadline - 0.01)
        assert flight.waiting
        waits.append(flight.deadline - now)
        now = flight.deadline
        flight.expire(now)
        assert (flight.cursor, flight.deadline, flight.waiting) == (0, inf, False)
    assert flight.window == 1
    assert waits[0] == MIN_TIMEOUT
    assert waits[:4] == sorted(waits[:4])
    assert MAX_TIMEOUT <= min(waits[-2:]) <= max(waits) <= 1.5 * MAX_TIMEOUT
    assert waits[-2] != waits[-1], "or two things could for ever replace each other"


def test_the_wait_follows_the_place() -> None:
    flight = Flight(0.0)
    flight.sent(10, 0, 0.0)
    flight.heard(10, 1.0)
    flight.sent(20, 1, 1.0)
    assert abs(flight.deadline - 1.0 - 2.1) < 1e-9
    flight.heard(20, 1.2)
    flight.sent(30, 2, 1.2)
    assert 1.5 < flight.deadline - 1.2 < 2.1


def test_an_answer_to_a_repeated_value_tells_no_time() -> None:
    flight = Flight(0.0)
    flight.sent(10, 0, 0.0)
    flight.expire(0.5)
    flight.sent(10, 1, 0.5)
    flight.heard(10, 0.6)
    flight.sent(20, 2, 0.6)
    assert abs(flight.deadline - 1.6) < 1e-9, "no answer has been timed yet, so the longer wait stays"
    flight.heard(20, 0.7)
    flight.sent(30, 3, 0.7)
    flight.expire(1.2)
    flight.sent(30, 4, 1.2)
    flight.heard(30, 1.3)
    flight.sent(40, 5, 1.3)
    assert abs(flight.deadline - 1.8) < 1e-9, "and goes back once one has been"


def test_a_reader_may_hold_less_or_more_than_thought() -> None:
    flight = Flight(0.0)
    flight.sent(10, 0, 0.0)
    flight.sent(20, 1, 0.0)
    flight.heard(10, 0.1)
    flight.heard(10, 0.3)
    assert flight.since == 0.1
    flight.heard(5, 0.2)
    assert (flight.acked, flight.cursor, flight.waiting, flight.deadline) == (5, 5, False, inf)
    flight.heard(50, 0.3)
    assert (flight.acked, flight.cursor) == (50, 50)


def test_a_part_of_what_is_under_way_may_arrive() -> None:
    flight = Flight(0.0)
    flight.sent(10, 0, 0.0)
    flight.sent(20, 1, 0.0)
    flight.heard(15, 0.3)
    assert flight.waiting
    assert flight.deadline > 0.7


@given(st.lists(st.tuples(st.sampled_from(["sent", "heard", "wait", "rewind"]), st.integers(0, 200))))
def test_it_never_runs_dry(steps: list[tuple[str, int]]) -> None:
    """Whatever happens, either more may be sent, or a deadline is set after which it may."""
    flight, now = Flight(0.0), 0.0
    for number, (step, size) in enumerate(steps):
        if step == "sent" and flight.free:
            flight.sent(flight.cursor + size, number, now)
        elif step == "heard":
            flight.heard(size, now)
        elif step == "rewind":
            flight.rewind()
        else:
            now += size / 50
            flight.expire(now)
        assert flight.free or flight.deadline < now + 1.5 * MAX_TIMEOUT
        assert flight.waiting == (flight.deadline < inf)
        assert 1 <= flight.window <= MAX_WINDOW
        assert flight.acked <= flight.cursor
