"""A room on disk: what is saved is there, what a crash tore is mended, and two processes never share a seat."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from p2pscrabble.errors import StoreError
from p2pscrabble.peer.store import RoomFile, RoomStore, Summary, rooms
from p2pscrabble.sync import Identity, Log, Range, Room, Stream, Sync, Unsaved

SECRETS = bytes(range(64))
ROOM = RoomFile("3372 4681 0187 8858", "ws://127.0.0.1:9/", "player", "Ana", 1_700_000_000, {"seats": 2})
KEY = bytes([7]) * 32


def small_disks() -> bool:
    """Whether this process may have a file system that nobody else sees."""
    if not shutil.which("unshare"):
        return False
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", tempfile.gettempdir()]
    return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0


@pytest.fixture
def store(tmp_path: Path) -> RoomStore:
    return RoomStore.create(tmp_path, "room", ROOM, SECRETS)


def test_what_was_noted_is_there_again(store: RoomStore) -> None:
    again = RoomStore(store.folder)
    assert again.room == ROOM
    assert again.secrets == SECRETS
    assert again.counter == 0
    assert again.summary == Summary()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_secrets_are_for_the_owner_alone(store: RoomStore) -> None:
    assert stat.S_IMODE((store.folder / "secrets").stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700, "the room code is a secret too"


def test_a_seat_is_open_in_one_process_alone(store: RoomStore) -> None:
    with store, pytest.raises(StoreError, match="another window"), RoomStore(store.folder):
        pass
    with RoomStore(store.folder):
        pass


def test_pieces_of_logs_are_put_where_they_belong(store: RoomStore) -> None:
    with store:
        store.save(Unsaved(256, (Range(KEY, Stream.GAME, 0, b"abc"), Range(KEY, Stream.TALK, 0, b"x"))))
        store.save(Unsaved(256, (Range(KEY, Stream.GAME, 3, b"def"),)))
    with RoomStore(store.folder) as again:
        assert list(again.logs()) == [(KEY, 0, b"abcdef"), (KEY, 1, b"x")]
        assert again.counter == 256
        again.cut(KEY, 0, 4)
        assert next(iter(again.logs())) == (KEY, 0, b"abcd")
        again.save(Unsaved(512, (Range(KEY, Stream.GAME, 4, b"EF"),)))
        assert next(iter(again.logs()))[2] == b"abcdEF"
        assert again.counter == 512


def test_other_files_among_the_logs_are_left_alone(store: RoomStore) -> None:
    for name in ("notes.txt", f"{KEY.hex()}.7", f"{KEY.hex()}.0.bak"):
        (store.folder / "logs" / name).write_bytes(b"?")
    assert list(store.logs()) == []


def test_a_full_disk_is_told_and_nothing_is_forgotten(store: RoomStore, monkeypatch: pytest.MonkeyPatch) -> None:
    piece = Unsaved(256, (Range(KEY, Stream.GAME, 0, b"abc"),))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with store:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            with pytest.raises(StoreError, match="no space left"):
                store.save(piece)
        store.save(piece)
        assert next(iter(store.logs()))[2] == b"abc"


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("room.json", b"{"),
        ("room.json", b"[]"),
        ("room.json", b'{"code": "1"}'),
        ("room.json", b'{"code":"1","relay":"","role":"x","name":"y","made":"soon"}'),
        ("room.json", b"[" * 100_000),
        ("secrets", b"short"),
        ("host", b"short"),
    ],
)
def test_a_damaged_file_is_said_to_be_damaged(store: RoomStore, name: str, content: bytes) -> None:
    (store.folder / name).write_bytes(content)
    with pytest.raises(StoreError):
        _ = store.room, store.secrets, store.host


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("code", 1),
        ("code", "1234"),
        ("code", "3372 4681 0187 8859"),
        ("relay", None),
        ("role", "guest"),
        ("role", []),
        ("name", {}),
        ("name", "\u200b"),
        ("made", "1"),
        ("made", True),
        ("made", -1),
        ("made", 2**40),
        ("made", 1e400),
        ("settings", []),
    ],
)
def test_a_room_that_nobody_can_have_noted_is_damaged(store: RoomStore, field: str, value: object) -> None:
    noted = json.loads((store.folder / "room.json").read_bytes())
    (store.folder / "room.json").write_text(json.dumps({**noted, field: value}))
    with pytest.raises(StoreError, match="damaged"):
        _ = store.room


def test_a_name_is_read_in_the_form_that_others_see(store: RoomStore) -> None:
    store.write_room(replace(ROOM, name="\x1b[31m  Ana\ud800"))
    assert "\x1b" not in store.room.name


def test_half_a_character_does_not_keep_a_room_from_being_written(store: RoomStore) -> None:
    store.write_room(replace(ROOM, settings={"note": "\ud800"}))
    store.write_summary(Summary(("\ud800",)))
    assert store.room.settings == {"note": "?"}
    assert store.summary.names == ("?",)


def test_logs_that_are_gone_are_told(store: RoomStore) -> None:
    (store.folder / "logs").rmdir()
    with pytest.raises(StoreError, match="cannot be read"):
        list(store.logs())
    with pytest.raises(StoreError, match="cannot be mended"):
        store.cut(KEY, 0, 0)


def test_the_counter_that_is_kept_can_be_read_again(store: RoomStore) -> None:
    with store:
        store.save(Unsaved(2**48 + 200, ()))
    assert store.counter == 2**48 - 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_a_disk_that_is_full_at_the_end_still_frees_the_seat(store: RoomStore) -> None:
    import resource
    import signal

    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        with store:
            store.save(Unsaved(256, (Range(KEY, Stream.GAME, 0, b"abc"),)))
            resource.setrlimit(resource.RLIMIT_FSIZE, (4, before[1]))
            with pytest.raises(StoreError, match="cannot be saved"):
                store.save(Unsaved(256, (Range(KEY, Stream.GAME, 3, b"defghi"),)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    with RoomStore(store.folder):
        pass


def test_a_room_that_came_to_nothing_is_removed_when_it_is_closed(store: RoomStore) -> None:
    own = Identity(SECRETS[:32]).key
    with store:
        store.save(Unsaved(256, (Range(own, Stream.GAME, 0, b"abc"),)))
        store.discard()
        assert store.room == ROOM
    assert not store.folder.exists()


def test_a_room_with_a_log_of_somebody_else_is_never_removed(store: RoomStore) -> None:
    with store:
        store.save(Unsaved(256, (Range(KEY, Stream.GAME, 0, b"abc"),)))
        store.discard()
    assert RoomStore(store.folder).room == ROOM


def test_half_a_room_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="no space left"):
            RoomStore.create(tmp_path, "room", ROOM, SECRETS)
    assert list(tmp_path.iterdir()) == []
    store = RoomStore.create(tmp_path, "room", ROOM, SECRETS)
    with pytest.raises(StoreError, match="cannot be kept"):
        RoomStore.create(tmp_path, "room", ROOM, SECRETS)
    assert store.room == ROOM, "a folder that was there before is left alone"


@pytest.mark.parametrize(
    "content", [b"{", b"{}", b'{"names":1,"scores":["x"],"state":"","your_turn":0,"replay":"","changed":0}']
)
def test_a_damaged_summary_is_no_matter(store: RoomStore, content: bytes) -> None:
    (store.folder / "summary.json").write_bytes(content)
    assert store.summary == Summary()


def test_missing_secrets_are_told(store: RoomStore) -> None:
    (store.folder / "secrets").unlink()
    with pytest.raises(StoreError, match="cannot be read"):
        _ = store.secrets


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "rooms").write_text("a file")
    with pytest.raises(StoreError, match="cannot be kept"):
        RoomStore.create(tmp_path / "rooms", "room", ROOM, SECRETS)


def test_rooms_are_listed_with_the_last_changed_first(tmp_path: Path) -> None:
    for name, changed in (("a", 5), ("b", 9), ("c", 7)):
        RoomStore.create(tmp_path, name, ROOM, SECRETS).write_summary(
            Summary(("Ana",), (3,), "playing", True, "", changed)
        )
    (tmp_path / "empty").mkdir()
    assert [store.folder.name for store in rooms(tmp_path)] == ["b", "c", "a"]
    assert rooms(tmp_path / "nowhere") == []
    assert rooms(tmp_path)[0].summary == Summary(("Ana",), (3,), "playing", True, "", 9)


@pytest.mark.parametrize("content", [b"many", b"-5", b"", b"281474976710656", b"\xff\xfe", b"9" * 100_000])
def test_a_counter_that_is_lost_is_begun_anew(store: RoomStore, content: bytes) -> None:
    (store.folder / "counter").write_bytes(content)
    assert store.counter == 0


# Every file, torn off at every byte


def torn(data: bytes) -> list[bytes]:
    """As a crash may leave what was being written: its beginning, alone or with zeros or rubbish behind it."""
    return [data[:end] + rest for end in range(len(data)) for rest in (b"", bytes(7), b"\xf3" * 5)]


def test_of_a_torn_log_everything_that_was_promised_is_there() -> None:
    who = Identity(SECRETS[:32])
    log = Log("1234", Stream.GAME, key=who.key)
    log.add(who, 0, who.key + b"hello")
    ends = [log.length]
    for number in range(3):
        log.add(who, 5, bytes(number))
        ends.append(log.length)
    data = log.data(0, log.length)
    for left in range(ends[0], len(data)):
        for rest in (b"", bytes(7), b"\xf3" * 5):
            again = Sync(who, Room("1234", bytes(64), 1000), saved=[(who.key, Stream.GAME, data[:left] + rest)])
            whole = again.logs[who.key][Stream.GAME]
            assert whole.length == max(end for end in ends if end <= left)
            assert whole.entries == log.entries[: len(whole.entries)]


def test_a_log_that_is_torn_is_cut_and_written_on(store: RoomStore) -> None:
    with store:
        store.save(Unsaved(256, (Range(KEY, Stream.GAME, 0, b"abcdef"),)))
    path = store.folder / "logs" / f"{KEY.hex()}.0"
    for data in torn(b"abcdef"):
        path.write_bytes(data)
        with RoomStore(store.folder) as again:
            again.cut(KEY, Stream.GAME, min(3, len(data)))
            again.save(Unsaved(256, (Range(KEY, Stream.GAME, min(3, len(data)), b"xyz"),)))
        assert path.read_bytes() == data[:3] + b"xyz"


def test_a_torn_counter_is_no_more_than_a_lower_one(store: RoomStore) -> None:
    for data in torn(b"123456"):
        (store.folder / "counter").write_bytes(data)
        assert 0 <= store.counter <= 123_456


@pytest.mark.parametrize("name", ["room.json", "secrets", "host"])
def test_a_torn_file_without_which_nothing_goes_is_said_to_be_damaged(store: RoomStore, name: str) -> None:
    store.write_host(KEY)
    path = store.folder / name
    for data in torn(path.read_bytes()):
        path.write_bytes(data)
        if name != "room.json" and len(data) == (64 if name == "secrets" else 32):
            continue  # nothing in it shows that these bytes are others
        with pytest.raises(StoreError, match=r"damaged|cannot be read"):
            _ = store.room, store.secrets, store.host


def test_a_torn_summary_is_none(store: RoomStore) -> None:
    store.write_summary(Summary(("Ana",), (3,), "playing", your_turn=True, replay="", changed=9))
    path = store.folder / "summary.json"
    for data in torn(path.read_bytes()):
        path.write_bytes(data)
        assert store.summary == Summary()


def test_what_was_being_written_beside_a_file_does_not_count(store: RoomStore) -> None:
    store.write_room(ROOM)
    for name in ("room.json", "counter", "host", "summary.json"):
        (store.folder / name).with_suffix(".new").write_bytes(b"{")
    assert (store.room, store.counter, store.host, store.summary) == (ROOM, 0, None, Summary())


# A disk that is full


def test_little_space_is_told_before_there_is_none(store: RoomStore, monkeypatch: pytest.MonkeyPatch) -> None:
    free = shutil.disk_usage(store.folder).free
    monkeypatch.setattr("p2pscrabble.peer.store.LOW_SPACE", free * 2)
    assert RoomStore(store.folder).runs_short
    monkeypatch.setattr("p2pscrabble.peer.store.LOW_SPACE", 0)
    assert not RoomStore(store.folder).runs_short
    store.folder.rename(store.folder.with_name("elsewhere"))
    assert not RoomStore(store.folder).runs_short


@pytest.mark.skipif(not small_disks(), reason="a file system of its own needs Linux, and root")
def test_on_a_disk_that_fills_up_and_is_emptied(tmp_path: Path) -> None:
    """In a process of its own, with a file system of 256 KiB that nobody else sees."""
    program = f"""
import pathlib, sys
sys.path[:0] = {sys.path!r}
from tests.peer.test_store import fill
fill(pathlib.Path(sys.argv[1]))
"""
    mount = f'mount -t tmpfs -o size=256k none "$1" && exec "{sys.executable}" -c "$2" "$1"'
    command = ["unshare", "--mount", "sh", "-c", mount, "sh", str(tmp_path), program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def fill(disk: Path) -> None:
    """A room on a small disk: nothing counts as saved that is not, and when there is room again it is."""
    store = RoomStore.create(disk, "room", ROOM, SECRETS)
    assert store.runs_short
    ballast = disk / "ballast"
    with store:
        store.save(Unsaved(256, (Range(KEY, Stream.GAME, 0, b"a" * 1000),)))
        with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
            while file.write(bytes(512)):
                pass
        piece = Unsaved(512, (Range(KEY, Stream.GAME, 1000, b"b" * 50_000),))
        for _ in range(3):
            with pytest.raises(StoreError, match=r"no space left on device\. It waits until it can"):
                store.save(piece)
        with pytest.raises(StoreError, match="no space left"):
            store.write_room(replace(ROOM, settings={"note": "x" * 9000}))
        store.write_summary(Summary(("Ana" * 5000,)))
        assert (RoomStore(store.folder).room, store.counter) == (ROOM, 256)
        ballast.unlink()
        store.save(piece)
    (kept,) = RoomStore(store.folder).logs()
    assert kept == (KEY, 0, b"a" * 1000 + b"b" * 50_000)
    assert RoomStore(store.folder).counter == 512
