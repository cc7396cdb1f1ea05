"""What is proven about a sealed bag, from all that happened to it: one sentence, and who made which proof.

A message stands in the record only after this program has checked it, so whatever is counted here holds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.bag.sealed import Kind
from p2pscrabble.bag.sealed.deck import CIPHER_BYTES
from p2pscrabble.bag.sealed.record import Closed, Dealt, Drew, Laid, LeftOpen, Record, Sent, Vanished, Withdrawn
from p2pscrabble.peer.news import joined
from p2pscrabble.peer.telling import counted

_CHECKED: Final = "checked by this program"


@dataclass(slots=True)
class _Shuffle:
    """One seat's shuffle of some tiles, and the bytes of its proof once that is there."""

    seat: int
    tiles: int
    proof: int | None = None


@dataclass(slots=True)
class _Locking:
    """All shuffles of one bag: at the beginning, or under new keys because these seats were gone."""

    gone: tuple[int, ...] = ()
    shuffles: list[_Shuffle] = field(default_factory=list)
    carried: int = 0
    raised: int = 0
    tagged: int = 0
    bytes: int = 0
    """Of what carries racks over to new keys, and finds their tiles in the new bag."""

    @property
    def seats(self) -> tuple[int, ...]:
        """Those who have shuffled."""
        return tuple(dict.fromkeys(shuffle.seat for shuffle in self.shuffles))

    @property
    def done(self) -> bool:
        """Whether everyone has shuffled, proven, and opened the list in which the racks are found."""
        return self.tagged > 0 and self.tagged == len(self.seats)


@dataclass(slots=True)
class _Counted:
    """What a record comes to."""

    lockings: list[_Locking]
    put_back: list[_Shuffle] = field(default_factory=list)
    shares: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    laid: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    opened: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    left: list[int] = field(default_factory=list)
    withdrawn: set[int] = field(default_factory=set)
    dealt: bool = False
    closed: bool = False


def _count(record: Record) -> _Counted:
    found = _Counted([_Locking()])
    shuffles = found.lockings[0].shuffles
    for event in record.events:
        match event:
            case Sent(duty, body):
                _count_sent(found, shuffles, duty.kind, duty.seat, len(body))
            case Dealt():
                found.dealt, shuffles = True, found.put_back
            case Drew():
                shuffles = found.put_back
            case Laid(seat, body, _):
                found.laid[seat].append(len(body))
                shuffles = found.put_back
            case Withdrawn(seat, _):
                found.withdrawn.add(seat)
                shuffles = found.put_back
            case LeftOpen(seat, _):
                found.left.append(seat)
                shuffles = found.put_back
            case Vanished(seats, _):
                found.lockings.append(_Locking(seats))
                shuffles = found.lockings[-1].shuffles
            case Closed():
                found.closed = True
    return found


def _count_sent(found: _Counted, shuffles: list[_Shuffle], kind: Kind, seat: int, size: int) -> None:
    locking = found.lockings[-1]
    match kind:
        case Kind.DECK:
            shuffles.append(_Shuffle(seat, size // CIPHER_BYTES))
        case Kind.PROOF:
            unproven = next((one for one in shuffles if one.seat == seat and one.proof is None), None)
            if unproven is not None:
                unproven.proof = size
        case Kind.SHARES:
            found.shares[seat].append(size)
        case Kind.RACK | Kind.LEFTOVER:
            found.opened[seat].append(size)
        case Kind.CARRIED:
            locking.carried, locking.bytes = locking.carried + 1, locking.bytes + size
        case Kind.RAISED:
            locking.raised, locking.bytes = locking.raised + 1, locking.bytes + size
        case Kind.TAGS:
            locking.tagged, locking.bytes = locking.tagged + 1, locking.bytes + size


class Proven:
    """What can be said of this record, to the player in seat ``you`` (``None`` for an onlooker)."""

    def __init__(self, record: Record, names: Sequence[str], you: int | None) -> None:
        self._record = record
        self._names = names
        self._you = you
        self._found = _count(record)

    # The sentence

    def sentence(self) -> str:
        """``100 tiles, shuffled by Ana, Ben and you; nobody has seen yours.``"""
        first, *later = self._found.lockings
        if not self._found.dealt:
            return self._dealing(first)
        parts = [f"{counted(len(self._record.tiles), 'tile')}, shuffled by {self._all(first.seats)}"]
        for locking in later:
            gone, who = self._all(locking.gone), self._all(locking.seats)
            if locking.done:
                parts.append(f"then locked anew by {who} after {gone} {self._verb(locking.gone, 'was', 'were')} gone")
            elif locking is later[-1]:
                parts.append(f"and being locked anew, since {gone} {self._verb(locking.gone, 'is', 'are')} gone")
        return f"{', '.join(parts)}; {self._unseen()}."

    def _dealing(self, locking: _Locking) -> str:
        waiting = [seat for seat in self._seats if seat not in locking.seats]
        unproven = [shuffle.seat for shuffle in locking.shuffles if shuffle.proof is None]
        if waiting:
            still = f"{self._all(waiting)} {self._verb(waiting, 'is', 'are')} still to"
            if not locking.seats:
                return _upper(f"{still} shuffle and lock the bag.")
            have = f"{self._all(locking.seats)} {self._verb(locking.seats, 'has', 'have')}"
            return _upper(f"{have} shuffled and locked the bag; {still} do so.")
        if unproven:
            missing = counted(len(unproven), "proof")
            return f"All have shuffled and locked the bag; {missing} {'is' if len(unproven) == 1 else 'are'} to come."
        return "All have shuffled and locked the bag, and it is proven; now the first tiles are drawn."

    def _unseen(self) -> str:
        if self._found.closed:
            return "all of it is opened at the end"
        if self._you is None:
            return "nobody sees another’s"
        back = " but those that you took back from the board" if self._you in self._found.withdrawn else ""
        return f"nobody has seen yours{back}"

    # The details

    def details(self) -> Iterator[tuple[str, str]]:
        """Every proof, with who made it: title and text."""
        found = self._found
        size = sum(map(len, self._record.keys))
        locks = f"{_upper(self._all(self._seats))} each made a lock for the bag, and proved to hold the key to it"
        yield "The locks", f"{locks}: {size:,} bytes, {_CHECKED}."
        for locking in found.lockings:
            if locking.gone:
                yield self._anew(locking)
            for shuffle in locking.shuffles:
                yield self._shuffle(shuffle)
        if found.shares:
            did = self._each(found.shares, "unlocked tiles that others drew")
            yield "Tiles drawn", f"{did} Each time it is proven that it was done with the right key."
        if found.put_back:
            yield "Tiles put back", self._put_back(found.put_back)
        if found.laid:
            did = self._each(found.laid, "laid tiles")
            yield "Tiles laid", f"{did} Each time it is proven that who laid them had drawn them."
        for seat in found.left:
            name = _upper(self._name(seat))
            yield f"{name} left", f"{name} opened the secret number of that seat, and it is the one of its lock."
        if found.opened:
            did = self._each(found.opened, "opened a rack, or the rest of the bag,")
            yield "The bag at the end", f"{did} Each time it is proven that these were the tiles."

    def _shuffle(self, shuffle: _Shuffle) -> tuple[str, str]:
        own = shuffle.seat == self._you
        name = self._names[shuffle.seat]
        did = f"{'You' if own else name} shuffled {counted(shuffle.tiles, 'tile')}"
        title = "Your shuffle" if own else f"{name}’s shuffle"
        if shuffle.proof is None:
            return title, f"{did}; the proof is still to come."
        return title, f"{did}; proven, {shuffle.proof:,} bytes, {'made' if own else 'checked'} by this program."

    def _anew(self, locking: _Locking) -> tuple[str, str]:
        gone = self._all(locking.gone)
        title = _upper(f"{gone} {self._verb(locking.gone, 'was', 'were')} gone")
        if not locking.done:
            broken = "That is still being done." if locking is self._found.lockings[-1] else "That was begun again."
            return title, f"Without {gone} the old locks open nothing more, so the others make new ones. {broken}"
        return title, (
            f"{_upper(self._all(locking.seats))} locked all tiles that are not on the board anew, carried "
            f"{counted(locking.carried, 'rack')} over to the new locks, and found their tiles in the new bag without "
            f"seeing them; proven, {locking.bytes:,} bytes beside the shuffles, {_CHECKED}."
        )

    def _each(self, sent: Mapping[int, Sequence[int]], what: str) -> str:
        """What each seat did, how often, and in how many bytes."""
        return " ".join(
            f"{_upper(self._name(seat))} {what} {counted(len(sent[seat]), 'time')}: {sum(sent[seat]):,} bytes."
            for seat in self._order(list(sent))
        )

    def _put_back(self, shuffles: Sequence[_Shuffle]) -> str:
        proofs = {seat: [one.proof for one in shuffles if one.seat == seat and one.proof] for seat in self._seats}
        did = self._each({seat: sizes for seat, sizes in proofs.items() if sizes}, "proved a shuffle")
        missing = sum(shuffle.proof is None for shuffle in shuffles)
        later = f" {counted(missing, 'proof')} {'is' if missing == 1 else 'are'} still to come." if missing else ""
        return f"Tiles went back, and what is in the bag is shuffled again by all. {did}{later}"

    # Names

    @property
    def _seats(self) -> range:
        return range(len(self._record.keys))

    def _name(self, seat: int) -> str:
        return "you" if seat == self._you else self._names[seat]

    def _order(self, seats: Sequence[int]) -> list[int]:
        """Yourself last."""
        return [seat for seat in seats if seat != self._you] + [seat for seat in seats if seat == self._you]

    def _all(self, seats: Sequence[int]) -> str:
        return joined([self._name(seat) for seat in self._order(seats)])

    def _verb(self, seats: Sequence[int], one: str, several: str) -> str:
        """The form of a verb after the names of these seats."""
        return one if len(seats) == 1 and seats[0] != self._you else several


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
