"""A room that is open in this program: the peer that plays in it, the computer players that belong to it, the draft of
the player, and the tabs that look on.

A room whose peer ends with an error stays open and says why; it may be tried again. One that is over for the player
stays for as long as a tab looks at it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from pathlib import Path
from typing import Final, Protocol

from p2pscrabble.errors import P2PScrabbleError, UsageError, sentence
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Move
from p2pscrabble.numerals import Invitation, RoomCode
from p2pscrabble.peer.opponents import Opponents, is_demo, note_opponents
from p2pscrabble.peer.room import Peer
from p2pscrabble.peer.session import Session, Where, resume
from p2pscrabble.peer.store import RoomFile, RoomStore
from p2pscrabble.peer.view import Notice, NoticeKind, View
from p2pscrabble.table import MAX_SEATS, Phase, Role
from p2pscrabble.transport import OWN, Link, LinkState, RelayAddress
from p2pscrabble.web.draft import EMPTY, Draft, arrange, from_json, to_json, written
from p2pscrabble.web.showing import About, follow, room_state
from p2pscrabble.web.tabs import Json, Scope, Tab

DRAFT_FILE: Final = "draft.json"
_UNSAID: Final = (NoticeKind.NOISE, NoticeKind.ROOM, NoticeKind.COUNTDOWN)
"""What the page shows in another way, or not at all."""
_MAX_DRAFT: Final = 65_536

_log = logging.getLogger(__name__)


class Report(Protocol):
    """Whoever started the program, and wants to know what happens in its rooms. Never raises."""

    def opened(self, room: OpenRoom) -> None:
        """A room is open now."""
        ...

    def notice(self, room: OpenRoom, notice: Notice) -> None:
        """Something happened in a room."""
        ...

    def failed(self, room: OpenRoom, why: str) -> None:
        """A room cannot go on; it may be tried again."""
        ...


class OpenRoom(Scope):
    """One room. ``begin`` opens it, ``close`` ends it and keeps the seat."""

    def __init__(self, where: Where, report: Report, unused: Callable[[OpenRoom], None]) -> None:
        super().__init__()
        self._where = where
        self._report = report
        self._unused = unused
        """Told when the room is over, and no tab looks at it."""
        self._draft = EMPTY
        self._returned = False
        """Whether the draft comes from the disk, and the game is not known yet that it belongs to."""
        self._kept = ""
        """The draft as it stands on the disk."""
        self._about = About("", "", (), host=False, demo=False, relay="", public=False, failure="")
        self._shown: Json | None = None
        self._session: Session | None = None
        self._opponents: Opponents | None = None
        self._store: RoomStore | None = None
        self._view: View | None = None
        self._code: RoomCode | None = None
        self._finished = False
        self._closing = False
        self._bringing = asyncio.Lock()
        self._nudge = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # What it is

    @property
    def id(self) -> str:
        """The name of the room's folder."""
        return self._about.id

    @property
    def session(self) -> Session:
        """The open session; raises ``UsageError`` where the room cannot go on."""
        if self._session is None:
            raise UsageError(self._about.failure or "This room is closed.")
        return self._session

    @property
    def peer(self) -> Peer:
        """The peer that plays here; raises ``UsageError`` where the room cannot go on."""
        if self._about.failure or self._finished:
            raise UsageError(self._about.failure or "This room is closed.")
        if self.view.phase is Phase.CLOSED:
            raise UsageError("This room is closed.")
        return self.session.peer

    @property
    def view(self) -> View:
        """What the player sees, or saw last."""
        if self._session is not None:
            self._view = self._session.peer.view()
        if self._view is None:
            raise UsageError(self._about.failure or "This room is closed.")
        return self._view

    @property
    def about(self) -> About:
        """What does not change while the room is open."""
        return self._about

    @property
    def draft(self) -> Draft:
        """The draft, in step with the game."""
        self.state()
        return self._draft

    @property
    def board(self) -> Board:
        """The board; an empty one before a game."""
        position = self.view.position
        return Board() if position is None else position.board

    @property
    def finished(self) -> bool:
        """Whether the room is over for this player."""
        return self._finished

    @property
    def settled(self) -> bool:
        """See ``Scope.settled``: not while a program that was started again catches up with its own game."""
        return not self.view.catching_up

    async def settle(self) -> None:
        """Waits until it is settled, or closed."""
        while not self.settled and self._session is not None and not self._session.peer.ended:
            await self._session.peer.changed(self.view.version)

    def state(self) -> Json:
        """See ``Scope.state``."""
        if self._shown is None:
            view = self.view
            self._follow(view)
            state = room_state(view, self._about, self._draft)
            self._shown = {**state, "phase": "closed", "turn": None} if self._finished else state
        return self._shown

    def gone(self, tab: Tab) -> None:
        """See ``Scope.gone``."""
        super().gone(tab)
        self._drop()

    def has_code(self, code: RoomCode) -> bool:
        """Whether this is the room with this code, and it is not over."""
        return self._code == code and not self._finished

    def is_lost(self, relay: RelayAddress) -> bool:
        """Whether nobody answers where this guest looks for the room, and that is not at this relay."""
        away = self.view.link.state is not LinkState.UP
        return away and not self._about.host and self._about.relay != str(relay)

    def _drop(self) -> None:
        if self._finished and not self.tabs:
            self._unused(self)

    def touch(self) -> None:
        """Something has changed."""
        self._shown = None
        self.tell()

    # The draft

    def lay_out(self, slots: Sequence[tuple[int, int | None, str | None]], by: str) -> None:
        """Puts the rack as a tab wants it; raises ``UsageError`` where it is another rack."""
        self._redraft(arrange(self.draft, slots, by, self.board))

    def write(self, chat: str, by: str) -> None:
        """Notes the line of chat that is being typed."""
        self._redraft(written(self.draft, chat, by))

    def _redraft(self, draft: Draft) -> None:
        if draft is not self._draft:
            self._draft = draft
            self._keep_draft()
            self.touch()

    def _follow(self, view: View) -> None:
        """Brings the draft in step with the game; not before that is known again, where it was left."""
        if view.catching_up or (self._returned and view.position is None):
            return
        self._returned = False
        self._draft = follow(self._draft, view)
        self._keep_draft()

    def _keep_draft(self) -> None:
        text = to_json(self._draft)
        if text == self._kept or self._store is None:
            return
        self._kept = text
        path = self._store.folder / DRAFT_FILE
        with contextlib.suppress(OSError):  # a full disk: the game itself says so
            new = path.with_suffix(".new")
            new.write_text(text, "utf-8")
            new.replace(path)

    def _read_draft(self, folder: Path) -> None:
        try:
            with (folder / DRAFT_FILE).open(encoding="utf-8") as file:
                self._draft = from_json(file.read(_MAX_DRAFT))
                self._returned = bool(self._draft.slots)
        except (OSError, UnicodeDecodeError):
            return

    # Commands

    def move(self, move: Move) -> None:
        """Makes a move; raises ``IllegalMove`` with every fault, ``UsageError`` where it is not your turn."""
        self.peer.move(move)
        self.touch()

    async def add_opponent(self) -> str:
        """A computer player takes a seat; its name. Raises ``UsageError`` where it cannot."""
        async with self._bringing:
            return await self._bring_opponent()

    async def _bring_opponent(self) -> str:
        view, opponents = self.view, self._opponents
        if not self._about.host or opponents is None:
            raise UsageError("Only the host of the room can bring a computer player.")
        seats = view.room.seats if view.room is not None else MAX_SEATS
        if view.phase is not Phase.GATHERING:
            raise UsageError("The game has begun: nobody can come in now.")
        if opponents.count + 1 >= seats or len(view.players) >= seats:
            raise UsageError("All seats are taken.")
        name = await opponents.add()
        self._about = replace(self._about, demo=is_demo(self.session.store.room))
        self.touch()
        return name

    def retry(self) -> None:
        """Tries again what failed."""
        if not self._about.failure:
            raise UsageError("The room is open: there is nothing to try again.")
        self._nudge.set()

    # Its life

    async def begin(self, opening: AbstractAsyncContextManager[Session], opponents: int | None = None) -> None:
        """Opens it; ``opponents`` computer players belong to it from now on. Raises what stands in the way."""
        self._task = asyncio.create_task(self._live(opening, opponents))
        await asyncio.wait({self._task, self._opened}, return_when=asyncio.FIRST_COMPLETED)
        if not self._opened.done():
            self._opened.cancel()
            await self._task

    async def close(self) -> None:
        """Ends it; what was said is brought to the others first, if that takes no more than seconds."""
        self._closing = True
        self._nudge.set()
        if self._session is not None and not self._session.peer.ended:
            await self._session.peer.close()
        if self._task is not None:
            with contextlib.suppress(P2PScrabbleError):
                await self._task

    async def _live(self, opening: AbstractAsyncContextManager[Session], opponents: int | None) -> None:
        while True:
            try:
                async with opening as session:
                    if (failure := await self._play(session, opponents)) is None:
                        return
                    if not self._opened.done():
                        raise failure
                    # The room stays locked, and keeps what it has, for as long as it may be tried again.
                    await self._fail(failure)
            except P2PScrabbleError as error:
                if self._closing or not self._opened.done():
                    raise
                await self._fail(error)
            finally:
                self._leave_session()
            opponents = None
            opening = resume(RoomStore(self._where.rooms / self.id), self._where)

    async def _fail(self, error: P2PScrabbleError) -> None:
        """Says why the room cannot go on, and waits until it shall be tried again; raises the error at the end."""
        self._about = replace(self._about, failure=sentence(str(error) or type(error).__doc__ or ""))
        self._report.failed(self, self._about.failure)
        self.touch()
        self._nudge.clear()
        if not self._closing:
            await self._nudge.wait()
        if self._closing:
            raise error

    def _leave_session(self) -> None:
        if self._session is not None:
            self._view, self._session = self._session.peer.view(), None

    async def _play(self, session: Session, count: int | None) -> P2PScrabbleError | None:
        """Plays until the room is closed or left; what ended it, if that was an error."""
        store, peer = session.store, session.peer
        if count is not None:
            note_opponents(store, count)
        first = self._store is None
        self._session, self._store, self._code = session, store, session.code
        self._about = about(session, store.room)
        if first:
            self._read_draft(store.folder)
        self.touch()
        telling = asyncio.create_task(self._tell_notices(peer))
        watching = asyncio.create_task(self._watch(peer))
        try:
            async with Opponents(session, self._where.data, self._warn) as self._opponents:
                if not self._opened.done():
                    self._opened.set_result(None)
                self._report.opened(self)
                if not self._closing:  # it was asked to end while it was being opened again
                    await peer.run()
        except P2PScrabbleError as error:
            return error
        except Exception:
            _log.exception("a room met an error of this program")
            return UsageError("The program met an error of its own in this room; the terminal says which.")
        finally:
            self._opponents = None
            await peer.close()
            for task in (telling, watching):
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        self._finished = not self._closing
        self._leave_session()
        self.touch()
        self._drop()
        return None

    async def _watch(self, peer: Peer) -> None:
        version = -1
        while (view := await peer.changed(version)).version != version:
            version = view.version
            self._follow(view)
            self.touch()

    async def _tell_notices(self, peer: Peer) -> None:
        async for notice in peer.notices():
            self._report.notice(self, notice)
            if notice.kind not in _UNSAID:
                self.notify(notice.kind.value, notice.text)

    def _warn(self, text: str) -> None:
        notice = Notice(NoticeKind.WARNING, text)
        self._report.notice(self, notice)
        self.notify(notice.kind.value, notice.text)


_NOTHING: Final = View(
    version=0,
    code="",
    link=Link(LinkState.DOWN, "The room is not open."),
    phase=Phase.GATHERING,
    room=None,
    players=(),
    seat=None,
    starts_in=None,
    position=None,
    steps=(),
    chat=(),
    outcomes=(),
    your_turn=False,
    delivered=True,
    wants_again=(),
    warning="",
)


class Nowhere(Scope):
    """What a tab shows whose room is not to be had; says why."""

    def __init__(self, room: str, why: str) -> None:
        super().__init__()
        self.room = room
        self.why = why
        unknown = About(room, "", (), host=False, demo=False, relay="", public=False, failure=why)
        self._state: Json = {**room_state(_NOTHING, unknown, EMPTY), "qr": ""}

    def state(self) -> Json:
        """See ``Scope.state``."""
        return self._state


def about(session: Session, room: RoomFile) -> About:
    """What a room is, beside what its peer sees."""
    links = [str(Invitation(address, session.code)) for address in session.addresses]
    return About(
        id=session.store.folder.name,
        link=session.link,
        links=tuple(links) if session.relay.profile == OWN else (session.link,),
        host=room.role == Role.HOST.name.lower(),
        demo=is_demo(room),
        relay=str(session.relay),
        public=room.settings.get("public") is True,
        failure="",
    )
