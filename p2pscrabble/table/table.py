"""The table: one room from the first call to the last goodbye, as a coroutine that reads one seat at a time.

``Table`` is handed the logs as they grow and computes the same room from them at every peer, whatever order they
came in: it never asks "whichever comes first". Where it cannot go on it says whose entry it waits for (``waiting``)
and who is asked to write now (``asked``). It writes nothing itself; ``author`` does, for the seat of this peer.

A room is a row of games. Before each the host calls the seats; those bind themselves to seeds and nonces, then all
reveal them; the host does both last, and may still call anew instead, so that a player who does not answer can't hold
up a room. A call is also void where a called player leaves before the deal.

What breaks the rules or cannot be read is charged to the key that signed it, by name, and costs that key its seat as
if it had left, before the state of the game has changed. Only a hash that differs, which proves nothing about who is
wrong, and a charge against the host outside of a game stop the table.

Once the first tiles are dealt, or are being dealt, the others may vote to go on without a seat whose program is silent:
``vanishing`` says when such a vote stands, and how much of that seat's log counts then. Where the table comes to the
end of that it reads that the seat is gone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Protocol, TypeAlias

from p2pscrabble.bag import FirstDraw, draw_for_first, h, opens_commitment, opens_nonce
from p2pscrabble.bag.group import Point
from p2pscrabble.bag.sealed import SealedSeat, game_id, take_key_share
from p2pscrabble.errors import Breach, DecodeError, IllegalMove
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import FirstSeat
from p2pscrabble.sync.entry import Entry
from p2pscrabble.table.deal import OpenGame
from p2pscrabble.table.entries import (
    PROTOCOL,
    SEALED_KINDS,
    Call,
    Commit,
    Deal,
    Gone,
    Kind,
    Reveal,
    Room,
    SealedReveal,
    Seat,
)
from p2pscrabble.table.opened import dealt_by, opened, with_end
from p2pscrabble.table.reading import (
    Charged,
    Check,
    Checker,
    Phase,
    Read,
    Reading,
    Steps,
    Vanished,
    Void,
    check_at_once,
)
from p2pscrabble.table.record import Outcome, Record, SealedRecord, Step
from p2pscrabble.table.sealed import SealedGame, SealedTerms
from p2pscrabble.table.secrets import Own

_OF_A_GAME: Final = (*SEALED_KINDS, Kind.MOVE, Kind.GONE, Kind.HERE, Kind.SEED)
LexiconOf: TypeAlias = Callable[[bytes], Lexicon | None]


class Game(Protocol):
    """What a deal adds to a game: where tiles come from, and what else is read for that."""

    def begin(self, position: Position) -> Steps[Position]:
        """The position with the first tiles drawn."""
        ...

    def read_move(self, position: Position, body: bytes, turn: bytes) -> Position:
        """The position after the move in this body; raises what is wrong with it."""
        ...

    def leave(self, seat: int, seed: bytes) -> None:
        """A seat has left, saying this."""
        ...

    def vanish(self, seat: int) -> None:
        """A seat lost its place by what it signed."""
        ...

    def next_departing(self) -> int | None:
        """A seat that went while tiles were dealt, each told once."""
        ...

    def serve(self, position: Position) -> Steps[Position]:
        """The position with all draws made that are owed after a turn."""
        ...

    def finish(self, position: Position) -> Steps[Position]:
        """The position at the end with everything that is shown then."""
        ...


class Table(Reading):
    """The deterministic reader of all logs of one room: the games.

    ``own`` is the seat of this peer, whose tiles it can read in a sealed game; ``checker`` finds out whether proofs
    hold.
    """

    def __init__(
        self,
        room_id: str,
        host: Seat,
        lexicon_of: LexiconOf,
        *,
        own: Own | None = None,
        checker: Checker = check_at_once,
    ) -> None:
        self.room: Room | None = None
        self.game = 0
        """Number of the present game (or, before a deal, of the next): 0 for the room's first."""
        self.position: Position | None = None
        self.first: FirstDraw | None = None
        self.commitments: tuple[bytes, ...] = ()
        """What each seat bound its seed to, once all have, for the present game or the next."""
        self.record: Record | None = None
        self.sealed: SealedGame | None = None
        """The bag of the present game, where it is sealed."""
        self.outcomes: list[Outcome] = []
        self._lexicon_of = lexicon_of
        self._own = own
        self._came_back: set[bytes] = set()
        """Who may have written what counts for nothing, before it heard that a game had gone on without it."""
        super().__init__(room_id, host, checker, None if own is None else own.key)

    @property
    def sealed_id(self) -> bytes:
        """What a sealed game between these seats, with their commitments, is known by in every hash."""
        terms = b"" if self.room is None else self.room.encode()
        return game_id(PROTOCOL, h("terms", terms), self.commitments)

    def unchecked(self) -> tuple[Check, ...]:
        """The proofs that are here and have not been read yet, the one that the table waits for first."""
        first = (self.waiting,) if isinstance(self.waiting, Check) else ()
        more = self.sealed.unchecked() if self.sealed is not None else []
        return (*first, *(check for check in more if check not in first))

    # The room

    def _run(self) -> Steps[None]:
        room = yield from self._opening()
        while room is not None:
            if self._lexicon_of(room.lexicon) is None:
                self.phase = Phase.NO_LEXICON
                return
            self.ask(Kind.CALL)
            if not (yield from self._called(room)):
                break
            try:
                yield from self._game(room)
            except Void:
                self.phase = Phase.GATHERING
            except Charged as charged:
                self.expel(charged)
                if isinstance(charged, Vanished) and self.sealed is not None and self.sealed.drawn:
                    self.barred.add(charged.key)
                self.phase = Phase.GATHERING
            self.ballot.end()
        self.phase = Phase.CLOSED

    def _opening(self) -> Steps[Room | None]:
        self.ask(Kind.ROOM, self.host.key)
        (entry,) = yield Read((Kind.ROOM,), (self.host.key,))
        if entry.kind == Kind.LEAVE:
            return None
        try:
            self.room = Room.decode(entry.body)
        except DecodeError as error:
            raise Charged(self.host.key, f"opened the room in a form that cannot be read: {error}") from None
        return self.room

    def _called(self, room: Room) -> Steps[bool]:
        """Reads the next call of the host; false where the host has left."""
        if self.host.key in self.departed:
            return False
        entry = yield from self._after_void(room, (Kind.CALL,), self.host.key)
        if entry.kind == Kind.LEAVE:
            return False
        self._take_call(room, entry)
        return True

    def _after_void(self, room: Room, kinds: tuple[Kind, ...], key: bytes) -> Steps[Entry]:
        """The next entry of one of these kinds, passing over what a key sent for a sealed bag that came to nothing."""
        passed = SEALED_KINDS if room.deal is Deal.SEALED else ()
        while True:
            (entry,) = yield Read((*kinds, *passed), (key,))
            if entry.kind not in passed:
                return entry

    def _take_call(self, room: Room, entry: Entry) -> None:
        host = self.host.key
        try:
            call = Call.decode(entry.body)
        except DecodeError as error:
            raise Charged(host, f"called players in a form that cannot be read: {error}") from None
        if call.attempt != self.attempt + 1:
            raise Charged(host, f"made call {call.attempt} after call {self.attempt}")
        if call.seats[0].key != host or len(call.seats) > room.seats:
            raise Charged(host, "called players to other seats than the room has")
        if any(self.has_gone(seat.key) for seat in call.seats):
            raise Charged(host, "called a player who has left")
        for seat in call.seats:
            if self.vanished.pop(seat.key, None) is not None:
                self.departed.discard(seat.key)
                self._came_back.add(seat.key)
        self.attempt, self.seats = call.attempt, call.seats
        self._names.update((seat.key, seat.name) for seat in call.seats)

    # A game

    def _game(self, room: Room) -> Steps[None]:
        self.position = self.record = self.first = self.sealed = None
        self.commitments = ()
        commits: tuple[Commit, ...] = ()
        entries: tuple[Entry, ...] | None = None
        while entries is None:
            commits = yield from self._commitments(room)
            tag, entries = self.tag, (yield from self._openings(room))
        if room.deal is Deal.OPEN:
            reveals = [self._reveal(number, entry, commits[number], tag) for number, entry in enumerate(entries)]
            yield from self._play(room, [reveal.nonce for reveal in reveals], tuple(reveal.seed for reveal in reveals))
        else:
            opened_nonces = self._sealed_reveals(entries, commits, tag)
            yield from self._play(room, opened_nonces)

    def _commitments(self, room: Room) -> Steps[tuple[Commit, ...]]:
        """All seats' commitments to the newest call; the host's comes last, or calls anew."""
        self.phase = Phase.COMMITTING
        host, *others = (seat.key for seat in self.seats)
        while True:
            self.ask(Kind.COMMIT, host, *others)
            entry = yield from self._after_void(room, (Kind.COMMIT, Kind.CALL), host)
            if entry.kind == Kind.LEAVE:
                raise Void
            if entry.kind == Kind.COMMIT:
                break
            self._take_call(room, entry)
            host, *others = (seat.key for seat in self.seats)
        commits = [self._commit(host, entry)]
        if commits[0].attempt != self.attempt:
            raise Charged(host, "answered another call than its own")
        for number, key in enumerate(others):
            self.ask(Kind.COMMIT, *others[number:])
            commit = yield from self._current_commit(room, key)
            commits.append(commit)
        self.commitments = tuple(commit.seed for commit in commits)
        return tuple(commits)

    def _current_commit(self, room: Room, key: bytes) -> Steps[Commit]:
        passed = _OF_A_GAME if key in self._came_back else ()
        while True:
            entry = yield from self._after_void(room, (Kind.COMMIT, Kind.REVEAL, *passed), key)
            if entry.kind == Kind.LEAVE:
                raise Void
            if entry.kind != Kind.COMMIT:
                continue  # the answer to a call that came to nothing, or to a game that went on without this seat
            commit = self._commit(key, entry)
            if commit.attempt == self.attempt:
                return commit
            if commit.attempt > self.attempt:
                raise Charged(key, "answered a call that was not made")

    def _commit(self, key: bytes, entry: Entry) -> Commit:
        try:
            return Commit.decode(entry.body)
        except DecodeError as error:
            raise Charged(key, f"sent a commitment that cannot be read: {error}") from None

    def _openings(self, room: Room) -> Steps[tuple[Entry, ...] | None]:
        """What all seats open; ``None`` where the host calls anew."""
        self.phase = Phase.REVEALING
        host, *others = (seat.key for seat in self.seats)
        self.ask(Kind.REVEAL, host, *others)
        (entry,) = yield Read((Kind.REVEAL, Kind.CALL), (host,))
        if entry.kind == Kind.CALL:
            self._take_call(room, entry)
            return None
        self.ask(Kind.REVEAL, *others)
        entries = (entry, *(yield Read((Kind.REVEAL,), tuple(others))))
        if any(entry.kind == Kind.LEAVE for entry in entries):
            raise Void
        return entries

    def _reveal(self, number: int, entry: Entry, commit: Commit, tag: bytes) -> Reveal:
        seat = self.seats[number]
        body = self.untagged(seat.key, entry, tag)
        try:
            reveal = Reveal.decode(body)
        except DecodeError as error:
            raise Charged(seat.key, f"opened its seed in a form that cannot be read: {error}") from None
        if not opens_commitment(commit.seed, reveal.seed, *self._bound(number)):
            raise Charged(seat.key, "opened another seed than the one it had committed to")
        self._check_nonce(number, commit, reveal.nonce)
        return reveal

    def _bound(self, number: int) -> tuple[str, int, int, str, bytes]:
        """What the commitments of a seat are bound to."""
        seat = self.seats[number]
        return self.room_id, self.game, number, seat.name, seat.key

    def _check_nonce(self, number: int, commit: Commit, nonce: bytes) -> None:
        if not opens_nonce(commit.nonce, nonce, *self._bound(number)):
            raise Charged(self.seats[number].key, "opened another nonce than the one it had committed to")

    def _sealed_reveals(self, entries: tuple[Entry, ...], commits: tuple[Commit, ...], tag: bytes) -> list[bytes]:
        """Takes every seat's key of a sealed bag; their nonces."""
        reveals: list[SealedReveal] = []
        keys: list[Point] = []
        for number, (entry, commit) in enumerate(zip(entries, commits, strict=True)):
            key = self.seats[number].key
            body = self.untagged(key, entry, tag)
            try:
                reveal = SealedReveal.decode(body)
                keys.append(take_key_share(reveal.key_share, self.sealed_id, number, keys))
            except DecodeError as error:
                raise Charged(key, f"sent its key in a form that cannot be read: {error}") from None
            except Breach as breach:
                raise Charged(key, str(breach)) from None
            self._check_nonce(number, commit, reveal.nonce)
            reveals.append(reveal)
        shares = tuple(reveal.key_share for reveal in reveals)
        terms = SealedTerms(self.sealed_id, self.game, self.commitments, shares, tuple(keys), self._own_seat())
        self.sealed = SealedGame(self, terms, self._see)
        return [reveal.nonce for reveal in reveals]

    def _own_seat(self) -> SealedSeat | None:
        seat = None if self._own is None else self.seat_of(self._own.key)
        if self._own is None or seat is None:
            return None
        return SealedSeat(self._own.secrets.seed(self.attempt), self.sealed_id, seat)

    def _play(self, room: Room, nonces: list[bytes], seeds: tuple[bytes, ...] = ()) -> Steps[None]:
        lexicon = self._lexicon_of(room.lexicon)
        if lexicon is None:
            raise Void  # taken away since the room opened: the next call is not even read
        self.phase = Phase.DEALING if self.sealed is not None else Phase.PLAYING
        self.open_votes()
        first = 0
        if room.rules.first is FirstSeat.DRAW:
            self.first = draw_for_first(nonces)
            first = self.first.first
        game: Game = OpenGame(seeds) if self.sealed is None else self.sealed
        record = Record(self.game, self.seats, room.rules, lexicon.hash, first, seeds)
        start = Position.start(room.rules, lexicon, len(self.seats), first)
        position = yield from game.begin(start)
        self.phase = Phase.PLAYING
        self._show(record, position)
        while position.ended is None:
            before = position
            position = yield from self._step(before, game)
            self.record = replace(record, steps=(*record.steps, Step(before, position)))
            self._see(position)
            position = yield from game.serve(position)
            record = replace(record, steps=(*record.steps, Step(before, position)))
            self._show(record, position)
        position = yield from game.finish(position)
        self._finish(record, position, start)

    def _step(self, before: Position, game: Game) -> Steps[Position]:
        """The position after the next thing that happens; what is owed after it has not been drawn."""
        departing = game.next_departing()
        if departing is not None:
            return before.leave(departing)
        try:
            return (yield from self._turn(before, game))
        except Charged as charged:
            self.expel(charged)
            seat = self._seat_number(charged.key)
            game.vanish(seat)
            return before.leave(seat)

    def _finish(self, record: Record, position: Position, start: Position) -> None:
        """The game is over, and all that is ever opened is open."""
        sealed = None
        if self.sealed is not None:
            game, seeds = self.sealed, tuple(self.sealed.seeds)
            steps = opened(start, record.steps, game.draws.dealt, game.draws.back, game.terms.game_id, seeds)
            steps = with_end(steps, position)
            whole = tuple(seed for seed in seeds if seed is not None) if game.told_by_seeds else ()
            whole = whole if whole and dealt_by(whole, start, steps) else ()
            record, position = replace(record, steps=steps, seeds=whole), steps[-1].after
            sealed = SealedRecord(game.record, seeds)
            self._show(record, position)
        self.outcomes.append(Outcome(record, position, self.hash, sealed))
        self.phase = Phase.OVER
        self.game += 1
        self.barred.clear()

    def _seat_number(self, key: bytes) -> int:
        return next(number for number, seat in enumerate(self.seats) if seat.key == key)

    def _see(self, position: Position) -> None:
        """Lets the position be seen before all is drawn that is owed in it."""
        if self.record is not None and self.record.steps:
            last = replace(self.record.steps[-1], after=position)
            self.record = replace(self.record, steps=(*self.record.steps[:-1], last))
        self.position = position

    def _show(self, record: Record, position: Position) -> None:
        """Lets the state be seen, and binds the hash to it."""
        self.record, self.position = record, position
        self.bind(position.digest())

    def _turn(self, position: Position, game: Game) -> Steps[Position]:
        """The position after the next move or leaving; what is owed after it has not been dealt."""
        key = self.seats[position.turn].key
        self.ask(Kind.MOVE, key)
        tag, turn = self.tag, self.hash
        (entry,) = yield Read((Kind.MOVE, Kind.GONE), (key,))
        if entry.kind == Kind.LEAVE:
            game.leave(position.turn, entry.body)
            return position.leave(position.turn)
        body = self.untagged(key, entry, tag)
        if entry.kind == Kind.GONE:
            return (yield from self._gone(position, game, key, body))
        try:
            return game.read_move(position, body, turn)
        except DecodeError as error:
            raise Charged(key, f"sent a move that cannot be read: {error}") from None
        except IllegalMove as illegal:
            raise Charged(key, f"tried a move that is against the rules: {illegal}") from None
        except Breach as breach:
            raise Charged(key, str(breach)) from None

    def _gone(self, position: Position, game: Game, key: bytes, body: bytes) -> Steps[Position]:
        try:
            seat = Gone.decode(body).seat
        except DecodeError as error:
            raise Charged(key, f"sent a notice that cannot be read: {error}") from None
        if seat >= len(self.seats) or seat == position.turn or position.players[seat].left:
            raise Charged(key, "said that a seat had left which had not")
        accused = self.seats[seat].key
        self.ask(Kind.HERE, accused)
        (entry,) = yield Read((Kind.HERE,), (accused,))
        if entry.kind == Kind.HERE:
            raise Charged(key, "said that a seat had left which had not")
        game.leave(seat, entry.body)
        return position.leave(seat)
