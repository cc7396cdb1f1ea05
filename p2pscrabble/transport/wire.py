"""The cloud-variable protocol of Scratch and TurboWarp, as far as a client speaks it.

::

    client to relay   one JSON object and a newline in each text frame
        {"method": "handshake", "project_id": "4821", "user": "player123456"}    once, first; no reply
        {"method": "set", "name": "☁ x", "value": "123"}                         no reply, no echo
    relay to client   JSON objects separated by newlines, several in a frame
        {"method": "set", "name": "☁ x", "value": "123"}                         on joining: every variable's value

Every name on the wire begins with a cloud, and no name of ours does: it is put before and taken off here. Whatever
else arrives, empty lines apart, is noise: it is counted and has no effect.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from enum import Enum

from p2pscrabble.transport.link import Changed, Place

CLOUD = "☁ "


class Noise(Enum):
    """Why something that arrived was dropped; the value ends the sentence “the relay sent …”."""

    TEXT = "what is not JSON"
    METHOD = "a message of an unknown kind"
    NAME = "a variable whose name is none of ours"
    VALUE = "a value that is not digits, or too long"
    BINARY = "a binary frame"
    FLOOD = "more variables than fit"


def handshake(project: str, user: str) -> str:
    """The frame that joins a room; ``project`` is the room's id, or on Scratch the project's."""
    return json.dumps({"method": "handshake", "project_id": project, "user": user}) + "\n"


def setting(name: str, digits: str) -> str:
    """The frame that gives a variable a value."""
    return json.dumps({"method": "set", "name": CLOUD + name, "value": digits}) + "\n"


def decode(frame: str, place: Place) -> Iterator[Changed | Noise]:
    """What a frame says, line by line; never raises, whatever it holds.

    Lines are cut off one at a time, so that a frame of millions of them takes no more memory than itself.
    """
    start = 0
    while start < len(frame):
        end = frame.find("\n", start)
        end = len(frame) if end < 0 else end
        line = frame[start:end].strip()
        start = end + 1
        if line:
            yield _message(line, place)


def _message(line: str, place: Place) -> Changed | Noise:
    try:
        # Numbers are never wanted: turning a long one into an int would cost time, and a float loses digits.
        message = json.loads(line, parse_int=_nothing, parse_float=_nothing, parse_constant=_nothing)
    except (ValueError, RecursionError):
        return Noise.TEXT
    if not isinstance(message, dict) or message.get("method") != "set":
        return Noise.METHOD
    name, value = message.get("name"), message.get("value")
    if not isinstance(name, str) or not name.startswith(CLOUD) or not place.takes_name(name.removeprefix(CLOUD)):
        return Noise.NAME
    if not isinstance(value, str) or not place.takes_value(value):
        return Noise.VALUE
    return Changed(name.removeprefix(CLOUD), value)


def _nothing(_: str) -> None:
    return None
