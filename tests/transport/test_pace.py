from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.transport import SCRATCH, Place
from p2pscrabble.transport.pace import Backoff, Outbox

ANY = Place(max_digits=10, max_variables=4, min_interval=0.1)


def drain(outbox: Outbox, now: float) -> list[tuple[str, str, float]]:
    """Everything that waits, each with the time at which it may be sent, in hundredths."""
    sent = []
    while (wait := outbox.wait(now)) is not None:
        now += wait + 1e-9
        change = outbox.take(now)
        assert change is not None
        sent.append((*change, round(now, 2)))
    return sent


def test_an_empty_outbox_has_nothing_to_wait_for() -> None:
    outbox = Outbox(ANY)
    assert outbox.wait(0.0) is None
    assert outbox.take(0.0) is None


def test_two_sends_are_an_interval_apart_across_all_variables() -> None:
    outbox = Outbox(ANY)
    for name in "abc":
        outbox.put(name, "1")
    assert drain(outbox, 5.0) == [("a", "1", 5.0), ("b", "1", 5.1), ("c", "1", 5.2)]
    outbox.put("a", "2")
    assert outbox.take(5.25) is None
    assert outbox.wait(5.25) == pytest.approx(0.05)
    assert outbox.take(5.31) == ("a", "2")


def test_without_an_interval_everything_goes_at_once() -> None:
    outbox = Outbox(Place(10, 4, 0.0))
    for name in "abc":
        outbox.put(name, "1")
    assert drain(outbox, 5.0) == [("a", "1", 5.0), ("b", "1", 5.0), ("c", "1", 5.0)]


def test_the_latest_value_wins_and_keeps_its_place_in_the_line() -> None:
    outbox = Outbox(ANY)
    for name, digits in [("a", "1"), ("b", "1"), ("a", "2"), ("a", "3")]:
        outbox.put(name, digits)
    assert drain(outbox, 0.0) == [("a", "3", 0.0), ("b", "1", 0.1)]


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=60))
def test_no_variable_starves_another(busy: list[str]) -> None:
    outbox = Outbox(ANY)
    outbox.put("b", "7")
    taken = []
    for step, name in enumerate(busy):
        outbox.put(name, str(step))
        change = outbox.take(step * 0.1001)
        assert change is not None
        taken.append(change[0])
    assert "b" in taken[: ANY.max_variables]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcd"), st.integers(0, 99).map(str), st.floats(0, 0.3)), min_size=1, max_size=40
    )
)
def test_the_newest_value_of_every_name_is_sent_in_the_end(puts: list[tuple[str, str, float]]) -> None:
    outbox, now, last, arrived = Outbox(ANY), 0.0, -1.0, {}
    for name, digits, pause in puts:
        outbox.put(name, digits)
        now += pause
        if change := outbox.take(now):
            assert now - last >= ANY.min_interval - 1e-9
            last = now
            arrived[change[0]] = change[1]
    arrived |= {name: digits for name, digits, _ in drain(outbox, now)}
    assert arrived == {name: digits for name, digits, _ in puts}


def test_after_a_reconnect_everything_is_sent_again_and_what_waited_goes_first() -> None:
    outbox = Outbox(ANY)
    for name in "abc":
        outbox.put(name, "1")
    drain(outbox, 0.0)
    outbox.put("c", "2")
    outbox.again()
    assert drain(outbox, 9.0) == [("c", "2", 9.0), ("a", "1", 9.1), ("b", "1", 9.2)]


def test_the_pace_is_kept_across_a_reconnect() -> None:
    outbox = Outbox(ANY)
    outbox.put("a", "1")
    assert outbox.take(3.0) == ("a", "1")
    outbox.again()
    assert outbox.wait(3.0) == pytest.approx(0.1)


@pytest.mark.parametrize(("name", "digits"), [("", "1"), ("a\n", "1"), ("a", ""), ("a", "-1"), ("a", "12345678901")])
def test_what_the_place_does_not_take_is_our_mistake(name: str, digits: str) -> None:
    outbox = Outbox(ANY)
    with pytest.raises(ValueError, match=r"not a name|a value is"):
        outbox.put(name, digits)
    assert outbox.wait(0.0) is None


def test_more_variables_than_a_room_holds_are_our_mistake() -> None:
    outbox = Outbox(ANY)
    for name in "abcd":
        outbox.put(name, "1")
    with pytest.raises(ValueError, match="holds 4 variables"):
        outbox.put("e", "1")
    outbox.put("a", "2")
    with pytest.raises(ValueError, match="not a name"):
        Outbox(SCRATCH.place).put("x", "1")


def test_the_first_retry_is_quick_and_later_ones_grow_to_half_a_minute() -> None:
    backoff = Backoff(lambda: 1.0)
    assert [backoff.down(0.0) for _ in range(7)] == [1, 3, 7, 15, 31, 31, 31]


@given(st.floats(0, 1, exclude_max=True))
def test_retries_are_jittered(chance: float) -> None:
    backoff = Backoff(lambda: chance)
    assert backoff.down(0.0) == chance
    assert backoff.down(0.0) == 3 * chance


def test_a_link_that_held_ends_the_row_of_failures() -> None:
    backoff = Backoff(lambda: 1.0)
    assert [backoff.down(0.0) for _ in range(3)] == [1, 3, 7]
    backoff.up(100.0)
    assert backoff.down(110.0) == 1
    assert backoff.down(110.0) == 3


def test_a_link_that_is_dropped_at_once_does_not_end_it() -> None:
    backoff = Backoff(lambda: 1.0)
    waits = []
    for now in range(6):
        backoff.up(now)
        waits.append(backoff.down(now + 0.5))
    assert waits == [1, 3, 7, 15, 31, 31]


def test_a_refusal_waits_longer() -> None:
    backoff = Backoff(lambda: 1.0)
    assert [backoff.down(0.0, refused=True) for _ in range(7)] == [8, 12, 20, 36, 68, 68, 68]
    assert Backoff(lambda: 0.0).down(0.0, refused=True) == 5
