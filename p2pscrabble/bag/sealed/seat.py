"""One seat's own side of a sealed game: its seed, what it can read, and everything that it sends.

All of it follows from the seed and from what everyone knows, so a program that lost its notes sends the same again, and
once the seed is open anyone can check it byte for byte. But what was sent for one state of the game must never be made
for another: whoever holds this keeps the log on disk first, and sends then.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pscrabble.bag.prf import prf_stream
from p2pscrabble.bag.sealed.deck import encode_deck
from p2pscrabble.bag.sealed.duties import Duty, Kind
from p2pscrabble.bag.sealed.keys import key_share, secret_key
from p2pscrabble.bag.sealed.proof import prove
from p2pscrabble.bag.sealed.rekey import Rekeying
from p2pscrabble.bag.sealed.shuffle import permutation, shuffled
from p2pscrabble.bag.sealed.slots import make_showing, slots_of
from p2pscrabble.bag.sealed.state import Sealed
from p2pscrabble.bag.sealed.transcript import Spread, in_turn
from p2pscrabble.game.tiles import LETTER_OF


class SealedSeat:
    """The seat with this seed in this game."""

    __slots__ = ("_key", "_seed", "game_id", "seat")

    def __init__(self, seed: bytes, game_id: bytes, seat: int) -> None:
        self._seed = seed
        self._key = secret_key(seed, game_id)
        self.game_id = game_id
        self.seat = seat

    def __repr__(self) -> str:
        """Which seat, never its seed."""
        return f"<SealedSeat {self.seat}>"

    @property
    def seed(self) -> bytes:
        """What opens everything of this seat: sent to leave, or when all is over."""
        return self._seed

    def key_share(self) -> bytes:
        """The seat's key with its proof, 80 bytes."""
        return key_share(self._seed, self.game_id, self.seat).encode()

    def answer(self, state: Sealed | Rekeying, kind: Kind, spread: Spread = in_turn) -> bytes:
        """The body for something that this seat owes (``state.duties``); ``ValueError`` where it does not owe it."""
        stage = state if isinstance(state, Rekeying) else state.stage
        if stage is None or Duty(kind, self.seat) not in state.duties:
            raise ValueError(f"seat {self.seat} owes no {kind.value}")
        return stage.answer(kind, self.seat, self._seed, spread)

    def rack(self, state: Sealed) -> dict[int, int]:
        """What this seat holds: by slot, the number of the tile."""
        return {slot.number: slot.tile(self._key) for slot in state.racks[self.seat]}

    def pick(self, state: Sealed, letters: str, turn: bytes) -> tuple[int, ...] | None:
        """Slots with these letters (``?`` for a blank), in their order; ``None`` where they are not all held.

        Among equal tiles each is equally likely, so that a play does not tell which of its slots hold no such letter.
        """
        stream = prf_stream(self._seed, "pick", self.game_id, turn)
        rack = self.rack(state)
        picked = []
        for letter in letters:
            fitting = [slot for slot, tile in rack.items() if LETTER_OF[tile] == letter]
            if not fitting:
                return None
            slot = fitting[stream.below(len(fitting))]
            del rack[slot]
            picked.append(slot)
        return tuple(picked)

    def show(self, state: Sealed, slots: Sequence[int], turn: bytes) -> bytes:
        """What opens these slots to everyone, for a play."""
        held = slots_of(state.racks[self.seat], slots)
        return make_showing(self._seed, state.show_context(self.seat, turn), self._key, held).encode()

    def shuffle_rack(self, state: Sealed, spread: Spread = in_turn) -> bytes:
        """What hides from the others which of its tiles this seat drew when."""
        statement = state.rack_statement(self.seat, ())
        context, key, before = statement.context, statement.key, statement.before
        order = permutation(self._seed, context, key, before)
        after = shuffled(self._seed, context, key, before, order, spread)
        proof = prove(self._seed, state.rack_statement(self.seat, after), order, spread)
        return encode_deck(after) + proof.encode()
