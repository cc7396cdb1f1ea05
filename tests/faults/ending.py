"""When a room is at its end, and what must hold there: one result everywhere, sound, and nobody honest to blame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from p2pscrabble.peer.member import Member
from p2pscrabble.peer.view import NoticeKind
from p2pscrabble.table import Phase, Table
from tests.faults.players import Player
from tests.faults.script import What
from tests.faults.watching import BrokenError

if TYPE_CHECKING:
    from tests.faults.room import FaultyRoom

_OVER: Final = (Phase.OVER, Phase.CLOSED)
"""The room of a host that was put out of the game closes when that is over."""


def finished(room: FaultyRoom) -> bool:
    """Whether all who are there have seen the end, and heard what everyone has found of it.

    Where a liar told two stories whoever was told both must know, and it is enough that all do.
    """
    there = room.present
    if any(player.member is not None and not _named(player.member, room.liars) for player in _told_both(room)):
        return False
    if room.forked and all(player.member is not None and _named(player.member, room.liars) for player in there):
        return True
    return _all_ended(room, there)


def _all_ended(room: FaultyRoom, there: list[Player]) -> bool:
    return all(player.table is not None and _ended(room, player.table, player.member, there) for player in there)


def _told_both(room: FaultyRoom) -> list[Player]:
    """Those who have been told another story, and were not started anew since."""
    return [player for player in room.present if room.told_both.get(player.number) == player.starts]


def _named(member: Member, liars: list[Player]) -> bool:
    return {liar.name for liar in liars} <= {liar.name for liar in member._company.liars}


def _ended(room: FaultyRoom, table: Table, member: Member | None, there: list[Player]) -> bool:
    if room.astray and table.phase is Phase.STOPPED:
        return True
    if table.phase not in _OVER or member is None or not member._outcomes:
        return False
    outcome = member._outcomes[0].outcome
    seated = {seat.key for seat in outcome.record.seats}
    keys = [room.keys[player.number] for player in there]
    verdicts = [member._company.verdict(key, outcome) for key in keys if key in seated]
    if room.script.has(What.SPLIT, What.VANISH, What.SLEEP):  # who was left out may have seen another end before
        return all(verdicts)
    return None not in verdicts


def check(room: FaultyRoom) -> None:
    """Raises ``BrokenError`` where the end is not as it must be."""
    there = room.present
    members = [player.member for player in there if player.member is not None]
    tables = [member._table for member in members if member._table is not None]
    if room.forked and (any(table.phase not in _OVER for table in tables) or not _all_ended(room, there)):
        return  # two stories, and everyone knows whose
    if any(table.phase is Phase.STOPPED for table in tables):
        _check_stop(room, tables)
        return
    _check_results(room, members, there)
    if not room.script.liars:
        _check_peace(tables, there)


def _check_stop(room: FaultyRoom, tables: list[Table]) -> None:
    charges = {table.stopped for table in tables}
    lied = {room.keys[number] for number in room.script.liars}
    if len(charges) != 1 or {charge.seat.key for charge in charges if charge} - lied:
        raise BrokenError(f"stopped for different reasons: {charges}")


def _check_results(room: FaultyRoom, members: list[Member], there: list[Player]) -> None:
    seen = [member._outcomes[0] for member in members]
    ends = [(one.outcome.hash, one.outcome.position, one.outcome.record, one.replay) for one in seen]
    if any(end != ends[0] for end in ends):
        raise BrokenError("the results differ")
    keys = [room.keys[player.number] for player in there]
    for one in seen:
        seats = [number for number, seat in enumerate(one.outcome.record.seats) if seat.key in keys]
        verdicts = [one.verdicts[seat] for seat in seats]
        if not all(verdicts):
            raise BrokenError(f"not sound: {verdicts}")


def _check_peace(tables: list[Table], there: list[Player]) -> None:
    """Where nobody lied nobody is warned of anything, and nobody is charged."""
    for player in there:
        alarms = [notice.text for notice in player.notices if notice.kind is NoticeKind.WARNING]
        if alarms:
            raise BrokenError(f"{player.name} was alarmed: {alarms[0]}")
    if charges := {charge for table in tables for charge in table.charges}:
        raise BrokenError(f"somebody honest is charged: {charges}")
