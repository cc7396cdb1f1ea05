"""One shuffling of a deck by several seats in turn: who shuffles next, and whose proof is still to come.

A deck goes on as soon as it is there; its proof follows. The shuffling is over, and the deck may be used, only when
every seat has shuffled and every proof holds.

Tiles that a seat puts back by an exchange are first put in the order of their numbers, by that seat, in a shuffle of
these alone: nobody else can see which is which, but a replay, which knows the letters and no ciphers, knows the order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pscrabble.bag.group import Point
from p2pscrabble.bag.sealed.deck import Deck, decode_deck, encode_deck
from p2pscrabble.bag.sealed.duties import Checking, Kind
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.proof import prove
from p2pscrabble.bag.sealed.shuffle import Statement, permutation, shuffled
from p2pscrabble.bag.sealed.slots import Slot
from p2pscrabble.bag.sealed.transcript import Context, Purpose, Spread, in_turn
from p2pscrabble.errors import Breach


@dataclass(frozen=True, slots=True)
class Link:
    """One seat's part: a shuffle of the whole deck, or before that of what it puts back."""

    purpose: Purpose
    seat: int


@dataclass(frozen=True, slots=True)
class Chain:
    """A deck being shuffled.

    In an exchange ``slots`` are those that go back, and ``rest`` what goes in front of them once they are arranged.
    """

    game_id: bytes
    epoch: int
    step: int
    key: Point
    deck: Deck
    waiting: tuple[Link, ...]
    slots: tuple[Slot, ...] = ()
    rest: Deck = ()
    unproven: tuple[Statement, ...] = ()

    @property
    def context(self) -> Context:
        """Of the shuffle that is next, if any: epoch, step, and the seat that must never make another at these."""
        link = self.waiting[0]
        return Context(self.game_id, link.purpose, self.epoch, self.step, link.seat)

    def owed(self, seat: int) -> tuple[Kind, ...]:
        """What this seat owes: the next deck, proofs."""
        deck = (Kind.DECK,) if self.waiting and self.waiting[0].seat == seat else ()
        return deck + (Kind.PROOF,) * sum(statement.context.seat == seat for statement in self.unproven)

    def take(self, kind: Kind, seat: int, key: Point, body: bytes, checking: Checking) -> Chain:  # noqa: ARG002
        """What a seat sent that it owes: a deck, or the proof of the first shuffle of its that has none yet."""
        if kind is Kind.DECK:
            return self._after(decode_deck(body, len(self.deck)), proven=False)
        statement = self.statement(seat)
        checking.check(statement, body)
        return replace(self, unproven=tuple(other for other in self.unproven if other is not statement))

    def answer(self, kind: Kind, seat: int, seed: bytes, spread: Spread = in_turn) -> bytes:
        """What the seat with this seed sends for something that it owes."""
        if kind is Kind.DECK:
            return encode_deck(self.made(seed, spread))
        statement = self.statement(seat)
        return prove(seed, statement, self._order(seed, statement.context, statement.before), spread).encode()

    def statement(self, seat: int) -> Statement:
        """What the next proof of this seat, which owes one, is about."""
        return next(statement for statement in self.unproven if statement.context.seat == seat)

    def opened(self, seat: int, seed: bytes) -> Chain:
        """The same where everybody has the seed of a seat, and so needs no more decks and proofs of it.

        Raises ``Breach`` where a deck that it had sent, without a proof yet, is not the one that its seed makes.
        """
        for statement in self.unproven:
            if statement.context.seat == seat:
                order = self._order(seed, statement.context, statement.before)
                if shuffled(seed, statement.context, self.key, statement.before, order) != statement.after:
                    raise Breach("shuffled otherwise than its seed does")
        chain = replace(self, unproven=tuple(other for other in self.unproven if other.context.seat != seat))
        while chain.waiting and chain.waiting[0].seat == seat:
            chain = chain._after(chain.made(seed), proven=True)
        return chain

    def made(self, seed: bytes, spread: Spread = in_turn) -> Deck:
        """The next deck, by the seat whose turn it is and whose seed this is."""
        order = self._order(seed, self.context, self.deck)
        return shuffled(seed, self.context, self.key, self.deck, order, spread)

    def _order(self, seed: bytes, context: Context, deck: Deck) -> tuple[int, ...]:
        if context.purpose is not Purpose.ARRANGE:
            return permutation(seed, context, self.key, deck)
        key = secret_key(seed, self.game_id)
        tiles = [slot.tile(key) for slot in self.slots]
        return tuple(sorted(range(len(deck)), key=lambda place: tiles[place]))

    def _after(self, deck: Deck, *, proven: bool) -> Chain:
        statement = Statement(self.context, self.key, self.deck, deck)
        unproven = self.unproven if proven else (*self.unproven, statement)
        return replace(self, deck=self.rest + deck, rest=(), waiting=self.waiting[1:], unproven=unproven)
