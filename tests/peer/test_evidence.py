"""Evidence that somebody signed two stories, or that two programs disagree: kept at once, and checked by a stranger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError, StoreError
from p2pscrabble.game.moves import Pass
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.peer import docket
from p2pscrabble.peer.docket import STOPPED, Docket
from p2pscrabble.peer.evidence import MAX_BYTES, Stories, is_evidence, judge
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.transcript import stopped_game
from p2pscrabble.peer.view import NoticeKind
from p2pscrabble.peer.witness import examine
from p2pscrabble.sync import Fork, Identity, Stream
from p2pscrabble.sync.entry import Entry
from p2pscrabble.sync.log import Log
from p2pscrabble.table import Hello, Kind, Phase, Role
from tests.faults.simulation import SECRETS, lexicon
from tests.peer.test_store import ROOM
from tests.peer.test_transcript import LEXICON, known
from tests.table.conftest import Circle

if TYPE_CHECKING:
    from tests.peer.conftest import Parlour

MakeParlour = Callable[..., "Parlour"]
BEN, EVE = (Identity(bytes([number]) * 32) for number in (2, 5))
ROOM_ID = SECRETS.room_id


def log_of(who: Identity, stream: Stream = Stream.GAME, room: str = ROOM_ID) -> Log:
    log = Log(room, stream, key=who.key)
    if stream is Stream.GAME:
        log.add(who, 0, who.key + Hello(Role.PLAYER, "Ben", "test").encode())
    return log


def fork(stream: Stream = Stream.GAME, one: bytes = b"this", other: bytes = b"that") -> Fork:
    """Ben says one thing, and another in its place."""
    log = log_of(BEN, stream)
    log.add(BEN, 1, b"before")
    place = (log.head, len(log.entries))
    return Fork(BEN.key, stream, *(Entry.sign(BEN, *place, Kind.MOVE, body) for body in (one, other)))


def stories(stream: Stream = Stream.GAME) -> Stories:
    found = fork(stream)
    return Stories.of(ROOM_ID, BEN.key, log_of(BEN).entries[0], stream, found.ours, found.theirs)


def file_of(told: Stories) -> bytes:
    return told.encode().encode()


@pytest.mark.parametrize("stream", Stream)
def test_two_entries_for_one_place_prove_a_breach(stream: Stream) -> None:
    data = file_of(stories(stream))
    found = judge(data)
    assert is_evidence(data)
    assert found.breach == (
        f"Ben’s program (key {BEN.key.hex()[:8]}…) has signed two different stories, which breaks the protocol."
    )
    assert [finding.holds for finding in found.findings] == [True, True, True, True, None]
    assert "why they did it, does not show" in found.findings[-1].text


def test_whoever_saw_which_half_first_the_file_is_the_same() -> None:
    one, other = stories().signed
    turned = Stories.of(ROOM_ID, BEN.key, stories().hello, Stream.GAME, other, one)
    assert file_of(turned) == file_of(stories())
    assert Stories.decode(file_of(turned)) == stories()


def test_two_first_entries_are_bound_to_the_room() -> None:
    hellos = [log_of(BEN).entries[0]]
    hellos.append(Entry.sign(BEN, hellos[0].previous, 0, 0, BEN.key + Hello(Role.PLAYER, "Bea", "test").encode()))
    assert judge(file_of(Stories.of(ROOM_ID, BEN.key, hellos[0], Stream.GAME, *hellos))).breach
    lines = [Entry.sign(BEN, log_of(BEN, Stream.TALK).head, 0, 1, text) for text in (b"yes", b"no")]
    assert judge(file_of(Stories.of(ROOM_ID, BEN.key, hellos[0], Stream.TALK, *lines))).breach
    elsewhere = [Entry.sign(BEN, log_of(BEN, Stream.TALK, "77").head, 0, 1, text) for text in (b"yes", b"no")]
    found = judge(file_of(Stories.of(ROOM_ID, BEN.key, hellos[0], Stream.TALK, *elsewhere)))
    assert "not signed for this log of this room" in found.findings[-1].text


def no_evidence() -> Iterator[tuple[str, Stories]]:
    one, other = stories().signed
    hello = stories().hello
    eves = Entry.sign(EVE, one.previous, one.index, Kind.MOVE, b"never said by Ben")
    yield "not both of what stands here", Stories.of(ROOM_ID, BEN.key, hello, Stream.GAME, one, eves)
    yield "both entries are the same", Stories.of(ROOM_ID, BEN.key, hello, Stream.GAME, one, one)
    yield "did not sign that it is in this room", Stories.of(ROOM_ID, EVE.key, hello, Stream.GAME, one, other)
    yield "did not sign that it is in this room", Stories.of("77", BEN.key, hello, Stream.GAME, one, other)
    strange = Entry.of(hello.previous, 0, 1, hello.body, hello.signature)
    yield "did not sign that it is in this room", Stories.of(ROOM_ID, BEN.key, strange, Stream.GAME, one, other)


@pytest.mark.parametrize(("why", "told"), list(no_evidence()))
def test_what_proves_nothing(why: str, told: Stories) -> None:
    found = judge(file_of(told))
    assert (found.breach, found.findings[-1].holds) == ("", False)
    assert why in found.findings[-1].text[0].lower() + found.findings[-1].text[1:]


def test_a_name_that_cannot_be_read_is_no_reason_to_fail() -> None:
    one, other = stories().signed
    hello = Entry.sign(BEN, stories().hello.previous, 0, 0, BEN.key + b"\xff")
    assert judge(file_of(Stories.of(ROOM_ID, BEN.key, hello, Stream.GAME, one, other))).breach.startswith("?’s")


def forms() -> Iterator[bytes]:
    """What is not in the one form."""
    data = file_of(stories())
    told = json.loads(data)
    yield b""
    yield data + b"\n"
    yield data + b" " * MAX_BYTES
    yield data.replace(b'"version": 1', b'"version": 2')
    yield data.replace(b'"version": 1', b'"version": true')
    yield data.replace(b'"stream": 0', b'"stream": 2')
    yield data.replace(b'"index": 2', b'"index": -2')
    yield data.replace(b'"index": 2', b'"index": ' + b"9" * 5000)
    yield data[:-20]
    yield data[:40] + b"[" * 100_000
    begins = data[: data.index(b'"version"')]
    changes: list[dict[str, object]] = [
        {"room": "x"}, {"room": 5}, {"key": "00"}, {"key": None}, {"hello": []}, {"hello": {}}, {"previous": "AB" * 32},
        {"signed": told["signed"][:1]}, {"signed": told["signed"][::-1]}, {"signed": {}}, {"more": 1},
        {"hello": {**told["hello"], "kind": 256}}, {"hello": {**told["hello"], "body": "0" * 131_074}},
        {"hello": {**told["hello"], "signature": "00"}},
    ]  # fmt: skip
    for change in changes:
        changed = {**told, **change}
        del changed["format"]
        yield begins + json.dumps(changed).encode()[1:]


@pytest.mark.parametrize("number", range(len(list(forms()))))
def test_what_is_no_evidence(number: int) -> None:
    data = list(forms())[number]
    with pytest.raises(DecodeError):
        Stories.decode(data)
    assert not judge(data).breach


@given(st.integers(0, len(file_of(stories())) - 1), st.binary(max_size=3), st.integers(0, 3))
def test_any_change_is_noticed(at: int, put: bytes, cut: int) -> None:
    data = file_of(stories())
    changed = data[:at] + put + data[at + cut :]
    assert changed == data or not judge(changed).breach


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert not judge(data).breach
    assert not judge(file_of(stories())[:40] + data).breach


# In a room


def test_it_is_on_disk_as_soon_as_it_is_known(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    ana, ben = room.member(0), room.chairs[1]
    ben_key = Identity(RoomStore(ben.folder).secrets[:32])
    log = ana._sync.logs[ben_key.key][Stream.GAME]
    ours = log.entries[-1]
    theirs = Entry.sign(ben_key, ours.previous, ours.index, Kind.LEAVE, b"")
    event = Fork(ben_key.key, Stream.GAME, ours, theirs)
    ana._sync.receive = lambda *_: [event]  # type: ignore[method-assign]
    ana.hear("x", "1", room.now)
    del ana._sync.receive
    (kept,) = room.chairs[0].folder.glob("evidence-*.json")
    assert judge(kept.read_bytes()).breach.startswith("Ben’s program")
    (said,) = room.heard(0, NoticeKind.WARNING)
    assert f"Both are kept in {kept}, for `p2pscrabble audit`." in said
    ana.hear("x", "1", room.now)
    room.wait(1)
    assert [(liar.name, liar.file) for liar in room.view(0).liars] == [("Ben", str(kept))]
    room.crash(room.chairs[0])
    room._trouble.clear()
    room.start(room.chairs[0])
    assert [(liar.name, liar.file) for liar in room.view(0).liars] == [("Ben", str(kept))], "also after a restart"
    assert len(room.heard(0, NoticeKind.WARNING)) == 1


def test_a_game_that_stopped_is_kept_and_proves_nothing_about_whose_fault_it_is(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    mover = room.turn()
    member = room.member(mover)
    member._say(Kind.MOVE, b"\x00\x01\x02\x03", room.now)
    room._work(room.chairs[mover], member)
    room.until(lambda: room.view(1 - mover).phase is Phase.STOPPED)
    kept = room.chairs[1 - mover].folder / STOPPED
    (said,) = room.heard(1 - mover, NoticeKind.WARNING)
    assert f"What was signed is kept in {kept}, for `p2pscrabble audit`." in said
    found = examine(kept.read_bytes(), lambda hash_: lexicon() if hash_ == lexicon().hash else None)
    assert not found.sound
    *_, unproven, stopped = found.findings
    assert (unproven.holds, "Whose fault that is cannot be told" in unproven.text) == (None, True)
    name = room.chairs[mover].name
    assert stopped.text == (
        f"The game stopped: {name} signed another hash of the game than follows from what stands here."
    )


def test_other_reasons_to_stop_are_told() -> None:
    room = Circle(PRESETS["classic"], lexicon=LEXICON)
    room.open()
    room.call()
    room.say(0, Kind.MOVE, b"")
    room.read()
    logs = {key: log.entries for key, log in zip(room.keys, room.logs, strict=True)}
    found = examine(stopped_game(room.table, logs).encode().encode(), known)
    assert found.findings[-1].text.startswith("The game stopped: Ana’s program sent what is out of place")


# On disk


@pytest.fixture
def store(tmp_path: Path) -> RoomStore:
    return RoomStore.create(tmp_path, "room", ROOM, bytes(range(64)))


def test_a_disk_that_refuses_is_tried_again(store: RoomStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreError("full")

    kept = Docket(store, ROOM_ID)
    with monkeypatch.context() as patch:
        patch.setattr(store, "write_evidence", full)
        kept.fork(fork(), log_of(BEN).entries[0])
        with pytest.raises(StoreError):
            kept.save()
    assert store.evidence() == []
    kept.save()
    assert Docket(store, ROOM_ID).files == {BEN.key: str(store.evidence()[0])}


def test_what_is_damaged_or_of_another_room_counts_for_nothing(store: RoomStore) -> None:
    Docket(store, ROOM_ID).fork(fork(), log_of(BEN).entries[0])
    assert Docket(store, "77").files == {}
    (path,) = store.evidence()
    path.write_bytes(path.read_bytes()[:-1])
    (store.folder / "evidence-big.json").write_bytes(bytes(MAX_BYTES + 1))
    (store.folder / "evidence-folder.json").mkdir()
    again = Docket(store, ROOM_ID)
    assert again.files == {}
    again.fork(fork(), log_of(BEN).entries[0])
    assert judge(path.read_bytes()).breach


def test_so_many_are_kept_and_no_more(store: RoomStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docket, "MAX_FILES", 0)
    kept = Docket(store, ROOM_ID)
    kept.fork(fork(), log_of(BEN).entries[0])
    assert (kept.files, store.evidence()) == ({}, [])


def test_a_pass_is_no_evidence(parlour: MakeParlour) -> None:
    room = parlour(seats=2)
    room.begin()
    room.move(Pass())
    room.wait(2)
    assert all(not list(chair.folder.glob("evidence-*")) for chair in room.chairs)
