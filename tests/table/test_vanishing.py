"""Votes: whoever goes on computes the same seats and the same cuts, whatever arrives when; and two halves never do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError
from p2pscrabble.table.vanishing import Decision, Group, decide, may_stand, quorum
from p2pscrabble.table.votes import Cast, Said, Without, counted


def vote(*held: int | None) -> Without:
    return Without(1, held)


def said(*votes: Without, at: int = 1, left: int | None = None) -> Said:
    return Said(tuple(Cast(at + place, one) for place, one in enumerate(votes)), left)


GO = None


def test_a_vote_stands_when_all_who_go_on_have_cast_it() -> None:
    cast = [said(vote(GO, GO, 5)), said(vote(GO, GO, 7)), said()]
    assert decide(cast, 0) == decide(cast, 1) == Decision({2: 7})
    assert decide(cast, 2) == Decision({2: 7}, out=True)
    assert decide(cast, None) == Decision({2: 7})


def test_until_then_no_more_counts_than_those_say_who_go_on() -> None:
    assert decide([said(vote(GO, GO, 5)), said(), said()], 0) == Decision({}, {2: 5})
    assert decide([said(vote(GO, GO, 5)), said(), said()], 1) == Decision()
    cast = [said(vote(GO, GO, 5, GO)), said(vote(GO, GO, 9, 4)), said(), said()]
    assert decide(cast, 0).limits == {2: 9}
    assert decide(cast, 1).limits == {2: 9, 3: 4}


def test_half_of_the_seats_need_the_lowest_one_and_nobody_goes_on_alone() -> None:
    four = frozenset(range(4))
    assert quorum(frozenset({0, 3}), four)
    assert not quorum(frozenset({1, 3}), four)
    assert quorum(frozenset({1, 2, 3}), four)
    assert quorum(frozenset({1, 2}), frozenset({0, 1, 2}))
    assert not quorum(frozenset({0}), frozenset({0, 1}))
    assert not quorum(frozenset({0, 1}), frozenset({0, 2, 3}))
    halves = [said(vote(GO, GO, 3, 3)), said(vote(GO, GO, 4, 3)), said(vote(3, 3, GO, GO)), said(vote(3, 3, GO, GO))]
    assert decide(halves, 0).cuts == {2: 4, 3: 3}
    assert decide(halves, 2).out


def test_two_who_are_left_of_three_go_on_where_two_of_four_could_not() -> None:
    last = vote(6, GO, 8, GO)
    cast = [said(vote(GO, GO, 8, GO), at=5), said(vote(GO, GO, 8, GO), last), said(), said(vote(GO, GO, 7, GO), last)]
    assert decide(cast, 1).cuts == {2: 8, 0: 6}
    short = vote(5, GO, 8, GO)
    unseen = [cast[0], said(cast[1].votes[0].vote, short), said(), said(cast[3].votes[0].vote, short)]
    assert decide(unseen, 1).cuts == {2: 8}, "the vote of the host lies beyond what counts of its log"


def test_who_left_counts_no_more_unless_it_had_voted() -> None:
    left = vote(6, GO, GO, 9)
    assert decide([said(), said(left), said(left), said(left=8)], 1).cuts == {0: 6, 3: 9}
    three = vote(6, GO, GO)
    assert decide([said(), said(three), said(vote(2, GO, GO), left=2)], 1).cuts == {0: 6}


def test_a_cut_by_which_one_went_on_stays_though_another_seat_goes() -> None:
    """Dora's vote says most; Ana went on by it, and then Dora fell silent too."""
    first, dora = vote(GO, GO, 4, GO), vote(GO, GO, 9, GO)
    ana = said(first, vote(GO, GO, 9, 3))
    cast = [ana, said(first), said(), said(dora)]
    assert decide(cast, 0) == Decision({2: 9}, {3: 3})
    both = [ana, said(first, vote(GO, GO, 4, 2)), said(), said()]
    assert decide(both, 0) == decide(both, 1) == Decision({2: 9, 3: 3})


def test_who_goes_on_cannot_say_later_that_more_counts_of_a_seat_that_is_gone() -> None:
    """Dora is gone by the vote of three; then two of them put the third out, and say that they hold more of Dora's."""
    first = vote(GO, GO, GO, 5)
    cast = [said(first, vote(GO, GO, 5, 6)), said(first, vote(GO, GO, 5, 9)), said(first), said()]
    for seat in (0, 1, 2, None):
        assert decide(cast, seat) == Decision({2: 5, 3: 5}, out=seat == 2)


def test_what_is_no_vote_is_not_counted() -> None:
    first = Cast(1, vote(GO, GO, 5, GO))
    for wrong in (
        vote(GO, GO, 5),
        vote(5, GO, GO, 4),
        vote(GO, GO, GO, GO),
        vote(GO, GO, GO, 4),
        vote(GO, GO, 4, 4),
        vote(GO, GO, 6, GO),
        vote(3, 3, 3, 3),
        vote(GO, 3, 5, 3),
    ):
        assert counted(0, 4, [first, Cast(2, wrong)]).votes == (first,), wrong
    second = Cast(2, vote(GO, GO, 5, 1))
    assert counted(0, 4, [first, second]).votes == (first, second)
    assert counted(0, 4, [first, second], left=1).votes == (first,)


def test_who_could_go_on_can_be_asked_before_anyone_votes() -> None:
    nothing = [said()] * 4
    assert may_stand(frozenset({0, 1}), nothing)
    assert not may_stand(frozenset({1, 2}), nothing)
    assert not may_stand(frozenset({1}), nothing)
    assert may_stand(frozenset({1, 2}), [*nothing[:3], said(left=4)])


@given(st.integers(1, 2**31), st.lists(st.none() | st.integers(0, 2**31 - 1), min_size=2, max_size=4))
def test_a_vote_has_one_encoding(attempt: int, held: list[int | None]) -> None:
    record = Without(attempt, tuple(held))
    assert Without.decode(record.encode()) == record
    assert record.staying | record.gone == frozenset(range(len(held)))


@given(st.binary(max_size=16))
def test_any_bytes_are_one_vote_or_none(data: bytes) -> None:
    try:
        record = Without.decode(data)
    except DecodeError:
        return
    assert record.encode() == data


# A room of programs that keep to the rules, each of which hears of the others when it will


@dataclass
class Program:
    """One of them: its log (votes, or ``None`` for any other entry), what it holds, and by what it has gone on."""

    seat: int
    held: list[int]
    log: list[Without | None] = field(default_factory=lambda: [None])
    left: bool = False
    acted: dict[int, int] = field(default_factory=dict)


class Room:
    def __init__(self, seats: int) -> None:
        self.programs = [Program(seat, [0] * seats) for seat in range(seats)]

    def view(self, me: int | None) -> list[Said]:
        """The logs as one program has them; of one that knows all, for ``None``."""
        found = []
        for seat, program in enumerate(self.programs):
            length = len(program.log) if me in (None, seat) else self.programs[me].held[seat]
            casts = [Cast(place, one) for place, one in enumerate(program.log[:length]) if one is not None]
            left = len(program.log) - 1 if program.left and length == len(program.log) else None
            found.append(counted(seat, len(self.programs), casts, left))
        return found

    def hear(self, reader: int, owner: int, source: int, most: int) -> None:
        """A program is sent some of another's log by one that has more of it."""
        if reader == owner:
            return
        there = len(self.programs[owner].log) if source == owner else self.programs[source].held[owner]
        mine = self.programs[reader].held
        mine[owner] = max(mine[owner], min(there, mine[owner] + most))
        self.act(reader)

    def act(self, seat: int) -> None:
        """A program goes on by what is decided for it, where it has all that counts."""
        program, found = self.programs[seat], decide(self.view(seat), seat)
        if found.out:
            return
        for other, was in program.acted.items():
            assert found.cuts.get(other) == was, "what it went on by is decided still, and as it was"
        for other, cut in found.cuts.items():
            if program.held[other] >= cut:
                program.acted[other] = cut

    def write(self, seat: int) -> None:
        if not self.programs[seat].left:
            self.programs[seat].log.append(None)

    def leave(self, seat: int) -> None:
        if not self.programs[seat].left:
            self.programs[seat].log.append(None)
            self.programs[seat].left = True

    def vote(self, seat: int, group: Iterable[int]) -> None:
        """As a program votes: for fewer than before, and only where that could come to something."""
        program, logs, staying = self.programs[seat], self.view(seat), frozenset(group)
        before, found = logs[seat].last, decide(logs, seat)
        if before is not None and not staying < before.staying:
            return
        if program.left or found.out or seat not in staying or not may_stand(staying, logs):
            return
        if any(logs[other].left is not None for other in staying):
            return
        claims: list[int | None] = []
        for other, held in enumerate(program.held):
            most = found.cuts.get(other, found.limits.get(other, held))
            claims.append(None if other in staying else min(held, most))
        program.log.append(Without(1, tuple(claims)))
        self.act(seat)

    def standing(self) -> list[Group]:
        """Every group whose vote stands for one who knows all."""
        logs = self.view(None)
        groups = {cast.vote.staying for one in logs for cast in one.votes}
        return sorted((group for group in groups if self._stands(group, logs)), key=len)

    @staticmethod
    def _stands(group: Group, logs: list[Said]) -> bool:
        only = [
            Said(tuple(cast for cast in one.votes if not cast.vote.staying < group), one.left) if seat in group else one
            for seat, one in enumerate(logs)
        ]
        return decide(only, min(group)).cuts.keys() >= set(range(len(logs))) - group


steps = st.tuples(st.integers(0, 9), st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.integers(1, 15))


@settings(max_examples=200, deadline=None)
@given(st.integers(3, 4), st.lists(steps, min_size=10, max_size=70))
def test_all_who_go_on_agree_and_two_groups_never_do(seats: int, course: list[tuple[int, int, int, int, int]]) -> None:
    room = Room(seats)
    for what, first, second, third, number in course:
        one, other, source = first % seats, second % seats, third % seats
        if what <= 4:
            room.hear(one, other, source, number)
        elif what == 5:
            room.write(one)
        elif what == 6 and number > 12:
            room.leave(one)
        elif what > 6:
            group = {seat for seat in range(seats) if number >> seat & 1}
            for voter in sorted(group) if what == 9 else [one]:
                room.vote(voter, group)
    standing = room.standing()
    for smaller, greater in combinations(standing, 2):
        assert smaller < greater, "of two groups one is a part of the other"
    if not standing:
        assert not any(program.acted for program in room.programs)
        return
    final = standing[0]
    for _ in range(2):
        for reader, owner, source in ((a, b, c) for a in range(seats) for b in range(seats) for c in final):
            room.hear(reader, owner, source, 10**6)
    decisions = [decide(room.view(seat), seat) for seat in final]
    bound = [room.view(None)[seat].last for seat in final]
    if any(one is None or one.staying != final for one in bound):
        return  # some of them are bound to go on with fewer, and wait for that
    assert all(decision == decisions[0] and not decision.out for decision in decisions)
    assert decisions[0].cuts.keys() == set(range(seats)) - final
    for seat in set(range(seats)) - final:
        assert decide(room.view(seat), seat).out or room.programs[seat].left
    for seat in final:
        assert room.programs[seat].acted == decisions[0].cuts


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_of_groups_that_share_no_seat_one_at_most_is_a_quorum(seats: int) -> None:
    whole = frozenset(range(seats))
    groups = [frozenset(group) for size in range(1, seats) for group in combinations(whole, size)]
    for one, other in combinations(groups, 2):
        assert one & other or not (quorum(one, whole) and quorum(other, whole))
