"""The votes of one room as its logs hold them, found once each, and what they decide for the present game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from p2pscrabble.errors import DecodeError
from p2pscrabble.sync.entry import Entry
from p2pscrabble.table.entries import Kind
from p2pscrabble.table.vanishing import Decision, decide
from p2pscrabble.table.votes import Cast, Said, Without, counted


class Ballot:
    """Follows the logs; ``me`` is the key of this peer, if it has one. While it is open, votes decide what counts."""

    def __init__(self, me: bytes | None) -> None:
        self._me = me
        self._seen: dict[bytes, int] = {}
        self._casts: dict[bytes, list[Cast]] = {}
        self._left: dict[bytes, int] = {}
        self._attempt = 0
        self._floor: dict[bytes, int] = {}
        self._decision = Decision()
        self.said: tuple[Said, ...] = ()
        """What counts of the logs of the seats of the present game."""

    @property
    def open(self) -> bool:
        """Whether there is a game in which the others can go on without a seat."""
        return bool(self._floor)

    @property
    def out(self) -> bool:
        """Whether the others have gone on without this peer."""
        return self._decision.out

    def begin(self, attempt: int, floor: Mapping[bytes, int]) -> None:
        """A game of this call begins; ``floor`` is by seat how much of each log was read before, and counts anyhow."""
        self._attempt, self._floor = attempt, dict(floor)
        self.decide()

    def end(self) -> None:
        """The game is over, or came to nothing: whatever is in a log counts again."""
        self._floor, self._decision, self.said = {}, Decision(), ()

    def follow(self, logs: Mapping[bytes, Sequence[Entry]]) -> None:
        """Takes in what is new in the logs."""
        for key, entries in logs.items():
            for entry in entries[self._seen.get(key, 0) :]:
                if entry.kind == Kind.VOTE:
                    self._take(key, entry)
                elif entry.kind == Kind.LEAVE:
                    self._left.setdefault(key, entry.index)
            self._seen[key] = max(len(entries), self._seen.get(key, 0))  # a log that was forgotten comes again
        self.decide()

    def _take(self, key: bytes, entry: Entry) -> None:
        try:
            self._casts.setdefault(key, []).append(Cast(entry.index, Without.decode(entry.body)))
        except DecodeError:
            return  # nobody need heed it

    def has_voted(self, key: bytes) -> bool:
        """Whether there is any vote in this key's log."""
        return key in self._casts

    def _cast(self, key: bytes) -> list[Cast]:
        return [cast for cast in self._casts.get(key, ()) if cast.vote.attempt == self._attempt]

    def decide(self) -> None:
        """Finds out what is decided by now."""
        keys = list(self._floor)
        self.said = tuple(
            counted(seat, len(keys), self._cast(key), self._left.get(key)) for seat, key in enumerate(keys)
        )
        if any(said.votes for said in self.said):
            self._decision = decide(self.said, keys.index(self._me) if self._me in keys else None)

    def cut(self, key: bytes) -> int | None:
        """How many entries of this key's log count, where that is decided."""
        return self._place(self._decision.cuts, key)

    def limit(self, key: bytes) -> int | None:
        """How many entries of this key's log count for this peer now; ``None`` where all do."""
        cut = self.cut(key)
        return self._place(self._decision.limits, key) if cut is None else cut

    def _place(self, places: Mapping[int, int], key: bytes) -> int | None:
        seat = list(self._floor).index(key) if key in self._floor else None
        return None if seat is None or seat not in places else max(places[seat], self._floor[key])
