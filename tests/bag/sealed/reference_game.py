"""A whole sealed game by the slow arithmetic alone: every message made from the seeds and the course of the game.

Knows all seeds, so it checks nothing; what it makes is compared with what the program made, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tests.bag.sealed import reference as slow
from tests.bag.sealed.reference import Cipher, Point

Slot: TypeAlias = tuple[int, Cipher, Cipher]
"""Number, under the joint key, under its holder's own."""


class SlowGame:
    """One game; ``body`` says what the next message must be, ``happen`` takes an event in."""

    def __init__(self, game: bytes, seeds: Sequence[bytes], tiles: Sequence[int]) -> None:
        self.game, self.seeds, self.tiles = game, seeds, list(tiles)
        self.x = [slow.secret(seed, "key", game) for seed in seeds]
        self.seats = list(range(len(seeds)))
        self.epoch = self.step = self.numbered = self.servings = 0
        self.racks: list[list[Slot]] = [[] for _ in seeds]
        self.board: set[int] = set()
        self.points = {slow.encoded(slow.tile_point(tile)): tile for tile in self.tiles}
        self.deck: list[Cipher] = []
        self.serving: list[tuple[int, int, Cipher]] = []
        self.back: list[int] = []
        self.replaced: list[int] = []
        self.given = 0
        self.unproven: list[tuple[bytes, list[Cipher], list[Cipher], list[int], int]] = []
        self.carried: dict[int, list[Cipher]] = {}
        self.raised: list[Cipher] | None = None
        self.rekeying = False
        self.shuffle([slow.fresh(tile, self.joint) for tile in self.tiles])

    @property
    def joint(self) -> Point:
        return slow.times(sum(self.x[seat] for seat in self.seats), slow.G)

    def tile(self, cipher: Cipher, keys: Sequence[int]) -> int:
        return self.points[slow.encoded(slow.minus(cipher[1], slow.times(sum(keys), cipher[0])))]

    def rack(self, seat: int) -> list[int]:
        return [self.tile(own, [self.x[seat]]) for _, _, own in self.racks[seat]]

    def context(self, purpose: str, number: int, seat: int, turn: bytes = b"") -> bytes:
        return slow.context(self.game, purpose, self.epoch, number, seat, turn)

    def shuffle(self, deck: list[Cipher], arranged: Sequence[Slot] = (), seat: int = 0) -> None:
        """All seats in turn shuffle this deck; before that one arranges what it puts back."""
        self.rest, self.current = ([], deck) if not arranged else (deck, [joint for _, joint, _ in arranged])
        self.arranged = [self.tile(own, [self.x[seat]]) for _, _, own in arranged]
        self.links = [("bag", each) for each in self.seats]
        if arranged:
            self.links.insert(0, ("arrange", seat))

    def body(self, event: Mapping[str, Any]) -> bytes:
        """What the seat sends now."""
        seat = event["seat"]
        seed, x = self.seeds[seat], self.x[seat]
        if event["event"] == "laid":
            slots = self.racks[seat][:1]
            turn = bytes.fromhex(event["turn"])
            return self.showing(seat, slots, self.context("show", 0, seat, turn))
        if event["event"] == "rack shuffled":
            joints = [joint for _, joint, _ in self.racks[seat]]
            ctx = self.context("rack", self.numbered, seat)
            digest = slow.hashed("shuffle", ctx, slow.encoded(self.joint), slow.deck_bytes(joints))
            order = slow.permutation(len(joints), seed, "rack", digest)
            self.shuffled = slow.shuffled(seed, ctx, self.joint, joints, order)
            proof = slow.proof(seed, ctx, self.joint, joints, self.shuffled, order)
            return slow.deck_bytes(self.shuffled) + proof
        match event["kind"]:
            case "deck":
                return self.next_deck(seat)
            case "proof":
                ctx, before, after, order, _ = next(entry for entry in self.unproven if entry[4] == seat)
                assert slow.proof_holds(ctx, self.joint, before, after, bytes.fromhex(event["body"]))
                return slow.proof(seed, ctx, self.joint, before, after, order)
            case "shares":
                bases = [cipher[0] for holder, _, cipher in self.serving if holder != seat]
                return slow.shares(seed, self.context("serve", self.servings - 1, seat), x, bases)
            case "rack":
                return self.showing(seat, self.racks[seat], self.context("show", 0, seat))
            case "leftover":
                bases = [cipher[0] for cipher in self.deck]
                return slow.shares(seed, self.context("leftover", 0, seat), x, bases)
            case "carried":
                rack = [own for _, _, own in self.racks[seat]]
                body = slow.carried(seed, self.context("carry", 0, seat), x, self.joint, rack)
                self.carried[seat] = ciphers(body[: 64 * len(rack)])
                return body
            case "raised":
                if self.raised is None:
                    self.raised = self.current + [one for each in self.seats for one in self.carried[each]]
                body = slow.raised(seed, self.context("raise", 0, seat), self.raised)
                self.raised = ciphers(body[32:-48])
                return body
        assert event["kind"] == "tags"
        return slow.shares(seed, self.context("tag", 0, seat), x, [a for a, _ in self.raised or ()])

    def next_deck(self, seat: int) -> bytes:
        purpose, due = self.links.pop(0)
        assert due == seat
        ctx, before = self.context(purpose, self.step, seat), self.current
        if purpose == "arrange":
            order = sorted(range(len(before)), key=lambda place: self.arranged[place])
        else:
            order = slow.permutation(len(before), self.seeds[seat], "shuffle", self.epoch, self.step)
        after = slow.shuffled(self.seeds[seat], ctx, self.joint, before, order)
        self.unproven.append((ctx, before, after, order, seat))
        self.current, self.rest = self.rest + after, []
        return slow.deck_bytes(after)

    def showing(self, seat: int, slots: Sequence[Slot], ctx: bytes) -> bytes:
        numbers = bytes([len(slots), *(number for number, _, _ in slots)])
        return numbers + slow.shares(self.seeds[seat], ctx, self.x[seat], [own[0] for _, _, own in slots])

    def happen(self, event: Mapping[str, Any]) -> None:
        """What an event does, once its body was made."""
        name, seat = event["event"], event.get("seat", 0)
        if name == "dealt":
            self.serve([each for each in self.seats for _ in range(event["count"])], [], [])
        elif name == "drew":
            self.serve([seat] * event["count"], event["back"], [])
        elif name == "laid":
            self.board.add(self.tile(self.racks[seat].pop(0)[2], [self.x[seat]]))
        elif name == "rack shuffled":
            self.deck = self.shuffled + self.deck
            self.serve([seat] * len(self.shuffled), [], [number for number, _, _ in self.racks[seat]])
        elif name == "vanished":
            self.seats = [each for each in self.seats if each not in event["seats"]]
            self.epoch, self.step, self.rekeying = event["epoch"], 0, True
            self.shuffle([slow.fresh(tile, self.joint) for tile in self.tiles if tile not in self.board])
        elif name == "withdrawn":
            self.board -= set(event["tiles"])
            self.step += 1
            self.shuffle(self.deck + [slow.fresh(tile, self.joint) for tile in sorted(event["tiles"])])
        elif name == "sent":
            self.sent(event["kind"], seat)

    def sent(self, kind: str, seat: int) -> None:
        if kind == "proof":
            self.unproven.remove(next(entry for entry in self.unproven if entry[4] == seat))
            if not self.unproven and not self.links and not self.rekeying:
                self.deck = self.current
        elif kind == "shares":
            self.given += 1
            givers = [each for each in self.seats if any(holder != each for holder, _, _ in self.serving)]
            if self.given == len(givers):
                self.served()
        elif kind == "tags" and seat == self.seats[-1]:
            held = {self.tile(own, [self.x[each]]) for each in self.seats for _, _, own in self.racks[each]}
            keys = [self.x[each] for each in self.seats]
            self.deck = [cipher for cipher in self.current if self.tile(cipher, keys) not in held]
            for each in self.seats:
                rack = zip(self.racks[each], self.carried[each], strict=True)
                self.racks[each] = [(number, joint, own) for (number, _, own), joint in rack]
            self.rekeying = False

    def serve(self, holders: Sequence[int], back: list[int], replaced: list[int]) -> None:
        self.serving = [(holder, self.numbered + place, self.deck[place]) for place, holder in enumerate(holders)]
        self.deck = self.deck[len(holders) :]
        self.back, self.replaced, self.given = back, replaced, 0
        self.numbered += len(holders)
        self.servings += 1

    def served(self) -> None:
        for seat, rack in enumerate(self.racks):
            self.racks[seat] = [slot for slot in rack if slot[0] not in self.replaced]
        for holder, number, (a, b) in self.serving:
            others = sum(self.x[each] for each in self.seats if each != holder)
            self.racks[holder].append((number, (a, b), (a, slow.minus(b, slow.times(others, a)))))
        if self.back:
            seat = self.serving[0][0]
            gone = [slot for slot in self.racks[seat] if slot[0] in self.back]
            self.racks[seat] = [slot for slot in self.racks[seat] if slot[0] not in self.back]
            self.step += 1
            if len(gone) > 1:
                self.shuffle(self.deck, gone, seat)
            else:
                self.shuffle(self.deck + [joint for _, joint, _ in gone])


def ciphers(data: bytes) -> list[Cipher]:
    """Encrypted tiles, of which each half is a point of the group."""
    points = [slow.decoded(data[at : at + 32]) for at in range(0, len(data), 32)]
    found = [point for point in points if point is not None]
    assert len(found) == len(points)
    return list(zip(found[::2], found[1::2], strict=True))
