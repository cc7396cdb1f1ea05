"""What Redis keeps of a room, and the scripts that change it there; nothing here connects to anything.

Of each room there is a hash of its values, from each variable's name to a record, which is a stamp and the value as
JSON; and a hash of how many clients each relay process has in it. Both expire. All keys of a room, and the channel on
which its changes are told, have the same hash tag, so that a cluster keeps them together and spreads the rooms.

A stamp is the microseconds of the clock of whoever took the value from its client, but always more than the stamp of
the value that it replaces, and twelve digits of that process, so that no two stamps are equal. Of two values the one
with the greater stamp is newer, wherever they are met and in whatever order, so every copy of a room becomes the same
one; and it stays so when Redis starts again with nothing and is given everything once more.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Final, NamedTuple

STAMP_DIGITS: Final = 28
PROCESSES: Final = 10**12
"""A stamp is microseconds times this, and the number of the process."""

_RECORD: Final = re.compile(rb'([0-9]{28})("-?[0-9]*(?:\.[0-9]*)?"|-?[0-9][0-9.e+-]*)')
_COUNT: Final = re.compile(rb"@([0-9a-f]{1,64}) ([0-9]{1,9})")


class Keys(NamedTuple):
    """The names under which Redis has one room."""

    values: bytes
    clients: bytes
    channel: bytes


class Told(NamedTuple):
    """A value of a variable, and when it was set."""

    name: str
    value: bytes
    stamp: int


class Counted(NamedTuple):
    """How many clients another process has in the room."""

    process: bytes
    clients: int


def keys(room_id: str) -> Keys:
    """The names for this room; they do not tell its id."""
    tag = blake2b(room_id.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    key = f"p2pscrabble-relay:{{{tag}}}".encode()
    return Keys(key + b":values", key + b":clients", key)


def next_stamp(newest: int, microseconds: int, process: int) -> int:
    """The stamp of a value that is set now, in place of one with the stamp ``newest``."""
    return max(newest // PROCESSES + 1, microseconds) * PROCESSES + process


def is_from(payload: object, process: int) -> bool:
    """Whether this was told of a value that was set at the process of this number."""
    return isinstance(payload, bytes) and payload[:1] == b"=" and payload[17:29] == b"%012d" % process


def field(name: str) -> bytes:
    """A variable's name as Redis has it."""
    return name.encode("utf-8", "surrogatepass")


def record(stamp: int, value: bytes) -> bytes:
    """A value (JSON) and its stamp as Redis has them."""
    return b"%028d%b" % (stamp, value)


def read_record(name: object, kept: object, limit: int) -> Told | None:
    """What a field of the hash says, None where no relay with values of so many characters can have written it."""
    if not isinstance(name, bytes) or not isinstance(kept, bytes) or len(kept) > limit + STAMP_DIGITS + 2:
        return None
    found = _RECORD.fullmatch(kept)
    try:
        return Told(name.decode("utf-8", "surrogatepass"), found[2], int(found[1])) if found else None
    except UnicodeDecodeError:
        return None


def read_change(payload: object, limit: int) -> Told | Counted | None:
    """What was told on a room's channel, None where no relay can have said it."""
    if not isinstance(payload, bytes):
        return None
    if payload.startswith(b"="):
        kept, _, name = payload[1:].partition(b" ")
        return read_record(name, kept, limit)
    found = _COUNT.fullmatch(payload)
    return Counted(found[1], int(found[2])) if found else None


# KEYS: values. ARGV: name, record, milliseconds to expiry, most variables, channel.
# Answers 1 when the record is newest now, 0 when the room has no place for another variable, or the newer record.
_SET: Final = """
local kept = redis.call('HGET', KEYS[1], ARGV[1])
if kept then
  if string.sub(kept, 1, 28) > string.sub(ARGV[2], 1, 28) then return kept end
elseif redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[4]) then
  return 0
end
if kept ~= ARGV[2] then
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
  redis.call('{publish}', ARGV[5], '=' .. ARGV[2] .. ' ' .. ARGV[1])
end
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
"""

# KEYS: clients, values. ARGV: process, its clients, seconds to believe that, milliseconds to expiry, channel.
# Answers the processes that have clients in the room besides this one, each followed by how many.
_COUNT_CLIENTS: Final = """
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
local others, before = {{}}, '0'
for i = 1, #all, 2 do
  local count, believed = string.match(all[i + 1], '^(%d+) (%d+)$')
  if all[i] == ARGV[1] then
    before = count
  elseif count and tonumber(believed) >= now then
    others[#others + 1] = all[i]
    others[#others + 1] = count
  else
    redis.call('HDEL', KEYS[1], all[i])
  end
end
if ARGV[2] == '0' then
  redis.call('HDEL', KEYS[1], ARGV[1])
else
  redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now + tonumber(ARGV[3])))
end
redis.call('PEXPIRE', KEYS[1], ARGV[4])
redis.call('PEXPIRE', KEYS[2], ARGV[4])
if before ~= ARGV[2] then redis.call('{publish}', ARGV[5], '@' .. ARGV[1] .. ' ' .. ARGV[2]) end
return others
"""


def scripts(*, sharded: bool) -> tuple[str, str]:
    """The scripts that set a value and that count clients; ``sharded`` for a cluster."""
    publish = "SPUBLISH" if sharded else "PUBLISH"
    return _SET.format(publish=publish), _COUNT_CLIENTS.format(publish=publish)
