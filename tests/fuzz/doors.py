"""Every door by which bytes or digits come in from outside, and what may come out of it when they are hostile.

Each is called with bytes alone. It returns, or raises one of the errors that it is documented to raise; whatever else
it raises is an escape. What belongs to a room that is being played is in ``tests.fuzz.rooms``.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from p2pscrabble.errors import DecodeError, NotationError, StoreError, UsageError, WordListError
from p2pscrabble.game.board import Board
from p2pscrabble.game.lexicon import Lexicon, compile_words
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.gcg import import_gcg
from p2pscrabble.numerals import RoomCode, from_digits, parse_invitation, to_digits
from p2pscrabble.numerals.checkdigits import add_check_digits, strip_check_digits
from p2pscrabble.numerals.live import move_from_bytes
from p2pscrabble.peer.docket import Docket
from p2pscrabble.peer.evidence import judge
from p2pscrabble.peer.lobby import Announcement, Lobby
from p2pscrabble.peer.shuffled import Shuffled
from p2pscrabble.peer.store import RoomStore
from p2pscrabble.peer.transcript import Transcript
from p2pscrabble.peer.wordfile import read_words
from p2pscrabble.sync import Identity, Stream
from p2pscrabble.sync.entry import read_entry
from p2pscrabble.sync.log import Log
from p2pscrabble.sync.register import read_long, read_short
from p2pscrabble.sync.seal import Seal
from p2pscrabble.table import Call, Commit, Deal, Gone, Hello, Made, Reveal, Role, Room, Verdict, Without
from p2pscrabble.table.entries import Meeting, SealedMade, SealedReveal, Seat
from p2pscrabble.table.replay import read_replay, replay_number, replay_positions
from p2pscrabble.transport import DIRECT, OWN, SCRATCH, parse_relay
from p2pscrabble.transport.address import Spot
from p2pscrabble.transport.direct_mesh import Mesh
from p2pscrabble.transport.direct_wire import Hello as Greeting
from p2pscrabble.transport.direct_wire import Neighbour, Value, encode, pack_digits
from p2pscrabble.transport.told import believable
from p2pscrabble.transport.wire import decode, setting
from p2pscrabble.web.commands import new_room
from p2pscrabble.web.draft import EMPTY, from_json, to_json
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.messages import next_message, set_prefix
from p2pscrabble_relay.refusal import Refusal
from tests.peer.test_evidence import file_of, stories
from tests.peer.test_store import ROOM as NOTED
from tests.peer.test_transcript import opened, played
from tests.sync.test_fuzz import ROOM, SEATING, true_values

WORDS: Final = ("AA", "CAT", "CATS", "QUIZ", "ZOO")
NAME: Final = "484068"


@dataclass(frozen=True)
class Door:
    """``enter`` takes hostile bytes; ``valid`` are some that it is made for; ``raises`` is all that it may raise.

    ``share`` is how many of a hundred inputs it gets, in proportion to the others: less where it takes longer.
    """

    name: str
    enter: Callable[[bytes], object]
    valid: Callable[[], Sequence[bytes]]
    raises: tuple[type[Exception], ...] = (DecodeError,)
    share: float = 1.0


def text(data: bytes) -> str:
    """Any bytes as text, half characters among it."""
    return data.decode("utf-8", "surrogateescape")


# Numbers and words that people type, paste or are sent


def _code(data: bytes) -> None:
    with suppress(DecodeError):
        RoomCode.parse(text(data))
    parse_invitation(text(data))


def _replay(data: bytes) -> None:
    replay_positions(read_replay(text(data)))


def _checked(data: bytes) -> None:
    """A number whose check digits are right."""
    number = add_check_digits(int.from_bytes(data[:400], "big"))
    replay_positions(read_replay(number))


def _unchecked() -> list[bytes]:
    bare = [strip_check_digits(number.decode()) for number in numbers()]
    return [number.to_bytes((number.bit_length() + 7) // 8, "big") for number in bare]


def _typed(data: bytes) -> None:
    parse_move(text(data), Board(), "AEIQU?Z")


@cache
def numbers() -> list[bytes]:
    """Of games."""
    rooms = [played(Deal.OPEN), played(Deal.OPEN, seats=3), played(Deal.OPEN, preset="tournament")]
    return [replay_number(room.table.outcomes[0]).encode() for room in rooms]


def gcg() -> list[bytes]:
    folder = Path(__file__).parents[1] / "gcg" / "games"
    return [path.read_bytes() for path in sorted(folder.glob("*.gcg"))]


# Wire and logs


def _seal(data: bytes) -> None:
    Seal("1234", ROOM.key, 256).open(NAME, text(data), (SEATING,))


def _values() -> list[bytes]:
    seal = Seal("1234", ROOM.key, 256)
    long, short = true_values()
    return [seal.close(NAME, long[: seal.room], None).encode(), seal.close(NAME, short[: seal.room], SEATING).encode()]


def _log() -> Log:
    who = Identity(bytes(32))
    log = Log("1234", Stream.GAME, key=who.key)
    log.add(who, 0, who.key + Hello(Role.PLAYER, "Ana", "test").encode())
    for number in range(3):
        log.add(who, 5, bytes(number))
    return log


def _entry(data: bytes) -> None:
    found = read_entry(data, 0, bytes(32), 7)
    if found is not None:
        found[0].signed_by(bytes(32))


def _take(data: bytes) -> None:
    log = _log()
    size, offset = log.length, int.from_bytes(data[:2], "big")
    log.take(min(offset, log.held), data[2:])
    if log.length < size:
        raise AssertionError("a log has become shorter")


def _pieces() -> list[bytes]:
    log = _log()
    whole = log.data(0, log.length)
    second = log.start(2)
    return [b"\0\0" + whole, second.to_bytes(2, "big") + whole[second:], log.length.to_bytes(2, "big") + whole]


def _frame(data: bytes) -> None:
    for place in (OWN.place, SCRATCH.place):
        for _ in decode(text(data), place):
            pass


def _message(data: bytes) -> None:
    """As the relay reads a frame: one message after the other."""
    said, at = text(data), 0
    for _ in range(1000):
        message, at = next_message(said, at, Limits())
        set_prefix(getattr(message, "name", ""))
        if at >= len(said):
            return


def frames() -> list[bytes]:
    return [
        setting(NAME, "123456").encode(),
        (setting("p2p 0", "1") + setting("p2p 1", "22")).encode(),
        b'{"method":"handshake","project_id":"123","user":"ana"}\n',
        b'{"method":"set","name":"\xe2\x98\x81 x","value":12345678901234567890.5e3}',
        b'{"method":"rename","name":"a","new_name":"b"}',
        b'{"method":"create","name":"a","value":"-1.5"}{"method":"delete","name":"a"}',
    ]


# Entries


def records() -> Iterator[Door]:
    """What stands in entries."""
    rules = PRESETS["tournament"]
    valid: dict[str, tuple[Callable[[bytes], Any], bytes]] = {
        "hello": (Hello.decode, Hello(Role.HOST, "Ana", "p2pscrabble 0.1").encode()),
        "room": (Room.decode, Room(4, rules, Deal.SEALED, bytes(32), "modern").encode()),
        "call": (Call.decode, Call(3, (Seat(bytes(32), "Ana"), Seat(b"b" * 32, "Ben"))).encode()),
        "commit": (Commit.decode, Commit(3, bytes(32), bytes(32)).encode()),
        "reveal": (Reveal.decode, Reveal(bytes(16), bytes(16)).encode()),
        "sealed reveal": (SealedReveal.decode, SealedReveal(bytes(16), bytes(80)).encode()),
        "move made": (lambda data: Made.decode(data, timed=True), Made(b"abc", 99).encode(timed=True)),
        "sealed move": (
            lambda data: SealedMade.decode(data, timed=True),
            SealedMade(b"abc", b"shown", 99).encode(timed=True),
        ),
        "gone": (Gone.decode, Gone(2).encode()),
        "verdict": (Verdict.decode, Verdict(3, bytes(32), sound=True).encode()),
        "meeting": (Meeting.decode, Meeting(("turbowarp", "ws://10.0.0.1:8765/")).encode()),
        "vote": (Without.decode, Without(2, (None, 5, None)).encode()),
    }
    for name, (read, data) in valid.items():
        yield Door(f"entry: {name}", _canonical(read), lambda data=data: [data])  # type: ignore[misc]


def _canonical(read: Callable[[bytes], Any]) -> Callable[[bytes], None]:
    """Whatever is read is written as the very same bytes."""

    def enter(data: bytes) -> None:
        record = read(data)
        if isinstance(record, Hello) and record.name == "?":
            return  # of another protocol, and not all of it is read
        again = record.encode(timed=True) if isinstance(record, Made | SealedMade) else record.encode()
        if again != data:
            raise AssertionError(f"{data.hex()} is read and written as {again.hex()}")

    return enter


# Files


_FOLDER: Final = tempfile.TemporaryDirectory(prefix="p2pscrabble-fuzz-")


@cache
def store() -> RoomStore:
    """A room whose files are overwritten with whatever comes; gone when the process ends."""
    return RoomStore.create(Path(_FOLDER.name), "room", NOTED, bytes(range(64)))


_FILES: Final = ("room.json", "summary.json", "counter", "host", "shuffled", "evidence-1.json", "secrets", "draft.json")


def _file(data: bytes) -> None:
    """One of the files of a room, named by the first byte."""
    room, name = store(), _FILES[data[0] % len(_FILES) if data else 0]
    path = room.folder / name
    before = path.read_bytes() if path.exists() else None
    path.write_bytes(data[1:])
    try:
        _ = room.summary
        Docket(room, "1234")
        Shuffled(room.folder / "shuffled").claim(bytes(32), bytes(32))
        from_json(text(data[1:]))
        for read in ("room", "counter", "host", "secrets"):
            with suppress(StoreError):
                getattr(room, read)
    finally:
        path.unlink() if before is None else path.write_bytes(before)


def _files() -> list[bytes]:
    noted = (store().folder / "room.json").read_bytes()
    summary = b'{"names":["A"],"scores":[1],"state":"over","your_turn":false,"replay":"1","changed":5,"v":1}'
    line = b"\n" + b"0" * 32 + b" " + b"1" * 32
    contents = [noted, summary, b"512", bytes(32), line, file_of(stories()), bytes(64), to_json(EMPTY).encode()]
    return [bytes([number]) + content for number, content in enumerate(contents)]


def _words(data: bytes) -> None:
    with Lexicon(data) as words:
        for word in WORDS:
            _ = word in words
        for count, _ in enumerate(words):
            if count > 50:
                break


def _room_asked(data: bytes) -> None:
    asked: object = {}
    with suppress(ValueError, RecursionError):
        asked = json.loads(data)
    new_room(asked if isinstance(asked, dict) else {})


def _told(data: bytes) -> None:
    """Addresses of relays, one a line, that a host names to somebody who came by another."""
    for came_by in ("ws://127.0.0.1:8765/", "wss://relay.example/"):
        believable(text(data).split("\n"), parse_relay(came_by))


def _lobby(data: bytes) -> None:
    lobby = Lobby()
    lobby.hear("lobby 0", text(data), 0.0)
    lobby.rooms(1.0, 1.0)
    Announcement.decode(text(data))


def _mesh(data: bytes) -> None:
    """To a program that somebody else has said hello to."""
    mesh = Mesh(b"secret", DIRECT.place)
    mesh.put("484068", "1")
    for now, frame in enumerate((*_mesh_frames(), data, data[1:])):
        mesh.take(b"way", frame, float(now))
        for way in mesh.ways:
            while mesh.offer(way) is not None:
                mesh.took(way, float(now))


def _mesh_frames() -> list[bytes]:
    spots = (Spot("192.0.2.1", 8766), Spot("2001:db8::1", 8766))
    hello = Greeting(b"somebody", True, b"p" * 16, spots, (Neighbour(b"neighbor", spots),), (b"neighbor",))
    return [encode(hello), encode(Value(b"somebody", NAME, 7, pack_digits("12345")))]


def _announced(data: bytes) -> None:
    """One that somebody has made up, with the right hash behind it."""
    Announcement.decode("1" + to_digits(data + sha256(data).digest()[:4]))


def _announcement() -> str:
    return Announcement(RoomCode.random(bytes(16)), "Ana", 4, 1, "classic", "modern", 9, 99).encode()


def _cells(data: bytes) -> None:
    """A list whose beginning is right."""
    whole = compiled()
    _words(whole[: len(whole) - len(data)] + data if len(data) <= len(whole) - 128 else whole[:128] + data)


@cache
def compiled() -> bytes:
    return compile_words(WORDS, "small")


def _board(data: bytes) -> None:
    move_from_bytes(data, Board())


def _digits(data: bytes) -> None:
    if to_digits(from_digits(text(data))) != text(data):
        raise AssertionError("digits that are read are written otherwise")


DOORS: Final = (
    Door("digits", _digits, lambda: [to_digits(bytes(range(size))).encode() for size in (1, 20, 191, 250)], share=4),
    Door("check digits", lambda data: strip_check_digits(text(data)), numbers, share=2),
    Door("room code or link", _code,
         lambda: [b"9553 9573 1361 2952", b"ws://10.0.0.1:8765/#9553957313612952",
                  b"direct://192.0.2.1:8766,[2001:db8::1]:8766/#9553957313612952"], share=4),
    Door("address of a relay", lambda data: parse_relay(text(data)),
         lambda: [b"turbowarp", b"scratch:12345", b"wss://relay.example/x?y", b"[::1]:8765", b"turbowarp@ws://h:1",
                  b"direct://192.0.2.1:8766,[2001:db8::1]:8766/"],
         (UsageError,), share=3),
    Door("addresses that a host names", _told, lambda: [b"ws://10.0.0.1:1/\nwss://a.example/\nturbowarp"], (), share=1),
    Door("number of a game", _replay, numbers, share=0.1),
    Door("number with its check digits", _checked, _unchecked, share=0.06),
    Door("typed move", _typed, lambda: [b"8H QUIZ", b"exchange AE?", b"pass", b"H8 (A)QUa"], (NotationError,), share=3),
    Door("GCG file", lambda data: import_gcg(data, lenient=True), gcg, share=0.006),
    Door("word list as text", lambda data: read_words(data), lambda: [b"AA\nCAT dog\r\nquiz\n\xef\xbb\xbf"],
         (WordListError,), share=2),
    Door("compiled word list", _words, lambda: [compiled()], (WordListError,), share=1),
    Door("words of a compiled list", _cells, lambda: [compiled()[128:]], (WordListError,), share=1),
    Door("file of a room", _file, _files, (), share=0.1),
    Door("transcript", lambda data: Transcript.decode(data), lambda: [opened()], share=0.05),
    Door("evidence", lambda data: judge(data), lambda: [file_of(stories())], (), share=1),
    Door("frame from a relay", _frame, frames, (), share=6),
    Door("frame of a direct room", _mesh, _mesh_frames, (), share=6),
    Door("frame to a relay", _message, frames, (Refusal,), share=6),
    Door("announcement in the lobby", _lobby,
         lambda: [_announcement().encode()], share=2),
    Door("announcement with its hash", _announced, lambda: [from_digits(_announcement()[1:])[:-4]], share=2),
    Door("sealed value", _seal, _values, share=6),
    Door("register, long", read_long, lambda: [true_values()[0]], share=10),
    Door("register, short", lambda data: read_short(data, SEATING), lambda: [true_values()[1]], share=10),
    Door("entry of a log", _entry, lambda: [_log().data(0, _log().start(1))], share=2),
    Door("pieces of a log", _take, _pieces, (), share=0.5),
    Door("number of a move", _board, lambda: [b"", b"\x01", b"\x65\x08\xb6\x4a"], share=4),
    Door("room asked for by the page", _room_asked,
         lambda: [b'{"seats":2,"bots":1,"rules":"classic","clock":25,"increment":0,"lexicon":"modern"}'],
         (UsageError,), share=2),
    *records(),
)  # fmt: skip
