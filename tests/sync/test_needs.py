import pytest

from p2pscrabble.sync.entry import HELLO, Stream
from p2pscrabble.sync.identity import Identity
from p2pscrabble.sync.log import Mark
from p2pscrabble.sync.needs import STAGGER, Need, Needs, needs
from p2pscrabble.sync.peers import Peer

# Sorted by id, so that who serves first can be read off.
ANA, BEN, CID, DORA = sorted((Identity(bytes([number]) * 32) for number in range(1, 5)), key=lambda who: who.id)


class Table:
    """``me`` with the others around it, each log with three entries here."""

    def __init__(self, me: Identity) -> None:
        self.everybody: dict[Identity, Peer] = {}
        for who in (ANA, BEN, CID, DORA):
            peer = self.everybody[who] = Peer("room", who.id)
            peer.pin(who.key)
            peer.game.log.add(who, HELLO, who.key)
            for body in (b"one", b"two"):
                peer.game.log.add(who, 1, body)
            peer.game.saved = 3
        self.own = self.everybody[me]
        self.peers = {peer.id: peer for peer in self.everybody.values() if peer is not self.own}
        for reader in self.everybody:
            for owner in self.everybody:
                if reader is not owner:
                    self.holds(reader, owner, 3)

    def __getitem__(self, who: Identity) -> Peer:
        return self.everybody[who]

    def holds(self, reader: Identity, owner: Identity, entries: int, extra: int = 0) -> None:
        self[reader].acks[owner.id, Stream.GAME] = Mark(entries, extra)

    def here(self, *who: Identity, at: float = 0.0) -> None:
        for one in who:
            self[one].heard = at

    def needs(self, now: float) -> Needs:
        self.here(*(who for who in self.everybody if self[who].heard >= 0), at=now)
        return needs(self.own, self.peers, now)


def only(found: tuple[Need, ...]) -> Need:
    assert len(found) == 1
    return found[0]


def test_nothing_is_needed_where_all_hold_all() -> None:
    table = Table(ANA)
    table.here(BEN, CID, DORA)
    assert table.needs(1.0) == Needs((), ())


def test_readers_at_one_place_share_a_need() -> None:
    table = Table(ANA)
    table.here(BEN, CID)
    table.holds(BEN, ANA, 1)
    table.holds(CID, ANA, 1)
    table.holds(DORA, ANA, 0)
    need = only(table.needs(1.0).open)
    assert (need.peer, need.stream, need.start, len(need.flights)) == (
        table.own,
        Stream.GAME,
        need.copy.log.start(1),
        2,
    )
    assert need.log == (ANA.id, Stream.GAME)
    table.holds(CID, ANA, 1, 5)
    assert len(table.needs(1.0).open) == 2


def test_what_is_under_way_waits_and_is_sent_again() -> None:
    table = Table(ANA)
    table.here(BEN)
    table.holds(BEN, ANA, 1)
    need = only(table.needs(1.0).open)
    need.flights[0].sent(need.end, 7, 1.0)
    found = table.needs(1.1)
    assert (found.open, only(found.waiting).start) == ((), need.start)
    again = only(table.needs(1.6).open)
    assert (again.start, again.served) == (need.start, 7)


@pytest.mark.parametrize(
    ("me", "reader", "turns"), [(ANA, CID, 0), (BEN, CID, 1), (BEN, ANA, 0), (CID, ANA, 1), (CID, BEN, 1)]
)
def test_an_absent_writer_is_stood_in_for_by_the_first_that_can(me: Identity, reader: Identity, turns: int) -> None:
    table = Table(me)
    table.here(*({ANA, BEN, CID} - {me}))
    table.holds(reader, DORA, 1)
    assert bool(table.needs(1.0).open) == (not turns)
    if turns:
        assert not table.needs(1.0 + turns * STAGGER - 0.1).open
    assert only(table.needs(1.0 + turns * STAGGER).open).peer is table[DORA]


def test_who_holds_no_more_cannot_stand_in() -> None:
    table = Table(CID)
    table.here(ANA, BEN)
    table.holds(BEN, DORA, 1)
    table.holds(ANA, DORA, 1)
    assert only(table.needs(1.0).open).peer is table[DORA]


def test_a_reader_that_cannot_hear_a_writer_is_helped_after_a_while() -> None:
    table = Table(ANA)
    table.here(BEN, DORA)
    table.holds(DORA, BEN, 1)
    assert not table.needs(1.0).open
    flight = only(table.needs(1.0 + STAGGER).open).flights[0]
    flight.sent(10**6, 1, 1.0 + STAGGER)
    table.holds(DORA, BEN, 2)
    assert not table.needs(1.1 + STAGGER).open, "it makes progress, so the writer may go on"
    assert not flight.waiting
    table.holds(DORA, BEN, 3)
    table.needs(60.0)
    table.holds(DORA, BEN, 2)
    assert not table.needs(60.0 + STAGGER - 0.1).open


def test_a_reader_that_lost_its_own_log_gets_it_back() -> None:
    table = Table(ANA)
    table.here(BEN)
    assert not table.needs(1.0).open
    table.holds(BEN, BEN, 1)
    assert only(table.needs(1.0).open).peer is table[BEN]


def test_a_log_that_is_gone_is_no_longer_under_way() -> None:
    table = Table(ANA)
    table.here(BEN)
    table.holds(BEN, CID, 1)
    only(table.needs(1.0).open).flights[0].sent(10**6, 1, 1.0)
    table[CID].pin(Identity(b"e" * 32).key)
    assert table.needs(2.0) == Needs((), ())
    assert (CID.id, Stream.GAME) not in table[BEN].flights


@pytest.mark.parametrize("now", [25.0])
def test_who_is_away_needs_nothing(now: float) -> None:
    table = Table(ANA)
    table.here(BEN)
    table.holds(BEN, ANA, 1)
    assert needs(table.own, table.peers, now) == Needs((), ())
