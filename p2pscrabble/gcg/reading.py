"""Reads the text of a GCG file; total: any bytes give a ``GcgFile`` or a ``GcgError`` that names the line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from p2pscrabble.errors import GcgError
from p2pscrabble.game.tiles import ALPHABET, BLANK, RACK_SIZE, sort_tiles
from p2pscrabble.gcg.file import LEFT_MARK, RULES_MARK, EventKind, GcgEvent, GcgFile, GcgPlayer

MAX_BYTES: Final = 256 * 1024
MAX_EVENTS: Final = 2000
"""Lines about the game; real games have fewer than a hundred."""
MAX_SEATS: Final = 4
MAX_NAME: Final = 80
"""Letters; of a name and of a nickname."""

_UTF8_MARK: Final = b"\xef\xbb\xbf"
_ENCODING: Final = re.compile(rb"^[ \t]*#character-encoding[ \t]+([!-~]+)", re.MULTILINE | re.IGNORECASE)
_ENCODINGS: Final = {
    **dict.fromkeys(("utf-8", "utf8", "us-ascii", "ascii"), "utf-8"),
    **dict.fromkeys(("iso-8859-1", "iso8859-1", "iso_8859-1", "latin-1", "latin1"), "latin-1"),
    **dict.fromkeys(("windows-1252", "cp1252"), "cp1252"),
}
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_BYTE_LINE_END: Final = re.compile(rb"\r\n|\r|\n")
_CHANGE: Final = re.compile(r"(?:\+-?|-)[0-9]{1,6}")
_TOTAL: Final = re.compile(r"-?[0-9]{1,6}")
_PLACE: Final = re.compile(r"[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2}")
_LEFT: Final = re.compile(re.escape(LEFT_MARK).replace("nick", r"(\S+)"))
_PLAYER: Final = re.compile(r"player([0-9]+)")
_RACK: Final = re.compile(r"rack([0-9]+)")

_OTHER_GAMES: Final = {
    "game-type": ("classic",),
    "board-layout": ("crosswordgame", "standard", "classic"),
    "game-board": ("crosswordgame", "standard", "classic"),
    "tile-distribution": ("english",),
    "tile-set": ("english",),
}
"""Lines that may name a game which is not this one, and what they say where it is; compared without case."""


def read_gcg(data: bytes | str) -> GcgFile:
    """What the file says; its scores are not checked.

    Raises ``GcgError`` where it is no GCG, longer than 256 kB, or of a game with other tiles or another board.
    """
    reader = _Reader()
    for number, line in enumerate(_LINE_END.split(_text(data)), 1):
        reader.line(number, line.strip())
    return reader.file()


def _text(data: bytes | str) -> str:
    if len(data) > MAX_BYTES:
        raise GcgError(f"The file is longer than {MAX_BYTES // 1024} kB.")
    if isinstance(data, str):
        return data.removeprefix("\ufeff")
    if data.startswith(_UTF8_MARK):
        return _decode(data.removeprefix(_UTF8_MARK), "utf-8")
    said = _ENCODING.search(data)
    if said is None:
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")
    name = said.group(1).decode("ascii")
    encoding = _ENCODINGS.get(name.lower())
    if encoding is None:
        line = len(_BYTE_LINE_END.findall(data, 0, said.start())) + 1
        raise GcgError(f"The character encoding “{name}” is not one that can be read; save the file as UTF-8.", line)
    return _decode(data, encoding)


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = len(_BYTE_LINE_END.findall(data, 0, error.start)) + 1
        raise GcgError(f"The line is not {encoding.upper()} text.", line) from None


@dataclass(slots=True)
class _Reader:
    """The lines so far."""

    players: list[GcgPlayer] = field(default_factory=list)
    declared: bool = False
    """Whether ``#player`` lines name the players, rather than the first lines of play."""
    events: list[GcgEvent] = field(default_factory=list)
    notes: dict[int, list[str]] = field(default_factory=dict)
    """The lines of notes, by the number of the event."""
    racks: dict[int, tuple[int, str]] = field(default_factory=dict)
    lexicon: str = ""
    rules: tuple[int, str] | None = None
    incomplete: bool = False
    other: list[tuple[str, str]] = field(default_factory=list)
    in_note: bool = False

    def file(self) -> GcgFile:
        if len(self.players) < 2:
            raise GcgError("The file names fewer than two players.")
        stray = [line for seat, (line, _) in self.racks.items() if seat >= len(self.players)]
        if stray:
            raise GcgError("There is no such player.", stray[0])
        return GcgFile(
            tuple(self.players),
            tuple(replace(event, note="\n".join(self.notes.get(n, ()))) for n, event in enumerate(self.events)),
            tuple(self.racks.get(seat) for seat in range(len(self.players))),
            self.lexicon,
            self.rules,
            self.incomplete,
            tuple(self.other),
        )

    def line(self, number: int, line: str) -> None:
        if line.startswith("#"):
            word, _, text = line[1:].replace("\t", " ").partition(" ")
            self._pragma(number, _shown(word.lower()), _shown(text))
        elif line.startswith(">"):
            self.in_note = False
            self.events.append(self._event(number, line[1:].strip()))
        elif line and self.in_note:
            self._note(_shown(line))
        elif line:
            raise GcgError("A line begins with # or >, and this one does not.", number)

    def _pragma(self, number: int, word: str, text: str) -> None:
        self.in_note = word == "note"
        player, rack = _PLAYER.fullmatch(word), _RACK.fullmatch(word)
        if player:
            self._player(number, int(player.group(1)[:4]), text)
        elif rack:
            self.racks[_seat(number, int(rack.group(1)[:4]))] = number, _tiles(number, text.partition(" ")[0])
        elif word == "note" and (gone := _LEFT.fullmatch(text)):
            self.events.append(GcgEvent(number, self._seat(number, gone.group(1)), EventKind.GONE, "", 0, 0))
        elif word == "note":
            self._note(text)
        elif word == "lexicon":
            self.lexicon = text
        elif word == "description" and text.startswith(RULES_MARK):
            self.rules = number, text.removeprefix(RULES_MARK).strip()
        elif word == "incomplete":
            self.incomplete = True
        elif word == "tile":
            for letter in text.replace(" ", ""):
                _english(number, letter)
        elif word != "character-encoding":
            known = _OTHER_GAMES.get(word)
            if known and text and text.lower().split()[0] not in known:
                what = "tiles" if word.startswith("tile") else "board" if "board" in word else "rules"
                raise GcgError(
                    f"“{_short(text)}”: this game was not played with the {what} of the English game.", number
                )
            self.other.append((word, text))

    def _player(self, number: int, player: int, text: str) -> None:
        if self.events:
            raise GcgError("The players are named before the first move.", number)
        nick, _, name = text.partition(" ")
        if not nick:
            raise GcgError("The player has no name.", number)
        if len(nick) > MAX_NAME or len(name) > MAX_NAME:
            raise GcgError(f"“{_short(text)}” is too long for a name.", number)
        if _seat(number, player) != len(self.players):
            raise GcgError(f"Player {len(self.players) + 1} comes next.", number)
        if any(nick == other.nick for other in self.players):
            raise GcgError(f"Two players are called {nick}, so nobody can tell whose moves are whose.", number)
        self.players.append(GcgPlayer(nick, name.strip() or nick))
        self.declared = True

    def _note(self, text: str) -> None:
        if self.events:
            self.notes.setdefault(len(self.events) - 1, []).append(text)
        else:
            self.other.append(("note", text))

    def _seat(self, number: int, nick: str) -> int:
        for seat, player in enumerate(self.players):
            if player.nick == nick:
                return seat
        if self.declared or not nick:
            raise GcgError(f"Nobody is called “{_short(nick)}”.", number)
        if len(nick) > MAX_NAME:
            raise GcgError(f"“{_short(nick)}” is too long for a name.", number)
        if len(self.players) == MAX_SEATS:
            raise GcgError(f"There are more than {MAX_SEATS} players.", number)
        self.players.append(GcgPlayer(nick, nick))
        return len(self.players) - 1

    def _event(self, number: int, line: str) -> GcgEvent:
        if len(self.events) == MAX_EVENTS:
            raise GcgError(f"A game of more than {MAX_EVENTS} moves is none.", number)
        nick, colon, rest = line.partition(":")
        if not colon:
            raise GcgError("The player's name ends in a colon, which is missing.", number)
        words = rest.split()
        at = next(
            (
                i
                for i in range(1, min(4, len(words) - 1))
                if _CHANGE.fullmatch(words[i]) and _TOTAL.fullmatch(words[i + 1])
            ),
            0,
        )
        if not at:
            raise GcgError("The points and the total are missing, as in “+24 310”.", number)
        change, total = int(words[at].removeprefix("+")), int(words[at + 1])
        seat = self._seat(number, _shown(nick))
        return _what(number, words[:at], GcgEvent(number, seat, EventKind.PASS, "", change, total))


def _what(number: int, words: list[str], event: GcgEvent) -> GcgEvent:
    """The event that these words are: an optional rack, then what was done."""
    if len(words) >= 2 and _PLACE.fullmatch(words[-2]):
        for letter in words[-1]:
            _english(number, letter)
        rack = _rack(number, words[:-2])
        if len(words[-1]) > MAX_NAME:
            raise GcgError(f"“{_short(words[-1])}” does not fit on the board.", number)
        return replace(event, kind=EventKind.PLAY, rack=rack, place=words[-2], text=words[-1])
    rack, done = _rack(number, words[:-1]), words[-1]
    event = replace(event, rack=rack)
    if done == "-":
        return event
    if done == "--":
        return replace(event, kind=EventKind.WITHDRAWN)
    if done.startswith("-"):
        return _exchange(number, done[1:], event)
    if done.lower() == "(challenge)":
        return replace(event, kind=EventKind.BONUS)
    if done.lower() == "(time)":
        return replace(event, kind=EventKind.TIME)
    if done.startswith("(") and done.endswith(")"):
        return replace(event, kind=EventKind.TILES_LEFT, text=_tiles(number, done[1:-1], RACK_SIZE * (MAX_SEATS - 1)))
    raise GcgError(f"“{_short(' '.join(words))}” is no move.", number)


def _exchange(number: int, said: str, event: GcgEvent) -> GcgEvent:
    if said.isascii() and said.isdigit():
        if not 0 < int(said[:4]) <= RACK_SIZE:
            raise GcgError(f"Nobody can exchange {said[:4]} tiles.", number)
        return replace(event, kind=EventKind.EXCHANGE, count=int(said[:4]))
    tiles = _tiles(number, said)
    return replace(event, kind=EventKind.EXCHANGE, text=tiles, count=len(tiles))


def _rack(number: int, words: list[str]) -> str:
    if len(words) > 1:
        raise GcgError(f"“{_short(' '.join(words))}” is no rack.", number)
    return _tiles(number, words[0]) if words else ""


def _tiles(number: int, text: str, most: int = RACK_SIZE) -> str:
    for letter in text:
        _english(number, letter)
    if strange := sorted(set(text) - {*ALPHABET, BLANK}):
        raise GcgError(f"Tiles are written as capital letters, and ? for a blank, not “{strange[0]}”.", number)
    if len(text) > most:
        raise GcgError(f"“{_short(text)}” is more than {most} tiles.", number)
    return sort_tiles(text)


def _english(number: int, letter: str) -> None:
    """Refuses a letter of another alphabet, or a bracket for a tile of several letters (``[CH]``)."""
    if letter in "[]·" or (letter.isalpha() and not letter.isascii()):
        raise GcgError(f"“{letter}” is not on the English tiles: this game was played in another language.", number)


def _seat(number: int, player: int) -> int:
    if not 1 <= player <= MAX_SEATS:
        raise GcgError(f"There are players 1 to {MAX_SEATS}, and no player {player}.", number)
    return player - 1


def _short(text: str) -> str:
    """The text as an error quotes it."""
    return text if len(text) <= 40 else f"{text[:40]}…"


def _shown(text: str) -> str:
    """The text without what cannot be shown, single spaces between its words."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
