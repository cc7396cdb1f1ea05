"""The test vectors, by both arithmetics: the program's own, and the slow one that shares nothing with it."""

from __future__ import annotations

import json
from typing import Any

from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.record import (
    Closed,
    Dealt,
    Drew,
    Event,
    Laid,
    RackShuffled,
    Record,
    Sent,
    Vanished,
    Withdrawn,
    follow,
)
from tests.bag.sealed import reference as slow
from tests.bag.sealed.game import REMEMBERING
from tests.bag.sealed.reference_game import SlowGame
from tests.vectors.make_vectors import FOLDER, primitives, text_of, whole_game


def read(name: str) -> tuple[str, dict[str, Any]]:
    text = (FOLDER / f"{name}.json").read_text(encoding="utf-8")
    return text, json.loads(text)


def test_the_files_are_what_the_program_makes() -> None:
    assert read("primitives")[0] == text_of(primitives())
    assert read("game")[0] == text_of(whole_game())


def test_the_primitives_by_the_slow_arithmetic() -> None:
    _, vectors = read("primitives")
    seed = bytes.fromhex(vectors["seed"])
    point = slow.to_group("a", 1)
    scalar = slow.secret(seed, "a", 1)
    assert vectors["pack"]["packed"] == slow.pack("ab", b"\0\1", -129).hex()
    assert vectors["hash"]["hash"] == slow.hashed("a", 1).hex()
    assert vectors["prf"]["prf"] == slow.prf(seed, "a", 1).hex()
    assert vectors["secret"]["scalar"] == slow.number_bytes(scalar).hex()
    assert vectors["challenge"]["scalar"] == slow.number_bytes(slow.challenge("a", 1)).hex()
    assert vectors["context"] == slow.context(bytes(range(32)), "show", 1, 2, 3, b"turn").hex()
    assert vectors["permutation"]["permutation"] == slow.permutation(20, seed, "shuffle", 0, 3)
    assert vectors["hash_to_group"]["point"] == slow.encoded(point).hex()
    assert vectors["product"]["point"] == slow.encoded(slow.times(scalar, point)).hex()
    assert vectors["tiles"] == [slow.encoded(slow.tile_point(tile)).hex() for tile in range(100)]
    assert vectors["generators"] == [slow.encoded(slow.generator(number)).hex() for number in range(101)]


def test_a_whole_game_by_the_slow_arithmetic() -> None:
    """Every message made again from the seeds, and every proof of a shuffle verified."""
    _, vectors = read("game")
    game_id, seeds = bytes.fromhex(vectors["game_id"]), [bytes.fromhex(seed) for seed in vectors["seeds"]]
    assert vectors["keys"] == [slow.key_share(seed, game_id, seat).hex() for seat, seed in enumerate(seeds)]
    game = SlowGame(game_id, seeds, vectors["tiles"])
    for event in vectors["events"]:
        if "body" in event:
            assert game.body(event).hex() == event["body"], event
        game.happen(event)
        assert [game.rack(seat) for seat in range(3)] == event["racks"] or game.rekeying, event
    keys = [game.x[seat] for seat in game.seats]
    assert [game.tile(cipher, keys) for cipher in game.deck] == vectors["leftover"]


def test_a_whole_game_by_whoever_reads_the_file() -> None:
    _, vectors = read("game")
    keys = tuple(bytes.fromhex(body) for body in vectors["keys"])
    events = tuple(event_of(event) for event in vectors["events"])
    record = Record(bytes.fromhex(vectors["game_id"]), keys, events, tuple(vectors["tiles"]))
    assert len(list(follow(record, REMEMBERING))) == len(events)
    found = audit(record, [bytes.fromhex(seed) for seed in vectors["seeds"]], REMEMBERING)
    assert found.clean
    assert found.order is not None
    assert [[seat, list(tiles)] for seat, tiles in found.order.draws] == vectors["draws"]
    assert list(found.order.bag.tiles) == vectors["leftover"]


def event_of(event: dict[str, Any]) -> Event:
    name, seat, body = event["event"], event.get("seat", 0), bytes.fromhex(event.get("body", ""))
    events: dict[str, Event] = {
        "sent": Sent(Duty(Kind(event.get("kind", "deck")), seat), body),
        "dealt": Dealt(event.get("count", 0)),
        "drew": Drew(seat, event.get("count", 0), tuple(event.get("back", ()))),
        "laid": Laid(seat, body, bytes.fromhex(event.get("turn", ""))),
        "rack shuffled": RackShuffled(seat, body),
        "withdrawn": Withdrawn(seat, tuple(event.get("tiles", ()))),
        "vanished": Vanished(tuple(event.get("seats", ())), event.get("epoch", 0)),
        "closed": Closed(),
    }
    return events[name]
