"""Writes the test vectors of the sealed bag: ``python -m tests.vectors.make_vectors``.

They only change if the formulas do, and then nobody can follow games that were played before. ``docs/sealed-bag.md``
says what is in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from p2pscrabble.bag import h, pack, prf, shuffle_permutation
from p2pscrabble.bag.group import hash_to_group
from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.deck import generators, tile_points
from p2pscrabble.bag.sealed.record import (
    Closed,
    Dealt,
    Drew,
    Event,
    Laid,
    LeftOpen,
    RackShuffled,
    Sent,
    Vanished,
    Withdrawn,
    follow,
)
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.bag.sealed.transcript import Context, Purpose, challenge, secret
from tests.bag.sealed.game import Game

FOLDER: Final = Path(__file__).parent
TILES: Final = (0, 9, 30, 55, 81, 98)
Json: TypeAlias = str | int | Sequence["Json"] | Mapping[str, "Json"]


def primitives() -> Mapping[str, Json]:
    """Hashes, challenges, secrets, permutations and points."""
    seed = bytes(range(16))
    context = Context(bytes(range(32)), Purpose.SHOW, 1, 2, 3, b"turn")
    product = secret(seed, "a", 1) * hash_to_group("a", 1)
    return {
        "seed": seed.hex(),
        "pack": {"items": ["text ab", "bytes 0001", "integer -129"], "packed": pack("ab", b"\0\1", -129).hex()},
        "hash": {"items": ["text a", "integer 1"], "hash": h("a", 1).hex()},
        "prf": {"items": ["text a", "integer 1"], "prf": prf(seed, "a", 1).hex()},
        "secret": {"items": ["text a", "integer 1"], "scalar": secret(seed, "a", 1).data.hex()},
        "challenge": {"items": ["text a", "integer 1"], "scalar": challenge("a", 1).data.hex()},
        "context": context.data.hex(),
        "permutation": {"epoch": 0, "step": 3, "permutation": list(shuffle_permutation(seed, 0, 3, 20))},
        "hash_to_group": {"items": ["text a", "integer 1"], "point": hash_to_group("a", 1).data.hex()},
        "product": {"scalar": secret(seed, "a", 1).data.hex(), "point": product.data.hex()},
        "tiles": [point.data.hex() for point in tile_points()],
        "generators": [point.data.hex() for point in generators()],
    }


def play() -> Game:
    """Three seats and six tiles: everything that can happen, as far as six tiles allow."""
    game = Game(3, "vectors", TILES).dealt(1)
    game.exchange(1, 1)
    game.draw(0, 1)
    game.exchange(0, 2)
    game.shuffle_rack(0)
    game.lay(2, 1)
    game.vanish(2)
    game.draw(1, 1)
    game.withdraw(2, tuple(game.state.board))
    game.close()
    return game


def event_json(event: Event) -> Mapping[str, Json]:
    """One event of a game; a seat's message as hexadecimal digits."""
    match event:
        case Sent(duty, body):
            return {"event": "sent", "kind": duty.kind.value, "seat": duty.seat, "body": body.hex()}
        case Dealt(count):
            return {"event": "dealt", "count": count}
        case Drew(seat, count, back):
            return {"event": "drew", "seat": seat, "count": count, "back": list(back)}
        case Laid(seat, body, turn):
            return {"event": "laid", "seat": seat, "body": body.hex(), "turn": turn.hex()}
        case RackShuffled(seat, body):
            return {"event": "rack shuffled", "seat": seat, "body": body.hex()}
        case Withdrawn(seat, tiles):
            return {"event": "withdrawn", "seat": seat, "tiles": list(tiles)}
        case LeftOpen(seat, seed):
            return {"event": "left", "seat": seat, "seed": seed.hex()}
        case Vanished(seats, epoch):
            return {"event": "vanished", "seats": list(seats), "epoch": epoch}
        case Closed():
            return {"event": "closed"}


def tiles_json(game: Game, state: Sealed | Rekeying) -> Mapping[str, Json]:
    """What is on the racks, which only the seeds tell, and how many tiles are in the bag."""
    base = state.base if isinstance(state, Rekeying) else state
    racks: list[Json] = [list(seat.rack(base).values()) for seat in game.seats]
    return {"racks": racks, "bag": len(base.deck)}


def whole_game() -> Mapping[str, Json]:
    """A game with its seeds, all messages, and the tiles on all racks after each event that moved any."""
    game = play()
    events = [{**event_json(step.event), **tiles_json(game, step.after)} for step in follow(game.record)]
    found = audit(game.record, game.seeds)
    assert found.order is not None
    return {
        "game_id": game.game_id.hex(),
        "seeds": [seed.hex() for seed in game.seeds],
        "tiles": list(TILES),
        "keys": [body.hex() for body in game.record.keys],
        "events": events,
        "leftover": list(game.closing.leftover),
        "draws": [[seat, list(tiles)] for seat, tiles in found.order.draws],
    }


def text_of(value: Json) -> str:
    """As it is written to the files."""
    return json.dumps(value, indent=1) + "\n"


def main() -> None:
    """Writes both files."""
    for name, value in (("primitives", primitives()), ("game", whole_game())):
        (FOLDER / f"{name}.json").write_text(text_of(value), encoding="utf-8")


if __name__ == "__main__":
    main()
