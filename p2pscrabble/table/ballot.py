"""The votes of one room as its logs hold them, found once each, and what they decide for the present game."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence

from p2pscrabble.errors import DecodeError
from p2pscrabble.sync.entry import Entry
from p2pscrabble.table.entries import Kind
from p2pscrabble.table.vanishing import Decision, decide
from p2pscrabble.table.votes import Cast, Said, Without, counted


class Ballot:
    """Follows the logs; ``me`` is the key of this peer, if it has one. While it is open, votes decide what counts.

    Of each seat it keeps the few votes that count; a log full of others costs no more than reading it once.
    """

    def __init__(self, me: bytes | None) -> None:
        self._me = me
        self._seen: dict[bytes, int] = {}
        self._others: dict[bytes, list[Entry]] = {}
        """All that is no vote in the logs that have any."""
        self._early: dict[bytes, dict[int, list[Cast]]] = {}
        """Votes in calls that the table has not come to, by key and call."""
        self._left: dict[bytes, int] = {}
        self._attempt = 0
        self._floor: dict[bytes, int] = {}
        self._decision = Decision()
        self._closed = True
        self._known = False
        """Whether this peer knew, when the game ended, that the others had gone on without it."""
        self.said: tuple[Said, ...] = ()
        """What counts of the logs of the seats of the present game, or of the last one."""

    @property
    def open(self) -> bool:
        """Whether there is a game in which the others can go on without a seat."""
        return bool(self._floor) and not self._closed

    @property
    def out(self) -> bool:
        """Whether the others have gone on without this peer."""
        return self._decision.out and not self._closed

    @property
    def late(self) -> bool:
        """Whether it is heard only now that the others went on without this peer in a game that it saw end."""
        return self._closed and self._decision.out and not self._known

    def begin(self, attempt: int, floor: Mapping[bytes, int]) -> None:
        """A game of this call begins; ``floor`` is by seat how much of each log was read before, and counts anyhow."""
        self._attempt, self._floor = attempt, dict(floor)
        self._closed, self._decision = False, Decision()
        early = [self._early.get(key, {}).get(attempt, ()) for key in floor]
        self._early = {
            key: {number: cast for number, cast in calls.items() if number > attempt}
            for key, calls in self._early.items()
        }
        self.said = tuple(
            counted(seat, len(floor), cast, self._left.get(key))
            for seat, (key, cast) in enumerate(zip(floor, early, strict=True))
        )
        self._decide()

    def end(self) -> None:
        """The game is over, or came to nothing: whatever is in a log counts again.

        Its votes are still followed: the others may have ended it otherwise, without this peer.
        """
        self._known = self._closed or self._decision.out
        self._closed = True

    def follow(self, logs: Mapping[bytes, Sequence[Entry]]) -> None:
        """Takes in what is new in the logs."""
        before = self.said
        for key, entries in logs.items():
            for entry in entries[self._seen.get(key, 0) :]:
                if entry.kind == Kind.VOTE:
                    if key not in self._others:
                        self._others[key] = list(entries[: entry.index])
                    self._take(key, entry)
                    continue
                if key in self._others:
                    self._others[key].append(entry)
                if entry.kind == Kind.LEAVE and key not in self._left:
                    self._left[key] = entry.index
                    self._count(key)
            self._seen[key] = max(len(entries), self._seen.get(key, 0))  # a log that was forgotten comes again
        if self.said != before:
            self._decide()

    def _take(self, key: bytes, entry: Entry) -> None:
        try:
            cast = Cast(entry.index, Without.decode(entry.body))
        except DecodeError:
            return  # nobody need heed it
        attempt = cast.vote.attempt
        if attempt > self._attempt:
            self._early.setdefault(key, {}).setdefault(attempt, []).append(cast)
        elif attempt == self._attempt:
            self._count(key, cast)

    def _count(self, key: bytes, *cast: Cast) -> None:
        """Counts a vote of a seat, or that it has left."""
        if key not in self._floor:
            return
        seat = list(self._floor).index(key)
        said = counted(seat, len(self._floor), (*self.said[seat].votes, *cast), self._left.get(key))
        self.said = (*self.said[:seat], said, *self.said[seat + 1 :])

    def has_voted(self, key: bytes) -> bool:
        """Whether there is any vote in this key's log."""
        return key in self._others

    def others(self, key: bytes, start: int, end: int) -> Sequence[Entry]:
        """What is no vote between these places of the log of a key that has voted."""
        entries = self._others[key]
        at, to = (bisect_left(entries, place, key=lambda entry: entry.index) for place in (start, end))
        return entries[at:to]

    def _decide(self) -> None:
        """Finds out what is decided by now."""
        keys = list(self._floor)
        if any(said.votes for said in self.said):
            self._decision = decide(self.said, keys.index(self._me) if self._me in keys else None)

    def cut(self, key: bytes) -> int | None:
        """How many entries of this key's log count, where that is decided."""
        return self._place(self._decision.cuts, key)

    def holding(self, key: bytes, here: int) -> tuple[bytes, ...]:
        """Where so many entries of this key's log are here, and more count: those who say that they hold more."""
        cut = self.cut(key)
        if cut is None or cut <= here:
            return ()
        seat, keys = list(self._floor).index(key), list(self._floor)
        last = [(keys[other], said.last) for other, said in enumerate(self.said)]
        return tuple(other for other, vote in last if vote is not None and (vote.held[seat] or 0) > here)

    def limit(self, key: bytes) -> int | None:
        """How many entries of this key's log count for this peer now; ``None`` where all do."""
        cut = self.cut(key)
        return self._place(self._decision.limits, key) if cut is None else cut

    def _place(self, places: Mapping[int, int], key: bytes) -> int | None:
        if self._closed or not places or key not in self._floor:
            return None
        seat = list(self._floor).index(key)
        return None if seat not in places else max(places[seat], self._floor[key])
