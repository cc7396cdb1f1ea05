"""Every limit of the relay as a named option, with its default and the reason for it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TypeVar

T = TypeVar("T", int, float)


def _limit(default: T, why: str, *, least: float = 0, zero: str = "") -> T:
    """A field of `Limits`: ``zero`` says what 0 means where it means something of its own."""
    value: T = field(default=default, metadata={"why": why, "least": least, "zero": zero})
    return value


@dataclass(frozen=True, slots=True)
class Limits:
    """What one relay allows; times are in seconds. Raises `ValueError` for a value that makes no sense."""

    clients_per_room: int = _limit(128, "clients in one room, as on TurboWarp; a game has four seats", least=1)
    variables_per_room: int = _limit(128, "variables in one room, as on TurboWarp; a seat writes one or a few", least=1)
    value_length: int = _limit(
        100_000, "characters of one value, as on TurboWarp; a sealed shuffle needs 47,000. Longer is ignored", least=1
    )
    name_length: int = _limit(1_024, "characters of a variable's name, as TurboWarp's documents say", least=1)
    room_id_length: int = _limit(999, "characters of a room's id (project_id), as on TurboWarp", least=1)
    frame_bytes: int = _limit(
        1_048_576, "bytes of one message from a client, as on TurboWarp (close code 1009)", least=1
    )
    messages_per_second: int = _limit(
        2_000, "messages a second from one client; more are read more slowly, none is lost", zero="as fast as they come"
    )
    message_burst: int = _limit(4_000, "messages that a client may send at once before it is slowed", least=1)
    connections: int = _limit(10_000, "connections in all; an idle one costs about 16 kB", zero="no limit")
    connections_per_address: int = _limit(
        200, "connections from one address (an IPv6 /64 counts as one; loopback is exempt)", zero="no limit"
    )
    rooms: int = _limit(16_384, "rooms in all, empty ones included, as on TurboWarp", zero="no limit")
    rooms_per_address: int = _limit(200, "rooms that one address has made and that still exist", zero="no limit")
    stored_bytes: int = _limit(
        268_435_456, "bytes of all values together, so that nobody can fill the memory", zero="no limit"
    )
    room_expiry: float = _limit(3_600.0, "seconds that a room is kept after the last client left, as on TurboWarp")
    handshake_timeout: float = _limit(30.0, "seconds until a connection must have joined a room", least=0.01)
    ping_interval: float = _limit(30.0, "seconds between pings; a client that answers none is dropped", least=0.01)
    send_timeout: float = _limit(
        60.0, "seconds that a client may take nothing while something waits for it", least=0.01
    )

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            least = option.metadata["least"]
            if not least <= value < float("inf"):
                raise ValueError(f"--{option.name.replace('_', '-')} must be at least {least:g}, not {value}")

    def changed(self, **limits: float) -> Limits:
        """These limits with some of them replaced."""
        return Limits(**{**asdict(self), **limits})


_UNLIMITED = {
    "messages_per_second": 0,
    "connections": 0,
    "connections_per_address": 0,
    "rooms_per_address": 0,
    "stored_bytes": 0,
}

PROFILES: dict[str, Limits] = {
    "own": Limits(),
    # TurboWarp's server checks neither pace nor names: a name is bounded by the message that holds it.
    "turbowarp": Limits(name_length=1_048_576, **_UNLIMITED),
    # 15 sets a second for 25 seconds, then 10: a bucket that holds (15 - 10) * 25 and is filled at 10 a second.
    "scratch": Limits(value_length=256, variables_per_room=10, messages_per_second=10, message_burst=125),
}
"""Ready-made limits: this relay's own, exactly TurboWarp's, and as tight as Scratch's (for tests)."""
