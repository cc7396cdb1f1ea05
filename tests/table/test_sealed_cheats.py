"""What a hostile program may sign in a sealed game: it costs its signer the seat, by name, and changes nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.bag.sealed import Kind as Owed
from p2pscrabble.bag.sealed import SealedSeat
from p2pscrabble.bag.sealed.slots import encode_slots
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Challenge, Exchange, Pass, Placed, Play
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.numerals.live import move_bytes
from p2pscrabble.table import Deal, Kind, Phase, answer, move_body
from p2pscrabble.table.entries import SealedMade, SealedReveal
from p2pscrabble.table.replay import replay_number, verify_replay
from p2pscrabble.table.sealed import SealedGame

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]


def phase(game: Circle) -> Phase:
    """What the host's table is doing."""
    return game.table.phase


def gathered(circle: MakeCircle, seats: int, preset: str = "scratch") -> Circle:
    game = circle(PRESETS[preset].changed(first=FirstSeat.HOST, end_passes_empty_bag=False), seats, deal=Deal.SEALED)
    game.open()
    game.call()
    return game


def begun(circle: MakeCircle, seats: int = 3, preset: str = "scratch") -> Circle:
    game = gathered(circle, seats, preset)
    game.settle()
    assert phase(game) is Phase.PLAYING
    return game


def until(game: Circle, seat: int, kind: Kind) -> bytes:
    """All write what they owe until this seat owes something of this kind: what it should write."""
    for _ in range(100):
        if game.tables[seat].wants(game.keys[seat]) is kind:
            owed = game.owed(seat)
            assert owed is not None
            return owed[1]
        for other in range(len(game.keys)):
            owed = game.owed(other)
            if owed is not None:
                game.say(other, *owed)
                break
    pytest.fail(f"seat {seat} never owed {kind.name}")


def bag(game: Circle, seat: int = 0) -> SealedGame:
    sealed = game.tables[seat].sealed
    assert sealed is not None
    return sealed


def head(game: Circle, seat: int, owed: Owed) -> bytes:
    """What a seat's answer of this kind begins with."""
    return game.tables[seat].tag + bag(game, seat).premise(owed, 0)


def own(game: Circle, seat: int) -> SealedSeat:
    found = bag(game, seat).own
    assert found is not None
    return found


def charged(game: Circle) -> tuple[str, str]:
    """Who was charged last, and with what, once all have read on: the same at every table."""
    game.settle()
    charges = [table.stopped or table.charges[-1] for table in game.tables]
    assert charges == [charges[0]] * len(charges)
    return charges[0].seat.name, charges[0].reason


def racks(game: Circle, *seats: int) -> list[str | None]:
    """What these seats see on their own racks."""
    shown = []
    for seat in seats:
        position = game.tables[seat].position
        assert position is not None
        shown.append(position.players[seat].rack.tiles)
    return shown


def finished(game: Circle) -> None:
    """The others play on to the end, and agree on it."""
    game.settle()
    while game.position.ended is None:
        game.move(Pass())
        game.settle()
    assert phase(game) in (Phase.OVER, Phase.CLOSED)
    assert len({table.hash for table in game.tables}) == 1
    outcome = game.table.outcomes[0]
    assert all(table.outcomes[0] == outcome for table in game.tables)
    assert verify_replay(replay_number(outcome), outcome)


def test_a_key_that_is_another_seats(circle: MakeCircle) -> None:
    game = gathered(circle, 2)
    until(game, 1, Kind.REVEAL)
    host = SealedSeat(game.secrets[0].seed(1), game.table.sealed_id, 0)
    nonce = game.secrets[1].nonce(1)
    game.say(1, Kind.REVEAL, game.table.tag + SealedReveal(nonce, host.key_share()).encode())
    game.settle()
    assert charged(game) == ("Ben", "sent a key without knowing what belongs to it")
    assert phase(game) is Phase.GATHERING


@pytest.mark.parametrize("body", [b"", b"\7" * 96])
def test_a_key_that_cannot_be_read(circle: MakeCircle, body: bytes) -> None:
    game = gathered(circle, 2)
    until(game, 1, Kind.REVEAL)
    game.say(1, Kind.REVEAL, game.table.tag + body)
    game.settle()
    assert "cannot be read" in charged(game)[1]


def test_another_nonce_than_was_committed(circle: MakeCircle) -> None:
    game = gathered(circle, 2)
    body = until(game, 1, Kind.REVEAL)
    game.say(1, Kind.REVEAL, body[:4] + bytes(16) + body[20:])
    game.settle()
    assert charged(game) == ("Ben", "opened another nonce than the one it had committed to")


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        (Kind.DECK, lambda body: body[:-1], "cannot be read"),
        (Kind.DECK, lambda body: body[:84] + body[20:84] + body[148:], ""),
        (Kind.PROOF, lambda body: body[:21] + bytes(16) + body[37:], "still holds the same tiles"),
        (Kind.PROOF, lambda body: body[:100], "cannot be read"),
        (Kind.SHARES, lambda body: body[:20] + body[52:84] + body[20:52] + body[84:], ""),
    ],
)
def test_a_cheat_before_the_first_racks_voids_the_call(
    circle: MakeCircle, kind: Kind, change: Callable[[bytes], bytes], reason: str
) -> None:
    game = gathered(circle, 3)
    body = until(game, 2, kind)
    game.say(2, kind, change(body))
    game.settle(0, 1)
    assert charged(game)[0] == "Cid"
    assert reason in charged(game)[1]
    assert phase(game) is Phase.GATHERING
    game.call(0, 1)
    game.settle(0, 1)
    assert phase(game) is Phase.PLAYING
    finished(game)


def test_a_host_that_cheats_before_the_first_racks_stops_the_room(circle: MakeCircle) -> None:
    game = gathered(circle, 2)
    body = until(game, 0, Kind.DECK)
    game.say(0, Kind.DECK, body[:-1])
    assert charged(game)[0] == "Ana"
    assert phase(game) is Phase.STOPPED


def test_a_program_that_knows_another_game_so_far_stops_the_table(circle: MakeCircle) -> None:
    game = gathered(circle, 2)
    body = until(game, 1, Kind.DECK)
    game.say(1, Kind.DECK, bytes(4) + body[4:])
    assert "hash" in charged(game)[1]
    assert phase(game) is Phase.STOPPED


def laid(game: Circle, seat: int, letters: str | None = None, slots: tuple[int, ...] | None = None) -> bytes:
    """A move that lays other letters, or other slots, than it should: the first two tiles of the rack else."""
    turn, state = game.table.hash, bag(game, seat).bag
    held = own(game, seat).rack(state)
    taken = tuple(held)[:2] if slots is None else slots
    from p2pscrabble.game.tiles import LETTER_OF

    true = "".join(LETTER_OF[held[slot]] for slot in tuple(held)[:2])
    letters = (true if letters is None else letters).replace("?", "z")
    move = Play((Placed(112, letters[0]), Placed(113, letters[1])))
    shown = own(game, seat).show(state, tuple(held)[:2], turn)
    if slots is not None:
        shown = encode_slots(taken) + shown[3:]
    return game.table.tag + SealedMade(move_bytes(move, game.position.board), shown).encode(False)


def test_tiles_that_it_does_not_hold(circle: MakeCircle) -> None:
    game = begun(circle, preset="tournament")
    before = racks(game, 1, 2)
    held = racks(game, 0)[0] or ""
    strange = next(letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if letter not in held)
    game.say(0, Kind.MOVE, laid(game, 0, letters=strange + strange))
    assert charged(game) == ("Ana", "laid other tiles than it showed")
    assert not game.position.board.tiles
    game.settle()
    assert game.position.players[0].left
    assert racks(game, 1, 2) == before, "the others have new keys, and the tiles that they had"
    assert game.position.bag == 100 - 14
    finished(game)
    assert game.table.outcomes[0].record.seeds == (), "the seeds alone don't tell such a game"


def test_slots_that_are_on_another_rack(circle: MakeCircle) -> None:
    game = begun(circle, preset="tournament")
    game.say(0, Kind.MOVE, laid(game, 0, slots=(8, 9)))
    assert charged(game) == ("Ana", "used slot 8, which is not on its rack")


def test_shares_from_another_turn(circle: MakeCircle) -> None:
    game = begun(circle, preset="tournament")
    early = laid(game, 0)
    for _ in range(3):
        game.move(Pass())
    game.say(0, Kind.MOVE, game.table.tag + early[4:])
    assert charged(game)[0] == "Ana"


def test_a_play_that_shows_nothing(circle: MakeCircle) -> None:
    game = begun(circle, preset="tournament")
    move = Play((Placed(112, "A"), Placed(113, "A")))
    game.say(0, Kind.MOVE, game.table.tag + SealedMade(move_bytes(move, game.position.board)).encode(False))
    assert "cannot be read" in charged(game)[1]


@pytest.mark.parametrize("move", [Pass(), Challenge()])
def test_a_move_that_shows_more_than_it_needs(circle: MakeCircle, move: Pass | Challenge) -> None:
    game = begun(circle, preset="tournament")
    made = SealedMade(move_bytes(move, game.position.board), b"\1")
    game.say(0, Kind.MOVE, game.table.tag + made.encode(False))
    assert "cannot be read" in charged(game)[1]


@pytest.mark.parametrize(
    ("move", "slots", "reason"),
    [
        (Exchange.hidden(2), (1, 0), "other tiles than it may"),
        (Exchange.hidden(2), (0, 1, 2), "other tiles than it may"),
        (Exchange.hidden(2), (0, 7), "not on its rack"),
        (Exchange("AB"), (0, 1), "names tiles"),
        (Exchange.hidden(2), (), "cannot be read"),
    ],
)
def test_exchanges_that_cannot_be(circle: MakeCircle, move: Exchange, slots: tuple[int, ...], reason: str) -> None:
    game = begun(circle)
    made = SealedMade(move_bytes(move, game.position.board), encode_slots(slots))
    game.say(0, Kind.MOVE, game.table.tag + made.encode(False))
    assert charged(game)[0] == "Ana"
    assert reason in charged(game)[1]


def test_a_play_against_the_rules(circle: MakeCircle) -> None:
    game = begun(circle, preset="tournament")
    turn, state = game.table.hash, bag(game).bag
    slots = tuple(own(game, 0).rack(state))[:2]
    from p2pscrabble.game.tiles import LETTER_OF

    letters = [LETTER_OF[own(game, 0).rack(state)[slot]].replace("?", "z") for slot in slots]
    move = Play((Placed(0, letters[0]), Placed(1, letters[1])))
    made = SealedMade(move_bytes(move, game.position.board), own(game, 0).show(state, slots, turn))
    game.say(0, Kind.MOVE, game.table.tag + made.encode(False))
    assert "against the rules" in charged(game)[1]
    assert not game.position.board.tiles


def exchanging(game: Circle) -> None:
    """Ana exchanges two tiles, and the others have not answered."""
    game.move(Exchange((racks(game, 0)[0] or "")[:2]))


def test_wrong_shares_for_a_draw_and_the_draw_is_made_again(circle: MakeCircle) -> None:
    game = begun(circle)
    before = racks(game, 1)
    exchanging(game)
    body = until(game, 2, Kind.SHARES)
    game.say(2, Kind.SHARES, body[:-1] + bytes([body[-1] ^ 1]))
    assert charged(game)[0] == "Cid"
    game.settle(0, 1)
    assert game.position.players[2].left
    assert [player.rack.size for player in game.position.players] == [7, 7, 0]
    assert racks(game, 1) == before
    assert game.table.wants(game.keys[1]) is Kind.MOVE
    finished(game)


def test_wrong_shares_with_nobody_else_to_go_on_with(circle: MakeCircle) -> None:
    game = begun(circle, 2)
    exchanging(game)
    until(game, 1, Kind.SHARES)
    game.say(1, Kind.SHARES, game.table.tag)
    assert charged(game)[0] == "Ben"
    ended = game.position.ended
    assert ended is not None
    assert ended.reason is EndReason.LEFT
    game.settle(0)
    assert phase(game) is Phase.OVER
    finished(game)


@pytest.mark.parametrize("kind", [Kind.DECK, Kind.PROOF])
def test_a_cheat_while_tiles_are_put_back(circle: MakeCircle, kind: Kind) -> None:
    game = begun(circle)
    exchanging(game)
    body = until(game, 1, kind)
    kept = racks(game, 0, 2)
    game.say(1, kind, body[:-1])
    assert charged(game)[0] == "Ben"
    game.settle(0, 2)
    assert racks(game, 0, 2) == kept
    assert game.position.bag == 100 - 14
    finished(game)


@pytest.mark.parametrize("kind", [Kind.DECK, Kind.CARRIED, Kind.RAISED, Kind.TAGS])
def test_a_cheat_while_new_keys_are_made(circle: MakeCircle, kind: Kind) -> None:
    game = begun(circle, 4)
    kept = racks(game, 0, 2)
    game.move(Pass())
    game.say(1, Kind.MOVE, game.table.tag + b"\xff" * 9)
    body = until(game, 3, kind)
    game.say(3, kind, body[:-1])
    assert charged(game)[0] == "Dora"
    game.settle(0, 2)
    assert racks(game, 0, 2) == kept
    assert [player.left for player in game.position.players] == [False, True, False, True]
    finished(game)


def test_a_leaver_while_new_keys_are_made(circle: MakeCircle) -> None:
    game = begun(circle, 4)
    kept = racks(game, 0, 2)
    game.move(Pass())
    game.say(1, Kind.MOVE, game.table.tag + b"\xff" * 9)
    until(game, 3, Kind.CARRIED)
    game.leave(3)
    game.settle(0, 2)
    assert racks(game, 0, 2) == kept
    finished(game)


@pytest.mark.parametrize("body", [b"", bytes(16), bytes(200)])
def test_leaving_without_the_seed(circle: MakeCircle, body: bytes) -> None:
    game = begun(circle)
    kept = racks(game, 1, 2)
    game.say(0, Kind.LEAVE, body)
    assert charged(game) == ("Ana", "left without opening the seed that it had committed to")
    game.settle(1, 2)
    assert racks(game, 1, 2) == kept


def test_leaving_with_a_deck_that_the_seed_does_not_make(circle: MakeCircle) -> None:
    game = begun(circle)
    exchanging(game)
    until(game, 2, Kind.DECK)
    other = SealedSeat(bytes(16), game.table.sealed_id, 2)
    game.say(2, Kind.DECK, head(game, 2, Owed.DECK) + bag(game, 2).chain.answer(Owed.DECK, 2, other.seed))
    game.leave(2)
    game.settle(0, 1)
    assert charged(game) == ("Cid", "shuffled otherwise than its seed does")
    finished(game)


def closing(circle: MakeCircle) -> Circle:
    """All have passed, and nobody has opened anything yet."""
    game = begun(circle)
    while game.position.ended is None:
        game.move(Pass())
    return game


@pytest.mark.parametrize("kind", [Kind.RACK, Kind.LEFTOVER])
def test_who_does_not_show_its_rack_is_struck_from_the_result(circle: MakeCircle, kind: Kind) -> None:
    game = closing(circle)
    body = until(game, 1, kind)
    game.say(1, kind, body[:-1])
    assert charged(game)[0] == "Ben"
    game.settle(0, 2)
    finished(game)
    position = game.table.outcomes[0].position
    assert position.players[1].left
    assert position.ended is not None
    assert position.ended.final is not None


def test_another_seed_at_the_end_leaves_the_result(circle: MakeCircle) -> None:
    game = closing(circle)
    body = until(game, 2, Kind.SEED)
    game.say(2, Kind.SEED, body[:-1] + bytes([body[-1] ^ 1]))
    assert charged(game) == ("Cid", "opened another seed than the one it had committed to")
    game.settle(0, 1)
    finished(game)
    outcome = game.table.outcomes[0]
    assert outcome.record.seeds == ()
    assert outcome.sealed is not None
    assert [seed is None for seed in outcome.sealed.seeds] == [False, False, True]
    assert outcome.position.ended is not None
    assert outcome.position.ended.final is not None


@pytest.mark.parametrize("kind", [Kind.RACK, Kind.SEED])
def test_who_leaves_at_the_end_has_opened_everything(circle: MakeCircle, kind: Kind) -> None:
    game = closing(circle)
    until(game, 1, kind)
    game.leave(1)
    game.settle()
    finished(game)
    assert len(game.table.outcomes[0].record.seeds) == 3
    assert not game.table.charges


def test_answers_that_nobody_asked_for(circle: MakeCircle) -> None:
    game = begun(circle)
    game.say(0, Kind.SHARES, game.table.tag)
    assert "out of place" in charged(game)[1]
    game.settle(1, 2)
    finished(game)


def test_nobody_answers_for_another(circle: MakeCircle) -> None:
    game = begun(circle)
    exchanging(game)
    assert answer(game.tables[0], game.keys[0]) is None
    assert game.tables[0].wants(game.keys[1]) is Kind.SHARES
    with pytest.raises(ValueError, match="not this seat's turn"):
        move_body(game.tables[1], game.keys[1], Pass())
