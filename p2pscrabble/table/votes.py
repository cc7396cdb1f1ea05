"""What is said about going on without a seat whose program is silent: the wish in the talk, the vote in the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.packing import Packer, Unpacker
from p2pscrabble.table.entries import MAX_SEATS

LEAST: Final = 2
"""Nobody goes on alone."""
_MOST_CALLS: Final = 2**31
_MOST_ENTRIES: Final = 2**31


@dataclass(frozen=True, slots=True)
class Without:
    """Which seats of a call are to go on without the others: a wish where it stands in the talk, else a vote.

    ``held`` has for each seat ``None`` where it goes on, and else how many entries of its log the writer holds, or,
    where it has voted before, how many of them still count for it. A wish in which all go on is one withdrawn.
    """

    attempt: int
    held: tuple[int | None, ...]

    @property
    def staying(self) -> frozenset[int]:
        """The seats that go on."""
        return frozenset(seat for seat, held in enumerate(self.held) if held is None)

    @property
    def gone(self) -> frozenset[int]:
        """The seats that the others go on without."""
        return frozenset(seat for seat, held in enumerate(self.held) if held is not None)

    def encode(self) -> bytes:
        """Two numbers, and one for each seat: 0, or one more than the entries held."""
        packed = Packer().uint(self.attempt).uint(len(self.held))
        for held in self.held:
            packed.uint(0 if held is None else held + 1)
        return packed.done()

    @classmethod
    def decode(cls, data: bytes) -> Without:
        """Raises ``DecodeError``; whether there are so many seats depends on the call."""
        packed = Unpacker(data)
        attempt, count = packed.uint(_MOST_CALLS), packed.uint(MAX_SEATS)
        numbers = [packed.uint(_MOST_ENTRIES) for _ in range(count)]
        packed.end()
        if attempt < 1 or count < 2:
            raise DecodeError("nobody votes in a call of less than two seats")
        return cls(attempt, tuple(number - 1 if number else None for number in numbers))


@dataclass(frozen=True, slots=True)
class Cast:
    """A vote, and its place in the log of the seat that cast it."""

    place: int
    vote: Without


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat's log, as far as it is here, says for the count: its votes in order, and where it left if it did."""

    votes: tuple[Cast, ...] = ()
    left: int | None = None

    @property
    def last(self) -> Without | None:
        """The vote that binds the seat."""
        return self.votes[-1].vote if self.votes else None


def counted(seat: int, seats: int, found: Sequence[Cast], left: int | None = None) -> Said:
    """A seat's log without the votes that nobody need heed.

    A vote counts where it names the seats of the call, its own and at least another among those who go on, and fewer go
    on than in every earlier one; and no vote says that less is held of a log than an earlier one did.
    """
    votes: list[Cast] = []
    for cast in found:
        if left is not None and cast.place > left:
            break
        held = cast.vote.held
        staying = cast.vote.staying
        if len(held) != seats or seat not in staying or not LEAST <= len(staying) < seats:
            continue
        if votes:
            last = votes[-1].vote
            shrinks = all(
                now is not None and now >= was for was, now in zip(last.held, held, strict=True) if was is not None
            )
            if not shrinks or staying == last.staying:
                continue
        votes.append(cast)
    return Said(tuple(votes), left)
