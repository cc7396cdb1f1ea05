"""Every behaviour of the real cloud servers on which a client can rely, against a running relay."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import aiohttp
import pytest

from p2pscrabble_relay.limits import PROFILES

if TYPE_CHECKING:
    from tests.relay.conftest import Client, Open, Place, Reached


def message(name: str, value: object) -> str:
    return json.dumps({"method": "set", "name": name, "value": value}, ensure_ascii=False, separators=(",", ":"))


async def pair(place: Place, room: object = "room") -> tuple[Client, Client]:
    return await place.join(room, "alice"), await place.join(room, "bob")


# Handshake


async def test_a_handshake_gets_no_reply_and_an_empty_room_says_nothing(place: Place) -> None:
    alice, bob = await pair(place)
    await bob.set("☁ x", "1")
    assert await alice.frame() == message("☁ x", "1")


async def test_a_newcomer_gets_all_variables_in_one_frame(place: Place) -> None:
    alice = await place.join()
    for number in range(128):
        await alice.set(f"☁ {number}", str(number))
    await place.settled(alice)
    bob = await place.join()
    assert (await bob.frame()).split("\n") == [message(f"☁ {number}", str(number)) for number in range(128)]


async def test_the_last_values_come_before_the_newcomers_own_set_counts(place: Place) -> None:
    alice = await place.join()
    await alice.set("☁ x", "1")
    await place.settled(alice)
    bob = await place.connect()
    await bob.handshake()
    await bob.set("☁ x", "2")
    assert await bob.frame() == message("☁ x", "1")
    assert await alice.frame() == message("☁ x", "2")


async def test_the_same_room_is_the_same_text_or_number(place: Place) -> None:
    alice = await place.join("12345678")
    bob = await place.join(12345678)
    await alice.set("☁ x", "1")
    assert await bob.frame() == message("☁ x", "1")


@pytest.mark.parametrize("room", ["r", "r" * 999, "☁ any text", None, True])
async def test_rooms_that_are_accepted(place: Place, room: object) -> None:
    alice, bob = await pair(place, room)
    await alice.set("☁ x", "1")
    assert await bob.frame() == message("☁ x", "1")


@pytest.mark.parametrize("room", ["", "r" * 1_000])
async def test_rooms_that_are_not(place: Place, room: str) -> None:
    client = await place.connect()
    await client.handshake(room)
    code, reason = await client.closed()
    assert code == 4000
    assert "project_id" in reason


@pytest.mark.parametrize("user", ["", "a" * 21, "bad name", 5, None])
async def test_users_that_are_not_accepted(place: Place, user: object) -> None:
    client = await place.connect()
    await client.handshake("room", user)
    assert (await client.closed())[0] == 4002


async def test_users_may_repeat(place: Place) -> None:
    alice = await place.join("room", "same")
    bob = await place.join("room", "same")
    await alice.set("☁ x", "1")
    assert await bob.frame() == message("☁ x", "1")


async def test_a_second_handshake(place: Place) -> None:
    client = await place.join()
    await client.handshake()
    assert await client.closed() == (4000, "a second handshake")


@pytest.mark.parametrize("value", ["1", "not a number", "9" * 100_001])
async def test_set_before_handshake(place: Place, value: str) -> None:
    client = await place.connect()
    await client.set("☁ x", value)
    assert await client.closed() == (4000, "set before handshake")


async def test_rename_and_delete_before_handshake_are_ignored(place: Place) -> None:
    client = await place.connect()
    await client.say({"method": "rename"}, {"method": "delete"})
    await client.handshake()
    await place.settled(client)
    assert not client.ws.closed


async def test_a_scratch_session_cookie(place: Place) -> None:
    client = await place.connect(Cookie="scratchsessionsid=secret; a=b")
    told = await client.ws.receive()
    assert told.type is aiohttp.WSMsgType.TEXT
    assert "Scratch" in told.data
    assert (await client.closed())[0] == 4005


async def test_any_path_will_do(place: Place) -> None:
    async with place.session.ws_connect(place.running.url + "some/path?with=query") as ws:
        await ws.send_str('{"method":"handshake","project_id":"room","user":"a"}')
        alice = await place.join()
        await alice.set("☁ x", "1")
        assert (await ws.receive_str()) == message("☁ x", "1")


# Framing


@pytest.mark.parametrize("text", ["not json", "", "[]", "7", '{"method":"get"}', '{"kind":"set"}', "[" * 100_000])
async def test_what_is_no_message(place: Place, text: str) -> None:
    client = await place.join()
    await client.ws.send_str(text)
    code, reason = await client.closed()
    assert code == 4000
    assert reason


async def test_binary_frames_are_ignored(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.ws.send_bytes(b"\x00\xff" * 100)
    await alice.set("☁ x", "1")
    assert await bob.frame() == message("☁ x", "1")
    assert place.running.relay.counters.ignored["binary"] == 1


async def test_a_trailing_newline(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.ws.send_str(message("☁ x", "1") + "\n")
    assert await bob.frame() == message("☁ x", "1")


async def test_several_objects_in_one_frame(place: Place) -> None:
    """As scratchattach sends them, keys and all."""
    alice = await place.connect()
    bob = await place.join()
    packets = [
        {"method": "handshake", "user": "scratchattach", "project_id": "room"},
        {"method": "set", "name": "☁ x", "value": 1, "user": "scratchattach", "project_id": "room"},
        {"method": "set", "name": "☁ y", "value": "2", "user": "scratchattach", "project_id": "room"},
    ]
    await alice.ws.send_str("".join(json.dumps(packet) + "\n" for packet in packets))
    await bob.until("☁ y", "2")
    assert bob.values == {"☁ x": 1, "☁ y": "2"}


async def test_what_stood_before_the_mistake_counts(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.ws.send_str(message("☁ x", "1") + "\nnonsense\n" + message("☁ x", "2"))
    assert (await alice.closed())[0] == 4000
    await bob.until("☁ x", "1")
    carol = await place.join()
    await carol.until("☁ x", "1")


async def test_a_frame_of_a_mebibyte_passes_and_a_longer_one_closes(place: Place) -> None:
    alice, bob = await pair(place)
    rest = len('{"method":"set","name":"x","value":"1","pad":""}')
    for size, arrives in ((1_048_576, True), (1_048_577, False)):
        await alice.ws.send_str('{"method":"set","name":"x","value":"1","pad":"' + "p" * (size - rest) + '"}')
        if arrives:
            await bob.until("x", "1")
    assert (await alice.closed())[0] == 1009


async def test_1009_is_heard_whatever_is_still_under_way(place: Place) -> None:
    alice = await place.join()
    await alice.ws.send_str("x" * 30_000_000)
    assert (await alice.closed())[0] == 1009
    assert place.running.relay.counters.refused["frame_bytes"] == 1


async def test_text_that_is_no_utf8(place: Place) -> None:
    alice = await place.join()
    await alice.ws.send_frame(b"\xff\xfe", aiohttp.WSMsgType.TEXT)
    assert (await alice.closed())[0] == 1007


# Setting


async def test_a_set_is_not_echoed(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.set("☁ x", "1")
    await bob.until("☁ x", "1")
    await bob.set("☁ y", "2")
    await alice.until("☁ y", "2")
    assert alice.changes == [("☁ y", "2")]


async def test_rooms_are_apart(place: Place) -> None:
    alice = await place.join("a")
    bob = await place.join("b")
    await alice.set("☁ x", "1")
    await place.settled(alice)
    carol = await place.join("b")
    await carol.set("☁ y", "2")
    assert await bob.frame() == message("☁ y", "2")


async def test_create_sets_and_rename_and_delete_do_nothing(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.set("☁ x", "1", method="create")
    await bob.until("☁ x", "1")
    await alice.set("☁ x", "2", method="create")
    await bob.until("☁ x", "2")
    await alice.say({"method": "rename", "name": "☁ x", "new_name": "☁ z"}, {"method": "delete", "name": "☁ x"})
    await alice.say({"method": "delete", "name": "☁ nothing"})
    await place.settled(alice)
    carol = await place.join()
    await carol.until("☁ x", "2")
    assert carol.changes == [("☁ x", "2")]


@pytest.mark.parametrize("value", ["", "0", "-0", "-.", "007", "1.", ".5", "9" * 257, "9" * 100_000, 5, -1.5, 1e100])
async def test_values_that_arrive_as_they_are(place: Place, value: object) -> None:
    alice, bob = await pair(place)
    await alice.set("☁ x", value)
    await bob.frame()
    assert bob.changes == [("☁ x", value)]


async def test_numbers_lose_their_precision(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.set("☁ x", 12345678901234567890)
    assert await bob.frame() == '{"method":"set","name":"☁ x","value":12345678901234567000}'


@pytest.mark.parametrize("value", ["-", ".", "+5", "1e5", " 1", "\u0661", "9" * 100_001, True, None, [1], {"a": 1}])
async def test_values_that_are_ignored_in_silence(place: Place, value: object) -> None:
    alice, bob = await pair(place)
    await alice.set("☁ x", value)
    await alice.set("☁ y", "1")
    assert await bob.frame() == message("☁ y", "1")
    assert sum(place.running.relay.counters.ignored[reason] for reason in ("value", "value_length")) == 1


@pytest.mark.parametrize("name", ["x", "☁ ", ":cloud: q", "", "☁ \ud800", "☁ " + "a" * 1_022])
async def test_names_that_are_accepted(place: Place, name: str) -> None:
    alice, bob = await pair(place)
    await alice.set(name, "1")
    await bob.until(name, "1")


async def test_the_last_value_stays_when_all_have_left(place: Place) -> None:
    alice = await place.join()
    await alice.set("☁ x", "41")
    await alice.ws.close()
    bob = await place.join()
    await bob.until("☁ x", "41")


async def test_a_set_and_an_immediate_close(place: Place) -> None:
    alice, bob = await pair(place)
    await alice.set("☁ x", "41")
    await alice.ws.close()
    await bob.until("☁ x", "41")


async def test_the_newest_value_arrives_in_the_end(place: Place) -> None:
    alice, bob = await pair(place)
    for value in range(1, 501):
        await alice.set("☁ x", str(value))
    await bob.until("☁ x", "500")
    seen = [int(str(value)) for _, value in bob.changes]
    assert seen == sorted(set(seen))


async def test_one_writer_a_variable_leaves_everyone_with_the_same(place: Place) -> None:
    clients = [await place.join("room", f"player{number}") for number in range(4)]
    reading = [asyncio.create_task(client.until("☁ end", str(number))) for number, client in enumerate(clients)]
    for value in range(200):
        for number, client in enumerate(clients):
            await client.set(f"☁ {number}", str(value))
    other = await place.join("room", "other")
    for number, task in enumerate(reading):
        await place.settled(clients[number])
        await other.set("☁ end", str(number))
        await task
    for number, client in enumerate(clients):
        others = {f"☁ {other}": "199" for other in range(4) if other != number}
        assert {name: value for name, value in client.values.items() if name != "☁ end"} == others


# Limits


async def test_the_129th_variable_closes_its_setter_alone(place: Place) -> None:
    alice, bob = await pair(place)
    for number in range(129):
        await alice.set(f"☁ {number}", "1")
    code, reason = await alice.closed()
    assert (code, reason) == (4000, "the room has all its variables (limit variables-per-room 128)")
    await bob.until("☁ 127", "1")
    await bob.set("☁ 0", "2")
    carol = await place.join()
    assert len((await carol.frame()).split("\n")) == 128


async def test_the_129th_client_is_refused(place: Place) -> None:
    clients = [await place.join("room", f"player{number}") for number in range(128)]
    late = await place.connect()
    await late.handshake()
    assert await late.closed() == (4000, "the room is full (limit clients-per-room 128)")
    await clients[0].ws.close()
    await (await place.join("room", "next")).set("☁ x", "1")
    await clients[1].until("☁ x", "1")


async def test_the_name_is_too_long(place: Place) -> None:
    alice = await place.join()
    await alice.set("☁ " + "a" * 1_023, "1")
    assert await alice.closed() == (4000, "the name of a variable is too long (limit name-length 1024)")


async def test_the_tight_limits_of_scratch(open_relay: Open) -> None:
    limits = PROFILES["scratch"]
    place = await open_relay(
        value_length=limits.value_length, variables_per_room=limits.variables_per_room, messages_per_second=1_000
    )
    alice, bob = await pair(place)
    await alice.set("☁ x", "9" * 257)
    await alice.set("☁ x", "9" * 256)
    assert await bob.frame() == message("☁ x", "9" * 256)
    for number in range(10):
        await alice.set(f"☁ {number}", "1")
    assert (await alice.closed())[0] == 4000


# Liveness


async def test_clients_are_pinged_and_their_pings_answered(open_relay: Open) -> None:
    place = await open_relay(ping_interval=0.2)
    ws = await place.session.ws_connect(place.running.url, autoping=False)
    await ws.ping(b"are you there")
    answer = await ws.receive(timeout=60)
    assert (answer.type, answer.data) == (aiohttp.WSMsgType.PONG, b"are you there")
    await ws.send_str('{"method":"handshake","project_id":"room","user":"a"}')
    for _ in range(3):
        ping = await ws.receive(timeout=60)
        assert ping.type is aiohttp.WSMsgType.PING
        await ws.pong(ping.data)
    await ws.close()


async def test_a_client_that_answers_no_ping_is_dropped(open_relay: Open, reached: Reached) -> None:
    place = await open_relay(ping_interval=0.2)
    ws = await place.session.ws_connect(place.running.url, autoping=False)
    await ws.send_str('{"method":"handshake","project_id":"room","user":"a"}')
    assert (await ws.receive(timeout=60)).type is aiohttp.WSMsgType.PING
    end = await ws.receive(timeout=60)
    assert end.type in {aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR}
    assert ws.close_code == 1006
    await reached(lambda: place.running.relay.connections == 0)


async def test_no_handshake_in_time(open_relay: Open) -> None:
    place = await open_relay(handshake_timeout=0.2)
    client = await place.connect()
    assert await client.closed() == (4000, "no handshake in time (limit handshake-timeout)")


async def test_compression_is_not_negotiated(place: Place) -> None:
    async with place.session.ws_connect(place.running.url, compress=15) as ws:
        assert not ws.compress
