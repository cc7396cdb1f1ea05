"""What everyone knows of a sealed bag: the deck, whose rack has which slots, what is under way, and who owes what.

A ``Sealed`` is a value; whatever happens makes the next one. Two things happen to it: a seat sends what it owes
(``take``), and the table says what the rules bring about (``deal``, ``draw``, ``show``, ``take_back``, ``put_back``,
``leave``, ``close``; ``rekey.Rekeying`` where a seat has vanished). Something wrong that a seat sent raises
``DecodeError`` or ``Breach``, and nothing has changed then; ``ValueError`` is for what the table must not ask.

One thing is under way at a time: a deck is shuffled, a draw served, or the game closed. A seat that has left has opened
its seed, so everyone answers for it: its key stays part of the joint key, and what it would owe, everybody works out
alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from p2pscrabble.bag.group import GENERATOR, Point
from p2pscrabble.bag.order import ALL_TILES
from p2pscrabble.bag.sealed.chain import Chain, Link
from p2pscrabble.bag.sealed.closing import Closing
from p2pscrabble.bag.sealed.deck import CIPHER_BYTES, Deck, decode_deck, fresh_deck
from p2pscrabble.bag.sealed.duties import PLAIN, Checking, Duty
from p2pscrabble.bag.sealed.keys import joint_key, secret_key
from p2pscrabble.bag.sealed.serving import DrawnTile, Serving
from p2pscrabble.bag.sealed.shuffle import Statement
from p2pscrabble.bag.sealed.slots import Showing, Slot, public_slot, slots_of, without_slots
from p2pscrabble.bag.sealed.transcript import Context, Purpose
from p2pscrabble.errors import Breach
from p2pscrabble.game.tiles import RACK_SIZE

Stage: TypeAlias = Chain | Serving | Closing
"""What is under way."""


@dataclass(frozen=True, slots=True)
class PutBack:
    """Tiles that go back into the bag, and the seats that shuffle it then.

    Either slots of the seat ``exchanger``, or tiles that everyone has seen, by their numbers in order.
    """

    seats: tuple[int, ...]
    seen: tuple[int, ...] = ()
    slots: tuple[Slot, ...] = ()
    exchanger: int = 0


@dataclass(frozen=True, slots=True)
class Sealed:
    """The public side of one game's bag; the fields are there to be read, the methods change them.

    ``deck`` is what is in the bag, the front first, as it was when last shuffled and proven. ``keys`` make up the joint
    key, ``seeds`` has those of their seats that left. ``numbered`` counts slots, ``servings`` servings, from 0.
    """

    game_id: bytes
    tiles: tuple[int, ...]
    keys: tuple[Point | None, ...]
    joint: Point
    seeds: tuple[bytes | None, ...]
    racks: tuple[tuple[Slot, ...], ...]
    deck: Deck = ()
    epoch: int = 0
    step: int = 0
    board: frozenset[int] = frozenset()
    numbered: int = 0
    servings: int = 0
    stage: Stage | None = None
    queue: tuple[PutBack, ...] = ()

    @classmethod
    def begin(cls, game_id: bytes, keys: Sequence[Point], tiles: Sequence[int] = ALL_TILES) -> Sealed:
        """A new game, from the keys of all seats, each taken with its proof: all shuffle in turn."""
        joint = joint_key(keys)
        links = tuple(Link(Purpose.BAG, seat) for seat in range(len(keys)))
        chain = Chain(game_id, 0, 0, joint, fresh_deck(tiles, joint), links)
        return cls(game_id, tuple(tiles), tuple(keys), joint, (None,) * len(keys), ((),) * len(keys), stage=chain)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose keys make up the joint key."""
        return tuple(seat for seat, key in enumerate(self.keys) if key is not None)

    @property
    def present(self) -> tuple[int, ...]:
        """The seats that take part: neither left nor vanished."""
        return tuple(seat for seat in self.seats if self.seeds[seat] is None)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Everything that is owed now; where a seat owes several of one kind, it sends them in order."""
        stage = self.stage
        return () if stage is None else tuple(Duty(kind, seat) for seat in self.present for kind in stage.owed(seat))

    def take(self, duty: Duty, body: bytes, checking: Checking = PLAIN) -> Sealed:
        """What a seat sent for something that it owes."""
        key = self.keys[duty.seat]
        if self.stage is None or key is None or duty not in self.duties:
            raise Breach(f"sent what it did not owe ({duty.kind.value})")
        return _settled(replace(self, stage=self.stage.take(duty.kind, duty.seat, key, body, checking)))

    # Drawing

    def deal(self, count: int = RACK_SIZE) -> Sealed:
        """The first draw: ``count`` tiles for each seat that is present, in their order."""
        return self._serve([seat for seat in self.present for _ in range(count)], ())

    def draw(self, seat: int, count: int, back: Sequence[int] = ()) -> Sealed:
        """A seat draws the next tiles; in an exchange the slots ``back`` of it then go into the bag.

        ``back`` comes from the seat, so ``Breach`` where they are not as many as it draws, do not ascend, or are not on
        its rack. ``ValueError`` where something else is under way, or the bag holds fewer tiles.
        """
        if len(back) not in (0, count) or list(back) != sorted(set(back)):
            raise Breach("put back other tiles than it may")
        slots_of(self.racks[seat], back)
        return self._serve([seat] * count, tuple(back))

    def _serve(self, holders: Sequence[int], back: tuple[int, ...]) -> Sealed:
        self._must_be_idle()
        if len(holders) > len(self.deck):
            raise ValueError(f"{len(holders)} tiles cannot be drawn from {len(self.deck)}")
        if not holders:
            return self
        after = replace(self, deck=self.deck[len(holders) :])
        return after._serving(holders, self.deck[: len(holders)], back=back)

    def _serving(self, holders: Sequence[int], deck: Deck, **slots: tuple[int, ...]) -> Sealed:
        drawn = tuple(
            DrawnTile(holder, self.numbered + place, cipher)
            for place, (holder, cipher) in enumerate(zip(holders, deck, strict=True))
        )
        nothing = (None,) * len(self.keys)
        stage = Serving(self.game_id, self.epoch, self.servings, self.present, drawn, nothing, **slots)
        numbered, servings = self.numbered + len(drawn), self.servings + 1
        return _settled(replace(self, stage=stage, numbered=numbered, servings=servings))

    def rack_statement(self, seat: int, after: Deck) -> Statement:
        """What the proof of a rack's shuffle is about."""
        context = Context(self.game_id, Purpose.RACK, self.epoch, self.numbered, seat)
        return Statement(context, self.joint, tuple(slot.joint for slot in self.racks[seat]), after)

    def shuffle_rack(self, seat: int, body: bytes, checking: Checking = PLAIN) -> Sealed:
        """A seat has shuffled its own rack, so that a play no longer tells when its tiles were drawn.

        The body is the deck and its proof. The others serve the same tiles again, as new slots.
        """
        self._must_be_idle()
        end = len(self.racks[seat]) * CIPHER_BYTES
        deck = decode_deck(body[:end], len(self.racks[seat]))
        checking.check(self.rack_statement(seat, deck), body[end:])
        replaced = tuple(slot.number for slot in self.racks[seat])
        return self._serving([seat] * len(deck), deck, replaced=replaced)

    # Board and bag

    def show_context(self, seat: int, turn: bytes) -> Context:
        """What the shares of a play are bound to."""
        return Context(self.game_id, Purpose.SHOW, self.epoch, 0, seat, turn)

    def show(self, seat: int, body: bytes, turn: bytes) -> tuple[Sealed, tuple[int, ...]]:
        """A seat lays tiles from its rack, a ``Showing``: the numbers of these tiles, in its order, are now known.

        ``turn`` is what the table knows the turn by. Whether the letters are those of the play is for the table to say.
        """
        key = self.keys[seat]
        showing = Showing.decode(body)
        if key is None:
            raise ValueError(f"seat {seat} has vanished")
        tiles = showing.tiles(self.show_context(seat, turn), key, slots_of(self.racks[seat], showing.numbers))
        if not self.board.isdisjoint(tiles):
            raise Breach("laid a tile that is on the board already")
        racks = self._with_rack(seat, without_slots(self.racks[seat], showing.numbers))
        return replace(self, racks=racks, board=self.board | set(tiles)), tiles

    def take_back(self, seat: int, tiles: Sequence[int]) -> Sealed:
        """A play of this seat was withdrawn: these tiles are on its rack again, as slots that everyone can read."""
        board, key = self._off_the_board(tiles), self.keys[seat]
        if key is None:
            raise ValueError(f"seat {seat} has vanished")
        slots = (public_slot(self.numbered + place, tile, self.joint, key) for place, tile in enumerate(tiles))
        racks = self._with_rack(seat, (*self.racks[seat], *slots))
        return replace(self, board=board, racks=racks, numbered=self.numbered + len(tiles))

    def put_back(self, tiles: Sequence[int]) -> Sealed:
        """A play of a seat that has left or vanished was withdrawn: these tiles go into the bag."""
        back = PutBack(self.present, tuple(sorted(tiles)))
        return _settled(replace(self, board=self._off_the_board(tiles), queue=(*self.queue, back)))

    def _off_the_board(self, tiles: Sequence[int]) -> frozenset[int]:
        if not self.board.issuperset(tiles):
            raise ValueError("only tiles on the board can be taken from it")
        return self.board - set(tiles)

    # Leaving and the end

    def leave(self, seat: int, seed: bytes) -> tuple[Sealed, tuple[int, ...]]:
        """A seat leaves and opens its seed: the numbers of the tiles on its rack are known, and go into the bag.

        A draw of its own that is being served is not made. Raises ``Breach`` where its key is not made from this
        seed, or a deck that it sent and has not proven yet: then it must be taken for vanished. ``ValueError`` while
        the first tiles are dealt.
        """
        key = secret_key(seed, self.game_id)
        if key * GENERATOR != self.keys[seat]:
            raise Breach("opened another seed than its key is made from")
        state = replace(self, seeds=(*self.seeds[:seat], seed, *self.seeds[seat + 1 :]))
        if isinstance(self.stage, Closing):
            return _settled(state), ()
        if isinstance(self.stage, Serving) and seat in self.stage.holders:
            if len(self.stage.holders) > 1:
                raise ValueError("nobody can leave while the first tiles are dealt")
            deck = self.deck if self.stage.replaced else self.stage.ciphers + self.deck
            state = replace(state, deck=deck, stage=None)
        tiles = tuple(sorted(slot.tile(key) for slot in self.racks[seat]))
        queue = (*self.queue, PutBack(state.present, tiles))
        return _settled(replace(state, racks=self._with_rack(seat, ()), queue=queue)), tiles

    def close(self) -> Sealed:
        """The last turn is over: all racks and the rest of the bag are opened."""
        self._must_be_idle()
        return _settled(replace(self, stage=Closing.begin(self.game_id, self.epoch, self.deck, self.racks)))

    def _must_be_idle(self) -> None:
        if self.stage is not None:
            raise ValueError("something else is under way")

    def _with_rack(self, seat: int, rack: tuple[Slot, ...]) -> tuple[tuple[Slot, ...], ...]:
        return (*self.racks[:seat], rack, *self.racks[seat + 1 :])


def _settled(state: Sealed) -> Sealed:
    """The same with everything done that needs nobody's message: duties of seats that left, and what comes next."""
    while True:
        stage = state.stage
        if stage is None:
            if not state.queue:
                return state
            state = _begun(state)
            continue
        left = ((seat, seed) for seat, seed in enumerate(state.seeds) if seed is not None and stage.owed(seat))
        opened = next(left, None)
        if opened is not None:
            state = replace(state, stage=stage.opened(*opened))
        elif isinstance(stage, Closing) or any(stage.owed(seat) for seat in state.present):
            return state
        elif isinstance(stage, Chain):
            state = replace(state, stage=None, deck=stage.deck, step=stage.step)
        else:
            state = _served(state, stage)


def _begun(state: Sealed) -> Sealed:
    """The next tiles in the queue go into the bag, and it is being shuffled."""
    back, *queue = state.queue
    state = replace(state, queue=tuple(queue))
    links = tuple(Link(Purpose.BAG, seat) for seat in back.seats)
    deck = state.deck + fresh_deck(back.seen, state.joint)
    rest: Deck = ()
    if len(back.slots) > 1:
        links = (Link(Purpose.ARRANGE, back.exchanger), *links)
        deck, rest = tuple(slot.joint for slot in back.slots), state.deck
    else:
        deck += tuple(slot.joint for slot in back.slots)
    if not deck:
        return replace(state, step=state.step + 1)
    chain = Chain(state.game_id, state.epoch, state.step + 1, state.joint, deck, links, back.slots, rest)
    return replace(state, stage=chain)


def _served(state: Sealed, serving: Serving) -> Sealed:
    """The tiles served are on their racks, and what goes back is on its way."""
    racks = [list(without_slots(rack, serving.replaced)) for rack in state.racks]
    for holder, slot in serving.slots(state.seats):
        racks[holder].append(slot)
    state = replace(state, racks=tuple(map(tuple, racks)), stage=None)
    if not serving.back:
        return state
    (seat,) = serving.holders
    slots = slots_of(state.racks[seat], serving.back)
    rack = without_slots(state.racks[seat], serving.back)
    back = PutBack(serving.seats, slots=slots, exchanger=seat)
    # before what has come meanwhile: whoever left, left after this
    return replace(state, racks=state._with_rack(seat, rack), queue=(back, *state.queue))
