"""Whole games between programs at two relay processes that share their rooms through a real Redis."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.interop.conftest import PATIENCE, Start
from tests.interop.test_relays import happenings, kill, links, moves, same_end, serve
from tests.relay.redis_server import RedisServer, redis_server

pytestmark = pytest.mark.timeout(PATIENCE + 40)


@pytest.fixture
def redis() -> Iterator[RedisServer]:
    with redis_server() as server:
        yield server


def play(start: Start, player: Start, redis: RedisServer, deal: list[str]) -> None:
    """A game of two, each at a relay of its own; Redis is emptied on the way, and the relay of the host killed."""
    (first, port), (_, other) = [serve(start, 0, "--redis", redis.url) for _ in range(2)]
    here, there = f"ws://127.0.0.1:{port}/", f"ws://127.0.0.1:{other}/"
    host = player("Ana", here, "--relay", there, "host", "--auto", "--countdown", "0", "--games", "1", *deal)
    guest = player("Ben", there, "join", "--auto", P2PSCRABBLE_CODE=str(host.event("room")["code"]))
    said: list[dict[str, object]] = []
    for one in happenings(host):
        said.append(one)
        if one["event"] == "move" and moves(said) == 4:
            redis.kill()
            redis.start()
        if one["event"] == "move" and moves(said) == 8:
            kill(first)
    same_end(said[-1], host, guest)
    assert any(text.startswith("Connected to ") and there in text for text in links(said))


def test_a_game_between_two_relays(start: Start, player: Start, redis: RedisServer) -> None:
    play(start, player, redis, ["--deal", "open"])


@pytest.mark.soak
@pytest.mark.parametrize("round_", range(5))
def test_sealed_games_between_two_relays(round_: int, start: Start, player: Start, redis: RedisServer) -> None:
    play(start, player, redis, [])
    assert round_ >= 0
