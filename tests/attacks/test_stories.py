"""Attacks on what was said: two stories told to two players, and words put into another's mouth."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.game.moves import Pass
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.view import NoticeKind
from p2pscrabble.sync import Stream
from p2pscrabble.sync.entry import Entry
from p2pscrabble.sync.log import Log
from p2pscrabble.table import Kind
from tests.attacks.den import Cheat, Den, table_of
from tests.attacks.test_playing import exchanges, made
from tests.faults.simulation import SECRETS, Chair

MakeDen = Callable[..., Den]


def unlink(room: Den, chair: Chair) -> None:
    """This player's connection is lost."""
    chair.linked = False
    room.relay.leave(chair.client)


def said(member: Member, cheat: Cheat) -> list[Entry]:
    """What this player holds of the cheat's log."""
    log = member._sync.logs.get(cheat.key, {}).get(Stream.GAME)
    return [] if log is None else list(log.entries)


def tell_another_story(room: Den, kind: Kind, body: bytes) -> None:
    """The cheat forgets the last thing that it said, and says this in its place."""
    cheat = room.cheat
    old = cheat._sync.logs[cheat.key][Stream.GAME]
    log = Log(SECRETS.room_id, Stream.GAME, key=cheat.key)
    log.take(0, old.data(0, old.start(len(old.entries) - 1)))
    log.add(cheat._identity, kind, body)
    copy = cheat._sync._own.game
    copy.log, copy.saved = log, len(log.entries) - 1
    cheat.dumb = True
    room._work(room.rogues[-1], cheat)


def two_stories(room: Den, one: tuple[Kind, bytes], other: tuple[Kind, bytes]) -> None:
    """The cheat tells one player this and the other one that; when all are there again, both see both."""
    cheat, tag = room.cheat, room.cheat.table.tag
    first, second = (chair for chair in room.chairs if chair not in room.rogues)
    assert first.member is not None
    assert second.member is not None
    count = len(said(first.member, cheat))
    unlink(room, second)
    room.sign(*one)
    room.until(lambda: len(said(room.honest[0], cheat)) > count)
    room.relay.restart()  # and this one helps: it has forgotten what was said before
    for chair in room.chairs:
        chair.linked = False
    room.rogues[-1].values.clear()
    room.link(room.rogues[-1])
    tell_another_story(room, other[0], tag + other[1])
    room.link(second)
    room.until(lambda: len(said(room.honest[1], cheat)) > count)
    assert said(room.honest[0], cheat)[-1].hash != said(room.honest[1], cheat)[-1].hash
    room.link(first)
    for chair in (first, second):
        room.until(lambda chair=chair: accused(chair))  # type: ignore[misc]


def accused(chair: Chair) -> bool:
    """Whether this player has been shown both halves, each signed."""
    found = [notice for notice in chair.notices if "has signed two different stories" in notice.text]
    for notice in found:
        assert str(notice.data["name"]) in notice.text
        assert len(set(notice.data["signed"])) == 2  # type: ignore[call-overload]
    return bool(found)


def test_two_decks_for_one_step(den: MakeDen) -> None:
    """Nobody has a tile of either, and everyone has the proof of who did it."""
    room = den()
    room.tricked(lambda _, kind, __: [] if kind is Kind.DECK else None)
    room.until(lambda: room.cheat.dumb)
    chain, seed = room.cheat.bag.chain, room.cheat.seat.seed
    one, other = (chain.answer(Owed.DECK, 2, made_from) for made_from in (seed, b"s" * 16))
    two_stories(room, (Kind.DECK, one), (Kind.DECK, other))
    assert all(table_of(member).position is None for member in room.honest)


def test_two_moves_in_one_turn(den: MakeDen) -> None:
    room = den(cheats=(1,))
    room.play()
    room.move(Pass())
    room.until(lambda: room.cheat.table.wants(room.cheat.key) is Kind.MOVE)
    two_stories(room, (Kind.MOVE, made(room.cheat, Pass())), (Kind.MOVE, exchanges(0, 1)(room.cheat)))


@pytest.mark.parametrize("kind", [Kind.MOVE, Kind.SHARES, Kind.LEAVE])
def test_an_answer_in_anothers_name(den: MakeDen, kind: Kind) -> None:
    """Signed by the cheat, in Ana's log: it is nobody's, and Ana's own word is taken when it comes."""
    room = den()
    room.play()
    cheat, host = room.cheat, room.honest[0]
    cheat.dumb = True
    log = cheat._sync.logs[host.key][Stream.GAME]
    forged = Entry.sign(cheat._identity, log.head, len(log.entries), kind, cheat.table.tag + made(cheat, Pass()))
    unlink(room, room.chairs[0])
    log._append(forged, forged.encode())
    room._work(room.rogues[-1], cheat)
    room.until(
        lambda: any(n.kind is NoticeKind.NOISE and "in the name of Ana" in n.text for n in room.chairs[1].notices)
    )
    assert not room.honest[1].view.steps
    assert all(entry.hash != forged.hash for entry in room.honest[1]._sync.logs[host.key][Stream.GAME].entries)
    room.link(room.chairs[0])
    room.move(Pass())
    room.until(lambda: len(room.honest[1].view.steps) == 1)
    assert not table_of(room.honest[1]).charges
