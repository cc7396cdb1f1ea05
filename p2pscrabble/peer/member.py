"""A peer's part in one room, without loop, socket or clock: logs in, entries and values out.

What arrives goes into ``sync``, what ``sync`` holds is read by the ``table``, what the table asks for is written,
everything new is put on disk, and only then is it published: ``work`` does all of that, one thing after the other, and
nothing else changes the state. Times are in seconds of any steady clock.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from p2pscrabble.errors import Breach, P2PScrabbleError, RoomUnavailable, StoreError, UsageError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Move
from p2pscrabble.numerals import RoomCode, RoomSecrets
from p2pscrabble.peer.absence import PATIENCE, Absence
from p2pscrabble.peer.company import Company
from p2pscrabble.peer.docket import Docket
from p2pscrabble.peer.hosting import Gathering, waiting, whom_to_call
from p2pscrabble.peer.kept import FINISHED, WATCHING
from p2pscrabble.peer.looking import Window, summary_of
from p2pscrabble.peer.news import News, verdict_notice
from p2pscrabble.peer.roaming import somebody_missing
from p2pscrabble.peer.shuffled import Shuffled
from p2pscrabble.peer.store import LOW_SPACE, RoomStore, Summary
from p2pscrabble.peer.view import Notice, NoticeKind, OutcomeView, View
from p2pscrabble.peer.work import Audited, Job, Workshop
from p2pscrabble.sync import Crowded, Event, Fault, Fork, Identity, Mark, Noise, Stream, Sync, Twin, Unsaved
from p2pscrabble.sync import Room as Registers
from p2pscrabble.table import (
    PROTOCOL,
    Answer,
    Call,
    Check,
    Hello,
    Kind,
    Meeting,
    Outcome,
    Own,
    Phase,
    Role,
    Room,
    Seat,
    Secrets,
    Table,
    Talk,
    Verdict,
    automatic,
    clean_chat,
    leave_body,
    move_body,
)
from p2pscrabble.table.replay import replay_number, verify_replay
from p2pscrabble.transport import Link, LinkState, Place

GOODBYE: Final = 3.0
"""Seconds that a closing peer waits for the others to hold all that it has said."""
FAREWELL: Final = 20.0
"""The same for one that gives up its seat: until the others know, they wait for its moves."""
LINGER: Final = 0.2
"""Seconds that it stays at the least."""
SAVE_AGAIN: Final = 1.0
"""Seconds until a disk that refused is tried again."""
LOOK_AGAIN: Final = 60.0
"""Seconds until it is looked anew how much space the disk has."""
LOW: Final = (
    f"Less than {LOW_SPACE >> 20} MB are free on the disk that keeps this game. When it is full the game has to wait: "
    "make room while there is time."
)
UNSEEN: Final = (
    "This relay has no variable to spare for you who only watch. So the others do not see that you are here, and what "
    "was said before you came may not reach you."
)
_NO_LINK: Final = Link(LinkState.CONNECTING, "Not connected yet.")


def no_place(room: Room | None, players: int) -> str:
    """Why nobody can come in to play while so many play."""
    full = room is not None and players >= room.seats
    return "The room is full, and the game has begun." if full else "The game in this room has begun already."


class Member:
    """One peer of one room.

    ``room`` is what the host plays (``None`` for all others), ``gathering`` when it calls whom; ``notify`` is told
    what happens; after ``patience`` seconds of silence the others can go on without a player; ``relays`` is where the
    room meets, for its host to say.
    """

    def __init__(
        self,
        store: RoomStore,
        place: Place,
        secrets: RoomSecrets,
        lexicon_of: Callable[[bytes], Lexicon | None],
        *,
        hello: Hello,
        now: float,
        wall: Callable[[], float],
        notify: Callable[[Notice], None],
        room: Room | None = None,
        gathering: Gathering | None = None,
        patience: float = PATIENCE,
        relays: tuple[str, ...] = (),
    ) -> None:
        keys = store.secrets
        self._store = store
        self._room = room
        self._gathering = gathering
        self._lexicon_of = lexicon_of
        self._wall = wall
        self._notify = notify
        self._identity = Identity(keys[:32])
        self._secrets = Secrets(keys[32:])
        self._workshop = Workshop(self._identity.key)
        self._shuffled = Shuffled(store.folder / "shuffled")
        self._window = Window(str(RoomCode.parse(store.room.code)), wall, lexicon_of)
        self._room_id, self._room_key = secrets.room_id, secrets.key
        saved = [(key, Stream(stream), data) for key, stream, data in store.logs()]
        self._sync = Sync(
            self._identity,
            self._registers(place),
            hello.encode(),
            counter=store.counter,
            saved=saved,
            modest=hello.role is Role.WATCHER,
        )
        for key, stream, data in saved:
            log = self._sync.logs[key][stream] if key in self._sync.logs else None
            if log is None or log.length < len(data):
                store.cut(key, stream, 0 if log is None else log.length)
        self._place = place
        self._relays = relays
        self._docket = Docket(store, secrets.room_id)
        self._company = Company(self._identity.key, known_host=store.host, evidence=dict(self._docket.files))
        self._absence = Absence(self._identity.key, patience)
        self._table: Table | None = None
        self._news: News | None = None
        self._outcomes: list[OutcomeView] = []
        self._unjudged: list[Outcome] = []
        self._catching_up = False
        """Whether the table has still to be told of proofs that were on the disk at the start."""
        self._absence.turn_since = now
        self._told_start: float | None = None
        self._warning = ""
        self._save_at = now
        self._look_at = now
        self._low = ""
        self._unsaved: Unsaved | None = None
        self._summary = Summary()
        self._leaving = False
        self._closing_since: float | None = None
        self.link = _NO_LINK
        self.failure: P2PScrabbleError | None = None
        """What stands in the way for good."""
        self._read(now, quiet=True)
        if (begun := self._company.hellos[self.key].protocol) != hello.protocol:
            self.failure = UsageError(
                f"This game was begun with version {begun} of the protocol, and this program speaks version "
                f"{hello.protocol}: play it to its end with a program like the one that it was begun with."
            )
        if any(entry.kind == Kind.LEAVE for entry in self._company.games[self.key]):
            self._leaving = True  # and the others may not know it yet
            self.begin_closing(now)
        self.view = self._look(now, 0)
        """All that this peer's player may see."""

    @property
    def key(self) -> bytes:
        """The public key by which the others know this peer."""
        return self._identity.key

    @property
    def link(self) -> Link:
        """How the link to the relay is; set by whoever runs this."""
        return self._link

    @link.setter
    def link(self, link: Link) -> None:
        self._link = link
        self._window.link_changed()

    # What it is told

    def hear(self, name: str, digits: str, now: float) -> None:
        """A variable has this value."""
        self._take_in(self._sync.receive(name, digits, now))

    def learn(self, id: bytes, stream: Stream, mark: Mark, data: bytes, now: float) -> None:  # noqa: A002
        """Bytes of a log that were heard in another place; see ``Sync.learn``."""
        self._take_in(self._sync.learn(id, stream, mark, data, now))

    def watches(self, key: bytes) -> bool:
        """Whether a peer only looks on."""
        return self._company.watches(key)

    @property
    def sync(self) -> Sync:
        """What is here of all logs."""
        return self._sync

    def _take_in(self, events: list[Event]) -> None:
        for news in events:
            match news:
                case Fork():
                    self._docket.fork(news, self._sync.logs[news.peer][Stream.GAME].entries[0])
                    if (notice := self._company.fork(news, self._docket.files.get(news.peer, ""))) is not None:
                        self._notify(notice)
                case Twin():
                    self._notify(
                        Notice(NoticeKind.WARNING, "Your seat is in use in another place too: close one of the two.")
                    )
                case Crowded():
                    text = "Every variable of this relay is in use by others; waiting for a free one."
                    if self._came_to_watch:
                        text = UNSEEN
                    self._notify(Notice(NoticeKind.WARNING, text))
                case _:
                    self._note(news)

    def move_to(self, place: Place, now: float) -> None:
        """From now on the room's variables are in a place that allows this; nothing is there yet."""
        self._place = place
        self._sync.move(self._registers(place), now)

    def _registers(self, place: Place) -> Registers:
        return Registers(self._room_id, self._room_key, place.max_digits, place.min_interval, place.names)

    @property
    def relays(self) -> tuple[str, ...]:
        """Where the room meets, as its host says; empty where it has not said so."""
        return self._company.relays

    @property
    def missing(self) -> bool:
        """Whether somebody should be heard in this room and is not."""
        return somebody_missing(self._table, self._company)

    def work(self, now: float) -> list[tuple[str, str]]:
        """Does all that is to be done now; the values to set, by name."""
        self._read(now)
        try:
            self._write(now)
        except UsageError as error:  # a record that is full: nothing can be said here any more
            self.failure = error
        due = self._sync.due(now) if self._save(now) else []
        seen = self._look(now, self.view.version)
        if seen == self.view:
            self.view = seen  # the same but for the seconds in it
        else:
            self.view = replace(seen, version=seen.version + 1)
            self._summarise()
        return due

    def jobs(self) -> list[Job]:
        """What is to be done elsewhere, each handed out once; ``done`` takes the results, and then ``work`` goes on."""
        return self._workshop.jobs()

    def done(self, job: Job, result: bytes) -> None:
        """A job that was handed out is done."""
        self._workshop.done(job, result)

    def wake(self, now: float) -> float:
        """When ``work`` is to be called again, if nothing happens before."""
        return max(self._sync.wake(now), self._save_at)

    def finished(self, now: float) -> bool:
        """Whether there is nothing left to do here."""
        if self.failure is not None:
            return True
        if self._table is not None and self._table.phase is Phase.CLOSED and not self._unjudged:
            self.begin_closing(now)
        if self._closing_since is None:
            return False
        waited = now - self._closing_since
        # The others' last entries are acknowledged before this one goes, or they would wait for it in vain.
        linger = max(LINGER, 3 * self._place.min_interval)
        nobody = self._company.hellos.keys() <= {self.key}  # ever
        delivered = nobody or self._delivered()
        return waited >= (FAREWELL if self._leaving else GOODBYE) or (waited > linger and delivered)

    def begin_closing(self, now: float) -> None:
        """Write nothing more; ``finished`` is true once the others hold what was written, or after ``GOODBYE``."""
        if self._closing_since is None:
            self._closing_since = now

    # Commands

    def move(self, move: Move, now: float) -> None:
        """Make a move. ``IllegalMove`` tells every fault; ``UsageError`` where it is not your turn."""
        table = self._table
        if table is None or table.position is None:
            raise UsageError("The game has not begun yet.")
        if table.phase is Phase.OVER:
            raise UsageError("The game is over.")
        if self._leaving or self._closing_since is not None:
            raise UsageError("You are leaving the room.")
        if table.seat_of(self.key) is None:
            raise UsageError("You are watching this game, and have no seat in it.")
        if table.wants(self.key) is not Kind.MOVE:
            raise UsageError("It is not your turn.")
        seconds = int(now - self._absence.turn_since) if table.position.rules.clock else 0
        self._say(Kind.MOVE, move_body(table, self.key, move, seconds), now)

    def chat(self, text: str) -> None:
        """Say something to everyone in the room."""
        if line := clean_chat(text):
            self._talk(Talk.CHAT, line.encode())

    def again(self) -> None:
        """Ask for another game; it starts when all who are here have asked."""
        table = self._table
        if table is None or table.phase is not Phase.OVER:
            raise UsageError("Another game can be asked for when this one is over.")
        if self._came_to_watch:
            raise UsageError("You are watching: to play, come in again without --watch.")
        if self.key not in self._company.again(table.game):
            self._talk(Talk.AGAIN, str(table.game).encode())

    def start(self) -> None:
        """Start with those who are here; for the host of a room that gathers."""
        table = self._table
        if self._gathering is None or table is None:
            raise UsageError("Only the host of the room can start the game.")
        if table.phase is not Phase.GATHERING:
            raise UsageError("The game has started already.")
        if not self._waiting():
            raise UsageError("Nobody else is here yet.")
        self._gathering.ask()

    def without(self, seat: int, *, wanted: bool = True) -> None:
        """Ask to go on without a seat whose program is silent, or take that back; done when all the others ask, too."""
        if self._leaving or self._closing_since is not None:
            raise UsageError("You are leaving the room.")
        if (wish := self._absence.ask(self._table, self._company, seat, wanted=wanted)) is not None:
            self._talk(Talk.WISH, wish.encode())

    def leave(self, now: float) -> None:
        """Give up the seat for good: the tiles go back into the bag and the game goes on without you."""
        if not self._leaving:
            self._say(Kind.LEAVE, leave_body(self._table, self._secrets), now)
            self._leaving = True
            self.begin_closing(now)

    # Reading

    def _read(self, now: float, *, quiet: bool = False) -> None:
        """Everything that the logs have and that has not been read."""
        company = self._company
        begins, quiet, anew = quiet, quiet or self._catching_up, False
        for notice in company.meet(self._sync, now, quiet=quiet):
            self._notify(notice)
        if self._table is None:
            self._find_host()
        if (table := self._table) is not None:
            position, seats = table.position, table.seats
            table.advance(company.games)
            if table.overtaken or (table.ballot.late and not self._ended_for_others(table)):
                table, anew = self._read_anew(table), True
            blames = self._absence.blames(table, now)
            if table.stopped is not None and not blames:
                self._docket.stop(table, company.games)
                company.stopped = self._docket.stopped
            unchecked = table.unchecked()
            for check in unchecked:
                self._workshop.check(check)
            self._catching_up = (quiet or self._catching_up) and isinstance(table.waiting, Check)
            company.game = table.game
            company.seated = (
                frozenset(seat.key for seat in table.seats) if table.phase is Phase.PLAYING else frozenset()
            )
            if table.seats != seats:
                self._seat(table.seats)
            if table.position is not position:
                self._absence.turn_since = now
            self._check_place(table)
            if quiet and not begins and not anew and self._news is not None:
                for notice in self._news.ends():
                    self._notify(notice)
            if quiet or anew:
                self._news = News(table, company)
            elif self._news is not None and not blames:
                for notice in self._news.since():
                    self._notify(notice)
        for notice in company.listen(self._sync, quiet=quiet):
            self._notify(notice)
        if self._table is not None:
            for notice in self._absence.news(self._table, company, quiet=quiet):
                self._notify(notice)
        self._finish_games(quiet=quiet or anew)

    def _read_anew(self, old: Table) -> Table:
        """The table once more from the beginning: the others have gone on from what this one had not heard of."""
        table = self._table = self._new_table(old.host)
        table.advance(self._company.games)
        self._outcomes.clear()
        self._unjudged.clear()
        return table

    def _ended_for_others(self, table: Table) -> bool:
        """Whether another player has seen the end of the last game that this one saw: no vote can change that."""
        others = [(seat.key, end) for end in table.outcomes[-1:] for seat in end.record.seats if seat.key != self.key]
        return any(self._company.verdict(key, end) for key, end in others)

    def _new_table(self, host: Seat) -> Table:
        own = Own(self.key, self._secrets)
        return Table(self._room_id, host, self._lexicon_of, own=own, checker=self._workshop.check)

    def _seat(self, seats: tuple[Seat, ...]) -> None:
        try:
            self._sync.seat([seat.key for seat in seats])
        except Breach as breach:
            self.failure = breach

    def _find_host(self) -> None:
        company = self._company
        host = company.host
        if host is None:
            return
        hello = company.hellos[host]
        if hello.protocol != PROTOCOL and host != self.key:
            older = "update yours, it is older" if hello.protocol > PROTOCOL else "the host has to update"
            self.failure = UsageError(
                f"The host's program speaks version {hello.protocol} of the protocol, and yours {PROTOCOL}: {older}."
            )
            return
        if company.known_host is None:
            try:
                self._store.write_host(host)  # whoever says later that the room is theirs is not believed
            except StoreError as error:
                self._warn(str(error))
                return
            company.known_host = host
        self._table = self._new_table(Seat(host, hello.name))
        self._news = News(self._table, company)

    def _check_place(self, table: Table) -> None:
        seated = table.seat_of(self.key) is not None
        if table.phase is Phase.NO_LEXICON and table.room is not None:
            name = table.room.lexicon_name
            self.failure = UsageError(
                f"This room plays with the word list “{name}” ({table.room.lexicon.hex()[:8]}), which is not on this "
                f"computer: get the same list as the host, and add it with `p2pscrabble wordlist add FILE`."
            )
        elif table.phase is Phase.COMMITTING and self._misnamed(table):
            self.failure = Breach("The host’s program calls you by another name than your own.")
        elif table.phase is Phase.PLAYING and not seated and self._company.hellos[self.key].role is Role.BOT:
            self.failure = RoomUnavailable(no_place(table.room, len(table.seats)))
        elif table.phase is Phase.CLOSED and not self._leaving and not seated and not self._came_to_watch:
            self.failure = RoomUnavailable("The host has closed this room.")

    @property
    def _came_to_watch(self) -> bool:
        return self._company.hellos[self.key].role is Role.WATCHER

    def _misnamed(self, table: Table) -> bool:
        own = self._company.hellos[self.key].name
        return any(seat.key == self.key and seat.name != own for seat in table.seats)

    def _finish_games(self, *, quiet: bool) -> None:
        """Checks each game that has ended, makes its number, and tells the others what this peer found."""
        table = self._table
        if table is None:
            return
        for outcome in table.outcomes[len(self._outcomes) :]:
            names = tuple(seat.name for seat in outcome.record.seats)
            number = replay_number(outcome)
            self._outcomes.append(OutcomeView(outcome, names, number, (None,) * len(names)))
            known = quiet and self._company.has_judged(self.key, outcome)
            if not known or self._company.verdict(self.key, outcome) is False:  # then who is at fault is found anew
                self._unjudged.append(outcome)
        self._unjudged = [outcome for outcome in self._unjudged if not self._judge(table, outcome, quiet=quiet)]
        self._outcomes = [self._judged(outcome) for outcome in self._outcomes]

    def _judge(self, table: Table, outcome: Outcome, *, quiet: bool) -> bool:
        """Tells what this peer found of a game; false while it is not known yet."""
        audited = Audited() if outcome.sealed is None else self._workshop.audited(outcome.sealed)
        if audited is None:
            return False
        seen = self._outcomes[outcome.record.game]
        faulty, unaudited = (tuple(seen.names[seat] for seat in seats) for seats in (audited.faulty, audited.unaudited))
        self._outcomes[outcome.record.game] = replace(seen, faulty=faulty)
        number = seen.replay
        # a game too long for a number is none the worse
        sound = audited.sound and (not number or verify_replay(number, outcome))
        verdict = Verdict(outcome.record.game, outcome.hash, sound)
        if table.seat_of(self.key) is not None and not self._company.has_judged(self.key, outcome):
            self._talk(Talk.VERDICT, verdict.encode())
        if not quiet:
            self._notify(verdict_notice(verdict, number, faulty, unaudited))
        return True

    def _judged(self, seen: OutcomeView) -> OutcomeView:
        outcome = seen.outcome
        verdicts = tuple(self._company.verdict(seat.key, outcome) for seat in outcome.record.seats)
        return replace(seen, verdicts=verdicts)

    # Writing

    def _write(self, now: float) -> None:
        table = self._table
        if table is None or self.failure is not None or self._closing_since is not None:
            return
        if self._room is not None and table.wants(self.key) is Kind.ROOM:
            self._say(Kind.ROOM, self._room.encode(), now)
        if self._room is not None and self._relays and self._company.relays != self._relays:
            self._talk(Talk.RELAYS, Meeting(self._relays).encode())
            self._read(now)
        while (owed := automatic(table, self.key, self._secrets, self._make)) is not None:
            if owed[0] is Kind.HERE and self._absence.doubts(table, now):
                break
            self._say(*owed, now)
        if (wish := self._absence.correct(table, self._company)) is not None:
            self._talk(Talk.WISH, wish.encode())
            self._read(now)
        vote = None if self._catching_up else self._absence.vote(table, self._company)
        if vote is not None:
            self._say(Kind.VOTE, vote.encode(), now)
            self._write(now)
            return
        if self._gathering is not None:
            self._tell_countdown(self._gathering, table, now)
            if seats := whom_to_call(self._gathering, table, self._company, now):
                self._say(Kind.CALL, Call(table.attempt + 1, seats).encode(), now)
                self._write(now)

    def _make(self, answer: Answer) -> bytes | None:
        """What this seat owes a sealed bag, once it is made; a deck only where none went out for its step before."""
        body = self._workshop.make(answer)
        if body is None or not answer.step:
            return body
        try:
            if self._shuffled.claim(answer.step, answer.name):
                return body
        except StoreError as error:
            self._warn(str(error))
            return None
        self.failure = Breach(
            "This game is told otherwise now than when your program shuffled for it. To shuffle again could show your "
            "tiles to the others, so your program does not go on."
        )
        return None

    def _tell_countdown(self, gathering: Gathering, table: Table, now: float) -> None:
        gathers = table.phase is Phase.GATHERING and table.room is not None
        start = gathering.starts_at(now, self._waiting()) if gathers else None
        told = self._told_start
        if (start is None) != (told is None) or (start is not None and told is not None and abs(start - told) > 1.5):
            self._told_start = start
            if gathers:
                seconds = 0 if start is None else max(1, round(start - now))
                self._talk(Talk.COUNTDOWN, str(seconds).encode())

    def _waiting(self) -> list[Seat]:
        return waiting(self._company, self._table)

    def _say(self, kind: Kind, body: bytes, now: float) -> None:
        self._sync.append(Stream.GAME, kind, body)
        self._read(now)

    def _talk(self, kind: Talk, body: bytes) -> None:
        self._sync.append(Stream.TALK, kind, body)

    def _delivered(self) -> bool:
        own = self._sync.logs[self.key]
        return all(self._sync.acked(stream) >= len(log.entries) for stream, log in own.items())

    def _save(self, now: float) -> bool:
        """Puts everything new on disk; whether it is there, so that it may be published."""
        if now < self._save_at:
            return False
        try:
            while (unsaved := self._unsaved or self._sync.take_unsaved()) is not None:
                self._unsaved = unsaved
                self._store.save(unsaved)
                self._unsaved = None
            self._docket.save()
        except StoreError as error:
            self._save_at = now + SAVE_AGAIN
            self._warn(str(error))
            return False
        if now >= self._look_at:
            self._look_at = now + LOOK_AGAIN
            self._low = LOW if self._store.runs_short else ""
        self._warn(self._low)
        return True

    # Showing

    def _look(self, now: float, version: int) -> View:
        company = self._company
        return self._window.look(
            self._table,
            company,
            self._sync,
            now,
            version=version,
            link=self._link,
            outcomes=tuple(self._outcomes),
            turn_since=self._absence.turn_since,
            starts_at=self._gathering.starts_at(now, self._waiting()) if self._gathering else company.starts_at,
            delivered=self._delivered(),
            warning=self._warning,
            absences=self._absence.look(self._table, company),
            catching_up=self._catching_up,
        )

    def _summarise(self) -> None:
        summary = summary_of(self.view, self._state())
        if summary != self._summary:
            self._summary = summary
            self._store.write_summary(replace(summary, changed=int(self._wall())))

    def _state(self) -> str:
        if self._leaving:
            return "left" if self._delivered() else "leaving"
        state = self.view.phase.value
        return WATCHING if self.view.watching and state not in FINISHED else state

    def _warn(self, text: str) -> None:
        if text and text != self._warning:
            self._notify(Notice(NoticeKind.WARNING, text))
        self._warning = text

    def _note(self, news: Event) -> None:
        if isinstance(news, Noise | Fault):
            where = f"in {news.name}" if isinstance(news, Noise) else f"in the name of {self._company.name(news.peer)}"
            self._notify(
                Notice(NoticeKind.NOISE, f"Somebody disturbs the room ({news.why}, {where}); no harm is done.")
            )
