"""Rooms, their variables, and what each client has yet to be told: latest values only, so memory is bounded.

Where several relay processes serve the same rooms, `Rooms` tells a `Sharing` what happens here, and is told by it what
others have set (`Rooms.learn`). A client's `Outbox` is its own process's business.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from p2pscrabble_relay.addresses import Tally
from p2pscrabble_relay.counters import Counters
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.messages import set_prefix, text_frame
from p2pscrabble_relay.refusal import CloseCode, Refusal, beyond

FRAME_BYTES = 262_144
"""A frame to a client is closed off at this size; only a single larger value goes beyond it."""

SHARED_BYTES = 16_384
"""Up to this size, a value is kept as the frame in which it goes to every client; a longer one is put together anew."""

VARIABLE_OVERHEAD = 400
"""Bytes that a variable costs beside its message: the objects that hold it."""


class Variable:
    """One variable of a room, and its newest value, encoded once for all receivers."""

    __slots__ = ("_wire", "fresh_of", "name", "prefix", "stamp", "value")

    def __init__(self, name: str) -> None:
        self.name = name
        self.prefix = set_prefix(name)
        self.value = b""
        """The newest value, as JSON."""
        self._wire = b""
        self.fresh_of: Outbox | None = None
        """Who has set it, as long as all others are still to be told."""
        self.stamp = 0
        """Of two values in a shared room, the one with the greater stamp is newer."""

    @property
    def message(self) -> bytes:
        """The message that tells the newest value."""
        return b"%b%b}" % (self.prefix, self.value)

    def give(self, value: bytes) -> None:
        """It has a new value (JSON)."""
        self.value = value
        self._wire = b""

    def wire(self) -> bytes:
        """The WebSocket frame that tells the newest value; the same one for all receivers."""
        found = self._wire
        if not found:
            found = text_frame(self.message)
            if len(found) <= SHARED_BYTES:
                self._wire = found
        return found


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

    def wire(self) -> tuple[bytes, int] | None:
        """The next WebSocket frame, whole, and how many variables are in it."""
        pending = self._pending
        if len(pending) == 1:
            variable, _ = pending.popitem()
            variable.fresh_of = None
            return variable.wire(), 1
        found = self.frame()
        return (text_frame(found[0]), found[1]) if found is not None else None

    def frame(self) -> tuple[bytes, int] | None:
        """The text of the next frame, at most `FRAME_BYTES` unless it holds but one, and how many variables it has."""
        pending = self._pending
        if not pending:
            return None
        size = -1
        messages = []
        taken: list[Variable] = []
        for variable in pending:
            message = variable.message
            size += len(message) + 1
            if taken and size > FRAME_BYTES:
                break
            variable.fresh_of = None
            messages.append(message)
            taken.append(variable)
        for variable in taken:
            del pending[variable]
        return b"\n".join(messages), len(taken)


class Room:
    """One room: its variables, the outboxes of the clients in it, and how many of these other processes have."""

    __slots__ = ("address", "elsewhere", "guests", "id", "members", "variables")

    def __init__(self, room_id: str, address: str | None) -> None:
        self.id = room_id
        self.address = address
        self.variables: dict[str, Variable] = {}
        self.members: dict[Outbox, None] = {}
        self.guests = 0
        """Clients that are in the room or about to enter it."""
        self.elsewhere: dict[bytes, int] = {}
        """Clients in the same room at other processes, by process."""


class Sharing(Protocol):
    """What is told of every room when other processes serve it too."""

    def opened(self, room: Room) -> None:
        """Somebody is about to enter a room that nobody was in."""

    def counted(self, room: Room) -> None:
        """The number of clients in the room is another one."""

    def changed(self, room: Room, variable: Variable) -> None:
        """A client here has set a variable; this gives it a stamp greater than it has."""

    def closed(self, room: Room) -> None:
        """Nobody is in the room any more; its values are kept."""

    def removed(self, room: Room) -> None:
        """The room is forgotten."""


class Rooms:
    """Every room of the relay; all methods raise `Refusal` for what is over a limit."""

    def __init__(self, limits: Limits, counters: Counters) -> None:
        self._limits = limits
        self._counters = counters
        self._rooms: dict[str, Room] = {}
        self._empty: dict[str, float] = {}
        self._makers = Tally()
        self.stored_bytes = 0
        self.sharing: Sharing | None = None

    def __len__(self) -> int:
        return len(self._rooms)

    def __iter__(self) -> Iterator[Room]:
        return iter(self._rooms.values())

    @property
    def occupied(self) -> int:
        """How many rooms have a client in them."""
        return len(self._rooms) - len(self._empty)

    def join(self, room_id: str, member: Outbox, address: str | None, now: float) -> Room:
        """Put a client into a room, made if need be, and mark all variables for it; ``address`` None is exempt."""
        room = self.open(room_id, address, now)
        try:
            self.enter(room, member)
        except Refusal:
            self.close(room, now)
            raise
        return room

    def open(self, room_id: str, address: str | None, now: float) -> Room:
        """The room, made if need be, for a client that is about to enter; `close` or `leave` must follow."""
        room = self._rooms.get(room_id) or self._make(room_id, address, now)
        self._empty.pop(room_id, None)
        room.guests += 1
        if room.guests == 1 and self.sharing is not None:
            self.sharing.opened(room)
        return room

    def enter(self, room: Room, member: Outbox) -> None:
        """Put a client into a room that was opened for it, and mark all variables for it."""
        limit = self._limits.clients_per_room
        if len(room.members) + sum(room.elsewhere.values()) >= limit:
            raise beyond(CloseCode.GENERIC, "the room is full", "clients_per_room", limit)
        room.members[member] = None
        if self.sharing is not None:
            self.sharing.counted(room)
        for variable in room.variables.values():
            member.mark(variable)

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
        for variable in room.variables.values():
            if variable.fresh_of is member:
                variable.fresh_of = None
        if self.sharing is not None:
            self.sharing.counted(room)
        self.close(room, now)

    def close(self, room: Room, now: float) -> None:
        """A client for which the room was opened is not in it any more."""
        room.guests -= 1
        if room.guests:
            return
        self._empty[room.id] = now
        if self.sharing is not None:
            self.sharing.closed(room)
        if not room.variables:
            self._remove(room)

    def set(self, room: Room, writer: Outbox, name: str, value: bytes) -> None:
        """Give a variable its newest value (JSON) and mark it for every client in the room but its writer."""
        variable = self._put(room, name, value)
        self._counters.sets += 1
        if variable.fresh_of is writer:
            self._counters.conflated += len(room.members) - 1
        else:
            for member in room.members:
                if member is not writer:
                    member.mark(variable)
            writer.forget(variable)
            variable.fresh_of = writer
        if self.sharing is not None:
            self.sharing.changed(room, variable)

    def learn(self, room: Room, name: str, value: bytes, stamp: int) -> bool:
        """A value that was set at another process: marked for every client here, where it is newer."""
        variable = room.variables.get(name)
        if variable is not None and stamp <= variable.stamp:
            return False
        variable = self._put(room, name, value)
        variable.stamp = stamp
        variable.fresh_of = None
        for member in room.members:
            member.mark(variable)
        return True

    def unlearn(self, room: Room, variable: Variable) -> None:
        """Forget a variable for which the room, as all processes together have it, has no place."""
        if room.variables.get(variable.name) is variable:
            del room.variables[variable.name]
            self.stored_bytes -= len(variable.message) + VARIABLE_OVERHEAD
            for member in room.members:
                member.forget(variable)

    def _put(self, room: Room, name: str, value: bytes) -> Variable:
        variable = room.variables.get(name)
        if variable is None:
            variable = self._add(room, name, value)
        elif len(value) != len(variable.value):
            self._store(len(value) - len(variable.value))
        variable.give(value)
        return variable

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
        if self.sharing is not None:
            self.sharing.removed(room)
        del self._rooms[room.id]
        del self._empty[room.id]
        self._makers.leave(room.address)
        self.stored_bytes -= sum(len(variable.message) + VARIABLE_OVERHEAD for variable in room.variables.values())
