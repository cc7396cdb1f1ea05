"""Whether a vote stands, and how much counts of the log of a seat that the others go on without.

The flush of virtual synchrony. A vote names who goes on, is irrevocable, and is followed only by votes in which fewer
go on; from it on its writer uses no entry of the seats left out beyond what those who go on say that they hold. It
stands when all who go on have cast the very same one, and they are a quorum: more than half of those who were there
before, or exactly half with the lowest seat among them, and never one alone. The cut of a seat left out is the greatest
length that any of those who go on holds.

Why all agree: of two groups that each have a quorum of one and the same whole, some seat belongs to both and has cast
both votes, so that one group is a part of the other. The smaller one is the later; each of its members says again what
it holds, and no more counts of that than by the cut of the greater one, so a cut by which anyone has gone on stays as
it was.

Who left is part of no whole, unless by its last vote it belongs to a group smaller than that whole.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2pscrabble.table.votes import LEAST, Said

Group: TypeAlias = frozenset[int]

_END: Final = 2**63


@dataclass(frozen=True, slots=True)
class Decision:
    """What the votes have decided, as one seat may act on it: how many entries count of each seat that is gone.

    ``limits`` are the same for seats against which this seat is bound while that is not decided. ``out``: the others
    have gone on without this seat.
    """

    cuts: Mapping[int, int] = field(default_factory=dict)
    limits: Mapping[int, int] = field(default_factory=dict)
    out: bool = False


def quorum(group: Group, whole: Group) -> bool:
    """Whether this part of the whole may go on for it."""
    if len(group) < LEAST or not group <= whole:
        return False
    return 2 * len(group) > len(whole) or (2 * len(group) == len(whole) and min(whole) in group)


def decide(logs: Sequence[Said], me: int | None) -> Decision:
    """What seat ``me`` (``None``: one who only watches) may act on, from what is here of the seats' logs."""
    own = None if me is None else logs[me].last
    cuts: dict[int, int] = {}
    for group in _groups(logs):
        found = _standing(group, logs)
        if found is None:
            continue
        if me not in group:
            return Decision(found, out=me is not None)
        if own is None or not own.staying <= group:
            continue  # this seat has not cast it: its log is not whole here
        for seat, cut in found.items():
            if own.staying == group or own.held[seat] == cut:
                cuts.setdefault(seat, cut)
    limits = {} if own is None else {seat: _claimed(seat, own.staying, logs) for seat in own.gone - cuts.keys()}
    return Decision(cuts, limits)


def may_stand(group: Group, logs: Sequence[Said]) -> bool:
    """Whether a vote by which this group goes on would stand if all of it cast it, by what is here now."""
    everything = dict.fromkeys(range(len(logs)), _END)
    return any(quorum(group, _whole(known, logs, everything)) for known in _known(group, logs, everything))


def _groups(logs: Sequence[Said]) -> list[Group]:
    """All groups that anyone voted for, the smallest first."""
    found = {cast.vote.staying for said in logs for cast in said.votes}
    return sorted(found, key=lambda group: (len(group), sorted(group)))


def _standing(group: Group, logs: Sequence[Said]) -> dict[int, int] | None:
    """The cuts of all seats but these, if the vote of this group stands."""
    cuts = {seat: 0 for seat in range(len(logs)) if seat not in group}
    for member in group:
        vote = next((cast.vote for cast in logs[member].votes if cast.vote.staying == group), None)
        if vote is None:
            return None
        for seat in cuts:
            cuts[seat] = max(cuts[seat], vote.held[seat] or 0)
    seen = {seat: cuts.get(seat, _END) for seat in range(len(logs))}
    known = _known(group, logs, seen)
    if not any(quorum(group, _whole(whole, logs, seen)) for whole in known):
        return None
    for greater in known[1:]:
        earlier = _standing(greater, logs) or {}
        cuts = {seat: min(cut, earlier.get(seat, cut)) for seat, cut in cuts.items()}
    return cuts


def _known(group: Group, logs: Sequence[Said], seen: Mapping[int, int]) -> list[Group]:
    """The groups greater than this one that stand: first all seats, then each that a quorum of one of them is."""
    known = [frozenset(range(len(logs)))]
    for greater in reversed(_groups(logs)):
        cast = group < greater and all(_cast(member, greater, logs, seen) for member in greater)
        if cast and any(greater < whole and quorum(greater, _whole(whole, logs, seen)) for whole in known):
            known.append(greater)
    return known


def _cast(seat: int, group: Group, logs: Sequence[Said], seen: Mapping[int, int]) -> bool:
    return any(cast.vote.staying == group and cast.place < seen[seat] for cast in logs[seat].votes)


def _whole(group: Group, logs: Sequence[Said], seen: Mapping[int, int]) -> Group:
    """The group without those who left it, and had no part in one that is smaller."""
    return frozenset(seat for seat in group if not _has_left(seat, group, logs, seen))


def _has_left(seat: int, group: Group, logs: Sequence[Said], seen: Mapping[int, int]) -> bool:
    said = logs[seat]
    if said.left is None or said.left >= seen[seat]:
        return False
    return all(group <= cast.vote.staying for cast in said.votes)


def _claimed(seat: int, group: Group, logs: Sequence[Said]) -> int:
    """The most that any of this group says it holds of a seat's log."""
    return max((cast.vote.held[seat] or 0 for member in group for cast in logs[member].votes), default=0)
