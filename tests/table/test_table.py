"""The coroutine: a room from its first call to its last goodbye, and everything that can go wrong on the way."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from p2pscrabble.bag import order
from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import BAG_SIZE
from p2pscrabble.game.turns import Outcome
from p2pscrabble.table import Call, Commit, Gone, Kind, Phase, Reveal, Seat, Step, automatic, move_body

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]
SCRATCH = PRESETS["scratch"].changed(end_passes_empty_bag=False)
"""With so few words the bag is never empty, and then the rules of Scratch have no end."""


def phase(game: Circle) -> Phase:
    """What the host's table is doing."""
    return game.table.phase


def gone(game: Circle) -> set[int]:
    """Who has left the game."""
    return {number for number, player in enumerate(game.position.players) if player.left}


def greedy(position: Position, rng: random.Random) -> Move:
    """The best play, an exchange now and then, or a pass."""
    rack = position.mover.rack.shown
    if rng.random() < 0.1 and position.available >= 7:
        return Exchange("".join(rng.sample(rack, rng.randint(1, len(rack)))))
    plays = scored_plays(position.board, rack, position.lexicon)
    return to_play(max(plays)) if plays else Pass()


def test_a_game_from_the_first_call_to_the_end(circle: MakeCircle) -> None:
    game = circle()
    assert game.table.wants(game.keys[0]) is Kind.ROOM
    game.open()
    assert phase(game) is Phase.GATHERING
    assert game.table.wants(game.keys[0]) is None
    game.call()
    assert phase(game) is Phase.COMMITTING
    assert game.table.wants(game.keys[0]) is None, "the host commits last"
    assert game.table.wants(game.keys[1]) is Kind.COMMIT
    assert game.table.missing == tuple(game.keys)
    game.settle(1)
    assert game.table.wants(game.keys[0]) is Kind.COMMIT
    assert game.table.missing == (game.keys[0],)
    assert not game.table.commitments
    game.settle(0)
    assert phase(game) is Phase.REVEALING
    assert [len(commitment) for commitment in game.table.commitments] == [32, 32]
    assert game.table.missing == tuple(game.keys)
    game.settle()
    assert phase(game) is Phase.PLAYING
    assert [player.rack.size for player in game.position.players] == [7, 7]
    assert game.position.bag == BAG_SIZE - 14
    game.play_out(greedy)
    assert phase(game) is Phase.OVER
    outcome = game.table.outcomes[0]
    assert outcome.position.ended is not None
    assert outcome.position.ended.final is not None
    assert {table.hash for table in game.tables} == {game.table.hash}
    assert {table.outcomes[0].hash for table in game.tables} == {outcome.hash}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_preset_with_every_number_of_seats(circle: MakeCircle, preset: str, seats: int) -> None:
    game = circle(PRESETS[preset].changed(end_passes_empty_bag=False), seats)
    game.begin()

    def choose(position: Position, rng: random.Random) -> Move:
        return greedy(position, rng) if not position.answer_pending else next(iter(_answers(position)))

    game.play_out(choose, seed=seats)
    assert phase(game) is Phase.OVER
    assert {table.hash for table in game.tables} == {game.table.hash}


def _answers(position: Position) -> list[Move]:
    from p2pscrabble.game.moves import Accept

    return [move for move in (Accept(), Pass()) if not position.legal(move)]


def test_the_order_in_which_entries_arrive_makes_no_difference(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.begin()
    game.play_out(greedy)
    final = game.table.hash
    rng = random.Random(7)
    for _ in range(5):
        late = circle(seats=3)
        shown = [0, 0, 0]
        table = late.tables[0]
        while any(shown[seat] < len(log.entries) for seat, log in enumerate(game.logs)):
            seat = rng.randrange(3)
            shown[seat] = min(shown[seat] + rng.randint(1, 4), len(game.logs[seat].entries))
            table.advance({key: game.logs[n].entries[: shown[n]] for n, key in enumerate(game.keys)})
        assert table.hash == final


def test_the_bag_is_what_the_seeds_say(circle: MakeCircle) -> None:
    game = circle(seats=2)
    game.begin()
    first = [player.rack.shown for player in game.position.players]
    record = game.table.record
    assert record is not None
    from p2pscrabble.bag import Drawn
    from p2pscrabble.game.tiles import LETTER_OF, sort_tiles

    truth = order(record.seeds, [Drawn(0, 7), Drawn(1, 7)])
    assert first == [sort_tiles("".join(LETTER_OF[tile] for tile in truth.of(seat))) for seat in (0, 1)]


def test_the_draw_for_the_first_turn_is_public_and_the_preset_decides_whether_there_is_one(circle: MakeCircle) -> None:
    drawn, hosted = circle("classic"), circle("scratch")
    drawn.begin()
    hosted.begin()
    assert drawn.table.first is not None
    assert drawn.position.turn == drawn.table.first.first
    assert hosted.table.first is None
    assert hosted.position.turn == 0


def test_another_game_in_the_same_room_has_other_seeds(circle: MakeCircle) -> None:
    game = circle()
    game.begin()
    seeds = game.table.record.seeds if game.table.record else ()
    game.pass_out()
    game.call()
    game.settle()
    assert phase(game) is Phase.PLAYING
    assert game.table.game == 1
    assert game.table.record is not None
    assert not set(seeds) & set(game.table.record.seeds)
    assert game.position.passes == 0
    game.pass_out()
    assert [outcome.record.game for outcome in game.table.outcomes] == [0, 1]


def test_nobody_answers_a_call_twice(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.open()
    game.call()
    game.settle(1)
    slow, log = game.tables[2], game.logs
    committed = len(log[1].entries)
    game.settle(2, 0)
    logs = {key: log.entries for key, log in zip(game.keys, game.logs, strict=True)}
    late = circle(seats=3).tables[1]
    late.advance(logs | {game.keys[2]: game.logs[2].entries[:1]})
    assert late.phase is Phase.COMMITTING, "one answer is still on its way"
    assert late.wants(game.keys[1]) is None
    assert late.wants(game.keys[2]) is Kind.COMMIT
    assert len(log[1].entries) == committed
    assert slow.attempt == 1


def test_a_player_who_does_not_answer_is_left_out_by_another_call(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.open()
    game.call()
    game.settle(0, 1)
    assert phase(game) is Phase.COMMITTING
    game.call(0, 1)
    game.settle(0, 1)
    assert phase(game) is Phase.PLAYING
    assert [seat.name for seat in game.table.seats] == ["Ana", "Ben"]
    game.say(2, Kind.COMMIT, Commit(1, bytes(32), bytes(32)).encode())
    assert phase(game) is Phase.PLAYING, "an answer to a call that is void changes nothing"


def test_an_answer_to_a_void_call_is_passed_over_later(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.open()
    game.call()
    game.settle(1)
    game.call(0, 1)
    game.settle(0, 1)
    game.pass_out()
    game.settle(2)
    game.say(2, Kind.COMMIT, Commit(1, bytes(32), bytes(32)).encode())
    game.call()
    game.settle()
    assert phase(game) is Phase.PLAYING
    assert len(game.table.seats) == 3


@pytest.mark.parametrize("leaver", [0, 1])
@pytest.mark.parametrize("when", ["before the call", "called", "committed"])
def test_leaving_before_the_deal_voids_the_call(circle: MakeCircle, leaver: int, when: str) -> None:
    game = circle(seats=3)
    game.open()
    if when != "before the call":
        game.call()
    if when == "committed":
        for seat in (1, 2, 0):
            game.say(seat, *(automatic(game.tables[seat], game.keys[seat], game.secrets[seat]) or (0, b"")))
        assert phase(game) is Phase.REVEALING
    game.say(leaver, Kind.LEAVE)
    game.settle()
    if leaver == 0:
        assert phase(game) is Phase.CLOSED
        assert game.table.waiting is None
        return
    assert phase(game) in (Phase.GATHERING, Phase.COMMITTING)
    game.call(0, 2)
    game.settle()
    assert phase(game) is Phase.PLAYING
    assert game.table.game == 0


def test_a_host_who_leaves_before_opening_the_room_closes_it(circle: MakeCircle) -> None:
    game = circle()
    game.say(0, Kind.LEAVE)
    assert phase(game) is Phase.CLOSED


def test_a_player_who_leaves_on_their_turn(circle: MakeCircle) -> None:
    game = circle(SCRATCH, 3)
    game.begin()
    game.say(0, Kind.LEAVE)
    assert game.position.players[0].left
    assert game.position.bag == BAG_SIZE - 14
    assert game.position.turn == 1
    assert game.table.record is not None
    assert game.table.record.steps[-1].turn.outcome is Outcome.LEFT
    game.play_out(greedy)
    assert phase(game) is Phase.CLOSED, "who made the room has left it, so there is no other game"
    assert {table.hash for table in game.tables} == {game.table.hash}
    assert game.table.outcomes[0].position.ended is not None
    assert 0 not in (game.table.outcomes[0].position.ended.winners or ())


def test_a_player_who_leaves_while_another_is_to_move_is_gone_at_once(circle: MakeCircle) -> None:
    game = circle(SCRATCH, 3)
    game.begin()
    game.say(2, Kind.LEAVE)
    assert gone(game) == set(), "it takes effect where that seat is read"
    assert game.table.has_left(game.keys[2])
    game.settle(0)
    assert gone(game) == {2}
    assert game.position.turn == 0, "it is still the same player's turn"
    game.play_out(greedy)
    assert phase(game) is Phase.OVER


def test_when_one_is_left_the_game_is_over(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    game.say(1, Kind.LEAVE)
    game.settle(0)
    assert phase(game) is Phase.OVER
    ended = game.table.outcomes[0].position.ended
    assert ended is not None
    assert ended.reason is EndReason.LEFT
    assert ended.winners == (0,)


def test_the_tiles_of_a_leaver_are_drawn_again(circle: MakeCircle) -> None:
    game = circle(SCRATCH, 3)
    game.begin()
    game.say(1, Kind.LEAVE)
    game.settle()
    game.play_out(greedy)
    position = game.table.outcomes[0].position
    racks = sum(player.rack.size for player in position.players)
    assert len(position.board.tiles) + racks + position.bag == BAG_SIZE


def test_moves_are_refused_with_every_fault_before_they_are_written(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    with pytest.raises(IllegalMove) as refused:
        move_body(game.table, game.keys[0], Play((Placed(0, "Q"),)))
    assert len(refused.value.faults) >= 2
    with pytest.raises(ValueError, match="not this seat's turn"):
        move_body(game.tables[1], game.keys[1], Pass())


def test_clocks_take_what_the_players_say_and_charge_overtime(circle: MakeCircle) -> None:
    game = circle(PRESETS["scratch"].changed(clock=60, overtime=10, end_passes_empty_bag=False))
    game.begin()
    for _ in range(4):
        game.move(Pass(), seconds=40)
    end = game.table.outcomes[0].position.ended
    assert end is not None
    assert end.leftovers is not None
    assert [leftover.overtime for leftover in end.leftovers] == [10, 10]


def test_without_the_word_list_the_table_stops_before_the_first_call(circle: MakeCircle) -> None:
    game = circle(has_lexicon=False)
    game.open()
    assert phase(game) is Phase.NO_LEXICON
    assert game.table.waiting is None


def test_a_word_list_that_disappears_voids_the_call(circle: MakeCircle) -> None:
    game = circle()
    game.open()
    game.call()
    game.settle(1)
    game.has_lexicon = False
    game.settle()
    assert phase(game) is Phase.NO_LEXICON


def test_only_those_who_are_asked_are_expected_to_write(circle: MakeCircle) -> None:
    game = circle("scratch", 3)
    assert game.table.wants(bytes(32)) is None
    assert game.table.seat_of(bytes(32)) is None
    game.begin()
    assert game.table.wants(game.keys[0]) is Kind.MOVE
    assert game.table.wants(game.keys[1]) is None
    assert automatic(game.tables[0], game.keys[0], game.secrets[0]) is None
    assert automatic(game.tables[0], bytes(32), game.secrets[0]) is None


def test_an_entry_read_twice_is_read_once(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    before = game.table.hash
    logs = {key: log.entries for key, log in zip(game.keys, game.logs, strict=True)}
    assert not game.table.advance(logs)
    assert game.table.hash == before


# What a hostile program may sign: each costs its signer the seat, or stops the table, with the name


def charged(game: Circle) -> tuple[str, str]:
    """Who was charged last, and with what: the same at every table."""
    charges = [table.stopped or table.charges[-1] for table in game.tables]
    assert charges == [charges[0]] * len(charges)
    return charges[0].seat.name, charges[0].reason


def test_a_move_against_the_rules(circle: MakeCircle) -> None:
    game = circle("scratch", 3)
    game.begin()
    before = game.position
    from p2pscrabble.numerals.live import move_bytes

    cheat = Play((Placed(0, "Q"), Placed(1, "Q"), Placed(2, "Q")))
    game.say(0, Kind.MOVE, game.table.tag + move_bytes(cheat, before.board))
    name, reason = charged(game)
    assert name == "Ana"
    assert "Q" in reason
    assert game.position.board == before.board, "the cheat has changed nothing"
    assert gone(game) == {0}, "and is out"
    assert phase(game) is Phase.PLAYING, "and the others go on"
    assert game.position.turn == 1
    game.say(0, Kind.MOVE, b"whatever else it says is not read")
    game.move(Pass())
    assert {table.hash for table in game.tables} == {game.table.hash}


def test_a_cheat_against_one_leaves_that_one_the_game(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    game.move(Pass())
    game.say(1, Kind.MOVE, game.table.tag + b"\xff" * 30)
    assert charged(game)[0] == "Ben"
    assert phase(game) is Phase.OVER
    ended = game.table.outcomes[0].position.ended
    assert ended is not None
    assert ended.winners == (0,)


def test_a_move_that_cannot_be_read(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    game.say(0, Kind.MOVE, game.table.tag + b"\xff" * 30)
    assert charged(game)[0] == "Ana"


def test_another_hash_of_the_game(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    game.say(0, Kind.MOVE, bytes(4))
    assert "hash" in charged(game)[1]


def test_a_move_out_of_turn_is_charged_when_it_is_read(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    game.say(1, Kind.COMMIT, game.table.tag)
    assert phase(game) is Phase.PLAYING
    game.move(Pass())
    assert charged(game)[0] == "Ben"


@pytest.mark.parametrize("kind", [Kind.ROOM, Kind.CALL, Kind.COMMIT, Kind.REVEAL, 99])
def test_an_entry_out_of_place(circle: MakeCircle, kind: int) -> None:
    game = circle("scratch")
    game.begin()
    game.say(0, kind, b"")
    assert "out of place" in charged(game)[1]


def test_a_room_that_cannot_be_read(circle: MakeCircle) -> None:
    game = circle()
    game.say(0, Kind.ROOM, b"\x09")
    assert charged(game)[0] == "Ana"


@pytest.mark.parametrize(
    ("seats", "attempt", "reason"),
    [
        ((0, 1), 2, "call 2"),
        ((1, 0), 1, "other seats"),
        ((0, 1, 2), 1, "other seats"),
    ],
)
def test_calls_that_cannot_be(circle: MakeCircle, seats: tuple[int, ...], attempt: int, reason: str) -> None:
    game = circle(seats=3)
    game.open(seats=2)
    game.say(0, Kind.CALL, Call(attempt, tuple(game.seats[seat] for seat in seats)).encode())
    name, said = charged(game)
    assert name == "Ana"
    assert reason in said


def test_a_call_that_cannot_be_read(circle: MakeCircle) -> None:
    game = circle()
    game.open()
    game.say(0, Kind.CALL, b"")
    assert charged(game)[0] == "Ana"


def test_calling_a_player_who_has_left(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.open()
    game.call()
    game.say(1, Kind.LEAVE)
    game.settle()
    game.call()
    assert "has left" in charged(game)[1]


def test_a_host_that_answers_another_call_than_its_own(circle: MakeCircle) -> None:
    game = circle()
    game.open()
    game.call()
    game.settle(1)
    game.say(0, Kind.COMMIT, Commit(7, bytes(32), bytes(32)).encode())
    assert charged(game)[0] == "Ana"


def test_an_answer_to_a_call_that_was_not_made(circle: MakeCircle) -> None:
    game = circle()
    game.open()
    game.call()
    game.say(1, Kind.COMMIT, Commit(7, bytes(32), bytes(32)).encode())
    game.settle()
    assert charged(game) == ("Ben", "answered a call that was not made")


def test_a_commitment_that_cannot_be_read(circle: MakeCircle) -> None:
    game = circle()
    game.open()
    game.call()
    game.say(1, Kind.COMMIT, b"")
    game.settle()
    assert charged(game)[0] == "Ben"


@pytest.mark.parametrize("part", ["seed", "nonce", "form"])
def test_opening_something_else_than_was_committed(circle: MakeCircle, part: str) -> None:
    game = circle()
    game.open()
    game.call()
    for seat in (1, 0):
        game.say(seat, *(automatic(game.tables[seat], game.keys[seat], game.secrets[seat]) or (0, b"")))
    true = game.secrets[1]
    seed = bytes(16) if part == "seed" else true.seed(1)
    nonce = bytes(16) if part == "nonce" else true.nonce(1)
    body = b"" if part == "form" else Reveal(nonce, seed).encode()
    game.say(1, Kind.REVEAL, game.table.tag + body)
    game.settle()
    assert charged(game)[0] == "Ben"


@pytest.mark.parametrize("seat", [0, 3, None])
def test_saying_that_somebody_has_left_who_cannot_have(circle: MakeCircle, seat: int | None) -> None:
    game = circle("scratch", 3)
    game.begin()
    body = b"\xff\xff" if seat is None else Gone(seat).encode()
    game.say(0, Kind.GONE, game.table.tag + body)
    assert charged(game)[0] == "Ana"


def test_saying_that_somebody_has_left_who_is_here(circle: MakeCircle) -> None:
    game = circle("scratch", 3)
    game.begin()
    game.say(0, Kind.GONE, game.table.tag + Gone(2).encode())
    assert game.table.wants(game.keys[2]) is Kind.HERE
    game.settle()
    assert charged(game) == ("Ana", "said that a seat had left which had not")
    assert gone(game) == {0}
    assert game.position.turn == 1


def test_who_has_left_after_all_needs_not_say_so_again(circle: MakeCircle) -> None:
    game = circle("scratch", 3)
    game.begin()
    game.say(0, Kind.GONE, game.table.tag + Gone(2).encode())
    game.say(2, Kind.LEAVE)
    assert gone(game) == {2}
    assert game.position.turn == 0


def test_a_player_who_vanishes_before_the_deal_is_left_out_by_another_call(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.open()
    game.call()
    game.settle(1)
    game.say(2, *(automatic(game.tables[2], game.keys[2], game.secrets[2]) or (0, b"")))
    game.settle(0, 1)
    assert phase(game) is Phase.REVEALING
    assert game.table.wants(game.keys[0]) is None, "the host reveals last"
    game.call(0, 1)
    game.settle(0, 1)
    assert phase(game) is Phase.PLAYING
    assert [seat.name for seat in game.table.seats] == ["Ana", "Ben"]
    assert {table.hash for table in game.tables} == {game.table.hash}


def test_a_guest_who_breaks_the_protocol_before_the_deal_is_not_called_again(circle: MakeCircle) -> None:
    game = circle(seats=3)
    game.open()
    game.call()
    game.settle(1)
    game.say(2, Kind.COMMIT, b"")
    game.settle()
    assert charged(game)[0] == "Cid"
    assert phase(game) is Phase.GATHERING
    game.call(0, 1)
    game.settle(0, 1)
    assert phase(game) is Phase.PLAYING


def test_any_bytes_in_any_place_are_survived(circle: MakeCircle) -> None:
    rng = random.Random(3)
    kinds = itertools.cycle([*Kind, 0, 200])
    for attempt in range(150):
        game = circle("scratch")
        if attempt % 3:
            game.open()
        if attempt % 3 == 2:
            game.call()
            game.settle()
        for _ in range(4):
            seat = rng.randrange(2)
            tag = game.table.tag if rng.random() < 0.7 else b""
            game.say(seat, next(kinds), tag + rng.randbytes(rng.randrange(80)))
        assert {table.hash for table in game.tables} == {game.table.hash}


def test_a_stranger_at_the_table_has_no_seat(circle: MakeCircle) -> None:
    game = circle()
    game.begin()
    assert game.table.seat_of(game.keys[1]) == 1
    assert Seat(game.keys[1], "Ben") in game.table.seats


def test_a_step_is_what_led_somewhere(circle: MakeCircle) -> None:
    game = circle("scratch")
    game.begin()
    game.move(Pass())
    assert game.table.record is not None
    step = game.table.record.steps[0]
    assert step.turn.outcome is Outcome.PASSED
    with pytest.raises(ValueError, match="no step"):
        _ = Step(step.before, step.before).turn


def test_noise_in_a_log_is_no_answer_to_a_call(circle: MakeCircle) -> None:
    game = circle()
    game.open()
    game.call()
    game.say(1, Kind.MOVE, b"")
    assert game.table.wants(game.keys[1]) is Kind.COMMIT
    assert game.table.wants(game.keys[0]) is None
