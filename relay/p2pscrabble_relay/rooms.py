"""Rooms, their variables, and what each client has yet to be told: latest values only, so memory is bounded.

All that several relay processes would have to share is in `Rooms`; a client's `Outbox` is its own process's business.
"""

from __future__ import annotations

from collections.abc import Callable

from p2pscrabble_relay.addresses import Tally
from p2pscrabble_relay.counters import Counters
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.messages import set_prefix
from p2pscrabble_relay.refusal import CloseCode, beyond

FRAME_BYTES = 262_144
"""A frame to a client is closed off at this size; only a single larger value goes beyond it."""

VARIABLE_OVERHEAD = 400
"""Bytes that a variable costs beside its message: the objects that hold it."""


class Variable:
    """One variable of a room: its newest value as the message that tells it, encoded once for all receivers."""

    __slots__ = ("message", "prefix")

    def __init__(self, name: str) -> None:
        self.prefix = set_prefix(name)
        self.message = b""


class Outbox:
    """The variables that one client has yet to be told of; `wake` is called when there is something to send."""

    __slots__ = ("_counters", "_pending", "_wake")

    def __init__(self, counters: Counters, wake: Callable[[], None]) -> None:
        self._counters = counters
        self._pending: dict[Variable, None] = {}
        self._wake = wake

    def __len__(self) -> int:
        return len(self._pending)

    def mark(self, variable: Variable) -> None:
        """The variable has a new value; one that was not sent yet is superseded."""
        pending = self._pending
        if variable in pending:
            self._counters.conflated += 1
            return
        pending[variable] = None
        if len(pending) == 1:
            self._wake()

    def forget(self, variable: Variable) -> None:
        """The client has set this variable itself, so whatever was on its way to it is no longer true."""
        self._pending.pop(variable, None)

    def frame(self) -> tuple[bytes, int] | None:
        """The next frame, at most `FRAME_BYTES` unless it holds but one, and how many variables are in it."""
        pending = self._pending
        if not pending:
            return None
        if len(pending) == 1:
            variable, _ = pending.popitem()
            return variable.message, 1
        size = -1
        messages = []
        taken: list[Variable] = []
        for variable in pending:
            size += len(variable.message) + 1
            if taken and size > FRAME_BYTES:
                break
            messages.append(variable.message)
            taken.append(variable)
        for variable in taken:
            del pending[variable]
        return b"\n".join(messages), len(taken)


class Room:
    """One room: its variables and the outboxes of the clients in it."""

    __slots__ = ("address", "id", "members", "variables")

    def __init__(self, room_id: str, address: str | None) -> None:
        self.id = room_id
        self.address = address
        self.variables: dict[str, Variable] = {}
        self.members: dict[Outbox, None] = {}


class Rooms:
    """Every room of the relay; all methods raise `Refusal` for what is over a limit."""

    def __init__(self, limits: Limits, counters: Counters) -> None:
        self._limits = limits
        self._counters = counters
        self._rooms: dict[str, Room] = {}
        self._empty: dict[str, float] = {}
        self._makers = Tally()
        self.stored_bytes = 0

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def occupied(self) -> int:
        """How many rooms have a client in them."""
        return len(self._rooms) - len(self._empty)

    def join(self, room_id: str, member: Outbox, address: str | None, now: float) -> Room:
        """Put a client into a room, made if need be, and mark all variables for it; ``address`` None is exempt."""
        limits = self._limits
        room = self._rooms.get(room_id) or self._make(room_id, address, now)
        if len(room.members) >= limits.clients_per_room:
            raise beyond(CloseCode.GENERIC, "the room is full", "clients_per_room", limits.clients_per_room)
        self._empty.pop(room_id, None)
        room.members[member] = None
        for variable in room.variables.values():
            member.mark(variable)
        return room

    def _make(self, room_id: str, address: str | None, now: float) -> Room:
        limits = self._limits
        if limits.rooms and len(self._rooms) >= limits.rooms:
            self.expire(now)
            if len(self._rooms) >= limits.rooms:
                raise beyond(CloseCode.OVERLOADED, "this relay has no room left", "rooms", limits.rooms)
        allowed = limits.rooms_per_address
        if allowed and self._makers.count(address) >= allowed:
            raise beyond(CloseCode.OVERLOADED, "your address has made too many rooms", "rooms_per_address", allowed)
        room = self._rooms[room_id] = Room(room_id, address)
        self._makers.enter(address)
        return room

    def leave(self, room: Room, member: Outbox, now: float) -> None:
        """Take a client out of its room; a room without variables goes with its last client."""
        del room.members[member]
        if not room.members:
            self._empty[room.id] = now
            if not room.variables:
                self._remove(room)

    def set(self, room: Room, writer: Outbox, name: str, value: bytes) -> None:
        """Give a variable its newest value (JSON) and mark it for every client in the room but its writer."""
        variable = room.variables.get(name)
        if variable is None:
            variable = self._add(room, name, value)
        else:
            self._store(len(variable.prefix) + len(value) + 1 - len(variable.message))
        variable.message = variable.prefix + value + b"}"
        self._counters.sets += 1
        for member in room.members:
            if member is not writer:
                member.mark(variable)
        writer.forget(variable)

    def _add(self, room: Room, name: str, value: bytes) -> Variable:
        limits = self._limits
        if len(room.variables) >= limits.variables_per_room:
            raise beyond(
                CloseCode.GENERIC, "the room has all its variables", "variables_per_room", limits.variables_per_room
            )
        variable = Variable(name)
        self._store(len(variable.prefix) + len(value) + 1 + VARIABLE_OVERHEAD)
        room.variables[name] = variable
        return variable

    def _store(self, more: int) -> None:
        limit = self._limits.stored_bytes
        if limit and more > 0 and self.stored_bytes + more > limit:
            raise beyond(CloseCode.OVERLOADED, "this relay's memory is full", "stored_bytes", limit)
        self.stored_bytes += more

    def expire(self, now: float) -> None:
        """Forget the rooms that have been empty for `Limits.room_expiry`."""
        for room_id, since in list(self._empty.items()):
            if now - since < self._limits.room_expiry:
                break  # they stand in the order in which they became empty
            self._remove(self._rooms[room_id])

    def _remove(self, room: Room) -> None:
        del self._rooms[room.id]
        del self._empty[room.id]
        self._makers.leave(room.address)
        self.stored_bytes -= sum(len(variable.message) + VARIABLE_OVERHEAD for variable in room.variables.values())
