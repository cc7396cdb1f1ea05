"""On which relays of its list a peer is, without any relay."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.transport import parse_relay
from p2pscrabble.transport.course import APART, DEAD, LONGEST, MOST, SETTLED, TURN, Back, Course, Further, Why

A, B, C = (parse_relay(f"ws://127.0.0.1:{port}/") for port in (1, 2, 3))
S = parse_relay("scratch:123@ws://127.0.0.1:4/")


def test_all_is_well_on_the_first() -> None:
    course = Course([A, B], 0)
    course.answers(A, 1, up=True)
    assert [course.step(now) for now in (1, 100, 10_000)] == [None] * 3
    assert course.on == course.up == (A,)


def test_where_none_answers_the_next_one_is_tried_and_those_before_are_kept() -> None:
    course = Course([A, B, C], 0)
    assert course.step(DEAD - 1) is None
    assert course.step(DEAD) == Further(B, Why.DEAD)
    assert course.step(DEAD + APART - 1) is None
    assert course.step(DEAD + APART) == Further(C, Why.DEAD)
    assert course.step(1_000) is None, "there are no more"
    assert course.on == (A, B, C)
    course.answers(B, 1_000, up=True)
    assert course.up == (B,)


def test_where_nothing_listens_at_the_start_there_is_nothing_to_wait_for() -> None:
    course = Course([A, B, C], 0)
    course.answers(A, 0.1, up=False)
    assert course.step(0.1) == Further(B, Why.DEAD)
    assert course.step(0.2) is None
    course.answers(B, 0.3, up=False)
    assert course.step(0.3) == Further(C, Why.DEAD)


def test_one_that_answered_once_has_a_while_to_come_back() -> None:
    course = Course([A, B], 0)
    course.answers(A, 1, up=True)
    course.answers(A, 100, up=False)
    course.answers(A, 102, up=False)
    assert course.step(100 + DEAD - 0.1) is None
    assert course.step(100 + DEAD) == Further(B, Why.DEAD)


def test_who_misses_somebody_looks_further_and_comes_back_when_all_are_heard_before() -> None:
    course = Course([A, B], 0)
    course.answers(A, 0, up=True)
    course.miss(True)
    assert course.step(APART) == Further(B, Why.MISSING)
    course.answers(B, APART, up=True)
    course.heard(B, "7", 50)
    course.miss(False)
    assert course.step(SETTLED + APART) is None, "one of them is heard on the second alone"
    course.heard(A, "7", 100)
    assert course.step(100) == Back(B)
    assert course.on == (A,)


def test_one_that_was_let_go_too_early_is_kept_longer_each_time() -> None:
    course = Course([A, B], 0)
    course.answers(A, 0, up=True)
    kept, now = [], 0.0
    for _ in range(8):
        course.miss(True)
        now += APART
        assert course.step(now) == Further(B, Why.MISSING)
        course.miss(False)
        begin = now
        while course.step(now) is None:
            now += 10
        kept.append(now - begin)
    assert kept[:3] == [SETTLED, 2 * SETTLED, 4 * SETTLED]
    assert kept[-1] == LONGEST


def test_while_the_first_is_dead_the_second_is_not_let_go() -> None:
    course = Course([A, B], 0)
    course.answers(A, 0, up=False)
    course.step(0)
    course.answers(B, 1, up=True)
    assert [course.step(now) for now in range(0, 1_000, 10)] == [None] * 100


def test_the_list_of_the_host_comes_first_and_nothing_is_let_go_for_it() -> None:
    course = Course([A, B], 0)
    course.step(DEAD)
    before = course.on
    course.know([C, A])
    assert course.on == before
    assert course.step(DEAD + APART) == Further(C, Why.DEAD)
    assert list(course.on) == [C, A, B]
    course.know(parse_relay(f"ws://127.0.0.1:{port}/") for port in range(10, 100))
    assert len(course.relays) <= MOST + 3


def test_another_kind_of_place_is_written_to_when_no_relay_of_the_first_kind_answers() -> None:
    course = Course([A, S], 0)
    course.answers(A, 0, up=True)
    course.answers(A, 1, up=False)
    assert not course.moved(1)
    assert course.step(1 + DEAD) == Further(S, Why.DEAD)
    assert not course.moved(1 + DEAD), "it does not answer yet"
    course.answers(S, 8, up=True)
    assert course.moved(8)
    assert course.place == S.profile.place
    course.answers(A, 20, up=True)
    assert not course.moved(8 + SETTLED)
    assert course.moved(20 + SETTLED), "and back, when the first one has been there for a while"
    assert course.place == A.profile.place


def test_while_somebody_is_missing_kinds_of_places_take_turns() -> None:
    course = Course([A, S], 0)
    for relay in (A, S):
        course.answers(A, 0, up=True)
        course.miss(True)
        course.step(APART)
        course.answers(relay, APART, up=True)
    assert not course.moved(TURN - 1)
    assert course.moved(TURN)
    assert course.place == S.profile.place
    assert course.moved(2 * TURN)
    assert course.place == A.profile.place


@given(
    st.lists(
        st.tuples(
            st.sampled_from([A, B, C]), st.booleans(), st.booleans(), st.floats(0.1, 40), st.sampled_from(["1", "2"])
        ),
        max_size=60,
    )
)
def test_whatever_happens_the_lists_hold_together(happenings: list[tuple[object, bool, bool, float, str]]) -> None:
    """Always on the first, never on one twice, and never on more than there are."""
    course, now = Course([A, B, C], 0, 0.5), 0.0
    for relay, up, missing, pause, name in happenings:
        now += pause
        course.miss(missing)
        course.answers(relay, now, up=up)  # type: ignore[arg-type]
        course.heard(relay, name, now)  # type: ignore[arg-type]
        step = course.step(now)
        assert step is None or (step.relay in course.on) is isinstance(step, Further)
        assert not course.moved(now), "all have the same kind of place"
        assert course.on == (A, B, C)[: len(course.on)]
        assert course.on[0] == A
