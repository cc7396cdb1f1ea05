"""Relays that serve the same rooms through Redis: a real server that is killed, stopped, emptied, tampered with."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack

import aiohttp
import pytest

from p2pscrabble_relay import redis_link, store
from p2pscrabble_relay.limits import Limits
from p2pscrabble_relay.records import keys, record
from p2pscrabble_relay.redis_servers import Servers
from p2pscrabble_relay.server import Relay
from tests.relay.conftest import Client, Place, Reached
from tests.relay.redis_server import RedisServer, redis_cluster, redis_server

OpenShared = Callable[..., Awaitable[Place]]


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_link, "SILENCE", 0.6)
    monkeypatch.setattr(redis_link, "PING_SECONDS", 0.2)
    monkeypatch.setattr(redis_link, "RETRY_SECONDS", (0.05, 0.1))
    monkeypatch.setattr(store, "RETRY_SECONDS", (0.05, 0.1))


@pytest.fixture
async def shared() -> AsyncIterator[OpenShared]:
    """Start a relay that shares its rooms through this server; it stops with the test."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())

        async def open_place(server: RedisServer, **limits: float) -> Place:
            running = await stack.enter_async_context(Relay(Limits().changed(**limits), redis=server.url).serve())
            place = Place(running, session)
            stack.push_async_callback(place.close)
            return place

        yield open_place


async def health(place: Place) -> tuple[str, str]:
    """What /healthz says, and whether /metrics says that Redis is there."""
    _, text = await place.get("/healthz")
    _, metrics = await place.get("/metrics")
    up = next(line for line in metrics.splitlines() if line.startswith("p2pscrabble_relay_redis_up "))
    return json.loads(text)["status"], up.split()[1]


def sharing(place: Place) -> bool:
    assert place.running.relay.store is not None
    return not place.running.relay.store.degraded and not place.running.relay.store.waiting


async def test_what_is_set_at_one_relay_is_told_at_the_other(shared: OpenShared, redis: RedisServer) -> None:
    here, there = await shared(redis), await shared(redis)
    alice, bob = await here.join("room", "alice"), await there.join("room", "bob")
    elsewhere = await there.join("another room", "carol")
    await alice.set("☁ x", "0123")
    await bob.until("☁ x", "0123")
    await bob.set('☁ \u2028"\ud800', -1.5e300)
    await alice.until('☁ \u2028"\ud800', -1.5e300)
    late = [await place.join("room", "late") for place in (here, there)]
    for client in late:
        assert len((await client.frame()).split("\n")) == 2
        assert client.values == {"☁ x": "0123", '☁ \u2028"\ud800': -1.5e300}
    assert alice.changes == [('☁ \u2028"\ud800', -1.5e300)], "a writer is not told what it has set"
    assert elsewhere.changes == []
    assert await health(here) == ("ok", "1")


async def test_nobody_who_enters_is_left_with_an_old_value(shared: OpenShared, redis: RedisServer) -> None:
    here, there = await shared(redis), await shared(redis)
    alice = await here.join("room", "alice")
    done = False

    async def write() -> int:
        value = 0
        while not done:
            value += 1
            await alice.set("☁ x", str(value))
            await asyncio.sleep(0)
        return value

    writing = asyncio.create_task(write())
    readers: list[Client] = []
    for _ in range(12):  # the first one of each round makes the relay listen, the last one to leave makes it stop
        client = await there.join("room", "bob")
        await client.frame()
        readers.append(client)
        if len(readers) % 3 == 0:
            for reader in readers[-3:-1]:
                await reader.ws.close()
    done = True
    last = str(await writing)
    for reader in readers[2::3]:
        await reader.until("☁ x", last)
        values = [int(str(value)) for _, value in reader.changes]
        assert values == sorted(set(values)), "time goes one way"


async def test_a_redis_that_stands_still_costs_nothing_but_the_other_relay(
    shared: OpenShared, redis: RedisServer, reached: Reached, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "p2pscrabble_relay")
    here, there = await shared(redis), await shared(redis)
    alice, bob = await here.join("room", "alice"), await here.join("room", "bob")
    carol = await there.join("room", "carol")
    await alice.set("☁ x", "1")
    await carol.until("☁ x", "1")
    redis.pause()
    await reached(lambda: not sharing(here) and not sharing(there))
    for value in range(2, 500):
        await alice.set("☁ x", str(value))
        await alice.set("☁ y", str(-value))
    await bob.until("☁ x", "499")
    assert here.running.relay.store is not None
    assert here.running.relay.store.waiting <= 4, "what waits is kept once for each variable"
    dave = await there.join("room", "dave")
    await dave.until("☁ x", "1")
    assert await health(here) == await health(there) == ("degraded", "0")
    redis.resume()
    for client in (carol, dave):
        await client.until("☁ x", "499")
        await client.until("☁ y", "-499")
    await reached(lambda: sharing(here) and sharing(there))
    assert await health(here) == ("ok", "1")
    lost = [record.getMessage() for record in caplog.records if "Redis" in record.getMessage()]
    assert sum("Redis is lost (" in line for line in lost) == sum("Redis is there again" in line for line in lost) == 2
    for private in ("☁", "499", "alice", redis.url):
        assert private not in caplog.text


@pytest.mark.parametrize("options", [(), ("--appendonly", "yes", "--appendfsync", "always")], ids=["empty", "kept"])
async def test_a_redis_that_is_restarted_is_told_all_that_is_newer(
    options: tuple[str, ...], shared: OpenShared, reached: Reached
) -> None:
    with redis_server(*options) as redis:
        here, there = await shared(redis), await shared(redis)
        alice, carol = await here.join("room", "alice"), await there.join("room", "carol")
        left = await here.join("left room", "alice")
        for value in range(30):
            await alice.set(f"☁ {value}", "1")
        await left.set("☁ z", "26")
        await carol.set("☁ y", "1")
        await carol.until("☁ 29", "1")
        await left.ws.close()
        await reached(lambda: sharing(here) and here.running.relay.rooms.occupied == 1)
        redis.kill()
        await reached(lambda: not sharing(here) and not sharing(there))
        await alice.set("☁ x", "2")
        await carol.set("☁ y", "2")
        redis.start()
        await carol.until("☁ x", "2")
        await alice.until("☁ y", "2")
        await reached(lambda: sharing(here) and sharing(there))
        third = await shared(redis)
        dave = await third.join("room", "dave")
        await dave.frame()
        assert len(dave.values) == 32
        assert (dave.values["☁ x"], dave.values["☁ y"]) == ("2", "2")
        erin = await third.join("left room", "erin")
        await erin.until("☁ z", "26")


async def test_a_redis_that_comes_back_with_old_values_is_told_the_newer_ones_of_empty_rooms_too(
    shared: OpenShared, redis: RedisServer, reached: Reached
) -> None:
    here = await shared(redis)
    alice = await here.join("room", "alice")
    await alice.set("☁ x", "1")
    await here.settled(alice)
    await reached(lambda: sharing(here))
    assert redis.ask("SAVE") == "+OK"
    await alice.set("☁ x", "2")
    await alice.ws.close()
    await reached(lambda: sharing(here) and not here.running.relay.rooms.occupied)
    redis.kill()
    await reached(lambda: not sharing(here))
    redis.start()
    await reached(lambda: sharing(here) and redis.answer("HVALS", keys("room").values.decode()).endswith('"2"\r\n'))
    bob = await (await shared(redis)).join("room", "bob")
    await bob.frame()
    assert bob.changes == [("☁ x", "2")]


async def test_a_redis_that_refuses_writes_is_not_tried_all_the_time(
    shared: OpenShared,
    redis: RedisServer,
    reached: Reached,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(redis_link, "RETRY_SECONDS", (0.05, 0.8))
    here = await shared(redis)
    alice = await here.join("room", "alice")
    redis.ask("CONFIG", "SET", "maxmemory", "1")
    await alice.set("☁ x", "1")
    await reached(lambda: here.running.relay.counters.redis_lost > 0)
    await asyncio.sleep(1.5)
    assert here.running.relay.counters.redis_lost <= 7
    assert "Redis is lost (OutOfMemoryError)" in caplog.text
    redis.ask("CONFIG", "SET", "maxmemory", "0")
    await reached(lambda: sharing(here) and redis.ask("HLEN", keys("room").values.decode()) == ":1")


async def test_rooms_that_expire_while_redis_is_away_leave_nothing(
    shared: OpenShared, redis: RedisServer, reached: Reached
) -> None:
    here = await shared(redis)
    await reached(lambda: sharing(here))
    redis.kill()
    await reached(lambda: not sharing(here))
    for number in range(5):
        alice = await here.join(f"room {number}", "alice")
        await alice.set("☁ x", "1")
        await here.settled(alice)
        await alice.ws.close()
    rooms, relay_store = here.running.relay.rooms, here.running.relay.store
    await reached(lambda: not rooms.occupied)
    assert relay_store is not None
    assert relay_store.waiting == 5
    rooms.expire(asyncio.get_running_loop().time() + 1e6)
    (link,) = relay_store._links.values()
    assert not any((link.values, link.counts, link.loads, link.idle, link.subscriptions))
    redis.start()
    await reached(lambda: sharing(here))
    assert redis.ask("DBSIZE") == ":0"


@pytest.mark.parametrize(("owner", "name"), [(store.Store, "loaded"), (Servers, "slots")])
async def test_an_error_of_the_relay_itself_is_logged_and_the_way_to_redis_begins_anew(
    owner: type,
    name: str,
    shared: OpenShared,
    redis: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    right = getattr(owner, name)
    wrong = [KeyError]

    def once_wrong(*arguments: object) -> object:
        if wrong:
            raise wrong.pop()
        return right(*arguments)

    monkeypatch.setattr(owner, name, once_wrong)
    here, there = await shared(redis), await shared(redis)
    alice, bob = await here.join("room", "alice"), await there.join("room", "bob")
    await alice.set("☁ x", "1")
    await bob.until("☁ x", "1")
    await bob.set("☁ x", "2")
    await alice.until("☁ x", "2")
    assert caplog.text.count("the way to Redis met an error of this relay") == 1


async def test_a_relay_starts_without_redis_and_finds_it_later(
    shared: OpenShared, redis: RedisServer, reached: Reached
) -> None:
    redis.kill()
    here, there = await shared(redis), await shared(redis)
    alice, bob = await here.join("room", "alice"), await there.join("room", "bob")
    await alice.set("☁ x", "1")
    await bob.set("☁ y", "2")
    redis.start()
    await alice.until("☁ y", "2")
    await bob.until("☁ x", "1")
    await reached(lambda: sharing(here) and sharing(there))


async def test_the_last_that_a_relay_was_told_is_written_before_it_ends(redis: RedisServer) -> None:
    async with aiohttp.ClientSession() as session:
        async with Relay(redis=redis.url).serve() as running:
            place = Place(running, session)
            alice = await place.join("room", "alice")
            redis.pause()
            await alice.set("☁ x", "7")
            await place.settled(alice)
            redis.resume()
        async with Relay(redis=redis.url).serve() as running:
            place = Place(running, session)
            bob = await place.join("room", "bob")
            await bob.until("☁ x", "7")
            await place.close()


async def test_clients_and_variables_of_a_room_are_counted_together(
    shared: OpenShared, redis: RedisServer, reached: Reached
) -> None:
    here, there = [await shared(redis, clients_per_room=3, variables_per_room=2) for _ in range(2)]
    alice, bob = await here.join("room", "alice"), await here.join("room", "bob")
    carol = await there.join("room", "carol")
    late = await there.connect()
    await late.handshake()
    assert await late.closed() == (4000, "the room is full (limit clients-per-room 3)")
    await bob.ws.close()
    await reached(lambda: sum(next(iter(there.running.relay.rooms)).elsewhere.values()) == 1)
    await there.join("room", "dave")
    await alice.set("☁ a", "1")
    await carol.until("☁ a", "1")
    await carol.set("☁ b", "1")
    await alice.until("☁ b", "1")
    await alice.set("☁ c", "1")
    assert await alice.closed() == (4000, "the room has all its variables (limit variables-per-room 2)")


async def test_the_clients_of_a_room_are_known_before_its_values(shared: OpenShared, redis: RedisServer) -> None:
    here = await shared(redis, clients_per_room=2)
    for number in range(4):
        names = keys(f"room {number}")
        redis.ask("HSET", names.clients.decode(), "00ff", f"2 {int(time.time()) + 60}")
        for variable in range(number * 10):
            redis.ask("HSET", names.values.decode(), f"☁ {variable}", record(5, b'"%b"' % (b"1" * 90_000)).decode())
        late = await here.connect()
        await late.handshake(f"room {number}")
        assert await late.closed() == (4000, "the room is full (limit clients-per-room 2)")


async def test_of_variables_that_are_made_at_once_no_more_than_the_room_may_have_stay(
    shared: OpenShared, redis: RedisServer, reached: Reached
) -> None:
    here, there = [await shared(redis, variables_per_room=4) for _ in range(2)]
    alice, carol = await here.join("room", "alice"), await there.join("room", "carol")
    redis.pause()
    for number in range(4):
        await alice.set(f"☁ a{number}", "1")
        await carol.set(f"☁ c{number}", "1")
    await here.settled(alice)
    await there.settled(carol)
    redis.resume()
    rooms = [next(iter(place.running.relay.rooms)) for place in (here, there)]
    await reached(lambda: rooms[0].variables.keys() == rooms[1].variables.keys() and sharing(here) and sharing(there))
    assert len(rooms[0].variables) == 4
    refused = sum(place.running.relay.counters.ignored["variables_per_room"] for place in (here, there))
    assert refused + sum(place.running.relay.counters.ignored["shared"] for place in (here, there)) >= 4


async def test_clients_of_a_relay_that_has_died_are_forgotten(
    shared: OpenShared, redis: RedisServer, reached: Reached, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TOUCH_SECONDS", 0.2)
    names = keys("room")
    redis.ask("HSET", names.clients.decode(), "00ff", f"2 {int(time.time()) + 2}", "00fe", "x", "00fd", "9 1")
    here = await shared(redis, clients_per_room=3)
    await here.join("room", "alice")
    room = next(iter(here.running.relay.rooms))
    assert room.elsewhere == {b"00ff": 2}
    await reached(lambda: not room.elsewhere)
    await here.join("room", "bob")


async def test_redis_forgets_a_room_that_nobody_uses(
    shared: OpenShared, redis: RedisServer, reached: Reached, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "TOUCH_SECONDS", 0.2)
    here = await shared(redis, room_expiry=0.2)
    alice = await here.join("room", "alice")
    await alice.set("☁ x", "1")
    await reached(lambda: redis.ask("DBSIZE") == ":2")
    await asyncio.sleep(1)
    assert redis.ask("DBSIZE") == ":2", "a room in use stays, though nothing is set"
    await alice.ws.close()
    await reached(lambda: redis.ask("DBSIZE") == ":0")


async def test_what_stands_in_redis_and_is_no_value_is_left_out(
    shared: OpenShared, redis: RedisServer, reached: Reached
) -> None:
    names = keys("room")
    good = record(5, b'"1"').decode()
    redis.ask("HSET", names.values.decode(), "☁ x", good, "☁ y", "noise", "☁ z", good + "x", "☁ long", good + "9" * 99)
    here = await shared(redis)
    alice = await here.join("room", "alice")
    await alice.frame()
    assert alice.values == {"☁ x": "1"}
    counters = here.running.relay.counters
    assert counters.ignored["shared"] == 3
    for noise in ("", "=", "@", "@00 9999999999", "noise", f'={record(9, b"1").decode()[:-1]}"'):
        redis.ask("PUBLISH", names.channel.decode(), noise)
    redis.ask("PUBLISH", names.channel.decode(), f"={record(9, b'2').decode()} ☁ x")
    await alice.until("☁ x", 2)
    assert counters.ignored["shared"] > 3
    redis.ask("DEL", names.values.decode())
    redis.ask("SET", names.values.decode(), "no hash")
    await alice.set("☁ x", "3")
    await reached(lambda: not sharing(here))
    redis.ask("DEL", names.values.decode())
    await reached(lambda: sharing(here))
    assert redis.ask("HLEN", names.values.decode()) == ":1"


async def test_a_cluster_has_the_rooms_spread_over_its_servers(shared: OpenShared, reached: Reached) -> None:
    with redis_cluster() as servers:
        here, there = await shared(servers[0]), await shared(servers[1])
        pairs = [(await here.join(f"room {n}", "alice"), await there.join(f"room {n}", "bob")) for n in range(8)]
        for number, (alice, bob) in enumerate(pairs):
            await alice.set("☁ x", str(number))
            await bob.until("☁ x", str(number))
            await bob.set("☁ y", str(number))
            await alice.until("☁ y", str(number))
        sizes = [int(server.ask("DBSIZE")[1:]) for server in servers]
        assert sum(sizes) == 16, "values and clients of eight rooms"
        assert all(sizes)
        # One room goes to the other server: those who use it are told so, and look for it there.
        names = keys("room 0")
        slot = servers[0].ask("CLUSTER", "KEYSLOT", names.values.decode())[1:]
        had = 0 if servers[0].ask("EXISTS", names.values.decode()) == ":1" else 1
        taker = servers[1 - had].answer("CLUSTER", "MYID").split("\r\n")[1]
        servers[had].ask("DEL", names.values.decode(), names.clients.decode())
        for server in (servers[1 - had], servers[had]):
            assert server.ask("CLUSTER", "SETSLOT", slot, "NODE", taker) == "+OK"
        alice, bob = pairs[0]
        await alice.set("☁ x", "100")
        await bob.until("☁ x", "100")
        await bob.set("☁ y", "100")
        await alice.until("☁ y", "100")
        await reached(lambda: sharing(here) and sharing(there))
        assert servers[1 - had].ask("EXISTS", names.values.decode()) == ":1"


@pytest.mark.parametrize("url", ["127.0.0.1:6379", "http://127.0.0.1/", "redis://127.0.0.1/?no_such_option=1"])
def test_a_url_that_is_none(url: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Servers(url)
