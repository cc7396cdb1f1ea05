"""A signer that tells two players different things, caught by what these tell each other."""

from dataclasses import replace
from functools import partial

import pytest

from p2pscrabble.sync import Fork, Stream
from p2pscrabble.sync.evidence import Evidence, head
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.peers import Peer
from p2pscrabble.sync.register import Ack, Register
from tests.sync.world import FIXED, LARGE, SMALL, Kind, Node, World


def forks(node: Node) -> list[Fork]:
    return [event for event in node.events if isinstance(event, Fork)]


def told(node: Node, owner: Node) -> bool:
    return len(node.on.logs[owner.key][Stream.GAME].entries) == 4


@pytest.mark.parametrize("kind", [LARGE, SMALL, FIXED])
@pytest.mark.parametrize("seated", [True, False])
@pytest.mark.parametrize("size", [9, 300])
def test_both_halves_reach_both_who_were_told_them(kind: Kind, seated: bool, size: int) -> None:
    world = World(kind, 1)
    ana, ben, cid = world.started(3)
    assert world.run(60, lambda: world.agree() and all(len(node.on.logs) == 3 for node in (ana, ben, cid))) < 60
    if seated:
        for node in (ana, ben, cid):
            node.on.seat([ana.key, ben.key, cid.key])
    world.run(20)
    double = world.node()
    double.identity = cid.identity
    double.disk.logs = {log: bytearray(data) for log, data in cid.disk.logs.items()}
    for liar, victim, other, body in ((cid, ana, ben, b"A"), (double, ben, ana, b"B")):
        if liar is double:
            cid.stop()
            double.disk.counter = cid.disk.counter + 1000
            double.start()
        world.mute(liar, other)
        liar.say(body * size, b"and so on", b"for a while")
        world.run(90, partial(told, victim, cid))
        assert told(victim, cid)
        world.mute(liar, other, muted=False)
        liar.stop()
    world.run(120, lambda: bool(forks(ana) and forks(ben)))
    for node, ours, theirs in ((ana, b"A", b"B"), (ben, b"B", b"A")):
        (fork,) = forks(node)
        assert (fork.peer, fork.ours.body, fork.theirs.body) == (cid.key, ours * size, theirs * size)
        assert fork.ours.previous == fork.theirs.previous
        assert fork.ours.signed_by(cid.key)
        assert fork.theirs.signed_by(cid.key)


def test_only_known_members_are_compared() -> None:
    ana, ben = (Peer("room", Identity(bytes([number]) * 32).id) for number in (1, 2))
    cid = Identity(b"c" * 32)
    owner = Peer("room", cid.id)
    owner.pin(cid.key)
    owner.game.log.add(cid, 0, cid.key)
    owner.game.saved = 1
    evidence = Evidence(ana, {ben.id: ben, cid.id: owner})
    ben.heard = 1.0
    register = Register(ben.id, 1, b"", (Ack(b"???", Mark(1), None, b"else"), Ack(cid.id, Mark(1), None, b"else")), ())
    evidence.compare(register)
    assert not evidence.exhibits(1.0), "its key is unknown"
    ben.pin(Identity(bytes([2]) * 32).key)
    evidence.compare(register)
    (exhibit,) = evidence.exhibits(1.0)
    assert (exhibit.reader, exhibit.owner, exhibit.start, exhibit.end) == (ben, owner, 0, owner.game.end)
    owner.game.saved = 0
    assert not evidence.exhibits(1.0), "nothing that is on disk"
    owner.game.saved = 1
    evidence.compare(replace(register, acks=(Ack(cid.id, Mark(1), None, head(owner, 1)),)))
    assert not evidence.exhibits(1.0), "now it tells the same"
    longer = replace(register, acks=(Ack(cid.id, Mark(2), None, b"else"),))
    evidence.compare(longer)
    assert not evidence.exhibits(1.0), "more of it, and no reason to doubt it"
    evidence.two(owner)
    evidence.compare(longer)
    (exhibit,) = evidence.exhibits(1.0)
    assert (exhibit.reader, exhibit.end) == (ben, owner.game.end), "there are two stories, and it may hold the other"
    evidence.forget(cid.id)
    evidence.compare(longer)
    assert not evidence.exhibits(1.0)
    assert head(owner, 0) == bytes(4)
