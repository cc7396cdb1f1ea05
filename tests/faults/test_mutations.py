"""Mistakes made on purpose, one at a time, in the sync, the disk, the table, the vote and the bag: each is found.

Each is a program that a careless change could make of this one. The rooms are drawn as all others are, from those
seeds in whose rooms there happens what the mistake needs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, Final

import pytest

from p2pscrabble.bag.order import Bag
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.sync import Entry, Unsaved
from p2pscrabble.sync.log import CONTRADICTED, Log, Taken
from p2pscrabble.table import Table, author, vanishing, without
from p2pscrabble.table.reading import Reading
from p2pscrabble.table.secrets import Secrets
from tests.faults.playing import Played, play
from tests.faults.quick import quick
from tests.faults.script import Incident, Script, What

needs = import_module("p2pscrabble.sync.needs")  # the module, not its function
table = import_module("p2pscrabble.table.table")
ROOMS: Final = 60
"""A mistake that shows in none of so many rooms would not be found."""


def _unsaved_goes_out(patch: pytest.MonkeyPatch) -> None:
    """sync: what is to be published does not wait for the disk."""

    def save(self: Member, _now: float) -> bool:
        self._sync.take_unsaved()
        return True

    patch.setattr(Member, "_save", save)


def _signatures_unchecked(patch: pytest.MonkeyPatch) -> None:
    """sync: whatever bytes come in somebody's name are taken for what they said."""
    genuine = Log._genuine
    patch.setattr(Log, "_genuine", lambda self, entry: entry.index > 0 or genuine(self, entry))


def _own_log_alone_served(patch: pytest.MonkeyPatch) -> None:
    """sync: nobody hands on what another has said who is not there any more."""
    patch.setattr(needs, "STAGGER", 1e9)
    ahead = needs._ahead
    patch.setattr(needs, "_ahead", lambda *arguments: ahead(*arguments) + 1)


def _two_stories_unseen(patch: pytest.MonkeyPatch) -> None:
    """sync: an entry that contradicts another is dropped, though it is signed."""
    patch.setattr(Log, "_contradicted", lambda *_: Taken(fault=CONTRADICTED))


def _nothing_forced_to_disk(patch: pytest.MonkeyPatch) -> None:
    """store: the pieces of logs are written, and no fsync waits for them."""

    def save(self: RoomStore, unsaved: Unsaved) -> None:
        for piece in unsaved.ranges:
            file = self._file(piece.key, piece.stream)
            file.seek(piece.offset)
            file.write(piece.data)
            file.flush()

    patch.setattr(RoomStore, "save", save)


def _one_log_saved(patch: pytest.MonkeyPatch) -> None:
    """store: of several logs that have grown, one is written."""
    save = RoomStore.save
    patch.setattr(
        RoomStore, "save", lambda self, unsaved: save(self, Unsaved(unsaved.counter_limit, unsaved.ranges[-1:]))
    )


def _other_seed_after_a_restart(patch: pytest.MonkeyPatch) -> None:
    """table: a seed is drawn when it is needed, and not made from what is on the disk."""
    drawn = random.Random(1)
    began = Member.__init__

    def begin(self: Member, *arguments: Any, **more: Any) -> None:
        began(self, *arguments, **more)
        self._secrets = Secrets(drawn.randbytes(32))

    patch.setattr(Member, "__init__", begin)


def _read_as_it_comes(patch: pytest.MonkeyPatch) -> None:
    """table: of entries that were written at the same time, the hash has this peer's first."""
    take = Reading._take

    def taken(self: Reading, read: Any, entries: tuple[Entry, ...]) -> Any:
        order = sorted(range(len(entries)), key=lambda at: list(self._logs).index(read.keys[at]))
        ordered = type(read)(read.kinds, tuple(read.keys[at] for at in order))
        return take(self, ordered, tuple(entries[at] for at in order))

    patch.setattr(Reading, "_take", taken)


def _seed_said_at_once(patch: pytest.MonkeyPatch) -> None:
    """table: a seat says its seed where it should say what binds it to it."""
    patch.setattr(author, "commitment", lambda seed, *_: seed * 2)
    patch.setattr(table, "opens_commitment", lambda said, seed, *_: said == seed * 2)


def _less_is_said(patch: pytest.MonkeyPatch) -> None:
    """vote: a voter says that it holds one entry less than it does."""
    counting = Table.counting
    patch.setattr(Table, "counting", lambda self, key: counting(self, key) - 1)


def _anyone_goes_on(patch: pytest.MonkeyPatch) -> None:
    """vote: no quorum is asked for."""
    patch.setattr(vanishing, "quorum", lambda group, whole: bool(group) and group <= whole)
    patch.setattr(without, "may_stand", lambda *_: True)


def _tile_stays_in_the_bag(patch: pytest.MonkeyPatch) -> None:
    """bag: the last tile that is drawn stays in it."""
    draw = Bag.draw

    def drawn(self: Bag, count: int) -> tuple[tuple[int, ...], Bag]:
        tiles, _ = draw(self, count)
        return tiles, Bag(self.tiles[max(0, count - 1) :], self.step, self.epoch)

    patch.setattr(Bag, "draw", drawn)


def _exchanged_tiles_are_lost(patch: pytest.MonkeyPatch) -> None:
    """bag: what is put back does not come into it."""
    put_back = Bag.put_back
    patch.setattr(Bag, "put_back", lambda self, tiles, seeds: put_back(self, list(tiles)[1:], seeds))


def _saved_as_it_came(patch: pytest.MonkeyPatch) -> None:
    """bag: peers put tiles back in an order of their own."""
    order = random.Random(1)
    put_back = Bag.put_back

    def shuffled(self: Bag, tiles: Any, seeds: Any) -> Bag:
        bag = put_back(self, tiles, seeds)
        left = list(bag.tiles)
        order.shuffle(left)
        return Bag(tuple(left), bag.step, bag.epoch)

    patch.setattr(Bag, "put_back", shuffled)


_DEATHS: Final = (What.CRASH, What.TORN, What.MUTE)
MISTAKES: Final[dict[Callable[[pytest.MonkeyPatch], None], tuple[What, ...]]] = {
    _unsaved_goes_out: _DEATHS,
    _signatures_unchecked: (What.FORGE,),
    _own_log_alone_served: (What.VANISH,),
    _two_stories_unseen: (What.FORK,),
    _nothing_forced_to_disk: (What.CRASH,),
    _one_log_saved: _DEATHS,
    _other_seed_after_a_restart: _DEATHS,
    _read_as_it_comes: (),
    _seed_said_at_once: (),
    _less_is_said: (What.VANISH,),
    _anyone_goes_on: (What.SPLIT,),
    _tile_stays_in_the_bag: (),
    _exchanged_tiles_are_lost: (),
    _saved_as_it_came: (),
}


def rooms(what: tuple[What, ...]) -> Iterator[Script]:
    """Rooms in which any of this happens, as they come."""
    seed = found = 0
    while found < ROOMS:
        script = Script.random(seed)
        if what == (What.SPLIT,):  # two and two, for so long that both would go on
            script = Script(seed, seats=4, incidents=(Incident(What.SPLIT, seed % 4, 2.0 + seed % 8, 80),))
        seed += 1
        if not what or script.has(*what):
            found += 1
            yield script


def first_failure(what: tuple[What, ...]) -> Played | None:
    """The first of these rooms in which something is wrong."""
    return next((played for played in map(play, rooms(what)) if played.failure), None)


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__.strip("_"))
def test_a_mistake_is_found(mistake: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    with quick():
        mistake(monkeypatch)
        found = first_failure(MISTAKES[mistake])
        monkeypatch.undo()
        assert found is not None, "no room of sixty shows it"
        assert not play(found.script).failure, "without the mistake the room is well"
