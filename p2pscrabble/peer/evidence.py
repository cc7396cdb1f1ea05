"""Evidence that a key signed two entries for one place of one log, in a file that needs nothing beside it.

It holds the two entries, what stands before both of them as one hash, and the first entry of the key's log of the game,
in which its owner says who they are in this room. It holds nothing that leads into the room, and no other entry. The
form is told in ``docs/transcript-format.md``.

Two signatures of one key over one hash and one number, and different words: only who has the key can make them, and no
program as it was made does. What is no evidence of this kind, a game whose hash differs, is kept as a transcript.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Final

from p2pscrabble.errors import DecodeError, sentence
from p2pscrabble.peer.auditing import Finding
from p2pscrabble.sync import Stream
from p2pscrabble.sync.entry import HELLO, MAX_BODY, Entry, genesis
from p2pscrabble.sync.identity import KEY_BYTES, SIGNATURE_BYTES
from p2pscrabble.table import Hello, Kind, Talk

FORMAT: Final = "p2pscrabble evidence"
VERSION: Final = 1
MAX_BYTES: Final = 300_000
"""The longest file: two bodies of 64 KiB each, twice as long as they are written."""
MAX_INDEX: Final = 2**20
HASH_BYTES: Final = 32
_BEGINS: Final = f'{{\n"format": "{FORMAT}",\n'.encode()
_FIELDS: Final = ("format", "version", "room", "key", "hello", "stream", "index", "previous", "signed")
_ROOM: Final = re.compile(r"[0-9]{1,40}", re.ASCII)
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*", re.ASCII)
_LOGS: Final = {Stream.GAME: "the log of the game", Stream.TALK: "the talk"}


@dataclass(frozen=True, slots=True)
class Stories:
    """Two entries for one place, signed by one key; ``signed`` in ascending order. Nothing has been checked yet."""

    room_id: str
    key: bytes
    hello: Entry
    stream: Stream
    signed: tuple[Entry, Entry] = field(repr=False)

    @classmethod
    def of(cls, room_id: str, key: bytes, hello: Entry, stream: Stream, *signed: Entry) -> Stories:
        """The same in the one order that there is."""
        one, other = sorted(signed, key=lambda entry: (entry.kind, entry.body, entry.signature))
        return cls(room_id, key, hello, stream, (one, other))

    @property
    def name(self) -> str:
        """What the owner of the key calls itself; ``?`` where that cannot be read."""
        try:
            return Hello.decode(self.hello.body[KEY_BYTES:]).name
        except DecodeError:
            return "?"

    def encode(self) -> str:
        """The text of the file."""
        one, other = self.signed
        told = {
            "format": FORMAT,
            "version": VERSION,
            "room": self.room_id,
            "key": self.key.hex(),
            "hello": _told(self.hello),
            "stream": int(self.stream),
            "index": one.index,
            "previous": one.previous.hex(),
        }
        lines = [f'"{name}": {json.dumps(value)},\n' for name, value in told.items()]
        halves = ",\n".join(json.dumps(_told(half)) for half in (one, other))
        return "{\n" + "".join(lines) + f'"signed": [\n{halves}\n]\n}}\n'

    @classmethod
    def decode(cls, data: bytes) -> Stories:
        """Raises ``DecodeError`` for all that ``encode`` does not write."""
        if len(data) > MAX_BYTES or not data.startswith(_BEGINS):
            raise DecodeError("this is no evidence of two stories")
        try:
            told = json.loads(data.decode("ascii"))
        except (ValueError, RecursionError):
            raise DecodeError("this is no evidence: it is not written as such") from None
        if not isinstance(told, dict) or tuple(told) != _FIELDS:
            raise DecodeError("evidence has other fields")
        if told["version"] != VERSION or isinstance(told["version"], bool):
            raise DecodeError("this evidence is of another version than this program can read")
        room, signed = told["room"], told["signed"]
        if not isinstance(room, str) or not _ROOM.fullmatch(room):
            raise DecodeError("a room is known to its relay by digits")
        stream, index = Stream(_number(told["stream"], len(Stream))), _number(told["index"], MAX_INDEX)
        if not isinstance(signed, list) or len(signed) != 2:
            raise DecodeError("evidence has two entries")
        key, previous = _bytes(told["key"], KEY_BYTES), _bytes(told["previous"], HASH_BYTES)
        hello = _entry(told["hello"], genesis(room, Stream.GAME, key), 0)
        halves = (_entry(signed[0], previous, index), _entry(signed[1], previous, index))
        stories = cls(room, key, hello, stream, halves)
        if stories.encode().encode() != data:
            raise DecodeError("this evidence is not in the one form that there is of it")
        return stories


@dataclass(frozen=True, slots=True)
class Judged:
    """What a stranger finds in evidence; ``breach`` is the sentence about who broke the protocol, if it is proven."""

    findings: tuple[Finding, ...]
    breach: str = ""


def is_evidence(data: bytes) -> bool:
    """Whether a file says of itself that it is evidence of two stories."""
    return data.startswith(_BEGINS[:-2])


def judge(data: bytes) -> Judged:
    """Checks evidence from its bytes alone; never raises for what they are."""
    told: list[Finding] = []
    try:
        stories = Stories.decode(data)
        told.append(Finding(True, "The file is evidence of two stories in the one form that there is of it."))
        breach = _judge(stories, told)
    except DecodeError as wrong:
        return Judged((*told, Finding(False, sentence(str(wrong)))))
    return Judged(tuple(told), breach)


def _judge(stories: Stories, told: list[Finding]) -> str:
    """What is proven, with all findings before it; ``DecodeError`` where it is not."""
    key, name, (one, other) = stories.key, stories.name, stories.signed
    hello = stories.hello
    if hello.kind != HELLO or hello.body[:KEY_BYTES] != key or not hello.signed_by(key):
        raise DecodeError("the key did not sign that it is in this room")
    told.append(Finding(True, f"The owner of the key {key.hex()[:8]}… came into room {stories.room_id} as “{name}”."))
    place = f"entry {one.index} of {_LOGS[stories.stream]}"
    if not all(half.signed_by(key) for half in stories.signed):
        raise DecodeError(f"not both of what stands here as {place} was signed with this key")
    if one.hash == other.hash:
        raise DecodeError("both entries are the same, which is no second story")
    if one.index == 0 and one.previous != genesis(stories.room_id, stories.stream, key):
        raise DecodeError("the two entries were not signed for this log of this room")
    told.append(Finding(True, f"Both were signed with this key as {place}, after the very same entries before it."))
    told.append(Finding(True, f"They are two: {_brief(stories.stream, one)}, and {_brief(stories.stream, other)}."))
    copied = "That their folder was copied, and both copies played, would look the same."
    told.append(Finding(None, f"Who the owner of the key is, and why they did it, does not show. {copied}"))
    return f"{name}’s program (key {key.hex()[:8]}…) has signed two different stories, which breaks the protocol."


def _brief(stream: Stream, entry: Entry) -> str:
    """An entry in a few words."""
    try:
        kind = (Kind if stream is Stream.GAME else Talk)(entry.kind).name.lower()
    except ValueError:
        kind = "hello" if stream is Stream.GAME and entry.kind == HELLO else f"kind {entry.kind}"
    return f"“{kind}” with {len(entry.body)} bytes (hash {entry.hash.hex()[:8]}…)"


def _told(entry: Entry) -> dict[str, object]:
    return {"kind": entry.kind, "body": entry.body.hex(), "signature": entry.signature.hex()}


def _entry(told: object, previous: bytes, index: int) -> Entry:
    if not isinstance(told, dict) or tuple(told) != ("kind", "body", "signature"):
        raise DecodeError("an entry has a kind, a body and a signature")
    kind, signature = _number(told["kind"], 256), _bytes(told["signature"], SIGNATURE_BYTES)
    return Entry.of(previous, index, kind, _bytes(told["body"]), signature)


def _number(told: object, end: int) -> int:
    if isinstance(told, bool) or not isinstance(told, int) or not 0 <= told < end:
        raise DecodeError(f"there should be a number below {end}")
    return told


def _bytes(text: object, size: int | None = None) -> bytes:
    if not isinstance(text, str) or len(text) > 2 * MAX_BODY or not _HEX.fullmatch(text):
        raise DecodeError("bytes are written as two small hexadecimal digits each")
    if size is not None and len(text) != 2 * size:
        raise DecodeError(f"there should be {size} bytes and not {len(text) // 2}")
    return bytes.fromhex(text)
