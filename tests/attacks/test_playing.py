"""Attacks in a game that is on: the cheat is out, with its name, and the others play on with the tiles they had.

Each is signed and published by a program that was changed, and read by real ones that were not. Ana hosts and moves
first, so the cheat, Ben where it is about moves, has the second turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from p2pscrabble.bag.group import GENERATOR, Point, Scalar
from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed import SealedSeat
from p2pscrabble.bag.sealed.deck import Cipher, tile_points
from p2pscrabble.bag.sealed.slots import encode_slots
from p2pscrabble.game.moves import Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.numerals.live import move_bytes
from p2pscrabble.table import Kind, Phase
from p2pscrabble.table.entries import SealedMade
from tests.attacks.den import Cheat, Den, Said, Trick, bent, other_deck, own_rack, table_of
from tests.attacks.test_dealing import added, mixed, shifted

MakeDen = Callable[..., Den]
CENTRE: Final = 112


# Moves


def made(cheat: Cheat, move: Move, shown: bytes = b"") -> bytes:
    """The body of a move, whatever it is."""
    position = cheat.table.position
    assert position is not None
    return SealedMade(move_bytes(move, position.board), shown).encode(False)


def across(letters: str, start: int = CENTRE) -> Play:
    """These letters from the centre on; a blank becomes a z."""
    return Play(tuple(Placed(start + at, letter.replace("?", "z")) for at, letter in enumerate(letters)))


def held(cheat: Cheat, slots: int = 2) -> tuple[tuple[int, ...], str]:
    """The first slots of its rack, and what is in them."""
    rack = cheat.seat.rack(cheat.bag.bag)
    numbers = tuple(rack)[:slots]
    return numbers, "".join(LETTER_OF[rack[number]] for number in numbers)


def shown(cheat: Cheat, slots: tuple[int, ...], turn: bytes | None = None) -> bytes:
    return cheat.seat.show(cheat.bag.bag, slots, cheat.table.hash if turn is None else turn)


def lays(
    letters: Callable[[str], str] = lambda true: true, show: Callable[[bytes], bytes] = lambda true: true
) -> Callable[[Cheat], bytes]:
    """A play of its first two tiles, with other letters or another showing."""

    def body(cheat: Cheat) -> bytes:
        slots, true = held(cheat)
        return made(cheat, across(letters(true)), show(shown(cheat, slots)))

    return body


def strange(true: str) -> str:
    """As many letters, none of which it has there."""
    return next(letter for letter in "ABCDEFGH" if letter not in true) * len(true)


def made_to_measure(cheat: Cheat) -> bytes:
    """The points that make a Q of whatever lies there."""
    slots, _ = held(cheat)
    rack = {slot.number: slot for slot in cheat.bag.bag.racks[cheat.seat.seat]}
    q = LETTER_OF.index("Q")
    points = b"".join((rack[slot].own.b - tile_points()[q + place]).data for place, slot in enumerate(slots))
    return made(cheat, across("QZ"), shown(cheat, slots)[:3] + points + shown(cheat, slots)[3 + 64 :])


def of_another(cheat: Cheat) -> bytes:
    """Slots on Ana's rack."""
    theirs = tuple(slot.number for slot in cheat.bag.bag.racks[0])[:2]
    slots, true = held(cheat)
    return made(cheat, across(true), encode_slots(theirs) + shown(cheat, slots)[3:])


def twice(cheat: Cheat) -> bytes:
    """One slot two times in one play."""
    (slot, _), true = held(cheat)
    return made(cheat, across(true[0] * 2), encode_slots((slot, slot)) + shown(cheat, (slot,))[2:])


def earlier(cheat: Cheat) -> bytes:
    """With the shares of another turn."""
    slots, true = held(cheat)
    return made(cheat, across(true), shown(cheat, slots, b"another turn"))


def with_another_key(cheat: Cheat) -> bytes:
    slots, true = held(cheat)
    other = SealedSeat(b"s" * 16, cheat.seat.game_id, cheat.seat.seat)
    return made(cheat, across(true), other.show(cheat.bag.bag, slots, cheat.table.hash))


def exchanges(*slots: int, count: int | None = None) -> Callable[[Cheat], bytes]:
    """These of its slots, counted from its first."""

    def body(cheat: Cheat) -> bytes:
        first = held(cheat)[0][0]
        numbers = tuple(first + slot for slot in slots)
        return made(cheat, Exchange.hidden(len(slots) if count is None else count), encode_slots(numbers))

    return body


def off_the_centre(cheat: Cheat) -> bytes:
    slots, true = held(cheat)
    return made(cheat, across(true, 0), shown(cheat, slots))


MOVES: dict[str, tuple[Callable[[Cheat], bytes], str]] = {
    "other letters than shown": (lays(strange), "laid other tiles than it showed"),
    "its letters in another order": (
        lambda cheat: made(cheat, across(held(cheat)[1][::-1]), shown(cheat, held(cheat)[0])),
        "laid other tiles than it showed",
    ),
    "tiles on another's rack": (of_another, "used slot 0, which is not on its rack"),
    "tiles still in the bag": (
        lambda cheat: made(cheat, across("AA"), encode_slots((90, 91)) + shown(cheat, held(cheat)[0])[3:]),
        "used slot 90, which is not on its rack",
    ),
    "one tile twice in a play": (twice, "slots are named twice"),
    "shares made to measure": (made_to_measure, "not made with its key"),
    "shares of another turn": (earlier, "not made with its key"),
    "shares with another key": (with_another_key, "not made with its key"),
    "shares that make up for each other": (
        lays(show=lambda b: b[:3] + shifted(b[3:35]) + shifted(b[35:67], -GENERATOR) + b[67:]),
        "not made with its key",
    ),
    "two shares exchanged": (lays(show=lambda b: b[:3] + b[35:67] + b[3:35] + b[67:]), "not made with its key"),
    "a share of mixed order": (
        lays(show=lambda b: b[:3] + mixed(Point.decode(b[3:35])) + b[35:]),
        "a point is not one of the group",
    ),
    "an answer beyond the order": (lays(show=lambda b: b[:-32] + added(b[-32:])), "not below the order"),
    "a play that shows nothing": (lays(show=lambda _: b""), "cannot be read"),
    "a play against the rules": (off_the_centre, "against the rules"),
    "a pass that shows a tile": (lambda cheat: made(cheat, Pass(), b"\1"), "shows some"),
    "a challenge that shows a tile": (lambda cheat: made(cheat, Challenge(), b"\1"), "shows some"),
    "an exchange of another's tiles": (
        lambda cheat: made(cheat, Exchange.hidden(2), encode_slots((0, 1))),
        "used slot 0, which is not on its rack",
    ),
    "an exchange that tells an order": (exchanges(1, 0), "put back other tiles than it may"),
    "an exchange of more than it names": (exchanges(0, 1, count=3), "put back other tiles than it may"),
    "an exchange of fewer than it names": (exchanges(0, 1, 2, count=2), "put back other tiles than it may"),
    "an exchange that names letters": (
        lambda cheat: made(cheat, Exchange("AB"), encode_slots(held(cheat)[0])),
        "names tiles that nobody may know",
    ),
    "no move at all": (lambda _: b"\xff" * 9, "cannot be read"),
}


def others_play_on(room: Den, before: list[str | None], steps: int) -> None:
    """Everyone's tiles are the same as before, under new keys; nothing of what the cheat tried has happened."""
    room.until(lambda: all(member.view.phase is Phase.PLAYING for member in room.honest))
    room.go_on()
    assert room.racks() == before
    for member in room.honest:
        position = table_of(member).position
        assert position is not None
        assert not position.board.tiles
        left = [step for step in member.view.steps[steps:] if step.turn.move is None]
        assert len(left) == 1, "all that it did is that its seat is empty"


@pytest.mark.parametrize("attack", MOVES)
def test_a_move(den: MakeDen, attack: str) -> None:
    body, reason = MOVES[attack]
    room = den(cheats=(1,), preset="tournament")
    room.play()
    room.move(Pass())
    room.until(lambda: room.cheat.table.wants(room.cheat.key) is Kind.MOVE)
    before = room.racks()
    room.sign(Kind.MOVE, body(room.cheat))
    name, said = room.charge()
    assert (name, reason in said) == ("Ben", True), said
    others_play_on(room, before, 1)


def test_a_tile_that_it_has_laid_already(den: MakeDen) -> None:
    room = den(cheats=(1,), preset="tournament")
    room.play()
    room.move(Pass())
    room.until(lambda: room.cheat.table.wants(room.cheat.key) is Kind.MOVE)
    slots, letters = held(room.cheat)
    room.move(across(letters))
    for _ in range(2):
        room.move(Pass())
    room.until(lambda: room.cheat.table.wants(room.cheat.key) is Kind.MOVE)
    board = len(room.cheat.table.position.board.tiles) if room.cheat.table.position else 0
    again = encode_slots(slots) + shown(room.cheat, held(room.cheat)[0])[3:]
    room.sign(Kind.MOVE, made(room.cheat, across(letters, CENTRE + 15), again))
    assert room.charge() == ("Ben", f"used slot {slots[0]}, which is not on its rack")
    room.go_on()
    for member in room.honest:
        assert len(table_of(member).position.board.tiles) == board  # type: ignore[union-attr]


OUT_OF_PLACE: dict[str, tuple[Kind, Callable[[Cheat], bytes], str]] = {
    "shares that nobody asked for": (Kind.SHARES, lambda _: bytes(80), "out of place here (shares)"),
    "a deck that nobody asked for": (Kind.DECK, lambda _: bytes(6400), "out of place here (deck)"),
    "its rack before the end": (Kind.RACK, lambda _: b"", "out of place here (rack)"),
    "shares for the bag before the end": (Kind.LEFTOVER, lambda _: b"", "out of place here (leftover)"),
    "its seed before the end": (Kind.SEED, lambda cheat: cheat.seat.seed, "out of place here (seed)"),
    "another's leaving": (Kind.GONE, lambda _: b"\2", "said that a seat had left which had not"),
}


@pytest.mark.parametrize("attack", OUT_OF_PLACE)
def test_out_of_place(den: MakeDen, attack: str) -> None:
    kind, body, reason = OUT_OF_PLACE[attack]
    room = den(cheats=(1,))
    room.play()
    room.move(Pass())
    room.until(lambda: room.cheat.table.wants(room.cheat.key) is Kind.MOVE)
    before = room.racks()
    room.sign(kind, body(room.cheat))
    name, said = room.charge()
    assert (name, reason in said) == ("Ben", True), said
    others_play_on(room, before, 1)


def test_a_move_out_of_turn(den: MakeDen) -> None:
    """It is read when its turn comes, and answers another game than that one."""
    room = den(cheats=(2,))
    room.play()
    room.sign(Kind.MOVE, made(room.cheat, Pass()))
    room.move(Pass())
    room.move(Pass())
    room.until(lambda: all(table_of(member).stopped for member in room.honest))
    for member in room.honest:
        stopped = table_of(member).stopped
        assert stopped is not None
        assert (stopped.seat.name, "its hash differs" in stopped.reason) == ("Cid", True)


# Draws and exchanges


def bent_shares(bend: Callable[[bytes], bytes]) -> Trick:
    """The cheat's second shares, the first being for the first racks."""
    return bent(Kind.SHARES, lambda _, body: bend(body), 2)


def own_tile_in_front(cheat: Cheat, deck: list[Cipher]) -> list[Cipher]:
    return [cheat.bag.bag.racks[2][0].joint.reencrypted(Scalar.of(3), cheat.bag.chain.key), *deck[1:]]


DRAWS: dict[str, tuple[Trick, str]] = {
    "a wrong share": (bent_shares(lambda b: shifted(b[:32]) + b[32:]), "not made with its key"),
    "shares that make up for each other": (
        bent_shares(lambda b: shifted(b[:32]) + shifted(b[32:64], -GENERATOR) + b[64:]),
        "not made with its key",
    ),
    "shares without a proof": (bent_shares(lambda b: b[:64] + bytes(48)), "not made with its key"),
    "no shares": (bent_shares(lambda _: b""), "cannot be read"),
    "a deck of fewer tiles": (bent(Kind.DECK, lambda _, body: body[:-64], 2), "cannot be read"),
    "a deck with a tile of another's rack": (
        other_deck(lambda cheat, deck: [cheat.bag.bag.racks[0][2].joint, *deck[1:]], forged=True, which=2),
        "without a proof",
    ),
    "a deck with its own tile in front": (other_deck(own_tile_in_front, forged=True, which=2), "without a proof"),
    "the proof of an earlier shuffle": (
        bent(Kind.PROOF, lambda cheat, _: cheat.said(Kind.PROOF)[0], 2),
        "cannot be read",
    ),
}


@pytest.mark.parametrize("attack", DRAWS)
def test_while_another_exchanges(den: MakeDen, attack: str) -> None:
    """Ana exchanges two tiles; Cid serves them or shuffles the bag, wrongly. Her exchange is made all the same."""
    trick, reason = DRAWS[attack]
    room = den()
    room.tricked(trick)
    room.play()
    before = room.racks()[1]
    host = room.honest[0]
    room.move(Exchange((own_rack(host) or "")[:2]))
    name, said = room.charge()
    assert (name, reason in said) == ("Cid", True), said
    room.go_on()
    assert room.racks()[1] == before, "Ben has what he had"
    position = table_of(host).position
    assert position is not None
    assert [player.rack.size for player in position.players] == [7, 7, 0]
    assert position.bag == 100 - 14


def test_an_exchange_arranged_without_a_proof(den: MakeDen) -> None:
    """The cheat exchanges, and puts back two of one tile."""
    room = den(cheats=(1,))
    room.tricked(bent(Kind.PROOF, lambda _, body: body[:1] + bytes(16) + body[17:], which=2))
    room.play()
    room.move(Pass())
    room.until(lambda: room.cheat.view.your_turn)
    before = room.racks()
    room.move(Exchange((own_rack(room.cheat) or "")[:2]))
    assert room.charge() == ("Ben", "shuffled a deck without a proof that it still holds the same tiles")
    room.go_on()
    assert room.racks() == before


# Leaving, and falling silent


@pytest.mark.parametrize("seed", [b"", bytes(16), bytes(200)])
def test_leaving_with_a_wrong_seed(den: MakeDen, seed: bytes) -> None:
    room = den()
    room.play()
    before = room.racks()
    cheat = room.cheat
    cheat.sign(Kind.LEAVE, seed, room.now)
    room.move(Pass())
    assert room.charge() == ("Cid", "left without opening the seed that it had committed to")
    room.go_on()
    assert room.racks() == before


def test_leaving_with_a_deck_that_the_seed_does_not_make(den: MakeDen) -> None:
    room = den()

    def other(cheat: Cheat, said: Kind, body: bytes) -> list[Said] | None:
        if said is not Kind.DECK or cheat.bag.chain.step == 0:
            return None
        deck = cheat.bag.chain.answer(Owed.DECK, 2, b"s" * 16)
        return [(Kind.DECK, body[:20] + deck), (Kind.LEAVE, cheat.seat.seed)]

    room.tricked(other)
    room.play()
    host = room.honest[0]
    room.move(Exchange((own_rack(host) or "")[:2]))
    assert room.charge() == ("Cid", "shuffled otherwise than its seed does")
    room.go_on()


@pytest.mark.parametrize(("kind", "which"), [(Kind.DECK, 1), (Kind.PROOF, 1), (Kind.SHARES, 1), (Kind.SHARES, 2)])
def test_falling_silent(den: MakeDen, kind: Kind, which: int) -> None:
    """Nobody goes on without what is owed, and everyone is told whose program is waited for."""
    room = den()

    def withheld(cheat: Cheat, said: Kind, _: bytes) -> list[Said] | None:
        return [] if said is kind and len(cheat.said(kind)) == which - 1 else None

    room.tricked(withheld)
    if which == 2:
        room.play()
        room.move(Exchange((own_rack(room.honest[0]) or "")[:2]))
    room.until(lambda: room.cheat.dumb)
    room.wait(5.0)
    for member in room.honest:
        assert table_of(member).missing == (room.cheat.key,)
        assert which == 2 or (member.view.dealing is not None and member.view.dealing.waiting == ("Cid",))
        assert not table_of(member).charges
        assert table_of(member).stopped is None


@pytest.mark.parametrize("kind", [Kind.DECK, Kind.PROOF, Kind.SHARES])
def test_falling_silent_for_good(den: MakeDen, kind: Kind) -> None:
    """Ana and Ben vote, and go on with the racks that they have; her exchange is made all the same."""
    room = den()

    def withheld(cheat: Cheat, said: Kind, _: bytes) -> list[Said] | None:
        return [] if said is kind and len(cheat.said(kind)) == 1 else None

    room.tricked(withheld)
    room.play()
    before = room.racks()[1]
    host = room.honest[0]
    room.move(Exchange((own_rack(host) or "")[:2]))
    room.until(lambda: room.cheat.dumb)
    room.crash(room.rogues[-1])
    room._trouble.clear()
    room.until(lambda: all(member.view.absences and member.view.absences[0].offered for member in room.honest), 300.0)
    for chair in room.chairs[:2]:
        assert chair.member is not None
        chair.member.without(2)
        room._work(chair, chair.member)
    room.until(lambda: all(table_of(member).vanished for member in room.honest))
    room.go_on()
    assert room.racks()[1] == before
    position = table_of(host).position
    assert position is not None
    assert [player.rack.size for player in position.players] == [7, 7, 0]
    assert position.bag == 100 - 14


def test_leaving_after_a_look_at_the_rack(den: MakeDen) -> None:
    """Its tiles go back and are seen by all; nobody else's change."""
    room = den()
    room.play()
    before = room.racks()
    room.cheat.leave(room.now)
    room._work(room.rogues[-1], room.cheat)
    room.go_on()
    assert room.racks() == before
    assert not table_of(room.honest[0]).charges


# New keys


REKEYED: dict[str, tuple[Kind, Callable[[Cheat, bytes], bytes], str]] = {
    "another tile carried over": (
        Kind.CARRIED,
        lambda _, b: b[:32] + shifted(b[32:64]) + b[64:],
        "carried other tiles over to the new key than were on the rack",
    ),
    "two tiles carried over in each other's place": (
        Kind.CARRIED,
        lambda _, b: b[64:128] + b[:64] + b[128:],
        "carried other tiles over to the new key than were on the rack",
    ),
    "a rack carried over that is too small": (Kind.CARRIED, lambda _, b: b[96:], "cannot be read"),
    "one tile raised otherwise": (
        Kind.RAISED,
        lambda _, b: b[:64] + shifted(b[64:96]) + b[96:],
        "not made with its key",
    ),
    "raised to nothing": (Kind.RAISED, lambda _, b: bytes(31) + b"\1" + b[32:], "cannot be read"),
    "tags exchanged": (Kind.TAGS, lambda _, b: b[32:64] + b[:32] + b[64:], "not made with its key"),
    "tags of mixed order": (Kind.TAGS, lambda _, b: mixed(Point.decode(b[:32])) + b[32:], "cannot be read"),
    "a stacked deck": (Kind.PROOF, lambda _, b: b[:1] + bytes(16) + b[17:], "without a proof"),
    "a deck too small": (Kind.DECK, lambda _, b: b[64:], "cannot be read"),
}


@pytest.mark.parametrize("attack", REKEYED)
def test_new_keys(den: MakeDen, attack: str) -> None:
    """Ben goes without his seed, and Dora cheats in what follows: then there are newer keys, for two."""
    kind, bend, reason = REKEYED[attack]
    room = den(seats=4, cheats=(1, 3))
    room.play()
    before = room.racks()
    room.cheat.trick = bent(kind, bend, 2 if kind in (Kind.DECK, Kind.PROOF) else 1)
    room.accomplices[0].sign(Kind.LEAVE, b"", room.now)
    room.move(Pass())
    room.until(lambda: len(table_of(room.honest[0]).charges) == 2)
    name, said = room.charge()
    assert (name, reason in said) == ("Dora", True), said
    room.go_on()
    assert room.racks() == before
    assert table_of(room.honest[0]).position.bag == 100 - 14  # type: ignore[union-attr]


# The end


ENDS: dict[str, tuple[Kind, Callable[[Cheat, bytes], bytes], str]] = {
    "a rack with another share": (Kind.RACK, lambda _, b: b[:8] + shifted(b[8:40]) + b[40:], "not made with its key"),
    "only some of its rack": (
        Kind.RACK,
        lambda cheat, _: cheat.seat.show(cheat.bag.bag, held(cheat)[0], b""),
        "opened something else than its rack",
    ),
    "a wrong share for the bag": (Kind.LEFTOVER, lambda _, b: shifted(b[:32]) + b[32:], "not made with its key"),
    "no shares for the bag": (Kind.LEFTOVER, lambda _, __: b"", "cannot be read"),
    "another seed": (Kind.SEED, lambda _, __: bytes(16), "opened another seed than the one it had committed to"),
}


@pytest.mark.parametrize("attack", ENDS)
def test_at_the_end(den: MakeDen, attack: str) -> None:
    """The result stands without it, and so does everything that was proven before."""
    kind, bend, reason = ENDS[attack]
    room = den()
    room.play()
    room.cheat.trick = bent(kind, bend)
    room.pass_out()
    name, said = room.charge()
    assert (name, reason in said) == ("Cid", True), said
    room.until(lambda: all(member.view.outcomes for member in room.honest))
    outcomes = [member.view.outcomes[0].outcome for member in room.honest]
    assert outcomes[0] == outcomes[1]
    assert outcomes[0].position.ended is not None
    assert outcomes[0].position.ended.final is not None
    assert outcomes[0].record.seeds == (), "its number has racks in the place of seeds"
