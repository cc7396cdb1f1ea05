"""Attacks on keys, decks, proofs and shares before anybody has a tile: the call is void, and the others begin anew.

Each is signed and published by a program that was changed, and read by real ones that were not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from p2pscrabble.bag.group import GENERATOR, IDENTITY, POINT_BYTES, Point, Scalar
from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed import SealedSeat
from p2pscrabble.bag.sealed.deck import CIPHER_BYTES, Cipher, fresh
from p2pscrabble.bag.sealed.keys import KeyShare, key_share
from p2pscrabble.bag.sealed.transcript import secret
from p2pscrabble.table import Kind
from p2pscrabble.table.entries import SealedReveal
from tests.attacks.den import Cheat, Den, Trick, bent, other_deck, table_of

MakeDen = Callable[..., Den]
Bend = Callable[[Cheat, bytes], bytes]

ORDER: Final = 2**252 + 27742317777372353535851937790883648493
LOW: Final = (2**255 - 20).to_bytes(POINT_BYTES, "little")
"""The point of order two."""
BEYOND: Final = (2**255 - 18).to_bytes(POINT_BYTES, "little")
"""y = 1 in a form that is not its own."""
NO_POINT: Final = (2).to_bytes(POINT_BYTES, "little")


def mixed(point: Point) -> bytes:
    """The same point and the one of order two: (−x, −y)."""
    y = int.from_bytes(point.data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    return ((2**255 - 19 - y) | ((1 - sign) << 255)).to_bytes(POINT_BYTES, "little")


def added(scalar: bytes) -> bytes:
    """The same scalar modulo the order of the group, in a form that is not its own."""
    return (int.from_bytes(scalar, "little") + ORDER).to_bytes(32, "little")


def shifted(point: bytes, by: Point = GENERATOR) -> bytes:
    return (Point.decode(point) + by).data


# Keys


def key(make: Callable[[Cheat, bytes], bytes]) -> Bend:
    """Another key behind the nonce."""
    return lambda cheat, body: body[:16] + make(cheat, body[16:])


def bens(cheat: Cheat) -> bytes:
    """The key that Ben has sent, with its proof."""
    return SealedReveal.decode(cheat.heard_of_ben(Kind.REVEAL)[0]).key_share


def rogue(cheat: Cheat, _: bytes) -> bytes:
    """Takes Ben's key out of the joint key, and puts one there whose secret it knows; it can prove only that."""
    wanted = key_share(b"s" * 16, cheat.table.sealed_id, 2)
    point = wanted.point - Point.decode(bens(cheat)[:POINT_BYTES])
    return KeyShare(point, wanted.challenge, wanted.answer).encode()


KEYS: dict[str, tuple[Bend, str]] = {
    "another's key with its proof": (key(lambda cheat, _: bens(cheat)), "without knowing what belongs to it"),
    "a key that cancels the others out": (key(rogue), "without knowing what belongs to it"),
    "a proof for another game": (
        key(lambda cheat, _: key_share(cheat._secrets.seed(cheat.table.attempt), bytes(32), 2).encode()),
        "without knowing what belongs to it",
    ),
    "a proof for another seat": (
        key(lambda cheat, _: key_share(cheat._secrets.seed(cheat.table.attempt), cheat.table.sealed_id, 1).encode()),
        "without knowing what belongs to it",
    ),
    "the identity": (key(lambda _, share: IDENTITY.data + share[32:]), "a point is the identity"),
    "a point of order two": (key(lambda _, share: LOW + share[32:]), "a point is not one of the group"),
    "a point of mixed order": (
        key(lambda _, share: mixed(Point.decode(share[:32])) + share[32:]),
        "a point is not one of the group",
    ),
    "a point not in its canonical form": (key(lambda _, share: BEYOND + share[32:]), "a point is"),
    "no point": (key(lambda _, share: NO_POINT + share[32:]), "a point is not one of the group"),
    "an answer beyond the order": (
        key(lambda _, share: share[:48] + added(share[48:])),
        "a scalar is not below the order",
    ),
    "too short a key": (key(lambda _, share: share[:-1]), "a key share has 80 bytes"),
    "another nonce": (lambda _, body: bytes(16) + body[16:], "another nonce than the one it had committed to"),
}


def begun_anew(room: Den) -> None:
    """The cheat is out before anybody had a tile; Ana and Ben begin anew, and play."""
    assert all(table_of(member).position is None for member in room.honest), "nothing of the game has changed"
    room.go_on()


@pytest.mark.parametrize("attack", KEYS)
def test_a_key(den: MakeDen, attack: str) -> None:
    bend, reason = KEYS[attack]
    room = den()
    room.tricked(bent(Kind.REVEAL, bend), after=Kind.REVEAL)
    name, said = room.charge()
    assert (name, reason in said) == ("Cid", True), said
    begun_anew(room)


def test_the_key_of_an_accomplice(den: MakeDen) -> None:
    """Two who share a seed know each other's secret, and so can prove it; the second is refused all the same."""
    room = den(cheats=(1, 2))
    room.there()
    room.cheat._secrets = room.accomplices[0]._secrets
    name, said = room.charge()
    assert (name, said) == ("Cid", "sent the key of another seat")
    room.go_on()


# Decks and their proofs


def altered(_: Cheat, deck: list[Cipher]) -> list[Cipher]:
    """What was in it is not known, but it is another tile now."""
    return [Cipher(deck[0].a, deck[0].b + GENERATOR), *deck[1:]]


def made_up_for(_: Cheat, deck: list[Cipher]) -> list[Cipher]:
    """The sum of all tiles is right."""
    first, second, *rest = deck
    return [Cipher(first.a, first.b + GENERATOR), Cipher(second.a, second.b - GENERATOR), *rest]


def with_a_blank(cheat: Cheat, deck: list[Cipher]) -> list[Cipher]:
    """Its own first tile is a blank."""
    return [*deck[:14], fresh(98, cheat.bag.chain.key).reencrypted(Scalar.of(9), cheat.bag.chain.key), *deck[15:]]


DECKS: dict[str, Trick] = {
    "a tile twice": other_deck(
        lambda cheat, deck: [deck[1].reencrypted(Scalar.of(5), cheat.bag.chain.key), *deck[1:]], forged=True
    ),
    "the same cipher twice": other_deck(lambda _, deck: [deck[1], *deck[1:]], forged=True),
    "a blank of its own": other_deck(with_a_blank, forged=True),
    "a tile altered unseen": other_deck(altered, forged=True),
    "two tiles altered against each other": other_deck(made_up_for, forged=True),
    "two tiles exchanged after the proof": other_deck(lambda _, deck: [deck[1], deck[0], *deck[2:]]),
    "the deck as it came": other_deck(lambda cheat, _: list(cheat.bag.chain.deck), forged=True),
}


@pytest.mark.parametrize("attack", DECKS)
def test_a_deck(den: MakeDen, attack: str) -> None:
    """Nobody gives a share for it: the proof is read first."""
    room = den()
    room.tricked(DECKS[attack])
    assert room.charge() == ("Cid", "shuffled a deck without a proof that it still holds the same tiles")
    assert not any(said(room, number, Kind.SHARES) for number in (0, 1)), "no share is given for what is not proven"
    begun_anew(room)


def said(room: Den, number: int, kind: Kind) -> int:
    """How many entries of a kind this player has written for the first call."""
    member = room.chairs[number].member
    assert member is not None
    entries = member._company.games[member.key]
    return sum(entry.kind == kind for entry in entries)


def point_in(deck_at: int, point: Callable[[bytes], bytes]) -> Bend:
    return lambda _, body: body[:deck_at] + point(body[deck_at : deck_at + 32]) + body[deck_at + 32 :]


FORMS: dict[str, tuple[Kind, Bend, str]] = {
    "the identity in a deck": (Kind.DECK, point_in(64, lambda _: IDENTITY.data), "a point is the identity"),
    "a point of order two in a deck": (Kind.DECK, point_in(96, lambda _: LOW), "a point is not one of the group"),
    "a point of mixed order in a deck": (
        Kind.DECK,
        point_in(0, lambda old: mixed(Point.decode(old))),
        "a point is not one of the group",
    ),
    "a point not canonical in a deck": (Kind.DECK, point_in(32, lambda _: BEYOND), "a point is"),
    "a deck without its last tile": (Kind.DECK, lambda _, body: body[:-CIPHER_BYTES], "a deck of 100 tiles has"),
    "a deck with a tile more": (Kind.DECK, lambda _, body: body + body[:CIPHER_BYTES], "a deck of 100 tiles has"),
    "another's proof": (Kind.PROOF, lambda cheat, _: cheat.heard_of_ben(Kind.PROOF)[0], "without a proof"),
    "another challenge": (Kind.PROOF, lambda _, body: body[:1] + bytes(16) + body[17:], "without a proof"),
    "another permutation committed to": (
        Kind.PROOF,
        lambda _, body: body[:17] + body[49:81] + body[17:49] + body[81:],
        "without a proof",
    ),
    "an answer beyond the order in a proof": (
        Kind.PROOF,
        lambda _, body: body[:-32] + added(body[-32:]),
        "a scalar is not below the order",
    ),
    "a point of mixed order in a proof": (
        Kind.PROOF,
        lambda _, body: body[:17] + mixed(Point.decode(body[17:49])) + body[49:],
        "a point is not one of the group",
    ),
    "half a proof": (Kind.PROOF, lambda _, body: body[:6000], "the proof of a shuffle of 100 has"),
    "a proof of another version": (Kind.PROOF, lambda _, body: b"\2" + body[1:], "of another version"),
    "a wrong share": (Kind.SHARES, lambda _, body: shifted(body[:32]) + body[32:], "not made with its key"),
    "two shares exchanged": (Kind.SHARES, lambda _, body: body[32:64] + body[:32] + body[64:], "not made with its key"),
    "shares that make up for each other": (
        Kind.SHARES,
        lambda _, body: shifted(body[:32]) + shifted(body[32:64], -GENERATOR) + body[64:],
        "not made with its key",
    ),
    "a share of mixed order": (
        Kind.SHARES,
        lambda _, body: mixed(Point.decode(body[:32])) + body[32:],
        "a point is not one of the group",
    ),
    "an answer beyond the order in shares": (
        Kind.SHARES,
        lambda _, body: body[:-32] + added(body[-32:]),
        "a scalar is not below the order",
    ),
    "a share too few": (Kind.SHARES, lambda _, body: body[32:], "14 shares have"),
    "shares made with another key": (
        Kind.SHARES,
        lambda cheat, _: SealedSeat(b"s" * 16, cheat.seat.game_id, cheat.seat.seat).answer(
            cheat.bag.state, Owed.SHARES
        ),
        "not made with its key",
    ),
}


@pytest.mark.parametrize("attack", FORMS)
def test_a_form(den: MakeDen, attack: str) -> None:
    kind, bend, reason = FORMS[attack]
    room = den()
    room.tricked(bent(kind, bend), after=Kind.PROOF if attack == "another's proof" else None)
    name, said = room.charge()
    assert (name, reason in said) == ("Cid", True), said
    begun_anew(room)


def test_the_shares_of_another(den: MakeDen) -> None:
    room = den()

    def theirs(cheat: Cheat, _: bytes) -> bytes:
        """What Ana's program sends at this moment."""
        host = room.chairs[0].member
        assert host is not None
        return SealedSeat(host._secrets.seed(1), cheat.seat.game_id, 0).answer(cheat.bag.state, Owed.SHARES)

    room.tricked(bent(Kind.SHARES, theirs))
    assert room.charge() == ("Cid", "sent a share that is not made with its key")
    begun_anew(room)


def test_what_these_tests_take_for_a_point_of_mixed_order() -> None:
    """It is on the curve: −x² + y² = 1 + d·x²·y² does not change with both signs."""
    point = secret(b"s" * 16, "x") * GENERATOR
    assert mixed(point) != point.data
    assert mixed(Point(mixed(point))) == point.data, "twice the point of order two is nothing"
