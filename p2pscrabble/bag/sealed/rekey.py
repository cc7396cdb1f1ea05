"""New keys when a seat has vanished: the others play on, every rack as it was, and nobody has seen any of it.

The key of a seat that vanished can't be had, so nothing under the old joint key can ever be opened again. The others

1. shuffle a fresh deck of all tiles that are not on the board, under the sum of their own keys, each with proof
   (``DECK``, ``PROOF``), and each carries its rack over to that key (``CARRIED``, see ``carry``);
2. raise deck and racks together to a secret each, in turn (``RAISED``, see ``tags``);
3. open what came out (``TAGS``, shares for all of it): the tags of the racks are found again in the deck.

Those places leave the deck. What remains, in an order that nobody knows, is the new bag: what was in the old one, and
what the vanished seat held. A draw that it had not served is as if it had not been made, and must be made again.

Where another seat vanishes or leaves meanwhile, all this begins anew from the same ``base``, under the next epoch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from p2pscrabble.bag.group import Point, point_sum
from p2pscrabble.bag.sealed.carry import Carried, carry
from p2pscrabble.bag.sealed.chain import Chain, Link
from p2pscrabble.bag.sealed.deck import Cipher, Deck, fresh_deck
from p2pscrabble.bag.sealed.duties import PLAIN, Checking, Duty, Kind
from p2pscrabble.bag.sealed.keys import joint_key, secret_key
from p2pscrabble.bag.sealed.shares import Shares, make_shares
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.bag.sealed.tags import Raised, found_places, raise_deck
from p2pscrabble.bag.sealed.transcript import Context, Purpose, Spread, in_turn
from p2pscrabble.errors import Breach


@dataclass(frozen=True, slots=True)
class Rekeying:
    """New keys being made, among ``seats``; by seat what each has sent, ``None`` where nothing has come.

    ``raised`` is the list of deck and racks as far as it has been raised, and ``raising`` who still has to.
    """

    base: Sealed
    seats: tuple[int, ...]
    epoch: int
    joint: Point
    chain: Chain
    carried: tuple[Deck | None, ...]
    raising: tuple[int, ...]
    raised: Deck = ()
    tags: tuple[tuple[Point, ...] | None, ...] = ()

    @classmethod
    def begin(cls, base: Sealed, gone: Iterable[int], epoch: int) -> Rekeying:
        """The seats ``gone`` have vanished, or left while this was under way; ``epoch`` has never been used before.

        Raises ``ValueError`` where fewer than two seats are left: that ends the game.
        """
        seats = tuple(seat for seat in base.present if seat not in set(gone))
        if len(seats) < 2 or epoch <= base.epoch:
            raise ValueError("new keys need two seats and a new epoch")
        joint = joint_key([key for seat, key in enumerate(base.keys) if key is not None and seat in seats])
        tiles = [tile for tile in base.tiles if tile not in base.board]
        links = tuple(Link(Purpose.BAG, seat) for seat in seats)
        chain = Chain(base.game_id, epoch, 0, joint, fresh_deck(tiles, joint), links)
        nothing = (None,) * len(base.keys)
        return cls(base, seats, epoch, joint, chain, nothing, seats, tags=nothing)

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Everything that is owed now; where a seat owes several of one kind, it sends them in order."""
        return tuple(Duty(kind, seat) for seat in self.seats for kind in self._owed(seat))

    def _owed(self, seat: int) -> tuple[Kind, ...]:
        carried = (Kind.CARRIED,) if self.base.racks[seat] and self.carried[seat] is None else ()
        found = (*self.chain.owed(seat), *carried)
        if found or not self._listed or not any(self.base.racks[other] for other in self.seats):
            return found
        if self.raising:
            return (Kind.RAISED,) if self.raising[0] == seat else ()
        return (Kind.TAGS,) if self.tags[seat] is None else ()

    @property
    def _listed(self) -> bool:
        """Whether deck and racks are there, all proven."""
        missing = any(self.base.racks[seat] and self.carried[seat] is None for seat in self.seats)
        return not (self.chain.waiting or self.chain.unproven or missing)

    @property
    def _list(self) -> Deck:
        """What is to be raised next: the deck, then the racks in the order of the seats."""
        racks = (cipher for seat in self.seats for cipher in self.carried[seat] or ())
        return self.raised or (*self.chain.deck, *racks)

    def _context(self, purpose: Purpose, seat: int) -> Context:
        return Context(self.base.game_id, purpose, self.epoch, 0, seat)

    def _own_rack(self, seat: int) -> tuple[Cipher, ...]:
        return tuple(slot.own for slot in self.base.racks[seat])

    def take(self, duty: Duty, body: bytes, checking: Checking = PLAIN) -> Rekeying:
        """What a seat sent for something that it owes; ``DecodeError`` or ``Breach`` where it is wrong."""
        seat, kind, key = duty.seat, duty.kind, self.base.keys[duty.seat]
        if key is None or duty not in self.duties:
            raise Breach(f"sent what it did not owe ({duty.kind.value})")
        if kind is Kind.CARRIED:
            rack = self._own_rack(seat)
            carried = Carried.decode(body, len(rack))
            carried.check(self._context(Purpose.CARRY, seat), key, self.joint, rack)
            return replace(self, carried=(*self.carried[:seat], carried.tiles, *self.carried[seat + 1 :]))
        if kind is Kind.RAISED:
            raised = Raised.decode(body, len(self._list))
            raised.check(self._context(Purpose.RAISE, seat), self._list, checking.spread)
            return replace(self, raised=raised.deck, raising=self.raising[1:])
        if kind is Kind.TAGS:
            shares = Shares.decode(body, len(self.raised))
            bases = [cipher.a for cipher in self.raised]
            shares.check(self._context(Purpose.TAG, seat), key, bases, checking.spread)
            return replace(self, tags=(*self.tags[:seat], shares.points, *self.tags[seat + 1 :]))
        return replace(self, chain=self.chain.take(kind, seat, key, body, checking))

    def answer(self, kind: Kind, seat: int, seed: bytes, spread: Spread = in_turn) -> bytes:
        """What the seat with this seed sends for something that it owes."""
        key = secret_key(seed, self.base.game_id)
        if kind is Kind.CARRIED:
            return carry(seed, self._context(Purpose.CARRY, seat), key, self.joint, self._own_rack(seat)).encode()
        if kind is Kind.RAISED:
            return raise_deck(seed, self._context(Purpose.RAISE, seat), self._list).encode()
        if kind is Kind.TAGS:
            bases = [cipher.a for cipher in self.raised]
            return make_shares(seed, self._context(Purpose.TAG, seat), key, bases).encode()
        return self.chain.answer(kind, seat, seed, spread)

    def done(self) -> Sealed:
        """The bag under its new key, once nothing is owed any more: every rack as it was."""
        if self.duties:
            raise ValueError("the new keys are not there yet")
        size = len(self.chain.deck)
        tags = self._tags()
        held = set(found_places(tags[:size], tags[size:]))
        racks = tuple(
            tuple(
                replace(slot, joint=joint)
                for slot, joint in zip(self.base.racks[seat], self.carried[seat] or (), strict=True)
            )
            if seat in self.seats
            else ()
            for seat in range(len(self.base.keys))
        )
        return replace(
            self.base,
            keys=tuple(key if seat in self.seats else None for seat, key in enumerate(self.base.keys)),
            joint=self.joint,
            seeds=(None,) * len(self.base.keys),
            racks=racks,
            deck=tuple(cipher for place, cipher in enumerate(self.chain.deck) if place not in held),
            epoch=self.epoch,
            step=0,
            stage=None,
            queue=(),
        )

    def _tags(self) -> tuple[Point, ...]:
        shares = [points for points in self.tags if points is not None]
        return tuple(
            cipher.b - point_sum(points[place] for points in shares) for place, cipher in enumerate(self.raised)
        )
