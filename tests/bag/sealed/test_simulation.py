"""New keys against an ideal dealer: whoever knows no tile of an honest seat can play it, and the others see the same.

The simulator of ``docs/sealed-bag.md``: in place of the honest seat 0 it sends points that are the first best, and says
of each proof that it holds, as who programs the random oracle can. What the others send is real, and all that they
check of their own is checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from p2pscrabble.bag.group import Point, hash_to_group
from p2pscrabble.bag.sealed import Checking, Duty, Kind, Rekeying, SealedSeat
from p2pscrabble.bag.sealed.deck import Cipher, encode_deck, tile_at, tile_points
from p2pscrabble.bag.sealed.keys import secret_key
from p2pscrabble.bag.sealed.record import Laid, Sent, Vanished
from p2pscrabble.bag.sealed.shares import Shares
from tests.bag.sealed.game import FEW, REMEMBERING, Game

PROGRAMMED = Checking(lambda _statement, _proof: None)
HONEST, OTHER, GONE = 0, 1, 2


def any_points(name: str) -> Iterator[Point]:
    """Points that have nothing to do with any tile."""
    return (hash_to_group("any", name, number) for number in count())


def any_ciphers(points: Iterator[Point], size: int) -> tuple[Cipher, ...]:
    return tuple(Cipher(next(points), next(points)) for _ in range(size))


def before_new_keys() -> Game:
    game = Game(3, "ideal").dealt()
    game.lay(HONEST, 1)
    game.happen(Vanished((GONE,), 1))
    return game


def simulated(start: Rekeying, other: SealedSeat, places: tuple[int, ...], name: str) -> Rekeying:
    """New keys with no use of anything that seat 0 knows; ``places`` are where the tiles of the racks are found."""
    points = any_points(name)
    size = len(start.chain.deck)
    state = start.take(Duty(Kind.DECK, HONEST), encode_deck(any_ciphers(points, size)))
    state = state.take(Duty(Kind.PROOF, HONEST), b"programmed", PROGRAMMED)
    carried = any_ciphers(points, len(start.base.racks[HONEST]))
    state = replace(state, carried=(carried, *state.carried[1:]))
    for kind in (Kind.DECK, Kind.PROOF, Kind.CARRIED):
        state = state.take(Duty(kind, OTHER), other.answer(state, kind), REMEMBERING)
    raised = any_ciphers(points, size + len(places))
    state = replace(state, raised=raised, raising=state.raising[1:])
    state = state.take(Duty(Kind.RAISED, OTHER), other.answer(state, Kind.RAISED))
    body = other.answer(state, Kind.TAGS)
    state = state.take(Duty(Kind.TAGS, OTHER), body)
    tags = [next(points) for _ in range(size)]
    tags += [tags[place] for place in places]
    theirs = Shares.decode(body, len(tags)).points
    shares = tuple(
        cipher.b - share - tag for cipher, share, tag in zip(state.raised, theirs, tags, strict=True)
    )  # so that what is left is the tag
    return replace(state, tags=(shares, *state.tags[1:]))


def test_who_knows_no_tile_of_a_seat_can_play_it_and_open_whatever_the_dealer_deals() -> None:
    game = before_new_keys()
    key = secret_key(game.seeds[OTHER], game.game_id)
    own = tuple(slot.tile(key) for slot in game.rekeying.base.racks[OTHER])
    hidden = [tile for tile in FEW if tile not in own and tile not in game.rekeying.base.board]
    for number, places in enumerate(((0, 1, 2, 3, 4), (16, 3, 9, 0, 12))):
        state = simulated(game.rekeying, game.seats[OTHER], places, f"run {number}")
        assert state.duties == ()
        after = state.done()
        assert len(after.deck) == len(FEW) - 1 - 2 - 3
        assert tuple(slot.tile(key) for slot in after.racks[OTHER]) == own, "its own rack is as it was"
        for tile in hidden:  # the next draw can be any of these, so nothing has told which of them are where
            front = after.deck[0]
            share = front.b - key * front.a - tile_points()[tile]
            assert tile_at(front.b - share - key * front.a) == tile


def shape(game: Game) -> list[object]:
    """All of a game but its points and scalars: who sent what, how long, and what stands in it in clear."""
    found: list[object] = []
    for event in game.record.events:
        match event:
            case Sent(duty, body):
                named = body[: 1 + body[0]] if duty.kind is Kind.RACK else body[:1] if duty.kind is Kind.PROOF else b""
                found.append((duty, len(body), named))
            case Laid(seat, body, turn):
                found.append((seat, len(body), body[: 1 + body[0]], turn))
            case _:
                found.append(event)
    return found


def world(name: str) -> Game:
    """A game with other seeds, and so with other tiles, in which everyone does the same."""
    game = Game(3, name).dealt()
    game.lay(HONEST, 2)
    game.draw(HONEST, 2)
    game.exchange(OTHER, 2)
    game.vanish(GONE)
    game.draw(OTHER, 1)
    return game


def test_two_games_with_other_tiles_differ_in_points_and_scalars_alone() -> None:
    one, other = world("one"), world("other")
    assert sorted(one.rack(HONEST)) != sorted(other.rack(HONEST))
    assert shape(one) == shape(other)
    assert len(shape(one)) > 30


def test_what_is_sent_looks_random() -> None:
    """Bytes from the middle of each point and scalar: chi-squared over 16 classes, 15 degrees of freedom, 0.1 %."""
    bodies = [event.body for event in world("one").record.events if isinstance(event, Sent)]
    for middle in (9, 19):
        seen = Counter(body[at + middle] % 16 for body in bodies for at in range(17, len(body) - 31, 32))
        total = sum(seen.values())
        assert total > 800
        assert sum((seen[value] - total / 16) ** 2 / (total / 16) for value in range(16)) < 37.7
