"""The sealed deal at the table: who owes the bag what, read seat by seat; and what happens when one of them is gone.

Between two moves everything that the bag needs is read: shares for the draws, and where tiles went back the decks and
their proofs. Decks are read before proofs, so that the next seat shuffles while a proof is made and checked. Nothing is
drawn, and nobody moves, before every proof holds.

A seat that leaves opens its seed, so all go on at once without its answers. One that leaves without it, or that sends
what does not hold, has vanished for the bag: the others make new keys, keep their racks, and a draw that was not served
is made again. Either way it is struck from the position only when the draws of the turn are made.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final

from p2pscrabble.bag import h, opens_commitment
from p2pscrabble.bag.group import GENERATOR, Point
from p2pscrabble.bag.sealed import Checking, Duty, Rekeying, Sealed, SealedSeat, Slot
from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed.chain import Chain
from p2pscrabble.bag.sealed.closing import Closing
from p2pscrabble.bag.sealed.deck import encode_deck
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.record import (
    Closed,
    Dealt,
    Drew,
    Event,
    Laid,
    LeftOpen,
    Sent,
    Vanished,
    Withdrawn,
    applied,
)
from p2pscrabble.bag.sealed.record import Record as BagRecord
from p2pscrabble.bag.sealed.serving import Serving
from p2pscrabble.bag.sealed.slots import decode_slots, slots_of
from p2pscrabble.errors import Breach, DecodeError
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Exchange, Move, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import LETTER_OF, RACK_SIZE, sort_tiles, tile_of
from p2pscrabble.game.turns import Outcome as TurnOutcome
from p2pscrabble.numerals.live import move_from_bytes
from p2pscrabble.numerals.packing import Unpacker
from p2pscrabble.sync.entry import Entry
from p2pscrabble.table.entries import SEALED_KINDS, Kind, SealedMade
from p2pscrabble.table.premise import PREMISE_BYTES, premise
from p2pscrabble.table.reading import HASH_TAG, Charged, Check, Read, Reading, Steps, Void

_TRUSTING: Final = Checking(lambda _statement, _proof: None)
"""For proofs that were found to hold before."""
_NO_SEED: Final = "left without opening the seed that it had committed to"
_KIND: Final = {Owed[kind.name]: kind for kind in SEALED_KINDS}
_OWED: Final = {kind: owed for owed, kind in _KIND.items()}


class Doing(Enum):
    """What is being done with the bag."""

    SHUFFLING = "shuffling"
    PROVING = "proving"
    SERVING = "serving"
    REKEYING = "rekeying"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class SealedTerms:
    """What a sealed game starts from: its id, each seat's commitment, key share and key, and this peer's own seat."""

    game_id: bytes
    game: int
    commitments: tuple[bytes, ...]
    key_shares: tuple[bytes, ...]
    keys: tuple[Point, ...] = field(repr=False)
    own: SealedSeat | None = None


@dataclass(slots=True)
class Draws:
    """The slots by which tiles came to racks and went from them, in the order of the game: for when seeds are open.

    ``dealt`` has one for each draw of the position, ``None`` where it was not made; ``back`` one for each exchange.
    """

    dealt: list[tuple[Slot, ...] | None] = field(default_factory=list)
    back: list[tuple[Slot, ...]] = field(default_factory=list)


class SealedGame:
    """One sealed game: ``state`` is what everyone knows of its bag, ``events`` how it came to be."""

    def __init__(self, desk: Reading, terms: SealedTerms, see: Callable[[Position], None]) -> None:
        self.terms = terms
        self.own = terms.own
        self.state: Sealed | Rekeying = Sealed.begin(terms.game_id, terms.keys)
        self.events: list[Event] = []
        self.draws = Draws()
        self.seeds: list[bytes | None] = [None] * len(terms.keys)
        """Those that are open, by seat."""
        self.over = False
        """Whether fewer than two seats are left, so that nothing can be opened any more."""
        self._desk = desk
        self._see = see
        self._departing: list[int] = []
        self._ghosts: dict[int, SealedSeat] = {}
        self._missing: set[int] = set()
        self._epoch = 0
        self._laid: tuple[int, ...] = ()
        self._back: tuple[int, ...] = ()
        self._struck: set[int] = set()
        self._broken: set[bytes] = set()
        """The tags of rounds that came to nothing: who answered one had not heard yet that a seat was gone."""

    @property
    def record(self) -> BagRecord:
        """All that happened to the bag."""
        return BagRecord(self.terms.game_id, self.terms.key_shares, tuple(self.events))

    @property
    def told_by_seeds(self) -> bool:
        """Whether the seeds of all seats are open, and tell the whole order of the bag."""
        return None not in self.seeds and not any(isinstance(event, Vanished) for event in self.events)

    @property
    def answers(self) -> int:
        """How many answers have been read since the game began."""
        return sum(isinstance(event, Sent) for event in self.events)

    @property
    def drawn(self) -> bool:
        """Whether the first tiles are drawn, so that a seat may have been served and not serve the others."""
        return any(isinstance(event, Dealt) for event in self.events)

    @property
    def doing(self) -> Doing | None:
        """What is being done with the bag; ``None`` where it rests."""
        if self.over:
            return None
        if isinstance(self.state, Rekeying):
            return Doing.REKEYING
        match self.state.stage:
            case Chain(waiting=waiting):
                return Doing.SHUFFLING if waiting else Doing.PROVING
            case Serving():
                return Doing.SERVING
            case Closing():
                return Doing.CLOSING
            case _:
                return None

    # The course of the game

    def begin(self, position: Position) -> Steps[Position]:
        """All shuffle, and everyone draws; whoever leaves or cheats before that voids the call."""
        self._desk.begin_round()
        yield from self._answers(strict=True)
        self._happen(Dealt(RACK_SIZE))
        first = 0
        yield from self._answers(strict=True)
        for seat in range(len(position.players)):
            position = self._drawn(position, seat, range(first, first + RACK_SIZE))
            first += RACK_SIZE
        return position

    def read_move(self, position: Position, body: bytes, turn: bytes) -> Position:
        """The position after the move of the seat to move; raises what is wrong with it, and nothing has changed."""
        made = SealedMade.decode(body, timed=position.rules.clock > 0)
        move = move_from_bytes(made.move, position.board)
        if isinstance(move, Play):
            return self._play(position, move, made, turn)
        if isinstance(move, Exchange):
            return self._exchange(position, move, made)
        if made.shown:
            raise DecodeError("a move that lays no tiles shows some")
        return position.apply(move, seconds=made.seconds)

    def _play(self, position: Position, move: Play, made: SealedMade, turn: bytes) -> Position:
        seat = position.turn
        state, tiles = self.bag.show(seat, made.shown, turn)
        if "".join(LETTER_OF[tile] for tile in tiles) != "".join(tile_of(letter) for _, letter in move.tiles):
            raise Breach("laid other tiles than it showed")
        after = position.apply(move, seconds=made.seconds)
        self.state, self._laid = state, tiles
        self.events.append(Laid(seat, made.shown, turn))
        return after

    def _exchange(self, position: Position, move: Exchange, made: SealedMade) -> Position:
        if move.known:
            raise DecodeError("it names tiles that nobody may know")
        packed = Unpacker(made.shown)
        numbers = decode_slots(packed)
        packed.end()
        slots = slots_of(self.bag.racks[position.turn], numbers)
        if len(numbers) != len(move.tiles) or list(numbers) != sorted(numbers):
            raise Breach("put back other tiles than it may")
        known: Move = move
        if self.own is not None and self.own.seat == position.turn:
            rack = self.own.rack(self.bag)
            known = Exchange("".join(LETTER_OF[rack[number]] for number in numbers))
        after = position.apply(known, seconds=made.seconds)
        self._back = numbers
        self.draws.back.append(slots)
        return after

    def leave(self, seat: int, seed: bytes) -> None:
        """A seat has left, opening this seed, while nothing is owed."""
        self._left(seat, seed)
        self._departing.remove(seat)

    def vanish(self, seat: int) -> None:
        """A seat lost its place by what it signed, while nothing is owed."""
        self._vanished(seat)
        self._departing.remove(seat)

    def next_departing(self) -> int | None:
        """A seat that went while answers were read, and is to be struck from the position; each is told once."""
        return self._departing.pop(0) if self._departing else None

    def serve(self, position: Position) -> Steps[Position]:
        """The position once everything is drawn that is owed after a turn, and the bag is ready for the next."""
        self._desk.begin_round()
        last = position.last
        if last is not None and last.outcome is TurnOutcome.WITHDRAWN and last.challenged is not None and not self.over:
            self._happen(Withdrawn(last.challenged, self._laid))
        while position.owed:
            position = yield from self._draw(position)
            self._see(position)
        for seat in [*self._ghosts]:
            self._open(seat, self._ghosts.pop(seat).seed)
        yield from self._answers()
        return position

    def finish(self, position: Position) -> Steps[Position]:
        """The position at the very end: all racks and the bag are opened, then the seeds."""
        self._desk.begin_round()
        while (seat := self.next_departing()) is not None:  # it went while the last draws were made
            position = position.leave(seat)
        left = position.ended is not None and position.ended.reason is EndReason.LEFT
        if not left and not self.over:
            self._happen(Closed())
            position = yield from self._close(position)
        yield from self._open_seeds()
        return position

    # Draws

    def _draw(self, position: Position) -> Steps[Position]:
        draw = position.owed[0]
        back = self._back if draw.back else ()
        while not self.over and draw.seat not in self._missing:
            numbers = range(self.bag.numbered, self.bag.numbered + draw.count)
            self._happen(Drew(draw.seat, draw.count, back))
            yield from self._answers(until=lambda numbers=numbers: self._holds(draw.seat, numbers))  # type: ignore[misc]
            if self._holds(draw.seat, numbers):
                return self._drawn(position, draw.seat, numbers)
        self.draws.dealt.append(None)
        return position.deal(None)

    def _holds(self, seat: int, numbers: Sequence[int]) -> bool:
        state = self.state
        return isinstance(state, Sealed) and any(slot.number == numbers[0] for slot in state.racks[seat])

    def _drawn(self, position: Position, seat: int, numbers: Sequence[int]) -> Position:
        self.draws.dealt.append(slots_of(self.bag.racks[seat], numbers))
        if self.own is None or self.own.seat != seat:
            return position.deal(None)
        rack = self.own.rack(self.bag)
        return position.deal("".join(LETTER_OF[rack[number]] for number in numbers))

    # Answers

    @property
    def duties(self) -> tuple[Duty, ...]:
        """What is owed now, by those who can still be asked."""
        return tuple(duty for duty in self.state.duties if duty.seat not in self._struck)

    def _answers(self, *, strict: bool = False, until: Callable[[], bool] = lambda: False) -> Steps[None]:
        """Reads all that is owed, or until something is so; ``strict`` where nobody may go."""
        while not self.over and not until() and (duties := self.duties):
            ghost = next((duty for duty in duties if duty.seat in self._ghosts), None)
            if ghost is not None:
                self._happen(Sent(ghost, self._ghosts[ghost.seat].answer(self.state, ghost.kind)))
                continue
            seat = next((duty for duty in duties if duty.kind is Owed.DECK), duties[0]).seat
            self._desk.ask_all((self._key(duty.seat), _KIND[duty.kind]) for duty in duties)
            tag = self._desk.tag
            try:
                entry = yield from self._answer(seat, tag)
            except Charged as charged:
                if strict:
                    raise
                self._desk.expel(charged)
                self._vanished(seat)
                continue
            if entry.kind == Kind.LEAVE:
                if strict:
                    raise Void
                self._left(seat, entry.body)

    def _answer(self, seat: int, tag: bytes) -> Steps[Entry]:
        """The next entry of a seat that owes something, taken if it is good."""
        key = self._key(seat)
        owed = tuple(_KIND[duty.kind] for duty in self.duties if duty.seat == seat)
        entry = yield from self._next_entry(key, owed)
        if entry.kind == Kind.LEAVE:
            return entry
        body = self._desk.untagged(key, entry, tag)
        duty = Duty(_OWED[Kind(entry.kind)], seat)
        if len(body) < PREMISE_BYTES:
            raise Charged(key, "sent something for the bag that cannot be read: it does not say what it answers")
        if body[:PREMISE_BYTES] != premise(self._desk.round, self.state, duty.kind, seat):
            raise self._desk.differs(key)
        body = body[PREMISE_BYTES:]
        if duty.kind is Owed.PROOF:
            yield Check(key, self.chain.statement(seat), body)
        try:
            self._happen(Sent(duty, body))
        except DecodeError as error:
            raise Charged(key, f"sent something for the bag that cannot be read: {error}") from None
        except Breach as breach:
            raise Charged(key, str(breach)) from None
        return entry

    def _next_entry(self, key: bytes, kinds: tuple[Kind, ...]) -> Steps[Entry]:
        """The next entry of a seat, passing over its answers to what has been broken off."""
        passed = SEALED_KINDS if self._broken else ()
        while True:
            tag = self._desk.tag
            (entry,) = yield Read((*kinds, *passed), (key,))
            if entry.kind in passed and entry.body[:HASH_TAG] in self._broken:
                continue
            if entry.kind not in (*kinds, Kind.LEAVE):
                if entry.body[:HASH_TAG] != tag:
                    raise self._desk.differs(key)
                raise Charged(key, f"sent what is out of place here ({Kind(entry.kind).name.lower()})")
            return entry

    @property
    def chain(self) -> Chain:
        """The shuffling under way; ``ValueError`` where there is none."""
        return chain_of(self.state)

    def unchecked(self) -> list[Check]:
        """The proofs that are in the logs already for shuffles that have none yet, in the order of those."""
        stage = self.state.chain if isinstance(self.state, Rekeying) else self.state.stage
        found: list[Check] = []
        for statement in stage.unproven if isinstance(stage, Chain) else ():
            seat = statement.context.seat
            key = self._key(seat)
            bodies = [entry.body for entry in self._desk.unread(key) if entry.kind == Kind.PROOF]
            earlier = sum(check.key == key for check in found)
            if len(bodies) > earlier:
                found.append(Check(key, statement, bodies[earlier][HASH_TAG + PREMISE_BYTES :]))
        return found

    def owing(self, owed: Owed, written: int) -> Sealed | Rekeying:
        """The state in which this peer's seat owes this next, where its log has so many more of the kind unread.

        The table reads decks before proofs, so a proof may be written, and another be owed, before it is read.
        """
        if owed is not Owed.PROOF or not written or self.own is None:
            return self.state
        own = [one for one in self.chain.unproven if one.context.seat == self.own.seat]
        chain = replace(self.chain, unproven=tuple(one for one in self.chain.unproven if one not in own[:written]))
        state = self.state
        return replace(state, chain=chain) if isinstance(state, Rekeying) else replace(state, stage=chain)

    def premise(self, owed: Owed, written: int) -> bytes:
        """What this peer's answer of this kind begins with, behind the tag."""
        if self.own is None:
            raise ValueError("this peer has no seat in the game")
        return premise(self._desk.round, self.owing(owed, written), owed, self.own.seat)

    def place_of(self, owed: Owed, written: int) -> bytes:
        """Names what this peer's seat owes then so that nothing else in any game has this name."""
        if self.own is None:
            raise ValueError("this peer has no seat in the game")
        if owed is Owed.DECK:
            return h(owed.value, self.chain.context.data, encode_deck(self.chain.deck))
        if owed is Owed.PROOF:
            return chain_of(self.owing(owed, written)).statement(self.own.seat).digest(b"")
        state = self.state.base if isinstance(self.state, Rekeying) else self.state
        return h(owed.value, self.terms.game_id, self.own.seat, self._epoch, state.servings)

    # Going

    def _left(self, seat: int, seed: bytes) -> None:
        """A seat left; with its seed everyone can answer for it, without it has vanished."""
        if not self._is_seed_of(seat, seed):
            self._desk.expel(Charged(self._key(seat), _NO_SEED))
            self._vanished(seat)
            return
        self.seeds[seat] = seed
        if isinstance(self.state, Rekeying):
            self._vanished(seat)
        elif isinstance(self.state.stage, Closing):
            self._happen(LeftOpen(seat, seed))
        elif isinstance(self.state.stage, Serving):
            self._departing.append(seat)
            self._ghosts[seat] = SealedSeat(seed, self.terms.game_id, seat)
        else:
            self._departing.append(seat)
            self._open(seat, seed)

    def _is_seed_of(self, seat: int, seed: bytes) -> bool:
        """Whether the seat bound itself to this seed, and made its key from it."""
        return self._opens(seat, seed) and secret_key(seed, self.terms.game_id) * GENERATOR == self.terms.keys[seat]

    def _opens(self, seat: int, seed: bytes) -> bool:
        player = self._desk.seats[seat]
        bound = (self._desk.room_id, self.terms.game, seat, player.name, player.key)
        return opens_commitment(self.terms.commitments[seat], seed, *bound)

    def _open(self, seat: int, seed: bytes) -> None:
        """The seat is gone, and its seed answers for it."""
        if self._alone(seat):
            return
        try:
            self._happen(LeftOpen(seat, seed))
        except Breach as breach:  # its last deck was not made from the seed
            self._desk.expel(Charged(self._key(seat), str(breach)))
            self._departing.remove(seat)
            self._vanished(seat)

    def _vanished(self, seat: int) -> None:
        """The seat is gone, and nothing answers for it: the others make new keys, if there are two."""
        self._departing.append(seat)
        if isinstance(self.state, Sealed) and isinstance(self.state.stage, Closing):
            self._struck.add(seat)
            return
        self._missing.add(seat)
        if self._alone(seat):
            return
        self._break_off()
        for other in [*self._ghosts]:
            self._missing.add(other)  # its seed opens nothing under new keys
            del self._ghosts[other]
        self._epoch += 1
        base = self.state.base if isinstance(self.state, Rekeying) else self.state
        gone = tuple(seat for seat in base.present if seat in self._missing)
        self._happen(Vanished(gone, self._epoch))

    def _alone(self, seat: int) -> bool:
        """Whether nobody but one is left once this seat is gone; then the bag rests."""
        base = self.state.base if isinstance(self.state, Rekeying) else self.state
        gone = {seat, *self._missing, *self._ghosts}
        left = [other for other in base.present if other not in gone]
        if len(left) < 2 and not self.over:
            self.over = True
            self._break_off()
        return self.over

    def _break_off(self) -> None:
        """What is asked for at the moment is needed no more."""
        self._broken.add(self._desk.tag)
        self._desk.bind(b"broken off")
        self._desk.begin_round()

    # The end

    def _close(self, position: Position) -> Steps[Position]:
        yield from self._answers()
        stage = self.bag.stage
        if not isinstance(stage, Closing):
            raise ValueError("the game is not being closed")
        for seat in sorted(self._struck):
            position = position.leave(seat)
        for seat, tiles in enumerate(stage.shown):
            if tiles is not None and not position.players[seat].left:
                position = position.reveal(seat, sort_tiles("".join(LETTER_OF[tile] for tile in tiles)))
        if not self._struck:
            stage.account(self.bag.tiles, tuple(self.bag.board))
        return position

    def _open_seeds(self) -> Steps[None]:
        """All who are still here open their seeds; who opens another than it is bound to is charged with that."""
        asked = [seat for seat, player in enumerate(self._desk.seats) if player.key not in self._desk.departed]
        tag = self._desk.tag
        for place, seat in enumerate(asked):
            key = self._key(seat)
            self._desk.ask_all((self._key(other), Kind.SEED) for other in asked[place:])
            try:
                entry = yield from self._next_entry(key, (Kind.SEED,))
                seed = entry.body if entry.kind == Kind.LEAVE else self._desk.untagged(key, entry, tag)
                if self._is_seed_of(seat, seed):
                    self.seeds[seat] = seed
                elif entry.kind == Kind.LEAVE:
                    raise Charged(key, _NO_SEED)
                else:
                    raise Charged(key, "opened another seed than the one it had committed to")
            except Charged as charged:
                self._desk.expel(charged)

    # The bag

    @property
    def bag(self) -> Sealed:
        """The bag; ``ValueError`` while new keys are made for it."""
        if isinstance(self.state, Rekeying):
            raise ValueError("new keys are being made")
        return self.state

    def _happen(self, event: Event) -> None:
        self.state = applied(self.state, event, _TRUSTING)
        self.events.append(event)

    def _key(self, seat: int) -> bytes:
        return self._desk.seats[seat].key


def chain_of(state: Sealed | Rekeying) -> Chain:
    """The shuffling under way; ``ValueError`` where there is none."""
    stage = state.chain if isinstance(state, Rekeying) else state.stage
    if not isinstance(stage, Chain):
        raise ValueError("nothing is being shuffled")
    return stage
