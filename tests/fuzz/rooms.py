"""Doors into a room that is being played: values, signed entries, messages about a sealed bag, commands of the page."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from p2pscrabble.bag.group import GENERATOR, Point, Scalar
from p2pscrabble.bag.sealed.carry import Carried
from p2pscrabble.bag.sealed.deck import CIPHER_BYTES, decode_deck, encode_deck
from p2pscrabble.bag.sealed.duties import Duty
from p2pscrabble.bag.sealed.duties import Kind as Owed
from p2pscrabble.bag.sealed.keys import take_key_share
from p2pscrabble.bag.sealed.proof import ShuffleProof
from p2pscrabble.bag.sealed.shares import Shares
from p2pscrabble.bag.sealed.slots import Showing
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.bag.sealed.tags import Raised
from p2pscrabble.errors import Breach, DecodeError, IllegalMove, P2PScrabbleError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Move
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.view import View
from p2pscrabble.sync import Identity, Stream
from p2pscrabble.sync.log import Log, Mark
from p2pscrabble.sync.register import Draft, Segment
from p2pscrabble.sync.seal import Seal
from p2pscrabble.table import Kind, Phase, Talk, Without
from p2pscrabble.web import commands
from p2pscrabble.web.draft import EMPTY, arrange, written
from tests.bag.sealed.game import REMEMBERING, Game
from tests.faults.simulation import SECRETS, Plan
from tests.fuzz.doors import Door, text
from tests.peer.conftest import Parlour
from tests.table.conftest import Circle

OFTEN: Final = 400
"""After so many inputs a room is made anew."""
_FOLDER: Final = tempfile.TemporaryDirectory(prefix="p2pscrabble-fuzz-")


class Seats:
    """A room of two in virtual time, whose guest is hostile; made anew now and then."""

    def __init__(self) -> None:
        self.used = OFTEN
        self.room: Parlour | None = None

    def fresh(self) -> Parlour:
        """The room, as it is now."""
        if self.used >= OFTEN or self.room is None or self.room.member(0).view.phase is not Phase.PLAYING:
            if self.room is not None:
                self.room.close()
            self.used = 0
            self.room = Parlour(Plan(1, preset="tournament"), Path(tempfile.mkdtemp(dir=_FOLDER.name)))
            self.room.begin()
        self.used += 1
        return self.room

    @property
    def guest(self) -> Identity:
        """Who is hostile."""
        store = self.fresh().chairs[1].store
        if store is None:
            raise RuntimeError("the guest is gone")
        return Identity(store.secrets[:32])


SEATS: Final = Seats()


def _heard(room: Parlour, plain: bytes, name: str = "x") -> None:
    """The host is told this by somebody who has the key of the room, and does all that it leads to."""
    member, seal = room.member(0), Seal(SECRETS.room_id, SECRETS.key, room.relay.place.max_digits)
    member.hear(name, seal.close(name, plain[: seal.room], None), room.now)
    room.now += 0.05
    room._work(room.chairs[0], member)
    if room.failures:
        room.failures.clear()
        SEATS.used = OFTEN


def _register(data: bytes) -> None:
    _heard(SEATS.fresh(), data)


def _registers() -> list[bytes]:
    room, guest = SEATS.fresh(), SEATS.guest
    logs = room.member(0)._sync.logs[guest.key]
    found = []
    for stream in Stream:
        draft = Draft(guest.id, 2**20, 4000)
        data = logs[stream].data(0, logs[stream].length) or b"\0" * 80
        draft.segment(guest.id, Segment(guest.id, stream, Mark(0), data))
        found.append(draft.done())
    return found


def _signed(data: bytes) -> None:
    """The guest signs this, next in its log: a byte for the log, one for the kind, and the body; some with a tag."""
    room, guest = SEATS.fresh(), SEATS.guest
    which, kind, body = data[0] if data else 0, data[1] if len(data) > 1 else 0, data[2:]
    stream = Stream(which & 1)
    logs = room.member(0)._sync.logs[guest.key]
    table = room.member(0)._table
    if which & 2 and table is not None:
        body = table.tag + body
    copy = Log(SECRETS.room_id, stream, key=guest.key)
    copy.take(0, logs[stream].data(0, logs[stream].length))
    mark, start = Mark(len(copy.entries)), copy.length
    copy.add(guest, kind, body)
    draft = Draft(guest.id, 2**30 + SEATS.used, 60_000)
    draft.segment(guest.id, Segment(guest.id, stream, mark, copy.data(start, copy.length)))
    _heard(room, draft.done())
    if room.member(0).view.charges or room.member(0).view.stopped:
        SEATS.used = OFTEN


def _said() -> list[bytes]:
    vote = Without(1, (None, 3)).encode()
    return [
        bytes([2, Kind.MOVE]), bytes([2, Kind.MOVE]) + b"\x00\x65\x08\xb6\x4a", bytes([0, Kind.VOTE]) + vote,
        bytes([2, Kind.GONE, 0]), bytes([0, Kind.LEAVE]), bytes([0, Kind.CALL]), bytes([2, Kind.PROOF]) + bytes(80),
        bytes([1, Talk.CHAT]) + b"hello", bytes([1, Talk.AGAIN]) + b"1", bytes([1, Talk.COUNTDOWN]) + b"30",
        bytes([1, Talk.VERDICT]) + bytes(34), bytes([1, Talk.WISH]) + vote,
    ]  # fmt: skip


# Every phase of a table


def _table(data: bytes) -> None:
    """An entry at a place in the first game: bytes for how far it has come, the seat, the kind, and then the body."""
    far, seat, kind = (data[at] if at < len(data) else 0 for at in range(3))
    room = Circle(PRESETS["classic"], ("Ana", "Ben", "Cid"))
    stages: list[Callable[[], object]] = [room.open, room.call, lambda: room.settle(1, 2), room.settle]
    for stage in stages[: far % 5]:
        stage()
    body = data[3:]
    room.say(seat % 3, kind, room.table.tag + body if far & 8 else body)
    room.settle()


def _places() -> list[bytes]:
    return [bytes([far, far % 3, kind]) for far, kind in ((0, 1), (1, 2), (2, 3), (3, 4), (12, 5), (4, 7), (4, 18))]


# A sealed bag


@cache
def _stages() -> Mapping[Owed, tuple[Sealed, Duty, bytes]]:
    """By kind of message: a state of a game in which one is owed, by whom, and a true one."""
    game = Game(2)
    found: dict[Owed, tuple[Sealed, Duty, bytes]] = {}
    state = game.state
    for further in (lambda now: now, Sealed.deal, Sealed.close):
        state = further(state)
        while state.duties:
            duty = state.duties[0]
            body = game.seats[duty.seat].answer(state, duty.kind)
            found.setdefault(duty.kind, (state, duty, body))
            state = state.take(duty, body, REMEMBERING)
    return found


def _message(data: bytes) -> None:
    """What a seat sends for what it owes: a byte for the kind, then the body."""
    kinds = list(_stages())
    state, duty, _ = _stages()[kinds[data[0] % len(kinds)] if data else kinds[0]]
    state.take(duty, data[1:], REMEMBERING)


def _messages() -> list[bytes]:
    return [bytes([number]) + body for number, (_, _, body) in enumerate(_stages().values())]


def _forms() -> list[bytes]:
    deck = _stages()[Owed.DECK][2]
    point, share = GENERATOR.data, Game(2).seats[0].key_share()
    true = {0: deck[: 2 * CIPHER_BYTES], 6: share, 7: point, 8: bytes(32), 4: point * 2, 5: b"\x01\x05" + point * 4}
    return [bytes([number]) + true.get(number, point * 9) for number in range(len(_FORMS))]


def _decoded(data: bytes) -> None:
    """Each form of a message, named by the first byte."""
    which, body = data[0] % len(_FORMS) if data else 0, data[1:]
    _FORMS[which](body)


_FORMS: Final[Sequence[Callable[[bytes], object]]] = (
    lambda data: encode_deck(decode_deck(data, 2)),
    lambda data: ShuffleProof.decode(data, 8),
    lambda data: Shares.decode(data, 2),
    lambda data: Carried.decode(data, 2),
    lambda data: Raised.decode(data, 2),
    Showing.decode,
    lambda data: take_key_share(data, bytes(32), 0, ()),
    Point.decode,
    Scalar.decode,
)


# The page


class Desk:
    """What a command of the page works on, over a real member: the same names as an open room of the program."""

    def __init__(self, member: Member, now: float) -> None:
        self.member, self.now, self.draft = member, now, EMPTY
        self.peer = self

    @property
    def view(self) -> View:
        return self.member.view

    @property
    def board(self) -> Board:
        position = self.view.position
        return Board() if position is None else position.board

    def lay_out(self, wanted: list[tuple[int, int | None, str | None]], by: str) -> None:
        self.draft = arrange(self.draft, wanted, by, self.board)

    def write(self, chat: str, by: str) -> None:
        self.draft = written(self.draft, chat, by)

    def move(self, move: Move) -> None:
        self.member.move(move, self.now)

    def touch(self) -> None:
        """Nothing is shown."""


class _Peer:
    def __init__(self, desk: Desk) -> None:
        self.view = lambda: desk.view
        self.chat, self.again = desk.member.chat, desk.member.again
        self.start, self.without = desk.member.start, desk.member.without
        self.leave = lambda: None


_DONE: Final[Mapping[str, Any]] = {
    name: getattr(commands, f"_{name}")
    for name in ("draft", "play", "exchange", "pass", "challenge", "accept", "try", "type", "say", "start", "again",
                 "without")
}  # fmt: skip


def _command(data: bytes) -> None:
    """A message of the page, as it comes down the socket."""
    from p2pscrabble.web.tabs import Tab

    room = SEATS.fresh()
    desk: Any = Desk(room.member(0), room.now)
    desk.peer = _Peer(desk)

    async def do(_: Tab, command: Mapping[str, Any]) -> dict[str, object]:
        try:
            name = commands._text(command, "do", 40)
            return {"ok": True, **(_DONE[name](desk, command) if name in _DONE else {})}
        except (IllegalMove, P2PScrabbleError) as refused:
            return {"ok": False, "error": str(refused)}

    _run(Tab(None, do)._take(text(data)))  # type: ignore[arg-type]
    room._work(room.chairs[0], room.member(0))


def _run(coroutine: Coroutine[object, None, object]) -> None:
    """Nothing in it waits."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise AssertionError("a command waits")


def _asked() -> list[bytes]:
    return [
        b'{"id":1,"do":"draft","tab":"a","slots":[{"id":0,"square":112,"letter":null}],"chat":"hi"}',
        b'{"id":2,"do":"play","step":0,"tiles":[[112,"A"],[113,"b"]]}',
        b'{"id":3,"do":"exchange","step":0,"tiles":"AE?"}',
        b'{"id":4,"do":"try","text":"8H QUIZ"}',
        b'{"id":5,"do":"type","step":0,"text":"pass"}',
        b'{"id":6,"do":"say","text":"hello"}',
        b'{"id":7,"do":"without","seat":1,"on":true}',
        b'{"id":8,"do":"challenge","step":0}',
        b'{"id":9,"do":"again"}',
    ]


ROOMS: Final = (
    Door("register in a room", _register, _registers, (), share=0.05),
    Door("entry signed by another player", _signed, _said, (), share=0.03),
    Door("entry at any place", _table, _places, (), share=0.01),
    Door("message about a sealed bag", _message, _messages, (DecodeError, Breach), share=0.02),
    Door("form of a message about a bag", _decoded,
         _forms, (DecodeError, Breach), share=1),
    Door("command of the page", _command, _asked, (), share=0.06),
)  # fmt: skip
