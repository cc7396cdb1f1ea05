"""The others go on without a seat whose program is silent: at every point of an open and of a sealed game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from p2pscrabble.bag.sealed.audit import audit
from p2pscrabble.bag.sealed.duties import Checking
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Pass, Play
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.table import Deal, Kind, Phase, Without, ballot, vanishing
from p2pscrabble.table.replay import replay_number, verify_replay
from p2pscrabble.table.sealed import Doing
from p2pscrabble.table.without import could_go, present, vote, voted_against, wish

if TYPE_CHECKING:
    from tests.table.conftest import Circle

MakeCircle = Callable[..., "Circle"]
RULES = PRESETS["classic"].changed(end_passes_empty_bag=False, first=FirstSeat.HOST)


@pytest.fixture
def begun(circle: MakeCircle) -> MakeCircle:
    """A game that has just begun, the host to move."""

    def make(seats: int, deal: Deal = Deal.OPEN) -> Circle:
        game = circle(RULES, seats, deal=deal)
        game.begin()
        assert phase(game) is Phase.PLAYING
        return game

    return make


def best(game: Circle) -> Play:
    """The best play of the seat to move."""
    position = game.mover_sees
    return to_play(max(scored_plays(position.board, position.mover.rack.shown, position.lexicon)))


def phase(game: Circle) -> Phase:
    """What the host's table is doing."""
    return game.table.phase


def gone(game: Circle) -> set[int]:
    return {number for number, player in enumerate(game.position.players) if player.left}


def racks(game: Circle) -> list[str | None]:
    """What each seat's own program knows of its rack."""
    positions = [table.position for table in game.tables]
    return [None if one is None else one.players[seat].rack.tiles for seat, one in enumerate(positions)]


def settle(game: Circle, *lost: int) -> None:
    """Everyone but these writes what is owed."""
    game.settle(*(seat for seat in range(len(game.names)) if seat not in lost))


def end(game: Circle, *lost: int) -> None:
    """Those who go on pass until the game is over; all come to the same end, whoever comes back to it too."""
    settle(game, *lost)
    while game.tables[min(set(range(len(game.names))) - set(lost))].phase is Phase.PLAYING:
        movers = [seat for seat, key in enumerate(game.keys) if game.tables[seat].wants(key) is Kind.MOVE]
        assert len(set(movers) - set(lost)) == 1
        game.move(Pass())
        settle(game, *lost)
    for seat in lost:
        game.find(seat)
    assert len({table.hash for table in game.tables}) == 1
    assert not any(table.charges for table in game.tables)
    outcomes = [table.outcomes[-1] for table in game.tables]
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert verify_replay(replay_number(outcomes[0]), outcomes[0])


# Open games


def test_a_silent_seat_is_gone_on_the_turn_of_another(begun: MakeCircle) -> None:
    game = begun(3)
    game.lose(2)
    assert [table.leaver for table in game.tables] == [None] * 3
    game.vote(2)
    assert [table.leaver for table in game.tables] == [2, 2, None]
    settle(game, 2)
    assert gone(game) == {2}
    assert game.table.wants(game.keys[0]) is Kind.MOVE, "it is still the same seat's turn"
    game.move(best(game))
    assert game.table.wants(game.keys[1]) is Kind.MOVE
    end(game, 2)


def test_a_silent_seat_is_gone_on_its_own_turn(begun: MakeCircle) -> None:
    game = begun(3)
    game.move(best(game))
    game.lose(1)
    game.vote(1, voters=[2])
    assert gone(game) == set()
    game.vote(1, voters=[0])
    assert gone(game) == {1}
    assert game.table.wants(game.keys[2]) is Kind.MOVE
    end(game, 1)


def test_what_one_of_the_voters_has_counts_for_all_of_them(begun: MakeCircle) -> None:
    game = begun(3)
    game.move(Pass())
    game.move(Pass())
    game.seen[0, 2] = len(game.logs[2].entries)
    game.move(Pass())  # Cid's; only Ben hears of it
    game.lose(2)
    game.seen[0, 2] -= 1
    game.vote(2)
    assert game.tables[0].position != game.tables[1].position
    assert game.tables[0].wants(game.keys[0]) is None, "Ana waits for what Ben has"
    assert game.owed(0) is None
    game.seen[0, 2] += 1
    game.read()
    assert game.tables[0].position == game.tables[1].position
    settle(game, 2)
    assert gone(game) == {2}
    assert game.table.record is not None
    assert [step.turn.seat for step in game.table.record.steps] == [0, 1, 2, 2]
    end(game, 2)


def test_what_came_after_a_vote_counts_only_if_another_voter_has_it(begun: MakeCircle) -> None:
    game = begun(4)
    for _ in range(3):
        game.move(Pass())
    game.lose(3)
    game.vote(3, voters=[0, 1])
    game.say(3, Kind.MOVE, b"late, and nobody has it")
    game.seen[0, 3] += 1
    game.read()
    assert game.tables[0].missing == (game.keys[3],), "Ana is bound, and does not read it"
    game.vote(3, voters=[2])
    assert gone(game) == {3}
    assert not game.table.charges
    end(game, 3)


def test_who_comes_back_reads_anew_what_counts_and_signs_nothing_more(begun: MakeCircle) -> None:
    game = begun(3)
    game.move(Pass())
    game.move(Pass())
    game.lose(2)
    game.move(Pass())  # Cid's, which nobody hears of
    assert game.tables[2].wants(game.keys[2]) is None
    game.vote(2)
    settle(game, 2)
    game.seen = {(0, 2): game.seen[0, 2], (1, 2): game.seen[1, 2]}
    game.read()
    assert [table.overtaken for table in game.tables] == [False, False, True]
    assert game.owed(2) is None, "until it has read everything anew"
    game.restart(2)
    assert game.tables[2].ballot.out
    assert game.tables[2].hash == game.table.hash
    assert game.owed(2) is None
    assert present(game.tables[2], game.keys[2]) == frozenset()
    end(game, 2)


def test_who_saw_another_end_follows_the_others(begun: MakeCircle) -> None:
    """Cid's last pass ended the game as Cid saw it; nobody else had heard of it when they went on."""
    game = begun(3)
    for _ in range(5):
        game.move(Pass())
    game.lose(2)
    game.move(Pass())
    assert [table.phase for table in game.tables] == [Phase.PLAYING, Phase.PLAYING, Phase.OVER]
    game.vote(2)
    settle(game, 2)
    game.move(best(game))
    end(game, 2)
    assert not game.tables[2].ballot.late


def test_a_table_that_stopped_before_it_heard_all_votes_reads_anew(begun: MakeCircle) -> None:
    """Of Ana's log everything has come to Cid, of Ben's his vote has not: what Ana does makes no sense yet."""
    game = begun(3)
    game.move(Pass())
    game.move(Pass())
    game.lose(2)
    game.move(Pass())
    game.vote(2)
    settle(game, 2)
    game.move(Pass())
    del game.seen[2, 0]
    game.read()
    assert game.tables[2].phase is Phase.STOPPED
    assert not game.tables[2].overtaken
    end(game, 2)


def test_a_vote_in_a_call_that_is_past_is_nothing(begun: MakeCircle) -> None:
    game = begun(3)
    game.pass_out()
    game.call()
    game.settle()
    for seat in (0, 1):
        game.say(seat, Kind.VOTE, Without(1, (None, None, 3)).encode())
    for table in game.tables:
        assert not any(said.votes for said in table.ballot.said)
        assert not table.ballot.late
    end(game)


def test_who_was_left_out_can_be_called_to_the_next_game(begun: MakeCircle) -> None:
    game = begun(3)
    game.move(Pass())
    game.move(Pass())
    game.lose(2)
    game.move(Pass())
    game.vote(2)
    end(game, 2)
    assert not game.table.has_left(game.keys[2])
    game.call()
    game.settle()
    assert phase(game) is Phase.PLAYING
    assert gone(game) == set()
    game.pass_out()
    assert [outcome.record.game for outcome in game.table.outcomes] == [0, 1]
    assert len({table.hash for table in game.tables}) == 1
    game.restart(2)
    game.restart(1)
    assert len({table.hash for table in game.tables}) == 1


def test_the_others_go_on_without_the_host_and_then_the_room_is_closed(begun: MakeCircle) -> None:
    game = begun(3)
    game.lose(0)
    game.vote(0)
    assert game.tables[1].wants(game.keys[1]) is Kind.MOVE
    position = game.tables[1].position
    assert position is not None
    assert position.players[0].left
    for seat in (1, 2) * 3:
        if game.tables[1].phase is Phase.PLAYING:
            body = game.tables[seat].tag
            game.say(seat, Kind.MOVE, body)
    game.find(0)
    assert [table.phase for table in game.tables] == [Phase.CLOSED] * 3
    assert len({table.hash for table in game.tables}) == 1


def test_two_of_four_go_on_if_the_lowest_seat_is_one_of_them(begun: MakeCircle) -> None:
    game = begun(4)
    wished = dict.fromkeys((2, 3), frozenset({0, 1}))
    assert vote(game.tables[2], game.keys[2], wished, {}) is None
    game.lose(1)
    game.lose(3)
    game.vote(1, 3)
    settle(game, 1, 3)
    assert gone(game) == {1, 3}
    end(game, 1, 3)


def test_of_two_seats_neither_goes_on_alone(begun: MakeCircle) -> None:
    game = begun(2)
    assert not could_go(game.table, game.keys[0], 1)
    assert vote(game.table, game.keys[0], {0: frozenset({1})}, {}) is None


def test_one_falls_silent_after_another(begun: MakeCircle) -> None:
    game = begun(4)
    game.lose(3)
    game.vote(3, voters=[0, 1])
    game.lose(2)
    assert present(game.table, game.keys[0]) == frozenset({0, 1, 2})
    game.vote(2, 3)
    settle(game, 2, 3)
    assert gone(game) == {2, 3}
    end(game, 2, 3)


def test_who_leaves_before_it_votes_is_not_waited_for(begun: MakeCircle) -> None:
    game = begun(4)
    game.lose(3)
    game.vote(3, voters=[0, 1])
    game.leave(2)
    for seat in (0, 1):
        cast = vote(game.tables[seat], game.keys[seat], {}, {})
        assert cast is not None
        assert cast.staying == {0, 1}
        game.say(seat, Kind.VOTE, cast.encode())
    settle(game, 2, 3)
    assert gone(game) == {2, 3}
    end(game, 3)


def test_another_vote_is_followed_where_the_own_player_had_wished_it(begun: MakeCircle) -> None:
    game = begun(3)
    game.lose(2)
    held = len(game.logs[2].entries)
    assert vote(game.tables[1], game.keys[1], {}, {2: held}) is None
    game.vote(2, voters=[0])
    assert voted_against(game.tables[1], game.keys[1]) == {2}
    assert vote(game.tables[1], game.keys[1], {}, {}) is None
    assert vote(game.tables[1], game.keys[1], {}, {2: held - 1}) is None, "Cid has played since"
    assert vote(game.tables[1], game.keys[1], {}, {2: held}) == wish(game.tables[1], {2})


def test_a_flood_of_votes_is_read_once(begun: MakeCircle, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun(3)
    body = Without(game.table.attempt, (None, None, 5)).encode()
    table = game.tables[1]
    read, game.read = game.read, lambda: None  # type: ignore[method-assign]
    for _ in range(500):
        game.say(0, Kind.VOTE, body)
    decided: list[object] = []

    def decide(*known: Any) -> vanishing.Decision:
        decided.append(known)
        return vanishing.decide(*known)

    monkeypatch.setattr(ballot, "decide", decide)
    read()
    read()
    game.say(0, Kind.VOTE, body)
    read()
    assert len(decided) == 3, "once at each table"
    assert len(table.ballot.said[0].votes) == 1
    assert not table.unread(game.keys[0])
    assert table.wants(game.keys[0]) is Kind.MOVE, "its votes are no answer"
    game.move(Pass())
    read()
    assert len(table.record.steps if table.record else ()) == 1


def test_who_says_that_it_holds_more_of_a_silent_log_is_the_one_who_is_waited_for(begun: MakeCircle) -> None:
    game = begun(3)
    game.move(Pass())
    game.move(Pass())
    held = len(game.logs[2].entries)
    for seat, more in ((0, 1000), (1, 0)):
        game.say(seat, Kind.VOTE, Without(game.table.attempt, (None, None, held + more)).encode())
    assert game.tables[1].missing == (game.keys[0],)


def test_votes_that_are_none_change_nothing(begun: MakeCircle) -> None:
    game = begun(3)
    before = [table.hash for table in game.tables]
    for body in (b"", b"\xff" * 40, Without(9, (None, None, 1)).encode(), Without(1, (None, 4)).encode()):
        for seat in (0, 1):
            game.say(seat, Kind.VOTE, body)
    assert [table.hash for table in game.tables] == before
    game.move(Pass())
    game.say(2, Kind.VOTE, Without(1, (0, 0, None)).encode())
    game.settle()
    game.pass_out()
    assert not game.table.charges


def test_a_vote_that_says_less_than_was_read_before_the_game_harms_nobody_else(begun: MakeCircle) -> None:
    """Two programs that lie about what they hold can throw the third out, and no more."""
    game = begun(3)
    for seat in (0, 1):
        game.say(seat, Kind.VOTE, Without(1, (None, None, 0)).encode())
    for seat in range(3):
        game.restart(seat)
    settle(game, 2)
    assert gone(game) == {2}
    assert len({table.hash for table in game.tables}) == 1


# Sealed games


@pytest.mark.parametrize("when", [Kind.DECK, Kind.PROOF])
def test_a_vote_before_the_racks_are_dealt_voids_the_call(circle: MakeCircle, when: Kind) -> None:
    game = circle(RULES, 3, deal=Deal.SEALED)
    game.open()
    game.call()
    until(game, 2, when)
    game.lose(2)
    game.vote(2)
    settle(game, 2)
    assert phase(game) is Phase.GATHERING
    assert not game.table.charges
    game.find(2)
    game.call()
    assert [table.phase for table in game.tables] == [Phase.COMMITTING] * 3
    game.settle(*range(3)) if when is Kind.PROOF else game.say(2, *(game.owed(2) or pytest.fail("Cid owes nothing")))
    assert len({table.hash for table in game.tables}) == 1


def test_who_could_have_read_its_first_rack_is_not_called_to_that_game_again(circle: MakeCircle) -> None:
    """Else it would cost nothing to be served, dislike the rack, and fall silent before one serves the others."""
    game = circle(RULES, 3, deal=Deal.SEALED)
    game.open()
    game.call()
    until(game, 2, Kind.SHARES)
    game.lose(2)
    game.vote(2)
    settle(game, 2)
    assert phase(game) is Phase.GATHERING
    assert game.table.has_left(game.keys[2]), "so the host's program does not call it"
    game.find(2)
    game.call(0, 1)
    game.settle(0, 1)
    assert phase(game) is Phase.PLAYING
    game.pass_out()
    assert not game.table.has_left(game.keys[2])
    game.call()
    assert [table.phase for table in game.tables] == [Phase.COMMITTING] * 3


def test_a_host_that_calls_it_all_the_same_is_charged(circle: MakeCircle) -> None:
    game = circle(RULES, 3, deal=Deal.SEALED)
    game.open()
    game.call()
    until(game, 2, Kind.SHARES)
    game.lose(2)
    game.vote(2)
    settle(game, 2)
    game.find(2)
    game.call()
    assert game.table.stopped is not None
    assert game.table.stopped.reason == "called a player who has left"


def until(game: Circle, seat: int, kind: Kind) -> None:
    """What is owed is written, one by one, until this seat owes this."""
    while game.table.wants(game.keys[seat]) is not kind or game.owed(seat) is None:
        writers = (other for other in range(len(game.keys)) if game.owed(other) is not None)
        writer = next((other for other in writers if other != seat), seat)
        owed = game.owed(writer)
        assert owed is not None, "it never comes to that"
        game.say(writer, *owed)


@pytest.mark.parametrize("when", [Kind.DECK, Kind.PROOF, Kind.SHARES, Kind.MOVE])
def test_a_seat_that_owes_the_bag_something_is_gone_and_racks_stay(begun: MakeCircle, when: Kind) -> None:
    game = begun(3, Deal.SEALED)
    if when is Kind.MOVE:
        game.move(best(game))
        game.settle()
    else:
        game.move(Exchange(game.mover_sees.mover.rack.shown[:2]))
        until(game, 1, when)
    before = racks(game)
    game.lose(1)
    game.vote(1)
    settle(game, 1)
    assert gone(game) == {1}
    assert game.table.wants(game.keys[2]) is Kind.MOVE
    after = racks(game)
    assert after[2] == before[2]
    if when is Kind.MOVE:
        assert after == before
    assert game.position.bag == 100 - 14 - len(game.position.board.tiles)
    if when is not Kind.SHARES:
        return
    game.move(best(game))
    end(game, 1)
    sealed = game.table.outcomes[0].sealed
    assert sealed is not None
    found = audit(sealed.bag, sealed.seeds, Checking(lambda _statement, _proof: None))
    assert found.clean
    assert found.unaudited == (1,)


def test_a_seat_that_owes_nothing_is_gone_when_the_seat_to_move_says_so(begun: MakeCircle) -> None:
    game = begun(3, Deal.SEALED)
    before = racks(game)
    game.lose(2)
    game.vote(2)
    settle(game, 2)
    assert gone(game) == {2}
    assert racks(game)[:2] == before[:2]
    assert game.table.wants(game.keys[0]) is Kind.MOVE


def test_another_seat_falls_silent_while_keys_are_made_anew(begun: MakeCircle) -> None:
    game = begun(4, Deal.SEALED)
    before = racks(game)
    game.lose(3)
    game.vote(3)
    while game.table.sealed is None or game.table.sealed.doing is not Doing.REKEYING:
        owed = game.owed(0)
        assert owed is not None
        game.say(0, *owed)
    game.lose(2)
    settle(game, 2, 3)
    assert game.table.sealed.doing is Doing.REKEYING
    game.vote(2, 3)
    settle(game, 2, 3)
    assert gone(game) == {2, 3}
    assert racks(game)[:2] == before[:2]
    assert len({table.hash for table in game.tables[:2]}) == 1


@pytest.mark.parametrize("when", [Kind.RACK, Kind.SEED])
def test_a_seat_that_is_silent_at_the_end_is_not_waited_for(begun: MakeCircle, when: Kind) -> None:
    game = begun(3, Deal.SEALED)
    while game.position.ended is None:
        game.move(Pass())
        if game.position.ended is None:
            game.settle()
    until(game, 1, when)
    game.lose(1)
    settle(game, 1)
    assert phase(game) is Phase.PLAYING
    game.vote(1)
    settle(game, 1)
    assert phase(game) is Phase.OVER
    outcome = game.table.outcomes[0]
    assert outcome.sealed is not None
    assert [seed is None for seed in outcome.sealed.seeds] == [False, True, False]
    assert (gone(game) == {1}) == (when is Kind.RACK)
    game.find(1)
    assert len({table.hash for table in game.tables}) == 1


def test_when_two_of_three_are_left_and_one_leaves_the_game_is_over(begun: MakeCircle) -> None:
    game = begun(3, Deal.SEALED)
    game.lose(2)
    game.vote(2)
    settle(game, 2)
    game.leave(1)
    settle(game, 1, 2)
    assert game.position.ended is not None
    assert game.position.ended.reason is EndReason.LEFT
    assert phase(game) is Phase.OVER
