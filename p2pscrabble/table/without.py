"""When a seat votes to go on without others, and what it says then: from the table, and what its players wish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, combinations

from p2pscrabble.table.table import Table
from p2pscrabble.table.vanishing import Group, may_stand
from p2pscrabble.table.votes import Without


def present(table: Table, me: bytes) -> Group:
    """The seats that are in the game, as far as this seat is not bound to go on without them; none without a game."""
    seat = table.seat_of(me)
    if not table.ballot.open or seat is None or table.ballot.out or table.overtaken:
        return frozenset()
    last = table.ballot.said[seat].last
    there = range(len(table.seats)) if last is None else last.staying
    found = frozenset(other for other in there if _is_here(table, table.seats[other].key))
    return found if seat in found else frozenset()


def _is_here(table: Table, key: bytes) -> bool:
    return key not in table.departed and not table.has_left(key) and table.ballot.cut(key) is None


def could_go(table: Table, me: bytes, seat: int) -> bool:
    """Whether the others could go on without this seat, if they all wished it."""
    there = present(table, me)
    return seat in there and may_stand(there - {seat}, table.ballot.said)


def voted_against(table: Table, me: bytes) -> Group:
    """The seats that somebody who is in the game is bound to go on without."""
    there = present(table, me)
    votes = (table.ballot.said[seat].last for seat in there)
    return frozenset(chain.from_iterable(vote.gone & there for vote in votes if vote is not None))


def wish(table: Table, gone: Iterable[int]) -> Without:
    """The wish to go on without these seats."""
    seats = set(gone)
    return Without(
        table.attempt,
        tuple(table.counting(seat.key) if number in seats else None for number, seat in enumerate(table.seats)),
    )


def vote(table: Table, me: bytes, wishes: Mapping[int, Group], once: Mapping[int, int]) -> Without | None:
    """The vote that this seat casts now; ``None`` where it casts none.

    ``wishes`` are by seat the seats that its player would go on without. ``once`` are those that this seat's own player
    wished to go on without at some time in this game, withdrawn or not, and how many entries of their logs were here
    then: a seat that has been read no further since is given up by this one too, where another one is bound already.
    """
    there, seat, said = present(table, me), table.seat_of(me), table.ballot.said
    if seat is None or not there:
        return None
    fresh = frozenset(other for other, held in once.items() if table.read(table.seats[other].key) <= held)
    for staying in _ways(there, seat, wishes, fresh, table):
        last = said[seat].last
        changes = staying < frozenset(range(len(table.seats))) if last is None else staying < last.staying
        if changes and may_stand(staying, said):
            return wish(table, frozenset(range(len(table.seats))) - staying)
    return None


def _ways(there: Group, seat: int, wishes: Mapping[int, Group], fresh: Group, table: Table) -> Iterable[Group]:
    """Who might go on: what all of them wish, what another one is bound to, and who is left of an open vote."""
    mine = wishes.get(seat, frozenset()) & there - {seat}
    for gone in _largest_first(mine):
        if all(gone <= wishes.get(other, frozenset()) for other in there - gone):
            yield there - gone
    for other in sorted(there - {seat}):
        bound = table.ballot.said[other].last
        if bound is not None and seat in bound.staying and there - bound.staying <= fresh | mine:
            yield there & bound.staying
    own = table.ballot.said[seat].last
    if own is not None and any(table.ballot.cut(table.seats[other].key) is None for other in own.gone):
        yield there


def _largest_first(seats: Group) -> list[Group]:
    """All parts of these but the empty one."""
    return [frozenset(part) for size in range(len(seats), 0, -1) for part in combinations(sorted(seats), size)]
