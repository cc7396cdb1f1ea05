"""The order of the bag: the composition of one permutation per seat, each drawn from that seat's seed.

The deck starts as the tile numbers 0 to 99 in order. Each seat in turn, from seat 0, permutes it with its own ψ
(uniform, from ``stream(seed, "shuffle", epoch, step)``): the tile at place i afterwards is the one that was at
place ψ(i). If one seat's seed is random, so is the whole order, whatever the others chose. Tiles are drawn from
the front.

The deal is step 0. Whenever tiles go back, the bag is what remained, in its order, and then the returned tiles
**sorted by their numbers**; it is permuted again by every seat still at the table, under the next step. Tile
numbers follow the alphabet, so the *letters* of the bag, and all that is drawn later, depend on the letters put
back alone, not on which of several equal tiles it was: a replay that knows letters only takes the lowest numbers
(``pick``) and still deals every letter as it was dealt.

``epoch`` is 0 until the seats of a sealed game need new keys, because one of them has vanished. Then all tiles that are
not on the board, by their numbers, are permuted by the others under the new epoch, at step 0, and what is on their
racks is taken out again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from p2pscrabble.bag.prf import Label, prf_stream
from p2pscrabble.game.tiles import BAG_SIZE, LETTER_OF

ALL_TILES: Final = tuple(range(BAG_SIZE))


def shuffle_permutation(seed: bytes, epoch: int, step: int, size: int) -> tuple[int, ...]:
    """ψ: how the seat with this seed permutes a deck of ``size`` tiles at this step."""
    return prf_stream(seed, "shuffle", epoch, step).permutation(size)


def permuted(deck: Sequence[int], seeds: Iterable[bytes | None], *labels: Label) -> tuple[int, ...]:
    """The deck after each seat in turn permuted it; ``None`` stands for a seat that takes no part."""
    taking_part = [seed for seed in seeds if seed is not None]
    if not taking_part:
        raise ValueError("without a seed there is no order")
    for seed in taking_part:
        deck = [deck[place] for place in prf_stream(seed, *labels).permutation(len(deck))]
    return tuple(deck)


@dataclass(frozen=True, slots=True)
class Bag:
    """The tiles in the bag by number, the front drawn first, and the step that shuffled them last."""

    tiles: tuple[int, ...] = field(repr=False)
    step: int = 0
    epoch: int = 0

    @classmethod
    def new(cls, seeds: Sequence[bytes | None], tiles: Sequence[int] = ALL_TILES) -> Bag:
        """All hundred tiles, or only these, permuted by every seat."""
        return cls(permuted(tiles, seeds, "shuffle", 0, 0))

    def __len__(self) -> int:
        """How many tiles the bag holds."""
        return len(self.tiles)

    def draw(self, count: int) -> tuple[tuple[int, ...], Bag]:
        """The first ``count`` tiles, and the bag without them; ``ValueError`` where it holds fewer."""
        if not 0 <= count <= len(self.tiles):
            raise ValueError(f"{count} tiles cannot be drawn from {len(self.tiles)}")
        return self.tiles[:count], Bag(self.tiles[count:], self.step, self.epoch)

    def put_back(self, tiles: Iterable[int], seeds: Sequence[bytes | None]) -> Bag:
        """The bag with these tiles in it again, permuted by every seat whose seed is given; that is the next step.

        ``ValueError`` where one of them is no tile, is given twice or is in the bag already.
        """
        returned = sorted(tiles)
        if len({*self.tiles, *returned}) != len(self.tiles) + len(returned):
            raise ValueError("a tile cannot be in the bag twice")
        if returned and not 0 <= returned[0] <= returned[-1] < BAG_SIZE:
            raise ValueError(f"tiles are numbered from 0 to {BAG_SIZE - 1}")
        step = self.step + 1
        return Bag(permuted((*self.tiles, *returned), seeds, "shuffle", self.epoch, step), step, self.epoch)


def pick(held: Iterable[int], letters: str) -> tuple[int, ...] | None:
    """The tile numbers for these letters (``?`` for a blank) among those held, the lowest of equal tiles first.

    In the order of the letters; ``None`` where they are not all held.
    """
    left = sorted(held)
    picked = []
    for letter in letters:
        tile = next((tile for tile in left if LETTER_OF[tile] == letter), None)
        if tile is None:
            return None
        left.remove(tile)
        picked.append(tile)
    return tuple(picked)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew ``count`` tiles; in an exchange, the tiles ``back`` went back only then."""

    seat: int
    count: int
    back: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Left:
    """A seat left: its tiles went back, and it permutes no more."""

    seat: int
    back: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """Seats of a sealed game are gone; the others shuffled all that is not on the ``board``, and kept their racks."""

    gone: tuple[int, ...]
    epoch: int
    board: tuple[int, ...]


BagEvent: TypeAlias = Drawn | Left | Rekeyed


@dataclass(frozen=True, slots=True)
class BagOrder:
    """Who drew which tiles: ``draws`` has (seat, tiles) for every draw of the history; ``bag`` is what is left."""

    draws: tuple[tuple[int, tuple[int, ...]], ...] = field(repr=False)
    bag: Bag

    def of(self, seat: int) -> tuple[int, ...]:
        """Every tile that this seat drew, in the order of drawing; one drawn again after an exchange stands twice."""
        return tuple(tile for drawer, tiles in self.draws if drawer == seat for tile in tiles)


def order(seeds: Sequence[bytes | None], history: Iterable[BagEvent], tiles: Sequence[int] = ALL_TILES) -> BagOrder:
    """The whole truth about the bag of one game, from everyone's seeds and what was drawn and put back.

    ``tiles`` are all that the game has, in the order in which the first seat finds them.
    ``ValueError`` where the history cannot have happened: more drawn than there was, or tiles put back by a seat
    that had not drawn them before. Whether they had been played meanwhile is for the rules to say.
    """
    present = list(seeds)
    bag = Bag.new(present, tiles)
    held: list[set[int]] = [set() for _ in present]
    draws = []
    for event in history:
        if isinstance(event, Rekeyed):
            present = [None if seat in event.gone else seed for seat, seed in enumerate(present)]
            bag = _rekeyed(event, present, held, tiles)
            continue
        if not held[event.seat].issuperset(event.back):
            raise ValueError(f"seat {event.seat} cannot put back what it does not hold")
        held[event.seat].difference_update(event.back)
        if isinstance(event, Left):
            present[event.seat] = None
        else:
            drawn, bag = bag.draw(event.count)
            held[event.seat].update(drawn)
            draws.append((event.seat, drawn))
        if event.back or isinstance(event, Left):
            bag = bag.put_back(event.back, present)
    return BagOrder(tuple(draws), bag)


def _rekeyed(event: Rekeyed, present: list[bytes | None], held: list[set[int]], tiles: Sequence[int]) -> Bag:
    """The bag under new keys; what the seats that are gone held counts as drawn no more."""
    if not set().union(*held).issuperset(event.board):
        raise ValueError("a tile that nobody drew cannot be on the board")
    for seat in event.gone:
        held[seat].intersection_update(event.board)
    kept = set().union(*held)
    deck = permuted(sorted(set(tiles).difference(event.board)), present, "shuffle", event.epoch, 0)
    return Bag(tuple(tile for tile in deck if tile not in kept), 0, event.epoch)
