"""What the seat of this peer writes when the table asks it: the bodies of its entries, from its secrets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from p2pscrabble.bag import commitment, h, nonce_commitment
from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed import SealedSeat, Spread, in_turn
from p2pscrabble.bag.sealed.slots import encode_slots
from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.moves import Exchange, Move, Play
from p2pscrabble.game.tiles import tile_of
from p2pscrabble.numerals.live import move_bytes
from p2pscrabble.table.entries import (
    SEALED_KINDS,
    Commit,
    Deal,
    Gone,
    Kind,
    Made,
    Reveal,
    SealedMade,
    SealedReveal,
)
from p2pscrabble.table.reading import Phase
from p2pscrabble.table.sealed import SealedGame
from p2pscrabble.table.secrets import Secrets
from p2pscrabble.table.table import Table


@dataclass(frozen=True, slots=True)
class Answer:
    """Something that this seat owes a sealed bag and that takes a while to make, in any thread.

    ``name`` stands for exactly one body: that of this kind, for this place in the game. ``premise`` goes before it.
    ``step`` names, for a deck alone, the step at which no other may ever be shuffled.
    """

    kind: Kind
    name: bytes
    premise: bytes
    step: bytes
    make: Callable[[Spread], bytes] = field(repr=False, compare=False)


def made_at_once(answer: Answer) -> bytes:
    """The body of this answer, however long it takes."""
    return answer.make(in_turn)


def automatic(
    table: Table, key: bytes, secrets: Secrets, make: Callable[[Answer], bytes | None] = made_at_once
) -> tuple[Kind, bytes] | None:
    """The entry that this key owes the table and that needs no thought; ``None`` where there is none.

    ``make`` may have answers to a sealed bag made elsewhere, and give ``None`` until one is there.
    """
    wanted = table.wants(key)
    seat = table.seat_of(key)
    if wanted is None or seat is None:
        return None
    if wanted is Kind.COMMIT:
        seed, nonce = secrets.seed(table.attempt), secrets.nonce(table.attempt)
        bound = (table.room_id, table.game, seat, table.seats[seat].name, key)
        return wanted, Commit(table.attempt, commitment(seed, *bound), nonce_commitment(nonce, *bound)).encode()
    if wanted is Kind.REVEAL:
        return wanted, table.tag + _opening(table, seat, secrets)
    if wanted is Kind.HERE:
        return wanted, b""
    if wanted is Kind.SEED:
        return wanted, table.tag + secrets.seed(table.attempt)
    if wanted in SEALED_KINDS:
        owed = answer(table, key)
        body = None if owed is None else make(owed)
        return None if owed is None or body is None else (wanted, table.tag + owed.premise + body)
    leaver = table.leaver
    return None if leaver is None else (Kind.GONE, table.tag + Gone(leaver).encode())


def _opening(table: Table, seat: int, secrets: Secrets) -> bytes:
    seed, nonce = secrets.seed(table.attempt), secrets.nonce(table.attempt)
    if _is_open(table):
        return Reveal(nonce, seed).encode()
    return SealedReveal(nonce, SealedSeat(seed, table.sealed_id, seat).key_share()).encode()


def _is_open(table: Table) -> bool:
    return table.room is None or table.room.deal is Deal.OPEN


def answer(table: Table, key: bytes) -> Answer | None:
    """What this key, whose seat the table knows as its own, owes the bag next; ``None`` where it is nothing."""
    game, kind = table.sealed, table.wants(key)
    if game is None or game.own is None or kind is None or kind not in SEALED_KINDS:
        return None
    own, owed = game.own, Owed[kind.name]
    written = table.written(key, kind)
    state = game.owing(owed, written)

    def make(spread: Spread) -> bytes:
        return own.answer(state, owed, spread)

    step = h(game.chain.context.data) if owed is Owed.DECK else b""
    return Answer(kind, game.place_of(owed, written), game.premise(owed, written), step, make)


def leave_body(table: Table | None, secrets: Secrets) -> bytes:
    """The body of a ``LEAVE`` entry: in a sealed game the seed, so that the others can go on without this seat."""
    if table is None or _is_open(table):
        return b""
    dealt = table.phase in (Phase.REVEALING, Phase.DEALING, Phase.PLAYING)
    return secrets.seed(table.attempt) if dealt else b""


def move_body(table: Table, key: bytes, move: Move, seconds: int = 0) -> bytes:
    """The body of a ``MOVE`` entry; ``IllegalMove`` with every fault where the rules refuse it.

    Raises ``ValueError`` where it is not this key's turn: the caller has asked ``table.wants`` before.
    """
    position = table.position
    if position is None or table.wants(key) is not Kind.MOVE:
        raise ValueError("it is not this seat's turn")
    if faults := position.legal(move):
        raise IllegalMove(faults)
    timed = position.rules.clock > 0
    if table.sealed is None:
        return table.tag + Made(move_bytes(move, position.board), seconds).encode(timed)
    shown = _shown(table.sealed, move, table.hash)
    if isinstance(move, Exchange):
        move = Exchange.hidden(len(move.tiles))
    return table.tag + SealedMade(move_bytes(move, position.board), shown, seconds).encode(timed)


def _shown(game: SealedGame, move: Move, turn: bytes) -> bytes:
    """What shows the tiles of a play to all, or names the slots that are exchanged."""
    own, bag = game.own, game.bag
    if own is None:
        raise ValueError("this seat has no tiles that can be read here")
    if isinstance(move, Play):
        slots = own.pick(bag, "".join(tile_of(letter) for _, letter in move.tiles), turn)
        return own.show(bag, slots or (), turn)
    if isinstance(move, Exchange):
        return encode_slots(sorted(own.pick(bag, move.tiles, turn) or ()))
    return b""
