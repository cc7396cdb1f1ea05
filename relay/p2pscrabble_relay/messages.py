"""The messages of the protocol: text that a client sent to values, values to the bytes that a client is sent.

The server that clients were written for runs on JavaScript, so numbers are read and written as JavaScript does it.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from enum import Enum
from typing import NamedTuple, NoReturn

from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.refusal import CloseCode, Refusal, beyond


class Handshake(NamedTuple):
    """The client wants to join this room."""

    room_id: str


class Set(NamedTuple):
    """The client sets a variable; ``value`` is JSON already, ``b'"123"'`` or ``b'123'``."""

    name: str
    value: bytes


class Ignored(Enum):
    """A message without effect, by the reason; the client is told nothing of it."""

    VALUE = "value"
    VALUE_LENGTH = "value_length"
    RENAME = "rename"
    DELETE = "delete"
    BINARY = "binary"


Message = Handshake | Set | Ignored


def _no_constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is not JSON")


# Every number becomes a float, as in JavaScript, which also spares us the conversion of endless integers.
_DECODER = json.JSONDecoder(parse_int=float, parse_constant=_no_constant)
_SPACE = re.compile(r"[ \t\r\n]*")
# Possessive, or a value of 100,000 digits and a letter would cost the square of its length.
_NUMBER = re.compile(r"-?+[0-9]*+(?:\.[0-9]*+)?+")
_USER = re.compile(r"[A-Za-z0-9_-]{1,20}")
_LARGEST_PLAIN = 21


def number_text(number: float) -> str:
    """A finite number as JavaScript prints it: the shortest digits that read back as the same number."""
    if number == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    text = "".join(map(str, digits))
    point = len(text) + int(exponent)
    if len(text) <= point <= _LARGEST_PLAIN:
        text += "0" * (point - len(text))
    elif 0 < point <= _LARGEST_PLAIN:
        text = f"{text[:point]}.{text[point:]}"
    elif -6 < point <= 0:
        text = f"0.{'0' * -point}{text}"
    else:
        fraction = f".{text[1:]}" if len(text) > 1 else ""
        text = f"{text[0]}{fraction}e{point - 1:+d}"
    return f"-{text}" if sign else text


def set_prefix(name: str) -> bytes:
    """The bytes of a set message for this variable up to its value; `Set.value` and ``b"}"`` complete it."""
    # Escaped where a client might split the frame at it (U+2028 and its like) or where UTF-8 has no bytes for it.
    quoted = json.dumps(name, ensure_ascii=not name.isprintable())
    return f'{{"method":"set","name":{quoted},"value":'.encode()


def text_frame(content: bytes) -> bytes:
    """The WebSocket frame of a server with this text (RFC 6455, section 5.2): one piece, unmasked."""
    length = len(content)
    if length < 126:
        return b"\x81%c%b" % (length, content)
    if length < 65_536:
        return b"\x81\x7e%b%b" % (length.to_bytes(2), content)
    return b"\x81\x7f%b%b" % (length.to_bytes(8), content)


class Repeated:
    """Reads a set of the variable that the same client has set just before, which needs no look at the JSON around it.

    Most clients have one variable, and say the same but for the digits, which stand last.
    """

    __slots__ = ("_prefix", "_start", "name")

    def __init__(self) -> None:
        self.name = ""
        self._prefix = b""
        self._start = 0

    def remember(self, frame: bytes, message: Set) -> None:
        """This frame was this message and nothing else."""
        # A comma and then a key that is `value`: nothing inside a string can look like that. So these are its digits.
        prefix = frame.removesuffix(message.value + b"}")
        if len(prefix) < len(frame) and message.value[:1] == b'"' and prefix.endswith((b',"value":', b', "value": ')):
            self.name = message.name
            self._prefix = prefix + b'"'
            self._start = len(prefix)

    def read(self, frame: bytes, longest: int) -> bytes | None:
        """The value (JSON) that this frame gives `name`, None where the whole of it must be looked at."""
        start = self._start
        if not start or not frame.startswith(self._prefix) or not frame.endswith(b'"}'):
            return None
        if not frame[start + 1 : -2].isdigit() or len(frame) - start - 3 > longest:
            return None
        return frame[start:-1]


def next_message(text: str, start: int, limits: Limits) -> tuple[Message, int]:
    """The message that begins at ``start`` of a text frame, and where the next one begins (or ``len(text)``).

    Raises `Refusal` for what is no message of the protocol and for what is over a limit.
    """
    if not text.startswith("{", start):
        start = _after_space(text, start)
    try:
        message, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        raise Refusal(CloseCode.GENERIC, "a message is not JSON", "json") from None
    if end != len(text):
        end = _after_space(text, end)
    if not isinstance(message, dict) or not isinstance(method := message.get("method"), str):
        raise Refusal(CloseCode.GENERIC, "a message is not an object with a method", "method")
    if method == "set" or method == "create":
        return _set(message, limits), end
    if method == "handshake":
        return _handshake(message, limits), end
    if method == "rename":
        return Ignored.RENAME, end
    if method == "delete":
        return Ignored.DELETE, end
    raise Refusal(CloseCode.GENERIC, "the method is none of handshake, set, create, rename, delete", "method")


def _after_space(text: str, start: int) -> int:
    found = _SPACE.match(text, start)
    return found.end() if found else start


def _set(message: dict[str, object], limits: Limits) -> Set | Ignored:
    value = message.get("value")
    if isinstance(value, str):
        if not (value.isascii() and value.encode().isdigit()):
            if len(value) > limits.value_length:
                return Ignored.VALUE_LENGTH
            if value in {"-", "."} or not _NUMBER.fullmatch(value):
                return Ignored.VALUE
        text = f'"{value}"'
        length = len(value)
    elif isinstance(value, float) and value - value == 0:  # neither infinite nor not a number
        text = number_text(value)
        length = len(text)
    else:
        return Ignored.VALUE
    if length > limits.value_length:
        return Ignored.VALUE_LENGTH
    name = message.get("name")
    if not isinstance(name, str):
        raise Refusal(CloseCode.GENERIC, "the name of a variable is not text", "name")
    if len(name) > limits.name_length:
        raise beyond(CloseCode.GENERIC, "the name of a variable is too long", "name_length", limits.name_length)
    return Set(name, text.encode())


def _handshake(message: dict[str, object], limits: Limits) -> Handshake:
    match message.get("project_id", "undefined"):
        case str(room_id):
            pass
        case bool(truth):
            room_id = "true" if truth else "false"
        case float(number):
            room_id = number_text(number) if number - number == 0 else ("Infinity" if number > 0 else "-Infinity")
        case None:
            room_id = "null"
        case _:
            raise Refusal(CloseCode.GENERIC, "project_id is neither text nor a number", "room_id")
    if not room_id:
        raise Refusal(CloseCode.GENERIC, "project_id is empty", "room_id")
    if len(room_id) > limits.room_id_length:
        raise beyond(CloseCode.GENERIC, "project_id is too long", "room_id_length", limits.room_id_length)
    user = message.get("user")
    if not isinstance(user, str) or not _USER.fullmatch(user):
        raise Refusal(CloseCode.USERNAME, "user must be 1 to 20 of the letters a to z, digits, _ and -", "user")
    return Handshake(room_id)
