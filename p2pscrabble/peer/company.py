"""Who is in the room, as this peer hears it: what each said of itself, whether it is there, and all the talk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.errors import DecodeError
from p2pscrabble.peer.view import ChatLine, Liar, Notice, NoticeKind, Presence
from p2pscrabble.sync import KEY_BYTES, Entry, Fork, Stream, Sync
from p2pscrabble.table import PROTOCOL, Hello, Kind, Meeting, Outcome, Role, Talk, Verdict, Without, clean_chat

MAX_CHAT: Final = 500
"""How many lines of chat are kept for showing."""
LISTENING: Final = 20.0
"""Seconds among others after which who has not been heard of is not there."""


@dataclass(slots=True)
class Company:
    """Everyone in the room, this peer (``me``) among them."""

    me: bytes
    hellos: dict[bytes, Hello] = field(default_factory=dict)
    """What each peer said of itself, by public key, in the order in which they were met; yourself first."""
    games: dict[bytes, Sequence[Entry]] = field(default_factory=dict)
    """Everyone's entries of the game, as the table reads them."""
    chat: list[ChatLine] = field(default_factory=list)
    starts_at: float | None = None
    known_host: bytes | None = None
    game: int = 0
    """The number of the game that is played now or comes next."""
    evidence: dict[bytes, str] = field(default_factory=dict)
    """Who has signed two different stories, by key, and the file on this disk that proves it; empty where none does."""
    stopped: str = ""
    """The file with the game that has stopped, if it has."""
    seated: frozenset[bytes] = frozenset()
    """Who plays now: their leaving is told by the table."""
    _here: dict[bytes, float] = field(default_factory=dict)
    """When each was last there."""
    _now: float = 0.0
    _since: float | None = None
    """When this peer began to listen."""
    _alone: float | None = None
    """When last nobody else was there."""
    _away: set[bytes] = field(default_factory=set)
    _left: set[bytes] = field(default_factory=set)
    _read: dict[bytes, int] = field(default_factory=dict)
    _again: dict[int, set[bytes]] = field(default_factory=dict)
    _verdicts: dict[tuple[int, bytes], Verdict] = field(default_factory=dict)
    _wishes: dict[bytes, Without] = field(default_factory=dict)
    _meetings: dict[bytes, Meeting] = field(default_factory=dict)
    _once: dict[tuple[int, int], int] = field(default_factory=dict)
    """By call and seat, how much of the log was here when you last wished to go on without that seat."""

    @property
    def host(self) -> bytes | None:
        """The host's key: the one that is kept on disk, or else that of the first peer met who says so."""
        if self.known_host is not None:
            return self.known_host if self.known_host in self.hellos else None
        return next((key for key, hello in self.hellos.items() if hello.role is Role.HOST), None)

    @property
    def now(self) -> float:
        """The time of the steady clock when this was last told."""
        return self._now

    def name(self, key: bytes) -> str:
        """The name of this peer, as it gave it."""
        hello = self.hellos.get(key)
        return hello.name if hello else "?"

    def silent(self, key: bytes) -> float:
        """Seconds since this peer was last there; 0 while it is, infinite where it never was."""
        return 0.0 if key == self.me else self._now - self._here.get(key, float("-inf"))

    def unheard(self, key: bytes) -> float:
        """Seconds since this peer was last there, or since this one listens; 0 while it is there."""
        return min(self.silent(key), self._now - (self._now if self._since is None else self._since))

    def missed(self, key: bytes) -> float:
        """The same, as far as this peer would have been heard: there was somebody who was."""
        return min(self.unheard(key), 0.0 if self._alone is None else self._now - self._alone)

    @property
    def listening(self) -> float:
        """Seconds since this peer began to listen."""
        return 0.0 if self._since is None else self._now - self._since

    @property
    def relays(self) -> tuple[str, ...]:
        """Where the room meets, as its host said it last; empty where it has not said so."""
        meeting = self._meetings.get(self.host) if self.host is not None else None
        return () if meeting is None else meeting.relays

    def last_here(self, key: bytes) -> float | None:
        """When this peer was last there, by the steady clock; ``None`` where it never was."""
        return self._here.get(key)

    @property
    def listened(self) -> bool:
        """Whether this peer, come just now or back from a lost connection, must have heard of all who are there."""
        return self._alone is not None and self._now - self._alone >= LISTENING

    def presence(self, key: bytes) -> Presence:
        """How this peer is doing, as far as can be told."""
        if key in self._left:
            return Presence.LEFT
        return Presence.AWAY if self.silent(key) > 0 else Presence.HERE

    def meet(self, sync: Sync, now: float, *, quiet: bool) -> Iterator[Notice]:
        """Takes in who is there; tells who came, went silent, came back and left."""
        self._now = now
        present = sync.present(now)
        self._here.update(dict.fromkeys(present, now))
        self._since = now if self._since is None else self._since
        if self._alone is None or not present:
            self._alone = now
        for key, logs in sync.logs.items():
            entries = self.games[key] = logs[Stream.GAME].entries
            if key not in self.hellos and entries:
                hello = self.hellos[key] = _hello(entries[0])
                if key != self.me and not quiet:
                    yield self._joined(key, hello)
            if key not in self._left and any(entry.kind == Kind.LEAVE for entry in entries[-1:]):
                self._left.add(key)
                if key != self.me and key not in self.seated and not quiet:
                    yield Notice(NoticeKind.LEFT, f"{self.name(key)} leaves.", {"name": self.name(key)})
            yield from self._presence_news(key)

    def watches(self, key: bytes) -> bool:
        """Whether this peer only looks on: it came for that, or came when a game was being played."""
        return self._came_to_watch(key) or (bool(self.seated) and key not in self.seated and key in self.hellos)

    def _came_to_watch(self, key: bytes) -> bool:
        return key in self.hellos and self.hellos[key].role is Role.WATCHER

    @property
    def watchers(self) -> list[str]:
        """The names of the others who look on now."""
        others = (key for key in self.hellos if key != self.me and self.watches(key))
        return [self.name(key) for key in others if self.presence(key) is Presence.HERE]

    def _joined(self, key: bytes, hello: Hello) -> Notice:
        data = {"name": hello.name, "role": hello.role.name.lower(), "watching": self.watches(key)}
        if hello.protocol != PROTOCOL:
            text = (
                f"Somebody came with a program that speaks version {hello.protocol} of the protocol; this one speaks "
                f"version {PROTOCOL}. Whoever has the older one should update it."
            )
            return Notice(NoticeKind.WARNING, text, data)
        if hello.role is Role.HOST and self.host is not None and self.hellos.get(self.host) is not hello:
            text = f"Somebody else, “{hello.name}”, says that this is their room; it stays {self.name(self.host)}’s."
            return Notice(NoticeKind.WARNING, text, data)
        doing = "is watching" if self.watches(key) else "is here"
        return Notice(NoticeKind.JOINED, f"{hello.name} {doing}.", data)

    def _presence_news(self, key: bytes) -> Iterator[Notice]:
        if key == self.me or key not in self.hellos or key in self._left:
            return
        name = self.name(key)
        away = self.presence(key) is Presence.AWAY
        watches = self.watches(key)
        if away and key in self._here and key not in self._away:
            self._away.add(key)
            text = f"{name} is not watching any more." if watches else f"Nothing has been heard of {name} for a while."
            yield Notice(NoticeKind.AWAY, text, {"name": name})
        elif not away and key in self._away:
            self._away.remove(key)
            text = f"{name} is watching again." if watches else f"{name} is back."
            yield Notice(NoticeKind.BACK, text, {"name": name})

    def listen(self, sync: Sync, *, quiet: bool) -> Iterator[Notice]:
        """Reads what was said beside the game; a line that makes no sense is passed over."""
        for key, logs in sync.logs.items():
            entries = logs[Stream.TALK].entries
            for entry in entries[self._read.get(key, 0) :]:
                for notice in self._talk(key, entry):
                    if not quiet:
                        yield notice
            self._read[key] = max(len(entries), self._read.get(key, 0))  # a log that was forgotten comes again

    def _talk(self, key: bytes, entry: Entry) -> Iterator[Notice]:
        name = self.name(key)
        try:
            match entry.kind:
                case Talk.CHAT:
                    text = clean_chat(entry.body.decode())
                    if not text:
                        return
                    who = f"{name} (watching)" if self.watches(key) else name
                    self.chat = [*self.chat[-MAX_CHAT + 1 :], ChatLine(who, text, key == self.me)]
                    yield Notice(NoticeKind.CHAT, f"{who}: {text}", {"name": name, "text": text})
                case Talk.AGAIN:
                    game = _small(entry.body)
                    if not self.game <= game <= self.game + 1 or self._came_to_watch(key):
                        return  # for a game long past, or one that cannot be
                    asked = self._again.setdefault(game, set())
                    if key != self.me and key not in asked:
                        yield Notice(NoticeKind.AGAIN, f"{name} would like another game.", {"name": name})
                    asked.add(key)
                case Talk.COUNTDOWN:
                    seconds = _small(entry.body)
                    self.starts_at = self._now + seconds if key == self.host and seconds else None
                case Talk.WISH:
                    wish = self._wishes[key] = Without.decode(entry.body)
                    if key == self.me:
                        held = {seat: held for seat, held in enumerate(wish.held) if held is not None}
                        self._once.update(((wish.attempt, seat), count) for seat, count in held.items())
                case Talk.RELAYS:
                    self._meetings[key] = Meeting.decode(entry.body)
                case Talk.VERDICT:
                    verdict = Verdict.decode(entry.body)
                    if verdict.game <= self.game:
                        self._verdicts[verdict.game, key] = verdict
        except (DecodeError, UnicodeDecodeError):
            return

    def again(self, game: int) -> set[bytes]:
        """Who has asked for the game with this number."""
        return self._again.get(game, set())

    def wish(self, key: bytes) -> Without | None:
        """Without whom this peer's player would go on, as last said."""
        return self._wishes.get(key)

    def wished_once(self, attempt: int) -> dict[int, int]:
        """The seats that you have wished to go on without, withdrawn or not, and how much of their logs was here."""
        return {seat: held for (call, seat), held in self._once.items() if call == attempt}

    def has_judged(self, key: bytes, outcome: Outcome) -> bool:
        """Whether this peer has told what it found when it checked a game that ended like this."""
        verdict = self._verdicts.get((outcome.record.game, key))
        return verdict is not None and verdict.hash == outcome.hash

    def verdict(self, key: bytes, outcome: Outcome) -> bool | None:
        """Whether this peer found the game to have ended as it did here; ``None`` where it has not said."""
        verdict = self._verdicts.get((outcome.record.game, key))
        return None if verdict is None else verdict.sound and verdict.hash == outcome.hash

    @property
    def liars(self) -> list[Liar]:
        """Those who have signed two different stories, by their names."""
        return sorted((Liar(self.name(key), file) for key, file in self.evidence.items()), key=lambda liar: liar.name)

    def fork(self, fork: Fork, file: str) -> Notice | None:
        """A peer told two stories, which this file proves; said once."""
        if fork.peer in self.evidence:
            return None
        self.evidence[fork.peer] = file
        name = self.name(fork.peer)
        text = f"{name}’s program has signed two different stories; this one keeps to the first."
        if fork.peer == self.me:
            text = "Two different stories are signed with your own key: is a copy of this game played elsewhere, too?"
        if file:
            text = f"{text} Both are kept in {file}, for `p2pscrabble audit`."
        halves = [half.encode().hex() for half in (fork.ours, fork.theirs)]
        data = {"name": name, "key": fork.peer.hex(), "signed": halves, "file": file}
        return Notice(NoticeKind.WARNING, text, data)


def _hello(entry: Entry) -> Hello:
    try:
        return Hello.decode(entry.body[KEY_BYTES:])
    except DecodeError:
        return Hello(Role.PLAYER, "?", "", protocol=0)


def _small(body: bytes) -> int:
    if not 0 < len(body) <= 9 or not body.isdigit():
        raise DecodeError("this is no small number")
    return int(body)
