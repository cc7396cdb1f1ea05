"""A room with a cheat in it: real members, real logs and registers on a relay in memory, and one program that lies.

The cheat's program is a ``Member`` whose author was changed: what it would say goes through a trick first, and whatever
the trick makes of it is signed and published like anything else. Everyone else runs the real thing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed import Rekeying, SealedSeat, Statement, in_turn
from p2pscrabble.bag.sealed.deck import Cipher, decode_deck, encode_deck
from p2pscrabble.bag.sealed.proof import prove
from p2pscrabble.game.moves import Move, Pass
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.peer.member import Member
from p2pscrabble.peer.view import NoticeKind, View
from p2pscrabble.peer.work import Workshop
from p2pscrabble.table import SEALED_KINDS, Answer, Check, Deal, Kind, Phase, Room, Table, check_at_once
from p2pscrabble.table.premise import PREMISE_BYTES, premise
from p2pscrabble.table.reading import HASH_TAG
from p2pscrabble.table.sealed import SealedGame
from tests.faults.simulation import Chair, Plan, Simulation, lexicon

Said: TypeAlias = tuple[Kind, bytes]
Trick: TypeAlias = Callable[["Cheat", Kind, bytes], Iterable[Said] | None]
"""What a cheat says in place of what it should; ``None`` where that is said as it is."""

_checked: dict[bytes, str] = {}


class Recalling(Workshop):
    """Does everything at once, and no proof is checked twice in all the rooms of these tests."""

    def make(self, answer: Answer) -> bytes | None:
        return answer.make(in_turn)

    def check(self, check: Check) -> str | None:
        if check.key == self._key:
            return ""
        if check.name not in _checked:
            _checked[check.name] = check_at_once(check)
        return _checked[check.name]


class _SilentError(Exception):
    """The cheat says nothing more."""


class Cheat(Member):
    """A program that was changed."""

    trick: Trick | None = None
    waits_for: Kind | None = None
    """It says nothing of this kind before Ben has."""
    dumb = False
    """Whether it says nothing at all by itself."""

    def _say(self, kind: Kind, body: bytes, now: float) -> None:
        if kind is self.waits_for and not self.heard_of_ben(kind):
            raise _SilentError
        trick = self.trick
        said = None if trick is None else trick(self, kind, body)
        if said is None:
            super()._say(kind, body, now)
            return
        self.trick = None
        self.dumb = True
        for one in said:
            super()._say(*one, now)
        raise _SilentError

    def _write(self, now: float) -> None:
        if not self.dumb:
            with contextlib.suppress(_SilentError):
                super()._write(now)

    def sign(self, kind: Kind, body: bytes, now: float) -> None:
        """Says this, whatever it is."""
        self.dumb = True
        super()._say(kind, body, now)

    def said(self, kind: Kind) -> list[bytes]:
        """What it has said of this kind, without what they begin with."""
        return [entry.body[head(kind) :] for entry in self._company.games[self.key] if entry.kind == kind]

    def heard_of_ben(self, kind: Kind) -> list[bytes]:
        """What Ben, who sits between Ana and Cid, has said of this kind, without what they begin with."""
        key = next((seat.key for seat in self.table.seats if seat.name == "Ben"), b"")
        return [entry.body[head(kind) :] for entry in self._company.games.get(key, ()) if entry.kind == kind]

    @property
    def table(self) -> Table:
        """The cheat knows what its own program knows."""
        if self._table is None:
            pytest.fail("the cheat has no table")
        return self._table

    @property
    def bag(self) -> SealedGame:
        """The bag as everyone knows it."""
        if self.table.sealed is None:
            pytest.fail("there is no sealed bag")
        return self.table.sealed

    @property
    def seat(self) -> SealedSeat:
        """Its secrets."""
        if self.bag.own is None:
            pytest.fail("the cheat has no seat")
        return self.bag.own


class Den(Simulation):
    """Ana hosts. Of those who cheat the last is ``cheat``, the others are its accomplices."""

    def __init__(self, folder: Path, *, seats: int = 3, cheats: Sequence[int] = (-1,), preset: str = "scratch") -> None:
        super().__init__(Plan(1, seats=seats, wait=6.0, deal=Deal.SEALED), folder)
        rules = PRESETS[preset].changed(end_passes_empty_bag=False, first=FirstSeat.HOST)
        self._room = Room(seats, rules, Deal.SEALED, lexicon().hash, "small")
        self.rogues = [self.chairs[number] for number in cheats]
        for rogue in self.rogues:
            rogue.program = Cheat
        self._trouble = []
        for number in range(seats):
            self.at(number * 0.1, self._starter(self.chairs[number]))

    def _act(self, member: Member) -> None:
        """Nobody plays by themselves."""

    def failed(self, chair: Chair, failure: Any) -> None:
        """The cheat's own program may come to grief over what it did."""
        if chair not in self.rogues:
            super().failed(chair, failure)
        self.crash(chair)
        self._trouble.clear()

    @property
    def cheats(self) -> list[Cheat]:
        return [rogue.member for rogue in self.rogues if isinstance(rogue.member, Cheat)]

    @property
    def cheat(self) -> Cheat:
        return self.cheats[-1]

    @property
    def accomplices(self) -> list[Cheat]:
        return self.cheats[:-1]

    @property
    def honest(self) -> list[Member]:
        """All the others, in the order of their chairs."""
        return [chair.member for chair in self.chairs if chair not in self.rogues and chair.member is not None]

    def until(self, condition: Callable[[], bool], limit: float = 60.0) -> None:
        """Lets time pass until something is so."""
        end = self.now + limit
        while not condition():
            if self.now > end:
                pytest.fail(f"not so after {limit} s\n{self._state()}")
            self.step()

    def wait(self, seconds: float) -> None:
        end = self.now + seconds
        self.until(lambda: self.now >= end)

    def there(self) -> None:
        """All programs are started."""
        self.until(lambda: all(chair.member is not None for chair in self.chairs))

    def play(self) -> None:
        """The game is on, everywhere."""
        self.until(lambda: all(c.member and c.member.view.phase is Phase.PLAYING for c in self.chairs))

    def move(self, move: Move) -> None:
        """Whoever has the turn makes this move, and all hear of it."""
        self.until(lambda: any(c.member and c.member.view.your_turn for c in self.chairs))
        chair = next(c for c in self.chairs if c.member and c.member.view.your_turn)
        assert chair.member is not None
        chair.member.move(move, self.now)
        self._work(chair, chair.member)

    def pass_out(self) -> None:
        """All pass until the last turn is over."""

        def over() -> bool:
            position = table_of(self.honest[0]).position
            return position is not None and position.ended is not None

        while not over():
            self.until(lambda: over() or any(c.member and c.member.view.your_turn for c in self.chairs))
            if not over():
                self.move(Pass())

    def tricked(self, trick: Trick, after: Kind | None = None) -> None:
        """From now on the cheat plays this trick, once; and says nothing of that kind before Ben has."""
        self.there()
        self.cheat.trick, self.cheat.waits_for = trick, after

    def sign(self, kind: Kind, body: bytes, which: int = -1) -> None:
        """A cheat, the last unless another is named, says this about the game as it stands."""
        cheat = self.cheats[which]
        nothing = bytes(PREMISE_BYTES) if kind in SEALED_KINDS else b""  # is what it answers where it owes nothing
        cheat.sign(kind, cheat.table.tag + nothing + body, self.now)
        self._work(self.rogues[which], cheat)

    def charge(self) -> tuple[str, str]:
        """Whom the honest charge, and with what: all of them the same; waits for it."""
        self.until(lambda: all(map(_charges, self.honest)))
        charges = {_charges(member)[-1] for member in self.honest}
        assert len(charges) == 1
        (found,) = charges
        for chair in self.chairs:
            if chair not in self.rogues:
                warnings = [n.text for n in chair.notices if n.kind is NoticeKind.WARNING]
                assert any(found[0] in text and found[1] in text for text in warnings), "its player is told"
        return found

    def go_on(self) -> None:
        """The honest play on, a turn each, without the cheat."""
        if any(member.view.phase is Phase.GATHERING for member in self.honest):
            self.until(lambda: all(member.view.phase is Phase.PLAYING for member in self.honest))
        for _ in self.honest:
            self.until(lambda: any(member.view.your_turn for member in self.honest))
            self.move(Pass())
        count = max(len(member.view.steps) for member in self.honest)
        self.until(lambda: all(len(member.view.steps) == count for member in self.honest))
        tables = [table_of(member) for member in self.honest]
        assert len({table.hash for table in tables}) == 1
        for table in tables:
            assert table.stopped is None
            playing = {seat.key for seat in table.seats} - table.departed
            assert playing >= {member.key for member in self.honest}
            assert not playing & {charge.seat.key for charge in table.charges}

    def views(self) -> list[View]:
        return [member.view for member in self.honest]

    def racks(self) -> list[str | None]:
        """What each of the honest sees on their own rack."""
        return [own_rack(member) for member in self.honest]


def table_of(member: Member) -> Table:
    table = member._table
    assert table is not None
    return table


def own_rack(member: Member) -> str | None:
    table = table_of(member)
    seat = table.seat_of(member.key)
    if table.position is None or seat is None:
        return None
    return table.position.players[seat].rack.tiles


def _charges(member: Member) -> list[tuple[str, str]]:
    table = table_of(member)
    charges = [*table.charges, *([table.stopped] if table.stopped else [])]
    return [(charge.seat.name, charge.reason) for charge in charges]


def head(kind: Kind) -> int:
    """How many bytes go before the message: the tag, and for the bag what it answers."""
    return HASH_TAG + (PREMISE_BYTES if kind in SEALED_KINDS else 0)


def bent(kind: Kind, bend: Callable[[Cheat, bytes], bytes], which: int = 1) -> Trick:
    """The n-th message of this kind has another body behind its head."""

    def trick(cheat: Cheat, said: Kind, body: bytes) -> list[Said] | None:
        if said is not kind or len(cheat.said(kind)) != which - 1:
            return None
        return [(kind, body[: head(kind)] + bend(cheat, body[head(kind) :]))]

    return trick


def other_deck(change: Callable[[Cheat, list[Cipher]], list[Cipher]], *, forged: bool = False, which: int = 1) -> Trick:
    """Its n-th deck is another, with the best proof that it can give: that of its own shuffle, or one made to fit."""

    def trick(cheat: Cheat, kind: Kind, body: bytes) -> list[Said] | None:
        if kind is not Kind.DECK or len(cheat.said(kind)) != which - 1:
            return None
        tag, chain, seed = body[: head(kind)], cheat.bag.chain, cheat.seat.seed
        true = decode_deck(body[head(kind) :], len(chain.deck))
        deck = tuple(change(cheat, list(true)))
        about = Statement(chain.context, chain.key, chain.deck, deck if forged else true)
        proof = prove(seed, about, chain._order(seed, chain.context, chain.deck))
        state, after = cheat.bag.state, chain._after(deck, proven=False)
        sent = replace(state, chain=after) if isinstance(state, Rekeying) else replace(state, stage=after)
        about_it = premise(cheat.table.round, sent, Owed.PROOF, about.context.seat)
        return [(Kind.DECK, tag + encode_deck(deck)), (Kind.PROOF, tag[:HASH_TAG] + about_it + proof.encode())]

    return trick
